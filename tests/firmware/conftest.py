"""For everything at the table: what a picture shows at first sight is worked out once, though many tests begin with it.

Simulated tables are drawn alike to the last bit wherever people have done the same there. Where the board lies in such
a picture, and what whoever never saw the table reads in it, depends on nothing else; in `tests/vision` both are worked
out every time.
"""

from collections.abc import Callable, Hashable, Iterator
from copy import copy
from dataclasses import fields
from hashlib import blake2b
from typing import Any

import numpy as np
import pytest

import vision.locate.hole.finder
import vision.locate.pit.finder
import vision.locate.square.finder
import vision.look
from vision.calibration import Calibration

FINDERS = (vision.locate.hole.finder, vision.locate.pit.finder, vision.locate.square.finder)
FIRST_SIGHTS = (
    *((finder, name) for finder in FINDERS for name in ("locate", "refine")),
    *((vision.look, name) for name in ("read_unknown", "read_squares", "read_pits")),
)
"""What is asked of a picture, a board, and perhaps of where it is said to lie, but of nothing that was learnt."""

REMEMBERED = 300
"""Answers kept: a reading takes some tens of kilobytes."""

Answers = dict[Hashable, Any]


def known_by(thing: Any) -> Hashable:
    """What tells a picture or a placement from all others; of everything else, itself."""
    if isinstance(thing, np.ndarray):
        return thing.shape, thing.dtype.str, blake2b(thing.tobytes()).digest()
    if isinstance(thing, Calibration):
        return tuple(known_by(getattr(thing, field.name)) for field in fields(thing))
    assert isinstance(thing, Hashable)
    return thing


def once(ask: Callable[..., Any], answers: Answers) -> Callable[..., Any]:
    """``ask``, but what was asked before is told again and not worked out; what was raised is."""

    def told(*about: Any, **how: Any) -> Any:
        question = ask, *map(known_by, about), *((name, known_by(thing)) for name, thing in sorted(how.items()))
        answer = answers.get(question)
        if answer is None:
            answer = answers[question] = ask(*about, **how)
            for oldest in list(answers)[:-REMEMBERED]:
                answers.pop(oldest, None)
        return copy(answer)

    return told


@pytest.fixture(scope="session")
def worked_out() -> Answers:
    """What was told so far."""
    return {}


@pytest.fixture(scope="module", autouse=True)
def first_sights(worked_out: Answers) -> Iterator[None]:
    """Whoever looks at a picture as at one never seen before is told at once what it shows, if that was worked out."""
    with pytest.MonkeyPatch.context() as eyes:
        for module, name in FIRST_SIGHTS:
            eyes.setattr(module, name, once(getattr(module, name), worked_out))
        yield
