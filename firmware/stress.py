"""A table full of slips: simulated people move, err, knock, forget the button and bump the camera, thousands of times.

What was really done is known, so every acceptance can be checked: taking a move that nobody made is the one fault that
must never happen. Refusing or asking is no fault, as long as the table put right is then accepted.
"""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random

from firmware.hands import LONG_PRESS, Hands
from firmware.simulation import Simulation
from firmware.states import AnyGame, Guided, State, opening
from hardware.simulated.scene import Scene
from hardware.simulated.tile_scenes import random_scene_of, scenes_of
from rules.geometry import Board
from rules.hop import Path
from rules.match import Match
from rules.sight import EMPTY

LONGEST_GAME = 120
"""Moves until a new game is begun: random play rarely ends one."""


@dataclass
class Tally:
    """What happened: how often each slip was made, and what the referee made of it."""

    moves: int = 0
    answers: Counter[str] = field(default_factory=Counter)
    wrong: list[str] = field(default_factory=list)
    stuck: list[str] = field(default_factory=list)

    def report(self) -> str:
        """The tally as lines of text."""
        lines = [f"{self.moves} moves, {len(self.wrong)} taken wrongly, {len(self.stuck)} not taken when put right"]
        lines += [f"  {answer}: {count}" for answer, count in sorted(self.answers.items())]
        return "\n".join([*lines, *(f"WRONG {line}" for line in self.wrong), *(f"STUCK {line}" for line in self.stuck)])


class Stress:
    """Random play with slips at one simulated table after another."""

    def __init__(
        self, game: AnyGame, scenes: Callable[[int], Scene], seed: int, size: tuple[int, int] = (640, 480)
    ) -> None:
        self.game = game
        self.scenes = scenes
        self.chance = Random(seed)
        self.size = size
        self.tally = Tally()
        self.games = 0

    def run(self, moves: int, progress: Callable[[int], None] = lambda _: None) -> Tally:
        """Make ``moves`` moves, in as many games as that takes."""
        while self.tally.moves < moves:
            self._play(min(LONGEST_GAME, moves - self.tally.moves))
            progress(self.tally.moves)
        return self.tally

    def _play(self, moves: int) -> None:
        self.games += 1
        table = Simulation(
            opening(Match.begin(self.game)), scene=self.scenes(self.games), size=self.size, seed=self.games
        )
        # A start that looks alike from all sides does not tell which point is south: people click it once.
        x, y = table.camera.truth().pixels[0]
        table.loop.eyes.south = (float(x), float(y))
        hands = Hands(table)
        hands.wait_until_ready()
        if isinstance(table.loop.state.phase, Guided):
            self.tally.stuck.append(f"game {self.games}: the start position is not taken")
            self.tally.moves += moves
            return
        for _ in range(moves):
            if table.loop.state.to_move is None:
                break
            self._turn(hands)

    def _turn(self, hands: Hands) -> None:
        """One turn: perhaps a slip first, then the move as it should be."""
        table = hands.simulation
        before = table.loop.state
        move: Path = self.chance.choice(self.game.moves(before.position))
        slip = self.chance.choice(_SLIPS)
        self.tally.moves += 1
        made = slip(self, hands, move)
        self._check(table.loop.state, before, made, slip.__name__)
        after = table.loop.state
        if after.ply == before.ply:
            table.table.lay(self.game.view(self.game.play(before.position, move)))
            table.table.no_hand()
            table.table.uncover()
            table.table.daylight(1.0)
            table.wait(0.7)
            hands.press()
            self._check(table.loop.state, before, [self.game.write(move)], "put right")
            if table.loop.state.ply == before.ply:
                self.tally.stuck.append(
                    f"game {self.games}, {slip.__name__}, {self.game.write(move)}: {self._phase(table)}"
                )
                hands.press(LONG_PRESS)
        if self.game.view(table.loop.state.position) != table.table.view:
            table.table.lay(self.game.view(table.loop.state.position))
            table.wait(0.7)

    def _check(self, after: State, before: State, made: list[str], what: str) -> None:
        """Every move taken since ``before`` must have been made."""
        taken = [ply.move or ply.kind for ply in after.history[before.ply + 1 :]]
        answer = "accepted" if taken else type(after.at_rest()).__name__.lower()
        self.tally.answers[f"{what}: {answer}"] += 1
        if taken != made[: len(taken)]:
            self.tally.wrong.append(f"game {self.games}, {what}: made {made}, taken {taken}")

    @staticmethod
    def _phase(table: Simulation) -> str:
        return str(table.loop.state.at_rest())[:300]

    # What people do. Each gives the moves that were really made, as text.

    def clean(self, hands: Hands, move: Path) -> list[str]:
        """A move as it should be."""
        hands.move(move)
        hands.press()
        return [self.game.write(move)]

    def wrong_hole(self, hands: Hands, move: Path) -> list[str]:
        """The piece goes where no rule leads."""
        state = hands.simulation.loop.state
        legal = {other[-1] for other in self.game.moves(state.position) if other[0] == move[0]}
        free = [place for place, token in hands.table.view.items() if token == EMPTY and place not in legal]
        hands.move((move[0], self.chance.choice(free)))
        hands.press()
        return []

    def forgotten_press(self, hands: Hands, move: Path) -> list[str]:
        """Two moves before anybody presses."""
        state = hands.simulation.loop.state
        hands.move(move)
        after = self.game.play(state.position, move)
        made = [self.game.write(move)]
        if self.game.to_move(after) is not None:
            second = self.chance.choice(self.game.moves(after))
            hands.move(second)
            made.append(self.game.write(second))
        hands.press()
        taken = hands.simulation.loop.state.ply - state.ply
        if taken == 1 and len(made) == 2:
            self.tally.wrong.append(f"game {self.games}, forgotten press: made {made}, only one taken")
        return made

    def knocked(self, hands: Hands, move: Path) -> list[str]:
        """Another marble is knocked out of its hole."""
        hands.move(move)
        others = [place for place, token in hands.table.view.items() if token != EMPTY and place != move[-1]]
        hands.table.knock(self.chance.choice(others))
        hands.simulation.wait(0.5)
        hands.press()
        return []

    def hand_left(self, hands: Hands, move: Path) -> list[str]:
        """The button is pressed while a hand still hovers over the move's end."""
        hands.move(move)
        hands.table.hand(self.chance.choice((move[0], move[-1])))
        hands.simulation.wait(0.3)
        hands.press()
        hands.table.no_hand()
        hands.simulation.wait(0.7)
        return [self.game.write(move)]

    def covered(self, hands: Hands, move: Path) -> list[str]:
        """A plate lies somewhere on the board."""
        hands.move(move)
        hands.table.cover(self.chance.choice(list(hands.table.view)), 1.4)
        hands.simulation.wait(0.5)
        hands.press()
        hands.table.uncover()
        hands.simulation.wait(0.7)
        return [self.game.write(move)]

    def nudged(self, hands: Hands, move: Path) -> list[str]:
        """The camera is bumped by up to half a pitch."""
        hands.move(move)
        hands.table.nudge(self.chance.uniform(-0.5, 0.5), self.chance.uniform(-0.5, 0.5), self.chance.uniform(-2, 2))
        hands.simulation.wait(1.0)
        hands.press()
        return [self.game.write(move)]

    def dusk(self, hands: Hands, move: Path) -> list[str]:
        """The light changes."""
        hands.table.daylight(self.chance.uniform(0.65, 1.1))
        return self.clean(hands, move)

    def nothing(self, hands: Hands, move: Path) -> list[str]:
        """A piece is lifted, put back, and the button pressed."""
        hands.move((move[0], move[0]))
        hands.press()
        return []


_SLIPS: tuple[Callable[[Stress, Hands, Path], list[str]], ...] = (
    *(Stress.clean,) * 5,
    Stress.wrong_hole,
    Stress.forgotten_press,
    Stress.knocked,
    Stress.hand_left,
    Stress.covered,
    Stress.nudged,
    Stress.dusk,
    Stress.nothing,
)


def tables(seed: int, board: Board) -> Callable[[int], Scene]:
    """The scene of each game on ``board``: the two tidy ones and random ones in turn."""

    def scene(game: int) -> Scene:
        if game % 2:
            return scenes_of(board)[("wood", "printed")[game // 2 % 2]]
        return random_scene_of(board, 1000 * seed + game)

    return scene
