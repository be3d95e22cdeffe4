"""Which command knows what people typed at another one, or where there is none of the name: once it went wrong."""

from collections.abc import Sequence
from importlib import import_module

from firmware.commands import COMMANDS
from firmware.given.meant import alike, bare, house_rule
from firmware.given.words import Words

FEW = 3
"""As many commands are named as people read: what more of them know, such as --json, is nobody's in particular."""


def meant(word: str, command: str | None) -> str:
    """How a sentence goes on that ``word`` means nothing to ``command``; empty where nothing comes to mind."""
    if command is None or not word.startswith("--"):
        return ""
    name, own = bare(word), _options(command)
    if told := house_rule(name, own):
        return told
    if name in COMMANDS:
        return f"; hopsight {name} is a command of its own"
    return _elsewhere(name) or alike(name, own, "--")


def unknown(words: Sequence[str], command: str) -> list[str]:
    """The options among ``words`` that ``command`` does not know, not even by their beginnings."""
    own = _options(command)
    options = [word for word in words if word.startswith("--")]
    return [word for word in options if not any(option.startswith(bare(word)) for option in own)]


def instead(word: str) -> str:
    """The same for ``word`` where a command is wanted."""
    return alike(word, COMMANDS.keys()) or _elsewhere(word)


def _options(command: str) -> frozenset[str]:
    """The options of a command, without what stands before their names."""
    parser = Words()
    getattr(import_module(f"firmware.commands.{COMMANDS[command].module}"), f"add_{command}")(parser)
    return parser.options


def _elsewhere(name: str) -> str:
    """Which commands know an option of this ``name``."""
    there = [f"hopsight {command}" for command in COMMANDS if name in _options(command)]
    return f"; {' and '.join(there)} know{'s' * (len(there) == 1)} --{name}" if 0 < len(there) <= FEW else ""
