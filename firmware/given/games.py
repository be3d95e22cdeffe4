"""The words that choose a game and its house rules."""

import shlex
from argparse import ArgumentParser, Namespace
from collections.abc import Collection
from typing import Any

from firmware.given.words import GivenWrong, Unnamed
from rules import catalogue
from rules.game import Game
from rules.geometry import Board, Medium

BY_PICTURES = (Medium.HOLE, Medium.SQUARE, Medium.PIT)
"""On what games are refereed from pictures; the others are typed."""


def games_on_boards() -> tuple[str, ...]:
    """The games that are refereed from pictures."""
    return catalogue.names_on(*BY_PICTURES)


def add_game(parser: ArgumentParser, *, known: str = "see: hopsight games") -> None:
    """The words that choose a game and its house rules: GAME, --players N, --option k=v. ``known``: which there are."""
    usual = Unnamed("star")
    told = f"{usual} when left out; {known}"
    parser.add_argument("game", nargs="?", type=game_name, default=usual, metavar="GAME", help=told)
    add_house_rules(parser)


def game_name(text: str) -> str:
    """The game that people mean who write it with capitals, a blank or a hyphen; other words stay as they are."""
    if isinstance(text, Unnamed):
        return text
    plain = text.strip().casefold().replace("-", "_").replace(" ", "_")
    return plain if plain in catalogue.names() else text


def add_house_rules(parser: ArgumentParser) -> None:
    """--players N and --option k=v."""
    parser.add_argument("--players", type=int, metavar="N", help="how many play")
    parser.add_argument("--option", action="append", default=[], metavar="K=V", help="a house rule; may be given again")


def chosen_options(given: Namespace) -> dict[str, Any]:
    """The house rules as typed: name → value."""
    texts: dict[str, str] = {}
    for pair in given.option:
        name, equals, value = pair.partition("=")
        if not equals or not name:
            raise GivenWrong(f"--option wants NAME=VALUE, not {pair!r}; see: hopsight games")
        if name.strip() in texts:
            raise GivenWrong(f"--option {name.strip()} is given twice; give it once")
        texts[name.strip()] = value.strip()
    if given.players is not None and any(option.name == "players" for option in catalogue.options(given.game)):
        said = texts.setdefault("players", str(given.players))
        if said != str(given.players):
            raise GivenWrong(f"--players {given.players} and --option players={said} say different things; give one")
    return catalogue.parse_options(given.game, texts)


def chosen_game(given: Namespace) -> Game[Any, Any]:
    """The game that the words on the command line ask for."""
    return chosen_seats(catalogue.game(given.game, **chosen_options(given)), given)


def as_typed(game: Game[Any, Any], drawn: Collection[str] = ()) -> str:
    """The words that ask for ``game`` with its house rules, as far as they are not the usual ones.

    ``drawn``: rules that lots are to decide again.
    """
    usual, words = dict(catalogue.game(game.name).options), [game.name]
    players = game.options.get("players")
    if players != usual.get("players"):  # what is usual otherwise may follow how many play
        usual = {**catalogue.game(game.name, players=players).options, "players": usual["players"]}
    for option, value in game.options.items():
        if value != usual[option] or option in drawn:
            text = catalogue.TOSS if option in drawn else catalogue.as_typed(value)
            words += ["--players", text] if option == "players" else ["--option", f"{option}={text}"]
    return shlex.join(words)


def chosen_board(given: Namespace) -> Board:
    """The board of the game that is asked for. Cards have none."""
    board = chosen_game(given).board
    if board.medium is Medium.CARD:
        raise GivenWrong(f"{given.game} is played with cards and has no board; name a game that has one, such as star")
    return board


def chosen_seats(game: Game[Any, Any], given: Namespace) -> Game[Any, Any]:
    """``game``, if it is for as many players as asked for."""
    if given.players not in (None, len(game.seats)):
        raise GivenWrong(f"{game.name} is for {len(game.seats)} players here, not {given.players}")
    return game
