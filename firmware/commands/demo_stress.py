"""``hopsight demo --stress``: moves full of slips at random tables, none of which may be taken for another."""

import os
import sys
import time
from argparse import Namespace
from collections.abc import Sequence
from contextlib import suppress

from firmware.commands import Done
from firmware.given.games import chosen_options
from firmware.given.words import GivenWrong
from firmware.simulated.stress import Stress, Tally, tables
from rules import catalogue
from rules.game import BadOption
from rules.hop_game import HopGame


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
