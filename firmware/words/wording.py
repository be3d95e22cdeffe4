"""How seats and facts are worded for people who hear them, and who read them in a terminal or at home."""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

from firmware.states import AnyGame, Kind, Ply
from firmware.words.fact_words import NAMED
from rules.cards import SEAT_NUMBER
from rules.game import MoveError, Outcome, Seat, UnreadableMove
from rules.words import Language, Message, Reason, messages

SEATS = frozenset({"seat", "owner", "by", "dealer", "set", "seats", "payer", "payee", "scores", "sums"})
"""Gaps of sentences in which seats stand, alone or in a list: ``S``, ``S, N``, ``1. S, 2. N``, ``S: 3, N: 5``."""
NUMBERED = frozenset({"to_move", "dealer", "by", "red_fives"})
"""Facts of positions whose value is a seat, written as a number from 0 on where seats are numbered."""

_IN_LIST = re.compile(r"(?P<before>^|, )(?P<place>\d+\. )?(?P<seat>\w+)(?P<after>: )?")

COMMA = Message("list-comma", en=", ", fr=", ", de=", ", vi=", ", zh="，")
COLON = Message("list-colon", en=": ", fr="\u00a0: ", de=": ", vi=": ", zh="：")
"""What stands between seats, and before what one of them has."""

DONE: Mapping[Kind, Message] = {
    "start": Message("done-start", en="start", fr="début", de="Anfang", vi="bắt đầu", zh="开局"),
    "correction": Message(
        "done-correction", en="correction", fr="correction", de="Korrektur", vi="sửa lại bàn cờ", zh="更正"
    ),
    "resignation": Message(
        "done-resignation",
        en="{seat} gives up",
        fr="{seat} abandonne",
        de="{seat} gibt auf",
        vi="{seat} xin thua",
        zh="{seat}认输",
    ),
    "end": Message(
        "done-end",
        en="ended here",
        fr="partie arrêtée ici",
        de="hier beendet",
        vi="kết thúc tại đây",
        zh="就此结束",
    ),
}
"""What a ply was that is no move, in a list of them."""

WORDS = {"pass": Message("done-pass", en="pass", fr="passe", de="passt", vi="bỏ lượt", zh="过牌")}
"""Moves that are words of our notation and not signs."""


NAME_LENGTH = 40
"""Letters of a player's name that there is room for."""

JOINER = "\u200d"
"""Makes one sign of several, a family of four people; alone it is not to be seen."""


def legible_name(given: str) -> str:
    """A player's name in letters that a terminal shows and does not obey, as many as there is room for."""
    letters = "".join(letter for letter in given if letter.isprintable() or letter == JOINER)
    return letters.strip(f" {JOINER}")[:NAME_LENGTH].strip(f" {JOINER}")


def names(players: Mapping[Seat, str]) -> dict[Seat, str]:
    """The names of those who have one. A record from elsewhere may have any."""
    return {seat: name for seat, given in players.items() if (name := legible_name(given))}


def called(seat: Seat | str | None, language: Language = "en", players: Mapping[Seat, str] = {}) -> str:
    """What people call a seat: by its player's name, else by its game's word or its number, else as it is written."""
    if seat is None:
        return ""
    if name := legible_name(players.get(Seat(seat), "")):
        return name
    if seat.isdecimal():
        return SEAT_NUMBER(n=_number(seat)).text(language)
    named = messages().get(f"seat-{seat}")
    return named.wording(language) if named else str(seat)


def said_of(seat: Seat | str | None, what: str, language: Language, players: Mapping[Seat, str] = {}) -> str:
    """A seat, and ``what`` is told of it: its score, its hand, its move."""
    return f"{called(seat, language, players)}{COLON.wording(language)}{what}"


def ranking(outcome: Outcome, language: Language, players: Mapping[Seat, str] = {}) -> Iterator[str]:
    """Who is where, a line each, with how much where that is in points."""
    for seat, place in outcome.places.items():
        points = said_of(seat, f"{outcome.scores[seat]:g}", language, players) if outcome.in_points else ""
        yield f"{place}. {points or called(seat, language, players)}"


def meant(text: str, seats: Sequence[Seat], language: Language = "en", players: Mapping[Seat, str] = {}) -> Seat:
    """The seat that people mean by ``text``; what they call it where there is none."""
    wanted = text.casefold()
    ways = ((seat, (_number(seat), called(seat, language), called(seat, language, players))) for seat in seats)
    found = next((seat for seat, way in ways if wanted in map(str.casefold, way)), None)
    # A number that no seat has is not to be taken for the seat that rules call so.
    return found or Seat(SEAT_NUMBER(n=text).text(language) if text.isdecimal() else text)


def _number(seat: str) -> str:
    """A seat as it is written; where it is a number as people count, who begin with 1."""
    return str(int(seat) + 1) if seat.isdecimal() else seat


def move_meant(game: AnyGame, text: str, position: Any) -> Any:
    """The legal move that people mean by ``text``, who mind neither capitals nor blanks nor which dash a phone writes.

    Raises a `MoveError`. Records and programs write moves as the rules do.
    """
    words = text.casefold().translate(_DASHES).split()
    cards = "".join(words).upper().replace("X", "x")  # cards have capitals, and what captures them has none
    errors = []
    for way in dict.fromkeys((text, *(join.join(words) for join in ("", "-", ":")), cards)):
        try:
            return game.read(way, position)
        except MoveError as error:
            errors.append(error)
    raise next((error for error in errors if not isinstance(error, UnreadableMove)), errors[0])


_DASHES = dict.fromkeys(map(ord, "\u2010\u2011\u2012\u2013\u2014\u2015\u2212"), "-")


def spoken(reason: Reason, language: Language = "en", players: Mapping[Seat, str] = {}) -> str:
    """A sentence in which seats are called as people call them."""

    def people(found: re.Match[str]) -> str:
        before = found["before"] and COMMA.wording(language)
        after = COLON.wording(language) if found["after"] else ""
        return before + (found["place"] or "") + called(found["seat"], language, players) + after

    args = {gap: _IN_LIST.sub(people, value) if gap in SEATS else value for gap, value in reason.args.items()}
    return Reason(reason.id, args).text(language)


def done(ply: Ply, language: Language = "en", players: Mapping[Seat, str] = {}) -> str:
    """What ``ply`` was, in a list of them."""
    if ply.kind == "move":
        move = WORDS[ply.move].wording(language) if ply.move in WORDS else ply.move
        return f"{called(ply.seat, language, players)} {move}"
    return spoken(DONE[ply.kind](seat=ply.seat), language, players)


def position_in_words(
    game: AnyGame,
    position: Any,
    language: Language = "en",
    players: Mapping[Seat, str] = {},
    only: Collection[str] | None = None,
) -> Iterator[str]:
    """The facts of a position, or ``only`` these, one a line (what belongs to seats, each on a line of its own)."""
    facts: Mapping[str, Any] = game.write_position(position)
    known = {key: named.wording(language) for key, named in NAMED.items()}
    seats = [called(seat, language, players) for seat in game.seats]
    known |= dict(zip(game.seats, seats, strict=True))
    # A finished position is in no half of a turn; the cut card is for the eyes of who cut.
    left_out = {"game", "options", "cut", *(["phase"] if game.to_move(position) is None else [])}
    for name, value in facts.items():
        if name not in left_out and (only is None or name in only):
            words = in_words(_renamed(value, known, seats, name), seats)
            yield f"{known.get(name, name)}: {words}".replace(": \n", ":\n")


def _renamed(value: Any, known: Mapping[str, str], seats: Sequence[str], fact: str) -> Any:
    """``value`` of this ``fact`` with seats and facts called as they are ``known``, alone or before what is theirs."""
    if isinstance(value, Mapping):
        return {known.get(name, name): _renamed(one, known, seats, name) for name, one in value.items()}
    if fact in NUMBERED and isinstance(value, int):
        return seats[value]
    return known.get(value, value) if isinstance(value, str) else value


def in_words(value: Any, seats: Sequence[str]) -> str:
    """A fact of a position for people to read: no brackets, and what belongs to seats on a line for each."""
    match value:
        case None | []:
            return "–"
        case list() if any(isinstance(one, list) for one in value):
            names = seats if len(seats) == len(value) else range(1, len(value) + 1)
            return in_words(dict(zip(names, value, strict=True)), seats)
        case dict() if any(isinstance(one, list | dict) for one in value.values()):
            return "".join(f"\n  {name}: {in_words(one, seats)}" for name, one in value.items())
        case dict():
            return ", ".join(f"{name} {in_words(one, seats)}" for name, one in value.items())
        case list():
            return " ".join(map(str, value))
        case _:
            return str(value)
