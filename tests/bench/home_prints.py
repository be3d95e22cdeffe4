"""What is printed, burnt or drawn on a board, for `tests.bench.homes`: points, lines, rings, ornaments, and wear."""

from collections.abc import Iterable, Mapping
from typing import Any

import cv2
import numpy as np
from numpy.random import Generator

from rules.star.places import CORNERS, ROW_HEIGHT, point
from tests.bench.home_blender import Field
from tests.bench.home_boards import AXES, REACH, STAR, TIPS, UNITS, Plan
from tests.bench.home_textures import SIDE, WOODS, Picture, Shade, cloth, clouds, one_of, plain, wood

INKS: list[Shade] = [(24, 22, 20), (24, 22, 20), (60, 36, 20), (90, 90, 92), (30, 40, 90)]
PALE_INKS: list[Shade] = [(235, 230, 215), (214, 180, 90)]
ORNAMENTS: list[Shade] = [(230, 190, 70), (60, 110, 150), (190, 60, 50), (230, 225, 200)]
CENTRES: list[Shade] = [(236, 226, 190), (250, 248, 240), (226, 190, 90), (205, 205, 200)]
DARK = 105
"""A ground whose mean is below this is printed on in pale ink."""


class Canvas:
    """A board's picture that is painted on, and of a glass board how much of each pixel is there at all."""

    def __init__(self, ground: Picture, half: float, clear: Picture | None, worn: Picture | None) -> None:
        self.picture, self.half, self.clear, self.worn = ground, half, clear, worn
        self.scale = SIDE / (2 * half)
        self.mean = ground[::40, ::40].mean((0, 1))
        self.dark = float(self.mean.mean()) < DARK

    def _pixels(self, path: Field) -> Any:
        return np.round((np.asarray(path) * [1, -1] + self.half) * self.scale * 16).astype(np.int32)

    def _lay(self, mask: Any, shade: Shade, share: float) -> None:
        part = mask.astype(np.float32) * (share / 255)
        if self.worn is not None:
            part *= self.worn
        self.picture += (np.array(shade, np.float32) - self.picture) * part[..., None]
        if self.clear is not None:
            np.maximum(self.clear, 0.8 * part, out=self.clear)

    def fill(self, shapes: Iterable[Field], shade: Shade, share: float = 1.0) -> None:
        """Fill polygons (n × 2 each) that do not overlap."""
        mask = np.zeros((SIDE, SIDE), np.uint8)
        cv2.fillPoly(mask, [self._pixels(shape) for shape in shapes], 255, cv2.LINE_AA, 4)
        self._lay(mask, shade, share)

    def stroke(
        self, paths: Iterable[Field], wide: float, shade: Shade, share: float = 1.0, *, closed: bool = False
    ) -> None:
        """Draw along paths (n × 2 each)."""
        mask = np.zeros((SIDE, SIDE), np.uint8)
        thick = max(1, round(wide * self.scale))
        cv2.polylines(mask, [self._pixels(path) for path in paths], closed, 255, thick, cv2.LINE_AA, 4)
        self._lay(mask, shade, share)


def circle(at: Field, radius: float, wobble: float = 0.0, turn: float = 0.0) -> Field:
    """A circle, by hand where it wobbles."""
    angle = np.linspace(0, 2 * np.pi, 44, endpoint=False)
    away = radius * (1 + wobble * (np.cos(2 * angle + turn) + 0.6 * np.sin(3 * angle + 2 * turn)))
    return np.asarray(at + away[:, None] * np.stack([np.cos(angle), np.sin(angle)], 1))


class Printer:
    """Prints a board: chooses first, then paints layer upon layer."""

    def __init__(self, rng: Generator, plan: Plan, colours: Mapping[str, Shade]) -> None:
        self.rng, self.plan, self.colours = rng, plan, colours
        kind, side = plan.kind, 2 * plan.half
        clear, worn, self.wear = None, None, float(rng.choice([0, 0, 0.2, 0.5]))
        if kind.ground == "wood":
            ground = wood(rng, one_of(rng, list(WOODS)), side, one_of(rng, [0, 0, 6, 10]))
        elif kind.ground == "cloth":
            ground = cloth(rng, one_of(rng, kind.shades), side, 0.3)
        else:
            ground = plain(rng, one_of(rng, kind.shades))
        if kind.ground == "glass":
            there = rng.uniform(0.12, 0.4) if ground.mean() > DARK else 1.0
            clear, self.wear = np.full((SIDE, SIDE), there, np.float32), 0.0
        if self.wear:
            worn = np.clip(1.15 - 3.5 * self.wear * np.clip(clouds(rng, 14, 14, 6) - 0.38, 0, 1), 0, 1)
        self.canvas = Canvas(ground, plan.half, clear, worn)
        self.by_hand = plan.name in {"hand-drawn", "home-made wood"}
        self.points, self.lines, self.rings = (rng.random() < share for share in (kind.points, kind.lines, kind.rings))
        self.rings |= not plan.hole
        self.ink = one_of(rng, PALE_INKS if self.canvas.dark else INKS)
        # Tin is printed and pressed in two steps, which do not meet exactly.
        self.places = plan.places + rng.normal(0, 0.015 * plan.pitch * (plan.name == "tin"), 2)

    def printed(self) -> tuple[Picture, Picture | None, list[str]]:
        """All layers, from the ground up."""
        if self.plan.kind.printed and self.plan.shape != "star":
            self._ornaments()
        if self.points:
            self._points()
        if self.lines:
            self._lines()
        if self.rings:
            self._rings()
        if self.plan.hole:
            self._holes()
        self._age()
        told = [name for name in ("points", "lines", "rings") if getattr(self, name)]
        return np.clip(self.canvas.picture, 0, 255), self.canvas.clear, told

    def _ornaments(self) -> None:
        """A frame, and something in the bays between the points."""
        rng, plan, canvas = self.rng, self.plan, self.canvas
        if rng.random() < 0.3:
            frame = plan.rim - plan.out * rng.uniform(0.3, 0.6)
            canvas.stroke([frame], rng.uniform(0.05, 0.3), one_of(rng, [self.ink, *ORNAMENTS]), closed=True)
        bays = [0.8 * REACH * plan.pitch * np.array([np.cos(a), np.sin(a)]) for a in np.arange(6) * np.pi / 3]
        if plan.name in {"tin", "cardboard"} and rng.random() < 0.35:
            wide = plan.pitch * rng.uniform(1.1, 1.5)
            canvas.fill([circle(bay, wide) for bay in bays], one_of(rng, ORNAMENTS), 0.9)
            canvas.stroke([circle(bay, plan.pitch) for bay in bays], 0.06 * plan.pitch, self.ink, closed=True)

    def _points(self) -> None:
        """The points of the star, and often the hexagon between them."""
        rng, pitch, canvas = self.rng, self.plan.pitch, self.canvas
        share = 1.0 if self.plan.kind.printed else one_of(rng, [1.0, 0.85, 0.6])
        rows, margin = one_of(rng, [4.5, 4.5, 4.0]), rng.uniform(0.42, 0.6)
        rim = rng.random() < 0.4
        if self.plan.kind.printed and rng.random() < 0.5:
            angles = np.arange(6) * np.pi / 3
            hexagon = rows * pitch * np.stack([np.cos(angles), np.sin(angles)], 1)
            canvas.fill([hexagon], one_of(rng, CENTRES), share)
        for corner in CORNERS:
            ahead = AXES[corner]
            aside, tip, base = np.array([-ahead[1], ahead[0]]), REACH + 2 * margin, rows * ROW_HEIGHT
            half = (tip - base) / np.sqrt(3) * aside
            triangle = pitch * np.array([tip * ahead, base * ahead + half, base * ahead - half])
            if self.plan.name == "hand-drawn":
                triangle += rng.normal(0, 0.06 * pitch, (3, 2))
                first, *ends = triangle
                along = np.linspace(0, 1, 60)[:, None, None]
                hatches = first + along * (np.array(ends) - first) + rng.normal(0, 0.03 * pitch, (60, 2, 2))
                canvas.stroke(hatches, 0.12 * pitch, self.colours[corner], 0.55)
            else:
                canvas.fill([triangle], self.colours[corner], share)
                if rim:
                    canvas.stroke([triangle], 0.05 * pitch, self.ink, share, closed=True)

    def _lines(self) -> None:
        """Lines from place to place, or the two large triangles alone."""
        rng, pitch = self.rng, self.plan.pitch
        near = np.linalg.norm(UNITS[:, None] - UNITS, axis=2) < 1.05
        paths: Any = self.places[np.argwhere(np.triu(near, 1))]
        if self.by_hand:
            start, end = paths[:, 0], paths[:, 1]
            paths = np.stack([start, (start + end) / 2, end], 1)
            paths = paths + rng.normal(0, 0.022 * pitch, paths.shape)
        elif rng.random() < 0.25:
            ends = [(corner, CORNERS[(number + 2) % 6]) for number, corner in enumerate(CORNERS)]
            paths = np.array([(TIPS[one], TIPS[other]) for one, other in ends]) * pitch
        if not self.plan.kind.printed and rng.random() < 0.5:  # burnt or carved
            self.canvas.stroke(paths, rng.uniform(0.04, 0.08) * pitch, 0.45 * self.canvas.mean, 0.8)
        else:
            self.canvas.stroke(paths, rng.uniform(0.025, 0.08) * pitch, self.ink)

    def _rings(self) -> None:
        """Rings and discs at the places, the same for all or in their points' colours."""
        rng, plan, canvas = self.rng, self.plan, self.canvas
        wide, by_hand = plan.pitch * rng.uniform(0.03, 0.08), plan.name == "hand-drawn"
        radius = plan.pitch * rng.uniform(0.26, 0.4)
        if plan.hole:
            radius = max(1.12 * plan.hole[0][0], 0.2 * plan.pitch) * rng.uniform(1, 1.25)
        mode = one_of(rng, ["white", "own", "both", "line"])
        if plan.hole and not plan.kind.printed:
            mode = "line"
        elif not plan.hole and mode == "line" and self.lines and not by_hand:
            mode = "both"
        pale = np.array((246, 243, 232) if rng.random() < 0.8 else (226, 200, 120))
        in_points = {corner: [STAR.index[place] for place in sorted(point(corner))] for corner in CORNERS}
        between = sorted(set(range(len(UNITS))) - {at for inside in in_points.values() for at in inside})
        for corner, places in [*in_points.items(), ("", between)]:
            own: Any = np.array(self.colours[corner]) if corner and mode == "own" else None
            discs = [circle(self.places[at], radius, 0.035 * by_hand, rng.uniform(0, 6)) for at in places]
            if by_hand and mode != "line":
                canvas.fill(discs, canvas.mean)
            elif mode != "line":
                canvas.fill(discs, pale if own is None or self.points else own * 0.9 + 25)
            if mode == "white" and not by_hand:  # no printer leaves white on white
                canvas.stroke(discs, 0.6 * wide, (70, 66, 60) if canvas.dark else self.ink, closed=True)
            else:
                canvas.stroke(discs, wide, own if own is not None and self.points else self.ink, closed=True)

    def _holes(self) -> None:
        """Holes in wood are darker than its surface, or painted; those in glass are ground."""
        rng, canvas, pitch = self.rng, self.canvas, self.plan.pitch
        discs = [circle(at, self.plan.hole[0][0] + 0.005 * pitch) for at in self.plan.places]
        if self.plan.kind.ground == "wood":
            canvas.fill(discs, (0, 0, 0), one_of(rng, [0.45, 0.2], [35, 65]))
            if not self.points and rng.random() < 0.12:
                for corner in CORNERS:
                    inside = [discs[STAR.index[place]] for place in sorted(point(corner))]
                    canvas.fill(inside, self.colours[corner], 0.95)
        elif self.plan.kind.ground == "glass" and rng.random() < 0.7:
            canvas.fill(discs, (70, 74, 76) if canvas.dark else (235, 242, 240), rng.uniform(0.6, 0.9))

    def _age(self) -> None:
        """The fold of a board that folds, scratches and stains."""
        rng, canvas, half = self.rng, self.canvas, self.plan.half
        if self.plan.fold is not None:
            line = np.array([(0, -half), (0, half)] if self.plan.fold[1] == 0 else [(-half, 0), (half, 0)])
            canvas.stroke([line], rng.uniform(0.03, 0.09), 0.35 * canvas.mean, 0.8)
        if self.wear:
            start = rng.uniform(-half, half, (int(60 * self.wear), 2))
            scratches = np.stack([start, start + rng.normal(0, 0.03 * half, start.shape)], 1)
            canvas.stroke(scratches, 0.01, (205, 200, 190) if rng.random() < 0.6 else (60, 50, 40), 0.4)
            canvas.picture *= (1 - 0.25 * self.wear * np.clip(clouds(rng, 5, 5) - 0.5, 0, 1))[..., None]
