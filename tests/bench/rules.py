"""How fast the rules are: against the obvious implementation, against OpenSpiel, and in the units of the table.

The positions come from the middle half of games between simple players, in an order drawn by lot, so that no position
profits from the one before it. Lists are whole: every move with its canonical path, in canonical order.
"""

import cProfile
import json
import pstats
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
"""OpenSpiel ends a game of Chinese checkers after so many moves; random ones would go on for thousands."""


def middles(game: Any, count: int = POSITIONS, seed: int = 1) -> list[Any]:
    """Positions from the middle half of games between simple players."""
    chance, found = Random(seed), []
    while len(found) < count:
        position, met = game.start(), []
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
        took = seconds_each(
            {
                "list": game.moves,
                "targets": lambda given, game=game: game.targets(given[0], given[1][0]),
                "play": lambda given, game=game: game.play(*given),
                "judge": lambda given, game=game: judge(game, *given),
                "read": catalogue.read_position,
                "explain": lambda given, game=game: game.why_not(*given),
            },
            {"list": positions, "targets": made, "play": made, "judge": seen, "read": written, "explain": wrong},
        )
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
    """Games from beginning to end with every list of moves made."""
    rows = [["", "games/s", "moves a game"]]
    for title in ("2 players, 10 pieces", "2 players, 15 pieces"):
        game = games[title]
        for kind, choose in (("moves drawn by lot", lots), ("simple players", racing)):
            lengths: list[int] = []

            def whole(seed: int, game: Any = game, choose: Any = choose, lengths: list[int] = lengths) -> None:
                lengths.append(played(game, Random(seed), choose))

            took = seconds_each({"": whole}, range(4), rounds=3)[""]
            rows.append([f"{title}, {kind}", f"{1 / took:.0f}", f"{sum(lengths) / len(lengths):.0f}"])
    table(f"Whole games, ended after {OPENSPIEL_MOVES} moves as OpenSpiel ends them (aim: 25 a second)", rows)


def lots(_game: Any, _position: Any, moves: Any, chance: Random) -> Any:
    """Any move."""
    return chance.choice(moves)


def played(game: Any, chance: Random, choose: Any) -> int:
    """How many moves a game took."""
    position = game.start()
    for count in range(OPENSPIEL_MOVES):
        if game.to_move(position) is None:
            return count
        position = game.play(position, choose(game, position, game.moves(position), chance))
    return OPENSPIEL_MOVES


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
    chance, found = Random(4), []
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
    mover, found, stack = state.current_player(), [], [(state, ())]
    reached = set()
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
    """Where the time of listing six players' moves goes."""
    watcher = cProfile.Profile()
    watcher.enable()
    for _ in range(10):
        for position in positions:
            game.moves(position)
    watcher.disable()
    print(f"\nProfile of {10 * len(positions):,} whole lists, 6 players")
    pstats.Stats(watcher).strip_dirs().sort_stats("tottime").print_stats(6)
