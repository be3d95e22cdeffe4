"""SPI, GPIO and rights: what the lamps and the button need of the system."""

import re
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from math import inf
from typing import TypeAlias

from firmware.doctor.finding import Finding, not_here, ok, warning, wrong
from firmware.doctor.machine import Machine
from firmware.service.box import Fittings
from hardware.errors import HardwareError, with_rights
from hardware.lights.lamps import Lamps, Order
from hardware.lights.spi import BUFSIZ, check_length, chunk_told
from hardware.lights.spi import DEVICE as SPI
from hardware.ports import Button
from hardware.settings import BUDGET_MILLIAMPS, BUTTON_PIN, HEADER

CONFIG = ("/boot/firmware/config.txt", "/boot/config.txt")

SECTIONS = {
    "all": ("",),
    "pi0": ("Pi Zero",),
    "pi0w": ("Pi Zero W",),
    "pi02": ("Pi Zero 2",),
    "pi3+": ("Pi 3 Model A Plus", "Pi 3 Model B Plus"),
    **{f"pi{number}": (f"Raspberry Pi {number}", f"Compute Module {number}") for number in range(1, 10)},
    **{f"cm{number}": (f"Compute Module {number}",) for number in range(10)},
}
"""A section of config.txt → what the models that it is for have in their names."""

GROUPS = ("gpio", "spi", "video", "audio")
"""Groups of the service's own user: pins, lamps, camera, voice."""

Holder: TypeAlias = Callable[[int], str | None]
"""Who holds a GPIO number, in people's words; None: nobody, or nobody can tell."""

CORE = (
    (("Raspberry Pi 3", "Raspberry Pi Zero 2"), {"core_freq": 250}),
    (("Raspberry Pi 4", "Raspberry Pi Compute Module 4"), {"core_freq": 500, "core_freq_min": 500}),
)
"""The lamps' clock is divided from the core's, which must not change. A Pi 5 has a clock of its own for SPI."""


def spi(machine: Machine) -> Finding:
    """Whether the port of the lamps is switched on."""
    if machine.path(SPI).exists():
        return ok("spi", f"{SPI} is there")
    if not machine.is_pi:
        return not_here("spi", f"{SPI} is missing, as on every PC; lamps need a Raspberry Pi")
    if "dtparam=spi=on" in config_lines(machine):
        return wrong("spi", "SPI is switched on in config.txt, but not yet in the kernel", "sudo reboot")
    return wrong(
        "spi",
        f"SPI is switched off: {SPI} is missing",
        f"write dtparam=spi=on into {config_file(machine)}, then restart; or: sudo raspi-config nonint do_spi 0",
    )


def core_clock(machine: Machine) -> Finding:
    """Whether the clock that the lamps' bits are made from stays as it is."""
    if not machine.is_pi:
        return not_here("core clock", "only a Raspberry Pi derives the lamps' clock from the core's")
    wanted = next((lines for names, lines in CORE if machine.model.startswith(names)), {})
    there = config_lines(machine)
    missing = [f"{name}={value}" for name, value in wanted.items() if f"{name}={value}" not in there]
    if missing:
        return warning(
            "core clock",
            f"the core's clock may change, and with it the lamps' colours: {' and '.join(missing)} is missing",
            f"write {' and '.join(missing)} into {config_file(machine)}, then restart",
        )
    return ok("core clock", "fixed in config.txt" if wanted else "this model needs no line for it")


def chain_length(machine: Machine, lamps: int, order: Order = "GRB") -> Finding:
    """Whether a frame of ``lamps`` leaves in one piece."""
    kernel = machine.number(BUFSIZ)
    if kernel is None:
        return not_here("chain length", "the kernel's SPI driver is not loaded")
    chunk = chunk_told(kernel, machine.environment)
    try:
        check_length(Lamps(lamps, order, budget=inf), chunk)
    except HardwareError as error:
        says, _, mend = str(error).partition("; ")
        return wrong("chain length", says, mend)
    return ok("chain length", f"{lamps} lamps fit into one piece of {chunk} bytes")


def budget(lamps: int, milliamps: float = BUDGET_MILLIAMPS, order: Order = "GRB") -> Finding:
    """Whether the current budget carries the chain at all."""
    try:
        Lamps(lamps, order, budget=milliamps)
    except HardwareError as error:
        says, _, mend = str(error).partition("; ")
        return wrong("lamp current", says, mend)
    return ok("lamp current", f"frames of {lamps} lamps are dimmed to {milliamps:.0f} mA")


def rights(machine: Machine) -> Iterator[Finding]:
    """Whether the user may open each device that is there."""
    patterns = {"spi": SPI, "gpio": "/dev/gpiochip*", "video": "/dev/video*"}
    for check, pattern in patterns.items():
        there = machine.found(pattern)
        closed = [name for name in there if not machine.may_use(name)]
        if not there:
            yield not_here(f"rights: {check}", f"there is no {pattern} to be opened")
        elif closed:
            group = machine.group_of(closed[0])
            known = group if group not in {"root", "0"} else check
            yield wrong(
                f"rights: {check}",
                f"{closed[0]} may not be opened by {machine.user.name}",
                f"sudo usermod -aG {known} {machine.user.name}, then log in anew; without such a group:"
                " sudo ./systemd/install lays the rules that make it",
            )
        else:
            yield ok(f"rights: {check}", f"{machine.user.name} may open {', '.join(there)}")


def service_user(machine: Machine) -> Finding:
    """Whether the service's own user is in all groups."""
    if not re.search(r"^hopsight:", machine.read("/etc/passwd") or "", re.MULTILINE):
        return not_here("service user", "the service is not installed here")
    groups = dict(re.findall(r"^(\w+):[^:]*:\d+:(.*)$", machine.read("/etc/group") or "", re.MULTILINE))
    missing = [name for name in GROUPS if "hopsight" not in groups.get(name, "").split(",")]
    if missing:
        return wrong(
            "service user",
            f"the user hopsight is not in {', '.join(missing)}",
            f"sudo usermod -aG {','.join(missing)} hopsight; sudo systemctl restart hopsight",
        )
    return ok("service user", f"the user hopsight is in {', '.join(GROUPS)}")


def button(
    machine: Machine,
    opening: Callable[[int], AbstractContextManager[Button]],
    holder: Holder | None,
    number: int = BUTTON_PIN,
    check: str = "button",
) -> Finding:
    """Whether the button on GPIO ``number`` answers, and is up while nobody presses it.

    ``holder``: who has a line of this machine; None where the pins are another machine's.
    """
    if holder and not machine.found("/dev/gpiochip*"):
        return not_here(check, "there are no pins here; on the page its button and the space bar end turns")
    who = holder(number) if holder else None
    if who:
        return wrong(check, f"GPIO{number} is held by {who}", "stop that program, or free the pin")
    try:
        with opening(number) as pin:
            down = pin.is_pressed
    except HardwareError as error:
        return wrong(check, str(error), f"{with_rights('hopsight doctor')}, once the line above is mended")
    if down:
        return wrong(
            check,
            f"GPIO{number} reads low: the button is pressed, or its wires touch",
            f"let it go; if it stays low, pull the wire off pin {HEADER[number]}: still low means the pin is broken",
        )
    return ok(check, f"GPIO{number} reads high: the button is up")


def knob_track(
    machine: Machine,
    opening: Callable[[int], AbstractContextManager[Button]],
    holder: Holder | None,
    number: int,
) -> Finding:
    """Whether one of the knob's two tracks can be read; it may rest at either level."""
    found = button(machine, opening, holder, number, f"knob GPIO{number}")
    low = f"GPIO{number} reads low"
    return ok(found.check, f"{low}: it may, between two notches") if found.says.startswith(low) else found


def config_file(machine: Machine) -> str:
    """Where the lines of the Pi's firmware stand."""
    return next((name for name in CONFIG if machine.path(name).is_file()), CONFIG[0])


def config_lines(machine: Machine) -> frozenset[str]:
    """The lines of config.txt that count on this machine: those for all models, and those for its own."""
    found = set()
    counts = True
    for line in (machine.read(config_file(machine)) or "").splitlines():
        words = line.split("#")[0].strip().replace(" ", "")
        section = re.fullmatch(r"\[([^\]]*)\]", words)
        if section:
            counts = _counts(section[1].lower(), machine.model)
        elif words and counts:
            found.add(words)
    return frozenset(found)


def _counts(section: str, model: str) -> bool:
    """Whether a section of config.txt is for this ``model``."""
    return any(name in model for name in SECTIONS.get(section, ()))


def chain(machine: Machine, lamps: int, fittings: Fittings) -> Iterator[Finding]:
    """Whether a chain of so many ``lamps``, driven as it is at this table, gets its data and its current."""
    if fittings.lights == "spi":
        yield spi(machine)
        yield core_clock(machine)
        yield chain_length(machine, lamps, fittings.order)
    else:
        yield not_here("spi", "no lamps hang on it at this table")
    if fittings.lights is not None:
        yield budget(lamps, fittings.budget, fittings.order)


def checks(machine: Machine, lamps: int, fittings: Fittings) -> Iterator[Finding]:
    """Everything in this file that opens nothing."""
    yield from chain(machine, lamps, fittings)
    yield from rights(machine)
    yield service_user(machine)
