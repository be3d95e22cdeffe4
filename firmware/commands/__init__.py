"""The commands: what each does, where it lives, and how they fail. The files themselves are imported when asked for."""

import re
from argparse import ArgumentParser
from dataclasses import dataclass
from enum import IntEnum
from typing import NoReturn

from rules.game import BadPosition, MoveError

WRONG = (
    (r"argument (\S+): invalid int value: (.+)", r"\1 \2: a whole number is wanted here"),
    (r"argument (\S+): invalid float value: (.+)", r"\1 \2: a number is wanted here"),
    (r"argument (\S+): invalid choice: (.+) \(choose from (.+)\)", r"\1 \2: it can be \3"),
    (r"argument (\S+): expected one argument", r"\1: a value is missing behind it"),
    (r"argument (\S+): not allowed with argument (\S+)", r"\1 means nothing beside \2; leave one of them out"),
    (r"argument (\S+): ignored explicit argument (.+)", r"\1 stands alone, without \2"),
    (r"one of the arguments (\S+) (\S+) is required", r"\1 or \2 is missing"),
    (r"the following arguments are required: (.+)", r"\1 is missing"),
    (r"ambiguous option: (\S+) could match (.+)", r"\1 may mean \2; write it in full"),
)
"""What argparse says of words that are wrong → how people say it."""


class Done(IntEnum):
    """The exit codes that scripts rely on. Ctrl-C leaves a game as quit does; whatever else it stops is INTERRUPTED."""

    WELL = 0
    OWN_FAULT = 1
    GIVEN_WRONG = 2
    HARDWARE = 3
    INTERRUPTED = 130


class GivenWrong(ValueError):
    """Something given on the command line is wrong: one clear sentence that says what, where and what to do."""


def in_words(error: Exception) -> str:
    """What is wrong, and of several moves which one it is: the one sentence that a command says of it.

    Positions and moves call seats as people do; house rules and options call them as they are typed.
    """
    if not isinstance(error, MoveError | BadPosition):
        return str(error)
    from firmware.words.wording import spoken  # only what went wrong needs its words

    return ": ".join([*getattr(error, "__notes__", ()), spoken(error.reason)])


class Words(ArgumentParser):
    """Understands words; what is wrong with them is raised as a sentence, nobody leaves."""

    @property
    def known(self) -> frozenset[str]:
        """The options, as they are typed."""
        return frozenset(self._option_string_actions)

    def error(self, message: str) -> NoReturn:
        """Raise `GivenWrong`, in people's words."""
        for told, worded in WRONG:
            if found := re.fullmatch(told, message):
                raise GivenWrong(found.expand(worded))
        raise GivenWrong(message)


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
    "moves": Command("positions", "the legal moves of a position, one a line", "hopsight moves --position now.json"),
    "apply": Command(
        "positions", "the position after these moves, as JSON", "hopsight apply --position now.json c2-d3"
    ),
    "outcome": Command("positions", "whether a position is won, and how", "hopsight outcome --position now.json"),
    "perft": Command("positions", "how many sequences of moves there are", "hopsight perft star --players 3 --depth 3"),
    "bench": Command("bench", "how fast this machine is, beside a reference machine", "hopsight bench"),
}
