"""How fast the rules are: against the obvious implementation, against OpenSpiel, and in the units of the table.

The positions come from the middle half of games between simple players, in an order drawn by lot, so that no position
profits from the one before it. Lists are whole: every move with its canonical path, in canonical order.
"""

import cProfile
import json
import pstats
from collections.abc import Callable
from random import Random
from typing import Any

from rules import catalogue
from rules.referee import judge
from tests.bench.timing import seconds_each, table
from tests.rules import obvious_hop as obvious
from tests.rules.racing import racing
from tests.rules.sightings import EMPTY, see, tokens_of

POSITIONS = 150
OPENSPIEL_MOVES = 1000
"""OpenSpiel ends a game of Chinese checkers after so many moves."""


def middles(game: Any, count: int = POSITIONS, seed: int = 1) -> list[Any]:
    """Positions from the middle half of games between simple players."""
    chance, found = Random(seed), list[Any]()
    while len(found) < count:
        position, met = game.start(), list[Any]()
        while game.to_move(position) is not None and len(met) < 1000:
            met.append(position)
            position = game.play(position, racing(game, position, game.moves(position), chance))
        found += met[len(met) // 4 : 3 * len(met) // 4]
    return chance.sample(found, count)


def run() -> None:
    """Print the tables."""
    houses = {
        "2 players, 10 pieces": ("star", {"pieces": 10}),
        "2 players, 15 pieces": ("star", {}),
        "6 players": ("star", {"players": 6}),
        "piecepack, 4 players": ("piecepack", {}),
    }
    games = {title: catalogue.game(name, **options) for title, (name, options) in houses.items()}
    work = {title: middles(game) for title, game in games.items()}
    lists_of_moves(games, work)
    at_the_table(games, work)
    whole_games(games)
    against_openspiel(games, work)
    profile(games["6 players"], work["6 players"])


def lists_of_moves(games: Any, work: Any) -> None:
    """Whole lists and (from, to) lists, beside the obvious implementation."""
    rows = [["", "moves", "whole lists/s", "obvious", "ratio", "(from, to) lists/s", "obvious", "ratio"]]
    for title, game in games.items():
        positions = work[title]
        states = [game.write_position(position) for position in positions]
        took = seconds_each(
            {"moves": game.moves, "pairs": game.pairs, "slow moves": obvious.moves, "slow pairs": obvious.pairs},
            {"moves": positions, "pairs": positions, "slow moves": states, "slow pairs": states},
        )
        rate = {name: 1 / seconds for name, seconds in took.items()}
        moves = sum(len(game.moves(position)) for position in positions) / len(positions)
        rows.append(
            [
                title,
                f"{moves:.0f}",
                *(f"{rate['moves']:,.0f}", f"{rate['slow moves']:,.0f}", f"{rate['moves'] / rate['slow moves']:.1f}"),
                *(f"{rate['pairs']:,.0f}", f"{rate['slow pairs']:,.0f}", f"{rate['pairs'] / rate['slow pairs']:.1f}"),
            ]
        )
    table(
        "Lists of moves (aim: whole 2.5 times the obvious ones, pairs 5 times; 14,100 and 10,500 whole lists/s)", rows
    )


def asks(game: Any) -> dict[str, Callable[[Any], Any]]:
    """Each question of a referee, of what it is asked about."""
    return {
        "list": game.moves,
        "targets": lambda given: game.targets(given[0], given[1][0]),
        "play": lambda given: game.play(*given),
        "judge": lambda given: judge(game, *given),
        "read": catalogue.read_position,
        "explain": lambda given: game.why_not(*given),
    }


def at_the_table(games: Any, work: Any) -> None:
    """What a referee asks, in microseconds and as multiples of listing the moves."""
    rows = [["", "list", "targets of one piece", "play", "judge", "judge / list", "read position", "explain"]]
    for title, game in games.items():
        chance, positions = Random(3), work[title]
        made = [(position, chance.choice(game.moves(position))) for position in positions]
        tokens = tokens_of(game, positions[0])
        seen = [(position, see(game.view(game.play(position, move)), tokens)) for position, move in made]
        wrong = [(position, dict(game.view(position)) | knocked(game, position, chance)) for position in positions]
        written = [json.loads(json.dumps(game.write_position(position))) for position in positions]
        given = {"list": positions, "targets": made, "play": made, "judge": seen, "read": written, "explain": wrong}
        took = seconds_each(asks(game), given)
        micros = [f"{took[name] * 1e6:.1f} µs" for name in ("list", "targets", "play", "judge")]
        ratio = f"{took['judge'] / took['list']:.1f}"
        rows.append([title, *micros, ratio, *(f"{took[name] * 1e6:.0f} µs" for name in ("read", "explain"))])
    table("At the table (aim: list 300 µs, targets 100 µs, judge twice the list with six players)", rows)


def knocked(game: Any, position: Any, chance: Random) -> dict[Any, Any]:
    """A piece of the mover where it cannot have got to."""
    view = game.view(position)
    start = chance.choice([place for place in view if game.owner(position, place) == game.to_move(position)])
    legal = {move[-1] for move in game.targets(position, start)}
    end = chance.choice([place for place, lies in view.items() if lies == EMPTY and place not in legal])
    return {start: EMPTY, end: view[start]}


def whole_games(games: Any) -> None:
    """Games from their first position on, every list of moves made whole.

    By the rules a game ends when all but the last are home, or when nobody can move; nothing else ends it. Moves drawn
    by lot find home by chance alone, after thousands of moves; people and simple players need about 150.
    """
    rows = [["", "games/s", "moves a game", "moves/s"]]
    kinds = {
        "moves drawn by lot, the first thousand": (lots, OPENSPIEL_MOVES),
        "moves drawn by lot, to the end": (lots, None),
        "simple players, to the end": (racing, None),
    }
    for title in ("2 players, 10 pieces", "2 players, 15 pieces"):
        game = games[title]
        for kind, (choose, most) in kinds.items():
            lengths: list[int] = []

            def whole(seed: int, game: Any = game, choose: Any = choose, most: Any = most, met: Any = lengths) -> None:
                met.append(played(game, Random(seed), choose, most))

            took = seconds_each({"": whole}, range(6), rounds=3)[""]
            moves = sum(lengths) / len(lengths)
            rows.append([f"{title}, {kind}", f"{1 / took:.0f}", f"{moves:,.0f}", f"{moves / took:,.0f}"])
    table("Whole games (aim: 25 a second; OpenSpiel ends its games after a thousand moves)", rows)


def lots(_game: Any, _position: Any, moves: Any, chance: Random) -> Any:
    """Any move."""
    return chance.choice(moves)


def played(game: Any, chance: Random, choose: Any, most: int | None) -> int:
    """How many moves a game took, which is broken off after ``most``; None for never."""
    position, count = game.start(), 0
    while game.to_move(position) is not None and count != most:
        position = game.play(position, choose(game, position, game.moves(position), chance))
        count += 1
    return count


def against_openspiel(games: Any, work: Any) -> None:
    """Whole lists of moves from OpenSpiel's chinese_checkers, where its Python package is installed."""
    try:
        import pyspiel
    except ImportError:
        print("\nOpenSpiel is not installed (pip install open_spiel): left out")
        return
    rows = [["", "whole lists/s", "OpenSpiel", "ratio"]]
    for title, players in (("2 players, 10 pieces", 2), ("6 players", 6)):
        states = openspiel_middles(pyspiel.load_game(f"chinese_checkers(players={players})"))
        took = seconds_each(
            {"ours": games[title].moves, "theirs": openspiel_moves}, {"ours": work[title], "theirs": states}
        )
        rate = {name: 1 / seconds for name, seconds in took.items()}
        rows.append([title, f"{rate['ours']:,.0f}", f"{rate['theirs']:,.0f}", f"{rate['ours'] / rate['theirs']:.1f}"])
    table("Beside OpenSpiel's chinese_checkers, its hops walked into whole moves (its own random games)", rows)


def openspiel_middles(game: Any) -> list[Any]:
    """Turns from the middle of OpenSpiel's own random games, none of them amid a chain of hops."""
    chance, found = Random(4), list[Any]()
    while len(found) < POSITIONS:
        state = game.new_initial_state()
        for ply in range(400):
            if state.is_terminal():
                break
            player = state.current_player()
            action = chance.choice(state.legal_actions())
            state.apply_action(action)
            if ply >= 100 and not state.is_terminal() and state.current_player() != player and chance.random() < 0.2:
                found.append(state.clone())
    return chance.sample(found, POSITIONS)


def openspiel_moves(state: Any) -> list[tuple[int, ...]]:
    """Whole moves as rows of OpenSpiel's actions: a hop may go on, and its player then passes to stay there."""
    found: list[tuple[int, ...]] = []
    stack: list[tuple[Any, tuple[int, ...]]] = [(state, ())]
    mover, reached = state.current_player(), set[str]()
    while stack:
        at, row = stack.pop()
        for action in at.legal_actions():
            after = at.child(action)
            if after.is_terminal() or after.current_player() != mover:
                found.append((*row, action))
            elif (key := after.to_string()) not in reached:
                reached.add(key)
                stack.append((after, (*row, action)))
    return found


def profile(game: Any, positions: Any) -> None:
    """Where the time goes: listing six players' moves, judging their pictures, and playing by lot."""
    tokens = tokens_of(game, positions[0])
    seen = [see(game.view(game.play(position, game.moves(position)[0])), tokens) for position in positions]

    def lists() -> None:
        for position in positions * 10:
            game.moves(position)

    def judgements() -> None:
        for position, sighting in zip(positions * 10, seen * 10, strict=True):
            judge(game, position, sighting)

    def game_by_lot() -> None:
        played(game, Random(1), lots, OPENSPIEL_MOVES)

    for title, work in (
        (f"{10 * len(positions):,} whole lists", lists),
        (f"{10 * len(seen):,} judgements", judgements),
        (f"{OPENSPIEL_MOVES:,} moves drawn by lot", game_by_lot),
    ):
        watcher = cProfile.Profile()
        watcher.runcall(work)
        print(f"\nProfile of {title}, 6 players")
        pstats.Stats(watcher).strip_dirs().sort_stats("tottime").print_stats(8)
