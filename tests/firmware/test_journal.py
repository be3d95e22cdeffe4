"""The record of a game on a disk that fills up, loses power, and is written by two."""

import errno
import fcntl
import json
import os
import subprocess
import sys
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from zlib import crc32

import numpy as np
import pytest

from firmware import settings
from firmware.events import Entry
from firmware.journal import Journal, JournalError, claim, unfinished
from firmware.keeper import JournalKeeper
from firmware.kept.records import records
from firmware.record import Recorded, decode, encode, parse
from hardware.errors import HardwareError
from rules import catalogue
from rules.match import Match, RecordError
from tests.firmware.disk import no_file_beyond

STAR = catalogue.game("star", players=2, pieces=10)
NOON = datetime(2026, 11, 21, 12, 0, 0, 250_000, tzinfo=UTC)
SMALL_DISK = 4096
"""Bytes that a file can hold in the scenes of a full disk."""
MOVES = ["d1-e5", "n4-m9", "e5-f6", "m9-l8", "d2-e6", "n3-m8"]


def entries() -> list[Entry]:
    seats = ["S", "N"] * 3
    return [
        Entry("move", 10.0 + number, {"seat": seat, "move": move, "by": "camera"})
        for number, (seat, move) in enumerate(zip(seats, MOVES, strict=True))
    ]


def written(folder: Path, game: object = STAR, made: list[Entry] | None = None) -> Path:
    """A record with some moves."""
    with Journal.create(folder, Match.begin(game, {"S": "Anna"}), 1.5, table="simulated", wall=lambda: NOON) as journal:
        for entry in entries() if made is None else made:
            journal.append(entry)
        return journal.path


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    return written(tmp_path_factory.mktemp("games")).read_bytes()


def test_every_line_is_readable_json_with_its_own_checksum(record: bytes) -> None:
    lines = record.splitlines()
    assert len(lines) == 7
    for number, line in enumerate(lines):
        facts = json.loads(line)
        assert facts["n"] == number
        body = line[: line.rindex(b',"crc"')]
        assert facts["crc"] == f"{crc32(body):08x}"
        assert facts["utc"] == "2026-11-21T12:00:00.250Z"
    header = json.loads(lines[0])
    assert {key: header[key] for key in ("event", "format", "game", "board", "table", "at")} == {
        "event": "game", "format": 1, "game": "star", "board": "star", "table": "simulated", "at": 1.5,
    }  # fmt: skip
    assert header["players"] == {"S": "Anna", "N": ""}
    assert header["options"]["pieces"] == 10
    assert json.loads(lines[1])["move"] == "d1-e5"


def test_what_was_written_is_read_again(record: bytes) -> None:
    recorded = parse(record)
    assert list(recorded.entries) == entries()
    assert recorded.damage is None
    assert recorded.good_bytes == len(record)
    assert recorded.match().game.options == STAR.options
    assert recorded.match().players == {"S": "Anna"}
    assert not recorded.is_over


def test_a_record_cut_at_any_byte_loses_the_torn_line_and_nothing_else(record: bytes) -> None:
    header = record.index(b"\n") + 1
    for length in range(len(record)):
        cut = record[:length]
        if length < header:
            with pytest.raises(RecordError):
                parse(cut)
            continue
        recorded = parse(cut)
        whole = cut.count(b"\n") - 1
        assert list(recorded.entries) == entries()[:whole]
        is_torn = not cut.endswith(b"\n")
        assert (recorded.damage is not None) == is_torn
        assert not is_torn or recorded.damage.torn


def test_a_record_with_any_byte_changed_is_never_another_game(record: bytes) -> None:
    random = Random(7)
    ends = [number for number, byte in enumerate(record) if byte == ord("\n")]
    for place in range(len(record)):
        damaged = bytearray(record)
        damaged[place] ^= 1 << random.randrange(8)
        line = sum(end < place for end in ends)
        try:
            recorded = parse(bytes(damaged))
        except RecordError:
            assert line == 0
            continue
        assert line > 0
        assert list(recorded.entries) == entries()[: line - 1]
        assert recorded.damage is not None
        # The line before a lost newline is lost with it.
        assert recorded.damage.line == line + 1
        assert recorded.damage.torn == (place == len(record) - 1)


def test_noise_is_no_record() -> None:
    random = Random(3)
    for _ in range(300):
        with pytest.raises(RecordError):
            parse(random.randbytes(random.randrange(200)))


@pytest.mark.parametrize("change", ["left out", "twice", "swapped", "from another game"])
def test_lines_that_do_not_follow_each_other_are_damage(record: bytes, change: str) -> None:
    lines = record.splitlines(keepends=True)
    match change:
        case "left out":
            del lines[2]
        case "twice":
            lines.insert(2, lines[2])
        case "swapped":
            lines[2], lines[3] = lines[3], lines[2]
        case _:
            lines[3:] = [encode(7, Entry("move", 1.0, {"move": "d1-e5"}), "-")]
    recorded = parse(b"".join(lines))
    assert recorded.damage is not None
    assert list(recorded.entries) == entries()[: len(recorded.entries)]
    assert len(recorded.entries) <= 2


@pytest.mark.parametrize(
    "body",
    [
        b'[1,2,3]', b'{"n":1}', b'{"n":1,"event":7,"at":1,"utc":""}', b'{"n":1,"event":"move","at":"x","utc":""}',
        b'"text"', b"not json", b'{"n":1,"event":"move","at":' + b"[" * 5000 + b',"utc":""}', b"\xff\xfe}", b"}",
        b'{"n":1,"event":"move","at":NaN,"utc":""}', b'{"n":1,"event":"move","at":1e999,"utc":""}',
        b'{"n":1,"event":"move","at":1' + b"0" * 400 + b',"utc":""}',
        b'{"n":1,"event":"undo","at":1,"utc":"","took":Infinity}',
        b'{"n":1,"event":"undo","at":1,"utc":"","crc":"12345678"}',
    ],
)  # fmt: skip
def test_a_sealed_line_that_is_none_of_ours_is_damage(body: bytes) -> None:
    body = body[:-1]
    assert decode(1, b'%s,"crc":"%08x"}' % (body, crc32(body))) is None


def test_a_record_of_a_later_format_asks_for_an_update(record: bytes) -> None:
    facts = json.loads(record.splitlines()[0])
    for key in ("n", "event", "at", "utc", "crc"):
        del facts[key]
    later = encode(0, Entry("game", 0.0, {**facts, "format": 2}), "")
    with pytest.raises(RecordError, match="format 2"):
        parse(later)


def test_an_endless_record_is_not_read_to_its_end() -> None:
    with pytest.raises(RecordError, match="16 MB"):
        parse(b"{" * (settings.RECORD_BYTES + 1))


@pytest.mark.parametrize(
    "start", [None, 7, {"game": "chess"}, {"game": "star", "options": {"players": 5}}, {"game": "mandarin"}]
)
def test_a_record_whose_first_line_makes_no_sense_is_no_record(start: object) -> None:
    recorded = Recorded(Entry("game", 0.0, {"format": 1, "game": "star", "start": start}), (), None, 0)
    with pytest.raises(RecordError):
        recorded.match()


def test_a_record_that_tells_other_house_rules_than_its_start_is_no_record(record: bytes) -> None:
    header = parse(record).header
    others = {**header.data, "options": {**header.data["options"], "home_lock": False}}
    with pytest.raises(RecordError):
        Recorded(Entry("game", 0.0, others), (), None, 0).match()


def test_facts_may_not_hide_the_lines_own() -> None:
    with pytest.raises(ValueError, match="utc"):
        encode(1, Entry("move", 0.0, {"utc": "never"}), "")


# Taking it up again.


def test_a_game_goes_on_where_the_plug_was_pulled(tmp_path: Path) -> None:
    path = written(tmp_path, made=entries()[:3])
    path.write_bytes(path.read_bytes() + b'{"n":4,"event":"mo')
    journal, recorded = Journal.resume(path, wall=lambda: NOON)
    assert recorded.damage is not None
    assert recorded.damage.torn
    with journal:
        journal.append(*entries()[3:])
    again = parse(path.read_bytes())
    assert list(again.entries) == entries()
    assert again.damage is None


@pytest.mark.parametrize(("before", "line_end"), [(b"", b"\r\n"), (b"\xef\xbb\xbf", b"\n")], ids=["Windows", "mark"])
def test_a_game_goes_on_in_a_record_that_an_editor_saved(tmp_path: Path, before: bytes, line_end: bytes) -> None:
    path = written(tmp_path, made=entries()[:3])
    path.write_bytes(before + path.read_bytes().replace(b"\n", line_end))
    assert unfinished(STAR, tmp_path, "simulated") == path
    journal, recorded = Journal.resume(path, wall=lambda: NOON)
    assert recorded.damage is None
    with journal:
        journal.append(*entries()[3:])
    assert list(parse(path.read_bytes()).entries) == entries()


def test_what_follows_a_damaged_line_is_kept_aside(tmp_path: Path) -> None:
    path = written(tmp_path)
    before = path.read_bytes()
    lines = before.splitlines(keepends=True)
    lines[4] = lines[4].replace(b"m9-l8", b"m9-l9")
    path.write_bytes(b"".join(lines))
    journal, recorded = Journal.resume(path)
    journal.close()
    assert recorded.damage is not None
    assert recorded.damage.line == 5
    assert str(recorded.damage.why) == "Line 5 of the record is damaged; the game is good up to there."
    assert path.read_bytes() == b"".join(lines[:4])
    assert path.with_suffix(".damaged-1").read_bytes() == b"".join(lines)


def test_what_is_kept_aside_is_on_the_disk_before_the_record_is_cut(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = written(tmp_path)
    path.write_bytes(path.read_bytes().replace(b"m9-l8", b"m9-l9"))
    done = []

    def told(what: str) -> Callable[..., None]:
        real: Callable[..., None] = getattr(os, what)

        def tell(descriptor: int, *size: int) -> None:
            real(descriptor, *size)
            done.append((what, Path(f"/proc/self/fd/{descriptor}").readlink().name))

        return tell

    for what in ("fsync", "ftruncate"):
        monkeypatch.setattr(os, what, told(what))
    Journal.resume(path)[0].close()
    assert done == [
        ("fsync", "0001-star.damaged-1"),
        ("fsync", tmp_path.name),
        ("ftruncate", "0001-star.jsonl"),
        ("fsync", "0001-star.jsonl"),
    ]


def test_a_game_has_begun_when_its_record_and_its_place_in_the_folder_are_on_the_disk(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    synced = []
    for what in ("fdatasync", "fsync"):
        monkeypatch.setattr(os, what, lambda file: synced.append(Path(f"/proc/self/fd/{file}").readlink()))
    path = written(tmp_path, made=[])
    assert synced == [path, tmp_path]


def test_a_record_that_is_none_is_left_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "0001-star.jsonl"
    path.write_bytes(b"shopping list\n")
    with pytest.raises(RecordError):
        Journal.resume(path)
    assert path.read_bytes() == b"shopping list\n"
    with pytest.raises(JournalError, match="0002"):
        Journal.resume(tmp_path / "0002-star.jsonl")


OVER = [*entries(), Entry("end", 20.0, {"by": "page"}), Entry("finished", 20.0, {"over": True, "reason": "ended"})]


def test_the_unfinished_game_is_found(tmp_path: Path) -> None:
    three = catalogue.game("star", players=3)
    assert unfinished(STAR, tmp_path, "simulated") is None
    first = written(tmp_path)
    assert unfinished(STAR, tmp_path, "simulated") == first
    second = written(tmp_path)
    third = written(tmp_path, three)
    written(tmp_path, made=OVER)
    (tmp_path / "0009-star.jsonl").write_bytes(b"broken")
    assert unfinished(STAR, tmp_path, "simulated") == second
    assert unfinished(three, tmp_path, "simulated") == third
    assert unfinished(STAR, tmp_path, "camera") is None
    reopened = written(tmp_path, made=[*OVER, Entry("undo", 30.0, {"what": "end", "by": "page"})])
    assert unfinished(STAR, tmp_path, "simulated") == reopened


def test_a_game_whose_end_was_torn_or_damaged_is_not_over(tmp_path: Path) -> None:
    path = written(tmp_path, made=OVER[:-1])
    whole = path.read_bytes()
    path.write_bytes(whole + b'{"n":8,"event":"fin')
    assert unfinished(STAR, tmp_path, "simulated") is None  # it was ended, and the line after that is left out
    path.write_bytes(whole[:-5])
    assert unfinished(STAR, tmp_path, "simulated") == path
    path.write_bytes(whole.replace(b'"end"', b'"eNd"'))
    assert unfinished(STAR, tmp_path, "simulated") == path


def test_people_do_not_wait_for_the_games_of_last_year(tmp_path: Path) -> None:
    sooner = written(tmp_path)
    long = [Entry("unsure", 1.0, {"places": ["a1"] * 100})] * 200
    for _ in range(10):
        written(tmp_path, made=[])
    for path in records(tmp_path)[:-1]:
        with Journal.resume(path)[0] as journal:
            journal.append(*long, *OVER)
    before = bytes_read()
    assert unfinished(STAR, tmp_path, "simulated") == sooner
    assert bytes_read() - before < sum(path.stat().st_size for path in records(tmp_path)) / 5


def bytes_read() -> int:
    """What this process has read from files so far, by the kernel's count."""
    return int(Path("/proc/self/io").read_text().split()[1])


@pytest.mark.parametrize(("camera", "found"), [("csi:0", True), ("/dev/video0", True), ("simulated", False)])
def test_a_game_goes_on_whatever_the_camera_is_called(camera: str, *, found: bool, tmp_path: Path) -> None:
    with Journal.create(tmp_path, Match.begin(STAR), 0.0, table="csi") as journal:
        assert unfinished(STAR, tmp_path, camera) == (journal.path if found else None)


def test_records_are_numbered_since_the_clock_may_be_wrong(tmp_path: Path) -> None:
    (tmp_path / "9999-star.jsonl").touch()
    path = written(tmp_path)
    assert path.name == "10000-star.jsonl"
    assert [found.name for found in records(tmp_path)] == ["10000-star.jsonl", "9999-star.jsonl"]


def test_who_may_not_write_there_is_told_what_to_do(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no folder")
    with pytest.raises(JournalError) as told:  # noqa: SIM117 - it is the claim that fails
        with claim(tmp_path / "file" / "games"):
            pass
    assert str(told.value).endswith(
        "Not a directory; choose another state folder with HOPSIGHT_STATE; nothing was accepted"
    )


# Disks and other programs.


def test_a_full_disk_takes_all_of_a_step_or_nothing(tmp_path: Path) -> None:
    with Journal.create(tmp_path, Match.begin(STAR), 0.0, table="simulated") as journal:
        two = entries()[:2]
        taken = 0
        while journal.path.stat().st_size < SMALL_DISK - 2 * 130:
            journal.append(*two)
            taken += 1
        with no_file_beyond(SMALL_DISK):
            for _ in range(2):
                with pytest.raises(HardwareError, match="File too large; nothing was accepted"):
                    journal.append(*two, *two)
        small = Entry("pause", 1.0, {"by": "button"})
        journal.append(small)
    recorded = parse(journal.path.read_bytes())
    assert recorded.damage is None
    assert list(recorded.entries) == two * taken + [small]


def test_what_a_full_disk_took_of_a_step_does_not_count_after_a_restart(tmp_path: Path) -> None:
    journal = Journal.create(tmp_path, Match.begin(STAR), 0.0, table="simulated")
    long = Entry("unsure", 1.0, {"places": ["x" * 4096]})
    with journal, no_file_beyond(SMALL_DISK), pytest.raises(JournalError, match="nothing was accepted"):
        journal.append(entries()[0], long)  # the move's own line still fits
    assert parse(journal.path.read_bytes()).entries == ()


def test_a_game_that_a_full_disk_cannot_begin_leaves_nothing_behind(tmp_path: Path) -> None:
    endless = Match.begin(STAR, {"S": "Anna" * 2000})
    open_before = len(os.listdir("/proc/self/fd"))
    for _ in range(3):
        with no_file_beyond(SMALL_DISK), pytest.raises(JournalError, match="nothing was accepted"):
            Journal.create(tmp_path, endless, 0.0, table="simulated")
    assert list(tmp_path.iterdir()) == []
    assert len(os.listdir("/proc/self/fd")) == open_before
    with Journal.create(tmp_path, Match.begin(STAR), 0.0, table="simulated") as journal:
        assert journal.path.name == "0001-star.jsonl"


def test_what_a_disk_did_not_make_sure_of_does_not_count_after_a_restart(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    journal = Journal.create(tmp_path, Match.begin(STAR), 0.0, table="simulated")

    def worn_out(_: int) -> None:
        raise OSError(errno.EIO, os.strerror(errno.EIO))

    with monkeypatch.context() as disk:
        disk.setattr(os, "fdatasync", worn_out)
        disk.setattr(os, "fsync", worn_out)
        with journal, pytest.raises(JournalError, match="Input/output error"):
            journal.append(entries()[0])
    assert parse(journal.path.read_bytes()).entries == ()


def test_a_disk_that_is_full_at_the_start_is_said_as_such(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> int:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "pwrite", full)
    monkeypatch.setattr(os, "write", full)
    why = f"the record cannot be kept in {tmp_path}/0001-star.jsonl: No space left on device; delete what is not needed"
    with claim(tmp_path):  # nobody else may come before there is room
        with pytest.raises(JournalError, match=why):
            Journal.create(tmp_path, Match.begin(STAR), 0.0, table="simulated")
        with pytest.raises(JournalError, match="process unknown"), claim(tmp_path):
            pass


def test_what_to_do_about_a_full_disk_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(_descriptor: int, _data: bytes) -> int:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with Journal.create(tmp_path, Match.begin(STAR), 0.0, table="simulated") as journal:
        monkeypatch.setattr(os, "write", full)
        with pytest.raises(HardwareError, match="No space left on device; delete what is not needed there; nothing"):
            journal.append(*entries()[:1])


def test_half_a_picture_is_not_kept(tmp_path: Path) -> None:
    noise = np.random.default_rng(1).integers(0, 255, (300, 400, 3)).astype(np.uint8)
    with Journal.create(tmp_path, Match.begin(STAR), 0.0, table="simulated") as journal:
        with no_file_beyond(SMALL_DISK), pytest.raises(HardwareError, match="cannot be kept: File too large"):
            JournalKeeper(journal).store("0001-refused", noise)
        assert not list(journal.path.with_suffix("").iterdir())


def test_a_folder_that_cannot_be_made_is_said(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(JournalError, match="Not a directory"):
        Journal.create(tmp_path / "file" / "games", Match.begin(STAR), 0.0, table="simulated")


def test_two_cannot_write_the_same_record(tmp_path: Path) -> None:
    journal = Journal.create(tmp_path, Match.begin(STAR), 0.0, table="simulated")
    with journal, pytest.raises(JournalError, match="another hopsight is writing"):
        Journal.resume(journal.path)
    Journal.resume(journal.path)[0].close()


HOLD = """
import sys
from pathlib import Path
from firmware.journal import claim
with claim(Path(sys.argv[1])):
    print("held", flush=True)
    sys.stdin.read()
"""


def test_a_second_copy_at_the_same_table_is_told_who_is_there(tmp_path: Path) -> None:
    command = [sys.executable, "-c", HOLD, str(tmp_path / "state")]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as other:
        assert other.stdout is not None
        assert other.stdin is not None
        assert other.stdout.readline() == "held\n"
        with pytest.raises(JournalError, match=f"process {other.pid}"), claim(tmp_path / "state"):
            pass
        # However it ends, the table is free again: the lock is the kernel's, not the file.
        other.kill()
        other.wait()
    with claim(tmp_path / "state"):
        assert (tmp_path / "state" / "table.lock").read_text() == f"{os.getpid()}\n"


def test_evidence_lies_beside_the_record(tmp_path: Path) -> None:
    with Journal.create(tmp_path, Match.begin(STAR), 0.0, table="simulated") as journal:
        picture = journal.evidence("0003-refused-81.20")
        picture.write_bytes(b"jpeg")
    assert picture == tmp_path / "0001-star" / "0003-refused-81.20.jpg"
    journal.close()


def test_a_closed_record_is_unlocked(tmp_path: Path) -> None:
    path = written(tmp_path)
    with path.open("rb") as file:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
