"""What a page may ask for: a small JSON object in, an event for the loop or a gesture at the simulated table out."""

import json
from asyncio import to_thread, wait, wrap_future
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import CancelledError
from contextlib import suppress
from itertools import permutations
from threading import Thread
from typing import Any

from firmware.events import Answer, Correct, End, Event, Held, NameMove, Pause, Pressed, Resign, Resume, Then, Undo
from firmware.follow import Guide, refusal
from firmware.kept.whole import why
from firmware.states import Finished, Guided, Refused, is_of_heaps
from firmware.time_control import TimeControl
from firmware.web import settings
from firmware.web.hub import Hub, Sitting, Wish
from firmware.web.showing import Showing
from firmware.words.wording import JOINER, called, names
from hardware.simulated.table import Table
from hardware.simulated.words import CannotBeDone
from rules import catalogue
from rules.game import GivenError, Seat
from rules.geometry import Medium, PlaceId
from rules.mandarin.places import token
from rules.sight import EMPTY, Token
from rules.words import LANGUAGES, Message

NOT_UNDERSTOOD = Message(
    "web-not-understood",
    en="The page asked for something that this table does not know: {what}.",
    fr="La page a demandé une chose que cette table ne connaît pas : {what}.",
    de="Die Seite hat etwas verlangt, was dieser Tisch nicht kennt: {what}.",
    vi="Trang yêu cầu điều mà bàn này không biết: {what}.",
    zh="页面发来了此桌不认识的请求：{what}。",
)
NOT_DONE = Message(
    "web-failed",
    en="That could not be done: {why}.",
    fr="Cela n’a pas pu se faire : {why}.",
    de="Das ging nicht: {why}.",
    vi="Không làm được việc đó: {why}.",
    zh="未能完成：{why}。",
)
NO_GAME_NOW = Message(
    "web-no-game-now",
    en="There is no game at the table at this moment.",
    fr="Il n’y a pas de partie à la table en ce moment.",
    de="Am Tisch ist gerade kein Spiel.",
    vi="Hiện không có ván nào trên bàn.",
    zh="现在桌上没有对局。",
)
HANDS_BUSY = Message(
    "web-hands-busy",
    en="The hands are still sowing; please wait a moment.",
    fr="Les mains sont encore en train de semer ; attendez un moment.",
    de="Die Hände säen noch; bitte einen Moment warten.",
    vi="Tay vẫn đang rải quân; xin chờ một chút.",
    zh="手还在撒子，请稍等。",
)
HAND_FULL = Message(
    "web-hand-full",
    en="A piece is in the hand already, perhaps lifted on another page; put it on an empty place first.",
    fr="Une pièce est déjà en main, peut-être levée sur une autre page ; posez-la d’abord sur une case vide.",
    de="Eine Figur ist schon in der Hand, vielleicht auf einer anderen Seite angehoben; bitte erst ablegen.",
    vi="Đã có một quân trên tay, có thể được nhấc ở trang khác; hãy đặt nó vào chỗ trống trước.",
    zh="手里已经有一枚棋子，可能是在另一个页面拿起的；请先放到空位上。",
)
OTHER_GAME = Message(
    "web-other-game",
    en="Somebody has begun another game meanwhile; to replace it, press “Begin” once more.",
    fr="Quelqu’un a commencé une autre partie entre-temps ; pour la remplacer, touchez encore « Commencer ».",
    de="Inzwischen hat jemand ein anderes Spiel begonnen; um es zu ersetzen, noch einmal auf „Anfangen“ drücken.",
    vi="Vừa có người bắt đầu một ván khác; muốn thay ván đó, hãy bấm “Bắt đầu” lần nữa.",
    zh="刚才有人开始了另一局；要换掉它，请再按一次“开始”。",
)
SAME_NAME = Message(
    "web-same-name",
    en="Two players are called {name}; nobody could tell whose turn it is.",
    fr="Deux joueurs s’appellent {name} ; on ne saurait pas à qui est le tour.",
    de="Zwei Spieler heißen {name}; da wüsste niemand, wer am Zug ist.",
    vi="Có hai người chơi cùng tên {name}; sẽ không ai biết đến lượt ai.",
    zh="有两位玩家都叫 {name}，这样就分不清轮到谁了。",
)
TAKEN_FOR = Message(
    "web-taken-for",
    en="{name} would be taken for {seat}, where nobody has a name; please give one there, too.",
    fr="On prendrait {name} pour {seat}, où personne n’a de nom ; donnez-en un là aussi.",
    de="{name} würde mit {seat} verwechselt, denn dort hat niemand einen Namen; bitte auch dort einen eintragen.",
    vi="{name} sẽ bị nhầm với {seat}, nơi chưa có tên; hãy đặt tên cho chỗ đó nữa.",
    zh="{name} 会与还没有名字的{seat}混淆；请给那里也起个名字。",
)
NO_HEAP = Message(
    "web-no-heap",
    en="{count} stones cannot lie on {place}; whole numbers from 0 to {most} can.",
    fr="Il ne peut pas y avoir {count} pierres en {place} ; seulement un nombre entier de 0 à {most}.",
    de="{count} Steine können auf {place} nicht liegen; möglich sind ganze Zahlen von 0 bis {most}.",
    vi="Ô {place} không thể có {count} quân; chỉ có thể là số nguyên từ 0 đến {most}.",
    zh="{place} 上不可能有 {count} 颗子；只能是 0 到 {most} 的整数。",
)
MOST_AT_ONCE = 10
"""More moves than a table can hold that nobody has ended with the button."""
HEAP = 71
"""More stones than a heap can have: all of them are 70."""


def given_object(text: bytes | str) -> dict[str, Any] | None:
    """The JSON object in ``text``; None where there is none that could be written again.

    Python reads more than JSON allows: infinite numbers, and halves of letters that no file and no terminal takes.
    """
    try:
        given = json.loads(text)
        json.dumps(given, ensure_ascii=False, allow_nan=False).encode()
    except (ValueError, RecursionError):
        return None
    return given if isinstance(given, dict) else None


async def obey(hub: Hub, asked: Mapping[str, Any], viewer: object = None) -> None:
    """Do what ``asked`` says; ``viewer``: who asks, where that is somebody who stays. Raises `GivenError`."""
    sitting = hub.sitting
    if sitting is None:
        raise GivenError(NO_GAME_NOW())
    match asked.get("do"):
        case "new":
            _new(hub, sitting, asked)
        case "follow":
            await _follow(hub, sitting, asked)
        case "show":
            _show(sitting, asked, viewer)
        case "sow":
            _sow(sitting, asked)
        case what if then := _then(sitting, what):
            sitting.loop.then = then
        case what if gesture := _gesture(sitting, asked):
            await _made(sitting, gesture, what)
            if what == "lay":
                _look_again(sitting)
        case _:
            sitting.loop.put(_event(sitting, asked))


async def _made(sitting: Sitting, gesture: Callable[[Table], object], what: object) -> None:
    """Let hands at the simulated table make a ``gesture``, which was asked for as ``what``. Raises `GivenError`."""
    if sitting.table is None:
        raise GivenError(NOT_UNDERSTOOD(what=_short(what)))
    done = wrap_future(sitting.table.gesture(gesture))
    await wait([done])
    if done.cancelled():  # the table was put away while the gesture waited
        raise GivenError(NO_GAME_NOW())
    try:
        done.result()
    except CannotBeDone as error:
        raise GivenError(error.reason) from error


def _look_again(sitting: Sitting) -> None:
    """Have heaps looked at that were laid right: a glimpse does not count stones, so nobody would see that they are."""
    state = sitting.loop.state
    if is_of_heaps(state) and isinstance(state.at_rest(), Guided | Refused):
        sitting.loop.put(Pressed(sitting.loop.clock.now()))


def _then(sitting: Sitting, what: object) -> Then | None:
    """What is asked for after this game: to go back to one's own, or the same again; None where it is neither."""
    phase, now = sitting.loop.state.phase, sitting.loop.clock.now()
    if what == "back" and sitting.guide is not None:
        return "back"
    if what == "press" and isinstance(phase, Finished) and now >= phase.since + settings.READ_SECONDS:
        return "new" if sitting.guide is None else "back"
    return None


def _event(sitting: Sitting, asked: Mapping[str, Any]) -> Event:
    """The session's event for what was asked."""
    at, what = sitting.loop.clock.now(), asked.get("do")
    match what:
        case str() if what in _PLAIN:
            return _PLAIN[what](at)
        case "resign":
            return Resign(at, _seat(sitting, asked.get("seat")))
        case "move":
            return NameMove(at, _text(asked, "move"))
        case "answer":
            return Answer(at, _texts(asked, "moves"))
        case "correct":
            return _correction(sitting, asked, at)
        case _:
            raise GivenError(NOT_UNDERSTOOD(what=_short(what)))


_PLAIN: dict[str, Callable[[float], Event]] = {
    "press": Pressed,
    "hold": Held,
    "undo": Undo,
    "pause": Pause,
    "resume": Resume,
    "end": End,
}


def _correction(sitting: Sitting, asked: Mapping[str, Any], at: float) -> Correct:
    """It lies like this: places with what lies there, nothing but pieces of this game on places of this board."""
    game = sitting.loop.state.game
    known = {*game.view(game.start()).values(), *game.view(sitting.loop.state.position).values(), EMPTY}
    if game.board.medium is Medium.PIT:  # any number of stones; whether there are so many, the game says
        known |= {token(citizens, mandarin) for citizens in range(HEAP) for mandarin in (0, 1)}
    places = asked.get("places")
    if not isinstance(places, dict) or not places:
        raise GivenError(NOT_UNDERSTOOD(what="places"))
    for place, lies in places.items():
        if place not in game.board or not isinstance(lies, str):
            raise GivenError(NOT_UNDERSTOOD(what=f"{_short(place)} {_short(lies)}"))
        if lies not in known and game.board.medium is Medium.PIT:
            raise GivenError(NO_HEAP(count=_short(lies.removeprefix("M")), place=place, most=HEAP - 1))
        if lies not in known:
            raise GivenError(NOT_UNDERSTOOD(what=f"{_short(place)} {_short(lies)}"))
    to_move = asked.get("to_move")
    seat = None if to_move is None else _seat(sitting, to_move)
    return Correct(at, None, {PlaceId(place): Token(lies) for place, lies in places.items()}, seat)


def _seat(sitting: Sitting, given: object) -> Seat:
    """A seat of this game."""
    if given not in sitting.loop.state.game.seats:
        raise GivenError(NOT_UNDERSTOOD(what=_short(given)))
    return Seat(str(given))


def _gesture(sitting: Sitting, asked: Mapping[str, Any]) -> Callable[[Table], object] | None:
    """What hands do at the simulated table; None where it is no such thing."""
    what = asked.get("do")
    match what:
        case "lift" | "put" | "knock" | "drop" | "cover":
            return _AT_A_PLACE[what](_place(sitting, asked, "place"))
        case "carry" | "spread":
            return _FROM_A_PLACE[what](sitting, asked)
        case "light":
            level = asked.get("level")
            if not isinstance(level, int | float) or not 0 <= level <= 1:
                raise GivenError(NOT_UNDERSTOOD(what="level"))
            return lambda table: table.daylight(float(level))
        case "lay":
            state = sitting.loop.state
            return lambda table: table.lay(state.game.view(state.position))
        case str() if what in _ANYWHERE:
            return _ANYWHERE[what]
        case _:
            return None


def _place(sitting: Sitting, asked: Mapping[str, Any], name: str) -> PlaceId:
    """A place of the board."""
    place = PlaceId(_text(asked, name))
    if place not in sitting.loop.state.game.board:
        raise GivenError(NOT_UNDERSTOOD(what=_short(place)))
    return place


def _carry(sitting: Sitting, asked: Mapping[str, Any]) -> Callable[[Table], object]:
    """Take a stone from one heap to another."""
    start, end = _place(sitting, asked, "place"), _place(sitting, asked, "to")
    if sitting.table is None or sitting.loop.state.game.board.medium is not Medium.PIT:
        raise GivenError(NOT_UNDERSTOOD(what="carry"))
    from firmware.simulated.hands import carry

    return lambda table: carry(table, start, end)


def _spread(sitting: Sitting, asked: Mapping[str, Any]) -> Callable[[Table], object]:
    """Lay the stones of some heaps otherwise, so that they can be counted."""
    places, board = asked.get("places"), sitting.loop.state.game.board
    if not isinstance(places, list) or not all(isinstance(one, str) and one in board for one in places):
        raise GivenError(NOT_UNDERSTOOD(what="places"))

    def spread(table: Table) -> None:
        for place in places:
            table.stir(place)

    return spread


def _sow(sitting: Sitting, asked: Mapping[str, Any]) -> None:
    """Hands sow stones at the simulated table. It takes them seconds, so the page is answered when they begin."""
    table, text = sitting.table, _text(asked, "move")
    if table is None or sitting.loop.state.game.board.medium is not Medium.PIT:
        raise GivenError(NOT_UNDERSTOOD(what="sow"))
    if sitting.sowing is not None and sitting.sowing.is_alive():
        raise GivenError(HANDS_BUSY())
    sitting.loop.state.game.read(text, sitting.loop.state.position)
    if asked.get("why"):  # a page that does not know yet whose turn it is has nothing forbidden, and nobody chose a way
        return

    from firmware.simulated.hands import Hands

    def sow() -> None:
        # A game or a turn that ends meanwhile leaves nothing to sow.
        with suppress(ValueError, CancelledError):
            Hands(table, rest=0.0).sow_as(text)  # people see for themselves that they are away

    sitting.sowing = Thread(target=sow, name="sowing", daemon=True)
    sitting.sowing.start()


def _lift(place: PlaceId) -> Callable[[Table], None]:
    """Take a piece. The hand goes out of the picture with it: an arm over the board would hide other pieces."""

    def lift(table: Table) -> None:
        if table.in_hand:
            raise GivenError(HAND_FULL())
        table.lift(place)

    return lift


def _pick_up(table: Table) -> None:
    if table.in_hand:
        raise GivenError(HAND_FULL())
    table.pick_up()


_FROM_A_PLACE = {"carry": _carry, "spread": _spread}

_AT_A_PLACE: dict[str, Callable[[PlaceId], Callable[[Table], object]]] = {
    "lift": _lift,
    "put": lambda place: lambda table: table.put(place),
    "knock": lambda place: lambda table: table.knock(place),
    "drop": lambda place: lambda table: table.drop(place),
    "cover": lambda place: lambda table: table.cover(place, 2.2),
}
_ANYWHERE: dict[str, Callable[[Table], object]] = {
    "pick": _pick_up,
    "clear": lambda table: table.lay({}),
    "uncover": lambda table: table.uncover(),
    "nudge": lambda table: table.nudge(0.6, -0.4, 1.0),
}


def _new(hub: Hub, sitting: Sitting, asked: Mapping[str, Any]) -> None:
    """Another game: its house rules are tried here, so that nothing is stopped for a game that cannot be.

    ``sitting``: the game that is to be replaced, where whoever asks has said so; no other one is.
    """
    options, players, clock = asked.get("options", {}), asked.get("players", {}), asked.get("clock")
    if asked.get("sitting") is not None and (asked["sitting"] != sitting.number or sitting.loop.then == "new"):
        raise GivenError(OTHER_GAME())
    if not isinstance(options, dict) or not isinstance(players, dict):
        raise GivenError(NOT_UNDERSTOOD(what="options"))
    try:
        game = catalogue.game(sitting.loop.state.game.name, **options)
    except TypeError as error:
        raise GivenError(NOT_UNDERSTOOD(what="options")) from error
    if why_not := sitting.refusal(game.board):
        raise GivenError(why_not)
    try:
        agreed = TimeControl.typed(str(clock)) if clock else None
    except ValueError as error:
        raise GivenError(NOT_UNDERSTOOD(what="clock")) from error
    named = names({seat: name for seat in game.seats if isinstance(name := players.get(seat), str)})
    _tell_apart(game.seats, named)
    hub.wish = Wish(game.name, dict(options), named, agreed)
    _comes_next(hub, "new")


def _comes_next(hub: Hub, then: Then) -> None:
    """Let what was chosen follow upon the game at the table, be it another by now than when people asked.

    It has been chosen before: a game that comes to the table in this very moment asks for it, see `Hub.attach`.
    """
    if hub.sitting is not None:
        hub.sitting.loop.then = then


def _tell_apart(seats: Sequence[Seat], named: Mapping[Seat, str]) -> None:
    """Raise `GivenError` if two of the ``seats`` would be called the same; those without names have words for them."""

    def ways(seat: Seat) -> set[str]:
        return {called(seat, language, named).replace(JOINER, "").casefold() for language in LANGUAGES}

    for one, other in permutations(seats, 2):
        if one in named and ways(one) & ways(other):
            name = named[one]
            raise GivenError(SAME_NAME(name=name) if other in named else TAKEN_FOR(name=name, seat=other))


def _show(sitting: Sitting, asked: Mapping[str, Any], viewer: object) -> None:
    """Light places for ``viewer``, such as the corners of a game that is being set up; none of them ends it."""
    places, board = asked.get("places"), sitting.loop.state.game.board
    if not isinstance(places, list) or sitting.guide is not None:
        raise GivenError(NOT_UNDERSTOOD(what="places"))
    # The game that is set up may have another board than the one at the table.
    lit = [PlaceId(place) for place in places if isinstance(place, str) and place in board]
    sitting.showing = Showing(sitting.loop, lit, viewer)
    sitting.loop.between(sitting.showing.begin)


async def _follow(hub: Hub, sitting: Sitting, asked: Mapping[str, Any]) -> None:
    """A record is to be played again at the table: it is read here, so that nothing is stopped for one that cannot."""
    id_, ply = _text(asked, "game"), asked.get("ply", 0)
    if hub.library is None or not isinstance(ply, int) or ply < 0:
        raise GivenError(NOT_UNDERSTOOD(what="follow"))
    try:
        plies = (await to_thread(hub.library.replay, id_)).plies()
    except OSError as error:
        raise GivenError(NOT_DONE(why=why(error))) from error
    game = plies[0].game
    if why_not := refusal(game) or sitting.refusal(game.board):
        raise GivenError(why_not)
    hub.to_follow = Guide(plies, min(ply, len(plies) - 1))
    _comes_next(hub, "follow")


def _text(asked: Mapping[str, Any], name: str) -> str:
    given = asked.get(name)
    if not isinstance(given, str) or len(given) > 200 or not given.isprintable():
        raise GivenError(NOT_UNDERSTOOD(what=name))
    return given


def _texts(asked: Mapping[str, Any], name: str) -> tuple[str, ...]:
    given = asked.get(name)
    if not isinstance(given, list) or len(given) > MOST_AT_ONCE:
        raise GivenError(NOT_UNDERSTOOD(what=name))
    return tuple(_text({name: one}, name) for one in given)


def _short(given: object) -> str:
    """Something from outside, short enough to be said."""
    return str(given)[:40]
