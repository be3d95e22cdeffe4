"""What `hopsight bench` measured on the machine that this was developed on, to be read beside the figures of yours.

One core of an x86-64 server, Python 3.11, NumPy 2.4, OpenCV 5.0, not idle. Nothing here was measured on a Raspberry Pi.
"""

REFERENCE: dict[str, float] = {
    "start: hopsight --version": 0.19,
    "start: hopsight games": 0.3,
    "start: NumPy and OpenCV": 0.42,
    "start: table ready": 0.86,
    "memory: table ready": 53,
    "record: a move made safe": 3.996,
    "record: bytes a move": 123,
    "first picture drawn, found and learnt": 4.23,
    "finding the board": 232.754,
    "reading a picture": 6.409,
    "judging a move": 0.049,
    "glancing at a still table": 0.159,
    "still table, share of one core": 0.16,
    "lamp frame": 1.41,
    "memory: this bench, table drawn": 154,
}
"""Figure → value, in the units of the bench."""
