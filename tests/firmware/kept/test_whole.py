"""What a table remembers between games is there whole, or as it was before."""

import os
from pathlib import Path
from threading import Thread

import pytest

from firmware.kept import profiles
from firmware.kept.whole import read_text, write_whole
from tests.firmware.disk import no_file_beyond


def test_a_file_is_written_with_its_folders_and_written_anew(tmp_path: Path) -> None:
    path = tmp_path / "hopsight" / "table.json"
    write_whole(path, b"one")
    write_whole(path, b"two")
    assert path.read_bytes() == b"two"
    assert list(path.parent.iterdir()) == [path]


def test_where_it_cannot_be_written_the_old_file_stays(tmp_path: Path) -> None:
    path = tmp_path / "table.json"
    write_whole(path, b"old")
    with no_file_beyond(2), pytest.raises(OSError, match="large") as error:
        write_whole(path, b"new")
    assert error.value.filename == str(path), "people have not heard of any other"
    assert path.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [path]


def test_a_plug_that_is_pulled_finds_the_old_file_until_all_of_the_new_one_is_on_the_disk(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, synced = tmp_path / "table.json", []
    write_whole(path, b"old")
    monkeypatch.setattr(os, "fsync", lambda file: synced.append((os.fstat(file).st_size, path.read_bytes())))
    write_whole(path, b"another")
    assert synced == [(len(b"another"), b"old")]
    assert path.read_bytes() == b"another"


def test_two_who_write_a_file_at_once_both_write_all_of_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, others = tmp_path / "table.json", [Thread(target=lambda: write_whole(path, b"longer, by another"))]

    def sync(_: int) -> None:
        while others:
            other = others.pop()
            other.start()
            other.join()
            assert path.read_bytes() == b"longer, by another"

    monkeypatch.setattr(os, "fsync", sync)
    write_whole(path, b"by one")
    assert path.read_bytes() == b"by one"
    assert list(tmp_path.iterdir()) == [path]


def test_ctrl_c_leaves_nothing_beside_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "table.json"
    write_whole(path, b"old")

    def interrupted(_: int) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "fsync", interrupted)
    with pytest.raises(KeyboardInterrupt):
        write_whole(path, b"new")
    assert path.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [path]


def test_a_family_that_keeps_its_house_rules_among_its_own_files_finds_them_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CONFIGURATION_DIRECTORY", str(tmp_path / "settings"))
    own, link = tmp_path / "dotfiles" / "grandma.toml", profiles.folder() / "grandma.toml"
    for folder in (own.parent, link.parent):
        folder.mkdir(parents=True)
    link.symlink_to(Path("../../dotfiles/by-name.toml"))
    (own.parent / "by-name.toml").symlink_to(own.name)  # which is not there yet
    for players in (3, 4):
        profiles.keep("grandma", "star", {"players": players})
        assert link.is_symlink()
        assert profiles.checked(own) == {"star": {"players": players}}
    assert list(link.parent.iterdir()) == [link]
    assert len(list(own.parent.iterdir())) == 2


def test_a_link_to_where_no_folder_is_stays_and_is_told_of(tmp_path: Path) -> None:
    link, away = tmp_path / "grandma.toml", tmp_path / "stick" / "grandma.toml"
    link.symlink_to(away)
    with pytest.raises(FileNotFoundError, match=f"No such file or directory, where its link leads: {away}") as error:
        write_whole(link, b"new")
    assert error.value.filename == str(link)
    assert list(tmp_path.iterdir()) == [link]
    away.parent.mkdir()  # the stick is in again
    write_whole(link, b"new")
    assert (link.is_symlink(), away.read_bytes()) == (True, b"new")


def test_what_has_no_end_is_not_read_until_memory_is_full() -> None:
    with pytest.raises(ValueError, match="longer than 1 MB, which nobody wrote by hand"):
        read_text(Path("/dev/zero"))
