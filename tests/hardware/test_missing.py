"""What is said where a package is missing: a command that works on the machine where it is read."""

import os
import re
import sys
import tomllib
from importlib.util import find_spec
from pathlib import Path
from subprocess import run

import pytest

from hardware.cameras import open_camera
from hardware.cameras.stream import StreamCamera
from hardware.clock import SystemClock
from hardware.errors import HardwareError, group_command, install_command, with_rights
from hardware.lights import open_lights
from hardware.lights.lamps import Lamps

ROOT = Path(__file__).parents[2]


def test_the_command_fits_the_installation(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "prefix", "/opt/hopsight.b")
    assert install_command("pi-pwm") == "in the checkout: sudo ./systemd/install --extras pi-pwm"
    assert group_command("spi") == "sudo usermod -aG spi hopsight; sudo systemctl restart hopsight"
    assert with_rights("hopsight doctor") == "sudo hopsight doctor", "as the service, which alone has the calibration"
    monkeypatch.setattr(sys, "prefix", "/home/somebody/hopsight/.venv")
    assert install_command("pi") == "in the checkout: make setup EXTRAS=pi"
    assert group_command("spi") == "sudo usermod -aG spi $USER, then log in anew"
    assert with_rights("hopsight doctor") == "hopsight doctor"


def test_only_extras_that_exist_are_named() -> None:
    known = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["optional-dependencies"]
    source = "\n".join(
        path.read_text(encoding="utf-8") for room in ("hardware", "firmware") for path in (ROOT / room).rglob("*.py")
    )
    named = set(re.findall(r"""install_command\(["']([\w-]+)["']\)""", source)) | {"rpi-gpio", "pigpio"}
    assert {"pi", "pi-pwm", "pi5-pio", "plans"} <= named <= set(known)
    # the program is in no package index: what the words below would install is somebody else's
    assert not re.search(r"pip install[^\n]*hopsight", source)


@pytest.mark.parametrize("served", [False, True])
def test_a_network_camera_that_the_service_may_not_reach_names_what_lets_it(
    served: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("NOTIFY_SOCKET", raising=False)
    if served:
        monkeypatch.setenv("NOTIFY_SOCKET", "/run/systemd/notify")
    with pytest.raises(HardwareError, match=r"127\.0\.0\.1 does not answer; check") as told:
        StreamCamera("http://anna:secret@127.0.0.1:9/video", SystemClock())
    assert ("IPAddressAllow=" in str(told.value)) == served
    assert "secret" not in str(told.value)


def without_lgpio(folder: Path) -> str:
    """What is said of the button by a program for which ``folder/model`` names the machine, and lgpio is missing.

    The library can be installed anywhere, and brings no pins to where there are none: a file that cannot be imported
    stands before it.
    """
    (folder / "lgpio.py").write_text("raise ModuleNotFoundError(name='lgpio')", encoding="utf-8")
    script = (
        "import sys, pathlib, hardware.buttons, hardware.errors\n"
        "hardware.errors.MODEL = pathlib.Path(sys.argv[1])\n"
        "try:\n    hardware.buttons.open_pins('lgpio')\n"
        "except hardware.errors.HardwareError as told:\n    print(told, end='')"
    )
    program = [sys.executable, "-c", script, str(folder / "model")]
    found = run(program, env={**os.environ, "PYTHONPATH": str(folder)}, capture_output=True, text=True, check=True)
    return found.stdout


LAMPS_ON_A_PI = {"BLINKA_FORCECHIP": "BCM2XXX", "BLINKA_FORCEBOARD": "RASPBERRY_PI_ZERO_2_W"}
"""What makes the lamps' library take this machine for a Pi."""


@pytest.mark.parametrize("lacks", ["neopixel_spi", "gpiod"])
def test_lamps_whose_library_lacks_something_name_it_and_one_command(lacks: str, tmp_path: Path) -> None:
    (tmp_path / f"{lacks}.py").write_text(f"raise ModuleNotFoundError(\"No module named '{lacks}'\", name='{lacks}')")
    program = [sys.executable, "-m", "firmware", "calibrate", "--dark"]
    environment = {**os.environ, **LAMPS_ON_A_PI, "PYTHONPATH": f"{tmp_path}:{ROOT}"}
    done = run(program, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 3, done.stderr
    (told,) = done.stderr.splitlines()
    assert f"'{lacks}'" in told
    assert told.endswith("; run in the checkout: make setup EXTRAS=pi")
    assert "pip install" not in told


HAS_LIBCAMERA = bool(find_spec("libcamera"))


@pytest.mark.skipif(HAS_LIBCAMERA or Path("/dev/spidev0.0").exists(), reason="this machine has what a Pi has")
@pytest.mark.parametrize("model", ["Raspberry Pi 4 Model B Rev 1.4\0", "Framework Laptop", None])
def test_only_on_a_pi_are_people_told_to_install_what_only_a_pi_has(
    model: str | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("hardware.errors.MODEL", tmp_path / "model")
    if model is not None:
        (tmp_path / "model").write_text(model, encoding="utf-8")
    with pytest.raises(HardwareError) as of_camera:
        open_camera("csi")
    with pytest.raises(HardwareError) as of_lamps:
        open_lights("spi", Lamps(121))
    told = str(of_camera.value), str(of_lamps.value), without_lgpio(tmp_path)
    if model and "Pi" in model:
        assert "make setup EXTRAS=pi" in told[2]
        assert "sudo apt install python3-picamera2" in told[0]
        assert "dtparam=spi=on" in told[1]
    else:
        assert told[0].endswith("needs a Raspberry Pi, and this is none; name another one, such as usb:0")
        assert told[1].endswith("lamps need a Raspberry Pi, and this is none")
        assert told[2] == "a button on pins needs a Raspberry Pi, and this is none"
