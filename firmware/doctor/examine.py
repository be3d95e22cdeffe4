"""All checks in their order: what can be read first, then what has to be opened."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack
from functools import partial

from firmware import settings
from firmware.doctor import packages, pins, system, table
from firmware.doctor.finding import Finding, not_here, ok, wrong
from firmware.doctor.machine import Machine
from firmware.journal import refereeing
from firmware.kept.records import games_folder
from firmware.kept.table_file import TableFileError, load, table_path
from firmware.service.box import Fittings, stopping
from hardware.buttons import line_holder, open_button
from hardware.cameras import open_camera
from hardware.clock import SystemClock
from hardware.errors import HardwareError, with_rights
from rules.geometry import Board


def examine(
    machine: Machine, board: Board, fittings: Fittings, *, lamps: bool, port: int | None = None
) -> Iterator[Finding]:
    """Everything about this machine and the table at it.

    ``lamps``: light them and look at them, the board empty. ``port``: of the page, where it is not the usual one.
    """
    for check in system.CHECKS:
        yield from _looked_at(check.__name__, check, machine)
    yield from _looked_at("port", system.port, machine, port or settings.PAGE_PORT)
    yield from _looked_at("pins", pins.checks, machine, table.lamps_in_chain(machine, board), fittings)
    yield from _looked_at("packages", packages.checks, machine, fittings.lights)
    yield packages.imports()
    yield from _looked_at("cameras", table.cameras, machine)
    yield from _looked_at("calibration", table.calibration, machine, board)
    yield from _looked_at("table.conf", table.table_words, machine)
    yield from _looked_at("page", table.page, machine)
    yield from _looked_at("mqtt", table.mqtt, machine)
    yield from _looked_at("house rules", table.house_rules, machine)
    if owner := refereeing(games_folder(machine.environment)):
        yield ok("table", f"hopsight is refereeing (process {owner}): button, camera and lamps are left to it")
        return
    yield from _looked_at("table", partial(opened, lamps=lamps), machine, board, fittings)


def _looked_at(name: str, check: Callable[..., Finding | Iterable[Finding]], *given: object) -> Iterator[Finding]:
    """What ``check`` finds. One that fails is a finding as well: a broken library breaks what needs it, no more."""
    try:
        found = check(*given)
        yield from [found] if isinstance(found, Finding) else found
    except Exception as error:  # noqa: BLE001 - whatever it is, people want to know it, and the rest too
        what = f"{type(error).__name__}: {error}".splitlines()[0]
        yield wrong(
            name, f"this could not be looked at ({what})", f"mend what is wrong above; {with_rights('hopsight doctor')}"
        )


def opened(machine: Machine, board: Board, fittings: Fittings, *, lamps: bool) -> Iterator[Finding]:
    """What can only be told by opening it: button, camera, lamps."""
    opening = partial(open_button, kind=fittings.pins, host=fittings.pins_host)
    held = None if fittings.pins_host else line_holder
    if fittings.button:
        yield pins.button(machine, opening, held)
    if fittings.second_button is not None:
        yield pins.button(machine, opening, held, fittings.second_button, "second button")
    if fittings.knob is not None:
        *tracks, push = fittings.knob
        for track in tracks:
            yield pins.knob_track(machine, opening, held, track)
        yield pins.button(machine, opening, held, push, "knob button")
    named = fittings.camera != "csi" or machine.is_pi
    if not named:
        yield not_here("picture", f"no camera was named; try: {with_rights('hopsight doctor')} --camera usb:0")
        if lamps:
            yield not_here("lamps", "they were not looked at: without a camera nobody sees them")
        return
    clock = SystemClock()
    yield from table.picture(lambda: open_camera(fittings.camera, clock), board)
    if not lamps:
        return
    if fittings.lights is None:
        yield not_here("lamps", "there are none at this table; see --lights")
        return
    with stopping(), ExitStack() as things:
        try:
            known = load(board, table_path(board, machine.state))
            lights = fittings.open_lamps(len(known.chain or board.places), clock)
            things.callback(lights.close)
            camera = open_camera(fittings.camera, clock)
            things.callback(camera.close)
        except (HardwareError, TableFileError) as error:
            yield table.unusable(str(error))
            return
        yield from table.lamps(board, known, camera, lights, clock, order=fittings.order)
