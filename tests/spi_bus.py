"""The lamps' port as the driver wants it, which keeps what was sent."""

from hardware.errors import HardwareError


class RecordedBus:
    """An SPI bus that keeps every frame; ``cut``, it fails like a port that went away."""

    def __init__(self) -> None:
        self.frequency = 0
        self.cut = False
        self.frames: list[bytes] = []

    def try_lock(self) -> bool:
        return True

    def unlock(self) -> None:
        """Free again."""

    def configure(self, *, baudrate: int, polarity: int, phase: int) -> None:
        assert (polarity, phase) == (0, 0)
        self.frequency = baudrate

    def write(self, buf: bytes) -> None:
        if self.cut:
            raise HardwareError("the lamps' port failed")
        self.frames.append(bytes(buf))

    def close(self) -> None:
        """Let go."""
