"""Tells a broker what the hub holds, in threads of its own: the table only rings a bell and never waits.

Nothing is queued for a broker that is down or slow. What stands on a topic is told anew when it can be, and only the
newest; a press that nobody could be told of is over.
"""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Event, Thread
from typing import Any

from paho.mqtt.client import Client, MQTTMessageInfo
from paho.mqtt.enums import CallbackAPIVersion, MQTTErrorCode

from firmware.mqtt import settings
from firmware.mqtt.broker import Broker
from firmware.mqtt.facts import OFFLINE, ONLINE, discovery, pressed, told
from firmware.plain_json import compact
from firmware.web.hub import Hub
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
        self._found = compact(discovery(broker)) if broker.discovery else None
        self._said: Reason | None = None
        self._stands: dict[str, tuple[str, MQTTMessageInfo]] = {}
        self._client = self._made()
        self._thread = Thread(target=self._run, name="mqtt", daemon=True)

    def _made(self) -> Client:
        client = Client(CallbackAPIVersion.VERSION2, client_id=self.broker.id)
        client.connect_timeout = settings.CONNECT_SECONDS
        client.reconnect_delay_set(*settings.RETRY_SECONDS)
        client.will_set(f"{self.broker.topic}/status", OFFLINE, retain=True)
        if self.broker.user is not None:
            client.username_pw_set(self.broker.user, self.broker.password)
        if self.broker.tls:
            client.tls_set()
        client.on_connect = self._connected
        client.on_connect_fail = lambda *_: self._lost("it cannot be reached")
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
            self._lost(str(code))
            return
        if self.down.is_set():
            print(f"mqtt: the broker {self.broker.host} is there again", file=sys.stderr)
        self.down.clear()
        self._fresh.set()
        self._bell.set()

    def _left(self, why: str) -> None:
        self._gone.set()
        if not self._stopping.is_set():
            self._lost(why)

    def _lost(self, why: str) -> None:
        """Said once, however often it is tried again."""
        if self.down.is_set():
            return
        self.down.set()
        where = f"{self.broker.host}:{self.broker.port}"
        print(f"mqtt: the broker {where} does not take what is told ({why}); the game goes on", file=sys.stderr)

    # Called in the teller's thread.

    def _run(self) -> None:
        while not self._stopping.is_set():
            self._bell.wait()
            self._bell.clear()
            if self._client.is_connected():
                self._tell()
            else:
                self._hear()
            self._stopping.wait(settings.REST_SECONDS)

    def _tell(self) -> None:
        """Tell what is not known yet."""
        if self._fresh.is_set():
            self._fresh.clear()
            self._stands.clear()
        events = self._hear()
        snapshot = self.hub.snapshot
        topic = self.broker.topic
        if self._found is not None:
            self._keep(f"{self.broker.discovery}/device/{self.broker.id}/config", self._found)
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


@contextmanager
def telling(hub: Hub, broker: Broker, language: Language) -> Iterator[Teller]:
    """Tell ``broker`` what ``hub`` holds, as long as this lasts."""
    teller = Teller(hub, broker, language)
    teller.start()
    try:
        yield teller
    finally:
        teller.close()
