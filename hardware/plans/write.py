"""A drawing as a file: SVG for the eye and the laser, DXF for the mill, PDF in true scale over sheets of paper."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from math import atan2, ceil, cos, pi, sin
from pathlib import Path
from typing import TYPE_CHECKING
from xml.etree import ElementTree as Xml

from hardware.errors import HardwareError, install_command
from hardware.plans import settings
from hardware.plans.drawing import Area, Circle, Drawing, Layer, Line, Point, Text

if TYPE_CHECKING:
    from fpdf import FPDF

COLOURS: dict[Layer, str] = {"cut": "#c03000", "drill": "#000000", "wire": "#2060c0", "text": "#606060"}
PAPER = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}


def write_svg(drawing: Drawing, path: Path) -> None:
    """Write ``drawing`` as SVG, one user unit a millimetre."""
    half_width, half_height = drawing.width / 2, drawing.height / 2
    root = Xml.Element(
        "svg",
        xmlns="http://www.w3.org/2000/svg",
        width=f"{drawing.width:g}mm",
        height=f"{drawing.height:g}mm",
        viewBox=f"{-half_width:g} {-half_height:g} {drawing.width:g} {drawing.height:g}",
    )
    Xml.SubElement(root, "title").text = drawing.title
    layers = {
        layer: Xml.SubElement(root, "g", {"id": layer, "fill": "none", "stroke": colour, "stroke-width": "0.2"})
        for layer, colour in COLOURS.items()
    }
    for shape in drawing.shapes:
        match shape:
            case Circle(centre=(x, y), radius=radius, layer=layer):
                Xml.SubElement(layers[layer], "circle", cx=f"{x:.3f}", cy=f"{-y:.3f}", r=f"{radius:.3f}")
                mark = f"M{x - 0.7:.3f} {-y:.3f}h1.4M{x:.3f} {-y - 0.7:.3f}v1.4"
                Xml.SubElement(layers[layer], "path", d=mark)
            case Line(points=points, layer=layer, closed=closed):
                lines = [points, *arrow_head(shape)]
                way = "".join("M" + "L".join(f"{x:.3f} {-y:.3f}" for x, y in line) for line in lines)
                Xml.SubElement(layers[layer], "path", d=way + ("Z" if closed else ""))
            case Area(points=points):
                way = "M" + "L".join(f"{x:.3f} {-y:.3f}" for x, y in points) + "Z"
                Xml.SubElement(layers["drill"], "path", d=way, fill="#000000", stroke="none")
            case Text(at=(x, y), words=words, height=height, centred=centred):
                place = {"x": f"{x:.3f}", "y": f"{-y:.3f}", "font-size": f"{height * 1.4:.2f}"}
                style = {"font-family": "sans-serif", "fill": COLOURS["text"], "stroke": "none"}
                anchor = {"text-anchor": "middle" if centred else "start"}
                Xml.SubElement(layers["text"], "text", {**place, **style, **anchor}).text = words
    Xml.indent(root)
    path.write_bytes(Xml.tostring(root, encoding="utf-8", xml_declaration=True))


def write_dxf(drawing: Drawing, path: Path) -> None:
    """Write ``drawing`` as DXF in millimetres, one DXF layer for each of ours."""
    try:
        from ezdxf import units
        from ezdxf.document import Drawing as Document
        from ezdxf.enums import TextEntityAlignment
    except ImportError as error:
        raise _missing("a DXF file", "ezdxf") from error
    document = Document.new("R2010")
    document.units = units.MM
    for number, layer in enumerate(COLOURS, start=1):
        document.layers.add(layer, color=number)
    space = document.modelspace()
    for shape in drawing.shapes:
        match shape:
            case Circle(centre=centre, radius=radius, layer=layer):
                space.add_circle(centre, radius, dxfattribs={"layer": layer})
                space.add_point(centre, dxfattribs={"layer": layer})
            case Line(points=points, layer=layer, closed=closed):
                space.add_lwpolyline(points, close=closed, dxfattribs={"layer": layer})
                for head in arrow_head(shape):
                    space.add_lwpolyline(head, dxfattribs={"layer": layer})
            case Area(points=points):
                space.add_lwpolyline(points, close=True, dxfattribs={"layer": "drill"})
            case Text(at=at, words=words, height=height, centred=centred):
                written = space.add_text(words, height=height, dxfattribs={"layer": "text"})
                written.set_placement(at, align=TextEntityAlignment.CENTER if centred else TextEntityAlignment.LEFT)
    document.saveas(path)


def write_pdf(path: Path, paper: str, *drawings: Drawing) -> int:
    """Write ``drawings`` as PDF in true scale, cut over sheets of ``paper`` with marks to join; how many."""
    try:
        from fpdf import FPDF
    except ImportError as error:
        raise _missing("a PDF file", "fpdf2") from error
    document = FPDF(unit="mm", format=PAPER[paper])
    document.set_auto_page_break(False)
    document.set_title(drawings[0].title)
    document.set_creator("Hopsight")
    sheets = sum(_add_sheets(document, drawing, PAPER[paper]) for drawing in drawings)
    document.output(str(path))
    return sheets


def _missing(what: str, package: str) -> HardwareError:
    return HardwareError(f"{what} needs the package {package}; run {install_command('plans')}")


def _add_sheets(document: FPDF, drawing: Drawing, paper: Point) -> int:
    margin, (sheet_width, sheet_height) = settings.SHEET_MARGIN, paper
    tile_width, tile_height = sheet_width - 2 * margin, sheet_height - 2 * margin
    columns, rows = ceil(drawing.width / tile_width), ceil(drawing.height / tile_height)
    aside, up = between_holes(drawing, 0, columns, tile_width), between_holes(drawing, 1, rows, tile_height)
    for row, column in product(range(rows), range(columns)):
        document.add_page()
        west = aside - columns * tile_width / 2 + column * tile_width
        north = up + rows * tile_height / 2 - row * tile_height

        def on_sheet(point: Point, west: float = west, north: float = north) -> Point:
            return point[0] - west + margin, north - point[1] + margin

        with document.rect_clip(x=margin, y=margin, w=tile_width, h=tile_height):
            _draw_on(document, drawing, on_sheet)
        document.set_font("helvetica", size=7)
        document.set_text_color(96)
        words = f"{drawing.title}: print at 100 %"
        if rows * columns > 1:
            _cutting_marks(document, margin, tile_width, tile_height)
            words += f" - sheet {row + 1}.{column + 1} of {rows}.{columns}, cut along the marks"
            _scale(document, sheet_width - 2 * margin, margin / 2)
        document.text(margin, sheet_height - margin / 2, words)
    return rows * columns


def between_holes(drawing: Drawing, axis: int, tiles: int, side: float) -> float:
    """How far the sheets are moved along ``axis`` (0: x, 1: y), in mm, so that the cuts go through fewest holes."""
    spare = int((tiles * side - (drawing.width, drawing.height)[axis]) / 2)
    cuts = [(tile - tiles / 2) * side for tile in range(1, tiles)]
    holes = [(shape.centre[axis], shape.radius) for shape in drawing.shapes if isinstance(shape, Circle)]

    def cut(moved: int) -> tuple[int, int]:
        return sum(abs(at - where - moved) <= radius for at, radius in holes for where in cuts), abs(moved)

    return min(range(-spare, spare + 1), key=cut)


def _scale(document: FPDF, east: float, y: float) -> None:
    """A line of 100 mm that ends at ``east``, on a sheet where the cuts may go through the drawing's own."""
    document.set_draw_color(COLOURS["text"])
    document.line(east - 100, y, east, y)
    for x in (east - 100, east - 50, east):
        document.line(x, y - 1.5, x, y + 1.5)
    document.text(east - 100 - document.get_string_width("100 mm ") - 1, y + 1, "100 mm")


def arrow_head(line: Line) -> list[tuple[Point, ...]]:
    """The two strokes of a line's head; nothing for a line without one."""
    if not line.arrow:
        return []
    (x0, y0), (x1, y1) = line.points[-2:]
    way = atan2(y1 - y0, x1 - x0)
    size = settings.ARROW_SIZE
    ends = [(x1 - size * cos(way + turn), y1 - size * sin(way + turn)) for turn in (pi / 7, -pi / 7)]
    return [(ends[0], (x1, y1), ends[1])]


def _draw_on(document: FPDF, drawing: Drawing, on_sheet: Callable[[Point], Point]) -> None:
    """Draw every shape on the page; what lies beyond it is clipped."""
    document.set_line_width(0.2)
    for shape in drawing.shapes:
        match shape:
            case Circle(centre=centre, radius=radius, layer=layer):
                document.set_draw_color(COLOURS[layer])
                x, y = on_sheet(centre)
                document.circle(x, y, radius)
                document.line(x - 0.7, y, x + 0.7, y)
                document.line(x, y - 0.7, x, y + 0.7)
            case Line(points=points, layer=layer, closed=closed):
                document.set_draw_color(COLOURS[layer])
                document.polyline([on_sheet(point) for point in points], polygon=closed)
                for head in arrow_head(shape):
                    document.polyline([on_sheet(point) for point in head])
            case Area(points=points):
                document.set_fill_color(0)
                document.polygon([on_sheet(point) for point in points], style="F")
            case Text(at=at, words=words, height=height, centred=centred):
                document.set_font("helvetica", size=height * 1.4 * 72 / 25.4)
                document.set_text_color(COLOURS["text"])
                x, y = on_sheet(at)
                document.text(x - (document.get_string_width(words) / 2 if centred else 0), y, words)


def _cutting_marks(document: FPDF, margin: float, width: float, height: float) -> None:
    """Short lines outside the four corners of the tile, where the knife goes."""
    document.set_draw_color(COLOURS["text"])
    reach = margin * 0.6
    for x, outwards in ((margin, -1), (margin + width, 1)):
        for y, upwards in ((margin, -1), (margin + height, 1)):
            document.line(x + outwards, y, x + outwards * reach, y)
            document.line(x, y + upwards, x, y + upwards * reach)
