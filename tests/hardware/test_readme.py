"""What this folder's README shows works as it is written there."""

import doctest
import re
from pathlib import Path

import pytest

from hardware.errors import is_a_pi

README = Path(__file__).parents[2] / "hardware" / "README.md"


def test_the_examples_run() -> None:
    blocks = re.findall(r"```python\n(.*?)```", README.read_text(encoding="utf-8"), re.DOTALL)
    assert len(blocks) == 2
    scope: dict[str, object] = {}
    for block in blocks:
        exec(block, scope)  # noqa: S102 - our own README
    assert scope["picture"].shape == (960, 1280, 3)  # type: ignore[attr-defined]  # a picture, as the README says


@pytest.mark.skipif(Path("/dev/spidev0.0").exists() or is_a_pi(), reason="this machine has lamps, or is to have them")
def test_the_refusal_on_a_pc_is_worded_as_shown() -> None:
    assert doctest.testfile(str(README), module_relative=False, encoding="utf-8").failed == 0
