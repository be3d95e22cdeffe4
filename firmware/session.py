"""The appliance as a pure function: `step` takes a state and an event and gives the next state and the effects.

Its table, state by state and event by event, stands in the README of this folder and is tested row by row. Two promises
hold everywhere: nothing is accepted that was not judged or insisted on, and from every state the button alone leads on
(put the table right and press, or hold the button to let it count as it lies).
"""

from collections.abc import Callable
from dataclasses import replace
from typing import Any, Literal

from firmware import clocks, events, settings, turns
from firmware.asking import ask
from firmware.decide import decide
from firmware.events import Effect, Entry, Event, Finish, Light, Look, Note, Record, Say, StoreEvidence
from firmware.glimpse import glimpse
from firmware.overlay import show
from firmware.states import (
    CameraLost,
    Finished,
    Guided,
    History,
    Item,
    Lifted,
    Looking,
    Menu,
    Paused,
    Playing,
    Press,
    Purpose,
    Refused,
    Resting,
    Running,
    State,
    Unsure,
    places,
)
from firmware.turns import Step
from firmware.words.menu_sayings import KNOB_ASK, KNOB_MENU, KNOB_SURE, MENU, MENU_ASK, MENU_SURE
from firmware.words.sayings import (
    ALREADY_OVER,
    BACK_TO_GAME,
    BOARD_LOST,
    CAMERA_BACK,
    CAMERA_LOST,
    LIGHT_BACK,
    LOOK_AGAIN,
    LOOK_LATE,
    NO_SUCH_SEAT,
    NOT_LOOKED,
    NOTHING_TO_TAKE_BACK,
    OTHER_BUTTON,
    PAUSED,
    PRESS_FOR_NEW,
    RESUMED,
    TOO_DARK,
)
from firmware.words.wording import move_meant
from rules.comparison import Difference
from rules.game import BadPosition, MoveError, Seat
from rules.match_words import NO_PLAYER
from rules.sight import differences

_TURN = (Playing, Lifted, Refused, Unsure)
"""In these states a press ends the turn of the seat to move, so it must come from that seat's button."""

ORDER: tuple[type[Effect], ...] = (Record, StoreEvidence, Note, Light, Say, Look, Finish)
"""In which order effects are carried out: what is accepted is on disk before the light or the voice says so, and the
lamps know what to go back to before they go dark for a picture."""


def begin(history: History, *, press: Press = "button", sighted: bool = True) -> tuple[State, tuple[Effect, ...]]:
    """The first state of a session: a new game (see `opening`), or one that is taken up again.

    With a camera (``sighted``) it waits until the table lies as the position says; the first `Still` makes it look.
    """
    state = State(history, Guided("resume" if len(history) > 1 else "start"), press, sighted)
    state = replace(
        state, clock=Running(out=tuple(seat for seat, left in clocks.left(state, 0.0).items() if left <= 0))
    )
    if state.outcome.over:
        state = state.now(Finished())
    elif not sighted:
        state = state.now(Playing())
    return state, (Light(show(state)),)


def step(state: State, event: Event) -> tuple[State, tuple[Effect, ...]]:
    """The state after ``event``, and what is to be done about it, in order."""
    after, done = _HANDLERS[type(event)](state, event)
    after, effects = clocks.count(state, after, event, done)
    lamps = show(after)
    if lamps != show(state):
        effects.append(Light(lamps))
    return after, tuple(sorted(effects, key=lambda effect: ORDER.index(type(effect))))


# The button and the clock.


def _pressed(state: State, event: events.Pressed) -> Step:
    match state.phase:
        case Menu() as menu:
            return _show_menu(state, menu.next(event.at))
        case Paused():
            return _resume(state, events.Resume(event.at, by="button"))
        case Finished(since):
            hasty = event.at < since + settings.ENDED_SECONDS
            return state, [Say(turns.result(state.outcome)), Say(PRESS_FOR_NEW())] if hasty else [Finish("new")]
        case CameraLost():
            return state, [Look()]
        case Unsure(asked=int(asked)) as doubt:
            return ask(state, doubt, asked + 1)
        case _:
            return _end_turn(state, event)


def _end_turn(state: State, event: events.Pressed) -> Step:
    if event.seat not in {None, state.to_move} and isinstance(state.at_rest(), _TURN):
        return state, [Say(OTHER_BUTTON(seat=state.to_move))]
    if isinstance(state.phase, Looking):
        return _meanwhile(state, state.phase, "pressed", event.seat), []
    return _look(state, "press", event.at)


def _held(state: State, event: events.Held) -> Step:
    match state.phase:
        case Menu() as menu:
            return _chosen(state, menu, event.at)
        case Guided(in_vain=False) | Refused(insisted=0 | 1) | Unsure(insisted=0 | 1):
            return _look(state, "hold", event.at)
        case Looking() as looking:
            return _meanwhile(state, looking, "held"), []
        case back:
            return _open_menu(state, back, event.at)


def _turned(state: State, event: events.Turned) -> Step:
    match state.phase:
        case Menu() as menu:
            return _show_menu(state, menu.next(event.at, event.steps))
        case phase:
            return _open_by_knob(state, phase, event.at)


def _clicked(state: State, event: events.Clicked) -> Step:
    match state.phase:
        case Menu() as menu:
            return _chosen(state, menu, event.at)
        case phase:
            return _open_by_knob(state, phase, event.at)


def _open_by_knob(state: State, phase: Resting | CameraLost | Looking, at: float) -> Step:
    return (state, []) if isinstance(phase, Looking) else _open_menu(state, phase, at, knob=True)


def _open_menu(state: State, back: Resting | CameraLost, at: float, *, knob: bool = False) -> Step:
    items = _items(state, back)
    return _show_menu(state, Menu(items, items[0], back, at, knob))


def _show_menu(state: State, menu: Menu) -> Step:
    if menu.sure:
        return state.now(menu), [Say(KNOB_SURE() if menu.knob else MENU_SURE())]
    if menu.item is Item.ACCEPT and state.dark:
        return state.now(menu), [Say(KNOB_ASK() if menu.knob else MENU_ASK())]
    return state.now(menu), [Say((KNOB_MENU if menu.knob else MENU)[menu.item]())]


def _meanwhile(state: State, looking: Looking, happened: Literal["pressed", "held"], seat: Seat | None = None) -> State:
    """The button while a picture is awaited: it counts later, unless the picture was taken because of the button."""
    return state if looking.purpose in {"press", "hold"} else state.now(replace(looking, then=happened, seat=seat))


def _items(state: State, back: Resting | CameraLost) -> tuple[Item, ...]:
    """What the menu offers here."""
    left_out: set[Item] = set()
    if not isinstance(back, Playing | Lifted):
        left_out.add(Item.ACCEPT)
    if not state.ply:
        left_out.add(Item.TAKE_BACK)
    if isinstance(state.at_rest(), Finished):
        left_out |= {Item.PAUSE, Item.END}
    return tuple(item for item in Item if item not in left_out)


def _chosen(state: State, menu: Menu, at: float) -> Step:
    """The menu's item was chosen; one that ends the game has to be chosen twice."""
    if menu.item in {Item.END, Item.NEW} and not menu.sure and not isinstance(state.at_rest(), Finished):
        return _show_menu(state, replace(menu, since=at, sure=True))
    return _choose(state.now(menu.back), menu.item, at)


def _choose(state: State, item: Item, at: float) -> Step:
    """What the menu's ``item`` does: mostly what the command in words does."""
    by, resting = "button", state.at_rest()
    match item:
        case Item.ACCEPT:
            return _look(state, "hold", at)
        case Item.TAKE_BACK:
            return _undo(state, events.Undo(at, by=by))
        case Item.PAUSE:
            rests = isinstance(resting, Paused)
            return _resume(state, events.Resume(at, by=by)) if rests else _pause(state, events.Pause(at, by=by))
        case Item.END:
            return _end(state, events.End(at, by=by))
        case Item.NEW:
            state, effects = (state, []) if isinstance(resting, Finished) else turns.end(state, at, by)
            return state, [*(effect for effect in effects if not isinstance(effect, Finish)), Finish("new")]
        case Item.OFF | Item.BACK:
            told = Finish("off") if item is Item.OFF else Say(BACK_TO_GAME())
            state, looks = (state, []) if item is Item.OFF else _still(state, events.Still(at))
            return state, [told, *looks]


def _ticked(state: State, event: events.Ticked) -> Step:
    match state.phase:
        case Looking(back=back, since=since) as looking if event.at - since >= settings.LOOK_SECONDS:
            return state.now(back), [Say(LOOK_LATE())] if looking.awaited else []
        case Menu(back=back, since=since) if event.at - since >= settings.MENU_SECONDS:
            return _still(state.now(back), events.Still(event.at))  # what fell still meanwhile was not looked at
        case Guided(kept_back=True) as guided if not guided.is_laid(event.at) and state.unreadable is None:
            # At a table at rest nothing else makes it look, and so tell what was kept back.
            return _look(state, "check", event.at)
        case _:
            return state, []


# The camera.


def _look(state: State, purpose: Purpose, at: float) -> Step:
    """Ask for a careful picture."""
    return state.now(Looking(purpose, state.at_rest(), at)), [Look()]


def _still(state: State, event: events.Still) -> Step:
    match state.phase:
        case Looking() as looking:
            return state.now(replace(looking, then=looking.then or "still")), []
        case Lifted(landed=None) if state.press == "button":
            return _look(state, "check", event.at)
        case Guided() | Refused():
            return _look(state, "still" if state.press == "still" else "check", event.at)
        case Playing() | Lifted() | Unsure() if state.press == "still":
            return _look(state, "still", event.at)
        case _:
            return state, []


def _seen(state: State, event: events.Seen) -> Step:
    match state.phase:
        case Looking(purpose, back, _, then, seat):
            state, effects = replace(state, phase=back, unreadable=None), list[Effect]()
            if event.sighting and not event.dark:
                # The eyes tell of light only at a table that was accepted once: this picture may be the first sign.
                state, effects = _lit(state)
                # A question asked in the dark is dropped: who held to say yes to it has only ended the turn.
                purpose = "press" if state.phase != back else purpose
            after, more = decide(state, purpose, event)
            effects += more
            if then is not None:
                after, more = _HEARD_LATER[then](after, event.at, seat)
                effects += more
            return after, effects
        case CameraLost():
            return _camera_back(state, events.CameraBack(event.at))
        case _:
            return state, []


def _unreadable(state: State, event: events.Unreadable) -> Step:
    match state.phase:
        case Looking(back=back) as looking:
            note = Note(Entry("unreadable", event.at, {"why": event.why.as_json()}))
            if isinstance(back, Guided) and back.is_laid(event.at) and not looking.awaited:
                # A picture could be read a moment ago, and people still lay the pieces.
                return state.now(back), [note]
            # Nobody waits: the table is looked at again and again, and the same reason is no news.
            news = looking.awaited or event.why != state.unreadable
            return replace(state, phase=back, unreadable=event.why), [note, Say(event.why)] if news else [note]
        case CameraLost():
            return _camera_back(state, events.CameraBack(event.at))
        case _:
            return state, []


def _hand(state: State, event: events.Hand) -> Step:
    return state, [Note(Entry("hand", event.at))]


def _covered(state: State, event: events.Covered) -> Step:
    said: list[Effect] = [] if state.dark else [Say(TOO_DARK())]
    return replace(state, dark=True), [Note(Entry("covered", event.at)), *said]


def _light_back(state: State, event: events.LightBack) -> Step:
    lit, said = _lit(state)
    said += [Say(LOOK_AGAIN())] if lit.phase != state.phase else []
    return lit, [Note(Entry("light-back", event.at)), *said]


def _lit(state: State) -> Step:
    """There is light: said only to people who were told of the dark. A question asked because of it is dropped."""
    said: list[Effect] = [Say(LIGHT_BACK())] if state.dark else []
    state = replace(state, dark=False)
    match state.phase:
        case Unsure(in_light=again) if again is not None:
            state = state.now(again)
        case Menu(back=Unsure(in_light=again)) as menu if again is not None:
            state = state.now(replace(menu, back=again))
    return state, said


def _nudged(state: State, event: events.Nudged) -> Step:
    note = Note(Entry("nudged", event.at, {"found": event.found}))
    return state, [note] if event.found else [note, Say(BOARD_LOST())]


def _camera_lost(state: State, event: events.CameraLost) -> Step:
    if state.is_blind:
        return state, []
    back = state.at_rest()
    note = Note(Entry("camera-lost", event.at, {"why": event.why}))
    lost = CameraLost(Playing() if isinstance(back, Lifted) else back)
    return state.now(lost), [note, Say(CAMERA_LOST(why=event.why))]


def _camera_back(state: State, event: events.CameraBack) -> Step:
    if not state.is_blind:
        return state, []
    state = state.now(state.at_rest())
    effects: list[Effect] = [Note(Entry("camera-back", event.at)), Say(CAMERA_BACK())]
    if isinstance(state.phase, Guided):
        state, more = _look(state, "check", event.at)
        effects += more
    return state, effects


# Commands in words.


def _name_move(state: State, event: events.NameMove) -> Step:
    if isinstance(state.at_rest(), Finished):
        return state, [Say(ALREADY_OVER())]
    try:
        move = move_meant(state.game, event.text, state.position)
    except MoveError as error:
        return state, [Say(error.reason)]
    after, effects = turns.play(state, move, event.at, event.by)
    return _check_table(state, after, "named", effects, event.at)


def _answer(state: State, event: events.Answer) -> Step:
    """People say which it was of all that the table could mean: it lies so already, and need not be looked at."""
    doubt = state.at_rest()
    if not isinstance(doubt, Unsure) or event.moves not in doubt.between:
        return state, []  # somebody else has answered meanwhile
    if not event.moves:
        after, effects = turns.lies_well(state, "press", event.at)
        return _go_on(state, after), effects
    try:
        moves = turns.in_a_row(state, event.moves)
    except MoveError as error:
        return state, [Say(error.reason)]
    after, effects = turns.accept(state, moves, event.at, event.by)
    return _go_on(state, after), effects


def _undo(state: State, event: events.Undo) -> Step:
    if not state.ply:
        # An open menu closes; everything else stays.
        back = state.phase.back if isinstance(state.phase, Menu) else state.phase
        return state.now(back), [Say(NOTHING_TO_TAKE_BACK())]
    after, effects = turns.take_back(state, event.at, event.by)
    return _check_table(state, after, "record" if event.by == "record" else "undo", effects, event.at)


def _correct(state: State, event: events.Correct) -> Step:
    try:
        position = turns.corrected_position(state, event)
    except BadPosition as error:
        return state, [Say(error.reason)]
    after, effects = turns.correct(state, position, event.at, event.by, against=event.against)
    return _check_table(state, after, "corrected", effects, event.at)


def _resign(state: State, event: events.Resign) -> Step:
    if isinstance(state.at_rest(), Finished):
        return state, [Say(ALREADY_OVER())]
    if event.seat not in state.match.playing:
        still = ", ".join(state.match.playing)
        if event.seat in state.game.seats:
            return state, [Say(NO_PLAYER(seat=event.seat, seats=still))]
        return state, [Say(NO_SUCH_SEAT(given=event.seat, seats=still))]
    after, effects = turns.resign(state, event.seat, event.at, event.by)
    return _go_on(state, after), effects


def _pause(state: State, event: events.Pause) -> Step:
    if isinstance(state.at_rest(), Paused | Finished):
        return state, []
    effects: list[Effect] = [Record(Entry("pause", event.at, {"by": event.by})), Say(PAUSED())]
    if isinstance(state.phase, Looking) and state.phase.awaited:
        effects.append(Say(NOT_LOOKED()))
    return state.now(_behind_the_camera(state, Paused())), effects


def _resume(state: State, event: events.Resume) -> Step:
    if not isinstance(state.at_rest(), Paused):
        return state, []
    effects: list[Effect] = [Record(Entry("resume", event.at, {"by": event.by})), Say(RESUMED())]
    if not state.sighted:
        return state.now(Playing()), effects
    return _guide(state, state, Guided("resume"), effects, event.at)


def _end(state: State, event: events.End) -> Step:
    if isinstance(state.at_rest(), Finished):
        return state, [Say(ALREADY_OVER())]
    return turns.end(state, event.at, event.by)


def _check_table(
    before: State,
    after: State,
    cause: Literal["undo", "record", "corrected", "named"],
    effects: list[Effect],
    at: float,
) -> Step:
    """After a change that was not made on the table: look whether it lies so, and guide people there."""
    was, now = before.game.view(before.position), after.game.view(after.position)
    changed = tuple(Difference(place, token, was[place]) for place, token in differences(was, now).items())
    if isinstance(after.phase, Finished) or not changed or not after.sighted or isinstance(before.at_rest(), Paused):
        return _go_on(before, after), effects
    guided = Guided(cause, changed, changed, changed=before.disputed.union(places(changed)))
    return _guide(before, after, guided, effects, at)


def _guide(before: State, after: State, guided: Guided, effects: list[Effect], at: float) -> Step:
    """``after``, in which people are ``guided``: the table is looked at, as soon as there is a camera."""
    after = after.now(_behind_the_camera(before, guided))
    if isinstance(after.phase, CameraLost):
        return after, effects
    after, looks = _look(after, "check", at)
    return after, [*effects, *looks]


def _go_on(before: State, after: State) -> State:
    """``after`` in the state that ``before`` was resting in, unless the game is over: a pause stays a pause.

    A picture that decides is still waited for: by whoever has pressed or held the button, above all.
    """
    if isinstance(after.phase, Finished):
        return after
    resting = before.at_rest()
    if isinstance(before.phase, Looking) and before.phase.decides:
        # The moves that people were asked about may not be the next seat's.
        return after.now(replace(before.phase, back=Playing() if isinstance(resting, Unsure) else resting))
    return after.now(_behind_the_camera(before, resting if isinstance(resting, Paused | Guided) else Playing()))


def _behind_the_camera(state: State, phase: Resting) -> Resting | CameraLost:
    """``phase``, or the lost camera with ``phase`` behind it."""
    return CameraLost(phase) if state.is_blind else phase


_HEARD_LATER: dict[str, Callable[[State, float, Seat | None], Step]] = {
    "still": lambda state, at, _: _still(state, events.Still(at)),
    "pressed": lambda state, at, seat: _pressed(state, events.Pressed(at, seat)),
    "held": lambda state, at, _: _held(state, events.Held(at)),
}

_HANDLERS: dict[type[Event], Callable[[State, Any], Step]] = {
    events.Pressed: _pressed,
    events.Held: _held,
    events.Turned: _turned,
    events.Clicked: _clicked,
    events.Ticked: _ticked,
    events.Still: _still,
    events.Seen: _seen,
    events.Unreadable: _unreadable,
    events.Glimpsed: glimpse,
    events.Hand: _hand,
    events.Covered: _covered,
    events.LightBack: _light_back,
    events.Nudged: _nudged,
    events.CameraLost: _camera_lost,
    events.CameraBack: _camera_back,
    events.NameMove: _name_move,
    events.Answer: _answer,
    events.Undo: _undo,
    events.Correct: _correct,
    events.Resign: _resign,
    events.Pause: _pause,
    events.Resume: _resume,
    events.End: _end,
}
