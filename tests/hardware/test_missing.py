"""What is said where a package is missing: a command that works on the machine where it is read."""

import re
import sys
import tomllib
from pathlib import Path

import pytest

from hardware.clock import SystemClock
from hardware.errors import HardwareError, group_command, install_command, with_rights
from hardware.stream import StreamCamera

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
