"""The states of the session: the game so far, and what the table is waiting for. Frozen values, nothing else."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import Enum
from math import inf
from typing import Any, Literal, TypeAlias

from firmware.settings import LAYING_SECONDS
from firmware.time_control import TimeControl
from rules.comparison import Difference
from rules.game import Game, Outcome, Seat
from rules.geometry import Board, Medium, PlaceId
from rules.match import Match
from rules.past import Past
from rules.sight import EMPTY, UNKNOWN, Token
from rules.words import Reason

AnyGame: TypeAlias = Game[Any, Any]
AnyMatch: TypeAlias = Match[Any, Any]

Press: TypeAlias = Literal["button", "still"]
"""What ends a turn: the button; or, where nobody presses it (recorded pictures), a still table that has changed."""

Purpose: TypeAlias = Literal["press", "still", "check", "hold"]
"""Why a careful picture is taken: a turn ended; the table fell still (the same where there is no button); it may have
been put right; people insist on what lies there."""

Kind: TypeAlias = Literal["start", "move", "correction", "resignation", "end"]


@dataclass(frozen=True)
class Ply:
    """One thing that made the game what it is, and the match after it; undo takes whole plies back.

    ``seat``: who did it; ``move``: its text, for moves; ``left``: seconds on every seat's clock then, in the order of
    the seats, where there are clocks; ``spent``: seconds that every seat had thought, once any had.
    """

    kind: Kind
    match: AnyMatch
    seat: Seat | None = None
    move: str = ""
    left: tuple[float, ...] = ()
    spent: tuple[float, ...] = ()


History: TypeAlias = Past[Ply]
"""The plies of a game so far; the first is its start."""


def opening(match: AnyMatch, *, timed: bool = True) -> History:
    """The history of a game in which nothing has happened yet but what ``match`` holds.

    Not ``timed``: what the players took is not known, so the clocks that they agreed on cannot be shown.
    """
    control = TimeControl.of(match.tags) if timed else None
    return Past([Ply("start", match, left=(control.base,) * len(match.game.seats) if control else ())])


# What the table is waiting for.


@dataclass(frozen=True)
class Guided:
    """The table does not lie as it should (or has not been looked at yet): people are guided to put it right.

    ``cause``: why the table and the game may disagree (``record``: a move was taken back that the followed record does
    not have). ``changed``: the places at which they came to disagree by that. ``differences``: every place to put right
    as far as known; ``wrong``: those of them that still look wrong; ``told``: people have been told of them all;
    ``listed``: at which second they were last read out. ``in_vain``: people have insisted on what lies there, and it
    could not be taken: insisting again opens the menu.
    """

    cause: Literal["start", "resume", "undo", "record", "corrected", "named"]
    differences: tuple[Difference, ...] = ()
    wrong: tuple[Difference, ...] = ()
    told: bool = False
    in_vain: bool = False
    listed: float = -inf
    changed: frozenset[PlaceId] = frozenset()

    @property
    def is_for_a_game(self) -> bool:
        """Whether the pieces are laid for a game; otherwise a few of them follow what was taken back or typed."""
        return self.cause in {"start", "resume"}

    @property
    def kept_back(self) -> bool:
        """Whether something is to be put right of which people have not been told yet."""
        return bool(self.differences) and not self.told

    def is_laid(self, at: float) -> bool:
        """Whether people lay the pieces and heard so lately what is missing that they need not hear of it again."""
        return self.is_for_a_game and at - self.listed < LAYING_SECONDS


@dataclass(frozen=True)
class Playing:
    """The table lay as the position says; somebody is to move."""


@dataclass(frozen=True)
class Lifted:
    """The piece of ``place`` is off the board; it may go to ``targets``. ``landed``: where it lies meanwhile."""

    place: PlaceId
    targets: tuple[PlaceId, ...]
    landed: PlaceId | None = None


@dataclass(frozen=True)
class Refused:
    """No legal move leads to this table. ``stone``: where a piece to hop over is lacking.

    ``differences``, ``wrong``: as in `Guided`. ``amiss``: what is to be put right so that the move that was meant
    counts, where one was: its own piece lies well; otherwise the same as ``differences``.
    ``insisted``: how often people have insisted in vain. Once: they are asked which move it was, whatever else seems to
    lie otherwise. Twice: the menu.
    """

    why: Reason
    differences: tuple[Difference, ...]
    wrong: tuple[Difference, ...]
    amiss: tuple[Difference, ...]
    stone: PlaceId | None = None
    insisted: int = 0


@dataclass(frozen=True)
class Unsure:
    """The table could mean several things: rows of moves as text, the likeliest first; an empty row means nothing.

    ``asked``: which of them people are asked about, one after another, since they insist; None before that.
    ``insisted``: how often they have insisted in vain. Once: what is hidden is asked about as well. Twice: the menu.
    ``anyway``: places that look otherwise than after any of these moves; people have been told of them.
    ``in_light``: what the table waits for again once there is light, where only the dark makes them be asked.
    """

    between: tuple[tuple[str, ...], ...]
    places: tuple[PlaceId, ...]
    asked: int | None = None
    insisted: int = 0
    anyway: tuple[PlaceId, ...] = ()
    in_light: "Resting | None" = None


@dataclass(frozen=True)
class Paused:
    """People rest; the button goes on."""


@dataclass(frozen=True)
class Finished:
    """The game is over ``since`` then; the button asks for a new one, but not in the first moments."""

    since: float = -inf


Resting: TypeAlias = Guided | Playing | Lifted | Refused | Unsure | Paused | Finished
"""States that last until something happens."""


@dataclass(frozen=True)
class CameraLost:
    """There are no pictures; ``back``: where to go on when they return."""

    back: Resting


class Item(Enum):
    """What the button menu offers, in its order."""

    ACCEPT = "accept"
    TAKE_BACK = "take back"
    PAUSE = "pause"
    END = "end"
    NEW = "new"
    OFF = "off"
    BACK = "back"


@dataclass(frozen=True)
class Menu:
    """The button menu is open at ``item`` since ``since``: a press leads to the next item, holding chooses.

    ``knob``: it was opened by the knob, and is led by turning and pressing it. ``sure``: the item would end the game,
    was chosen, and is carried out when it is chosen once more.
    """

    items: tuple[Item, ...]
    item: Item
    back: Resting | CameraLost
    since: float
    knob: bool = False
    sure: bool = False

    def next(self, at: float, steps: int = 1) -> "Menu":
        """The menu so many items further."""
        number = (self.items.index(self.item) + steps) % len(self.items)
        return replace(self, item=self.items[number], since=at, sure=False)


@dataclass(frozen=True)
class Looking:
    """A careful picture was asked for ``since`` then, and decides about ``back``.

    ``then``: what happened meanwhile and is heard when the picture has decided: the table moved and fell still again,
    or somebody pressed or held the button while the table was only being checked; ``seat``: whose button was pressed,
    where each of two players has one.
    """

    purpose: Purpose
    back: Resting
    since: float
    then: Literal["still", "pressed", "held"] | None = None
    seat: Seat | None = None

    @property
    def awaited(self) -> bool:
        """Whether somebody has pressed or held the button and waits for what the picture tells."""
        return self.purpose in {"press", "hold"} or self.then in {"pressed", "held"}

    @property
    def decides(self) -> bool:
        """Whether the picture tells what counts, or that all lies well; otherwise only lamps would follow it."""
        return self.awaited or self.purpose == "still" or isinstance(self.back, Guided)


Phase: TypeAlias = Resting | CameraLost | Menu | Looking


@dataclass(frozen=True)
class Running:
    """The clock of the seat to move: ``used`` seconds of this turn, and ``since`` when it runs (None: it stands).

    ``out``: the seats whose time is up.
    """

    used: float = 0.0
    since: float | None = None
    out: tuple[Seat, ...] = ()


@dataclass(frozen=True)
class State:
    """The session: the plies so far (the first is the start), and what the table waits for.

    ``sighted``: whether a camera watches; without one (typed games, replay) commands are taken at their word.
    ``clock``: counted by `firmware.clocks`. ``unreadable``: why the last careful picture could not be read, as people
    were told; None where it could be. ``dark``: people were told that it is too dark, and not yet that there is light
    again.
    """

    history: History
    phase: Phase
    press: Press = "button"
    sighted: bool = True
    clock: Running = Running()
    unreadable: Reason | None = None
    dark: bool = False

    @property
    def ply(self) -> int:
        """How many plies have been made."""
        return len(self.history) - 1

    @property
    def turns(self) -> int:
        """How many of them are moves: corrections, resignations and an early end are nobody's turn."""
        return sum(ply.kind == "move" for ply in self.history)

    @property
    def last(self) -> Ply:
        """The last ply, or the start."""
        return self.history.last

    @property
    def match(self) -> AnyMatch:
        """The match now: the players, every move and correction so far."""
        return self.last.match

    @property
    def game(self) -> AnyGame:
        """The game with its house rules."""
        return self.match.game

    @property
    def position(self) -> Any:
        """The position now."""
        return self.match.position

    @property
    def resigned(self) -> tuple[Seat, ...]:
        """Who has given up, in order."""
        return self.match.resigned

    @property
    def to_move(self) -> Seat | None:
        """Whose turn it is; None when the game is over."""
        return self.match.to_move

    @property
    def outcome(self) -> Outcome:
        """How the game stands, resignations and an early end included."""
        return self.match.outcome

    @property
    def is_blind(self) -> bool:
        """Whether there are no pictures: the camera is lost, a menu that is open aside."""
        phase = self.phase
        return isinstance(phase.back if isinstance(phase, Menu) else phase, CameraLost)

    def at_rest(self) -> Resting:
        """The lasting state behind a look, a menu or a lost camera."""
        phase = self.phase
        while isinstance(phase, Looking | Menu | CameraLost):
            phase = phase.back
        return phase

    @property
    def disputed(self) -> frozenset[PlaceId]:
        """The places at which the table and the game came to disagree, until all has been put right."""
        back = self.at_rest()
        return back.changed if isinstance(back, Guided) else frozenset()

    def now(self, phase: Phase) -> "State":
        """The same game, waiting for something else."""
        return replace(self, phase=phase)


def places(differences: Sequence[Difference]) -> tuple[PlaceId, ...]:
    """Where they are."""
    return tuple(found.place for found in differences)


def is_of_heaps(state: State) -> bool:
    """Whether heaps lie on the board: a picture tells their numbers only nearly."""
    return state.game.board.medium is Medium.PIT


def in_words(board: Board, differences: Sequence[Difference]) -> str:
    """Where they are; of heaps also how many stones lie there and how many belong there: ``a3 5→0, W M→M1``."""
    if board.medium is not Medium.PIT:
        return ", ".join(places(differences))
    return ", ".join(f"{one.place} {_amount(one.seen)}→{_amount(one.expected)}" for one in differences)


def _amount(token: Token) -> str:
    return {EMPTY: "0", UNKNOWN: "?"}.get(token, token)
