"""Pieces are neither made nor lost: what lies at one place is told by where the rest of its set lies."""

import numpy as np
from numpy.typing import NDArray

from vision.readers.hole import settings
from vision.readers.hole.windows import Singles


def conserve(logs: Singles, told: NDArray[np.bool_], now: NDArray[np.int64]) -> Singles:
    """Pieces are neither made nor lost: where one lay, one of another set can only lie if it left its own place.

    So it becomes less likely there, in ``logs`` (T × n, changed in place), by the nats with which the least certain
    place of its set stayed; these are returned, one for each set. An empty hole whose look was never seen may well look
    like a set that has all its pieces elsewhere. A whole piece that came to an empty hole is rather of a set that lacks
    one than of one that lacks none, if it looks like both: spare pieces are rare. That some piece came is no less
    likely for it.
    """
    elsewhere = (now > 0) & (now != np.arange(len(logs))[:, None])
    elsewhere[0] = False
    stayed = _stayed(logs, told, now)
    # Which sets have all their pieces is known better once those that surely have are told.
    surely = _stayed(logs - elsewhere * stayed[:, None], told, now)
    logs -= elsewhere * surely[:, None]
    spare = np.minimum(surely[1:] - surely[1:].min(initial=np.inf), np.log(settings.SPARE))
    rather, likeliest = logs[1:] - spare[:, None], logs[1:].max(0, initial=-np.inf)
    came = (now == 0) & (likeliest > settings.ALIEN * settings.TELLING + settings.WHOLE)
    logs[1:, came] = (rather + likeliest - rather.max(0, initial=-np.inf))[:, came]
    return stayed[1:]


def balanced(left: Singles, logs: Singles, told: NDArray[np.bool_], now: NDArray[np.int64]) -> Singles:
    """What certainty has ``left`` to other tokens (T × n, by `alike.undenied`), less what the rest of the set denies.

    But for pieces that surely came and left, one that came to a hole has left a place of its set, and one that left has
    come to a hole: it is as much less likely as the likeliest of these is denied. If nothing came, though, the one that
    left may be in a hand. ``logs``: T × n, the log likelihoods without what is left.
    """
    balance, most = left.copy(), np.log(settings.SPARE)
    leads, hole = _leads(np.maximum(logs, left), told), now == 0
    moved = (leads[1:, hole] > 0).any()
    for number, lead in enumerate(leads[1:], start=1):
        home = now == number
        stays, comes = np.sort(lead[home]), np.sort(lead[hole])[::-1]
        arrivals, leavers = int((comes > 0).sum()), int((stays < 0).sum())
        if arrivals < len(stays):
            balance[number, hole] -= np.clip(stays[arrivals], 0, most)
        if moved and leavers < len(comes):
            balance[0, home] -= np.clip(-comes[leavers], 0, most)
    return balance


def arrive(logs: Singles, told: NDArray[np.bool_], now: NDArray[np.int64]) -> None:
    """Where a single piece of a set surely left, the one hole that rather looks like its set is likelier to hold it.

    ``logs`` (T × n) are changed in place. Else it is in a hand, or fell. Of 104 such holes, more likely full than
    empty, 102 were full, at simulated tables whose pieces look like their holes.
    """
    for number, lead in enumerate(_leads(logs, told)[1:], start=1):
        left = (now == number) & (lead < -settings.SURELY)
        came = np.flatnonzero((now == 0) & (lead > 0))
        if left.sum() == 1 and len(came) == 1:
            logs[0, came] -= np.log(settings.ARRIVED)


def leave(logs: Singles, told: NDArray[np.bool_], now: NDArray[np.int64]) -> None:
    """Where a single piece of a set surely came one has left: how likely each place is the one, told by all the set's.

    ``logs`` (T × n) are changed in place; those of the others are no higher for it: one more may have been knocked
    away. What tells that a piece came tells here once more, so at a table it is not heard: of 240 spare pieces put
    into holes of 60 random boards five would pass for one that left a place which happens to look odd; without this
    none does.
    """
    rows, spare = np.arange(len(now)), np.log(settings.SPARE)
    lead = logs[1:] - np.maximum(logs[0], settings.ALIEN * settings.TELLING)
    arrived = np.sort(np.where(now == 0, _leads(logs, told), 0), axis=1)
    for number in range(1, len(logs)):
        home, came = now == number, arrived[number]
        if not home.any() or came[-2] > 0:
            continue
        gone = np.where(told[home], np.exp(-np.clip(lead[number - 1, home], -50, 50)), 1.0)
        likelier = -np.log(1 / settings.SPARE + np.maximum(gone.sum() - gone, 0))
        logs[number, rows[home]] -= np.clip(likelier, 0, np.clip(came[-1], 0, spare))


def _leads(logs: Singles, told: NDArray[np.bool_]) -> Singles:
    """By how many nats each token is likelier at each place than anything else, T × n; 0 where nothing is told."""
    alien = np.full_like(logs[:1], settings.ALIEN * settings.TELLING)
    second, first = np.sort(np.vstack([logs, alien]), axis=0)[-2:]
    return np.where(told, logs - np.where(logs == first, second, first), np.float32(0))


def _stayed(logs: Singles, told: NDArray[np.bool_], now: NDArray[np.int64]) -> Singles:
    """How surely no piece of each set left its place: nats at the least certain one, T."""
    firm = np.maximum(_leads(logs, told)[now, np.arange(len(now))], 0)
    homes = (now == number for number in range(1, len(logs)))
    return np.array([0, *(firm[home].min() if home.any() else 0 for home in homes)], np.float32)
