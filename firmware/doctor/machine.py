"""The machine as the doctor sees it: a tree of files, a user, an environment, installed packages. All can be given."""

import grp
import os
import platform
import pwd
import shutil
import stat
import subprocess
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from importlib.metadata import distributions
from pathlib import Path

from firmware.kept.records import state_folder

COMMAND_SECONDS = 5.0
"""How long a question to another program may take."""


@dataclass(frozen=True)
class User:
    """Who asks: name, number, and the numbers of all groups that count at this moment."""

    name: str
    number: int
    groups: frozenset[int]

    @staticmethod
    def present() -> "User":
        """Whoever runs this program. A group given since the last login does not count yet."""
        number = os.geteuid()
        try:
            name = pwd.getpwuid(number).pw_name
        except KeyError:
            name = str(number)
        return User(name, number, frozenset({os.getegid(), *os.getgroups()}))


def installed(folders: Iterable[Path] | None = None) -> dict[str, str]:
    """The Python packages in ``folders``, by default all that this program can import: name → version.

    The first folder wins, as it does for imports. One that is torn is as good as missing: whoever needs it says so.
    """
    found: dict[str, str] = {}
    for package in distributions() if folders is None else distributions(path=[str(folder) for folder in folders]):
        with suppress(OSError, ValueError):
            name = package.metadata["Name"]
            if name:
                found.setdefault(name.lower().replace("_", "-"), package.version)
    return found


@dataclass(frozen=True)
class Machine:
    """What the checks may ask of. ``root`` is where its files begin."""

    root: Path = Path("/")
    user: User = field(default_factory=User.present)
    environment: Mapping[str, str] = field(default_factory=lambda: dict(os.environ))
    architecture: str = field(default_factory=platform.machine)
    packages: Mapping[str, str] = field(default_factory=installed)

    def path(self, absolute: str) -> Path:
        """Where this machine keeps the file that it calls ``absolute``."""
        return self.root / absolute.lstrip("/")

    def read(self, absolute: str) -> str | None:
        """The text of a file; None where there is none, or it may not be read."""
        try:
            return self.path(absolute).read_bytes().decode("utf-8", "replace").strip("\0\n ")
        except OSError:
            return None

    def number(self, absolute: str) -> int | None:
        """The number in a file."""
        text = self.read(absolute)
        try:
            return int(text) if text else None
        except ValueError:
            return None

    def found(self, pattern: str) -> list[str]:
        """The names of files like ``pattern``, as this machine calls them."""
        there = sorted(self.root.glob(pattern.lstrip("/")))
        return ["/" + path.relative_to(self.root).as_posix() for path in there]

    def may_use(self, absolute: str) -> bool:
        """Whether the user may read and write a file, by its owner, group and mode."""
        if self.user.number == 0:
            return True
        about = self.path(absolute).stat()
        if about.st_uid == self.user.number:
            wanted = stat.S_IRUSR | stat.S_IWUSR
        elif about.st_gid in self.user.groups:
            wanted = stat.S_IRGRP | stat.S_IWGRP
        else:
            wanted = stat.S_IROTH | stat.S_IWOTH
        return about.st_mode & wanted == wanted

    def owning(self, folder: Path) -> str:
        """The command that gives ``folder`` to the user.

        One that is not there yet is made: the nearest that is there may be the system's, or the root of all.
        """
        return f"sudo {'chown -R' if folder.exists() else 'install -d -o'} {self.user.name} {folder}"

    def group_of(self, absolute: str) -> str:
        """The name of the group that a file belongs to."""
        number = self.path(absolute).stat().st_gid
        try:
            return grp.getgrgid(number).gr_name
        except KeyError:
            return str(number)

    def ask(self, *command: str) -> str | None:
        """What another program answers; None where it is not installed, fails or hangs."""
        program = shutil.which(command[0], path=self.environment.get("PATH"))
        if program is None:
            return None
        try:
            answer = subprocess.run(  # noqa: S603 - the commands stand in the checks, nothing of them is typed by people
                [program, *command[1:]],
                capture_output=True,
                text=True,
                errors="replace",
                timeout=COMMAND_SECONDS,
                check=False,
                stdin=subprocess.DEVNULL,
            )
        except (OSError, subprocess.TimeoutExpired):
            return None
        return answer.stdout.strip() if answer.returncode == 0 else None

    @property
    def model(self) -> str:
        """What the machine calls itself; empty on machines without a device tree."""
        return self.read("/proc/device-tree/model") or ""

    @property
    def is_pi(self) -> bool:
        """Whether this is a Raspberry Pi: then everything of a table is expected."""
        return "Raspberry Pi" in self.model

    @property
    def state(self) -> Path:
        """Where games and calibration are kept."""
        return state_folder(self.environment)
