"""The table itself: what calibration knows, what the camera sees, and whether every lamp shines in its colours."""

import os
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from errno import EADDRINUSE
from functools import partial
from typing import TYPE_CHECKING

from firmware import settings
from firmware.doctor.finding import Finding, not_here, ok, warning, wrong
from firmware.doctor.machine import Machine
from firmware.doctor.packages import PIP
from firmware.given.as_it_stands import TABLE_WORDS, as_played, stands
from firmware.given.words import GivenWrong
from firmware.kept import profiles
from firmware.kept.table_file import TableFile, TableFileError, load, table_path
from firmware.mqtt import broker
from firmware.seeing.beacons import lit_as_far_as, shown
from hardware.colours import DARK, Colour
from hardware.errors import HardwareError, with_rights
from hardware.lights.lamps import Order
from hardware.ports import Camera, Clock, Lights
from rules.geometry import Board

if TYPE_CHECKING:
    from hardware.pictures import Picture
    from vision.beacons import Beacons
    from vision.calibration import Calibration

GLOW: Colour = (90, 90, 90)
"""Bright enough to be seen by day, dim enough that no automatic of a camera follows and no budget is passed."""

PRIMARY: tuple[Colour, ...] = ((160, 0, 0), (0, 160, 0), (0, 0, 160))


def cameras(machine: Machine) -> Finding:
    """Which cameras are there; none of them is opened."""
    there = machine.found("/dev/v4l/by-id/*-video-index0")
    names = [os.path.basename(name) for name in there]
    if machine.is_pi and "picamera2" in machine.packages:
        names += [f"csi:{number} {name}" for number, name in enumerate(_ribbon())]
    if names:
        return ok("cameras", ", ".join(names))
    if not machine.is_pi:
        return not_here("cameras", "no camera is plugged in; pictures, films and the simulated table work")
    mend = "check the ribbon at both ends, and which way its contacts face (step 4 of hardware/README.md), restart"
    return wrong("cameras", "no camera is found", mend)


def _ribbon() -> list[str]:
    """The models of the cameras on the ribbon."""
    try:
        from hardware.cameras.csi import on_ribbon

        return list(on_ribbon().values())
    except (HardwareError, RuntimeError):
        return []  # the packages' own check says what is wrong with them


def calibration(machine: Machine, board: Board) -> Finding:
    """Whether the table was calibrated, and its file can be read."""
    path = table_path(board, machine.state)
    try:
        table = load(board, path)
    except TableFileError as error:
        return warning("calibration", str(error), with_rights("hopsight calibrate"))
    if table.calibration is None:
        return ok("calibration", "none yet: the board is found at the start of each game, lamps lie as in the plan")
    lamps = sum(place is not None for place in table.chain or ())
    return ok("calibration", f"{path}: {board.name}, {lamps or 'no'} lamps located")


def lamps_in_chain(machine: Machine, board: Board) -> int:
    """How many lamps hang at this table: those that calibration found, some under no place, else one a place.

    What is wrong with the file, or with the libraries that it is read by, their own checks say.
    """
    try:
        return len(load(board, table_path(board, machine.state)).chain or board.places)
    except Exception:  # noqa: BLE001 - a torn NumPy, above all, fails in any way
        return len(board.places)


def table_words(machine: Machine) -> Finding:
    """Whether what people wrote about their table is understood."""
    try:
        given = stands(machine.root)
    except GivenWrong as error:
        return wrong("table.conf", str(error), f"sudo nano {TABLE_WORDS}; sudo systemctl restart hopsight")
    if given is None:
        return not_here(
            "table.conf", f"there is no {TABLE_WORDS}: the service is not installed, or stands as delivered"
        )
    return ok("table.conf", f"{TABLE_WORDS} is understood")


def page(machine: Machine) -> Finding:
    """Whether the page that the table has can be served, and where its link and its code are told."""
    from firmware.given.fittings import chosen_port
    from firmware.web.guard import is_local
    from firmware.web.server import listen

    given = as_played(machine.root)
    if not given.web:
        return not_here("page", "no page is asked for; see --web")
    try:
        listen(given.host, chosen_port(given)).close()
    except HardwareError as error:
        if getattr(error.__cause__, "errno", None) != EADDRINUSE:  # by ourselves perhaps; the check of the port says it
            return wrong("page", str(error), f"sudo nano {TABLE_WORDS}; sudo systemctl restart hopsight")
    if is_local(given.host):
        return ok("page", "it is served to this machine only")
    return ok("page", "its link and the pairing code are told at each start: sudo journalctl -u hopsight")


def mqtt(machine: Machine) -> Finding:
    """Whether the broker that the table is to tell is understood, and lets it in."""
    where = broker.path(machine.environment)
    try:
        told = broker.chosen(as_played(machine.root).mqtt, where)
    except ValueError as error:
        return wrong("mqtt", str(error), f"sudo nano {where}; sudo systemctl restart hopsight")
    if told is None:
        return not_here("mqtt", "no broker is told; see --mqtt")
    if "paho-mqtt" not in machine.packages:
        return wrong("mqtt", "paho-mqtt is missing", f"{PIP} install paho-mqtt")
    from firmware.mqtt.teller import refused  # with the package that is there now

    if why := refused(told):
        helps = f"see that it runs, and that its address, user and password stand right in {where}"
        return warning("mqtt", f"{told.host}:{told.port} is not told: {why}", helps)
    return ok("mqtt", f"{told.host}:{told.port} lets the table in")


def house_rules(machine: Machine) -> Iterator[Finding]:
    """Whether every family's house rules can be read, and new ones kept."""
    folder = profiles.folder(machine.environment)
    there = next(one for one in (folder, *folder.parents) if one.exists())
    if not (there.is_dir() and os.access(there, os.W_OK | os.X_OK)):
        # The service's own folder is laid by the installer, with the rights of the user that it runs as.
        laid = machine.environment.get("CONFIGURATION_DIRECTORY")
        mend = "sudo ./systemd/install" if laid else machine.owning(folder)
        yield warning("house rules", f"none can be kept in {folder}", mend)
    for path in sorted(folder.glob("*.toml")):
        try:
            profiles.checked(path)
        except ValueError as error:
            yield wrong("house rules", str(error), with_rights(f"nano {path}"))
        else:
            yield ok("house rules", f"{path} can be read")


def picture(opening: Callable[[], Camera], board: Board) -> Iterator[Finding]:
    """One picture: its size, brightness and sharpness, and the printed markers in it."""
    try:
        camera = opening()
    except HardwareError as error:
        other = with_rights("hopsight doctor --camera usb:0")
        yield wrong("picture", str(error), f"{other} for a USB camera; see hopsight play --help")
        return
    try:
        taken = camera.take().picture
    except HardwareError as error:
        yield wrong("picture", str(error), "unplug the camera, plug it in again; for a ribbon: sudo reboot")
        return
    finally:
        camera.close()
    yield judged(taken)
    yield marked(taken, board)


def marked(taken: "Picture", board: Board) -> Finding:
    """Which of the board's printed markers are in a picture."""
    from vision.locate import by_markers, corners_marked

    seen = corners_marked(taken, board)
    if not seen:
        return not_here("markers", "no printed markers are seen; the board is found by its holes or squares")
    names = f"{len(seen)} of {len(board.corners)} are seen ({' '.join(seen)})"
    if by_markers(taken, board) is None:
        return warning(
            "markers",
            f"{names}, but they are too few or do not agree where the board lies",
            "lay them again by the sheets of hopsight overlay, or take them away",
        )
    return ok("markers", f"{names} and agree where the board lies")


def judged(taken: "Picture") -> Finding:
    """What a picture of the table is like."""
    import cv2
    import numpy as np

    height, width = taken.shape[:2]
    grey = cv2.cvtColor(taken, cv2.COLOR_BGR2GRAY)
    small = np.asarray(cv2.resize(grey, (640, round(height * 640 / width)), interpolation=cv2.INTER_AREA))
    bright, sharp = float(small.mean()), float(cv2.Laplacian(small, cv2.CV_64F).var())
    about = f"{width} × {height}, brightness {bright:.0f}, sharpness {sharp:.0f}"
    if bright < settings.DIM_PICTURE:
        return wrong("picture", f"{about}: too dark", "take the lid off the lens, or light a lamp over the table")
    if bright > settings.GLARING_PICTURE:
        return warning("picture", f"{about}: washed out", "turn the lamp away from the table")
    if sharp < settings.SHARP_PICTURE:
        return warning("picture", f"{about}: nothing has an edge", "turn the lens until the board is sharp")
    return ok("picture", about)


def lamps(
    board: Board, table: TableFile, camera: Camera, lights: Lights, clock: Clock, *, order: Order = "GRB"
) -> Iterator[Finding]:
    """Light the chain in its beacon code, then in each colour: names lamps that are dark, and a wrong colour order.

    ``lights`` is a chain as long as the calibration knows it, else of as many lamps as ``board`` has places, told to
    list their colours in this ``order``. The board must be known to the calibration.
    """
    from vision.beacons import signals

    count = len(table.chain or board.places)
    if table.calibration is None:
        unknown = "where the board lies is not known, so nobody can see its lamps"
        yield warning("lamps", unknown, with_rights("hopsight calibrate"))
        return

    see = partial(shown, camera=camera, lights=lights, clock=clock)
    try:
        coded = [see([GLOW if on else DARK for on in lit]) for lit in signals(count)]
        dark, *primaries = [see([colour] * count) for colour in (DARK, *PRIMARY)]
        lights.show([DARK] * count)
    except HardwareError as error:
        yield unusable(str(error))
        return
    found, where = seen_at(board, table.calibration, coded, count)
    spare = [lamp for lamp, place in enumerate(table.chain or ()) if place is None]
    if len(spare) > count - len(board.places):
        spare = []  # some of them were dark already when the lamps were found: which, nobody knows
    yield unlit([lamp for lamp in found.unseen if lamp not in spare], count, spare)
    if len(found.unseen) < count:
        yield colour_order(board, replace(table, calibration=where), dark, primaries, order)


def seen_at(
    board: Board, calibrated: "Calibration", coded: Sequence["Picture"], count: int
) -> tuple["Beacons", "Calibration"]:
    """The lamps that ``coded`` pictures show, the first of them dark, and where the board lies in them.

    That is where it was ``calibrated``, unless more lamps are seen where it is found now: a camera may have been bumped
    since, or changed for another, and its lamps are not at fault.
    """
    from vision.beacons import decode
    from vision.locate import BoardNotFound, locate

    found = decode(coded, board, calibrated, count)
    if found.unseen:
        with suppress(BoardNotFound):
            there = locate(coded[0], board)
            anew = decode(coded, board, there, count)
            if len(anew.unseen) < len(found.unseen):
                return anew, there
    return found, calibrated


def unusable(why: str) -> Finding:
    """The lamps cannot be tried."""
    return wrong("lamps", why, f"{with_rights('hopsight doctor')}, for the ports and the camera")


def unlit(unseen: Sequence[int], count: int, spare: Collection[int] = ()) -> Finding:
    """What the lamps that were not seen tell about the chain; numbers from 0. ``spare``: those under no place."""
    if not unseen:
        return ok("lamps", f"all {count - len(spare)} lamps under the board are seen")
    lit = lit_as_far_as(unseen, count, spare)
    if lit == 0:
        return wrong(
            "lamps",
            "no lamp is seen",
            "check 5 V, ground and the data wire from pin 19 through the level shifter to the first lamp",
        )
    if lit is not None:
        first = next(lamp for lamp in unseen if lamp >= lit) + 1
        return wrong(
            "lamps",
            f"the chain is dark from lamp {first} on",
            f"mend the data wire between lamps {lit} and {first}, or replace one of the two",
        )
    names = ", ".join(str(lamp + 1) for lamp in unseen)
    again = with_rights("hopsight calibrate --beacons")
    return wrong("lamps", f"not seen: lamp {names}", f"clear what covers them, or replace them; then {again}")


def colour_order(
    board: Board, table: TableFile, dark: "Picture", primaries: Sequence["Picture"], told: Order = "GRB"
) -> Finding:
    """Whether red looks red, green green and blue blue where the lamps are, ``told`` to list their colours so."""
    import numpy as np

    assert table.calibration is not None  # noqa: S101 - nobody looks for lamps before that
    height, width = dark.shape[:2]
    spots = np.rint(table.calibration.places(board)).astype(int)
    spots = spots[(spots >= 0).all(1) & (spots[:, 0] < width) & (spots[:, 1] < height)]
    seen = ""
    for lit in primaries:
        gain = (lit.astype(np.int16) - dark)[spots[:, 1], spots[:, 0]]
        seen += "BGR"[int(np.median(gain, axis=0).argmax())]
    if seen == "RGB":
        return ok("lamp colours", "red, green and blue are what they should be")
    if sorted(seen) != sorted("RGB"):
        return warning("lamp colours", "the colours cannot be told apart by this camera", "darken the room and repeat")
    # What comes out at each position of the order that the chain was told is what stands there in its data sheet.
    order = told.translate(str.maketrans("RGB", seen))
    meant, looks = next(pair for pair in zip("RGB", seen, strict=True) if pair[0] != pair[1])
    return wrong(
        "lamp colours",
        f"{_WORD[meant]} looks {_WORD[looks]}: these lamps list their colours as {order}",
        f"--lamp-order {order} behind hopsight play, or in table.conf",
    )


_WORD = {"R": "red", "G": "green", "B": "blue"}
