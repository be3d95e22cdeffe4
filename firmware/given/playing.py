"""The words of ``hopsight play``: a game, and what stands at a table; also those that its file holds."""

import os
from argparse import ArgumentParser, BooleanOptionalAction, Namespace
from collections.abc import Callable, Mapping
from copy import copy
from functools import partial
from pathlib import Path

from firmware import settings
from firmware.given.fittings import add_controls, add_lamps, chosen_fittings, chosen_port
from firmware.given.games import BY_PICTURES, add_game, chosen_game, games_on_boards
from firmware.given.records import add_follow, recorded
from firmware.given.standing import standing
from firmware.given.words import GivenWrong, Unnamed, Words, named
from firmware.kept import profiles
from firmware.mqtt.broker import parted
from firmware.mqtt.settings import PORT
from firmware.time_control import TimeControl
from hardware.cameras import check_name
from rules import catalogue
from rules.geometry import Medium
from rules.words import LANGUAGES

TYPED_TOO = (Medium.PIT,)
"""On what they are typed as long as neither a camera nor the simulated table is asked for, in a terminal."""

USUAL_HOST = "127.0.0.1"
"""Where the page is served if nothing else is said: for this machine only."""

SEEN_TOO = "add --simulated, or name a --camera,"
"""What people type to have such a game refereed from pictures."""


FITTINGS = ("lights", "lamp_order", "lamp_budget", "lamp_brightness", "second_button", "knob", "pins", "no_button")
"""Words about the things at a real table."""


def add_playing(parser: ArgumentParser) -> None:
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
        "--host", default=Unnamed(USUAL_HOST), help="address of the page; default: %(default)s, for this machine only"
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
    add_playing(parser)
    more, strange = parser.parse_known_args(words, copy(given))
    if strange:
        from firmware.given.meant import meant

        told = f"{' '.join(strange)} means nothing here{meant(strange[0], parser.options)}"
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
    usual = {"host": USUAL_HOST, "port": settings.PAGE_PORT}  # where it stands anyhow may be said
    others = [word for word, value in usual.items() if getattr(given, word) != value]
    if given.web is False and not from_file and (lost := named(given, *others)):
        raise GivenWrong(f"{lost[0]} means nothing beside --no-web; leave one of them out")
    if given.follow is None and given.ply is not None:
        raise GivenWrong(f"--ply {given.ply} counts entries of a recorded game; name it with --follow RECORD")
    if given.profile:
        profiles.check_name(given.profile)
    if given.mqtt:
        parted(given.mqtt, PORT)


def is_typed(given: Namespace) -> bool:
    """Whether the game is played by typed moves. Raises `GivenWrong` for what cannot be played so."""
    service: bool = given.wait_for_camera
    seen = given.simulated or given.camera or service
    medium = catalogue.game(given.game).board.medium
    typed = medium not in BY_PICTURES or (medium in TYPED_TOO and not seen)
    if service and given.simulated:
        raise GivenWrong("--simulated is for a terminal, and a service has none; leave it out")
    if service and typed:
        raise GivenWrong(
            f"{given.game} is played by typed moves, and nobody types to a service; it is for {_watched()}"
        )
    if given.camera and typed:
        raise GivenWrong(
            f"{given.game} is played by typed moves and needs no camera; leave --camera {given.camera} out"
        )
    if typed and given.table is None and (lost := named(given, *FITTINGS, "scene")):
        or_else = ", or name a --camera" if medium in TYPED_TOO else ""
        raise GivenWrong(f"{given.game} is played by typed moves, without a table; leave {lost[0]} out{or_else}")
    if chosen_clock(given) and typed:
        if medium in TYPED_TOO:
            raise GivenWrong(f"--clock: {given.game} is typed here, without clocks; {SEEN_TOO} for them")
        raise GivenWrong(f"--clock is for {_watched()}, not {given.game}")
    return typed


def _watched() -> str:
    """What `games_on_boards` are, for people; it makes every game there is."""
    return f"games that a camera watches ({', '.join(games_on_boards())})"


def chosen_clock(given: Namespace) -> Mapping[str, str]:
    """What a new game's header tells of its clocks; nothing without them."""
    if given.clock is None:
        return {}
    try:
        return TimeControl.typed(given.clock).tags
    except ValueError as error:
        raise GivenWrong(f"--clock: {error}") from error


def as_written(given: Namespace) -> tuple[Namespace, Callable[[], None]]:
    """``given`` and what people wrote in its file about the table, and what is called once that table stands."""
    if given.table is None:
        return given, lambda: None
    if not (given.table.exists() or given.wait_for_camera):  # a service without its file stands as delivered
        raise GivenWrong(f"--table {given.table}: there is no such file")
    return standing(given.table, partial(with_words, given))
