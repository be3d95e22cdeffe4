"""Recorded games, asked for by well-behaved and by hostile programs."""

import itertools
import json
import os
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from typing import Any

import pytest

from firmware.events import Correct, End, Entry
from firmware.journal import Journal
from firmware.kept.records import records
from firmware.record import TYPED, encode, parse, written
from firmware.replay import read, take_up
from firmware.service.box import Fittings
from firmware.web import settings
from firmware.web.library import Library
from rules import catalogue
from rules.geometry import PlaceId
from rules.match import Match, first_position
from rules.sight import EMPTY, Token
from tests.firmware.disk import no_file_beyond
from tests.firmware.web.room import Room

STAR = catalogue.game("star", players=2, pieces=10)


def test_a_game_in_the_library_is_shown_shared_put_away_and_brought_back(room: Room) -> None:
    room.play("e5-f5", "m5-l5")
    text = room.client.get("/api/games/0001-star/as/txt").text
    taken = room.client.post("/api/games", content=text.encode())
    assert taken.status_code == 201
    id_ = taken.json()["id"]
    cards = room.client.get("/api/games").json()["games"]
    assert [one["id"] for one in cards] == [id_, "0001-star"]
    assert cards[0]["view"]["f5"] == "S"
    again = room.client.get(f"/api/games/{id_}").json()
    assert [one["move"] for one in again["plies"]] == ["e5-f5", "m5-l5"]
    assert again["plies"][0]["changes"] == {"e5": "empty", "f5": "S"}
    assert room.client.delete(f"/api/games/{id_}").status_code == 200
    assert room.client.get(f"/api/games/{id_}").status_code == 404
    assert room.client.post(f"/api/games/{id_}/back").json() == {"id": id_}
    assert room.client.get(f"/api/games/{id_}/as/jsonl").content.startswith(b'{"n":0')
    gif = room.client.get(f"/api/games/{id_}/as/gif")
    assert gif.content.startswith(b"GIF8")


@pytest.mark.parametrize(("before", "line_end"), [(b"", b"\r\n"), (b"\xef\xbb\xbf", b"\n")], ids=["Windows", "mark"])
def test_a_record_that_went_through_another_system_is_taken_in(room: Room, before: bytes, line_end: bytes) -> None:
    room.play("e5-f5", "m5-l5")
    record = before + room.client.get("/api/games/0001-star/as/jsonl").content.replace(b"\n", line_end)
    assert len(room.client.post("/api/preview", content=record).json()["plies"]) == 2
    taken = room.client.post("/api/games", content=record)
    assert taken.status_code == 201, taken.text
    kept = room.client.get(f"/api/games/{taken.json()['id']}/as/jsonl").content
    assert [entry.data.get("move") for entry in parse(kept).entries] == [None, "e5-f5", "m5-l5"]
    assert parse(kept).entries == parse(room.journal.path.read_bytes()).entries


def test_a_game_that_is_kept_here_was_played_when_it_was_played(room: Room, tmp_path: Path) -> None:
    evening = datetime(2025, 3, 1, 20, tzinfo=UTC)
    minutes = iter(evening + timedelta(minutes=number) for number in range(9))
    with Journal.create(tmp_path, Match.begin(STAR), 5.0, table="csi", wall=lambda: next(minutes)) as played:
        played.append(Entry("move", 62.0, {"seat": "S", "move": "d1-e5", "by": "camera"}))
        played.append(Entry("move", 120.5, {"seat": "N", "move": "n4-m9", "by": "camera"}))
    id_ = room.client.post("/api/games", content=played.path.read_bytes()).json()["id"]
    (card,) = room.client.get("/api/games").json()["games"]
    assert card["when"] == evening.timestamp()
    header, *moves = (json.loads(line) for line in room.client.get(f"/api/games/{id_}/as/jsonl").text.splitlines())
    assert (header["at"], header["utc"]) == (5.0, "2025-03-01T20:00:00.000Z")
    assert [(move["at"], move["utc"][11:19]) for move in moves] == [(62.0, "20:01:00"), (120.5, "20:02:00")]
    assert room.client.get(f"/api/games/{id_}").json()["figures"]["seconds"] == {"S": 60.0, "N": 58.5}


@pytest.mark.parametrize("utc", ["", "yesterday", "2025-03-01", "2025-13-01T20:00:00Z", "None"])
def test_a_game_whose_record_tells_no_date_has_that_of_its_file(room: Room, utc: str) -> None:
    game = parse(room.journal.path.read_bytes()).header
    move = Entry("move", 1.0, {"seat": "S", "move": "e5-f5", "by": "camera"})
    record = encode(0, game, utc) + encode(1, move, utc)
    path = Path(room.journal.path.parent, "0007-star.jsonl")
    path.write_bytes(record)
    os.utime(path, (1e9, 1e9))
    (card,) = room.client.get("/api/games").json()["games"]
    assert card["when"] == 1e9
    id_ = room.client.post("/api/games", content=record).json()["id"]
    kept = parse(Path(path.parent, f"{id_}.jsonl").read_bytes())
    assert all(written(entry) for entry in (kept.header, *kept.entries)), "they are dated when they are written here"


@pytest.mark.parametrize("fits", [0, 1], ids=["not even the game's line", "its line alone"])
def test_what_a_full_disk_does_not_take_in_is_told_as_that(room: Room, tmp_path: Path, fits: int) -> None:
    room.play("e5-f5", "m5-l5")
    text = room.client.get("/api/games/0001-star/as/txt").content
    with no_file_beyond(10 + fits * len(room.journal.path.read_bytes().split(b"\n")[0])):
        answer = room.client.post("/api/games", content=text)
    assert answer.status_code == 500
    assert answer.json()["error"]["id"] == "web-failed"
    assert answer.json()["text"].startswith("That could not be done: File too large.")
    assert str(tmp_path) not in answer.text, "where files lie is nobody's business"
    assert len(records(tmp_path / "games")) == 1


def test_while_a_game_is_played_the_other_cards_are_not_made_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(settings, "CARDS", 3)
    for _ in range(4):
        with Journal.create(tmp_path, Match.begin(STAR), 0.0, table="simulated") as begun:
            begun.append(Entry("move", 1, {"seat": "S", "move": "d1-e5", "by": "camera"}))
    library = Library(tmp_path)
    newest, *others = (path.stem for path in records(tmp_path)[:3])
    shown = {card["id"]: card for card in library.cards()["games"]}
    for ply, move in enumerate(("n4-m9", "e5-f5"), 2):
        journal, made = take_up(library.path(newest))
        with journal:
            journal.append(Entry("move", ply, {"seat": made.state.to_move, "move": move, "by": "camera"}))
        first, *rest = library.cards()["games"]
        assert (first["id"], first["plies"]) == (newest, ply)
        assert [card is shown[id_] for card, id_ in zip(rest, others, strict=True)] == [True, True]


def test_older_games_are_asked_for_some_at_a_time_and_the_newest_stay_at_hand(
    room: Room, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(settings, "CARDS", 2)
    monkeypatch.setattr(settings, "OLDER_CARDS", 2)
    room.play("e5-f5")
    text = room.client.get("/api/games/0001-star/as/txt").content
    for _ in range(5):
        assert room.client.post("/api/games", content=text).status_code == 201
    library = Library(tmp_path / "games")
    newest, told = library.cards()["games"], room.client.get("/api/games").json()
    found = [one["id"] for one in told["games"]]
    while told["more"]:
        told = room.client.get("/api/games", params={"before": found[-1]}).json()
        found += [one["id"] for one in told["games"]]
    assert found == [f"{number:04d}-star" for number in (6, 5, 4, 3, 2, 1)]
    library.cards(found[1])
    library.cards(found[3])
    assert all(card is shown for card, shown in zip(library.cards()["games"], newest, strict=True))


@pytest.mark.parametrize("id_", ["", "star", "../0001-star", "9" * 5000 + "-star", "٣٣٣٣-star"])
def test_what_is_no_game_has_no_older_ones(room: Room, id_: str) -> None:
    answer = room.client.get("/api/games", params={"before": id_})
    assert (answer.status_code, answer.json()["error"]["id"]) == (404, "web-no-such-record")


def test_games_in_which_nobody_moved_are_not_listed(room: Room) -> None:
    assert room.client.get("/api/games").json() == {"games": [], "boards": {}, "more": False}
    room.play("e5-f5")
    assert [one["id"] for one in room.client.get("/api/games").json()["games"]] == ["0001-star"]


def test_however_many_games_were_begun_in_vain_those_that_were_played_are_listed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(settings, "CARDS", 2)
    for moved in (True, True, True, False, False, False):
        with Journal.create(tmp_path, Match.begin(STAR), 0.0, table="simulated") as begun:
            begun.append(Entry("pause", 0.5, {"by": "page"}), Entry("resume", 0.7, {"by": "page"}))
            if moved:
                begun.append(Entry("move", 1, {"seat": "S", "move": "d1-e5", "by": "camera"}))
    library = Library(tmp_path)
    told = library.cards()
    assert ([one["id"] for one in told["games"]], told["more"]) == (["0003-star", "0002-star"], True)
    library.put_away("0003-star")
    told = library.cards()
    assert ([one["id"] for one in told["games"]], told["more"]) == (["0002-star", "0001-star"], False)


@pytest.mark.parametrize("data", [b"", b"\0" * 4096, b"nothing\n"])
def test_a_record_that_nobody_can_read_is_put_away_like_any_other(room: Room, data: bytes) -> None:
    path = Path(room.journal.path.parent, "0007-star.jsonl")
    path.write_bytes(data)
    (card,) = room.client.get("/api/games").json()["games"]
    assert sorted(card) == ["error", "id"]
    assert room.client.delete("/api/games/0007-star").status_code == 200
    assert room.client.get("/api/games").json()["games"] == []
    assert room.client.post("/api/games/0007-star/back").json() == {"id": "0007-star"}
    assert path.read_bytes() == data


def test_only_moves_count_as_turns(room: Room) -> None:
    room.play("e5-f5", "m5-l5")
    room.table.loop.put(Correct(1.0, None, {PlaceId("f5"): EMPTY, PlaceId("e5"): Token("S")}))
    room.table.loop.put(End(2.0))
    room.turn()
    (card,) = room.client.get("/api/games").json()["games"]
    assert (card["plies"], card["turns"]) == (4, 2)
    assert room.client.get("/api/state").json()["now"]["turns"] == 2


def test_the_game_at_the_table_stays(room: Room) -> None:
    answer = room.client.delete("/api/games/0001-star")
    assert answer.status_code == 409
    assert answer.json()["error"]["id"] == "web-played-now"


def test_a_game_that_is_played_elsewhere_stays_until_it_is_left(room: Room) -> None:
    # A demonstration in a terminal, say; or the own game that people have just gone back to from a record.
    with Journal.create(room.journal.path.parent, Match.begin(STAR), 0.0, table="demo"):
        answer = room.client.delete("/api/games/0002-star")
        assert (answer.status_code, answer.json()["error"]["id"]) == (409, "web-played-now")
    assert room.client.delete("/api/games/0002-star").json() == {"away": "0002-star"}


@pytest.mark.parametrize(
    "id_", ["0009-star", "..%2f0001-star", "0001-star.jsonl", "%2e%2e", "0001-", "table.lock", "x" * 300]
)
def test_games_are_asked_for_by_id_only(room: Room, id_: str) -> None:
    assert room.client.get(f"/api/games/{id_}").status_code == 404
    assert room.client.delete(f"/api/games/{id_}").status_code in {404, 405}
    assert room.client.get(f"/api/games/0001-star/evidence/{id_}").status_code == 404


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\x1f\x8b" + b"\0" * 100,
        b"{}",
        b"[" * 9000,
        b"Game: star\n\n1. S a1-q1\n",
        b"Game: dragons\n",
        b'{"n":0,"event":"game","at":0,"utc":"","crc":"00000000"}\n',
    ],
)
def test_records_that_are_none_are_refused_with_a_reason(room: Room, data: bytes) -> None:
    room.play("e5-f5")
    answer = room.client.post("/api/games", content=data)
    assert answer.status_code == 409, answer.text
    assert answer.json()["text"]
    assert len(room.client.get("/api/games").json()["games"]) == 1


@pytest.mark.parametrize("begins", [b"GIF89a", b"\x89PNG\r\n\x1a\n", b"\xff\xd8\xff\xe0"])
def test_a_picture_is_told_to_be_one_however_many_lines_it_seems_to_have(room: Room, begins: bytes) -> None:
    for path in ("/api/preview", "/api/games"):
        answer = room.client.post(path, content=begins + b"\0\n" * 4000)
        assert (answer.status_code, answer.json()["error"]["id"]) == (409, "record-picture")


def test_whoever_comes_by_may_show_a_game_but_not_keep_the_table_busy_with_an_endless_one(tmp_path: Path) -> None:
    room = Room(tmp_path / "games", paired=True)
    to_and_fro = itertools.cycle(("S d1-e5", "N n4-m9", "S e5-d1", "N m9-n4"))
    head = ["Game: star", 'Options: {"players": 2, "pieces": 10}', ""]
    lines = [*head, *(f"{ply}. {move}" for ply, move in enumerate(itertools.islice(to_and_fro, 3000), 1))]
    with room.client, room.journal:
        shown = room.client.post("/api/preview", content="\n".join(lines[:41]).encode())
        assert len(shown.json()["plies"]) == 38
        assert shown.json()["plies"][-1]["changes"] == {"n4": "empty", "m9": "N"}
        for line_end in ("\n", "\r", "\u2028"):
            answer = room.client.post("/api/preview", content=line_end.join(lines).encode())
            assert (answer.status_code, answer.json()["error"]["id"]) == (409, "web-too-many-lines")


def test_names_in_a_record_from_outside_are_no_longer_than_those_that_people_type(room: Room) -> None:
    text = Match.begin(STAR, {"S": "Anna" * 1000}).play(STAR.moves(STAR.start())[0]).to_text().encode()
    assert room.client.post("/api/preview", content=text).json()["players"] == {"S": "Anna" * 10}
    id_ = room.client.post("/api/games", content=text).json()["id"]
    (card,) = room.client.get("/api/games").json()["games"]
    assert (card["id"], card["players"]) == (id_, {"S": "Anna" * 10})
    assert "Anna" * 11 not in room.client.get(f"/api/games/{id_}/as/txt").text


def test_why_a_record_stops_is_for_the_page_to_word(room: Room) -> None:
    halves = Match.begin(catalogue.game("star", players=2)).to_text().split("Result")[0] + "\n1. S e5-q9\n"
    stop = room.client.post("/api/preview", content=halves.encode()).json()["stop"]
    assert (stop["text"], stop["why"]) == ("1. S e5-q9", {"id": "hop-no-place", "args": {"place": "q9"}})
    Path(room.journal.path.parent, "0007-star.jsonl").write_bytes(b"nothing\n")
    cards = room.client.get("/api/games").json()["games"]
    assert cards[0] == {"id": "0007-star", "error": {"id": "match-no-game", "args": {}}}


def test_a_record_damaged_in_the_middle_says_so_on_its_page_and_is_not_kept_as_a_shorter_game(room: Room) -> None:
    room.play("e5-f5", "m5-l5", "d3:f6")
    damaged = room.journal.path.read_bytes().replace(b"m5-l5", b"m5-l6")
    said = {"id": "record-damaged", "args": {"line": "4"}}
    shown = room.client.post("/api/preview", content=damaged).json()
    assert ([one["move"] for one in shown["plies"]], shown["stop"]["why"]) == (["e5-f5"], said)
    answer = room.client.post("/api/games", content=damaged)
    assert (answer.status_code, answer.json()["error"]) == (409, said)
    Path(room.journal.path.parent, "0007-star.jsonl").write_bytes(damaged)
    assert room.client.get("/api/games/0007-star").json()["stop"]["why"] == said
    assert [one["id"] for one in room.client.get("/api/games").json()["games"]] == ["0007-star", "0001-star"]


def test_a_line_that_a_pulled_plug_tore_is_told_and_the_game_before_it_kept(room: Room) -> None:
    room.play("e5-f5", "m5-l5")
    torn = room.journal.path.read_bytes()[:-20]
    shown = room.client.post("/api/preview", content=torn).json()
    assert ([one["move"] for one in shown["plies"]], shown["stop"]["why"]["id"]) == (["e5-f5"], "record-torn")
    kept = room.client.post("/api/games", content=torn)
    assert kept.status_code == 201
    assert room.client.get(f"/api/games/{kept.json()['id']}").json()["stop"] is None


def test_a_game_of_the_piecepack_is_shared_in_its_notation(room: Room) -> None:
    match = Match.begin(catalogue.game("piecepack", players=2))
    taken = room.client.post("/api/games", content=match.to_text().encode()).json()["id"]
    told = room.client.get(f"/api/games/{taken}/as/ppn")
    assert "GameType: Chinese Checkers" in told.text
    assert room.client.get("/api/games/0001-star/as/ppn").status_code == 404


def test_every_text_form_that_a_game_is_shared_in_is_opened_again(room: Room) -> None:
    coins = catalogue.game("piecepack", players=2)
    match = Match.begin(coins, {"SW": "Anna"}).play(coins.moves(coins.start())[0])
    first = room.client.post("/api/games", content=match.to_text().encode()).json()["id"]
    for form in ("txt", "json", "jsonl", "ppn"):
        shared = room.client.get(f"/api/games/{first}/as/{form}").content
        shown = room.client.post("/api/preview", content=shared).json()
        assert [one["move"] for one in shown["plies"]] == [coins.write(coins.moves(coins.start())[0])]
        assert shown["players"] == {"SW": "Anna"}
        assert room.client.post("/api/games", content=shared).status_code == 201, form


@pytest.mark.parametrize("data", [b"---\n...\n" + b"1SW. a1-b1 " * 2000, b"[" + b'{"event":"end"},' * 3001 + b"1]"])
def test_a_game_without_end_keeps_the_table_busy_in_no_form(room: Room, data: bytes) -> None:
    answer = room.client.post("/api/preview", content=data)
    assert (answer.status_code, answer.json()["error"]["id"]) == (409, "web-too-many-lines")


def test_the_card_of_a_game_tells_hops_made_and_missed_and_the_way_home(room: Room) -> None:
    room.play("e5-f5", "m5-l5", "d3:f6")
    told = room.client.get("/api/games/0001-star").json()["figures"]
    assert told["turns"] == {"S": 2, "N": 1}
    assert (told["longest"]["move"], told["longest"]["hops"]) == ("d3:f6", 1)
    assert told["missed"] is None or told["missed"]["hops"] > 1
    assert [before - after for before, after in itertools.pairwise(told["way"]["S"])] == [1, 0, 2]
    assert "least" not in told, "fifteen pieces: nothing is proven for them"


def test_ten_pieces_alone_are_held_against_the_proven_least(room: Room) -> None:
    text = Match.begin(catalogue.game("star", players=2, pieces=10)).to_text()
    id_ = room.client.post("/api/games", content=text.encode()).json()["id"]
    assert room.client.get(f"/api/games/{id_}").json()["figures"]["least"] == 27


def test_doubtful_tables_are_shown_where_they_happened(room: Room) -> None:
    room.play("e5-f5")
    name = "0001-refused-2.5"
    room.journal.append(
        Entry("refused", 2.5, {"places": ["c2"], "why": {"id": "hop-no-hop", "args": {}}, "evidence": name})
    )
    assert room.client.get("/api/games/0001-star").json()["doubts"] == [], "its picture was not kept"
    folder = room.journal.path.with_suffix("")
    folder.mkdir(exist_ok=True)
    (folder / f"{name}.jpg").write_bytes(b"\xff\xd8")
    (told,) = room.client.get("/api/games/0001-star").json()["doubts"]
    assert (told["ply"], told["kind"], told["picture"]) == (1, "refused", name)
    assert room.client.get(f"/api/games/0001-star/evidence/{name}").content == b"\xff\xd8"


def test_a_record_is_wished_to_be_played_again(room: Room) -> None:
    room.play("e5-f5")
    asked = {"do": "follow", "game": "0001-star", "ply": 3}
    assert room.client.post("/api/command", json=asked).status_code == 202
    assert room.table.loop.then == "follow"
    guide = room.hub.take_to_follow()
    assert guide is not None
    assert (len(guide.plies), guide.ply) == (2, 1), "there are no three turns yet"
    assert room.hub.take_to_follow() is None
    for bad in ({"game": "../x"}, {"game": "0001-star", "ply": -1}, {"game": "0001-star", "ply": "1"}, {}):
        assert room.client.post("/api/command", json={"do": "follow", **bad}).status_code == 409
    assert room.client.post("/api/command", json={"do": "back"}).status_code == 409


def of_cards(name: str, turns: int) -> Match[Any, Any]:
    """The first turns of a game of cards, whoever plays the first card that may be played."""
    game = catalogue.game(name)
    match = Match.begin(game, start=first_position(game, Random(1)))
    for _ in range(turns):
        match = match.play(game.moves(match.position)[-1])
    return match


def test_a_game_of_cards_is_shown_again_with_what_lies_and_how_many_cards_everybody_has(room: Room) -> None:
    match = of_cards("chinese_ten", 2)
    told = room.client.post("/api/preview", content=match.to_text().encode()).json()
    assert told["board"]["medium"] == "card"
    assert sorted(told["start"]) == sorted(match.game.write_position(match.positions[0])["layout"])
    assert told["cards"] == {"hands": {"0": 12, "1": 12}, "won": {"0": 0, "1": 0}, "stock": 24}
    assert [one["cards"]["hands"] for one in told["plies"]] == [{"0": 12, "1": 11}] * 2
    assert told["plies"][-1]["cards"]["stock"] == 23
    poker = room.client.post("/api/preview", content=of_cards("chinese_poker", 1).to_text().encode()).json()
    assert set(poker["cards"]) == {"hands"}


def test_every_form_that_a_game_is_offered_in_can_be_had(room: Room) -> None:
    room.play("e5-f5")
    for name in ("chinese_ten", "chinese_poker"):
        room.client.post("/api/games", content=of_cards(name, 2).to_text().encode())
    coins = catalogue.game("piecepack", players=2)
    begun = Match.begin(coins).play(coins.moves(coins.start())[0])
    room.client.post("/api/games", content=begun.to_text().encode())
    offered = {}
    for card in room.client.get("/api/games").json()["games"]:
        offered[card["game"]] = card["forms"]
        for form in card["forms"][2:]:
            assert room.client.get(f"/api/games/{card['id']}/as/{form}").status_code == 200, (card["game"], form)
    assert offered == {
        "star": ["txt", "json", "gif"],
        "piecepack": ["txt", "json", "gif", "ppn"],
        "chinese_ten": ["txt", "json"],
        "chinese_poker": ["txt", "json"],
    }


@pytest.mark.parametrize("name", ["chinese_ten", "chinese_poker"])
def test_nobody_gets_to_see_the_hands_of_a_deal_that_is_not_over(room: Room, name: str) -> None:
    match = of_cards(name, 2)
    begun = match.take_back(2)
    with Journal.create(room.journal.path.parent, begun, 0.0, *read(match.to_text().encode()).due, table=TYPED) as kept:
        id_ = kept.path.stem
        (card,) = (one for one in room.client.get("/api/games").json()["games"] if one["id"] == id_)
        assert card["forms"] == room.client.get(f"/api/games/{id_}").json()["forms"] == []
        for form in ("txt", "json", "jsonl"):
            answer = room.client.get(f"/api/games/{id_}/as/{form}")
            assert (answer.status_code, answer.json()["error"]["id"]) == (409, "web-hands-hidden")
        kept.append(Entry("end", 9.0, {"by": "typed"}))
        assert room.client.get(f"/api/games/{id_}").json()["forms"] == ["txt", "json"]
        assert room.client.get(f"/api/games/{id_}/as/txt").status_code == 200


def test_a_deal_of_the_players_own_cards_is_shared_at_any_time_for_nobody_s_hand_is_in_it(room: Room) -> None:
    game = catalogue.game("chinese_ten")
    dealt = first_position(game, Random(1))
    data = game.write_position(dealt)
    data |= {"hands": [len(hand) for hand in data["hands"]], "stock": len(data["stock"])}
    match = Match.begin(game, start=game.read_position(data))
    match = match.play(game.moves(match.position)[0])
    with Journal.create(
        room.journal.path.parent, match.take_back(1), 0.0, *read(match.to_text().encode()).due, table=TYPED
    ) as kept:
        assert room.client.get(f"/api/games/{kept.path.stem}/as/txt").status_code == 200


def test_a_game_that_cannot_be_played_again_at_the_table_is_not_offered_and_leaves_the_table_as_it_is(
    room: Room,
) -> None:
    match = of_cards("chinese_ten", 1)
    id_ = room.client.post("/api/games", content=match.to_text().encode()).json()["id"]
    assert room.client.get(f"/api/games/{id_}").json()["followed"] is False
    answer = room.client.post("/api/command", json={"do": "follow", "game": id_})
    assert (answer.status_code, answer.json()["error"]["id"]) == (409, "follow-not-yet")
    assert room.table.loop.then is None
    assert room.client.get("/api/games/0001-star").json()["followed"] is True


LARGER = Match.begin(catalogue.game("star", players=2, size=6)).to_text().encode()


@pytest.mark.parametrize(
    ("data", "why"),
    [(None, "web-no-such-record"), (b"spilt\n", "match-no-game"), (LARGER, "too-little-current")],
)
def test_a_record_that_is_gone_broken_or_too_large_for_the_table_leaves_the_table_as_it_is(
    room: Room, data: bytes | None, why: str
) -> None:
    # Somebody else has put it away since the library was opened.
    if data is not None:
        Path(room.journal.path.parent, "0002-star.jsonl").write_bytes(data)
    assert room.hub.sitting is not None
    room.hub.sitting.refusal = Fittings(budget=200.0).refusal
    answer = room.client.post("/api/command", json={"do": "follow", "game": "0002-star"})
    assert (answer.status_code, answer.json()["error"]["id"]) == (409, why)
    assert room.table.loop.then is None
    assert room.hub.take_to_follow() is None


# Setting up.
