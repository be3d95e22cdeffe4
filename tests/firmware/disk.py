"""A disk that is full, made by the kernel."""

import resource
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def no_file_beyond(size: int) -> Iterator[None]:
    """No file can grow beyond ``size`` bytes: the kernel takes the part of a write that fits, and refuses the rest.

    The limit is the whole process's: around the few steps of a scene and never around a whole test, or it meets
    pytest's own words where these go to a file.
    """
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
