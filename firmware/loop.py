"""One queue, one consumer: events go through `step`, effects are carried out in their order.

Camera, button, keyboard and page only put events into the queue, from whatever thread; everything else happens in the
thread that calls `turn`. Where nothing is due, a turn costs one small look at the newest picture.
"""

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import CancelledError, Future
from contextlib import suppress
from dataclasses import replace
from functools import partial
from math import inf
from queue import Empty, SimpleQueue
from typing import Any, TypeVar

from firmware import settings
from firmware.events import (
    CameraBack,
    CameraLost,
    Clicked,
    Command,
    Effect,
    Entry,
    Event,
    Finish,
    Held,
    Light,
    Look,
    Note,
    Pressed,
    Record,
    Say,
    Seen,
    StoreEvidence,
    Then,
    Ticked,
    Turned,
)
from firmware.fingers import BUTTON_LOST, BUTTON_STUCK, Finger, Meant
from firmware.journal import JournalError
from firmware.keeper import Keeper, NoKeeper
from firmware.other_start import OtherStart
from firmware.overlay import Chain, Overlay, frame, is_moving
from firmware.seeing.eyes import Eyes, Lit
from firmware.seeing.whereabouts import called_after
from firmware.session import step
from firmware.states import Finished, Looking, State
from firmware.words.no_button import fitting
from hardware.ambient import Ambient, follow, room_light
from hardware.colours import DARK, Colour
from hardware.errors import CameraStopped, HardwareError
from hardware.ports import Button, Camera, Clock, Frame, Knob, Lights
from hardware.press import Press
from rules.geometry import PlaceId
from rules.words import Message, Reason
from vision.calm import calm

T = TypeVar("T")

NOT_RECORDED = Message(
    "loop-not-recorded",
    en="This was not accepted, since it cannot be recorded: {why}.",
    fr="Ceci n’a pas été accepté, faute de pouvoir l’enregistrer : {why}.",
    de="Das wurde nicht angenommen, denn es lässt sich nicht aufzeichnen: {why}.",
    vi="Chưa được chấp nhận vì không ghi lại được: {why}.",
    zh="未被接受，因为无法记录：{why}。",
)
LAMPS_LOST = Message(
    "loop-lamps-lost",
    en="The lamps do not answer; the game goes on without them.",
    fr="Les lampes ne répondent plus ; la partie continue sans elles.",
    de="Die Lampen antworten nicht; das Spiel geht ohne sie weiter.",
    vi="Đèn không phản hồi; ván cờ vẫn tiếp tục.",
    zh="灯没有反应；对局照常进行。",
)
LAMPS_BACK = Message(
    "loop-lamps-back",
    en="The lamps are back.",
    fr="Les lampes sont revenues.",
    de="Die Lampen sind wieder da.",
    vi="Đèn đã hoạt động lại.",
    zh="灯恢复了。",
)


class Loop:
    """The table at work.

    ``recorded``: the pictures were taken before (a folder, a video), so the careful picture is the one at hand.
    ``followers`` are told every entry, recorded or not; ``say`` words what the players should hear; ``tint`` may
    change what the lamps say; ``dim`` is told how bright they should be in this room. Where people ``stay`` at the end
    of the game, ``then`` tells only what they ask for, from whatever thread: the end alone is none. Where it ``ends``
    with its pictures, `turn` raises `CameraStopped` after the last; otherwise people may go on without. While it is
    ``refusing``, what is said only tells why nothing came of a command. ``other_start`` is None where somebody else
    tells that pieces lie as for another start.
    """

    def __init__(
        self,
        state: State,
        eyes: Eyes,
        camera: Camera,
        lights: Lights,
        clock: Clock,
        *,
        chain: Chain,
        keeper: Keeper | None = None,
        say: Callable[[Reason], None] = lambda _: None,
        followers: Sequence[Callable[[Entry], None]] = (),
        recorded: bool = False,
        dim: Callable[[float], None] | None = None,
    ) -> None:
        self.state = state
        self.eyes = eyes
        self.camera = camera
        self.lights = lights
        self.clock = clock
        self.chain = chain
        self.keeper = keeper or NoKeeper()
        self.say = say
        self.followers = list(followers)
        self.recorded = recorded
        self.refusing = False
        self.then: Then | None = None
        self.stay = False
        self.ends = False
        self.other_start: OtherStart | None = OtherStart(patient=not recorded)
        self.tint: Callable[[State, Overlay], Overlay] | None = None
        self.overlay: Overlay = {}
        self._plain: Overlay = {}
        self.frame: Frame | None = None
        self._blind = False
        self._missed = -inf
        self._unlit = False
        self._forgotten = False
        self._fingers: list[Finger] = []
        self._advised: Reason | None = None
        self._dim = dim
        self._ambient = Ambient()
        self._queue: SimpleQueue[Event] = SimpleQueue()
        self._wanted: SimpleQueue[tuple[Callable[[], Any], Future[Any]]] = SimpleQueue()
        self._shown: list[Colour] | None = None
        self._shone: dict[int, tuple[Colour, float]] = {}
        self._switched: dict[int, float] = {}
        self._ticked = clock.now()

    def put(self, event: Event) -> None:
        """Let ``event`` be handled in the next turn; may be called from any thread."""
        self._queue.put(event)

    def between(self, action: Callable[[], T]) -> Future[T]:
        """Let ``action`` be done between two turns, when nobody else uses camera, lamps and table; from any thread.

        Whoever waits hears what came of it, errors too; all but `HardwareError` and ValueError end the loop as well.
        After the last turn it is cancelled at once.
        """
        done: Future[T] = Future()
        self._wanted.put((action, done))
        if self._forgotten:  # asked only now: whoever forgets at this moment finds what has just been put there
            self.forget()
        return done

    def forget(self) -> None:
        """There are no more turns: whoever waits for something between two hears that nothing comes of it."""
        self._forgotten = True
        for _, done in self._asked():
            done.cancel()

    def _asked(self) -> Iterator[tuple[Callable[[], Any], Future[Any]]]:
        """What was asked for and not done yet; at the end several threads take it, and none may wait for more."""
        with suppress(Empty):
            while True:
                yield self._wanted.get_nowait()

    def watch(self, *buttons: Button) -> None:
        """Listen to the turn button; of two buttons each is one of two players', in the order of the seats."""
        seats = self.state.game.seats
        for number, button in enumerate(buttons):
            owner = seats[number] if len(buttons) == len(seats) == 2 else None
            self._listen(button, partial(Pressed, seat=owner), Held)

    def watch_knob(self, knob: Knob, push: Button) -> None:
        """Listen to the knob of the menu, and to its push switch."""
        knob.watch(lambda steps, at: self.put(Turned(at, steps)))
        self._listen(push, Clicked, Clicked)

    def _listen(self, button: Button, short: Meant, long: Meant) -> None:
        self._fingers.append(Finger(button, self.clock.now(), short, long))

    def begin(self, effects: Sequence[Effect]) -> None:
        """Carry out the effects that the session began with."""
        self._carry_out(effects)

    def turn(self) -> None:
        """Take one picture, hear what happened, answer it, and let the lamps go on."""
        try:
            frame = self.camera.take()
        except HardwareError as error:
            if self.ends and isinstance(error, CameraStopped):
                raise
            if self.clock.now() - self._missed >= settings.CAMERA_RETRY_SECONDS:
                self._missed = self.clock.now()
                self._lost(error)
            self.clock.sleep(settings.BLIND_SECONDS)  # lamps go on blinking, and buttons are heard
        else:
            self.frame = frame
            if self._blind:
                self._blind = False
                self.handle(CameraBack(frame.at))
            for event in self.eyes.glance(frame, self._lit(frame), self._switched_during(frame)):
                self.handle(event)
        self.hear()
        now = self.clock.now()
        if self.other_start is not None and (other := self.other_start.news(self.state, self.eyes, now)):
            self.say(other)
        if now - self._ticked >= settings.TICK_SECONDS:
            self._ticked = now
            self._shown = None  # sent again: a lamp that caught a spike, or a port that failed, heals
            self._follow_the_light(now)
            self.handle(Ticked(now))
        self.light()

    def _follow_the_light(self, now: float) -> None:
        if self._dim is not None and self.frame is not None and not self._blind:
            self._ambient = follow(self._ambient, room_light(self.frame), now)
            self._dim(self._ambient.brightness)

    def careful_picture(self, *, still: bool = False) -> Frame:
        """A picture begun after this moment; the lamps are dark for as long as it takes. Called between two turns.

        ``still``: nothing seems to move, so that the mean of several tells more. Where all pictures were taken before,
        the one at hand. Raises `HardwareError`.
        """
        if self.recorded and self.frame is not None:
            return self.frame
        self._show([DARK] * len(self.chain))
        try:
            series = self._series()
            first = next(series)
            return replace(first, picture=calm(first.picture, (one.picture for one in series))) if still else first
        finally:
            self._shown = None
            self.light()

    def _series(self) -> Iterator[Frame]:
        """Pictures begun one after another from this moment on, as many as make a calm one."""
        after = self.clock.now() + settings.LAMPS_OUT_SECONDS
        until = after + settings.CALM_SECONDS
        for _ in range(settings.CALM_PICTURES):
            frame = self.camera.take(after)
            yield frame
            after = frame.at
            if after > until:
                return

    def hear(self) -> None:
        """Do what was wanted between two turns; answer every press and every event in the queue."""
        for action, done in self._asked():
            if done.set_running_or_notify_cancel():
                try:
                    done.set_result(action())
                except BaseException as error:
                    # Who is told to stop meanwhile leaves nobody waiting, and nobody else stops for it.
                    done.set_exception(error if isinstance(error, Exception) else CancelledError())
                    if not isinstance(error, HardwareError | ValueError):
                        raise
                self._shown = None
        if trouble := next((found for finger in self._fingers if (found := finger.trouble)), None):
            self._give_up_buttons(trouble)
        for finger in self._fingers:
            self._hear_button(finger)
        while not self._queue.empty():  # nobody else takes events
            self.handle(self._queue.get())

    def _hear_button(self, finger: Finger) -> None:
        """Queue what a button's edges mean by now."""
        for one in finger.happened(self.clock.now()):
            match one.press:
                case Press.SHORT:
                    self.put(finger.short(one.at))
                case Press.LONG:
                    self.put(finger.long(one.at))
                case _:
                    # Held since the start, stuck, released: told, and no press at all.
                    self._tell(Entry("button", one.at, {"what": str(one.press)}))
                    if one.press is not Press.RELEASED:
                        self.say(BUTTON_STUCK())

    def _give_up_buttons(self, trouble: HardwareError) -> None:
        """Nobody is heard who presses: a table that lies still ends the turn. All buttons hang on the same pins."""
        self._fingers.clear()
        self.state = replace(self.state, press="still")
        self.eyes.tell_again()
        self._tell(Entry("button", self.clock.now(), {"what": "lost", "why": str(trouble)}))
        self.say(BUTTON_LOST())

    def handle(self, event: Event) -> None:
        """Answer one event. What cannot be recorded has not happened: it is said, and nothing changes."""
        if isinstance(event, Pressed | Held):
            self._tell(Entry("pressed", event.at, {"long": isinstance(event, Held)}))
        after, effects = step(self.state, event)
        entries = [effect.entry for effect in effects if isinstance(effect, Record)]
        if entries:
            try:
                self.keeper.record(entries)
            except JournalError as error:
                self.say(NOT_RECORDED(why=error))
                if isinstance(self.state.phase, Looking):
                    # The picture is used up: nobody waits for it any more, and the next press is heard at once.
                    self.state = self.state.now(self.state.at_rest())
                return
        insisted = self._insisted
        self.state = after
        if self.then == "over" and not isinstance(after.at_rest(), Finished):
            self.then = None  # the end was taken back
        self.refusing = isinstance(event, Command) and not entries
        self._carry_out(effects)
        self.refusing = False
        self.retint(self.tint)
        # Lamps and voice answer first; learning takes longer than reading. What is read next knows what was learnt.
        if isinstance(event, Seen):
            self.eyes.learn(self.state, trust=insisted)
        if any(isinstance(effect, Look) for effect in effects):
            self._look()

    def retint(self, tint: Callable[[State, Overlay], Overlay] | None) -> None:
        """Let ``tint`` change what the lamps say from now on."""
        self.tint = tint
        if tint is not None and (tinted := tint(self.state, self._plain)) != self.overlay:
            self._relight(tinted)

    def _relight(self, overlay: Overlay) -> None:
        self.overlay = overlay
        self._shown = None
        self.light()

    def found_lamps(self, chain: Chain) -> None:
        """The lamps lie under the places that ``chain`` names, as the board is called now."""
        self.chain, self.eyes.turned = chain, 0

    @property
    def _called(self) -> Chain:
        """The place over each lamp as the game calls it: the sets may lie before other points than named."""
        return called_after(tuple(self.chain), self.state.game.board, self.eyes.turned)

    def light(self) -> None:
        """Show the overlay as it is at this moment, if the lamps change."""
        if self._shown is None or is_moving(self.overlay):
            self._show(frame(self.overlay, self.clock.now(), self._called))

    def _carry_out(self, effects: Sequence[Effect]) -> None:
        for effect in effects:
            match effect:
                case Record(entry) | Note(entry):
                    self._tell(entry)
                case StoreEvidence(name):
                    self._store(name)
                case Light(overlay):
                    self._plain = overlay
                    self._relight(overlay)
                case Say(reason):
                    self.say(fitting(reason, self.state.press))
                case Finish("over") if self.stay:
                    pass
                case Finish(then) if then != "over" or self.then is None:  # what people asked for outlasts the end
                    self.then = then

    def _store(self, name: str) -> None:
        """Keep the picture of a doubtful table; a game does not end because there is no room for it."""
        drawn = self.eyes.drawn()
        if drawn is not None:
            try:
                self.keeper.store(name, drawn)
            except JournalError as error:
                self._tell(Entry("no-evidence", self.clock.now(), {"evidence": name, "why": str(error)}))

    def _tell(self, entry: Entry) -> None:
        for follower in self.followers:
            follower(entry)

    def _look(self) -> None:
        """Take the careful picture and answer with what it shows; a calmer one where that leaves doubts."""
        new = self.eyes.reader is None
        try:
            seen = self._study(self.careful_picture(still=new))
            if self.eyes.in_doubt and not new and not self.recorded:
                seen = self._study(self.careful_picture(still=True))
        except HardwareError as error:
            self._lost(error)
            return
        self.put(seen)
        if self.eyes.lessons.advice != self._advised:
            self._advised = self.eyes.lessons.advice
            if self._advised is not None:
                self._tell(Entry("advice", seen.at, {"what": str(self._advised)}))
                self.say(self._advised)

    def _study(self, frame: Frame) -> Event:
        """Read a careful picture; what it shows."""
        self.frame = frame
        view = self.state.game.view(self.state.position)
        # None shines in a careful picture, unless the lamps do not answer.
        lit = self._lit(frame) if self._unlit and not self.recorded else {}
        return self.eyes.study(frame, view, trust=self._insisted, lit=lit)

    @property
    def _insisted(self) -> bool:
        """Whether the picture is taken because people insist on what lies there."""
        phase = self.state.phase
        return isinstance(phase, Looking) and phase.purpose == "hold"

    def _lost(self, error: HardwareError) -> None:
        """Tell the session that there are no pictures; what it waited for is to be seen again when they are back."""
        self._blind = True
        self.eyes.tell_again()
        self.put(CameraLost(self.clock.now(), str(error)))

    def _lit(self, frame: Frame) -> Lit:
        """The lamps that shine now, or did at any time since the exposure of ``frame`` may have begun.

        Lamps that do not answer may stay as they were. Pictures that were taken before have a time of their own: in
        them those may shine that should.
        """
        if self.recorded:
            return {place: glow.colour for place, glow in self.overlay.items()}
        began = _began(frame)
        called = self._called
        shone = ((called[lamp], colour) for lamp, (colour, until) in self._shone.items() if until >= began)
        return {place: colour for place, colour in shone if place is not None}

    def _switched_during(self, frame: Frame) -> frozenset[PlaceId]:
        """The lamps that went on or out while ``frame`` may have been exposed; of recorded ones nobody knows."""
        if self.recorded:
            return frozenset()
        began = _began(frame)
        called = self._called
        switched = (called[lamp] for lamp, at in self._switched.items() if began <= at < frame.at)
        return frozenset(place for place in switched if place is not None)

    def _show(self, colours: list[Colour]) -> None:
        if colours == self._shown:
            return
        self._shown = colours
        try:
            self.lights.show(colours)
        except HardwareError as error:
            # A game needs eyes, not lamps: it is said once, and tried again with the next tick.
            if not self._unlit:
                self._unlit = True
                self._tell(Entry("lamps-lost", self.clock.now(), {"why": str(error)}))
                self.say(LAMPS_LOST())
            return
        if self._unlit:
            self._unlit = False
            self._tell(Entry("lamps-back", self.clock.now()))
            self.say(LAMPS_BACK())
        self._remember(colours)

    def _remember(self, colours: Sequence[Colour]) -> None:
        """In which colour and until when every lamp shone, and when it went on or out; one that shines has no end yet.

        Lamps by number: what lies over one may come to be called otherwise.
        """
        now = self.clock.now()
        for lamp, (place, colour) in enumerate(zip(self._called, colours, strict=True)):
            before, until = self._shone.get(lamp, (colour, -inf))
            shines, shone = any(colour), until == inf
            if shines and place is not None:
                self._shone[lamp] = (self.overlay[place].colour, inf)
            elif shone:
                self._shone[lamp] = (before, now)
            if shines != shone:
                self._switched[lamp] = now


def _began(frame: Frame) -> float:
    """The earliest second of the clock at which the exposure of ``frame`` can have begun."""
    return frame.at if frame.began is None else frame.began
