"""``hopsight calibrate``: where the board lies in the picture, which lamp lies where, how it looks without pieces."""

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from itertools import combinations
from math import hypot
from pathlib import Path
from typing import TYPE_CHECKING

from firmware.given.as_it_stands import AS_IT_STANDS, as_it_stands
from firmware.given.files import placed
from firmware.given.fittings import add_lamps, chosen_fittings
from firmware.given.games import add_game, chosen_board, chosen_game
from firmware.given.pictures import chosen_south, parse_point, put_picture, spared
from firmware.given.words import GivenWrong, never_with, only_with
from firmware.kept.table_file import TableFile, known, save, table_path
from firmware.plain_json import compact
from firmware.seeing.beacons import blinked
from firmware.seeing.empty_board import NOT_NEEDED, NotEmpty, empty_path, keep, needs_none, taken
from firmware.service.box import darken, stopping
from firmware.service.ours import lamps_are_ours
from firmware.states import AnyGame, opening
from hardware.cameras import recording
from hardware.chain import least_wire
from hardware.clock import SystemClock
from hardware.errors import HardwareError
from hardware.ports import Camera
from hardware.settings import MOST_LAMPS
from rules.geometry import Board, PlaceId
from rules.match import Match

if TYPE_CHECKING:
    from hardware.pictures import Picture
    from vision.calibration import Calibration


def add_calibrate(parser: ArgumentParser) -> None:
    """Arguments of ``hopsight calibrate``."""
    add_game(parser)
    parser.add_argument(
        "--camera",
        metavar="SPEC",
        help="csi, usb:0, folder:PATH; default for this, game and lamps: what table.conf says, else csi",
    )
    parser.add_argument(
        "--south",
        metavar="X,Y",
        help="a pixel near the point to call S; else that is S which was last time, at first the one nearest the lower "
        "edge",
    )
    parser.add_argument(
        "--corner",
        action="append",
        default=[],
        metavar="NAME=X,Y",
        help="a clicked corner, two or more: S=640,900",
    )
    parser.add_argument("--beacons", action="store_true", help="blink the lamps to find which lies where (empty board)")
    parser.add_argument(
        "--lamps",
        type=int,
        metavar="N",
        help="with --beacons: how long the chain is, if some lie under no hole; else one lamp a hole, or as many "
        "as last time",
    )
    parser.add_argument(
        "--empty",
        action="store_true",
        help="take the pieces off for a moment and show the empty board: its picture is kept, and from then on tells "
        "how a hole looks beneath a piece. Worth it where pieces look much like holes (dark on dark, pale on white); "
        "never needed",
    )
    parser.add_argument(
        "--sure", action="store_true", help="with --empty: believe that it is empty, whatever seems to lie there"
    )
    parser.add_argument("--simulated", action="store_true", help="with --empty: the simulated table's board")
    parser.add_argument(
        "--scene", choices=("wood", "printed"), help="with --simulated: how that table looks; default: wood"
    )
    add_lamps(parser)
    parser.add_argument("--dark", action="store_true", help="only switch every lamp off")
    parser.add_argument(
        "--table", type=Path, metavar="FILE", help="with --dark: a file such as table.conf that tells which lamps"
    )
    parser.add_argument("--annotate", type=Path, metavar="OUT", help="write the picture with the places drawn over it")
    parser.add_argument("--json", action="store_true", help="what was found, as one JSON value")
    parser.set_defaults(**dict.fromkeys(AS_IT_STANDS))


def run_calibrate(given: Namespace) -> None:
    """Find the board and keep what was found."""
    refuse_what_does_not_go_together(given)
    given.corner = clicked(given.corner)
    if given.empty:
        run_empty(given)
    elif given.dark:
        run_dark(given)
    else:
        run_find(given)


def refuse_what_does_not_go_together(given: Namespace) -> None:
    """Raise `GivenWrong` for words that mean nothing beside others, or have no effect."""
    only_with(given, "simulated", "scene")
    only_with(given, "dark", "table")
    only_with(given, "empty", "sure")
    only_with(given, "beacons", "lamps")
    never_with(given, "simulated", "camera")
    never_with(given, "empty", "beacons")
    never_with(given, "corner", "south")
    never_with(given, "dark", "empty", "beacons", "annotate", "json")
    as_it_stands(given)
    chosen_fittings(given, button=False)  # impossible words are told whether or not a lamp is to be lit
    if given.annotate:
        placed(given.annotate)
        spared(given.annotate, recording(given.camera) if given.camera else None)
    if given.lamps is not None and not 0 < given.lamps <= MOST_LAMPS:
        raise GivenWrong(f"--lamps {given.lamps}: a chain here has 1 to {MOST_LAMPS} lamps")
    if given.beacons and given.lights == "none":
        raise GivenWrong("--beacons needs lamps; say what drives them with --lights")
    if given.simulated and not given.empty:
        raise GivenWrong(
            "the simulated table needs no calibration; to show its board without pieces: "
            "hopsight calibrate --simulated --empty"
        )


def run_dark(given: Namespace) -> None:
    """Let the lamps of this table, or of the service's, go dark."""
    if given.table is not None:
        from firmware.given.playing import as_written

        given, _ = as_written(Namespace(table=given.table, wait_for_camera=True))
    darken(chosen_fittings(given, button=False))


def run_find(given: Namespace) -> None:
    """Find the board, and its lamps where that is asked for, and keep what was found."""
    from firmware.seeing.whereabouts import called_after, same_way_round, turns_to
    from hardware.cameras import open_camera

    board = chosen_board(given)
    clock = SystemClock()
    if given.beacons:
        lamps_are_ours()
    with stopping(), ExitStack() as open_things:
        camera = open_camera(given.camera or "csi", clock)
        open_things.callback(camera.close)
        picture = camera.take().picture
        where, before = find(board, picture, given), known(board)
        chain = before.chain
        if not (given.south or given.corner):
            # Points are called as they were, and the lamps are under the places that were called so.
            where = same_way_round(board, before.calibration, where)
        elif chain:
            chain = called_after(chain, board, turns_to(board, before.calibration, where))
        found = TableFile(board.name, where, chain)
        if given.beacons:
            count = given.lamps or len(found.chain or board.places)
            lights = chosen_fittings(given, button=False).open_lamps(count, clock)
            open_things.callback(lights.close)
            found = replace(found, chain=blinked(board, where, camera, lights, clock, count=count))
    if given.annotate:  # first, since nothing is kept where it cannot be written
        write_annotated(found, board, picture, given.annotate)
    path = table_path(board)
    with keeping(path):
        save(found, path)
    tell(found, board, path, given)


def run_empty(given: Namespace) -> None:
    """Keep a picture of the empty board."""
    game = chosen_game(given)
    if needs_none(game.board):
        print(NOT_NEEDED(), file=sys.stderr)
        tell_not_kept(str(NOT_NEEDED()), given)
        return
    from hardware.cameras import open_camera
    from vision.locate import BoardNotFound

    print("looking at the empty board …", file=sys.stderr)
    with ExitStack() as open_things:
        if given.simulated:
            camera: Camera = simulated_camera(game, given.scene or "wood")
        else:
            camera = open_camera(given.camera or "csi", SystemClock())
            open_things.callback(camera.close)
        picture = camera.take().picture
    before = None if given.simulated or given.corner else known(game.board).calibration
    try:
        before = find(game.board, picture, given) if given.corner else before
        south = chosen_south(given, picture)
        empty = taken(picture, game.board, before, south, sure=given.sure)
    except BoardNotFound as error:
        tell_not_kept(str(error), given)
        raise GivenWrong(f"{error} Or click its corners: {corners_asked(game.board)}") from error
    except NotEmpty as error:
        tell_not_kept(str(error), given)
        raise GivenWrong(f"{error} If it is empty all the same, say so with --sure") from error
    if given.annotate:  # first, as in `run_find`
        write_annotated(TableFile(game.board.name, empty.calibration), game.board, empty.picture, given.annotate)
    path = empty_path(game.board, simulated=given.simulated)
    with keeping(path):
        keep(empty, path)
    if given.json:
        print(compact({"kept": str(path), "confidence": empty.calibration.confidence}))
    else:
        print(f"the empty board is kept in {path}; now the pieces may go back")


def tell_not_kept(why: str, given: Namespace) -> None:
    """Tell programs that no picture of the empty board was kept."""
    if given.json:
        print(compact({"kept": None, "reason": why}))


@contextmanager
def keeping(path: Path) -> Iterator[None]:
    """While something about the table is kept at ``path``: what stops that is said. Raises `HardwareError`."""
    try:
        yield
    except OSError as error:
        why = error.strerror or error
        raise HardwareError(
            f"what was found cannot be kept in {path}: {why}; choose another state folder with HOPSIGHT_STATE"
        ) from error


def simulated_camera(game: AnyGame, scene: str) -> Camera:
    """The camera over the simulated table, its pieces taken off."""
    from firmware.simulated.simulation import Simulation
    from hardware.simulated.tile_scenes import scenes_of

    simulation = Simulation(opening(Match.begin(game)), scene=scenes_of(game.board)[scene])
    simulation.table.lay({})
    return simulation.camera


def find(board: Board, picture: "Picture", given: Namespace) -> "Calibration":
    """Where the board lies: by printed markers and its pattern, or by clicked corners."""
    from vision.locate import BoardNotFound, corners_marked, locate, where_clicked

    try:
        if given.corner:
            there = where_clicked(picture, board, given.corner)
            if not there.confidence:
                told = "nothing there looks like this board; see where it would lie with --annotate seen.jpg"
                print(told, file=sys.stderr)
            return there
        seen = corners_marked(picture, board)
        if seen:
            print(f"printed markers seen: {' '.join(seen)}", file=sys.stderr)
        return locate(picture, board, chosen_south(given, picture))
    except BoardNotFound as error:
        if given.json:
            print(compact({"found": False, "reason": str(error)}))
        if given.corner:
            raise GivenWrong(f"{error} This board's corners: {' '.join(board.corners)}") from error
        raise GivenWrong(
            f"{error} Or lay its printed markers beside its corners (hopsight overlay), or click them: "
            f"{corners_asked(board)}"
        ) from error


def corners_asked(board: Board) -> str:
    """How corners are given: the two of ``board`` that lie farthest apart, and the names of all."""
    one, other = max(combinations(board.corners, 2), key=lambda pair: _apart(board, *pair))
    return f"--corner {one}=X,Y --corner {other}=X,Y in pixels (this board's corners: {' '.join(board.corners)})"


def _apart(board: Board, *corners: str) -> float:
    one, other = (board[board.corners[corner]] for corner in corners)
    return hypot(one.x - other.x, one.y - other.y)


def clicked(texts: Sequence[str]) -> dict[str, tuple[float, float]]:
    """Corners as people give them: name → pixel."""
    corners: dict[str, tuple[float, float]] = {}
    for name, _, point in (text.partition("=") for text in texts):
        if name in corners:
            raise GivenWrong(f"--corner {name} is given twice; give each corner once")
        corners[name] = parse_point(point)
    return corners


def tell(table: TableFile, board: Board, path: Path, given: Namespace) -> None:
    """Say what was found."""
    assert table.calibration is not None  # noqa: S101 - it is what was found
    pixels = table.calibration.places(board)
    corners = {name: [round(float(v), 1) for v in pixels[board.index[place]]] for name, place in board.corners.items()}
    if given.json:
        print(compact({"found": True, "corners": corners, "chain": table.chain, "file": str(path)}))
        return
    sure = table.calibration.confidence
    found = f"the board is found with confidence {sure:.0%}" if sure else "the board lies as you clicked it"
    print(f"{found}; kept in {path}")
    for name, (x, y) in corners.items():
        print(f"  {name:2} {x:7.1f} {y:7.1f}")
    lamps: tuple[PlaceId | None, ...] = table.chain or least_wire(board)
    print(
        f"  lamps: {sum(place is not None for place in lamps)} of {len(lamps)}",
        "found" if table.chain else "as in the plan",
    )


def write_annotated(table: TableFile, board: Board, picture: "Picture", out: Path) -> None:
    """Draw the places over the picture."""
    from vision.annotate import annotate
    from vision.look import look

    assert table.calibration is not None  # noqa: S101 - as in `tell`
    put_picture(out, annotate(picture, board, table.calibration, look(picture, board, table.calibration)))
