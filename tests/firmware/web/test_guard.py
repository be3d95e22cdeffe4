"""Who may come in: hosts, origins, lengths, rates, and the pairing code."""

from contextlib import ExitStack

import pytest

from firmware.web import settings
from firmware.web.guard import Crowd, Pairing, Rate, host_is_ours, house, is_local, is_work

NAMES = frozenset({"localhost", "box", "box.local"})


class Hands:
    """A clock that is set by hand."""

    def __init__(self) -> None:
        self.at = 0.0

    def __call__(self) -> float:
        return self.at


@pytest.mark.parametrize(
    "host", ["localhost", "localhost:8017", "127.0.0.1:8017", "[::1]:8017", "192.168.1.7", "box.local:80"]
)
def test_addresses_and_own_names_are_ours(host: str) -> None:
    assert host_is_ours(host, NAMES)


@pytest.mark.parametrize(
    "host",
    [
        "",
        "evil.example",
        "localhost.evil.example",
        "127.0.0.1.evil.example",
        "localhost:port",
        "box:99999",
        "[::1",
        "a b",
    ],
)
def test_other_names_are_not(host: str) -> None:
    assert not host_is_ours(host, NAMES)


@pytest.mark.parametrize(
    ("host", "local"),
    [
        ("127.0.0.1", True),
        ("::1", True),
        ("localhost", True),
        ("::", False),
        ("192.168.1.7", False),
        ("box", False),
    ],
)
def test_only_this_machine_is_local(host: str, *, local: bool) -> None:
    assert is_local(host) is local


def test_a_burst_is_allowed_and_then_only_the_rate() -> None:
    clock = Hands()
    rate = Rate(clock)
    assert all(rate.allows("a") for _ in range(int(settings.BURST)))
    assert not rate.allows("a")
    assert rate.allows("b")
    clock.at += 2 / settings.RATE
    assert rate.allows("a")


def test_addresses_are_forgotten() -> None:
    rate = Rate(Hands())
    for number in range(settings.ADDRESSES + 50):
        rate.allows(str(number))
    assert len(rate._left) == settings.ADDRESSES


def test_work_counts_for_more() -> None:
    rate = Rate(Hands())
    assert all(rate.allows("a", settings.WORK) for _ in range(int(settings.BURST / settings.WORK)))
    assert not rate.allows("a")


@pytest.mark.parametrize(
    ("method", "path", "work"),
    [
        ("GET", "/api/games/0001-star", True),
        ("GET", "/api/games/0001-star/as/gif", True),
        ("GET", "/api/games/0001-star/evidence/0001-unsure-1.0", False),
        ("POST", "/api/preview", True),
        ("POST", "/api/games", True),
        ("POST", "/api/empty", True),
        ("GET", "/api/games", True),
        ("GET", "/api/doctor", True),
        ("GET", "/static/main.js", False),
    ],
)
def test_reading_records_is_work_and_looking_is_not(method: str, path: str, *, work: bool) -> None:
    assert is_work({"type": "http", "method": method, "path": path}) is work


def test_who_waits_for_much_keeps_nobody_else_out() -> None:
    line = Crowd(settings.WAITING, settings.WAITING_EACH)
    with ExitStack() as greedy:
        for _ in range(settings.WAITING_EACH):
            assert not line.full("a")
            greedy.enter_context(line.counted("a"))
        assert line.full("a")
        assert not line.full("b")
        others = [f"{number}" for number in range(settings.WAITING - settings.WAITING_EACH)]
        for other in others:
            greedy.enter_context(line.counted(other))
        assert line.full("b")
    assert not line.full("a")
    assert not line._here


def test_a_house_with_many_addresses_is_one_visitor() -> None:
    assert house("2001:db8::1") == house("2001:db8::ffff:2") != house("2001:db8:0:1::1")
    assert house("fe80::1%eth0") == house("fe80::2")
    assert house("::ffff:192.168.1.7") == house("192.168.1.7") != house("192.168.1.8")
    assert house("unknown") == "unknown"


def wrong(pairing: Pairing) -> str:
    """A code that is not the one."""
    return "000000" if pairing.code != "000000" else "111111"


def test_without_a_code_everybody_may() -> None:
    pairing = Pairing(Hands(), needed=False)
    assert pairing.may_change(None)
    assert pairing.pair("000000", "a") is None


def test_the_right_code_gives_a_key() -> None:
    pairing = Pairing(Hands(), needed=True)
    assert pairing.code is not None
    key = pairing.pair(pairing.code, "a")
    assert key
    assert pairing.may_change(key)
    assert not pairing.may_change(None)
    assert not pairing.may_change(pairing.code)


def test_guessing_makes_it_rest_even_for_the_right_code_but_not_for_the_others() -> None:
    clock = Hands()
    pairing = Pairing(clock, needed=True)
    assert pairing.code is not None
    for _ in range(settings.TRIES):
        assert pairing.pair(wrong(pairing), "a") is None
    assert pairing.rests("a")
    assert pairing.pair(pairing.code, "a") is None
    assert pairing.pair(pairing.code, "b")
    clock.at += settings.REST_SECONDS + 1
    assert pairing.pair(pairing.code, "a")


def test_each_rest_is_longer_and_many_addresses_help_nobody() -> None:
    clock = Hands()
    pairing = Pairing(clock, needed=True)
    guesses, house = 0, 0
    while clock.at < 86_400:
        house += 1
        if pairing.rests(str(house)):
            clock.at += 30
        else:
            pairing.pair(wrong(pairing), str(house))
            guesses += 1
    assert guesses < 24 * settings.TRIES_ALL + 10 * settings.TRIES_ALL
    assert len(pairing._each) <= settings.ADDRESSES


def test_old_keys_are_forgotten() -> None:
    pairing = Pairing(Hands(), needed=True)
    assert pairing.code is not None
    first = pairing.pair(pairing.code, "a")
    for _ in range(settings.KEYS):
        pairing.pair(pairing.code, "a")
    assert not pairing.may_change(first)
