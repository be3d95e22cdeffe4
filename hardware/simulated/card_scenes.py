"""Card tables from a seed: what lies there (rows, fans, tricks, heaps, a spread hand) and what the table looks like."""

from math import cos, radians, sin
from random import Random

from hardware.colours import Colour
from hardware.simulated.card_signs import Lettering
from hardware.simulated.card_table import CardScene, Lying
from hardware.simulated.cards import FACES, random_deck
from hardware.simulated.scene import Light, Material, Pose, Surface

_GROUNDS: tuple[tuple[Material, Colour, Colour], ...] = (
    ("wood", (176, 120, 74), (128, 80, 46)),
    ("wood", (96, 60, 40), (64, 38, 24)),
    ("wood", (222, 190, 150), (200, 164, 120)),
    ("felt", (34, 110, 70), (28, 92, 58)),
    ("cloth", (130, 30, 50), (100, 22, 40)),
    ("cloth", (40, 60, 130), (30, 46, 110)),
    ("cloth", (226, 224, 218), (208, 206, 200)),
    ("cloth", (120, 110, 100), (96, 88, 80)),
    ("plain", (22, 22, 24), (18, 18, 20)),
    ("plain", (214, 212, 208), (206, 204, 200)),
    ("plain", (244, 244, 244), (236, 236, 236)),
    ("stone", (150, 150, 152), (110, 110, 114)),
    ("check", (220, 60, 60), (240, 236, 230)),
)


def row(faces: list[str], x: float, y: float, step: float = 7.0, angle: float = 0.0) -> list[Lying]:
    """Cards side by side; with a ``step`` below a card's width they overlap, the last on top."""
    c, s = cos(radians(angle)), sin(radians(angle))
    return [Lying(face, x + c * step * n, y + s * step * n, angle) for n, face in enumerate(faces)]


def fan(
    faces: list[str], x: float, y: float, *, spread: float = 12.0, angle: float = 0.0, reach: float = 11.0
) -> list[Lying]:
    """Cards as they are held: turned about one point ``reach`` centimetres below their middles."""
    lying = []
    for n, face in enumerate(faces):
        turn = angle - spread * (n - (len(faces) - 1) / 2)
        lying.append(Lying(face, x - reach * sin(radians(turn)), y + reach * cos(radians(turn)), turn))
    return lying


def strewn(faces: list[str], chance: Random, wide: float, high: float, apart: float = 0.0) -> list[Lying]:
    """Cards anyhow; where there is room, ``apart`` centimetres from one another's middle."""
    lying: list[Lying] = []
    for face in faces:
        for _ in range(12):
            x, y = chance.uniform(-wide, wide) / 2, chance.uniform(-high, high) / 2
            if all((x - card.x) ** 2 + (y - card.y) ** 2 >= apart**2 for card in lying):
                break
        lying.append(Lying(face, x, y, chance.uniform(0, 360)))
    return lying


def random_cards(seed: int) -> list[Lying]:
    """Any cards in any order, about the middle of a table some 45 by 34 centimetres."""
    chance = Random(seed * 7 + 1)
    pack = list(FACES)
    chance.shuffle(pack)
    turn = chance.uniform(0, 360)
    kind = chance.choice(("strewn", "strewn apart", "rows", "fans", "heap", "spread", "mixed"))
    if kind == "strewn":
        cards = strewn(pack[: chance.randint(2, 16)], chance, 40, 30)
    elif kind == "strewn apart":
        cards = strewn(pack[: chance.randint(1, 9)], chance, 42, 32, 10)
    elif kind == "rows":
        count, step = chance.randint(2, 6), chance.uniform(6.4, 8)
        cards = [
            card
            for n in range(chance.randint(1, 3))
            for card in row(pack[n * count : n * count + count], -step * (count - 1) / 2, 10.5 * (n - 1), step)
        ]
    elif kind == "fans":
        cards = _any_fan(chance, pack, -1)
        if chance.random() < 0.6:
            cards += _any_fan(chance, pack[20:], 1)
    elif kind == "heap":
        cards = strewn(pack[: chance.randint(3, 8)], chance, 16, 12)
    elif kind == "spread":
        step = chance.uniform(1.1, 4)
        cards = row(pack[: chance.randint(3, 11)], -12, chance.uniform(-8, 8), step)
        if chance.random() < 0.5:
            cards += row(
                pack[20 : 20 + chance.randint(3, 11)], -12, 10 if cards[0].y < 0 else -10, step, chance.uniform(-20, 20)
            )
    else:
        cards = row(pack[:3], -18, 8) + strewn(pack[10:13], chance, 14, 10) + fan(pack[20:24], 10, -12)
    if chance.random() < 0.3:
        cards += [Lying(face, chance.uniform(-20, 20), chance.uniform(-15, 15), chance.uniform(0, 360), down=True)
                  for face in pack[40 : 40 + chance.randint(1, 3)]]  # fmt: skip
        chance.shuffle(cards)
    sway = chance.choice((0.0, 1.0, 4.0))
    return [_pushed(chance, card, turn, sway) for card in cards]


def _any_fan(chance: Random, pack: list[str], side: int) -> list[Lying]:
    return fan(
        pack[: chance.randint(3, 9)],
        chance.uniform(-12, 12),
        side * chance.uniform(4, 12) - 6,
        spread=chance.uniform(5, 16),
        angle=chance.uniform(-180, 180),
        reach=chance.uniform(8, 22),
    )


def _pushed(chance: Random, card: Lying, turn: float, sway: float) -> Lying:
    """A card after the whole table was turned, and lying about ``sway`` degrees less straight."""
    c, s = cos(radians(turn)), sin(radians(turn))
    x = card.x * c - card.y * s + chance.gauss(0, sway / 12)
    y = card.x * s + card.y * c + chance.gauss(0, sway / 12)
    return Lying(card.face, x, y, card.angle + turn + chance.gauss(0, sway), card.down)


def _shade(chance: Random, colour: Colour, shift: float) -> Colour:
    red, green, blue = (min(255, max(0, int(part * shift) + chance.randint(-14, 14))) for part in colour)
    return red, green, blue


def random_card_scene(seed: int, lettering: Lettering | None = None) -> CardScene:
    """Any table, light and camera; the same seed gives the same scene. ``lettering``: see `random_deck`."""
    chance = Random(seed * 7 + 2)
    material, colour, second = chance.choice(_GROUNDS)
    shift = chance.uniform(0.6, 1.25)
    ground = Surface(
        material,
        _shade(chance, colour, shift),
        _shade(chance, second, shift),
        chance.uniform(0.1, 0.9),
        chance.uniform(0, 180),
    )
    tilt = chance.choice((chance.uniform(0, 15), chance.uniform(10, 35), chance.uniform(30, 52)))
    things = ("cup", "pencil", "paper", "telephone", "hand", "hand")
    good = chance.random() < 0.5
    return CardScene(
        deck=random_deck(seed, lettering),
        ground=ground,
        light=Light(
            bearing=chance.uniform(0, 360),
            height=chance.uniform(25, 80),
            warmth=chance.gauss(0, 0.25),
            level=chance.uniform(0.8, 1.0)
            if good
            else chance.choice((chance.uniform(0.4, 1.0), chance.uniform(1.0, 1.25))),
            ambient=chance.uniform(0.3, 0.8),
            soft=chance.uniform(0.03, 0.4),
            glare=0.0 if chance.random() < 0.7 else chance.uniform(20, 120),
            falloff=chance.uniform(0, 0.4),
            vignette=chance.uniform(0, 0.35),
        ),
        pose=Pose(
            distance=chance.uniform(45, 75),
            tilt=tilt,
            azimuth=chance.uniform(0, 360),
            roll=chance.uniform(0, 360),
            target=(chance.gauss(0, 2), chance.gauss(0, 2)),
            view_angle=chance.uniform(36, 58),
            blur=chance.uniform(0.3, 0.8) if good else chance.uniform(0.3, 1.6),
            noise=chance.uniform(0, 3) if good else chance.uniform(0, 9),
            jpeg=chance.randint(70, 96) if good else chance.randint(35, 95),
        ),
        things=tuple(chance.choice(things) for _ in range(chance.choice((0, 0, 1, 1, 2, 3)))),
        edge=0.0 if chance.random() < 0.8 else chance.uniform(0.2, 0.7),
        seed=seed,
    )
