"""A recorded game, made again and refereed anew."""

import json
from dataclasses import replace
from pathlib import Path
from signal import SIG_IGN, SIGHUP, SIGTERM, Signals, raise_signal, signal

import pytest

from firmware import events, turns
from firmware.__main__ import main
from firmware.commands.records import LONE_PLY_SECONDS
from firmware.events import Entry
from firmware.kept.table_file import TableFile, save, table_path
from firmware.plies import as_json
from firmware.record import parse
from firmware.replay import check, fold, read, take_up
from firmware.session import begin, step
from firmware.states import Paused, State, opening
from hardware.chain import least_wire
from hardware.settings import SPI_ONE
from rules import catalogue
from rules.geometry import PlaceId
from rules.match import Match, RecordError
from rules.piecepack.ppn import write_ppn
from rules.sight import EMPTY, Token
from tests.firmware.disk import no_file_beyond
from tests.firmware.recorded import SETUPS, begun, kept, played
from tests.spi_bus import RecordedBus


def told(state: State) -> list[object]:
    """Everything about a game, whichever object the rules are."""
    plies = [(ply.kind, ply.match.position, ply.seat, ply.move, ply.match.resigned) for ply in state.history]
    return [state.phase, state.match.to_text(), *plies]


@pytest.mark.parametrize("setup", SETUPS)
@pytest.mark.parametrize("seed", range(3))
def test_a_record_replays_to_the_very_same_game(tmp_path: Path, setup: str, seed: int) -> None:
    state, recorded = played(begun(setup), seed)
    again = check(kept(tmp_path, begun(setup), recorded))
    assert again.stop is None
    assert again.damage is None
    assert told(again.state) == told(state)
    assert [plied.position for plied in again.plies()] == [ply.match.position for ply in state.history]


@pytest.mark.parametrize("setup", SETUPS)
@pytest.mark.parametrize("seed", range(3))
def test_a_game_that_was_exported_as_json_comes_back_as_the_very_same_game(setup: str, seed: int) -> None:
    state, _ = played(replace(begun(setup), players={begun(setup).game.seats[0]: "Anna"}), seed)
    plies = [as_json(State(state.history.until(number), state.phase)) for number in range(1, len(state.history) + 1)]
    again = read(json.dumps(plies, indent=seed).encode())
    assert again.stop is None
    assert again.state.match.to_text() == state.match.to_text()
    assert [one.position for one in again.plies()] == [ply.match.position for ply in state.history]


def test_who_gave_up_a_game_of_cards_is_known_when_it_comes_back_from_json() -> None:
    start, _ = begin(opening(Match.begin(catalogue.game("chinese_ten", players=4))), sighted=False)
    seat = start.game.seats[0]
    over, _ = step(start, events.Resign(1.0, seat))
    again = read(json.dumps([as_json(start), as_json(over)]).encode())
    assert again.stop is None
    assert again.state.resigned == (seat,)


@pytest.mark.parametrize(
    ("changes", "complaint"),
    [
        ({"move": "a1:i5"}, "a1"),
        ({"move": "d1-q99" * 1000}, "q99"),
        ({"seat": "S"}, "S"),
        ({"event": "feast"}, "“feast” is not known here"),
        ({"position": {}}, "The record says “{}” here"),
        ({"event": "resignation", "seat": None}, "None"),
        ({"event": "correction", "position": {"game": "mandarin"}}, ""),
    ],
)
def test_exported_json_in_which_somebody_wrote_is_good_up_to_there(changes: dict[str, object], complaint: str) -> None:
    match = begun("star")
    history = [opening(match)]
    for move in ("d1-e5", "n4-m9"):
        state, _ = step(begin(history[-1], sighted=False)[0], events.NameMove(1.0, move))
        history.append(state.history)
    plies = [as_json(State(one, Paused())) for one in history]
    plies[2] |= changes
    again = read(json.dumps(plies).encode())
    assert again.stop is not None
    assert (again.stop.line, again.state.ply) == (2, 1)
    assert complaint in str(again.stop.why)
    assert len(str(again.stop.why)) < 700


@pytest.mark.parametrize(
    "data",
    ["[", "[]", "[1]", "[{}]", '[{"position":{"game":"star"}}]', "[" * 99_999, '[{"position":1e999}]', '["\\ud800"]'],
)
def test_json_that_tells_no_game_is_refused_with_a_reason(data: str) -> None:
    with pytest.raises(RecordError):
        read(data.encode())


def test_every_frame_shows_the_game_after_one_entry() -> None:
    state, recorded = played(begun("star"), 5)
    again = fold(begun("star"), recorded)
    entries = [frame.entry for frame in again.frames]
    assert entries[0] is None
    assert entries[1:] == [entry for entry in recorded if entry.kind != "finished"]
    assert again.frames[-1].state == state


def test_an_illegal_move_is_named_with_its_line_and_its_reason(tmp_path: Path) -> None:
    _, recorded = played(begun("star"), 1, plies=12)
    number, entry = next((n, e) for n, e in enumerate(recorded) if e.kind == "move" and n > 3)
    wrong = replace(entry, data={**entry.data, "move": "a1:i5"})
    again = check(kept(tmp_path, begun("star"), [*recorded[:number], wrong, *recorded[number + 1 :]]))
    assert again.stop is not None
    assert again.stop.line == number + 2
    assert again.stop.text == f"{entry.data['seat']} a1:i5"
    assert "a1" in str(again.stop.why)
    assert told(again.state) == told(fold(begun("star"), recorded[:number]).state)


@pytest.mark.parametrize(
    ("entries", "complaint"),
    [
        ([Entry("move", 1.0, {"seat": "N", "move": "d1-e5", "by": "page"})], "by the rules it is “S d1-e5”"),
        ([Entry("move", 1.0, {"seat": "S", "move": "d1-e5"})], "is not known here"),
        ([Entry("move", 1.0, {"seat": "S", "move": ["d1"], "by": "page"})], "is not known here"),
        ([Entry("dance", 1.0, {"by": "page"})], "“dance”"),
        ([Entry("finished", 1.0, {"over": True})], "“finished”"),
        ([Entry("undo", 1.0, {"by": "page"})], "nothing to take back"),
        ([Entry("resume", 1.0, {"by": "page"})], "cannot happen at this point"),
        ([Entry("resign", 1.0, {"seat": ["S"], "by": "page"})], "does not play here"),
        ([Entry("correction", 1.0, {"position": {}, "by": "page"})], ""),
        ([Entry("end", 1.0, {"by": "page"}), Entry("finished", 1.0, {"over": False})], "by the rules"),
        (
            [
                Entry("resign", 1.0, {"seat": "N", "by": "page"}),
                Entry("finished", 1.0, {"over": True, "reason": "resigned", "scores": {"S": 2, "N": 1}}),
            ],
            'says “{"scores": {"S": 2, "N": 1}}” here, but by the rules it is “{"scores": {"S": 1, "N": 2}}”',
        ),
        (
            [
                Entry("end", 1.0, {"by": "page"}),
                Entry("finished", 1.0, {"over": True, "reason": "ended", "scores": {}}),
                Entry("move", 2.0, {"seat": "S", "move": "d1-e5", "by": "page"}),
            ],
            "The game is over",
        ),
    ],
)
def test_whatever_cannot_have_happened_is_named(entries: list[Entry], complaint: str) -> None:
    again = fold(begun("star"), entries)
    assert again.stop is not None
    assert again.stop.line == len(entries) + 1
    assert complaint in str(again.stop.why)


def test_refusals_and_doubts_in_between_change_nothing() -> None:
    state, recorded = played(begun("star"), 2)
    remarks = [Entry("refused", 0.0, {"places": []}), Entry("unsure", 0.0, {})]
    mixed = [entry for told in recorded for entry in (told, *remarks)]
    assert fold(begun("star"), mixed).state == state


def test_a_record_that_ends_between_the_last_move_and_the_result_is_over_all_the_same() -> None:
    again = fold(begun("star"), [Entry("end", 1.0, {"by": "button"})])
    assert again.stop is None
    assert again.state.outcome.over


def test_a_paused_game_is_paused_again() -> None:
    again = fold(begun("star"), [Entry("pause", 1.0, {"by": "button"})])
    assert isinstance(again.state.phase, Paused)


def test_a_game_that_was_switched_off_in_a_pause_may_pause_again_when_it_is_taken_up(tmp_path: Path) -> None:
    pause = Entry("pause", 2.0, {"by": "button"})
    journal, made = take_up(kept(tmp_path, begun("star"), [pause]))
    state, _ = begin(made.state.history, sighted=False)
    with journal:
        for event in (events.NameMove(1.0, "c2-d3"), events.Pause(2.0), events.Resume(3.0), events.Undo(4.0)):
            state, effects = step(state, event)
            journal.append(*(effect.entry for effect in effects if isinstance(effect, events.Record)))
    again = check(journal.path)
    assert again.stop is None
    assert told(again.state) == told(state)


def test_the_readable_text_replays_too() -> None:
    match = begun("star")
    for _ in range(12):
        match = match.play(match.game.moves(match.position)[0])
    match = match.correct(match.positions[3])
    again = read(match.to_text().encode())
    assert again.stop is None
    assert again.state.position == match.position
    assert [frame.state.position for frame in again.frames] == list(match.positions)
    assert again.state.match.to_text() == match.to_text()


@pytest.mark.parametrize("setup", SETUPS)
@pytest.mark.parametrize("seed", range(6))
def test_the_readable_text_tells_the_same_outcome_whoever_gave_up(setup: str, seed: int) -> None:
    state, _ = played(begun(setup), seed)
    state, _ = step(state, events.Resign(50.0, state.game.seats[seed % len(state.game.seats)]))
    state, _ = step(state, events.End(51.0)) if seed % 2 else (state, ())
    again = read(state.match.to_text().encode())
    assert again.stop is None
    assert again.state.outcome == state.outcome
    assert again.state.to_move == state.to_move
    assert [ply.match.position for ply in again.state.history] == [ply.match.position for ply in state.history]


def test_giving_up_is_no_turn_and_goes_out_as_text(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    gave_up = [Entry("resign", 1.0, {"seat": "N", "by": "page"})]
    path = kept(tmp_path, begun("star"), gave_up)
    text = tmp_path / "game.txt"
    assert main(["export", str(path), "--to", "text", "--out", str(text)]) == 0
    capsys.readouterr()
    for form in (path, text):
        assert main(["check", str(form)]) == 0
        assert capsys.readouterr().out == f"{form}: 0 turns, all legal. The game is over. 1. South, 2. North\n"


def test_tables_that_people_insisted_on_are_told_apart_from_legal_moves(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    match = Match.begin(catalogue.game("star", players=2, pieces=10))
    state, _ = begin(opening(match), sighted=False)
    elsewhere = events.Correct(1.0, places={PlaceId("d1"): EMPTY, PlaceId("i9"): Token("S")})
    entries = []
    for event in (elsewhere, events.NameMove(2.0, "n1-m5", by="page")):
        state, effects = step(state, event)
        entries += [effect.entry for effect in effects if isinstance(effect, events.Record)]
    path = kept(tmp_path, match, entries)
    assert main(["check", str(path)]) == 0
    assert capsys.readouterr().out == f"{path}: 2 turns, 1 legal, 1 corrected by hand. The game is not over.\n"
    assert main(["check", str(path), "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["good"], told["plies"], told["corrections"], told["outcome"]) == (True, 2, 1, {"over": False})


def test_another_form_is_written_anew_whole_or_not_at_all_and_into_what_is_no_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    record, out = tmp_path / "game.txt", tmp_path / "game.json"
    record.write_text(begun("star").to_text(), encoding="utf-8")
    export = ["export", str(record), "--to", "json", "--out"]
    assert main([*export, str(out)]) == main([*export, str(out)]) == 0
    written = out.read_bytes()
    with no_file_beyond(len(written) - 1):
        assert main([*export, str(out)]) == 2
    assert "game.json cannot be written" in capsys.readouterr().err
    assert out.read_bytes() == written
    assert main([*export, "/dev/null"]) == 0
    assert Path("/dev/null").is_char_device()


def test_a_game_goes_out_as_json_and_as_an_animation_at_once(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    record, out = tmp_path / "game.txt", tmp_path / "game.gif"
    record.write_text(begun("mandarin").to_text(), encoding="utf-8")
    assert main(["replay", str(record), "--json", "--gif", str(out)]) == 0
    told = capsys.readouterr()
    assert [json.loads(line)["event"] for line in told.out.splitlines()] == ["start"]
    assert told.err == f"{out}\n"
    assert out.read_bytes().startswith(b"GIF8")


@pytest.mark.parametrize(
    ("language", "lines"),
    [
        ("en", ["0. start", "1. South d1-e5", "2. correction", "3. Ann gives up", "4. ended here"]),
        ("fr", ["0. début", "1. Sud d1-e5", "2. correction", "3. Ann abandonne", "4. partie arrêtée ici"]),
        ("de", ["0. Anfang", "1. Süd d1-e5", "2. Korrektur", "3. Ann gibt auf", "4. hier beendet"]),
        ("vi", ["0. bắt đầu", "1. Nam d1-e5", "2. sửa lại bàn cờ", "3. Ann xin thua", "4. kết thúc tại đây"]),
        ("zh", ["0. 开局", "1. 南 d1-e5", "2. 更正", "3. Ann认输", "4. 就此结束"]),
    ],
)
def test_what_was_done_is_told_in_peoples_own_language(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], language: str, lines: list[str]
) -> None:
    match = Match.begin(catalogue.game("star", players=3), {"NW": "Ann"})
    match = match.play(match.game.read("d1-e5", match.position))
    match = match.correct(match.positions[0]).resign("NW").end()
    record = tmp_path / "game.txt"
    record.write_text(match.to_text(), encoding="utf-8")
    monkeypatch.setenv("LC_ALL", f"{language}.UTF-8")
    assert main(["replay", str(record)]) == 0
    assert [line for line in capsys.readouterr().out.splitlines() if line[:1].isdigit()] == lines


def test_where_a_record_stops_is_told_by_its_line_and_in_the_notation_of_the_piecepack_by_its_move(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text, moves = tmp_path / "game.txt", tmp_path / "game.ppn"
    slip = Entry("move", 1.0, {"seat": "S", "move": "d1-z9", "by": "page"})
    lines = kept(tmp_path, begun("star"), [slip])
    text.write_text("Game: star\n\n1. S a1-a2\n")
    match = begun("piecepack")
    notation = write_ppn(match.play(match.game.moves(match.position)[0]))
    moves.write_text(notation.rstrip() + " 2. a1-z9\n")
    for path, where in ((text, "line 3: 1. S a1-a2: "), (lines, "line 2: S d1-z9: "), (moves, "move 2: 2. a1-z9: ")):
        assert main(["check", str(path)]) == 2
        assert capsys.readouterr().err.startswith(f"{path}, {where}")


@pytest.mark.parametrize("told", [[], ["--json"]], ids=["drawn", "json"])
def test_a_recorded_move_is_lit_by_the_lamps_that_this_table_has_under_its_holes(
    told: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = begun("star")
    path = tmp_path / "game.txt"
    path.write_text(match.play(match.game.read("d2-e6", match.position)).to_text())
    board = match.game.board
    chain = tuple(reversed(least_wire(board)))
    save(TableFile(board.name, chain=chain), table_path(board))
    (tmp_path / "table.conf").write_text("HOPSIGHT_LAMPS=--lamp-order GRBW --lamp-budget 1000\n")
    monkeypatch.setattr("firmware.given.as_it_stands.TABLE_WORDS", str(tmp_path / "table.conf"))
    bus, lit = RecordedBus(), list[float]()
    monkeypatch.setattr("hardware.lights.spi.SpiBus", lambda: bus)
    monkeypatch.setattr("hardware.lights.spi.chunk_size", lambda: 8192)
    monkeypatch.setattr("time.sleep", lambda seconds: lit.append(seconds * (SPI_ONE in bus.frames[-1])))
    assert main(["replay", str(path), "--lights", "--ply", "1", *told]) == 0
    assert sum(lit) >= LONE_PLY_SECONDS, "it stays for who compares it with the board"
    assert SPI_ONE not in bus.frames[-1], "and goes out at the end"
    (shown,) = {frame.strip(b"\0") for frame in bus.frames if SPI_ONE in frame}
    lamps = batched(shown, 4 * 8)
    assert {place for place, lamp in zip(chain, lamps, strict=True) if SPI_ONE in lamp} == {"d2", "e6", "q1"}, (
        "and whose turn it is"
    )


@pytest.mark.parametrize("ends", [SIGTERM, SIGHUP])
def test_a_game_that_is_broken_off_leaves_no_lamp_alight(
    ends: Signals, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, bus = tmp_path / "game.txt", RecordedBus()
    path.write_text(begun("star").to_text())
    monkeypatch.setattr("hardware.lights.spi.SpiBus", lambda: bus)
    monkeypatch.setattr("time.sleep", lambda seconds: seconds < LONE_PLY_SECONDS or raise_signal(ends))
    before = signal(ends, SIG_IGN)  # whoever runs the tests is not to go with it
    try:
        assert main(["replay", str(path), "--lights"]) == 130
    finally:
        signal(ends, before)
    assert any(SPI_ONE in frame for frame in bus.frames)
    assert SPI_ONE not in bus.frames[-1]


def batched(sent: bytes, size: int) -> list[bytes]:
    return [sent[at : at + size] for at in range(0, len(sent), size)]


def test_a_slip_in_the_readable_text_is_named_with_its_line() -> None:
    match = begun("star")
    for _ in range(4):
        match = match.play(match.game.moves(match.position)[0])
    lines = match.to_text().splitlines()
    lines[-2] = "3. S a1:i5"
    again = read("\n".join(lines).encode())
    assert again.stop is not None
    assert again.stop.line == len(lines) - 1
    assert again.state.ply == 2


@pytest.mark.parametrize("way", ["lines", "mark", "both"])
def test_a_record_that_went_through_another_system_is_the_same_game(tmp_path: Path, way: str) -> None:
    state, recorded = played(begun("star"), 2, plies=6)
    data = kept(tmp_path, begun("star"), recorded).read_bytes()
    carried = data if way == "mark" else data.replace(b"\n", b"\r\n")
    carried = carried if way == "lines" else b"\xef\xbb\xbf" + carried
    made = read(carried)
    assert (made.stop, made.damage) == (None, None)
    assert told(made.state) == told(state)


def test_a_damaged_record_is_good_up_to_there(tmp_path: Path) -> None:
    _, recorded = played(begun("star"), 4, plies=20)
    path = kept(tmp_path, begun("star"), recorded)
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join(lines[:6]) + b"?\n" + b"".join(lines[6:]))
    again = check(path)
    assert again.damage is not None
    assert again.damage.line == 7
    assert again.stop is None
    assert told(again.state) == told(fold(begun("star"), recorded[:5]).state)


@pytest.mark.parametrize(("torn", "code"), [(False, 2), (True, 0)])
def test_of_a_damaged_record_the_good_part_goes_out_and_the_exit_code_tells_of_the_damage(
    tmp_path: Path, torn: bool, code: int, capsys: pytest.CaptureFixture[str]
) -> None:
    _, recorded = played(begun("mandarin"), 4, plies=8)
    path, out = kept(tmp_path, begun("mandarin"), recorded), tmp_path / "game.txt"
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join(lines[:4]) + (b"?" if torn else b"?\n"))
    for words in (["check"], ["replay", "--json"], ["export", "--to", "text", "--out", str(out)]):
        assert main([words[0], str(path), *words[1:]]) == code
        told = capsys.readouterr().err
        assert told.count(f"{path}: ") == 1
        assert ("Line 5" in told) is not torn
    assert out.read_text(encoding="utf-8") == check(path).state.match.to_text()


def test_a_game_with_a_line_against_the_rules_goes_on_from_the_good_part(tmp_path: Path) -> None:
    good = [Entry("move", 1.0, {"seat": "S", "move": "d1-e5", "by": "page"})]
    wrong = Entry("move", 2.0, {"seat": "N", "move": "q1:i5", "by": "page"})
    path = kept(tmp_path, begun("star"), [*good, wrong, replace(wrong, at=3.0)])
    before = path.read_bytes()
    journal, made = take_up(path)
    assert made.stop is not None
    assert made.state.to_move == "N"
    after = Entry("move", 4.0, {"seat": "N", "move": "n4-m9", "by": "page"})
    with journal:
        journal.append(after)
    assert parse(path.read_bytes()).entries == (*good, after)
    assert path.with_suffix(".damaged-1").read_bytes() == before
    assert check(path).stop is None


def test_a_game_in_the_notation_of_the_piecepack_is_refereed_anew(tmp_path: Path) -> None:
    state, _ = played(begun("piecepack"), 4, plies=12)
    path = tmp_path / "game.ppn"
    path.write_text(write_ppn(state.match))
    again = check(path)
    assert again.stop is None
    assert again.state.match.positions == state.match.positions
    path.write_text(path.read_text().replace("1NW.", "1NW. b1-b2"))
    assert check(path).stop is not None
    path.write_text(path.read_text() * 2)
    with pytest.raises(RecordError, match="tells 2 games"):
        check(path)


def test_a_result_that_was_not_written_any_more_is_added(tmp_path: Path) -> None:
    path = kept(tmp_path, begun("star"), [Entry("end", 1.0, {"by": "button"})])
    journal, made = take_up(path)
    journal.close()
    assert made.state.outcome.over
    recorded = parse(path.read_bytes())
    assert [entry.kind for entry in recorded.entries] == ["end", "finished"]
    assert recorded.is_over
    assert check(path).due == ()


def test_a_table_that_people_insisted_on_though_it_looked_otherwise_is_taken_up_again(tmp_path: Path) -> None:
    match = begun("star")
    state, _ = begin(opening(match), sighted=False)
    moved = match.play(match.game.read("d2-e6", match.position)).position
    _, effects = turns.correct(state, moved, 1.0, "button", against=(PlaceId("a1"),))
    recorded = [effect.entry for effect in effects if isinstance(effect, events.Record)]
    assert recorded[0].data["against"] == ["a1"]
    journal, made = take_up(kept(tmp_path, match, recorded))
    with journal:
        assert made.stop is None
        assert made.state.ply == 1
