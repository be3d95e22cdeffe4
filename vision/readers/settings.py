"""Thresholds that the readers share. Lengths are in hole pitches unless said otherwise."""

USUAL_FOCAL = 2.2
"""Focal length of a usual camera in half diagonals of its picture: phones about 1.7, webcams about 2.3."""

FOCAL_SPREAD = 0.35
"""How far (in natural logarithms) lenses stray from the usual one."""

FOCALS, FOCAL_STEPS = (0.5, 8.0), 161
"""Focal lengths between which the camera's is looked for, and how many are tried: each 1.7 % longer than the last."""

SHAPE_SPREAD = 0.01
"""How far a fitted homography strays from keeping right angles and lengths, as a share."""

THIN_FROM = 1.3
"""From how many picture pixels to a sample on the picture is smoothed before it is sampled; below, lines stay sharp."""

HEAD_HEIGHT = 0.3
"""How high over the board the middle of an unknown piece is looked for."""

HEAD_SAMPLES, HEAD_SPAN = 8, 0.3
"""So many samples either way, in a square so wide around that middle, tell a piece's colour: pieces are wider."""

SAME_WORD = 25.0
"""By how much (L*a*b* units) a colour's word must be better than the next to be used for two sets."""
