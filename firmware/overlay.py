"""What the lamps say: a colour, a rhythm and a brightness for each place, and the lamps' colours at a given moment.

Nothing is said by hue alone, so that colour-blind people read it as well: blue and steady is a destination, amber
blinks (put it right), white is the last move. No rhythm flashes faster than 3 times a second, the limit below which
flashing is held to be safe for everybody.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from math import cos, pi
from typing import TypeAlias

from firmware import settings
from firmware.states import CameraLost, Finished, Guided, Item, Lifted, Menu, Paused, Refused, Resting, State, Unsure
from hardware.colours import DARK, Colour
from rules.comparison import Difference
from rules.geometry import Board, PlaceId
from rules.referee import way
from rules.sight import EMPTY


class Rhythm(Enum):
    """How a lamp goes on and off: its period in seconds, and the parts of the period when it is lit."""

    STEADY = (1.0, ((0.0, 1.0),))
    BLINK = (settings.BLINK_SECONDS, ((0.0, 0.5),))
    DOUBLE = (settings.DOUBLE_SECONDS, ((0.0, 0.15), (0.3, 0.45)))
    BREATH = (settings.BREATH_SECONDS, ())

    def level(self, at: float) -> float:
        """How bright a lamp of this rhythm is ``at`` a second of the clock, 0 to 1."""
        period, lit = self.value
        part = at / period % 1.0
        if self is Rhythm.BREATH:
            low = settings.BREATH_LOW
            return low + (1 - low) * (1 - cos(2 * pi * part)) / 2
        return 1.0 if any(start <= part < end for start, end in lit) else 0.0


@dataclass(frozen=True)
class Glow:
    """How one place is lit; ``level`` 0 to 1."""

    colour: Colour
    rhythm: Rhythm = Rhythm.STEADY
    level: float = 1.0

    def shining(self, share: float = 1.0) -> Colour:
        """The lamp's colour at this ``share`` of the glow, 0 to 1."""
        red, green, blue = (round(part * self.level * share) for part in self.colour)
        return red, green, blue


Overlay: TypeAlias = Mapping[PlaceId, Glow]
"""Place → how it is lit. Places that are left out are dark."""

Chain: TypeAlias = Sequence[PlaceId | None]
"""The place over each lamp, in the order of the chain; None for a lamp that lies under no place."""


def frame(overlay: Overlay, at: float, chain: Chain) -> list[Colour]:
    """The colour of every lamp of ``chain`` at second ``at``."""
    colours = []
    for place in chain:
        glow = overlay.get(place) if place is not None else None
        colours.append(DARK if glow is None else glow.shining(glow.rhythm.level(at)))
    return colours


def is_moving(overlay: Overlay) -> bool:
    """Whether the lamps change with time, so that a frame shown once is not enough."""
    return any(glow.rhythm is not Rhythm.STEADY for glow in overlay.values())


def destinations(board: Board, start: PlaceId, ends: Iterable[PlaceId]) -> dict[PlaceId, Glow]:
    """The legal destinations of a lifted piece in blue, near ones dimmer than far ones; its own place in white."""
    away = {end: board.distance(start, end) for end in ends}
    far = max(away.values(), default=1.0)
    dim = settings.NEAR_LEVEL
    lit = {end: Glow(settings.BLUE, level=dim + (1 - dim) * reach / far) for end, reach in away.items()}
    return {start: Glow(settings.WHITE, level=settings.QUIET_LEVEL), **lit}


def trail(path: Sequence[PlaceId], rhythm: Rhythm = Rhythm.STEADY) -> dict[PlaceId, Glow]:
    """A move's way in white, brighter towards its end."""
    dim = settings.TRAIL_LEVEL
    steps = max(1, len(path) - 1)
    return {place: Glow(settings.WHITE, rhythm, dim + (1 - dim) * number / steps) for number, place in enumerate(path)}


def show(state: State) -> Overlay:
    """What the lamps say in ``state``."""
    phase = state.phase
    match phase:
        case Menu():
            return _menu(state, phase)
        case CameraLost():
            return dict.fromkeys(state.game.board.corners.values(), Glow(settings.AMBER, Rhythm.DOUBLE))
        case Paused() | Finished():
            breath = Glow(settings.WHITE, Rhythm.BREATH, settings.QUIET_LEVEL)
            return dict.fromkeys(state.game.board.corners.values(), breath) | _last_move(state)
    return _at_rest(state, state.at_rest())


def _at_rest(state: State, phase: Resting) -> Overlay:
    board = state.game.board
    match phase:
        case Lifted(place, targets, landed):
            if landed is not None:
                return trail((place, landed), Rhythm.BLINK)
            return destinations(board, place, targets) if targets else {place: Glow(settings.AMBER, Rhythm.DOUBLE)}
        case Refused(wrong=wrong, stone=stone):
            lacking = {stone: Glow(settings.WHITE, Rhythm.BLINK)} if stone is not None else {}
            return lacking | _amiss(wrong)
        case Guided(wrong=wrong) if wrong:
            return _amiss(wrong)
        case Unsure():
            return _doubt(board, phase)
        case _:
            return _last_move(state) | _turn(state)


def _doubt(board: Board, phase: Unsure) -> dict[PlaceId, Glow]:
    """What it may have been and the places that do not tell; blinking and alone, the move that is asked about."""
    if phase.asked is not None:
        return trail(way(board, phase.between[phase.asked][-1]), Rhythm.BLINK)
    doubt = {place: Glow(settings.AMBER, Rhythm.BREATH) for place in phase.places}
    return trail(way(board, phase.between[0][-1])) | doubt if phase.between and phase.between[0] else doubt


def _amiss(wrong: Iterable[Difference]) -> dict[PlaceId, Glow]:
    """Places to put right: what should go blinks twice, what is missing blinks slowly."""
    return {
        found.place: Glow(settings.AMBER, Rhythm.BLINK if found.seen == EMPTY else Rhythm.DOUBLE) for found in wrong
    }


def _last_move(state: State) -> dict[PlaceId, Glow]:
    return trail(way(state.game.board, state.last.move))


def _turn(state: State) -> dict[PlaceId, Glow]:
    """Whose turn it is: the tip of that corner swells slowly, or flashes twice when the seat's time is up.

    Only where the seat is called by a corner.
    """
    tip = state.game.board.corners.get(state.to_move or "")
    rhythm = Rhythm.DOUBLE if state.to_move in state.clock.out else Rhythm.BREATH
    return {tip: Glow(settings.WHITE, rhythm)} if tip is not None else {}


def _menu(state: State, menu: Menu) -> Overlay:
    """As many lamps on the tips as the number of the item, blinking where it is asked about once more.

    The move that would be taken back blinks; what leads back to the game looks like the game.
    """
    if menu.item is Item.BACK:
        return show(state.now(menu.back))
    number = list(Item).index(menu.item) + 1
    rhythm = Rhythm.BLINK if menu.sure else Rhythm.STEADY
    board = state.game.board
    lit = {place: Glow(settings.WHITE, rhythm) for place in _tips(board, number)}
    if menu.item is Item.TAKE_BACK:
        lit |= {place: Glow(settings.AMBER, Rhythm.BLINK) for place in way(board, state.last.move)}
    return lit


def _tips(board: Board, number: int) -> tuple[PlaceId, ...]:
    """So many places, easily told apart: the board's corners first."""
    corners = tuple(board.corners.values())
    others = (place.id for place in board.places if place.id not in corners)
    return (*corners, *others)[:number]
