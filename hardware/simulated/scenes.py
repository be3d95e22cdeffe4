"""Scenes: two tidy ones to play at, and any number of random ones from a seed.

Random ones vary in what boards, pieces, light and cameras vary in: stuff, outline, relief and colour of the holes,
prints, awkward pairs of colours, clutter, shadows, warmth, glare, tilt, turn, lens, blur, noise and packing.
"""

from collections.abc import Mapping
from colorsys import hsv_to_rgb
from dataclasses import replace
from math import radians, sin, sqrt, tan
from random import Random
from typing import get_args

from hardware.colours import Colour
from hardware.simulated.scene import BoardStyle, Clutter, Holes, Kind, Light, Material, Pieces, Pose, Scene, Surface
from rules.geometry import Board

WOOD = Scene(
    "wood",
    BoardStyle(
        Surface("wood", (196, 148, 98), (138, 92, 54), 0.8),
        outline="hexagon",
        thickness=0.6,
        holes=Holes("bowl", 0.27, 0.24),
        varnish=0.4,
    ),
    Pieces("marble", 0.37),
    Surface("cloth", (62, 84, 104), (44, 62, 82), 0.7),
    ("cup", "dice", "tray"),
    Light(bearing=125, height=52, warmth=0.15, glare=40, falloff=0.12),
    Pose(tilt=14, distance=25.5, roll=3, k1=-0.02),
    seed=4,
)
"""A wooden board with hollows and glossy marbles."""

PRINTED = Scene(
    "printed",
    BoardStyle(
        Surface("plain", (232, 222, 196), (220, 206, 176), 0.5),
        outline="square",
        margin=1.4,
        thickness=0.15,
        holes=Holes("flat", 0.27, 0.0, floor=(250, 246, 236), ring=(60, 50, 45), ring_width=0.035),
        lines="grid",
        line_width=0.045,
        points=((198, 52, 50), (240, 200, 60), (44, 130, 76), (48, 92, 170), (225, 225, 225), (60, 60, 62)),
        point_strength=0.8,
        point_border=(60, 50, 45),
        varnish=0.2,
    ),
    Pieces("cone", 0.34, 1.0, 0.0, 0.5),
    Surface("wood", (150, 104, 66), (104, 66, 38), 0.8, 20),
    ("dice", "paper", "cup"),
    Light(bearing=60, height=60, warmth=0.05, glare=20),
    Pose(tilt=10, distance=26, roll=-2, k1=-0.02),
    seed=4,
)
"""A printed board with coloured points and halma cones."""

SCENES = {scene.name: scene for scene in (WOOD, PRINTED)}


_USUAL_TIP = 4 * sqrt(3)
"""Pitches from the middle to the tips of the star of 121 places, for which the tidy scenes' cameras stand right."""


def tidy_scenes(board: Board) -> Mapping[str, Scene]:
    """The tidy scenes with a star of any size: the larger it is, the farther away stands the camera."""
    share = max(place.y for place in board.places) / _USUAL_TIP
    return {
        name: replace(scene, pose=replace(scene.pose, distance=scene.pose.distance * share))
        for name, scene in SCENES.items()
    }


_WOODS: tuple[tuple[Colour, Colour], ...] = (
    ((214, 178, 128), (176, 132, 84)),
    ((196, 148, 98), (138, 92, 54)),
    ((150, 100, 62), (96, 58, 34)),
    ((104, 66, 44), (62, 38, 26)),
    ((230, 204, 164), (206, 172, 124)),
    ((168, 84, 54), (112, 48, 30)),
    ((176, 168, 156), (128, 120, 110)),
)
_PAINTS: dict[str, tuple[Colour, ...]] = {
    "red": ((200, 30, 35), (170, 20, 30), (222, 60, 50)),
    "orange": ((235, 120, 25), (245, 145, 60)),
    "yellow": ((240, 195, 20), (250, 220, 90), (205, 170, 40)),
    "green": ((20, 120, 60), (70, 170, 70), (10, 80, 50)),
    "blue": ((25, 60, 170), (50, 110, 215), (20, 30, 90)),
    "light blue": ((110, 180, 225), (150, 205, 230)),
    "purple": ((110, 50, 150), (140, 90, 190)),
    "white": ((235, 235, 230), (245, 240, 225), (215, 215, 220)),
    "black": ((30, 30, 32), (45, 45, 50)),
    "brown": ((120, 70, 40), (90, 50, 32)),
    "wood": ((196, 150, 100), (168, 120, 76)),
    "pink": ((235, 130, 160),),
    "grey": ((140, 140, 145),),
}
_USUAL = ("red", "yellow", "green", "blue", "white", "black")
_CLUTTER: tuple[Clutter, ...] = get_args(Clutter)
_BOARDS = ("hollowed", "hollowed", "drilled", "drilled", "printed", "printed", "tin", "plastic", "felt", "through")


ACROSS = {121: 13.9, 181: 17.4, 253: 20.8}
"""From tip to tip of a star of so many holes, in pitches."""


def random_scene(seed: int, holes: int = 121) -> Scene:
    """A scene for a star of so many holes; the same seed gives the same scene. Harder than most living rooms."""
    chance = Random(seed)
    board = _board(chance)
    across = ACROSS[holes]
    return Scene(
        f"random {seed}",
        board,
        _pieces(chance, board),
        _ground(chance),
        tuple(chance.sample(_CLUTTER, chance.choice((0, 1, 2, 3, 5)))),
        _light(chance),
        _pose(chance, across + 2 * board.margin),
        skin=chance.choice(((222, 178, 150), (198, 146, 112), (140, 92, 66), (88, 56, 42))),
        sleeve=_any_colour(chance),
        hand=chance.uniform(0.85, 1.25) * (across / ACROSS[121]) ** 0.7,
        seed=seed,
    )


def _any_colour(chance: Random) -> Colour:
    return chance.randint(15, 240), chance.randint(15, 240), chance.randint(15, 240)


def _cloth_colour(chance: Random) -> Colour:
    """A colour that people would put on a table: any hue, seldom a loud one."""
    red, green, blue = hsv_to_rgb(chance.random(), min(chance.betavariate(1.3, 2.2), 0.85), chance.uniform(0.2, 0.95))
    return round(red * 255), round(green * 255), round(blue * 255)


def _near(chance: Random, colour: Colour, spread: int) -> Colour:
    red, green, blue = (min(max(part + chance.randint(-spread, spread), 4), 251) for part in colour)
    return red, green, blue


def _wood(chance: Random, **more: float) -> Surface:
    first, second = chance.choice(_WOODS)
    return Surface("wood", _near(chance, first, 14), _near(chance, second, 14), chance.uniform(0.3, 1.0), **more)


def _ground(chance: Random) -> Surface:
    kinds: tuple[Material, ...] = ("wood", "wood", "cloth", "felt", "plain", "check", "stone")
    kind = chance.choice(kinds)
    if kind == "wood":
        return _wood(chance, angle=chance.uniform(0, 180))
    first = _cloth_colour(chance)
    strength = chance.uniform(0.3, 1.0) * (0.6 if kind == "check" else 1.0)
    return Surface(kind, first, _near(chance, first, 70 if kind == "check" else 30), strength, chance.uniform(0, 180))


def _board(chance: Random) -> BoardStyle:
    """Wood with hollows or bores, a printed card or tin, cast plastic, felt, or a board with bores right through."""
    kind = chance.choice(_BOARDS)
    dark = (chance.randint(15, 60),) * 3
    light = (chance.randint(200, 250),) * 3
    surface, holes = _top(chance, kind, dark, light)
    if holes.ring is None and chance.random() < 0.2:
        holes = replace(
            holes, ring=chance.choice((dark, light, _any_colour(chance))), ring_width=chance.uniform(0.03, 0.07)
        )
    return _printed(chance, BoardStyle(
        surface,
        chance.choice(("round", "hexagon", "hexagon", "square", "square", "star")),
        chance.uniform(1.0, 2.4),
        chance.uniform(0.05, 0.2) if kind in {"printed", "felt", "tin"} else chance.uniform(0.25, 0.9),
        holes,
        varnish=chance.uniform(0.6, 1.0) if kind == "tin" else chance.uniform(0.0, 0.9),
    ))  # fmt: skip


def _top(chance: Random, kind: str, dark: Colour, light: Colour) -> tuple[Surface, Holes]:
    """What a board of this kind is made of, and its holes, whose floors may be ``dark`` or ``light``."""
    if kind == "hollowed":
        surface = _wood(chance, angle=chance.uniform(0, 180))
        radius = chance.uniform(0.2, 0.36)
        holes = Holes("bowl", radius, radius * chance.uniform(0.35, 1.0))
    elif kind == "drilled":
        surface = _wood(chance, angle=chance.uniform(0, 180))
        holes = Holes("shaft", chance.uniform(0.09, 0.24), chance.uniform(0.2, 0.5), floor=chance.choice((None, dark)))
    elif kind == "printed":
        pale = _near(chance, (225, 215, 195), 28)
        surface = Surface("plain", pale, _near(chance, pale, 14), chance.uniform(0.2, 0.6))
        floor = chance.choice((light, dark, None, _any_colour(chance)))
        holes = Holes(
            "flat", chance.uniform(0.16, 0.4), 0.0, floor, ring=chance.choice((dark, dark, None if floor else dark))
        )
    elif kind == "tin":
        paint = _cloth_colour(chance)
        surface = Surface("plain", paint, _near(chance, paint, 10), 0.2)
        radius = chance.uniform(0.22, 0.36)
        floor = chance.choice((None, light, dark, _any_colour(chance)))
        holes = Holes("bowl", radius, radius * chance.uniform(0.25, 0.6), floor)
    elif kind == "plastic":
        grey = _near(chance, chance.choice(((150, 152, 158), (60, 62, 66), (205, 205, 205), (140, 60, 55))), 16)
        surface = Surface("plain", grey, _near(chance, grey, 8), 0.3)
        radius = chance.uniform(0.24, 0.38)
        holes = Holes("bowl", radius, radius * chance.uniform(0.3, 0.9))
    elif kind == "felt":
        cloth = _cloth_colour(chance)
        surface = Surface("felt", cloth, _near(chance, cloth, 26), 0.8)
        holes = Holes("flat", chance.uniform(0.2, 0.36), 0.0, chance.choice((light, dark, _near(chance, cloth, 45))))
    else:
        surface = (
            _wood(chance) if chance.random() < 0.6 else Surface("plain", _any_colour(chance), (128, 128, 128), 0.15)
        )
        holes = Holes("shaft", chance.uniform(0.16, 0.28), chance.uniform(0.08, 0.25), through=True)
    return surface, holes


def _printed(chance: Random, board: BoardStyle) -> BoardStyle:
    """Lines, coloured points and the circle, on some boards."""
    ink = (chance.randint(10, 70),) * 3 if chance.random() < 0.8 else (chance.randint(180, 245),) * 3
    points: tuple[Colour, ...] = ()
    if chance.random() < 0.55:
        names = chance.sample(("red", "orange", "yellow", "green", "blue", "light blue", "purple", "white", "black"), 6)
        points = tuple(chance.choice(_PAINTS[name]) for name in names)
    return replace(
        board,
        lines=chance.choice(("none", "none", "grid", "grid", "cells")),
        line_colour=ink,
        line_width=chance.uniform(0.02, 0.08),
        points=points,
        point_strength=chance.uniform(0.4, 1.0),
        point_border=ink if chance.random() < 0.4 else None,
        circle=ink if chance.random() < 0.15 else None,
    )


def _pieces(chance: Random, board: BoardStyle) -> Pieces:
    """Six sets whose colours people could own, sometimes two that are hard to tell apart."""
    names = list(_USUAL)
    for _ in range(chance.choice((0, 0, 1, 2, 3))):
        names[chance.randrange(6)] = chance.choice([name for name in _PAINTS if name not in names])
    chance.shuffle(names)
    colours = tuple(_near(chance, chance.choice(_PAINTS[name]), 10) for name in names)
    kinds: tuple[Kind, ...] = ("marble", "marble", "marble", "glass", "cat's eye", "peg", "cone", "pawn")
    kind = chance.choice(kinds)
    hole = board.holes.radius
    if kind in {"marble", "glass", "cat's eye"}:
        radius = min(max(hole * chance.uniform(1.05, 1.6), 0.25), 0.46)
        rest = (radius**2 - min(hole, radius * 0.95) ** 2) ** 0.5 if board.holes.depth > 0 else radius
        return Pieces(
            kind, radius, 2 * radius, min(radius - rest, board.holes.depth), chance.uniform(0.3, 1.0), colours
        )
    if kind == "peg":
        return Pieces(kind, chance.uniform(0.2, 0.33), chance.uniform(0.6, 1.4), 0.0, chance.uniform(0.2, 0.8), colours)
    return Pieces(kind, chance.uniform(0.28, 0.42), chance.uniform(0.7, 1.3), 0.0, chance.uniform(0.1, 0.8), colours)


def _light(chance: Random) -> Light:
    return Light(
        bearing=chance.uniform(0, 360),
        height=chance.uniform(28, 80),
        warmth=chance.uniform(-0.6, 0.9),
        level=chance.uniform(0.6, 1.12),
        ambient=chance.uniform(0.35, 0.8),
        soft=chance.uniform(0.03, 0.35),
        glare=chance.choice((0.0, 0.0, chance.uniform(20, 150))),
        falloff=chance.uniform(0.0, 0.4),
        vignette=chance.uniform(0.0, 0.35),
    )


def _pose(chance: Random, across: float) -> Pose:
    """Near enough that the board nearly fills the picture, or up to twice as far."""
    angle = chance.uniform(38, 68)
    tilt = chance.choice((chance.uniform(0, 12), chance.uniform(0, 25), chance.uniform(20, 40)))
    near = across / (2 * 0.75 * tan(radians(angle) / 2)) + 0.5 * across * sin(radians(tilt))
    # Most often the board fills the picture; sometimes a point is cut off, sometimes it is a small thing far away.
    far = chance.choice((1.0, chance.uniform(0.9, 1.0), *(chance.uniform(1.0, most) for most in (1.2, 1.3, 2.0, 3.2))))
    room = 0.06 * across + 0.3 * across * max(far - 1, 0.0)
    return Pose(
        distance=near * 1.02 * far,
        tilt=tilt,
        azimuth=chance.uniform(0, 360),
        roll=chance.uniform(0, 360),
        target=(chance.uniform(-room, room), chance.uniform(-room, room)),
        view_angle=angle,
        k1=chance.choice((0.0, chance.uniform(-0.12, 0.06))),
        blur=chance.uniform(0.3, 1.6),
        noise=chance.choice((chance.uniform(0.5, 3), chance.uniform(0.5, 8))),
        jpeg=chance.choice((0, chance.randint(55, 95))),
    )
