"""Updates tried for real: this checkout as wheels, in slots as the installer lays them, with a game that must survive.

    .venv/bin/python tests/accept/updates.py

Needs the package index and a few minutes, no root and no Pi. Prints PASS or FAIL for each thing tried; ends with 1
where something failed.
"""

import os
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).resolve().parents[2]
PARTS = ("pyproject.toml", "README.md", "LICENSE", "rules", "vision", "hardware", "firmware")

failed: list[str] = []


def tried(what: str, good: bool, said: str = "") -> None:
    """Say how it went."""
    print(f"{'PASS' if good else 'FAIL'} {what}" + ("" if good else f": {said.strip()[-600:]}"), flush=True)
    if not good:
        failed.append(what)


def wheel(folder: Path, version: str, spoil: Callable[[Path], None] = lambda _: None) -> Path:
    """This checkout, called ``version``, as a wheel; ``spoil`` changes the copy that it is built from."""
    copy = folder / f"source-{version}"
    for name in PARTS:
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, copy / name, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            copy.mkdir(exist_ok=True)
            shutil.copy2(ROOT / name, copy / name)
    about = copy / "pyproject.toml"
    about.write_text(re.sub(r'(?m)^version = ".*"$', f'version = "{version}"', about.read_text()))
    spoil(copy)
    run(sys.executable, "-m", "pip", "wheel", "-q", "--no-deps", "-w", str(folder), str(copy))
    return next(folder.glob(f"hopsight-{version}-*.whl"))


def run(*command: str, given: str = "", check: bool = True, **environment: str) -> subprocess.CompletedProcess[str]:
    """One command, what it said kept."""
    done = subprocess.run(
        command, input=given, text=True, capture_output=True, env={**os.environ, **environment}, check=False
    )
    if check and done.returncode:
        raise SystemExit(f"{' '.join(command)}: {done.stderr[-2000:]}")
    return done


def doubt_everything(copy: Path) -> None:
    """A version that starts, and referees nothing: its self-test has to notice."""
    file = copy / "rules" / "referee.py"
    file.write_text(file.read_text() + "\n\ndef judge(game, position, sighting):\n    return Unchanged()\n")


def forget_records(copy: Path) -> None:
    """A version that plays well, and cannot read the games of the one before."""
    file = copy / "firmware" / "record.py"
    before = file.read_text()
    assert "FORMAT = 1\n" in before, "the format is named elsewhere now; spoil it there"
    file.write_text(before.replace("FORMAT = 1\n", "FORMAT = 2\n"))


def not_python(copy: Path) -> None:
    """A version that does not even start."""
    (copy / "firmware" / "states.py").write_text("this was never tried\n")


def main() -> int:
    """Try everything in a temporary folder."""
    with TemporaryDirectory(prefix="hopsight-updates-") as name:
        folder = Path(name)
        wheels = folder / "wheels"
        wheels.mkdir()
        shutil.copy2(ROOT / "constraints.txt", wheels)
        first, second = wheel(wheels, "1.0.0"), wheel(wheels, "2.0.0")
        program, state = folder / "opt" / "hopsight", folder / "state"
        install(program, first)
        kept = a_game(program, state)
        words = "--prefix", str(program), "--state", str(state)

        def update(*what: str) -> subprocess.CompletedProcess[str]:
            return run(str(program / "bin" / "hopsight"), "update", *what, *words, check=False)

        def version() -> str:
            return run(str(program / "bin" / "hopsight"), "--version").stdout.split()[-1]

        def stands(wanted: str) -> bool:
            now = {path: path.read_bytes() for path in kept}
            return version() == wanted and now == kept

        done = update(str(second))
        tried("a newer wheel runs, and the game and the calibration are as they were", stands("2.0.0"), done.stderr)
        for spoil, spoiled in ((doubt_everything, "3.0.0"), (forget_records, "3.0.1"), (not_python, "3.0.2")):
            done = update(str(wheel(wheels, spoiled, spoil)))
            what = spoil.__name__.replace("_", " ")
            tried(f"a version that does “{what}” is refused", done.returncode == 2, done.stderr + done.stdout)
            tried("  and the version before runs on, nothing lost", stands("2.0.0"), version())
            print("     it said:", done.stderr.strip().splitlines()[-1:], flush=True)
        tried("the idle slot of a refused version is empty", len(list(program.parent.glob("hopsight.?"))) == 1)
        with subprocess.Popen(
            [str(program / "bin" / "hopsight"), "update", str(first), *words], start_new_session=True, stderr=-3
        ) as cut_off:
            time.sleep(5)
            os.killpg(cut_off.pid, signal.SIGKILL)
        tried("a plug pulled in the middle of an update leaves a version that works", stands("2.0.0"))
        done = update(str(first))
        tried("and the update can be done again, to an older version too", stands("1.0.0"), done.stderr)
        done = update("--back")
        tried("back goes to the version before", stands("2.0.0"), done.stderr)
        done = update(str(ROOT))
        tried("a checkout is as good as a wheel", stands(ours()), done.stderr)
        done = run(str(program / "bin" / "hopsight"), "check", str(next((state / "games").glob("*.jsonl"))))
        tried("the game is refereed anew by the version that runs now", done.returncode == 0, done.stderr)
    print("UPDATES failed" if failed else "UPDATES ok")
    return int(bool(failed))


def install(program: Path, first: Path) -> None:
    """Slot a and the link to it, by the commands of systemd/install."""
    slot = program.with_name("hopsight.a")
    program.parent.mkdir()
    base = getattr(sys, "_base_executable", sys.executable)
    run(base, "-m", "venv", "--system-site-packages", "--without-pip", str(slot))
    python = str(slot / "bin" / "python")
    limits = "-q", "--disable-pip-version-check", "-c", str(ROOT / "constraints.txt")
    run(sys.executable, "-m", "pip", "--python", python, "install", *limits, f"{first}[mqtt]")
    run(str(slot / "bin" / "hopsight"), "doctor", "--self-test")
    program.symlink_to(slot.name)


def a_game(program: Path, state: Path) -> dict[Path, bytes]:
    """A game of one move and a calibration, made by the installed program: the files and what is in them."""
    hopsight, table = str(program / "bin" / "hopsight"), {"HOPSIGHT_STATE": str(state)}
    play = "play", "--simulated", "--no-web", "--players", "2", "--option", "pieces=10", "--clock", "10+5"
    run(hopsight, *play, given="lift d1\nput e5\n\nquit\n", **table)
    draw = (
        "import cv2, sys; from hardware.simulated.painter import draw; from hardware.simulated.scenes import WOOD;"
        "from hardware.simulated.table import Table; from rules.star.places import star_board;"
        "cv2.imwrite(sys.argv[1], draw(Table(star_board(), {}), WOOD)[0])"
    )
    picture = state / "pictures" / "1.png"
    picture.parent.mkdir()
    run(str(program / "bin" / "python"), "-c", draw, str(picture))
    run(hopsight, "calibrate", "--camera", f"folder:{picture.parent}", **table)
    kept = [*(state / "games").glob("*.jsonl"), state / "table-star.json"]
    tried("a game and a calibration to be kept", b'"move":"d1' in kept[0].read_bytes() and kept[-1].exists())
    return {path: path.read_bytes() for path in kept}


def ours() -> str:
    """The version of this checkout."""
    found = re.search(r'(?m)^version = "(.*)"$', (ROOT / "pyproject.toml").read_text())
    assert found is not None
    return found[1]


if __name__ == "__main__":
    sys.exit(main())
