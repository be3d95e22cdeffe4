"""What is not there: lamps for a table without lamps."""

from collections.abc import Sequence

from hardware.ports import Colour


class NoLights:
    """Lamps that are not there."""

    def show(self, colours: Sequence[Colour]) -> None:
        """Show nothing."""

    def close(self) -> None:
        """Nothing is held."""
