"""Reads playing cards, wherever and however they lie: their indices are found, named, and joined into cards.

What the networks of `vision.readers.card.networks` see of single indices is put together here: a card has two of them,
and a pack has each card once.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from vision.pictures import Picture
from vision.readers.card import settings
from vision.readers.card.frames import Frames, on_card, widths
from vision.readers.card.networks import FACES, Floats, find_indices, halves, name_indices

OUTLINE = np.array([(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)])
PARTNER = np.array([(0.9, 0.86)])
"""Where a card's second index is, as the first one sees the card."""


@dataclass(frozen=True, eq=False)
class SeenCard:
    """A card that was seen.

    ``px``: its middle where both indices show, else its index, in pixels (x, y). ``p``: how probable ``face`` is.
    ``outline``: about where its corners are, 4 × 2 pixels, also those that other cards hide. ``indices``: where its
    one or two indices are. ``again``: further cards that look surely like this one, which a pack has only once.
    """

    face: str
    px: tuple[float, float]
    p: float
    outline: Floats
    indices: tuple[tuple[float, float], ...]
    again: tuple["SeenCard", ...] = ()


@dataclass(frozen=True, eq=False)
class _Index:
    """One index: its frame in the whole picture, and the likelihood of each of `FACES` (they sum to at most 1)."""

    frame: Floats
    faces: Floats


def read_cards(picture: Picture) -> tuple[SeenCard, ...]:
    """The cards that lie face up in a picture (BGR), likeliest first; each face at most once, as a pack has it."""
    sizes = halves(picture)
    indices = _read(sizes, find_indices(picture))
    # A card shows where its other index must be: a look there finds what was overlooked.
    lonely = [index for _, single in _joined(indices) if len(single) == 1 for index in single]
    indices = _distinct([*indices, *_read(sizes, np.array([_partner(index.frame) for index in lonely]))])
    return _once_each(_joined(indices))


def _read(sizes: Sequence[Picture], frames: Frames) -> list[_Index]:
    """The indices at these frames, as far as there are any."""
    if not len(frames):
        return []
    named, frames = name_indices(sizes, frames)
    read = [_Index(frame, faces) for frame, faces in zip(frames, named, strict=True)]
    return _distinct([index for index in read if index.faces.sum() > settings.INDEX_FROM])


def _distinct(indices: Sequence[_Index]) -> list[_Index]:
    """Each index once, as it is read best."""
    kept: list[_Index] = []
    for index in sorted(indices, key=lambda index: -float(index.faces.max())):
        if not any(_same(index, other) for other in kept):
            kept.append(index)
    return kept


def _same(one: _Index, other: _Index) -> bool:
    """Whether two indices are one, seen at two sizes perhaps."""
    wide = float(widths(np.stack([one.frame, other.frame])).max())
    return float(np.hypot(*(one.frame[:2] - other.frame[:2]))) < settings.SAME_INDEX * wide


def _partner(frame: Floats) -> Floats:
    """Where a card's other index must be, and how it sees the card."""
    return np.concatenate([on_card(frame, PARTNER)[0], -frame[2:]])


def _joined(indices: Sequence[_Index]) -> list[tuple[Floats, tuple[_Index, ...]]]:
    """Cards: the likelihoods of their faces, and their one or two indices. The pairs that fit best join first."""
    pairs = sorted(
        (misfit, i, j)
        for i, one in enumerate(indices)
        for j, other in enumerate(indices[:i])
        if (misfit := _misfit(one, other)) is not None
    )
    single = dict(enumerate(indices))
    cards: list[tuple[Floats, tuple[_Index, ...]]] = []
    for _, i, j in pairs:
        if i in single and j in single:
            one, other = sorted((single.pop(i), single.pop(j)), key=lambda index: -index.faces.max())
            cards.append((_agreed(one.faces, other.faces), (one, other)))
    cards += [(index.faces, (index,)) for index in single.values()]
    return cards


def _misfit(one: _Index, other: _Index) -> float | None:
    """How badly two indices fit on one card, in its widths; None where they do not."""
    wide = float(widths(np.stack([one.frame, other.frame])).mean())
    offs = [on_card(a.frame, PARTNER)[0] - b.frame[:2] for a, b in ((one, other), (other, one))]
    off = float(np.hypot(*((offs[0] - offs[1]) / 2))) / wide
    turns = [_cosine(one.frame[at : at + 2], -other.frame[at : at + 2]) for at in (2, 4)]
    if off > settings.PARTNER_REACH or min(turns) < settings.PARTNER_TURN:
        return None
    # Of two cards that lie nearly alike one on the other, each may show one index: these deny each other.
    agree = one.faces.argmax() == other.faces.argmax()
    return off if agree or off <= settings.DENYING_REACH else None


def _cosine(one: Floats, other: Floats) -> float:
    return float(one @ other / max(float(np.linalg.norm(one) * np.linalg.norm(other)), 1e-9))


def _agreed(one: Floats, other: Floats) -> Floats:
    """The likelihoods of a card's faces from both of its indices; the better one comes first."""
    weak = settings.SECOND_WITNESS
    together = one * (other + 1e-6) ** weak
    nothing = (1 - one.sum()) * max(1 - other.sum(), 1e-6) ** weak
    return np.asarray(together / (together.sum() + nothing))


def _once_each(cards: Sequence[tuple[Floats, tuple[_Index, ...]]]) -> tuple[SeenCard, ...]:
    """Cards told, each face once: who is likelier to be it has it, and knows of others that surely look like it."""
    told: dict[str, SeenCard] = {}
    for faces, indices in sorted(cards, key=lambda card: -float(card[0].max())):
        best = int(faces.argmax())
        if faces[best] < settings.TOLD_FROM:
            continue
        card = _seen(FACES[best], float(faces[best]), indices)
        first = told.setdefault(card.face, card)
        # Else it is that card's other index, or its picture elsewhere.
        if first is not card and _is_another(card, first):
            told[card.face] = replace(first, again=(*first.again, card))
    return tuple(told.values())


def _is_another(card: SeenCard, first: SeenCard) -> bool:
    """Whether ``card`` surely is a second one beside ``first``: some packs have an index in all four corners."""
    wide = float(np.hypot(*(card.outline[1] - card.outline[0])))
    apart = float(np.hypot(*np.subtract(card.px, first.px)))
    return len(card.indices) == 2 and card.p >= settings.TWICE_FROM and apart > wide


def _seen(face: str, p: float, indices: tuple[_Index, ...]) -> SeenCard:
    spots = [on_card(index.frame, OUTLINE) for index in indices]
    # The second index sees the card the other way up.
    outline: Any = spots[0] if len(spots) == 1 else np.concatenate([spots[0][:2], spots[1][:2]])
    at = np.mean([index.frame[:2] for index in indices], 0)
    places = tuple((float(index.frame[0]), float(index.frame[1])) for index in indices)
    return SeenCard(face, (float(at[0]), float(at[1])), p, outline, places)
