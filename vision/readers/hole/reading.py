"""Reads holes on a board that it has learnt: from a position that is known, usually the start of the game.

Each place is compared with every look it may have (see `vision.readers.hole.looks`), after the light's change and a
small shift of the camera have been taken out. What comes out is likelihoods, never labels. A place over which something
large lies or hovers is covered and gets none; one that by itself looks like nothing that was learnt most likely holds
something unknown, and is doubtful.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from rules.geometry import Board, PlaceId
from rules.sight import EMPTY, UNKNOWN, Token, View
from vision.calibration import Calibration
from vision.evidence import Evidence, PieceSet, seen_at
from vision.neighbours import distances, near
from vision.pictures import Picture
from vision.readers.colours import colour_words
from vision.readers.hole import register, settings
from vision.readers.hole.alike import undenied, vanished
from vision.readers.hole.beside import Standing
from vision.readers.hole.carried_glass import carried
from vision.readers.hole.conserve import arrive, balanced, conserve, leave
from vision.readers.hole.heads import shades, windows_over
from vision.readers.hole.looks import Looks, build, emptied, in_learnt_light, log_density, pieces_of, stray
from vision.readers.hole.pattern import Pattern, pattern_of
from vision.readers.hole.relit import relit, usually
from vision.readers.hole.ring import Ring
from vision.readers.hole.shown import EmptyBoard, show
from vision.readers.hole.windows import Singles, Windows, noise
from vision.readers.unknown.reading import emptier


class _Sampled(NamedTuple):
    """What a picture shows of the places, beside what they looked like.

    ``whole`` n × 3 × m: the samples as they are; ``patches`` n × 3 × m: without the ``veil`` of light over them,
    n × 3 × k; ``residual`` C × n × 3 × k: what is left when each look is taken away; ``strays`` n: how far each place
    strays from what it was; ``usual``: how far most do; ``inside`` n × k: which samples are in the picture; ``told`` n:
    where anything can be told.
    """

    whole: Singles
    patches: Singles
    veil: Singles
    residual: Singles
    strays: Singles
    usual: float
    inside: NDArray[np.bool_]
    told: NDArray[np.bool_]


@dataclass(frozen=True, eq=False)
class HoleReader:
    """A board, its pieces and its light, as far as they have been seen. A value: `follow` gives another one.

    ``seen`` and ``last`` as in `looks.build`; ``now``: n, the token at each place, by number; ``lent``: n, the variance
    of empty looks that were taken from a picture of the empty board, 0 elsewhere. ``learnt_at``: where the board lay in
    the picture learnt from last.
    """

    board: Board
    tokens: tuple[Token, ...]
    windows: Windows
    cover: Singles
    seen: Singles
    last: NDArray[np.int64]
    now: NDArray[np.int64]
    looks: Looks
    lent: Singles
    learnt_at: Calibration

    @staticmethod
    def learn(
        picture: Picture, calibration: Calibration, board: Board, view: View, empty: EmptyBoard | None = None
    ) -> "HoleReader":
        """Learn from a picture of the position ``view``.

        Places that ``view`` leaves out are not learnt from; they count as holes never seen, and empty until read.
        ``empty``: the same board without pieces, if there is such a picture; left out where it does not fit, or where
        some set could hardly be told from its holes even so.
        """
        tokens = (EMPTY, *sorted({token for token in view.values() if token != EMPTY}))
        now = np.array([tokens.index(view.get(place.id, EMPTY)) for place in board.places])
        windows, cover = windows_over(picture, calibration, board, now > 0)
        patches, within = windows.sample(picture, calibration)
        inside = within.all(1) & np.array([place.id in view for place in board.places])
        seen = np.full((len(tokens), *patches.shape), np.nan, np.float32)
        rows = np.flatnonzero(inside)
        seen[now[rows], rows] = patches[rows]
        last = np.where(inside, now, 0)
        lent = np.zeros(len(now), np.float32)
        looks = build(seen, last, distances(board), cover, windows.window, lent=lent)
        reader = HoleReader(board, tokens, windows, cover, seen, last, now, looks, lent, calibration)
        if empty is None:
            return reader
        bare = within & inside[:, None] & ((now == 0)[:, None] | (cover < settings.OUTSIDE))
        shown = show(empty, board, calibration, windows, patches=patches, bare=bare)
        if shown is None:
            return reader
        rows = np.flatnonzero(shown.believed & np.isnan(seen[0, :, 0, 0]))
        seen, lent = seen.copy(), lent.copy()
        seen[0, rows], lent[rows] = shown.looks[rows], shown.variance
        looks = build(seen, last, distances(board), cover, windows.window, lent=lent)
        surer = replace(reader, seen=seen, looks=looks, lent=lent)
        # Where a set looks like its holes even so, knowing the holes well would only make wrong answers sure.
        return reader if surer.alike else surer

    def read(
        self,
        picture: Picture,
        calibration: Calibration,
        lit: Mapping[PlaceId, tuple[int, int, int]] | None = None,
        *,
        careful: bool = False,
    ) -> Evidence:
        """Likelihoods of every token at every place; none where the place is covered or out of the picture.

        ``lit``: lamps that shine now (red, green, blue, 0 to 255); what they may have tinted is trusted less.
        ``careful``: nobody can be asked, so take what all pieces of a set share for light, and hear the network that
        reads unknown boards where something is doubtful; that takes a dozen times as long.
        """
        patches, within, gain, calibration = self._settled(picture, calibration)
        ask = (lambda: emptier(picture, calibration, self.board)) if careful else None
        learnt = in_learnt_light(self.looks, self.now, patches, gain)
        tints = self._tints(lit or {})
        logs, shown, aside = self._compared(learnt, within, gain, tints, ask)
        told = shown.told
        if not careful:
            unlit = told.copy()
            unlit[list(tints)] = False
            gone = vanished(self.looks, logs, unlit, self.now)
            if len(gone) and calibration.apart(self.learnt_at, self.board) < settings.VANISH_MOVED:
                logs[0, gone] = np.maximum(logs[0, gone], logs[self.now[gone], gone] - np.log(settings.STILL_LIKELIER))
        glaring = (patches.min(1) > settings.CLIPPED).mean(1) > settings.MOSTLY
        exposed = (gain.max(1) > settings.DIMMEST) & ~glaring
        return self._evidence(logs, told & exposed, aside, patches, calibration)

    def follow(self, picture: Picture, calibration: Calibration, view: View, *, trust: bool = False) -> "HoleReader":
        """The reader after ``view`` was accepted as what ``picture`` shows: it knows more looks, and today's light.

        ``trust``: people say that it shows this, so that what looks quite otherwise is learnt too.
        Raises ValueError for a token that was not there when the board was learnt.
        """
        now = self._numbers(view)
        patches, within, gain, calibration = self._settled(picture, calibration)
        patches = in_learnt_light(self.looks, self.now, patches, gain)
        logs, shown, _ = self._compared(patches, within, gain, {})
        lit = gain.min(1) > settings.DIMMEST_LESSON
        believed = logs[now, np.arange(len(now))] > logs.max(0) - settings.BELIEVABLE
        rows = np.flatnonzero(shown.told & lit & (believed | trust) & within.all(1))
        seen = self.seen.copy()
        before = seen[now[rows], rows]
        # A look that was believed to be another is no memory worth keeping, nor a hole's in a shadow that came or went,
        # if that is none of a hand's; and the hole itself beats its old picture.
        lent = self.lent.copy()
        lent[rows[now[rows] == 0]] = 0
        hand = (within.any(1) & ~shown.told).any()
        shadow = (now == 0) & (shown.strays > settings.SHADOW_CAST) & ~hand
        otherwise = ~believed | shadow | (lent < self.lent)
        anew = np.isnan(before) | otherwise[rows, None, None]
        share = np.where(anew, 1, np.float32(settings.FORGET))
        seen[now[rows], rows] = share * patches[rows] + (1 - share) * np.nan_to_num(before)
        last = self.last.copy()
        last[rows] = np.where(now[rows] > 0, now[rows], last[rows])
        looks = build(seen, last, distances(self.board), self.cover, self.windows.window, lent=lent)
        return replace(self, seen=seen, last=last, now=now, looks=looks, lent=lent, learnt_at=calibration)

    def holding(self, view: View) -> "HoleReader":
        """The reader where pieces lie as ``view`` says, if that was accepted without a picture to learn from.

        Raises ValueError for a token that was not there when the board was learnt.
        """
        now = self._numbers(view)
        return self if np.array_equal(now, self.now) else replace(self, now=now)

    def track(self, picture: Picture, calibration: Calibration) -> Calibration:
        """The calibration after a small shift of camera or board (up to about a fifth of a pitch) has been found."""
        return self._settled(picture, calibration)[3]

    @cached_property
    def shown(self) -> bool:
        """Whether a picture of the empty board told how any hole looks."""
        return bool((self.lent > 0).any())

    @cached_property
    def alike(self) -> tuple[Token, ...]:
        """The sets whose pieces look so much like holes that a missing one could hardly be told."""
        told = emptied(self.looks)
        homes = ((token, told[self.now == number]) for number, token in enumerate(self.tokens) if number)
        return tuple(token for token, there in homes if len(there) and np.median(there) < settings.HARDLY_TOLD)

    @cached_property
    def _kinds(self) -> Sequence[PieceSet]:
        """The sets in the light they were learnt in, not yet counted."""
        colours = np.full((len(self.tokens) - 1, 3), 0.5)
        for k in range(1, len(self.tokens)):
            pieces = pieces_of(self.seen, k)
            if len(pieces):
                colours[k - 1] = np.median(pieces[..., self._core], axis=(0, 2))[::-1]
        rgb = np.clip(np.rint(colours * 255), 0, 255).astype(int).tolist()
        words = colour_words(list(colours))
        return [
            PieceSet(token, (r, g, b), word, 0)
            for token, (r, g, b), word in zip(self.tokens[1:], rgb, words, strict=True)
        ]

    @cached_property
    def _core(self) -> NDArray[np.bool_]:
        """Which samples of a window show nothing but its piece, m."""
        return np.asarray(self.cover > settings.CORE)

    @cached_property
    def _standing(self) -> Standing:
        """How pieces stand in their holes."""
        window, around = self.windows.window, self._ring.samples
        return Standing(self.looks, window, around, self._core, self.cover, self.seen, self.now)

    @cached_property
    def _reference(self) -> register.Known:
        """What each place should look like now: look n × 3 × m, its slopes 2 × n × 3 × m, precision n × m."""
        look = np.nan_to_num(self.seen[self.now, np.arange(len(self.now))])
        slopes = self.windows.window.slopes_of(look)
        known = ~np.isnan(self.seen[self.now, np.arange(len(self.now)), 0, :1])
        return look, slopes, np.asarray(known / noise(slopes), np.float32)

    @cached_property
    def _ring(self) -> Ring:
        """The board around every place."""
        return Ring(self.windows.window, self.cover, self.board, self._reference)

    def _numbers(self, view: View) -> NDArray[np.int64]:
        """The numbers of the tokens that ``view`` names, n."""
        if strange := {view[place.id] for place in self.board.places} - set(self.tokens):
            raise ValueError(f"not learnt from the first position: {', '.join(sorted(strange))}")
        return np.array([self.tokens.index(view[place.id]) for place in self.board.places])

    def _settled(
        self, picture: Picture, calibration: Calibration
    ) -> tuple[Singles, NDArray[np.bool_], Singles, Calibration]:
        """Samples, which of them are in the picture, the light's gain, and the calibration that a nudge has changed."""
        return register.settled(self.windows, picture, calibration, self._reference)

    def _tints(self, lit: Mapping[PlaceId, tuple[int, int, int]]) -> dict[int, Singles]:
        """Places whose colour lamps may change, with the lamp's hue (blue, green, red, length 1)."""
        tints: dict[int, Singles] = {}
        for place, colour in lit.items():
            hue = np.array(colour[::-1], np.float32)
            if hue.any():
                tints[self.board.index[place]] = hue / np.linalg.norm(hue)
        return tints

    def _compared(
        self,
        patches: Singles,
        within: NDArray[np.bool_],
        gain: Singles,
        tints: Mapping[int, Singles],
        ask: Callable[[], Singles] | None = None,
    ) -> tuple[Singles, _Sampled, Singles]:
        """Log likelihood of every token at every place, T × n, what the picture shows there, and, n, the log likelihood
        of a piece that came to lie beside the place.

        Where the picture ends within a window (``within`` n × m), what it shows of the piece or hole is compared.
        ``gain`` n × 3: today's light.
        """
        shown = self._sampled(patches, within, tints, shaded=ask is not None)
        logs = self._by_looks(shown, gain, list(tints))
        self._admit_patterns(logs, shown.patches)
        if ask is not None:
            self._consult(logs, shown.told, ask)
        stayed = conserve(logs, shown.told, self.now)
        arrive(logs, shown.told, self.now)
        if ask is not None:
            leave(logs, shown.told, self.now)
        plain = shown.told & within.all(1)
        plain[list(tints)] = False
        return logs, shown, self._standing.beside(logs, plain, stayed, shown.patches, shown.whole)

    def _sampled(
        self, patches: Singles, within: NDArray[np.bool_], tints: Mapping[int, Singles], *, shaded: bool
    ) -> _Sampled:
        """What samples show once the light on the board is taken off them; ``shaded``: and that on whole sets, too."""
        looks, itself = self.looks, self.looks.itself(self.now)
        ring_misfit = self._ring.misfit(patches, within)
        veil, clear = self._ring.veil(patches, within, looks.inside)
        bared = patches - veil
        residual = self._residual(bared, veil)
        if shaded:
            residual -= self._shaded(patches, clear)
        _untinted(residual, tints)
        strays, known = self._strays(residual), looks.own[itself]
        usual = float(np.median(strays[known])) / 3 if known.any() else 1.0
        clear &= self._shows_through(bared, strays, usual)
        inside = within[:, looks.inside]
        told = (inside.mean(1) >= settings.PARTLY) & ~self._ring.covered(ring_misfit, usual, clear, tints)
        return _Sampled(patches, bared, veil[..., looks.inside], residual, strays, usual, inside, told)

    def _by_looks(self, shown: _Sampled, gain: Singles, tinted: Sequence[int]) -> Singles:
        """Log likelihood of every token, T × n, by what places look like, each by itself; ``tinted``: lamps shine."""
        looks, residual = self.looks.steady(settings.MARGIN * shown.usual), shown.residual
        misfit = stray(residual, looks.mean, looks.discount, looks.precision)
        looser = self._looser(shown.usual, tinted)
        fit = _fits(misfit, looks.level, looser, shown.inside)
        logs = self._by_token(fit)
        logs = np.maximum(logs, carried(looks, fit, self.now, shown.patches, residual))
        stirred = self._stirred(shown, gain)
        logs[0] = np.maximum(logs[0], relit(looks, residual[0], shown.veil, looser[0], stirred=stirred))
        logs[0] = np.maximum(logs[0], usually(looks, logs[0], self.windows.window, shown.whole))
        left, shaded = undenied(looks, logs, self.now, residual, strays=shown.strays, looser=looser)
        if shaded.any():
            left = np.where(shaded, balanced(left, logs, shown.told, self.now), left)
        return np.maximum(logs, left)

    def _stirred(self, shown: _Sampled, gain: Singles) -> NDArray[np.bool_]:
        """Where shadows may fall otherwise, n: near a piece that came or left, near what is not told, in less light."""
        changed = (shown.strays > settings.SHADOW_CAST) | ~shown.told
        shaded = near(self.board, settings.SHADOW_REACH)[:, changed].any(1)
        return np.asarray(shaded | (gain.mean(1) < settings.DIMMED))

    def _strays(self, residual: Singles) -> Singles:
        """How far each place strays from what it was, in its variances, n. ``residual``: as `_residual` gives."""
        looks, itself = self.looks, self.looks.itself(self.now)
        mean, discount, precision = looks.mean[itself], looks.discount[itself], looks.precision[itself]
        return np.asarray(stray(residual[itself], mean, discount, precision).mean(1), np.float32)

    def _residual(self, patches: Singles, veil: Singles) -> Singles:
        """What is left of places without their ``veil`` (n × 3 × m) when each look is taken away, C × n × 3 × k."""
        looks, bare = self.looks, self.looks.bare
        residual = patches[..., looks.inside] - looks.mean
        # What stands on the board hides the veil.
        residual[1:-1] += self.cover[looks.inside] * veil[..., looks.inside]
        if len(bare.places):
            around = self.windows.window.paint(patches[bare.places])
            residual[[[0], [-1]], bare.places] = patches[bare.places][..., looks.inside] - bare.looks(around)
        return np.asarray(residual)

    def _looser(self, usual: float, tinted: Sequence[int]) -> Singles:
        """How much further than it was learnt a look may stray, C × n, where looks stray as far as is ``usual`` now."""
        margin = np.clip(settings.MARGIN * usual, settings.TIGHTEST, settings.LOOSEST)
        looser = np.where(self.looks.own, margin, 1).astype(np.float32)
        looser[:, tinted] = settings.TINTED * np.maximum(looser[:, tinted], settings.TINTED_TIGHTEST)
        return looser

    def _by_token(self, fit: Singles) -> Singles:
        """Log likelihood of every token, T × n, by its likeliest look of those that ``fit`` tells of, C × n."""
        looks, rows, fit = self.looks, np.arange(len(self.now)), fit.copy()
        fit[[[0], [-1]], looks.bare.places] += np.log(looks.bare.chances)[:, None] / settings.TELLING
        home = np.flatnonzero(looks.token[-2] >= 0)
        fit[looks.token[-2][home], home] -= np.log(settings.OTHERWISE) / settings.TELLING
        logs = np.full((len(self.tokens), len(self.now)), -np.inf, np.float32)
        for look, token in zip(fit * settings.TELLING, looks.token, strict=True):
            there = token >= 0
            at = (token[there], rows[there])
            logs[at] = np.maximum(logs[at], look[there])
        return logs

    def _shaded(self, patches: Singles, clear: NDArray[np.bool_]) -> Singles | float:
        """What this picture's light does to the looks of whole sets beside the board's, C × n × 3 × k, or 0.

        Told by the places around which the board shows (``clear``, n): a hand over others is no light.
        """
        looks, known = self.looks, self._reference[0]
        seen, learnt = (colours[..., self._core].mean(2) for colours in (patches, known))
        shade = shades(seen, learnt, np.where(clear, self.now, 0), len(self.tokens))
        if np.abs(shade - 1).max() < settings.SHADE_SMALL:
            return 0.0
        more = (shade - 1)[np.maximum(looks.token, 0)]
        return np.asarray(looks.mean * more[..., None] * self.cover[looks.inside], np.float32)

    def _consult(self, logs: Singles, told: NDArray[np.bool_], ask: Callable[[], Singles]) -> None:
        """Where a place is about as likely empty as not, let another witness say how empty it looks.

        A hole between tall neighbours, in their shadow, may look like nothing that was guessed; a piece, like its hole.
        The witness is mostly right, but a piece like its hole is so to others, too. Where people can be asked they are:
        of 2,800 moves it let two be taken beside a piece that was put elsewhere, or taken away.
        """
        alien, unseen = settings.ALIEN * settings.TELLING, self.looks.bare.places
        empty = logs[0].copy()
        empty[unseen] = np.maximum(empty[unseen], alien + np.log(settings.ODD_HOLE))
        held = np.maximum(logs[1:].max(0, initial=-np.inf), alien)
        lead = empty - held
        asked = told & (np.abs(lead) < settings.CONSULTED)
        if asked.any():
            lead = np.clip(lead + ask(), -settings.CONVINCED, settings.CONVINCED)
            logs[0, asked] = (held + lead)[asked]

    @cached_property
    def _patterns(self) -> Mapping[int, Pattern]:
        """The sets, by number, whose pieces have two colours."""
        told = {
            number: pattern_of(pieces_of(self.seen, number)[..., self._core]) for number in range(1, len(self.tokens))
        }
        return {number: pattern for number, pattern in told.items() if pattern is not None}

    def _admit_patterns(self, logs: Singles, patches: Singles) -> None:
        """What came to a hole and looks unlike it may be a piece of two colours, in any pattern."""
        if not self._patterns:
            return
        arrived = (self.now == 0) & self.looks.own[0] & (logs[0] < settings.ALIEN * settings.TELLING)
        for place in np.flatnonzero(arrived).tolist():
            for number, pattern in self._patterns.items():
                fit = pattern.fit(patches[place][:, self._core]) * settings.TELLING
                logs[number, place] = max(logs[number, place], fit)

    def _shows_through(self, patches: Singles, misfit: Singles, usual: float) -> NDArray[np.bool_]:
        """Where a veil of light hides nothing: the place looks like itself, and not like plain board or a plate.

        ``patches``: without the veil; ``misfit``: how little they look like themselves, n.
        """
        looks = self.looks
        plain = patches[..., looks.inside] - self.windows.window.paint(self._reference[0])[..., None]
        flat = ((plain**2).sum(1) * looks.precision[looks.itself(self.now)]).mean(1)
        return np.asarray((misfit < settings.RING_STRANGE * max(usual, 1)) & (flat > settings.THROUGH * misfit))

    def _evidence(
        self, logs: Singles, told: NDArray[np.bool_], aside: Singles, patches: Singles, calibration: Calibration
    ) -> Evidence:
        # Whatever lies there, with a small chance it looks like anything at all: that keeps doubt honest. A hole that
        # was never seen empty has a larger one, an object that does not belong to the game looks like nothing else.
        # A piece beside the place is none that it holds.
        alien = np.maximum(settings.ALIEN * settings.TELLING, aside)
        best = np.maximum(logs.max(0), alien)
        odd = np.ones_like(logs)
        odd[0, self.looks.bare.places] = settings.ODD_HOLE
        strange = np.full(logs.shape[1:], settings.ODD_THING)
        likelihoods = np.exp(np.clip(logs - best, -80, 0)) + odd * np.exp(alien - best)
        likelihoods = np.vstack([likelihoods, strange * np.exp(alien - best)])
        likelihoods = np.maximum(likelihoods / likelihoods.sum(0), settings.FLOOR)
        middle = np.median(patches[:, :, self._core], axis=2)
        colours = np.clip(np.rint(middle[:, ::-1] * 255), 0, 255).astype(int)
        names, pixels = (*self.tokens, UNKNOWN), calibration.places(self.board)
        places = seen_at(self.board, pixels, names, likelihoods.T, told=told, colours=colours)
        found = np.where(told, likelihoods.argmax(0), 0)
        sets = [replace(kind, count=int((found == k).sum())) for k, kind in enumerate(self._kinds, start=1)]
        return Evidence(places, tuple(sets))


def _untinted(residual: Singles, tints: Mapping[int, Singles]) -> None:
    """Take from places what the lamp beneath them may have added of its hue."""
    for place, hue in tints.items():
        added = np.einsum("tcm,c->tm", residual[:, place], hue)
        residual[:, place] -= np.maximum(added, 0)[:, None] * hue[:, None]


def _fits(misfit: Singles, level: Singles, looser: Singles, shown: NDArray[np.bool_]) -> Singles:
    """Log density of each look at each place, C × n, by those pixels (``shown`` n × k) that are in the picture."""
    fit = log_density(misfit, level, looser)
    for cut in np.flatnonzero(shown.any(1) & ~shown.all(1)).tolist():
        fit[:, cut] = log_density(misfit[:, cut, shown[cut]], level[:, cut], looser[:, cut])
    return fit
