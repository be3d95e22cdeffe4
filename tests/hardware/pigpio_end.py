"""Pins of another machine: gpiozero's mock pins behind a real socket. pigpio, which talks through one, is an extra."""

import struct
from collections.abc import Iterator
from contextlib import contextmanager
from socket import SO_LINGER, SOL_SOCKET, create_connection, create_server, socket
from threading import Event, Thread
from types import SimpleNamespace

from gpiozero.pins.mock import MockFactory


class Connection:
    """Our end, as far as it is asked for: pigpio's own questions and farewell, with what goes wrong in them."""

    def __init__(self, ours: socket) -> None:
        self.sl = SimpleNamespace(s=ours)
        self.hears = True  # as pigpio's thread does that waits for edges

    def get_current_tick(self) -> int:
        self.sl.s.send(bytes(16))
        return int(struct.unpack("12sI", self.sl.s.recv(16))[1])

    def stop(self) -> None:
        if self.hears:
            self.hears = False
            self.get_current_tick()
        self.sl.s.close()
        self.sl.s = None


class FarFactory(MockFactory):  # type: ignore[misc]  # gpiozero has no types
    """Mock pins whose time is asked of a daemon; without a connection it has none, as gpiozero's own for pigpio."""

    def __init__(self, connection: Connection) -> None:
        super().__init__()
        self.made = connection

    @property
    def connection(self) -> Connection | None:
        return self.made if self.made.sl.s is not None else None

    def ticks(self) -> int:
        return self.made.get_current_tick()


class Daemon:
    """The other end: it answers until it is killed, its machine is switched off, or nobody can reach it any more."""

    def __init__(self) -> None:
        self.answered = 0
        self._reached = Event()
        self._reached.set()
        with create_server(("127.0.0.1", 0)) as door:
            self.factory = FarFactory(Connection(create_connection(door.getsockname())))
            self._theirs, _ = door.accept()
        Thread(target=self._answer, daemon=True).start()

    def _answer(self) -> None:
        try:
            while len(asked := self._theirs.recv(16)) == 16:
                self._reached.wait()
                self._theirs.send(asked[:12] + struct.pack("I", self.answered))
                self.answered += 1
        except OSError:
            return

    def killed(self) -> None:
        self._theirs.shutdown(2)

    def switched_off(self) -> None:
        self._theirs.setsockopt(SOL_SOCKET, SO_LINGER, struct.pack("ii", 1, 0))
        self.killed()
        self._theirs.close()

    def out_of_reach(self) -> None:
        self._reached.clear()

    def close(self) -> None:
        self._reached.set()
        self._theirs.close()
        if self.factory.connection is not None:
            self.factory.connection.sl.s.close()


@contextmanager
def daemon() -> Iterator[Daemon]:
    made = Daemon()
    try:
        yield made
    finally:
        made.close()
