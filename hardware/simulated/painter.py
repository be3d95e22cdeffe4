"""The camera's picture of a table, with the truth of what it shows.

What stands still is drawn once for each view (`stage`); pieces are drawn once for each place and colour and kept, and
so is the last picture as the lens drew it, without noise; so a further picture of the same view costs a few
milliseconds, and one in which nothing has changed hardly one.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from zlib import crc32

import cv2
import numpy as np
from numpy.random import default_rng

from hardware.colours import Colour
from hardware.pictures import Picture
from hardware.simulated import stones
from hardware.simulated.compose import STRIP, Mask, Sprite, inside, multiply, shine, stamp, veil
from hardware.simulated.hand import HandPicture, draw_hand
from hardware.simulated.lens import Lens, Points
from hardware.simulated.pieces import Turner, can_fall, tint, top_height
from hardware.simulated.scene import Pits, Pose, Scene
from hardware.simulated.stage import Stage, moved, set_stage
from hardware.simulated.stones import Stone
from hardware.simulated.table import STILL, Hand, Moment, Shift, Table
from hardware.simulated.textures import Image, bgr
from rules.geometry import Board, PlaceId
from rules.sight import Token

_MOST_SPRITES = 250  # kept at once; a long game would otherwise fill the memory with every piece on every place
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


@dataclass(frozen=True)
class _Piece:
    """A piece where it is drawn; ``place`` is None beside the holes, ``bearing`` the way it has fallen.

    Of stones it is a heap, ``stirred`` so often.
    """

    x: float
    y: float
    token: Token
    place: PlaceId | None
    bearing: float | None = None
    stirred: int = 0


class Painter:
    """Draws one scene's tables in pictures of one ``size`` (width, height). Not for use by two threads at once."""

    def __init__(self, scene: Scene, board: Board, tokens: Sequence[Token], size: tuple[int, int]) -> None:
        self.scene = scene
        self.board = board
        self.size = size
        colours = scene.pieces.colours
        suits = dict(scene.pieces.suits)
        self.colours = {token: suits.get(token, colours[n % len(colours)]) for n, token in enumerate(tokens)}
        self._spots = np.array([(place.x, place.y) for place in board.places])
        self._noise = _noise(scene.seed, scene.pose.noise, size)
        self._view: tuple[Shift, Shift, tuple[float, float]] | None = None
        self._laid: tuple[Moment, Picture, Image] | None = None
        self._lit: tuple[Moment, Picture] | None = None
        self._hand: tuple[Hand, HandPicture] | None = None
        self._blurred: tuple[Moment, Picture] | None = None

    def picture(self, moment: Moment, number: int = 0) -> Picture:
        """What the camera sees at ``moment``; ``number`` decides the noise."""
        if self._blurred is None or self._blurred[0] != moment:
            self._blurred = moment, self._blur(self._clean(moment))
        return self._expose(self._blurred[1], number)

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
        view = (moment.camera, moment.pushed, moment.mirrored)
        if view == self._view:
            return
        self._lens = Lens(_nudged(self.scene.pose, moment.camera), self.size)
        self._stage: Stage = set_stage(self.scene, self.board, self._lens, moment.pushed, moment.mirrored)
        self._turner = Turner(self.scene.pieces, self.scene.light, self._lens, self._stage.under)
        self._sprites: dict[_Piece, Sprite] = {}
        self._shadows: dict[tuple[float, float], Mask] = {}
        self._glows: dict[PlaceId, Mask] = {}
        self._view, self._laid, self._lit, self._hand = view, None, None, None

    def _clean(self, moment: Moment) -> Picture:
        """The table as it is: no lens has blurred it, and no sensor added its noise."""
        self._look(moment)
        lit = replace(moment, hand=None, covers=())
        if self._lit is None or self._lit[0] != lit:
            self._lit = lit, self._light(lit)
        clean = self._lit[1]
        if moment.hand or moment.covers:
            clean = clean.copy()
            self._cover(clean, moment)
        return clean

    def _light(self, moment: Moment) -> Picture:
        """Board and pieces in the light of the lamps."""
        dark = replace(moment, lamps={})
        if self._laid is None or self._laid[0] != dark:
            self._laid = dark, *self._lay(dark)
        _, picture, veiled = self._laid
        if not moment.lamps:
            return picture
        picture = picture.copy()
        for piece in self._standing(moment):
            colour = moment.lamps.get(piece.place) if piece.place else None
            if colour is not None:
                sprite = self._sprite(piece)
                shine(picture, Mask(sprite.left, sprite.top, sprite.rim), bgr(colour))
        for place, colour in moment.lamps.items():
            shine(picture, _behind(veiled, self._glow(place, moment)), bgr(colour))
        return picture

    def _lay(self, moment: Moment) -> tuple[Picture, Image]:
        """Board and pieces in the room's light, and where pieces hide the board."""
        gain = _gain(moment)
        brighter = np.minimum(np.arange(256)[:, None] * gain + 0.5, 255).astype(np.uint8)
        picture = np.asarray(cv2.LUT(self._stage.picture, brighter[None]), dtype=np.uint8)
        veiled = np.zeros((*picture.shape[:2], 1), dtype=np.float32)
        standing = self._standing(moment)
        for piece in standing:
            multiply(picture, self._shadow(piece))
        for piece in standing:
            sprite = self._sprite(piece)
            stamp(picture, sprite, gain)
            veil(veiled, sprite)
        return picture, veiled

    def _standing(self, moment: Moment) -> list[_Piece]:
        """Every piece on the board, the farthest from the camera first."""
        places = {place: self._laid_at(place, token) for place, token in moment.lying.items()}
        pieces = [
            _Piece(*_moved(spot, moment), moment.lying[place], place, stirred=moment.stirred.get(place, 0))
            for place, spot in places.items()
        ]
        for loose in moment.loose:
            bearing = None if loose.bearing is None else loose.bearing + moment.pushed.angle
            pieces.append(_Piece(*_moved((loose.x, loose.y), moment), loose.token, None, bearing))
        eye_x, eye_y, _ = self._lens.position
        return sorted(pieces, key=lambda piece: -float(np.hypot(piece.x - eye_x, piece.y - eye_y)))

    def _laid_at(self, place: PlaceId, token: Token) -> tuple[float, float]:
        """Where a piece lies on its place: not quite in the middle, unless a hole holds it there."""
        at, slack = self.board[place], self.scene.pieces.slack
        chance = crc32(f"{place} {token}".encode())
        return at.x + slack * (chance % 101 - 50) / 50, at.y + slack * (chance // 101 % 101 - 50) / 50

    def _shadow(self, piece: _Piece) -> Mask:
        if self.scene.pieces.kind == "stones":
            return stones.shadow(self._turner, self._heap(piece))
        key = (piece.x, piece.y)
        if key not in self._shadows:
            self._shadows[key] = self._turner.shadow(np.array(key), piece.place is not None)
        return self._shadows[key]

    def _sprite(self, piece: _Piece) -> Sprite:
        if piece not in self._sprites:
            if len(self._sprites) > _MOST_SPRITES:
                self._sprites.clear()
            spot, colour = np.array([piece.x, piece.y]), self.colours.get(piece.token, (0, 0, 0))
            if self.scene.pieces.kind == "stones":
                sprite = stones.sprite(self._turner, self._heap(piece))
            elif piece.bearing is not None and can_fall(self.scene.pieces):
                sprite = self._turner.fallen(spot, colour, piece.bearing)
            else:
                turn = crc32(f"{piece.x} {piece.y} {piece.token}".encode())
                in_hole = piece.place is not None
                sprite = self._turner.sprite(spot, colour, in_hole=in_hole, turn=turn, mark=piece.token)
            height, width = sprite.cover.shape[:2]
            shade = self._stage.shade_at(sprite.left + width / 2, sprite.top + height / 2)
            self._sprites[piece] = replace(sprite, ink=sprite.ink * np.float32(shade))
        return self._sprites[piece]

    def _heap(self, piece: _Piece) -> list[Stone]:
        """The stones of a heap where they lie on the table."""
        at = (self.board[piece.place].x, self.board[piece.place].y) if piece.place else (piece.x, piece.y)
        pits = self.scene.board.pits or Pits()
        lying = stones.heap(self.scene.pieces, pits, at, piece.token, self.scene.seed, stirred=piece.stirred)
        pushed = self._view[1] if self._view and piece.place else STILL
        if pushed == STILL:
            return lying
        there = moved(np.array([stone.middle[:2] for stone in lying]), pushed).tolist()
        turn = float(np.radians(pushed.angle))
        return [
            replace(stone, middle=(x, y, stone.middle[2]), turn=stone.turn + turn)
            for stone, (x, y) in zip(lying, there, strict=True)
        ]

    def _glow(self, place: PlaceId, moment: Moment) -> Mask:
        if place not in self._glows:
            spot = _moved((self.board[place].x, self.board[place].y), moment)
            self._glows[place] = _lamp(self._lens, spot, self.scene.board.holes.radius)
        return self._glows[place]

    def _cover(self, picture: Picture, moment: Moment) -> None:
        """Lids, then what the hand holds, then the hand."""
        gain = _gain(moment)
        for rim in self._lids(moment):
            mask = np.zeros(picture.shape[:2], dtype=np.uint8)
            cv2.fillPoly(mask, [np.round(rim * 16).astype(np.int32)], 255, cv2.LINE_AA, 4)
            share = mask[..., None].astype(np.float32) / 255
            picture[:] = (picture * (1 - share) + np.minimum(bgr(self.scene.sleeve) * gain, 255) * share).astype(
                np.uint8
            )
        if moment.hand is None:
            return
        x, y = _moved((moment.hand.x, moment.hand.y), moment)
        if moment.hand.holds is not None:
            stamp(picture, self._held(np.array([x, y]), moment.hand.holds), gain)
        drawn = self._drawn_hand(replace(moment.hand, x=x, y=y))
        rows, columns = drawn.area
        for top in range(rows.start, rows.stop, STRIP):
            strip = (slice(top, min(top + STRIP, rows.stop)), columns)
            mixed = picture[strip] * drawn.left[strip] + drawn.ink[strip] * gain
            picture[strip] = np.minimum(mixed + 0.5, 255).astype(np.uint8)

    def _held(self, spot: Points, token: Token) -> Sprite:
        """What the fingers hold over a spot."""
        if self.scene.pieces.kind == "stones":
            lying = self._heap(_Piece(float(spot[0]), float(spot[1]), token, None))
            return stones.sprite(self._turner, lying, _HELD_HEIGHT)
        return self._turner.sprite(spot, self.colours[token], lift=_HELD_HEIGHT, mark=token)

    def _drawn_hand(self, hand: Hand) -> HandPicture:
        if self._hand is None or self._hand[0] != hand:
            self._hand = hand, draw_hand(hand, self.scene, self._lens)
        return self._hand[1]

    def _lids(self, moment: Moment) -> list[Points]:
        turns = np.linspace(0, 2 * np.pi, 48, endpoint=False)
        ring = np.column_stack([np.cos(turns), np.sin(turns), np.zeros(48)])
        return [
            self._lens.project(np.array([lid.x, lid.y, _COVER_HEIGHT]) + lid.radius * ring) for lid in moment.covers
        ]

    def _hidden(self, moment: Moment, middles: Points) -> Points:
        """The share of a small disc at each pixel of ``middles`` that is covered or outside."""
        mask: Image = np.zeros((self.size[1], self.size[0]), dtype=np.float32)
        if moment.hand:
            x, y = _moved((moment.hand.x, moment.hand.y), moment)
            mask = self._drawn_hand(replace(moment.hand, x=x, y=y)).cover[..., 0].copy()
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

    def _blur(self, clean: Picture) -> Picture:
        """What the optics make of it."""
        blur = self.scene.pose.blur * (self.size[0] / 960)
        return np.asarray(cv2.GaussianBlur(clean, (0, 0), blur), dtype=np.uint8) if blur > 0.3 else clean

    def _expose(self, blurred: Picture, number: int) -> Picture:
        """What the sensor makes of it: noise, and the packing if the camera packs."""
        pose = self.scene.pose
        chance = default_rng([self.scene.seed, number])
        x, y = chance.integers(0, _NOISE_SPARE, 2)
        height, width = blurred.shape[:2]
        more, less = (part[y : y + height, x : x + width] for part in self._noise)
        noisy = cv2.subtract(cv2.add(blurred, more), less)
        if not pose.jpeg:
            return np.asarray(noisy, dtype=np.uint8)
        packed = cv2.imencode(".jpg", noisy, [cv2.IMWRITE_JPEG_QUALITY, pose.jpeg])[1]
        return np.asarray(cv2.imdecode(packed, cv2.IMREAD_COLOR), dtype=np.uint8)


def draw(table: Table, scene: Scene, size: tuple[int, int] = (960, 720), number: int = 0) -> tuple[Picture, Truth]:
    """One picture of a table and its truth. For many pictures of one scene keep a `Painter`, it is far faster."""
    painter = Painter(scene, table.board, table.tokens, size)
    moment = table.moment()
    return painter.picture(moment, number), painter.truth(moment)


def _gain(moment: Moment) -> Image:
    """What the room's light does to the picture's numbers (BGR), which are not linear in light."""
    return np.asarray(np.maximum(tint(moment.warmth), 0) * moment.daylight ** (1 / 2.2), dtype=np.float32)


def _behind(veiled: Image, glow: Mask) -> Mask:
    """A lamp's glow on the board, without what pieces hide of it."""
    areas = inside(veiled, glow.left, glow.top, glow.factor.shape)
    if areas is None:
        return glow
    there, here = areas
    shown = glow.factor.copy()
    shown[here] *= 1 - 0.85 * veiled[there]
    return replace(glow, factor=shown)


def _moved(spot: tuple[float, float], moment: Moment) -> tuple[float, float]:
    """A spot on the board where it lies after the board was pushed."""
    if moment.pushed == STILL:
        return spot
    x, y = moved(np.array([spot]), moment.pushed)[0]
    return float(x), float(y)


def _nudged(pose: Pose, shift: Shift) -> Pose:
    return replace(pose, target=(pose.target[0] + shift.x, pose.target[1] + shift.y), roll=pose.roll + shift.angle)


@lru_cache(maxsize=2)
def _noise(seed: int, strength: float, size: tuple[int, int]) -> tuple[Picture, Picture]:
    """Sensor noise, a little smeared as demosaicing does: what it adds and what it takes. Do not write into it."""
    chance = default_rng([seed, 4])
    shape = (size[1] + _NOISE_SPARE, size[0] + _NOISE_SPARE)
    layers = []
    for _ in range(3):
        raw = cv2.GaussianBlur(chance.standard_normal(shape, dtype=np.float32), (0, 0), 0.6)
        layers.append(np.clip(np.round(raw * (strength / float(raw.std()))), -127, 127).astype(np.int8))
    noise = np.asarray(cv2.merge(layers), dtype=np.int8)
    # OpenCV adds bytes to bytes several times as fast as numbers with signs.
    both = np.maximum(noise, 0).astype(np.uint8), np.maximum(-noise, 0).astype(np.uint8)
    for part in both:
        part.flags.writeable = False
    return both


def _lamp(lens: Lens, spot: tuple[float, float], hole: float) -> Mask:
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
    # The middle of a bright lamp is more than the sensor takes: it burns out to white at 255.
    return Mask(int(left), int(top), (1.1 * core + 0.42 * halo).astype(np.float32)[..., None])
