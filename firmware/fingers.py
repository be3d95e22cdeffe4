"""The buttons at the table as the loop hears them: edges come from any thread, and become presses between two turns."""

from collections.abc import Callable
from queue import SimpleQueue
from typing import TypeAlias

from firmware.events import Event
from hardware.errors import HardwareError
from hardware.ports import Button
from hardware.press import Judge, Pressed
from rules.words import Message

BUTTON_STUCK = Message(
    "loop-button-stuck",
    en="The button is down all the time; see what lies on it.",
    fr="Le bouton reste enfoncé ; regardez ce qui appuie dessus.",
    de="Der Knopf ist die ganze Zeit gedrückt; schaut nach, was auf ihm liegt.",
    vi="Nút bị nhấn mãi; hãy xem có gì đè lên nó.",
    zh="按钮一直被按着；看看有什么压在上面。",
)
BUTTON_LOST = Message(
    "loop-button-lost",
    en="The button does not answer any more; from now on a move counts as soon as all lies still.",
    fr="Le bouton ne répond plus ; désormais un coup compte dès que plus rien ne bouge.",
    de="Der Knopf antwortet nicht mehr; von jetzt an zählt ein Zug, sobald alles still liegt.",
    vi="Nút không còn phản hồi; từ giờ nước đi được tính khi mọi thứ nằm yên.",
    zh="按钮没有反应了；从现在起，桌面静下来后这一步就算数。",
)

Meant: TypeAlias = Callable[[float], Event]
"""The event that a press at some second is."""


class Finger:
    """One button, listened to from second ``now`` on; what a ``short`` and a ``long`` press of it mean."""

    def __init__(self, button: Button, now: float, short: Meant, long: Meant) -> None:
        self.button = button
        self.short = short
        self.long = long
        self._edges: SimpleQueue[tuple[bool, float]] = SimpleQueue()
        self._lost: HardwareError | None = None
        button.watch(lambda down, at: self._edges.put((down, at)))
        try:
            down = button.is_pressed  # only now: a finger that goes meanwhile is heard
        except HardwareError as error:  # its pins went between two games: as in the middle of one
            down, self._lost = False, error
        self._judge = Judge(down=down, at=now)

    @property
    def trouble(self) -> HardwareError | None:
        """What keeps the button from telling anything."""
        return self._lost or self.button.trouble

    def happened(self, now: float) -> list[Pressed]:
        """What its edges, and the time until ``now``, are by now."""
        heard = []
        while not self._edges.empty():
            heard += self._judge.edge(*self._edges.get())
        return heard + self._judge.tick(now)
