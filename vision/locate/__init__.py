"""Where the board is in a picture: found by markers or by its holes or squares, told by clicks, or known again."""

from vision.locate.carried import carried
from vision.locate.corners import from_corners
from vision.locate.failure import BoardNotFound
from vision.locate.finders import at_a_glance, locate, otherwise, refine, strayed, where_clicked, whichever
from vision.locate.markers import by_markers, corners_marked

__all__ = [
    "BoardNotFound",
    "at_a_glance",
    "by_markers",
    "carried",
    "corners_marked",
    "from_corners",
    "locate",
    "otherwise",
    "refine",
    "strayed",
    "where_clicked",
    "whichever",
]
