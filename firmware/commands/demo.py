"""``hopsight demo``: a whole game at the simulated table, refereed from its pictures alone."""

import os
import sys
import time
from argparse import ArgumentParser, Namespace
from collections.abc import Sequence
from contextlib import suppress
from random import Random
from typing import Any

from firmware.commands import Done, GivenWrong
from firmware.commands.given import add_game, chosen_game, chosen_options
from firmware.hands import Hands
from firmware.journal import Journal, games_folder
from firmware.keeper import JournalKeeper
from firmware.players import choose
from firmware.screen import Screen
from firmware.simulation import Simulation
from firmware.states import opening
from firmware.stress import Stress, Tally, tables
from firmware.terminal import wants_colour
from firmware.voice import Voice, language
from hardware.simulated.scenes import SCENES
from hardware.simulated.tile_scenes import scenes_of
from rules import catalogue
from rules.game import BadOption
from rules.hop_game import HopGame
from rules.match import Match

PROGRESS_TURNS = 10
"""Turns between two lines of progress, where the table is not drawn."""

PAUSE_SECONDS = 0.25
"""Rest after each gesture on a terminal, so that people can follow."""


def add_demo(parser: ArgumentParser) -> None:
    """Arguments of ``hopsight demo``."""
    add_game(parser, optional=True)
    parser.add_argument("--fast", action="store_true", help="as fast as it goes, without drawing the table")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="another number, another game; %(default)s")
    parser.add_argument("--stress", type=int, metavar="MOVES", help="so many moves full of slips, on random tables")
    parser.add_argument(
        "--workers",
        type=int,
        default=len(os.sched_getaffinity(0)),
        metavar="N",
        help="cores that play --stress at once; the outcome is the same; all (%(default)s)",
    )
    parser.add_argument("--scene", choices=sorted(SCENES), default="wood", help="how the table looks; %(default)s")


def run_demo(given: Namespace) -> int:
    """Play a game to its end through pictures."""
    game: Any = chosen_game(given)
    if not isinstance(game, HopGame):
        raise GivenWrong(
            f"the simulated players know star and piecepack; {given.game} is played with: hopsight play {given.game}"
        )
    if given.stress is not None:
        return run_stress(any_number_of_players(game, given), given.stress, given.seed, given.workers)
    match = Match.begin(game)
    with Journal.create(games_folder(), match, 0.0, table="demo") as journal:
        table = Simulation(
            opening(match),
            scene=scenes_of(game.board)[given.scene],
            size=(640, 480),
            seed=given.seed,
            keeper=JournalKeeper(journal),
        )
        drawing = wants_colour(sys.stdout) and not given.fast
        screen = Screen(table, sys.stdout, coloured=True) if drawing else None
        if screen is not None:
            table.loop.say = Voice(screen.hear, table.clock, language(None)).say
        code = play(game, table, screen, Random(given.seed))
        outcome = table.loop.state.outcome
        for seat, place in sorted(outcome.scores.items(), key=lambda item: item[1]):
            print(f"{place:g}. {seat}")
        print(f"record: {journal.path}")
    return code


def any_number_of_players(game: HopGame, given: Namespace) -> list[HopGame]:
    """The game for each number of players that it can be for, unless one was asked for."""
    if given.players is not None:
        return [game]
    options = {**chosen_options(given)}
    games = []
    for players in next((option.choices for option in catalogue.options(game.name) if option.name == "players"), ()):
        with suppress(BadOption):
            games.append(catalogue.game(game.name, **{**options, "players": players}))
    return [one for one in games if isinstance(one, HopGame)] or [game]


def run_stress(games: Sequence[HopGame], moves: int, seed: int, workers: int) -> int:
    """Let people err; 1 if a move was taken that nobody made."""
    if moves < 1 or workers < 1:
        raise GivenWrong("--stress and --workers are numbers from 1 on")
    began = time.perf_counter()

    def progress(tally: Tally, last: Tally) -> None:
        for line in last.wrong:
            print(f"WRONG {line}", file=sys.stderr)
        pace = (time.perf_counter() - began) / max(tally.moves, 1)
        print(
            f"{tally.moves} of {moves} moves, {len(tally.wrong)} taken wrongly, {len(tally.stuck)} stuck"
            f" ({pace:.2f} s a move)",
            file=sys.stderr,
            flush=True,
        )

    tally = Stress(games, tables(seed), seed).run(moves, progress, workers)
    print(tally.report())
    return int(Done.OWN_FAULT if tally.wrong else Done.WELL)


def play(game: HopGame, table: Simulation, screen: Screen | None, chance: Random) -> int:
    """Let simulated people play; 1 where the referee took something else than what was done."""
    began, turns = time.perf_counter(), 0

    def show() -> None:
        if screen is not None:
            screen.draw()
            time.sleep(PAUSE_SECONDS)

    hands = Hands(table, show)
    hands.wait_until_ready()
    while table.loop.then is None:
        before = table.loop.state
        move = choose(game, before.position, chance)
        hands.move(move)
        hands.press()
        turns += 1
        after = table.loop.state
        if after.ply != before.ply + 1 or after.last.move != game.write(move):
            print(f"turn {turns}: {game.write(move)} was made; the referee: {after.phase}", file=sys.stderr)
            return int(Done.OWN_FAULT)
        if screen is None and turns % PROGRESS_TURNS == 0:
            pace = (time.perf_counter() - began) / turns
            print(
                f"turn {turns}: {after.last.seat} {after.last.move} ({pace:.2f} s a turn)", file=sys.stderr, flush=True
            )
    print(f"{turns} turns, each read from pictures and none taken for another; {time.perf_counter() - began:.0f} s")
    return int(Done.WELL)
