"""Things that lie about on the table: they are no pieces, but many look like some."""

from collections.abc import Callable
from colorsys import hsv_to_rgb
from dataclasses import replace

import cv2
import numpy as np
from numpy.random import Generator, default_rng

from hardware.pictures import Picture
from hardware.simulated.compose import fill, paste
from hardware.simulated.lens import Lens, Points
from hardware.simulated.pieces import Turner
from hardware.simulated.scene import Clutter, Pieces, Scene
from hardware.simulated.surface import sun
from hardware.simulated.textures import Image, bgr

_ROOM: dict[Clutter, float] = {
    "cup": 1.9, "dice": 0.5, "tray": 2.6, "cable": 1.0, "pencil": 1.5,
    "marker": 1.6, "paper": 3.5, "second board": 4.0, "tape": 0.8,
}  # fmt: skip
"""How far, in board units, a thing keeps from the board's rim."""


def scatter(picture: Picture, scene: Scene, fine: Lens, home: Lens, rim: Points) -> None:
    """Draw the scene's clutter on the ground, beside the board and where a camera that stands at ``home`` sees it."""
    chance = default_rng([scene.seed, 3])
    desk = _Desk(picture, scene, fine, chance)
    seen = home.plane(-scene.board.thickness)
    taken: list[tuple[Points, float]] = []
    for thing in scene.clutter:
        spot = _free_spot(seen, rim, taken, _ROOM[thing], chance)
        if spot is not None:
            taken.append((spot, _ROOM[thing]))
            desk.things[thing](spot)


def _free_spot(
    seen: tuple[Image, Image], rim: Points, taken: list[tuple[Points, float]], room: float, chance: Generator
) -> Points | None:
    """A spot among the ``seen`` x and y with ``room`` around it; None where there is none."""
    x, y = seen
    contour = rim.astype(np.float32)[:, None, :]
    for _ in range(60):
        row, column = chance.integers(0, x.shape[0]), chance.integers(0, x.shape[1])
        spot = float(x[row, column]), float(y[row, column])
        free = all(np.hypot(*(other - spot)) > room + reach for other, reach in taken)
        if free and cv2.pointPolygonTest(contour, spot, True) < -room:
            return np.array(spot)
    return None


class _Desk:
    """Draws things into a fine picture, ``low`` being the ground's height."""

    def __init__(self, picture: Picture, scene: Scene, fine: Lens, chance: Generator) -> None:
        self.picture = picture
        self.scene = scene
        self.fine = fine
        self.chance = chance
        self.low = -scene.board.thickness
        self.lean = -sun(scene.light)[:2] / sun(scene.light)[2]
        self.things: dict[Clutter, Callable[[Points], None]] = {
            "cup": self.cup, "dice": self.dice, "tray": self.tray, "cable": self.cable, "pencil": self.pencil,
            "marker": self.marker, "paper": self.paper, "second board": self.second_board, "tape": self.tape,
        }  # fmt: skip

    def fill(self, flat: Points, height: float, colour: Image, strength: float = 1.0, soft: float = 0.0) -> None:
        """A polygon of the plane ``height`` above the ground."""
        there = self.fine.project(np.column_stack([flat, np.full(len(flat), self.low + height)]))
        fill(self.picture, there, colour, strength, soft * self.fine.unit)

    def shadow(self, flat: Points, height: float) -> None:
        """The shadow on the ground of a polygon ``height`` above it."""
        dark = (1 - self.scene.light.ambient) * 0.8
        self.fill(
            flat + self.lean * height, 0.0, np.zeros(3, dtype=np.float32), dark, 0.04 + self.scene.light.soft * height
        )

    def paint(self) -> Image:
        """Any colour, seldom a loud one."""
        hue, strength, light = self.chance.random(), self.chance.beta(1.5, 2.0), self.chance.uniform(0.2, 0.95)
        red, green, blue = hsv_to_rgb(hue, min(strength, 0.9), light)
        return np.array([blue, green, red], dtype=np.float32) * 255

    def disc(self, spot: Points, radius: float) -> Points:
        """A round polygon."""
        turns = np.linspace(0, 2 * np.pi, 40, endpoint=False)
        return spot + radius * np.column_stack([np.cos(turns), np.sin(turns)])

    def box(self, spot: Points, long: float, broad: float) -> Points:
        """A rectangle, turned anyhow."""
        turn = self.chance.uniform(0, np.pi)
        c, s = np.cos(turn), np.sin(turn)
        corners = np.array([(-long, -broad), (long, -broad), (long, broad), (-long, broad)]) / 2
        turned: Points = spot + corners @ np.array([[c, s], [-s, c]])
        return turned

    def cup(self, spot: Points) -> None:
        """A mug with something to drink."""
        radius, tall = self.chance.uniform(1.2, 1.6), self.chance.uniform(2.2, 3.2)
        china, drink = self.paint(), self.chance.uniform(20, 90, 3).astype(np.float32)
        handle = self.box(spot + np.array([radius * 1.2, 0]), 1.2, 0.35)
        for height in np.linspace(0, tall, 6):
            self.shadow(self.disc(spot, radius), float(height))
        self.fill(handle, tall * 0.5, china * 0.6)
        for step in np.linspace(0, 1, 24):
            self.fill(
                self.disc(spot, radius * (0.85 + 0.15 * step)), tall * step, china * np.float32(0.45 + 0.4 * step)
            )
        self.fill(self.disc(spot, radius), tall, china)
        self.fill(self.disc(spot, radius * 0.9), tall, china * np.float32(0.5))
        self.fill(self.disc(spot, radius * 0.88), tall * 0.9, drink)

    def dice(self, spot: Points) -> None:
        """Two or three dice."""
        for _ in range(self.chance.integers(1, 4)):
            paint = bgr((240, 238, 230)) if self.chance.random() < 0.6 else self.paint()
            base = self.box(spot + self.chance.uniform(-0.9, 0.9, 2), 0.62, 0.62)
            self.shadow(base, 0.31)
            for step in np.linspace(0, 1, 8):
                self.fill(base, 0.62 * step, paint * np.float32(0.62))
            self.fill(base, 0.62, paint)
            pips = bgr((20, 20, 20)) if paint.mean() > 110 else bgr((240, 240, 240))
            for share in ((0.25, 0.25), (0.5, 0.5), (0.75, 0.75))[: self.chance.integers(1, 4)]:
                middle = base[0] + share[0] * (base[1] - base[0]) + share[1] * (base[3] - base[0])
                self.fill(self.disc(middle, 0.07), 0.62, pips)

    def tray(self, spot: Points) -> None:
        """A saucer of spare pieces, in the very colours of those on the board."""
        china = self.paint()
        self.shadow(self.disc(spot, 2.1), 0.3)
        for step in np.linspace(0, 1, 6):
            self.fill(self.disc(spot, 1.7 + 0.4 * step), 0.3 * step, china * np.float32(0.6 + 0.35 * step))
        self.fill(self.disc(spot, 1.75), 0.12, china * np.float32(0.8))
        spare = self.scene.pieces if self.scene.pieces.kind in ("marble", "glass", "cat's eye") else Pieces()
        turner = Turner(spare, replace(self.scene.light, level=1.0, warmth=0.0), self.fine, china * np.float32(0.8))
        spots: list[Points] = []
        for _ in range(int(self.chance.integers(10, 60))):
            place = spot + self.chance.uniform(-1.35, 1.35, 2)
            if (
                all(np.hypot(*(place - other)) > 2 * spare.radius for other in spots)
                and np.hypot(*(place - spot)) < 1.35
            ):
                spots.append(place)
        spots.sort(key=lambda place: -float(np.hypot(*(place - self.fine.position[:2]))))
        for place in spots:
            colour = self.scene.pieces.colours[self.chance.integers(len(self.scene.pieces.colours))]
            # A sprite hides what lies under the board's top; the tray lies lower, so it is drawn as if raised.
            turn = int(self.chance.integers(99))
            paste(self.picture, turner.ball(np.array([*place, spare.radius + 0.01]), colour, turn))

    def cable(self, spot: Points) -> None:
        """A cable that runs over the table in a bow."""
        way = self.chance.uniform(0, 2 * np.pi)
        bends = np.cumsum(self.chance.normal(0, 0.12, 60)) + way
        middle = spot + np.cumsum(0.35 * np.column_stack([np.cos(bends), np.sin(bends)]), axis=0)
        side = 0.09 * np.column_stack([-np.sin(bends), np.cos(bends)])
        paint = bgr((25, 25, 28)) if self.chance.random() < 0.6 else bgr((225, 225, 225))
        band = np.concatenate([middle + side, (middle - side)[::-1]])
        self.shadow(band, 0.15)
        self.fill(band, 0.1, paint)
        self.fill(np.concatenate([middle + side * 0.2, (middle - side * 0.3)[::-1]]), 0.1, paint + 40, 0.5)

    def pencil(self, spot: Points) -> None:
        """A pencil."""
        body = self.box(spot, 5.5, 0.28)
        paint = self.paint()
        self.shadow(body, 0.15)
        self.fill(body, 0.15, paint)
        ends = (body[1] + body[2]) / 2, (body[2] - body[1]) / 2
        forward = (body[1] - body[0]) / np.linalg.norm(body[1] - body[0])
        self.fill(np.array([body[1], body[2], ends[0] + 0.6 * forward]), 0.15, bgr((222, 184, 135)))
        self.fill(body[[0, 1]].tolist() + (body[[1, 0]] + ends[1] * 0.6).tolist(), 0.15, paint * np.float32(1.2))

    def marker(self, spot: Points) -> None:
        """A printed square marker, as people stick beside their boards."""
        sheet = self.box(spot, 2.4, 2.4)
        self.fill(sheet, 0.0, bgr((240, 240, 238)))
        across, down = (sheet[1] - sheet[0]) / 8, (sheet[3] - sheet[0]) / 8
        bits = np.zeros((8, 8), dtype=bool)
        bits[1:7, 1:7] = True
        bits[2:6, 2:6] = self.chance.random((4, 4)) < 0.5
        for row, column in np.argwhere(bits):
            corner = sheet[0] + column * across + row * down
            self.fill(
                np.array([corner, corner + across, corner + across + down, corner + down]), 0.0, bgr((22, 22, 24))
            )

    def paper(self, spot: Points) -> None:
        """A sheet of notes."""
        sheet = self.box(spot, 5.5, 7.5)
        self.shadow(sheet, 0.06)
        self.fill(sheet, 0.02, bgr((238, 236, 228)))
        across, down = (sheet[1] - sheet[0]) / 12, (sheet[3] - sheet[0]) / 20
        for row in range(2, 18):
            reach = self.chance.uniform(4, 10.5)
            start = sheet[0] + across + row * down
            self.fill(
                np.array([start, start + reach * across, start + reach * across + down * 0.2, start + down * 0.2]),
                0.02, bgr((90, 95, 120)), 0.6,
            )  # fmt: skip

    def second_board(self, spot: Points) -> None:
        """A small board of another game, with a grid of holes."""
        plate = self.box(spot, 6.5, 6.5)
        paint = self.paint()
        self.shadow(plate, 0.4)
        for step in np.linspace(0, 1, 6):
            self.fill(plate, 0.4 * step, paint * np.float32(0.55 + 0.45 * step))
        across, down = (plate[1] - plate[0]) / 8, (plate[3] - plate[0]) / 8
        turner = Turner(Pieces(radius=0.3), replace(self.scene.light, level=1.0, warmth=0.0), self.fine, paint)
        for row in range(1, 8):
            for column in range(1, 8):
                hole = plate[0] + column * across + row * down
                self.fill(self.disc(hole, 0.2), 0.4, paint * np.float32(0.35))
                if self.chance.random() < 0.15:
                    colour = self.scene.pieces.colours[self.chance.integers(len(self.scene.pieces.colours))]
                    paste(self.picture, turner.ball(np.array([*hole, 0.31]), colour, row))

    def tape(self, spot: Points) -> None:
        """A strip of coloured tape."""
        self.fill(self.box(spot, 2.2, 0.9), 0.0, self.paint(), 0.92)
