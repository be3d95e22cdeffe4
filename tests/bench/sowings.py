"""Referees random play at random mandarin boards from pictures: ``python -m tests.bench.sowings --count 40``.

The boards are those of `hardware.simulated.pit_scenes.random_pits`, as far as all of one is in sight. Every turn is
seen twice: sown as it should be, which should be taken, and with a stone too many or too few in one of the fields,
which must not be. Nobody is asked: the game goes on as it should, and what it looks like then is learnt.
"""

import argparse
from collections import Counter
from collections.abc import Iterator
from copy import deepcopy
from random import Random

import cv2
import numpy as np

from hardware.simulated.painter import Painter
from hardware.simulated.pit_scenes import random_pits
from hardware.simulated.table import Table
from rules import catalogue
from rules.mandarin.game import Mandarin
from rules.mandarin.places import BOARD, contents, token
from rules.mandarin.position import Position
from rules.referee import Accepted, Refused, judge
from rules.sight import View
from tests.bench.timing import table
from vision.calibration import Calibration
from vision.look import Reader, learn
from vision.pictures import Picture
from vision.readers.patches import in_picture

SIZE = (1280, 960)
TURNS = 7
QUALITY = 93
"""Pictures are packed as JPEG, as most cameras pack them."""
KINDS = ("taken", "taken for another", "asked about", "refused")


class Seat:
    """A random board, the stones on it and a camera over it."""

    def __init__(self, seed: int, game: Mandarin) -> None:
        self.chance = Random(seed)
        self.game = game
        self.table = Table(BOARD, game.view(game.start()))
        self.painter = Painter(random_pits(seed), BOARD, self.table.tokens, SIZE)
        truth = self.painter.truth(self.table.moment())
        self.calibration = Calibration(BOARD.name, np.array(truth.homography), SIZE, truth.k1)

    @property
    def in_sight(self) -> bool:
        """Whether the camera sees the whole board."""
        return bool(in_picture(self.calibration, BOARD, 0.3).all())

    def picture(self, lying: Table) -> Picture:
        """What the camera would see."""
        packed = cv2.imencode(".jpg", self.painter.picture(lying.moment()), [cv2.IMWRITE_JPEG_QUALITY, QUALITY])[1]
        return np.asarray(cv2.imdecode(packed, cv2.IMREAD_COLOR), np.uint8)

    def slip(self, view: View) -> View:
        """The same with a stone too many or too few in one of the fields that changed."""
        changed = [
            place.id for place in BOARD.places if abs(place.x) < 2.5 and view[place.id] != self.table.view[place.id]
        ]
        place = self.chance.choice(changed)
        citizens, _ = contents(view[place]) or (0, 0)
        return {**view, place: token(citizens + (self.chance.choice((-1, 1)) if citizens else 1))}


def sow(lying: Table, goal: View) -> None:
    """Lay ``goal``, heap by heap."""
    for place, now in lying.view.items():
        if goal[place] != now:
            lying.sow(place, goal[place])


def verdicts(seat: Seat) -> Iterator[tuple[str, str]]:
    """What is made of each turn: ``right`` or ``slip``, and one of `KINDS`."""
    game, position = seat.game, seat.game.start()
    reader = learn(seat.picture(seat.table), seat.calibration, BOARD, game.view(position))
    for _ in range(TURNS):
        moves = game.moves(position)
        if not moves:
            return
        move = seat.chance.choice(moves)
        after = game.play(position, move)
        view, slipped = game.view(after), deepcopy(seat.table)
        sow(slipped, seat.slip(view))
        sow(seat.table, view)
        picture = seat.picture(seat.table)
        yield "right", _kind(seat, position, reader, picture, [move])
        yield "slip", _kind(seat, position, reader, seat.picture(slipped), [])
        reader, position = reader.follow(picture, seat.calibration, view), after


def _kind(seat: Seat, position: Position, reader: Reader, picture: Picture, moves: list[object]) -> str:
    verdict = judge(seat.game, position, reader.read(picture, seat.calibration).sighting)
    if isinstance(verdict, Accepted):
        return "taken" if list(verdict.moves) == moves else "taken for another"
    return "refused" if isinstance(verdict, Refused) else "asked about"


def main() -> None:
    """Play, and print what came of it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--first", type=int, default=800, help="seed of the first board; %(default)s")
    parser.add_argument("--count", type=int, default=40, help="how many boards; %(default)s")
    given = parser.parse_args()
    game = catalogue.game("mandarin")
    assert isinstance(game, Mandarin)
    tally: Counter[tuple[str, str]] = Counter()
    boards = 0
    for seed in range(given.first, given.first + given.count):
        seat = Seat(seed, game)
        if seat.in_sight:
            boards += 1
            tally.update(verdicts(seat))
            print(f"{seed}: {tally['right', 'taken']} taken, {tally['slip', 'taken for another']} slips", flush=True)
    rows = [
        [name, *(str(tally[kind, what]) for what in KINDS)]
        for kind, name in (("right", "as it should be"), ("slip", "a stone too many or too few"))
    ]
    table(f"Turns at {boards} random mandarin boards", [["sown", *KINDS], *rows])


if __name__ == "__main__":
    main()
