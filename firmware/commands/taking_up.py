"""Which record a game goes on in: the one that people left, else a new one."""

import sys
from argparse import Namespace
from collections.abc import Collection, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from firmware.given.games import as_typed
from firmware.given.playing import FITTINGS, chosen_clock
from firmware.given.words import Unnamed, as_given
from firmware.journal import Journal, left_last, lost, records_of, unfinished
from firmware.kept.records import games_folder
from firmware.record import TYPED
from firmware.replay import check, take_up
from firmware.states import History, opening
from firmware.terminal.deals import following, has_own_cards
from firmware.terminal.drawing import as_shown
from firmware.terminal.typed_sayings import CANNOT_BE_TAKEN_UP, NOT_TAKEN_UP, OTHER_CLOCK, TAKE_UP, TAKING_UP
from firmware.words.sayings import BEGINS_BY_LOT
from firmware.words.voice import language
from rules import catalogue
from rules.game import Game
from rules.match import Match, RecordError
from rules.words import Language, Message, Reason


def opened(
    options: Mapping[str, Any], table: str, given: Namespace, players: Mapping[Any, str] | None = None
) -> tuple[History, Journal]:
    """The game's history and its open record: an unfinished one is taken up, otherwise a new one begins.

    ``options``: the house rules as given. Lots are drawn for a new game only; one that is taken up has had its own.
    Where nobody typed what to play, the game that was played last goes on, whatever it is; where only its name was
    typed, the last one of that name, whatever its house rules.
    """
    game, speaks = catalogue.game(given.game, **options), language(given.language)
    if not given.new:
        tell_lost(None if isinstance(given.game, Unnamed) else game.name, speaks)
    path = None if given.new else _left_off(game, options, table, given)
    try:
        found = taken_up(path, speaks, *table_words(given), drawn=lots(options)) if path else None
    except RecordError as error:
        # Today's rules cannot read how it began: no reason for a table never to start again.
        print(NOT_TAKEN_UP(path=path, why=error.reason).text(speaks), file=sys.stderr)
        found = None
    if found and given.clock and not chosen_clock(given).items() <= found[0].last.match.tags.items():
        print(OTHER_CLOCK(path=path, clock=given.clock).text(speaks), file=sys.stderr)
    return found or begun(replace(Match.begin(game, players), tags=chosen_clock(given)), table)


def _left_off(game: Game[Any, Any], options: Mapping[str, Any], table: str, given: Namespace) -> Path | None:
    """The unfinished record to go on in: the newest where nobody typed what to play, else the game's own.

    Where nobody asked for house rules either, the newest of its kind is: another one may have been begun on the page.
    """
    # The profile of a service keeps what was chosen there, and asks for nothing: it goes on after a power cut.
    asked = given.players is not None or given.option or (given.profile and not given.wait_for_camera)
    if not asked and (given.profile or not options):
        kind = None if isinstance(given.game, Unnamed) else game.name
        path, over = next(records_of(kind, games_folder(), table), (None, True))
        if not over:
            return path
    return unfinished(game, games_folder(), table, lots(options))


def typed_last() -> str | None:
    """The name of the game that was played last, if that was a typed one and is not over."""
    name = left_last(games_folder(), TYPED)
    return name if name in catalogue.names() else None


def tell_lost(game: str | None, speaks: Language) -> None:
    """Say which records that people may mean to go on with cannot be read."""
    for path, error in lost(games_folder(), game):
        why = error.reason if isinstance(error, RecordError) else error.strerror
        print(CANNOT_BE_TAKEN_UP(path=path, why=why).text(speaks), file=sys.stderr)


def tell_way_back(game: Game[Any, Any], path: Path, table: str, *words: str, speaks: Language) -> None:
    """Say how people who leave ``table`` take its ``game`` up again, whose record ``path`` is not over.

    ``words``: what `hopsight play` needs beside the game and its house rules.
    """
    for record, over in records_of(game.name, games_folder(), table):
        if record == path:
            if not over:
                command = " ".join([as_typed(game), *words])
                tell_command(TAKE_UP, command, speaks)
            return


def table_words(given: Namespace) -> list[str]:
    """What `hopsight play` needs beside a game and its house rules to play at this table."""
    if given.simulated:
        return ["--simulated", *(["--no-web"] if given.web is False else [])]
    return as_given(given, "camera", *FITTINGS)


def tell_command(message: Message, words: str, speaks: Language, **facts: object) -> None:
    """Say a ``message`` of these ``facts`` that names `hopsight play` with these ``words``, which people may copy."""
    told = message(command=words, **facts).text(speaks)
    print(as_shown(told, sys.stderr, f"hopsight play {words}"), file=sys.stderr)


def left(game: str, options: Mapping[str, Any] | None, drawn: Collection[str], own_cards: bool) -> Path | None:
    """The record of the typed game that people left: one that is not over, or the newest, if a deal follows it.

    ``options``: its house rules; None: any. ``drawn``: those that lots decided. ``own_cards``: only games that people
    dealt themselves count.
    """
    newest = True
    for path, over in records_of(game, games_folder(), TYPED, options, drawn):
        if over and not newest:
            continue
        if over or own_cards:  # otherwise it is refereed once, when it is taken up
            match = check(path).state.match
            if own_cards and not has_own_cards(match):
                continue
            newest = False
            if over and following(match) is None:
                continue
        return path
    return None


def as_asked(game: Game[Any, Any], name: str, options: Mapping[str, Any]) -> bool:
    """Whether ``game`` is the one called ``name``, with these house rules."""
    drawn, asked = lots(options), catalogue.game(name, **options).options
    return game.name == name and all(game.options[rule] == value for rule, value in asked.items() if rule not in drawn)


def lots(options: Mapping[str, Any]) -> set[str]:
    """The house rules that are to be decided by lot."""
    return {name for name, value in options.items() if value == catalogue.TOSS}


def told_of_lots(history: History, options: Mapping[str, Any]) -> tuple[Reason, ...]:
    """What people hear before the first move of a game where lots were to decide who begins. ``options``: as given."""
    match = history.last.match
    drawn = "first" in lots(options) and not match.ply
    return (BEGINS_BY_LOT(seat=match.game.to_move(match.position)),) if drawn else ()


def taken_up(path: Path, speaks: Language, *words: str, drawn: Collection[str] = ()) -> tuple[History, Journal] | None:
    """The history of a recorded game, and its record, open again; None where nothing is left to play.

    People are told what is wrong with the record, and that the game goes on. ``words``: as in `tell_way_back`;
    ``drawn``: the house rules that lots decide, for another game anew.
    """
    journal, made = take_up(path)
    for flaw in (made.damage and made.damage.why, made.stop and made.stop.why):
        if flaw:
            print(f"{path}: {flaw.text(speaks)}", file=sys.stderr)
    if made.state.outcome.over and following(made.state.match) is None:
        journal.close()  # only its result had not been written any more
        return None
    turns = sum(ply.kind in ("move", "correction") for ply in made.state.history)
    command = " ".join([as_typed(made.state.game, drawn), *words, "--new"])
    tell_command(TAKING_UP, command, speaks, path=path, turns=turns)
    return made.state.history, journal


def begun(match: Match[Any, Any], table: str) -> tuple[History, Journal]:
    """The history of a new game, and its open record."""
    return opening(match), Journal.create(games_folder(), match, 0.0, table=table)
