"""What the session hears and what it answers: events in, effects out, all of them plain frozen values.

Everything that depends on time comes in as an event with ``at``, in seconds of the table's clock; so the session never
asks what time it is, and the same events always give the same effects. The loop puts events in and carries the effects
out in the order of the list: what is recorded is on disk before a lamp or a voice says so.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

from firmware.overlay import Overlay
from rules.game import Seat
from rules.geometry import PlaceId
from rules.sight import Sighting, Token
from rules.words import Reason


@dataclass(frozen=True)
class Event:
    """Something happened at the table or on the page, ``at`` seconds of the table's clock."""

    at: float


# What the camera tells.


@dataclass(frozen=True)
class Seen(Event):
    """The careful picture that `Look` asked for, read; ``dark``: the light is off, so that little can be told."""

    sighting: Sighting
    dark: bool = False


@dataclass(frozen=True)
class Unreadable(Event):
    """The careful picture was taken, but shows no board that can be read."""

    why: Reason


@dataclass(frozen=True)
class Glimpsed(Event):
    """A cheap reading between careful ones, lamps as they are; ``hand``: something is over the board, or moves.

    ``lit``: the places whose lamps may have shone in the picture.

    Never enough to accept a move; it tells which piece is lifted, so that the lamps can answer at once.
    """

    sighting: Sighting
    hand: bool = False
    lit: frozenset[PlaceId] = frozenset()


@dataclass(frozen=True)
class Hand(Event):
    """A hand came over the board."""


@dataclass(frozen=True)
class Still(Event):
    """The picture is still again after something moved (or for the first time), and nothing is over the board."""


@dataclass(frozen=True)
class Covered(Event):
    """So much of the board is covered, or it is so dark, that nothing can be read."""


@dataclass(frozen=True)
class LightBack(Event):
    """It is light again after the dark that `Covered` told."""


@dataclass(frozen=True)
class Nudged(Event):
    """The camera or the board was pushed; ``found``: the board has been located anew since."""

    found: bool = True


@dataclass(frozen=True)
class CameraLost(Event):
    """The camera gives no pictures; ``why``: the driver's sentence."""

    why: str = ""


@dataclass(frozen=True)
class CameraBack(Event):
    """The camera gives pictures again."""


# What people do with the button, and the clock.


@dataclass(frozen=True)
class Pressed(Event):
    """The button was pressed shortly; ``seat``: whose it is, where each of two players has one."""

    seat: Seat | None = None


@dataclass(frozen=True)
class Held(Event):
    """The button was held down long enough to mean it (said once, while it is still down)."""


@dataclass(frozen=True)
class Turned(Event):
    """The knob was turned: ``steps`` notches clockwise, or back below zero."""

    steps: int


@dataclass(frozen=True)
class Clicked(Event):
    """The knob was pressed."""


@dataclass(frozen=True)
class Ticked(Event):
    """Time passes; about once a second, and more often does no harm."""


# Commands from a page, a keyboard or a record. ``by`` says whose word it is, and stands in the record.


@dataclass(frozen=True)
class Command(Event):
    """Something that a person asked for in words.

    ``took``: how long a player's clock ran, where it is made again. ``untold``: no line told it, and none will.
    """

    by: str = field(default="page", kw_only=True)
    took: float | None = field(default=None, kw_only=True)
    untold: bool = field(default=False, kw_only=True)


@dataclass(frozen=True)
class NameMove(Command):
    """A move is made that nobody need see; ``text`` in the game's notation."""

    text: str


@dataclass(frozen=True)
class Answer(Command):
    """Which of what people were asked about it was: a row of ``moves`` in the game's notation; none: nothing moved."""

    moves: tuple[str, ...]


@dataclass(frozen=True)
class Undo(Command):
    """Take the last move, correction or resignation back."""


@dataclass(frozen=True)
class Correct(Command):
    """It lies otherwise: a whole written ``position``, or only the ``places`` that differ, with what lies there.

    ``to_move`` says whose turn it is then; left out, the game tells from what changed. ``against``: places that looked
    otherwise, where a record tells them.
    """

    position: Mapping[str, Any] | None = None
    places: Mapping[PlaceId, Token] = field(default_factory=dict)
    to_move: Seat | None = None
    against: tuple[PlaceId, ...] = ()


@dataclass(frozen=True)
class Pause(Command):
    """Rest: nothing counts until the game is resumed."""


@dataclass(frozen=True)
class Resume(Command):
    """Play on after a pause."""


@dataclass(frozen=True)
class Resign(Command):
    """``seat`` gives up; its pieces stay, its turns are left out."""

    seat: Seat


@dataclass(frozen=True)
class End(Command):
    """The players end the game here."""


# What the session answers.


@dataclass(frozen=True)
class Entry:
    """One line of the record, or of what `watch` prints: the kind of thing that happened, when, and its facts.

    ``data`` holds plain JSON values. The kinds and their facts are listed in the README of this folder. ``utc``: by the
    wall clock when it was written, if it was read from a record; it tells nothing about what happened.
    """

    kind: str
    at: float
    data: Mapping[str, Any] = field(default_factory=dict)
    utc: str = field(default="", compare=False)


@dataclass(frozen=True)
class Record:
    """Write ``entry`` to the record and return when it is on disk."""

    entry: Entry


@dataclass(frozen=True)
class StoreEvidence:
    """Keep the small picture of the last careful look beside the record, under ``name``."""

    name: str


@dataclass(frozen=True)
class Note:
    """Something worth telling those who follow (a hand, a lifted piece), too small for the record."""

    entry: Entry


@dataclass(frozen=True)
class Say:
    """Say ``reason`` to the players, in their language."""

    reason: Reason


@dataclass(frozen=True)
class Light:
    """From now on the lamps show ``overlay``."""

    overlay: Overlay


@dataclass(frozen=True)
class Look:
    """Take a careful picture, for which the lamps go out, and answer with `Seen` or `Unreadable`."""


Then: TypeAlias = Literal["over", "new", "off", "follow", "back"]


@dataclass(frozen=True)
class Finish:
    """The session is done with: the game is ``over``, people ask for a ``new`` one, the table is to go ``off``.

    A page may also ask to ``follow`` a record at the table, and to go ``back`` from there to one's own game.
    """

    then: Then


Effect: TypeAlias = Record | StoreEvidence | Note | Say | Light | Look | Finish
