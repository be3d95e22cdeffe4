"""What people may have meant by a word that means nothing where they typed it: only asked for once it went wrong."""

from collections.abc import Set as AbstractSet
from difflib import get_close_matches

from rules import catalogue

ALIKE = 0.75
"""How much of a word has to be right, from 0 to 1 as `difflib` measures it: pot may be port, replay is not ply."""


def meant(word: str, own: AbstractSet[str]) -> str:
    """How a sentence goes on that ``word`` is no option; empty where nothing comes to mind. ``own``: what is."""
    name = bare(word)
    return house_rule(name, own) or alike(name, own, "--") if word.startswith("--") else ""


def bare(word: str) -> str:
    """An option's name alone, without what stands before and behind it."""
    return word.lstrip("-").partition("=")[0]


def house_rule(name: str, own: AbstractSet[str]) -> str:
    """How it goes on where ``name`` is a house rule, and these are given as options."""
    rules = (rule.name for game in catalogue.names() for rule in catalogue.options(game))
    return f"; a house rule is typed as --option {name}=…" if "option" in own and name in rules else ""


def alike(name: str, known: AbstractSet[str], before: str = "") -> str:
    """How it goes on where ``name`` looks like one of those ``known``."""
    near = get_close_matches(name, sorted(known), 1, ALIKE)
    return f"; {before}{near[0]} may be meant" if near else ""
