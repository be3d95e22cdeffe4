"""The page's server in a thread of its own, beside the loop."""

import socket
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from threading import Thread
from time import monotonic

from firmware.web.guard import Pairing, is_local, own_names
from firmware.web.hub import Hub
from firmware.web.library import Library
from hardware.errors import HardwareError


@dataclass(frozen=True)
class Served:
    """A page that is there: what to tell it, where to open it, and the code that opens what changes the game."""

    hub: Hub
    address: str
    code: str | None


@contextmanager
def serve(folder: Path, host: str, port: int, *, or_any: bool = False, hub: Hub | None = None) -> Iterator[Served]:
    """Serve the page at ``host`` and ``port`` (0: any that is free), with the records in ``folder``.

    ``or_any``: where that port is taken, another one will do. ``hub``: what the page is told by. Raises `HardwareError`
    where nobody can listen there.
    """
    import uvicorn

    from firmware.web.app import make_app
    from firmware.web.connections import limits

    hub = hub or Hub()
    pairing = Pairing(monotonic, needed=not is_local(host))
    app = make_app(hub, Library(folder), pairing, own_names() | {host.lower()})
    try:
        listener = listen(host, port)
    except HardwareError:
        if not or_any:
            raise
        listener = listen(host, 0)
    config = uvicorn.Config(
        app,
        loop="asyncio",
        lifespan="on",
        log_level="error",
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=1,
        **limits(),
    )
    server = uvicorn.Server(config)
    thread = Thread(target=server.run, kwargs={"sockets": [listener]}, name="page", daemon=True)
    thread.start()
    try:
        yield Served(hub, link(host, listener.getsockname()[1], pairing.code), pairing.code)
    finally:
        server.should_exit = True
        thread.join(5)
        listener.close()


def listen(host: str, port: int) -> socket.socket:
    """A socket that listens there. Raises `HardwareError`."""
    try:
        family, kind, protocol, _, where = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        listener = socket.socket(family, kind, protocol)
        try:
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            listener.bind(where)
            listener.listen()  # now, so that whoever is told the address may knock before the server is up
        except OSError:
            listener.close()
            raise
    except OSError as error:
        why = error.strerror or error
        raise HardwareError(
            f"the page cannot be served at {host}:{port}: {why}; choose another --port, or --no-web"
        ) from error
    return listener


def link(host: str, port: int, code: str | None) -> str:
    """What to open in a browser; with the code in it, which browsers do not send on."""
    shown = socket.gethostname() if host in {"0.0.0.0", "::"} else host  # noqa: S104 - compared, not bound
    if ":" in shown:
        shown = f"[{shown}]"
    return f"http://{shown}:{port}/" + (f"#pair={code}" if code else "")
