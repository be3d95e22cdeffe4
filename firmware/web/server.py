"""The page's server in a thread of its own, beside the loop."""

import socket
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from errno import EADDRINUSE, EADDRNOTAVAIL
from pathlib import Path
from threading import Event, Thread
from time import monotonic

from firmware.web import settings
from firmware.web.guard import Pairing, is_local, own_names
from firmware.web.hub import Hub
from firmware.web.library import Library
from hardware.errors import NoSuchAddress


@dataclass(frozen=True)
class Served:
    """A page that is there: what to tell it, where to open it, and the code that opens what changes the game."""

    hub: Hub
    address: str
    code: str | None


@contextmanager
def serve(
    folder: Path,
    host: str,
    port: int,
    *,
    or_any: bool = False,
    patient: bool = False,
    hub: Hub | None = None,
    opened: Callable[[Served], None] = lambda _: None,
) -> Iterator[Served]:
    """Serve the page at ``host`` and ``port`` (0: any that is free), with the records in ``folder``.

    ``or_any``: where that port is taken, another one will do. ``hub``: what the page is told by. ``opened`` is told
    when the page can be opened. Raises `NoSuchAddress` where nobody can listen there; ``patient``, as for a service:
    that is said, and tried again, for an address comes with the network.
    """
    import uvicorn

    from firmware.web.app import make_app
    from firmware.web.connections import limits

    hub = hub or Hub()
    pairing = Pairing(monotonic, needed=not is_local(host))
    app = make_app(hub, Library(folder), pairing, own_names() | {host.lower()})
    config = uvicorn.Config(
        app,
        loop="asyncio",
        lifespan="on",
        log_level="error",
        access_log=False,
        server_header=False,
        proxy_headers=False,  # who asks is who is connected, whatever a request says of others
        timeout_graceful_shutdown=1,
        **limits(),
    )
    server = uvicorn.Server(config)
    over = Event()

    def told(at: int) -> Served:
        return Served(hub, link(host, at, pairing.code), pairing.code)

    def opening() -> socket.socket:
        listener = listen(host, port, or_any=or_any)
        opened(told(listener.getsockname()[1]))
        return listener

    def run(listener: socket.socket | None) -> None:
        while listener is None and not over.wait(settings.PAGE_RETRY_SECONDS):
            with suppress(NoSuchAddress):
                listener = opening()
        if listener is not None:
            with listener:
                server.run(sockets=[listener])

    listener: socket.socket | None = None
    try:
        listener = opening()
    except NoSuchAddress as error:
        if not patient:
            raise
        print(f"{error}; until then the game goes on without it", file=sys.stderr)
    page = told(listener.getsockname()[1] if listener else port)
    thread = Thread(target=run, args=(listener,), name="page", daemon=True)
    thread.start()
    try:
        yield page
    finally:
        over.set()
        server.should_exit = True
        thread.join(5)


def listen(host: str, port: int, *, or_any: bool = False) -> socket.socket:
    """A socket that listens there; ``or_any``: at another port of that host where this one is taken.

    Raises `NoSuchAddress`.
    """
    try:
        try:
            return _listener(host, port)
        except OSError as error:
            if not (or_any and error.errno == EADDRINUSE):
                raise
            return _listener(host, 0)
    except (OSError, UnicodeError) as error:
        why = (isinstance(error, OSError) and error.strerror) or error
        # Names that lead nowhere are an error of their own kind, or of the letters in them.
        elsewhere = isinstance(error, socket.gaierror | UnicodeError) or error.errno == EADDRNOTAVAIL
        raise NoSuchAddress(
            f"the page cannot be served at {host}:{port}: {why}; "
            f"choose another --{'host' if elsewhere else 'port'}, or --no-web"
        ) from error


def _listener(host: str, port: int) -> socket.socket:
    family, kind, protocol, _, where = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
    listener = socket.socket(family, kind, protocol)
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(where)
        listener.listen()  # now, so that whoever is told the address may knock before the server is up
    except OSError:
        listener.close()
        raise
    return listener


def _own_address() -> str | None:
    """By which address others in the network reach this machine; None where there is no network.

    Telephones know it whatever the machine is called. Asked for the way to an address that is nobody's (RFC 5737), the
    system tells its own end of it; nothing is sent.
    """
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as way:
        try:
            way.connect(("192.0.2.1", 9))
        except OSError:
            return None
        return str(way.getsockname()[0])


def link(host: str, port: int, code: str | None) -> str:
    """What to open in a browser; with the code in it, which browsers do not send on."""
    shown = (_own_address() or socket.gethostname()) if host in {"0.0.0.0", "::"} else host  # noqa: S104 - compared, not bound
    if ":" in shown:
        shown = f"[{shown}]"
    return f"http://{shown}:{port}/" + (f"#pair={code}" if code else "")
