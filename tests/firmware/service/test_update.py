"""Updates of an installed program: real environments, real wheels, small programs that behave well or badly."""

import os
import shutil
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from zipfile import ZipFile

import pytest

from firmware.__main__ import main
from firmware.service.slots import Installation, UpdateFailed
from tests.firmware.disk import no_file_beyond

PROGRAM = """
import pathlib, sys
def main():
    words = sys.argv[1:]
    if words[:1] == ["check"]:
        return 0 if "{reads}" in pathlib.Path(words[1]).read_text() else 2
    if words == ["doctor", "--self-test"]:
        torn = [file.name for file in pathlib.Path(__file__).parents[1].glob("*.txt") if not file.read_text()]
        print("{complaint}", *torn, file=sys.stderr)
        return {code} or len(torn)
    print("{version}")
"""


def wheel(folder: Path, version: str, *, code: int = 0, complaint: str = "", reads: str = "game") -> Path:
    """A wheel of a small program called hopsight, whose self-test ends with ``code``."""
    path = folder / f"hopsight-{version}-py3-none-any.whl"
    about = f"hopsight-{version}.dist-info"
    files = {
        "firmware/__init__.py": "",
        "firmware/__main__.py": PROGRAM.format(version=version, code=code, complaint=complaint, reads=reads),
        f"{about}/METADATA": f"Metadata-Version: 2.1\nName: hopsight\nVersion: {version}\n",
        f"{about}/WHEEL": "Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
        f"{about}/entry_points.txt": "[console_scripts]\nhopsight = firmware.__main__:main\n",
    }
    with ZipFile(path, "w") as file:
        for name, text in files.items():
            file.writestr(name, text)
        file.writestr(f"{about}/RECORD", "".join(f"{name},,\n" for name in [*files, f"{about}/RECORD"]))
    return path


@pytest.fixture(scope="module")
def slots(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the slots with version 1 in slot a, as the installer makes it, and beside it a copy to keep."""
    folder = tmp_path_factory.mktemp("slots")
    slot = folder / "opt" / "hopsight.a"
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", "--system-site-packages", str(slot)], check=True)
    source = str(wheel(folder, "1.0"))
    pip = [sys.executable, "-m", "pip", "--python", str(slot / "bin" / "python"), "install", "-q", "--no-index", source]
    subprocess.run(pip, check=True)
    extra = next(slot.glob("lib/python*/site-packages")) / "numpy.txt"
    extra.write_text("a package that took an hour to fetch", encoding="utf-8")
    slot.with_name("hopsight").symlink_to(slot.name)
    shutil.copytree(folder / "opt", folder / "kept", symlinks=True)
    return folder / "opt"


@pytest.fixture
def installed(slots: Path, tmp_path: Path) -> Installation:
    """Version 1 in slot a and nothing in slot b, with a game that it has recorded."""
    shutil.rmtree(slots)  # a slot works only where it was made: programs in it name their Python
    shutil.copytree(slots.with_name("kept"), slots, symlinks=True)
    games = tmp_path / "state" / "games"
    games.mkdir(parents=True)
    (games / "0001-star.jsonl").write_text("a game", encoding="utf-8")
    (games.parent / "table.json").write_text("a calibration", encoding="utf-8")
    # no index: nothing of this may come from the network, and pip must not ask for it
    environment = {**os.environ, "PIP_NO_INDEX": "1", "PATH": str(tmp_path / "bin")}
    return Installation(slots / "hopsight", tmp_path / "state", lambda _: None, environment, booted=tmp_path / "bin")


def version(installation: Installation) -> str:
    told = subprocess.run([str(installation.link / "bin" / "hopsight")], capture_output=True, text=True, check=True)
    return told.stdout.strip()


def kept(installation: Installation) -> list[str]:
    return [path.read_text(encoding="utf-8") for path in sorted(installation.state.rglob("*.json*"))]


def test_a_good_version_runs_and_the_one_before_stays_beside_it(installed: Installation, tmp_path: Path) -> None:
    before = kept(installed)
    assert version(installed) == "1.0"
    installed.update(wheel(tmp_path, "2.0"))
    assert version(installed) == "2.0"
    assert list(installed.link.glob("lib/python*/site-packages/numpy.txt"))  # not fetched again
    installed.back()
    assert version(installed) == "1.0"
    installed.back()
    assert version(installed) == "2.0"
    installed.update(wheel(tmp_path, "3.0"))
    assert version(installed) == "3.0"
    assert kept(installed) == before


@pytest.mark.parametrize(
    ("ill", "why"),
    [
        ({"code": 3, "complaint": "it sees no board"}, "it sees no board"),
        ({"reads": "another format"}, "reading the game 0001-star.jsonl"),
    ],
)
def test_a_version_that_fails_never_runs(
    installed: Installation, tmp_path: Path, ill: dict[str, str], why: str
) -> None:
    before = kept(installed)
    with pytest.raises(UpdateFailed, match=why):
        installed.update(wheel(tmp_path, "2.0", **ill))  # type: ignore[arg-type]  # its own words
    assert version(installed) == "1.0"
    assert kept(installed) == before
    with pytest.raises(UpdateFailed, match="no version before"):
        installed.back()


def test_what_a_crash_said_is_told_and_not_only_where_to_report_it(installed: Installation, tmp_path: Path) -> None:
    complaint = "ImportError: cv2.abi3.so: file too short\\nplease report the lines above"
    with pytest.raises(UpdateFailed, match=r"file too short\n.*please report"):
        installed.update(wheel(tmp_path, "2.0", code=1, complaint=complaint))


def test_packages_that_a_power_cut_has_torn_are_not_taken_over(installed: Installation, tmp_path: Path) -> None:
    (package,) = installed.link.glob("lib/python*/site-packages/numpy.txt")
    package.write_text("", encoding="utf-8")
    with pytest.raises(UpdateFailed, match=r"it sees no board$"):
        installed.update(wheel(tmp_path, "2.0", code=3, complaint="it sees no board"))
    assert version(installed) == "1.0"
    installed.update(wheel(tmp_path, "2.0"))
    assert version(installed) == "2.0"


def test_a_package_that_has_parts_called_like_ours_keeps_them(installed: Installation, tmp_path: Path) -> None:
    (packages,) = installed.link.glob("lib/python*/site-packages")
    part = packages / "blinka" / "hardware" / "pins.py"
    part.parent.mkdir(parents=True)
    part.touch()
    installed.update(wheel(tmp_path, "2.0"))
    assert version(installed) == "2.0"
    assert list(installed.link.glob("lib/python*/site-packages/blinka/hardware/pins.py"))


def test_who_mends_a_torn_numpy_needs_none_for_it(installed: Installation, tmp_path: Path) -> None:
    installed.update(wheel(tmp_path, "2.0"))
    (tmp_path / "numpy.py").write_text("raise ImportError('torn')", encoding="utf-8")
    words = ["update", "--back", "--prefix", str(installed.link), "--state", str(installed.state)]
    torn = {**os.environ, "PYTHONPATH": str(tmp_path)}
    subprocess.run([sys.executable, "-m", "firmware", *words], env=torn, check=True)
    assert version(installed) == "1.0"


def test_where_there_is_no_room_for_another_version_nothing_is_begun(installed: Installation, tmp_path: Path) -> None:
    installed.update(wheel(tmp_path, "2.0"))
    (package,) = installed.link.glob("lib/python*/site-packages/numpy.txt")
    os.truncate(package, 2 * shutil.disk_usage(tmp_path).free)  # takes no room: nothing is written there
    with (
        no_file_beyond(10**6),
        pytest.raises(UpdateFailed, match=r"no room beside .*hopsight\.b, which runs: another version takes \d+ MB"),
    ):
        installed.update(wheel(tmp_path, "3.0"))
    os.truncate(package, 1)
    installed.back()
    assert version(installed) == "1.0"


def test_a_disk_that_fills_up_on_the_way_is_said_and_half_a_version_takes_no_room(
    installed: Installation, tmp_path: Path
) -> None:
    (package,) = installed.link.glob("lib/python*/site-packages/numpy.txt")
    package.write_bytes(bytes(10**7))
    with no_file_beyond(10**6), pytest.raises(UpdateFailed, match=r"copying the packages failed: .*numpy\.txt"):
        installed.update(wheel(tmp_path, "2.0"))
    assert not installed.idle.exists()
    assert version(installed) == "1.0"


def test_who_updates_while_somebody_else_does_is_told_and_a_version_that_works_is_left(
    installed: Installation, tmp_path: Path
) -> None:
    good, told = wheel(tmp_path, "2.0"), []

    def somebody_else(said: str) -> None:
        if said.startswith("making"):
            try:
                installed.update(good)
            except UpdateFailed as why:
                told.append(str(why))

    with pytest.raises(UpdateFailed, match="it sees no board"):
        replace(installed, say=somebody_else).update(wheel(tmp_path, "1.5", code=3, complaint="it sees no board"))
    assert version(installed) == "1.0"
    assert told == ["another update is under way here; wait until it has ended, then type this again"]
    installed.update(good)
    assert version(installed) == "2.0"


def test_what_is_no_version_is_refused(installed: Installation, tmp_path: Path) -> None:
    torn = wheel(tmp_path, "2.0")
    torn.write_bytes(torn.read_bytes()[:200])
    for source, why in ((torn, "installing"), (tmp_path, "neither a wheel nor a checkout")):
        with pytest.raises(UpdateFailed, match=why):
            installed.update(source)
    with pytest.raises(UpdateFailed, match="no such folder; make it with systemd/fetch"):
        installed.update(wheel(tmp_path, "3.0"), wheels=tmp_path / "wheels")
    assert version(installed) == "1.0"


@pytest.mark.parametrize(
    ("fails", "says"),
    [("try-restart", r"so hopsight\.a runs again"), ("try-restart|start", r"that of hopsight\.a, .* does not either")],
)
def test_a_service_that_does_not_come_up_gets_its_old_version_back(
    installed: Installation, tmp_path: Path, fails: str, says: str
) -> None:
    told = tmp_path / "told"
    systemctl = tmp_path / "bin" / "systemctl"
    systemctl.parent.mkdir()
    systemctl.write_text(f'#!/bin/sh\necho "$1" >> {told}\ncase $1 in {fails}) exit 1 ;; esac\n', encoding="utf-8")
    systemctl.chmod(0o755)
    with pytest.raises(UpdateFailed, match=says):
        installed.update(wheel(tmp_path, "2.0"))
    assert version(installed) == "1.0"
    assert told.read_text(encoding="utf-8").split() == ["try-restart", "reset-failed", "start"]


def test_a_checkout_is_no_installation(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    source = wheel(tmp_path, "2.0")
    assert main(["update", str(source), "--prefix", str(tmp_path / "hopsight")]) == 2
    assert "was not made by systemd/install" in capsys.readouterr().err
    assert main(["update"]) == 2


@pytest.mark.parametrize("words", [["--back"], ["hopsight-2.0-py3-none-any.whl"]])
def test_who_forgets_sudo_is_told(
    words: list[str], installed: Installation, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(os, "access", lambda *_: False)  # as the system answers whoever is not root; tests often are
    assert main(["update", *words, "--prefix", str(installed.link)]) == 2
    assert "may not be written; type the same with sudo before it" in capsys.readouterr().err
