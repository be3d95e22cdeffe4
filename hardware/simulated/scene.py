"""What a simulated table looks like: the board, the pieces, the ground with its clutter, the light and the camera.

Lengths are board units (a hole pitch), colours are red, green, blue as a person would name them under white light.
A scene is plain data; `hardware.simulated.scenes` has named ones and makes random ones from a seed.
"""

from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from hardware.colours import Colour

Material: TypeAlias = Literal["wood", "plain", "felt", "cloth", "stone", "check"]
Kind: TypeAlias = Literal["marble", "glass", "cat's eye", "peg", "cone", "pawn", "coin", "stones"]
Clutter: TypeAlias = Literal["cup", "dice", "tray", "cable", "pencil", "marker", "paper", "second board", "tape"]


@dataclass(frozen=True)
class Surface:
    """A stuff and its two colours, between which the grain or the weave runs; ``grain`` is its strength, 0 to 1."""

    material: Material
    colour: Colour
    second: Colour
    grain: float = 0.5
    angle: float = 0.0


@dataclass(frozen=True)
class Holes:
    """``bowl``: a hollow as from a ball cutter; ``shaft``: a straight bore; ``flat``: printed, no relief at all.

    ``floor`` colours the bottom (None: as the board); ``through`` shows the ground instead. ``ring`` is a thin rim.
    """

    shape: Literal["bowl", "shaft", "flat"] = "bowl"
    radius: float = 0.26
    depth: float = 0.25
    floor: Colour | None = None
    through: bool = False
    ring: Colour | None = None
    ring_width: float = 0.04


@dataclass(frozen=True)
class Tiles:
    """How tiles of 2 × 2 squares lie: off by up to ``slack`` board units and ``twist`` degrees, ``tones`` (a share)
    lighter or darker than each other, their worn edges darker by the share ``border``; ``gap`` is seen between them.
    """

    slack: float = 0.015
    twist: float = 0.3
    tones: float = 0.05
    border: float = 0.25
    gap: Colour = (40, 34, 28)


@dataclass(frozen=True)
class Pits:
    """Ten fields and two half-rounds that reach ``end`` beyond them: drawn by lines, or with a ``wall`` (half of its
    width) carved ``depth`` into the board, their corners round by ``corner``. ``chalk``: lines are rough and broken.
    """

    end: float = 1.0
    wall: float = 0.0
    depth: float = 0.0
    corner: float = 0.2
    chalk: float = 0.0


@dataclass(frozen=True)
class BoardStyle:
    """The board: its outline and stuff, its holes, lines between them, coloured points (clockwise from the south).

    With ``tiles`` it is a board of squares: tiles as its outline says, a grid of lines, and no holes. With ``pits`` it
    is a mandarin board, ``margin`` wide around them.
    """

    surface: Surface
    outline: Literal["round", "hexagon", "square", "star"] = "hexagon"
    margin: float = 1.6
    thickness: float = 0.5
    holes: Holes = Holes()
    lines: Literal["none", "grid", "cells"] = "none"
    line_colour: Colour = (40, 30, 25)
    line_width: float = 0.05
    points: tuple[Colour, ...] = ()
    point_strength: float = 0.85
    point_border: Colour | None = None
    circle: Colour | None = None
    varnish: float = 0.3
    tiles: Tiles | None = None
    pits: Pits | None = None


@dataclass(frozen=True)
class Heaps:
    """How stones differ from one another and lie: sizes by the factor exp ``spread``, up to ``long`` times as long as
    wide, ``flat`` times as high; mandarins of radius ``mandarin``. ``apart``: their middles keep so many radii from one
    another, below 2 they overlap; ``gathered``: how near together a heap lies, 0 not at all.
    """

    spread: float = 0.1
    long: float = 1.3
    flat: float = 0.7
    mandarin: float = 0.28
    apart: float = 1.7
    gathered: float = 0.5


@dataclass(frozen=True)
class Pieces:
    """One family of pieces. ``colours`` has one per set; ``sink`` is how deep a piece stands in its hole.

    Coins are of the colour ``face`` and bear their suit's sign in its ink: ``suits`` has token and ink of each.
    Nobody lays them quite in the middle: they are off by up to ``slack`` board units. Stones are of any of the
    ``colours``, lie in ``heaps``, and tokens tell how many.
    """

    kind: Kind = "marble"
    radius: float = 0.36
    height: float = 0.9
    sink: float = 0.12
    gloss: float = 0.8
    colours: tuple[Colour, ...] = (
        (200, 30, 35),
        (240, 195, 20),
        (20, 120, 60),
        (25, 60, 170),
        (235, 235, 230),
        (30, 30, 32),
    )
    face: Colour = (240, 236, 224)
    suits: tuple[tuple[str, Colour], ...] = ()
    slack: float = 0.0
    heaps: Heaps | None = None


@dataclass(frozen=True)
class Light:
    """The light: from ``bearing`` and ``height`` (degrees), ``warmth`` -1 blue to 1 orange, ``level`` its exposure.

    ``ambient`` is the share that comes from everywhere, ``soft`` how blurred shadows are; ``glare`` is the strength
    of a window's reflection on a varnished board, ``falloff`` how much darker the far side is, ``vignette`` the
    corners of the picture.
    """

    bearing: float = 120.0
    height: float = 55.0
    warmth: float = 0.1
    level: float = 1.0
    ambient: float = 0.55
    soft: float = 0.12
    glare: float = 0.0
    falloff: float = 0.1
    vignette: float = 0.15


@dataclass(frozen=True)
class Pose:
    """Where the camera is: ``distance`` from ``target``, ``tilt`` degrees off the plumb line towards ``azimuth``.

    ``azimuth`` -90 looks from the south with north up; ``roll`` turns the picture. ``k1`` bends it, see `lens`.
    ``blur`` is the optics' sigma and ``noise`` the sensor's, in pixels and in 255ths at a picture 960 wide; ``jpeg``
    is the quality it is packed with (0: not packed).
    """

    distance: float = 26.0
    tilt: float = 12.0
    azimuth: float = -90.0
    roll: float = 0.0
    target: tuple[float, float] = (0.0, 0.0)
    view_angle: float = 54.0
    k1: float = 0.0
    blur: float = 0.6
    noise: float = 1.5
    jpeg: int = 0


@dataclass(frozen=True)
class Scene:
    """Everything that decides how a table looks, save what lies on it. ``seed`` decides grain, clutter and noise.

    With ``markers`` the board's printed ones lie around it, on card as thick as the board.
    """

    name: str
    board: BoardStyle
    pieces: Pieces = Pieces()
    ground: Surface = field(default_factory=lambda: Surface("cloth", (52, 74, 96), (44, 64, 84)))
    clutter: tuple[Clutter, ...] = ()
    light: Light = Light()
    pose: Pose = Pose()
    skin: Colour = (214, 168, 140)
    sleeve: Colour = (70, 80, 110)
    hand: float = 1.0
    seed: int = 0
    markers: bool = False
