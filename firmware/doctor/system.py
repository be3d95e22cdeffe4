"""The computer itself: model, system, Python, power, warmth, disk, clock, and the port of the page."""

import os
import re
import shutil
import socket
import sys
from contextlib import suppress
from pathlib import Path

from firmware import settings
from firmware.doctor.finding import Finding, not_here, ok, warning, wrong
from firmware.doctor.machine import Machine
from hardware.errors import group_command

MODELS = ("Zero 2", "3", "4", "5", "400", "500", "Compute Module 4", "Compute Module 5")
"""What follows "Raspberry Pi" in the names of models that have the speed, the memory and 64 bits."""

SYSTEMS = ("bookworm", "trixie")

TROUBLES = {
    0: "the voltage is too low now",
    1: "the processor is slowed down now",
    2: "the processor is throttled now",
    16: "the voltage was too low since the start",
    18: "the processor was throttled since the start",
}
"""Bits of the firmware's own answer about power."""


def model(machine: Machine) -> Finding:
    """Which computer this is."""
    if not machine.is_pi:
        name = machine.model or f"a {machine.architecture} computer"
        return not_here("model", f"this is {name}, no Raspberry Pi: games, pictures and the simulated table work here")
    known = any(re.search(rf"Raspberry Pi {name}(?!\d)", machine.model) for name in MODELS)
    if not known:
        return warning(
            "model", f"{machine.model} is slower than what this was made for", "use a Pi 3, 4, 5 or Zero 2 W"
        )
    return ok("model", machine.model)


def system(machine: Machine) -> Finding:
    """Which operating system, and whether it has 64 bits."""
    release = dict(re.findall(r'^(\w+)="?([^"\n]*)"?$', machine.read("/etc/os-release") or "", re.MULTILINE))
    name = release.get("PRETTY_NAME", "an unnamed system")
    if machine.architecture not in {"aarch64", "arm64", "x86_64", "AMD64"}:
        return wrong(
            "system",
            f"{name} on {machine.architecture}: a 32-bit system has no ready packages for this",
            "write the 64-bit Raspberry Pi OS Lite onto the card",
        )
    if machine.is_pi and release.get("VERSION_CODENAME") not in SYSTEMS:
        return warning(
            "system",
            f"{name} was not tried; Raspberry Pi OS Bookworm and Trixie were made for it",
            "write the 64-bit Raspberry Pi OS Lite onto the card",
        )
    return ok("system", f"{name}, {machine.architecture}")


def python(machine: Machine, version: tuple[int, ...] = tuple(sys.version_info[:3])) -> Finding:
    """Which Python runs this, and whether it sees the system's packages (libcamera comes from there)."""
    text = ".".join(map(str, version))
    if version[:2] < (3, 11):
        return wrong("python", f"Python {text} is too old", "install Python 3.11 or later")
    about = machine.path(sys.prefix) / "pyvenv.cfg"
    closed = about.is_file() and "include-system-site-packages = false" in about.read_text(encoding="utf-8")
    if machine.is_pi and closed:
        return warning(
            "python",
            f"Python {text} in an environment that does not see the system's packages: no CSI camera",
            "sudo ./systemd/install",
        )
    return ok("python", f"Python {text}")


def power(machine: Machine) -> Finding:
    """Whether the supply holds its voltage."""
    answer = machine.ask("vcgencmd", "get_throttled") or ""
    told = re.search(r"throttled=(0x[0-9a-fA-F]+)", answer)
    if told:
        bits = int(told[1], 16)
        found = [words for bit, words in TROUBLES.items() if bits >> bit & 1]
        if not found:
            return ok("power", "the voltage has held since the start")
        cure = "take a stronger supply and a short thick cable, or feed the lamps on their own"
        return (wrong if bits & 1 else warning)("power", "; ".join(found), cure)
    for name in machine.found("/sys/class/hwmon/hwmon*/name"):
        if machine.read(name) == "rpi_volt":
            low = machine.number(name.removesuffix("name") + "in0_lcrit_alarm")
            if low:
                return wrong("power", TROUBLES[0], "take a stronger supply, or feed the lamps on their own")
            return ok("power", "the voltage holds")
    if machine.is_pi:
        return warning(
            "power",
            "nobody here can tell whether the voltage holds",
            f"sudo apt install raspi-utils; {group_command('video')}",
        )
    return not_here("power", "this machine does not measure its supply")


def warmth(machine: Machine) -> Finding:
    """How warm the processor is."""
    thousandths = machine.number("/sys/class/thermal/thermal_zone0/temp")
    if thousandths is None:
        return not_here("warmth", "this machine does not measure its temperature")
    degrees = thousandths / 1000
    if degrees >= settings.WARM_DEGREES:
        return warning(
            "warmth",
            f"{degrees:.0f} °C: at {settings.HOT_DEGREES:.0f} the processor slows itself down",
            "give it a heat sink, or holes in its case",
        )
    return ok("warmth", f"{degrees:.0f} °C")


def memory(machine: Machine) -> Finding:
    """Whether the program fits beside what runs already."""
    facts = dict(re.findall(r"^(\w+):\s+(\d+) kB", machine.read("/proc/meminfo") or "", re.MULTILINE))
    if "MemAvailable" not in facts:
        return not_here("memory", "this system does not tell its memory")
    free, total = (int(facts.get(name, 0)) // 1024 for name in ("MemAvailable", "MemTotal"))
    if free < settings.NEEDED_MEGABYTES:
        return warning("memory", f"{free} MB of {total} MB are free, {settings.NEEDED_MEGABYTES} are needed",
                       "stop the desktop: sudo systemctl set-default multi-user.target, then restart")  # fmt: skip
    return ok("memory", f"{free} MB of {total} MB are free")


def disk(machine: Machine) -> Finding:
    """Whether the games can be kept."""
    folder = machine.state
    there = next(path for path in (folder, *folder.parents) if path.exists())
    if not os.access(there, os.W_OK | os.X_OK):
        return wrong(
            "disk",
            f"{there} may not be written by {machine.user.name}: no game would be kept",
            machine.owning(folder),
        )
    free = shutil.disk_usage(there).free // 1_000_000
    if free < settings.FREE_MEGABYTES:
        return wrong(
            "disk",
            f"{free} MB are free where games are kept ({folder})",
            f"delete old pictures and records in {folder}",
        )
    if _filesystem(machine, there) in {"overlay", "tmpfs"}:
        return warning(
            "disk",
            f"{folder} lies in memory: every game is lost with the power",
            f"mount a writable partition at {folder}",
        )
    return ok("disk", f"{free} MB are free in {folder}")


def _filesystem(machine: Machine, folder: Path) -> str:
    """The kind of filesystem under ``folder``, by the longest mount point above it."""
    kinds = {
        Path(fields[1]): fields[2]
        for fields in (line.split() for line in (machine.read("/proc/mounts") or "").splitlines())
        if len(fields) > 2
    }
    above = [point for point in kinds if point == folder or point in folder.resolve().parents]
    return kinds[max(above, key=lambda point: len(point.parts))] if above else ""


def clock(machine: Machine) -> Finding:
    """Whether the date is right. Games are ordered without it, and only dated by it."""
    if machine.path("/run/systemd/timesync/synchronized").exists():
        return ok("clock", "the clock is set by the network")
    if machine.ask("timedatectl", "show", "-p", "NTPSynchronized", "--value") == "yes":
        return ok("clock", "the clock is set by the network")
    if not machine.is_pi:
        return not_here("clock", "whether the network sets the clock is not told here")
    return warning(
        "clock",
        "the clock is not set by the network: games are kept in their order, but wrongly dated",
        "sudo timedatectl set-ntp true",
    )


def port(machine: Machine, number: int = settings.PAGE_PORT) -> Finding:
    """Whether the page's port can be had, and who has it."""
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as line:
        line.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            line.bind(("127.0.0.1", number))
        except OSError as error:
            holder = _listener(machine, number)
            if holder and is_ours(holder):
                return ok("port", f"port {number} is served by {holder}")
            if isinstance(error, PermissionError):
                return warning(
                    "port",
                    f"port {number} may not be opened by {machine.user.name}: those below 1024 belong to the system",
                    f"choose another: --port {settings.PAGE_PORT} behind hopsight play, or in table.conf",
                )
            return warning(
                "port",
                f"port {number} is held by {holder or 'another program'}: the page cannot be shown there",
                f"stop that program, or choose another: --port {number + 1} behind hopsight play, or in table.conf",
            )
    return ok("port", f"port {number} is free for the page")


def is_ours(words: str) -> bool:
    """Whether a command line is this program's: by what is run, not by the folder that it lies in."""
    run = [Path(word).name for word in words.split()[:3]]
    return "hopsight" in run[:2] or run[1:3] == ["-m", "firmware"]


def _listener(machine: Machine, number: int) -> str | None:
    """Who listens at a port: a program's name and number, as far as this user may know."""
    wanted = f":{number:04X}"
    # Who listens at "::", which is every address, stands in the second list.
    told = [machine.read(f"/proc/net/{name}") or "" for name in ("tcp", "tcp6")]
    lines = [line.split() for lines in told for line in lines.splitlines()[1:]]
    nodes = {fields[9] for fields in lines if len(fields) > 9 and fields[1].endswith(wanted) and fields[3] == "0A"}
    for process in machine.path("/proc").glob("[0-9]*"):
        links = set()
        with suppress(OSError):  # somebody else's process, or gone meanwhile
            for one in (process / "fd").iterdir():
                with suppress(OSError):
                    links.add(os.readlink(one))
        if any(f"socket:[{node}]" in links for node in nodes):
            words = machine.read(f"/proc/{process.name}/cmdline") or ""
            return f"{words.replace(chr(0), ' ')[:60]} (process {process.name})"
    return None


CHECKS = (model, system, python, power, warmth, memory, disk, clock)
