"""Who may come in: the right host and origin, not too much, not too often, and with a key for what changes a game.

A page from elsewhere cannot reach the table through a visitor's browser: its requests bear its own origin, and a name
of its own that it lets point here (DNS rebinding) is neither an address nor this machine's name.
"""

import secrets
import socket
from collections import Counter, OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from ipaddress import IPv6Address, ip_address, ip_network
from urllib.parse import urlsplit

from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from firmware.web import settings

HEADERS = (
    (
        b"content-security-policy",
        b"default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
        b"base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    ),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), microphone=(), geolocation=()"),
)
"""What every answer says: scripts, styles and pictures from here only, and nobody else may show or fetch it."""


TOO_LONG = "that is longer than anything this page takes"


def is_local(host: str) -> bool:
    """Whether ``host`` is reached from this machine only."""
    try:
        return ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return host == "localhost"


def host_is_ours(header: str, names: frozenset[str]) -> bool:
    """Whether a Host header names this machine: an address (nobody can rebind those), or one of its ``names``."""
    try:
        name = urlsplit(f"//{header}").hostname or ""
        urlsplit(f"//{header}").port  # noqa: B018 - raises ValueError for what is no port
    except ValueError:
        return False
    try:
        ip_address(name)
    except ValueError:
        return name in names
    return True


def own_names() -> frozenset[str]:
    """What this machine is called at home."""
    name = socket.gethostname().lower()
    return frozenset({"localhost", name, f"{name}.local", f"{name}.lan", f"{name}.home", f"{name}.fritz.box"})


class Rate:
    """So many messages a second from each address, and a burst of them at once."""

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def allows(self, address: str, cost: float = 1.0) -> bool:
        """Whether one more from ``address`` is not too many; counts it, by what it ``cost``."""
        now = self._now()
        left, at = self._left.pop(address, (settings.BURST, now))
        left = min(settings.BURST, left + (now - at) * settings.RATE)
        self._left[address] = (max(left - cost, 0.0), now)
        if len(self._left) > settings.ADDRESSES:
            self._left.popitem(last=False)
        return left >= cost


class Crowd:
    """Who is there, house by house: so many in all, and fewer from ``each``, so that others find room."""

    def __init__(self, most: int, each: int) -> None:
        self._most = most
        self._each = each
        self._here: Counter[str] = Counter()

    def full(self, where: str) -> bool:
        """Whether one more from ``where`` is one too many."""
        return self._here.total() >= self._most or self._here[where] >= self._each

    @contextmanager
    def counted(self, where: str) -> Iterator[None]:
        """One more from ``where`` is there till they go. To be entered with nothing awaited since `full` was asked."""
        self._here[where] += 1
        try:
            yield
        finally:
            self._here -= Counter([where])  # who has gone is not remembered


@dataclass
class Guesses:
    """Wrong codes from somewhere since the last rest, how long the next rest lasts, and when this one ends."""

    wrong: int = 0
    rest: float = settings.REST_SECONDS
    until: float = 0.0

    def one_more(self, now: float, most: int) -> None:
        """Count a wrong code; the one that makes ``most`` brings a rest."""
        self.wrong += 1
        if self.wrong >= most:
            self.until, self.wrong, self.rest = now + self.rest, 0, min(2 * self.rest, settings.REST_MOST)


class Pairing:
    """The code shown at the table, and the keys of those who typed it. Without a code everybody may do everything."""

    def __init__(self, now: Callable[[], float], *, needed: bool) -> None:
        self.code = f"{secrets.randbelow(1_000_000):06d}" if needed else None
        self._now = now
        self._keys: OrderedDict[str, None] = OrderedDict()
        self._all = Guesses()
        self._each: OrderedDict[str, Guesses] = OrderedDict()

    def rests(self, where: str) -> bool:
        """Whether there were too many wrong codes just now, from ``where`` or from everywhere."""
        each = self._each.get(where)
        return self._now() < max(self._all.until, each.until if each else 0.0)

    def pair(self, code: str, where: str) -> str | None:
        """A key for the right ``code``; None for a wrong one, and for any while pairing rests."""
        if self.code is None or self.rests(where):
            return None
        each = self._each.pop(where, None) or Guesses()
        if not secrets.compare_digest(code.encode(), self.code.encode()):
            each.one_more(self._now(), settings.TRIES)
            self._all.one_more(self._now(), settings.TRIES_ALL)
            self._each[where] = each
            if len(self._each) > settings.ADDRESSES:
                self._each.popitem(last=False)
            return None
        key = secrets.token_urlsafe(24)
        self._keys[key] = None
        if len(self._keys) > settings.KEYS:
            self._keys.popitem(last=False)
        return key

    def may_change(self, key: str | None) -> bool:
        """Whether ``key`` opens what changes the game."""
        return self.code is None or (key is not None and key in self._keys)


class Guard:
    """The door in front of the page: refuses, counts, and adds the headers that every answer bears.

    ``rate`` counts every request; ``work``, apart, what is dear: who reads many records can load the page all the same.
    Of the dear ones few wait in ``line`` for their answers: who leaves before it comes counts until it is made.
    """

    def __init__(self, app: ASGIApp, names: frozenset[str], rate: Rate, work: Rate) -> None:
        self.app = app
        self.names = names
        self.rate = rate
        self.work = work
        self.line = Crowd(settings.WAITING, settings.WAITING_EACH)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request in, or answer it at once."""
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        refusal = self.refusal(scope)
        if refusal is None:
            with self.line.counted(address(scope)) if is_work(scope) else nullcontext():
                await self._measured(scope, receive, self._headed(scope, send))
        elif scope["type"] == "websocket":
            # Closing before accepting is answered with 403.
            await receive()
            await send({"type": "websocket.close", "code": 1008, "reason": refusal[1]})
        else:
            status, why = refusal
            await PlainTextResponse(f"{why}\n", status)(scope, receive, self._headed(scope, send))

    def refusal(self, scope: Scope) -> tuple[int, str] | None:
        """The status and the sentence for what may not come in."""
        headers = {name: value.decode("latin-1") for name, value in scope["headers"]}
        host = headers.get(b"host", "")
        if not host_is_ours(host, self.names):
            return 403, "this page answers to this machine's address or name only; open it by that"
        origin = headers.get(b"origin")
        if (
            origin is not None
            and origin != f"{'https' if scope.get('scheme') in {'https', 'wss'} else 'http'}://{host}"
        ):
            return 403, "another page may not use this one"
        # A picture or a link there bears no origin; whoever comes to the page itself by a link is welcome.
        if headers.get(b"sec-fetch-site") == "cross-site" and scope["path"].startswith("/api/"):
            return 403, "another page may not use this one"
        where = address(scope)
        if not self.rate.allows(where) or (
            is_work(scope) and (self.line.full(where) or not self.work.allows(where, settings.WORK))
        ):
            return 429, "too many requests; wait a moment"
        length = headers.get(b"content-length", "0")
        if not length.isdecimal() or int(length) > most_bytes(scope["path"]):
            return 413, TOO_LONG
        return None

    async def _measured(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let the application answer, unless the body grows too long, whatever its headers said."""
        taken, begun, refused = 0, False, False

        async def limited() -> Message:
            nonlocal taken, refused
            message = await receive()
            taken += len(message.get("body", b""))
            if scope["type"] != "http" or taken <= most_bytes(scope["path"]):
                return message
            if not begun:
                await PlainTextResponse(f"{TOO_LONG}\n", 413)(scope, receive, send)
                refused = True
            return {"type": "http.disconnect"}

        async def told(message: Message) -> None:
            nonlocal begun
            begun = True
            if not refused:
                await send(message)

        await self.app(scope, limited, told)

    def _headed(self, scope: Scope, send: Send) -> Send:
        async def headed(message: Message) -> None:
            if message["type"] == "http.response.start" and scope["type"] == "http":
                names = {name for name, _ in message["headers"]}
                kept = [*message["headers"], *HEADERS]
                if b"cache-control" not in names:
                    kept.append((b"cache-control", b"no-store"))
                message = {**message, "headers": kept}
            await send(message)

        return headed


def is_work(scope: Scope) -> bool:
    """Whether a request has a record read anew, the camera's picture searched or the machine looked over.

    The referee needs the machine too.
    """
    path = scope["path"]
    if scope.get("method") == "POST":
        return path in {"/api/games", "/api/preview", "/api/where", "/api/empty"}
    return path in {"/api/games", "/api/doctor"} or (path.startswith("/api/games/") and "/evidence/" not in path)


def most_bytes(path: str) -> int:
    """The longest body that ``path`` takes: records are long, everything else is short."""
    return settings.RECORD_BYTES if path in {"/api/games", "/api/preview"} else settings.BODY_BYTES


def address(scope: Scope) -> str:
    """Which house a request comes from."""
    client = scope.get("client")
    return house(str(client[0])) if client else "unknown"


def house(where: str) -> str:
    """An address as one visitor: every device may give itself as many as it likes within an IPv6 network of 64 bits."""
    try:
        known = ip_address(where.partition("%")[0])
    except ValueError:
        return where
    if isinstance(known, IPv6Address):
        return str(known.ipv4_mapped or ip_network((known, 64), strict=False))
    return where
