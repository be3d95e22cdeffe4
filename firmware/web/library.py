"""The recorded games: listed, shown again, taken in, put away and taken out. Games are named by id, never by path."""

import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from errno import EEXIST
from itertools import pairwise
from math import inf
from pathlib import Path
from threading import Lock
from typing import Any

from firmware import sets
from firmware.events import Entry
from firmware.follow import refusal
from firmware.journal import Journal, is_added_to
from firmware.kept.records import ID, number, records
from firmware.record import GAME, REMARKS, TYPED, check_bytes, decode, written
from firmware.replay import Replay, is_ppn, read
from firmware.states import State
from firmware.web import settings
from firmware.web.facts import board_facts, card_counts, colours, outcome_facts, pieces, piles, ply_facts
from firmware.web.figures import figures
from firmware.words.wording import names
from rules.game import GivenError
from rules.geometry import Medium
from rules.match import RecordError
from rules.referee import way
from rules.sight import differences
from rules.words import Message

AWAY = ".away"
"""Suffix of a record that was put away; whoever looks for records does not see it."""

PLIES = frozenset({"move", "correction", "resign", "end"})
"""Kinds of entries that make a ply each; an undo takes one back."""

NO_SUCH_RECORD = Message(
    "web-no-such-record",
    en="There is no recorded game {id}.",
    fr="Il n’y a pas de partie enregistrée {id}.",
    de="Eine aufgezeichnete Partie {id} gibt es nicht.",
    vi="Không có ván {id} đã ghi.",
    zh="没有编号为 {id} 的对局记录。",
)
PLAYED_NOW = Message(
    "web-played-now",
    en="This game is being played at the table; it cannot be put away.",
    fr="Cette partie est en cours à la table ; on ne peut pas la ranger.",
    de="Diese Partie wird gerade am Tisch gespielt; sie kann nicht weggelegt werden.",
    vi="Ván này đang chơi trên bàn; không thể cất đi.",
    zh="这局正在桌上进行，不能移走。",
)
STOPS_EARLY = Message(
    "web-stops-early",
    en="The record cannot be taken in: line {line}, {text}: {why}",
    fr="L’enregistrement ne peut pas être importé : ligne {line}, {text} : {why}",
    de="Die Aufzeichnung kann nicht übernommen werden: Zeile {line}, {text}: {why}",
    vi="Không nhập được biên bản: dòng {line}, {text}: {why}",
    zh="无法导入记录：第 {line} 行，{text}：{why}",
)
UNREADABLE = Message(
    "web-unreadable",
    en="The file of this game cannot be read: {why}.",
    fr="Le fichier de cette partie est illisible : {why}.",
    de="Die Datei dieser Partie ist nicht lesbar: {why}.",
    vi="Không đọc được tệp của ván này: {why}.",
    zh="无法读取这局的文件：{why}。",
)
TOO_LONG_TO_DRAW = Message(
    "web-too-long-to-draw",
    en="This game has more than {most} turns; share it as text instead.",
    fr="Cette partie a plus de {most} tours ; partagez-la plutôt en texte.",
    de="Diese Partie hat mehr als {most} Züge; bitte als Text teilen.",
    vi="Ván này có hơn {most} lượt; hãy chia sẻ dạng chữ.",
    zh="这局超过 {most} 步，请改用文本分享。",
)


TOO_MANY_LINES = Message(
    "web-too-many-lines",
    en="The record has more than {most} lines; no game has so many.",
    fr="L’enregistrement a plus de {most} lignes ; aucune partie n’en a autant.",
    de="Die Aufzeichnung hat mehr als {most} Zeilen; so viele hat keine Partie.",
    vi="Biên bản có hơn {most} dòng; không ván cờ nào nhiều đến vậy.",
    zh="记录超过 {most} 行，不可能是一局棋。",
)

HANDS_HIDDEN = Message(
    "web-hands-hidden",
    en="Its record tells every hand, and it is not over; share it when the deal is played.",
    fr="L’enregistrement montre toutes les mains, et la donne n’est pas finie ; partagez-le ensuite.",
    de="Die Aufzeichnung zeigt alle Handkarten, und das Spiel läuft noch; bitte erst danach teilen.",
    vi="Biên bản lộ hết bài; xong ván hãy chia sẻ.",
    zh="记录里有每个人的手牌，而这一局还没打完；请打完后再分享。",
)


class Missing(GivenError):
    """There is no such game."""


class Library:
    """The games in ``folder``. Reading one means refereeing it anew, so cards are remembered."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._lock = Lock()
        self._cards: dict[str, tuple[tuple[int, int], dict[str, Any]]] = {}
        """By id: when the record was written and its length, which tell whether it has changed; its card."""
        self._newest: list[str] = []
        """Whose cards stay remembered while people look through older ones."""
        self._boards: dict[str, dict[str, Any]] = {}

    def path(self, id_: str, suffix: str = ".jsonl") -> Path:
        """Where a game is kept. Raises `Missing`."""
        path = self.folder / f"{id_}{suffix}"
        if not ID.fullmatch(id_) or path.is_symlink() or not path.is_file():
            raise Missing(NO_SUCH_RECORD(id=id_[:40]))
        return path

    def replay(self, id_: str) -> Replay:
        """A game made again. Raises `Missing` or `RecordError`."""
        return made_again(self.path(id_).read_bytes())

    def to_share(self, id_: str) -> Replay:
        """A game made again, to be given away as a file. Raises `Missing`, `RecordError`, or `GivenError`."""
        made = self.replay(id_)
        if hides_hands(made):
            raise GivenError(HANDS_HIDDEN())
        return made

    def cards(self, before: str | None = None) -> dict[str, Any]:
        """The newest games, in a few facts each, and their boards; what cannot be read is named with the reason.

        Games in which nobody has moved are left out: every new beginning leaves one behind. ``more``: there are older
        ones than these. ``before``: those next older than this game, be it there or not; raises `Missing` for no id.
        """
        if before is not None and not ID.fullmatch(before):
            raise Missing(NO_SUCH_RECORD(id=before[:40]))
        end, most = (inf, settings.CARDS) if before is None else (number(Path(before)), settings.OLDER_CARDS)
        older = (path for path in records(self.folder) if number(path) < end)
        paths = (path for path in older if not untouched(path))
        looked: list[str] = []
        cards: list[dict[str, Any]] = []
        while len(cards) < most and (path := next(paths, None)):
            looked.append(path.stem)
            card = self._card(path)
            if "error" in card or card["damaged"] or card["turns"]:
                cards.append(card)
        with self._lock:
            if before is None:
                self._newest = looked
            self._cards = {id_: self._cards[id_] for id_ in {*self._newest, *looked} if id_ in self._cards}
        return {
            "games": cards,
            "boards": {card["board"]: self._boards[card["board"]] for card in cards if "board" in card},
            "more": next(paths, None) is not None,
        }

    def _card(self, path: Path) -> dict[str, Any]:
        try:
            about = path.stat()
            version = about.st_mtime_ns, about.st_size
            with self._lock:
                known, shown = self._cards.get(path.stem, (None, {}))
                if known != version:
                    made = made_again(path.read_bytes())
                    board = made.state.game.board
                    shown = card(path.stem, made, about.st_mtime)
                    self._cards[path.stem] = version, shown
                    self._boards.setdefault(board.name, board_facts(board))
                return shown
        except RecordError as error:
            return {"id": path.stem, "error": error.reason.as_json()}
        except OSError as error:
            return {"id": path.stem, "error": UNREADABLE(why=error.strerror or type(error).__name__).as_json()}

    def evidence(self, id_: str, name: str) -> Path:
        """A kept picture of a doubtful table. Raises `Missing`."""
        self.path(id_)
        path = self.folder / id_ / f"{name}.jpg"
        if not re.fullmatch(r"[0-9]{4}-[a-z]+-[0-9.]+", name) or not path.is_file():
            raise Missing(NO_SUCH_RECORD(id=name[:40]))
        return path

    def put_away(self, id_: str) -> str:
        """Take a game out of the library; `take_out` brings the id back. Raises `Missing` or `GivenError`."""
        path = self.path(id_)
        if is_added_to(path):
            raise GivenError(PLAYED_NOW())
        self._move(path, path.with_suffix(AWAY))
        return id_

    def take_out(self, id_: str) -> str:
        """Bring a game back that was put away; its id. Raises `Missing`."""
        path = self.path(id_, AWAY)
        self._move(path, path.with_suffix(".jsonl"))
        return id_

    def _move(self, path: Path, to: Path) -> None:
        """Give a record another name, never that of another record. Raises OSError."""
        with self._lock:
            if to.exists():
                raise FileExistsError(EEXIST, "a record of that name is there already")
            path.rename(to)

    def take_in(self, data: bytes) -> str:
        """Keep a record from outside: refereed anew, sealed anew; when it was played stays. Returns its id.

        Raises `GivenError`.
        """
        made = made_again(data)
        if made.stop is not None:
            raise GivenError(STOPS_EARLY(line=made.stop.line, text=made.stop.text, why=made.stop.why))
        if made.damage is not None and not made.damage.torn:
            raise GivenError(made.damage.why)
        match = made.state.match
        start = replace(match.take_back(match.ply), players=names(match.players))
        lines = made.recorded
        kept = (lines.header, *lines.entries) if lines else (Entry(GAME, 0.0),)
        begun, *entries = map(dated, kept + made.due)
        with Journal.create(self.folder, start, begun.at, *entries, table="imported", utc=begun.utc) as journal:
            return journal.path.stem

    def doubts(self, id_: str, made: Replay) -> list[dict[str, Any]]:
        """The doubtful tables of a game that was made again: after which ply, why, and the kept picture."""
        ply, found = 0, []
        for entry in made.recorded.entries if made.recorded else ():
            name = entry.data.get("evidence")
            if entry.kind in REMARKS and isinstance(name, str) and (self.folder / id_ / f"{name}.jpg").is_file():
                why, between = entry.data.get("why"), entry.data.get("between")
                found.append({"ply": ply, "kind": entry.kind, "picture": name, "why": why, "between": between})
            ply += entry.kind in PLIES
            ply -= entry.kind == "undo"
        return found

    def animation(self, id_: str) -> bytes:
        """A game as an animated GIF. Raises `Missing` or `GivenError`."""
        from firmware.animation import animated

        plies = self.replay(id_).plies()
        if len(plies) > settings.ANIMATION_PLIES:
            raise GivenError(TOO_LONG_TO_DRAW(most=settings.ANIMATION_PLIES))
        return animated(plies)


def untouched(path: Path) -> bool:
    """Whether nobody has moved yet in the good record at ``path``, without refereeing it: a move ends the reading."""
    count = 0
    with suppress(OSError), path.open("rb") as file:
        while line := file.readline(settings.RECORD_BYTES):
            entry = decode(count, line.removesuffix(b"\n"))
            if entry is None or entry.kind == "move":
                return False
            count += 1
    return count > 0


def made_again(data: bytes) -> Replay:
    """A record made again, unless it is longer than any game: every line costs time. Raises `RecordError`."""
    check_bytes(data)
    if things(data) > settings.RECORD_LINES:
        raise RecordError(TOO_MANY_LINES(most=settings.RECORD_LINES))
    return read(data)


def things(data: bytes) -> int:
    """How many lines a record has; those that are not told line by line: their words in PPN, their plies in JSON."""
    if is_ppn(data):
        return len(data.split())
    return max(len(data.decode(errors="replace").splitlines()), data.count(b'"event"'))


def dated(entry: Entry) -> Entry:
    """``entry`` without a date that is none."""
    return entry if written(entry) else replace(entry, utc="")


def card(id_: str, made: Replay, when: float) -> dict[str, Any]:
    """A game in a few facts, with its last board where it has one; ``when``: its date if the record tells none."""
    state = made.state
    game = state.game
    begun = written(made.recorded.header) if made.recorded else None
    facts: dict[str, Any] = {
        "id": id_,
        "game": game.name,
        "when": round(begun.timestamp() if begun else when),
        "seats": list(game.seats),
        "players": names(state.match.players),
        "plies": state.ply,
        "turns": state.turns,
        "outcome": outcome_facts(state.outcome),
        "forms": forms(made),
        "damaged": not made.is_good,
    }
    if game.board.medium is not Medium.CARD:
        facts |= {"board": game.board.name, "view": pieces(game.view(state.position)), "colours": set_colours(state)}
        facts |= piles(game, state.position)
    return facts


def hides_hands(made: Replay) -> bool:
    """Whether its record tells what players must not know yet: the hands of a deal that can be taken up again here."""
    kept, game = made.recorded, made.state.game
    if game.board.medium is not Medium.CARD or kept is None or kept.is_over or kept.header.data.get("table") != TYPED:
        return False
    return any(not isinstance(hand, int) for hand in game.write_position(made.plies()[0].position)["hands"])


def forms(made: Replay) -> Sequence[str]:
    """The kinds of file that a record is shared as, whatever else can be asked for."""
    game = made.state.game
    if hides_hands(made):
        return ()
    moving = () if game.board.medium is Medium.CARD else ("gif",)
    return ("txt", "json", *moving, *(("ppn",) if game.name == "piecepack" else ()))


def shown_again(id_: str | None, made: Replay) -> dict[str, Any]:
    """A whole game: its first table, and what each ply changed."""
    plies = made.plies()
    game = made.state.game
    views = (game.view(state.position) for state in plies)  # one after another: all at once would fill the memory
    steps = [
        {
            **ply_facts(number, state.last.kind, state.last.seat, state.last.move),
            "to_move": state.to_move,
            "path": list(way(game.board, state.last.move)),
            "changes": differences(before, after),
            **piles(game, state.position),
            **card_counts(game, state.position),
        }
        for number, (state, (before, after)) in enumerate(zip(plies[1:], pairwise(views), strict=True), 1)
    ]
    return {
        "id": id_,
        "game": game.name,
        "options": dict(game.options),
        "seats": list(game.seats),
        "sets": sets.owned(game),
        "players": names(made.state.match.players),
        "board": board_facts(game.board),
        "colours": set_colours(made.state),
        "start": pieces(game.view(plies[0].position)),
        **piles(game, plies[0].position),
        **card_counts(game, plies[0].position),
        "plies": steps,
        "outcome": outcome_facts(made.state.outcome),
        "figures": figures(made),
        "forms": forms(made),
        "followed": refusal(game) is None,
        "stop": stop_facts(made),
    }


def stop_facts(made: Replay) -> dict[str, Any] | None:
    """Where a record stops and why: at a line that cannot be, or at one that is damaged, be it only a torn last one."""
    if made.stop is not None:
        return {"line": made.stop.line, "text": made.stop.text, "why": made.stop.why.as_json()}
    if made.damage is not None:
        return {"line": made.damage.line, "text": "", "why": made.damage.why.as_json()}
    return None


def set_colours(state: State) -> Mapping[str, str]:
    """Colours of the sets, which a record does not know."""
    return colours(sets.colours(state.game))
