"""Pictures followed as if they were the table, for `firmware.commands.watch`: what is told of them, and what drawn."""

import sys
from argparse import Namespace
from collections.abc import Mapping, Sequence
from dataclasses import replace
from math import inf
from pathlib import Path
from typing import Any

from firmware import settings
from firmware.commands.guessing import boards_for, given_whole, possible, rules_on
from firmware.events import Entry, Event
from firmware.given.games import (
    as_typed,
    chosen_options,
    chosen_seats,
)
from firmware.given.pictures import chosen_south, put_picture
from firmware.given.words import GivenWrong
from firmware.loop import Loop
from firmware.other_start import begins_in_vain, is_part, last_look, lies, starts
from firmware.plain_json import compact
from firmware.seeing.advice import star_instead
from firmware.seeing.eyes import Eyes, Lit
from firmware.session import begin
from firmware.states import opening
from firmware.words.no_button import ASKING
from firmware.words.wording import spoken
from hardware.cameras import is_folder, is_live
from hardware.chain import least_wire
from hardware.clock import SystemClock
from hardware.errors import BadPicture, CameraStopped
from hardware.lights import NoLights
from hardware.pictures import File, Picture
from hardware.ports import Camera, Frame
from rules import catalogue
from rules.game import Game
from rules.geometry import Board
from rules.match import Match
from rules.sight import EMPTY, View
from rules.star.places import size_of
from rules.words import Reason
from vision.calibration import Calibration
from vision.evidence import Evidence
from vision.locate import BoardNotFound, whichever
from vision.look import look
from vision.pictures import decoded
from vision.settle import settle, turned_names

ENOUGH = 2
"""So many looks at recorded pictures must show another start than the one asked for, of which it can be no part still
being laid, before they are followed no further."""

EVENTS = frozenset(
    {"start", "move", "refused", "unsure", "repaired", "nudged", "hand", "lifted", "finished"},
)
"""Kinds of entries that programs which read ``--json`` know; they are told of no others."""

TOLD = EVENTS | {"ready", "correction", "camera-lost", "camera-back", "covered", "light-back", "unreadable", "guided"}
"""Kinds of entries that people are told of."""

FOR_RECORDS = frozenset({"evidence", "took"})
"""Facts for a record alone. No picture is kept here, the frame's own is there already; nor does anybody's clock run."""

FOR_PLAYERS = frozenset(message.id for message in ASKING.values())
"""What asks the people at the table to do something: whoever watches is told of it in other words."""


def worded(value: Any, *, called: bool) -> Any:
    """A fact of an entry as people read it: reasons become sentences; ``called``: seats as people call them."""
    if isinstance(value, Mapping) and value.keys() == {"id", "args"}:
        reason = Reason(value["id"], value["args"])
        return spoken(reason) if called else reason.text()
    return value


class Files:
    """Reads the files of a folder; ``times``: by how many the last picture is larger in its file."""

    def __init__(self) -> None:
        self.times = 1.0

    def decode(self, data: File, name: str) -> Picture:
        """The picture in a file, as small as reading needs it. Raises UnreadablePicture."""
        picture, self.times = decoded(data, name)
        return picture


class Readable:
    """A camera whose pictures can all be read: others are said and left out. ``again``: one to be taken once more."""

    def __init__(self, camera: Camera) -> None:
        self.camera = camera
        self.last: Frame | None = None
        self.again: Frame | None = None
        self.bad = 0

    def take(self, after: float = 0.0) -> Frame:
        """The next picture."""
        self.last, self.again = self.again or self._next(after), None
        return self.last

    def _next(self, after: float) -> Frame:
        """The next good picture. Raises `GivenWrong` where none at all can be read."""
        while True:
            try:
                return self.camera.take(after)
            except BadPicture as error:
                self.bad += 1
                print(error, file=sys.stderr)
            except CameraStopped as error:
                if self.bad and self.last is None:
                    raise GivenWrong("none of the pictures can be read; there is nothing to follow") from error
                raise

    def close(self) -> None:
        """Let the camera go."""
        self.camera.close()


class Drawing(Eyes):
    """Eyes that draw each careful reading into a ``folder``, if there is one, before anything is learnt from it."""

    folder: Path | None = None

    def __init__(self, *given: Any, **by_name: Any) -> None:
        super().__init__(*given, **by_name)
        self._drawn_from: dict[str, str] = {}

    def study(self, frame: Frame, view: View, *, trust: bool = False, lit: Lit | None = None) -> Event:
        """As `Eyes.study`. Raises `GivenWrong` where the picture cannot be written."""
        seen = super().study(frame, view, trust=trust, lit=lit)
        drawn = self.drawn() if self.folder else None
        if self.folder and drawn is not None:
            stem = Path(frame.name).stem
            if self._drawn_from.setdefault(stem, frame.name) != frame.name:
                stem = frame.name  # pictures may differ in nothing but their ending
            put_picture(self.folder / f"{stem}.jpg", drawn)
        return seen


class Watching:
    """One run of the command: what is asked for, and the frame that is being followed.

    ``files``: who reads the pictures, where they are files.
    """

    def __init__(self, given: Namespace, camera: Camera, files: Files | None = None) -> None:
        self.given = given
        self.files = files or Files()
        self.camera = Readable(camera)
        self.sparse = is_folder(given.source)
        self.live = is_live(given.source)
        self.read = False
        self.looked_at: Evidence | None = None
        self.told, self.doubts = "", 0
        self.why: Any = None
        self.south: tuple[float, float] | None = None

    def run(self) -> None:
        """Follow the pictures to their end."""
        self.camera.again = self.camera.take()
        self.south = chosen_south(self.given, self.camera.again.picture, self.files.times)
        game, calibration = self.guessed()
        state, _ = begin(opening(Match.begin(game)), press="still")
        eyes = Drawing(game.board, calibration=calibration, south=self.south, sparse=self.sparse, unasked=True)
        eyes.folder = self.given.annotate
        loop = Loop(
            state,
            eyes,
            self.camera,
            NoLights(),
            SystemClock(),
            chain=least_wire(game.board),
            say=self.say,
            followers=[self.tell],
            recorded=not self.live,
        )
        loop.ends = True
        loop.other_start = None  # told by `doubt`, which knows what was asked for and which point is south
        while loop.then is None:
            try:
                loop.turn()
            except CameraStopped:
                break
            self.read = self.read or eyes.evidence is not None
            if begins_in_vain(loop.state) and eyes.evidence is not self.looked_at:
                self.looked_at = eyes.evidence
                self.doubt(game, eyes)
        if not self.read:
            raise GivenWrong(self.nothing())
        if begins_in_vain(loop.state) and not self.live:
            which = "--players and --option pieces=… say as for which start they should"
            shown = f"hopsight play {as_typed(game)} --simulated --new shows how"
            told = self.told or (which if game.name == "star" else shown)
            raise GivenWrong(f"{self.given.source}: in no picture do the pieces lie as the game begins; {told}")

    def nothing(self) -> str:
        """What is said where no picture shows the board."""
        options = {name: value for name, value in chosen_options(self.given).items() if name != "players"}
        others = len(boards_for(self.given.game, options)) - 1 if "players" in chosen_options(self.given) else 0
        fewer = "without --players all of its boards are looked for, " if others else ""
        return f"{self.given.source}: no picture shows a board of {self.given.game}; {fewer}--game names another"

    def doubt(self, game: Game[Any, Any], eyes: Eyes) -> None:
        """Say what the pieces lie for if not for what was asked for; recorded pictures that keep to it are given up.

        Raises `GivenWrong` for these: every further one would be searched for a table that does not come.
        """
        looked = last_look(eyes)
        told, partly = self.laid_otherwise(game, *looked) if looked else ("", False)
        if not told:
            return
        if not self.told:
            print(f"{self.shown:12} {told}", file=sys.stderr, flush=True)
        self.told = told
        self.doubts += not partly
        if self.doubts >= ENOUGH and not self.live:
            raise GivenWrong(f"{self.given.source}: {told}; the pictures are followed no further")

    def laid_otherwise(self, game: Game[Any, Any], calibration: Calibration, evidence: Evidence) -> tuple[str, bool]:
        """What was asked for wrongly, if the pieces lie as for another start, and whether they may be a part of the
        start that was asked for.
        """
        start = game.view(game.start())
        as_asked = game.board if self.south is None else replace(game.board, turns=1)
        for guess, _, view in starts(game, game.board):
            if lies(settle(evidence, as_asked, calibration, view)):
                return (self.other_start(game, guess), is_part(view, game)) if guess else ("", False)
            if self.south is None:  # it was settled in any turn
                continue
            turned = settle(evidence, game.board, calibration, view)
            if lies(turned):
                before = turned_names(game.board, turned.turns)
                if guess and all(start[before[place]] != EMPTY for place, token in view.items() if token != EMPTY):
                    return self.other_start(game, guess), True
                x, y = calibration.turned(game.board, turned.turns).corners(game.board)[0] * self.files.times
                south = f"--south {self.given.south} is no point that this start tells; it tells {x:.0f},{y:.0f}"
                return (f"{self.other_start(game, guess)}; {south}" if guess else south), False
        return "", False

    def other_start(self, game: Game[Any, Any], guess: Mapping[str, Any]) -> str:
        """That the pieces lie as for the start of another game of star than ``game``."""
        asked = {name: game.options[name] for name in (*guess, *chosen_options(self.given))}
        seen, meant = (
            ", ".join(f"{name}={catalogue.as_typed(value)}" for name, value in of.items()) for of in (guess, asked)
        )
        return f"the pieces lie as for a start with {seen}, not with {meant}"

    @property
    def name(self) -> str:
        """The picture that is being followed."""
        return self.camera.last.name if self.camera.last else ""

    @property
    def shown(self) -> str:
        """Its name on one line of a terminal, which obeys no letter of it."""
        return "".join(letter if letter.isprintable() else "?" for letter in self.name)

    def guessed(self) -> tuple[Game[Any, Any], Calibration | None]:
        """The game that is played: as asked for, else the set-up that explains the first picture of a board best."""
        options = chosen_options(self.given)
        if given_whole(self.given.game, options, live=self.live):
            whole = options if self.given.game == "star" else possible(self.given.game, options)[0]
            return chosen_seats(catalogue.game(self.given.game, **whole), self.given), None
        frame, board, calibration = self.first(boards_for(self.given.game, options), options.get("size"))
        self.camera.again = frame
        evidence = look(frame.picture, board, calibration)
        games = [catalogue.game(self.given.game, **rules) for rules in rules_on(board, self.given.game, options)]
        scores = [settle(evidence, board, calibration, game.view(game.start())).score for game in games]
        return games[scores.index(max(scores))], calibration

    def first(self, boards: Sequence[Board], size: int | None) -> tuple[Frame, Board, Calibration]:
        """The first picture that shows one of these ``boards``, which, and where. ``size``: of the star asked for.

        Raises `GivenWrong` where none does, or where it shows a star of another size.
        """
        searched = -inf
        while True:
            try:
                frame = self.camera.take()
            except CameraStopped as error:
                if searched > -inf:
                    raise GivenWrong(self.nothing()) from error
                raise
            if self.sparse or frame.at - searched >= settings.SEARCH_SECONDS:
                searched = frame.at
                try:
                    return frame, *whichever(frame.picture, boards, self.south)
                except BoardNotFound as error:
                    if size and (star := star_instead(frame.picture, boards[0])):
                        holes, rows = len(star.places), size_of(star)
                        raise GivenWrong(f"{self.shown}: this star has {holes} holes: --option size={rows}") from error
                    self.tell(Entry("unreadable", frame.at, {"why": error.reason.as_json()}))

    def tell(self, entry: Entry) -> None:
        """Print an entry."""
        if entry.kind not in TOLD:
            return
        as_json = self.given.json and entry.kind in EVENTS
        facts = {key: worded(value, called=not as_json) for key, value in entry.data.items() if key not in FOR_RECORDS}
        self.why = None if as_json else entry.data.get("why")
        if as_json:
            print(compact({"frame": self.name, "t": round(entry.at, 3), "event": entry.kind, **facts}), flush=True)
        else:
            said = " ".join(
                f"{value}" if key in ("seat", "move", "why") else f"{key}={compact(value)}"
                for key, value in facts.items()
            )
            line = f"{self.shown:12} {entry.kind:9} {said}".rstrip()
            print(line, file=sys.stderr if self.given.json else sys.stdout, flush=True)

    def say(self, reason: Reason) -> None:
        """What the players would hear goes to standard error, as far as it is of use to who watches, and no news."""
        if reason.id not in FOR_PLAYERS and reason.as_json() != self.why:
            print(f"{self.shown:12} {spoken(reason)}", file=sys.stderr, flush=True)
