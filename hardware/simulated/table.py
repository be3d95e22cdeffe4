"""What lies on the simulated table, and the commands that change it.

The table knows no rules: anything can be lifted, put anywhere, knocked over or covered. What the camera would see of
it is drawn by `hardware.simulated.painter`.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from math import cos, radians, sin
from random import Random

from hardware.colours import Colour
from hardware.simulated.stones import amounts
from hardware.simulated.words import HAND_EMPTY, NO_PLACE, NOTHING_BESIDE, NOTHING_LIES, TAKEN, CannotBeDone
from rules.geometry import Board, PlaceId
from rules.sight import EMPTY, Token, View

SOUTH = -90.0
"""Where most arms come from, in degrees; east is 0."""

LEANS = 60.0
"""Up to so many degrees to the left or right of straight from its side an arm comes."""


@dataclass(frozen=True)
class Loose:
    """A piece on the board's surface and in no hole, at ``x``, ``y`` in board units.

    Pegs and cones stand, or have fallen towards ``bearing`` (degrees, east is 0).
    """

    token: Token
    x: float
    y: float
    bearing: float | None = None


@dataclass(frozen=True)
class Hand:
    """A hand over the table: its fingertips at ``x``, ``y``, the arm coming from ``bearing`` (degrees, east is 0)."""

    x: float
    y: float
    bearing: float
    holds: Token | None = None
    left: bool = False


@dataclass(frozen=True)
class Cover:
    """Something flat and opaque that lies over the board: a disc of ``radius`` board units (a plate, a lid)."""

    x: float
    y: float
    radius: float


@dataclass(frozen=True)
class Shift:
    """How far something was pushed: along x and y in board units, and turned by ``angle`` degrees."""

    x: float = 0.0
    y: float = 0.0
    angle: float = 0.0


STILL = Shift()
"""Where everything stood at first."""


@dataclass(frozen=True)
class Moment:
    """The whole table at one moment. Empty places are absent from ``lying``, dark lamps from ``lamps``.

    ``stirred``: how often the stones of a place were laid anew, where they were.
    """

    lying: Mapping[PlaceId, Token]
    loose: tuple[Loose, ...] = ()
    lamps: Mapping[PlaceId, Colour] = field(default_factory=dict)
    hand: Hand | None = None
    covers: tuple[Cover, ...] = ()
    daylight: float = 1.0
    warmth: float = 0.0
    camera: Shift = STILL
    pushed: Shift = STILL
    mirrored: tuple[float, float] = (0.0, 0.0)
    stirred: Mapping[PlaceId, int] = field(default_factory=dict)


class Table:
    """A table that remembers what was done to it.

    ``lying`` says what lies where at first (empty places may be left out); ``tokens`` are the sets of pieces in the
    order in which a scene colours them, by default in the order of the board's places. ``seed`` decides how things
    roll and how a hand is held. A command that cannot be done raises `CannotBeDone`.
    """

    def __init__(self, board: Board, lying: View, tokens: Sequence[Token] = (), seed: int = 0) -> None:
        self.board = board
        self._lying = {place.id: lying[place.id] for place in board.places if lying.get(place.id, EMPTY) != EMPTY}
        self.tokens = tuple(tokens) or tuple(dict.fromkeys(self._lying.values()))
        self.in_hand: list[Token] = []
        self._loose: list[Loose] = []
        self._lamps: dict[PlaceId, Colour] = {}
        self._hand: Hand | None = None
        self._covers: list[Cover] = []
        self._daylight, self._warmth = 1.0, 0.0
        self._camera = Shift()
        self._pushed = Shift()
        self._mirrored = (0.0, 0.0)
        self._stirred: dict[PlaceId, int] = {}
        self._chance = Random(seed)

    @property
    def view(self) -> View:
        """What lies on every place of the board."""
        return {place.id: self._lying.get(place.id, EMPTY) for place in self.board.places}

    @property
    def loose(self) -> tuple[Loose, ...]:
        """The pieces that lie beside their holes."""
        return tuple(self._loose)

    def moment(self) -> Moment:
        """The table as it is now, safe from later commands."""
        return Moment(
            dict(self._lying),
            tuple(self._loose),
            dict(self._lamps),
            self._hand,
            tuple(self._covers),
            self._daylight,
            self._warmth,
            self._camera,
            self._pushed,
            self._mirrored,
            dict(self._stirred),
        )

    def lay(self, view: View) -> None:
        """Clear the board and lay everything anew, as people do at set-up."""
        self._lying = {place.id: view[place.id] for place in self.board.places if view.get(place.id, EMPTY) != EMPTY}
        self.in_hand.clear()
        self._loose.clear()

    def lift(self, place: PlaceId) -> Token:
        """Take the piece that lies on ``place`` into the hand."""
        self._known(place)
        if place not in self._lying:
            raise CannotBeDone(NOTHING_LIES(place=place))
        self.in_hand.append(self._lying.pop(place))
        return self.in_hand[-1]

    def put(self, place: PlaceId) -> Token:
        """Put the piece lifted last into the hole at ``place``."""
        self._known(place)
        if place in self._lying:
            raise CannotBeDone(TAKEN(place=place))
        self._lying[place] = self._from_hand()
        return self._lying[place]

    def fill(self, place: PlaceId, token: Token) -> None:
        """Make a heap of stones one that looks like ``token``: stones come to those that lie there, or all go."""
        self._known(place)
        if token == EMPTY:
            self._lying.pop(place, None)
            self.stir(place)
        else:
            self._lying[place] = token

    def sow(self, place: PlaceId, token: Token) -> None:
        """Make a heap look like ``token`` as hands do: stones come to it, or it is taken up and begun anew."""
        if sum(amounts(token)) < sum(amounts(self.view.get(place, EMPTY))):
            self.fill(place, EMPTY)
        if token != EMPTY:
            self.fill(place, token)

    def stir(self, place: PlaceId) -> None:
        """Spread the stones on ``place``: the same number lies otherwise than before."""
        self._known(place)
        self._stirred[place] = self._stirred.get(place, 0) + 1

    def drop(self, place: PlaceId) -> Loose:
        """Put the piece lifted last beside the hole at ``place``, between the holes."""
        spot = self._known(place)
        return self._let_lie(self._from_hand(), spot, 0.5, 0.62)

    def knock(self, place: PlaceId) -> Loose:
        """Knock the piece out of ``place``: it rolls a pitch or two and lies on the board."""
        spot = self._known(place)
        if place not in self._lying:
            raise CannotBeDone(NOTHING_LIES(place=place))
        return self._let_lie(self._lying.pop(place), spot, 0.5, 2.2, fallen=True)

    def roll_in(self, token: Token, place: PlaceId) -> Loose:
        """A spare piece comes rolling and stops near ``place``."""
        return self._let_lie(token, self._known(place), 0.5, 0.7)

    def pick_up(self) -> Token:
        """Take the piece that came to lie loose last into the hand."""
        if not self._loose:
            raise CannotBeDone(NOTHING_BESIDE())
        self.in_hand.append(self._loose.pop().token)
        return self.in_hand[-1]

    def hand(self, over: PlaceId, bearing: float | None = None, back: float = 0.0, *, side: float = SOUTH) -> None:
        """Hold a hand over a place, with whatever piece it has; the arm comes from ``bearing``, or from about ``side``.

        Both are in degrees, counted from the east by the north. ``back`` is how far, in board units, the hand has drawn
        back along its arm, as people do to see the board.
        """
        x, y = self._known(over)
        if bearing is None:
            bearing = side + self._chance.uniform(-LEANS, LEANS)
        x, y = _along((x, y), back, bearing)
        holds = self.in_hand[-1] if self.in_hand else None
        left = self._hand.left if self._hand else self._chance.random() < 0.3
        self._hand = Hand(x, y, bearing, holds, left)

    def no_hand(self) -> None:
        """Take the hand out of the picture."""
        self._hand = None

    def cover(self, place: PlaceId, radius: float = 2.0) -> None:
        """Lay a lid over the board."""
        self._covers.append(Cover(*self._known(place), radius))

    def uncover(self) -> None:
        """Take every lid away."""
        self._covers.clear()

    def nudge(self, x: float = 0.0, y: float = 0.0, angle: float = 0.0) -> None:
        """Bump the camera: it now looks ``x``, ``y`` board units further and is turned by ``angle`` degrees."""
        self._camera = Shift(self._camera.x + x, self._camera.y + y, self._camera.angle + angle)

    def push(self, x: float = 0.0, y: float = 0.0, angle: float = 0.0) -> None:
        """Push the board over the table, with all that lies on it."""
        self._pushed = Shift(self._pushed.x + x, self._pushed.y + y, self._pushed.angle + angle)

    def daylight(self, level: float, warmth: float = 0.0) -> None:
        """Change the light of the room: 1 as at first, 0 a dark room in which only the lamps shine.

        ``warmth`` is how much more orange (1) or blue (-1) than at first it is.
        """
        self._daylight, self._warmth = max(level, 0.0), warmth

    def mirror(self, x: float, y: float) -> None:
        """Move what the varnish mirrors (a window, a lamp) to ``x``, ``y`` board units from where it was at first."""
        self._mirrored = (x, y)

    def shine(self, lamps: Mapping[PlaceId, Colour]) -> None:
        """Light the lamps under these places, all others go dark."""
        self._lamps = {place: colour for place, colour in lamps.items() if any(colour)}

    def _known(self, place: PlaceId) -> tuple[float, float]:
        if place not in self.board:
            raise CannotBeDone(NO_PLACE(place=place))
        found = self.board[place]
        return found.x, found.y

    def _from_hand(self) -> Token:
        if not self.in_hand:
            raise CannotBeDone(HAND_EMPTY())
        return self.in_hand.pop()

    def _let_lie(
        self, token: Token, near: tuple[float, float], least: float, most: float, *, fallen: bool = False
    ) -> Loose:
        """Lay a piece loose between ``least`` and ``most`` pitches away, where it touches no other piece."""
        taken = [(self.board[place].x, self.board[place].y) for place in self._lying]
        taken += [(loose.x, loose.y) for loose in self._loose]
        for _ in range(200):
            way = self._chance.uniform(least, most)
            turn = self._chance.uniform(0, 360)
            spot = Loose(token, *_along(near, way, turn), turn if fallen else None)
            clear = all((spot.x - x) ** 2 + (spot.y - y) ** 2 > 0.75**2 for x, y in taken)
            beside = all((spot.x - p.x) ** 2 + (spot.y - p.y) ** 2 > 0.4**2 for p in self.board.places)
            if clear and beside:
                break
            most += 0.01  # a crowd of pieces pushes it further out
        self._loose.append(spot)
        return spot


def _along(start: tuple[float, float], way: float, turn: float) -> tuple[float, float]:
    return start[0] + way * cos(radians(turn)), start[1] + way * sin(radians(turn))
