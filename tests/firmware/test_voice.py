"""What is said aloud: all of it, by a voice that needs its time."""

import sys
from pathlib import Path

from firmware.voice import Speech
from hardware.sound import Speaker

SLOW = """import sys, time
text = sys.stdin.read()
time.sleep(60 if text.startswith("Hold") else 0.3)
open(sys.argv[1], "a").write(text + "|")"""
"""A voice that needs its time, and so much for what begins with Hold that it never comes to its end by itself."""


def test_what_one_turn_tells_is_heard_to_its_end_and_cut_off_by_a_later_turn(tmp_path: Path) -> None:
    heard = tmp_path / "heard"
    speaker = Speaker([sys.executable, "-c", SLOW, str(heard)])
    speech = Speech(speaker)
    for line in ("No legal move leads there.", "Put c2 right.", "It is South’s turn."):
        speech.hear(line)
    speech.end_turn()
    speech.end_turn()  # a turn in which nothing is said cuts nothing off
    speaker.wait(60)
    assert heard.read_text(encoding="utf-8") == "No legal move leads there.\n\nPut c2 right.\n\nIt is South’s turn.|"
    for line in ("Hold the button to insist.", "Accepted."):
        speech.hear(line)
        speech.end_turn()
    speaker.wait(60)
    assert heard.read_text(encoding="utf-8").split("|")[1:] == ["Accepted.", ""]
