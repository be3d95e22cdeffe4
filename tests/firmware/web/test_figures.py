"""A game in figures: the way home that pieces still have, and the time that people thought."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from firmware.events import Entry, NameMove, Record, Ticked
from firmware.journal import Journal
from firmware.replay import check, take_up
from firmware.session import begin, step
from firmware.states import Playing, State, opening
from firmware.web.figures import hops, seconds, steps_home
from rules import catalogue
from rules.game import Seat
from rules.hop_game import HopGame
from rules.match import Match

SW = Seat("SW")


def standing(*coins: str) -> tuple[HopGame, State]:
    """Two players' piecepack board with these coins of the south-west's, and the others where they began."""
    game = catalogue.game("piecepack", players=2)
    assert isinstance(game, HopGame)
    data = game.write_position(game.start())
    data["pieces"] = {"SW": list(coins), "NE": ["a1", "b1", "c1", "a2", "b2", "a3"]}
    return game, State(opening(Match.begin(game, start=game.read_position(data))), Playing())


@pytest.mark.parametrize(
    ("coins", "steps"),
    [
        (("h8", "g8", "f8", "h7", "g7", "h6"), 0),
        (("h8", "g8", "f8", "h7", "g7", "g6"), 1),
        (("h8", "g8", "f7", "h7", "f6", "g6"), 1 + 1 + 1),
        (("h8", "g8", "g6", "h7", "g7", "e8"), 1 + 1),
    ],
)
def test_a_coin_beside_its_home_has_a_step_to_go(coins: Sequence[str], steps: int) -> None:
    assert steps_home(*standing(*coins), SW) == steps


def test_two_coins_do_not_go_home_to_the_same_square() -> None:
    # h6 is a step from both; one of them has to go on to f8.
    assert steps_home(*standing("h8", "g8", "h7", "g7", "h5", "g5"), SW) == 1 + 3


EVENING = datetime(2026, 11, 21, 20, 0, tzinfo=UTC)


@pytest.mark.parametrize(
    ("off", "times"), [(timedelta(0), {"N": 700.0, "S": 20.0}), (timedelta(hours=11), {"S": 20.0})]
)
def test_the_hours_in_which_the_table_is_off_are_nobodys(
    tmp_path: Path, off: timedelta, times: dict[str, float]
) -> None:
    # Its own clock begins anew: second 800 of this morning is not 700 seconds after second 100 of last night.
    written = iter([EVENING, EVENING, EVENING + timedelta(seconds=700) + off, EVENING + timedelta(seconds=725) + off])
    match = Match.begin(catalogue.game("star", players=2, pieces=10))
    with Journal.create(tmp_path, match, 0.0, table="csi", wall=lambda: next(written)) as kept:
        for at, seat, move in ((100.0, "S", "d1-e5"), (800.0, "N", "n4-m9"), (820.0, "S", "e5-f5")):
            kept.append(Entry("move", at, {"seat": seat, "move": move, "by": "camera"}))
    assert seconds(check(kept.path)) == times


@pytest.mark.parametrize(
    ("later", "second", "times"),
    [(9.0, 5009.0, {"S": 9.0}), (9.0, 4.0, {}), (-3600.0, 5009.0, {}), (3 * 3600.0, 90_000.0, {})],
    ids=["at once", "switched off", "wall clock set back", "away"],
)
def test_the_first_move_takes_its_time_too(
    tmp_path: Path, later: float, second: float, times: dict[str, float]
) -> None:
    written = iter([EVENING, EVENING + timedelta(seconds=later)])
    match = Match.begin(catalogue.game("star", players=2, pieces=10))
    with Journal.create(tmp_path, match, 0.0, table="csi", wall=lambda: next(written)) as kept:
        kept.append(Entry("move", second, {"seat": "S", "move": "d1-e5", "by": "camera"}))
    assert seconds(check(kept.path)) == times


def test_a_game_from_before_records_told_it_goes_on_and_tells_how_long_people_think(tmp_path: Path) -> None:
    match = Match.begin(catalogue.game("star", players=2, pieces=10))
    with Journal.create(tmp_path, match, 0.0, table="csi", wall=lambda: EVENING) as kept:
        for at, seat, move in ((100.0, "S", "d1-e5"), (130.0, "N", "n4-m9")):
            kept.append(Entry("move", at, {"seat": seat, "move": move, "by": "camera"}))
    journal, made = take_up(kept.path)
    evening, _ = begin(made.state.history, sighted=False)
    with journal:
        for event in (Ticked(500.0), NameMove(512.0, "e5-f5")):
            evening, effects = step(evening, event)
            journal.append(*(effect.entry for effect in effects if isinstance(effect, Record)))
    again = check(kept.path)
    assert again.is_good
    assert seconds(again) == {"S": 12.0, "N": 30.0}


def played(folder: Path, *moves: str) -> Sequence[State]:
    """The plies of a game of two players whose turns these were, South first."""
    match = Match.begin(catalogue.game("star", players=2, pieces=10))
    with Journal.create(folder, match, 0.0, table="csi") as kept:
        for number, move in enumerate(moves):
            kept.append(Entry("move", float(number), {"seat": "SN"[number % 2], "move": move, "by": "camera"}))
    return check(kept.path).plies()


def test_nobody_misses_a_long_way_back(tmp_path: Path) -> None:
    moves = ["c1:e5", "n2-m6", "a1:c1:e7", "m6-l5", "d1:f4", "l5-k4", "c2:e6:e4:g4", "k4-j3"]
    # Of the chains that South may hop now the longest leads back to where it has come from.
    plies = played(tmp_path, *moves, "f4:h4")
    game = plies[0].game
    assert isinstance(game, HopGame)
    assert "g4:e4:e6:c2" in map(game.write, game.moves(plies[8].position))
    assert hops(game, plies)["missed"] == {"ply": 4, "seat": "N", "move": "n4:n2:l5", "hops": 2}


def test_a_long_way_home_that_was_not_hopped_is_missed(tmp_path: Path) -> None:
    plies = played(tmp_path, *["c1:e5", "n2-m6", "a1:c1:e7", "m6-l5", "d1:f4", "l5-k4", "d4-e9"])
    game = plies[0].game
    assert isinstance(game, HopGame)
    assert hops(game, plies)["missed"] == {"ply": 7, "seat": "S", "move": "c2:e6:e4:g4", "hops": 3}
