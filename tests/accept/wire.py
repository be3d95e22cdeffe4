"""What the lamps would see: the kernel's tracer writes down every level that is put on the pins of the lamps' port.

A recorder for the emulated Pi, where nothing hangs on the wire.
"""

import re
from collections.abc import Callable
from pathlib import Path

TRACING = Path("/sys/kernel/tracing")
CLOCK, DATA = 11, 10
"""The port's pins on the Pi's bank."""

KILOBYTES = 16_000
"""Room for the tracer, for each core: a frame of 121 lamps is 75,000 changes of level, 32 bytes each."""

Colours = list[tuple[int, int, int]]


class Wire:
    """The wire from the port to the first lamp."""

    def __init__(self) -> None:
        told = re.search(r"GPIOs (\d+)-", Path("/sys/kernel/debug/gpio").read_text(encoding="ascii"))
        if told is None:
            raise OSError("the kernel tells no pins")
        self._clock, self._data = int(told[1]) + CLOCK, int(told[1]) + DATA
        self._event = TRACING / "events" / "gpio" / "gpio_value"
        (TRACING / "buffer_size_kb").write_text(str(KILOBYTES))
        (self._event / "filter").write_text(f"get == 0 && (gpio == {self._clock} || gpio == {self._data})")

    def listen(self, act: Callable[[], object]) -> list[Colours]:
        """The last frames that come over the wire while ``act`` is done: red, green and blue of each lamp."""
        (TRACING / "trace").write_text("")
        (self._event / "enable").write_text("1")
        act()
        (self._event / "enable").write_text("0")
        bits, level = bytearray(), ord("0")
        edge = re.compile(rb"gpio_value: (\d+) set (\d)")
        with (TRACING / "trace").open("rb") as trace:
            for line in trace:
                told = edge.search(line)
                if told is None:
                    continue
                if int(told[1]) == self._data:
                    level = told[2][0]
                elif told[2] == b"1":
                    bits.append(level)
        return frames(bits.decode())


def frames(bits: str) -> list[Colours]:
    """The frames in these bits: pulses of two bits are 0, of five are 1; lamps list green, red, blue; a rest ends."""
    found = []
    for burst in re.split("0{64,}", bits):
        pulses = re.findall("1+", burst)
        data = "".join("1" if len(pulse) > 3 else "0" for pulse in pulses)
        channels = [int(data[at : at + 8], 2) for at in range(0, len(data) - 7, 8)]
        lamps = [(channels[at + 1], channels[at], channels[at + 2]) for at in range(0, len(channels) - 2, 3)]
        if lamps:
            found.append(lamps)
    return found
