"""Python packages that must fit together: NumPy and OpenCV, and the libraries of pins and lamps."""

import subprocess
import sys
from collections.abc import Iterator, Mapping

from firmware import settings
from firmware.doctor.finding import Finding, not_here, ok, warning, wrong
from firmware.doctor.machine import Machine
from hardware.errors import install_command, with_rights
from hardware.lights import Kind

PIP = with_rights(f"{sys.prefix}/bin/python -m pip")

SPI_LAMPS = "adafruit-circuitpython-neopixel-spi"


def version_of(text: str) -> tuple[int, ...]:
    """The numbers a version begins with."""
    numbers = []
    for part in text.split("."):
        if not part.isdecimal():
            break
        numbers.append(int(part))
    return tuple(numbers)


def opencv(packages: Mapping[str, str]) -> Finding:
    """One OpenCV only: several share a folder and overwrite each other. And a NumPy that it takes."""
    found = {name: version for name, version in packages.items() if name.startswith("opencv-")}
    if not found:
        return wrong("opencv", "OpenCV is missing", f"{PIP} install opencv-python-headless")
    others = sorted(set(found) - {"opencv-python-headless"})
    if others:
        names = ", ".join(sorted(found))
        return wrong(
            "opencv",
            f"{names}: they use the same folder, and windows need libraries that a small system lacks",
            f"{PIP} uninstall -y {' '.join(sorted(found))}; {PIP} install opencv-python-headless",
        )
    version, numpy = found["opencv-python-headless"], packages.get("numpy", "")
    if not numpy:
        return wrong("opencv", "NumPy is missing", f"{PIP} install numpy")
    if version_of(version) >= (4, 12) and version_of(numpy) < (2,):
        return wrong(
            "opencv",
            f"OpenCV {version} wants NumPy 2, here is {numpy}",
            f"{PIP} install 'opencv-python-headless==4.11.0.86' 'numpy<2'",
        )
    return ok("opencv", f"OpenCV {version}, NumPy {numpy}")


def camera_library(machine: Machine) -> Finding:
    """The library of cameras on the ribbon, and that its NumPy is ours."""
    if not machine.is_pi:
        return not_here("picamera2", "cameras on a ribbon exist on a Raspberry Pi only")
    if "picamera2" not in machine.packages:
        return warning(
            "picamera2",
            "picamera2 is missing: only USB and network cameras work",
            "sudo apt install python3-picamera2; the environment needs --system-site-packages: sudo ./systemd/install",
        )
    old_system = "bookworm" in (machine.read("/etc/os-release") or "")
    if old_system and version_of(machine.packages.get("numpy", "")) >= (2,):
        return wrong(
            "picamera2",
            f"picamera2 on Bookworm was built for NumPy 1, here is {machine.packages['numpy']}",
            f"{PIP} install 'numpy<2' 'opencv-python-headless==4.11.0.86'",
        )
    return ok("picamera2", f"picamera2 {machine.packages['picamera2']}")


def pin_libraries(machine: Machine) -> Iterator[Finding]:
    """The libraries of the button."""
    packages = machine.packages
    if "rpi-gpio" in packages and "rpi-lgpio" in packages:
        yield wrong(
            "RPi.GPIO",
            "RPi.GPIO and rpi-lgpio are the same module, and one has overwritten the other",
            f"{PIP} uninstall -y RPi.GPIO rpi-lgpio; {PIP} install rpi-lgpio",
        )
    if not machine.is_pi:
        yield not_here("lgpio", "the library of pins is needed on a Raspberry Pi only")
    elif packages.get("lgpio") == "0.0.0.2":
        yield wrong(
            "lgpio",
            "lgpio 0.0.0.2 is an empty shell",
            f"{PIP} uninstall -y lgpio; {PIP} install "
            + ("adafruit-lgpio" if sys.version_info >= (3, 13) else "'lgpio>=0.2.2.0'"),
        )
    elif not packages.keys() & {"lgpio", "adafruit-lgpio"}:
        yield wrong("lgpio", "lgpio is missing: no button", install_command("pi"))
    else:
        name = "lgpio" if "lgpio" in packages else "adafruit-lgpio"
        yield ok("lgpio", f"{name} {packages[name]}")


def lamp_library(machine: Machine, lights: Kind | None = "spi") -> Finding:
    """The library of lamps on the SPI port; those on another pin say themselves what they lack."""
    # On a Pi the one cannot even be imported without the other.
    needs = {SPI_LAMPS, "gpiod"} if machine.is_pi else {SPI_LAMPS}
    missing = sorted(needs - machine.packages.keys())
    if not missing:
        return ok("lamp library", f"neopixel-spi {machine.packages[SPI_LAMPS]}")
    if not machine.is_pi:
        return not_here("lamp library", "lamps need a Raspberry Pi")
    if lights != "spi":
        return not_here("lamp library", "no lamps hang on the SPI port at this table")
    return wrong("lamp library", f"the library of the lamps is missing: {', '.join(missing)}", install_command("pi"))


def imports() -> Finding:
    """Whether NumPy and OpenCV can really be imported, in a process of their own, and how long that takes."""
    program = (
        "import time; t=time.perf_counter(); import numpy; n=time.perf_counter()-t; import cv2;"
        " print(round(n,2), round(time.perf_counter()-t-n,2))"
    )
    try:
        told = subprocess.run(  # noqa: S603 - our own interpreter, our own words
            [sys.executable, "-c", program],
            capture_output=True,
            text=True,
            errors="replace",
            timeout=settings.IMPORT_SECONDS,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        return wrong("imports", f"NumPy and OpenCV cannot be imported: {error}", "sudo ./systemd/install")
    if told.returncode:
        last = (told.stderr.strip().splitlines() or ["no reason was told"])[-1]
        return wrong("imports", f"NumPy and OpenCV cannot be imported: {last}", "sudo ./systemd/install")
    numpy, cv2 = told.stdout.split()
    return ok("imports", f"NumPy takes {numpy} s to import, OpenCV {cv2} s more")


def checks(machine: Machine, lights: Kind | None) -> Iterator[Finding]:
    """Everything in this file but the imports, which take their time."""
    yield opencv(machine.packages)
    yield camera_library(machine)
    yield from pin_libraries(machine)
    yield lamp_library(machine, lights)
