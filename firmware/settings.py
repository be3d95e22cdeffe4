"""Settings of the session, the lamps and the record, each with its unit and why it is what it is."""

from hardware.colours import Colour

# Colours that people with any kind of colour blindness tell apart, by hue or at least by brightness.

BLUE: Colour = (0, 60, 255)
"""A legal destination."""

AMBER: Colour = (255, 120, 0)
"""A warning: something to put right here."""

WHITE: Colour = (200, 200, 200)
"""The last move, and whose turn it is; less than full, since three channels shine together."""

# Rhythms. Flashing above 3 Hz can harm people; every rhythm here stays well below it.

BLINK_SECONDS = 1.2
"""Period of the slow blink: half on, half off. Slow enough to be calm, quick enough to catch the eye."""

DOUBLE_SECONDS = 1.8
"""Period of the double blink: two short flashes 0.54 s apart, then dark; so never more than 1.9 flashes in a second."""

BREATH_SECONDS = 4.0
"""Period of the slow swell of the lamp that tells whose turn it is: seen when looked for, never disturbing."""

BREATH_LOW = 0.25
"""Brightness at the low end of a swell, as a share of the high one."""

# Brightness, as shares of a colour's full value.

NEAR_LEVEL = 0.3
"""The nearest destination beside the farthest: clearly dimmer, still plainly lit through opal acrylic."""

TRAIL_LEVEL = 0.25
"""Where the last move began, beside where it ended."""

QUIET_LEVEL = 0.4
"""Hints that should not draw the eye from the destinations: the lifted piece's own place."""

# Waiting, in seconds of the table's clock.

LOOK_SECONDS = 10.0
"""A careful picture that has not come after this long will not come: say so, and let people press again. The
loop answers before it ticks again, a camera that hangs with its loss: this is for a fault nobody has thought of."""

MENU_SECONDS = 20.0
"""A menu in which nobody presses closes by itself: long enough to think, short enough to be forgotten."""

ENDED_SECONDS = 5.0
"""A press so soon after the end of a game asks for no other one: it was meant for the last move, or came by impatience
before the result was heard."""

LAYING_SECONDS = 60.0
"""While pieces are laid, nobody hears sooner again what is still missing: the lamps show it, and a press asks."""

RESTING_SECONDS = 10.0
"""Pieces that are a part of the start asked for, and lie as for another one, rest so long before that is said: whoever
lays the rest has laid some more by then."""

# Insisting.

INSISTED = 0.9
"""How probable the likeliest of several moves must be for people who hold the button to mean just that one."""

# The record.

RECORD_BYTES = 16_000_000
"""The longest record that is read. The longest game of a thousand plies stays below 1 MB; more is not a game."""

RECORD_NUMBER = 1e12
"""No number in a record is as large: counts, pixels, and seconds since a table was switched on or since 1970."""

LAST_LINES_BYTES = 4_096
"""So much of a record's end is looked at to see whether the game is over: its last line has a tenth of that."""

# The eyes, in seconds of the table's clock unless said.

GLIMPSE_SECONDS = 0.25
"""Between two readings while a hand is over the board: quick enough for lamps to feel immediate."""

GLIMPSED_SECONDS = 2.0
"""After so long without a movement what lies over the board shows nothing new, and is not read again."""

CREEP_SECONDS = 30.0
"""Between two looks, while all is still, whether the board lies where it is believed to: a camera may sink so slowly
that no picture differs from the one before."""

STILL_SECONDS = 0.3
"""How long nothing may move before the table counts as still: a marble has stopped rolling by then."""

SEARCH_SECONDS = 3.0
"""Between two searches for a board that is not known yet, or that may have been moved under something."""

LONGEST_REST = 4
"""So many times longer rests a search that finds no board, again and again: a search costs a small machine seconds."""

UNTOUCHED_REST = 20
"""The same where nothing in the picture has changed since: a board that is put away is searched for once a minute."""

COARSE, TOUCHED = (96, 72), 12
"""Width and height, in pixels, at which pictures are compared for that, and grey levels by which one must differ: a
piece of a star 190 pixels wide in 640 does by more, the noise of a dim room by half."""

SLOWEST_BLINK = 2.0
"""Seconds: within these every lamp that blinks has been both bright and dark."""

MOST_WRONG = 0.1
"""Share of the places that may look otherwise than the known position, for the table to be learnt from it all the
same: a few pieces still in somebody's hand, and the errors of a first reading."""

LESS_EMPTY = 3.0
"""Where all pieces pass for empty holes most of them are this much less surely empty than holes. At two such tables it
is 30 and more; of 77 boards without pieces three pass for that, whose points are painted unlike the middle, and only
where people insist that pieces lie there."""

CALM_PICTURES, CALM_SECONDS = 6, 0.8
"""A table never seen before, or in doubt, is read from the mean of so many pictures, or of those that come within this
time: noise falls to less than half, and nobody waits for long."""

SUSPECT_PLACES = 2
"""A careful picture in which more places look wrong makes the eyes ask whether the board lies elsewhere: a move changes
two. A forgotten press asks in vain, which costs one search and nothing else."""

SURE = 0.9
"""Probability from which on a place counts as looking so."""

DISBELIEVED = 200
"""How many times as likely something else must be on a place of a table never seen before to be left out of the first
lesson, where people insist or cannot be asked: a marble of which a fifth shows through looks 140 times as much like a
hole, and one of which a tenth shows 470 times."""

HIDING_PLACES = 3
"""So many places of which nothing can be told are hidden by something: a hand or a plate hides no fewer."""

AGREED = 2
"""At so many places a reading of a table that is known and one of a table never seen may differ and still agree."""

MOVED = 0.3
"""Board units by which the board must lie elsewhere to count as pushed, when nothing but a search says so."""

MOVED_AT_ALL = 0.03
"""Board units on average below which a search has only found again where the board lies: it comes within 0.01 or 0.02,
so whatever made people look for it (a hand) is there still. Pushes that matter for reading are larger."""

TURNED_PLACES = 6
"""So many more places must look wrong with the points called as before than called otherwise, for a board to be taken
as turned. Where it was, 12 to 30 look wrong and 0 to 2 with the right points; where it was not, another way is hardly
ever better, and by one place. Where no more than these look wrong it may be a slip: only sure placements are tried."""

THOROUGH_COLD = 4
"""Of so many looks in a row at a table that could not be learnt the first searches thoroughly. In vain, half the board
beneath somebody's arms, it takes up to seven seconds of a desktop's core and seventy of the slowest board's, and
meanwhile no press is heard; a quick one takes a quarter of that, and finds most boards."""

THOROUGH_EVERY = 16
"""Of so many careful pictures in a row on which hardly anything looks right one, the second, is searched thoroughly: it
takes a few times as long as a quick search, half a minute on the slowest board."""

STAYED = 0.08
"""Board units on average: a quick look that finds the board no farther from where it is believed to lie ends all doubt
about that. Boards that had stayed looked 0.01 to 0.05 away, boards pushed a little 0.2."""

# The picture of the empty board.

EMPTY_SIDE = 1280
"""Longest side in pixels of what is kept: holes are then 40 pixels apart, more than any reading looks at."""

PLACES_NAMED = 6
"""So many places are named where pieces seem to lie; who reads more looks at the board anyway."""

# The lamps' order, found by blinking.

LAMPS_SEEN = 0.9
"""Part of the lamps that must be seen before their order is kept: a few may be dead, not one in ten."""

# Advice.

SMALL_PITCH = 12.0
"""Pixels between neighbouring holes below which a closer camera is advised: a piece is then 7 pixels across, of which
few show nothing else."""

RIM = 0.35
"""How near the picture's rim (pitches) a place may lie: a piece nearer to it is cut off by about a tenth or more."""

# The loop.

LAMPS_OUT_SECONDS = 0.005
"""From the lamps' last byte until they are surely dark: they latch within 0.3 ms and fade in less."""

CAMERA_RETRY_SECONDS = 0.5
"""How often it is told that a camera gives no picture; its driver reopens it with a back-off of its own."""

BLIND_SECONDS = 0.05
"""How often lamps and buttons are looked after while no pictures come."""

TICK_SECONDS = 1.0
"""How often the session hears that time passes."""

EVIDENCE_WIDTH = 640
"""Width in pixels of a picture kept beside a record: about 60 kB, clear enough to settle a quarrel."""

REPEAT_SECONDS = 3.0
"""The same sentence is not said again within this time: a camera that sees the same thing twice is no news."""

WAIT_SECONDS = 30.0
"""Between two attempts to begin a game whose record finds no room: less than the service manager's patience."""

WAIT_SAID_SECONDS = 3600.0
"""It is said again after so long: a full disk may last all night."""

OPENCV_THREADS = 2
"""Of a small machine's four cores: the lamps, the page and the camera's thread have theirs beside."""

WATCHDOG_TIMES = 12
"""How often the service manager hears that the loop goes on, within the time that it would wait: what has passed since
the last time, ten seconds of its two minutes, is lost to a turn that searches for the board."""

# How long people think.

AWAY_SECONDS = 1_800.0
"""Who thinks longer than this, and does not play by the clock, was away: it is counted as nobody's thinking time."""

WRITING_SECONDS = 60.0
"""Between two entries the wall clock may say so much more than the table's: it is asked when an entry is written, after
the picture was read, and is set right now and then. A table that is off for less is missed, and so is its time."""

# The doctor.

WARM_DEGREES = 75.0
"""Celsius: still at full speed, but a summer's day away from the next line."""

HOT_DEGREES = 80.0
"""Celsius at which a Raspberry Pi begins to slow itself down."""

NEEDED_MEGABYTES = 150
"""Free memory that the program needs at its largest."""

FREE_MEGABYTES = 200
"""Free disk: ten thousand games without pictures, or a hundred with many."""

PAGE_PORT = 8017
"""Where the page is served on this machine unless another port is asked for."""

IMPORT_SECONDS = 120.0
"""How long NumPy and OpenCV may take to be imported; ten seconds are usual on the slowest Pi."""

DIM_PICTURE = 40.0
"""Mean brightness (0 to 255) under which a picture is too dark to tell colours surely."""

GLARING_PICTURE = 225.0
"""Mean brightness over which a picture is washed out."""

SHARP_PICTURE = 15.0
"""Variance of the Laplacian over a picture reduced to 640 pixels across, under which nothing in it has an edge: out of
focus, or a lid on the lens. A plain table with a board on it has 60 and more."""
