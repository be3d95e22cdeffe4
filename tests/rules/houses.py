"""Every game under every house rule: for each value of each option some set of options that goes together with it."""

from itertools import combinations
from pathlib import Path

import rules
from rules import catalogue
from rules.catalogue import TOSS
from rules.game import BadOption


def folder(name):
    return Path(rules.__path__[0]) / name


def made(name, options):
    """The game with these options; None where they do not go together."""
    try:
        return catalogue.game(name, **options)
    except BadOption:
        return None


def houses(name):
    """The game as it comes, and for every value of every option a house that has it, with as few others as needed."""
    values = [{option.name: value} for option in catalogue.options(name) for value in option.choices if value != TOSS]
    found = [{}]
    for wanted in values:
        others = [one for one in values if not one.keys() & wanted.keys()]
        for count in range(3):
            more = (
                {key: value for one in chosen for key, value in one.items()} for chosen in combinations(others, count)
            )
            house = next((wanted | extra for extra in more if made(name, wanted | extra)), None)
            if house is not None:
                found.append(house)
                break
        else:
            raise AssertionError(f"{name}: no house has {wanted}")
    return found


def random_house(name, chance):
    """The game with values drawn for some of its options, such as go together."""
    while True:
        options = [option for option in catalogue.options(name) if option.choices and chance.random() < 0.6]
        house = {option.name: chance.choice([value for value in option.choices if value != TOSS]) for option in options}
        if made(name, house):
            return name, house


GAMES = [(name, house) for name in catalogue.names() for house in houses(name)]


def titled(given):
    name, house = given
    return " ".join([name, *(f"{key}={value}" for key, value in house.items())])
