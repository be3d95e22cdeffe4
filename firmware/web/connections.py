"""Connections that cost too much are ended: too many from one house, requests that never come, readers that never read.

The server counts all connections together and waits for ever, so that one visitor who opens idle sockets, sends a
header a letter at a time or never reads an answer would keep everybody else out. These two classes stand in its place.
"""

import asyncio
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.wsproto_impl import WSProtocol

from firmware.web import settings
from firmware.web.guard import house

_UNREAD = (h11.IDLE, h11.SEND_BODY)
"""States of the other side in which its request is not wholly here."""
_SORRY = b"too many connections from one place; close some first"
_TOO_MANY = (
    b"HTTP/1.1 429 Too Many Requests\r\ncontent-type: text/plain; charset=utf-8\r\n"
    b"content-length: %d\r\nconnection: close\r\n\r\n%b" % (len(_SORRY), _SORRY)
)


class Patience:
    """One thing that must happen within ``seconds``, else the connection is cut."""

    def __init__(self, transport: asyncio.Transport, seconds: float) -> None:
        self._transport = transport
        self._seconds = seconds
        self._timer: asyncio.TimerHandle | None = None

    def begin(self) -> None:
        """Wait from now on, if nothing is being waited for."""
        if self._timer is None and not self._transport.is_closing():
            self._timer = asyncio.get_running_loop().call_later(self._seconds, self._transport.abort)

    def end(self) -> None:
        """It has happened, or is not wanted any more."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None


class Http(H11Protocol):
    """A connection of a browser or a program."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as in the base class
        """Somebody is at the door; one more than a house may have is told so."""
        self._asking = Patience(transport, settings.REQUEST_SECONDS)
        self._reading = Patience(transport, settings.SLOW_SECONDS)
        super().connection_made(transport)
        if self._neighbours() > settings.CONNECTIONS_EACH:
            transport.write(_TOO_MANY)
            transport.close()
            return
        self._asking.begin()

    def _neighbours(self) -> int:
        """How many connections there are from the same house, this one among them."""
        clients: list[tuple[str, int] | None] = [getattr(one, "client", None) for one in self.connections]
        houses = [house(client[0]) if client else None for client in clients]
        return houses.count(house(self.client[0]) if self.client else None)

    def connection_lost(self, exc: Exception | None) -> None:
        """It is over."""
        self._asking.end()
        self._reading.end()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """A piece of a request: it has to be whole in time, however small the pieces are."""
        if self.transport.is_closing():
            return
        begins = self.conn.their_state is h11.IDLE and not self.conn.trailing_data[0]
        super().data_received(data)
        if begins:
            self._asking.end()
        self._watch()

    def on_response_complete(self) -> None:
        """Answered; another request may come on the same connection."""
        super().on_response_complete()
        self._watch()

    def _watch(self) -> None:
        # A request that became a WebSocket never ends for this side: the socket has its own limits.
        if self.conn.their_state in _UNREAD and self.transport.get_protocol() is self:
            self._asking.begin()
        else:
            self._asking.end()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """From now on this is a `Socket`."""
        self._asking.end()
        super().handle_websocket_upgrade(event)

    def pause_writing(self) -> None:
        """The answer is not being read."""
        super().pause_writing()
        self._reading.begin()

    def resume_writing(self) -> None:
        """It is being read."""
        super().resume_writing()
        self._reading.end()


class Socket(WSProtocol):
    """A WebSocket. Its own limits stand in `Viewers`; here is what happens below messages."""

    def data_received(self, data: bytes) -> None:
        """Pings are answered at once by the library; who sends them without reading the answers is cut off."""
        if self.transport.get_write_buffer_size() > settings.UNREAD_BYTES:
            self.transport.abort()
            return
        super().data_received(data)


def limits() -> dict[str, Any]:
    """What the server is told of all this."""
    return {
        "http": Http,
        "ws": Socket,
        "limit_concurrency": settings.CONNECTIONS,
        "timeout_keep_alive": settings.KEEP_SECONDS,
        "h11_max_incomplete_event_size": settings.HEADER_BYTES,
        "ws_max_size": settings.MESSAGE_BYTES,
        # A compressed message of one kilobyte may be a megabyte; nothing here is long enough to gain by it.
        "ws_per_message_deflate": False,
    }
