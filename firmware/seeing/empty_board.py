"""The board without pieces, as people showed it once: taken, kept beside the calibration, and found again.

A picture and a small file that says where the board lay in it and which picture it speaks of, so that a plug pulled
between the two leaves none rather than a wrong pair. The simulated table has its own.
"""

import json
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING
from zlib import crc32

from firmware import settings
from firmware.kept.table_file import table_path
from firmware.kept.whole import write_whole
from rules.game import GivenError
from rules.geometry import Board, Medium
from rules.sight import EMPTY
from rules.words import Message

if TYPE_CHECKING:
    from hardware.pictures import Picture
    from vision.calibration import Calibration
    from vision.look import EmptyBoard

PIECES_THERE = Message(
    "empty-board-pieces",
    en="The board does not look empty: something seems to lie on {places}. Take everything off and try again.",
    fr="Le plateau ne semble pas vide : il y a quelque chose sur {places}. Retirez tout et réessayez.",
    de="Das Brett sieht nicht leer aus: Auf {places} scheint etwas zu liegen. Bitte alles abräumen, dann noch einmal.",
    vi="Bàn cờ có vẻ chưa trống: có gì đó ở {places}. Hãy lấy hết ra rồi thử lại.",
    zh="棋盘看起来不是空的：{places} 上似乎有东西。请全部拿走后再试。",
)
HIDDEN = Message(
    "empty-board-hidden",
    en="Holes hidden or outside the picture: {count}. The whole board must be seen.",
    fr="Trous cachés ou hors de l’image : {count}. Il faut voir tout le plateau.",
    de="Löcher, die verdeckt oder nicht im Bild sind: {count}. Das ganze Brett muss zu sehen sein.",
    vi="{count} lỗ bị che hoặc nằm ngoài hình. Cần thấy cả bàn cờ.",
    zh="有 {count} 个孔被遮住或在画面之外。需要看到整块棋盘。",
)
NOT_NEEDED = Message(
    "empty-board-not-needed",
    en="Only a board with holes is worth showing empty; this one need not be shown: it is read without that.",
    fr="Seul un plateau à trous gagne à être montré vide ; pour celui-ci, c’est inutile.",
    de="Nur bei einem Brett mit Löchern lohnt es sich, es leer zu zeigen; dieses hier wird auch so gelesen.",
    vi="Chỉ bàn cờ có lỗ mới nên cho xem khi trống; bàn này không cần.",
    zh="只有带孔的棋盘才值得拍空盘；这块棋盘不需要。",
)


class NotEmpty(GivenError):
    """A picture that cannot serve as that of the empty board."""


def empty_path(board: Board, *, simulated: bool = False) -> Path:
    """Where the picture of this machine's empty board is kept: beside its calibration."""
    return table_path(board).with_name(f"empty-{'simulated-' if simulated else ''}{board.name}.png")


def needs_none(board: Board) -> bool:
    """Whether the board has no holes, so that nobody need show it empty."""
    return board.medium is not Medium.HOLE


def taken(
    picture: "Picture",
    board: Board,
    known: "Calibration | None" = None,
    south: tuple[float, float] | None = None,
    *,
    sure: bool = False,
) -> "EmptyBoard":
    """The empty board in ``picture``, made small enough to be kept.

    ``known``: where the board lies as far as anybody knows; ``south``: a pixel near the point to call south; ``sure``:
    people say that it is empty. Raises BoardNotFound, and NotEmpty where pieces seem to lie there.
    """
    from firmware.seeing.whereabouts import south_of
    from vision.locate import locate, strayed
    from vision.look import EmptyBoard, look

    if needs_none(board):
        raise NotEmpty(NOT_NEEDED())
    there = None
    if known is not None and known.size == picture.shape[1::-1]:
        away = strayed(picture, board, known)
        there = known if away is not None and away < settings.STAYED else None
        south = south or south_of(board, known)
    if there is None:
        there = locate(picture, board, south)
    if not sure:
        seen = look(picture, board, there).places
        hidden = sum(one.token is None for one in seen.values())
        lying = [place for place, one in seen.items() if one.token not in (None, EMPTY)]
        if lying:
            more = ", …" if len(lying) > settings.PLACES_NAMED else ""
            raise NotEmpty(PIECES_THERE(places=", ".join(lying[: settings.PLACES_NAMED]) + more))
        if hidden >= settings.HIDING_PLACES:
            raise NotEmpty(HIDDEN(count=hidden))
    return smaller(EmptyBoard(picture, there))


def smaller(empty: "EmptyBoard") -> "EmptyBoard":
    """The same, its longer side no longer than is kept."""
    import cv2
    import numpy as np

    width, height = empty.calibration.size
    scale = settings.EMPTY_SIDE / max(width, height)
    if scale >= 1:
        return empty
    found = empty.calibration.enlarged(scale)
    picture = np.asarray(cv2.resize(empty.picture, found.size, interpolation=cv2.INTER_AREA), np.uint8)
    return replace(empty, picture=picture, calibration=found)


def keep(empty: "EmptyBoard", path: Path) -> None:
    """Keep the picture at ``path``, and beside it where the board lay. Raises OSError."""
    import cv2

    _, packed = cv2.imencode(".png", empty.picture)
    data = packed.tobytes()
    facts = {"picture": crc32(data), "calibration": empty.calibration.as_json()}
    write_whole(path, data)
    write_whole(path.with_suffix(".json"), (json.dumps(facts) + "\n").encode())


def kept(board: Board, *, simulated: bool = False) -> "EmptyBoard | None":
    """The picture of this machine's empty board; None where nobody showed it, or its files are damaged."""
    path = empty_path(board, simulated=simulated)
    with suppress(OSError, ValueError, KeyError, TypeError, RecursionError):
        data, facts = path.read_bytes(), json.loads(path.with_suffix(".json").read_text(encoding="utf-8"))
        if crc32(data) == facts["picture"]:
            import numpy as np

            from vision.calibration import Calibration
            from vision.look import EmptyBoard
            from vision.pictures import decode

            there = Calibration.from_json(facts["calibration"], board)
            return EmptyBoard(decode(np.frombuffer(data, np.uint8), str(path)), there)
    return None
