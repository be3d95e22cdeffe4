"""What a table remembers between games is there whole, or as it was before."""

from pathlib import Path

import pytest

from firmware.kept.whole import read_text, write_whole


def test_a_file_is_written_with_its_folders_and_written_anew(tmp_path: Path) -> None:
    path = tmp_path / "hopsight" / "table.json"
    write_whole(path, b"one")
    write_whole(path, b"two")
    assert path.read_bytes() == b"two"
    assert list(path.parent.iterdir()) == [path]


def test_where_it_cannot_be_written_the_old_file_stays(tmp_path: Path) -> None:
    path = tmp_path / "table.json"
    write_whole(path, b"old")
    (tmp_path / "table.json.new").mkdir()
    with pytest.raises(OSError, match="directory") as error:
        write_whole(path, b"new")
    assert error.value.filename == str(path), "people have not heard of any other"
    assert path.read_bytes() == b"old"


def test_what_has_no_end_is_not_read_until_memory_is_full() -> None:
    with pytest.raises(ValueError, match="longer than 1 MB, which nobody wrote by hand"):
        read_text(Path("/dev/zero"))
