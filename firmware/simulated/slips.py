"""What people do wrong at a table, and what happens to it: one function each.

A slip plays one turn at the simulated table as it might go, presses the button, and gives the moves that were truly
made: none where what lies there can be no move. Whatever was not made must never be taken.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random

from firmware.simulated.hands import REST_SECONDS, Hands
from firmware.states import AnyGame
from hardware.simulated.table import Table
from rules.geometry import PlaceId
from rules.hop import Path
from rules.sight import EMPTY, Token

KNOCKED_WITHIN = 1.5
"""Board units from a hand's way within which it may knock a marble aside."""


@dataclass(frozen=True)
class Turn:
    """One turn to be played: ``move`` is what the mover means to do."""

    game: AnyGame
    hands: Hands
    chance: Random
    move: Path

    @property
    def table(self) -> Table:
        """The table itself."""
        return self.hands.table

    @property
    def made(self) -> list[str]:
        """The move that was meant, as text: for turns in which it is truly made."""
        return [self.game.write(self.move)]

    def wait(self, seconds: float = REST_SECONDS) -> None:
        """Let the table be watched."""
        self.hands.simulation.wait(seconds)

    def make(self, then: Callable[[], object]) -> list[str]:
        """Make the move, then let something happen, and press."""
        self.hands.move(self.move)
        then()
        self.wait()
        self.hands.press()
        return self.made

    def in_sight(self) -> list[PlaceId]:
        """Places that the camera sees: nobody can be blamed for what happens elsewhere."""
        hidden = self.hands.simulation.camera.truth().hidden
        return [place.id for place, share in zip(self.game.board.places, hidden, strict=True) if share < 0.3]

    def free(self) -> list[PlaceId]:
        """Places in sight on which nothing lies."""
        return [place for place in self.in_sight() if self.table.view[place] == EMPTY]

    def others(self) -> list[PlaceId]:
        """Places in sight of pieces that this move does not touch."""
        view = self.table.view
        return [place for place in self.in_sight() if view[place] != EMPTY and place not in self.move]

    def foreign(self, places: Sequence[PlaceId]) -> list[PlaceId]:
        """Those of ``places`` that no piece of the mover's own kind lies on."""
        own = self.game.view(self.hands.simulation.loop.state.position)[self.move[0]]
        return [place for place in places if self.table.view[place] != own]

    def beside(self, place: PlaceId, reach: float = 1.5) -> list[PlaceId]:
        """Free places next to ``place``."""
        return [near for near in self.free() if 0 < self.apart(near, place) < reach]

    def apart(self, one: PlaceId, two: PlaceId) -> float:
        """Distance in board units."""
        return self.game.board.distance(one, two)

    def sway(self, happens: Callable[[float, float, float], object], along: float, angle: float) -> None:
        """Move camera or board by up to ``along`` board units and ``angle`` degrees, all places staying in sight."""
        x, y = self.chance.uniform(-along, along), self.chance.uniform(-along, along)
        turned = self.chance.uniform(-angle, angle)
        happens(x, y, turned)
        while len(self.in_sight()) < len(self.game.board.places):
            happens(-x / 4, -y / 4, -turned / 4)
            if (x := x * 3 / 4) ** 2 + (y := y * 3 / 4) ** 2 < 1e-6:
                return
            turned *= 3 / 4

    def spare(self) -> Token:
        """A piece of some set."""
        return self.chance.choice(self.table.tokens)


# Turns that go well.


def clean(turn: Turn) -> list[str]:
    """A move as it should be."""
    turn.hands.move(turn.move)
    turn.hands.press()
    return turn.made


def forgotten_press(turn: Turn) -> list[str]:
    """Two moves before anybody presses."""
    after = turn.game.play(turn.hands.simulation.loop.state.position, turn.move)
    turn.hands.move(turn.move)
    made = turn.made
    if turn.game.to_move(after) is not None:
        second = turn.chance.choice(turn.game.moves(after))
        turn.hands.move(second)
        made.append(turn.game.write(second))
    turn.hands.press()
    return made


def thought_better(turn: Turn) -> list[str]:
    """A piece is lifted, put back, and the button pressed."""
    turn.hands.move((turn.move[0], turn.move[0]))
    turn.hands.press()
    return []


# Hands that err.


def wrong_hole(turn: Turn) -> list[str]:
    """The piece goes where no rule leads."""
    state = turn.hands.simulation.loop.state
    legal = {other[-1] for other in turn.game.moves(state.position) if other[0] == turn.move[0]}
    turn.hands.move((turn.move[0], turn.chance.choice([place for place in turn.free() if place not in legal])))
    turn.hands.press()
    return []


def neighbours_piece(turn: Turn) -> list[str]:
    """Somebody else's piece is moved."""
    place = turn.chance.choice([at for at in turn.foreign(turn.others()) if turn.beside(at)] or [turn.move[0]])
    if place == turn.move[0]:
        return clean(turn)
    turn.hands.move((place, turn.chance.choice(turn.beside(place))))
    turn.hands.press()
    return []


def two_at_once(turn: Turn) -> list[str]:
    """The mover moves two of his pieces."""
    own = turn.table.view[turn.move[0]]
    turn.hands.move(turn.move)
    second = [at for at in turn.others() if turn.table.view[at] == own and turn.beside(at)]
    if not second:
        turn.hands.press()
        return turn.made
    start = turn.chance.choice(second)
    turn.hands.move((start, turn.chance.choice(turn.beside(start))))
    turn.hands.press()
    return []


def exchanged(turn: Turn) -> list[str]:
    """Two pieces of different sets change places."""
    one = turn.chance.choice(turn.others())
    other = turn.chance.choice([at for at in turn.others() if turn.table.view[at] != turn.table.view[one]])
    view = dict(turn.table.view)
    view[one], view[other] = view[other], view[one]
    return _laid_wrong(turn, lambda: turn.table.lay(view))


def taken_off(turn: Turn) -> list[str]:
    """A piece is taken off the board, as in another game."""
    place = turn.chance.choice(turn.others())

    def take() -> None:
        turn.table.lift(place)
        turn.table.in_hand.clear()

    return _laid_wrong(turn, take)


def stray_piece(turn: Turn) -> list[str]:
    """A spare piece fell into a hole."""
    view = dict(turn.table.view)
    view[turn.chance.choice([place for place in turn.free() if place not in turn.move])] = turn.spare()
    turn.table.lay(view)
    turn.wait()
    turn.hands.move(turn.move)
    turn.hands.press()
    return []


def missed_hole(turn: Turn) -> list[str]:
    """The piece is put beside its hole: nothing else than what was meant may be made of it."""
    turn.hands.lift(turn.move[0])
    turn.table.drop(turn.move[-1])
    turn.table.no_hand()
    turn.wait()
    turn.hands.press()
    return turn.made


def in_the_hand(turn: Turn) -> list[str]:
    """The button is pressed while the piece is still in the hand."""
    turn.hands.lift(turn.move[0])
    turn.hands.press()
    turn.hands.put(turn.move[0])
    return []


# Pieces that go their own ways.


def knocked(turn: Turn) -> list[str]:
    """Another piece is knocked out of its hole and lies on the board."""
    return _laid_wrong(turn, lambda: turn.table.knock(turn.chance.choice(turn.others())))


def toppled(turn: Turn) -> list[str]:
    """The piece that was moved falls over, or rolls off, after it was put down."""
    return _laid_wrong(turn, lambda: turn.table.knock(turn.move[-1]))


def rolled(turn: Turn) -> list[str]:
    """The hand knocks a marble into the hole beside."""
    near = [at for at in turn.others() if min(turn.apart(at, leg) for leg in turn.move) < KNOCKED_WITHIN]
    near = [at for at in near if {*turn.beside(at)} - {turn.move[-1]}]
    if not near:
        return clean(turn)
    place = turn.chance.choice(near)

    def roll() -> None:
        turn.table.lift(place)
        turn.table.put(turn.chance.choice(turn.beside(place)))

    return _laid_wrong(turn, roll)


def spare_marble(turn: Turn) -> list[str]:
    """A spare piece lies on the board, in no hole."""
    return turn.make(lambda: turn.table.roll_in(turn.spare(), turn.chance.choice(turn.free())))


def rolling(turn: Turn) -> list[str]:
    """A spare piece rolls across the board and off it while somebody moves."""
    for place in turn.chance.sample(turn.free(), 5):
        turn.table.roll_in(turn.spare(), place)
        turn.wait(0.1)
        turn.table.pick_up()
        turn.table.in_hand.clear()
    return clean(turn)


def _laid_wrong(turn: Turn, happens: Callable[[], object]) -> list[str]:
    """The move, then something that makes the table one that no move leads to."""
    turn.make(happens)
    return []


# Things over the board, and the light.


def hand_left(turn: Turn) -> list[str]:
    """The button is pressed while a hand still hovers over the move's start or end."""
    turn.hands.move(turn.move)
    turn.hands.reach(turn.chance.choice((turn.move[0], turn.move[-1])))
    turn.wait(0.3)
    turn.hands.press()
    turn.table.no_hand()
    turn.wait()
    return turn.made


def covered(turn: Turn) -> list[str]:
    """A plate lies somewhere on the board."""
    made = turn.make(lambda: turn.table.cover(turn.chance.choice(list(turn.table.view)), turn.chance.uniform(0.7, 2.2)))
    turn.table.uncover()
    turn.wait()
    return made


def lights_off(turn: Turn) -> list[str]:
    """Somebody puts the lights off, presses in the dark, and puts them on again."""
    light, warmth = turn.table.moment().daylight, turn.table.moment().warmth
    made = turn.make(lambda: turn.table.daylight(turn.chance.choice((0.0, 0.01, 0.03)), warmth))
    turn.table.daylight(light, warmth)
    turn.wait()
    return made


def dusk(turn: Turn) -> list[str]:
    """The daylight changes, a lamp may be lit."""
    turn.table.daylight(turn.chance.uniform(0.55, 1.15), turn.chance.uniform(-0.3, 0.6))
    return clean(turn)


def moving_glare(turn: Turn) -> list[str]:
    """The sun or a lamp moves on, and with it what is mirrored in the varnish."""
    turn.table.mirror(turn.chance.uniform(-3, 3), turn.chance.uniform(-3, 3))
    return clean(turn)


# The camera and the board.


def nudged(turn: Turn) -> list[str]:
    """The camera is bumped by up to a centimetre, after the move or before it."""
    if turn.chance.random() < 0.5:
        return turn.make(lambda: turn.sway(turn.table.nudge, 0.5, 2.0))
    turn.sway(turn.table.nudge, 0.5, 2.0)
    return clean(turn)


def pushed(turn: Turn) -> list[str]:
    """The board is pushed."""
    turn.sway(turn.table.push, 0.4, 2.0)
    return clean(turn)


def moved_for_good(turn: Turn) -> list[str]:
    """The camera stands elsewhere from now on, a hole or two and some degrees away."""
    turn.sway(turn.table.nudge, 2.0, 12.0)
    turn.wait(1.0)
    return clean(turn)


def drift(turn: Turn) -> list[str]:
    """Hours: the arm that holds the camera sinks by a hair, the light fades a little."""
    light = turn.table.moment()
    turn.sway(turn.table.nudge, 0.05, 0.2)
    turn.table.daylight(min(max(light.daylight * turn.chance.uniform(0.95, 1.05), 0.5), 1.15), light.warmth)
    return clean(turn)


SLIPS: tuple[Callable[[Turn], list[str]], ...] = (
    *(clean,) * 6, *(drift,) * 2, forgotten_press, thought_better, wrong_hole, neighbours_piece, two_at_once, exchanged,
    taken_off, stray_piece, missed_hole, in_the_hand, knocked, toppled, rolled, spare_marble, rolling, hand_left,
    covered, lights_off, dusk, moving_glare, nudged, pushed, moved_for_good,
)  # fmt: skip
"""Every slip, as often as it comes: a third of the turns go well."""
