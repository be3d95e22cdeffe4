"""Pages of a service that look once, for scenes about how a game begins."""

from firmware.loop import Loop
from firmware.web.hub import Hub


class Glance(Hub):
    """A page that is shown the game, upon which the table is switched off."""

    def look(self, loop: Loop) -> None:
        super().look(loop)
        loop.then = "off"


class LongerGlance(Hub):
    """One that is shown the game until there is a picture, or none comes."""

    def look(self, loop: Loop) -> None:
        super().look(loop)
        if loop.frame is not None or loop.state.is_blind:
            loop.then = "off"
