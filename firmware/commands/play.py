"""``hopsight play``: the main job, to referee a game at this table until it ends."""

import os
import sys
from argparse import ArgumentParser, BooleanOptionalAction, Namespace
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, nullcontext
from copy import copy
from functools import partial
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

from firmware import settings
from firmware.commands import GivenWrong, Words
from firmware.commands.at_table import referee
from firmware.commands.doors import Doors, chosen_port, doors
from firmware.commands.fittings import add_controls, add_lamps, chosen_fittings
from firmware.commands.follow import add_follow, recorded
from firmware.commands.given import (
    Unnamed,
    add_game,
    as_typed,
    chosen_game,
    chosen_options,
    chosen_seats,
    named,
    never_with,
)
from firmware.commands.taking_up import (
    as_asked,
    begun,
    chosen_clock,
    left,
    lots,
    opened,
    taken_up,
    tell_command,
    tell_lost,
    tell_way_back,
    told_of_lots,
    typed_last,
)
from firmware.follow import Guide
from firmware.journal import Journal, JournalError, claim
from firmware.keeper import JournalKeeper, NoKeeper
from firmware.kept import profiles
from firmware.kept.records import games_folder
from firmware.kept.whole import why
from firmware.mqtt.broker import parted
from firmware.mqtt.settings import PORT
from firmware.record import TYPED
from firmware.replay import take_up
from firmware.service.box import Box, open_box
from firmware.service.notify import ask_for_power_off
from firmware.service.standing import standing
from firmware.states import History
from firmware.terminal.keyboard import Quit, lines
from firmware.terminal.typed_sayings import RULES_TAKEN_UP, TAKE_UP
from firmware.words.voice import language
from hardware.cameras import check_name
from rules import catalogue
from rules.game import Dealt, Game, GivenError
from rules.words import LANGUAGES

if TYPE_CHECKING:
    from firmware.web.hub import Wish

BY_PICTURES = ("star", "piecepack", "mandarin")
"""Games that are refereed from pictures; the others are typed."""

TYPED_TOO = ("mandarin",)
"""Games that are typed as long as neither a camera nor the simulated table is asked for, in a terminal."""


FITTINGS = ("lights", "lamp_order", "lamp_budget", "lamp_brightness", "second_button", "knob", "pins", "no_button")
"""Words about the things at a real table."""


def add_play(parser: ArgumentParser) -> None:
    """Arguments of ``hopsight play``."""
    add_game(parser, known="an unfinished game goes on; see: hopsight games")
    parser.add_argument("--simulated", action="store_true", help="at a simulated table, in this terminal")
    parser.add_argument(
        "--camera",
        metavar="SPEC",
        help="csi (the default, on a Pi's ribbon), usb:0, /dev/video0, folder:PATH, video:PATH or an address",
    )
    add_lamps(parser)
    add_controls(parser)
    parser.add_argument(
        "--no-button",
        action="store_true",
        help="without a button: a table that lies still after a legal move ends the turn",
    )
    parser.add_argument(
        "--clock",
        metavar="MIN[+SEC]",
        help="a new game with a chess clock: minutes for each seat, seconds added with each turn: 10+5 or 1:30+5",
    )
    parser.add_argument(
        "--wait-for-camera", action="store_true", help="wait for a camera that is not there yet, as the service does"
    )
    parser.add_argument(
        "--profile",
        metavar="NAME",
        help="use the house rules kept under this name; those given here are kept there, too",
    )
    parser.add_argument("--language", choices=LANGUAGES, help="default: the system's language")
    add_follow(parser)
    parser.add_argument(
        "--own-cards",
        action="store_true",
        help="card games: you deal a pack of your own; hands stay hidden, what lies face up is typed",
    )
    parser.add_argument("--new", action="store_true", help="begin a new game, even if one is unfinished")
    parser.add_argument(
        "--web",
        action=BooleanOptionalAction,
        help="show the table in a browser; the default at the simulated table in a terminal",
    )
    parser.add_argument(
        "--host", default=Unnamed("127.0.0.1"), help="address of the page; default: %(default)s, for this machine only"
    )
    parser.add_argument("--port", type=int, metavar="N", help=f"its port; {settings.PAGE_PORT}, or any that is free")
    parser.add_argument(
        "--mqtt", metavar="HOST[:PORT]", help="tell this MQTT broker of the table; user and password stand in mqtt.toml"
    )
    parser.add_argument(
        "--scene",
        choices=("wood", "printed"),
        default=Unnamed("wood"),
        help="how the simulated table looks; default: wood",
    )
    parser.add_argument(
        "--table",
        type=Path,
        metavar="FILE",
        help="more of these options, from a file such as table.conf; a wrong one is told, and the last good ones hold",
    )


def with_words(given: Namespace, words: list[str]) -> Namespace:
    """``given``, and more ``words``, all of them possible. Raises what their mistakes raise."""
    parser = Words(add_help=False)
    add_play(parser)
    more, strange = parser.parse_known_args(words, copy(given))
    if strange:
        from firmware.commands.meant import meant

        told = f"{' '.join(strange)} means nothing here{meant(strange[0], 'play')}"
        raise GivenWrong(f"{told}; the words are those of hopsight play --help")
    check_words(more)
    if more.follow is not None:
        more.game = recorded(more)[0].game.name
    fittings, board = chosen_fittings(more, button=True), chosen_game(more).board
    is_typed(more)
    if fittings.lights is not None:
        fittings.chain(len(board.places))
    if more.camera:
        check_name(more.camera)
    return more


def check_words(given: Namespace) -> None:
    """Raise what is wrong with words that are neither the game's nor the table's."""
    chosen_port(given)
    if given.game not in catalogue.names() and os.path.isfile(given.game):
        raise GivenWrong(
            f"{given.game} is a file, and a game is wanted; a record is shown by hopsight replay {given.game}, "
            f"and played again by hopsight play --follow {given.game}"
        )
    # What a table's file says holds also where there is no page for once.
    from_file = given.table is not None or given.wait_for_camera
    if given.web is False and not from_file and (lost := named(given, "host", "port")):
        raise GivenWrong(f"{lost[0]} means nothing beside --no-web; leave one of them out")
    if given.follow is None and given.ply is not None:
        raise GivenWrong(f"--ply {given.ply} is a turn of a recorded game; name it with --follow RECORD")
    if given.profile:
        profiles.check_name(given.profile)
    if given.mqtt:
        parted(given.mqtt, PORT)


def is_typed(given: Namespace) -> bool:
    """Whether the game is played by typed moves. Raises `GivenWrong` for what cannot be played so."""
    service: bool = given.wait_for_camera
    seen = given.simulated or given.camera or service
    typed = given.game not in BY_PICTURES or (given.game in TYPED_TOO and not seen)
    watched = f"games that a camera watches ({', '.join(BY_PICTURES)})"
    if service and given.simulated:
        raise GivenWrong("--simulated is for a terminal, and a service has none; leave it out")
    if service and typed:
        raise GivenWrong(f"{given.game} is played by typed moves, and nobody types to a service; it is for {watched}")
    if given.camera and typed:
        raise GivenWrong(
            f"{given.game} is played by typed moves and needs no camera; leave --camera {given.camera} out"
        )
    if typed and given.table is None and (lost := named(given, "simulated", *FITTINGS, "scene")):
        or_else = ", or name a --camera" if given.game in TYPED_TOO else ""
        raise GivenWrong(f"{given.game} is played by typed moves, without a table; leave {lost[0]} out{or_else}")
    if chosen_clock(given) and typed:
        raise GivenWrong(f"--clock is for {watched}, not {given.game}")
    return typed


def as_written(given: Namespace) -> tuple[Namespace, Callable[[], None]]:
    """``given`` and what people wrote in its file about the table, and what is called once that table stands."""
    if given.table is None:
        return given, lambda: None
    if not (given.table.exists() or given.wait_for_camera):  # a service without its file stands as delivered
        raise GivenWrong(f"--table {given.table}: there is no such file")
    return standing(given.table, partial(with_words, given))


def run_play(given: Namespace) -> None:
    """Referee games until people stop."""
    never_with(given, "follow", "players", "option", "profile", "clock", "new", "own_cards")
    never_with(given, "simulated", "camera", *FITTINGS)
    given, stood = as_written(given)
    check_words(given)
    plies = recorded(given) if given.follow is not None else None
    if plies is not None:
        given.game = plies[0].game.name
    elif not named(given, *vars(given).keys() - {"run", "language"}):  # nothing is said of a game or a table
        given.game = typed_last() or given.game
    options = house_rules(given)
    game = chosen_seats(catalogue.game(given.game, **options), given)
    typed = is_typed(given)
    if given.own_cards and not isinstance(game, Dealt):
        raise GivenWrong(f"--own-cards is for card games; {game.name} has no cards to deal")
    fittings = chosen_fittings(given, button=not given.no_button, patient=given.wait_for_camera)
    real = nullcontext() if typed or given.simulated else open_box(fittings, stood)
    speaks = language(given.language)
    with left_by_signal(), claim(games_folder()), doors(given, typed=typed, language=speaks) as told, real as box:
        if box is None:
            stood()
        if typed:
            play_typed(game, options, given)
        else:
            first = play_on if plies is None else partial(follow_first, Guide(plies, given.ply or 0))
            if first(options, given, box=box, told=told) == "off" and box is not None:
                ask_for_power_off()


@contextmanager
def left_by_signal() -> Iterator[None]:
    """Let Ctrl-C, and signals to stop, leave a game as quit does: it is kept, and nothing has gone wrong."""
    try:
        yield
    except KeyboardInterrupt as stopped:
        print(str(stopped) or "stopped", file=sys.stderr)


def house_rules(given: Namespace) -> dict[str, Any]:
    """The house rules: those that were typed, and for the rest those of the profile, if one is used.

    Raises `GivenError` for a profile that cannot be used; to a service that is only said.
    """
    options = chosen_options(given)
    if not given.profile:
        return options
    try:
        rules = profiles.used(given.profile, given.game, options)
    except GivenError as error:
        if not given.wait_for_camera:
            raise
        print(f"{why(error)}; until that is mended nothing of profile {given.profile} holds", file=sys.stderr)
        return options
    print(profiles.in_force(given.profile, given.game, rules, language(given.language)), file=sys.stderr)
    return rules


def follow_first(
    guide: Guide, options: Mapping[str, Any], given: Namespace, *, box: Box | None, told: Doors | None
) -> str | None:
    """Play a recorded game again, and whatever people begin or go back to on the page; what they want then."""
    then = led(guide, given, box=box, told=told)
    if wish := told.hub.take_wish() if told else None:
        return play_on(wish.options, given, box=box, told=told, players=wished(wish, given))
    return play_on(options, given, box=box, told=told) if then == "back" else then


def play_on(
    options: Mapping[str, Any],
    given: Namespace,
    *,
    box: Box | None,
    told: Doors | None,
    players: Mapping[Any, str] = {},
) -> str | None:
    """One game after the other until people want something else; what that is. ``options``: house rules as given."""
    table = "simulated" if given.simulated else given.camera or "csi"
    history, journal = opened_patiently(options, table, given, box, players)
    game = history.last.match.game
    if not as_asked(game, given.game, options):
        given.game, options = game.name, dict(game.options)  # so is the next one
    said = told_of_lots(history, options)
    while True:
        then = None
        try:
            with journal:
                keeper = JournalKeeper(journal)
                then = referee(history, keeper, given, box=box, told=told, record=journal.path, said=said)
        finally:
            if given.simulated and then in (None, "off"):
                words = ["--simulated", *(["--no-web"] if given.web is False else [])]
                speaks = language(given.language)
                tell_way_back(history.last.match.game, journal.path, table, *words, speaks=speaks)
        if then == "follow" and told is not None:
            given.new = False
            then = led(told.hub.take_to_follow(), given, box=box, told=told)
            if then == "new" and told.hub.wish is None:
                then = "back"  # the end of a record is not the end of people's own game
        if then == "new":
            wish = told.hub.take_wish() if told else None
            if wish is not None:
                options, players = wish.options, wished(wish, given)
            given.new = True
        elif then != "back":
            return then
        said = ()
        if then == "new" or not journal.path.exists():  # the page may have put it away meanwhile
            try:
                history, journal = opened(options, table, given, players)
                said = told_of_lots(history, options)
                continue
            except JournalError as error:
                from firmware.loop import NOT_RECORDED  # OpenCV comes with it, after the first light

                # The disk is full: the game that is there stays, and people can press again once there is room.
                said = (NOT_RECORDED(why=error),)
        journal, made = take_up(journal.path)
        history = made.state.history


def wished(wish: "Wish", given: Namespace) -> dict[Any, str]:
    """Let ``given`` say what people chose on the page: another game; its players."""
    given.game, given.clock, given.new = wish.game, wish.clock and str(wish.clock), True
    return dict(wish.players)


def led(guide: Guide | None, given: Namespace, *, box: Box | None, told: Doors | None) -> str | None:
    """Lead people through a record, and through others that they choose on the page; what they want then."""
    then: str | None = "back"
    while guide is not None:
        then = referee(guide.history, NoKeeper(), given, box=box, told=told, guide=guide)
        guide = told.hub.take_to_follow() if then == "follow" and told is not None else None
    return "back" if then == "follow" else then


def opened_patiently(
    options: Mapping[str, Any], table: str, given: Namespace, box: Box | None, players: Mapping[Any, str]
) -> tuple[History, Journal]:
    """As `opened`; a service that finds no room for the record says so, and waits for it."""
    while True:
        try:
            return opened(options, table, given, players)
        except JournalError as error:
            if box is None or not given.wait_for_camera:
                raise
            from firmware.loop import NOT_RECORDED

            box.wait(NOT_RECORDED(why=error), language(given.language))


def play_typed(game: Game[Any, Any], options: Mapping[str, Any], given: Namespace) -> None:
    """A game by typed moves, deal after deal where one is not the whole game; each has its own record.

    Rounds go on until the game is over; where every deal is settled by itself, people say when they have enough.
    ``options``: the house rules of ``game`` as given.
    """
    from firmware.terminal.dealing import Dealing
    from firmware.terminal.typed import TypedConsole

    speaks = language(given.language)
    rules_named = given.players is not None or given.option or given.profile
    if not given.new:
        tell_lost(game.name, speaks)
    path = None if given.new else left(game.name, game.options if rules_named else None, lots(options), given.own_cards)
    dealing = Dealing(Random(), speaks, lines(), own_cards=given.own_cards)
    try:
        history, journal = (path and taken_up(path, speaks)) or begun(dealing.first(game), TYPED)
    except Quit:
        return
    asked, game = game, history.last.match.game
    if not rules_named and game.options != asked.options:
        tell_command(RULES_TAKEN_UP, as_typed(game), speaks)
    for reason in told_of_lots(history, options):
        dealing.say(reason)
    try:
        while True:
            with journal:
                console = TypedConsole(history, JournalKeeper(journal), speaks)
                deal = console.run()
            if deal is None:
                return
            told_wrong = None if console.state.ply else journal.path
            history, journal = begun(dealing.next(history.last.match, deal), TYPED)
            if told_wrong:
                told_wrong.unlink()  # only now: who goes instead of telling it again has lost nothing
    except Quit:
        tell_command(TAKE_UP, as_typed(game), speaks)
    except KeyboardInterrupt:
        tell_way_back(game, journal.path, TYPED, speaks=speaks)
        raise
