"""The installer, rehearsed on this machine and let loose on a folder that stands for a card."""

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

SYSTEMD = Path(__file__).parents[2] / "systemd"
CONFIG = "# my own lines\ndtparam=audio=on\n[pi4]\narm_boost=1\n"


@pytest.fixture
def card(tmp_path: Path) -> Path:
    """The files of a Raspberry Pi 4 before anything was installed, with somebody's own lines in config.txt."""
    root = tmp_path / "card"
    for name, text in {
        "boot/firmware/config.txt": CONFIG,
        "proc/device-tree/model": "Raspberry Pi 4 Model B\0",
    }.items():
        path = root / name
        path.parent.mkdir(parents=True)
        path.write_text(text, encoding="utf-8")
    return root


def install(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [str(SYSTEMD / "install"), *words], capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL
    )


def rehearsed(step: str, **given: Path | str) -> str:
    """What the installer says of one of its steps while it does nothing, where its settings are the ``given`` ones."""
    functions = (SYSTEMD / "install").read_text(encoding="utf-8").rpartition("if [ ")[0]
    words = " ".join(f"{name}={value}" for name, value in {"dry": 1, "here": SYSTEMD, **given}.items())
    script = ["bash", "-c", f"{functions}\n{words}\n{step}\n"]
    done = subprocess.run(script, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def laid(root: Path) -> dict[str, str]:
    """Every file under ``root``."""
    return {
        path.relative_to(root).as_posix(): path.read_text(encoding="utf-8")
        for path in sorted(root.rglob("*"))
        if path.is_file()
    }


def test_a_rehearsal_says_every_step_and_does_none(card: Path, tmp_path: Path) -> None:
    before = laid(card)
    done = install("--dry-run", "--prefix", str(card))
    assert done.returncode == 0, done.stderr
    assert "core_freq=500" in done.stdout
    assert "hopsight.service" in done.stdout
    assert laid(card) == before
    everything = rehearsed("install_all", program=tmp_path / "hopsight")
    assert "apt-get install" in everything or "all there" in everything
    for step in ("-m venv --system-site-packages", "constraints.txt", "doctor --self-test", "usermod", "udevadm"):
        assert step in everything
    assert "systemctl enable hopsight.service" in everything


def test_without_network_nothing_is_asked_of_it(tmp_path: Path) -> None:
    (tmp_path / "pip-1-py3-none-any.whl").touch()
    said = rehearsed("install_all", program=tmp_path / "hopsight", wheels=tmp_path)
    assert f"--no-index --find-links {tmp_path}" in said
    assert "apt-get" not in said
    assert install("--dry-run", "--wheels", str(tmp_path)).returncode == 0
    assert install("--dry-run", "--wheels", str(tmp_path / "nowhere")).returncode == 2


def test_the_files_are_laid_where_they_belong(card: Path) -> None:
    done = install("--yes", "--prefix", str(card))
    assert done.returncode == 0, done.stderr
    files = laid(card)
    for target, source in {
        "etc/systemd/system/hopsight.service": "hopsight.service",
        "etc/systemd/system/hopsight-off.path": "hopsight-off.path",
        "etc/udev/rules.d/60-hopsight.rules": "60-hopsight.rules",
        "etc/hopsight/table.conf": "table.conf",
        "usr/local/bin/hopsight": "hopsight.sh",
    }.items():
        assert files[target] == (SYSTEMD / source).read_text(encoding="utf-8")
    assert os.access(card / "usr/local/bin/hopsight", os.X_OK)
    config = files["boot/firmware/config.txt"]
    assert config.startswith(CONFIG)
    # the last section was for one model only: ours are for all
    assert config.endswith(
        "# hopsight: begin\n[all]\ndtparam=spi=on\ncore_freq=500\ncore_freq_min=500\n# hopsight: end\n"
    )
    assert files["boot/firmware/config.txt.before-hopsight"] == CONFIG
    assert "sudo reboot" in done.stdout


def test_a_last_line_without_its_end_stays_a_line_of_its_own(card: Path) -> None:
    config = card / "boot/firmware/config.txt"
    config.write_text("dtparam=audio=on\ndtoverlay=vc4-kms-v3d", encoding="utf-8")
    install("--yes", "--prefix", str(card))
    assert "dtoverlay=vc4-kms-v3d\n# hopsight: begin\n" in config.read_text(encoding="utf-8")
    install("uninstall", "--prefix", str(card))
    assert config.read_text(encoding="utf-8") == "dtparam=audio=on\ndtoverlay=vc4-kms-v3d\n"


OURS = "# hopsight: begin\n[all]\ndtparam=spi=on\ncore_freq=500\n# hopsight: end\n"


@pytest.mark.parametrize(
    ("written", "left"),
    [
        (CONFIG + OURS + "gpu_mem=64\n", CONFIG + "[all]\ngpu_mem=64\n"),
        (
            CONFIG + OURS.replace("# hopsight: end\n", "\n# mine\ngpu_mem=64\n"),
            CONFIG + "[all]\n\n# mine\ngpu_mem=64\n",
        ),
        ((CONFIG + OURS).replace("\n", "\r\n"), CONFIG.replace("\n", "\r\n")),
        (CONFIG + OURS + "[pi5]\narm_boost=1\n", CONFIG + "[pi5]\narm_boost=1\n"),
    ],
    ids=["after them", "their end is lost", "saved in Windows", "another section"],
)
def test_uninstalling_leaves_every_line_that_people_wrote(card: Path, written: str, left: str) -> None:
    config = card / "boot/firmware/config.txt"
    config.write_bytes(written.encode())
    assert install("uninstall", "--prefix", str(card)).returncode == 0
    assert config.read_bytes().decode() == left


def test_lines_for_another_model_are_not_taken_for_ours(card: Path) -> None:
    config = card / "boot/firmware/config.txt"
    config.write_text("[pi5]\ndtparam=spi=on\n[all]\ncore_freq=500\n", encoding="utf-8")
    install("--yes", "--prefix", str(card))
    ours = config.read_text(encoding="utf-8").split("# hopsight: begin\n")[1].splitlines()[:-1]
    assert ours == ["[all]", "dtparam=spi=on", "core_freq_min=500"]


def test_a_second_time_changes_nothing_and_keeps_what_people_wrote(card: Path) -> None:
    install("--yes", "--prefix", str(card))
    own = card / "etc/hopsight/table.conf"
    own.write_text("HOPSIGHT_PLAY=--camera usb:0\n", encoding="utf-8")
    before = laid(card)
    again = install("--yes", "--prefix", str(card))
    assert again.returncode == 0, again.stderr
    assert laid(card) == before
    assert "nothing to add" in again.stdout


@pytest.mark.parametrize(
    ("model", "lines"),
    [
        ("Raspberry Pi 5 Model B Rev 1.0", ["dtparam=spi=on"]),
        ("Raspberry Pi Zero 2 W Rev 1.0", ["dtparam=spi=on", "core_freq=250"]),
        ("Raspberry Pi 3 Model B Plus Rev 1.3", ["dtparam=spi=on", "core_freq=250"]),
    ],
)
def test_each_model_gets_its_lines(card: Path, model: str, lines: list[str]) -> None:
    (card / "proc/device-tree/model").write_text(model + "\0", encoding="utf-8")
    install("--yes", "--prefix", str(card))
    assert laid(card)["boot/firmware/config.txt"].split("[all]\n")[1].splitlines()[:-1] == lines


def test_without_anybody_to_ask_config_txt_is_only_shown(card: Path) -> None:
    done = install("--prefix", str(card))
    assert done.returncode == 0
    assert "dtparam=spi=on" in done.stdout
    assert "--yes" in done.stderr
    assert laid(card)["boot/firmware/config.txt"] == CONFIG


@pytest.mark.parametrize(("typed", "written"), [(b"\n", True), (b"y\n", True), (b"n\n", False), (b"\x04", False)])
def test_asked_people_may_say_yes_or_no_or_press_ctrl_d(card: Path, typed: bytes, written: bool) -> None:
    keyboard, terminal = os.openpty()
    os.write(keyboard, typed)
    done = subprocess.run(
        [str(SYSTEMD / "install"), "--prefix", str(card)], stdin=terminal, capture_output=True, text=True, check=False
    )
    os.close(keyboard)
    os.close(terminal)
    assert done.returncode == 0, done.stderr
    assert "\ndone; " in done.stdout
    assert ("! not written" in done.stderr) != written
    assert (laid(card)["boot/firmware/config.txt"] != CONFIG) == written


def test_uninstalling_takes_the_program_and_says_what_stays(card: Path) -> None:
    install("--yes", "--prefix", str(card))
    game = card / "var/lib/hopsight/games/0001-star.jsonl"
    game.parent.mkdir(parents=True)
    game.write_text("a game\n", encoding="utf-8")
    rehearsed = laid(card)
    assert install("uninstall", "--dry-run", "--prefix", str(card)).returncode == 0
    assert laid(card) == rehearsed
    done = install("uninstall", "--prefix", str(card))
    assert done.returncode == 0, done.stderr
    files = laid(card)
    assert files["boot/firmware/config.txt"] == CONFIG
    assert files["var/lib/hopsight/games/0001-star.jsonl"] == "a game\n"
    for name in files.keys() - {"proc/device-tree/model", "boot/firmware/config.txt"}:
        assert any(f"{card / told}:" in done.stdout for told in (name, *map(str, Path(name).parents))), name
    for stays in ("mqtt.toml with the password", "the user hopsight", "config.txt.before-hopsight"):
        assert stays in done.stdout
    assert "etc/systemd/system/hopsight.service" not in files
    assert "usr/local/bin/hopsight" not in files
    assert install("uninstall", "--prefix", str(card)).returncode == 0


@pytest.mark.parametrize(
    ("slot", "works", "way"),
    [
        (None, False, r"pip install --quiet .*hopsight.a/bin/hopsight doctor --self-test.* sync\n.*ln -sfn hopsight.a"),
        ("a", True, "hopsight/bin/hopsight update "),
        ("a", False, "rm -rf .*hopsight.b.*venv .*hopsight.b.*hopsight.b/bin/hopsight doctor.*ln -sfn hopsight.b"),
        ("b", False, "rm -rf .*hopsight.a.*venv .*hopsight.a.*hopsight.a/bin/hopsight doctor.*ln -sfn hopsight.a"),
    ],
)
def test_a_program_that_works_is_updated_and_a_torn_one_is_made_anew(
    tmp_path: Path, slot: str | None, works: bool, way: str
) -> None:
    program = tmp_path / "hopsight"
    if slot:
        command = tmp_path / f"hopsight.{slot}" / "bin" / "hopsight"
        command.parent.mkdir(parents=True)
        command.write_text(f"#!/bin/sh\nexit {int(not works)}\n", encoding="utf-8")
        command.chmod(0o755)
        program.symlink_to(f"hopsight.{slot}")
    said = rehearsed("install_program", program=program)
    assert re.search(way, said, re.DOTALL), said
    assert ("update" in said) == works


def test_what_it_does_not_know_it_refuses(card: Path) -> None:
    assert install("--colour", "blue").returncode == 2
    assert laid(card)["boot/firmware/config.txt"] == CONFIG


@pytest.mark.skipif(shutil.which("shellcheck") is None, reason="no shellcheck here")
def test_the_scripts_are_clean() -> None:
    subprocess.run(["shellcheck", str(SYSTEMD / "install"), str(SYSTEMD / "hopsight.sh")], check=True)  # noqa: S607 - found above


def test_an_image_that_does_not_run_is_not_spoken_to() -> None:
    script = (SYSTEMD / "install").read_text(encoding="utf-8")
    spoken = [line.strip() for line in script.splitlines() if " udevadm " in line or " systemctl " in line]
    assert len(spoken) >= 8
    for line in spoken:
        # enabling makes links, and so works in an image; everything else needs somebody who listens
        assert line.startswith(("now ", "say ", "#")) or "systemctl enable" in line or "systemctl disable" in line, line
