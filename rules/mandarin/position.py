"""A mandarin position, and its form as JSON data, checked in every part."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from rules.game import BadPosition, Seat
from rules.mandarin import words
from rules.mandarin.places import EAST_AT, FIELDS, INDEX, NORTH_ROW, ROUND, SOUTH_ROW, SQUARES, WEST_AT

SOUTH, NORTH = Seat("south"), Seat("north")
SEATS = (SOUTH, NORTH)
ROWS = {
    SOUTH: tuple(INDEX[field] for field in SOUTH_ROW),
    NORTH: tuple(INDEX[field] for field in NORTH_ROW),
}
FIELD_CITIZENS, TEN_CITIZENS = 50, 70


class Position(NamedTuple):
    """Citizens and mandarins by square in the order of `ROUND`; by seat (south, north) what was won and is owed.

    ``to_move`` is None when the game is over. The side of the seat to move is never empty.
    """

    citizens: tuple[int, ...]
    mandarins: tuple[int, ...]
    won_citizens: tuple[int, int]
    won_mandarins: tuple[int, int]
    owed: tuple[int, int]
    to_move: Seat | None


def side_is_empty(citizens: tuple[int, ...], seat: Seat) -> bool:
    """Whether no stone lies in the five fields of ``seat``."""
    return not any(citizens[field] for field in ROWS[seat])


def write(position: Position) -> dict[str, Any]:
    """The position as JSON data, without the game's name and options."""
    return {
        "fields": {field: position.citizens[INDEX[field]] for field in FIELDS},
        "squares": {
            square: {"mandarin": position.mandarins[INDEX[square]], "citizens": position.citizens[INDEX[square]]}
            for square in SQUARES
        },
        "won": {
            seat: {"mandarins": position.won_mandarins[number], "citizens": position.won_citizens[number]}
            for number, seat in enumerate(SEATS)
        },
        "owed": {seat: position.owed[number] for number, seat in enumerate(SEATS)},
        "to_move": position.to_move,
    }


def read(data: Mapping[str, Any], *, ten: bool) -> Position:
    """The position that JSON data describes; ``ten``: ten citizens stand for each mandarin. Raises `BadPosition`."""
    fields = _part(data, "fields", FIELDS)
    squares = _part(data, "squares", SQUARES)
    won = _part(data, "won", SEATS)
    owed = _part(data, "owed", SEATS)
    citizens, mandarins = [0] * len(ROUND), [0] * len(ROUND)
    for field in FIELDS:
        citizens[INDEX[field]] = _number(fields, field, "fields")
    for square in SQUARES:
        where = f"squares.{square}"
        inside = _part(squares, square, ("mandarin", "citizens"), where)
        citizens[INDEX[square]] = _number(inside, "citizens", where)
        mandarins[INDEX[square]] = _number(inside, "mandarin", where, most=1)
    piles = [_part(won, seat, ("mandarins", "citizens"), f"won.{seat}") for seat in SEATS]
    south, north = (_number(pile, "citizens", f"won.{seat}") for seat, pile in zip(SEATS, piles, strict=True))
    mandarin_south, mandarin_north = (
        _number(pile, "mandarins", f"won.{seat}", most=2) for seat, pile in zip(SEATS, piles, strict=True)
    )
    debts = (_number(owed, SOUTH, "owed"), _number(owed, NORTH, "owed"))
    position = Position(
        tuple(citizens), tuple(mandarins), (south, north), (mandarin_south, mandarin_north), debts, _seat(data)
    )
    _check_stones(position, ten=ten)
    _check_turn(position)
    return position


def _part(data: Mapping[str, Any], name: str, keys: tuple[str, ...], where: str = "") -> Mapping[str, Any]:
    """The object ``name`` of ``data``, which may hold nothing but ``keys``."""
    where, part = where or name, data.get(name)
    if not isinstance(part, Mapping):
        raise BadPosition(words.BAD_FIELD(field=where))
    for key in part:
        if key not in keys:
            raise BadPosition(words.NO_SUCH_PART(field=where, part=key, known=", ".join(keys)))
    return part


def _number(part: Mapping[str, Any], name: str, where: str, most: int = TEN_CITIZENS) -> int:
    """A whole number from 0 to ``most``; True is none."""
    number = part.get(name)
    if type(number) is not int or not 0 <= number <= most:
        raise BadPosition(words.BAD_NUMBER(field=f"{where}.{name}", most=most))
    return number


def _seat(data: Mapping[str, Any]) -> Seat | None:
    if "to_move" not in data:
        raise BadPosition(words.BAD_FIELD(field="to_move"))
    seat = data["to_move"]
    if seat is not None and (not isinstance(seat, str) or seat not in SEATS):
        raise BadPosition(words.NO_SEAT(seat=seat, known=", ".join(SEATS)))
    return seat if seat is None else Seat(seat)


def _check_stones(position: Position, *, ten: bool) -> None:
    """No stone is lost or comes from nowhere."""
    right = TEN_CITIZENS if ten else FIELD_CITIZENS
    count = sum(position.citizens) + sum(position.won_citizens)
    if count != right:
        raise BadPosition(words.WRONG_CITIZENS(count=count, right=right))
    standing, taken = sum(position.mandarins), sum(position.won_mandarins)
    # With ten citizens for a mandarin the mark is no stone, so nobody need have kept it; but ten citizens lie there.
    if standing + taken > 2 or (not ten and standing + taken < 2):
        raise BadPosition(words.WRONG_MANDARINS(count=standing + taken))
    for at in (WEST_AT, EAST_AT):
        if ten and position.mandarins[at] and position.citizens[at] < 10:
            raise BadPosition(words.MANDARIN_TOO_SMALL(square=ROUND[at], count=position.citizens[at]))


def _check_turn(position: Position) -> None:
    """Whoever is to move can move, and the game is not over."""
    seat = position.to_move
    if seat is not None and not any(position.mandarins):
        raise BadPosition(words.OVER_TO_MOVE(seat=seat))
    if seat is not None and side_is_empty(position.citizens, seat):
        raise BadPosition(words.EMPTY_TO_MOVE(seat=seat))
