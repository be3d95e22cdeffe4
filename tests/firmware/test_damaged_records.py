"""However a record is damaged, and whatever somebody writes in its place: it is the same game so far, or refused."""

from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import settings as how
from hypothesis import strategies as st

from firmware.events import Entry
from firmware.journal import Journal, JournalError
from firmware.record import Recorded, encode, parse
from firmware.replay import Replay, fold, read, replay
from rules.match import RecordError
from tests.firmware.disk import no_file_beyond
from tests.firmware.recorded import begun, kept, played


def outcome_of(data: bytes) -> Replay | None:
    try:
        return read(data)
    except RecordError:
        return None


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    _, recorded = played(begun("star"), 6, plies=14)
    return kept(tmp_path_factory.mktemp("games"), begun("star"), recorded).read_bytes()


def test_however_a_record_is_damaged_it_is_never_another_game(record: bytes) -> None:
    truth = [frame.state for frame in read(record).frames]
    random = Random(11)
    for place in range(0, len(record), 3):
        for data in (record[:place], record[:place] + bytes([random.randrange(256)]) + record[place + 1 :]):
            again = outcome_of(data)
            if again is None or data == record:
                continue
            assert [frame.state for frame in again.frames] == truth[: len(again.frames)]


def test_a_damaged_record_that_finds_no_room_beside_itself_stays_as_it_is_however_often_that_is_tried(
    record: bytes, tmp_path: Path
) -> None:
    middle = len(record) // 2
    damaged = record[:middle] + bytes([record[middle] ^ 1]) + record[middle + 1 :]
    path = tmp_path / "0001-star.jsonl"
    path.write_bytes(damaged)
    with no_file_beyond(100):
        for _ in range(3):  # as a service does, which waits for room
            with pytest.raises(JournalError, match="cannot be kept"):
                Journal.resume(path)
    assert list(tmp_path.iterdir()) == [path]
    assert path.read_bytes() == damaged
    Journal.resume(path)[0].close()
    assert path.with_suffix(".damaged-1").read_bytes() == damaged


@given(st.binary(max_size=300) | st.text(max_size=300).map(str.encode))
@how(max_examples=150, deadline=None)
def test_anything_at_all_is_a_record_or_a_clear_refusal(data: bytes) -> None:
    outcome_of(data)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=8,
)
KINDS = st.sampled_from(["move", "correction", "undo", "resign", "pause", "resume", "end", "finished", "x"])
FACTS = st.fixed_dictionaries(
    {"by": st.just("page") | JSON},
    optional={
        "move": st.sampled_from(["d1-e5", "n4-m9", "a1:i5"]) | JSON,
        "seat": st.sampled_from(["S", "N"]) | JSON,
        "position": JSON | st.just(begun("star").game.write_position(begun("star").position)),
    },
)


@given(st.lists(st.builds(Entry, KINDS, st.floats(0, 9), FACTS), max_size=6))
@how(max_examples=150, deadline=None)
def test_lines_sealed_by_a_stranger_are_played_or_refused(entries: list[Entry]) -> None:
    again = fold(begun("star"), entries)
    assert again.stop is None or 2 <= again.stop.line <= len(entries) + 1


def test_a_record_without_a_game_is_said() -> None:
    with pytest.raises(RecordError):
        replay(Recorded(Entry("game", 0.0, {}), (), None, 0))
    with pytest.raises(RecordError):
        read(b"\xff\xfe nothing")
    with pytest.raises(RecordError):
        parse(b"")


@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ({"game": "chess"}, "There is no game called chess; the games are chinese_poker, "),
        ({"options": {"players": 7}}, "The option players of star cannot be 7; it can be 2, 3, 4, 6."),
        ({"game": "mandarin", "options": {}}, "This position belongs to another game or to other house rules."),
        ({"options": "usual"}, "its first line cannot be read"),
        ({"format": 2}, "The record has format 2; this program reads 1. Newer needs an update."),
        ({"format": "1"}, 'has format "1"; this program reads 1.'),
        ({"format": 0}, "has format 0; this program reads 1."),
        ({"format": True}, "has format true; this program reads 1."),
        ({"format": None}, "has format null; this program reads 1."),
    ],
)
def test_a_first_line_that_makes_no_sense_is_told_why(record: bytes, changes: dict[str, object], why: str) -> None:
    header = parse(record).header
    changed = encode(0, replace(header, data={**header.data, **changes}), "")
    with pytest.raises(RecordError) as refused:
        read(changed + record.partition(b"\n")[2])
    assert why in str(refused.value)
