"""The commands: what each does, where it lives, and how they end. The files themselves are imported when asked for."""

from dataclasses import dataclass
from enum import IntEnum


class Done(IntEnum):
    """The exit codes that scripts rely on. Ctrl-C leaves a game as quit does; whatever else it stops is INTERRUPTED."""

    WELL = 0
    OWN_FAULT = 1
    GIVEN_WRONG = 2
    HARDWARE = 3
    INTERRUPTED = 130


@dataclass(frozen=True)
class Command:
    """A command's file in this folder (``add_NAME`` and ``run_NAME`` stand there), its summary, an example."""

    module: str
    summary: str
    example: str


COMMANDS = {
    "games": Command("positions", "the games, their options with defaults and meaning", "hopsight games"),
    "play": Command("play", "referee a game at this table until it ends", "hopsight play star --players 3 --simulated"),
    "demo": Command(
        "demo", "a whole game at the simulated table, played by simulated hands", "hopsight demo --players 4"
    ),
    "read": Command("read", "what lies where in one picture", "hopsight read table.jpg --annotate seen.jpg"),
    "watch": Command("watch", "follow recorded or live pictures as if they were the table", "hopsight watch game01/"),
    "replay": Command("records", "show a recorded game again", "hopsight replay game.jsonl --ply 12"),
    "check": Command("records", "referee a recorded game anew, move by move", "hopsight check game.jsonl"),
    "export": Command(
        "records", "a recorded game as text, JSON, PPN or an animation", "hopsight export game.jsonl --to text"
    ),
    "overlay": Command(
        "overlay", "plans and shopping list for building lamps under a board", "hopsight overlay --pitch 25"
    ),
    "calibrate": Command(
        "calibrate",
        "find where the board is, and which lamp lies under which place",
        "hopsight calibrate --camera usb:0",
    ),
    "doctor": Command("doctor", "whether this machine, its camera, lamps and button are all right", "hopsight doctor"),
    "update": Command(
        "update", "install another version of this program, tried before it runs", "sudo hopsight update ~/hopsight"
    ),
    "start": Command("positions", "the first position of a game, as JSON", "hopsight start star --players 6"),
    "moves": Command(
        "positions", "the legal moves of a position, one a line", "hopsight start star | hopsight moves --position -"
    ),
    "apply": Command(
        "positions",
        "the position after these moves, as JSON",
        "hopsight start star | hopsight apply --position - e5-f5",
    ),
    "outcome": Command(
        "positions", "whether a position is won, and how", "hopsight start star | hopsight outcome --position -"
    ),
    "perft": Command("positions", "how many sequences of moves there are", "hopsight perft star --players 3 --depth 3"),
    "bench": Command("bench", "how fast this machine is, beside a reference machine", "hopsight bench"),
}
