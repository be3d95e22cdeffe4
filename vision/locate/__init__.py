"""Where the board is in a picture: found by its holes or squares, or told by clicks."""

from vision.locate.corners import from_corners
from vision.locate.failure import BoardNotFound
from vision.locate.finders import locate, refine

__all__ = ["BoardNotFound", "from_corners", "locate", "refine"]
