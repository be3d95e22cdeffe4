"""Simulated people: their hands do at the simulated table what people do at a real one."""

import cmath
from collections.abc import Callable, Sequence
from functools import partial
from math import degrees

from firmware.simulated.simulation import Simulation
from firmware.states import Guided, Looking
from hardware.simulated.stones import amounts
from hardware.simulated.table import SOUTH, Table
from hardware.simulated.words import NOTHING_LIES, NOTHING_TO_SOW, TWO_MANDARINS, CannotBeDone
from rules.geometry import Place, PlaceId
from rules.hop import Path
from rules.mandarin.game import Mandarin
from rules.mandarin.places import INDEX, ROUND, token
from rules.sight import EMPTY, Token, View

REACH_SECONDS = 0.4
"""From one gesture to the next: lifting, carrying, putting down."""

REST_SECONDS = 0.7
"""How long people wait until they press the button: the table has fallen still by then."""

LONGEST_SEARCH = 150
"""Gestures' time after which a search is not waited for any longer: a minute."""

DRAWN_BACK = 3.5
"""Board units between a hand that hovers and the place it lifted from."""

BEHIND = 1.0
"""How far, in board units, pieces begin from the board's middle at least if they tell where their owner sits."""

LONG_PRESS = 2.0
"""A press that is meant: longer than the button's own measure."""


class Hands:
    """Moves pieces at ``table``, in its own time; ``show`` is called whenever there is something to look at.

    ``rest``: seconds that they are away before anything else is done.
    """

    def __init__(
        self, table: Simulation, show: Callable[[], None] = lambda: None, *, rest: float = REST_SECONDS
    ) -> None:
        self.simulation = table
        self.rest = rest
        self.table = table.table
        self.show = show
        self._side = SOUTH

    def wait_until_ready(self) -> None:
        """Wait while the board is found; people who see that it lies right hold the button if it is doubted."""
        self.simulation.wait(self.rest)
        for _ in range(LONGEST_SEARCH):
            if not self._searching():
                break
            self.simulation.wait(REACH_SECONDS)
        phase = self.simulation.loop.state.phase
        if isinstance(phase, Guided) and phase.is_for_a_game:  # otherwise a record wants it laid otherwise
            self.press(LONG_PRESS)
        self.show()

    def _searching(self) -> bool:
        """Whether no picture has decided yet: on a busy machine the first one takes longer than people rest."""
        loop = self.simulation.loop
        unseen = isinstance(loop.state.phase, Guided) and loop.eyes.studied is None
        return unseen or isinstance(loop.state.phase, Looking)

    def lift(self, place: PlaceId) -> None:
        """Reach for the piece on ``place``, lift it, and draw the hand back a little, as people do who think."""
        self._side = self._side_of(self.table.view.get(place, EMPTY))
        self.reach(place)
        self.simulation.wait(REACH_SECONDS)
        self._grasp(lambda table: table.lift(place))
        self.reach(place, back=DRAWN_BACK)
        self.simulation.wait(REACH_SECONDS)
        self.show()

    def put(self, place: PlaceId) -> None:
        """Put the lifted piece on ``place`` and take the hand away."""
        self.reach(place)
        self.simulation.wait(REACH_SECONDS / 2)
        self._grasp(lambda table: table.put(place))
        self.simulation.wait(REACH_SECONDS / 2)
        self._draw_away()

    def reach(self, place: PlaceId, back: float = 0.0) -> None:
        """Hold the hand over ``place``, drawn ``back`` so many board units, from where its owner sits."""
        self.simulation.act(lambda table: table.hand(place, back=back, side=self._side))

    def _draw_away(self) -> None:
        """Take the hand away, and wait for what the referee makes of that."""
        self.simulation.act(lambda table: table.no_hand())
        self.simulation.wait(self.rest)
        self.show()

    def _side_of(self, token: Token) -> float:
        """Where whoever plays these pieces sits, in degrees as `Table.hand` has them: behind where they began."""
        game = self.simulation.loop.state.game
        begun, places = game.view(game.start()), game.board.places
        own = [place for place in places if begun.get(place.id, EMPTY) == token != EMPTY]
        way = _middle(own) - _middle(places) if own else 0
        return degrees(cmath.phase(way)) if abs(way) >= BEHIND else SOUTH

    def _grasp(self, done: Callable[[Table], object]) -> None:
        """Do that; a hand that cannot goes away again. Raises `CannotBeDone`."""
        try:
            self.simulation.act(done)
        except CannotBeDone:
            self.simulation.act(lambda table: table.no_hand())
            raise

    def move(self, path: Path) -> None:
        """Lift the piece at the path's start and put it down at its end."""
        self.lift(path[0])
        self.put(path[-1])

    def sow(self, field: PlaceId, after: View, among: Sequence[PlaceId]) -> None:
        """Take up the stones of ``field`` and sow, take what is won, fill up: until the table looks like ``after``.

        The hand goes to the places of ``among`` in their order.
        """
        self.reach(field)
        self.simulation.wait(REACH_SECONDS)
        for place in among:
            self._heap(place, after[place])
        self._draw_away()

    def sow_as(self, text: str) -> None:
        """Sow as the move ``text`` says, with all that follows from it, square by square along the round trip.

        Whatever lies otherwise comes right on the way. Raises `CannotBeDone`, and `GivenError` for what is no move.
        """
        state = self.simulation.loop.state
        game, position = state.game, state.position
        if not isinstance(game, Mandarin):
            raise CannotBeDone(NOTHING_TO_SOW())
        move = game.read(text, position)
        after = game.view(game.play(position, move))
        start = INDEX[move.field]
        trip = sorted(ROUND, key=lambda place: (INDEX[place] - start) * move.step % len(ROUND))
        self.sow(move.field, after, [place for place in trip if self.table.view[place] != after[place]])

    def _heap(self, place: PlaceId, token: Token) -> None:
        """Reach for a heap and make it look like ``token``."""
        self.reach(place)
        self.simulation.act(lambda table: table.sow(place, token))
        self.simulation.wait(REACH_SECONDS / 2)

    def spread(self, places: Sequence[PlaceId]) -> None:
        """Spread the stones of these places out, so that they can be counted, and take the hand away."""
        for place in places:
            self.reach(place)
            self.simulation.act(partial(Table.stir, place=place))
            self.simulation.wait(REACH_SECONDS / 2)
        self._draw_away()

    def lay(self) -> None:
        """Lay the whole board out anew, as the game has it, and take the hands away."""
        state = self.simulation.loop.state
        self.simulation.act(lambda table: table.lay(state.game.view(state.position)))
        self._draw_away()

    def press(self, seconds: float = 0.15) -> None:
        """Press the button for so long, and wait for what it brings."""
        self.simulation.press(seconds)
        self.simulation.wait(REACH_SECONDS)
        self.show()


def carry(table: Table, start: PlaceId, end: PlaceId) -> None:
    """Carry one stone from a heap to another, the mandarin if it lies alone. Raises `CannotBeDone`."""
    (stones, mandarins), (others, another) = amounts(table.view[start]), amounts(table.view[end])
    if not stones and not mandarins:
        raise CannotBeDone(NOTHING_LIES(place=start))
    if not stones and another:
        raise CannotBeDone(TWO_MANDARINS())
    one, big = (1, 0) if stones else (0, 1)
    table.fill(start, token(stones - one, mandarins - big))
    table.fill(end, token(others + one, another + big))


def _middle(places: Sequence[Place]) -> complex:
    """Where the middle of these places lies, its y as the imaginary part."""
    return sum(complex(place.x, place.y) for place in places) / len(places)
