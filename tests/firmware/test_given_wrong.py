"""What people give that cannot be: one sentence that names it, and exit code 2."""

import json
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from zipfile import ZipFile

import cv2
import numpy as np
import pytest

from firmware.__main__ import main
from firmware.journal import Journal
from firmware.kept.table_file import table_path
from hardware.simulated.painter import Painter
from hardware.simulated.scenes import WOOD
from hardware.simulated.table import Table
from rules import catalogue
from rules.match import Match
from rules.sight import EMPTY
from rules.star.places import star_board
from tests.firmware.disk import no_file_beyond

no_pins = pytest.mark.skipif(Path("/dev/gpiochip0").exists(), reason="this machine has pins of its own")

Refused = Callable[..., str]
Capture = pytest.CaptureFixture[str]


@pytest.fixture
def refused(capsys: Capture) -> Callable[..., str]:
    """Runs a command that is refused; what it says."""

    def run(*words: object) -> str:
        code = main([str(word) for word in words])
        said = capsys.readouterr().err.strip()
        assert code == 2, said
        return said

    return run


@pytest.fixture(scope="module")
def photograph(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with one picture of a star laid for two."""
    game = catalogue.game("star", players=2, pieces=10)
    view = game.view(game.start())
    tokens = sorted({*view.values()} - {EMPTY})
    folder = tmp_path_factory.mktemp("pictures")
    picture = Painter(WOOD, game.board, tokens, (960, 720)).picture(Table(game.board, view, tokens).moment())
    cv2.imwrite(str(folder / "0001.png"), picture)
    return folder


# Files that people name.


@pytest.mark.parametrize(
    ("out", "why"),
    [
        ("out.xyz", "no kind of picture ends in '.xyz'"),
        ("out", "no kind of picture is called so; use .jpg or .png"),
        ("no-such-folder/out.jpg", "cannot be written: there is no folder "),
    ],
)
@pytest.mark.parametrize("command", ["read", "calibrate"])
def test_a_picture_that_cannot_be_written_there(
    command: str, out: str, why: str, photograph: Path, refused: Refused
) -> None:
    seen = [photograph / "0001.png"] if command == "read" else ["--camera", f"folder:{photograph}"]
    said = refused(command, *seen, "--annotate", photograph / out)
    assert str(photograph / out) in said
    assert why in said


def test_a_drawing_that_finds_no_room_leaves_the_one_before(photograph: Path, refused: Refused, tmp_path: Path) -> None:
    drawn = tmp_path / "seen.jpg"
    drawn.write_bytes(b"the one before")
    with no_file_beyond(1000):
        said = refused("read", photograph / "0001.png", "--annotate", drawn)
    assert said == f"{drawn} cannot be written: File too large; name another place"
    assert drawn.read_bytes() == b"the one before"
    assert list(tmp_path.iterdir()) == [drawn]


def test_a_folder_for_the_readings_of_a_film_that_is_a_file(refused: Refused, tmp_path: Path) -> None:
    cv2.imwrite(str(tmp_path / "0001.png"), np.zeros((90, 120, 3), np.uint8))
    said = refused("watch", tmp_path, "--annotate", tmp_path / "0001.png")
    assert said == f"{tmp_path / '0001.png'} cannot be written: File exists; name another place"


def test_a_drawing_never_takes_the_place_of_the_picture_that_it_shows(
    photograph: Path, refused: Refused, tmp_path: Path
) -> None:
    seen = tmp_path / "0001.jpg"
    cv2.imwrite(str(seen), cv2.imread(str(photograph / "0001.png")))
    whole, folder = seen.read_bytes(), f"folder:{tmp_path}"
    lost = "which would be lost; name another"
    for source in (tmp_path, folder, f"{tmp_path}/"):
        said = refused("watch", source, "--annotate", tmp_path)
        assert said == f"{tmp_path} holds the pictures themselves, {lost} folder"
    (tmp_path / "link.jpg").symlink_to(seen)
    for camera, out in ((seen, seen), (f"video:{seen}", seen), (folder, seen), (folder, tmp_path / "link.jpg")):
        for empty in ([], ["--empty"]):
            said = refused("calibrate", *empty, "--camera", camera, "--annotate", out)
            assert said == f"{out} is the picture itself, {lost} file"
    assert seen.read_bytes() == whole
    (tmp_path / "link.jpg").unlink()
    words = ["watch", str(tmp_path), "--annotate", str(tmp_path / "drawn"), "--players", "2", "--option", "pieces=10"]
    assert main(words) == 0, "a folder within is another one"


def test_a_bundle_takes_the_place_of_a_bundle_only(refused: Refused, tmp_path: Path) -> None:
    photos = tmp_path / "photos.zip"
    with ZipFile(photos, "w") as file:
        file.writestr("grandma.jpg", b"a photograph")
    whole = photos.read_bytes()
    said = refused("doctor", "--bundle", photos)
    assert said == f"{photos} is no bundle of the doctor's, and would be lost; name another file"
    assert photos.read_bytes() == whole


def test_pictures_that_show_another_board(refused: Refused, photograph: Path) -> None:
    said = refused("watch", photograph, "--game", "mandarin")
    assert said.endswith("no picture shows a board of mandarin; --game names another")
    said = refused("watch", photograph, "--game", "mandarin", "--players", "3")
    assert said == "mandarin is for 2 players here, not 3"


def test_pictures_that_show_no_board(refused: Refused, tmp_path: Path) -> None:
    cv2.imwrite(str(tmp_path / "0001.png"), np.zeros((90, 120, 3), np.uint8))
    said = refused("watch", tmp_path)
    assert said == f"{tmp_path}: no picture shows a board of star; --game names another"


def test_a_folder_of_broken_pictures(refused: Refused, tmp_path: Path) -> None:
    for number in range(2):
        (tmp_path / f"{number}.jpg").write_bytes(b"no picture")
    assert refused("watch", tmp_path).endswith("none of the pictures can be read; there is nothing to follow")


def test_a_film_that_holds_no_picture(refused: Refused, tmp_path: Path) -> None:
    (tmp_path / "text.jpg").write_text("no picture")
    said = refused("watch", tmp_path / "text.jpg")
    assert said.endswith("text.jpg holds no picture; give an .mp4, .avi, .mkv or .webm file")


def test_a_picture_of_any_size_among_those_that_are_followed(refused: Refused, tmp_path: Path) -> None:
    size = (20_000).to_bytes(4) * 2
    (tmp_path / "0001.png").write_bytes(b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR" + size + b"\x08\x02\0\0\0" + b"IEND")
    said = refused("watch", tmp_path)
    assert f"{tmp_path / '0001.png'}: 20000 × 20000 pixels are too many; save it smaller, or as a JPEG" in said


def test_templates_where_no_folder_can_be(refused: Refused, tmp_path: Path) -> None:
    (tmp_path / "plans").write_text("a file")
    assert "plans cannot be written: File exists" in refused("overlay", "--out", tmp_path / "plans")


def test_lamps_so_wide_that_no_wall_stands_between_them(refused: Refused) -> None:
    said = refused("overlay", "--pitch", "10", "--lamp", "9")
    assert "--lamp 9: a lamp's hole is 2 to 7.6 mm wide at a pitch of 10 mm" in said


@pytest.mark.parametrize(
    ("out", "why"), [("g.txt", "ends in .gif"), (".", "ends in .gif"), ("no/g.gif", "there is no folder")]
)
def test_an_animation_that_cannot_be_written_there(out: str, why: str, refused: Refused, tmp_path: Path) -> None:
    record = tmp_path / "game.txt"
    record.write_text(Match.begin(catalogue.game("mandarin")).to_text(), encoding="utf-8")
    assert why in refused("replay", record, "--gif", tmp_path / out)
    assert why in refused("export", record, "--to", "gif", "--out", tmp_path / out)


@pytest.mark.parametrize(
    ("record", "words", "out"),
    [
        ("game.jsonl", "export --to json --out", "game.jsonl"),
        ("game.jsonl", "export --to text --out", "link.txt"),
        ("game.jsonl", "export --to json --out", "other.jsonl"),
        ("game.txt", "export --to json --out", "game.txt"),
        ("game.gif", "replay --gif", "game.gif"),
        ("game.gif", "export --to gif", ""),
    ],
)
def test_what_is_made_of_a_record_is_never_written_over_a_record(
    record: str, words: str, out: str, refused: Refused, tmp_path: Path
) -> None:
    match = Match.begin(catalogue.game("mandarin"))
    with Journal.create(tmp_path, match, 0.0, table="test") as journal:
        pass
    for name in ("game.jsonl", "other.jsonl", "game.gif"):
        (tmp_path / name).write_bytes(journal.path.read_bytes())
    (tmp_path / "game.txt").write_text(match.to_text(), encoding="utf-8")
    (tmp_path / "link.txt").symlink_to(tmp_path / "game.jsonl")
    before = {path: path.read_bytes() for path in tmp_path.iterdir()}
    command, *rest = words.split()
    said = refused(command, tmp_path / record, *rest, *([tmp_path / out] if out else []))
    assert said.endswith("is a recorded game, which would be lost; name another file")
    assert {path: path.read_bytes() for path in tmp_path.iterdir()} == before


def test_a_calibration_that_cannot_be_kept(photograph: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    monkeypatch.setenv("HOPSIGHT_STATE", "/proc/nowhere")
    assert main(["calibrate", "--camera", f"folder:{photograph}"]) == 3
    assert "cannot be kept in /proc/nowhere/table-star.json: No such file" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "hint"),
    [
        (["--size", "5"], "points have 5 rows; --size 4 or 6 is another star, --game another board."),
        (["--game", "mandarin"], "I looked for a board of mandarin; --game names another board."),
        (
            ["--game", "piecepack"],
            "of sixteen tiles, for 4 players; --players 2 is the one of ten, --game another board.",
        ),
        (
            ["--game", "piecepack", "--players", "2"],
            "of ten tiles, for 2 players; --players 4 is the one of sixteen, --game another board.",
        ),
    ],
)
def test_a_picture_of_another_board(words: list[str], hint: str, photograph: Path, refused: Refused) -> None:
    said = refused("read", photograph / "0001.png", *words)
    assert said.endswith(hint)
    assert "Click" not in said


def test_a_file_that_is_no_record(refused: Refused, tmp_path: Path) -> None:
    (tmp_path / "game.jsonl").write_bytes(b"{}\n")
    for command in ("check", "replay"):
        assert refused(command, tmp_path / "game.jsonl").startswith(f"{tmp_path / 'game.jsonl'}: This is no record")


@pytest.mark.parametrize("begins", [b"GIF89a", b"\x89PNG\r\n\x1a\n", b"\xff\xd8\xff\xe0"])
@pytest.mark.parametrize("name", ["game.gif", "game.ppn"])
def test_a_picture_is_told_to_be_one(name: str, begins: bytes, refused: Refused, tmp_path: Path) -> None:
    (tmp_path / name).write_bytes(begins + b"\0\n" * 4000)
    for command in ("check", "replay"):
        assert refused(command, tmp_path / name).startswith(f"{tmp_path / name}: This is a picture")


@pytest.mark.parametrize("name", ["game.jsonl", "game.txt", "game.ppn"])
def test_an_empty_file_is_told_to_be_empty(name: str, refused: Refused, tmp_path: Path) -> None:
    for nothing in (b"", b"\n"):
        (tmp_path / name).write_bytes(nothing)
        for command in ("check", "replay"):
            assert refused(command, tmp_path / name).startswith(f"{tmp_path / name}: The file is empty")


@pytest.mark.parametrize(
    ("words", "answer"),
    [
        ("read {}/nope.jpg", {"game": "star", "found": False, "confidence": 0, "seconds": 0}),
        ("read {}/nope.jpg --game mandarin", {"game": "mandarin", "found": False, "confidence": 0, "seconds": 0}),
        ("check {}/nope.jsonl", {"good": False}),
        ("calibrate --camera folder:{}", {"found": False}),
    ],
)
def test_who_asks_for_json_is_answered_in_json(
    words: str, answer: dict[str, object], tmp_path: Path, capsys: Capture
) -> None:
    cv2.imwrite(str(tmp_path / "dark.png"), np.zeros((90, 120, 3), np.uint8))
    assert main([*words.format(tmp_path).split(), "--json"]) == 2
    said = capsys.readouterr()
    told = json.loads(said.out)
    why = told.pop("reason", None) or told.pop("why")
    assert why in said.err
    assert told == answer


def test_who_asks_which_games_can_be_demonstrated_reads_those(refused: Refused, capsys: Capture) -> None:
    with suppress(SystemExit):
        main(["demo", "--help"])
    assert "star when left out; there are demonstrations of star, piecepack and mandarin" in " ".join(
        capsys.readouterr().out.split()
    )
    assert "know star, piecepack and mandarin" in refused("demo", "chinese_ten")


# Tables that are not there.


@pytest.mark.parametrize("words", [[], ["--lights", "none", "--no-button"]])
def test_a_camera_that_is_none_is_told_before_what_a_game_could_do_without(
    words: list[str], refused: Refused, tmp_path: Path
) -> None:
    (tmp_path / "empty").mkdir()
    (tmp_path / "text.jpg").write_text("no picture")
    for camera, why in (
        ("nope", "no camera, folder or film called 'nope'"),
        (f"folder:{tmp_path}/empty", "no pictures"),
        (tmp_path / "text.jpg", "holds no picture"),
    ):
        said = refused("play", "--camera", camera, *words)
        assert why in said
        assert said.endswith("without any table: hopsight play --simulated")


@no_pins
def test_a_button_that_is_missing_alone(photograph: Path, refused: Refused, capsys: Capture) -> None:
    del refused  # its folders are used
    assert main(["play", "--camera", f"folder:{photograph}"]) == 3
    assert "; without it: --no-button; without any table: hopsight play --simulated" in capsys.readouterr().err


# Words that say nothing, or say two things.


@pytest.mark.parametrize("typed", ["Star", "Chinese-Ten", "chinese ten", "PIECEPACK"])
def test_games_may_be_named_with_capitals_blanks_and_hyphens(typed: str, capsys: Capture) -> None:
    assert main(["start", typed]) == 0
    assert json.loads(capsys.readouterr().out)["game"] == typed.casefold().replace(" ", "_").replace("-", "_")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("start star --players 3 --option players=2", "--players 3 and --option players=2 say different things"),
        ("start star --option size=4 --option size=5", "--option size is given twice"),
        ("start star --deals deals.jsonl", "leave star out"),
        ("apply --batch lines.jsonl d1-e5", "leave d1-e5 out"),
        ("start --deals deals.jsonl --seed 0", "leave --seed 0 out"),
        ("play --simulated --follow -", "the keyboard is for the game; name the record's file"),
        ("play --simulated --ply 3", "--ply 3 counts entries of a recorded game"),
        ("read http://phone/shot.jpg", "is read by hopsight watch http://phone/shot.jpg"),
        ("read table.jpg --players 4", "--players is for piecepack, not star"),
        ("read table.jpg --game piecepack --size 5", "--size is for star, not piecepack"),
        ("read table.jpg --game chinese_ten --south 3,4", "--south is for mandarin, piecepack, star"),
        ("play --simulated --table nope.txt", "--table nope.txt: there is no such file"),
        ("play --simulated --ply 3", "--follow RECORD"),
        ("play --simulated --no-button", "--no-button means nothing beside --simulated; leave one of them out"),
        ("play --simulated --camera usb:0", "--camera means nothing beside --simulated"),
        ("play --simulated --second-button 27", "--second-button means nothing beside --simulated"),
        ("play --simulated --knob 5,6,13", "--knob means nothing beside --simulated"),
        ("play --simulated --pins pigpio", "--pins means nothing beside --simulated"),
        ("play --simulated --lights spi", "--lights means nothing beside --simulated"),
        ("play --simulated --lamp-brightness 0.5", "--lamp-brightness means nothing beside --simulated"),
        ("play --simulated --no-web --host 1.2.3.4", "--host means nothing beside --no-web"),
        ("play --simulated --no-web --port 80", "--port means nothing beside --no-web"),
        ("play --simulated --no-web --host 127.0.0.1 --port 80", "--port means nothing beside --no-web"),
        ("watch pictures --option first=toss", "first=toss draws lots for a new game, and this one has begun"),
        ("watch pictures --game mandarin --option first=toss", "say who began it, or leave that out"),
        ("play chinese_poker --lights none", "without a table; leave --lights out"),
        ("play chinese_poker --knob 5,6,13", "without a table; leave --knob out"),
        ("play mandarin --second-button 27", "leave --second-button out, or name a --camera"),
        ("play --simulated --follow game.jsonl --players 3", "--players means nothing beside --follow"),
        ("play --simulated --follow game.jsonl --option size=5", "--option means nothing beside --follow"),
        ("play --simulated --web --port 99999", "--port 99999: a port is a number from 1 to 65535"),
        ("play --simulated --web --port -1", "--port -1: a port is a number from 1 to 65535"),
        ("play chinese_ten --camera usb:0", "leave --camera usb:0 out"),
        ("demo --empty", "--empty is for --stress; name that as well, or leave it out"),
        ("demo --fast --workers 2", "--workers is for --stress"),
        ("demo --stress 3 --scene wood", "--scene means nothing beside --stress; leave one of them out"),
        ("calibrate --beacons --lights none", "--beacons needs lamps"),
        ("calibrate --corner S=1,2 --corner S=3,4", "--corner S is given twice"),
        ("calibrate --camera usb:99 --lamp-brightness zzz", "--lamp-brightness zzz: auto, or a share from 0.05 to 1"),
        ("calibrate --empty --lamp-brightness 2", "--lamp-brightness 2: auto, or a share from 0.05 to 1"),
        (
            "play --second-button 17",
            "GPIO17 cannot be used: the button that ends the turn is wired to it; name another",
        ),
        ("play --second-button 10", "GPIO10 cannot be used: it belongs to the lamps"),
        ("play --knob 5,5,13", "GPIO5 cannot be used: it is named twice"),
        ("play --knob 29,31,33", "GPIO numbers are meant, and pin 29 of the header is GPIO5; name another"),
        ("play --second-button 39", "GPIO numbers are meant, and pin 39 of the header is none; name another"),
        ("moves --position /dev/null", "/dev/null is empty; JSON is wanted there"),
        ("play --language pirate", "--language 'pirate': it can be 'en', 'fr', 'de', 'vi', 'zh'; see: hopsight play"),
        ("read --size 7 table.jpg", "--size 7: it can be 4, 5, 6; see: hopsight read --help"),
        ("play --clock", "--clock: a value is missing behind it; see: hopsight play --help"),
        ("apply c2-d3", "--position or --batch is missing; see: hopsight apply --help"),
        ("apply --position a --batch b", "--batch means nothing beside --position; leave one of them out"),
        ("play --lamp 3", "--lamp may mean --lamp-order, --lamp-budget, --lamp-brightness; write it in full"),
        ("games --json=yes", "--json stands alone, without 'yes'"),
        ("perft star --dpth 3", "--dpth means nothing to hopsight perft; --depth may be meant; see:"),
        ("moves --postion start.json", "--position may be meant; see: hopsight moves --help"),
        ("start star --option size=", 'The option size of star cannot be ""; it can be 4, 5, 6.'),
        ("replay", "RECORD is missing; see: hopsight replay --help"),
        ("games --jsonn", "--jsonn means nothing to hopsight games; --json may be meant; see: hopsight games --help"),
        ("replay --follow game.jsonl", "--follow means nothing to hopsight replay; hopsight play knows --follow; see:"),
        ("demo --simulated", "; hopsight play and hopsight calibrate know --simulated; see: hopsight demo --help"),
        ("export game.jsonl --to ppn --json", "--json means nothing to hopsight export; see: hopsight export --help"),
        ("play --replay game.jsonl", "; hopsight replay is a command of its own; see: hopsight play --help"),
        ("play --size=5", "a house rule is typed as --option size=…"),
        (
            "play /dev/../etc/hostname",
            "; a record is shown by hopsight replay /dev/../etc/hostname, and played again by",
        ),
        (f"play {'x' * 300}", "There is no game called xxx"),
        ("follow game.jsonl", "there is no command 'follow'; hopsight play knows --follow; see: hopsight --help"),
        ("paly star", "there is no command 'paly'; play may be meant; see: hopsight --help"),
        ("read table.jpg other.jpg", "other.jpg means nothing to hopsight read"),
        ("--quiet", "--quiet means nothing to hopsight; see: hopsight --help"),
        ("calibrate --sure", "--sure is for --empty"),
        ("calibrate --table table.conf", "--table is for --dark"),
        ("calibrate --empty --scene printed", "--scene is for --simulated"),
        ("calibrate --empty --simulated --camera csi", "--camera means nothing beside --simulated"),
        ("calibrate --dark --annotate seen.jpg", "--annotate means nothing beside --dark"),
        ("doctor --self-test --bundle help.zip", "--bundle means nothing beside --self-test"),
        ("bench --imports --json", "--json means nothing beside --imports"),
        ("update --back --extras pi-pwm", "--extras means nothing beside --back"),
        ("start star --seed 3", "--seed is for card games"),
    ],
)
def test_nothing_that_is_given_is_passed_over(words: str, said: str, refused: Refused) -> None:
    assert said in refused(*words.split())


@pytest.mark.parametrize("budget", ["abc", "1e9", "60001", "0", "-5", "nan"])
@pytest.mark.parametrize("command", ["play --camera usb:99", "calibrate --camera usb:99", "calibrate --dark", "doctor"])
def test_a_current_that_no_lamps_may_draw(command: str, budget: str, refused: Refused) -> None:
    said = refused(*command.split(), "--lamp-budget", budget)
    assert said == f"--lamp-budget {budget}: a current in mA, above 0 and up to 60000, such as 500 or 2000"


# Boards.


@pytest.mark.parametrize(
    ("corners", "why"),
    [
        (("S=-5,1e9", "N=1,2"), "S lies outside the picture, which is 960 × 720 pixels large"),
        (("S=100,100", "N=101,102"), "would be 0.2 pixels apart, too few to read"),
        (("a1=480,700", "b1=480,10"), "of the board is in the picture"),
        (("S=nan,700", "N=480,10"), "'nan,700' is no pixel"),
        (("S=480,700", "N=480,10", "S=470,690"), "--corner S is given twice"),
    ],
)
def test_corners_where_no_board_can_be(corners: tuple[str, ...], why: str, photograph: Path, refused: Refused) -> None:
    words = [word for corner in corners for word in ("--corner", corner)]
    assert why in refused("calibrate", "--camera", f"folder:{photograph}", *words)
    assert not table_path(star_board()).exists(), "what was found before stays"


@pytest.mark.parametrize(
    ("game", "example"),
    [
        ("star", "--corner S=X,Y --corner N=X,Y in pixels (this board's corners: S SW NW N NE SE)"),
        ("mandarin", "--corner W=X,Y --corner E=X,Y in pixels (this board's corners: S SW W NW NE E SE)"),
        ("piecepack", "--corner SW=X,Y --corner NE=X,Y in pixels (this board's corners: SW SE NE NW)"),
    ],
)
def test_corners_that_may_be_clicked_are_those_of_the_board(
    game: str, example: str, refused: Refused, tmp_path: Path
) -> None:
    (tmp_path / "seen").mkdir()
    cv2.imwrite(str(tmp_path / "seen" / "1.png"), np.full((360, 480, 3), (90, 120, 150), np.uint8))
    camera = "--camera", f"folder:{tmp_path / 'seen'}"
    assert refused("calibrate", game, *camera).endswith(f"or click them: {example}")
    said = refused("calibrate", game, *camera, "--corner", "S=9,9", "--corner", "middle=20,20")
    assert "no point" in said
    assert said.endswith(f"This board's corners: {' '.join(catalogue.game(game).board.corners)}")


@pytest.mark.parametrize("south", ["nan,nan", "inf,5"])
def test_a_south_that_is_nowhere(south: str, photograph: Path, refused: Refused) -> None:
    assert f"{south!r} is no pixel" in refused("read", photograph / "0001.png", "--south", south)
    assert "would be lost" in refused("read", photograph / "0001.png", "--annotate", photograph / "0001.png")
    assert "would be lost" in refused("doctor", "--bundle", photograph / "0001.png")
    outside = "--south 99999,3 lies outside the picture, which has 960 × 720 pixels"
    assert refused("read", photograph / "0001.png", "--south", "99999,3") == outside
    assert refused("watch", photograph, "--south", "99999,3") == outside
    assert refused("calibrate", "--camera", f"folder:{photograph}", "--south", "99999,3") == outside
    assert f"{south!r} is no pixel" in refused("calibrate", "--camera", f"folder:{photograph}", "--south", south)


@pytest.mark.parametrize("command", ["overlay", "calibrate"])
def test_cards_have_no_board_to_build_or_to_find(command: str, refused: Refused, tmp_path: Path) -> None:
    words = ["--out", tmp_path / "plans"] if command == "overlay" else ["--camera", f"folder:{tmp_path}"]
    assert "is played with cards and has no board" in refused(command, "chinese_ten", *words)
    assert not (tmp_path / "plans").exists()
