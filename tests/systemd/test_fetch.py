"""What a Pi without network is given: chosen for its Python and its processor, not for this machine's."""

import subprocess
import venv
from contextlib import suppress
from importlib.machinery import SourceFileLoader
from importlib.metadata import PackageNotFoundError, requires
from importlib.util import module_from_spec, spec_from_loader
from pathlib import Path
from types import ModuleType

import pytest
from pip._vendor.packaging.requirements import Requirement

SYSTEMD = Path(__file__).parents[2] / "systemd"


@pytest.fixture(scope="module")
def fetch() -> ModuleType:
    """The script, which has no ending to be imported by."""
    loader = SourceFileLoader("fetch", str(SYSTEMD / "fetch"))
    module = module_from_spec(spec_from_loader("fetch", loader))
    loader.exec_module(module)
    return module


def test_a_pi_gets_what_its_python_runs_with(fetch: ModuleType) -> None:
    requirements, pins = fetch.wanted("3.11", "aarch64")
    assert "numpy==1.26.4" in pins  # Bookworm's cameras want NumPy 1
    assert any(one.startswith("lgpio") for one in requirements)
    assert not any("adafruit-lgpio" in one for one in requirements)
    requirements, pins = fetch.wanted("3.13", "aarch64")
    assert [pin[: len("numpy==2")] for pin in pins if pin.startswith("numpy==")] == ["numpy==2"]  # and one only
    assert any(one.startswith("adafruit-lgpio") for one in requirements)
    for one in (*requirements, *pins):
        assert ";" not in one  # nothing is left for pip to ask of the machine it runs on


def test_a_mac_fetches_what_is_asked_for_on_linux_alone(fetch: ModuleType) -> None:
    pi = {"python_version": "3.13", "platform_machine": "aarch64", "sys_platform": "linux", "extra": ""}
    mac = {**pi, "platform_machine": "arm64", "sys_platform": "darwin"}
    requirements, pins = fetch.wanted("3.13", "aarch64")
    asked = [Requirement(one) for pin in pins for one in needs(pin.split("==")[0])]
    hidden = {one.name for one in asked if one.marker and one.marker.evaluate(pi) and not one.marker.evaluate(mac)}
    assert "sysv_ipc" in hidden
    assert hidden <= set(requirements)


def needs(package: str) -> list[str]:
    """What a package asks for, if it is installed here."""
    with suppress(PackageNotFoundError):
        return requires(package) or []
    return []


def test_what_builds_the_program_is_fetched_too(fetch: ModuleType) -> None:
    requirements, _ = fetch.wanted("3.13", "aarch64")
    assert {"pip", "setuptools>=77"} <= set(requirements)
    pc, _ = fetch.wanted("3.13", "x86_64")
    assert not any("neopixel" in one for one in pc)


def test_a_computer_whose_python_has_no_pip_is_told_how_it_gets_one(tmp_path: Path) -> None:
    venv.create(tmp_path)
    command = [tmp_path / "bin" / "python", SYSTEMD / "fetch", "wheels"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert done.stderr.startswith("fetch: this Python has no pip; ")
    assert len(done.stderr.splitlines()) == 1
