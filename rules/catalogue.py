"""The games there are: every folder of `rules` is one. This is the only dynamic import.

The shape of a game's package, so that nothing here needs a special case:

- ``OPTIONS: tuple[Option, ...]``: its house rules. ``choices`` lists the values; an empty tuple means that the game
  itself checks the value. The default ``None`` means that it depends on the other options; the game then fills it in.
- ``make(**options) -> Game``: the game with every option of ``OPTIONS`` given, values already among the choices,
  ``None`` where a default depends. Combinations that make no sense raise `BadOption` there. ``game.options`` then
  holds plain JSON values, no ``None`` where a value was settled, so that written positions carry them all.
- An option may have the choice ``"toss"``: the catalogue draws among its other choices (those that ``make`` takes)
  before the game is made, so a game, its positions and its record only ever know the result.

Games are cached by their options: asking again for the same game costs a dictionary look-up.
"""

import json
import pkgutil
from collections.abc import Mapping
from dataclasses import replace
from functools import cache, lru_cache
from importlib import import_module
from random import Random
from types import ModuleType
from typing import Any

import rules
from rules.game import BadOption, BadPosition, Game, Option
from rules.geometry import Medium
from rules.words import Message

TOSS = "toss"
"""The value of an option that asks the program to draw lots."""

UNKNOWN_GAME = Message(
    "unknown-game",
    en="There is no game called {game}; the games are {known}.",
    fr="Il n’y a pas de jeu nommé {game} ; les jeux sont {known}.",
    de="Ein Spiel namens {game} gibt es nicht; die Spiele sind {known}.",
    vi="Không có trò chơi tên {game}; các trò chơi là {known}.",
    zh="没有名为 {game} 的游戏；现有游戏：{known}。",
)
UNKNOWN_OPTION = Message(
    "unknown-option",
    en="{game} has no option {option}; it has {known}.",
    fr="{game} n’a pas d’option {option} ; ses options sont {known}.",
    de="{game} kennt keine Option {option}; es gibt {known}.",
    vi="{game} không có tùy chọn {option}; các tùy chọn là {known}.",
    zh="{game} 没有选项 {option}；可用选项：{known}。",
)
BAD_VALUE = Message(
    "bad-option-value",
    en="The option {option} of {game} cannot be {value}; it can be {choices}.",
    fr="L’option {option} de {game} ne peut pas valoir {value} ; valeurs possibles : {choices}.",
    de="Die Option {option} von {game} kann nicht {value} sein; möglich ist {choices}.",
    vi="Tùy chọn {option} của {game} không thể là {value}; có thể là {choices}.",
    zh="{game} 的选项 {option} 不能是 {value}；可以是：{choices}。",
)
TEXT_VALUE = Message(
    "option-value-is-text",
    en="The option {option} of {game} is written as text, {value}; without the quotes it is {plain}.",
    fr="L’option {option} de {game} est écrite comme un texte, {value} ; sans les guillemets, elle vaut {plain}.",
    de="Die Option {option} von {game} ist als Text geschrieben, {value}; ohne Anführungszeichen ist sie {plain}.",
    vi="Tùy chọn {option} của {game} được viết như văn bản, {value}; bỏ dấu ngoặc kép thì là {plain}.",
    zh="{game} 的选项 {option} 写成了文本 {value}；去掉引号即为 {plain}。",
)
NOT_A_POSITION = Message(
    "not-a-position",
    en="A written position is an object with “game”, “options” and the pieces; {what} is missing or of another kind.",
    fr="Une position écrite est un objet avec « game », « options » et les pièces ; {what} manque ou n’est "
    "pas du bon type.",
    de="Eine geschriebene Stellung ist ein Objekt mit „game“, „options“ und den Figuren; {what} fehlt oder ist von "
    "anderer Art.",
    vi="Một thế cờ viết ra là một đối tượng có “game”, “options” và các quân; {what} thiếu hoặc sai kiểu.",
    zh="局面应是包含“game”“options”和棋子的对象；{what} 缺失或类型不对。",
)


@cache
def names() -> tuple[str, ...]:
    """The names of all games, in order of the alphabet."""
    return tuple(sorted(found.name for found in pkgutil.iter_modules(rules.__path__) if found.ispkg))


def names_on(*media: Medium) -> tuple[str, ...]:
    """The games that are played on these media, by their usual house rules."""
    return tuple(name for name in names() if game(name).board.medium in media)


def options(name: str) -> tuple[Option, ...]:
    """The house rules of the game ``name``; raises `BadOption` where there is no such game."""
    known: tuple[Option, ...] = _module(name).OPTIONS
    return known


def game(name: str, chance: Random | None = None, /, **given: Any) -> Game[Any, Any]:
    """The game ``name`` with these house rules; options left out or None have their defaults. Raises `BadOption`.

    ``chance`` draws where an option is to be drawn; without it a fresh source is used.
    """
    if TOSS in given.values():
        given = _drawn(name, given, chance or Random())
    return drawn_game(name, given)


def parse_options(name: str, texts: Mapping[str, str]) -> dict[str, Any]:
    """Option values from their texts (``--option k=v``): numbers, true/false, lists. Raises `BadOption`."""
    known = {option.name: option for option in options(name)}
    for option in texts:
        _check_known(name, option, known)
    return {option: _value(name, known[option], text) for option, text in texts.items()}


def read_position(data: Any) -> tuple[Game[Any, Any], Any]:
    """The game and the position that JSON data describes; raises `BadPosition` or `BadOption`."""
    if not isinstance(data, Mapping):
        raise BadPosition(NOT_A_POSITION(what="{…}"))
    name, given = data.get("game"), data.get("options", {})
    if not isinstance(name, str):
        raise BadPosition(NOT_A_POSITION(what="game"))
    if not isinstance(given, Mapping):
        raise BadPosition(NOT_A_POSITION(what="options"))
    if name not in names():
        raise BadPosition(UNKNOWN_GAME(game=name, known=", ".join(names())))
    played = drawn_game(name, given)
    return played, played.read_position(data)


def drawn_game(name: str, given: Mapping[str, Any]) -> Game[Any, Any]:
    """The game called ``name`` with these house rules, as records tell it: none is left to be drawn by lot.

    Raises `BadOption`.
    """
    return _made(name, json.dumps(given, sort_keys=True, default=str))


def _module(name: str) -> ModuleType:
    if name not in names():
        raise BadOption(UNKNOWN_GAME(game=name, known=", ".join(names())))
    return import_module(f"rules.{name}")


@lru_cache(maxsize=256)
def _made(name: str, given: str) -> Game[Any, Any]:
    """The game whose options are given as JSON text, which serves as the cache's key; all lots have been drawn."""
    values: dict[str, Any] = json.loads(given)
    known = {option.name: option for option in options(name)}
    settled = {option.name: option.default for option in known.values()}
    for option, value in values.items():
        _check_known(name, option, known)
        if value is not None:
            _check_value(name, known[option], value)
            if value == TOSS:
                drawn = tuple(choice for choice in known[option].choices if choice != TOSS)
                raise BadOption(_bad_value(name, replace(known[option], choices=drawn), value))
            settled[option] = value
    made: Game[Any, Any] = _module(name).make(**settled)
    return made


def _drawn(name: str, given: Mapping[str, Any], chance: Random) -> dict[str, Any]:
    """``given`` with every option that is to be drawn settled by ``chance``."""
    settled = dict(given)
    for option in options(name):
        if settled.get(option.name) == TOSS and TOSS in option.choices:
            others = {other: None if value == TOSS else value for other, value in settled.items()}
            choices = (choice for choice in option.choices if choice != TOSS)
            left = [choice for choice in choices if is_possible(name, {**others, option.name: choice})]
            settled[option.name] = chance.choice(left) if left else None
    return settled


def as_typed(value: Any) -> str:
    """The value of a house rule as a person types it: lists and tables without brackets, words without quotes."""
    if isinstance(value, Mapping):
        return ",".join(f"{name}:{as_typed(one)}" for name, one in value.items())
    if isinstance(value, list | tuple):
        return ",".join(map(as_typed, value))
    return _text(value)


def is_possible(name: str, options: Mapping[str, Any]) -> bool:
    """Whether these house rules go together."""
    try:
        game(name, **options)
    except BadOption:
        return False
    return True


def _check_known(name: str, option: str, known: Mapping[str, Option]) -> None:
    if option not in known:
        raise BadOption(UNKNOWN_OPTION(game=name, option=option, known=", ".join(known)))


def _check_value(name: str, option: Option, value: Any) -> None:
    # True == 1 in Python, but players=true is no number of players.
    if option.choices and not any(value == choice and type(value) is type(choice) for choice in option.choices):
        if isinstance(value, str) and any(value == _text(choice) for choice in option.choices):
            raise BadOption(TEXT_VALUE(game=name, option=option.name, value=json.dumps(value), plain=value))
        raise BadOption(_bad_value(name, option, value))


def _bad_value(name: str, option: Option, value: Any) -> Any:
    choices = ", ".join(map(_text, option.choices)) or _text(option.default)
    return BAD_VALUE(game=name, option=option.name, value=_text(value) or '""', choices=choices)


def _text(value: Any) -> str:
    """An option's value as a person types it."""
    if isinstance(value, bool):
        return "true" if value else "false"
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def _value(name: str, option: Option, text: str) -> Any:
    """The value that ``text`` means for ``option``."""
    for choice in option.choices:
        if text == _text(choice) or (isinstance(choice, bool) and text.lower() in _SPELLINGS[choice]):
            return choice
    if option.choices:
        raise BadOption(_bad_value(name, option, text))
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        # Not JSON: a list or a word as people type it.
        return text.replace(",", " ").split() if isinstance(option.default, list | tuple) else text


_SPELLINGS = {True: ("true", "yes", "on", "1"), False: ("false", "no", "off", "0")}
