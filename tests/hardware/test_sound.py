"""Sound: said where there is a voice, and never in the way."""

import sys
from pathlib import Path

import pytest

from hardware.sound import Silence, Speaker, open_sound


def test_what_is_said_reaches_the_voice(tmp_path: Path) -> None:
    heard = tmp_path / "heard"
    script = f"import sys; open({str(heard)!r}, 'wb').write(sys.stdin.buffer.read())"
    speaker = Speaker([sys.executable, "-c", script])
    speaker.say("C2 – E4 angenommen")
    speaker.wait(60)
    assert heard.read_text(encoding="utf-8") == "C2 – E4 angenommen"


def test_a_new_sentence_cuts_the_old_one_off() -> None:
    speaker = Speaker([sys.executable, "-c", "import sys, time; sys.stdin.read(); time.sleep(60)"])
    speaker.say("a very long sentence")
    old = speaker._speaking
    assert old is not None
    assert old.poll() is None
    speaker.say("a newer one")
    assert old.poll() is not None
    assert speaker._speaking is not old
    speaker.wait(0)


def test_a_voice_that_hangs_in_its_driver_keeps_nobody_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    speaker = Speaker([sys.executable, "-c", "import sys, time; sys.stdin.read(); time.sleep(60)"])
    with monkeypatch.context() as stuck:
        stuck.setattr("hardware.sound.KILLED_SECONDS", 0.05)
        stuck.setattr("subprocess.Popen.kill", lambda _: None)  # as the kernel has it until the driver lets go
        speaker.say("hello")
        hanging = speaker._speaking
        speaker.wait(0)
    assert hanging is not None
    assert hanging.poll() is None
    hanging.kill()
    hanging.wait()


def test_a_voice_that_is_gone_is_silent() -> None:
    speaker = Speaker(["/nowhere/voice"])
    speaker.say("hello")
    assert speaker._speaking is None
    Silence().say("hello")


@pytest.mark.parametrize(
    ("installed", "language", "words"),
    [
        ({"espeak-ng", "aplay"}, "zh", "espeak-ng -v cmn --stdin"),
        ({"espeak-ng"}, "vi", "espeak-ng -v vi --stdin"),
        ({"espeak-ng"}, "eo", "espeak-ng -v en --stdin"),
        ({"aplay"}, "zh", "aplay -q -t raw -f S16_LE -r 16000"),
    ],
)
def test_every_machine_sounds_as_well_as_it_can(
    installed: set[str], language: str, words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in installed:
        (tmp_path / name).write_text(f'#!/bin/sh\necho "${{0##*/}} $*" > {tmp_path}/run\n/bin/cat > {tmp_path}/heard\n')
        (tmp_path / name).chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    speaker = open_sound(language)
    assert isinstance(speaker, Speaker)
    speaker.say("接受")
    speaker.wait(60)
    assert (tmp_path / "run").read_text() == f"{words}\n"
    heard = (tmp_path / "heard").read_bytes()
    assert heard == "接受".encode() if "espeak-ng" in installed else len(heard) == 0.15 * 16_000 * 2


def test_a_machine_without_any_of_these_is_silent(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert isinstance(open_sound("de"), Silence)
