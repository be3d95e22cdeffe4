"""``hopsight read`` of boards: where one lies in a picture, and what lies on its places."""

import sys
import time
from argparse import Namespace
from dataclasses import replace
from typing import Any

from firmware.commands import Done
from firmware.commands.read_pits import pits_json, pits_text
from firmware.given.pictures import chosen_south, put_picture
from firmware.given.words import GivenWrong
from firmware.plain_json import compact, rounded
from rules import catalogue
from rules.geometry import Board, Medium
from rules.sight import EMPTY
from rules.star.places import SIZES, star_boards
from vision.annotate import annotate
from vision.calibration import Calibration
from vision.evidence import Evidence
from vision.locate import BoardNotFound, whichever
from vision.look import look
from vision.pictures import Picture, UnreadablePicture, decoded, enlarged, opened, whole
from vision.settings import DOUBTFUL

TILES = {4: "sixteen", 2: "ten"}
"""Of how many tiles a piecepack's board is, by how many play; the usual one first."""


def read_board(given: Namespace, picture: Picture, times: float) -> int:
    """Read one picture of a board; ``times``: by how many that in the file is larger."""
    boards, south = read_boards(given), chosen_south(given, picture, times)
    began = time.perf_counter()
    try:
        board, calibration = whichever(picture, boards, south)
    except BoardNotFound as error:
        if given.json:
            print(not_found(given.game, error, time.perf_counter() - began))
        print(f"{given.picture}: {error}", file=sys.stderr)
        print(looked_for(given), file=sys.stderr)
        return int(Done.GIVEN_WRONG)
    evidence = look(picture, board, calibration)
    seconds = time.perf_counter() - began
    if given.annotate:  # first, for who reads the words may stop reading amid them
        put_picture(given.annotate, annotate(picture, board, calibration, evidence))
    if given.json:
        print(compact(as_json(given.game, board, *in_the_file(calibration, evidence, times), seconds)))
    else:
        print(as_text(board, calibration, evidence))
    return int(Done.WELL)


def load_given(given: Namespace) -> tuple[Picture, float]:
    """The picture that is given, from standard input for ``-``; and by how many times that in the file is larger."""
    if "://" in given.picture:
        raise GivenWrong(
            f"{given.picture} is an address, and a picture's file is wanted; what a camera in the network shows is "
            f"read by hopsight watch {given.picture}"
        )
    try:
        if given.picture != "-":
            return opened(given.picture)
        given.picture = "/dev/stdin"
        with open(0, "rb", closefd=False) as file:  # by its number, as records are
            return decoded(whole(file), given.picture)
    except UnreadablePicture as error:
        if given.json:
            print(not_found(given.game, error, 0))
        raise GivenWrong(str(error)) from error


def looked_for(given: Namespace) -> str:
    """Which board was looked for in vain, and the words that name another."""
    if given.game == "piecepack":
        players = given.players or next(iter(TILES))
        (other,) = TILES.keys() - {players}
        looked = f"I looked for a piecepack of {TILES[players]} tiles, for {players} players"
        return f"{looked}; --players {other} is the one of {TILES[other]}, --game another board."
    if given.game != "star":
        return f"I looked for a board of {given.game}; --game names another board."
    if given.size is None:
        return "I looked for a star; --size 5 or 6 looks harder for a larger one, --game for another board."
    others = " or ".join(str(other) for other in SIZES if other != given.size)
    looked = f"I looked for a star whose points have {given.size} rows"
    return f"{looked}; --size {others} is another star, --game another board."


def read_boards(given: Namespace) -> list[Board]:
    """The boards that the picture may show, the usual one first."""
    if given.game == "star" and given.size is None:
        return [*star_boards().values()]
    options = {word: getattr(given, word) for word in ("size", "players") if getattr(given, word) is not None}
    return [catalogue.game(given.game, **options).board]


def not_found(game: str, why: Exception, seconds: float) -> str:
    """The reading of a picture in which no board is found, in the form that other programs rely on."""
    return compact({"game": game, "found": False, "confidence": 0, "reason": str(why), "seconds": round(seconds, 3)})


def in_the_file(calibration: Calibration, evidence: Evidence, times: float) -> tuple[Calibration, Evidence]:
    """What was found and seen, in the pixels of a file whose picture is so many ``times`` larger."""
    places = {place: replace(seen, px=enlarged(seen.px, times)) for place, seen in evidence.places.items()}
    return calibration.enlarged(times), replace(evidence, places=places)


def as_json(game: str, board: Board, calibration: Calibration, evidence: Evidence, seconds: float) -> dict[str, Any]:
    """The reading in the form that other programs rely on."""
    pixels = {place.id: xy for place, xy in zip(board.places, calibration.places(board), strict=True)}
    sure = round(calibration.confidence, 4)
    if game == "mandarin":
        told = pits_json(board, calibration, evidence)
        return {"game": game, "found": True, "confidence": sure, **told, "seconds": round(seconds, 3)}
    return {
        "game": game,
        "found": True,
        "confidence": sure,
        "board": {"corners": {name: rounded(pixels[place]) for name, place in board.corners.items()}},
        "places": {
            place: {"px": rounded(seen.px), "token": seen.token, "p": round(seen.p, 5), "colour": list(seen.colour)}
            for place, seen in evidence.places.items()
        },
        "sets": [
            {"name": kind.name, "colour": list(kind.colour), "word": kind.word, "count": kind.count}
            for kind in evidence.sets
        ],
        "seconds": round(seconds, 3),
    }


def as_text(board: Board, calibration: Calibration, evidence: Evidence) -> str:
    """The reading for people: the board, the sets, what is in doubt."""
    from firmware.terminal.drawing import draw, legible, wants_colour

    if board.medium is Medium.PIT:
        return pits_text(calibration, evidence.places)
    view = {place: seen.token or EMPTY for place, seen in evidence.places.items()}
    colours = {kind.name: kind.colour for kind in evidence.sets}
    lines = [legible(draw(board, view, {}, colours, coloured=wants_colour(sys.stdout)), sys.stdout), ""]
    for number, kind in enumerate(evidence.sets, start=1):
        lines.append(f"{number}  {kind.name}: {kind.word}, pieces: {kind.count}")
    covered = [place for place, seen in evidence.places.items() if seen.token is None]
    doubtful = [
        f"{place} ({seen.p:.0%})" for place, seen in evidence.places.items() if seen.token and seen.p < DOUBTFUL
    ]
    if covered:
        lines.append(f"not to be seen: {' '.join(covered)}")
    if doubtful:
        lines.append(f"in doubt: {' '.join(doubtful)}")
    holes = f" of {len(board.places)} holes" if board.medium is Medium.HOLE else ""
    lines.append(f"board{holes} found with confidence {calibration.confidence:.0%}")
    return "\n".join(lines)
