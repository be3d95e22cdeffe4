"""What a game answers. A game is one folder; everything in it beyond these questions is its own business.

A descendant must answer every question of `Game`; the referee, the session, the recorder and the page ask nothing else.
Inside, callers are trusted (`play` plays what it is given); texts and data from outside are checked at the edge:
`read` and `read_position` raise the errors below, each saying what was given, where, and why in the players' words.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from operator import itemgetter
from random import Random
from typing import Any, ClassVar, Literal, NewType, Protocol, TypeVar, runtime_checkable

from rules.geometry import Board, PlaceId
from rules.sight import View
from rules.words import Reason

Seat = NewType("Seat", str)
"""A player's name at the table: a corner for the hop games, a number for cards, a side for mandarin."""

P = TypeVar("P")
M = TypeVar("M")
P_contra = TypeVar("P_contra", contravariant=True)
"""A position that is only looked at."""


class GivenError(ValueError):
    """Something given from outside is wrong; the reason says what, where and what to do."""

    def __init__(self, reason: Reason) -> None:
        super().__init__(reason)
        self.reason = reason

    def __str__(self) -> str:
        return str(self.reason)


class BadOption(GivenError):
    """A house rule that this game does not know, or a value it does not take."""


class BadPosition(GivenError):
    """A written position that cannot be read, or that cannot lie on a table."""


class MoveError(GivenError):
    """A move from outside that cannot be played; ``kind`` is the class that the command line names."""

    kind: ClassVar[str] = "refused"


class UnreadableMove(MoveError):
    """Not the form of a move, or it names a place or card that is not in this game."""

    kind = "unreadable"


class IllegalMove(MoveError):
    """A move in due form that the rules forbid here."""

    kind = "illegal"


class AmbiguousMove(MoveError):
    """A text that could mean more than one legal move.

    A class that `hopsight apply` promises, for games whose notation leaves something out; today's write all of it.
    """

    kind = "ambiguous"


@dataclass(frozen=True)
class Outcome:
    """How a position stands. ``scores`` by seat; ``best`` tells which is the best of them, and so what they are.

    They are places, of which the first is best; or points, of which the most or the fewest are. ``details`` are further
    facts for the JSON form; a key there wins over the common ones. ``resigned``: who gave up, and has no place before
    any other.
    """

    over: bool
    reason: str = ""
    scores: Mapping[Seat, float] = field(default_factory=dict)
    details: Mapping[str, Any] = field(default_factory=dict)
    best: Literal["first", "most", "fewest"] = "first"
    resigned: tuple[Seat, ...] = ()

    @property
    def in_points(self) -> bool:
        """Whether the scores are points; the numbers alone do not tell, for points may look like places."""
        return self.best != "first"

    @property
    def places(self) -> dict[Seat, int]:
        """Each seat's place, the best first: what a race scores; of points, equal ones share the better place."""
        if not self.in_points:
            return {seat: int(place) for seat, place in sorted(self.scores.items(), key=itemgetter(1))}
        ranks = {
            seat: (seat in self.resigned, -score if self.best == "most" else score)
            for seat, score in self.scores.items()
        }
        ranked = sorted(ranks.values())
        places = {seat: ranked.index(rank) + 1 for seat, rank in ranks.items()}
        return dict(sorted(places.items(), key=lambda item: item[1]))

    def without(self, resigned: tuple[Seat, ...]) -> "Outcome":
        """The same where these seats gave up: they have not won, whatever they scored."""
        outcome = replace(self, resigned=resigned)
        if not self.details.get("winners"):
            return outcome
        winners = [number for number, seat in enumerate(self.scores) if outcome.places[seat] == 1]
        return replace(outcome, details={**self.details, "winners": winners})

    def as_json(self) -> dict[str, Any]:
        """What `hopsight outcome` prints: ``{"over": false}``, or over, reason, scores and details."""
        if not self.over:
            return {"over": False}
        return {"over": True, "reason": self.reason, "scores": dict(self.scores)} | dict(self.details)


@dataclass(frozen=True)
class Option:
    """A house rule: its name, the values it takes, its default, and its meaning in the players' words."""

    name: str
    default: Any
    choices: tuple[Any, ...]
    meaning: Reason


class Game(Protocol[P, M]):
    """One game with its house rules settled. Positions are frozen, hashable, and equal when they are the same."""

    @property
    def name(self) -> str:
        """The name of the game's folder."""

    @property
    def options(self) -> Mapping[str, Any]:
        """Every house rule with its value here, defaults filled in."""

    @property
    def board(self) -> Board:
        """The places that the camera looks at."""

    @property
    def seats(self) -> Sequence[Seat]:
        """Who plays, in the order of turns from the first named seat."""

    def start(self) -> P:
        """The first position."""

    def to_move(self, position: P) -> Seat | None:
        """Whose turn it is; None when the game is over."""

    def moves(self, position: P) -> Sequence[M]:
        """Every legal move, in canonical order; empty when the game is over."""

    def play(self, position: P, move: M) -> P:
        """The position after ``move``, which the caller knows to be legal."""

    def outcome(self, position: P) -> Outcome:
        """Whether the game is over, why, and who scored what."""

    def view(self, position: P) -> View:
        """What lies face up where, for every place of the board."""

    def changes(self, position: P, move: M) -> View:
        """Only the places that look otherwise after ``move``, with their new tokens: the view's difference, cheaply."""

    def showing(self, position: P, move: M) -> View | None:
        """What must be seen while the move is made and then vanishes (a card beside its prey); None if nothing."""

    def targets(self, position: P, place: PlaceId) -> Sequence[M]:
        """The legal moves that empty ``place``, in canonical order: what may become of a piece that is lifted there."""

    def owner(self, position: P, place: PlaceId) -> Seat | None:
        """Whose piece lies on ``place``; None where nobody's does."""

    def why_not(self, position: P, after: View) -> Reason:
        """Why no legal move leads from ``position`` to a table that looks like ``after``, in the players' words."""

    def as_it_lies(self, position: P, view: View, to_move: Seat | None = None) -> P:
        """The position if people insist on a table that looks like ``view``, whatever the rules say of the way there.

        Where a piece of the seat to move lies elsewhere, that was its move and the turn passes on; else it stays.
        With ``to_move`` that seat has the turn instead, or who follows it if it cannot move or has finished.
        Raises `BadPosition` where the table cannot be a position, or does not show enough to tell.
        """

    def write(self, move: M) -> str:
        """The move as text, in its canonical form."""

    def read(self, text: str, position: P) -> M:
        """The legal move that ``text`` names in ``position``; raises a `MoveError`."""

    def write_position(self, position: P) -> dict[str, Any]:
        """The position as JSON data, all options included."""

    def read_position(self, data: Mapping[str, Any]) -> P:
        """The position that JSON data describes; raises `BadPosition`."""


@runtime_checkable
class EndsByRepetition(Protocol[P]):
    """What a game answers besides, if the third coming of a position ends it."""

    def repeated(self, position: P) -> P:
        """``position`` as the last one of the game."""


@runtime_checkable
class Dealt(Protocol[P]):
    """What a game answers besides, if cards are dealt before it begins."""

    def draw_dealer(self, random: Random) -> tuple[int, Sequence[str]]:
        """Who deals first, drawn by lot; and the cards that were cut for it, by seat (none where nobody cuts)."""

    def deal(self, random: Random) -> dict[str, Any]:
        """A shuffled deal as JSON data."""

    def from_deal(self, data: Mapping[str, Any]) -> P:
        """The first position of a deal; over at once where the deal is void."""

    def next_deal(self, position: P) -> Mapping[str, Any] | None:
        """What is settled of the next deal when ``position`` ended one; None where the game is over with it."""


@runtime_checkable
class Cut(Protocol):
    """What a game answers besides, if somebody cuts the pack."""

    @property
    def cut_shown(self) -> bool:
        """Whether somebody may see the card that becomes the bottom one."""


@runtime_checkable
class Settled(Protocol[P_contra]):
    """What a game answers besides, if every deal is settled by itself and people play as many as they like."""

    def payments(self, position: P_contra) -> Sequence[tuple[int | None, int | None, Fraction]]:
        """Who pays whom how much when ``position`` has ended a deal: numbers of seats, None for the pot."""


@runtime_checkable
class Concealed(Protocol[P]):
    """What a game answers besides, if players hold cards that the others do not see."""

    def concealed(self, position: P) -> P:
        """What the table knows of ``position``: cards that nobody has shown are only counted."""

    def hand(self, position: P) -> Sequence[str] | None:
        """The cards that the seat to move holds; None where they are only counted, or nobody is to move."""

    def turned_up(self, position: P) -> str | None:
        """The card that lies face up on the stock for the seat to move; None where none does, or it is not known."""


@runtime_checkable
class Races(Protocol[P_contra]):
    """What a game answers besides, if seats finish one after another and the others play on for the next places."""

    def finished(self, position: P_contra) -> Sequence[Seat]:
        """The seats that have finished, in order."""

    def outcome_without(self, position: P_contra, resigned: Sequence[Seat]) -> Outcome:
        """How the race stands if these seats gave up, in that order.

        It is over when one of the others is left (or one team), or none of them can move. Who gave up comes last.
        """
