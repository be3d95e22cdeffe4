"""``hopsight read --game chinese_ten``: a picture of a table with cards, on the command line."""

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from firmware.__main__ import main
from hardware.simulated.card_scenes import row
from hardware.simulated.card_table import CardScene, draw_cards


@pytest.fixture(scope="module")
def photograph(tmp_path_factory: pytest.TempPathFactory) -> Path:
    picture, _ = draw_cards(row(["AS", "10H", "7C"], -9, 0, 9), CardScene(), (960, 720))
    path = tmp_path_factory.mktemp("table") / "cards.png"
    cv2.imwrite(str(path), picture)
    return path


@pytest.mark.parametrize("game", ["chinese_ten", "chinese_poker"])
def test_the_cards_of_a_picture_are_told_as_json(
    game: str, photograph: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["read", str(photograph), "--game", game, "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["game"] == game
    assert told["found"]
    assert sorted(card["face"] for card in told["cards"]) == ["10H", "7C", "AS"]
    for card in told["cards"]:
        assert 0 <= card["px"][0] < 960
        assert 0 <= card["px"][1] < 720
        assert 0.7 <= card["p"] <= 1
    assert told["seconds"] > 0


def test_where_cards_lie_is_told_in_the_pixels_of_the_file_however_large(
    photograph: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    whole = cv2.resize(cv2.imread(str(photograph)), None, fx=5, fy=5, interpolation=cv2.INTER_CUBIC)
    cv2.imwrite(str(tmp_path / "large.jpg"), whole)
    told = []
    for path in (photograph, tmp_path / "large.jpg"):
        assert main(["read", str(path), "--game", "chinese_ten", "--json"]) == 0
        told.append({card["face"]: card["px"] for card in json.loads(capsys.readouterr().out)["cards"]})
    assert all(np.allclose(np.array(told[1][face]) / 5, at, atol=8) for face, at in told[0].items())


def test_for_people_cards_are_told_by_suit_and_drawn(
    photograph: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    drawn = tmp_path / "read.png"
    assert main(["read", str(photograph), "--game", "chinese_ten", "--annotate", str(drawn)]) == 0
    told = capsys.readouterr().out
    assert "spades: AS" in told
    assert "3 cards face up" in told
    assert cv2.imread(str(drawn)).shape[1] == 960


def test_a_card_that_lies_there_twice_is_told_as_that(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    picture, _ = draw_cards(row(["7C", "7C", "AS", "10H"], -14, 0, 9), CardScene(), (1280, 960))
    cv2.imwrite(str(tmp_path / "cards.png"), picture)
    assert main(["read", str(tmp_path / "cards.png"), "--game", "chinese_ten", "--json"]) == 0
    captured = capsys.readouterr()
    told = json.loads(captured.out)
    assert [card["face"] for card in told["cards"]] == ["AS", "7C", "10H"]
    (other,) = told["twice"]
    (first,) = [card for card in told["cards"] if card["face"] == "7C"]
    assert other["face"] == "7C"
    assert abs(other["px"][0] - first["px"][0]) > 100
    assert "7C is seen twice" in captured.err


def test_where_no_card_lies_it_says_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    cv2.imwrite(str(tmp_path / "bare.png"), np.full((480, 640, 3), (60, 90, 120), np.uint8))
    assert main(["read", str(tmp_path / "bare.png"), "--game", "chinese_poker", "--json"]) == 2
    captured = capsys.readouterr()
    told = json.loads(captured.out)
    assert told["found"] is False
    assert told["cards"] == []
    assert told["reason"]
    assert "no card is seen" in captured.err
