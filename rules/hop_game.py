"""A hop game as everybody else sees it: the race with its answers about the table, its texts and its data."""

from collections.abc import Mapping
from typing import Any

from rules import hop_words as words
from rules.game import BadPosition, Seat
from rules.geometry import Board, PlaceId
from rules.hop import Path
from rules.hop_race import PieceSet, Position, Race, SetUp
from rules.hop_why import check_written, explain_table, parse
from rules.sight import EMPTY, Token, View
from rules.words import Reason


class HopGame(Race):
    """Answers every question of `rules.game.Game` for a race that a `SetUp` describes."""

    def __init__(self, setup: SetUp) -> None:
        super().__init__(setup)
        self.name: str = setup.name
        self.options: Mapping[str, Any] = setup.options
        self.board: Board = setup.board
        self._empty: dict[PlaceId, Token] = dict.fromkeys(self.lattice.names, EMPTY)

    # The table.

    def view(self, position: Position) -> View:
        """Which token lies on each place."""
        view, names = self._empty.copy(), self.lattice.names
        for pieces, where in zip(self.setup.sets, position.sets, strict=True):
            token, left = pieces.token, where
            while left:  # in any order, so the highest first, which costs least
                highest = left.bit_length() - 1
                view[names[highest]] = token
                left ^= 1 << highest
        return view

    def changes(self, position: Position, move: Path) -> View:
        """The piece has left its start and lies on its end; hopped pieces stay."""
        number = self.set_on(position, move[0])
        assert number is not None  # noqa: S101 - the move is legal, so a piece stands there
        return {move[0]: EMPTY, move[-1]: self.setup.sets[number].token}

    def showing(self, position: Position, move: Path) -> None:
        """Nothing appears and vanishes while a piece hops."""

    def owner(self, position: Position, place: PlaceId) -> Seat | None:
        """Whose piece stands on ``place``."""
        number = self.set_on(position, place)
        return None if number is None else self.setup.sets[number].seat

    def why_not(self, position: Position, after: View) -> Reason:
        """Why no legal move leads from ``position`` to a table that looks like ``after``."""
        return explain_table(self, position, self.view(position), after)

    def as_it_lies(self, position: Position, view: View, to_move: Seat | None = None) -> Position:
        """The position if people insist on a table that looks like ``view``; raises `BadPosition`.

        A mover whose piece lies elsewhere has moved. Who is home by what lies elsewhere has finished, the mover first.
        Who had finished stays so while enough of its pieces are home.
        """
        sets, mover = self._sets_in(view), position.to_move
        places = tuple(seat for seat in position.places if self._may_have_finished(sets, seat))
        order = self.seats if mover is None else (mover, *self._after[mover][:-1])
        elsewhere = [s for s in order if any(sets[number] != position.sets[number] for number in self._own[s])]
        for seat in elsewhere:
            if seat not in places and not self.is_over(places) and self._is_home(sets, seat):
                places = (*places, seat)
        moved = mover in elsewhere
        seat = to_move or mover or self.seats[0]
        stays = to_move is not None or not moved
        if stays and seat not in places and not self.is_over(places) and self.can_move(sets, seat):
            return Position(sets, seat, places)
        return Position(sets, self.next_seat(sets, seat, places), places)

    def _sets_in(self, view: View) -> tuple[int, ...]:
        """Where the pieces of each set stand on a table that looks like ``view``."""
        numbers = {pieces.token: number for number, pieces in enumerate(self.setup.sets)}
        sets = [0] * len(numbers)
        for place, token in view.items():
            if token in numbers:
                sets[numbers[token]] |= self.lattice.bit[place]
            elif token != EMPTY:
                raise BadPosition(words.STRANGE_PIECE(place=place))
        for pieces, where in zip(self.setup.sets, sets, strict=True):
            self._check_count(pieces, where.bit_count())
        return tuple(sets)

    # Moves as text.

    def write(self, move: Path) -> str:
        """``c2-d3`` for a step, ``c2:e4:g4`` for hops."""
        is_step = len(move) == 2 and self.lattice.adjacent(*move)
        return ("-" if is_step else ":").join(move)

    def read(self, text: str, position: Position) -> Path:
        """The move that ``text`` names: a step, or any legal chain, which is the same move as its canonical chain."""
        is_step, path = parse(text, self.lattice)
        check_written(self, position, is_step, path)
        return next(move for move in self.targets(position, path[0]) if move[-1] == path[-1])

    # Positions as data.

    def write_position(self, position: Position) -> dict[str, Any]:
        """The position as JSON data: one list of places for each set."""
        sets = zip(self.setup.sets, position.sets, strict=True)
        return {
            "game": self.name,
            "options": dict(self.options),
            "pieces": {pieces.name: self.lattice.places(where) for pieces, where in sets},
            "to_move": position.to_move,
            "places": list(position.places),
        }

    def read_position(self, data: Mapping[str, Any]) -> Position:
        """The position that JSON data describes; raises `BadPosition` naming what cannot be."""
        pieces = data.get("pieces")
        if not isinstance(pieces, Mapping):
            raise BadPosition(words.BAD_FIELD(field="pieces"))
        sets = self._read_sets(pieces)
        places = self._read_places(sets, data.get("places", []))
        if "to_move" not in data:
            raise BadPosition(words.BAD_FIELD(field="to_move"))
        to_move = self._read_to_move(sets, places, data["to_move"])
        return Position(sets, to_move, places)

    def _read_sets(self, given: Mapping[str, Any]) -> tuple[int, ...]:
        bit, sets, occupied = self.lattice.bit, [], 0
        known = {pieces.name for pieces in self.setup.sets}
        for name in given:
            if name not in known:
                raise BadPosition(words.NO_SET(set=name, known=", ".join(pieces.name for pieces in self.setup.sets)))
        for pieces in self.setup.sets:
            places = given.get(pieces.name)
            if not isinstance(places, list | tuple):
                raise BadPosition(words.BAD_FIELD(field=f"pieces.{pieces.name}"))
            where = 0
            for place in places:
                if not isinstance(place, str) or place not in bit:
                    raise BadPosition(words.NO_PLACE(place=place))
                if (occupied | where) & bit[PlaceId(place)]:
                    raise BadPosition(words.TWO_PIECES(place=place))
                where |= bit[PlaceId(place)]
            self._check_count(pieces, len(places))
            occupied |= where
            sets.append(where)
        return tuple(sets)

    @staticmethod
    def _check_count(pieces: PieceSet, count: int) -> None:
        right = pieces.start.bit_count()
        if count != right:
            raise BadPosition(words.WRONG_COUNT(set=pieces.name, count=count, right=right))

    def _read_seat(self, seat: Any) -> Seat:
        if seat not in self.seats:
            raise BadPosition(words.NO_SEAT(seat=seat, known=", ".join(self.seats)))
        return Seat(seat)

    def _read_places(self, sets: tuple[int, ...], given: Any) -> tuple[Seat, ...]:
        """Who has finished, in order. Pieces of a seat that has finished never move again, so they are still home."""
        if not isinstance(given, list | tuple):
            raise BadPosition(words.BAD_FIELD(field="places"))
        places: list[Seat] = []
        for name in given:
            seat = self._read_seat(name)
            if seat in places:
                raise BadPosition(words.FINISHED_TWICE(seat=seat))
            if self.is_over(places):
                raise BadPosition(words.FINISHED_TOO_LATE(seat=seat))
            if not self._may_have_finished(sets, seat):
                raise BadPosition(words.NOT_FINISHED(seat=seat))
            places.append(seat)
        return tuple(places)

    def _may_have_finished(self, sets: tuple[int, ...], seat: Seat) -> bool:
        """Whether enough pieces of ``seat`` are home; strangers who filled its home then may have left since."""
        homes = [(sets[number], self.setup.sets[number].home) for number in self._own[seat]]
        return all(self.enough(where & home, home) for where, home in homes)

    def _read_to_move(self, sets: tuple[int, ...], places: tuple[Seat, ...], given: Any) -> Seat | None:
        if given is None:
            waiting = next((seat for seat in self.seats if seat not in places and self.can_move(sets, seat)), None)
            if waiting is not None and not self.is_over(places):
                raise BadPosition(words.NOT_OVER(seat=waiting))
            return None
        seat = self._read_seat(given)
        if seat in places:
            raise BadPosition(words.FINISHED_TO_MOVE(seat=seat))
        if self.is_over(places):
            raise BadPosition(words.OVER_TO_MOVE(seat=seat))
        if not self.can_move(sets, seat):
            raise BadPosition(words.STUCK_TO_MOVE(seat=seat))
        return seat
