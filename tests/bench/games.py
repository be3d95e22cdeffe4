"""How well recorded games are followed: ``make bench-games PICTURES=folder``.

Every recorded star game under the folder is watched as ``hopsight watch`` does: as it is, and spoilt in ways that its
pictures are not (smaller, darker, trembling, with pictures left out, …). Counted are the moves that were named in
their order, those that were missed, those that were invented, and how often people would have been asked.
"""

import argparse
import json
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from difflib import SequenceMatcher
from itertools import islice, pairwise
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TypeAlias

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from tests.bench.labels import Game, Still, sequences
from tests.bench.timing import table

Picture: TypeAlias = NDArray[np.uint8]
Spoil: TypeAlias = Callable[[Picture, int, Generator], Picture]
"""A picture made worse; its number in the game, and chance."""


BUMP = 15
"""The number of the picture before which the camera is pushed."""


Leave: TypeAlias = Callable[[list[Still]], list[Still]]


def bytes_of(values: NDArray[np.floating]) -> Picture:
    """Values as a picture has them."""
    return np.asarray(np.clip(values, 0, 255), np.uint8)


def shifted(picture: Picture, turn: float, scale: float, x: float = 0.0, y: float = 0.0) -> Picture:
    """Turned (degrees) and scaled about its middle, and shifted (pixels)."""
    height, width = picture.shape[:2]
    way = cv2.getRotationMatrix2D((width / 2, height / 2), turn, scale)
    way[:, 2] += np.array((x, y))
    return np.asarray(cv2.warpAffine(picture, way, (width, height), borderMode=cv2.BORDER_REPLICATE), np.uint8)


def smaller(picture: Picture, _number: int, _chance: Generator) -> Picture:
    """Half as large."""
    return np.asarray(cv2.resize(picture, None, fx=0.55, fy=0.55, interpolation=cv2.INTER_AREA), np.uint8)


def noisy(picture: Picture, _number: int, chance: Generator) -> Picture:
    """Taken in the evening by a small sensor."""
    return bytes_of(picture + chance.normal(0, 9, picture.shape))


def darker(picture: Picture, _number: int, chance: Generator) -> Picture:
    """With the lamp turned down."""
    return bytes_of(153 * (picture / 255) ** 1.3 + chance.normal(0, 3, picture.shape))


def drifting(picture: Picture, number: int, _chance: Generator) -> Picture:
    """In warm light that wanes and grows again."""
    return bytes_of(picture * np.array([0.9, 1.0, 1.1]) * (1 - 0.35 * np.sin(number / 15) ** 2))


def blurred(picture: Picture, _number: int, _chance: Generator) -> Picture:
    """Out of focus."""
    return np.asarray(cv2.GaussianBlur(picture, (0, 0), 1.6), np.uint8)


def turned(picture: Picture, _number: int, _chance: Generator) -> Picture:
    """From farther away, the camera not level."""
    return shifted(picture, 8, 0.8)


def trembling(picture: Picture, _number: int, chance: Generator) -> Picture:
    """By a camera on a shaky arm."""
    return shifted(picture, 0, 1, *chance.normal(0, 0.7, 2))


def bumped(picture: Picture, number: int, _chance: Generator) -> Picture:
    """By a camera that was pushed in the middle of the game."""
    return shifted(picture, 3, 1, 18, -12) if number >= BUMP else picture


def compressed(picture: Picture, _number: int, _chance: Generator) -> Picture:
    """Through a poor line."""
    return np.asarray(cv2.imdecode(cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, 30])[1], 1), np.uint8)


SPOILS: Mapping[str, Spoil] = {
    spoil.__name__: spoil
    for spoil in (smaller, noisy, darker, drifting, blurred, turned, trembling, bumped, compressed)
}


def resting(frames: list[Still]) -> list[Still]:
    """No picture of a hand."""
    return [frame for frame in frames if frame.still]


def one_each(frames: list[Still]) -> list[Still]:
    """One picture after each move."""
    still = resting(frames)
    return still[:1] + [frame for before, frame in pairwise(still) if frame.made != before.made]


def some_left_out(frames: list[Still]) -> list[Still]:
    """One picture after each move, but two moves at once now and then."""
    return [frame for number, frame in enumerate(one_each(frames)) if number % 4 != 2]


LEFT_OUT: Mapping[str, Leave] = {
    "no hands": resting,
    "one picture a move": one_each,
    "some left out": some_left_out,
}


def versions(game: Game, folder: Path) -> Iterator[tuple[str, Path, tuple[int, int]]]:
    """The game as it is and in every spoilt version, written under ``folder``, with the pixel of the southern tip.

    (Where all points are filled nothing else tells which of them is south.)
    """
    frames = list(game.frames)
    x, y = frames[0].places[0].round().astype(int).tolist()
    for name, leave in {"as it is": list[Still], **LEFT_OUT}.items():
        yield name, written(folder / name, leave(frames), None), (x, y)
    for name, spoil in SPOILS.items():
        yield name, written(folder / name, frames, spoil), spoilt_point((x, y), frames[0].path, spoil)


def spoilt_point(point: tuple[int, int], path: Path, spoil: Spoil) -> tuple[int, int]:
    """Where the spoilt version of a picture shows a point of it."""
    dot = cv2.circle(np.zeros_like(loaded(path)), point, 9, (255, 255, 255), -1)
    shown = spoil(np.asarray(dot, np.uint8), 0, np.random.default_rng(0)).sum(2, dtype=np.float32)
    row, column = np.unravel_index(cv2.GaussianBlur(shown, (0, 0), 4).argmax(), shown.shape)
    return int(column), int(row)


def loaded(path: Path) -> Picture:
    """The picture of a file. Raises FileNotFoundError."""
    picture = cv2.imread(str(path))
    if picture is None:
        raise FileNotFoundError(path)
    return np.asarray(picture, np.uint8)


def written(folder: Path, frames: list[Still], spoil: Spoil | None) -> Path:
    """The folder with these pictures."""
    folder.mkdir()
    chance = np.random.default_rng(0)
    for number, frame in enumerate(frames):
        if spoil is None:
            (folder / frame.path.name).symlink_to(frame.path.resolve())
            continue
        cv2.imwrite(str(folder / frame.path.name), spoil(loaded(frame.path), number, chance))
    return folder


def watched(folder: Path, south: tuple[int, int]) -> tuple[list[str], int]:
    """The moves that ``hopsight watch`` names, and how often it was not sure."""
    at = ",".join(map(str, south))
    command = [sys.executable, "-P", "-m", "firmware", "watch", str(folder), "--json", "--south", at]
    told = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    events = [json.loads(line) for line in told.splitlines()]
    named = [event["move"] for event in events if event["event"] == "move"]
    return named, sum(event["event"] == "unsure" for event in events)


def main() -> int:
    """Follow every game under a folder; 1 where a move was missed or invented."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.games", description=__doc__.partition("\n\n")[0])
    parser.add_argument("folder", type=Path, help="recorded games, at any depth")
    parser.add_argument("--plain", action="store_true", help="only as they are, not spoilt")
    given = parser.parse_args()
    rows = [["game", "", "moves", "named", "missed", "invented", "not sure"]]
    faults = 0
    for game in sequences(given.folder):
        with TemporaryDirectory() as folder:
            for name, pictures, south in islice(versions(game, Path(folder)), 1 if given.plain else None):
                named, unsure = watched(pictures, south)
                matcher = SequenceMatcher(None, game.moves, named, autojunk=False)
                right = sum(block.size for block in matcher.get_matching_blocks())
                wrong = [len(game.moves) - right, len(named) - right]
                faults += sum(wrong)
                counts = [len(game.moves), right, *wrong, unsure]
                rows.append([game.name, name, *map(str, counts)])
                print(game.name, name, *counts, file=sys.stderr)
    if len(rows) == 1:
        print(
            f"{given.folder}: no recorded game there; name a folder: make bench-games PICTURES=folder", file=sys.stderr
        )
        return 2
    table("Games", rows)
    return int(bool(faults))


if __name__ == "__main__":
    raise SystemExit(main())
