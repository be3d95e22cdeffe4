"""Pieces that lie as for another start of the game than the one that is asked for: a family may have other sets."""

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from firmware import settings
from firmware.states import AnyGame, Guided, State
from rules import catalogue
from rules.geometry import Board
from rules.sight import EMPTY, View
from rules.star.places import size_of
from rules.words import Message, Reason
from vision.calibration import Calibration
from vision.evidence import Evidence
from vision.settle import Settled, settle

if TYPE_CHECKING:
    from firmware.seeing.eyes import Eyes

OTHER_START = Message(
    "other-start",
    en="The pieces lie as for {players} players with {pieces} pieces each; this game is for {meant} with {own} each. "
    "If you want to play as they lie, begin a new game for that.",
    fr="Les pièces sont posées comme pour {players} joueurs avec {pieces} pièces chacun ; cette partie est pour "
    "{meant} avec {own} chacun. Pour jouer comme elles sont posées, commencez une nouvelle partie.",
    de="Die Figuren liegen wie für {players} Spieler mit je {pieces} Figuren; diese Partie ist für {meant} mit je "
    "{own}. Wollt ihr spielen, wie sie liegen, dann beginnt dafür eine neue.",
    vi="Các quân đang nằm như ván {players} người, mỗi người {pieces} quân; ván này là {meant} người, mỗi người {own} "
    "quân. Nếu muốn chơi như đang xếp, hãy bắt đầu ván mới.",
    zh="棋子摆得像 {players} 人局，每人 {pieces} 子；本局是 {meant} 人，每人 {own} 子。若要照现在摆的玩，请重新开局。",
)

GUESSES: tuple[Mapping[str, Any], ...] = (
    {"players": 2, "pieces": 10},
    {"players": 2, "pieces": 15},
    {"players": 3, "pieces": 10},
    {"players": 3, "pieces": 15},
    {"players": 2, "pieces": 21},
    {"players": 3, "pieces": 21},
    {"players": 4},
    {"players": 6},
)
"""Set-ups of the star that filled corners can mean; with more sets a player, people say so with --option sets=2."""


class Laid(NamedTuple):
    """As for whose start pieces lie; ``partly``: they may be a part of the start asked for, still being laid."""

    game: AnyGame
    partly: bool


class OtherStart:
    """Notices once that the table for a game is laid for another start. ``patient``: pieces may still be being laid."""

    def __init__(self, *, patient: bool) -> None:
        self._patient = patient
        self._looked_at: Evidence | None = None
        self._laid: Laid | None = None
        self._since = 0.0
        self._told = False

    def news(self, state: State, eyes: "Eyes", now: float) -> Reason | None:
        """What people are to be told of it, if anything."""
        looked = last_look(eyes)
        if self._told or looked is None or not begins_in_vain(state):
            return None
        if looked[1] is not self._looked_at:
            before, self._looked_at, self._laid = self._laid, looked[1], laid_otherwise(state.game, *looked)
            self._since = self._since if before == self._laid else now
        if self._laid is None:
            return None
        if self._laid.partly and self._patient and now - self._since < settings.RESTING_SECONDS:
            return None
        self._told = True
        (players, pieces), (meant, own) = each(self._laid.game), each(state.game)
        return OTHER_START(players=players, pieces=pieces, meant=meant, own=own)


def begins_in_vain(state: State) -> bool:
    """Whether the table was looked at and does not lie as the game begins."""
    phase = state.at_rest()
    return isinstance(phase, Guided) and phase.cause == "start" and bool(phase.differences)


def last_look(eyes: "Eyes") -> tuple[Calibration, Evidence] | None:
    """Where the board was last seen to lie, and with what on it; None where it was not seen."""
    if eyes.reader is None and (sight := eyes.first_sights.latest) is not None:
        return sight.calibration, sight.evidence
    return None if eyes.calibration is None or eyes.evidence is None else (eyes.calibration, eyes.evidence)


def laid_otherwise(game: AnyGame, calibration: Calibration, evidence: Evidence) -> Laid | None:
    """The other start of ``game`` that the pieces lie as for; None where they lie as for its own, or as for none."""
    for _, other, view in starts(game, game.board):
        if lies(settle(evidence, game.board, calibration, view)):
            return Laid(other, is_part(view, game)) if other is not game else None
    return None


def starts(game: AnyGame, board: Board) -> Iterator[tuple[Mapping[str, Any], AnyGame, View]]:
    """What may lie on ``board`` before ``game``: guessed house rules, their game, its start. Its own first."""
    yield {}, game, game.view(game.start())
    if game.name == "star":
        size = {"size": size_of(board)}
        for guess in fitting(size):
            other = catalogue.game(game.name, **{**guess, **size})
            yield guess, other, other.view(other.start())


def fitting(options: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """The guesses that go with these house rules; all of them where none does, so that the rules say why."""
    known = [guess for guess in GUESSES if all(options.get(key, value) == value for key, value in guess.items())]
    fit = [guess for guess in known or GUESSES if catalogue.is_possible("star", {**guess, **options})]
    return fit or list(GUESSES)


def lies(settled: Settled) -> bool:
    """Whether all lies as it was settled, as far as a look at a table never seen before can tell."""
    return len(settled.wrong) + len(settled.spare) <= settings.SUSPECT_PLACES


def is_part(view: View, game: AnyGame) -> bool:
    """Whether all that lies in ``view`` lies on places that are filled when ``game`` begins."""
    start = game.view(game.start())
    return all(start[place] != EMPTY for place, token in view.items() if token != EMPTY)


def each(game: AnyGame) -> tuple[int, int]:
    """For how many players a game is, and how many pieces each of them begins with."""
    players = len(game.seats)
    return players, sum(token != EMPTY for token in game.view(game.start()).values()) // players
