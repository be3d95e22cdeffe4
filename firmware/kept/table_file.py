"""What calibration has found of a table: where the board lies, which lamp lies under which place.

A file for each board that is played here, since each lies elsewhere, over lamps of its own.
"""

import json
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from firmware.kept.records import state_folder
from firmware.kept.whole import why, write_whole
from hardware.errors import with_rights
from rules.geometry import Board, PlaceId
from rules.words import Message

if TYPE_CHECKING:
    from vision.calibration import Calibration

UNREADABLE = Message(
    "table-file-unreadable",
    en="The calibration {path} cannot be used ({why}); the one before serves, if any. Run: {command}",
    fr="L’étalonnage {path} est inutilisable ({why}) ; le précédent sert, s’il existe. Lancez : {command}",
    de="Die Kalibrierung {path} ist unbrauchbar ({why}); die vorige gilt, falls es sie gibt. Bitte: {command}",
    vi="Không dùng được hiệu chuẩn {path} ({why}); dùng bản trước đó nếu có. Hãy chạy: {command}",
    zh="无法使用校准文件 {path}（{why}）；将使用上一次的校准（如有）。请运行：{command}",
)


class TableFileError(ValueError):
    """A calibration that cannot be read; the one before is used, or the table is found anew."""


@dataclass(frozen=True)
class TableFile:
    """A table as it was calibrated. ``chain``: the place over each lamp, None for a lamp under no place."""

    board: str
    calibration: "Calibration | None" = None
    chain: tuple[PlaceId | None, ...] | None = None


def table_path(board: Board, state: Path | None = None) -> Path:
    """Where the calibration of this machine's table with ``board`` is kept: beside its games, in ``state``."""
    return (state or state_folder()) / f"table-{board.name}.json"


def load(board: Board, path: Path) -> TableFile:
    """The calibration at ``path``; an empty one where there is none or it is another board's. Raises TableFileError."""
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
        if data["board"] != board.name:
            return TableFile(board.name)
        chain = data.get("chain")
        if chain is not None and not all(place is None or place in board for place in chain):
            raise ValueError("its chain names places that this board has not")
        from vision.calibration import Calibration

        found = data.get("calibration")
        calibration = Calibration.from_json(found, board) if found else None
        return TableFile(board.name, calibration, tuple(chain) if chain else None)
    except FileNotFoundError:
        return TableFile(board.name)
    except (OSError, ValueError, KeyError, TypeError, RecursionError) as error:
        raise TableFileError(
            UNREADABLE(path=path, why=why(error), command=with_rights("hopsight calibrate")).text()
        ) from error


def known(board: Board) -> TableFile:
    """What calibration found of this machine's table; said, and the last good one, where its file cannot be used."""
    path = table_path(board)
    try:
        return load(board, path)
    except TableFileError as error:
        print(error, file=sys.stderr)
    try:
        return load(board, path.with_suffix(".good"))
    except TableFileError:
        return TableFile(board.name)


def save(table: TableFile, path: Path) -> None:
    """Keep ``table``, and a second copy for `known`, since people may write in the first. Raises OSError."""
    data: dict[str, Any] = {
        "board": table.board,
        "calibration": table.calibration.as_json() if table.calibration else None,
        "chain": list(table.chain) if table.chain else None,
    }
    for target in (path.with_suffix(".good"), path):
        write_whole(target, (json.dumps(data) + "\n").encode())
