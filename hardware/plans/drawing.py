"""A drawing in millimetres: the few shapes that a plan needs. x to the right, y up, the origin in the middle."""

from dataclasses import dataclass, field
from typing import Literal, TypeAlias

Layer: TypeAlias = Literal["cut", "drill", "wire", "text"]
"""What a line is for: ``cut`` outlines, ``drill`` holes, ``wire`` the chain, ``text`` what is only to be read."""

Point: TypeAlias = tuple[float, float]


@dataclass(frozen=True)
class Circle:
    """A circle with a centre mark."""

    centre: Point
    radius: float
    layer: Layer


@dataclass(frozen=True)
class Line:
    """A line through points; ``closed`` joins the last to the first, ``arrow`` puts a head on its end."""

    points: tuple[Point, ...]
    layer: Layer
    closed: bool = False
    arrow: bool = False


@dataclass(frozen=True)
class Area:
    """A polygon filled with black."""

    points: tuple[Point, ...]


@dataclass(frozen=True)
class Text:
    """One line of text, ``height`` mm tall, centred on ``at`` or beginning there."""

    at: Point
    words: str
    height: float
    centred: bool = True


Shape: TypeAlias = Circle | Line | Area | Text


@dataclass
class Drawing:
    """Shapes with a title. ``width`` and ``height`` in mm; the origin lies in the middle."""

    title: str
    width: float
    height: float
    shapes: list[Shape] = field(default_factory=list)

    def add_scale_bar(self, y: float, before: str) -> None:
        """A line of 100 mm at the height ``y``, with the advice to measure it ``before`` people drill or cut."""
        self.shapes.append(Line(((-50, y), (50, y)), "text"))
        self.shapes += [Line(((x, y - 1.5), (x, y + 1.5)), "text") for x in (-50, 0, 50)]
        self.shapes.append(Text((0, y + 2.5), f"this line is 100 mm long: measure it before you {before}", 2.5))
