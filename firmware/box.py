"""The real table: camera, lamps and button opened, refereed until people stop, everything dark at the end."""

import signal
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING

from firmware import settings
from firmware.eyes import Eyes
from firmware.keeper import Keeper
from firmware.loop import Loop
from firmware.notify import notify
from firmware.session import begin
from firmware.states import Ply
from firmware.table_file import known
from firmware.voice import Voice
from hardware.buttons import open_button
from hardware.cameras import open_camera
from hardware.chain import least_wire
from hardware.clock import SystemClock
from hardware.errors import HardwareError
from hardware.lamps import Lamps
from hardware.lights import Kind, open_lights
from hardware.nothing import NoLights
from hardware.ports import Button, Camera, Lights
from hardware.sound import open_sound
from rules.words import Language

if TYPE_CHECKING:  # a table without a page loads nothing of it
    from firmware.web.hub import Hub


class Stopped(Exception):
    """The service manager or a person asks the program to stop."""


def run_box(
    history: tuple[Ply, ...],
    keeper: Keeper,
    language: Language,
    *,
    camera: str,
    lights: Kind | None,
    button: bool,
    hub: "Hub | None" = None,
    record: Path | None = None,
) -> str | None:
    """Referee one game at the real table; what people want then. Raises `HardwareError` for what cannot be opened.

    ``hub``: the page that follows the game in ``record``; people then look at its end until they ask for a new one.
    """
    clock = SystemClock()
    state, effects = begin(history, press="button" if button else "still")
    table = known(state.game.board)
    chain = table.chain or least_wire(state.game.board)
    with ExitStack() as open_things, stopping():
        lamps: Lights = open_lights(lights, Lamps(len(chain)), clock) if lights else NoLights()
        open_things.callback(lamps.close)
        pin: Button | None = open_button(clock=clock) if button else None
        if pin is not None:
            open_things.callback(pin.close)
        eye: Camera = open_camera(camera, clock)
        open_things.callback(eye.close)
        sound = open_sound(language)

        def hear(line: str) -> None:
            print(line, flush=True)
            sound.say(line)

        voice = Voice(hear, clock, language)
        loop = Loop(
            state,
            Eyes(state.game.board, calibration=table.calibration),
            eye,
            lamps,
            clock,
            chain=chain,
            keeper=keeper,
            say=voice.say,
        )
        if pin is not None:
            loop.watch(pin)
        if hub is not None:
            hub.attach(loop, record=record)
        loop.begin(effects)
        notify("READY=1", "STATUS=refereeing")
        fed = clock.now()
        try:
            while loop.then is None or (hub is not None and loop.then == "over"):
                loop.turn()
                if hub is not None:
                    hub.look(loop)
                # Fed by the loop's own progress: a loop that hangs is restarted.
                if clock.now() - fed >= settings.WATCHDOG_SECONDS:
                    fed = clock.now()
                    notify("WATCHDOG=1")
        except Stopped:
            print("stopped; the game can be taken up again", file=sys.stderr)
        notify("STOPPING=1")
        return loop.then


@contextmanager
def stopping() -> Iterator[None]:
    """Let SIGTERM end the table as a person would: lamps dark, record closed."""

    def stop(number: int, frame: FrameType | None) -> None:  # noqa: ARG001 - the signature is the system's
        raise Stopped

    before = signal.signal(signal.SIGTERM, stop)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def darken(lights: Kind, count: int) -> None:
    """All lamps off, whoever lit them. Raises `HardwareError`."""
    open_lights(lights, Lamps(count), SystemClock()).close()


__all__ = ["HardwareError", "darken", "run_box"]
