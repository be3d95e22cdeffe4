"""What commands share about what they are given: files, house rules, and JSON on both ends."""

import json
import shlex
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from io import TextIOWrapper
from math import isfinite
from pathlib import Path
from typing import TYPE_CHECKING, Any, AnyStr

from firmware.commands import GivenWrong
from firmware.kept.whole import write_whole
from firmware.plain_json import compact
from rules import catalogue
from rules.game import Game
from rules.geometry import Board, Medium

if TYPE_CHECKING:
    from vision.pictures import Picture

BOM = "\ufeff"
"""The mark that some systems put at the head of a text."""

MOST_BYTES = 16_000_000
"""No position is as long, nor a line of several."""


class Unnamed(str):
    """What is meant where people name nothing: the game, what drives the lamps."""


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


def as_typed(game: Game[Any, Any]) -> str:
    """The words that ask for ``game`` with its house rules, as far as they are not the usual ones."""
    usual, words = dict(catalogue.game(game.name).options), [game.name]
    players = game.options.get("players")
    if players != usual.get("players"):  # what is usual otherwise may follow how many play
        usual = {**catalogue.game(game.name, players=players).options, "players": usual["players"]}
    for option, value in game.options.items():
        if value != usual[option]:
            text = value_as_typed(value)
            words += ["--players", text] if option == "players" else ["--option", f"{option}={text}"]
    return shlex.join(words)


def value_as_typed(value: Any) -> str:
    """The value of a house rule as a person types it on the command line."""
    if isinstance(value, list | tuple):
        return ",".join(map(value_as_typed, value))
    return value if isinstance(value, str) else compact(value)


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


def only_with(given: Namespace, needed: str, *words: str) -> None:
    """Refuse each of ``words`` that is given without ``needed``, for which alone it is there."""
    for word in filter(partial(_is_given, given), words):
        if not _is_given(given, needed):
            raise GivenWrong(f"{_as_word(word)} is for {_as_word(needed)}; name that as well, or leave it out")


def named(given: Namespace, *words: str) -> list[str]:
    """Those of ``words`` that people gave, as they write them."""
    return [_as_word(word) for word in words if _is_given(given, word)]


def never_with(given: Namespace, word: str, *others: str) -> None:
    """Refuse each of ``others`` that is given beside ``word``, which would pass it over."""
    for other in filter(partial(_is_given, given), others):
        if _is_given(given, word):
            raise GivenWrong(f"{_as_word(other)} means nothing beside {_as_word(word)}; leave one of them out")


def _is_given(given: Namespace, word: str) -> bool:
    value = getattr(given, word)
    return not (value is None or value is False or value == [] or isinstance(value, Unnamed))


def _as_word(name: str) -> str:
    return f"--{name.replace('_', '-')}"


@contextmanager
def writing(path: str | Path) -> Iterator[None]:
    """While a file is written where people asked for it: what stops it is theirs to mend. Raises `GivenWrong`."""
    try:
        yield
    except OSError as error:
        if error.strerror is None:  # it has a sentence of its own
            raise GivenWrong(str(error)) from error
        where = error.filename or path
        raise GivenWrong(f"{where} cannot be written: {error.strerror}; name another place") from error


def spared(out: Path, seen: Path | None) -> None:
    """Refuse to write to ``out`` where that would write over what was ``seen``: a picture, or a folder of them."""
    with writing(out):
        if seen is None or not (out.exists() and seen.exists()):
            return
        if out.is_dir() and out.samefile(seen):
            raise GivenWrong(f"{out} holds the pictures themselves, which would be lost; name another folder")
        if out.is_file() and any(map(out.samefile, filter(Path.exists, seen.iterdir() if seen.is_dir() else [seen]))):
            raise GivenWrong(f"{out} is the picture itself, which would be lost; name another file")


def put(out: Path, data: bytes) -> None:
    """Write ``data`` where people asked for it, whole or not at all. Raises `GivenWrong`."""
    with writing(out):
        if out.exists() and not out.is_file():
            out.write_bytes(data)  # a pipe or a device stays what it is
            return
        if not out.parent.is_dir():  # a slip of the pen
            raise GivenWrong(f"{out} cannot be written: there is no folder {out.parent}; name another place")
        write_whole(out.resolve(), data)


def put_picture(out: Path, picture: "Picture") -> None:
    """Write a picture where people asked for it; the file's ending says how. Raises `GivenWrong`."""
    from vision.pictures import packed  # commands about positions need no OpenCV

    with writing(out):
        data = packed(out, picture)
    put(out, data)


@contextmanager
def opened(path: str, errors: str = "strict") -> Iterator[TextIOWrapper]:
    """A file of text, or standard input for ``-``. Raises `GivenWrong`, also for what comes up while it is read."""
    try:
        with open(0 if path == "-" else path, encoding="utf-8", errors=errors, closefd=path != "-") as file:
            yield file
    except UnicodeDecodeError as error:
        raise GivenWrong(f"{called(path)} is no text: byte {error.start} cannot be read as UTF-8") from error
    except OSError as error:
        raise GivenWrong(f"{called(path)} cannot be read: {error.strerror}") from error


def called(path: str) -> str:
    """What a complaint calls a file that `opened` opens."""
    return "standard input" if path == "-" else path


def bounded(given: AnyStr, where: str) -> AnyStr:
    """What is given, if it may be one position. Raises `GivenWrong` for more: a device may have no end."""
    if len(given) > MOST_BYTES:
        most = MOST_BYTES // 1_000_000
        raise GivenWrong(f"{where} is longer than {most} MB, which no position is; give another file")
    return given


def parse_json(text: str, where: str) -> Any:
    """One JSON value; ``where`` names it in the complaint."""
    if not text.strip():
        raise GivenWrong(f"{where} is empty; JSON is wanted there")
    try:
        text.encode()
        return json.loads(text)
    except UnicodeEncodeError as error:  # of a file that was read as far as it could be
        byte = len(text[: error.start].encode())
        raise GivenWrong(f"{where} is no text: byte {byte} cannot be read as UTF-8") from error
    except (ValueError, RecursionError) as error:
        raise GivenWrong(f"{where} is no JSON: {error}") from error


def read_lines(path: str) -> Iterator[tuple[str, str]]:
    """The lines of a JSON-lines file up to its last that holds something, each with its name (``FILE, line N``)."""
    empty, name = 0, called(path)
    with opened(path, "surrogateescape") as file:  # what is no text is wrong with its own line only
        lines = iter(partial(file.readline, MOST_BYTES + 1), "")
        for number, text in enumerate(lines, start=1):
            line = bounded(text.removesuffix("\n"), f"{name}, line {number}")
            line = line.removeprefix(BOM) if number == 1 else line
            if not line.strip():
                empty += 1
                continue
            yield from (("", f"{name}, line {before}") for before in range(number - empty, number))
            yield line, f"{name}, line {number}"
            empty = 0


def read_position(path: str) -> tuple[Game[Any, Any], Any]:
    """The game and the position in a JSON file."""
    with opened(path) as file:
        text = bounded(bytes(file.buffer.read(MOST_BYTES + 1)), called(path)).decode()
    return catalogue.read_position(parse_json(text.removeprefix(BOM), called(path)))


def chosen_south(given: Namespace, picture: "Picture", times: float = 1.0) -> tuple[float, float] | None:
    """The pixel that is to be called south in ``picture``, if one is given; in the file that is ``times`` larger."""
    if not given.south:
        return None
    x, y = parse_point(given.south)
    height, width = (round(side * times) for side in picture.shape[:2])
    if not (0 <= x < width and 0 <= y < height):
        raise GivenWrong(f"--south {given.south} lies outside the picture, which has {width} × {height} pixels")
    return x / times, y / times


def parse_point(text: str) -> tuple[float, float]:
    """A pixel given as X,Y."""
    try:
        x, y = (float(number) for number in text.split(","))
        if not (isfinite(x) and isfinite(y)):
            raise ValueError("no place in any picture")
    except ValueError as error:
        raise GivenWrong(f"{text!r} is no pixel; write it as X,Y, such as 640,900") from error
    return x, y
