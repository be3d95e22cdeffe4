"""A recorded game played again at the table: the lamps show each move of the record, people make it, the camera checks.

It is an ordinary game, refereed as always and not recorded. Whatever the record does not have is taken back at once,
but for an early end: people may stop. What was done by hand in the record (corrections, resignations, an early end)
happens by itself.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from firmware import settings
from firmware.events import Correct, End, Entry, Event, Resign, Undo
from firmware.overlay import Glow, Overlay, Rhythm, trail
from firmware.states import AnyGame, Guided, History, Lifted, Playing, State
from rules import catalogue
from rules.geometry import Medium
from rules.past import Past
from rules.referee import way
from rules.words import Message, Reason

if TYPE_CHECKING:
    from firmware.loop import Loop

NOW = Message(
    "follow-now",
    en="In the record {seat} now plays {move}.",
    fr="Dans la partie enregistrée, {seat} joue maintenant {move}.",
    de="In der Aufzeichnung zieht {seat} jetzt {move}.",
    vi="Theo biên bản, {seat} bây giờ đi {move}.",
    zh="记录中，{seat}现在走 {move}。",
)
OTHERWISE = Message(
    "follow-otherwise",
    en="The record has something else here: {move}.",
    fr="La partie enregistrée continue ici autrement : {move}.",
    de="In der Aufzeichnung steht hier etwas anderes: {move}.",
    vi="Biên bản ở đây ghi khác: {move}.",
    zh="记录这里不是这样，而是 {move}。",
)
ENDS_HERE = Message(
    "follow-ends-here",
    en="The record ends here.",
    fr="La partie enregistrée s’arrête ici.",
    de="Die Aufzeichnung endet hier.",
    vi="Biên bản kết thúc ở đây.",
    zh="记录到此结束。",
)
NOT_YET = Message(
    "follow-not-yet",
    en="Games of {games} can be played again at the table; {game} cannot yet.",
    fr="Les parties de {games} peuvent être rejouées à la table ; pas encore celles de {game}.",
    de="Partien von {games} lassen sich am Tisch nachspielen; {game} noch nicht.",
    vi="Có thể chơi lại trên bàn các ván {games}; {game} thì chưa.",
    zh="{games} 的对局可以在桌上重演；{game} 还不行。",
)

FOLLOWED = (Medium.HOLE, Medium.SQUARE)
"""On what a recorded game can be played again at the table."""


def refusal(game: AnyGame) -> Reason | None:
    """Why records of ``game`` cannot be played again at the table, if they cannot."""
    if game.board.medium in FOLLOWED:
        return None
    return NOT_YET(games=", ".join(catalogue.names_on(*FOLLOWED)), game=game.name)


class Guide:
    """Leads people through the states ``plies`` of a recorded game, from the one after ``ply`` turns on."""

    def __init__(self, plies: Sequence[State], ply: int) -> None:
        self.plies = plies
        self.ply = ply

    @property
    def history(self) -> History:
        """What has happened when people begin. Nobody is timed: clocks stay in the record."""
        return Past(replace(ply, left=(), spent=()) for ply in self.plies[self.ply].history)

    def next(self, state: State) -> State | None:
        """The record one turn after ``state``; None at its end."""
        return self.plies[state.ply + 1] if state.ply + 1 < len(self.plies) else None

    def lead(self, loop: "Loop") -> None:
        """Let the lamps and the voice of ``loop`` lead people."""

        def later(reason: Reason) -> None:
            loop.between(lambda: loop.say(reason))

        def hear(entry: Entry) -> None:
            # Who gives up is told first, and only then what comes.
            self.hear(loop.state, entry, loop.put, later if entry.kind == "resign" else loop.say)

        loop.tint = self.overlay
        loop.followers.append(hear)
        if loop.state.outcome.over:  # nothing will happen any more of which people could hear it
            later(ENDS_HERE())

    def overlay(self, state: State, shown: Overlay) -> Overlay:
        """What the lamps say in ``state``: the recorded move where people are to make it, else ``shown`` as always."""
        coming = self.next(state)
        if coming is None or coming.last.kind != "move":
            return shown
        path = way(state.game.board, coming.last.move)
        match state.phase:
            case Playing():
                return dict(trail(path)) | {path[0]: Glow(settings.BLUE, Rhythm.BLINK)}
            case Lifted(place, _, None) if place == path[0]:
                quiet = {one: Glow(settings.WHITE, level=settings.QUIET_LEVEL) for one in path[:-1]}
                return quiet | {path[-1]: Glow(settings.BLUE)}
            case Lifted(place, _, None):
                return {place: Glow(settings.AMBER, Rhythm.DOUBLE), path[0]: Glow(settings.BLUE, Rhythm.BLINK)}
        return shown

    def hear(self, state: State, entry: Entry, put: Callable[[Event], None], say: Callable[[Reason], None]) -> None:
        """Answer what has happened: ``put`` lets things happen, ``say`` tells people what comes."""
        match entry.kind:
            case "move" if entry.data["move"] != state.last.move:
                pass  # of two moves before one press the second is judged first: the right one stays
            case "move" | "correction" | "resign" | "undo" if not self._as_recorded(state):
                put(Undo(entry.at, by="record"))
            case "undo" if entry.data["by"] == "record":
                # Not before it is taken back, so that nothing more is said about its having counted.
                self._tell_otherwise(self.next(state), say)
            case "undo":
                self._go_back(state, entry, put, say)
            case "pressed" if isinstance(state.phase, Playing) and (due := self._due(state)) and not due.outcome.over:
                # Nothing that was heard has led to it yet.
                self._go_on(state, entry.at, put, say)
            case "start" | "ready" | "repaired" | "move" | "correction" | "resign":
                self._go_on(state, entry.at, put, say)

    def _tell_otherwise(self, coming: State | None, say: Callable[[Reason], None]) -> None:
        if coming is None or coming.last.kind == "end":
            say(ENDS_HERE())
        elif coming.last.kind == "move":
            say(OTHERWISE(move=coming.last.move))

    def _due(self, state: State) -> State | None:
        """What comes next, if it happens by itself: people only make moves."""
        coming = self.next(state)
        return None if coming is None or coming.last.kind == "move" else coming

    def _as_recorded(self, state: State) -> bool:
        return state.ply < len(self.plies) and (state.position, state.last.kind) == (
            self.plies[state.ply].position,
            self.plies[state.ply].last.kind,
        )

    def _go_back(self, state: State, entry: Entry, put: Callable[[Event], None], say: Callable[[Reason], None]) -> None:
        """People have taken back what the record has. What happens by itself must not happen at once again."""
        due = self._due(state)
        if due is not None and due.outcome.over:
            say(ENDS_HERE())
        elif due is not None and state.ply:
            put(Undo(entry.at, by=entry.data["by"]))
        elif isinstance(state.at_rest(), Playing):
            self._go_on(state, entry.at, put, say)

    def _go_on(self, state: State, at: float, put: Callable[[Event], None], say: Callable[[Reason], None]) -> None:
        coming = self.next(state)
        if coming is None:
            say(ENDS_HERE())
            return
        last, phase = coming.last, state.at_rest()
        match last.kind:
            case "move" if isinstance(phase, Guided) and phase.wrong:
                pass  # it is said when all lies well
            case "move":
                say(NOW(seat=last.seat, move=last.move))
            case "correction":
                put(Correct(at, state.game.write_position(coming.position), by="record"))
            case "resignation" if last.seat is not None:
                put(Resign(at, last.seat, by="record"))
            case _:
                put(End(at, by="record"))
