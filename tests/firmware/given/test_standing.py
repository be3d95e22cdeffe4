"""What stands at the table, written by people: a slip is told with its line, and the table stands as it did before."""

from argparse import ArgumentParser, Namespace
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from firmware.given.playing import add_playing, is_typed, with_words
from firmware.given.standing import standing

GOOD = "# ours\nHOPSIGHT_LAMPS=--lights none\n\nHOPSIGHT_PLAY=star --camera usb:0 --players 3\n"


def stood(file: Path, good: Path) -> Namespace:
    """What the service would do with the words in ``file``, by which it comes to stand."""
    given, really = read(file, good)
    really()
    return given


def read(file: Path, good: Path) -> tuple[Namespace, Callable[[], None]]:
    """What the service would do with the words in ``file``, and what it does when it stands."""
    parser = ArgumentParser()
    add_playing(parser)
    given = parser.parse_args(["--profile", "box", "--wait-for-camera"])
    return standing(file, partial(with_words, given), good)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "table.conf"
    path.write_text(GOOD, encoding="utf-8")
    return path


def test_the_words_in_the_file_count_beside_those_of_the_unit(file: Path, tmp_path: Path) -> None:
    given = stood(file, tmp_path / "state" / "good")
    assert (given.profile, given.wait_for_camera) == ("box", True)
    assert (given.lights, given.camera, given.players) == ("none", "usb:0", 3)
    assert (tmp_path / "state" / "good").read_text(encoding="utf-8") == GOOD


def test_a_page_that_is_not_wanted_for_once_may_keep_its_port_and_address(file: Path, tmp_path: Path) -> None:
    file.write_text(GOOD.replace("--camera", "--no-web --port 8080 --host 0.0.0.0 --camera"), encoding="utf-8")
    given = stood(file, tmp_path / "good")
    assert (given.web, given.camera) == (False, "usb:0")


@pytest.mark.parametrize(
    ("right", "slip", "line", "why"),
    [
        (
            "--camera",
            "--camra",
            4,
            "--camra usb:0 means nothing here; --camera may be meant; the words are those of hopsight play --help",
        ),
        ("--lights none", "--lights nnoe", 2, "nnoe"),
        ("usb:0", "ubs:0", 4, "ubs:0"),
        ("--players 3", "--players 5", 4, "5"),
        ("--players 3", "--option peices=10", 4, "peices"),
        ("star", "stra", 4, "stra"),
        ("HOPSIGHT_PLAY", "HOPSIGHT_PLYA", 4, "HOPSIGHT_PLYA"),
        ("HOPSIGHT_PLAY", "hopsight_play", 4, "hopsight_play is not known; HOPSIGHT_LAMPS, "),
        ("HOPSIGHT_PLAY", "HOPSIHGT_PLAY", 4, "HOPSIHGT_PLAY is not known"),
        ("HOPSIGHT_LAMPS=", "HOPSIGHT_LAMPS ", 2, "NAME=WORDS"),
        ("usb:0", '"usb:0', 4, "a quotation mark stands alone, or a backslash at the end; leave it out"),
    ],
)
def test_a_slip_is_told_with_its_line_and_the_last_good_words_hold(
    file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], *, right: str, slip: str, line: int, why: str
) -> None:
    good = tmp_path / "good"
    before = stood(file, good)
    file.write_text(GOOD.replace(right, slip), encoding="utf-8")
    assert stood(file, good) == before
    told = capsys.readouterr().err
    assert f"{file}, line {line}: " in told
    assert why in told
    assert good.read_text(encoding="utf-8") == GOOD
    file.write_text(GOOD.replace("usb:0", "usb:1"), encoding="utf-8")
    assert stood(file, good).camera == "usb:1"


@pytest.mark.parametrize(
    ("right", "wrong", "line", "why"),
    [
        ("star --camera usb:0 --players 3", "chinese_ten", 4, "nobody types to a service"),
        ("star --camera usb:0 --players 3", "chinese_poker --camera csi", 4, "nobody types to a service"),
        ("--players 3", "--simulated", 4, "--simulated is for a terminal"),
        ("--players 3", "--profile a/b", 4, "a/b"),
        ("--players 3", "--mqtt 192.168.1.20/foo", 4, "192.168.1.20/foo is no broker’s address"),
        ("--players 3", "--ply 3", 4, "--follow RECORD"),
        ("--players 3", "--follow nowhere.jsonl", 4, "nowhere.jsonl cannot be read"),
        ("--lights none", "--lamp-budget 20", 2, "121 lamps need 149 mA to glow at all, the budget is 20 mA"),
    ],
)
def test_words_by_which_no_service_can_play_are_told_like_a_slip(
    file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], *, right: str, wrong: str, line: int, why: str
) -> None:
    before = stood(file, tmp_path / "good")
    file.write_text(GOOD.replace(right, wrong), encoding="utf-8")
    assert stood(file, tmp_path / "good") == before
    told = capsys.readouterr().err
    assert f"{file}, line {line}: " in told
    assert why in told


def test_words_are_good_once_a_table_has_stood_by_them(file: Path, tmp_path: Path) -> None:
    stood(file, tmp_path / "good")
    for camera in ("usb:1", "ubs:1"):  # the first are understood, yet the service never comes up by them
        file.write_text(GOOD.replace("usb:0", camera), encoding="utf-8")
        given, _ = read(file, tmp_path / "good")
    assert given.camera == "usb:0"


def test_what_two_lines_say_is_judged_together(file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    budget = "HOPSIGHT_LAMPS=--lamp-budget 20\n"
    file.write_text(f"{budget}HOPSIGHT_PLAY=mandarin\n", encoding="utf-8")
    assert stood(file, tmp_path / "good").game == "mandarin"
    assert not capsys.readouterr().err
    file.write_text(f"{budget.replace('20', '160')}HOPSIGHT_PLAY=star --option size=6\n", encoding="utf-8")
    assert stood(file, tmp_path / "good").game == "mandarin"
    assert f"{file}: 253 lamps need " in capsys.readouterr().err


@pytest.mark.parametrize("game", ["star", "piecepack", "mandarin"])
def test_a_service_watches_every_board_through_a_camera(file: Path, tmp_path: Path, game: str) -> None:
    file.write_text(f"HOPSIGHT_PLAY={game}\n", encoding="utf-8")
    assert not is_typed(stood(file, tmp_path / "good"))


def test_a_slip_in_the_first_words_leaves_the_table_as_the_program_has_it(
    file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file.write_text("HOPSIGHT_PLAY=--camra usb:0\n", encoding="utf-8")
    given = stood(file, tmp_path / "good")
    assert (given.camera, given.lights, given.game) == (None, "spi", "star")
    assert "line 1" in capsys.readouterr().err
    assert not (tmp_path / "good").exists()


def test_no_file_is_no_slip(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert stood(tmp_path / "table.conf", tmp_path / "good").game == "star"
    assert not capsys.readouterr().err


def test_the_lamps_port_is_left_to_the_environment(file: Path, tmp_path: Path) -> None:
    file.write_text(GOOD + "SPI_BUFSIZE=8192\n", encoding="utf-8")
    assert stood(file, tmp_path / "good").camera == "usb:0"


def test_the_file_that_comes_with_the_program_has_no_slip(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    shipped = Path(__file__).parents[3] / "systemd" / "table.conf"
    assert stood(shipped, tmp_path / "good").camera == "csi"
    assert not capsys.readouterr().err


def test_a_file_from_another_system_is_read_or_told_with_its_line(
    file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    good = tmp_path / "good"
    before = stood(file, good)
    file.write_bytes("\ufeff".encode() + GOOD.replace("\n", "\r\n").encode())
    assert stood(file, good) == before
    file.write_bytes(GOOD.replace("star", "star # Küche").encode("latin-1"))
    assert stood(file, good) == before
    assert f"{file}, line 4: " in capsys.readouterr().err
