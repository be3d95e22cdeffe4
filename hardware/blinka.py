"""Lamps through Blinka's boards: what its drivers raise where they cannot work, in one sentence."""

import os
from collections.abc import Iterator
from contextlib import contextmanager

from hardware.errors import HardwareError

# Blinka would otherwise ask on the terminal whether it may install more, and wait for ever.
os.environ.setdefault("BLINKA_SKIP_DEPENDENCY_CHECK", "1")


@contextmanager
def in_a_sentence(kind: str, install: str, needs: str) -> Iterator[None]:
    """Turn errors of a driver of ``kind`` lamps into a `HardwareError`: the command that brings it, what it needs."""
    try:
        yield
    except ImportError as missing:
        raise HardwareError(f"{kind} lamps need more ({missing.name} is missing); run {install}, or use spi") from None
    except (NotImplementedError, AttributeError, RuntimeError, OSError) as error:
        raise HardwareError(f"{kind} lamps do not work here ({error}); they need {needs}, or use spi") from None
