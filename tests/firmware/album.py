"""A table whose pictures are kept in a folder, and what `hopsight watch` tells of them."""

import json
from dataclasses import replace
from pathlib import Path

import cv2
import pytest

from firmware.__main__ import main
from firmware.states import AnyGame
from hardware.simulated.painter import Painter
from hardware.simulated.scene import Light, Scene
from hardware.simulated.scenes import WOOD
from hardware.simulated.table import Table
from rules import catalogue
from rules.geometry import PlaceId
from rules.sight import EMPTY

GAME = catalogue.game("star", players=2, pieces=10)
START = GAME.view(GAME.start())
TOKENS = sorted({*START.values()} - {EMPTY})


class Album:
    """A table whose pictures are kept in a folder."""

    def __init__(self, folder: Path, scene: Scene = WOOD, game: AnyGame = GAME) -> None:
        self.folder = folder
        self.scene = scene
        start = game.view(game.start())
        self.tokens = sorted({*start.values()} - {EMPTY})
        self.table = Table(game.board, start, self.tokens)
        self.painter = Painter(scene, game.board, self.tokens, (960, 720))
        self.count = 0
        self.glass: PlaceId | None = None
        self.shows = 0.2

    def light(self, light: Light) -> None:
        """From now on the light is another one."""
        self.painter = Painter(replace(self.scene, light=light), self.table.board, self.tokens, (960, 720))

    def photograph(self) -> None:
        self.count += 1
        moment = self.table.moment()
        picture = self.painter.picture(moment, self.count)
        if self.glass is not None:
            lying = {place: token for place, token in moment.lying.items() if place != self.glass}
            bare = replace(moment, lying=lying)
            picture = cv2.addWeighted(picture, self.shows, self.painter.picture(bare, self.count), 1 - self.shows, 0)
        cv2.imwrite(str(self.folder / f"{self.count:04d}.png"), picture)

    def carry(self, start: str, end: str, *, hand: bool = True) -> None:
        """A piece is carried; one picture while the hand is there, one afterwards."""
        self.table.lift(PlaceId(start))
        if hand:
            self.table.hand(PlaceId(start))
            self.photograph()
        self.table.put(PlaceId(end))
        self.table.no_hand()
        self.photograph()


def told(album: Album, capsys: pytest.CaptureFixture[str]) -> list[tuple[str, str | None]]:
    """What is told of the pictures, hands left out: kinds of events, with the moves."""
    assert main(["watch", str(album.folder), "--json", "--players", "2", "--option", "pieces=10"]) == 0
    events = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    return [(one["event"], one.get("move")) for one in events if one["event"] not in {"hand", "lifted"}]
