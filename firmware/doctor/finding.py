"""What a check found: a verdict, one sentence, and the command that mends it."""

from dataclasses import asdict, dataclass
from enum import StrEnum


class Verdict(StrEnum):
    """How a part of the machine is."""

    OK = "ok"
    WARNING = "warning"
    """Games can be played, but something will be less good than it could be."""
    WRONG = "wrong"
    """Something that the table needs does not work."""
    NOT_HERE = "not here"
    """This machine has no such part and needs none: a PC has no pins."""


@dataclass(frozen=True)
class Finding:
    """One answer of the doctor. ``mend`` is a command, or a line to write, or what to do with one's hands."""

    check: str
    verdict: Verdict
    says: str
    mend: str = ""

    def as_json(self) -> dict[str, str]:
        """Plain data."""
        return asdict(self)


def ok(check: str, says: str) -> Finding:
    """The part is all right."""
    return Finding(check, Verdict.OK, says)


def warning(check: str, says: str, mend: str) -> Finding:
    """The part could be better."""
    return Finding(check, Verdict.WARNING, says, mend)


def wrong(check: str, says: str, mend: str) -> Finding:
    """The part does not work."""
    return Finding(check, Verdict.WRONG, says, mend)


def not_here(check: str, says: str) -> Finding:
    """A part that the machine has not, and need not have."""
    return Finding(check, Verdict.NOT_HERE, says)
