"""What a home is told, topic by topic, and how Home Assistant finds it without being told."""

from collections.abc import Mapping
from importlib.metadata import version
from typing import Any

from firmware.events import Entry
from firmware.mqtt import settings
from firmware.mqtt.broker import Broker
from firmware.plain_json import compact
from firmware.states import State
from firmware.web.facts import lamps, last_move, phase_facts
from firmware.web.hub import Snapshot
from firmware.words.wording import called, names, spoken
from rules.game import Seat
from rules.words import Language, Reason

ONLINE, OFFLINE = "online", "offline"
PRESS, HOLD = "press", "hold"
"""What is told of the button."""
WAITING = ("guided", "playing", "lifted", "refused", "unsure", "paused", "finished", "camera lost")
"""What the table may wait for."""


def told(snapshot: Snapshot, said: Reason | None, language: Language) -> dict[str, str]:
    """Topic below the table's own → what stands there now, as JSON."""
    state = snapshot.state
    facts = phase_facts(state)
    phase = facts["phase"]
    moved = last_move(state)
    lit = lamps(snapshot.overlay)
    topics: dict[str, dict[str, Any]] = {
        "turn": {"who": who(state, state.to_move, language), "seat": state.to_move, "ply": state.ply},
        "move": {"move": None, "who": None},
        "game": {
            "waiting": "camera lost" if facts["blind"] else phase["name"],
            "game": state.game.name,
            "seats": list(state.game.seats),
            "players": names(state.match.players),
            **{key: value for key, value in phase.items() if key != "name"},
        },
        "lamps": {"lit": "ON" if lit else "OFF", "places": lit},
    }
    if moved is not None:
        made = moved["move"] or moved["kind"]
        topics["move"] = {**moved, "move": made, "who": who(state, moved["seat"], language)}
    if said is not None:
        topics["said"] = {"text": spoken(said, language, state.match.players)[: settings.TEXT_LENGTH], "id": said.id}
    return {topic: compact(one) for topic, one in topics.items()}


def pressed(entry: Entry) -> str | None:
    """The button's event, as JSON; None for whatever else happened."""
    return compact({"event_type": HOLD if entry.data["long"] else PRESS}) if entry.kind == "pressed" else None


def who(state: State, seat: Seat | None, language: Language) -> str | None:
    """How people call a seat; None for nobody."""
    return called(seat, language, state.match.players) or None


def discovery(broker: Broker) -> Mapping[str, Any]:
    """The table as one device of Home Assistant, with its parts."""

    def part(name: str, platform: str, shown: str, icon: str, **more: Any) -> dict[str, Any]:
        return {
            "platform": platform,
            "unique_id": f"{broker.id}-{name}",
            "name": shown,
            "icon": f"mdi:{icon}",
            "state_topic": f"{broker.topic}/{name}",
            **more,
        }

    def sensor(name: str, key: str, shown: str, icon: str, **more: Any) -> dict[str, Any]:
        # An empty value is "unknown" to Home Assistant, which is what nobody's turn is.
        template = f"{{{{ value_json.{key} or 'None' }}}}"
        attributes = f"{broker.topic}/{name}"
        return part(name, "sensor", shown, icon, value_template=template, json_attributes_topic=attributes, **more)

    return {
        "device": {
            "identifiers": [broker.id],
            "name": broker.name,
            "manufacturer": "Hopsight",
            "model": "Referee of the table",
            "sw_version": version("hopsight"),
        },
        "origin": {"name": "Hopsight", "sw_version": version("hopsight")},
        "availability_topic": f"{broker.topic}/status",
        "components": {
            "turn": sensor("turn", "who", "Turn", "account-arrow-right"),
            "move": sensor("move", "move", "Last move", "arrow-decision"),
            "game": sensor("game", "waiting", "Game", "checkerboard", device_class="enum", options=list(WAITING)),
            "said": sensor("said", "text", "Referee", "bullhorn"),
            "button": part("button", "event", "Button", "gesture-tap-button", event_types=[PRESS, HOLD]),
            "lamps": part(
                "lamps",
                "binary_sensor",
                "Lamps",
                "led-on",
                device_class="light",
                value_template="{{ value_json.lit }}",
                json_attributes_topic=f"{broker.topic}/lamps",
            ),
        },
    }
