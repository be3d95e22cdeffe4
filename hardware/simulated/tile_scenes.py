"""Scenes for boards of tiles: wooden and printed ones to play at, and any number of random ones from a seed."""

from collections.abc import Mapping
from dataclasses import replace
from random import Random

from hardware.colours import Colour
from hardware.simulated.pit_scenes import PIT_SCENES, random_pits
from hardware.simulated.scene import BoardStyle, Light, Pieces, Pose, Scene, Surface, Tiles
from hardware.simulated.scenes import ACROSS, random_scene, tidy_scenes
from rules.geometry import Board, Medium

Suits = tuple[tuple[str, Colour], ...]

SUITS: Suits = (("suns", (190, 30, 28)), ("moons", (24, 24, 26)), ("crowns", (200, 150, 12)), ("arms", (30, 64, 160)))
"""The usual inks of the four suits."""

WOODEN = Scene(
    "wood",
    BoardStyle(
        Surface("wood", (214, 178, 128), (176, 132, 84), 0.6),
        thickness=0.25,
        line_colour=(70, 48, 30),
        line_width=0.035,
        varnish=0.3,
        tiles=Tiles(),
    ),
    Pieces("coin", 0.36, 0.16, 0.0, 0.15, suits=SUITS, slack=0.05),
    Surface("cloth", (40, 92, 70), (30, 74, 56), 0.7),
    ("cup", "dice"),
    Light(bearing=125, height=52, warmth=0.15, glare=30, falloff=0.12),
    Pose(tilt=14, distance=14.5, roll=3, k1=-0.02),
    hand=0.75,
    seed=4,
)
"""Maple tiles with burnt lines and white coins, on a green cloth."""

PRINTED = Scene(
    "printed",
    BoardStyle(
        Surface("plain", (228, 216, 188), (220, 206, 176), 0.4),
        thickness=0.12,
        line_colour=(86, 66, 52),
        line_width=0.03,
        varnish=0.2,
        tiles=Tiles(tones=0.02, border=0.4),
    ),
    Pieces("coin", 0.35, 0.1, 0.0, 0.1, face=(232, 220, 196), suits=SUITS, slack=0.05),
    Surface("wood", (120, 80, 50), (84, 52, 30), 0.8, 20),
    ("dice", "paper"),
    Light(bearing=60, height=60, warmth=0.05, glare=15),
    Pose(tilt=9, distance=14.5, roll=-2, k1=-0.02),
    hand=0.75,
    seed=4,
)
"""Tiles and coins of cream card, on a wooden table."""

TILE_SCENES = {scene.name: scene for scene in (WOODEN, PRINTED)}

_FACES: tuple[Colour, ...] = ((244, 242, 236), (236, 226, 200), (222, 190, 146), (250, 250, 248))
_INKS: Mapping[str, tuple[Colour, ...]] = {
    "suns": ((190, 30, 28), (214, 44, 40), (160, 20, 30)),
    "moons": ((20, 20, 22), (40, 38, 42)),
    "crowns": ((200, 150, 10), (224, 178, 30), (22, 112, 50), (40, 140, 70)),
    "arms": ((28, 62, 160), (40, 80, 190), (20, 40, 110)),
}


def scenes_of(board: Board) -> Mapping[str, Scene]:
    """The named scenes that suit a board: every board has one called wood and one called printed."""
    if board.medium is Medium.PIT:
        return PIT_SCENES
    return TILE_SCENES if board.medium is Medium.SQUARE else tidy_scenes(board)


def random_scene_of(board: Board, seed: int) -> Scene:
    """A random scene that suits a board; the same seed gives the same scene."""
    if board.medium is Medium.PIT:
        return random_pits(seed)
    if board.medium is Medium.SQUARE:
        return random_tiles(seed)
    return random_scene(seed, len(board.places))


def random_tiles(seed: int) -> Scene:
    """A random scene for the piecepack's boards; the same seed gives the same scene. Light and table as elsewhere."""
    chance = Random(seed)
    room = random_scene(seed)
    face = chance.choice(_FACES)
    if chance.random() < 0.6:
        pale, dark = chance.choice((((214, 178, 128), (176, 132, 84)), ((150, 100, 62), (96, 58, 34)),
                                    ((230, 204, 164), (206, 172, 124)), ((140, 64, 40), (104, 44, 26))))  # fmt: skip
        surface = Surface("wood", pale, dark, chance.uniform(0.3, 0.9))
    else:
        pale = chance.choice(((226, 216, 190), (196, 170, 120), (240, 238, 232), (205, 205, 200), face))
        surface = Surface("plain", pale, pale, 0.3)
    ink = (chance.randint(*((25, 95) if chance.random() < 0.85 else (235, 252))),) * 3
    radius = chance.uniform(0.3, 0.4)
    pose = room.pose
    across = ACROSS[121] + 2 * room.board.margin  # what the room's camera stands right for
    return replace(
        room,
        name=f"random tiles {seed}",
        board=BoardStyle(
            surface,
            thickness=chance.uniform(0.06, 0.4),
            line_colour=ink,
            line_width=chance.uniform(0.02, 0.05),
            varnish=chance.uniform(0, 0.5),
            tiles=Tiles(chance.uniform(0, 0.03), chance.uniform(0, 0.6), chance.uniform(0, 0.08),
                        chance.uniform(0.05, 0.5)),
        ),
        pieces=Pieces("coin", radius, chance.uniform(0.06, 0.22), 0.0, chance.uniform(0, 0.3), face=face,
                      suits=tuple((suit, chance.choice(pots)) for suit, pots in _INKS.items()),
                      slack=chance.uniform(0.0, 0.1)),
        clutter=tuple(thing for thing in room.clutter if thing != "second board"),
        pose=replace(
            pose,
            distance=pose.distance * 11.6 / across,
            target=(pose.target[0] * 0.6, pose.target[1] * 0.6),
            tilt=min(pose.tilt, 35.0),
        ),
        hand=chance.uniform(0.6, 0.85),
    )  # fmt: skip
