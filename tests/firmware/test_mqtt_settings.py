"""How a table comes to know its MQTT broker: what is typed, and what stands in mqtt.toml."""

import re
from pathlib import Path

import pytest

from firmware.mqtt import settings
from firmware.mqtt.broker import chosen, parted, path
from rules.game import GivenError


def test_it_is_off_unless_somebody_asks_for_it(tmp_path: Path) -> None:
    assert chosen(None, tmp_path / "mqtt.toml") is None
    asked = chosen("home.local", tmp_path / "mqtt.toml")
    assert asked is not None
    assert (asked.host, asked.port, asked.password, asked.tls) == ("home.local", settings.PORT, None, False)
    assert asked.topic.startswith("hopsight/")


def test_the_file_turns_it_on_and_knows_the_password(tmp_path: Path) -> None:
    file = tmp_path / "mqtt.toml"
    file.write_text('broker = "10.0.0.5"\nuser = "table"\npassword = "sesame"\ntls = true\ndiscovery = ""\n')
    told = chosen(None, file)
    assert told is not None
    assert (told.host, told.port, told.user, told.password) == ("10.0.0.5", 8883, "table", "sesame")
    assert told.discovery == ""
    other = chosen("10.0.0.6:99", file)
    assert other is not None
    assert (other.host, other.port, other.password) == ("10.0.0.6", 99, "sesame")


def test_the_file_stands_beside_the_profiles(tmp_path: Path) -> None:
    assert path({"CONFIGURATION_DIRECTORY": str(tmp_path)}) == tmp_path / "mqtt.toml"


@pytest.mark.parametrize(
    "text", ["broker =", 'brokre = "x"', "broker = 7", 'topic = "a/#"', "tls = 1", 'discovery = "+"', "[broker]\n"]
)
def test_a_slip_in_the_file_is_named(tmp_path: Path, text: str) -> None:
    file = tmp_path / "mqtt.toml"
    file.write_text(text)
    with pytest.raises(GivenError, match=r"mqtt\.toml cannot be used: .*broker|topic|tls|discovery") as told:
        chosen(None, file)
    assert str(told.value).endswith(". Mend that line, or delete the file.")
    assert not re.search(r"\bstr\b|\bbool\b|\bat line\b", str(told.value)), "nobody has to know Python"


@pytest.mark.parametrize(
    "given", ["home.local:port", ":1883", "user:word@home", "a b", "home:0", "home:99999", "h/x", "home..local"]
)
def test_what_is_no_address_is_refused(given: str) -> None:
    with pytest.raises(GivenError, match="address"):
        parted(given, 1883)


def test_addresses_of_every_kind() -> None:
    assert parted("[fe80::1]:99", 1883) == ("fe80::1", 99)
    assert parted("192.168.1.20", 1883) == ("192.168.1.20", 1883)
