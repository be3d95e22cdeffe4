"""A live camera in a thread of its own: only the newest picture counts, and a lost camera is opened again."""

from collections.abc import Callable
from contextlib import AbstractContextManager, suppress
from threading import Condition, Thread

from hardware.errors import CameraStopped, HardwareError, as_hardware_error
from hardware.ports import Camera, Clock, Frame
from hardware.settings import FRAME_DEADLINE, FROZEN_SECONDS, FROZEN_STEP, OPENING_SECONDS, REOPEN_SECONDS


class LiveCamera:
    """Takes pictures with the camera that ``opening`` opens, as long as it is not closed.

    The first opening happens in the constructor and raises its `HardwareError`; later losses are raised by `take` and
    mended by opening it again after a pause. ``pauses`` are seconds, the last one repeated; ``deadline`` is how long
    `take` waits.
    A ``patient`` one waits for its first opening too: what is not there when the machine starts may still come. While
    that opening lasts, `take` waits for ``first`` seconds.
    """

    def __init__(
        self,
        opening: Callable[[], Camera],
        clock: Clock,
        *,
        deadline: float = FRAME_DEADLINE,
        pauses: tuple[float, ...] = REOPEN_SECONDS,
        patient: bool = False,
        first: float = OPENING_SECONDS,
    ) -> None:
        self._opening = opening
        self._clock = clock
        self._deadline = deadline
        self._pauses = pauses
        self._news = Condition()
        self._newest: tuple[Frame, float] | None = None
        self._wanted = 0.0
        self._trouble: HardwareError | None = None
        self._given_up = False
        self._begins = patient
        self._first = first
        self._closed = False
        self._looks: tuple[bytes, float] = (b"", clock.now())
        self._camera: Camera | None = None
        if not patient:
            with _in_a_sentence():
                self._camera = opening()
        self._thread = Thread(target=self._work, name="camera", daemon=True)
        self._thread.start()

    def take(self, after: float = 0.0) -> Frame:
        """The newest picture that has not been given yet and began at ``after`` or later.

        Waits for it at most until the deadline, then raises `HardwareError`: a lost camera gets that long to return.
        After that it raises at once until there is a picture again: the caller has lamps and buttons to look after.
        """
        with self._news:
            self._wanted = max(self._wanted, after)
            if self._begins:
                self._news.wait_for(lambda: self._closed or not self._begins, self._first)
                self._begins = False
            patience = 0.0 if self._given_up else self._deadline + max(after - self._clock.now(), 0.0)
            self._news.wait_for(lambda: self._closed or self._given(after) or self._ended(), patience)
            if self._closed:
                raise CameraStopped("the camera was closed; open it again")
            if self._given(after):
                assert self._newest is not None  # noqa: S101 - `_given` has just looked
                frame, self._newest = self._newest[0], None
                return frame
            self._given_up = True
            if self._trouble:
                raise self._trouble
            raise HardwareError(f"no picture came for {self._deadline:.0f} seconds; check the camera's cable")

    def close(self) -> None:
        """Stop the thread and let the camera go. A read that hangs in the driver is left behind."""
        with self._news:
            self._closed = True
            self._news.notify_all()
        self._thread.join(self._deadline)

    def _given(self, after: float) -> bool:
        return self._newest is not None and self._newest[1] >= after

    def _ended(self) -> bool:
        return isinstance(self._trouble, CameraStopped)

    def _work(self) -> None:
        failures = 0
        while not self._closed:
            try:
                after = self._wanted
                frame = self._look(after)
            except CameraStopped as ended:
                self._lost(ended)
                return
            except HardwareError as trouble:
                self._lost(trouble)
                pause = self._pauses[min(failures, len(self._pauses) - 1)]
                failures += 1
                with self._news:
                    self._news.wait_for(lambda: self._closed, pause)
            else:
                failures = 0
                self._came(frame, after)
        self._let_go()

    def _look(self, after: float) -> Frame:
        """The next picture of a camera that may have to be opened first."""
        with _in_a_sentence():
            if self._camera is None:
                self._camera = self._opening()
            frame = self._camera.take(after)
            self._check_alive(frame)
            return frame

    def _check_alive(self, frame: Frame) -> None:
        """Raise `HardwareError` for a driver that gives one picture again and again."""
        now, thinned = self._clock.now(), frame.picture[::FROZEN_STEP, ::FROZEN_STEP]
        looks = thinned.tobytes()
        # In a dark room all is black, and in glaring light white, to the last bit: there noise has nowhere to show.
        if looks != self._looks[0] or thinned.min() == thinned.max():
            self._looks = looks, now
        elif now - self._looks[1] >= FROZEN_SECONDS:
            self._looks = b"", now
            raise HardwareError("the camera gives the same picture again and again; unplug it and plug it in again")

    def _came(self, frame: Frame, after: float) -> None:
        with self._news:
            self._trouble = None
            self._given_up = self._begins = False
            self._newest = frame, after
            self._news.notify_all()

    def _lost(self, trouble: HardwareError) -> None:
        self._let_go()
        with self._news:
            self._trouble = trouble
            self._begins = False
            self._newest = None
            self._news.notify_all()

    def _let_go(self) -> None:
        camera, self._camera = self._camera, None
        if camera is not None:
            with suppress(Exception):  # a driver that failed may fail at this too; it is opened anew all the same
                camera.close()


def _in_a_sentence() -> AbstractContextManager[None]:
    """Say in a `HardwareError` what a driver says in its own way; the table needs its eyes again, whatever it was."""
    return as_hardware_error(
        lambda error: (
            f"the camera's driver failed ({type(error).__name__}: {error}); unplug the camera and plug it in again"
        )
    )
