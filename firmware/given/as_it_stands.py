"""What stands at the table that the service referees at, for commands that are not told: as people wrote it, in a file.

Nothing here keeps a command from its work: without the file, or with a slip in it, the table stands as delivered.
"""

from argparse import Namespace
from pathlib import Path

from firmware.given.words import GivenWrong

TABLE_WORDS = "/etc/hopsight/table.conf"
"""What stands at the table, for the service."""

GAME = ("game", "players", "option")
REST = ("camera", "lights", "lamp_order", "lamp_budget", "lamp_brightness", "second_button", "knob", "pins", "port")
AS_IT_STANDS = (*GAME, *REST)
"""What people may leave out since the table's own file tells it."""

ROOT = Path("/")
"""Where the files of this machine begin."""


def stands(root: Path = ROOT) -> Namespace | None:
    """What people wrote about their table, as options of ``play``; None where nothing is. Raises `GivenWrong`."""
    from firmware.given.playing import with_words
    from firmware.given.standing import checked, read_words

    try:
        text = read_words(root / TABLE_WORDS.lstrip("/"))
    except FileNotFoundError:
        return None
    except OSError as error:
        raise GivenWrong(f"{TABLE_WORDS} cannot be read ({error.strerror})") from None
    return checked(Path(TABLE_WORDS), text, lambda words: with_words(Namespace(wait_for_camera=True), words))


def as_played(root: Path = ROOT) -> Namespace:
    """What stands at the table, as options of ``play``: as people wrote it, else as the program has it."""
    from firmware.given.playing import with_words

    try:
        return stands(root) or with_words(Namespace(), [])
    except GivenWrong:  # the doctor says what is wrong
        return with_words(Namespace(), [])


def as_it_stands(given: Namespace, root: Path = ROOT) -> None:
    """Add to what is ``given`` whatever was left out, as it stands at the table that the service referees at."""
    table, words = as_played(root), vars(given)
    if any(words[name] is not None for name in GAME):
        table.game, table.players, table.option = "star", None, []  # house rules are those of one game
    for name in AS_IT_STANDS:
        if words[name] is None:
            words[name] = getattr(table, name)
