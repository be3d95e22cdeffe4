"""Whether pins behind a connection, those of a pigpio daemon, still answer.

A connection that is lost tells nobody: gpiozero and pigpio go on as if no button were ever pressed again.
"""

from contextlib import suppress
from threading import Event, Thread
from typing import Any

from hardware.errors import HardwareError
from hardware.settings import PINS_ANSWER_SECONDS, PINS_ASKED_SECONDS


class Lookout:
    """Asks the daemon behind gpiozero's ``factory`` for its time every ``pause`` seconds, in a thread of its own: one
    that is switched off answers with an error, one that cannot be reached keeps whoever asks waiting.

    ``trouble`` tells what is wrong once a question has failed. A connection that was lost stays so: pigpio opens none
    anew.
    """

    def __init__(self, factory: Any, pause: float = PINS_ASKED_SECONDS) -> None:
        self.trouble: HardwareError | None = None
        self._factory = factory
        self._pause = pause
        self._closed = Event()
        Thread(target=self._watch, name="pins", daemon=True).start()

    def close(self) -> None:
        """Ask no more."""
        self._closed.set()

    def _watch(self) -> None:
        while not self._closed.wait(self._pause):
            try:
                self._factory.ticks()
            except Exception as error:  # noqa: BLE001 - of whatever kind, from the socket or from what should have come
                if not self._closed.is_set():
                    _hang_up(self._factory)
                    why = error if isinstance(error, OSError) else "the connection was closed"
                    self.trouble = HardwareError(
                        f"the pins do not answer any more ({why}); check that pigpiod runs where they are, then start "
                        "hopsight anew"
                    )
                return


def in_time(factory: Any) -> Any:
    """``factory``, whose daemon is not waited for longer than an answer takes: pigpio itself would wait for ever."""
    factory.connection.sl.s.settimeout(PINS_ANSWER_SECONDS)
    return factory


def _hang_up(factory: Any) -> None:
    """Let a lost connection go. Otherwise pigpio's thread asks it for edges as fast as a processor can, and closing
    the pins would speak to nobody.
    """
    for _ in range(2):  # the first farewell may fail, which ends that thread; the second one says nothing
        with suppress(Exception):
            factory.connection.stop()
