"""Chinese Ten: catch red cards by making ten. Five games of one family, at a table or with all hands known."""

from rules.chinese_ten import words
from rules.chinese_ten.game import ChineseTen
from rules.chinese_ten.position import Move, Position
from rules.chinese_ten.variants import VARIANTS, HouseRules
from rules.game import BadOption, Game, Option

OPTIONS = (
    Option("variant", "ten", tuple(VARIANTS), words.VARIANT_MEANING()),
    Option("players", None, (2, 3, 4), words.PLAYERS_MEANING()),
    Option("first", None, ("left", "dealer"), words.FIRST_MEANING()),
    Option("redeal_groups", True, (True, False), words.REDEAL_MEANING()),
)


def make(variant: str, players: int | None, first: str | None, redeal_groups: bool) -> Game[Position, Move]:
    """The game with these house rules, None where the variant's own holds; raises `BadOption`."""
    chosen = VARIANTS[variant]
    if players is None:
        players = next(iter(chosen.deal))
    if players not in chosen.deal:
        right = ", ".join(map(str, chosen.deal))
        raise BadOption(words.BAD_PLAYERS(variant=variant, players=players, right=right))
    if first is None:
        first = chosen.first[0]
    if first not in chosen.first:
        raise BadOption(words.BAD_FIRST(variant=variant))
    return ChineseTen(HouseRules(chosen, players, first, redeal_groups))
