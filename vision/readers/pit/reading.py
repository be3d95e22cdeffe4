"""Reads heaps of stones on a mandarin board: how many lie in each field, and how sure that is.

A network (`vision.readers.pit.heaps`) sees stones, each by itself, and says how uncertain their number is. Read cold,
that is all. A board that was learnt tells more: its known counts say by how much they are over- or undercounted and how
far counts stray; and another network compares it with how it looked when the table was accepted last, so that only what
came and went since need be counted. What both say together is weighed by a third (`vision.readers.pit.counts`).
"""

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace

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
from vision.readers.pit.counts import MOST, Said, chances
from vision.readers.pit.fields import are_fields, cell_owners, pixel_owners, sums
from vision.readers.pit.heaps import Since, Told, followed, level, since, tell

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
    heaps, _ = measured(picture, calibration, board)
    counts = bells(heaps.mean, settings.COLD * heaps.variance + settings.LEAST_VARIANCE)
    large = _hardly_sure((heaps.large - settings.LARGE) / settings.LARGE_SPREAD)
    return _evidence(calibration, board, heaps, (counts, counts), np.where(are_fields(board), 0.0, large))


@dataclass(frozen=True, eq=False)
class PitReader:
    """A mandarin board and its stones. A value: `follow` gives another one.

    ``scale``: by how much the first network's counts must be multiplied here; ``stray``: how many times its variance
    counts vary. ``held``: the citizens of each place when the table was accepted last, −1 unknown; ``big``: its
    mandarins; ``flat``: how it looked.
    """

    board: Board
    scale: float
    stray: float
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
        known, told = are_fields(board) & (held > 0), held >= 0
        total = float(held[known].sum())
        scale = total / max(float(heaps.mean[known].sum()), settings.LEAST_SCALE * total) if total else 1.0
        pull = (held - scale * heaps.mean)[told] ** 2 / (heaps.variance[told] + settings.LEAST_VARIANCE)
        stray = float(
            (pull.clip(max=settings.MOST_PULL).sum() + settings.PRIOR * settings.COLD) / (len(pull) + settings.PRIOR)
        )
        return PitReader(board, scale, stray, held, big, flat)

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
        told = self.since(flat)
        said, gone = self.compared(heaps, told)
        alone = bells(said.seen, said.variance)
        counts = np.where(((self.held >= 0) & ~said.touched)[:, None], chances(said), alone)
        # A mandarin goes with all that lies beside it, and what comes then is seen as if for the first time.
        # One that was only moved is seen to go as well, but still shows.
        went = logistic(2 * np.log(np.maximum(gone, 1e-9) / settings.GONE))
        stays = 1 - went * _hardly_sure((settings.NONE_SHOWS - heaps.large) / settings.NONE_SPREAD)
        heaps = replace(heaps, hidden=self._hidden(told, calibration))
        return _evidence(calibration, self.board, heaps, (np.where((self.big > 0)[:, None], alone, counts), counts),
                         np.where(self.big > 0, stays, 0.0))  # fmt: skip

    def since(self, flat: Picture) -> Since:
        """What the network says of each cell of a board that is seen level, beside when it was accepted last."""
        pixels = pixel_owners(self.board)
        return since(self.flat, flat, np.where(pixels >= 0, self.held[pixels], 0.0))

    def compared(self, heaps: Heaps, told: Since) -> tuple[Said, Floats]:
        """What is said of each place as it looks now, ``told`` what came and went; how many mandarins went (n)."""
        owner = cell_owners(self.board)
        came, went, came_spread, went_spread, gone = (
            sums(owner, part) for part in (told.came, told.went, told.came_spread, told.went_spread, told.large)
        )
        variance = self.stray * heaps.variance + settings.LEAST_VARIANCE
        ends = ~are_fields(self.board)
        return Said(ends, self.held, self.scale * heaps.mean, variance, came, went, came_spread, went_spread), gone

    def _hidden(self, told: Since, calibration: Calibration) -> NDArray[np.bool_]:
        """Which places something covers now, or which are out of the picture, n."""
        return _hidden(calibration, self.board, told.cover, settings.COVERED_SINCE)

    def follow(self, picture: Picture, calibration: Calibration, view: View, *, trust: bool = False) -> "PitReader":
        """The reader after ``view`` was accepted as what ``picture`` shows; what lies under a lid it remembers."""
        del trust  # what was accepted is believed either way
        flat = level(picture, calibration)
        hidden = self._hidden(self.since(flat), calibration)
        held, big = _held(self.board, view)
        changed = (held != self.held) | (big != self.big)
        if hidden.any() and not changed.any():
            return self  # a lid may reach over places that count as seen
        held[hidden & changed] = -1
        under = np.isin(pixel_owners(self.board), np.flatnonzero(hidden))
        return replace(self, held=held, big=big, flat=np.where(under[..., None], self.flat, flat))

    def holding(self, view: View) -> "PitReader":
        """The reader as it is: stones are counted from the picture that was accepted last, and what was there then."""
        del view
        return self

    def track(self, picture: Picture, calibration: Calibration) -> Calibration:
        """The calibration after a push or turn too small to be looked for by the board's lines."""
        return followed(self.flat, picture, calibration, pixel_owners(self.board) >= 0)


def _hidden(calibration: Calibration, board: Board, cover: Floats, most: float) -> NDArray[np.bool_]:
    """Which of n places are out of the picture, or covered by more than ``most`` on the mean; ``cover``: h × w."""
    owner = cell_owners(board)
    covered = sums(owner, cover) / sums(owner, np.ones(owner.shape))
    return np.asarray(~in_picture(calibration, board, settings.IN_PICTURE) | (covered > most))


def _hardly_sure(x: Floats) -> Floats:
    """From 0 to 1, never quite either."""
    return (1 - settings.NEVER_SURE) * logistic(x) + settings.NEVER_SURE / 2


def measured(picture: Picture, calibration: Calibration, board: Board) -> tuple[Heaps, Picture]:
    """What each place of ``board`` shows, and the level picture in which it was seen."""
    flat = level(picture, calibration)
    told = _both_ways(flat)
    owner = cell_owners(board)
    pixels = pixel_owners(board)
    middle = [np.median(flat[pixels == at].reshape(-1, 3), axis=0)[::-1] for at in range(len(board.places))]
    return Heaps(
        sums(owner, told.stones),
        sums(owner, told.spread),
        sums(owner, told.large),
        _hidden(calibration, board, told.cover, settings.COVERED),
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
    calibration: Calibration, board: Board, heaps: Heaps, counts: tuple[Floats, Floats], large: Floats
) -> Evidence:
    """The chances of every token at every place. ``counts``: of every number, without and with a mandarin, n × most
    each; ``large``: is there one?
    """
    pixels = calibration.places(board)
    seen: dict[PlaceId, Seen] = {}
    for at, place in enumerate(board.places):
        likelihoods: dict[Token, float] = {}
        if not heaps.hidden[at]:
            for mandarin, part in ((0, 1 - float(large[at])), (1, float(large[at]))):
                if part:
                    likelihoods |= {
                        named(n, mandarin): part * chance for n, chance in enumerate(counts[mandarin][at].tolist())
                    }
        (x, y), (red, green, blue) = pixels[at].tolist(), heaps.colour[at].tolist()
        seen[place.id] = Seen((x, y), likelihoods, (red, green, blue))
    return Evidence(seen, ())


def bells(mean: Floats, variance: Floats) -> Floats:
    """How probable each number of stones from 0 on is, n × most: a bell about the mean, with broad tails."""
    off = (np.arange(MOST + 1) - mean[:, None]) ** 2
    bell = np.exp(-(off - off.min(-1, keepdims=True)) / (2 * variance[:, None]))
    tail = 1 / (1 + off / settings.TAIL_WIDTH**2) ** 2
    both = bell / bell.sum(-1, keepdims=True) + settings.NEVER_SURE * tail / tail.sum(-1, keepdims=True)
    return np.asarray(both / both.sum(-1, keepdims=True))
