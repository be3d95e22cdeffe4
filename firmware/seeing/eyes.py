"""The table's eyes: frames in, events out. Knows where the board lies and what moves over it.

Live pictures cost little: they are only watched for movement, and read when something has changed. The careful picture
is read whole. The first one finds the board, settles which way round it lies, and is learnt from (see `lessons`).
"""

from collections.abc import Mapping
from collections.abc import Set as AbstractSet
from dataclasses import replace
from functools import partial
from math import inf

import cv2
import numpy as np

from firmware import settings
from firmware.events import Covered, Event, Glimpsed, Hand, LightBack, Nudged, Seen, Still, Unreadable
from firmware.seeing.first_sight import FirstSights
from firmware.seeing.lessons import Lessons, clear, hidden_places
from firmware.seeing.searches import Searches
from firmware.seeing.whereabouts import Lie, Whereabouts, south_of, turns_to
from firmware.states import Finished, Guided, Playing, State
from hardware.colours import Colour
from hardware.pictures import Picture
from hardware.ports import Frame
from rules.comparison import contradicts
from rules.geometry import Board, Medium, PlaceId
from rules.sight import EMPTY, UNKNOWN, View
from vision.calibration import Calibration
from vision.evidence import Evidence
from vision.locate import BoardNotFound, strayed
from vision.look import EmptyBoard, Reader, look
from vision.settle import named
from vision.steady import Motion, Steady

Lit = Mapping[PlaceId, Colour]
"""The lamps that may have shone in a picture."""

AWAY = frozenset({Motion.MOVING, Motion.HAND, Motion.COVERED, Motion.RELIT})
"""Motions in which somebody is at the table."""


class Eyes:
    """What is remembered of one board under one camera.

    ``south``: a pixel near the point to be called south; without it the known position settles that. ``sparse``: the
    pictures are single ones, far apart in time, so that two of them never show the same movement. ``unasked``: nobody
    is there to be asked. ``empty``: the board without pieces, if people showed it. ``lessons``: how things look here.
    """

    def __init__(
        self,
        board: Board,
        *,
        south: tuple[float, float] | None = None,
        calibration: Calibration | None = None,
        sparse: bool = False,
        unasked: bool = False,
        empty: EmptyBoard | None = None,
    ) -> None:
        self.board = board
        self.south = south
        self.turned = 0  # by how many turns its points are called otherwise than when its lamps were found
        self.unasked = unasked
        self.calibration = calibration
        self.sparse = sparse
        self.lessons = Lessons(board, empty)
        self.studied: Frame | None = None
        self.evidence: Evidence | None = None
        self.first_sights = FirstSights(board)
        self._view: View = {}  # what should lie there, by the last careful look or lesson
        self._steady: Steady | None = None
        self._motion: Motion | None = None
        self._moves = True  # since the picture before
        self._dark = False  # a lamp that blinks in the dark does not end it
        self._searches = Searches()
        self._whereabouts = Whereabouts(board)
        self._glimpsed = float("-inf")
        self._told_still = False
        self._checked = float("-inf")
        self._there = False  # that a quick look at a table at rest agreed where the board lies
        self._stirred = float("-inf")  # when somebody last came, went or moved, but for a single picture

    def again(self) -> "Eyes":
        """These eyes for another game at the same table: what they know of board, pieces and light is tried first."""
        eyes = Eyes(
            self.board,
            south=self.south,
            calibration=self.calibration,
            sparse=self.sparse,
            unasked=self.unasked,
        )
        eyes.lessons, eyes.turned = self.lessons.again(), self.turned
        if self.calibration is not None:
            eyes.south = south_of(self.board, self.calibration)
        return eyes

    @property
    def reader(self) -> Reader | None:
        """Who reads the table by what was learnt of it; None before the first lesson."""
        return self.lessons.reader

    def glance(self, frame: Frame, lit: Lit, switched: AbstractSet[PlaceId] = frozenset()) -> list[Event]:
        """What happens at the table, from one live frame; ``switched``: lamps that went on or out during exposure."""
        self._searches.last = min(self._searches.last, frame.at)  # a search is over when the next picture comes
        frame = self.sized(frame)
        if self.reader is None or self.calibration is None or not self._is_as_large(frame):
            return [Still(frame.at)] if self.sparse or self._searches.is_due(frame, lit.keys()) else []
        if self._steady is None:
            self._steady = Steady.watch(self.calibration, self.board)
        steady = self._steady.feed(frame.picture, frame.at, lit.keys(), switched)
        if steady.motion not in AWAY or self._motion not in AWAY or (self._moves and steady.motion is Motion.MOVING):
            self._stirred = frame.at
        self._moves = steady.motion is Motion.MOVING
        if self.sparse:
            # The same picture twice: nothing moves within it, only what lies over the board counts.
            steady = steady.feed(frame.picture, frame.at, lit.keys(), switched)
        self._steady, before, self._motion = steady, self._motion, steady.motion
        was_dark, self._dark = self._dark, steady.motion is Motion.DARK or (self._dark and self._moves)
        events: list[Event] = [LightBack(frame.at)] if was_dark and not self._dark else []
        match steady.motion:
            case Motion.STILL:
                events += self._still(frame, steady, lit)
            case Motion.NUDGED:
                events += self._found_anew(frame, lit)
            case Motion.DARK:
                events += [] if was_dark else [Covered(frame.at)]
            case _:
                events += self._over_the_board(frame, steady, lit, before)
        return events

    def _over_the_board(self, frame: Frame, steady: Steady, lit: Lit, before: Motion | None) -> list[Event]:
        """Something moves, or seems to lie over the board; ``before``: the motion in the picture before."""
        self._told_still = False
        events: list[Event] = [] if before in AWAY and not self.sparse else [Hand(frame.at)]
        lately = frame.at - max(self._stirred, steady.since) < settings.GLIMPSED_SECONDS
        due = self.sparse or (lately and frame.at - self._glimpsed >= settings.GLIMPSE_SECONDS)
        if due:
            events.append(self._glimpse(frame, lit, hand=True))
        if steady.motion is not Motion.MOVING and (self.sparse or self._lies_long(frame)):
            # Something big has lain there for long, or pictures are rare: perhaps it is no hand.
            self._searches.last = inf
            found = self._found_anew(frame, lit, sure=False) or self._relit(frame, steady, lit)
            # A cup that stays need not keep the game from going on: what shows is read, the rest is asked about.
            events += found or ([] if self.sparse else [Still(frame.at)])
        elif steady.motion is Motion.RELIT and due:
            events += self._relit(frame, steady, lit)
        return events

    def study(self, frame: Frame, view: View, *, trust: bool = False, lit: Lit | None = None) -> Event:
        """Read the careful picture; ``view`` is what should lie there, and settles a board never seen before.

        ``trust``: people insist that it lies so; then it is learnt from, whatever a first reading makes of it.
        ``lit``: lamps that shine in it all the same, since they did not answer.
        """
        frame = self.sized(frame)
        self.studied, self.evidence, self._view = frame, None, view
        try:
            known = self.reader is not None and self._is_as_large(frame)
            if not known or self.calibration is None or not self.lessons.cover(view):
                self.evidence = self._first(frame, view, trust=trust)
            else:
                self.lessons.expect(view)
                # Where people can be asked, no second opinion decides: it may err where the first only doubts.
                self.evidence = look(
                    frame.picture, self.board, self.calibration, self.reader, lit, careful=self.unasked
                )
                lie = self._lie(self.calibration, self.evidence)
                if lie.odd > settings.SUSPECT_PLACES or lie.vague > self.lessons.most_wrong:
                    self._doubt(frame, lie)
                    if self.unasked and self.calibration is not lie.calibration:
                        found = self.calibration
                        self.evidence = look(frame.picture, self.board, found, self.reader, lit, careful=True)
                # Other pieces, or another light: but nothing is to be learnt beneath a hand, or in the dark.
                light = self._motion is not Motion.DARK
                anew = light and not self.lessons.proven and clear(self.evidence, self.calibration)
                odd = anew and self.lessons.odd(self.evidence, view) > self.lessons.most_wrong
                if odd and not self._rearranged(frame, self.evidence, view):
                    self.evidence = self._first(frame, view, trust=trust)
                elif light and not self.unasked:
                    self.evidence = self.lessons.better(frame, self.calibration, self.evidence, view)
        except BoardNotFound as error:
            self._searches.in_vain += 1
            return Unreadable(frame.at, error.reason)
        self._searches.in_vain = 0
        dark = self._steady is not None and self._steady.darkens(frame.picture)
        return Seen(frame.at, self.evidence.sighting, dark)

    @property
    def in_doubt(self) -> bool:
        """Whether some hole is not clear in the last careful picture: less noise might make it so."""
        if self.evidence is None or self.board.medium is not Medium.HOLE:
            return False
        return any(seen.likelihoods and seen.p < settings.SURE for seen in self.evidence.places.values())

    def look_there(self, found: Calibration) -> None:
        """People say that the board lies at ``found``: learn all anew but whose sets lie where, if that is known."""
        self.turned = turns_to(self.board, self.calibration, found, self.turned)
        self.south = self.south if self.reader is None else south_of(self.board, found)
        self.calibration, self._steady, self._told_still = found, None, False
        self.lessons.forget()
        self._searches, self._whereabouts = Searches(), Whereabouts(self.board)

    def tell_again(self) -> None:
        """Tell once more that all lies still, if it does."""
        self._told_still = False

    def _lies_so(self, state: State) -> bool:
        """Whether the table is taken to show the position, unless it looks otherwise.

        Heaps that could not be counted are as people say who named their move: others come to them before they can.
        """
        named = isinstance(state.phase, Guided) and state.phase.cause == "named"
        return isinstance(state.phase, Playing | Finished) or (named and self.board.medium is Medium.PIT)

    def learn(self, state: State, *, trust: bool = False) -> None:
        """Remember today's look of the table, once the last careful picture is known to show the position.

        ``trust``: people insist that it does, so that what looks otherwise is learnt too.
        """
        if self.studied is None or self.evidence is None or not self._lies_so(state):
            return
        if self._motion is Motion.DARK:
            self.studied = None  # a black picture is no ground for anything
            return
        self._view = view = state.game.view(state.position)
        if not trust and any(
            contradicts(seen.likelihoods, view[place]) for place, seen in self.evidence.places.items()
        ):
            return
        if self.reader is not None and self.calibration is not None and self._is_as_large(self.studied):
            picture = self.studied.picture
            self.calibration = self.reader.track(picture, self.calibration)
            self.lessons.follow(self.studied, self.calibration, self.evidence, view, trust=trust)
            self._whereabouts.learnt(picture, self.calibration)
            if self._steady is None:
                self._steady = Steady.watch(self.calibration, self.board).feed(picture, self.studied.at)
            if clear(self.evidence, self.calibration):
                self._steady = self._steady.accept()
        self.studied = None

    def drawn(self) -> Picture | None:
        """The last careful picture with its reading drawn over it: why a verdict was what it was."""
        if self.evidence is None or self.calibration is None or self.studied is None:
            return None
        if not self._is_as_large(self.studied):
            return None
        from vision.annotate import annotate

        return annotate(self.studied.picture, self.board, self.calibration, self.evidence, worded=False)

    def _is_as_large(self, frame: Frame) -> bool:
        """Whether the picture has the size in which the board is known; not so after a camera was changed or turned."""
        return self.calibration is not None and self.calibration.size == frame.picture.shape[1::-1]

    def sized(self, frame: Frame) -> Frame:
        """The same at the size in which the table was learnt, where only that differs; else the frame as it is."""
        if self.reader is None or self.calibration is None or self._is_as_large(frame):
            return frame
        (height, width), (wide, high) = frame.picture.shape[:2], self.calibration.size
        if round(high * width / wide) != height:
            return frame
        how = cv2.INTER_AREA if wide < width else cv2.INTER_LINEAR
        return replace(frame, picture=np.asarray(cv2.resize(frame.picture, (wide, high), interpolation=how), np.uint8))

    def _lies_long(self, frame: Frame) -> bool:
        """Whether it is time to search beneath what lies over the board: ever more seldom the longer it lies there."""
        waited = max(self._searches.last - self._stirred, settings.SEARCH_SECONDS)
        rest = min(waited, settings.SEARCH_SECONDS * settings.LONGEST_REST)
        return frame.at - max(self._stirred, self._searches.last) >= rest

    def _first(self, frame: Frame, view: View, *, trust: bool) -> Evidence:
        """Read a table never seen before, and learn it if it lies nearly as it should."""
        believed, known, before = trust or self.unasked, self.reader is not None, self.calibration
        sight = self.first_sights.look(
            frame.picture, view, self.lessons, before=before, south=self.south, believed=believed
        )
        calibration = sight.calibration.turned(self.board, sight.settled.turns)
        told = named(sight.evidence, self.board, sight.settled)
        learnt = self.lessons.first(frame, calibration, told, sight.settled, view, trust=trust, believed=believed)
        if learnt is None:
            # A smaller star makes sense within a larger one, but is hardly ever certain.
            if not calibration.certain and (other := self.first_sights.another(frame.picture, self.lessons)):
                raise other
            return told
        if before is not None:
            if not self._is_as_large(frame):
                # Another part of the table is seen than before: where south lay tells nothing of it.
                self.south, self._steady, self._told_still = None, None, False
                self._whereabouts = Whereabouts(self.board)
            elif before.apart(calibration, self.board) >= settings.MOVED:
                self._steady, self._told_still = None, False
            if self._is_as_large(frame) or not known:  # else a camera was turned, and no board
                self.turned = (self.turned + sight.settled.turns) % self.board.turns
        self.first_sights.learnt()
        self.calibration = calibration
        self._there, self._checked = False, float("-inf")
        return learnt

    def _still(self, frame: Frame, steady: Steady, lit: Lit) -> list[Event]:
        """Nothing moves and nothing is over the board: say so once it has lasted; till then, lamps need not wait."""
        if self._told_still:
            return self._crept(frame, lit)
        if not self.sparse and frame.at - steady.since < settings.STILL_SECONDS:
            due = frame.at - self._glimpsed >= settings.GLIMPSE_SECONDS
            return [self._glimpse(frame, lit, hand=True)] if due else []
        self._told_still = not self.sparse
        return [self._glimpse(frame, lit, hand=False), Still(frame.at)]

    def _crept(self, frame: Frame, lit: Lit) -> list[Event]:
        """What a look now and then finds at a table at rest: a board that crept aside, the good pictures with it."""
        assert self.calibration is not None  # noqa: S101 - told to the type checker: only a known board is watched
        if frame.at - self._checked < settings.CREEP_SECONDS:
            return []
        self._checked = frame.at
        away = strayed(frame.picture, self.board, self.calibration)
        was_there, self._there = self._there, away is not None and away < settings.STAYED
        # Of some boards a quick look is never right; what one look agreed with and the next denies has moved.
        return self._found_anew(frame, lit) if was_there and not self._there and away is not None else []

    def _glimpse(self, frame: Frame, lit: Lit, *, hand: bool) -> Event:
        assert self.calibration is not None  # noqa: S101 - told to the type checker: nobody glimpses before that
        self._glimpsed = frame.at
        heaps = self.board.medium is Medium.PIT  # not counted at a glance: that takes long, and nobody asks
        told = {} if heaps else look(frame.picture, self.board, self.calibration, self.reader, lit).sighting
        return Glimpsed(frame.at, told, hand, frozenset(lit))

    def _lie(self, calibration: Calibration, evidence: Evidence) -> Lie:
        """Where the board may lie: one that was pushed aside may seem to lie beneath something, and be odd nowhere."""
        odd, hidden = self.lessons.odd(evidence, self._view), hidden_places(evidence, calibration)
        asked = self.board.medium is Medium.HOLE and self._motion not in {Motion.MOVING, Motion.HAND}
        counts = asked and hidden >= settings.HIDING_PLACES
        untold = sum(not seen.likelihoods for seen in evidence.places.values())
        vague = self.lessons.vague(evidence, self._view)
        return Lie(calibration, evidence, odd + hidden if counts else odd, odd + untold, vague)

    def _lie_at(self, frame: Frame, lit: Lit | None, calibration: Calibration) -> Lie:
        """The board as ``frame`` shows it if it lies where ``calibration`` says; by what should lie on it."""
        return self._lie(calibration, look(frame.picture, self.board, calibration, self.reader, lit))

    def _doubt(self, frame: Frame, before: Lie) -> None:
        """So much looks otherwise that the board may lie elsewhere than believed: look again where it is found now."""
        away = strayed(frame.picture, self.board, before.calibration)
        stayed = away is not None and away < settings.STAYED
        if stayed and before.odd <= settings.TURNED_PLACES and before.vague <= self.lessons.most_wrong:
            return  # it is the pieces that look otherwise
        read = partial(self._lie_at, frame, None)
        least = before.odd
        places = self._whereabouts.to_try(frame.picture, before, self.lessons.most_wrong)
        for found, sure in [(before.calibration, True)] if stayed else places:
            lie = before if stayed else read(found)
            # Until a turn was taken the sets may lie otherwise than before: then they are named anew, not the board.
            lie = self._whereabouts.turned(lie, read) if self.lessons.named else lie
            better = lie.odd < least and (sure or lie.odd <= settings.TURNED_PLACES)
            better |= stayed and lie is not before
            if better or (lie.odd == least and away is not None and not stayed):
                least, self.evidence = lie.odd, lie.evidence
                self._move_to(lie.calibration, self._watch(frame, lie.calibration, lie.evidence))
            if away is not None or least <= settings.SUSPECT_PLACES:
                break
        self._whereabouts.looked(least, self.lessons.most_wrong)

    def _watch(self, frame: Frame, calibration: Calibration, evidence: Evidence) -> Steady:
        """Begin to watch the board where it lies in ``frame``; a good picture of it, if nothing hides it there.

        None is good before the first one that was accepted: pieces still to be laid would seem to lie over the board.
        """
        steady = Steady.watch(calibration, self.board).feed(frame.picture, frame.at)
        accepted = self._steady is not None and bool(self._steady.goods)
        return steady.accept() if accepted and clear(evidence, calibration) else steady

    def _move_to(self, found: Calibration, steady: Steady) -> None:
        """The board lies where it was ``found``, and is watched there by ``steady``."""
        self.calibration, self._steady, self._told_still = found, steady, False
        self._there, self._checked = False, float("-inf")

    def _found_anew(self, frame: Frame, lit: Lit, *, sure: bool = True) -> list[Event]:
        """The board after a nudge; ``sure``: it is known that there was one."""
        before, steady = self.calibration, self._steady
        assert before is not None  # noqa: S101 - told to the type checker
        assert steady is not None  # noqa: S101 - as above
        read = partial(self._lie_at, frame, lit)
        try:
            for found in self._whereabouts.searched_for(frame.picture, before, thorough=sure):
                away = np.abs(found.places(self.board) - before.places(self.board)) / before.pitch
                if not sure and away.mean() < settings.MOVED_AT_ALL:
                    return []
                # Far enough away another point lies nearest to where south was.
                lie = self._whereabouts.turned(read(found), read)
                moved = steady.moved(before, lie.calibration, self.board, frame.picture, frame.at)
                # Where the board lies now, less of it looks otherwise than where it lay.
                if sure or moved.unlike <= steady.unlike:
                    break
            else:
                return []
        except BoardNotFound:
            return [Nudged(frame.at, found=False)] if sure else []
        if not sure and away.max() < settings.MOVED and moved.motion is not Motion.STILL:
            return []
        if moved.motion in AWAY:
            # The hand that pushed it lies over it still: no picture to know the board by.
            self._move_to(lie.calibration, moved)
            return [Nudged(frame.at), *(self._relit(frame, moved, lit) if self.sparse else [])]
        anew = self._watch(frame, lie.calibration, lie.evidence)
        self._move_to(lie.calibration, anew)
        return [Nudged(frame.at), *(self._still(frame, anew, lit) if self.sparse else [])]

    def _agrees(self, frame: Frame, evidence: Evidence, view: View) -> bool:
        """Whether who knows nothing of this table sees all of it, and pieces at nearly the same places.

        So it would not were the board elsewhere, or a hand over it. What is hidden counts as it lies in ``view``.
        """
        assert self.calibration is not None  # noqa: S101 - told to the type checker
        cold = look(frame.picture, self.board, self.calibration).places
        if not all(seen.likelihoods for seen in cold.values()):
            return False
        known = {at: seen.likelihoods or {view.get(at, EMPTY): 1.0} for at, seen in evidence.places.items()}
        apart = (known[at].get(EMPTY, 0.0) - seen.likelihoods[EMPTY] for at, seen in cold.items())
        return sum(abs(difference) > 0.5 for difference in apart) <= settings.AGREED

    def _rearranged(self, frame: Frame, evidence: Evidence, view: View) -> bool:
        """Whether many pieces lie elsewhere than in ``view``; not another light that makes it seem so."""
        elsewhere = sum((seen.token == EMPTY) != (view[place] == EMPTY) for place, seen in evidence.places.items())
        return elsewhere > self.lessons.most_wrong and self._agrees(frame, evidence, view)

    def _relit(self, frame: Frame, steady: Steady, lit: Lit) -> list[Event]:
        """The table where what seems to lie over it are only other shadows: a lamp went out, a cloud went by.

        A hand hides places, and seldom lies still for long; a push changes as much, but then the board strays farther
        than another shade of its hollows makes it seem.
        """
        assert self.calibration is not None  # noqa: S101 - told to the type checker
        if self.sparse and steady.motion is Motion.HAND and self._moves:
            return []  # a hand that has not moved since the picture before would be none, or hide nothing
        away = strayed(frame.picture, self.board, self.calibration)
        if away is None and not self.unasked:
            return []  # not known to have stayed, and people can uncover it or press
        if away is not None and away >= settings.MOVED:
            return []
        evidence = look(frame.picture, self.board, self.calibration, self.reader, lit)
        # A gleam may be as large as a plate, but beneath a plate some place looks odd, and beneath a hand several do.
        plate = self.sparse and steady.motion is Motion.COVERED
        odd = plate and any(seen.p < settings.SURE for seen in evidence.places.values())
        hand = sum(seen.token == UNKNOWN for seen in evidence.places.values()) >= settings.HIDING_PLACES
        unsure = away is None or odd or hand or not clear(evidence, self.calibration)
        if unsure and not (self.unasked and self._agrees(frame, evidence, self._view)):
            return []
        self._steady = steady.accept()
        self.lessons.relit()
        return self._still(frame, self._steady, lit)
