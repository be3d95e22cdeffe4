"""Does this installation work at all? A simulated table, one move seen through pictures, its record made again."""

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from firmware.journal import Journal
from firmware.keeper import JournalKeeper
from firmware.replay import take_up
from firmware.simulated.hands import Hands
from firmware.simulated.simulation import Simulation
from firmware.states import opening
from rules import catalogue
from rules.match import Match


def self_test() -> str:
    """What was tried, in words. Raises `AssertionError` for what did not come out as it must."""
    with TemporaryDirectory() as folder:
        game: Any = catalogue.game("star", players=2)
        match = Match.begin(game)
        move = game.moves(match.position)[0]
        with Journal.create(Path(folder), match, 0.0, table="self-test") as journal:
            table = Simulation(opening(match), size=(640, 480), keeper=JournalKeeper(journal))
            hands = Hands(table)
            hands.wait_until_ready()
            hands.move(move)
            hands.press()
            seen = table.loop.state
        if seen.last.move != game.write(move):
            raise AssertionError(f"{game.write(move)} was made, the referee took {seen.last.move or seen.phase}")
        again, made = take_up(journal.path)
        again.close()
        if made.state.position != seen.position:
            raise AssertionError("the record does not lead to the same position")
    return "one move at the simulated table: made, seen, recorded, and made again from its record"
