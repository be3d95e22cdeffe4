"""What can go wrong with devices. Apart from the ports, so that saying it needs neither NumPy nor a driver."""


class HardwareError(Exception):
    """A device is missing or failed. The text is one sentence: what, where, what to do."""


class CameraStopped(HardwareError, EOFError):
    """The camera has no more pictures: a folder or a video came to its end, or the device went away."""
