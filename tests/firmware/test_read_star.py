"""One photograph of a star that nobody told anything about, as ``hopsight read`` reads it."""

import json
from pathlib import Path

import cv2
import pytest

from firmware.__main__ import main
from hardware.simulated.scenes import random_scene
from hardware.simulated.table import Table
from rules.star.places import star_board
from tests.vision.photographs import drawn, opening, photograph
from vision.locate import locate


def test_how_large_a_star_is_need_not_be_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    picture, *_ = photograph(6, (0, 3))
    path = tmp_path / "star.png"
    cv2.imwrite(str(path), picture)
    assert main(["read", str(path), "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["places"].keys() == {place.id for place in star_board(6).places}
    assert [kind["count"] for kind in told["sets"]] == [21, 21]


def test_a_smaller_star_that_makes_sense_within_a_larger_one_is_not_meant(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    board = star_board(5)
    picture, *_ = drawn(Table(board, opening(board, tuple(range(6)))), random_scene(80000, len(board.places)))
    assert locate(picture, star_board(4)).confidence < 0.7, "its places lie in the holes of the larger one"
    path = tmp_path / "star.png"
    cv2.imwrite(str(path), picture)
    assert main(["read", str(path)]) == 0
    assert "board of 181 holes found" in capsys.readouterr().out
