"""A pack of playing cards, drawn: every face with its indices, pips or court figure, and the back.

Lengths are millimetres. Nothing is copied from any printed pack: letters, suits and figures are our own, and each seed
gives another pack. A face is a picture (BGR) of `FINENESS` pixels a millimetre; `corners` says where it is rounded off.
"""

from dataclasses import dataclass, field

import cv2
import numpy as np
from numpy.random import Generator, default_rng
from numpy.typing import NDArray

from hardware.colours import Colour
from hardware.pictures import Picture
from hardware.simulated.card_signs import RANKS, SUITS, Cut, Lettering, Mask, Pen, filled, suit_mask, written
from hardware.simulated.textures import bgr, cloud

FINENESS = 4
"""Pixels a millimetre."""

HIGH = 88.0
"""A card's height in millimetres."""

FACES = tuple(rank + suit for suit in SUITS for rank in RANKS)

_LEFT, _MIDDLE, _RIGHT = 0.31, 0.5, 0.69
_ROWS = {"2": (0.2, 0.8), "3": (0.2, 0.5, 0.8)}
_SIDES = {
    "4": (0.2, 0.8), "5": (0.2, 0.8), "6": (0.2, 0.5, 0.8), "7": (0.2, 0.5, 0.8), "8": (0.2, 0.5, 0.8),
    "9": (0.2, 0.4, 0.6, 0.8), "10": (0.2, 0.4, 0.6, 0.8),
}  # fmt: skip
_BETWEEN = {"5": (0.5,), "7": (0.35,), "8": (0.35, 0.65), "9": (0.5,), "10": (0.3, 0.7)}


@dataclass(frozen=True)
class Deck:
    """How a pack is printed; lengths in millimetres.

    ``index``: the height of the rank in the corner, ``narrow`` its width against its height; ``sign`` the height of
    the suit below it, ``gap`` between them; ``across`` and ``down``: from the card's edge to the index's middle line
    and top. ``pip``: height of the suits in the field. ``frame``: the line around the court (0: none). ``inks``: of
    spades, hearts, diamonds, clubs.
    """

    wide: float = 63.0
    paper: Colour = (250, 248, 242)
    inks: tuple[Colour, Colour, Colour, Colour] = ((24, 24, 28), (200, 26, 36), (200, 26, 36), (24, 24, 28))
    index: float = 9.0
    narrow: float = 0.62
    sign: float = 6.5
    gap: float = 1.4
    across: float = 6.0
    down: float = 4.5
    pip: float = 13.0
    spread: float = 1.0
    corner: float = 3.5
    frame: float = 0.4
    edge: float = 0.0
    lettering: Lettering = field(default_factory=lambda: written(Pen()))
    cut: Cut = field(default_factory=Cut)
    back: Colour = (40, 70, 150)
    seed: int = 0


def random_deck(seed: int, lettering: Lettering | None = None) -> Deck:
    """A pack like no other; the same seed gives the same pack. ``lettering``: letters to use instead of our own."""
    chance = default_rng([seed, 31])
    red = _near(chance, ((200, 26, 36), (222, 30, 38), (170, 20, 40), (214, 60, 40)))
    black = _near(chance, ((24, 24, 28), (16, 16, 18), (44, 42, 46)))
    inks = (black, red, red, black)
    if chance.random() < 0.15:
        blue, green = _near(chance, ((30, 70, 180), (40, 110, 200))), _near(chance, ((20, 120, 60), (40, 140, 40)))
        inks = (black, red, blue, green) if chance.random() < 0.7 else (black, red, (230, 130, 30), blue)
    jumbo = chance.random() < 0.22
    index = chance.uniform(12, 20) if jumbo else chance.uniform(5, 10.5)
    narrow = chance.uniform(0.45, 0.8)
    pen = Pen(
        weight=chance.uniform(0.08, 0.22),
        contrast=chance.uniform(0.3, 1.0),
        slant=0.0 if chance.random() < 0.85 else chance.uniform(0.05, 0.22),
        serif=0.0 if chance.random() < 0.4 else chance.uniform(0.08, 0.2),
        round=chance.uniform(0, 1),
        variant=int(chance.integers(4)),
    )
    wide = 63.0 if chance.random() < 0.6 else chance.uniform(56, 66)
    sign = index * (chance.uniform(0.4, 0.8) if jumbo else chance.uniform(0.5, 0.95))
    half = max(index * narrow, sign) / 2
    return Deck(
        wide=wide,
        paper=_near(chance, ((250, 250, 248), (246, 242, 230), (238, 238, 236)), 5),
        inks=inks,
        index=index,
        narrow=narrow,
        sign=sign,
        gap=chance.uniform(0.4, 2.6),
        across=half + chance.uniform(1.0, 3.5),
        down=chance.uniform(2.0, 7.0),
        pip=chance.uniform(8.5, 15.5),
        spread=chance.uniform(0.9, 1.08),
        corner=chance.uniform(2.0, 5.0),
        frame=0.0 if chance.random() < 0.25 else chance.uniform(0.2, 0.7),
        edge=0.0 if chance.random() < 0.8 else chance.uniform(0.3, 1.2),
        lettering=lettering or written(pen),
        cut=Cut(*chance.uniform(0, 1, 6)),
        back=tuple(chance.integers(20, 200, 3).tolist()),
        seed=seed,
    )


def _near(chance: Generator, colours: tuple[Colour, ...], spread: int = 10) -> Colour:
    colour = np.array(colours[chance.integers(len(colours))]) + chance.integers(-spread, spread + 1, 3)
    red, green, blue = np.clip(colour, 0, 255).tolist()
    return red, green, blue


def _press(sheet: Picture, mask: Mask, at: tuple[float, float], ink: Colour, *, upside_down: bool = False) -> None:
    """Print a mask with its middle ``at`` (millimetres) in place."""
    if upside_down:
        mask = mask[::-1, ::-1]
    height, width = mask.shape
    left, top = round(at[0] * FINENESS - width / 2), round(at[1] * FINENESS - height / 2)
    x, y = max(left, 0), max(top, 0)
    part = sheet[y : top + height, x : left + width]
    shown = mask[y - top : y - top + part.shape[0], x - left : x - left + part.shape[1], None]
    part[:] = (part + (bgr(ink) - part) * shown + 0.5).astype(np.uint8)


def _suit(deck: Deck, suit: str, high: float) -> Mask:
    return suit_mask(suit, max(round(high * FINENESS), 2), deck.cut)


def draw_face(deck: Deck, face: str) -> Picture:
    """A card's face, upright."""
    rank, suit = face[:-1], face[-1]
    ink = deck.inks[SUITS.index(suit)]
    sheet: Picture = np.full((round(HIGH * FINENESS), round(deck.wide * FINENESS), 3), bgr(deck.paper), np.uint8)
    if deck.edge:
        cv2.rectangle(
            sheet, (6, 6), (sheet.shape[1] - 7, sheet.shape[0] - 7), ink[::-1], round(deck.edge * FINENESS / 2)
        )
    if rank in "JQK":
        _court(sheet, deck, face)
    else:
        _field(sheet, deck, rank, suit, ink)
    letter = deck.lettering(rank, round(deck.index * deck.narrow * FINENESS * (1.25 if rank == "10" else 1)),
                            round(deck.index * FINENESS))  # fmt: skip
    sign = _suit(deck, suit, deck.sign)
    for turned in (False, True):
        for mask, down in ((letter, deck.down + deck.index / 2),
                           (sign, deck.down + deck.index + deck.gap + deck.sign / 2)):  # fmt: skip
            at = (deck.wide - deck.across, HIGH - down) if turned else (deck.across, down)
            _press(sheet, mask, at, ink, upside_down=turned)
    return sheet


def _field(sheet: Picture, deck: Deck, rank: str, suit: str, ink: tuple[int, int, int]) -> None:
    """The pips of a number, or the one great sign of an ace."""
    if rank == "A":
        chance = default_rng([deck.seed, 32, SUITS.index(suit)])
        great = chance.uniform(1.6, 3.2) if suit == "S" else chance.uniform(0.9, 2.0)
        _press(sheet, _suit(deck, suit, deck.pip * great), (deck.wide / 2, HIGH / 2), ink)
        if suit == "S" and chance.random() < 0.5:
            # The ornate ace: paper shows through its sign.
            _press(sheet, _suit(deck, suit, deck.pip * great * 0.7), (deck.wide / 2, HIGH / 2), deck.paper)
            _press(sheet, _suit(deck, suit, deck.pip * great * 0.5), (deck.wide / 2, HIGH / 2), ink)
        return
    pip = _suit(deck, suit, deck.pip)
    spots = [(_MIDDLE, y) for y in _ROWS.get(rank, _BETWEEN.get(rank, ()))]
    spots += [(x, y) for x in (_LEFT, _RIGHT) for y in _SIDES.get(rank, ())]
    for x, y in spots:
        at = (0.5 + (x - 0.5) * deck.spread) * deck.wide, (0.5 + (y - 0.5) * deck.spread) * HIGH
        _press(sheet, pip, at, ink, upside_down=y > 0.5)


def _court(sheet: Picture, deck: Deck, face: str) -> None:
    """A figure that is the same either way up, and the frame around it."""
    chance = default_rng([deck.seed, 33, FACES.index(face)])
    left = deck.across + deck.index * deck.narrow / 2 + chance.uniform(0.5, 3.0)
    top = chance.uniform(5, 10)
    wide, high = deck.wide - 2 * left, HIGH / 2 - top
    if wide < 20:
        left, wide = 11.5, deck.wide - 23.0
    rows, columns = round(high * FINENESS), round(wide * FINENESS)
    half = _half_figure(deck, face, (rows, columns), chance)
    figure = np.concatenate([half, half[::-1, ::-1]])
    y, x = round(HIGH / 2 * FINENESS) - rows, round(left * FINENESS)
    sheet[y : y + 2 * rows, x : x + columns] = figure[: len(sheet) - y]
    if deck.frame:
        ink = ((30, 50, 140), (40, 40, 44), (190, 30, 40))[int(chance.integers(3))]
        cv2.rectangle(
            sheet, (x, y), (x + columns - 1, y + 2 * rows - 1), ink[::-1], max(round(deck.frame * FINENESS), 1)
        )


def _half_figure(deck: Deck, face: str, shape: tuple[int, int], chance: Generator) -> Picture:
    """The upper half of a figure in a picture of ``shape``: cloth, a head, a hat, a staff, often the suit's sign."""
    palette = [bgr(colour) for colour in ((214, 40, 44), (240, 196, 30), (30, 60, 160), (24, 24, 28), (250, 246, 236))]
    rows, columns = shape
    half: Picture = np.full((rows, columns, 3), bgr(deck.paper), np.uint8)
    body = np.array([(0.1, 1.0), (0.22, 0.55), (0.4, 0.45), (0.6, 0.45), (0.8, 0.55), (0.92, 1.0)])
    body[:, 0] += chance.normal(0, 0.03, len(body))
    cloth = palette[chance.integers(4)]
    _lay(half, filled([body], columns, rows), cloth)
    for _ in range(int(chance.integers(4, 12))):
        x, y = chance.uniform(0.1, 0.9), chance.uniform(0.5, 0.95)
        patch = np.array([(x, y)]) + chance.normal(0, 0.14, (int(chance.integers(3, 6)), 2))
        if chance.random() < 0.5:
            patch = np.array([(x - 0.5, y), (x + 0.5, y), (x + 0.5, y + 0.05), (x - 0.5, y + 0.05)])
        _lay(half, filled([patch], columns, rows) * filled([body], columns, rows), palette[chance.integers(5)])
    _lay(half, filled([_disc(0.5, 0.3, 0.17, 0.19)], columns, rows), palette[chance.choice([1, 3])])
    _lay(half, filled([_disc(0.5, 0.3, 0.11, 0.14)], columns, rows), bgr((244, 214, 188)))
    for x, y in ((0.46, 0.28), (0.54, 0.28), (0.5, 0.36)):
        _lay(half, filled([_disc(x, y, 0.014, 0.012)], columns, rows), palette[3])
    hat = np.array([(0.36, 0.2), (0.33, 0.04), (0.43, 0.11), (0.5, 0.0), (0.57, 0.11), (0.67, 0.04), (0.64, 0.2)])
    if face[0] == "J":
        hat = np.array([(0.32, 0.2), (0.38, 0.06), (0.7, 0.03), (0.66, 0.2)])
    _lay(half, filled([hat], columns, rows), palette[chance.integers(3)])
    staff = chance.uniform(0.1, 0.2)
    _lay(half, filled([np.array([(staff, 0.35), (staff + 0.03, 0.35), (staff + 0.03, 1), (staff, 1)])], columns, rows),
         palette[chance.integers(4)])  # fmt: skip
    if chance.random() < 0.8:
        sign = _suit(deck, face[-1], chance.uniform(8, 14))
        _press(half, sign, (sign.shape[1] / 2 / FINENESS + 1, sign.shape[0] / 2 / FINENESS + 1),
               deck.inks[SUITS.index(face[-1])])  # fmt: skip
    return half


def _disc(x: float, y: float, a: float, b: float) -> NDArray[np.float64]:
    turns = np.linspace(0, 2 * np.pi, 32, endpoint=False)
    return np.column_stack([x + a * np.cos(turns), y + b * np.sin(turns)])


def _lay(sheet: Picture, mask: Mask, colour: NDArray[np.float32]) -> None:
    sheet[:] = (sheet + (colour - sheet) * mask[..., None] + 0.5).astype(np.uint8)


def draw_back(deck: Deck) -> Picture:
    """The back: one ink on paper, a pattern within a rim."""
    chance = default_rng([deck.seed, 34])
    shape = round(HIGH * FINENESS), round(deck.wide * FINENESS)
    y, x = np.mgrid[: shape[0], : shape[1]].astype(np.float32) / FINENESS
    step = chance.uniform(2, 7)
    kind = chance.integers(4)
    wave = [
        np.sin((x + y) * np.pi / step) * np.sin((x - y) * np.pi / step),
        np.sin(np.hypot(x - deck.wide / 2, y - HIGH / 2) * 2 * np.pi / step),
        np.sin(x * 2 * np.pi / step) * np.sin(y * 2 * np.pi / step),
        cloud(chance, shape, (HIGH / 8, deck.wide / 8)) * 3,
    ][kind]
    rim = chance.uniform(0, 6)
    inside = (x > rim) & (x < deck.wide - rim) & (y > rim) & (y < HIGH - rim)
    share = (np.clip(wave * 2 + 0.5, 0, 1) * 0.7 + 0.3) * inside
    paper = bgr(deck.paper)
    return np.asarray(paper + (bgr(deck.back) - paper) * share[..., None].astype(np.float32) + 0.5, np.uint8)


def outline_mask(deck: Deck) -> Mask:
    """Where the card is, its corners rounded off: as large as a face, 0 to 1."""
    height, width = round(HIGH * FINENESS), round(deck.wide * FINENESS)
    radius = round(deck.corner * FINENESS)
    mask = np.zeros((height, width), np.uint8)
    cv2.rectangle(mask, (radius, 0), (width - 1 - radius, height - 1), 255, -1)
    cv2.rectangle(mask, (0, radius), (width - 1, height - 1 - radius), 255, -1)
    for x in (radius, width - 1 - radius):
        for y in (radius, height - 1 - radius):
            cv2.circle(mask, (x, y), radius, 255, -1, cv2.LINE_AA)
    return mask.astype(np.float32) / np.float32(255)
