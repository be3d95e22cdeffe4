"""One game of ``hopsight demo``: simulated hands play, and the referee sees only what its camera sees."""

import sys
import time
from argparse import Namespace
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from firmware.commands import Done
from firmware.events import Entry, NameMove
from firmware.journal import Journal, JournalError
from firmware.keeper import JournalKeeper
from firmware.kept.records import games_folder
from firmware.simulated.hands import REST_SECONDS, Hands
from firmware.simulated.players import choose, choose_sowing
from firmware.simulated.simulation import Simulation
from firmware.states import Guided, Refused, Unsure, opening, places
from firmware.terminal.drawing import wants_colour
from firmware.terminal.screen import Screen
from firmware.words.voice import Voice, language
from firmware.words.wording import called, ranking
from hardware.errors import HardwareError
from hardware.simulated.tile_scenes import scenes_of
from rules.hop_game import HopGame
from rules.mandarin.game import Mandarin
from rules.match import Match

PROGRESS_TURNS = 10
"""Turns between two lines of progress, where the table is not drawn."""

SPREADINGS = 3
"""How often people spread stones that cannot be counted, before they name their move."""

PAUSE_SECONDS = 0.25
"""Rest after each gesture on a terminal, so that people can follow."""


class UnattendedKeeper(JournalKeeper):
    """Keeps a game of simulated hands: none of them makes room on a full disk, so the game ends there."""

    def record(self, entries: Sequence[Entry]) -> None:
        """As `JournalKeeper.record`. Raises `HardwareError`, which the loop does not wait out."""
        try:
            super().record(entries)
        except JournalError as error:
            raise HardwareError(str(error)) from error


def play_through(game: HopGame | Mandarin, given: Namespace, scene: str) -> int:
    """Play a game to its end through pictures of a table that looks like ``scene``, and record it."""
    match: Match[Any, Any] = Match.begin(game)
    with Journal.create(games_folder(), match, 0.0, table="demo") as journal:
        table = Simulation(
            opening(match),
            scene=scenes_of(game.board)[scene],
            size=(640, 480),
            seed=given.seed,
            keeper=UnattendedKeeper(journal),
        )
        drawing = wants_colour(sys.stdout) and not given.fast
        speaks = language(None)
        screen = Screen(table, sys.stdout, coloured=True, language=speaks) if drawing else None
        if screen is not None:
            table.loop.say = Voice(screen.hear, table.clock, speaks).say
        code = play(game, table, screen, Random(given.seed))
        for line in ranking(table.loop.state.outcome, speaks):
            print(line)
        print(f"record: {journal.path}")
    return code


def play(game: HopGame | Mandarin, table: Simulation, screen: Screen | None, chance: Random) -> int:
    """Let simulated people play; 1 where the referee took something else than what was done."""
    began, turns = time.perf_counter(), 0
    asked = Asked()

    def show() -> None:
        if screen is not None:
            screen.draw()
            time.sleep(PAUSE_SECONDS)

    hands = Hands(table, show)
    hands.wait_until_ready()
    while table.loop.then is None:
        before = table.loop.state
        made = turn(game, hands, chance, asked)
        turns += 1
        after = table.loop.state
        if after.ply != before.ply + 1 or after.last.move != made:
            print(f"turn {turns}: {made} was made; the referee: {after.phase}", file=sys.stderr)
            return int(Done.OWN_FAULT)
        if screen is None and turns % PROGRESS_TURNS == 0:
            pace = (time.perf_counter() - began) / turns
            made = f"{called(after.last.seat)} {after.last.move}"
            print(f"turn {turns}: {made} ({pace:.2f} s a turn)", file=sys.stderr, flush=True)
    print(f"{turns} turns, each read from pictures and none taken for another; {time.perf_counter() - began:.0f} s")
    if not isinstance(game, HopGame):
        print(asked.told())
    return int(Done.WELL)


def turn(game: HopGame | Mandarin, hands: Hands, chance: Random, asked: "Asked") -> str:
    """Play one turn and press; the move that was made."""
    state = hands.simulation.loop.state
    if isinstance(game, HopGame):
        path = choose(game, state.position, chance)
        hands.move(path)
        hands.press()
        return game.write(path)
    sowing = game.write(choose_sowing(game, state.position, chance))
    hands.sow_as(sowing)
    hands.press()
    answer(hands, state.ply, sowing, asked)
    return sowing


@dataclass
class Asked:
    """What people were asked in a game: in how many turns, how often they spread stones, or had to name their move."""

    turns: int = 0
    spread: int = 0
    named: int = 0

    def told(self) -> str:
        """That in words, however few there were."""
        return (
            f"turns asked about: {self.turns}; times that stones were spread: {self.spread}; moves named: {self.named}"
        )


def answer(hands: Hands, ply: int, move: str, asked: Asked) -> None:
    """Where the referee is in doubt about heaps, spread their stones and press again; in the end name the move."""
    loop = hands.simulation.loop
    asked.turns += loop.state.ply == ply
    for _ in range(SPREADINGS):
        phase = loop.state.phase
        if loop.state.ply != ply or not isinstance(phase, Unsure | Refused):
            break
        asked.spread += 1
        hands.spread(phase.places if isinstance(phase, Unsure) else places(phase.differences))
        hands.press()
    if loop.state.ply == ply:
        asked.named += 1
        loop.put(NameMove(hands.simulation.clock.now(), move, by="hands"))
        hands.simulation.wait(REST_SECONDS)
        for _ in range(SPREADINGS):
            if isinstance(phase := loop.state.phase, Guided):
                hands.spread(places(phase.wrong or phase.differences))
                hands.simulation.wait(REST_SECONDS)
