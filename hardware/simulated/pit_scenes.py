"""Scenes for the mandarin board: a carved and a printed one to play at, and any number of random ones from a seed."""

from dataclasses import replace
from random import Random

from hardware.colours import Colour
from hardware.simulated.scene import BoardStyle, Heaps, Holes, Light, Pieces, Pits, Pose, Scene, Surface
from hardware.simulated.scenes import ACROSS, random_scene

CARVED = Scene(
    "wood",
    BoardStyle(
        Surface("wood", (198, 150, 100), (146, 98, 58), 0.7),
        margin=0.35,
        thickness=0.3,
        varnish=0.2,
        pits=Pits(1.1, 0.06, 0.16, 0.16),
    ),
    Pieces("stones", 0.095, 0.2, 0.0, 0.3, colours=((92, 98, 108), (150, 152, 150), (206, 202, 192)), heaps=Heaps()),
    Surface("cloth", (62, 84, 104), (44, 62, 82), 0.7),
    ("cup", "dice"),
    Light(bearing=125, height=55, warmth=0.1, falloff=0.1),
    Pose(tilt=12, distance=9.5, roll=2, k1=-0.02),
    hand=0.75,
    seed=4,
)
"""A wooden board with carved fields and river pebbles."""

PRINTED = Scene(
    "printed",
    BoardStyle(
        Surface("plain", (236, 230, 212), (226, 218, 196), 0.4),
        margin=0.25,
        thickness=0.04,
        line_colour=(40, 40, 60),
        line_width=0.03,
        pits=Pits(1.0),
    ),
    Pieces("stones", 0.085, 0.2, 0.0, 0.5, colours=((120, 40, 26), (92, 28, 20), (150, 62, 30)), heaps=Heaps(flat=0.8)),
    Surface("wood", (120, 80, 50), (84, 52, 30), 0.8, 20),
    ("dice", "paper"),
    Light(bearing=60, height=60, warmth=0.05),
    Pose(tilt=9, distance=9.2, roll=-2, k1=-0.02),
    hand=0.75,
    seed=4,
)
"""Fields printed on a sheet, with red seeds, on a wooden table."""

PIT_SCENES = {scene.name: scene for scene in (CARVED, PRINTED)}

_BOARDS: tuple[tuple[Colour, Colour], ...] = (
    ((214, 178, 128), (176, 132, 84)),
    ((150, 100, 62), (96, 58, 34)),
    ((104, 66, 44), (62, 38, 26)),
    ((230, 204, 164), (206, 172, 124)),
    ((168, 84, 54), (112, 48, 30)),
)
_STONES: tuple[tuple[Colour, ...], ...] = (
    ((92, 98, 108), (150, 152, 150), (206, 202, 192), (60, 62, 68)),
    ((232, 230, 224), (214, 208, 196)),
    ((120, 40, 26), (92, 28, 20), (150, 62, 30)),
    ((40, 36, 34), (62, 52, 44)),
    ((226, 186, 60), (206, 158, 40)),
    ((30, 120, 70), (40, 90, 170), (190, 40, 50), (230, 190, 50)),
    ((196, 160, 116), (170, 130, 88)),
)
_PAPERS: tuple[Colour, ...] = ((240, 238, 232), (236, 226, 200), (204, 206, 204), (196, 170, 120), (150, 152, 150))


def random_pits(seed: int) -> Scene:
    """A random scene for the mandarin board; the same seed gives the same scene. Light and table as elsewhere."""
    chance = Random(seed)
    room = random_scene(seed)
    end = chance.choice((1.0, chance.uniform(0.85, 1.35)))
    carved = chance.random() < 0.45
    if carved:
        pale, dark = chance.choice(_BOARDS)
        surface = Surface("wood", pale, dark, chance.uniform(0.3, 0.9), chance.choice((0, 0, chance.uniform(0, 180))))
        wall = chance.uniform(0.03, 0.1)
        pits = Pits(end, wall, chance.uniform(0.08, 0.25), chance.uniform(0.08, 0.45 - wall))
    else:
        paper = chance.choice(_PAPERS)
        second: Colour = (max(paper[0] - 14, 0), max(paper[1] - 14, 0), max(paper[2] - 18, 0))
        surface = Surface(chance.choice(("plain", "plain", "stone", "cloth")), paper, second, chance.uniform(0.2, 0.5))
        pits = Pits(end, chalk=chance.choice((0.0, 0.0, chance.uniform(0.2, 0.8))))
    bright = not carved and sum(surface.colour) < 480
    line = (chance.randint(225, 250),) * 3 if bright else (chance.randint(20, 90),) * 3
    radius = chance.uniform(0.065, 0.12)
    pose = room.pose
    across = 2 * (2.5 + end) + 0.8
    return replace(
        room,
        name=f"random pits {seed}",
        board=BoardStyle(
            surface,
            chance.choice(("square", "square", "round")),
            chance.uniform(0.12, 0.5),
            chance.uniform(0.2, 0.5) if carved else chance.uniform(0.01, 0.1),
            Holes("flat", 0.3, 0.0),
            line_colour=line,
            line_width=chance.uniform(0.02, 0.06),
            varnish=chance.uniform(0, 0.4),
            pits=pits,
        ),
        pieces=Pieces("stones", radius, 2 * radius, 0.0, chance.uniform(0, 0.7), colours=chance.choice(_STONES),
                      heaps=Heaps(chance.uniform(0, 0.15), chance.uniform(1.05, 1.6), chance.uniform(0.5, 0.95),
                                  chance.uniform(2.2, 3.2) * radius, chance.uniform(1.3, 1.95),
                                  chance.uniform(0, 0.7))),
        clutter=tuple(thing for thing in room.clutter if thing != "second board"),
        pose=replace(
            pose,
            distance=0.78 * pose.distance * across / (ACROSS[121] + 2 * room.board.margin),
            target=(pose.target[0] * 0.5, pose.target[1] * 0.5),
            tilt=min(pose.tilt, 35.0),
        ),
        hand=chance.uniform(0.6, 0.85),
    )  # fmt: skip
