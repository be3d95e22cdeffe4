"""What people may have meant by a word that means nothing where they typed it: only asked for once it went wrong."""

from collections.abc import Sequence
from difflib import get_close_matches
from importlib import import_module

from firmware.commands import COMMANDS, Words
from rules import catalogue

FEW = 3
"""As many commands are named as people read: what more of them know, such as --json, is nobody's in particular."""

ALIKE = 0.75
"""How much of a word has to be right, from 0 to 1 as `difflib` measures it: pot may be port, replay is not ply."""


def meant(word: str, command: str | None) -> str:
    """How a sentence goes on that ``word`` means nothing to ``command``; empty where nothing comes to mind."""
    if command is None or not word.startswith("--"):
        return ""
    name, own = word[2:].partition("=")[0], _options(command)
    if "option" in own and name in {rule.name for game in catalogue.names() for rule in catalogue.options(game)}:
        return f"; a house rule is typed as --option {name}=…"
    if name in COMMANDS:
        return f"; hopsight {name} is a command of its own"
    return _elsewhere(name) or _alike(name, own, "--")


def unknown(words: Sequence[str], command: str) -> list[str]:
    """The options among ``words`` that ``command`` does not know, not even by their beginnings."""
    own = _options(command)
    names = ((word, word[2:].partition("=")[0]) for word in words if word.startswith("--"))
    return [word for word, name in names if not any(option.startswith(name) for option in own)]


def instead(word: str) -> str:
    """The same for ``word`` where a command is wanted."""
    return _alike(word, frozenset(COMMANDS)) or _elsewhere(word)


def _options(command: str) -> frozenset[str]:
    """The options of a command, without what stands before their names."""
    parser = Words()
    getattr(import_module(f"firmware.commands.{COMMANDS[command].module}"), f"add_{command}")(parser)
    return frozenset(option.lstrip("-") for option in parser.known)


def _alike(name: str, known: frozenset[str], before: str = "") -> str:
    near = get_close_matches(name, sorted(known), 1, ALIKE)
    return f"; {before}{near[0]} may be meant" if near else ""


def _elsewhere(name: str) -> str:
    """Which commands know an option of this ``name``."""
    there = [f"hopsight {command}" for command in COMMANDS if name in _options(command)]
    return f"; {' and '.join(there)} know{'s' * (len(there) == 1)} --{name}" if 0 < len(there) <= FEW else ""
