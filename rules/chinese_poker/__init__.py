"""Chinese Poker, the climbing game: be rid of all cards first. At a table or with all hands known."""

from typing import Any

from rules.cards import CARDS, bits
from rules.chinese_poker import words
from rules.chinese_poker.game import ChinesePoker
from rules.chinese_poker.house import HAND_SIZES, HouseRules, takes_out
from rules.chinese_poker.position import Move, Position
from rules.game import BadOption, Game, Option

REMOVED = ("AC", "2C", "2D", "2H")

OPTIONS = (
    Option("players", 2, tuple(HAND_SIZES), words.PLAYERS_MEANING()),
    Option("removed", REMOVED, (), words.REMOVED_MEANING()),
    Option("limit", 100, (), words.LIMIT_MEANING()),
)


def make(players: int, removed: Any, limit: Any) -> Game[Position, Move]:
    """The game with these house rules; raises `BadOption`."""
    if type(limit) is not int or limit < 1:
        raise BadOption(words.BAD_LIMIT(given=limit))
    names = list(removed) if isinstance(removed, list | tuple) else []
    out = bits(CARDS[name] for name in names if isinstance(name, str) and name in CARDS)
    if len(names) != 4 or not takes_out(out):
        raise BadOption(words.BAD_REMOVED(given=removed))
    return ChinesePoker(HouseRules(players, out, limit))
