"""Thresholds of pictures, of watching a board, of beacons and of drawing. Lengths in hole pitches, unless said."""

# --- pictures from files

LARGEST_SIDE = 4000
"""Pixels of a picture's longer side; larger ones are made smaller. A hole is then still 100 pixels wide or more."""

SMALLEST_SIDE = 64
"""Pixels of a picture's shorter side below which no board can be in it."""

MOST_PIXELS = 64_000_000
"""Pixels that a file may hold once decoded: 192 MB, more than any camera for this makes."""

MOST_BYTES = 8 * MOST_PIXELS
"""Of a file that are read: four channels of 16 bits for each of these pixels. A device may have no end."""

# --- calm pictures (levels 0..255)

CALM_SIDE = 80
"""Cells along the longer side of a picture in which movement is looked for: noise of 8 levels leaves 2 there."""

CALM_LEVEL, CALM_TIMES = 6.0, 8.0
"""Change of a cell from which something moves, and how many times the usual cell's change is allowed besides."""

# --- watching live pictures (grey levels 0..255)

WATCH_SIDE = 220
"""Samples along the longer side of what is watched: the board and a rim. A hole pitch is then 14 to 16 samples."""

WATCH_RIM = 1.6
"""Pitches around the outermost places that are watched too: a hand comes from there."""

MOVING_LEVEL = 9.0
"""Least change of a smoothed sample from one frame to the next that is more than noise."""

MOVING_AREA = 0.12
"""Area (square pitches) that must change from one frame to the next for something to be moving: a rolling marble's
edge at ten frames a second."""

CHANGED_LEVEL, CHANGED_SHARE = 10.0, 0.09
"""Change of a sample since the last good picture that is more than noise and light: grey levels, and a share of it."""

NOISE_TIMES = 5.0
"""Changes must also exceed this many times the noise that the frames themselves show."""

LAMPS_SHOWN = 6
"""So many sets of lamps that shone together are remembered: two rhythms of blinking make four."""

GLEAM = 1.2
"""As far around a lamp, in pitches, its light falls on what is watched."""

NOISE_SHARE = 0.1
"""How much the newest frame counts in the noise, on average over about the last second."""

LIGHT_ROUNDS, LIGHT_OUTLIER = 3, 0.12
"""Rounds of robust fitting of how light has changed over what is watched; and the residual (natural logarithm) of a
cell's brightness from which it hardly counts."""

PLACE_RADIUS = 0.75
"""So much around a place, in pitches, counts as the board: what lies there hides a piece."""

STILL_HALF = 2.46
"""By how many times the mean of all noise exceeds that of its smaller half, where it is normally distributed."""

NOISE_MOST = 6.0
"""Noise of a smoothed sample from frame to frame (mean change) beyond which no camera goes: more is movement."""

CLOSED = 5
"""Samples: changes are parted by no gap that is narrower than this, a third of a pitch."""

BIG_AREA = 2.5
"""Area (square pitches) of one changed region that is larger than pieces side by side: a hand, an arm, a cup."""

REACH_AREA = 0.4
"""Area (square pitches) of something that reaches from the rim of what is watched over the board: a finger's width."""

HUED_WIDTH = 0.9
"""Width (pitches) from which something that differs in hue alone counts, beside lit lamps: pieces are smaller."""

CUT_OFF = 250
"""From this grey level on a camera may have cut the light off."""

GOODS = 3
"""So many of the last good pictures are kept."""

RELIT_SHARE, RELIT_PIECE = 0.1, 0.6
"""Where so large a share of the board looks otherwise and no piece of that is larger than this share of it, the light
has changed: a hand is one piece, and all but a tenth of what has changed hangs together with its arm."""

DARK_LEVEL, DARK_SHARE = 14.0, 0.2
"""The light is off where the board is darker than this on average, or than this share of the last good picture."""

SUSPECT_SHARE = 0.02
"""Share of changed samples from which it is worth asking whether camera or board have moved."""

NUDGE_LEAST = 0.04
"""Smallest shift (pitches) that is called a nudge."""

TREMBLE = 0.2
"""A shift (pitches) that readers follow by themselves: with a hand over the board, the hand is what matters."""

NUDGE_EXPLAINS = 0.55
"""A shift is believed when moving the last good picture by it leaves less than this share of the difference."""

DRIFT = 0.05
"""Share of the newest still frame that enters the last good picture where nothing changed: follows shadows that deepen
slowly. Pictures have whole levels, so it ends ten from the newest frame, which is less than counts as a change."""

# --- lamps as beacons

BEACON_SIDE = 0.3
"""Side of the square whose brightness is taken at a place, in pitches: inside a hole, and free of its rim."""

BEACON_LEAST = 3.0
"""Least difference, of 255, between a lamp lit and dark: sensor noise averaged over the square is below 1."""

BEACON_SHARE = 0.25
"""Least part of the usual difference: what shines less is a dead lamp's hole lit by its neighbours."""

# --- drawing a reading over its picture

LARGEST_LETTERS = 22
"""Pixels: words on an annotated picture are no higher than this."""

DRAWN_PITCH = 30.0
"""Pixels between holes that make marks and question marks easy to tell apart."""

DRAWN_SIDE = 2400
"""Pixels of the longer side beyond which a picture is not enlarged."""

DOUBTFUL = 0.9
"""A place less probable than this is marked as doubtful."""
