"""The camera's pictures for the page: packed seldom, small, and the same one for everybody."""

from collections.abc import Callable
from threading import Lock

import cv2
import numpy as np

from firmware.web import settings
from firmware.web.hub import Hub, Sight
from hardware.pictures import Picture
from hardware.ports import Frame
from rules.geometry import Board, PlaceId
from vision.pictures import narrowed


class Pictures:
    """Packs what the hub holds. May be called from several threads; each picture is packed once."""

    def __init__(self, hub: Hub, now: Callable[[], float]) -> None:
        self._hub = hub
        self._now = now
        self._lock = Lock()
        self._camera: tuple[Frame, float, bytes] | None = None
        self._seen: tuple[Sight, bytes] | None = None

    def camera(self) -> bytes | None:
        """The newest picture, as a JPEG; None before there is one."""
        with self._lock:
            frame, kept = self._hub.frame, self._camera
            if frame is None:
                return None
            if kept is not None and (kept[0] is frame or self._now() - kept[1] < settings.CAMERA_SECONDS):
                return kept[2]
            packed = jpeg(narrowed(frame.picture, settings.CAMERA_WIDTH))
            self._camera = (frame, self._now(), packed)
            return packed

    def seen(self) -> bytes | None:
        """The last careful picture with its reading drawn over it; None before there is one."""
        from vision.annotate import annotate

        with self._lock:
            sight, board = self._hub.sight, self._board()
            if sight is None or board is None:
                return None
            if self._seen is None or self._seen[0] is not sight:
                drawn = annotate(sight.frame.picture, board, sight.calibration, sight.evidence, worded=False)
                self._seen = (sight, jpeg(narrowed(drawn, settings.CAMERA_WIDTH)))
            return self._seen[1]

    def crop(self, place: str) -> bytes | None:
        """The last careful picture around ``place``; None where there is no such place or no picture."""
        sight, board = self._hub.sight, self._board()
        if sight is None or board is None or place not in board:
            return None
        return jpeg(around(sight, board, PlaceId(place)))

    def _board(self) -> Board | None:
        return self._hub.sitting.loop.state.game.board if self._hub.sitting else None


def around(sight: Sight, board: Board, place: PlaceId) -> Picture:
    """A square cut out of a picture around a place, what lies outside the picture being grey."""
    at = board[place]
    reach = settings.CROP_PITCHES
    ring = np.array([(at.x, at.y), (at.x + reach, at.y), (at.x, at.y + reach)])
    middle, east, north = sight.calibration.project(ring)
    half = max(float(np.linalg.norm(east - middle)), float(np.linalg.norm(north - middle)), 4.0)
    scale = settings.CROP_PIXELS / (2 * half)
    shift = settings.CROP_PIXELS / 2 - scale * middle
    way = np.array([[scale, 0, shift[0]], [0, scale, shift[1]]])
    size = (settings.CROP_PIXELS, settings.CROP_PIXELS)
    cut = cv2.warpAffine(sight.frame.picture, way, size, flags=cv2.INTER_LINEAR, borderValue=(96, 96, 96))
    return cut.astype(np.uint8)


def jpeg(picture: Picture) -> bytes:
    """A picture packed."""
    _, packed = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, settings.QUALITY])
    return packed.tobytes()
