"""Which set-ups the pictures that are watched may begin with, where people do not say all about theirs."""

from collections.abc import Mapping
from typing import Any

from firmware.other_start import fitting
from rules import catalogue
from rules.geometry import Board
from rules.star.places import size_of, star_boards


def given_whole(game: str, options: Mapping[str, Any], *, live: bool) -> bool:
    """Whether nothing about the set-up need be guessed from the first picture.

    Before a ``live`` camera the pieces may still be being laid: there it tells less than people who say how many play.
    """
    if game != "star":
        return len(boards_for(game, options)) == 1
    return {"players", "pieces"} <= {*options} or (live and "players" in options)


def boards_for(game: str, options: Mapping[str, Any]) -> list[Board]:
    """The boards that ``game`` may be played on by the house rules that are given, the usual one first."""
    if game == "star":
        return [star for rows, star in star_boards().items() if rows == options.get("size", rows)]
    return list(dict.fromkeys(catalogue.game(game, **rules).board for rules in possible(game, options)))


def rules_on(board: Board, game: str, options: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """The house rules that may be meant on ``board``, by those that are given."""
    if game == "star":
        options = {**options, "size": size_of(board)}
        return [{**guess, **options} for guess in fitting(options)]
    return [rules for rules in possible(game, options) if catalogue.game(game, **rules).board == board]


def possible(game: str, options: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """The house rules that may be meant, for however many players, by those that are given; the usual ones first."""
    others = [
        {"players": many, **options}
        for option in catalogue.options(game)
        for many in option.choices
        if option.name == "players" and "players" not in options
    ]
    return [rules for rules in [options, *others] if catalogue.is_possible(game, rules)] or [options]
