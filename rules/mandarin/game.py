"""Mandarin square capturing as a game: what the referee, the session and the recorder ask of it."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from rules.game import BadOption, BadPosition, IllegalMove, Outcome, Seat, UnreadableMove
from rules.geometry import PlaceId
from rules.mandarin import position as forms
from rules.mandarin import words
from rules.mandarin.places import BOARD, EAST_AT, FIELDS, INDEX, NORTH_ROW, ROUND, SOUTH_ROW, WEST_AT, contents, token
from rules.mandarin.position import NORTH, ROWS, SEATS, SOUTH, Position, side_is_empty
from rules.mandarin.sowing import Rules, sow
from rules.sight import View, differences
from rules.words import Reason

OWN_FIELDS = {SOUTH: SOUTH_ROW, NORTH: NORTH_ROW}


class Sowing(NamedTuple):
    """A move: the field that is taken up, and ``<`` for west or ``>`` for east."""

    field: PlaceId
    direction: str

    @property
    def step(self) -> int:
        """Which way along the round trip: eastward is forward in the south row and backward in the north row."""
        return 1 if (self.field in SOUTH_ROW) == (self.direction == ">") else -1


class Mandarin:
    """The game with its house rules settled."""

    def __init__(self, *, mandarin: str, worth: int, first: str, chain: bool, unripe: Any) -> None:
        if type(unripe) is not int or not 0 <= unripe <= forms.FIELD_CITIZENS:
            raise BadOption(words.BAD_UNRIPE(value=unripe))
        self.name = "mandarin"
        self.options: Mapping[str, Any] = {
            "mandarin": mandarin,
            "worth": worth,
            "first": first,
            "chain": chain,
            "unripe": unripe,
        }
        self.board = BOARD
        self.seats = SEATS if first == SOUTH else (NORTH, SOUTH)
        self._ten = mandarin == "ten"
        self._worth = 0 if self._ten else worth
        self._rules = Rules(chain, 0 if self._ten else unripe)

    # The rules.

    def start(self) -> Position:
        """Five citizens in each field, a mandarin at each end."""
        at_ends = 10 if self._ten else 0
        return Position(
            tuple(at_ends if at in (EAST_AT, WEST_AT) else 5 for at in range(len(ROUND))),
            tuple(int(at in (EAST_AT, WEST_AT)) for at in range(len(ROUND))),
            (0, 0),
            (0, 0),
            (0, 0),
            self.seats[0],
        )

    def to_move(self, position: Position) -> Seat | None:
        """Whose turn it is; None when the game is over."""
        return position.to_move

    def moves(self, position: Position) -> list[Sowing]:
        """Every own field that is not empty, to the west, then to the east."""
        if position.to_move is None:
            return []
        own = OWN_FIELDS[position.to_move]
        return [Sowing(field, direction) for field in own if position.citizens[INDEX[field]] for direction in "<>"]

    def targets(self, position: Position, place: PlaceId) -> list[Sowing]:
        """The two ways to sow from ``place``; none where it may not be taken up."""
        return [move for move in self.moves(position) if move.field == place]

    def play(self, position: Position, move: Sowing) -> Position:
        """The position after the turn, an empty side of the next player already filled up."""
        return self._filled(self._sown(position, move))

    def _sown(self, position: Position, move: Sowing) -> Position:
        """The position after the hand is empty and the captures are won, before anything is filled up."""
        harvest = sow(self._rules, position.citizens, position.mandarins, INDEX[move.field], move.step)
        south = position.to_move == SOUTH
        return Position(
            harvest.citizens,
            harvest.mandarins,
            _added(position.won_citizens, harvest.won_citizens, south=south),
            _added(position.won_mandarins, harvest.won_mandarins, south=south),
            position.owed,
            NORTH if south else SOUTH,
        )

    def _filled(self, position: Position) -> Position:
        """``position`` with the side to move filled up if it is empty; over where that cannot be, or need not."""
        seat = position.to_move
        if seat is None or not any(position.mandarins):
            return position._replace(to_move=None)
        if not side_is_empty(position.citizens, seat):
            return position
        needed = len(ROWS[seat])
        if sum(position.won_citizens) < needed:
            return position._replace(to_move=None)
        own = SEATS.index(seat)
        paid = min(needed, position.won_citizens[own])
        won, owed = list(position.won_citizens), list(position.owed)
        won[own] -= paid
        won[1 - own] -= needed - paid
        owed[own] += needed - paid
        citizens = tuple(1 if at in ROWS[seat] else count for at, count in enumerate(position.citizens))
        return position._replace(citizens=citizens, won_citizens=(won[0], won[1]), owed=(owed[0], owed[1]))

    def repeated(self, position: Position) -> Position:
        """``position`` come for the third time, which ends the game."""
        return position._replace(to_move=None)

    def outcome(self, position: Position) -> Outcome:
        """Points by seat: what was won, what lies on the own side, what was lent and is given back."""
        if position.to_move is not None:
            return Outcome(False)
        scores: dict[Seat, float] = {}
        for own, (seat, square) in enumerate(((SOUTH, EAST_AT), (NORTH, WEST_AT))):
            left = sum(position.citizens[at] for at in (*ROWS[seat], square))
            given_back = position.owed[1 - own] - position.owed[own]
            mandarins = position.won_mandarins[own] * self._worth
            scores[seat] = position.won_citizens[own] + mandarins + left + given_back
        if not any(position.mandarins):
            reason = "mandarins"
        elif sum(position.won_citizens) < 5 and any(side_is_empty(position.citizens, seat) for seat in SEATS):
            reason = "exhausted"
        else:
            reason = "repetition"
        return Outcome(True, reason, scores, best="most")

    # The table.

    def view(self, position: Position) -> View:
        """What lies on each square, as `rules.mandarin.places.token` shows it."""
        shown = zip(ROUND, position.citizens, position.mandarins, strict=True)
        # With ten citizens for a mandarin the mark is known, not seen.
        looks = {square: token(citizens, 0 if self._ten else mandarin) for square, citizens, mandarin in shown}
        return {place.id: looks[place.id] for place in BOARD.places}

    def changes(self, position: Position, move: Sowing) -> View:
        """The squares that hold something else after the turn."""
        return differences(self.view(position), self.view(self.play(position, move)))

    def showing(self, position: Position, move: Sowing) -> View | None:
        """The table before an empty side is filled up, where that follows the move."""
        sown = self._sown(position, move)
        return self.view(sown) if self._filled(sown).citizens != sown.citizens else None

    def owner(self, position: Position, place: PlaceId) -> Seat | None:
        """Whose field ``place`` is, while something lies in it; the mandarin squares are nobody's."""
        if not position.citizens[INDEX[place]]:
            return None
        return SOUTH if place in SOUTH_ROW else NORTH if place in NORTH_ROW else None

    def why_not(self, position: Position, after: View) -> Reason:
        """The first square that the most similar move would leave otherwise."""
        seat = position.to_move
        if seat is None:
            return words.GAME_OVER()
        before = self.view(position)
        changed = differences(before, after)
        if not changed:
            return words.NOTHING_SOWN()
        close, wrong = None, changed
        for move in self.moves(position):
            expected = {**before, **self.changes(position, move)}
            missed = {place: look for place, look in expected.items() if after.get(place, look) != look}
            if len(missed) < len(wrong):
                close, wrong = move, missed
        if close is None or not wrong:
            return words.NOT_SOWN_FROM_OWN(seat=seat, places=", ".join(changed))
        place, look = next(iter(wrong.items()))
        return words.MISCOUNTED(move=self.write(close), place=place, expected=_count(look), seen=_count(after[place]))

    def as_it_lies(self, position: Position, view: View, to_move: Seat | None = None) -> Position:
        """The stones as they lie; what is gone from the board was won by the seat to move.

        What has come onto the board was taken from that seat's pile, and from the other's where that is too small.
        """
        seat = position.to_move or to_move
        if seat is None:
            raise BadPosition(words.GAME_OVER())
        citizens, mandarins = list(position.citizens), list(position.mandarins)
        for place, look in view.items():
            inside = contents(look)
            if inside is None or (inside[1] and place in FIELDS):
                raise BadPosition(words.NO_CONTENT(place=place))
            citizens[INDEX[place]] = inside[0]
            if not self._ten:
                mandarins[INDEX[place]] = inside[1]
        for at in (WEST_AT, EAST_AT):
            # Fewer than ten lie there only once the square was captured.
            mandarins[at] *= not self._ten or citizens[at] >= 10
        there_are = sum(position.citizens) + sum(position.won_citizens)
        if sum(citizens) > there_are:
            raise BadPosition(words.MORE_THAN_THERE_ARE(count=sum(citizens), right=there_are))
        south = seat == SOUTH
        moved = tuple(citizens) != position.citizens or tuple(mandarins) != position.mandarins
        following = to_move or (seat if not moved else NORTH if south else SOUTH)
        lying = Position(
            tuple(citizens),
            tuple(mandarins),
            _settled(position.won_citizens, sum(position.citizens) - sum(citizens), south=south),
            _settled(position.won_mandarins, sum(position.mandarins) - sum(mandarins), south=south),
            position.owed,
            following,
        )
        return self._filled(lying)

    # Texts and data.

    def write(self, move: Sowing) -> str:
        """``a3>`` east, ``a3<`` west."""
        return "".join(move)

    def read(self, text: str, position: Position) -> Sowing:
        """The move that ``text`` names; raises `UnreadableMove` or `IllegalMove`."""
        name, direction = text[:-1], text[-1:]
        if direction not in ("<", ">") or not _looks_like_square(name):
            raise UnreadableMove(words.NO_MOVE_FORM(text=text))
        if name not in INDEX:
            raise UnreadableMove(words.NO_PLACE(place=name))
        if position.to_move is None:
            raise IllegalMove(words.GAME_OVER())
        if name not in FIELDS:
            raise IllegalMove(words.NOT_FROM_SQUARE(square=name))
        move = Sowing(PlaceId(name), direction)
        if move.field not in OWN_FIELDS[position.to_move]:
            raise IllegalMove(words.NOT_YOUR_FIELD(field=name, seat=position.to_move))
        if not position.citizens[INDEX[move.field]]:
            raise IllegalMove(words.EMPTY_FIELD(field=name))
        return move

    def write_position(self, position: Position) -> dict[str, Any]:
        """The position as JSON data."""
        return {"game": self.name, "options": dict(self.options), **forms.write(position)}

    def read_position(self, data: Mapping[str, Any]) -> Position:
        """The position that JSON data describes; raises `BadPosition`."""
        return forms.read(data, ten=self._ten)


def _added(pair: tuple[int, int], amount: int, *, south: bool) -> tuple[int, int]:
    return (pair[0] + amount, pair[1]) if south else (pair[0], pair[1] + amount)


def _settled(piles: tuple[int, int], won: int, *, south: bool) -> tuple[int, int]:
    """What each seat has won once one has won ``won`` more; if negative, pieces went back, from its pile as far as it
    reaches, the rest from the other.
    """
    own, other = piles if south else piles[::-1]
    lacking = min(own + won, 0)
    own, other = own + won - lacking, other + lacking
    return (own, other) if south else (other, own)


def _looks_like_square(name: str) -> bool:
    return name in INDEX or (name[:1].isalpha() and name[1:].isascii() and name[1:].isdigit())


def _count(look: str) -> str:
    """A square's look as players read it: nothing is 0."""
    return "0" if look == "empty" else look
