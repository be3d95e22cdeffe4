"""Where the output goes: to disks that are full, and to terminals that lack letters."""

import json
import os
import subprocess
import sys
from io import FileIO
from pathlib import Path

import pytest

from firmware.terminal.whispering import Whispering
from rules import catalogue
from rules.match import Match
from rules.piecepack.ppn import write_ppn

ROOT = Path(__file__).parents[2]


def hopsight(*words: str, out: int, into: int | None = None, **environment: str) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [sys.executable, "-P", "-m", "firmware", *words],
        stdin=into,
        stdout=out,
        stderr=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": str(ROOT), **environment},
        check=False,
    )


@pytest.mark.parametrize(
    "words",
    ["games", "start star", "perft star --depth 1 --divide", "--help", "play --help", "--version"],
)
def test_a_full_disk_is_said_once(words: str) -> None:
    with Path("/dev/full").open("wb") as full:
        done = hopsight(*words.split(), out=full.fileno())
    assert done.returncode == 2
    assert done.stderr == b"the output cannot be written: No space left on device; send it elsewhere\n"


@pytest.mark.parametrize("streams", ["2>/dev/full", "2>&-", ">&-", "<&- >&- 2>&-", "2>/dev/full >/dev/null"])
@pytest.mark.parametrize(("words", "code"), [("games", 0), ("play chinese_ten", 0), ("read nope.jpg", 2)])
def test_where_nobody_listens_the_exit_code_tells(words: str, code: int, streams: str) -> None:
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    line = f"{sys.executable} -P -m firmware {words} {streams}"
    done = subprocess.run(["/bin/sh", "-c", line], input=b"", stdout=subprocess.PIPE, env=environment, check=False)
    assert done.returncode == code
    assert b"no such file" not in done.stdout


def test_only_a_full_disk_is_passed_over_by_who_tells_of_progress() -> None:
    with Whispering(FileIO("/dev/full", "w"), write_through=True) as told:
        told.write("ten of a hundred moves")
    out, into = os.pipe()
    os.close(out)  # who read along has left, and nobody waits for the rest
    with pytest.raises(BrokenPipeError), Whispering(FileIO(into, "w"), write_through=True) as told:
        told.write("ten of a hundred moves")


def test_of_a_broken_film_nobody_but_us_speaks(tmp_path: Path) -> None:
    film = tmp_path / "film.mp4"
    film.write_bytes(bytes.fromhex("00000018 66747970 6d703432 00000000 6d703432 69736f6d"))  # and no picture follows
    done = hopsight("watch", str(film), out=subprocess.PIPE)
    assert done.returncode == 2
    assert done.stderr.decode() == f"{film} cannot be read as a film; give an .mp4, .avi, .mkv or .webm file\n"


def test_a_picture_comes_in_by_standard_input(tmp_path: Path) -> None:
    (tmp_path / "picture").write_text("none")
    with (tmp_path / "picture").open() as picture:
        done = hopsight("read", "-", out=subprocess.PIPE, into=picture.fileno())
    assert done.stderr.startswith(b"/dev/stdin: not a picture that can be read")


def test_a_record_comes_in_by_standard_input(tmp_path: Path) -> None:
    match = Match.begin(catalogue.game("star", players=2))
    made = match.play(match.game.read("e5-f5", match.position)).to_text()
    record = tmp_path / "record"
    record.write_text(made)
    for words, said in (
        (("check", "-"), "standard input: 1 turn, all legal. The game is not over.\n"),
        (("export", "-", "--to", "text"), made),
    ):
        with record.open() as read:
            done = hopsight(*words, out=subprocess.PIPE, into=read.fileno())
        assert (done.returncode, done.stdout.decode()) == (0, said)
    with record.open() as read:
        done = hopsight("export", "-", "--to", "gif", out=subprocess.PIPE, into=read.fileno())
    assert (done.returncode, b"name one with --out" in done.stderr) == (2, True)
    record.write_text(write_ppn(Match.begin(catalogue.game("piecepack"))) + "1NW. a8-c5\n")
    with record.open() as read:
        done = hopsight("check", "-", out=subprocess.PIPE, into=read.fileno())
    assert b"standard input, move 1: " in done.stderr, "in a form whose moves share their lines"
    record.write_text("no game")
    with record.open() as read:
        done = hopsight("replay", "-", out=subprocess.PIPE, into=read.fileno())
    assert (done.returncode, done.stderr.startswith(b"standard input: ")) == (2, True)


def test_a_file_name_cannot_command_the_terminal() -> None:
    done = hopsight("read", "\x1b[2J\x1b]0;mine\x07\x9b31mnope.jpg", out=subprocess.PIPE, PYTHONIOENCODING="utf-8")
    assert done.stderr.decode() == "\\x1b[2J\\x1b]0;mine\\x07\\x9b31mnope.jpg: there is no such file\n"


def test_nor_can_what_stands_in_a_record(tmp_path: Path) -> None:
    record = tmp_path / "game.txt"
    record.write_text(
        "Game: star\nPlayer S: Ev\x1b[2Je\u202e\n\n1. S d1:f4\n2. N z\x9b2Jz\x1b[31mz\n", encoding="utf-8"
    )
    mine, theirs = os.openpty()
    text = ("export", str(record), "--to", "text")
    done = hopsight(*text, out=theirs, PYTHONIOENCODING="utf-8")
    assert "Player S: Ev\\x1b[2Je\\u202e\r\n" in os.read(mine, 10_000).decode()
    assert done.stderr.decode().startswith(f"{record}, line 5: 2. N z\\x9b2Jz\\x1b[31mz: ")
    assert "\x1b" not in done.stderr.decode(), "nor where it is said what is wrong with it"
    again = hopsight(*text, out=subprocess.PIPE, PYTHONIOENCODING="utf-8").stdout.decode()
    assert "Player S: Ev\x1b[2Je\u202e\n" in again, "a program gets it as it is"
    done = hopsight("check", str(record), "--json", out=subprocess.PIPE, PYTHONIOENCODING="utf-8")
    assert json.loads(done.stdout)["move"] == "2. N z\x9b2Jz\x1b[31mz"
    assert "\x9b" not in done.stdout.decode()
    os.close(mine)
    os.close(theirs)


def test_a_terminal_that_knows_ascii_only_shows_the_rest_as_json_does() -> None:
    done = hopsight("games", out=subprocess.PIPE, PYTHONIOENCODING="ascii")
    assert done.returncode == 0, done.stderr
    done = hopsight("games", "--json", out=subprocess.PIPE, PYTHONIOENCODING="ascii")
    plain = hopsight("games", "--json", out=subprocess.PIPE, PYTHONIOENCODING="utf-8")
    assert not plain.stdout.isascii()
    assert json.loads(done.stdout) == json.loads(plain.stdout)


INTERRUPTED = """
import sys

class Interrupting:
    def find_spec(self, name, *_):
        if name == "argparse":
            raise KeyboardInterrupt

sys.meta_path.insert(0, Interrupting())
from firmware.__main__ import main
sys.exit(main(["games"]))
"""


@pytest.mark.parametrize("words", ["calibrate --simulated --empty", "play star --simulated --no-web", "demo"])
def test_where_a_library_is_torn_people_hear_who_knows_what_mends_it(words: str, tmp_path: Path) -> None:
    (tmp_path / "numpy").mkdir()
    torn = "raise ImportError('Please read this.\\n\\nOriginal error was: libopenblas.so: file too short\\n')\n"
    (tmp_path / "numpy" / "__init__.py").write_text(torn, encoding="utf-8")
    done = hopsight(*words.split(), out=subprocess.PIPE, PYTHONPATH=f"{tmp_path}:{ROOT}")
    assert done.returncode == 3
    assert b"Traceback" not in done.stderr
    assert done.stderr.endswith(
        b"a library of this program cannot be loaded (Original error was: libopenblas.so: file too short), so its "
        b"installation is damaged; what mends it says: hopsight doctor\n"
    )


def test_who_stops_a_command_before_it_has_begun_reads_no_trace() -> None:
    done = subprocess.run([sys.executable, "-c", INTERRUPTED], capture_output=True, cwd=ROOT, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (130, b"", b"stopped\n")


def test_only_who_asks_for_the_version_waits_until_it_is_looked_up() -> None:
    script = "import sys; from firmware.__main__ import main; main(['perft', 'star', '--depth', '0']);"
    script += "print('importlib.metadata' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, cwd=ROOT, check=True)
    assert done.stdout == b"1\nFalse\n"
    assert hopsight("--version", out=subprocess.PIPE).stdout.startswith(b"hopsight 0.")
