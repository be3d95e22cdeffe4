"""`make setup`, in a checkout whose Python is a script that keeps what it is told."""

import shutil
import subprocess
import venv
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]

PYTHON = """#!/bin/sh
echo "$@" >> told
mkdir -p .venv/bin
cp "$0" .venv/bin/python.new
mv .venv/bin/python.new .venv/bin/python
"""


@pytest.mark.skipif(shutil.which("make") is None, reason="no make here")
def test_a_set_up_that_stopped_half_way_is_made_whole_and_then_left_alone(tmp_path: Path) -> None:
    for name in ("Makefile", "pyproject.toml", "constraints.txt"):
        shutil.copy(ROOT / name, tmp_path)
    venv.create(tmp_path / ".venv")  # as a system without python3-venv leaves it: a Python, and no pip
    (tmp_path / "python3").write_text(PYTHON, encoding="utf-8")
    (tmp_path / "python3").chmod(0o755)
    for _ in range(2):
        subprocess.run(["make", "setup", f"PYTHON={tmp_path}/python3"], cwd=tmp_path, check=True)  # noqa: S607
        (tmp_path / ".venv/ready").unlink()
    told = (tmp_path / "told").read_text(encoding="utf-8").splitlines()
    assert [line for line in told if "venv" in line] == ["-m venv .venv"]
    assert len([line for line in told if "pip install" in line]) == 2
