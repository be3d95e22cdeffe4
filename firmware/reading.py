"""A careful picture of the table, judged."""

from typing import Any, NamedTuple

from firmware.states import Purpose
from rules.comparison import Comparison, Difference
from rules.referee import Verdict
from rules.settings import DOUBT


class Reading(NamedTuple):
    """A careful picture, judged: the verdict, what it compared, why it was taken, when, and if in the dark."""

    verdict: Verdict[Any]
    compared: Comparison
    purpose: Purpose
    at: float
    dark: bool = False


def lies_otherwise(compared: Comparison) -> tuple[Difference, ...]:
    """Every place that looks otherwise than it should, beyond the little doubts that any picture has."""
    return tuple(found for found in compared.differences({}) if compared.odd[found.place] >= DOUBT)
