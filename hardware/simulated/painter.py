"""The camera's picture of a table, with the truth of what it shows.

What stands still is drawn once for each view (`stage`); pieces are drawn once for each place and colour and kept;
so a further picture of the same view costs a few milliseconds.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias
from zlib import crc32

import cv2
import numpy as np
from numpy.random import default_rng
from numpy.typing import NDArray

from hardware.ports import Colour, Picture
from hardware.simulated.hand import HandPicture, draw_hand
from hardware.simulated.lens import Lens
from hardware.simulated.pieces import Shadow, Sprite, Turner, top_height
from hardware.simulated.scene import Pose, Scene
from hardware.simulated.stage import Stage, moved, set_stage
from hardware.simulated.table import Moment, Shift, Table
from hardware.simulated.textures import Image, bgr
from rules.geometry import Board, PlaceId
from rules.sight import Token

Points: TypeAlias = NDArray[np.float64]

_NOISE_SPARE = 64  # the noise is this much larger than a picture, and each picture takes another part of it
_HELD_HEIGHT = 0.5  # of a piece in the fingers above the board, in board units
_COVER_HEIGHT = 1.0  # of a lid over the board, in board units


@dataclass(frozen=True, eq=False)
class Truth:
    """What a picture shows. Arrays are in the order of the board's places.

    ``pixels`` n × 2: each place on the board's surface; ``hidden`` n: the share of a small disc there (about the
    piece, where there is one) that hands and lids cover or that lies outside the picture; ``homography`` and ``k1``
    as `hardware.simulated.lens` has them.
    """

    pixels: Points
    hidden: Points
    lying: Mapping[PlaceId, Token]
    colours: Mapping[Token, Colour]
    homography: Points
    k1: float
    size: tuple[int, int]


class Painter:
    """Draws one scene's tables in pictures of one ``size`` (width, height). Not for use by two threads at once."""

    def __init__(self, scene: Scene, board: Board, tokens: Sequence[Token], size: tuple[int, int] = (960, 720)) -> None:
        self.scene = scene
        self.board = board
        self.size = size
        colours = scene.pieces.colours
        self.colours = {token: colours[number % len(colours)] for number, token in enumerate(tokens)}
        self._spots = np.array([(place.x, place.y) for place in board.places])
        self._noise = _noise(scene, size)
        self._view: tuple[Shift, Shift] | None = None
        self._laid: tuple[Moment, Picture] | None = None
        self._hand: tuple[object, HandPicture] | None = None

    def picture(self, moment: Moment, number: int = 0) -> Picture:
        """What the camera sees at ``moment``; ``number`` decides the noise."""
        self._look(moment)
        plain = replace(moment, hand=None, covers=())
        if self._laid is None or self._laid[0] != plain:
            self._laid = plain, self._lay(plain)
        clean = self._laid[1]
        if moment.hand or moment.covers:
            clean = clean.copy()
            self._cover(clean, moment)
        return self._expose(clean, number)

    def truth(self, moment: Moment) -> Truth:
        """What the picture of ``moment`` shows."""
        self._look(moment)
        spots = moved(self._spots, moment.pushed)
        ground = np.column_stack([spots, np.zeros(len(spots))])
        pixels = self._lens.project(ground)
        taken = np.array([place.id in moment.lying for place in self.board.places])
        ground[:, 2] = np.where(taken, top_height(self.scene.pieces) / 2, 0)
        middles = self._lens.project(ground)
        hidden = self._hidden(moment, middles)
        lean = np.array([[1, 0, moment.pushed.x], [0, 1, moment.pushed.y], [0, 0, 1.0]])
        c, s = np.cos(np.radians(moment.pushed.angle)), np.sin(np.radians(moment.pushed.angle))
        lean[:2, :2] = [[c, -s], [s, c]]
        return Truth(
            pixels,
            hidden,
            dict(moment.lying),
            dict(self.colours),
            self._lens.homography @ lean,
            self.scene.pose.k1,
            self.size,
        )

    def _look(self, moment: Moment) -> None:
        """Draw what stands still, if the camera or the board was moved since the last picture."""
        view = (moment.camera, moment.pushed)
        if view == self._view:
            return
        self._lens = Lens(_nudged(self.scene.pose, moment.camera), self.size)
        self._stage: Stage = set_stage(self.scene, self.board, self._lens, moment.pushed)
        self._turner = Turner(self.scene.pieces, self.scene.light, self._lens, self._stage.under)
        self._sprites: dict[tuple[float, float, Token], Sprite] = {}
        self._shadows: dict[tuple[float, float], Shadow] = {}
        self._glows: dict[PlaceId, Shadow] = {}
        self._view, self._laid, self._hand = view, None, None

    def _lay(self, moment: Moment) -> Picture:
        """Board, pieces and lamps."""
        gain = moment.daylight ** (1 / 2.2)  # pictures are not linear in light
        picture = np.asarray(cv2.convertScaleAbs(self._stage.picture, alpha=gain), dtype=np.uint8)
        cover = np.zeros((*picture.shape[:2], 1), dtype=np.float32) if moment.lamps else None
        standing = [(self._spot(place, moment), token, place) for place, token in moment.lying.items()]
        standing += [
            ((*moved(np.array([(loose.x, loose.y)]), moment.pushed)[0],), loose.token, None) for loose in moment.loose
        ]
        standing.sort(key=lambda piece: -float(np.hypot(*(np.array(piece[0]) - self._lens.position[:2]))))
        for spot, _, place in standing:
            shadow = self._shadows.get(spot)
            if shadow is None:
                shadow = self._shadows[spot] = self._turner.shadow(np.array(spot), place is not None)
            _multiply(picture, shadow)
        for spot, token, place in standing:
            sprite = self._sprite(spot, token, place is not None)
            _stamp(picture, sprite, np.float32(gain), moment.lamps.get(place) if place else None)
            if cover is not None:
                _max_cover(cover, sprite)
        for place, colour in moment.lamps.items():
            self._glow(picture, place, colour, cover, moment)
        return picture

    def _spot(self, place: PlaceId, moment: Moment) -> tuple[float, float]:
        found = self.board[place]
        if moment.pushed == Shift():
            return found.x, found.y
        x, y = moved(np.array([(found.x, found.y)]), moment.pushed)[0]
        return float(x), float(y)

    def _sprite(self, spot: tuple[float, float], token: Token, in_hole: bool) -> Sprite:
        key = (*spot, token)
        sprite = self._sprites.get(key)
        if sprite is None:
            turn = crc32(repr(key).encode())
            sprite = self._turner.sprite(np.array(spot), self.colours[token], in_hole, turn=turn)
            middle = sprite.left + sprite.cover.shape[1] / 2, sprite.top + sprite.cover.shape[0] / 2
            sprite = replace(sprite, ink=sprite.ink * np.float32(self._stage.shade_at(*middle)))
            self._sprites[key] = sprite
        return sprite

    def _glow(self, picture: Picture, place: PlaceId, colour: Colour, cover: Image | None, moment: Moment) -> None:
        """The light of a lamp that comes up through its hole and lies around it."""
        glow = self._glows.get(place)
        if glow is None:
            glow = self._glows[place] = _lamp(self._lens, self._spot(place, moment), self.scene.board.holes.radius)
        inside = _inside(picture, glow.left, glow.top, glow.factor.shape)
        if inside is None:
            return
        there, here = inside
        shine = glow.factor[here]
        if cover is not None:
            shine = shine * (1 - 0.85 * cover[there])
        patch = picture[there].astype(np.float32)
        light = bgr(colour)
        white = np.float32(light.max() * 0.5)
        added = shine * light + np.maximum(shine - 0.7, 0) * white
        picture[there] = np.clip(patch + added * (1 - 0.6 * patch / 255) + 0.5, 0, 255).astype(np.uint8)

    def _cover(self, picture: Picture, moment: Moment) -> None:
        """Lids, then the hand with what it holds."""
        gain = np.float32(moment.daylight ** (1 / 2.2))
        for rim in self._lids(moment):
            mask = np.zeros(picture.shape[:2], dtype=np.uint8)
            cv2.fillPoly(mask, [np.round(rim * 16).astype(np.int32)], 255, cv2.LINE_AA, 4)
            share = mask[..., None].astype(np.float32) / 255
            colour = bgr(self.scene.sleeve) * gain
            picture[:] = (picture * (1 - share) + colour * share).astype(np.uint8)
        if moment.hand is None:
            return
        hand = self._hand_picture(moment)
        if moment.hand.holds is not None:
            held = self._turner.sprite(
                np.array([moment.hand.x, moment.hand.y]), self.colours[moment.hand.holds], lift=_HELD_HEIGHT
            )
            _stamp(picture, held, gain, None)
        for row in range(0, picture.shape[0], 90):  # in strips: a whole picture of floats is slow to fetch
            strip = slice(row, row + 90)
            share = hand.cover[strip]
            if hand.dark[strip].min() > 0.995 and not share.any():
                continue
            mixed = picture[strip] * hand.dark[strip] * (1 - share) + hand.ink[strip] * share * gain
            picture[strip] = (mixed + 0.5).astype(np.uint8)

    def _hand_picture(self, moment: Moment) -> HandPicture:
        assert moment.hand is not None
        if self._hand is None or self._hand[0] != moment.hand:
            drawn = draw_hand(moment.hand, self.scene, self._lens)
            self._hand = moment.hand, drawn
        return self._hand[1]

    def _lids(self, moment: Moment) -> list[Points]:
        turns = np.linspace(0, 2 * np.pi, 48, endpoint=False)
        ring = np.column_stack([np.cos(turns), np.sin(turns), np.zeros(48)])
        return [
            self._lens.project(np.array([lid.x, lid.y, _COVER_HEIGHT]) + lid.radius * ring) for lid in moment.covers
        ]

    def _hidden(self, moment: Moment, middles: Points) -> Points:
        """The share of a small disc at each pixel of ``middles`` that is covered or outside."""
        mask = np.zeros((self.size[1], self.size[0]), dtype=np.float32)
        if moment.hand:
            mask = np.maximum(mask, self._hand_picture(moment).cover[..., 0])
        for rim in self._lids(moment):
            cv2.fillPoly(mask, [np.round(rim).astype(np.int32)], 1.0)
        radius = 0.3 * float(np.median(np.linalg.norm(self._lens.slopes(np.zeros((1, 3)))[0, :, :2], axis=0)))
        edge = int(radius) + 2
        wide = cv2.copyMakeBorder(mask, edge, edge, edge, edge, cv2.BORDER_CONSTANT, value=1.0)
        turns = np.arange(12) * np.pi / 6
        ring = np.concatenate(
            [np.zeros((1, 2)), *(r * np.column_stack([np.cos(turns), np.sin(turns)]) for r in (0.5, 1))]
        )
        points = middles[:, None, :] + radius * ring + edge
        columns = np.clip(np.round(points[..., 0]).astype(int), 0, wide.shape[1] - 1)
        rows = np.clip(np.round(points[..., 1]).astype(int), 0, wide.shape[0] - 1)
        return np.asarray(wide[rows, columns].mean(axis=1), dtype=np.float64)

    def _expose(self, clean: Picture, number: int) -> Picture:
        """Optics and sensor: blur, noise, and the packing if the camera packs."""
        pose = self.scene.pose
        finer = self.size[0] / 960
        if pose.blur * finer > 0.3:
            clean = np.asarray(cv2.GaussianBlur(clean, (0, 0), pose.blur * finer), dtype=np.uint8)
        chance = default_rng([self.scene.seed, number])
        x, y = chance.integers(0, _NOISE_SPARE, 2)
        height, width = clean.shape[:2]
        noisy = cv2.add(clean, self._noise[y : y + height, x : x + width], dtype=cv2.CV_8U)
        if pose.jpeg:
            noisy = cv2.imdecode(
                cv2.imencode(".jpg", noisy, [cv2.IMWRITE_JPEG_QUALITY, pose.jpeg])[1], cv2.IMREAD_COLOR
            )
        return np.asarray(noisy, dtype=np.uint8)


def draw(table: Table, scene: Scene, size: tuple[int, int] = (960, 720), number: int = 0) -> tuple[Picture, Truth]:
    """One picture of a table and its truth. For many pictures of one scene keep a `Painter`, it is far faster."""
    painter = Painter(scene, table.board, table.tokens, size)
    moment = table.moment()
    return painter.picture(moment, number), painter.truth(moment)


def _nudged(pose: Pose, shift: Shift) -> Pose:
    return replace(pose, target=(pose.target[0] + shift.x, pose.target[1] + shift.y), roll=pose.roll + shift.angle)


def _noise(scene: Scene, size: tuple[int, int]) -> NDArray[np.int8]:
    """Sensor noise, a little smeared as demosaicing does."""
    chance = default_rng([scene.seed, 4])
    shape = (size[1] + _NOISE_SPARE, size[0] + _NOISE_SPARE, 3)
    raw = cv2.GaussianBlur(chance.standard_normal(shape, dtype=np.float32), (0, 0), 0.6)
    raw *= np.float32(scene.pose.noise / max(float(raw.std()), 1e-6))
    return np.clip(np.round(raw), -127, 127).astype(np.int8)


def _lamp(lens: Lens, spot: tuple[float, float], hole: float) -> Shadow:
    """How bright a lamp under a hole makes each pixel around it."""
    ground = np.array([*spot, 0.0])
    slopes = lens.slopes(ground[None])[0, :, :2]
    middle = lens.project(ground[None])[0]
    reach = np.abs(slopes).sum(axis=1) * 1.1
    left, top = np.floor(middle - reach).astype(int)
    right, bottom = np.ceil(middle + reach).astype(int) + 1
    back = np.linalg.inv(slopes)
    across, down = np.meshgrid(np.arange(left, right) - middle[0], np.arange(top, bottom) - middle[1])
    away = np.hypot(back[0, 0] * across + back[0, 1] * down, back[1, 0] * across + back[1, 1] * down)
    core = np.clip((hole * 1.05 - away) / (0.3 * hole) + 0.5, 0, 1)
    halo = np.exp(-((away / 0.42) ** 2)) * np.clip((1.1 - away) * 3, 0, 1)
    return Shadow(int(left), int(top), (0.75 * core + 0.42 * halo).astype(np.float32)[..., None])


Area: TypeAlias = tuple[slice, slice]


def _inside(picture: Picture, left: int, top: int, shape: tuple[int, ...]) -> tuple[Area, Area] | None:
    """Where a patch lies in the picture, and which part of the patch that is; None when it is all outside."""
    x, y = max(left, 0), max(top, 0)
    right, bottom = min(left + shape[1], picture.shape[1]), min(top + shape[0], picture.shape[0])
    if right <= x or bottom <= y:
        return None
    return (slice(y, bottom), slice(x, right)), (slice(y - top, bottom - top), slice(x - left, right - left))


def _multiply(picture: Picture, shadow: Shadow) -> None:
    inside = _inside(picture, shadow.left, shadow.top, shadow.factor.shape)
    if inside:
        there, here = inside
        picture[there] = (picture[there] * shadow.factor[here]).astype(np.uint8)


def _stamp(picture: Picture, sprite: Sprite, gain: np.float32, lamp: Colour | None) -> None:
    inside = _inside(picture, sprite.left, sprite.top, sprite.cover.shape)
    if inside is None:
        return
    there, here = inside
    mixed = picture[there] * (1 - sprite.cover[here]) + sprite.ink[here] * gain
    if lamp:
        mixed += sprite.rim[here] * bgr(lamp) * (1 - 0.6 * mixed / 255)
    picture[there] = np.clip(mixed + 0.5, 0, 255).astype(np.uint8)


def _max_cover(cover: Image, sprite: Sprite) -> None:
    inside = _inside(cover, sprite.left, sprite.top, sprite.cover.shape)  # type: ignore[arg-type]
    if inside:
        there, here = inside
        np.maximum(cover[there], sprite.cover[here], out=cover[there])
