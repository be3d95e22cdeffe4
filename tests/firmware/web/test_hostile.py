"""Hostile programs at a real server: slow ones, many at once, bombs, garbage. The others are served meanwhile."""

import gzip
import json
import resource
import socket
import struct
import zlib
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

from firmware.events import Pause
from firmware.journal import Journal
from firmware.keeper import JournalKeeper
from firmware.simulated.simulation import Simulation
from firmware.states import opening
from firmware.web import settings
from firmware.web.server import listen, serve
from hardware.simulated.scenes import WOOD
from rules import catalogue
from rules.match import Match

PATIENCE = 20.0
"""Seconds that anything may take on a busy machine."""
HELLO = (
    b"GET /ws HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n"
    b"Sec-WebSocket-Extensions: permessage-deflate\r\n\r\n"
)


class Door:
    """Where a page is served."""

    def __init__(self, port: int, folder: Path) -> None:
        self.port = port
        self.folder = folder

    @contextmanager
    def knock(self, said: bytes = b"", *, house: str = "127.0.0.1", narrow: bool = False) -> Iterator[socket.socket]:
        """A connection from ``house`` that says something; ``narrow``: with little room for what is answered."""
        with socket.socket() as one:
            one.settimeout(PATIENCE)
            if narrow:
                one.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            one.bind((house, 0))
            one.connect(("127.0.0.1", self.port))
            one.sendall(said)
            yield one

    def answer(self, said: bytes, *, house: str = "127.0.0.1") -> bytes:
        """What is answered until the connection is closed."""
        with self.knock(said, house=house) as one:
            return everything(one)

    def ask(self, path: str, *, house: str = "127.0.0.9", body: bytes = b"", head: str = "") -> int:
        """The status of a well-formed request."""
        method = "POST" if body else "GET"
        line = f"{method} {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n{head}"
        length = f"Content-Length: {len(body)}\r\n\r\n"
        return int(self.answer((line + length).encode() + body, house=house).split(b" ", 2)[1])


def everything(one: socket.socket) -> bytes:
    """What comes until the other side closes; a cut connection ends it too."""
    got = b""
    try:
        while part := one.recv(65_536):
            got += part
    except ConnectionError:
        pass
    return got


@pytest.fixture
def door(tmp_path: Path) -> Iterator[Door]:
    folder = tmp_path / "games"
    match = Match.begin(catalogue.game("star", players=2))
    with Journal.create(folder, match, 0.0, table="simulated") as journal, serve(folder, "127.0.0.1", 0) as served:
        table = Simulation(opening(match), scene=WOOD, size=(320, 240), keeper=JournalKeeper(journal))
        served.hub.attach(table.loop, record=journal.path)
        table.loop.put(Pause(0.0))
        table.loop.hear()
        served.hub.look(table.loop)
        made = Door(int(served.address.rsplit(":", 1)[1].strip("/")), folder)
        yield made
        assert made.ask("/api/state", house="127.0.0.99") == 200  # whatever happened, the page is there


# Slow ones.


@pytest.mark.parametrize(
    "said",
    [
        b"",
        b"GET / HTTP/1.1\r\nHost: local",
        b"POST /api/command HTTP/1.1\r\nHost: localhost\r\nContent-Length: 50\r\n\r\n{",
        b"GET /static/icon.svg HTTP/1.1\r\nHost: localhost\r\n\r\nGET / HT",
    ],
)
def test_a_request_that_never_comes_is_not_waited_for(door: Door, said: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(settings, "REQUEST_SECONDS", 0.2)
    assert b"200 OK" not in door.answer(said)[-200:]


def test_who_follows_is_no_request_that_never_comes(door: Door, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(settings, "REQUEST_SECONDS", 0.1)
    with door.knock(HELLO) as one:
        one.settimeout(0.5)
        with pytest.raises(TimeoutError):
            everything(one)


def test_letters_that_drip_do_not_make_it_longer(door: Door, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(settings, "REQUEST_SECONDS", 0.3)
    with door.knock(b"GET / HTTP/1.1\r\nHost: localhost\r\n") as one:
        one.settimeout(0.05)
        sent = 0
        try:
            while sent < 400:
                one.sendall(b"X-a: b\r\n")
                sent += 1
                try:
                    if one.recv(100) == b"":
                        break
                except TimeoutError:
                    continue
        except ConnectionError:
            pass
        assert sent < 100


def test_a_reader_that_never_reads_is_let_go(door: Door, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(settings, "SLOW_SECONDS", 0.2)
    with door.knock(narrow=True) as one:
        ask = b"GET /static/openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n"
        assert is_cut_off(one, ask * 100)


def test_pings_that_nobody_reads_the_answers_of_do_not_pile_up(door: Door) -> None:
    with door.knock(HELLO, narrow=True) as one:
        assert b"101" in one.recv(1000)
        before = peak()
        assert is_cut_off(one, frame(0x9, b"x" * 125) * 500)
        assert peak() - before < 64_000


# Many at once.


def test_who_says_to_come_from_elsewhere_is_counted_all_the_same(door: Door) -> None:
    many = int(settings.BURST / settings.WORK) + 4
    told = [door.ask("/api/games", head=f"X-Forwarded-For: 192.0.2.{n}\r\n") for n in range(many)]
    assert told.count(429) >= 2


def test_two_hundred_connections_of_one_house_leave_room_for_the_others(door: Door) -> None:
    with ExitStack() as crowd:
        there = [crowd.enter_context(door.knock(house="127.0.0.5")) for _ in range(200)]
        assert door.ask("/api/state", house="127.0.0.6") == 200
        for one in there[settings.CONNECTIONS_EACH :]:
            head, _, body = everything(one).partition(b"\r\n\r\n")
            assert head.startswith(b"HTTP/1.1 429 ")
            assert b"content-length: %d\r\n" % len(body) in head
        assert door.ask("/api/state", house="127.0.0.5") == 429
    assert door.ask("/api/state", house="127.0.0.7") == 200


def test_a_crowd_of_houses_is_told_to_come_later(door: Door) -> None:
    with ExitStack() as crowd:
        for number in range(settings.CONNECTIONS + 10):
            crowd.enter_context(door.knock(house=f"127.0.1.{1 + number // 40}"))
        assert door.ask("/api/state", house="127.0.0.6") == 503


# Bombs.


def test_what_is_packed_stays_packed(door: Door) -> None:
    bomb = gzip.compress(b"0" * 50_000_000)
    before = peak()
    for path in ("/api/games", "/api/preview"):
        assert door.ask(path, body=bomb, head="Content-Encoding: gzip\r\n") == 409
    assert door.ask("/api/command", body=gzip.compress(b'{"do":"undo"}'), head="Content-Encoding: gzip\r\n") == 400
    assert peak() - before < 64_000
    assert len(list(door.folder.glob("*.jsonl"))) == 1


@pytest.mark.parametrize(
    ("path", "most"), [("/api/command", settings.BODY_BYTES), ("/api/games", settings.RECORD_BYTES)]
)
def test_a_body_that_does_not_say_how_long_it_is_is_refused_when_it_is_too_long(
    door: Door, path: str, most: int
) -> None:
    parts = b"".join(b"3e8\r\n" + b"x" * 1000 + b"\r\n" for _ in range(most // 1000 + 1)) + b"0\r\n\r\n"
    head = f"POST {path} HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n"
    assert door.answer(head.encode() + parts).startswith(b"HTTP/1.1 413 ")


def test_whoever_knows_the_address_may_knock_before_the_server_is_up() -> None:
    with listen("127.0.0.1", 0) as there, socket.create_connection(there.getsockname(), PATIENCE):
        pass


def test_packed_messages_are_not_agreed_to(door: Door) -> None:
    squeeze = zlib.compressobj(9, zlib.DEFLATED, -15)
    bomb = (squeeze.compress(b"0" * 6_000_000) + squeeze.flush(zlib.Z_SYNC_FLUSH))[:-4]
    with door.knock(HELLO) as one:
        agreed = one.recv(1000)
        assert b"101" in agreed
        assert b"deflate" not in agreed
        one.sendall(frame(0x1, bomb, rsv=0x40))
        assert everything(one) == b""  # closed without a word


def test_messages_too_long_are_refused(door: Door) -> None:
    with door.knock(HELLO) as one:
        assert b"101" in one.recv(1000)
        one.sendall(frame(0x1, b"x" * (settings.MESSAGE_BYTES + 1)))
        assert close_code(everything(one)) == 1009


# Garbage.


@pytest.mark.parametrize(
    "said",
    [
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + b"\0" * 200,
        b"GET /\x00 HTTP/1.1\r\nHost: localhost\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: localhost\r\nHost: evil.example\r\n\r\n",
        b"GET / HTTP/1.1\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: localhost\r\nX: " + b"a" * 600_000,
        b"POST /api/command HTTP/1.1\r\nHost: localhost\r\nContent-Length: -1\r\n\r\n",
        b"POST /api/command HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\nContent-Length: 8\r\n\r\n{}",
        b"POST /api/command HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\nZZ\r\n{}\r\n0\r\n\r\n",
        b"POST /api/command HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked, gzip\r\n\r\n0\r\n\r\n",
    ],
)
def test_what_is_no_request_is_a_clear_refusal(door: Door, said: bytes) -> None:
    told = door.answer(said.replace(b"\r\n\r\n", b"\r\nConnection: close\r\n\r\n", 1))
    # Where more was sent than anybody reads, the answer may be lost with the connection.
    assert told[9:10] in {b"4", b""}, told


@pytest.mark.parametrize(
    "said", [b"\xff" * 50, b"\x81\x02hi", b"\x8b\x80\0\0\0\0", b"\x81\xff" + b"\xff" * 8, b"\x81\x81\0\0\0\0\xff"]
)
def test_what_is_no_message_ends_the_connection(door: Door, said: bytes) -> None:
    with door.knock(HELLO) as one:
        assert b"101" in one.recv(1000)
        one.sendall(said)
        assert len(everything(one)) < 100


@pytest.mark.parametrize(
    "path",
    [
        "/static/..%2f..%2fapp.py",
        "/static/%2e%2e/app.py",
        "//etc/passwd",
        "/../../etc/passwd",
        "/api/games/..%2f..%2fetc%2fpasswd",
        "/api/games/0001-star%00",
        "/api/games/0001-star/evidence/..%2f0001-star",
        "/api/games/0001-star/as/..%2fjsonl",
        "/api/crop/..%2fc2",
    ],
)
def test_paths_lead_nowhere(door: Door, path: str) -> None:
    assert door.ask(path) == 404


def test_a_link_among_the_records_is_not_followed(door: Door, tmp_path: Path) -> None:
    (tmp_path / "secret").write_text(next(door.folder.glob("*.jsonl")).read_text())
    (door.folder / "0007-star.jsonl").symlink_to(tmp_path / "secret")
    assert door.ask("/api/games/0007-star") == 404
    assert door.ask("/api/games/0007-star/as/jsonl") == 404
    assert door.ask("/api/games/0001-star") == 200


def is_cut_off(one: socket.socket, said: bytes) -> bool:
    """Whether the other side ends the connection while ``said`` is sent again and again and nothing is read."""
    try:
        for _ in range(20_000):
            one.sendall(said)
    except ConnectionError:
        return True
    return False


def frame(kind: int, data: bytes, *, rsv: int = 0) -> bytes:
    """A WebSocket frame as clients send it, with a mask of zeros."""
    size = len(data)
    length = bytes([0x80 | size]) if size < 126 else b"\xfe" + struct.pack("!H", size)
    return bytes([0x80 | rsv | kind]) + length + b"\0\0\0\0" + data


def close_code(got: bytes) -> int | None:
    """Why the server closed a WebSocket, by its last frame; None where it said nothing."""
    at = got.rfind(b"\x88")
    return int(struct.unpack("!H", got[at + 2 : at + 4])[0]) if at >= 0 else None


def peak() -> int:
    """The most memory that this process has had, in kB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


def test_what_comes_out_of_a_record_of_nonsense_is_a_reason(door: Door) -> None:
    header = next(door.folder.glob("*.jsonl")).read_bytes().splitlines()[0]
    facts = json.loads(header)
    facts["players"] = {"S": "\ud800"}
    body = json.dumps({key: value for key, value in facts.items() if key != "crc"}, separators=(",", ":")).encode()[:-1]
    sealed = b'%s,"crc":"%08x"}\n' % (body, zlib.crc32(body))
    assert door.ask("/api/games", body=sealed) == 409
    assert door.ask("/api/preview", body=sealed) == 409
