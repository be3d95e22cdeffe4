"""``hopsight play``: the main job, to referee a game at this table until it ends."""

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, nullcontext
from functools import partial
from random import Random
from typing import TYPE_CHECKING, Any

from firmware.commands.at_table import referee
from firmware.commands.doors import Doors, doors
from firmware.commands.taking_up import (
    as_asked,
    begun,
    left,
    lots,
    opened,
    table_words,
    taken_up,
    tell_command,
    tell_lost,
    tell_way_back,
    told_of_lots,
    typed_last,
)
from firmware.follow import Guide
from firmware.given.fittings import chosen_fittings
from firmware.given.games import as_typed, chosen_options, chosen_seats
from firmware.given.playing import FITTINGS, add_playing, as_written, check_words, is_typed
from firmware.given.records import recorded
from firmware.given.words import GivenWrong, named, never_with
from firmware.journal import Journal, JournalError, claim
from firmware.keeper import JournalKeeper, NoKeeper
from firmware.kept import profiles
from firmware.kept.records import games_folder
from firmware.kept.whole import why
from firmware.record import TYPED
from firmware.replay import take_up
from firmware.service.box import Box, open_box, stopping
from firmware.service.notify import ask_for_power_off
from firmware.states import History
from firmware.terminal.keyboard import Quit, lines
from firmware.terminal.typed_sayings import RULES_TAKEN_UP, TAKE_UP
from firmware.words.voice import language
from hardware.cameras import for_all
from rules import catalogue
from rules.game import Dealt, Game, GivenError

if TYPE_CHECKING:
    from firmware.web.hub import Wish


def add_play(parser: ArgumentParser) -> None:
    """Arguments of ``hopsight play``."""
    add_playing(parser)


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
    if typed and given.simulated:
        print(f"{game.name} is played by typed moves, without a table; --simulated changes nothing", file=sys.stderr)
        given.simulated = False
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
    table = "simulated" if given.simulated else for_all(given.camera or "csi")  # records are given away
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
                speaks = language(given.language)
                tell_way_back(history.last.match.game, journal.path, table, *table_words(given), speaks=speaks)
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
        own = ["--own-cards"] if given.own_cards else []
        found = taken_up(path, speaks, *own, drawn=lots(options)) if path else None
        history, journal = found or begun(dealing.first(game), TYPED)
    except Quit:
        return
    asked, game = game, history.last.match.game
    if not rules_named and game.options != asked.options:
        tell_command(RULES_TAKEN_UP, as_typed(game), speaks)
    for reason in told_of_lots(history, options):
        dealing.say(reason)
    try:
        while True:
            with journal, stopping():  # whatever ends it, the terminal is as it was
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
