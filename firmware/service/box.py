"""The real table: camera, lamps and button opened, refereed until people stop, everything dark at the end."""

import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, replace
from functools import partial
from math import ceil, inf
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from firmware import settings
from firmware.events import Entry, Resume, Say
from firmware.keeper import Keeper
from firmware.kept.table_file import TableFile, known
from firmware.service.notify import notify, watchdog_seconds
from firmware.session import begin
from firmware.states import Finished, History, Paused
from firmware.words.voice import Speech, Voice
from hardware.buttons import Kind as PinKind
from hardware.buttons import Pins, open_pins
from hardware.cameras import is_folder, is_live, open_camera
from hardware.chain import least_wire
from hardware.clock import SystemClock
from hardware.colours import DARK
from hardware.errors import CameraStopped, HardwareError
from hardware.lights import Kind, LastingLights, NoLights, most_lamps, open_lights
from hardware.lights.lamps import Lamps, Order, least_milliamps
from hardware.ports import Button, Camera, Clock, Knob
from hardware.settings import BUDGET_MILLIAMPS, BUTTON_PIN
from hardware.sound import open_sound
from rules.geometry import Board, PlaceId
from rules.words import Language, Message, Reason

if TYPE_CHECKING:  # a table without a page loads nothing of it
    from firmware.follow import Guide
    from firmware.loop import Loop
    from firmware.seeing.eyes import Eyes
    from firmware.web.hub import Hub


TOO_LITTLE_CURRENT = Message(
    "too-little-current",
    en="The {count} lamps of this board need {needed} mA, and here they may draw {budget} mA; please choose a smaller "
    "board, or give the lamps a stronger supply (--lamp-budget).",
    fr="Les {count} lampes de ce plateau demandent {needed} mA, et n’en ont ici que {budget} ; choisissez un plateau "
    "plus petit, ou donnez aux lampes une alimentation plus forte (--lamp-budget).",
    de="Die {count} Lampen dieses Bretts brauchen {needed} mA und haben hier {budget} mA; bitte ein kleineres Brett "
    "wählen, oder den Lampen ein stärkeres Netzteil geben (--lamp-budget).",
    vi="{count} đèn của bàn cờ này cần {needed} mA, mà ở đây chỉ có {budget} mA; hãy chọn bàn cờ nhỏ hơn, hoặc dùng "
    "nguồn mạnh hơn cho đèn (--lamp-budget).",
    zh="这个棋盘的 {count} 盏灯需要 {needed} mA，这里只有 {budget} mA；"
    "请选小一些的棋盘，或给灯换更强的电源（--lamp-budget）。",
)
LAMPS_STAY_DARK = Message(
    "lamps-stay-dark",
    en="Until then they stay dark; the game goes on without them.",
    fr="D’ici là, elles restent éteintes ; la partie continue sans elles.",
    de="Bis dahin bleiben sie dunkel; das Spiel geht ohne sie weiter.",
    vi="Cho đến lúc đó đèn không sáng; ván cờ vẫn tiếp tục.",
    zh="在此之前灯不亮；对局照常进行。",
)

TROUBLE = frozenset({"lamps-lost", "no-evidence", "button", "advice"})
"""Kinds of entries that go into the service's log."""


@dataclass(frozen=True)
class Fittings:
    """What stands at this table. ``lights`` None: no lamps. GPIO numbers of a ``second_button``, and of a ``knob``.
    ``brightness`` of the lamps, 0 to 1; None: as the room's light asks for. ``pins``: what reads them, see
    `hardware.buttons`; ``pins_host``: the machine where that is, None: this one.

    ``patient``, as for a service: what is not there yet may come. Camera and lamps are waited for while the game goes
    on; without a button a still table ends the turn.
    """

    camera: str = "csi"
    lights: Kind | None = "spi"
    order: Order = "GRB"
    budget: float = BUDGET_MILLIAMPS
    brightness: float | None = None
    button: bool = True
    second_button: int | None = None
    knob: tuple[int, int, int] | None = None
    pins: PinKind = "lgpio"
    pins_host: str | None = None
    patient: bool = False

    def chain(self, count: int) -> Lamps:
        """What ``count`` lamps draw and how they list their colours. Raises `HardwareError` for too small a budget."""
        return Lamps(count, self.order, budget=self.budget)

    def refusal(self, board: Board) -> Reason | None:
        """Why no game can be played on ``board`` here: its lamps ask for more than the budget. None: it can."""
        return self.too_little(len(known(board).chain or board.places)) if self.lights else None

    def too_little(self, count: int) -> Reason | None:
        """What is said where the budget is too little for ``count`` lamps; None where it is not."""
        needed = least_milliamps(count, self.order)
        if self.lights is None or needed <= self.budget:
            return None
        return TOO_LITTLE_CURRENT(count=count, needed=ceil(needed), budget=f"{self.budget:g}")

    def open_lamps(self, count: int, clock: Clock) -> LastingLights | NoLights:
        """A chain of ``count`` lamps, dark, opened again when its port was away. Raises `HardwareError`."""
        kind = self.lights
        if kind is None:
            return NoLights()
        lamps = self.chain(count)
        lights = LastingLights(lambda: open_lights(kind, lamps, clock), clock, patient=self.patient)
        lights.dim(1.0 if self.brightness is None else self.brightness)
        return lights


class Closable(Protocol):
    """What has to be let go."""

    def close(self) -> None:
        """Let it go."""


T = TypeVar("T", bound=Closable)


@dataclass(frozen=True)
class Controls:
    """What people press and turn: one button or two, and a knob with its push switch."""

    buttons: tuple[Button, ...] = ()
    knob: tuple[Knob, Button] | None = None

    def heard(self) -> "Controls":
        """Those that still answer: pins behind a connection may have been lost in the game before."""
        knob = self.knob if self.knob is not None and self.knob[1].trouble is None else None
        return Controls(tuple(button for button in self.buttons if button.trouble is None), knob)


class Box:
    """A real table, which games are played at one after the other. Made by `open_box`.

    Its buttons are opened once, for pin libraries do not like to be opened again.
    """

    def __init__(
        self,
        fittings: Fittings,
        clock: Clock,
        controls: Controls,
        stood: Callable[[], None] = lambda: None,
        heed: Callable[[], None] = lambda: None,
    ) -> None:
        self.fittings = fittings
        self._stood = stood
        self._heed = heed
        self._clock = clock
        self._controls = controls
        self._waited: tuple[str, float] = "", -inf
        self._eyes: Eyes | None = None
        self._where: dict[str, Any] | None = None

    def referee(
        self,
        history: History,
        keeper: Keeper,
        language: Language,
        *,
        hub: "Hub | None" = None,
        record: Path | None = None,
        guide: "Guide | None" = None,
        stays: bool = False,
        said: Sequence[Reason] = (),
    ) -> str | None:
        """Referee one game; what people want then. Raises `HardwareError` for what cannot be opened.

        ``hub`` follows the game in ``record``. With a button, or where it ``stays`` (there is a page), people look at
        the end of the game until they ask for a new one. ``guide``: a recorded game is played again.
        ``said``: what people hear first.
        """
        clock = self._clock
        self._controls = self._controls.heard()
        state, effects = begin(history, press="button" if self._controls.buttons else "still")
        board = state.game.board
        table = known(board)
        chain = table.chain or least_wire(board)
        fittings, of_lamps = self._fittings_for(len(chain))
        with ExitStack() as open_things:
            lamps = self._open_lamps(fittings, len(chain))
            open_things.callback(lamps.close)
            with suppress(HardwareError):  # the loop says it, tries again, and goes on without them
                lamps.show(starting(board, chain))
            # OpenCV takes seconds on a small machine, so people see a light before it comes.
            import cv2

            from firmware.loop import Loop

            cv2.setNumThreads(settings.OPENCV_THREADS)
            eye = self._open_camera()
            open_things.callback(eye.close)
            if is_live(self.fittings.camera):  # all was there once: what goes between two games may come again
                self.fittings = replace(self.fittings, patient=True)
            speech = Speech(open_sound(language))
            loop = Loop(
                state,
                self._eyes_on(board, table),
                eye,
                lamps,
                clock,
                chain=chain,
                keeper=keeper,
                say=Voice(speech.hear, clock, language, state.match.players).say,
                followers=[log_trouble],
                recorded=self._recorded,
                dim=lamps.dim if isinstance(lamps, LastingLights) and self.fittings.brightness is None else None,
            )
            open_things.callback(loop.forget)
            loop.watch(*self._controls.buttons)
            if self._controls.knob is not None:
                loop.watch_knob(*self._controls.knob)
            if hub is not None:
                hub.attach(loop, record=record, guide=guide, refusal=fittings.refusal)
            elif guide is not None:
                guide.lead(loop)
            loop.begin((*effects, *map(Say, (*of_lamps, *said))))
            loop.stay = stays or bool(self._controls.buttons)
            loop.ends = not stays and not self.fittings.patient
            try:
                self._run(loop, speech, hub, stays=stays)
            except KeyboardInterrupt:
                notify("STOPPING=1")
                lamps.close()  # before the camera, which may take its time
                raise KeyboardInterrupt("stopped; the game can be taken up again") from None
            except CameraStopped as end:
                print(f"{end}; the game can be taken up again", file=sys.stderr)
                return None
            return loop.then

    @property
    def _recorded(self) -> bool:
        """Whether the pictures come to an end; a service goes on without them: for it they stand for a camera."""
        return not is_live(self.fittings.camera) and not self.fittings.patient

    def _eyes_on(self, board: Board, table: TableFile) -> "Eyes":
        """Eyes for ``board`` where ``table`` has it; those of the game before, where that lay there as well."""
        from firmware.seeing.empty_board import kept
        from firmware.seeing.eyes import Eyes

        where = table.calibration.as_json() if table.calibration else None
        if self._eyes is not None and self._eyes.board == board and where == self._where:
            # The next game is played at the same table: nobody waits until it is found again.
            self._eyes = self._eyes.again()
        else:
            self._eyes = Eyes(
                board,
                calibration=table.calibration,
                sparse=self._recorded and is_folder(self.fittings.camera),
                unasked=self._recorded and not self._controls.buttons,
                empty=kept(board),
            )
        self._where = where
        return self._eyes

    def _run(self, loop: "Loop", speech: Speech, hub: "Hub | None", *, stays: bool) -> None:
        """Let the table work until people want something; the service manager hears of it."""
        patience, fed = watchdog_seconds() or inf, self._clock.now()
        self._stood()
        notify("READY=1", "STATUS=refereeing")
        while loop.then is None:
            loop.turn()
            if loop.stay and not stays and loop.state.press == "still":
                loop.stay = False  # nobody can ask for the next game any more, or end a pause
                match loop.state.at_rest():
                    case Finished():
                        loop.then = loop.then or "over"
                    case Paused():
                        loop.put(Resume(self._clock.now(), by="button"))
            self._heed()
            speech.end_turn()
            if hub is not None:
                hub.look(loop)
            # Fed by the loop's own progress: a loop that hangs is restarted.
            if self._clock.now() - fed >= patience / settings.WATCHDOG_TIMES:
                fed = self._clock.now()
                notify("WATCHDOG=1")

    def wait(self, why: Reason, language: Language) -> None:
        """Say ``why`` there is no game yet, seldom again, and let a moment pass; the service manager hears we live."""
        text, now = why.text(language), self._clock.now()
        if text != self._waited[0] or now - self._waited[1] >= settings.WAIT_SAID_SECONDS:
            self._waited = text, now
            speech = Speech(open_sound(language))
            speech.hear(text)
            speech.end_turn()
        notify("READY=1", "STATUS=waiting", "WATCHDOG=1")
        self._clock.sleep(settings.WAIT_SECONDS)
        self._heed()

    def _fittings_for(self, count: int) -> tuple[Fittings, tuple[Reason, ...]]:
        """What stands at the table in a game over ``count`` lamps, and what people hear of it.

        Lamps that ask for more current than there is stay dark where people are patient: a game needs eyes, not lamps.
        """
        too_little = self.fittings.too_little(count)
        if too_little is None or not self.fittings.patient:
            return self.fittings, ()
        with suppress(HardwareError):  # lamps keep what they showed last, and their port may not be there yet
            darken(self.fittings)
        return replace(self.fittings, lights=None), (too_little, LAMPS_STAY_DARK())

    def _open_lamps(self, fittings: Fittings, count: int) -> LastingLights | NoLights:
        with _saying_what_helps(fittings, self._clock, "--lights none"):
            return fittings.open_lamps(count, self._clock)

    def _open_camera(self) -> Camera:
        with _saying_what_helps(self.fittings, self._clock):
            return open_camera(self.fittings.camera, self._clock, patient=self.fittings.patient)


def log_trouble(entry: Entry) -> None:
    """Write what players need not hear, and whoever mends the table wants to know, where the service's log is."""
    if entry.kind in TROUBLE:
        print(f"{entry.kind}: {', '.join(str(fact) for fact in entry.data.values())}", file=sys.stderr, flush=True)


def starting(board: Board, chain: tuple[PlaceId | None, ...]) -> list[tuple[int, int, int]]:
    """What the lamps show before there are eyes: the corners, dimly."""
    red, green, blue = (round(part * settings.QUIET_LEVEL) for part in settings.WHITE)
    corners = set(board.corners.values())
    return [(red, green, blue) if place in corners else DARK for place in chain]


@contextmanager
def open_box(fittings: Fittings, stood: Callable[[], None] = lambda: None) -> Iterator[Box]:
    """The table with these ``fittings``, as long as this lasts; SIGTERM ends it. Raises `HardwareError`.

    ``stood`` is called when a game is refereed there.
    """
    clock = SystemClock()
    with stopping() as heed, ExitStack() as opened:
        with _saying_what_helps(fittings, clock, "--no-button"):
            controls = opened.enter_context(
                open_controls(fittings, partial(open_pins, fittings.pins, fittings.pins_host, clock))
            )
        yield Box(fittings, clock, controls, stood, heed)


@contextmanager
def open_controls(fittings: Fittings, opening: Callable[[], Pins]) -> Iterator[Controls]:
    """What people press and turn, on the pins that ``opening`` gives, as long as this lasts.

    Raises `HardwareError` for what cannot be opened; the patient say it and do without.
    """
    buttons: list[Button] = []
    knob: tuple[Knob, Button] | None = None
    with ExitStack() as opened:

        def keep(thing: T) -> T:
            opened.callback(thing.close)
            return thing

        with _patiently(fittings, "a still table ends the turn"):
            pins = keep(opening()) if fittings.button or fittings.knob else None
            if pins is not None and fittings.button:
                buttons.append(keep(pins.button(BUTTON_PIN)))
            if pins is not None and buttons and fittings.second_button is not None:
                with _patiently(fittings, "both players share the other button"):
                    buttons.append(keep(pins.button(fittings.second_button)))
            if pins is not None and fittings.knob is not None:
                with _patiently(fittings, "there is no knob"):
                    a, b, push = fittings.knob
                    knob = keep(pins.knob(a, b)), keep(pins.button(push))
        yield Controls(tuple(buttons), knob)


@contextmanager
def _saying_what_helps(fittings: Fittings, clock: Clock, *words: str) -> Iterator[None]:
    """Say how to play where something is missing: with these ``words``, or at the simulated table.

    Where the camera is missing too, that is what is said, for nothing goes on without one; who is patient waits for it.
    """
    try:
        yield
    except HardwareError as error:
        missing, helps = error, [f"without it: {word}" for word in words]
        try:
            if not fittings.patient:
                open_camera(fittings.camera, clock).close()
        except HardwareError as worse:
            missing, helps = worse, []
        told = "; ".join([str(missing), *helps, "without any table: hopsight play --simulated"])
        raise type(missing)(told) from error


@contextmanager
def _patiently(fittings: Fittings, without: str) -> Iterator[None]:
    """Let a `HardwareError` pass, or only be said where people are patient: what there is ``without`` it."""
    try:
        yield
    except HardwareError as error:
        if not fittings.patient:
            raise
        print(f"{error}; until then {without}", file=sys.stderr, flush=True)


@contextmanager
def stopping() -> Iterator[Callable[[], None]]:
    """Let SIGTERM, and a line that is hung up, do what Ctrl-C does, a `KeyboardInterrupt`: lamps dark, record closed.

    Where it comes while Python cleans up after itself (a finalizer, an import) the exception is ignored: what is
    yielded raises it once more, whenever it is called after such a signal.
    """
    told = False

    def stop(*_: object) -> None:
        nonlocal told
        told = True
        raise KeyboardInterrupt

    def heed() -> None:
        if told:
            raise KeyboardInterrupt

    before = {number: signal.signal(number, stop) for number in (signal.SIGTERM, signal.SIGHUP)}
    try:
        yield heed
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def darken(fittings: Fittings) -> None:
    """All lamps off, whoever lit them and however many there are. Raises `HardwareError`."""
    count = most_lamps(fittings.lights, fittings.order) if fittings.lights else 0
    # Data for lamps that are not there leaves the chain at its end, and dark lamps draw on no budget.
    replace(fittings, budget=inf, patient=False).open_lamps(count, SystemClock()).close()
