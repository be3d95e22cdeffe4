"""A careful picture of the table, judged."""

from typing import Any, NamedTuple

from firmware.states import Purpose
from rules.evidence import Difference, Evidence
from rules.referee import Verdict
from rules.settings import DOUBT


class Reading(NamedTuple):
    """A careful picture, judged: the verdict, the evidence behind it, why it was taken, when, and if in the dark."""

    verdict: Verdict[Any]
    evidence: Evidence
    purpose: Purpose
    at: float
    dark: bool = False


def lies_otherwise(evidence: Evidence) -> tuple[Difference, ...]:
    """Every place that looks otherwise than it should, beyond the little doubts that any picture has."""
    return tuple(found for found in evidence.differences({}) if evidence.odd[found.place] >= DOUBT)
