"""As much of libcamera as picamera2 is told by it."""

from types import SimpleNamespace

controls = SimpleNamespace(AfModeEnum=SimpleNamespace(Auto="auto", Manual="manual"))
