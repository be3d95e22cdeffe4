"""``hopsight demo``: a whole game at the simulated table, refereed from its pictures alone."""

import os
import sys
import time
from argparse import ArgumentParser, Namespace
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from random import Random
from typing import Any

from firmware.commands import Done
from firmware.events import Entry, NameMove
from firmware.given.games import add_game, chosen_game, chosen_options
from firmware.given.words import GivenWrong, never_with, only_with
from firmware.journal import Journal, JournalError
from firmware.keeper import JournalKeeper
from firmware.kept.records import games_folder
from firmware.simulated.hands import REST_SECONDS, Hands
from firmware.simulated.players import choose, choose_sowing
from firmware.simulated.simulation import Simulation
from firmware.simulated.stress import Stress, Tally, tables
from firmware.states import Guided, Refused, Unsure, opening, places
from firmware.terminal.drawing import wants_colour
from firmware.terminal.screen import Screen
from firmware.words.voice import Voice, language
from firmware.words.wording import called, ranking
from hardware.errors import HardwareError
from hardware.simulated.scenes import SCENES
from hardware.simulated.tile_scenes import scenes_of
from rules import catalogue
from rules.game import BadOption
from rules.hop_game import HopGame
from rules.mandarin.game import Mandarin
from rules.match import Match

SCENE = "wood"
"""How the table looks where nobody says."""

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


KNOWN = "star, piecepack and mandarin"
"""Games that simulated hands can play."""


def add_demo(parser: ArgumentParser) -> None:
    """Arguments of ``hopsight demo``."""
    add_game(parser, known=f"there are demonstrations of {KNOWN}")
    parser.add_argument("--fast", action="store_true", help="as fast as it goes, without drawing the table")
    parser.add_argument(
        "--seed", type=int, default=1, metavar="N", help="another number, another game; default: %(default)s"
    )
    parser.add_argument(
        "--stress", type=int, metavar="MOVES", help="instead play so many moves, full of slips, at random tables"
    )
    parser.add_argument(
        "--empty", action="store_true", help="with --stress: people show each board without pieces before they lay it"
    )
    parser.add_argument(
        "--workers",
        type=int,
        metavar="N",
        help="with --stress: cores that play at once; the outcome is the same; default: all",
    )
    parser.add_argument("--scene", choices=sorted(SCENES), help=f"how the table looks; default: {SCENE}")


def run_demo(given: Namespace) -> int:
    """Play a game to its end through pictures."""
    only_with(given, "stress", "empty", "workers")
    never_with(given, "stress", "scene")
    game: Any = chosen_game(given)
    if not isinstance(game, HopGame | Mandarin):
        raise GivenWrong(f"the simulated players know {KNOWN}; {given.game} is played with: hopsight play {given.game}")
    if given.stress is not None:
        if not isinstance(game, HopGame):
            raise GivenWrong("--stress is for star and piecepack: people at a mandarin board do not err yet")
        return run_stress(any_number_of_players(game, given), given)
    match: Match[Any, Any] = Match.begin(game)
    with Journal.create(games_folder(), match, 0.0, table="demo") as journal:
        table = Simulation(
            opening(match),
            scene=scenes_of(game.board)[given.scene or SCENE],
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


def any_number_of_players(game: HopGame, given: Namespace) -> list[HopGame]:
    """The game for each number of players that it can be for, unless one was asked for."""
    if given.players is not None:
        return [game]
    options, games = chosen_options(given), []
    for players in next((option.choices for option in catalogue.options(game.name) if option.name == "players"), ()):
        with suppress(BadOption):
            games.append(catalogue.game(game.name, **{**options, "players": players}))
    return [one for one in games if isinstance(one, HopGame)] or [game]


def run_stress(games: Sequence[HopGame], given: Namespace) -> int:
    """Let people err; 1 if a move was taken that nobody made."""
    moves, seed, workers = given.stress, given.seed, given.workers
    if workers is None:
        workers = len(os.sched_getaffinity(0))
    if moves < 1 or workers < 1:
        raise GivenWrong("--stress and --workers are numbers from 1 on")
    began = time.perf_counter()

    def progress(tally: Tally, last: Tally) -> None:
        for line in last.wrong:
            print(f"WRONG {line}", file=sys.stderr)
        pace = (time.perf_counter() - began) / max(tally.moves, 1)
        print(
            f"moves: {tally.moves} of {moves}, {len(tally.wrong)} taken wrongly, {len(tally.stuck)} stuck"
            f" ({pace:.2f} s a move)",
            file=sys.stderr,
            flush=True,
        )

    tally = Stress(games, tables(seed), seed, empty=given.empty).run(moves, progress, workers)
    print(tally.report())
    return int(Done.OWN_FAULT if tally.wrong else Done.WELL)


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
