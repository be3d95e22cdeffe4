"""A home that listens by MQTT: a real broker (Mosquitto), a listener in Home Assistant's place, a table that plays."""

import json
import os
import re
import shutil
import socket
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from io import StringIO
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Event
from time import monotonic
from typing import Any

import pytest
from paho.mqtt.client import Client, MQTTMessage
from paho.mqtt.enums import CallbackAPIVersion

from firmware.__main__ import main
from firmware.events import Held, NameMove, Pause, Pressed, Resign, Undo
from firmware.kept.records import games_folder, records
from firmware.mqtt import settings
from firmware.mqtt.broker import Broker, chosen
from firmware.mqtt.facts import WAITING, discovery
from firmware.mqtt.teller import Teller, refused, telling
from firmware.simulated.simulation import Simulation
from firmware.states import opening
from firmware.web.hub import Hub
from hardware.simulated.scenes import WOOD
from rules import catalogue
from rules.game import Seat
from rules.match import Match

MOSQUITTO = shutil.which("mosquitto", path=f"{os.environ.get('PATH', '')}:/usr/sbin:/usr/local/sbin")
needs_broker = pytest.mark.skipif(
    MOSQUITTO is None, reason="no Mosquitto here: apt-get install mosquitto, and these tests run"
)
SESAME = "open sesame"
WELCOME = b"\x20\x02\x00\x00"
"""What a broker says to who may come in."""
FAREWELL = b"\xe0\x00"
"""What it hears from who goes; without that it tells everybody that they are lost, once more."""
PATIENCE = 60.0
"""Seconds that anything may take on a busy machine; usually it takes a hundredth."""


class Table:
    """A simulated table that rests, so that what is named counts at once; driven turn by turn."""

    def __init__(self) -> None:
        match = Match.begin(catalogue.game("star", players=2), {Seat("S"): "Anna"})
        self.hub = Hub()
        self.simulation = Simulation(opening(match), scene=WOOD, size=(480, 360))
        self.loop = self.simulation.loop
        self.hub.attach(self.loop)
        self.do(Pause(0.0))

    def do(self, *events: Any) -> None:
        """Let the loop hear of something, and the doors of what became of it."""
        for event in events:
            self.loop.put(event)
        self.loop.hear()
        self.hub.look(self.loop)


def own(file: Path, port: int, room: str) -> Broker:
    """The broker as the table in this room has it in its settings."""
    file.write_text(f'broker = "127.0.0.1:{port}"\ntopic = "hopsight/{room}"\n', encoding="utf-8")
    told = chosen(None, file)
    assert told is not None
    return told


@pytest.fixture
def table() -> Table:
    return Table()


@pytest.fixture
def port() -> Iterator[int]:
    """A port at which nobody listens yet, kept from all who ask for any: a broker that names it may listen there."""
    with socket.socket() as kept:
        kept.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        kept.bind(("127.0.0.1", 0))
        yield int(kept.getsockname()[1])


@contextmanager
def mosquitto(folder: Path, port: int, *, password: str | None = None) -> Iterator[subprocess.Popen[bytes]]:
    """A broker on this machine, until it is told to go."""
    lines = [
        f"listener {port} 127.0.0.1",
        "persistence false",
        "user root",
        f"allow_anonymous {str(password is None).lower()}",
    ]
    if password is not None:
        people = folder / "people"
        people.write_text(f"table:{password}\n")
        hashed = shutil.which("mosquitto_passwd") or "mosquitto_passwd"
        subprocess.run([hashed, "-U", str(people)], check=True, capture_output=True)
        people.chmod(0o644)
        lines.append(f"password_file {people}")
    config = folder / "mosquitto.conf"
    config.write_text("\n".join(lines) + "\n")
    running = subprocess.Popen(
        [str(MOSQUITTO), "-c", str(config), "-v"], stderr=subprocess.PIPE, stdout=subprocess.DEVNULL
    )
    assert running.stderr is not None
    try:
        for line in running.stderr:
            if b" running" in line:
                break
        yield running
    finally:
        running.terminate()
        running.wait(PATIENCE)
        running.stderr.close()


class Home:
    """What listens in the house: remembers what stands on each topic, and hands out what comes."""

    def __init__(self, port: int, *, user: str | None = None, password: str | None = None) -> None:
        self.stands: dict[str, Any] = {}
        self.retained: set[str] = set()
        self.events: SimpleQueue[Any] = SimpleQueue()
        self._news = Event()
        self._listening = Event()
        self.client = Client(CallbackAPIVersion.VERSION2)
        if user is not None:
            self.client.username_pw_set(user, password)
        self.client.on_message = self._heard
        self.client.on_connect = lambda client, *_: client.subscribe("#")
        self.client.on_subscribe = lambda *_: self._listening.set()
        self.client.reconnect_delay_set(1, 1)
        self.client.connect("127.0.0.1", port)
        self.client.loop_start()
        assert self._listening.wait(PATIENCE)

    def _heard(self, _client: Client, _data: Any, message: MQTTMessage) -> None:
        text = message.payload.decode()
        if message.topic.endswith("/button"):
            self.events.put(json.loads(text))
        else:
            self.stands[message.topic] = json.loads(text) if text[:1] in {"[", "{"} else text
            if message.retain:
                self.retained.add(message.topic)
        self._news.set()

    def until(self, topic: str, **facts: Any) -> Any:
        """Wait until the topic says so (or says anything); what stands there."""
        ends = monotonic() + PATIENCE
        while monotonic() < ends:
            self._news.clear()
            there = self.stands.get(topic)
            if there is not None and all(there.get(key) == value for key, value in facts.items()):
                return there
            self._news.wait(0.5)
        raise AssertionError(f"{topic}: {self.stands.get(topic)}, not {facts}")

    def status(self, wanted: str, topic: str = "hopsight/status") -> None:
        """Wait until the table is there, or away."""
        ends = monotonic() + PATIENCE
        while monotonic() < ends and self.stands.get(topic) != wanted:
            self._news.clear()
            self._news.wait(0.5)
        assert self.stands.get(topic) == wanted

    def close(self) -> None:
        self.client.disconnect()
        self.client.loop_stop()


@contextmanager
def home(port: int, **more: Any) -> Iterator[Home]:
    """A listener, as long as this lasts."""
    listens = Home(port, **more)
    try:
        yield listens
    finally:
        listens.close()


def welcomed(server: socket.socket) -> socket.socket:
    """The table's next line, let in. What it asked with is read: a line closed before takes the welcome back."""
    connection, _ = server.accept()
    connection.recv(4096)
    connection.sendall(WELCOME)
    return connection


def lost(teller: Teller) -> None:
    """Wait until the table has noticed that nobody listens."""
    assert teller.down.wait(PATIENCE)


def broker(port: int, **more: Any) -> Broker:
    """The broker as the table knows it."""
    return Broker("127.0.0.1", port, "hopsight-table", **more)


# With a broker.


@needs_broker
def test_a_home_hears_whose_turn_it_is_the_move_the_lamps_and_the_button(
    table: Table, tmp_path: Path, port: int
) -> None:
    with mosquitto(tmp_path, port), home(port) as listens, telling(table.hub, broker(port), "en"):
        listens.until("hopsight/turn", who="Anna", seat="S", ply=0)
        listens.until("hopsight/game", waiting="paused", game="star")
        table.do(NameMove(1.0, "e5-f5"))
        listens.until("hopsight/turn", who="North", ply=1)
        listens.until("hopsight/said", text="North is to move.")
        moved = listens.until("hopsight/move", move="e5-f5")
        assert (moved["who"], moved["path"]) == ("Anna", ["e5", "f5"])
        assert listens.until("hopsight/lamps", lit="ON")["places"]
        assert listens.until("hopsight/said")["text"]
        table.do(Held(2.0), Pressed(3.0))
        assert listens.events.get(timeout=PATIENCE) == {"event_type": "hold"}
        assert listens.events.get(timeout=PATIENCE) == {"event_type": "press"}


@needs_broker
def test_who_comes_later_finds_everything_and_home_assistant_finds_the_device(
    table: Table, tmp_path: Path, port: int
) -> None:
    with mosquitto(tmp_path, port), telling(table.hub, broker(port, name="Table at the window"), "de"):
        with home(port) as early:
            table.do(NameMove(1.0, "e5-f5"))
            early.until("hopsight/turn", who="Nord")
        with home(port) as late:
            late.until("hopsight/turn", who="Nord")
            late.until("hopsight/move", move="e5-f5")
            late.status("online")
            found = late.until("homeassistant/device/hopsight-table/config")
            assert found["device"]["name"] == "Table at the window"
            assert late.retained >= {"hopsight/turn", "hopsight/move", "hopsight/status", "hopsight/lamps"}


@needs_broker
def test_who_wants_no_discovery_any_more_finds_the_device_gone(table: Table, tmp_path: Path, port: int) -> None:
    where = "homeassistant/device/hopsight-table/config"
    with mosquitto(tmp_path, port), home(port) as listens:
        with telling(table.hub, broker(port), "en"):
            listens.until(where)
        listens.status("offline")
        with telling(table.hub, broker(port, discovery=""), "en"):
            listens.status("online")
        assert listens.stands[where] == ""


@needs_broker
def test_two_tables_in_one_home_leave_each_other_alone(tmp_path: Path, port: int) -> None:
    kitchen, hall = (own(tmp_path / f"{room}.toml", port, room) for room in ("kitchen", "hall"))
    one, other = Table(), Table()
    with mosquitto(tmp_path, port), home(port) as listens, telling(one.hub, kitchen, "en") as first:
        listens.until("hopsight/kitchen/game", game="star")
        with telling(other.hub, hall, "en") as second:
            listens.until("hopsight/hall/game", game="star")
            one.do(NameMove(1.0, "e5-f5"))
            listens.until("hopsight/kitchen/move", move="e5-f5")
            assert not first.down.is_set()
            assert not second.down.is_set()
            for room in ("kitchen", "hall"):
                listens.until(f"homeassistant/device/hopsight-{room}/config")


@needs_broker
def test_the_table_is_away_when_it_stops_and_when_it_vanishes(table: Table, tmp_path: Path, port: int) -> None:
    with mosquitto(tmp_path, port), home(port) as listens:
        with telling(table.hub, broker(port), "en"):
            listens.status("online")
        listens.status("offline")
        with telling(table.hub, broker(port), "en") as teller:
            listens.status("online")
            taken = teller._client.socket()
            assert taken is not None
            taken.shutdown(socket.SHUT_RDWR)  # a pulled plug: no word of farewell
            listens.status("offline")
            listens.status("online")  # it comes back by itself
            table.do(NameMove(1.0, "e5-f5"))
            listens.until("hopsight/move", move="e5-f5")


@needs_broker
def test_a_broker_that_comes_late_or_comes_back_hears_the_newest_and_no_old_press(
    table: Table, tmp_path: Path, port: int, capsys: pytest.CaptureFixture[str]
) -> None:
    with telling(table.hub, broker(port), "en") as teller:
        lost(teller)
        table.do(NameMove(1.0, "e5-f5"))
        table.do(Held(2.0))
        for _ in range(2):
            with mosquitto(tmp_path, port), home(port) as listens:
                listens.until("hopsight/move", move="e5-f5")
                listens.status("online")
                with pytest.raises(Empty):
                    listens.events.get_nowait()
            lost(teller)
    told = capsys.readouterr().err
    assert told.count("is there again") == 2
    assert told.count("the game goes on") == 3  # said once each time, however often it is tried


@needs_broker
def test_only_the_right_password_is_let_in(
    table: Table, tmp_path: Path, port: int, capsys: pytest.CaptureFixture[str]
) -> None:
    with (
        mosquitto(tmp_path, port, password=SESAME),
        home(port, user="table", password=SESAME) as listens,
    ):
        with telling(table.hub, broker(port, user="table", password=SESAME[::-1]), "en") as teller:
            lost(teller)
        assert "(Not authorized); the game goes on. User and password stand in mqtt.toml" in capsys.readouterr().err
        assert "hopsight/status" not in listens.stands
        with telling(table.hub, broker(port, user="table", password=SESAME), "en") as teller:
            listens.status("online")
            assert refused(teller.broker) is None
            assert refused(broker(port)) == "Not authorized"
            assert teller._client.is_connected(), "who asks leaves the table's own line alone"


# Without one.


def test_a_broker_that_takes_nothing_costs_the_table_nothing_and_nothing_piles_up(table: Table) -> None:
    with socket.create_server(("127.0.0.1", 0)) as deaf:
        port = int(deaf.getsockname()[1])
        with telling(table.hub, broker(port), "en") as teller, welcomed(deaf):  # and not another word
            began = monotonic()
            for at in range(300):
                table.do(NameMove(float(at), "e5-f5"))
                table.do(Undo(float(at)))
            assert monotonic() - began < PATIENCE
            assert len(teller._stands) <= len(discovery(teller.broker)["components"]) + 2
        began = monotonic()
    assert monotonic() - began < PATIENCE


def test_what_is_no_broker_is_told_from_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(settings, "CONNECT_SECONDS", 0.1)
    with socket.create_server(("127.0.0.1", 0)) as deaf:
        assert refused(broker(int(deaf.getsockname()[1]))) == "it does not answer as a broker does"


def test_no_broker_at_all_is_said_once_and_the_table_plays(
    table: Table, port: int, capsys: pytest.CaptureFixture[str]
) -> None:
    with telling(table.hub, broker(port), "en") as teller:
        lost(teller)
        table.do(NameMove(1.0, "e5-f5"))
        assert table.loop.state.last.move == "e5-f5"
    told = capsys.readouterr().err
    assert told.count("the game goes on") == 1
    assert "(it cannot be reached: Connection refused); the game goes on. See that it runs" in told
    assert not table.hub.bells


def test_a_service_hears_that_its_unit_may_keep_the_broker_away(
    table: Table, port: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("NOTIFY_SOCKET", "/nowhere")
    with telling(table.hub, broker(port), "en") as teller:
        lost(teller)
    assert "IPAddressAllow= with the broker's address under [Service]" in capsys.readouterr().err


def test_a_line_that_comes_and_goes_is_told_once_and_what_it_may_be(
    table: Table, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(settings, "RETRY_SECONDS", (0, 0))
    with (
        socket.create_server(("127.0.0.1", 0)) as unkind,
        telling(table.hub, broker(int(unkind.getsockname()[1])), "en") as teller,
    ):
        for _ in range(6):
            welcomed(unkind).close()
        with welcomed(unkind):
            monkeypatch.setattr(settings, "HELD_SECONDS", 0.0)  # this line holds at once
            said, ends = "", monotonic() + PATIENCE
            while not said.endswith("is there again\n") and monotonic() < ends:
                table.do(NameMove(1.0, "e5-f5"))
                said += capsys.readouterr().err
            assert not teller.down.is_set()
    assert said.count("the line broke") == 2
    assert said.count("the line broke, again and again") == 1
    assert "Is another table told under hopsight too? Each wants its own topic" in said
    assert said.count("is there again") == 2


def test_a_line_that_broke_once_is_closed_with_a_farewell_all_the_same(table: Table) -> None:
    heard = b""
    with socket.create_server(("127.0.0.1", 0)) as kind:
        with telling(table.hub, broker(int(kind.getsockname()[1])), "en") as teller:
            welcomed(kind).close()
            lost(teller)
            connection, _ = kind.accept()
            connection.sendall(WELCOME)
            while b"online" not in heard:
                heard += connection.recv(4096)
        with connection:  # the program may end now: what it has not sent yet, nobody will hear
            connection.setblocking(False)
            heard += connection.recv(4096)
    assert heard.endswith(b"offline" + FAREWELL)


def test_lines_from_a_pipe_are_played_and_their_end_is_the_end(
    port: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdin", StringIO("resign NE\n"))
    broker = f"127.0.0.1:{port}"
    assert main(["play", "--players", "3", "--simulated", "--no-web", "--mqtt", broker, "--language", "en"]) == 0
    kinds = [json.loads(line)["event"] for line in records(games_folder())[0].read_text().splitlines()]
    assert "resign" in kinds
    told = [line for line in capsys.readouterr().err.splitlines() if line.startswith("mqtt")]
    assert told[0].startswith(f"mqtt: tells {broker}, topics ")


# What Home Assistant is told of the device.


def test_every_part_of_the_device_is_named_once_and_reads_a_topic_that_is_told(table: Table) -> None:
    from firmware.mqtt.facts import told

    device = discovery(broker(1, topic="hopsight/box"))
    parts = device["components"]
    assert {name: part["platform"] for name, part in parts.items()} == {
        "turn": "sensor",
        "move": "sensor",
        "game": "sensor",
        "said": "sensor",
        "button": "event",
        "lamps": "binary_sensor",
    }
    assert len({part["unique_id"] for part in parts.values()}) == len(parts)
    assert device["origin"]["name"]
    assert device["availability_topic"] == "hopsight/box/status"
    assert table.hub.snapshot is not None
    topics = told(table.hub.snapshot, next(one.what for one in table.hub.news if not hasattr(one.what, "kind")), "en")
    assert {part["state_topic"] for part in parts.values()} == {f"hopsight/box/{one}" for one in [*topics, "button"]}
    assert json.loads(topics["game"])["waiting"] in WAITING


def test_at_the_end_everybody_is_called_by_name_or_by_corner(table: Table) -> None:
    from firmware.mqtt.facts import told

    table.do(Resign(1.0, Seat("N")))
    assert table.hub.snapshot is not None
    said = [one.what for one in table.hub.news if not hasattr(one.what, "kind")][-1]
    topics = told(table.hub.snapshot, said, "de")
    assert json.loads(topics["said"])["text"] == "Das Spiel ist zu Ende. 1. Anna, 2. Nord"


def test_a_table_is_known_by_its_topic(tmp_path: Path) -> None:
    names = [own(tmp_path / "mqtt.toml", 1883, room).id for room in ("kitchen", "客厅", "卧室", "")]
    assert names[0] == "hopsight-kitchen"
    assert len(set(names)) == 4, "topics may be written in any letters"
    assert all(re.fullmatch(r"[A-Za-z0-9_-]+", name) for name in names)
