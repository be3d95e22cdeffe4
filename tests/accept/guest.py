"""Runs inside the emulated Pi, as root: installs the program as people do, and tries it on a kernel's real devices.

Three boots: the first installs, as people do who then restart their Pi; the second plays a game and lets bad things
happen to it, until the plug is pulled; the third looks for the game. Every line that begins with PASS or FAIL is one
thing that was tried. Only Debian's own Python and the standard library.
"""

import json
import re
import subprocess
import time
from collections.abc import Callable
from pathlib import Path
from typing import IO, Any

from wire import Colours, Wire

GAMES = Path("/var/lib/hopsight/games")
PINS = Path("/sys/devices/platform/gpio-sim")
SPIDEV = Path("/sys/bus/spi/drivers/spidev")
NOTES = Path("/var/lib/accept.json")
"""What one boot leaves for the next: its failures, and the moves that were made."""

NOT_IN_AN_EMULATOR = {"power", "picamera2", "clock", "warmth", "cameras"}
"""What the doctor may find missing: no emulator measures its supply, has a ribbon, or a network that sets its clock."""

WATCHDOG = 120
"""Seconds, as the unit says."""

PATIENCE = 60.0
"""Seconds of the guest's clock that an answer may take: it has one core, and that draws the table too."""

LAMPS = 121
LAST_MOVE = "m9-l8"
STEPS_BEFORE_CUT = 8
"""How many pieces are carried in draw.py's game before the plug is pulled."""

moves: list[str] = []
failures: list[str] = []


def tell(kind: str, words: str) -> None:
    """One line of the report."""
    up = float(Path("/proc/uptime").read_text(encoding="ascii").split()[0])
    print(f"{kind} {words} ({up:.0f} s)", flush=True)


def check(words: str, good: object, why: object = "") -> None:
    """Tell whether something is as it should be; ``why`` is what to look at if it is not."""
    tell("PASS" if good else "FAIL", words)
    if not good:
        failures.append(words)
        for line in str(why).strip().splitlines()[-25:]:
            print(f"#   {line}", flush=True)


def sh(*command: str, seconds: float = 900) -> subprocess.CompletedProcess[str]:
    """Run a command to its end."""
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=seconds)


def unit(name: str) -> str:
    """What systemd knows of the service."""
    return sh("systemctl", "show", "-p", name, "--value", "hopsight").stdout.strip()


def log(since: float) -> str:
    """What the service said since then (time.time)."""
    return sh("journalctl", "-u", "hopsight", "-o", "cat", "--no-pager", "--since", f"@{since:.3f}").stdout


def within(seconds: float, true: Callable[[], object]) -> bool:
    """Wait until something is true."""
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        if true():
            return True
        time.sleep(0.5)
    return bool(true())


def says(words: str, since: float, seconds: float) -> bool:
    """Whether the service says something like that."""
    return within(seconds, lambda: re.search(words, log(since)))


def record() -> Path:
    """The newest game."""
    return max(GAMES.glob("*.jsonl"))


def recorded() -> list[str]:
    """Its moves, as they stand on the card."""
    lines = [json.loads(line) for line in record().read_text(encoding="utf-8").splitlines()]
    return [line["move"] for line in lines if line["event"] == "move"]


class Button:
    """The turn button: its wire is put to ground and let go."""

    def __init__(self) -> None:
        self._line = next(PINS.glob("gpiochip*/sim_gpio17"))

    def is_pulled_up(self) -> bool:
        """Whether the program asked for the pull-up."""
        return (self._line / "value").read_text(encoding="ascii").strip() == "1"

    def press(self, seconds: float = 0.4) -> None:
        """Hold it down for so long."""
        (self._line / "pull").write_text("pull-down", encoding="ascii")
        time.sleep(seconds)
        (self._line / "pull").write_text("pull-up", encoding="ascii")


class Table:
    """The table before the camera, see table.py; ``step`` says how far the game in draw.py has come."""

    def __init__(self, step: int = 0) -> None:
        self._step = step
        self._program = subprocess.Popen(
            ["/usr/bin/python3", "/host/table.py", f"{step}-done"], stdin=subprocess.PIPE, text=True
        )

    def show(self, picture: str, seconds: float) -> None:
        """Show something for so long."""
        stream: IO[str] = self._program.stdin  # type: ignore[assignment]  # it is a pipe
        stream.write(f"{picture}\n")
        stream.flush()
        time.sleep(seconds)

    def lift(self) -> None:
        """A hand lifts the next piece and is drawn back."""
        self._step += 1
        self.show(f"{self._step}-reach", 1.0)
        self.show(f"{self._step}-lifted", 1.0)

    def put(self) -> None:
        """The hand puts it where it belongs, and goes."""
        self.show(f"{self._step}-over", 1.0)
        self.show(f"{self._step}-put", 0.5)
        self.show(f"{self._step}-done", 1.5)


def lit(wire: Wire, act: Callable[[], object] = lambda: time.sleep(2.0)) -> list[Colours]:
    """The whole frames that the lamps get while something is done."""
    return [frame for frame in wire.listen(act) if len(frame) == LAMPS]


def blue(frame: Colours) -> int:
    """How many lamps shine in the colour of destinations."""
    return sum(blue > red for red, _, blue in frame)


def end_turn(button: Button, moved: str) -> bool:
    """Press, and wait until the move stands on the card; people press again when they are asked to."""
    moves.append(moved)
    for _ in range(4):
        since = time.time()
        button.press()
        within(PATIENCE, lambda since=since: recorded() == moves or "press again" in log(since))
        if recorded() == moves:
            return True
    return False


def move(table: Table, button: Button, moved: str) -> bool:
    """Make the next move as people do: lift, put, press."""
    table.lift()
    table.put()
    return end_turn(button, moved)


def install() -> None:
    """From a fresh clone, by the installer that everybody uses."""
    sh("cp", "-r", "/host/hopsight", "/root/hopsight")
    installer, *offline = "/root/hopsight/systemd/install", "--wheels", "/host/wheels"
    rehearsed = sh(installer, "--dry-run", *offline)
    check("the installer's rehearsal changes nothing", rehearsed.returncode == 0 and not Path("/opt/hopsight").exists())
    began = time.monotonic()
    done = sh(installer, "--yes", *offline, seconds=3000)
    check("the installer runs from a fresh clone, without network", done.returncode == 0, done.stdout + done.stderr)
    tell("NOTE", f"installing took {time.monotonic() - began:.0f} s")
    config = Path("/boot/firmware/config.txt").read_text(encoding="utf-8")
    check("it writes this model's lines into config.txt", "core_freq=250" in config and "dtparam=spi=on" in config)
    check("it enables the service", sh("systemctl", "is-enabled", "hopsight").stdout.strip() == "enabled")
    settings = Path("/etc/hopsight/table.conf")
    settings.write_text(
        settings.read_text(encoding="utf-8").replace("--camera csi", "--camera /dev/video0"), encoding="utf-8"
    )
    remember("play")


def see_no_board(button: Button) -> None:
    """The service has started with the machine, before a camera that shows colour bars."""
    check("the service starts with the machine", within(PATIENCE, up), log(0.0))
    began, ready = (
        int(unit(name)) / 1e6 for name in ("InactiveExitTimestampMonotonic", "ActiveEnterTimestampMonotonic")
    )
    tell("NOTE", f"from its start to ready {ready - began:.1f} s")
    groups = {name: Path(name).group() for name in ("/dev/gpiochip0", "/dev/spidev0.0", "/dev/video0")}
    check("the devices belong to their groups", list(groups.values()) == ["gpio", "spi", "video"], groups)
    check("the program has pulled the button's line up", button.is_pulled_up())
    check(
        "it says that it sees no board in colour bars",
        says("no board|pattern of holes|may be a board", 0.0, PATIENCE),
        log(0.0),
    )
    time.sleep(3)
    check("it stays up and goes on looking", unit("ActiveState") + unit("NRestarts") == "active0", log(0.0))


def try_a_second_copy() -> None:
    """Somebody starts the program once more."""
    again = sh("hopsight", "play", "--lights", "none", "--no-button", "--camera", "/dev/video0")
    check(
        "a second copy says that the table is taken", again.returncode == 3 and "process" in again.stderr, again.stderr
    )


def ask_the_doctor(words: str) -> None:
    """What the doctor finds."""
    asked = sh("hopsight", "doctor", "--json", "--camera", "/dev/video0")
    try:
        found = json.loads(asked.stdout)["checks"]
    except ValueError:
        check(f"the doctor answers {words}", False, asked.stdout + asked.stderr)
        return
    wrong = [one for one in found if one["verdict"] == "wrong" and one["check"] not in NOT_IN_AN_EMULATOR]
    check(f"the doctor finds nothing wrong {words}", not wrong, "\n".join(f"{one}" for one in wrong))
    missing = [one["check"] for one in found if one["verdict"] in {"wrong", "warning", "not here"}]
    tell("NOTE", f"{sum(one['verdict'] == 'ok' for one in found)} findings are well; not here: {', '.join(missing)}")


def play(table: Table, button: Button, wire: Wire) -> None:
    """A move, seen from lifting to the card; then one that breaks a rule."""
    table.lift()
    shown: list[int] = []
    seen = within(PATIENCE, lambda: shown.extend(map(blue, lit(wire))) or max(shown, default=0) >= 3)
    check("a lifted marble lights its three destinations, read back from the wire", seen, f"blue lamps: {shown}")
    tell("NOTE", f"{len(shown)} frames of {LAMPS} lamps read from the pins of /dev/spidev0.0")
    since = time.time()
    table.put()
    check("the button ends the turn, and the move stands on the card", end_turn(button, "e6:e4"), log(since))
    table.lift()
    since = time.time()
    table.put()
    button.press()
    check("a wrong move is refused in words", says("cannot|put right", since, PATIENCE), log(since))
    check("and is not recorded", recorded() == moves)
    table.lift()
    since = time.time()
    table.put()
    button.press()
    check("put back, everything is in its place", says("in its place|is to move", since, PATIENCE), log(since))
    check("and the game goes on", move(table, button, "m8:m10"), log(since))


def lose_things(table: Table, button: Button) -> None:
    """The lamps' port goes and comes; the camera goes and comes."""
    since = time.time()
    (SPIDEV / "unbind").write_text("spi0.0", encoding="ascii")
    check("the lamps' port goes: it is said", says("lamps do not answer", since, PATIENCE), log(since))
    check("and the game goes on without lamps", move(table, button, "e7-f7"), log(since))
    (SPIDEV / "bind").write_text("spi0.0", encoding="ascii")
    check("the port is there again: the lamps are opened anew", says("lamps are back", since, PATIENCE), log(since))
    since = time.time()
    table.show("unplug", 1.0)
    check("the camera is unplugged: it is said", says("camera gives no picture", since, PATIENCE), log(since))
    check("it is back by itself", says("camera is back", since, PATIENCE), log(since))
    time.sleep(5)
    check("and the game goes on", move(table, button, "m7-l6"), log(since))


def kill_it(table: Table, button: Button, wire: Wire) -> None:
    """The program is killed, frozen, and stopped."""
    since, before = time.time(), int(unit("NRestarts"))
    sh("systemctl", "kill", "--signal=KILL", "--kill-whom=main", "hopsight")
    check("killed, it is started again", within(PATIENCE, lambda: int(unit("NRestarts")) > before and up()), log(since))
    check("and takes the game up", says(f"turns so far: {len(moves)}", since, PATIENCE), log(since))
    since, before = time.time(), int(unit("NRestarts"))
    sh("systemctl", "kill", "--signal=STOP", "--kill-whom=main", "hopsight")
    restarted = within(WATCHDOG + PATIENCE, lambda: int(unit("NRestarts")) > before and up())
    check("frozen, the watchdog has it started again", restarted, log(since))
    began, wall = time.monotonic(), time.time()
    frames = lit(wire, lambda: sh("systemctl", "stop", "hopsight"))
    ended = int(unit("ExecMainExitTimestampMonotonic")) / 1e6 - began
    # To systemd a program that the signal killed ended well, too.
    ending = [unit(name) for name in ("Result", "ExecMainStatus")]
    check("told to stop, it ends well, of itself", ending == ["success", "0"], f"{log(wall)}\n{ending}")
    tell("NOTE", f"from the order to stop to its end {ended:.1f} s")
    check("the last thing that the lamps heard is to be dark", frames and not any(map(any, frames[-1])), frames[-1:])
    ask_the_doctor("while the service is stopped")
    since = time.time()
    (SPIDEV / "unbind").write_text("spi0.0", encoding="ascii")
    sh("systemctl", "start", "hopsight")
    check("it starts without lamps, and says so", says("lamps do not answer", since, PATIENCE) and up(), log(since))
    (SPIDEV / "bind").write_text("spi0.0", encoding="ascii")
    check("they come later", says("lamps are back", since, PATIENCE), log(since))
    says("is to move", since, PATIENCE)
    check("the game goes on where it stood", move(table, button, "e8-f8"), log(since))


def up() -> bool:
    """Whether the service is ready."""
    return unit("ActiveState") == "active"


def measure() -> None:
    """Memory, and how small the cell is."""
    status = Path(f"/proc/{unit('MainPID')}/status").read_text(encoding="ascii")
    figures = dict(re.findall(r"(VmHWM|VmRSS):\s+(\d+) kB", status))
    rss, most = (int(figures[name]) // 1024 for name in ("VmRSS", "VmHWM"))
    check("the program stays below 150 MB", most <= 150, status)
    free = re.search(r"Mem:\s+(\d+)\s+(\d+)", sh("free", "-m").stdout)
    used = f"; {free[2]} of {free[1]} MB in use by everything" if free else ""
    tell("NOTE", f"memory of the program: {rss} MB, at most {most} MB{used}")
    tell("NOTE", sh("systemd-analyze", "security", "hopsight", "--no-pager").stdout.strip().splitlines()[-1])


def remember(boot: str) -> None:
    """Leave for the next boot what it must know."""
    NOTES.write_text(json.dumps({"boot": boot, "failures": failures, "moves": moves}), encoding="utf-8")
    sh("sync", str(NOTES))


def play_a_game() -> None:
    """Everything up to the moment when the plug is pulled."""
    button, wire = Button(), Wire()
    see_no_board(button)
    since = time.time()
    table = Table()
    check("it finds the board as soon as there is one", says("is to move", since, PATIENCE), log(since))
    try_a_second_copy()
    ask_the_doctor("while the service runs")
    play(table, button, wire)
    lose_things(table, button)
    kill_it(table, button, wire)
    measure()
    remember("after the cut")
    check("one more move", move(table, button, LAST_MOVE), log(since))
    print("PULL THE PLUG", flush=True)
    time.sleep(600)


def look_for_the_game() -> None:
    """After the plug was pulled."""
    moves.append(LAST_MOVE)
    tell("NOTE", "the plug was pulled in mid-game, the card starts again")
    check("the service starts with the machine", within(PATIENCE, up), log(0.0))
    check("every accepted move is on the card", recorded() == moves, f"{recorded()} instead of {moves}")
    checked = sh("hopsight", "check", str(record()))
    check("the record is whole and refereed anew", checked.returncode == 0, checked.stdout + checked.stderr)
    check("the game is taken up where it stood", says(f"turns so far: {len(moves)}", 0.0, PATIENCE), log(0.0))
    table, button = Table(STEPS_BEFORE_CUT), Button()
    check("it finds the board again", says("is to move", 0.0, PATIENCE), log(0.0))
    check("and the next move is refereed", move(table, button, "d1-e6"), log(0.0))


def main() -> None:
    """One of the three boots."""
    notes: dict[str, Any] = json.loads(NOTES.read_text(encoding="utf-8")) if NOTES.exists() else {"boot": "install"}
    failures.extend(notes.get("failures", []))
    moves.extend(notes.get("moves", []))
    print(flush=True)  # the console's own codes stand in the first line, and would hide what is told there
    try:
        {"install": install, "play": play_a_game, "after the cut": look_for_the_game}[notes["boot"]]()
    except Exception as error:
        # Whatever it was, the report is all that is seen outside: it must not look as if nothing had failed.
        check("the test itself runs to its end", False, f"{type(error).__name__}: {error}")
        raise
    if notes["boot"] == "after the cut":
        tell("ACCEPTANCE", "failed: " + "; ".join(failures) if failures else "ok")


if __name__ == "__main__":
    main()
