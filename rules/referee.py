"""The referee: which legal move explains best what the camera saw, and is that explanation good enough to be taken?

Every legal move, and "nothing happened", says what each place should show; the sighting says how well each token fits
each place. An explanation's *cost* is how far it stays behind the free one, which takes the likeliest token everywhere:
a sum over places, in nats, capped at each place. Only the places that a move changes are summed anew.

A move is taken when three things hold: it lies far ahead of every other explanation, every place that it changes was
seen and speaks for it, and no place contradicts it (nor may any heap as well hold another number). Where one fails the
table is unsure, or refused if some place surely holds something else. A covered place is no evidence; it can make the
referee wait, never make it believe.
"""

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from math import exp, hypot
from operator import attrgetter
from typing import Generic, NamedTuple, Protocol, TypeAlias, TypeGuard, TypeVar, runtime_checkable

from rules.comparison import Comparison, Difference, contradicts
from rules.game import Game, M, P, P_contra
from rules.geometry import Board, Medium, PlaceId
from rules.settings import (
    ALTOGETHER,
    CAP,
    CONTRADICTION,
    DOUBT,
    FEW_MOVES,
    HIDDEN_SLIPS,
    KNOCK_LENGTH,
    KNOCK_REACH,
    MARGIN,
    MOSTLY,
    SUPPORT,
)
from rules.sight import EMPTY, UNKNOWN, Sighting, Token, View, differences
from rules.words import Message, Reason

M_co = TypeVar("M_co", covariant=True)

STRANGE_THING = Message(
    "strange-thing",
    en="Something that does not belong to the game lies on {places}; please take it away.",
    fr="Un objet étranger au jeu se trouve sur {places} ; merci de l’enlever.",
    de="Auf {places} liegt etwas, das nicht zum Spiel gehört; bitte wegnehmen.",
    vi="Có vật lạ không thuộc trò chơi ở {places}; xin lấy ra.",
    zh="{places} 上有不属于本游戏的东西，请拿走。",
)

MUST_FOLLOW = Message(
    "must-follow",
    en="{move} is seen; now {places} must be set right as the rules ask.",
    fr="{move} est vu ; il reste à mettre {places} comme le veut la règle.",
    de="{move} ist gesehen; jetzt muss {places} so gelegt werden, wie es die Regel verlangt.",
    vi="Đã thấy {move}; bây giờ cần đặt lại {places} theo luật.",
    zh="已看到 {move}；现在请按规则摆好 {places}。",
)


@dataclass(frozen=True)
class Accepted(Generic[M]):
    """The table shows these moves: one, or two where somebody forgot to press the button in between."""

    moves: tuple[M, ...]

    @property
    def forgotten_press(self) -> bool:
        """Whether the turn was passed on the table without the button."""
        return len(self.moves) > 1


@dataclass(frozen=True)
class Unchanged:
    """Nothing has been moved since the position."""


@dataclass(frozen=True)
class Unsure(Generic[M]):
    """The table could mean several things, or decisive places were not seen well enough.

    ``between``: the candidates, likeliest first, each a row of moves; an empty row means that nothing was moved.
    ``weights``: how probable each of them is among themselves. ``places``: what must be seen better to know; none where
    no look at the table can tell.
    """

    between: tuple[tuple[M, ...], ...]
    places: tuple[PlaceId, ...]
    weights: tuple[float, ...] = ()


@dataclass(frozen=True)
class Refused(Generic[M]):
    """No legal move leads to this table.

    ``differences``: every place that differs from the position before, which is the way back that is always open.
    ``why``: the rule that was broken. ``meant``: the move that explains the table but for the places in ``amiss``
    (a marble was knocked while it was made), empty where none does; ``amiss`` are then the places to put right for
    that move to be taken, and otherwise the same as ``differences``.
    """

    differences: tuple[Difference, ...]
    why: Reason
    meant: tuple[M, ...]
    amiss: tuple[Difference, ...]

    @property
    def stone(self) -> PlaceId | None:
        """Where a stepping stone is lacking for the hop that was made; None where that is not what is wrong."""
        over = self.why.args.get("over")
        return PlaceId(over) if over else None


Verdict: TypeAlias = Accepted[M] | Unchanged | Unsure[M] | Refused[M]


@runtime_checkable
class MovesByPiece(Protocol[P_contra, M_co]):
    """What a game answers besides, if every move takes one piece off its place: the referee then asks for fewer."""

    def moves_leaving(self, position: P_contra, may_leave: Callable[[PlaceId], bool]) -> Sequence[M_co]:
        """The legal moves of the pieces whose place ``may_leave`` agrees to, in canonical order."""


def _moves_by_piece(game: Game[P, M]) -> TypeGuard[MovesByPiece[P, M]]:
    return _has_pieces(type(game))


@cache
def _has_pieces(kind: type) -> bool:
    """Asked once for each kind of game: holding it against a protocol takes as long as some lists of moves."""
    return issubclass(kind, MovesByPiece)


class Explanation(NamedTuple, Generic[M]):
    """Moves in a row (none: nothing happened), what they change on the table, and their cost in nats."""

    cost: float
    moves: tuple[M, ...]
    changes: View


COST = attrgetter("cost")


def judge(game: Game[P, M], position: P, sighting: Sighting) -> Verdict[M]:
    """What happened on the table since ``position``, as far as ``sighting`` tells."""
    return judged(game, position, Comparison(game.view(position), sighting))


def judged(game: Game[P, M], position: P, compared: Comparison) -> Verdict[M]:
    """As `judge`; ``compared``: what lies on the table beside what lies there in ``position``."""
    # A piece that firmly lies where it lay has made no move that could be accepted.
    leaving = compared.may_have_left
    moves = game.moves_leaving(position, leaving) if _moves_by_piece(game) else game.moves(position)
    single = weigh(compared, ((move,) for move in moves), (game.changes(position, move) for move in moves))
    verdict = settle(game, position, compared, single)
    if not isinstance(verdict, Refused):
        return verdict
    return _shown(game, position, compared, moves) or _in_a_row(game, position, compared, single) or verdict


def weigh(compared: Comparison, rows: Iterable[tuple[M, ...]], changes: Iterable[View]) -> list[Explanation[M]]:
    """Every row of moves with its changes, and "nothing happened", as explanations, the best first."""
    explanations: list[Explanation[M]] = [Explanation(compared.cost, (), {})]
    supports: dict[tuple[PlaceId, Token], float] = {}
    for row, change in zip(rows, changes, strict=True):
        cost = compared.cost
        for item in change.items():
            support = supports.get(item)
            if support is None:
                support = supports[item] = compared.support(*item)
            cost -= support
        explanations.append(Explanation(cost, row, change))
    explanations.sort(key=COST)
    return explanations


def settle(game: Game[P, M], position: P, compared: Comparison, explanations: Sequence[Explanation[M]]) -> Verdict[M]:
    """The verdict over explanations that are sorted by cost."""
    best = explanations[0]
    rivals = [found for found in explanations if found.cost > best.cost or not _twins(game, position, best, found)]
    margin = rivals[1].cost - best.cost if len(rivals) > 1 else 2 * CAP
    against = compared.against(best.changes)
    doubtful = [place for place, misfit in against.items() if misfit >= DOUBT]
    wrong = [place for place in doubtful if against[place] >= CONTRADICTION and not _odd_arrival(compared, best, place)]
    doubtful += [place for place, token in best.changes.items() if compared.strange(place, token)]
    unproven = _unproven(compared, best)
    hidden = [place for place in unproven if compared.covered(place)]
    if wrong and not (hidden and len(wrong) <= HIDDEN_SLIPS):
        clear = margin >= MARGIN and len(unproven) * MOSTLY <= len(best.changes)
        return _refused(game, position, compared, best, clear=clear)
    if margin >= (MARGIN if best.moves else CONTRADICTION) and not doubtful and not unproven and best.cost < ALTOGETHER:
        doubtful = _wavering(game, compared, best)
        if not doubtful:
            return Accepted(best.moves) if best.moves else Unchanged()
    near = [found for found in rivals if found.cost < best.cost + MARGIN]
    places = {*doubtful, *unproven, *_telling(compared, near)} or set(against)
    if len(near) < 2:
        near = rivals[:2]
    weights = [exp(best.cost - found.cost) for found in near]
    return Unsure(
        tuple(found.moves for found in near),
        tuple(place for place in compared.view if place in places),
        tuple(weight / sum(weights) for weight in weights),
    )


def _unproven(compared: Comparison, best: Explanation[M]) -> list[PlaceId]:
    """The changed places that do not prove the change.

    Pieces are neither made nor lost: once every end is proven to hold its piece, a start only has to allow that the
    piece left it. It may be a hole that was never seen empty before, whose look nobody can know.
    """
    if not best.changes:
        return []
    proof = SUPPORT * min(1.0, 2 * len(best.moves) / len(best.changes))
    supports = {place: compared.support(place, token) for place, token in best.changes.items()}
    arrived = [supports[place] >= proof for place, token in best.changes.items() if token != EMPTY]
    left = -DOUBT if arrived and all(arrived) else proof
    return [
        place
        for place, token in best.changes.items()
        if supports[place] < (left if token == EMPTY and not compared.covered(place) else proof)
    ]


def _odd_arrival(compared: Comparison, best: Explanation[M], place: PlaceId) -> bool:
    """Whether ``place``, where ``best`` puts a piece, looks like no piece of the game, as glass may on new ground.

    Such a move is not refused but asked about; it is never accepted unasked.
    """
    token = best.changes.get(place, EMPTY)
    return token != EMPTY and not contradicts(compared.sighting[place], token)


def _wavering(game: Game[P, M], compared: Comparison, best: Explanation[M]) -> list[PlaceId]:
    """The places that may as well hold something else than ``best`` says.

    A stone more or less in a heap is no move, so no other explanation competes with it: every heap must be counted.
    In other games only places that the move leaves alone can waver: those that it changes have been proven.
    """
    if game.board.medium is Medium.PIT:
        expected = {**compared.view, **best.changes}
        return [place for place, token in expected.items() if not compared.counted(place, token)]
    return [place for place in compared.wavering() if place not in best.changes] if best.moves else []


def _twins(game: Game[P, M], position: P, best: Explanation[M], other: Explanation[M]) -> bool:
    """Whether two different moves come to the very same: nobody need tell them apart, the first one is taken."""
    if best is other or best.changes != other.changes or not len(best.moves) == len(other.moves) == 1:
        return False
    return game.play(position, best.moves[0]) == game.play(position, other.moves[0])


def _telling(compared: Comparison, explanations: Sequence[Explanation[M]]) -> set[PlaceId]:
    """The places that would tell the best of ``explanations`` from the others and do not do so yet."""
    best, telling = explanations[0].changes, set()
    for other in explanations[1:]:
        for place in {**best, **other.changes}:
            one, two = (changes.get(place, compared.view[place]) for changes in (best, other.changes))
            if one != two and abs(compared.misfit(place, one) - compared.misfit(place, two)) < MARGIN:
                telling.add(place)
    return telling


def _refused(game: Game[P, M], position: P, compared: Comparison, best: Explanation[M], *, clear: bool) -> Refused[M]:
    """The refusal; ``clear`` says that ``best`` is what people meant, but for a few places."""
    amiss = compared.differences({})
    strange = [found.place for found in amiss if found.seen == UNKNOWN]
    if strange:
        why = STRANGE_THING(places=", ".join(strange))
    else:
        why = game.why_not(position, {**compared.view, **{found.place: found.seen for found in amiss}})
    if best.moves and clear:
        return Refused(amiss, why, best.moves, compared.differences(best.changes))
    return Refused(amiss, why, (), amiss)


def _shown(game: Game[P, M], position: P, compared: Comparison, moves: Sequence[M]) -> Refused[M] | None:
    """A move that is seen while it is made: the table must still follow (a trick be cleared, a side be filled)."""
    showings = [(move, showing) for move in moves if (showing := game.showing(position, move)) is not None]
    if not showings:
        return None
    changes = [differences(compared.view, showing) for _, showing in showings]
    seen = settle(game, position, compared, weigh(compared, ((move,) for move, _ in showings), changes))
    if not isinstance(seen, Accepted):
        return None
    amiss = compared.differences(game.changes(position, seen.moves[0]))
    why = MUST_FOLLOW(move=game.write(seen.moves[0]), places=", ".join(found.place for found in amiss))
    return Refused(compared.differences({}), why, seen.moves, amiss)


def _in_a_row(
    game: Game[P, M], position: P, compared: Comparison, single: Sequence[Explanation[M]]
) -> Accepted[M] | Unsure[M] | None:
    """Two moves in a row that explain a table which no single one explains; None where none do.

    The first moves tried are the likeliest of those of which something shows and which no place denies; where a second
    move may undo what the first did (as in sowing) and there are few, every one is tried.
    """
    firsts = [found for found in single if found.moves]
    wrong = sum(misfit >= CONTRADICTION for misfit in compared.odd.values())
    if wrong > 2 * max((len(found.changes) for found in firsts), default=0) + HIDDEN_SLIPS:
        return None  # more than two moves could change
    if _moves_by_piece(game) or len(firsts) > FEW_MOVES:
        firsts = [found for found in firsts if _may_be_first(compared, found.changes)][:FEW_MOVES]
    double: list[Explanation[M]] = []
    for first in firsts:
        after = game.play(position, first.moves[0])
        seconds = game.moves(after)
        changes = [differences(compared.view, {**first.changes, **game.changes(after, second)}) for second in seconds]
        rows = weigh(compared, ((*first.moves, second) for second in seconds), changes)
        double += (found for found in rows if found.moves)
    if not double:
        return None
    verdict = settle(game, position, compared, sorted([*single, *double], key=COST))
    if isinstance(verdict, Accepted) and verdict.forgotten_press:
        return _unless_knocked(game, position, compared, verdict)
    return verdict if isinstance(verdict, Unsure) else None


def _may_be_first(compared: Comparison, changes: View) -> bool:
    """Whether a move with ``changes`` may have been made before another: something of it shows, and nothing denies it.

    What it does to a place that looks new the second move may have changed again.
    """
    new = {place for place in changes if place in compared.odd or compared.covered(place)}
    return bool(new) and all(
        place in new or compared.misfit(place, token) < CONTRADICTION for place, token in changes.items()
    )


def _unless_knocked(game: Game[P, M], position: P, compared: Comparison, found: Accepted[M]) -> Accepted[M] | Unsure[M]:
    """``found``, or doubt where one of its two moves could as well be a piece that the hand knocked aside.

    A piece that went to a neighbouring place, close to the other one's way, may have been pushed. (One that went two
    places was not: a marble does not roll over the piece that a legal hop needs in between.) There is doubt as well
    where a piece does not quite look like itself: one that lies half beside its place may be another one.
    """
    first, second = found.moves
    after = game.play(position, first)
    changes = game.changes(position, first), game.changes(after, second)
    both = displaced(game.view(position), changes[0]), displaced(game.view(after), changes[1])
    if both[0] is None or both[1] is None:
        return found
    doubt = Unsure((found.moves, (first,), ()), (*both[0], *both[1]), (1 / 3,) * 3)
    if any(compared.misfit(place, token) > 0 for part in changes for place, token in part.items() if token != EMPTY):
        return doubt
    for pushed, carried, hand in ((both[1], both[0], first), (both[0], both[1], second)):
        landings = way(game.board, game.write(hand))
        legs = pairwise(landings if len(landings) > 1 else carried)  # a sowing names no more than its start
        if (
            game.board.distance(*pushed) <= KNOCK_LENGTH
            and min(_off(game.board, place, *leg) for leg in legs for place in pushed) <= KNOCK_REACH
        ):
            return doubt
    return found


def way(board: Board, text: str) -> tuple[PlaceId, ...]:
    """The places of ``board`` that a written move names, in order: those that it lands on, or a card and its prey."""
    # An x between two cards is a capture; on a large star it is a row.
    words = re.findall(r"\w+", text)
    names = (name for word in words for name in ([word] if word in board else word.split("x")))
    return tuple(PlaceId(name) for name in names if name in board)


def _off(board: Board, place: PlaceId, start: PlaceId, end: PlaceId) -> float:
    """How far ``place`` lies from the straight line between ``start`` and ``end``, in board units."""
    x, y = board[place].x - board[start].x, board[place].y - board[start].y
    dx, dy = board[end].x - board[start].x, board[end].y - board[start].y
    along = min(1.0, max(0.0, (x * dx + y * dy) / (dx * dx + dy * dy)))
    return hypot(x - along * dx, y - along * dy)


def displaced(view: View, changes: View) -> tuple[PlaceId, PlaceId] | None:
    """From where to where a single piece goes by ``changes``; None where they are anything else than that."""
    if len(changes) != 2:
        return None
    (start, token), (end, landed) = changes.items()
    if token != EMPTY:
        start, end, token, landed = end, start, landed, token
    return (start, end) if token == EMPTY and landed == view[start] != EMPTY == view[end] else None


@dataclass(frozen=True, slots=True)
class Target(Generic[M]):
    """A legal destination of a lifted piece: the place, the move that ends there, how far away (board units)."""

    place: PlaceId
    move: M
    distance: float


def targets(game: Game[P, M], position: P, place: PlaceId) -> tuple[Target[M], ...]:
    """Where the piece lifted from ``place`` may be put down, the nearest first; none where nothing may leave it."""
    view = game.view(position)
    found = []
    for move in game.targets(position, place):
        ends = displaced(view, game.changes(position, move))
        if ends and ends[0] == place:
            found.append(Target(ends[1], move, game.board.distance(*ends)))
    found.sort(key=lambda target: target.distance)
    return tuple(found)


def lifted(game: Game[P, M], position: P, sighting: Sighting) -> PlaceId | None:
    """The place whose piece is off the board now: it looks empty, all others look as before or are covered.

    For use while a hand hovers: doubtful places are overlooked. None where no piece or more than one is missing, or
    something else has changed.
    """
    compared = Comparison(game.view(position), sighting)
    wrong = [place for place, misfit in compared.odd.items() if misfit >= CONTRADICTION]
    return wrong[0] if len(wrong) == 1 and compared.seen(wrong[0]) == EMPTY else None
