"""Settings of the building plans: lengths in mm, currents in mA, each with its reason."""

PITCH = 25.0
"""Hole pitch of a common wooden board (33 to 40 cm across); measure yours: ten holes in a row, divided by nine."""

PIT_PITCH = 48.0
"""Width of a mandarin board's fields: a dozen pebbles or beans lie in one side by side, so that they can be counted,
and a printed marker of that board still fits on one sheet of home paper."""

LAMP = 8.0
"""Drill for a lamp: 8 mm lets a 5 mm square LED on a disc shine through and leaves wood between 16 mm pitches."""

PLAN_MARGIN = 24.0
"""Paper around the outline, for the scale bar and the corner names."""

SCALE_BAR = 110.0
"""Width of a drawing at least: its scale bar of 100 mm, with room at both ends."""

LABEL, SMALL_LABEL, LABEL_GAP = 2.0, 1.4, 0.8
"""Heights of a lamp's number and of its place's name, and what is left free around them: read at the bench, and still
between two lamps at a 16 mm pitch."""

CORNER_OUT = 1.09
"""Where the name of a star's corner stands, as a share of the way to its place: inside its tip."""

SQUARE_OUT = 5.0
"""Where it stands on a board of squares: so far out from its square's corner, either way, whatever the pitch. That is
outside the outline, and on the paper around it."""

PIT_OUT = 2.2
"""From the edge of a lamp under a pit to its corner's name: above it, to its left below, or outwards of a half-round,
where neither wires nor numbers are."""

SHEET_MARGIN = 12.0
"""What home printers leave white at the edge, with room for cutting marks."""

ARROW_SIZE = 1.6
"""Arrow heads along the chain: small enough to stay between two lamps at a 16 mm pitch."""

MARKER_WORDS = 170.0
"""Width of a sheet of markers at least: what people are told below them is one line, which home paper holds."""

MARKER_HOLE = 0.2
"""Radius, in pitches, of the rings on a marker's sheet that are laid over the board's holes: smaller than any hole."""

SUPPLY_BUDGET = 2000
"""What the firmware may allow lamps that have a supply of their own, where it is told so."""

SUPPLY_AMPERES = 3
"""Of that supply, at least, and of the fuse in its 5 V wire: more than the budget, so that the fuse holds, and no more
than wire of 0.25 mm² carries for long."""

SMALL_SOCKET = ("Zero 2 W", "5")
"""Models whose camera socket has 22 pins; the others have 15, as the camera modules themselves."""

SEEN = 0.74
"""What camera module 3 sees across the shorter side of its pictures, as a share of its height (41°); module 2 sees 0.9,
wide ones more."""

WIRE_EXTRA = 1.15
"""Wire is cut a little longer than the way it goes."""

DIFFUSER_WALL = 1.2
"""Wall of a diffuser cell: three lines of a 0.4 mm nozzle, dark enough that neighbours do not shine in."""

DIFFUSER_JOINT = 0.05
"""By how much a cell reaches into its neighbours: cells that only touch are not one piece."""

DIFFUSER_HEIGHT = 10.0
"""Height of a diffuser cell: a lamp 10 mm under opal acrylic fills a disc as wide as a hole."""
