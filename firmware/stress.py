"""A table full of slips: simulated people move, err, knock, forget the button and bump the camera, thousands of times.

What was really done is known, so every acceptance can be checked: taking a move that nobody made is the one fault that
must never happen. Refusing or asking is no fault, as long as the table put right is then accepted; where even that
fails, holding the button must lead on.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from random import Random

import numpy as np

from firmware.hands import LONG_PRESS, Hands
from firmware.simulation import Simulation
from firmware.slips import REST, SLIPS, Turn
from firmware.states import AnyGame, Guided, Refused, State, Unsure, opening
from hardware.simulated.lens import Lens
from hardware.simulated.scene import Scene
from hardware.simulated.tile_scenes import random_scene_of, scenes_of
from rules.geometry import Board
from rules.hop import Path
from rules.match import Match

LONGEST_GAME = 40
"""Moves until another table is laid: many boards tell more than long games."""

TIDY_EVERY = 4
"""One table in so many is tidy, all others are random."""

SIZE = (640, 480)
"""Of the pictures: a modest camera."""

COLUMNS = ("turns", "taken", "nothing", "refused", "asked", "put right", "put back", "stuck", "wrong")


@dataclass
class Tally:
    """What happened: how often each slip was made (``rows``), and what the referee made of it.

    ``unread``: tables whose start was not recognised though people insisted; ``insisted``: those where they had to.
    """

    moves: int = 0
    tables: int = 0
    rows: dict[str, Counter[str]] = field(default_factory=dict)
    wrong: list[str] = field(default_factory=list)
    stuck: list[str] = field(default_factory=list)
    lost: list[str] = field(default_factory=list)
    unread: list[str] = field(default_factory=list)
    insisted: int = 0

    def count(self, slip: str, what: str) -> None:
        """One more of ``what`` after ``slip``."""
        self.rows.setdefault(slip, Counter())[what] += 1

    def report(self) -> str:
        """The tally as lines of text."""
        width = max([len(slip) for slip in self.rows] or [0])
        lines = [f"{'':{width}} " + " ".join(f"{column:>9}" for column in COLUMNS)]
        total: Counter[str] = Counter()
        for slip, row in sorted(self.rows.items()):
            total += row
            lines.append(f"{slip:{width}} " + " ".join(f"{row[column]:>9}" for column in COLUMNS))
        lines.append(f"{'':{width}} " + " ".join(f"{total[column]:>9}" for column in COLUMNS))
        lines += [
            f"{self.moves} moves on {self.tables} tables, {len(self.wrong)} taken wrongly, {len(self.stuck)} not taken "
            f"when put right, {len(self.lost)} of these not even when insisted on",
            f"{self.insisted} starts insisted on, {len(self.unread)} not recognised at all",
        ]
        for name in ("wrong", "stuck", "lost", "unread"):
            lines += [f"{name.upper()} {line}" for line in getattr(self, name)]
        return "\n".join(lines)


class Stress:
    """Random play with slips at one simulated table after another, each with the next of ``games``."""

    def __init__(
        self,
        games: Sequence[AnyGame],
        scenes: Callable[[int, Board], Scene],
        seed: int,
        size: tuple[int, int] = SIZE,
    ) -> None:
        self.games = games
        self.scenes = scenes
        self.seed = seed
        self.chance = Random()
        self.size = size
        self.tally = Tally()
        self.name = ""

    def run(self, moves: int, progress: Callable[[Tally], None] = lambda _: None) -> Tally:
        """Make ``moves`` moves, at as many tables as that takes; gives up where most tables cannot be read."""
        while self.tally.moves < moves and len(self.tally.unread) <= 3 + self.tally.tables / 2:
            self.tally.tables += 1
            game = self.games[self.tally.tables % len(self.games)]
            scene = self.scenes(self.tally.tables, game.board)
            self._play(game, scene, min(LONGEST_GAME, moves - self.tally.moves))
            progress(self.tally)
        return self.tally

    def _play(self, game: AnyGame, scene: Scene, moves: int) -> None:
        """So many moves at one table."""
        self.name = f"table {self.tally.tables} ({scene.name}, {len(game.seats)} players)"
        self.chance.seed(f"{self.seed} {self.tally.tables}")  # every table can be played again by itself
        table = Simulation(opening(Match.begin(game)), scene=scene, size=self.size, seed=self.tally.tables)
        # A start that looks alike from all sides does not tell which point is south: people click it once.
        x, y = table.camera.truth().pixels[0]
        table.loop.eyes.south = (float(x), float(y))
        hands = Hands(table)
        table.wait(REST)
        self.tally.insisted += isinstance(table.loop.state.at_rest(), Guided)
        hands.wait_until_ready()
        if isinstance(table.loop.state.at_rest(), Guided):
            self.tally.unread.append(self.name)
            return
        for _ in range(moves):
            if table.loop.state.to_move is None:
                return
            self._turn(game, hands)

    def _turn(self, game: AnyGame, hands: Hands) -> None:
        """One turn, perhaps with a slip; then the table is put right and must be taken."""
        table, before = hands.simulation, hands.simulation.loop.state
        move: Path = self.chance.choice(game.moves(before.position))
        slip = self.chance.choice(SLIPS)
        name = slip.__name__.replace("_", " ")
        self.tally.moves += 1
        self.tally.count(name, "turns")
        made = slip(Turn(game, hands, self.chance, move))
        self._check(hands, before, made, name)
        self.tally.count(name, answer(table.loop.state, before))
        if table.loop.state.ply == before.ply:
            self._put_right(game, hands, move, name)
        if table.table.view != game.view(table.loop.state.position) or table.table.loose:
            table.table.lay(game.view(table.loop.state.position))
            table.wait(REST)

    def _put_right(self, game: AnyGame, hands: Hands, move: Path, name: str) -> None:
        """The table as it was before, or the move as it was meant: both must be understood, and the button leads on."""
        table, before = hands.simulation, hands.simulation.loop.state
        table.table.no_hand()
        table.table.uncover()
        doubted = isinstance(before.at_rest(), Refused | Unsure)
        if doubted and self.chance.random() < 0.5:
            table.table.lay(game.view(before.position))
            table.wait(REST)
            hands.press()
            self._check(hands, before, [], f"{name}, put back")
            if isinstance(table.loop.state.at_rest(), Refused | Unsure | Guided):
                self._stuck(hands, before, f"{name}, put back")
            else:
                self.tally.count(name, "put back")
            return
        table.table.lay(game.view(game.play(before.position, move)))
        table.wait(REST)
        hands.press()
        self._check(hands, before, [game.write(move)], f"{name}, put right")
        if table.loop.state.ply == before.ply:
            self._stuck(hands, before, f"{name}, put right, {game.write(move)}")
        else:
            self.tally.count(name, "put right")

    def _stuck(self, hands: Hands, before: State, what: str) -> None:
        """A table put right was not understood: people insist."""
        loop, lies = hands.simulation.loop, hands.table.view
        self.tally.count(what.partition(",")[0], "stuck")
        self.tally.stuck.append(f"{self.name}, {what}: {str(loop.state.at_rest())[:200]}")
        if not isinstance(loop.state.at_rest(), Guided | Refused | Unsure):
            hands.press(LONG_PRESS)  # opens the menu, whose first item accepts what lies there
        hands.press(LONG_PRESS)
        self._answer(hands)
        if dict(loop.state.game.view(loop.state.position)) != dict(lies):
            self.tally.lost.append(f"{self.name}, {what}: {str(loop.state.at_rest())[:200]}")
            if any(ply.kind != "end" for ply in loop.state.history[before.ply + 1 :]):
                self.tally.count(what.partition(",")[0], "wrong")
                self.tally.wrong.append(f"{self.name}, {what}: what lies there was insisted on, something else taken")

    def _answer(self, hands: Hands) -> None:
        """People who are asked which move it was press until theirs is named, and hold."""
        loop, lies = hands.simulation.loop, hands.table.view
        while isinstance(phase := loop.state.phase, Unsure) and phase.asked is not None:
            (text,) = phase.between[phase.asked]
            after = loop.state.game.play(loop.state.position, loop.state.game.read(text, loop.state.position))
            if loop.state.game.view(after) == lies:
                hands.press(LONG_PRESS)
                return
            hands.press()

    def _check(self, hands: Hands, before: State, made: list[str], what: str) -> None:
        """Every move taken since ``before`` must have been made, and none left out.

        A piece that rolls to where its like has just left may leave the table as another legal move would: nobody
        could tell.
        """
        after = hands.simulation.loop.state
        taken = [ply.move or ply.kind for ply in after.history[before.ply + 1 :] if ply.kind != "end"]
        alike = len(taken) == 1 and not hands.table.loose and after.game.view(after.position) == hands.table.view
        if taken and taken != made and not alike:
            self.tally.count(what.partition(",")[0], "wrong")
            self.tally.wrong.append(f"{self.name}, {what}: made {made}, taken {taken}")


def answer(after: State, before: State) -> str:
    """What the referee made of a turn, as a column of the table."""
    match after.at_rest():
        case _ if after.ply > before.ply:
            return "taken"
        case Refused() | Guided():
            return "refused"
        case Unsure():
            return "asked"
        case _:
            return "nothing"


def tables(seed: int) -> Callable[[int, Board], Scene]:
    """The scene of each table: now and then one of the two tidy ones, else a random one that shows the whole board."""

    def scene(number: int, board: Board) -> Scene:
        if number % TIDY_EVERY == 1:
            return scenes_of(board)[("wood", "printed")[number // TIDY_EVERY % 2]]
        chance = Random(f"{seed} {number}")
        while not _in_sight(found := random_scene_of(board, chance.randrange(10**6)), board):
            pass
        return found

    return scene


def _in_sight(scene: Scene, board: Board) -> bool:
    """Whether the camera sees every place and a pitch around it, as people who set up a camera make sure."""
    lens = Lens(scene.pose, SIZE)
    around = np.array([(place.x + dx, place.y + dy, 0) for place in board.places for dx, dy in _AROUND])
    pixels = lens.project(around)
    return bool(((pixels > 0) & (pixels < np.array(SIZE) - 1)).all())


_AROUND = ((-1, 0), (1, 0), (0, -1), (0, 1))
