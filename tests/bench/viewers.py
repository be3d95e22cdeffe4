"""Viewers who only look on, until they are ended: ``python -m tests.bench.viewers PORT COUNT``; "here" says all are."""

import json
import select
import socket
import sys
import time

from websocket import create_connection


def main(port: int, count: int) -> None:
    """Follow with so many connections, each read as soon as there is something."""
    viewers = {}
    for number in range(count):
        # Each house is let in with a few viewers only, so this is several houses.
        line = socket.create_connection(("127.0.0.1", port), 20, (f"127.0.0.{2 + number // 8}", 0))
        one = create_connection(f"ws://127.0.0.1:{port}/ws", socket=line, suppress_origin=True)
        one.send(json.dumps({"do": "hello"}))
        viewers[line] = one
    print("here", flush=True)
    spoke = time.monotonic()
    while True:
        if time.monotonic() - spoke > 25:
            spoke = time.monotonic()
            for one in viewers.values():
                one.send(json.dumps({"do": "ping"}))
        for sock in select.select(list(viewers), [], [])[0]:
            viewers[sock].recv()


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]))
