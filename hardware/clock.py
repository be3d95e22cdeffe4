"""The clock of a table: seconds that only go on, whatever time of day it is."""

import time


class SystemClock:
    """Monotonic seconds of this machine."""

    def now(self) -> float:
        """Monotonic seconds."""
        return time.monotonic()

    def sleep(self, seconds: float) -> None:
        """Return when ``seconds`` have passed."""
        if seconds > 0:
            time.sleep(seconds)
