"""A table with playing cards as a camera sees it: cards anyhow, in rows, fans, tricks and heaps, lit and overlapping.

Lengths are centimetres, the table is the plane z = 0. Everything comes from a seed, and what truly lies where is told.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from math import cos, pi, radians, sin
from typing import TypeAlias

import cv2
import numpy as np
from numpy.random import Generator, default_rng
from numpy.typing import NDArray

from hardware.pictures import Picture
from hardware.simulated.cards import HIGH, Deck, draw_back, draw_face, outline_mask
from hardware.simulated.lens import Lens, Points
from hardware.simulated.pieces import light_colour
from hardware.simulated.scene import Light, Pose, Surface
from hardware.simulated.textures import Image, cloud, texture

INDEX = (0.03, 0.03, 0.19, 0.26)
"""Where an index is on its card at most: left, top, right, bottom, as shares of width and height."""

_TEXTURE = 640  # pixels of the ground's texture, mirrored at its edges
_THICK = 0.03  # of a card, in centimetres

Numbers: TypeAlias = NDArray[np.int32]


@dataclass(frozen=True)
class Lying:
    """A card on the table: its middle, and its top's direction in degrees against the clock from north."""

    face: str
    x: float
    y: float
    angle: float = 0.0
    down: bool = False


@dataclass(frozen=True)
class CardScene:
    """How a table with cards looks. ``things`` stand or lie over it: cups, pencils, hands, papers, telephones."""

    deck: Deck = field(default_factory=Deck)
    ground: Surface = field(default_factory=lambda: Surface("felt", (34, 110, 70), (28, 92, 58), 0.6))
    light: Light = field(default_factory=Light)
    pose: Pose = field(default_factory=lambda: Pose(distance=60.0, tilt=12.0, view_angle=54.0))
    things: tuple[str, ...] = ()
    edge: float = 0.0
    seed: int = 0


@dataclass(frozen=True)
class CardTruth:
    """Where a card lies in the picture.

    ``corners``: pixels of the face's top left, top right, bottom right and bottom left; ``visible``: the share of it
    that is seen; ``index_visible``: the same of its first and its second index.
    """

    face: str
    corners: Points
    visible: float
    index_visible: tuple[float, float]
    down: bool


def draw_cards(cards: Sequence[Lying], scene: CardScene, size: tuple[int, int]) -> tuple[Picture, list[CardTruth]]:
    """The picture of a table, the first card lowest, and the truth about each card in that order."""
    chance = default_rng([scene.seed, 41])
    lens = Lens(scene.pose, size)
    picture = _ground(scene, lens)
    owner: Numbers = np.zeros((size[1], size[0]), np.int32)
    corners = []
    for number, card in enumerate(cards, 1):
        spot = lens.project(np.column_stack([_corners(card, scene.deck), np.full(4, _THICK * number / 4)]))
        corners.append(spot)
        _shadow(picture, spot, scene.light)
        _lay(picture, owner, spot, _printed(scene.deck, card), number)
    for thing in scene.things:
        _THINGS[thing](chance, picture, owner, lens)
    truth = [
        _truth(number, card, spot, owner) for number, (card, spot) in enumerate(zip(cards, corners, strict=True), 1)
    ]
    return _seen(chance, picture, owner, scene), truth


def _corners(card: Lying, deck: Deck) -> Points:
    wide, high = deck.wide / 20, HIGH / 20
    c, s = cos(radians(card.angle)), sin(radians(card.angle))
    flat = np.array([(-wide, high), (wide, high), (wide, -high), (-wide, -high)])
    there: Points = flat @ np.array([[c, s], [-s, c]]) + (card.x, card.y)
    return there


@lru_cache(maxsize=64)
def _printed_as(deck: Deck, face: str) -> list[Image]:
    """A face with its outline as a fourth layer, at several sizes, each half of the one before."""
    sheet = draw_face(deck, face) if face else draw_back(deck)
    layers = [np.dstack([sheet.astype(np.float32), outline_mask(deck)])]
    while min(layers[-1].shape[:2]) > 40:
        layers.append(
            np.asarray(cv2.resize(layers[-1], None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA), np.float32)
        )
    return layers


def _printed(deck: Deck, card: Lying) -> list[Image]:
    return _printed_as(deck, "" if card.down else card.face)


def _ground(scene: CardScene, lens: Lens) -> Image:
    """The table's top, as far as the camera sees; the lens is taken to be straight."""
    scale = _TEXTURE / (1.6 * scene.pose.distance)
    stuff = texture(scene.ground, _TEXTURE, scale, (scene.seed, 0))
    way = lens.homography @ np.linalg.inv(np.array([(scale, 0, _TEXTURE / 2), (0, -scale, _TEXTURE / 2), (0, 0, 1)]))
    there = cv2.warpPerspective(stuff, way, lens.size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT_101)
    return there.astype(np.float32)


def _box(points: Points, margin: float, shape: tuple[int, ...]) -> tuple[slice, slice] | None:
    low = np.maximum(np.floor(points.min(0) - margin), 0).astype(int)
    high = np.minimum(np.ceil(points.max(0) + margin) + 1, (shape[1], shape[0])).astype(int)
    if (high <= low).any():
        return None
    return slice(low[1], high[1]), slice(low[0], high[0])


def _veil(shape: Points, box: tuple[slice, slice], soft: float) -> Image:
    """How much of each pixel of the box a polygon covers."""
    rows, columns = box
    mask = np.zeros((rows.stop - rows.start, columns.stop - columns.start), np.uint8)
    cv2.fillPoly(mask, [np.round((shape - (columns.start, rows.start)) * 16).astype(np.int32)], 255, cv2.LINE_AA, 4)
    if soft > 0.3:
        mask = np.asarray(cv2.GaussianBlur(mask, (0, 0), soft), np.uint8)
    return (mask.astype(np.float32) / np.float32(255))[..., None]


def _shadow(picture: Image, spot: Points, light: Light) -> None:
    """The thin shadow beside a card that does not lie quite flat."""
    unit = float(np.hypot(*(spot[1] - spot[0]))) / 6.3
    away = np.array([-cos(radians(light.bearing)), sin(radians(light.bearing))]) * unit * 0.08
    soft = unit * (0.04 + 0.3 * light.soft)
    box = _box(spot, 3 * soft + 0.2 * unit, picture.shape)
    if box is not None:
        picture[box] *= 1 - (1 - light.ambient) * 0.75 * _veil(spot + away, box, soft)


def _lay(picture: Image, owner: Numbers, spot: Points, layers: Sequence[Image], number: int) -> None:
    box = _box(spot, 1, picture.shape)
    if box is None:
        return
    shown = np.sqrt(abs(cv2.contourArea(spot.astype(np.float32))))
    sheet = next((layer for layer in layers[::-1] if np.sqrt(layer[..., 0].size) >= shown), layers[0])
    height, width = sheet.shape[:2]
    flat = np.array([(0, 0), (width, 0), (width, height), (0, height)], np.float32) - np.float32(0.5)
    rows, columns = box
    way = cv2.getPerspectiveTransform(flat, (spot - (columns.start, rows.start)).astype(np.float32))
    size = (columns.stop - columns.start, rows.stop - rows.start)
    # Beyond the edge the paper goes on, so that no dark fringe is mixed in.
    laid = cv2.warpPerspective(sheet[..., :3], way, size, borderMode=cv2.BORDER_REPLICATE)
    cover = cv2.warpPerspective(sheet[..., 3], way, size)[..., None]
    picture[box] += (laid - picture[box]) * cover
    owner[box][cover[..., 0] > 0.5] = number


def _truth(number: int, card: Lying, spot: Points, owner: Numbers) -> CardTruth:
    flat = np.array([(0, 0), (1, 0), (1, 1), (0, 1)], np.float32)
    way = cv2.getPerspectiveTransform(flat, spot.astype(np.float32))

    def share(left: float, top: float, right: float, bottom: float) -> float:
        x, y = np.meshgrid(np.linspace(left, right, 16), np.linspace(top, bottom, 20))
        pixels = cv2.perspectiveTransform(np.stack([x, y], -1).astype(np.float32), way)
        at = np.rint(pixels).astype(int).reshape(-1, 2)
        inside = ((at >= 0) & (at < owner.shape[::-1])).all(1)
        return float((owner[at[inside, 1], at[inside, 0]] == number).sum() / len(at))

    left, top, right, bottom = INDEX
    both = share(left, top, right, bottom), share(1 - right, 1 - bottom, 1 - left, 1 - top)
    return CardTruth(card.face, spot, share(0.02, 0.02, 0.98, 0.98), both, card.down)


def _over(picture: Image, owner: Numbers, shape: Points, colour: Image, shade: float = 0.4) -> None:
    """Something over the table, and the shadow that it throws."""
    unit = float(np.ptp(shape, axis=0).max()) / 12
    beside = shape + np.full(2, unit)
    box = _box(beside, 4 * unit, picture.shape)
    if box is not None:
        picture[box] *= 1 - shade * _veil(beside, box, unit)
    box = _box(shape, 2, picture.shape)
    if box is not None:
        mask = _veil(shape, box, 0)
        picture[box] += (colour - picture[box]) * mask
        owner[box][mask[..., 0] > 0.3] = -1


def _spot(chance: Generator, lens: Lens) -> tuple[Points, float]:
    """Somewhere in the picture, and how many pixels a centimetre is there."""
    at = chance.uniform(0, 1, 2) * lens.size
    return at, lens.focal / lens.pose.distance


def _paint(chance: Generator) -> Image:
    return (chance.uniform(10, 245) * chance.uniform(0.4, 1.0, 3)).astype(np.float32)


def _round(at: Points, radius: float) -> Points:
    turns = np.linspace(0, 2 * pi, 40, endpoint=False)
    return at + radius * np.column_stack([np.cos(turns), np.sin(turns)])


def _boxed(chance: Generator, at: Points, long: float, broad: float) -> Points:
    turn = chance.uniform(0, pi)
    c, s = cos(turn), sin(turn)
    flat = np.array([(-long, -broad), (long, -broad), (long, broad), (-long, broad)]) / 2
    there: Points = flat @ np.array([[c, s], [-s, c]]) + at
    return there


def _cup(chance: Generator, picture: Image, owner: Numbers, lens: Lens) -> None:
    at, unit = _spot(chance, lens)
    china, radius = _paint(chance), unit * chance.uniform(3, 4.5)
    for share in np.linspace(0.8, 1, 5):
        _over(picture, owner, _round(at + (1 - share) * radius, radius * share), china * np.float32(share**2), 0.15)
    _over(picture, owner, _round(at, radius * 0.9), _paint(chance) * np.float32(0.4), 0)


def _pencil(chance: Generator, picture: Image, owner: Numbers, lens: Lens) -> None:
    at, unit = _spot(chance, lens)
    _over(picture, owner, _boxed(chance, at, 15 * unit, 0.8 * unit), _paint(chance), 0.2)


def _paper(chance: Generator, picture: Image, owner: Numbers, lens: Lens) -> None:
    """A sheet with letters and figures on it, some as large as a card's."""
    at, unit = _spot(chance, lens)
    sheet = _boxed(chance, at, chance.uniform(8, 20) * unit, chance.uniform(6, 14) * unit)
    _over(picture, owner, sheet, np.full(3, chance.uniform(190, 245), np.float32), 0.1)
    box = _box(sheet, 0, picture.shape)
    if box is None:
        return
    words = np.zeros(picture[box].shape[:2], np.uint8)
    for _ in range(int(chance.integers(3, 14))):
        a, b = chance.uniform(0.05, 0.8, 2)
        where = sheet[0] + a * (sheet[1] - sheet[0]) + b * (sheet[3] - sheet[0]) - (box[1].start, box[0].start)
        word = "".join(chance.choice(list("A23456789JQK10 XOHESBD"), int(chance.integers(1, 7))))
        high = chance.uniform(0.4, 1.4) * unit / 22
        corner = int(where[0]), int(where[1])
        cv2.putText(words, word, corner, int(chance.integers(0, 5)), high, 255, max(round(high * 2), 1), cv2.LINE_AA)
    picture[box] += (_paint(chance) * np.float32(0.4) - picture[box]) * (words[..., None] / np.float32(255))


def _telephone(chance: Generator, picture: Image, owner: Numbers, lens: Lens) -> None:
    at, unit = _spot(chance, lens)
    body = _boxed(chance, at, 15 * unit, 7.2 * unit)
    _over(picture, owner, body, np.full(3, chance.uniform(15, 60), np.float32), 0.3)
    middle = body.mean(0)
    _over(picture, owner, middle + (body - middle) * 0.93, _paint(chance), 0)


def _hand(chance: Generator, picture: Image, owner: Numbers, lens: Lens) -> None:
    """An arm from the edge, a palm and fingers."""
    at, unit = _spot(chance, lens)
    from_edge = np.array(lens.size) / 2 + np.array(lens.size) * 0.8 * _way(chance.uniform(0, 2 * pi))
    way = (from_edge - at) / max(float(np.hypot(*(from_edge - at))), 1e-6)
    side = np.array([-way[1], way[0]])
    skin = np.array([(128, 160, 214), (90, 120, 170), (50, 74, 110)])[chance.integers(3)] * chance.uniform(0.8, 1.15)
    skin = skin.astype(np.float32)
    palm = at + way * 6 * unit
    for finger in range(4):
        root = palm + side * (finger - 1.5) * 1.9 * unit
        tip = at + side * (finger - 1.5) * chance.uniform(1.2, 2.2) * unit + way * chance.uniform(-1, 2) * unit
        _over(picture, owner, _limb(root, tip, 0.85 * unit), skin * np.float32(chance.uniform(0.9, 1.1)), 0.12)
    _over(picture, owner, _limb(palm, palm + way * 5 * unit, 4 * unit), skin, 0.15)
    _over(picture, owner, _limb(palm + way * 5 * unit, palm + way * 60 * unit, 3 * unit), skin, 0.15)


def _way(angle: float) -> Points:
    return np.array([cos(angle), sin(angle)])


def _limb(start: Points, end: Points, radius: float) -> Points:
    swept = np.concatenate([_round(start, radius), _round(end, radius * 0.85)]).astype(np.float32)
    return np.asarray(cv2.convexHull(swept)[:, 0], np.float64)


_THINGS: Mapping[str, Callable[[Generator, Image, Numbers, Lens], None]] = {
    "cup": _cup, "pencil": _pencil, "paper": _paper, "telephone": _telephone, "hand": _hand,
}  # fmt: skip


def _seen(chance: Generator, picture: Image, owner: Numbers, scene: CardScene) -> Picture:
    """The light over it all, and what the camera makes of it."""
    light, pose = scene.light, scene.pose
    rows, columns = picture.shape[:2]
    small = 48, 64
    y, x = np.mgrid[: small[0], : small[1]].astype(np.float32)
    x, y = x / (small[1] - 1) * 2 - 1, y / (small[0] - 1) * 2 - 1
    away = _way(radians(light.bearing))
    shade = (1 + light.falloff * (x * away[0] + y * away[1])) * (1 - light.vignette * (x**2 + y**2) / 2)
    shade = shade * np.exp(0.06 * cloud(chance, small, (3, 4)))
    if scene.edge:
        # The edge of a shadow, or of light from a window, right across.
        across = x * np.float32(cos(scene.seed)) + y * np.float32(sin(scene.seed)) + chance.uniform(-0.5, 0.5)
        shade = shade * (1 - scene.edge / (1 + np.exp(np.clip(-across * chance.uniform(8, 60), -30, 30))))
    wide = cv2.resize(np.asarray(shade, np.float32), (columns, rows), interpolation=cv2.INTER_LINEAR)
    lit = picture * (wide[..., None] * light_colour(light))
    if light.glare:
        spot, reach = chance.uniform(-0.7, 0.7, 2), chance.uniform(0.15, 0.5, 2)
        veil = np.exp(-(((x - spot[0]) / reach[0]) ** 4) - ((y - spot[1]) / reach[1]) ** 4).astype(np.float32)
        varnish = np.where(owner > 0, np.float32(1), np.float32(0.25))
        lit += (cv2.resize(veil, (columns, rows)) * varnish * np.float32(light.glare))[..., None]
    if pose.blur > 0.2:
        lit = np.asarray(cv2.GaussianBlur(lit, (0, 0), pose.blur), np.float32)
    if pose.noise:
        lit += chance.standard_normal(lit.shape, np.float32) * np.float32(pose.noise)
    taken = np.asarray(cv2.convertScaleAbs(np.maximum(lit, 0)), np.uint8)
    if pose.jpeg:
        packed = cv2.imencode(".jpg", taken, [cv2.IMWRITE_JPEG_QUALITY, pose.jpeg])[1]
        taken = np.asarray(cv2.imdecode(packed, cv2.IMREAD_COLOR), np.uint8)
    return taken
