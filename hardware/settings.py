"""Every threshold of this folder, with its unit and its reason."""

# -- the simulated table
SIMULATED_RATE = 10.0
"""Pictures a second: enough that a lifted piece is noticed at once, few enough for a small machine."""
SIMULATED_EXPOSURE = 0.01
"""Seconds: one half-wave of 50 Hz mains, as a real camera under a lamp would expose."""

# -- cameras
CAMERA_SIZE = (1280, 720)
"""Width and height asked of a camera: 40 pixels a hole pitch when the star fills the picture's height."""
CSI_HEIGHT = 864
"""Rows asked of a CSI camera, all that its sensor sees: two thirds of Module 3's 1296 binned ones."""
CAMERA_RATE = 10
"""Pictures a second that are looked at: a lifted piece is seen in a tenth of a second, and the processor stays cool."""
CSI_STEADY = (10_000, 20_000, 30_000, 40_000, 50_000)
"""Microseconds: exposures of whole half-waves of 50 Hz mains, and the longest of 60 Hz mains as well; half of the time
between two pictures. A room by day needs less than the shortest, and no lamps."""
CSI_FOCUS_SECONDS = 4.0
"""How long a lens may search for its focus; a search takes one to two seconds."""
CSI_STILL_FOCUS = 0.5
"""Metres: focus of a lens that can focus, if its own search fails; cameras hang 45 to 60 cm above most boards."""
SETTLE_SECONDS = 1.0
"""How long exposure and white balance may settle before they are locked; measured by users at about a second."""
FRAME_DEADLINE = 2.0
"""Seconds without a picture after which a camera counts as lost: sixty pictures of an ordinary one."""
FIRST_PICTURE_SECONDS = 8.0
"""The same for the first picture of a USB camera that has just been opened: some take three to four seconds to start,
and would take them anew with each opening."""
OPENING_SECONDS = 12.0
"""How long a service waits for the first picture before it says that there is none: the one above, and time to settle.
A CSI camera may search for its focus as well."""
FROZEN_SECONDS = 10.0
"""A camera that gives the very same picture for so long hangs: the noise of a sensor never repeats itself."""
FROZEN_STEP = 8
"""Every eighth pixel each way is compared for that: enough to notice, next to nothing to do."""
REOPEN_SECONDS = (1.0, 2.0, 5.0)
"""Pauses between attempts to open a lost camera, the last one repeated: quick after a bump, gentle for hours."""
EXPOSURE_MOST = 0.067
"""Seconds before its stamp that a USB picture may have begun: two periods of 30 a second."""
USB_LAG = 0.1
"""Seconds by which pictures of a USB camera without stamps may be late: three in the driver's queue at 30 a second."""
STREAM_LAG = 0.5
"""Seconds by which pictures from the network may be late; phones as cameras take 0.2 to 0.4 in a home network."""
STREAM_OPEN_SECONDS = 5.0
"""How long a network camera may take to answer."""
FOLDER_RATE = 1.0
"""Pictures a second that a folder stands for, when their times are asked for."""
PICTURE_BYTES = 200_000_000
"""No picture in a folder that is followed is longer: 64 million pixels that nobody made smaller."""

PICTURE_FILES = (".jpg", ".jpeg", ".png", ".webp", ".bmp", ".tif", ".tiff", ".heic")
"""Files of a folder that count as pictures; OpenCV reads all of these everywhere but iPhones' own, which is said."""

# -- lamps
LAMP_GAMMA = 2.2
"""The eye sees half of 255 as far more than half: colours are meant as they look, lamps count light."""
LAMP_COLOURS = 1024
"""So many colours are remembered as light: a tip that swells runs through some dozens."""
CHANNEL_MILLIAMPS = 20.0
"""One channel of a WS2812B at full; newer kinds take 12, and the budget then errs on the safe side."""
IDLE_MILLIAMPS = 1.0
"""What a dark lamp takes for its own chip; 0.7 to 1 are measured."""
BUDGET_MILLIAMPS = 500.0
"""For lamps fed from the Pi's own 5 V pins; with a supply of their own 2,000 and more, as the wiring allows."""
MOST_LAMPS = 253 + 16
"""Lamps under the largest board, the star whose points have six rows, and some of the chain beside it."""
MOST_FRAMES = 25
"""Frames a second at most: smooth to the eye, and the chain's encoding costs a Pi Zero under a tenth of a core."""
RESEND_SECONDS = 1.0
"""How often an unchanged frame is sent again, so that a lamp that caught a spike heals before people wonder."""
LAMPS_AGAIN_SECONDS = 2.0
"""Between two attempts to open lamps that are away: soon enough for whoever has just pushed the plug in."""
SPI_HERTZ = 6_250_000
"""What the Pi's dividers make of 6.4 MHz at core clocks of 250, 400 and 500 MHz; asked for as it will be."""
SPI_ZERO, SPI_ONE = 0b11000000, 0b11111000
"""One byte for each bit: 320 ns high for 0, 800 ns for 1 at the clock above, within the lamps' windows."""
SPI_RESET_SECONDS = 300e-6
"""Silence that latches a frame: kinds since 2017 want 280 µs, older ones 50."""
SPI_CHUNK = 4096
"""Bytes that the kernel's SPI driver takes at once unless it is told otherwise; a gap would latch half a frame."""

# -- lamps by the light of the room
AMBIENT_STEP = 16
"""Every sixteenth pixel each way is looked at: 4,000 of them, 0.05 ms."""
USUAL_EXPOSURE = 0.02
"""Seconds times gain that a camera takes in a room by day; also what is taken for one that does not tell."""
BRIGHT_ROOM = 0.25
"""Light (grey of the picture at the usual exposure) from which on lamps shine fully: a table near a window by day."""
DARK_ROOM = 0.01
"""Light at which they are dimmest: one lamp in the other corner; a camera needs half a second times gain there."""
DIMMEST = 0.15
"""Share of the light that is left then: the dimmest lamp of an overlay still shines with a level of 1 or more."""
AMBIENT_CHANGE = 0.2
"""Share by which the room must change before the lamps follow: a hand, a cloud, and the camera's noise do not."""
AMBIENT_RATE = 0.04
"""Change of brightness in a second: 20 s from one end to the other, so that nobody sees it happen."""

# -- the button
BUTTON_PIN = 17
"""GPIO number (pin 11 of the header), to ground when pressed."""
SECOND_BUTTON_PIN = 27
"""The same for the other player's button (pin 13, beside ground on pin 14)."""
KNOB_PINS = (5, 6, 13)
"""The encoder's two tracks and its push switch (pins 29, 31 and 33, near ground on pin 39)."""
HEADER = {
    2: 3, 3: 5, 4: 7, 14: 8, 15: 10, 17: 11, 18: 12, 27: 13, 22: 15, 23: 16, 24: 18, 10: 19, 9: 21, 25: 22, 11: 23,
    8: 24, 7: 26, 5: 29, 6: 31, 12: 32, 13: 33, 19: 35, 16: 36, 26: 37, 20: 38, 21: 40,
}  # fmt: skip
"""GPIO number to pin of the header."""
TAKEN_PINS = frozenset({7, 8, 9, 10, 11, 18})
"""GPIO numbers that belong to the lamps, by SPI or by PWM."""
BOUNCE_SECONDS = 0.03
"""A level counts after it has stayed so long: arcade buttons bounce up to 10 ms, fingers are slower than 50."""
PINS_ASKED_SECONDS = 2.0
"""How often pins behind a connection are asked whether they are there: one small question, and whoever presses in vain
is told why before long."""
PINS_ANSWER_SECONDS = 5.0
"""How long they may take to answer; in a home network it is some milliseconds, a second where that is busy."""
LONG_PRESS_SECONDS = 1.5
"""Held so long a press is a long one: nobody does it by mistake, and nobody gives up before."""
STUCK_SECONDS = 15.0
"""Held longer it is no finger: something lies on it, or its wires touch."""
