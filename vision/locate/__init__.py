"""Where the board is in a picture: found by printed markers, by its holes or squares, or told by clicks."""

from vision.locate.corners import from_corners
from vision.locate.failure import BoardNotFound
from vision.locate.finders import locate, refine, strayed
from vision.locate.markers import by_markers, corners_marked

__all__ = ["BoardNotFound", "by_markers", "corners_marked", "from_corners", "locate", "refine", "strayed"]
