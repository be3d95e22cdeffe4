"""A table full of slips: simulated people move, err, knock, forget the button and bump the camera, thousands of times.

What was really done is known, so every acceptance can be checked: taking a move that nobody made is the one fault that
must never happen. Refusing or asking is no fault, as long as the table put right is then accepted; where even that
fails, holding the button must lead on.
"""

import os
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from itertools import count
from multiprocessing import get_context, parent_process
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from random import Random
from signal import SIG_IGN, SIGINT, raise_signal, signal
from threading import Thread

import cv2
import numpy as np

from firmware.seeing.empty_board import NotEmpty, taken
from firmware.simulated.hands import LONG_PRESS, REST_SECONDS, Hands
from firmware.simulated.simulation import Simulation
from firmware.simulated.slips import SLIPS, Turn
from firmware.states import AnyGame, Guided, Refused, State, Unsure, opening
from hardware.simulated.lens import Lens
from hardware.simulated.scene import Scene
from hardware.simulated.tile_scenes import random_scene_of, scenes_of
from rules.geometry import Board
from rules.hop import Path
from rules.match import Match
from rules.sight import differences
from vision.locate import BoardNotFound

LONGEST_GAME = 40
"""Moves until another table is laid: many boards tell more than long games."""

TIDY_EVERY = 4
"""One table in so many is tidy, all others are random."""

SIZE = (640, 480)
"""Of the pictures: a modest camera."""

LEAST_PITCH = 16.0
"""Pixels between neighbouring holes, on average: a star 190 pixels wide, the smallest that is promised to be read. If
the board is smaller in the picture, people put the camera nearer."""

COLUMNS = ("turns", "taken", "nothing", "refused", "asked", "put right", "put back", "stuck", "unseen", "wrong")

LISTS = ("wrong", "stuck", "lost", "unread")
"""What is told one by one."""


@dataclass
class Tally:
    """What happened: how often each slip was made (``rows``), and what the referee made of it.

    ``unread``: tables whose start was not recognised though people insisted; ``insisted``: those where they had to;
    ``shown``: those where people showed the empty board first.
    ``unseen``: the true move was taken, while the camera could not see what else had happened: a piece was taken away
    under a plate, or in the light of a lamp.
    """

    moves: int = 0
    tables: int = 0
    rows: dict[str, Counter[str]] = field(default_factory=dict)
    wrong: list[str] = field(default_factory=list)
    stuck: list[str] = field(default_factory=list)
    lost: list[str] = field(default_factory=list)
    unread: list[str] = field(default_factory=list)
    insisted: int = 0
    shown: int = 0

    def add(self, other: "Tally") -> None:
        """What happened elsewhere happened as well."""
        self.moves += other.moves
        self.tables += other.tables
        self.insisted += other.insisted
        self.shown += other.shown
        for slip, row in other.rows.items():
            self.rows.setdefault(slip, Counter()).update(row)
        for name in LISTS:
            getattr(self, name).extend(getattr(other, name))

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
            f"moves: {self.moves}, tables: {self.tables}; {len(self.wrong)} taken wrongly, {len(self.stuck)} not taken "
            f"when put right, {len(self.lost)} of these not even when insisted on",
            f"starts insisted on: {self.insisted}, {len(self.unread)} not recognised at all",
        ]
        if self.shown:
            lines.append(f"tables on which the empty board was shown first: {self.shown}")
        for name in LISTS:
            lines += [f"{name.upper()} {line}" for line in getattr(self, name)]
        return "\n".join(lines)


class Stress:
    """Random play with slips at one simulated table after another, each with the next of ``games``.

    ``empty``: people show each board without pieces before they lay it.
    """

    def __init__(
        self,
        games: Sequence[AnyGame],
        scenes: Callable[[int, Board], Scene],
        seed: int,
        size: tuple[int, int] = SIZE,
        *,
        empty: bool = False,
    ) -> None:
        self.empty = empty
        self.games = games
        self.scenes = scenes
        self.seed = seed
        self.size = size

    def run(self, moves: int, progress: Callable[[Tally, Tally], None] = lambda *_: None, workers: int = 1) -> Tally:
        """Make at least ``moves`` moves, at as many tables as that takes; gives up where most tables cannot be read.

        ``progress`` hears of all tables so far and of the last one. ``workers``: processes that play at once; the
        tables and what happens there are the same with any number.
        """
        whole = Tally()
        for table in self._tables(min(LONGEST_GAME, moves), workers):
            whole.add(table)
            progress(whole, table)
            if whole.moves >= moves or len(whole.unread) > 3 + whole.tables / 2:
                break
        return whole

    def _tables(self, moves: int, workers: int) -> Iterator[Tally]:
        """What happened at one table after another, without end.

        Each table has a process of its own, and this one neither threads nor locks: a pool has both, and Ctrl-C at the
        wrong moment leaves one of its locks taken for good.
        """
        if workers == 1:
            yield from (self.play(number, moves) for number in count(1))
        cv2.setNumThreads(1)  # each process has one core, and threads do not survive a fork
        numbers, played = count(1), dict[int, Tally]()
        playing: dict[Connection, tuple[int, BaseProcess]] = {}
        try:
            for number in count(1):
                while number not in played:
                    with _interrupted_later():
                        while len(playing) < workers:
                            playing |= self._elsewhere(next(numbers), moves)
                    ready = wait(list(playing))
                    with _interrupted_later():
                        played |= _results(playing, ready)
                yield played.pop(number)
        finally:
            for _, process in playing.values():
                process.terminate()  # nobody wants the tables that are still being played
            for heard, (_, process) in playing.items():
                process.join()
                heard.close()

    def _elsewhere(self, number: int, moves: int) -> dict[Connection, tuple[int, BaseProcess]]:
        """A process that plays at table ``number``, by where its result will be heard."""
        fork = get_context("fork")  # games do not travel between processes, they are inherited
        heard, told = fork.Pipe(duplex=False)
        process = fork.Process(target=self._sit_down, args=(told, number, moves), daemon=True)
        process.start()
        told.close()  # the process alone holds this end, so it is heard if it goes without a word
        return {heard: (number, process)}

    def _sit_down(self, told: Connection, number: int, moves: int) -> None:
        signal(SIGINT, SIG_IGN)  # it goes to all of a terminal's processes; the one that waits for us ends us
        Thread(target=_leave_with, args=(parent_process(),), daemon=True).start()
        told.send(self.play(number, moves))

    def play(self, number: int, moves: int) -> Tally:
        """So many moves at one table."""
        game = self.games[number % len(self.games)]
        table = _Table(game, self.scenes(number, game.board), f"{self.seed} {number}", number, self.size)
        if self.empty:
            table.show_empty()
        return table.play(moves)


def _results(playing: dict[Connection, tuple[int, BaseProcess]], ready: Collection[object]) -> dict[int, Tally]:
    """What those tell who are ``ready``, by table; they are playing no more."""
    ended = {heard: playing.pop(heard) for heard in list(playing) if heard in ready}
    return {number: _result(heard, process, number) for heard, (number, process) in ended.items()}


def _result(heard: Connection, process: BaseProcess, number: int) -> Tally:
    """What the process tells that played at this table; raises `RuntimeError` if it broke down, as it said itself."""
    try:
        tally: Tally = heard.recv()
    except EOFError:
        process.join()
        raise RuntimeError(f"table {number} could not be played to its end (exit code {process.exitcode})") from None
    finally:
        heard.close()
    process.join()
    return tally


@contextmanager
def _interrupted_later() -> Iterator[None]:
    """Ctrl-C that comes meanwhile comes afterwards.

    What its handler raises is swallowed by Python in the midst of a fork, and where a process that has ended is
    forgotten. No mask of signals would do: it is this thread's, and those of numpy would still take the signal.
    """
    heard: list[int] = []
    before = signal(SIGINT, lambda number, _: heard.append(number))
    try:
        yield
    finally:
        signal(SIGINT, before)
    if heard:
        raise_signal(SIGINT)


def _leave_with(parent: BaseProcess) -> None:
    """Go when ``parent`` has gone, however it was ended: nobody else would hear of these tables."""
    parent.join()
    os._exit(1)


class _Table:
    """One simulated table and who plays there."""

    def __init__(self, game: AnyGame, scene: Scene, chance: str, number: int, size: tuple[int, int]) -> None:
        self.game = game
        self.chance = Random(chance)  # every table can be played again by itself
        self.name = f"table {number} ({scene.name}, {len(game.seats)} players)"
        self.tally = Tally(tables=1)
        self.table = Simulation(opening(Match.begin(game)), scene=scene, size=size, seed=number)

    def show_empty(self) -> None:
        """People show the board before they lay it; where that is refused they play without."""
        table, camera = self.table.table, self.table.camera
        lies = table.view
        table.lay({})
        x, y = camera.truth().pixels[0]
        with suppress(BoardNotFound, NotEmpty):
            empty = taken(camera.take().picture, self.game.board, south=(float(x), float(y)))
            self.table.loop.eyes.lessons.empty = empty
            self.tally.shown += 1
        table.lay(lies)

    def play(self, moves: int) -> Tally:
        """So many moves, or as many as the game has."""
        # A start that looks alike from all sides does not tell which point is south: people click it once.
        x, y = self.table.camera.truth().pixels[0]
        self.table.loop.eyes.south = (float(x), float(y))
        hands = Hands(self.table)
        self.table.wait(REST_SECONDS)
        self.tally.insisted += isinstance(self.table.loop.state.at_rest(), Guided)
        hands.wait_until_ready()
        if isinstance(self.table.loop.state.at_rest(), Guided):
            self.tally.unread.append(self.name)
            return self.tally
        while self.tally.moves < moves and self.table.loop.state.to_move is not None:
            self._turn(hands)
        return self.tally

    def _turn(self, hands: Hands) -> None:
        """One turn, perhaps with a slip; then the table is put right and must be taken."""
        game, table, before = self.game, self.table, self.table.loop.state
        move: Path = self.chance.choice(game.moves(before.position))
        slip = self.chance.choice(SLIPS)
        name = slip.__name__.replace("_", " ")
        self.tally.moves += 1
        self.tally.count(name, "turns")
        made = slip(Turn(game, hands, self.chance, move))
        self._check(hands, before, made, name)
        self.tally.count(name, answer(table.loop.state, before))
        if table.loop.state.ply == before.ply:
            self._put_right(hands, move, name)
        if table.table.view != game.view(table.loop.state.position) or table.table.loose:
            table.table.lay(game.view(table.loop.state.position))
            table.wait(REST_SECONDS)

    def _put_right(self, hands: Hands, move: Path, name: str) -> None:
        """The table as it was before, or the move as it was meant: both must be understood, and the button leads on."""
        game, table, before = self.game, self.table, self.table.loop.state
        table.table.no_hand()
        table.table.uncover()
        doubted = isinstance(table.loop.state.at_rest(), Refused | Unsure)
        if doubted and self.chance.random() < 0.5:
            table.table.lay(game.view(before.position))
            table.wait(REST_SECONDS)
            hands.press()
            self._check(hands, before, [], f"{name}, put back")
            if isinstance(table.loop.state.at_rest(), Refused | Unsure | Guided):
                self._stuck(hands, before, f"{name}, put back")
            else:
                self.tally.count(name, "put back")
            return
        table.table.lay(game.view(game.play(before.position, move)))
        table.wait(REST_SECONDS)
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
        match loop.state.phase:
            case Refused(insisted=1) | Unsure(asked=None):
                hands.press(LONG_PRESS)  # they were told to put right or uncover what is neither amiss nor hidden
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
        could tell. Nor could anybody where the table differs only at places that the camera did not see.
        """
        loop, lies = hands.simulation.loop, hands.table.view
        after = loop.state
        taken = [ply.move or ply.kind for ply in after.history[before.ply + 1 :] if ply.kind != "end"]
        if not taken or taken == made:
            return
        asked = after.at_rest()
        if taken == made[:1] and isinstance(asked, Unsure) and tuple(made[1:]) in asked.between:
            return  # the first of two moves, doubted before the second was made upon it, which is doubted now
        slip = what.partition(",")[0]
        otherwise = differences(after.game.view(after.position), lies)
        if len(taken) == 1 and not hands.table.loose:
            if not otherwise:
                return
            if loop.eyes.evidence is not None and not set(otherwise) & set(loop.eyes.evidence.sighting):
                self.tally.count(slip, "unseen")
                return
        self.tally.count(slip, "wrong")
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
    """The scene of each table: now and then one of the two tidy ones, else a random one that shows the board well."""

    def scene(number: int, board: Board) -> Scene:
        if number % TIDY_EVERY == 1:
            return scenes_of(board)[("wood", "printed")[number // TIDY_EVERY % 2]]
        chance = Random(f"{seed} {number}")
        while not _shows(found := random_scene_of(board, chance.randrange(10**6)), board):
            pass
        return found

    return scene


def _shows(scene: Scene, board: Board) -> bool:
    """Whether the camera sees every place, a pitch around it, and large enough: people who set it up make sure."""
    lens = Lens(scene.pose, SIZE)
    places = np.array([(place.x, place.y, 0) for place in board.places])
    around = np.array([lens.project(places + np.array([dx, dy, 0])) for dx, dy in _AROUND])
    pitch = np.linalg.norm(around - lens.project(places), axis=2).mean()
    return bool(((around > 0) & (around < np.array(SIZE) - 1)).all() and pitch >= LEAST_PITCH)


_AROUND = ((-1, 0), (1, 0), (0, -1), (0, 1))
