"""Why a move of a hop game may not be played, or why no move explains the table: reasons in the players' words."""

from collections.abc import Collection, Iterable
from functools import reduce
from itertools import pairwise
from operator import or_

from rules import hop_words as words
from rules.game import IllegalMove, UnreadableMove
from rules.geometry import PlaceId
from rules.hop import Lattice, Path
from rules.hop_race import Position, Race
from rules.sight import EMPTY, View, differences
from rules.words import Reason


def parse(text: str, lattice: Lattice) -> tuple[bool, Path]:
    """Whether ``text`` is written as a step (else as hops), and the places it names; raises `UnreadableMove`."""
    is_step = "-" in text
    names = text.split("-" if is_step else ":")
    if len(names) < 2 or (is_step and len(names) > 2) or not all(_looks_like_place(name) for name in names):
        raise UnreadableMove(words.NO_MOVE_FORM(text=text))
    for name in names:
        if name not in lattice.bit:
            raise UnreadableMove(words.NO_PLACE(place=name))
    return is_step, tuple(PlaceId(name) for name in names)


def _looks_like_place(name: str) -> bool:
    letter, digits = name[:1], name[1:]
    return "a" <= letter <= "z" and digits.isascii() and digits.isdigit()


def check_written(race: Race, position: Position, is_step: bool, path: Path) -> None:
    """Raise `IllegalMove` when the move as written breaks a rule, in the order in which a referee would notice."""
    reason = (
        _wrong_piece(race, position, path[0])
        or _wrong_way(race.lattice, position, is_step, path)
        or _wrong_end(race, position, path[0], path[-1])
    )
    if reason:
        raise IllegalMove(reason)


def explain_table(race: Race, position: Position, before: View, after: View) -> Reason:
    """Why no legal move leads from ``position``, which looks like ``before``, to a table that looks like ``after``."""
    changed = differences(before, after)
    gone = {place: before[place] for place, token in changed.items() if token == EMPTY}
    came = {place: token for place, token in changed.items() if before[place] == EMPTY}
    if not changed:
        return words.NOTHING_MOVED()
    if position.to_move is None:
        return words.GAME_OVER()
    if exchanged := [place for place in changed if place not in gone and place not in came]:
        return words.EXCHANGED(places=_listed(exchanged))
    if reason := _wrong_pieces(race.lattice, reduce(or_, position.sets), gone, came):
        return reason
    if len(gone) > 1:
        return words.SEVERAL_MOVED(starts=_listed(gone), ends=_listed(came))
    return explain_pair(race, position, *gone, *came)


def _wrong_pieces(lattice: Lattice, occupied: int, gone: View, came: View) -> Reason | None:
    """What is wrong with the pieces themselves: too few, too many, or others than before."""
    ways = {(start, end) for start in gone for end in came if lattice.index[end] in _reach(lattice, occupied, start)}
    if len(gone) > len(came):
        return words.MISSING(places=_listed(_unmatched(gone, came, ways)))
    if len(came) > len(gone):
        return words.TOO_MANY(places=_listed(_unmatched(came, gone, {(end, start) for start, end in ways})))
    return None if sorted(gone.values()) == sorted(came.values()) else words.EXCHANGED(places=_listed(came))


def _unmatched(more: View, fewer: View, ways: Collection[tuple[PlaceId, PlaceId]]) -> list[PlaceId]:
    """The pieces in ``more`` that are not those in ``fewer``: of each set with too many, those that no move explains.

    ``ways``: which place of ``more`` a move joins with which of ``fewer``. Where it does not tell, all of the set.
    """
    unmatched: set[PlaceId] = set()
    for token in set(more.values()):
        here, there = ([place for place in view if view[place] == token] for view in (more, fewer))
        if len(here) > len(there):
            moved = {place for place in here if any((place, other) in ways for other in there)}
            unmatched |= {*here} - moved if len(moved) == len(there) else {*here}
    return [place for place in more if place in unmatched]


def explain_pair(race: Race, position: Position, start: PlaceId, end: PlaceId) -> Reason:
    """Why the piece on ``start`` may not be moved to the empty place ``end``."""
    if reason := _wrong_piece(race, position, start):
        return reason
    lattice, occupied = race.lattice, reduce(or_, position.sets)
    if lattice.index[end] in _reach(lattice, occupied, start):
        reason = _wrong_end(race, position, start, end)
    elif stone := missing_stone(lattice, occupied, start, end):
        reason = words.NOTHING_TO_HOP(start=start, end=end, over=stone)
    return reason or words.OUT_OF_REACH(start=start, end=end)


def _reach(lattice: Lattice, occupied: int, start: PlaceId) -> list[int]:
    """Where the piece on ``start`` can end a move."""
    return lattice.reach(occupied, lattice.index[start])


def missing_stone(lattice: Lattice, occupied: int, start: PlaceId, end: PlaceId) -> PlaceId | None:
    """The one place where a piece is lacking for a chain of hops from ``start`` to ``end``; None if more than one is.

    Of several such places the one that gives the shortest chain, then the first in order.
    """
    first, last, chains = lattice.index[start], lattice.index[end], []
    for number, stone in enumerate(lattice.names):
        filled = occupied | 1 << number
        if filled != occupied and number != last and last in lattice.reach(filled, first):
            (chain,), _ = lattice.moves(filled, first, 1 << last)
            chains.append((len(chain), number, stone))
    return min(chains)[2] if chains else None


def _wrong_piece(race: Race, position: Position, start: PlaceId) -> Reason | None:
    """What is wrong with moving the piece on ``start`` at all."""
    if position.to_move is None:
        return words.GAME_OVER()
    number = race.set_on(position, start)
    if number is None:
        return words.NO_PIECE(start=start)
    owner = race.setup.sets[number].seat
    if owner != position.to_move:
        return words.NOT_YOUR_TURN(start=start, owner=owner, seat=position.to_move)
    return None


def _wrong_way(lattice: Lattice, position: Position, is_step: bool, path: Path) -> Reason | None:
    """The first thing that is wrong on the way from landing to landing."""
    start, occupied = path[0], reduce(or_, position.sets) & ~lattice.bit[path[0]]
    if path[0] == path[-1] and len(path) <= 2:
        return words.SAME_PLACE(start=start)
    for at, to in pairwise(path):
        over = lattice.between(at, to)
        if is_step and not lattice.adjacent(at, to):
            return words.NOT_NEXT(start=at, end=to)
        if not is_step and over is None:
            return (words.STEP_IN_CHAIN if lattice.adjacent(at, to) else words.NO_HOP)(start=at, end=to)
        if occupied & lattice.bit[to]:
            return words.TAKEN(start=start, end=to)
        if not is_step and over is not None and not occupied & lattice.bit[over]:
            return words.NOTHING_TO_HOP(start=start, end=to, over=over)
    return words.SAME_PLACE(start=start) if path[0] == path[-1] else None


def _wrong_end(race: Race, position: Position, start: PlaceId, end: PlaceId) -> Reason | None:
    """Which house rule forbids the piece on ``start`` to stay on ``end``."""
    number = race.set_on(position, start)
    if number is None or race.may_end(number, start, end):
        return None
    locked = race.setup.home_lock and race.setup.sets[number].home & race.lattice.bit[start]
    return (words.HOME_LOCKED if locked else words.NO_STOP)(start=start, end=end)


def _listed(places: Iterable[PlaceId]) -> str:
    return ", ".join(places)
