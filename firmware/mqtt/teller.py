"""Tells a broker what the hub holds, in threads of its own: the table only rings a bell and never waits.

Nothing is queued for a broker that is down or slow. What stands on a topic is told anew when it can be, and only the
newest; a press that nobody could be told of is over.
"""

import ssl
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from math import inf
from threading import Event, Thread
from time import monotonic
from typing import Any

from paho.mqtt.client import Client, MQTTMessageInfo
from paho.mqtt.enums import CallbackAPIVersion, MQTTErrorCode

from firmware.kept.whole import why
from firmware.mqtt import settings
from firmware.mqtt.broker import Broker
from firmware.mqtt.facts import OFFLINE, ONLINE, discovery, pressed, told
from firmware.plain_json import compact
from firmware.web.hub import Hub
from hardware.errors import let_in
from rules.words import Language, Reason


class Teller:
    """One broker that is told. Made and ended by `telling`."""

    def __init__(self, hub: Hub, broker: Broker, language: Language) -> None:
        self.hub = hub
        self.broker = broker
        self.language: Language = language
        self.down = Event()
        self._bell = Event()
        self._fresh = Event()
        self._stopping = Event()
        self._gone = Event()
        self._heard = 0
        self._since = -inf
        self._short = 0
        # Nothing retained on its topic takes a device away that was announced there before.
        self._found = compact(discovery(broker)) if broker.discovery else ""
        self._said: Reason | None = None
        self._stands: dict[str, tuple[str, MQTTMessageInfo]] = {}
        self._client = self._made()
        self._thread = Thread(target=self._run, name="mqtt", daemon=True)

    def _made(self) -> Client:
        client = known_as(self.broker.id, self.broker)
        client.reconnect_delay_set(*settings.RETRY_SECONDS)
        client.will_set(f"{self.broker.topic}/status", OFFLINE, retain=True)
        client.on_connect = self._connected
        client.on_connect_fail = lambda *_: self._lost(*unreached(sys.exception()))
        client.on_disconnect = lambda _client, _data, _flags, code, _properties: self._left(str(code))
        client.on_publish = lambda *_: self._bell.set()
        return client

    def start(self) -> None:
        """Tell from now on; returns at once, whether there is a broker or not."""
        self._hear()  # what was pressed before now is over
        self.hub.bells.append(self._bell.set)
        self._client.connect_async(self.broker.host, self.broker.port, settings.KEEPALIVE_SECONDS)
        self._client.loop_start()
        self._thread.start()

    def close(self) -> None:
        """Say that the table is away and leave; a broker that does not listen is not waited for."""
        self.hub.bells.remove(self._bell.set)
        self._stopping.set()
        self._bell.set()
        self._thread.join(settings.BYE_SECONDS)
        if self._client.is_connected():
            self._client.publish(f"{self.broker.topic}/status", OFFLINE, retain=True)
        if self._client.disconnect() == MQTTErrorCode.MQTT_ERR_SUCCESS:
            self._gone.wait(settings.BYE_SECONDS)

    # Called in the client's own thread.

    def _connected(self, _client: Client, _data: Any, _flags: Any, code: Any, _properties: Any) -> None:
        if code.is_failure:
            self._lost(str(code), "User and password stand in mqtt.toml" if str(code) in settings.NOT_LET_IN else "")
            return
        self._since = monotonic()
        self._gone.clear()
        if self.down.is_set() and self._short < settings.SHORT_LINES:
            self._say("is there again")
        self.down.clear()
        self._fresh.set()
        self._bell.set()

    def _left(self, why: str) -> None:
        self._gone.set()
        if not self._stopping.is_set():
            self._lost("the line broke" if why == settings.UNTOLD else why)

    def _lost(self, why: str, helps: str = "") -> None:
        """Said once, however often it is tried again, and also where the line comes and goes all the time."""
        if self.down.is_set():
            return
        self._short = self._short + 1 if monotonic() - self._since < settings.HELD_SECONDS else 0
        if self._short == settings.SHORT_LINES:
            why += ", again and again"
            helps = f"Is another table told under {self.broker.topic} too? Each wants its own topic in mqtt.toml"
        if self._short <= settings.SHORT_LINES:
            self._say(f"does not take what is told ({why}); the game goes on{'. ' * bool(helps)}{helps}")
        self.down.set()  # whoever waits for it finds it said

    def _say(self, what: str) -> None:
        print(f"mqtt: the broker {self.broker.host}:{self.broker.port} {what}", file=sys.stderr)

    # Called in the teller's thread.

    def _run(self) -> None:
        while not self._stopping.is_set():
            self._bell.wait(settings.HELD_SECONDS)
            self._bell.clear()
            if self._client.is_connected():
                self._held()
                self._tell()
            else:
                self._hear()
            self._stopping.wait(settings.REST_SECONDS)

    def _held(self) -> None:
        """Say that a line which came and went holds."""
        if self._short >= settings.SHORT_LINES and monotonic() - self._since >= settings.HELD_SECONDS:
            self._short = 0
            self._say("is there again")

    def _tell(self) -> None:
        """Tell what is not known yet."""
        if self._fresh.is_set():
            self._fresh.clear()
            self._stands.clear()
        events = self._hear()
        snapshot = self.hub.snapshot
        topic = self.broker.topic
        self._keep(f"{self.broker.discovery or settings.DISCOVERY}/device/{self.broker.id}/config", self._found)
        if snapshot is not None:
            for name, payload in told(snapshot, self._said, self.language).items():
                self._keep(f"{topic}/{name}", payload)
        self._keep(f"{topic}/status", ONLINE)
        for event in events:
            self._client.publish(f"{topic}/button", event)

    def _keep(self, topic: str, payload: str) -> None:
        """Let ``payload`` stand on ``topic``; what the broker has not taken yet is waited for, so nothing piles up."""
        known = self._stands.get(topic)
        if known is not None and (known[0] == payload or not known[1].is_published()):
            return
        info = self._client.publish(topic, payload, retain=True)
        if info.rc == MQTTErrorCode.MQTT_ERR_SUCCESS:
            self._stands[topic] = (payload, info)

    def _hear(self) -> list[str]:
        """What was said and pressed since the last time."""
        events = []
        for one in self.hub.since(self._heard):
            self._heard = one.number
            if isinstance(one.what, Reason):
                self._said = one.what
            elif (event := pressed(one.what)) is not None:
                events.append(event)
        return events


def known_as(name: str, broker: Broker) -> Client:
    """Whoever asks ``broker`` to be let in as the table may, under a ``name`` of its own."""
    client = Client(CallbackAPIVersion.VERSION2, client_id=name)
    client.connect_timeout = settings.CONNECT_SECONDS
    if broker.user is not None:
        client.username_pw_set(broker.user, broker.password)
    if broker.tls:
        client.tls_set()
    return client


def refused(broker: Broker) -> str | None:
    """Why ``broker`` lets nobody in, asked now; None where it does. The table's own line is left alone."""
    client, answers = known_as(f"{broker.id}-doctor", broker), list[Any]()
    client.on_connect = lambda _client, _data, _flags, code, _properties: answers.append(code)
    try:
        client.connect(broker.host, broker.port)
    except OSError as error:
        return unreached(error)[0]
    ends = monotonic() + settings.CONNECT_SECONDS
    while not answers and monotonic() < ends and client.loop() == MQTTErrorCode.MQTT_ERR_SUCCESS:
        pass
    client.disconnect()
    if not answers:
        return "it does not answer as a broker does"
    return str(answers[0]) if answers[0].is_failure else None


def unreached(error: BaseException | None) -> tuple[str, str]:
    """Why a broker cannot be reached, and what helps. ``error``: what the attempt raised."""
    if isinstance(error, ssl.SSLCertVerificationError):
        return f"its certificate is not trusted: {error.verify_message}", ""
    told = f": {why(error)}" if isinstance(error, Exception) else ""
    return f"it cannot be reached{told}", f"See that it runs{let_in('the broker')}"


@contextmanager
def telling(hub: Hub, broker: Broker, language: Language) -> Iterator[Teller]:
    """Tell ``broker`` what ``hub`` holds, as long as this lasts."""
    teller = Teller(hub, broker, language)
    teller.start()
    try:
        yield teller
    finally:
        teller.close()
