"""Positions on the command line, as scripts use it."""

import json
import resource
import sys
from pathlib import Path
from select import select
from subprocess import PIPE, Popen, run
from typing import Any

import pytest

from firmware.__main__ import main
from firmware.commands import COMMANDS


class Shell:
    """Runs commands in this process and keeps what they print."""

    def __init__(self, folder: Path, capture: pytest.CaptureFixture[str]) -> None:
        self.folder, self.capture = folder, capture

    def __call__(self, *words: str) -> tuple[int, str, str]:
        code = main(list(words))
        out, err = self.capture.readouterr()
        return code, out, err

    def file(self, *values: Any) -> str:
        path = self.folder / "given.jsonl"
        path.write_text("\n".join(value if isinstance(value, str) else json.dumps(value) for value in values))
        return str(path)


@pytest.fixture
def shell(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Shell:
    return Shell(tmp_path, capsys)


@pytest.fixture
def start(shell: Shell) -> dict[str, Any]:
    _, out, _ = shell("start", "star", "--option", "pieces=10")
    return dict(json.loads(out))


def test_moves_of_the_start_come_one_a_line_and_as_one_array(shell: Shell, start: dict[str, Any]) -> None:
    code, out, _ = shell("moves", "--position", shell.file(start))
    lines = out.splitlines()
    assert code == 0
    assert len(lines) == 14
    _, out, _ = shell("moves", "--json", "--position", shell.file(start))
    assert json.loads(out) == lines


def test_a_position_saved_with_a_mark_at_its_head_is_read(shell: Shell, start: dict[str, Any]) -> None:
    code, out, _ = shell("outcome", "--position", shell.file("\ufeff" + json.dumps(start)))
    assert (code, out) == (0, '{"over":false}\n')
    code, out, _ = shell("outcome", "--positions", shell.file("\ufeff" + json.dumps(start), start))
    assert (code, out) == (0, '{"over":false}\n' * 2)


def test_many_positions_are_answered_line_by_line(shell: Shell, start: dict[str, Any]) -> None:
    torn = json.dumps(start)[:40]
    doubled = {**start, "pieces": {**start["pieces"], "S": ["a1"] * 10}}
    code, out, _ = shell("moves", "--positions", shell.file(start, torn, doubled, start, "", start, ""))
    first, second, third, fourth, empty, last = (json.loads(line) for line in out.splitlines())
    assert code == 0
    assert empty["error"] == "position"
    assert first == last
    assert first == fourth
    assert second["error"] == third["error"] == "position"
    assert "a1" in third["why"]


@pytest.mark.parametrize("command", ["moves", "outcome"])
def test_a_line_that_is_no_text_is_answered_as_any_other_that_is_wrong(
    command: str, shell: Shell, start: dict[str, Any]
) -> None:
    path = Path(shell.file(start))
    good = path.read_bytes()
    path.write_bytes(b'%s\n{"game":"\xff"}\n%s\n' % (good, good))
    code, out, _ = shell(command, "--positions", str(path))
    first, second, third = map(json.loads, out.splitlines())
    assert code == 0
    assert second == {"error": "position", "why": f"{path}, line 2 is no text: byte 9 cannot be read as UTF-8"}
    assert first == third
    assert shell(command, "--position", str(path))[0] == 2


def test_a_move_is_played_and_the_next_seat_is_to_move(shell: Shell, start: dict[str, Any]) -> None:
    code, out, _ = shell("apply", "--position", shell.file(start), "d1-e5", "n1-m5")
    after = json.loads(out)
    assert code == 0
    assert after["to_move"] == "S"
    assert "e5" in after["pieces"]["S"]
    assert "m5" in after["pieces"]["N"]


@pytest.mark.parametrize("letter", ["\u2028", "\u2029", "\u0085"])
def test_a_line_ends_where_json_lines_do_and_nowhere_else(shell: Shell, start: dict[str, Any], letter: str) -> None:
    line = json.dumps({"position": start, "moves": [f"d1{letter}e5"]}, ensure_ascii=False)
    code, out, _ = shell("apply", "--batch", shell.file(line, {"position": start, "moves": ["d1-e5"]}))
    first, second = (json.loads(answer) for answer in out.split("\n") if answer)
    assert code == 0
    assert "error" in first
    assert "position" in second


@pytest.mark.parametrize(
    ("move", "kind"),
    [("c1:c3", "illegal"), ("z9-a1", "unreadable"), ("", "unreadable"), ("d1-d2", "illegal"), ("q1-p1", "illegal")],
)
def test_a_refusal_begins_with_its_class(shell: Shell, start: dict[str, Any], move: str, kind: str) -> None:
    code, out, err = shell("apply", "--position", shell.file(start), move)
    assert code == 2
    assert out == ""
    assert err.startswith(f"{kind}: ")


def test_of_several_moves_the_one_that_is_refused_is_named(shell: Shell, start: dict[str, Any]) -> None:
    moves = ["d1-e5", "n1-m5", "c1:c3", "n2-m6"]
    _, _, err = shell("apply", "--position", shell.file(start), *moves)
    assert err.startswith("illegal: move 3, c1:c3: ")
    _, out, _ = shell("apply", "--batch", shell.file({"position": start, "moves": moves}))
    assert json.loads(out)["error"] == "illegal"
    assert json.loads(out)["why"].startswith("move 3, c1:c3: ")


def test_a_batch_answers_each_line_with_a_position_or_an_error(shell: Shell, start: dict[str, Any]) -> None:
    lines = [{"position": start, "moves": ["d1-e5"]}, {"position": start, "moves": ["d1-d2"]}, {"moves": []}]
    _, out, _ = shell("apply", "--batch", shell.file(*lines))
    played, refused, incomplete = (json.loads(line) for line in out.splitlines())
    assert played["position"]["to_move"] == "N"
    assert refused["error"] == "illegal"
    assert incomplete["error"] == "position"


def test_whose_turn_a_position_of_cards_cannot_say_is_told_as_people_call_seats(shell: Shell) -> None:
    start = json.loads(shell("start", "chinese_ten", "--players", "3")[1])
    assert (start["to_move"], start["dealer"]) == (1, 0)
    path = shell.file({**start, "to_move": 2})
    said = "It cannot be the turn of Seat 3: Seat 1 dealt (cards in the stock: 24), so Seat 2 is to move."
    assert shell("moves", "--position", path) == (2, "", f"{said}\n")
    assert json.loads(shell("moves", "--positions", path)[1]) == {"error": "position", "why": said}


def test_a_move_of_a_record_that_is_not_legal_is_told_as_people_call_seats(shell: Shell) -> None:
    path = shell.file("Game: chinese_poker\n\n1. 0 3C\n")
    said = "It is the turn of Seat 1, and 3C cannot be in that hand."
    code, _, err = shell("check", path)
    assert (code, err) == (2, f"{path}, line 3: 1. 0 3C: {said}\n")
    assert json.loads(shell("check", "--json", path)[1])["why"] == said


def test_the_outcome_of_the_start_is_not_over(shell: Shell, start: dict[str, Any]) -> None:
    assert json.loads(shell("outcome", "--position", shell.file(start))[1]) == {"over": False}


def test_perft_counts_and_divides(shell: Shell) -> None:
    assert shell("perft", "star", "--players", "3", "--depth", "2")[1] == "196\n"
    _, out, _ = shell("perft", "--players", "6", "--depth", "2", "--divide")
    *divided, total = out.splitlines()
    assert sum(int(line.split(": ")[1]) for line in divided) == int(total) == 199


def test_what_is_so_may_be_said_beside_the_position_that_perft_counts_from(shell: Shell, start: dict[str, Any]) -> None:
    count = ("--depth", "2", "--position", shell.file(start))
    rules = ("--players", "2", "--option", "pieces=10", "--option", "teams=no")
    assert shell("perft", *count) == shell("perft", "star", *rules, *count) == (0, "196\n", "")
    for told in ("--players 3", "--option size=5", "--players 3 --option pieces=15", "--option first=toss"):
        code, out, err = shell("perft", *told.split(), *count)
        assert (code, out) == (2, "")
        assert err == f"the position in {count[-1]} has other house rules of its own; leave {told} out\n"
    assert "is of star, not of mandarin" in shell("perft", "mandarin", *count)[2]
    for players, code in (("2", 0), ("3", 2)):
        sown = shell.file(json.loads(shell("start", "mandarin")[1]))
        assert shell("perft", "mandarin", "--players", players, "--depth", "1", "--position", sown)[0] == code


@pytest.mark.parametrize(
    ("words", "hint"),
    [
        (("start", "chess"), "star"),
        (("start", "star", "--players", "5"), "2"),
        (("start", "star", "--option", "pieces"), "NAME=VALUE"),
        (("start", "star", "--option", "colour=red"), "players"),
        (("moves", "--position", "no-such-file"), "no-such-file"),
        (("perft", "--depth", "x"), "--depth 'x': a whole number is wanted here; see: hopsight perft --help"),
        (("overlay", "--pitch", "wide"), "--pitch 'wide': a number is wanted here; see: hopsight overlay --help"),
        (("export", "game.jsonl"), "--to is missing; see: hopsight export --help"),
        (("plya", "star"), "there is no command 'plya'; play may be meant; see: hopsight --help"),
        (("play star",), "there is no command 'play star'; see: hopsight --help"),
        (("start", "chinese_poker", "--option", "removed=AC"), 'not ["AC"]'),
        (("start", "mandarin", "--option", "unripe=true"), "not true"),
    ],
)
def test_what_is_given_wrong_gets_one_clear_sentence(shell: Shell, words: tuple[str, ...], hint: str) -> None:
    code, out, err = shell(*words)
    assert (code, out) == (2, "")
    assert hint in err
    assert len(err.splitlines()) == 1


def test_every_game_and_option_is_taught(shell: Shell) -> None:
    taught = json.loads(shell("games", "--json")[1])
    star = next(game for game in taught if game["name"] == "star")
    assert {"players", "size", "home_lock"} <= {option["name"] for option in star["options"]}
    assert all(option["meaning"] for game in taught for option in game["options"])
    assert all(option["default"] is not None for game in taught for option in game["options"])
    (pieces,) = (option for option in star["options"] if option["name"] == "pieces")
    assert (pieces["default"], pieces["depends"]) == (15, True)
    told = shell("games")[1]
    assert "home_lock=true" in told
    assert "null" not in told
    for usual in ("limit=100  (a number)", "players=2  (2 3 4)", "first=left  (left dealer)", "pieces=15  (10 15 21)"):
        assert f"  {usual}\n" in told
    for written in ("removed=AC,2C,2D,2H", "suits=SW:arms,NW:suns,NE:moons,SE:crowns"):
        assert written.partition("=")[2] in told
        game = "chinese_poker" if written.startswith("removed") else "piecepack"
        assert shell("start", game, "--option", written)[0] == 0, "it can be typed as it is told"
    assert "such as SW:arms,NW:suns,NE:moons,SE:crowns" in shell("start", "piecepack", "--option", "suits=x")[2]


@pytest.mark.parametrize("name", [name for name, command in COMMANDS.items() if command.module == "positions"])
def test_the_example_that_help_gives_does_as_it_is_typed(name: str) -> None:
    example = COMMANDS[name].example.replace("hopsight", f"{sys.executable} -m firmware")
    done = run(["/bin/sh", "-c", example], capture_output=True, check=False)
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout


@pytest.mark.parametrize(
    "words",
    [
        ("moves", "--position", "/dev/zero"),
        ("outcome", "--positions", "/dev/zero"),
        ("apply", "--batch", "/dev/zero"),
        ("start", "--deals", "/dev/zero"),
        ("check", "/dev/zero"),
        ("replay", "/dev/zero"),
    ],
)
def test_what_has_no_end_is_refused_before_memory_is_full(
    shell: Shell, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...]
) -> None:
    monkeypatch.setattr("firmware.given.files.MOST_BYTES", 1_000_000)
    monkeypatch.setattr("firmware.settings.RECORD_BYTES", 1_000_000)
    usual = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, (used() + 200_000_000, usual[1]))
    try:
        code, out, err = shell(*words)
    finally:
        resource.setrlimit(resource.RLIMIT_AS, usual)
    assert (code, out) == (2, "")
    assert "1 MB" in err
    assert "/dev/zero" in err


def used() -> int:
    """Bytes of address space that this process has."""
    return int(Path("/proc/self/statm").read_text(encoding="ascii").split()[0]) * resource.getpagesize()


def test_a_batch_is_answered_while_whoever_asks_keeps_its_pipe_open(start: dict[str, Any]) -> None:
    words = [sys.executable, "-m", "firmware", "outcome", "--positions", "-"]
    with Popen(words, stdin=PIPE, stdout=PIPE, text=True) as asked:
        assert asked.stdin
        assert asked.stdout
        for said in (json.dumps(start), "no position"):
            asked.stdin.write(said + "\n")
            asked.stdin.flush()
            assert select([asked.stdout], [], [], 60)[0], "the answer comes before the next question"
            assert ("over" in json.loads(asked.stdout.readline())) == (said != "no position")


def test_a_batch_is_answered_as_it_comes_empty_lines_and_all(shell: Shell, start: dict[str, Any]) -> None:
    asked = shell.file("\ufeff" + json.dumps(start), "", " ", start, "", "")
    code, out, _ = shell("outcome", "--positions", asked)
    assert code == 0
    assert ["over" in json.loads(line) for line in out.splitlines()] == [True, False, False, True]
