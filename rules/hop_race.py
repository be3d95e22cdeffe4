"""The race that every hop game is: sets of pieces hop from their corner to their home, seats take turns, places follow.

House rules are plain values in the `SetUp`; which board it is and who sits where is all that the games differ in.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from operator import or_
from typing import Any, NamedTuple

from rules.game import Outcome, Seat
from rules.geometry import Board, PlaceId
from rules.hop import Lattice, Path, numbers
from rules.sight import Token


class Position(NamedTuple):
    """Where the pieces of each set stand (bits, in the set-up's order), whose turn it is, who has finished."""

    sets: tuple[int, ...]
    to_move: Seat | None
    places: tuple[Seat, ...]


ENOUGH: Mapping[str, Callable[[int, int], bool]] = {
    "off": lambda own, home: own == home,
    "majority": lambda own, home: 2 * own > home,
    "any": lambda own, _home: own > 0,
}
"""By the house rule against spoiling: whether so many own pieces make a full home of so many places count."""


@dataclass(frozen=True)
class PieceSet:
    """One set of pieces: the corner it is called by, whose it is, how it looks, and the places that matter to it.

    ``barred`` are places where its moves may not end.
    """

    name: str
    seat: Seat
    token: Token
    start: int
    home: int
    barred: int = 0


@dataclass(frozen=True)
class SetUp:
    """Everything that a hop game settles before the first move.

    ``seats`` are in the order of turns; ``teams`` group all of them, alone or in pairs.
    """

    name: str
    options: Mapping[str, Any]
    board: Board
    lattice: Lattice
    sets: tuple[PieceSet, ...]
    seats: tuple[Seat, ...]
    teams: tuple[tuple[Seat, ...], ...]
    first: Seat
    home_lock: bool
    anti_spoiling: str
    play_on: bool


class Race:
    """The rules of a hop game: who may move where, what follows, and when it is over."""

    def __init__(self, setup: SetUp) -> None:
        self.setup = setup
        self.lattice = setup.lattice
        self.seats: Sequence[Seat] = setup.seats
        self._own = {
            seat: tuple(number for number, pieces in enumerate(setup.sets) if pieces.seat == seat)
            for seat in setup.seats
        }
        self._after = {
            seat: setup.seats[number + 1 :] + setup.seats[: number + 1] for number, seat in enumerate(setup.seats)
        }
        self._ends = [self._ends_of(pieces) for pieces in setup.sets]
        # By set and start: the moves found last, the places that they depend on, and which of these were occupied.
        self._known: list[list[tuple[list[Path], int, int]]] = [[([], 0, -1)] * len(self.lattice) for _ in setup.sets]
        self._enough = ENOUGH[setup.anti_spoiling]
        self._last_place = len(setup.teams) - 1 if setup.play_on else 1

    def _ends_of(self, pieces: PieceSet) -> list[int | None]:
        """By start place: where a move of the set may end; None for anywhere."""
        everywhere = self.lattice.everywhere
        kept = pieces.home if self.setup.home_lock else 0
        ends = [
            (pieces.home if kept >> start & 1 else everywhere) & ~pieces.barred for start in range(len(self.lattice))
        ]
        return [None if allowed == everywhere else allowed for allowed in ends]

    def start(self) -> Position:
        """Every set in its corner."""
        return Position(tuple(pieces.start for pieces in self.setup.sets), self.setup.first, ())

    def to_move(self, position: Position) -> Seat | None:
        """Whose turn it is; None when the game is over."""
        return position.to_move

    def moves(self, position: Position) -> list[Path]:
        """Every legal move in canonical order: by start, then by end."""
        sets, seat, _ = position
        return [] if seat is None else self._listed(sets, [(number, sets[number]) for number in self._own[seat]])

    def moves_leaving(self, position: Position, may_leave: Callable[[PlaceId], bool]) -> list[Path]:
        """The legal moves of the pieces whose place ``may_leave`` agrees to, in canonical order."""
        sets, seat, _ = position
        if seat is None:
            return []
        names = self.lattice.names
        return self._listed(
            sets,
            [
                (number, sum(1 << start for start in numbers(sets[number]) if may_leave(names[start])))
                for number in self._own[seat]
            ],
        )

    def _listed(self, sets: tuple[int, ...], pieces: Sequence[tuple[int, int]]) -> list[Path]:
        """The legal moves of ``pieces``: of each set, by number, those that are asked about."""
        found: list[Path] = []
        occupied = reduce(or_, sets)
        for number, asked in pieces:
            for start in numbers(asked):
                found += self._moves_of(number, start, occupied)
        if len(pieces) > 1:
            found.sort(key=self._start_of)
        return found

    def _moves_of(self, number: int, start: int, occupied: int) -> list[Path]:
        """The legal moves of the piece of set ``number`` on ``start``, not to be changed.

        Where its surroundings are as they were when it was last asked for, it has the moves it had then.
        """
        known = self._known[number]
        moves, watched, was = known[start]
        if occupied & watched != was:
            moves, watched = self.lattice.moves(occupied, start, self._ends[number][start])
            known[start] = moves, watched, occupied & watched
        return moves

    def _start_of(self, move: Path) -> int:
        return self.lattice.index[move[0]]

    def pairs(self, position: Position) -> list[tuple[int, int]]:
        """Every legal move as the numbers of its start and end alone, in no order: quicker than `moves`."""
        sets, seat, _ = position
        found: list[tuple[int, int]] = []
        if seat is None:
            return found
        occupied = reduce(or_, sets)
        for number in self._own[seat]:
            found += self.lattice.pairs(occupied, sets[number], self._ends[number])
        return found

    def targets(self, position: Position, place: PlaceId) -> Sequence[Path]:
        """The legal moves of the piece on ``place`` alone, in canonical order: what the lamps show when it is lifted.

        A path's length less one is its number of hops. Empty where the piece may not move or is not the mover's.
        """
        number = self.set_on(position, place)
        if number is None or self.setup.sets[number].seat != position.to_move:
            return []
        return self._moves_of(number, self.lattice.index[place], reduce(or_, position.sets))

    def can_move(self, sets: tuple[int, ...], seat: Seat) -> bool:
        """Whether ``seat`` has any move at all. Nearly always one of the first pieces answers with a step."""
        occupied = reduce(or_, sets)
        near, free = self.lattice.near, ~occupied
        for number in self._own[seat]:
            ends, left = self._ends[number], sets[number]
            while left:  # `numbers` by hand, a third quicker: this is asked after every move
                start = (left & -left).bit_length() - 1
                left &= left - 1
                if near[start] & free and ((allowed := ends[start]) is None or near[start] & free & allowed):
                    return True
        return any(self.lattice.pairs(occupied, sets[number], self._ends[number]) for number in self._own[seat])

    def set_on(self, position: Position, place: PlaceId) -> int | None:
        """The number of the set whose piece stands on ``place``; None where none does."""
        bit = self.lattice.bit[place]
        for number, where in enumerate(position.sets):
            if where & bit:
                return number
        return None

    def may_end(self, number: int, start: PlaceId, end: PlaceId) -> bool:
        """Whether the house rules let a piece of set ``number`` that began on ``start`` stay on ``end``."""
        ends = self._ends[number][self.lattice.index[start]]
        return ends is None or bool(ends & self.lattice.bit[end])

    def play(self, position: Position, move: Path) -> Position:
        """The position after ``move``, which the caller knows to be legal: its end may finish the seat or the game."""
        sets, seat, places = position
        assert seat is not None  # noqa: S101 - the caller's promise, told to the type checker
        start, end = self.lattice.bit[move[0]], self.lattice.bit[move[-1]]
        moved = tuple([pieces ^ start ^ end if pieces & start else pieces for pieces in sets])
        if self._is_home(moved, seat):
            places = (*places, seat)
        return Position(moved, self.next_seat(moved, seat, places), places)

    def next_seat(self, sets: tuple[int, ...], seat: Seat, places: tuple[Seat, ...]) -> Seat | None:
        """Who moves after ``seat``: the next who has not finished and can move; None when the game is over."""
        if places and self.is_over(places):
            return None
        for other in self._after[seat]:
            if other not in places and self.can_move(sets, other):
                return other
        return None

    def _is_home(self, sets: tuple[int, ...], seat: Seat) -> bool:
        """Whether all sets of ``seat`` are home, as the house rule against spoiling has it."""
        for number in self._own[seat]:
            home = self.setup.sets[number].home
            own = sets[number] & home
            if not self.enough(own, home) or (own != home and home & ~reduce(or_, sets)):
                return False
        return True

    def enough(self, own: int, home: int) -> bool:
        """Whether the own pieces among those in a home are enough for it to count, once no place of it is empty."""
        return self._enough(own.bit_count(), home.bit_count())

    def is_over(self, places: Sequence[Seat]) -> bool:
        """Whether the game ends when these seats have finished."""
        return len(self._finished_teams(places)) >= self._last_place

    def _finished_teams(self, places: Sequence[Seat]) -> list[tuple[Seat, ...]]:
        """The teams of which everybody has finished, ranked by the later of them."""
        done = [team for team in self.setup.teams if all(seat in places for seat in team)]
        return sorted(done, key=lambda team: max(places.index(seat) for seat in team))

    def outcome(self, position: Position) -> Outcome:
        """Places by seat, 1 the best; all who did not finish share the next one."""
        return Outcome(False) if position.to_move is not None else self._ended(position.places, ())

    def finished(self, position: Position) -> Sequence[Seat]:
        """The seats that have finished, in order."""
        return position.places

    def outcome_without(self, position: Position, resigned: Sequence[Seat]) -> Outcome:
        """How the race stands if these seats gave up, in that order.

        It is over when one team of the others is left, or none of them can move. Teams that gave up come last, the
        first to do so behind the others; one of whom a partner plays on has not.
        """
        ended = self._ended(position.places, resigned)
        waiting = [seat for seat in self.seats if seat not in position.places and seat not in resigned]
        if ended.reason == "blocked" and any(self.can_move(position.sets, seat) for seat in waiting):
            return Outcome(False)
        return ended

    def _ended(self, places: Sequence[Seat], resigned: Sequence[Seat]) -> Outcome:
        """The outcome if the race is over now: it is blocked where more than one team still races."""
        done = self._finished_teams(places)
        left = [team for team in self.setup.teams if team not in done]
        out = [team for team in left if all(seat in places or seat in resigned for seat in team)]
        racing = [team for team in left if team not in out]
        out.sort(key=lambda team: -max(resigned.index(seat) for seat in team if seat in resigned))
        ranked = {seat: place for place, team in enumerate(done, 1) for seat in team}
        ranked |= {seat: len(done) + 1 for team in racing for seat in team}
        ranked |= {seat: place for place, team in enumerate(out, len(done) + len(racing) + 1) for seat in team}
        reason = "home" if self.is_over(places) else "resigned" if len(racing) <= 1 else "blocked"
        return Outcome(True, reason, {seat: ranked[seat] for seat in self.seats})
