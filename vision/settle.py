"""Which way round the board lies and which set is whose: the known position that explains a first reading best.

A single picture tells sets of a star apart only by colour and calls the lowest point south. A position that should lie
there (the start, or where a game was left) settles both: every turn of the board and every naming of the sets is
weighed.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from math import log
from types import MappingProxyType

import numpy as np
from numpy.typing import NDArray

from rules.geometry import Board, Medium, PlaceId
from rules.sight import EMPTY, UNKNOWN, Token, View
from vision.calibration import Calibration, units
from vision.evidence import Evidence
from vision.readers.pit.reading import amounts

FLOOR = 1e-3
"""The least probability of a token at a place: one place alone never decides which way round the board lies."""

POSSIBLE = 0.01
"""A heap may hold what it should if that is so likely, beside what it most likely holds. A first count of stones that
were never seen before is rough: their size is learnt only from heaps that are known."""

FAR_OFF, LEAST_OFF, HALF_A_STONE = 0.35, 1.75, 0.5
"""So far off beside the other heaps, as a share of what it should hold but at least in stones, a count is wrong; and
from so many stones on it is doubtful."""

EQUALLY_GOOD = 3.0
"""Turns whose log likelihoods differ by less than this are taken as equal; then the southern point decides."""

NEARER = 0.6
"""A piece is taken for one of another set whose colour is nearer than this times how near that of its own set is."""

FEWEST = 3
"""So many pieces of a set show what its colour is."""

DARKEST = 10.0
"""Added to each channel (0 to 255) before logarithms: what is nearly black has no hue."""

SHADE = 0.2
"""How much a difference in brightness counts beside one in hue, squared: light is uneven over a board."""


@dataclass(frozen=True)
class Settled:
    """How a reading becomes the game's: turn the calibration by ``turns``, call each set as ``names`` says.

    ``score`` is the log likelihood of the position for each place that was seen, 0 at best; ``wrong`` are the places
    that look otherwise, named as the game names them after the turn. ``spare`` is where a piece too many seems to lie,
    of a set that is whole where it belongs: mostly an empty hole that looks like a piece, or a marble beyond a full
    set.
    Of heaps it is where another number seems to lie, but not surely.
    ``miscoloured`` is where what should lie there was seen, but in a colour that is much nearer to what lies elsewhere.
    """

    turns: int
    names: Mapping[Token, Token]
    score: float
    wrong: tuple[PlaceId, ...]
    spare: tuple[PlaceId, ...]
    miscoloured: tuple[PlaceId, ...] = ()


def settle(evidence: Evidence, board: Board, calibration: Calibration, view: View, lead: int = 0) -> Settled:
    """The turn and the naming of the sets under which ``view`` explains ``evidence`` best.

    Of turns that explain it equally well the one is taken under which most sets keep the names that they were read by
    (coins show their suits), of those none at all, for people may have said how ``calibration`` calls the corners; else
    the one whose first corner lies nearest the picture's lower edge. ``lead``: of a table that was learnt before, so
    many places fewer must look wrong under a turn than under none: a mess explains either about as well.
    """
    settle_turn = _counted if board.medium is Medium.PIT else _explained
    settled = [settle_turn(evidence, board, view, turns) for turns in range(board.turns)]
    best = max(one.score for one in settled)
    level = EQUALLY_GOOD / max(sum(bool(seen.likelihoods) for seen in evidence.places.values()), 1)
    south = board.index[board.first_corner]

    def preference(one: Settled) -> tuple[int, bool, float]:
        kept = sum(read == called for read, called in one.names.items())
        return kept, not one.turns, float(calibration.turned(board, one.turns).places(board)[south][1])

    chosen = max((one for one in settled if one.score > best - level), key=preference)
    as_before = settled[0]
    return as_before if lead and len(chosen.wrong) >= len(as_before.wrong) - lead else chosen


@lru_cache(maxsize=64)
def turned_names(board: Board, turns: int) -> Mapping[PlaceId, PlaceId]:
    """Place after ``turns`` (see `Calibration.turned`) → what the same hole was called before."""
    angle = -2 * np.pi * turns / board.turns
    c, s = np.cos(angle), np.sin(angle)
    points = units(board)
    before = points @ np.array([[c, s], [-s, c]])
    nearest = ((before[:, None] - points[None]) ** 2).sum(2).argmin(1)
    return MappingProxyType({place.id: board.places[old].id for place, old in zip(board.places, nearest, strict=True)})


def named(evidence: Evidence, board: Board, settled: Settled) -> Evidence:
    """A cold reading in the game's names: places after the turn, sets as they were settled."""
    before, kinds = turned_names(board, settled.turns), {kind.name for kind in evidence.sets}
    places = {}
    for place in board.places:
        seen, likelihoods = evidence.places[before[place.id]], dict[Token, float]()
        for kind, value in seen.likelihoods.items():
            # Nobody plays a set that was given no name, whatever it is called: coins are called by their suits.
            token = settled.names.get(kind, UNKNOWN if kind in kinds else kind)
            likelihoods[token] = max(value, likelihoods.get(token, 0.0))
        places[place.id] = replace(seen, likelihoods=likelihoods)
    return Evidence(places, evidence.sets)


def _explained(evidence: Evidence, board: Board, view: View, turns: int) -> Settled:
    """The best naming of the sets for one turn of the board."""
    before = turned_names(board, turns)
    kinds = [kind.name for kind in evidence.sets]
    tokens = sorted({token for token in view.values() if token != EMPTY})
    # logs[i, j]: how well calling set i by token j explains the places where token j should lie
    logs = np.zeros((len(kinds), len(tokens)))
    fixed = 0.0
    seen_places = 0
    for place, token in view.items():
        likelihoods = evidence.places[before[place]].likelihoods
        if not likelihoods:
            continue
        seen_places += 1
        total = sum(likelihoods.values())
        if token == EMPTY:
            fixed += log(max(likelihoods.get(EMPTY, 0.0) / total, FLOOR))
            continue
        column = tokens.index(token)
        for row, kind in enumerate(kinds):
            logs[row, column] += log(max(likelihoods.get(kind, 0.0) / total, FLOOR))
    naming, explained = _assigned(logs, [sum(1 for t in view.values() if t == name) * log(FLOOR) for name in tokens])
    names = {kinds[row]: tokens[column] for column, row in enumerate(naming) if row is not None}
    lies = {place: evidence.places[before[place]].token for place in view}
    seen = {place: names.get(kind, kind) for place, kind in lies.items() if kind is not None}
    whole = {name for name in tokens if all(seen.get(place) == name for place, token in view.items() if token == name)}
    otherwise = [place for place, token in view.items() if seen.get(place, token) != token]
    spare = tuple(place for place in otherwise if view[place] == EMPTY and seen[place] in whole)
    wrong = tuple(place for place in otherwise if place not in spare)
    colours = {
        place: evidence.places[before[place]].colour for place, token in view.items() if seen.get(place) == token
    }
    return Settled(turns, names, (fixed + explained) / max(seen_places, 1), wrong, spare, _miscoloured(colours, view))


def _miscoloured(colours: Mapping[PlaceId, tuple[int, int, int]], view: View) -> tuple[PlaceId, ...]:
    """Which of the ``colours`` of places seen to hold what they hold in ``view`` are nearer to what lies elsewhere.

    Its neighbours may make who knows nothing of the table name a piece's set wrongly, or call a spare piece a hole, and
    be sure.
    """
    if not colours:
        return ()
    held = np.array([view[place] for place in colours])
    hues = np.log(np.array(list(colours.values()), np.float64) + DARKEST)
    sets = [token for token in np.unique(held) if token != EMPTY and (held == token).sum() >= FEWEST]
    usual = np.array([np.median(hues[held == token], 0) for token in sets]).reshape(-1, 3)
    near, its_own = _apart(hues, usual), held[:, None] == np.array(sets, held.dtype)
    own = np.where(its_own, near, np.inf).min(1, initial=np.inf)
    near[its_own] = np.inf
    holes = held == EMPTY
    if holes.sum() > 1:
        # Holes have the colours of the points that they lie in: each has another like it.
        own[holes] = np.sort(_apart(hues[holes], hues[holes]), 1)[:, 1]
    odd = np.isfinite(own) & (near.min(1, initial=np.inf) < NEARER * own)
    return tuple(place for place, strange in zip(colours, odd, strict=True) if strange)


def _apart(hues: NDArray[np.float64], others: NDArray[np.float64]) -> NDArray[np.float64]:
    """How far colours (n × 3, logarithms) are from others (m × 3): n × m; brightness counts little."""
    # A colour at a time: over an axis of three, sums take several times as long.
    away = [one[:, None] - other for one, other in zip(hues.T, others.T, strict=True)]
    shade = sum(away) / len(away)
    return np.asarray(np.sqrt(sum((one - shade) ** 2 for one in away) + SHADE * shade**2))


def _counted(evidence: Evidence, board: Board, view: View, turns: int) -> Settled:
    """How well counted heaps fit ``view``: a count is wrong only where it is surely another one, or beside the others.

    Who knows nothing of the table may count too many everywhere, or too few: a heap is doubtful, and ``spare``, where
    it does not hold what it should even if all were miscounted as most are.
    """
    before = turned_names(board, turns)
    told = {place: likelihoods for place in view if (likelihoods := evidence.places[before[place]].likelihoods)}
    logs, wrong = [], []
    for place, likelihoods in told.items():
        share = likelihoods.get(view[place], 0.0) / max(likelihoods.values())
        logs.append(log(max(share, FLOOR)))
        if share < POSSIBLE:
            wrong.append(place)
    heaps = {place: int(view[place]) for place in told if place not in wrong and view[place].isdecimal()}
    counts = {place: _mean(told[place]) for place in heaps}
    by_much = sorted(counts[place] / heap for place, heap in heaps.items())
    usual = by_much[len(by_much) // 2] if by_much else 1.0
    off = {place: abs(counts[place] / usual - heap) for place, heap in heaps.items()}
    wrong += [place for place, heap in heaps.items() if off[place] > max(FAR_OFF * heap, LEAST_OFF)]
    spare = tuple(place for place in heaps if place not in wrong and off[place] > HALF_A_STONE)
    return Settled(turns, {}, sum(logs) / max(len(logs), 1), tuple(wrong), spare)


def _mean(likelihoods: Mapping[Token, float]) -> float:
    """How many stones a heap holds, a mandarin beside them aside, on average of what it may hold."""
    return sum(amounts(token)[0] * share for token, share in likelihoods.items()) / sum(likelihoods.values())


def _assigned(logs: NDArray[np.float64], unseen: list[float]) -> tuple[list[int | None], float]:
    """The assignment of rows to columns with the greatest sum; ``unseen``: what each column is worth without a row.

    By dynamic programming over the sets of rows that are used: there are a handful of either.
    """

    @cache
    def best(column: int, used: int) -> tuple[float, tuple[int | None, ...]]:
        if column == logs.shape[1]:
            return 0.0, ()
        rest, choice = best(column + 1, used)
        found: tuple[float, tuple[int | None, ...]] = (rest + unseen[column], (None, *choice))
        for row in range(logs.shape[0]):
            if not used >> row & 1:
                rest, choice = best(column + 1, used | 1 << row)
                found = max(found, (rest + float(logs[row, column]), (row, *choice)), key=lambda option: option[0])
        return found

    worth, choice = best(0, 0)
    return list(choice), worth
