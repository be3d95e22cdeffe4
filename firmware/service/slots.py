"""Two slots for the installed program, /opt/hopsight.a and /opt/hopsight.b; the link /opt/hopsight says which one runs.

A new version is made in the idle slot and has to prove itself there. Only then the link moves, in one step, so a pulled
plug leaves a program that works. Games, calibration and house rules lie elsewhere and are never touched.
"""

import fcntl
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory

from firmware.kept.records import records

SLOTS = ("a", "b")
SELF_TEST = ("doctor", "--self-test")
SERVICE = "hopsight.service"
PARTS = ("pyproject.toml", "README.md", "LICENSE", "rules", "vision", "hardware", "firmware")
"""What of a checkout makes the program."""

BOOTED = Path("/run/systemd/system")
"""There where systemd rules, see sd_booted(3)."""

STEP_SECONDS = 1800.0
"""How long one step may take: pip on the slowest card, with everything to fetch."""

LAST_LINES = 5
"""So many of the last lines of a step that failed are told: pip and Python add notes after what matters."""


class UpdateFailed(ValueError):
    """The old version stays; the text says what the new one did wrong, and what to do."""


@dataclass(frozen=True)
class Installation:
    """Where the program is installed. ``state`` is where its games are; ``say`` hears what is done."""

    link: Path
    state: Path
    say: Callable[[str], None]
    environment: Mapping[str, str] = field(default_factory=lambda: dict(os.environ))
    booted: Path = BOOTED

    @property
    def active(self) -> Path:
        """The slot that runs. Raises `UpdateFailed` where there is none."""
        slots = [self.link.with_name(f"{self.link.name}.{letter}") for letter in SLOTS]
        there = self.link.resolve()
        if not self.link.is_symlink() or there not in [slot.resolve() for slot in slots]:
            raise UpdateFailed(
                f"{self.link} was not made by systemd/install; update a checkout with: git pull && make setup"
            )
        return there

    @property
    def idle(self) -> Path:
        """The other slot, which may be empty."""
        names = [f"{self.link.name}.{letter}" for letter in SLOTS]
        return self.active.with_name(names[1 - names.index(self.active.name)])

    def update(
        self, source: Path, constraints: Path | None = None, extras: str = "", wheels: Path | None = None
    ) -> None:
        """Install ``source`` (a wheel or a checkout), try it, and let it run. ``wheels``: use these, and no network.

        Raises `UpdateFailed`; then everything is as it was.
        """
        if not (source.suffix == ".whl" and source.is_file()) and not (source / "pyproject.toml").is_file():
            raise UpdateFailed(f"{source} is neither a wheel nor a checkout of hopsight; name one that is")
        if wheels is not None and not wheels.is_dir():
            raise UpdateFailed(f"--wheels {wheels}: there is no such folder; make it with systemd/fetch")
        with self._alone():
            self._update(source, constraints, extras, wheels)

    def _update(self, source: Path, constraints: Path | None, extras: str, wheels: Path | None) -> None:
        active, idle = self.active, self.idle
        takes, free = _size(active), shutil.disk_usage(idle.parent).free + _size(idle)
        if free < takes:
            raise UpdateFailed(
                f"there is no room beside {active}, which runs: another version takes {takes >> 20} MB, "
                f"and {free >> 20} MB are free"
            )
        limits = ["-c", str(constraints.resolve())] if constraints else []
        limits += ["--no-index", "--find-links", str(wheels.resolve())] if wheels else []
        try:
            self._fill(idle, active, source, extras, limits)
            try:
                self._try(idle, active)
            except UpdateFailed:
                if self._works([str(active / "bin" / "hopsight"), *SELF_TEST]):
                    raise  # so what was taken over from it is good
                self.say(f"{active} does not work either: its packages are not taken over")
                self._fill(idle, active, source, extras, limits, anew=True)
                self._try(idle, active)
        except BaseException:  # stopped by Ctrl-C as well: half a version only takes the games' room
            shutil.rmtree(idle, ignore_errors=True)
            raise
        self._switch(idle, active)

    def back(self) -> None:
        """Let the version before run again. Raises `UpdateFailed`."""
        with self._alone():
            active, idle = self.active, self.idle
            if not (idle / "bin" / "hopsight").exists():
                raise UpdateFailed("there is no version before this one")
            self._try(idle, active)
            self._switch(idle, active)

    @contextmanager
    def _alone(self) -> Iterator[None]:
        """While this lasts nobody else updates: what is idle to one may be what another has just let run.

        Raises `UpdateFailed` where somebody does, or where nothing is installed.
        """
        descriptor = os.open(self.active.parent, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
        try:
            try:
                fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                again = "wait until it has ended, then type this again"
                raise UpdateFailed(f"another update is under way here; {again}") from None
            yield
        finally:
            os.close(descriptor)

    def _fill(
        self, slot: Path, active: Path, source: Path, extras: str, limits: Sequence[str], *, anew: bool = False
    ) -> None:
        """Make ``slot`` with everything that ``active`` has, but the program from ``source``.

        ``limits`` are pip's. ``anew``: nothing of ``active`` is taken over.
        """
        shutil.rmtree(slot, ignore_errors=True)
        base = re.search(r"^executable = (.+)$", (active / "pyvenv.cfg").read_text(encoding="utf-8"), re.MULTILINE)
        python = base[1] if base else sys.executable
        self.say(f"making {slot}")
        self._run([python, "-m", "venv", "--system-site-packages", "--without-pip", str(slot)], "the slot")
        for packages in [] if anew else active.glob("lib/python*/site-packages"):
            new = slot / packages.relative_to(active)
            if new.is_dir():  # else the system has another Python now, and everything is fetched anew
                try:
                    shutil.copytree(packages, new, dirs_exist_ok=True, symlinks=True, ignore=_not_ours)
                except shutil.Error as errors:  # one for each file
                    raise UpdateFailed(f"copying the packages failed: {errors.args[0][0][2]}") from errors
        pip = [sys.executable, "-m", "pip", "--python", str(slot / "bin" / "python")]
        quiet = ["--quiet", "--disable-pip-version-check", "--no-input"]
        self.say(f"installing {source}")
        with TemporaryDirectory() as folder:
            built_from = source.resolve()
            if source.is_dir():  # from a copy, so that nothing is left in the checkout that belongs to root
                built_from = Path(folder)
                for name in PARTS:
                    part = source / name
                    if part.is_dir():
                        shutil.copytree(part, built_from / name, ignore=shutil.ignore_patterns("__pycache__"))
                    elif part.exists():
                        shutil.copy2(part, built_from / name)
            wanted = f"{built_from}[{extras}]" if extras else str(built_from)
            self._run([*pip, "install", *quiet, *limits, wanted], f"installing {source}")

    def _try(self, slot: Path, active: Path) -> None:
        """Let the version in ``slot`` prove itself: its own test, and the newest game that the old one can read."""
        self.say("the new version tries itself")
        self._run([str(slot / "bin" / "hopsight"), *SELF_TEST], "the self-test")
        newest = next(iter(records(self.state / "games")), None)
        if newest is not None and self._works([str(active / "bin" / "hopsight"), "check", str(newest)]):
            self._run([str(slot / "bin" / "hopsight"), "check", str(newest)], f"reading the game {newest.name}")

    def _switch(self, new: Path, old: Path) -> None:
        """Let ``new`` run; if its service does not come up, let ``old`` run again."""
        self._point_to(new)
        if not self.booted.is_dir():
            self.say(f"{self.link} is {new.name} now")
            return
        if self._works(["systemctl", "try-restart", SERVICE]):
            self.say(f"{self.link} is {new.name} now, the service was restarted if it ran")
            return
        self._point_to(old)
        self._works(["systemctl", "reset-failed", SERVICE])
        again = self._works(["systemctl", "start", SERVICE])
        now = f"so {old.name} runs again" if again else f"and that of {old.name}, which is back, does not either"
        raise UpdateFailed(f"the new version's service did not come up, {now}; see: journalctl -u hopsight")

    def _point_to(self, slot: Path) -> None:
        """Let the link name ``slot``, all of which is on the disk first: a pulled plug finds the old one or the new."""
        os.sync()
        new = self.link.with_name(f"{self.link.name}.new")
        new.unlink(missing_ok=True)
        new.symlink_to(slot.name)
        new.replace(self.link)
        os.sync()

    def _works(self, command: Sequence[str]) -> bool:
        try:
            self._run(command, command[0])
        except UpdateFailed:
            return False
        return True

    def _run(self, command: Sequence[str], what: str) -> None:
        """Run one step. Raises `UpdateFailed` with the last lines that it said."""
        try:
            done = subprocess.run(  # noqa: S603 - our own commands, and a path that root has named
                command,
                env=dict(self.environment),
                cwd="/",
                capture_output=True,
                text=True,
                errors="replace",
                timeout=STEP_SECONDS,
                check=False,
            )
        except (OSError, subprocess.TimeoutExpired) as error:
            raise UpdateFailed(f"{what} failed: {error}; the version before stays") from error
        if done.returncode:
            lines = [line for line in (done.stderr or done.stdout).splitlines() if line.strip()]
            told = "\n    ".join(lines[-LAST_LINES:] or [f"exit code {done.returncode}"])
            raise UpdateFailed(f"{what} failed; the version before stays. It said:\n    {told}")


def _size(slot: Path) -> int:
    """How many bytes the files of a slot take; none where there is no slot."""
    return sum(path.lstat().st_size for path in slot.rglob("*"))


def _not_ours(folder: str, names: list[str]) -> list[str]:
    """What is not taken over into a new slot: the old program itself. Deeper down such names are their package's."""
    if Path(folder).name != "site-packages":
        return []
    return [name for name in names if name in PARTS or name.startswith(("hopsight-", "__editable__.hopsight"))]
