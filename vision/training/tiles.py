"""Draws boards of tiles with coins on them, lit and seen from anywhere: what `vision.training.train_coins` learns from.

Flat things in layers do: a tile, a coin's shadow, its side, its face, the sign. Units are squares, y to the north.
"""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from vision.readers.square.coins import ACROSS, MARGIN, RAISED, SUITS
from vision.training.prints import Colour, Sheet, clouds, paint
from vision.training.signs import SIGNS, Points, disc, ink_of

SQUARES = 8
"""Squares along a side: four tiles."""
FINER = 3
"""Drawn so much larger than the network sees it, then averaged: soft edges."""
UNIT = ACROSS * FINER
SIDE = (SQUARES + 2 * MARGIN) * UNIT

FACES = ("white", "cream", "tan", "silver")


@dataclass(frozen=True)
class Drawn:
    """``light``: SIDE / FINER pixels square, linear red green blue; ``suits``: 64 numbers row by row from the
    south-west, 0 is empty, then `SUITS` from 1. ``heads``: 64 × 2, the pixels of the squares' middles.
    """

    light: Sheet
    suits: NDArray[np.int64]
    heads: Points


def draw(rng: Generator) -> Drawn:
    """A board like no other: tiles, coins, light and view drawn by lot."""
    lean = rng.uniform(0, 0.8) * _towards(rng)
    sheet = _grained(rng, paint(rng), rng.uniform(0.02, 0.35))
    tile = _lay_tiles(rng, sheet)
    suits = _position(rng)
    _lay_coins(rng, sheet, suits, lean, _stock(rng, tile))
    small = cv2.resize(sheet, (SIDE // FINER,) * 2, interpolation=cv2.INTER_AREA)
    heads = (_pixels(_middles()) + 0.5) / FINER - 0.5
    return Drawn(np.asarray(small, np.float32), suits, heads)


def _towards(rng: Generator) -> Points:
    angle = rng.uniform(0, 2 * np.pi)
    return np.array([np.cos(angle), np.sin(angle)])


def _middles() -> Points:
    return np.array([(x + 0.5, y + 0.5) for y in range(SQUARES) for x in range(SQUARES)])


def _pixels(points: Points) -> Points:
    return np.stack([points[..., 0] + MARGIN, SQUARES + MARGIN - points[..., 1]], -1) * UNIT - 0.5


def _blend(sheet: Sheet, shape: Points, light: Colour | Sheet, share: float = 1.0) -> None:
    """Paint a shape in place, touching only the pixels around it."""
    pixels = _pixels(shape)
    low = np.clip(np.floor(pixels.min(0)).astype(int) - 2, 0, SIDE)
    high = np.clip(np.ceil(pixels.max(0)).astype(int) + 3, 0, SIDE)
    if (high <= low).any():
        return
    canvas = np.zeros((high[1] - low[1], high[0] - low[0]), np.uint8)
    cv2.fillPoly(canvas, [np.rint((pixels - low) * 16).astype(np.int32)], 255, cv2.LINE_AA, 4)
    mask = (canvas.astype(np.float32) * np.float32(share / 255))[..., None]
    part = sheet[low[1] : high[1], low[0] : high[0]]
    paint_ = light[low[1] : high[1], low[0] : high[0]] if light.ndim == 3 else light.astype(np.float32)
    part += (paint_ - part) * mask


def _grained(rng: Generator, colour: Colour, strength: float) -> Sheet:
    """A sheet of wood, card or cloth of that colour."""
    small = SIDE // 2
    along = clouds(rng, (small, small // 8), rng.uniform(2, 12), 3)
    grain = cv2.resize(along, (small, small), interpolation=cv2.INTER_LINEAR)
    lumps = clouds(rng, (small, small), rng.uniform(10, 120), 4)
    mix = grain if rng.random() < 0.6 else lumps
    shade = np.exp(strength * (0.7 * mix + 0.3 * lumps))
    if rng.random() < 0.5:
        shade = shade.T
    return np.asarray(cv2.resize(shade, (SIDE, SIDE))[..., None] * colour, np.float32)


def _lay_tiles(rng: Generator, sheet: Sheet) -> Colour:
    """Lay the tiles; their colour. Some are missing now and then: a board need not be a full square."""
    colour = (
        paint(rng, str(rng.choice(["tan", "cream", "brown", "white", "tan", "cream"])))
        if rng.random() < 0.8
        else paint(rng)
    )
    stock = _grained(rng, colour, rng.uniform(0.01, 0.22))
    ink = paint(rng, str(rng.choice(["black", "brown", "charcoal"]))) if rng.random() < 0.85 else paint(rng)
    wide, bold = rng.uniform(0.012, 0.035), rng.uniform(0.3, 1.0)
    worn, tones = rng.uniform(0, 0.7), rng.uniform(0, 0.08)
    slack, twist = rng.uniform(0, 0.05), rng.uniform(0, 0.02)
    shown = str(rng.choice(["cross", "cross", "cross", "cross and frame", "nothing"]))
    missing = rng.random() < 0.2
    for column in range(SQUARES // 2):
        for row in range(SQUARES // 2):
            if missing and rng.random() < 0.3:
                continue
            middle = np.array([column, row]) * 2 + 1 + slack * rng.normal(0, 0.5, 2)
            turn = _turned(rng.normal(0, 1) * twist)

            def place(shape: Points, middle: Points = middle, turn: Points = turn) -> Points:
                return middle + shape @ turn.T

            tile = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)], float)
            _blend(sheet, place(tile), colour * (1 - worn))
            rolled = np.roll(stock, rng.integers(0, SIDE, 2), (0, 1))
            _blend(sheet, place(tile * (1 - 0.035)), rolled * np.float32(1 + tones * rng.normal()))
            bars = [] if shown == "nothing" else [np.array([(-1, -wide), (1, -wide), (1, wide), (-1, wide)])]
            bars += [bar[:, ::-1] for bar in bars]
            if shown == "cross and frame":
                bars += [bar + away for bar in bars for away in ([0, 0.93], [0, -0.93], [0.93, 0], [-0.93, 0])
                         if abs(bar @ np.array(away)).max() < 0.9]  # fmt: skip
            for bar in bars:
                _blend(sheet, place(bar * 0.97), ink, bold)
    return colour


def _position(rng: Generator) -> NDArray[np.int64]:
    """Up to six coins of each suit: strewn, or in rows as games begin."""
    suits = np.zeros(SQUARES**2, np.int64)
    counts = rng.choice([0, 1, 3, 6, 6, 6], 4) if rng.random() < 0.4 else np.full(4, 6)
    coins = np.repeat(np.arange(1, 5), counts)
    if rng.random() < 0.25:
        spots = np.array([*range(12), *range(52, 64)])[: len(coins)]
    else:
        spots = rng.permutation(SQUARES**2)[: len(coins)]
    suits[spots] = coins
    return suits


@dataclass(frozen=True)
class Stock:
    """What all coins of a set have in common; lengths in squares."""

    radius: float
    thick: float
    face: Colour
    side: Colour
    rim: float
    rim_colour: Colour | None
    reach: float
    faded: float
    outlined: bool


def _stock(rng: Generator, tile: Colour) -> Stock:
    radius = rng.uniform(0.26, 0.42)
    face = tile * rng.uniform(0.85, 1.2) if rng.random() < 0.25 else paint(rng, str(rng.choice(FACES)))
    edge = paint(rng) if rng.random() < 0.3 else face * rng.uniform(0.4, 1.25)
    return Stock(
        radius,
        rng.uniform(0.04, 0.24),
        face,
        face * rng.uniform(0.3, 1.0),
        rng.uniform(0, 0.12) if rng.random() < 0.6 else 0.0,
        None if rng.random() < 0.3 else edge,
        rng.uniform(0.5, 0.82) * radius,
        rng.uniform(0.7, 1.0),
        rng.random() < 0.15,
    )


def _lay_coins(rng: Generator, sheet: Sheet, suits: NDArray[np.int64], lean: Points, stock: Stock) -> None:
    """Coins on their squares, seen from where ``lean`` says: what stands a square high appears so far off."""
    stray = rng.uniform(0, 0.11)
    foot = {
        at: _middles()[at] + np.clip(rng.normal(0, stray / 2, 2), -stray, stray) - RAISED * lean
        for at in map(int, np.flatnonzero(suits))
    }
    _shade(rng, sheet, list(foot.values()), stock)
    signs = {number: (SIGNS[suit](rng), ink_of(rng, suit)) for number, suit in enumerate(SUITS, 1)}
    for at, low in foot.items():
        top = low + stock.thick * lean
        _blend(sheet, _hull(low, top, stock.radius), stock.side)
        own = stock.face * (1 + rng.normal(0, 0.03))
        shapes, ink = signs[int(suits[at])]
        _blend(sheet, disc(top, stock.radius), own)
        if stock.rim:
            _blend(sheet, disc(top, stock.radius), ink if stock.rim_colour is None else stock.rim_colour, stock.faded)
            _blend(sheet, disc(top, stock.radius * (1 - stock.rim)), own)
        turn = _turned(rng.uniform(0, 2 * np.pi))
        for shape, inked in shapes:
            _blend(sheet, top + stock.reach * shape @ turn.T, ink if inked else own, stock.faded)
            if stock.outlined and inked:
                _blend(sheet, top + stock.reach * 0.7 * shape @ turn.T, own)


def _shade(rng: Generator, sheet: Sheet, feet: list[Points], stock: Stock) -> None:
    """The coins' shadows, all with one sun."""
    away = stock.thick * rng.uniform(0.1, 1.4) * _towards(rng)
    soft, dark = rng.uniform(0.02, 0.12), rng.uniform(0.1, 0.8)
    shadow = np.zeros((SIDE // 2, SIDE // 2), np.uint8)
    for foot in feet:
        pixels = _pixels(_hull(foot, foot + away, stock.radius)) / 2
        cv2.fillPoly(shadow, [np.rint(pixels * 16).astype(np.int32)], 255, cv2.LINE_AA, 4)
    gone = cv2.GaussianBlur(shadow.astype(np.float32) / 255, (0, 0), soft * UNIT / 2)
    sheet *= 1 - np.float32(dark) * cv2.resize(gone, (SIDE, SIDE))[..., None]


def _hull(start: Points, end: Points, radius: float) -> Points:
    """What a disc sweeps from here to there."""
    swept = np.concatenate([disc(start, radius), disc(end, radius)]).astype(np.float32)
    return np.asarray(cv2.convexHull(swept)[:, 0], np.float64)


def _turned(angle: float) -> Points:
    return np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
