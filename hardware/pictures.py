"""What pictures are made of. A file of its own, for most of what knows the ports never touches a picture."""

from collections.abc import Callable
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

Picture: TypeAlias = NDArray[np.uint8]
"""Height × width × 3, BGR as OpenCV has it."""

File: TypeAlias = NDArray[np.uint8]
"""The bytes of a file."""

Decode: TypeAlias = Callable[[File, str], Picture]
"""The picture in a file, upright and in colour; raises ValueError, which says what is wrong with the file so named."""
