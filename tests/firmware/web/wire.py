"""The wire between a browser and its page, which can be pulled out and put back, or go dead without a word."""

import socket
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from threading import Event, Lock, Thread


class Wire:
    """Passes on what both sides say. Made by `wired`."""

    def __init__(self, port: int) -> None:
        self.door = socket.create_server(("127.0.0.1", 0))
        self.address = f"http://127.0.0.1:{self.door.getsockname()[1]}/"
        self._port = port
        self._flows = Event()
        self._flows.set()
        self._cut = False
        self._lock = Lock()
        self._ends: list[socket.socket] = []
        Thread(target=self._accept, daemon=True).start()

    def pull(self) -> None:
        """Every connection breaks, and nobody comes through any more."""
        with self._lock:
            self._cut = True
            for one in self._ends:
                with suppress(OSError):
                    one.shutdown(socket.SHUT_RDWR)
            self._ends.clear()

    def go_dead(self) -> None:
        """Nothing comes through any more, and nobody is told."""
        self._flows.clear()

    def let_go(self) -> None:
        """What was held back comes through, late."""
        self._flows.set()

    def mend(self) -> None:
        """What is said from now on comes through; connections that went dead stay dead."""
        self.pull()
        self._cut = False
        self._flows.set()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                Thread(target=self._connect, args=(self.door.accept()[0],), daemon=True).start()

    def _connect(self, near: socket.socket) -> None:
        with near:
            if self._cut:
                return
            with socket.create_connection(("127.0.0.1", self._port)) as far:
                with self._lock:
                    self._ends += [near, far]
                back = Thread(target=self._pass, args=(far, near), daemon=True)
                back.start()
                self._pass(near, far)
                back.join()

    def _pass(self, one: socket.socket, other: socket.socket) -> None:
        with suppress(OSError):
            while said := one.recv(65_536):
                self._flows.wait()
                other.sendall(said)
            other.shutdown(socket.SHUT_WR)


@contextmanager
def wired(port: int) -> Iterator[Wire]:
    """A wire to what listens on ``port``."""
    made = Wire(port)
    try:
        yield made
    finally:
        made.mend()
        made.pull()
        made.door.close()
