"""What is learnt of a table: how its board and pieces look today, from pictures in which all is known to lie right.

A table never seen before is learnt from its first reading, if that is nearly as it should be; what is learnt follows
the light with every position that is accepted, and is learnt anew where a better lesson comes.
"""

from copy import copy
from dataclasses import replace
from statistics import median

from firmware import settings
from firmware.seeing.advice import advice
from firmware.seeing.whereabouts import turns_to
from hardware.pictures import Picture
from hardware.ports import Frame
from rules.comparison import contradicts
from rules.geometry import Board, Medium
from rules.sight import EMPTY, Token, View
from rules.words import Reason
from vision.calibration import Calibration
from vision.evidence import Evidence
from vision.look import EmptyBoard, Reader, learn, look
from vision.settle import Settled, named, settle


class Lessons:
    """What was learnt of one table, and from which picture.

    ``empty``: the board without pieces, if people showed it. ``reader``: who reads the table by what was learnt; None
    before the first lesson. ``advice``: what people might do for surer reading, once there was one. ``proven``: whether
    a position was accepted since another game, or another light, made one doubt that all is as it was; ``named``:
    whether one was since another game began, whose sets may lie before other points.
    """

    def __init__(self, board: Board, empty: EmptyBoard | None = None) -> None:
        self.board = board
        self.empty = empty
        self.reader: Reader | None = None
        self.advice: Reason | None = None
        self.proven = self.named = True
        self._tokens: frozenset[Token] = frozenset()
        self._from: Frame | None = None  # what was learnt from, till another picture has borne it out
        self._lay: Calibration | None = None  # where the board lay in it
        self._whole = False  # all of it was learnt from; otherwise some places were left out
        self._empty_is_news = False

    def again(self) -> "Lessons":
        """The same for another game at the table, still to be proven there."""
        lessons = copy(self)
        lessons.proven = lessons.named = False
        lessons.advice = None
        return lessons

    def show(self, empty: EmptyBoard) -> None:
        """People have shown the board without pieces: it serves as soon as the table is known to lie as it should."""
        self.empty, self._empty_is_news = empty, True

    def forget(self) -> None:
        """The table is one never seen before."""
        self.reader = None

    def expect(self, view: View) -> None:
        """``view`` is what should lie there when the table is read next."""
        self.reader = self.reader and self.reader.holding(view)

    def relit(self) -> None:
        """Another light may have changed how things look; but one sowing changes too many heaps to tell."""
        self.proven = self.proven and self.board.medium is Medium.PIT

    def cover(self, view: View) -> bool:
        """Whether every token of ``view`` was learnt; numbers of stones need not be."""
        return self.board.medium is Medium.PIT or self._tokens.issuperset(view.values())

    def odd(self, evidence: Evidence, view: View) -> int:
        """How many places make one doubt that all is as it was; at a table not proven yet, all that look otherwise.

        Of pits as well: no number is sure where the board is read the wrong way round.
        """
        if self.proven and self.board.medium is not Medium.PIT:
            return odd_places(evidence, view)
        return sum(seen.token != view[place] for place, seen in evidence.places.items())

    def vague(self, evidence: Evidence, view: View) -> int:
        """Of how many holes that are seen it is not plain that all is as it was; of heaps it never is."""
        if self.board.medium is not Medium.HOLE:
            return 0
        told = {place: seen.likelihoods for place, seen in evidence.places.items() if seen.likelihoods}
        return sum(odds.get(view[place], 0.0) < settings.SURE * sum(odds.values()) for place, odds in told.items())

    @property
    def most_wrong(self) -> float:
        """So many places may look otherwise than they should in a first reading."""
        return settings.MOST_WRONG * len(self.board.places)

    def first(
        self,
        frame: Frame,
        calibration: Calibration,
        told: Evidence,
        settled: Settled,
        view: View,
        *,
        trust: bool,
        believed: bool,
    ) -> Evidence | None:
        """Learn a table never seen before and read it anew, if it lies nearly as in ``view``; else None.

        ``told``: what a first reading made of it, named as it was ``settled``. ``trust``: people insist that it lies
        so; ``believed``: they do, or cannot be asked.
        """
        # Who insists knows better than doubts, but no picture of another position is a lesson.
        wrong = [place for place in settled.wrong if not trust or told.places[place].p >= settings.SURE]
        blind = trust and settled.turns == 0 and passes_for_empty(told, view)
        if len(wrong) > self.most_wrong and not blind:
            return None
        # A cold reading errs here and there: what it doubts is left out of the lesson, then read again. Where people
        # insist, or cannot be asked, what merely looks doubtful lies as it should.
        doubtful = set(wrong) if believed else {*wrong, *settled.spare, *settled.miscoloured}
        sure = {
            place: token
            for place, token in view.items()
            if (told.places[place].likelihoods and place not in doubtful)
            or (believed and not contradicts(told.places[place].likelihoods, token, settings.DISBELIEVED))
        }
        if set(view.values()) - set(sure.values()):
            if not trust:
                return None
            sure = dict(view)  # all of a set look like their holes, say
        evidence = self._taught(frame, calibration, sure)
        if self.board.medium is not Medium.PIT or believed:
            return evidence
        # Stones are counted better now: a heap that may after all hold what it should is learnt from, too.
        heaps = {place: view[place] for place in settled.spare}
        borne_out = {p: heap for p, heap in heaps.items() if not contradicts(evidence.places[p].likelihoods, heap)}
        return self._taught(frame, calibration, sure | borne_out) if borne_out else evidence

    def better(self, frame: Frame, calibration: Calibration, evidence: Evidence, view: View) -> Evidence:
        """``evidence``, or what a better lesson reads: the first one may have been given beneath an arm laying pieces.

        Then places look odd that lie as they should for a reading that knows nothing of the table and is sure of it.
        No lesson are places where a hole surely shows: to that reading a piece that rolled aside lies in its hole.
        """
        if self._from is None:
            return evidence
        odd = [place for place, seen in evidence.places.items() if seen.token != view[place]]
        if len(odd) <= (settings.SUSPECT_PLACES if self._whole else 0):
            return evidence  # one move makes two places look otherwise
        cold = look(frame.picture, self.board, calibration)
        if not clear(cold, calibration):
            return evidence
        settled = settle(cold, replace(self.board, turns=1), calibration, view)
        told = named(cold, self.board, settled).places
        seen_so = (place for place, seen in told.items() if seen.token == view[place])
        bare = (p for p in odd if evidence.places[p].token == EMPTY and evidence.places[p].p >= settings.SURE)
        left_out = {*settled.miscoloured, *bare}
        right = {place: view[place] for place in seen_so if place not in left_out}
        borne_out = any(place in right and told[place].p >= settings.SURE for place in odd)
        enough = len(view) - len(right) <= self.most_wrong and set(right.values()) == set(view.values())
        return self._taught(frame, calibration, right) if borne_out and enough else evidence

    def follow(self, frame: Frame, calibration: Calibration, evidence: Evidence, view: View, *, trust: bool) -> None:
        """Remember today's look from a picture in which ``view`` is known to lie; ``trust``: people insist on it."""
        assert self.reader is not None  # noqa: S101 - told to the type checker: it has read the ``evidence``
        told = {place: token for place, token in view.items() if evidence.places[place].likelihoods}
        if turns_to(self.board, self._lay, calibration) and set(told.values()) == set(view.values()):
            # Light falls on everything from another side, and tall pieces lean another way.
            self._taught(frame, calibration, told)
        else:
            self.reader = self.reader.follow(frame.picture, calibration, view, trust=trust)
        self.proven = self.named = True
        self._from = self._from if self._from is frame else None
        if self._empty_is_news:
            self._learn_with_empty(frame.picture, calibration, evidence, view)

    def _taught(self, frame: Frame, calibration: Calibration, view: View) -> Evidence:
        """Learn the table from a picture in which ``view`` lies, and read it anew."""
        self._tokens = frozenset(view.values())
        self.proven = self.named = True
        self._from, self._whole = frame, len(view) == len(self.board.places)
        self._lay = calibration
        self.reader = learn(frame.picture, calibration, self.board, view, self.empty)
        self.advice, self._empty_is_news = advice(self.reader, calibration, self.board, self.empty), False
        return self.reader.read(frame.picture, calibration)

    def _learn_with_empty(self, picture: Picture, calibration: Calibration, evidence: Evidence, view: View) -> None:
        """Learn the table anew with the empty board just shown; what was learnt before stays where that is no help."""
        told = {place: token for place, token in view.items() if evidence.places[place].likelihoods}
        if set(view.values()) - set(told.values()):
            return  # a whole set is hidden: the next picture may show it
        anew = learn(picture, calibration, self.board, told, self.empty)
        self.advice, self._empty_is_news = advice(anew, calibration, self.board, self.empty), False
        if anew.shown:
            self.reader = anew


def passes_for_empty(evidence: Evidence, view: View) -> bool:
    """Whether no piece is seen, and yet most places of one in ``view`` look plainly less empty than any hole.

    So marbles look that pass for painted discs, one and all: then people alone can tell.
    """
    seen = evidence.places
    if any(there.token != EMPTY for there in seen.values()):
        return False
    held = [1 - seen[place].likelihoods[EMPTY] for place, token in view.items() if token != EMPTY]
    holes = [1 - seen[place].likelihoods[EMPTY] for place, token in view.items() if token == EMPTY]
    return bool(held and holes) and median(held) > max(*holes, settings.LESS_EMPTY * median(holes))


def hidden_places(evidence: Evidence, calibration: Calibration) -> int:
    """Of how many places nothing can be told: not of those beyond the picture."""
    return sum(not seen.likelihoods and _within(seen.px, calibration.size) for seen in evidence.places.values())


def clear(evidence: Evidence, calibration: Calibration) -> bool:
    """Whether nothing hides the board: of a place in glaring light nobody can tell either."""
    return hidden_places(evidence, calibration) < settings.HIDING_PLACES


def _within(px: tuple[float, float], size: tuple[int, int]) -> bool:
    return 0 <= px[0] < size[0] and 0 <= px[1] < size[1]


def odd_places(evidence: Evidence, view: View) -> int:
    """How many places surely look otherwise than they should."""
    return sum(
        bool(seen.likelihoods)
        and seen.likelihoods.get(view[place], 0.0) < (1 - settings.SURE) * sum(seen.likelihoods.values())
        for place, seen in evidence.places.items()
    )
