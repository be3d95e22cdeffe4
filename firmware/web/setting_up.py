"""Setting the table up from the page: where the board lies in the picture, which lamp lies where, how the board looks
without pieces, what the doctor says.

Finding the board is done here, beside the loop, in the newest picture; only what people keep is given to the loop.
"""

from collections.abc import Callable, Mapping
from concurrent.futures import CancelledError
from threading import Lock
from typing import Any, TypeVar

from firmware.doctor.examine import examine
from firmware.doctor.finding import Verdict
from firmware.doctor.machine import Machine
from firmware.given.as_it_stands import as_played
from firmware.given.fittings import chosen_fittings
from firmware.kept.table_file import TableFile, known, save, table_path
from firmware.loop import Loop
from firmware.seeing.beacons import FewLamps, blinked, broken
from firmware.seeing.empty_board import empty_path, keep, taken
from firmware.seeing.whereabouts import called_after, same_way_round, turns_to
from firmware.web import settings
from firmware.web.commands import NO_GAME_NOW, NOT_UNDERSTOOD
from firmware.web.hub import Hub, Sitting
from hardware.errors import HardwareError
from rules.game import GivenError
from rules.geometry import Board
from rules.words import Message
from vision.calibration import Calibration

T = TypeVar("T")

NO_PICTURE = Message(
    "web-no-picture",
    en="There is no picture from the camera yet.",
    fr="Il n’y a pas encore d’image de la caméra.",
    de="Von der Kamera ist noch kein Bild da.",
    vi="Chưa có hình từ máy quay.",
    zh="还没有摄像头画面。",
)
NOT_IN_TIME = Message(
    "web-not-in-time",
    en="The table did not answer in time; please try again.",
    fr="La table n’a pas répondu à temps ; réessayez.",
    de="Der Tisch hat nicht rechtzeitig geantwortet; bitte noch einmal versuchen.",
    vi="Bàn không trả lời kịp; xin thử lại.",
    zh="桌子没有及时响应，请再试一次。",
)


class SettingUp:
    """What people find out at the table before a game. May be called from several threads; one finds at a time."""

    def __init__(self, hub: Hub) -> None:
        self._hub = hub
        self._lock = Lock()
        self._found: Calibration | None = None

    def where(self) -> dict[str, Any]:
        """Where the board lies in the picture, and whether it was shown empty, by what the loop knows.

        Raises `GivenError`.
        """
        loop = self._sitting().loop
        return {**told(loop.state.game.board, loop.eyes.calibration), "shown": loop.eyes.lessons.empty is not None}

    def find(self, asked: Mapping[str, Any]) -> dict[str, Any]:
        """Look for the board in the newest picture; with ``keep`` keep what was found last and go on with it.

        ``corners``: tapped points, name → [x, y] in parts of the picture, 0 to 1; ``south``: the point to call S. Where
        people say neither, points are called as they are. Raises `GivenError`.
        """
        from vision.locate import BoardNotFound, locate, where_clicked

        sitting = self._sitting()
        board, frame = sitting.loop.state.game.board, self._hub.frame
        if frame is None:
            raise GivenError(NO_PICTURE())
        height, width = frame.picture.shape[:2]
        with self._lock:
            if asked.get("keep"):
                return self._keep(sitting, board)
            try:
                if asked.get("corners"):
                    points = {
                        name: (x * width, y * height) for name, (x, y) in points_of(asked["corners"], board).items()
                    }
                    self._found = where_clicked(frame.picture, board, points)
                else:
                    south = points_of({"S": asked["south"]}, board)["S"] if asked.get("south") else None
                    found = locate(frame.picture, board, (south[0] * width, south[1] * height) if south else None)
                    self._found = found if south else same_way_round(board, sitting.loop.eyes.calibration, found)
            except BoardNotFound as error:
                self._found = None
                raise GivenError(error.reason) from error
            return told(board, self._found)

    def _keep(self, sitting: Sitting, board: Board) -> dict[str, Any]:
        found = self._found
        if found is None or found.board != board.name:
            raise GivenError(NOT_UNDERSTOOD(what="keep"))
        loop = sitting.loop
        if sitting.table is None:
            turns = turns_to(board, loop.eyes.calibration, found, loop.eyes.turned)
            # In the loop's names: those in the file are of the point that people called south the last time.
            lies = bool(turns) or known(board).chain is not None
            chain = called_after(tuple(loop.chain), board, turns) if lies else None
            save(TableFile(board.name, found, chain), table_path(board))
        loop.between(lambda: loop.eyes.look_there(found))
        return told(board, found)

    def find_lamps(self) -> dict[str, Any]:
        """Blink every lamp's number and see which lies where; the board should be empty. Raises `GivenError`.

        ``why`` tells where the chain seems to break, though most of the lamps were seen.
        """
        sitting = self._sitting()
        loop, board = sitting.loop, sitting.loop.state.game.board
        calibration = loop.eyes.calibration
        if calibration is None:
            raise GivenError(NO_PICTURE())
        try:
            with self._lock:
                chain = between(
                    loop,
                    lambda: blinked(board, calibration, loop.camera, loop.lights, loop.clock, count=len(loop.chain)),
                    settings.BEACONS_SECONDS,
                )
        except FewLamps as error:
            raise GivenError(error.reason) from error
        if sitting.table is None:
            save(TableFile(board.name, calibration, chain), table_path(board))
        loop.between(lambda: loop.found_lamps(chain))
        cut = broken(board, chain)
        seen = {"seen": sum(place is not None for place in chain), "count": len(board.places)}
        return {**seen, "why": cut.as_json()} if cut else seen

    def show_empty(self, asked: Mapping[str, Any]) -> dict[str, Any]:
        """Take a picture of the board without pieces, keep it for this table, and let it serve from now on.

        ``sure``: people say that it is empty, whatever seems to lie there. Tells where the board lies in the picture.
        Raises `GivenError`, and `NotEmpty` where it cannot serve.
        """
        from vision.locate import BoardNotFound

        sitting = self._sitting()
        loop, board = sitting.loop, sitting.loop.state.game.board
        if self._hub.frame is None:
            raise GivenError(NO_PICTURE())
        with self._lock:
            try:
                frame = between(loop, loop.careful_picture, settings.PICTURE_SECONDS)
                empty = taken(frame.picture, board, loop.eyes.calibration, sure=asked.get("sure") is True)
            except BoardNotFound as error:
                raise GivenError(error.reason) from error
            except HardwareError as error:
                raise GivenError(NO_PICTURE()) from error
            keep(empty, empty_path(board, simulated=sitting.table is not None))
        loop.between(lambda: loop.eyes.lessons.show(empty))
        return told(board, empty.calibration)

    def _sitting(self) -> Sitting:
        if self._hub.sitting is None:
            raise GivenError(NO_GAME_NOW())
        return self._hub.sitting


def between(loop: Loop, action: Callable[[], T], seconds: float) -> T:
    """What ``action`` gives, done by ``loop`` between two turns, or raises there; `GivenError` if it takes longer, or
    if there are no more turns.
    """
    done = loop.between(action)
    try:
        return done.result(seconds)
    except CancelledError as error:  # that game is over, and the next one does not lie there yet
        raise GivenError(NO_GAME_NOW()) from error
    except TimeoutError as error:
        done.cancel()
        raise GivenError(NOT_IN_TIME()) from error


def points_of(given: object, board: Board) -> dict[str, tuple[float, float]]:
    """Tapped points: corner → x and y in parts of the picture. Raises `GivenError`."""
    points = {}
    for name, point in given.items() if isinstance(given, dict) else ():
        if name in board.corners and isinstance(point, list) and len(point) == 2:
            x, y = point
            if isinstance(x, int | float) and isinstance(y, int | float) and 0 <= x <= 1 and 0 <= y <= 1:
                points[name] = (float(x), float(y))
    if not points:
        raise GivenError(NOT_UNDERSTOOD(what="corners"))
    return points


def told(board: Board, calibration: Calibration | None) -> dict[str, Any]:
    """Where the board lies, in parts of the picture: its places in the board's order, and its corners by name."""
    if calibration is None:
        return {"found": False, "board": sorted(board.corners)}
    width, height = calibration.size
    places = [[round(float(x) / width, 4), round(float(y) / height, 4)] for x, y in calibration.places(board)]
    corners = {name: places[board.index[place]] for name, place in board.corners.items()}
    confidence = round(calibration.confidence, 3)
    return {"found": True, "confidence": confidence, "places": places, "corners": corners}


def findings(sitting: Sitting) -> dict[str, Any]:
    """What the doctor says about this machine, the table being left to the game that is on.

    Whoever asks is at the page already: whether its port could be had is no question any more.
    """
    machine = Machine()
    table = as_played(machine.root)
    fittings = chosen_fittings(table, button=True)
    examined = examine(machine, sitting.loop.state.game.board, fittings, lamps=False, port=table.port)
    found = [finding for finding in examined if finding.check != "port"]
    wrong = sum(finding.verdict is Verdict.WRONG for finding in found)
    return {"ok": not wrong, "checks": [finding.as_json() for finding in found]}
