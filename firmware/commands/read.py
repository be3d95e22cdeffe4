"""``hopsight read``: one picture, nothing known before, what lies where."""

from argparse import ArgumentParser, Namespace
from pathlib import Path

from firmware.given.games import game_name, games_on_boards
from firmware.given.pictures import spared
from firmware.given.words import GivenWrong
from rules import catalogue
from rules.geometry import Medium
from rules.star.places import SIZES

BOARDS = games_on_boards()

MEANT_FOR = {"size": ("star",), "players": ("piecepack",), "south": BOARDS}
"""Words that only some games know."""

CARDS = catalogue.names_on(Medium.CARD)
"""Games whose places are the cards themselves."""


def add_read(parser: ArgumentParser) -> None:
    """Arguments of ``hopsight read``."""
    parser.add_argument(
        "picture",
        metavar="PICTURE",
        help="a photograph of the board, or of cards on a table: JPEG, PNG, …; - reads standard input",
    )
    parser.add_argument(
        "--game",
        type=game_name,
        choices=(*BOARDS, *CARDS),
        default="star",
        help="which board, or which cards; default: star",
    )
    parser.add_argument(
        "--size",
        type=int,
        choices=SIZES,
        help="star: rows of a point: 4 (121 holes), 5 or 6; default: whichever is seen",
    )
    parser.add_argument("--players", type=int, metavar="N", help="piecepack: 4 for sixteen tiles (default), 2 for ten")
    parser.add_argument(
        "--south", metavar="X,Y", help="a pixel near the point, or the long side, to call S; default: the lowest"
    )
    parser.add_argument("--json", action="store_true", help="everything that was seen, as one JSON value")
    parser.add_argument("--annotate", type=Path, metavar="OUT", help="write the picture with the reading drawn over it")


def run_read(given: Namespace) -> int:
    """Read one picture."""
    for word, games in MEANT_FOR.items():
        if getattr(given, word) is not None and given.game not in games:
            raise GivenWrong(f"--{word} is for {', '.join(games)}, not {given.game}; leave it out")
    # Not for --help: OpenCV takes a small machine seconds.
    from firmware.commands.read_boards import load_given, read_board
    from firmware.commands.read_cards import read_table

    picture, times = load_given(given)
    if given.annotate:
        spared(given.annotate, Path(given.picture))
    return (read_table if given.game in CARDS else read_board)(given, picture, times)
