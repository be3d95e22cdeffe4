"""People play the piecepack at the simulated table; the referee has nothing but its camera's pictures."""

import json
from pathlib import Path
from random import Random

import cv2
import numpy as np
import pytest

from firmware.__main__ import main
from firmware.simulated.hands import Hands
from firmware.simulated.players import choose
from firmware.simulated.simulation import Simulation
from firmware.states import Lifted, Playing, opening
from hardware.simulated.painter import draw
from hardware.simulated.scenes import WOOD
from hardware.simulated.table import Table
from hardware.simulated.tile_scenes import TILE_SCENES, WOODEN
from rules import catalogue
from rules.geometry import PlaceId
from rules.hop_game import HopGame
from rules.match import Match
from vision.pictures import save


@pytest.mark.parametrize(("players", "scene"), [(2, "printed"), (4, "wood")])
def test_moves_of_coins_are_refereed_from_pictures(players: int, scene: str) -> None:
    game = catalogue.game("piecepack", players=players)
    assert isinstance(game, HopGame)
    table = Simulation(opening(Match.begin(game)), scene=TILE_SCENES[scene], size=(800, 600), seed=3)
    hands, chance = Hands(table), Random(3)
    hands.wait_until_ready()
    assert isinstance(table.loop.state.phase, Playing)
    for turn in range(3):
        move = choose(game, table.loop.state.position, chance)
        hands.move(move)
        hands.press()
        assert table.loop.state.ply == turn + 1
        assert table.loop.state.last.move == game.write(move)


@pytest.mark.parametrize(("players", "turn", "tip", "end"), [(2, 1, "h8", "f6"), (4, 2, "h8", "f6")])
def test_a_coin_lifted_from_the_lamp_that_tells_the_turn_lights_where_it_may_go(
    players: int, turn: int, tip: str, end: str
) -> None:
    game = catalogue.game("piecepack", players=players)
    assert isinstance(game, HopGame)
    table = Simulation(opening(Match.begin(game)), size=(800, 600))
    hands = Hands(table)
    hands.wait_until_ready()
    for _ in range(turn):
        hands.move(game.moves(table.loop.state.position)[0])
        hands.press()
    hands.lift(PlaceId(tip))
    table.wait(3.0)
    phase = table.loop.state.phase
    assert isinstance(phase, Lifted)
    assert phase.place == tip
    assert end in phase.targets


def test_a_coin_on_the_wrong_square_is_refused() -> None:
    game = catalogue.game("piecepack", players=2)
    table = Simulation(opening(Match.begin(game)), size=(800, 600))
    hands = Hands(table)
    hands.wait_until_ready()
    hands.lift(game.board.places[0].id)
    hands.put(PlaceId("e5"))
    hands.press()
    assert table.loop.state.ply == 0


def test_a_picture_is_read_from_the_command_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game = catalogue.game("piecepack", players=2)
    view = game.view(game.start())
    picture, _ = draw(Table(game.board, view), WOODEN, (800, 600))
    save(tmp_path / "band.png", picture)
    code = main(["read", str(tmp_path / "band.png"), "--game", "piecepack", "--players", "2", "--json"])
    reading = json.loads(capsys.readouterr().out)
    assert code == 0
    assert reading["found"]
    assert {entry["name"]: entry["count"] for entry in reading["sets"]} == {"suns": 6, "moons": 6}
    assert all(entry["token"] in {"empty", "suns", "moons"} for entry in reading["places"].values())


def test_where_coins_lie_is_told_in_the_pixels_of_the_file_however_large(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    game = catalogue.game("piecepack")
    picture, _ = draw(Table(game.board, game.view(game.start())), WOODEN, (1000, 750))
    told = []
    for times in (1, 5):
        whole = cv2.resize(picture, None, fx=times, fy=times, interpolation=cv2.INTER_CUBIC)
        save(tmp_path / f"{times}.jpg", np.asarray(whole, np.uint8))
        south = f"{250 * times},{650 * times}"
        assert main(["read", str(tmp_path / f"{times}.jpg"), "--game", "piecepack", "--json", "--south", south]) == 0
        told.append(json.loads(capsys.readouterr().out))
    small, large = told
    for place, seen in small["places"].items():
        assert np.allclose(large["places"][place]["px"], (np.array(seen["px"]) + 0.5) * 5 - 0.5, atol=8)
    assert large["board"]["corners"].keys() == small["board"]["corners"].keys()


def test_a_picture_of_no_board_says_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    board = catalogue.game("star").board
    picture, _ = draw(Table(board, {}), WOOD, (640, 480))
    save(tmp_path / "star.png", picture)
    assert main(["read", str(tmp_path / "star.png"), "--game", "piecepack"]) == 2
    said = capsys.readouterr().err
    assert "squares" in said
    assert (
        "looked for a piecepack of sixteen tiles, for 4 players; --players 2 is the one of ten, --game another" in said
    )
