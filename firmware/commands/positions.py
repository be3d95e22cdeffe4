"""Commands about positions: games, start, moves, apply, outcome, perft. No picture, no hardware."""

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Sequence
from contextlib import suppress
from random import Random
from typing import Any

from firmware.given.files import parse_json, read_lines, read_position
from firmware.given.games import (
    add_game,
    add_house_rules,
    chosen_game,
    chosen_options,
    chosen_seats,
    game_name,
)
from firmware.given.words import GivenWrong, Unnamed, in_words
from firmware.plain_json import compact
from rules import catalogue
from rules.game import BadOption, Dealt, Game, GivenError, MoveError, Option
from rules.match import first_position


def add_position(parser: ArgumentParser, *, batch: str) -> None:
    """--position FILE, or --positions FILE.jsonl for many."""
    one = parser.add_mutually_exclusive_group(required=True)
    one.add_argument(
        "--position", metavar="FILE", help="a position as JSON, as start and apply print it; - reads standard input"
    )
    one.add_argument(f"--{batch}", metavar="FILE.jsonl", help="many at once, one a line; each is answered on its line")


def alone(file: str, *others: object) -> None:
    """Refuse ``others``, which say again what stands in the file given as ``file``."""
    told = [str(other) for other in others if other is not None]
    if told:
        raise GivenWrong(f"what stands in the file of {file} cannot be said beside it; leave {' '.join(told)} out")


def rules_typed(given: Namespace) -> list[str]:
    """The words that choose house rules, as people typed them."""
    players = [] if given.players is None else [f"--players {given.players}"]
    return [*players, *(f"--option {pair}" for pair in given.option)]


def add_games(parser: ArgumentParser) -> None:
    """Arguments of ``hopsight games``."""
    parser.add_argument("--json", action="store_true", help="as one JSON array")


def run_games(given: Namespace) -> None:
    """Teach every game and every house rule."""
    described = [(name, catalogue.options(name), catalogue.game(name).options) for name in catalogue.names()]
    if given.json:
        print(
            compact(
                [
                    {"name": name, "options": [describe(option, usual[option.name]) for option in known]}
                    for name, known, usual in described
                ]
            )
        )
        return
    for name, known, usual in described:
        print(f"\n{name}")
        for option in known:
            print(
                f"  {option.name}={catalogue.as_typed(usual[option.name])}  ({taken(option)})\n      {option.meaning}"
            )
    print("\nPlay with: hopsight play GAME --players N --option NAME=VALUE")


def describe(option: Option, usual: Any) -> dict[str, Any]:
    """A house rule as plain data. ``depends``: it has this default as long as the other rules have theirs."""
    return {
        "name": option.name,
        "default": usual,
        **({"depends": True} if option.default is None else {}),
        "choices": list(option.choices),
        "meaning": str(option.meaning),
    }


def taken(option: Option) -> str:
    """The values that a house rule takes, as far as they can be listed."""
    if option.choices:
        return " ".join(map(catalogue.as_typed, option.choices))
    if isinstance(option.default, int):
        return "a number"
    return "others like these"


def add_start(parser: ArgumentParser) -> None:
    """Arguments of ``hopsight start``."""
    parser.add_argument(
        "--deals", metavar="FILE.jsonl", help="card games: one deal a line; each is answered by a position on its line"
    )
    parser.add_argument("--seed", type=int, metavar="N", help="card games: the same number gives the same deal again")
    parser.add_argument(
        "game", nargs="?", type=game_name, metavar="GAME", help="see: hopsight games; cards are shuffled anew each time"
    )
    add_house_rules(parser)


def run_start(given: Namespace) -> None:
    """Print first positions."""
    if given.deals:
        alone("--deals", given.game, *rules_typed(given), None if given.seed is None else f"--seed {given.seed}")
        answer_lines(given.deals, deal)
    elif given.game:
        game = chosen_game(given)
        if given.seed is not None and not isinstance(game, Dealt):
            raise GivenWrong(f"--seed is for card games; {game.name} has no cards to deal, leave it out")
        print(compact(game.write_position(first_position(game, Random(given.seed)))))
    else:
        raise GivenWrong("name a game (hopsight start star), or give deals (hopsight start --deals deals.jsonl)")


def deal(data: Any) -> Any:
    """A card game's deal → its first position."""
    if not isinstance(data, dict) or not isinstance(data.get("options", {}), dict):
        raise GivenWrong('a deal is {"game": …, "options": {…}, "hands": …}')
    game = catalogue.game(str(data.get("game")), **data.get("options", {}))
    from_deal = getattr(game, "from_deal", None)
    if from_deal is None:
        raise GivenWrong(f"{game.name} is played without cards: nothing is dealt")
    return game.write_position(from_deal(data))


def add_moves(parser: ArgumentParser) -> None:
    """Arguments of ``hopsight moves``."""
    add_position(parser, batch="positions")
    parser.add_argument("--json", action="store_true", help="as one JSON array")


def run_moves(given: Namespace) -> None:
    """Print legal moves in canonical order."""
    if given.positions:
        answer_lines(given.positions, lambda data: moves_of(*catalogue.read_position(data)))
        return
    moves = moves_of(*read_position(given.position))
    if given.json:
        print(compact(moves))
    else:
        sys.stdout.writelines(f"{move}\n" for move in moves)


def moves_of(game: Game[Any, Any], position: Any) -> list[str]:
    """The legal moves as text, in canonical order."""
    return [game.write(move) for move in game.moves(position)]


def add_apply(parser: ArgumentParser) -> None:
    """Arguments of ``hopsight apply``."""
    add_position(parser, batch="batch")
    parser.add_argument("moves", nargs="*", metavar="MOVE", help="moves in the order of play, such as e5-f5")


def run_apply(given: Namespace) -> None:
    """Print the positions after moves."""
    if given.batch:
        alone("--batch", *given.moves)
        answer_lines(given.batch, apply_line)
        return
    game, position = read_position(given.position)
    print(compact(game.write_position(play_all(game, position, given.moves))))


def apply_line(data: Any) -> Any:
    """``{"position": …, "moves": […]}`` → ``{"position": …}``."""
    if not isinstance(data, dict) or not isinstance(data.get("moves"), list) or "position" not in data:
        raise GivenWrong('a line of a batch is {"position": …, "moves": ["c2-d3", …]}')
    game, position = catalogue.read_position(data["position"])
    return {"position": game.write_position(play_all(game, position, data["moves"]))}


def play_all(game: Game[Any, Any], position: Any, moves: Sequence[Any]) -> Any:
    """The position after ``moves``, given as text; raises a `MoveError` at the first that cannot be played.

    Of several moves a note of the error says which one that is.
    """
    for number, text in enumerate(moves, start=1):
        if not isinstance(text, str):
            raise GivenWrong(f"a move is a text such as c2-d3, not {compact(text)}")
        try:
            position = game.play(position, game.read(text, position))
        except MoveError as error:
            if len(moves) > 1:
                error.add_note(f"move {number}, {text}")
            raise
    return position


def add_outcome(parser: ArgumentParser) -> None:
    """Arguments of ``hopsight outcome``."""
    add_position(parser, batch="positions")


def run_outcome(given: Namespace) -> None:
    """Print how positions stand."""
    if given.positions:
        answer_lines(given.positions, lambda data: outcome_of(*catalogue.read_position(data)))
    else:
        print(compact(outcome_of(*read_position(given.position))))


def outcome_of(game: Game[Any, Any], position: Any) -> Any:
    """The outcome as JSON data."""
    return game.outcome(position).as_json()


DEEPEST = 100
"""Moves deep that are counted; nobody lives to see the count of a tenth of that."""


def add_perft(parser: ArgumentParser) -> None:
    """Arguments of ``hopsight perft``."""
    parser.add_argument("--position", metavar="FILE", help="count from this position instead of the start")
    parser.add_argument("--depth", type=int, required=True, metavar="D", help="how many moves deep")
    parser.add_argument("--divide", action="store_true", help="the count behind each first move, then their sum")
    add_game(parser)


def run_perft(given: Namespace) -> None:
    """Print how many sequences of moves there are."""
    if not 0 <= given.depth <= DEEPEST:
        raise GivenWrong(f"--depth {given.depth}: a depth is 0 or more, and {DEEPEST} at most")
    if given.position:
        game, position = read_position(given.position)
        check_agreed(given, game)
    else:
        game = chosen_game(given)
        position = game.start()
    if not given.divide or given.depth == 0:
        print(perft(game, position, given.depth))
        return
    total = 0
    for move in game.moves(position):
        count = perft(game, game.play(position, move), given.depth - 1)
        total += count
        print(f"{game.write(move)}: {count}", flush=True)
    print(total)


def check_agreed(given: Namespace, game: Game[Any, Any]) -> None:
    """Refuse words that say of a position's ``game`` what is not so; what is so may be said again."""
    if not isinstance(given.game, Unnamed) and given.game != game.name:
        raise GivenWrong(f"the position in {given.position} is of {game.name}, not of {given.game}")
    given.game = game.name
    with suppress(BadOption):  # rules that do not go with the others are not the position's either
        if catalogue.drawn_game(game.name, {**game.options, **chosen_options(given)}).options == game.options:
            chosen_seats(game, given)
            return
    words = " ".join(rules_typed(given))
    raise GivenWrong(f"the position in {given.position} has other house rules of its own; leave {words} out")


def perft(game: Game[Any, Any], position: Any, depth: int) -> int:
    """How many sequences of exactly ``depth`` moves start here; a finished game has none."""
    if depth == 0:
        return 1
    moves = game.moves(position)
    return len(moves) if depth == 1 else sum(perft(game, game.play(position, move), depth - 1) for move in moves)


def answer_lines(path: str, answer: Callable[[Any], Any]) -> None:
    """Answer each line of a JSON-lines file on a line of its own; a line that is wrong is answered with its error."""
    for line, where in read_lines(path):
        try:
            value = answer(parse_json(line, where))
        except (GivenError, GivenWrong) as error:
            kind = error.kind if isinstance(error, MoveError) else "position"
            value = {"error": kind, "why": in_words(error)}
        print(compact(value), flush=True)  # whoever asks line by line waits for it
