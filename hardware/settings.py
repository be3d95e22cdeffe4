"""Every threshold of this room, with its unit and its reason."""

# -- the simulated table
SIMULATED_RATE = 10.0
"""Pictures a second: enough that a lifted piece is noticed at once, few enough for a small machine."""
SIMULATED_EXPOSURE = 0.01
"""Seconds: one half-wave of 50 Hz mains, as a real camera under a lamp would expose."""

# -- cameras
CAMERA_SIZE = (1280, 720)
"""Width and height asked of a camera: 40 pixels a hole pitch when the star fills the picture's height."""
CSI_SIZE = (1536, 864)
"""The same of a CSI camera: Module 3's own 2304 × 1296 binning divided by 1.5, within its 16:9 field of view."""
CSI_SMALL = (320, 240)
"""The second, grey picture that a CSI camera makes at no cost."""
CAMERA_RATE = 10
"""Pictures a second that are looked at: a lifted piece is seen in a tenth of a second, and the processor stays cool."""
CSI_FOCUS_SECONDS = 4.0
"""How long a lens may search for its focus; a search takes one to two seconds."""
CSI_STILL_FOCUS = 0.5
"""Metres: focus of a lens that can focus, if its own search fails; cameras hang 45 to 60 cm above the table."""
SETTLE_SECONDS = 1.0
"""How long exposure and white balance may settle before they are locked; measured by users at about a second."""
FRAME_DEADLINE = 2.0
"""Seconds without a picture after which a camera counts as lost: sixty pictures of an ordinary one."""
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
PICTURE_FILES = (".jpg", ".jpeg", ".png", ".webp", ".bmp", ".tif", ".tiff")
"""Files of a folder that count as pictures; OpenCV reads all of these everywhere."""
