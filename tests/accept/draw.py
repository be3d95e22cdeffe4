"""Draws what the emulated Pi's camera will see: the simulated table at each step of the game that `guest.py` plays.

Drawn beforehand, since the emulated machine needs ten times as long for it.

    python tests/accept/draw.py FOLDER        writes NAME.0.bgr, NAME.1.bgr: the same moment with other noise
"""

import sys
from pathlib import Path

from hardware.simulated.painter import Painter
from hardware.simulated.scenes import WOOD
from hardware.simulated.table import Table
from rules import catalogue
from rules.geometry import PlaceId
from rules.sight import EMPTY

SIZE = (720, 576)
"""The pictures of an S-Video wire, on which no size can be chosen."""

STEPS = ("e6-e4", "m8-i5", "i5-m8", "m8-m10", "e7-f7", "m7-l6", "e8-f8", "m9-l8", "d1-e6")
"""Which piece is carried where, one after the other; the second is against the rules, the third puts it back."""

DRAWN_BACK = 3.5
"""Board units between a hand that hovers and the place it lifted from."""


class Drawer:
    """The table, and the folder that its pictures go to."""

    def __init__(self, folder: Path) -> None:
        game = catalogue.game("star")
        lying = game.view(game.start())
        tokens = sorted(set(lying.values()) - {EMPTY})
        self.table = Table(game.board, lying, tokens)
        self._painter = Painter(WOOD, game.board, tokens, SIZE)
        self._folder = folder

    def draw(self, name: str) -> None:
        """Two pictures of the table as it is now."""
        for noise in (0, 1):
            picture = self._painter.picture(self.table.moment(), noise)
            (self._folder / f"{name}.{noise}.bgr").write_bytes(picture.tobytes())

    def carry(self, step: int, start: PlaceId, end: PlaceId) -> None:
        """A hand reaches for a piece, lifts it, carries it, puts it down and goes."""
        self.table.hand(start)
        self.draw(f"{step}-reach")
        self.table.lift(start)
        self.table.hand(start, back=DRAWN_BACK)
        self.draw(f"{step}-lifted")
        self.table.hand(end)
        self.draw(f"{step}-over")
        self.table.put(end)
        self.draw(f"{step}-put")
        self.table.no_hand()
        self.draw(f"{step}-done")


def main() -> None:
    """Draw every step."""
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    drawer = Drawer(folder)
    drawer.draw("0-done")
    for step, ends in enumerate(STEPS, start=1):
        start, end = (PlaceId(place) for place in ends.split("-"))
        drawer.carry(step, start, end)


if __name__ == "__main__":
    main()
