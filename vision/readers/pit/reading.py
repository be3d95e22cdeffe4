"""Reads heaps of stones on a mandarin board: how many lie in each field, and how sure that is.

A network (`vision.readers.pit.heaps`) sees stones, each by itself, and says how uncertain their number is. Read cold,
that is nearly all: what is not ground (`vision.readers.pit.ground`) tells where more of them lie. A board that was
learnt tells more: its known counts say how large a stone looks here, by how much they are over- or undercounted and how
far counts stray; and another network compares it with how it looked when the table was accepted last, so that only what
came and went since need be counted.
"""

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from rules.geometry import Board, PlaceId
from rules.sight import EMPTY, Token, View
from vision.calibration import Calibration
from vision.evidence import Evidence, Seen
from vision.pictures import Picture
from vision.readers.inference import logistic
from vision.readers.patches import in_picture
from vision.readers.pit import settings
from vision.readers.pit.ground import Ground, are_fields, cell_owners, pixel_owners, sums
from vision.readers.pit.heaps import Told, followed, level, since, tell

Floats = NDArray[np.float64]

MANDARIN = "M"
"""How tokens of places with a mandarin begin; the citizens beside it follow."""


@dataclass(frozen=True, eq=False)
class Heaps:
    """What each of n places shows: stones (``mean``), the ``variance`` of that, how many ``large`` ones, whether it is
    ``hidden``. ``colour`` n × 3, red, green, blue: the middle of it.
    """

    mean: Floats
    variance: Floats
    large: Floats
    hidden: NDArray[np.bool_]
    colour: NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class Counts:
    """How many stones lie on each of n places: the mean and the variance of what is believed."""

    mean: Floats
    variance: Floats

    def with_(self, other: "Counts") -> "Counts":
        """What both say together; where they disagree, less surely."""
        one, two = 1 / self.variance, 1 / other.variance
        mean = (self.mean * one + other.mean * two) / (one + two)
        apart = (self.mean - other.mean) ** 2 * one * two / (one + two) ** 2
        return Counts(np.maximum(mean, 0), 1 / (one + two) + settings.QUARREL * apart)


def amounts(token: Token) -> tuple[int, int]:
    """Citizens and mandarins of a place that looks like ``token``."""
    if token == EMPTY:
        return 0, 0
    return int(token.removeprefix(MANDARIN) or 0), int(token.startswith(MANDARIN))


def named(citizens: int, mandarin: int = 0) -> Token:
    """The token of a place with so many citizens and mandarins."""
    digits = str(citizens) if citizens else ""
    return Token(MANDARIN * mandarin + digits) if mandarin or citizens else EMPTY


def bounds(likelihoods: Mapping[Token, float]) -> tuple[int, int]:
    """The least and the most citizens that make up 95 % of the chances."""
    total: dict[int, float] = {}
    for token, value in likelihoods.items():
        total[amounts(token)[0]] = total.get(amounts(token)[0], 0.0) + value
    counts = sorted(total)
    share = np.cumsum([total[count] for count in counts]) / sum(total.values())
    tail = (1 - settings.SPREAD) / 2
    low, high = (min(int(at), len(counts) - 1) for at in np.searchsorted(share, (tail, 1 - tail)))
    return counts[low], counts[high]


def read_pits(picture: Picture, calibration: Calibration, board: Board) -> Evidence:
    """What lies on each place of ``board``, without any history; ``picture`` is height × width × 3, BGR."""
    heaps, flat = measured(picture, calibration, board)
    counts = Counts(heaps.mean, settings.COLD * heaps.variance + settings.LEAST_VARIANCE)
    ground = Ground.guess(flat, board)
    covered = ground.sums(ground.stones(flat))
    seen = are_fields(board) & ~heaps.hidden
    stones = float(heaps.mean[seen].sum())
    if stones > settings.FEW and _correlation(covered[seen], heaps.mean[seen]) > settings.AGREE:
        by_area = covered / (covered[seen].sum() / stones)
        variance = settings.STONE_SPREAD * by_area + settings.COLD_AREA
        counts = _chosen(seen, counts.with_(Counts(by_area, variance)), counts)
    large = _hardly_sure((heaps.large - settings.LARGE) / settings.LARGE_SPREAD)
    return _evidence(calibration, board, heaps, (counts, counts), np.where(are_fields(board), 0.0, large))


@dataclass(frozen=True, eq=False)
class PitReader:
    """A mandarin board and its stones. A value: `follow` gives another one.

    ``scale``: by how much the network's counts must be multiplied here; ``stray``: how many times its variance counts
    vary. ``area``: of one stone, in pixels of the level picture; ``spread``: the variance of that, as a share.
    ``large``: what the network says of a mandarin here; 0 where mandarins are no stones.
    ``held``: the citizens of each place when the table was accepted last, −1 unknown; ``big``: its mandarins; ``flat``:
    how it looked.
    """

    board: Board
    scale: float
    stray: float
    area: float
    spread: float
    large: float
    ground: Ground
    held: Floats
    big: Floats
    flat: Picture

    shown = False
    """No picture of the empty board is needed: stones are counted, not told from holes."""

    alike: tuple[Token, ...] = ()

    @staticmethod
    def learn(picture: Picture, calibration: Calibration, board: Board, view: View) -> "PitReader":
        """Learn from a picture of the position ``view``; places that it leaves out are not learnt from."""
        heaps, flat = measured(picture, calibration, board)
        held, big = _held(board, view)
        held[heaps.hidden] = -1
        ground = Ground.guess(flat, board).emptied(flat, are_fields(board) & (held == 0))
        known = are_fields(board) & (held > 0)
        scale, area, spread = 1.0, settings.USUAL_AREA, settings.STONE_SPREAD
        if known.any():
            total, covered = float(held[known].sum()), ground.sums(ground.stones(flat))[known]
            scale = total / max(float(heaps.mean[known].sum()), settings.LEAST_SCALE * total)
            area = max(float(covered.sum()) / total, settings.LEAST_AREA)
            strays = (covered / area - held[known]) ** 2 / held[known]
            spread = float((strays.sum() + settings.PRIOR * spread) / (len(strays) + settings.PRIOR))
        told = held >= 0
        pull = (held - scale * heaps.mean)[told] ** 2 / (heaps.variance[told] + settings.LEAST_VARIANCE)
        stray = float(
            (pull.clip(max=settings.MOST_PULL).sum() + settings.PRIOR * settings.COLD) / (len(pull) + settings.PRIOR)
        )
        large = float(np.median(heaps.large[big > 0])) if (big > 0).any() else 0.0
        return PitReader(board, scale, stray, area, spread, large, ground, held, big, flat)

    def read(
        self,
        picture: Picture,
        calibration: Calibration,
        lit: Mapping[PlaceId, tuple[int, int, int]] | None = None,
        *,
        careful: bool = False,
    ) -> Evidence:
        """Likelihoods of every token at every place; none where the place is covered or out of the picture."""
        del lit, careful  # no lamp lies under a heap, and each is read as carefully as can be
        calibration = self.track(picture, calibration)
        heaps, flat = measured(picture, calibration, self.board)
        stones = self.ground.stones(flat)
        covered = self.ground.sums(stones)
        full = covered / self.ground.sums(np.ones(stones.shape)) > settings.FULL
        came, went = (self.ground.sums(part) / self.area for part in self._turned(flat, stones))
        # What is seen as if for the first time, beside that what the network sees come and go, and what is covered.
        alone = Counts(self.scale * heaps.mean, self.stray * heaps.variance + settings.LEAST_VARIANCE)
        more, doubt = self._since(flat)
        grown = Counts((self.held + more).clip(min=0), doubt + settings.LEAST_VARIANCE)
        by_sight = _chosen(self.held >= 0, alone.with_(grown), alone)
        counts = self._by_area(covered / self.area, came, went).with_(by_sight)
        # Where a mandarin went all else went with it, and what comes then is seen as if for the first time.
        was = self.big > 0
        # A mandarin goes with all that lies beside it, or stays; none comes but with what covers a good deal.
        gone = (went - (np.maximum(self.held, 0) + settings.MANDARIN_AREA) / 2) / settings.MANDARIN_SPREAD
        new = (heaps.large / max(self.large, settings.LEAST_LARGE) - settings.LARGE) / settings.LARGE_SPREAD
        new = np.where(came > settings.MANDARIN_AREA / 2, new, -np.inf)
        possible = ~are_fields(self.board) & (self.large > 0)
        large = np.where(possible, _hardly_sure(np.where(was, -gone, new)), 0.0)
        both = (_chosen(was, alone, counts), _chosen(was, counts, alone))
        return _evidence(calibration, self.board, replace(heaps, hidden=heaps.hidden | full), both, large)

    def follow(self, picture: Picture, calibration: Calibration, view: View, *, trust: bool = False) -> "PitReader":
        """The reader after ``view`` was accepted as what ``picture`` shows; what lies under a lid it remembers."""
        del trust  # what was accepted is believed either way
        heaps, flat = measured(picture, calibration, self.board)
        hidden = heaps.hidden
        held, big = _held(self.board, view)
        changed = (held != self.held) | (big != self.big)
        if hidden.any() and not changed.any():
            return self  # a lid may reach over places that count as seen
        held[hidden & changed] = -1
        flat = np.where(self.ground.on(hidden)[..., None], self.flat, flat)
        ground = self.ground.emptied(flat, are_fields(self.board) & (held == 0))
        return replace(self, ground=ground, held=held, big=big, flat=flat)

    @cached_property
    def _lay(self) -> Floats:
        """What was not ground when the table was accepted last: h × w, 0 to 1."""
        return self.ground.stones(self.flat)

    def _since(self, flat: Picture) -> tuple[Floats, Floats]:
        """How many more stones lie on each place than then, and how uncertain that is (n each)."""
        owner, told = cell_owners(self.board), since(self.flat, flat)
        return sums(owner, told.came - told.went), sums(owner, told.spread)

    def _by_area(self, covered: Floats, came: Floats, went: Floats) -> Counts:
        """How many stones that many stones' areas are: in all, and those that came and went, n each.

        Where it is known what lay there, only what came and went is counted: the others lie as they lay.
        """
        known, held = self.held >= 0, self.held.clip(min=0)
        lay = self.ground.sums(self._lay) / self.area
        left = np.where(are_fields(self.board), held * np.minimum(went / np.maximum(lay, settings.LEAST_HEAP), 1), went)
        came, left = np.where(known, came, covered), np.where(known, left, 0)
        crowded = settings.CROWD * np.where(known, came, 0) ** 2
        variance = (self.spread + settings.BURIED * held) * (came + left) + crowded + settings.LEAST_VARIANCE
        return Counts((held + came - left).clip(min=0), variance)

    def _turned(self, flat: Picture, stones: Floats) -> tuple[Floats, Floats]:
        """Where stones came, and where they went: h × w each, 0 to 1; ``stones``: what is not ground now.

        What the ground is like is known in fields; in a half-round its curve stands out like a stone, so that what
        looks otherwise than before counts there.
        """
        changed = self.ground.changed(flat, self.flat)
        ends = self.ground.on(~are_fields(self.board))
        came = np.where(ends, changed * stones, (stones - self._lay).clip(min=0))
        went = np.where(ends, changed * (1 - stones), (self._lay - stones).clip(min=0))
        return came, went

    def holding(self, view: View) -> "PitReader":
        """The reader as it is: stones are counted from the picture that was accepted last, and what was there then."""
        del view
        return self

    def track(self, picture: Picture, calibration: Calibration) -> Calibration:
        """The calibration after a push or turn too small to be looked for by the board's lines."""
        return followed(self.flat, picture, calibration, self.ground.owner >= 0)


def _correlation(one: Floats, other: Floats) -> float:
    """How far two rows of numbers go together, −1 to 1; 0 where either is all the same."""
    a, b = one - one.mean(), other - other.mean()
    return float(a @ b / max(np.sqrt((a @ a) * (b @ b)), 1e-9))


def _chosen(which: NDArray[np.bool_], one: Counts, other: Counts) -> Counts:
    """``one`` at the places of ``which``, ``other`` at the rest."""
    return Counts(np.where(which, one.mean, other.mean), np.where(which, one.variance, other.variance))


def _hardly_sure(x: Floats) -> Floats:
    """From 0 to 1, never quite either."""
    return (1 - settings.NEVER_SURE) * logistic(x) + settings.NEVER_SURE / 2


def measured(picture: Picture, calibration: Calibration, board: Board) -> tuple[Heaps, Picture]:
    """What each place of ``board`` shows, and the level picture in which it was seen."""
    flat = level(picture, calibration)
    told = _both_ways(flat)
    owner = cell_owners(board)
    hidden = sums(owner, told.cover) / sums(owner, np.ones(owner.shape)) > settings.COVERED
    pixels = pixel_owners(board)
    middle = [np.median(flat[pixels == at].reshape(-1, 3), axis=0)[::-1] for at in range(len(board.places))]
    return Heaps(
        sums(owner, told.stones),
        sums(owner, told.spread),
        sums(owner, told.large),
        np.asarray(hidden | ~in_picture(calibration, board, 0.3)),
        np.rint(middle).astype(np.int64),
    ), flat


def _both_ways(flat: Picture) -> Told:
    """What the network says, seen either way up: stones know no north."""
    one, other = tell(flat), tell(np.ascontiguousarray(flat[::-1, ::-1]))
    pairs = ((getattr(one, part.name), getattr(other, part.name)[::-1, ::-1]) for part in fields(Told))
    return Told(*((a + b) / 2 for a, b in pairs))


def _held(board: Board, view: View) -> tuple[Floats, Floats]:
    """Citizens and mandarins of every place, −1 where ``view`` does not tell."""
    told = [amounts(view[place.id]) if place.id in view else (-1, 0) for place in board.places]
    citizens, mandarins = np.array(told, np.float64).T
    return citizens.copy(), mandarins.copy()


def _evidence(
    calibration: Calibration, board: Board, heaps: Heaps, counts: tuple[Counts, Counts], large: Floats
) -> Evidence:
    """The chances of every count at every place. ``counts``: without and with a mandarin; ``large``: is there one?"""
    pixels = calibration.places(board)
    seen: dict[PlaceId, Seen] = {}
    for at, place in enumerate(board.places):
        likelihoods: dict[Token, float] = {}
        if not heaps.hidden[at]:
            for mandarin, part in ((0, 1 - float(large[at])), (1, float(large[at]))):
                chances = _chances(float(counts[mandarin].mean[at]), float(counts[mandarin].variance[at]))
                if part:
                    likelihoods |= {named(n, mandarin): part * float(chance) for n, chance in enumerate(chances)}
        (x, y), (red, green, blue) = pixels[at].tolist(), heaps.colour[at].tolist()
        seen[place.id] = Seen((x, y), likelihoods, (red, green, blue))
    return Evidence(seen, ())


def _chances(mean: float, variance: float) -> Floats:
    """How probable each count from 0 on is: a bell about the mean, with broad tails."""
    most = int(np.ceil(mean + 6 * np.sqrt(variance))) + 4
    off = (np.arange(most + 1) - mean) ** 2
    bell = np.exp(-(off - off.min()) / (2 * variance))
    tail = 1 / (1 + off / settings.TAIL_WIDTH**2) ** 2
    chances: Floats = bell / bell.sum() + settings.NEVER_SURE * tail / tail.sum()
    chances /= chances.sum()
    return chances
