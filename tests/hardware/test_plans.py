"""Building plans: what a maker prints, drills and solders by."""

import csv
import re
from itertools import combinations, pairwise
from math import ceil, cos, hypot, pi, sin
from pathlib import Path
from typing import get_args
from xml.etree import ElementTree as Xml

import cv2
import ezdxf
import numpy as np
import pytest
from ezdxf.enums import TextEntityAlignment

from firmware.__main__ import main
from hardware.chain import least_wire, row_by_row
from hardware.plans.diffuser import diffuser
from hardware.plans.drawing import Circle, Line, Text
from hardware.plans.markers import marker_drawing, marker_sheets
from hardware.plans.overlay import Plan, draw, drilling_table
from hardware.plans.parts import Supply, currents, parts_text
from hardware.plans.settings import PIT_PITCH, SHEET_MARGIN
from hardware.plans.wiring import MODELS, wiring
from hardware.plans.write import PAPER, between_holes, write_dxf, write_pdf, write_svg
from rules import catalogue
from rules.geometry import Board, Medium, Place, PlaceId
from rules.star.places import star_board

SVG = "{http://www.w3.org/2000/svg}"
PLAN = Plan(star_board(), 25.0, 8.0)
SUPPLIES: tuple[Supply, ...] = get_args(Supply)


@pytest.mark.parametrize("size", [4, 5, 6])
def test_the_chain_needs_the_least_wire_there_can_be(size: int) -> None:
    board = star_board(size)
    chain = least_wire(board)
    assert sorted(chain) == sorted(place.id for place in board.places)
    steps = (hypot(board[b].x - board[a].x, board[b].y - board[a].y) for a, b in pairwise(chain))
    assert sum(steps) == pytest.approx(len(chain) - 1)


def test_no_wire_of_a_mandarin_board_leads_across_it() -> None:
    board = catalogue.game("mandarin").board
    chain = least_wire(board)
    assert sorted(chain) == sorted(place.id for place in board.places)
    wires = {f"{a}-{b}": hypot(board[b].x - board[a].x, board[b].y - board[a].y) for a, b in pairwise(chain)}
    assert {wire: length for wire, length in wires.items() if length > 1.2} == {}


def test_a_board_of_separate_parts_is_wired_row_by_row() -> None:
    places = tuple(Place(PlaceId(f"a{n}"), 3.0 * n, 0.0, Medium.HOLE) for n in range(4))
    board = Board("islands", places, ())
    assert least_wire(board) == row_by_row(board) == ("a0", "a1", "a2", "a3")


def test_the_drilling_table_holds_every_lamp_at_its_place() -> None:
    rows = list(csv.DictReader(drilling_table(PLAN).splitlines()))
    assert [int(row["lamp"]) for row in rows] == list(range(1, 122))
    for one, two in pairwise(rows):
        way = (float(one["x_mm"]) - float(two["x_mm"])) ** 2 + (float(one["y_mm"]) - float(two["y_mm"])) ** 2
        assert way**0.5 == pytest.approx(25.0, abs=0.02)


LETTER = 0.6
"""How wide a letter is, as a share of its height."""


@pytest.mark.parametrize("words", [("star", {}), ("piecepack", {}), ("piecepack", {"players": 2}), ("mandarin", {})])
def test_the_name_of_a_corner_stands_beside_the_lamps_and_their_numbers(words: tuple[str, dict[str, int]]) -> None:
    name, options = words
    plan = Plan(catalogue.game(name, **options).board, 25.0, 8.0)
    texts = [shape for shape in draw(plan).shapes if isinstance(shape, Text)]
    named = [shape for shape in texts if shape.words in plan.board.corners and shape.height > 2.0]
    labels = [shape for shape in texts if not shape.centred]
    assert len(labels) == 2 * len(plan.lamps)
    assert {shape.words for shape in named} == set(plan.board.corners)
    for shape in named:
        nearest = min(hypot(shape.at[0] - lamp.x, shape.at[1] - lamp.y) for lamp in plan.lamps)
        assert nearest > 4.0 + shape.height / 2, f"{name}: {shape.words}"
        for label in labels:  # names are centred, labels begin where they stand
            west, wide = label.at[0], LETTER * len(label.words) * label.height
            aside = max(west - shape.at[0], shape.at[0] - west - wide) - LETTER * len(shape.words) * shape.height / 2
            above = abs(label.at[1] - shape.at[1]) - (label.height + shape.height) / 2
            assert max(aside, above) > 0, f"{name}: {shape.words} on {label.words}"


@pytest.mark.parametrize("pitch", [8.0, 25.0, 40.0, 100.0])
@pytest.mark.parametrize("words", [("star", {}), ("piecepack", {}), ("piecepack", {"players": 2}), ("mandarin", {})])
def test_whatever_the_pitch_every_word_lies_on_the_paper(words: tuple[str, dict[str, int]], pitch: float) -> None:
    name, options = words
    drawing = draw(Plan(catalogue.game(name, **options).board, pitch, 4.0))
    for shape in drawing.shapes:
        if isinstance(shape, Text):
            aside = LETTER * len(shape.words) * shape.height * (0.5 if shape.centred else 1)
            assert abs(shape.at[0]) + aside < drawing.width / 2, f"{shape.words} at {shape.at}"
            assert abs(shape.at[1]) + shape.height / 2 < drawing.height / 2, f"{shape.words} at {shape.at}"
        if isinstance(shape, Line):
            assert all(abs(x) < drawing.width / 2 and abs(y) < drawing.height / 2 for x, y in shape.points)


@pytest.mark.parametrize("pitch", [8.0, 16.0, 25.0, 100.0])
@pytest.mark.parametrize("name", ["star", "piecepack", "mandarin"])
def test_whatever_the_pitch_people_read_all_that_they_are_told_below_the_markers(name: str, pitch: float) -> None:
    board = catalogue.game(name).board
    for drawing in (
        marker_drawing(board, pitch),
        *marker_sheets(board, pitch, "a4"),
        *marker_sheets(board, pitch, "letter"),
    ):
        told = max((shape for shape in drawing.shapes if isinstance(shape, Text)), key=lambda shape: len(shape.words))
        assert told.words.startswith("cut along blue")
        assert LETTER * len(told.words) * told.height < drawing.width


def test_who_solders_from_below_is_told_that_the_plan_shows_the_other_side() -> None:
    said = [shape.words for shape in draw(PLAN).shapes if isinstance(shape, Text)]
    assert any("from below" in words and "mirrored" in words for words in said)


def test_the_svg_is_in_true_scale(tmp_path: Path) -> None:
    write_svg(draw(PLAN), tmp_path / "plan.svg")
    root = Xml.parse(tmp_path / "plan.svg").getroot()  # noqa: S314 - our own file, written a line before
    assert root.get("width") == f"{root.get('viewBox', '').split()[2]}mm"
    centres = {(float(c.get("cx", "")), float(c.get("cy", ""))) for c in root.iter(f"{SVG}circle")}
    assert len(centres) == 121
    assert (0.0, 0.0) in centres  # i5, the middle
    assert (25.0, 0.0) in centres  # i6, one pitch to the east


def test_the_dxf_opens_in_millimetres_with_its_layers(tmp_path: Path) -> None:
    write_dxf(draw(PLAN), tmp_path / "plan.dxf")
    document = ezdxf.readfile(tmp_path / "plan.dxf")  # type: ignore[attr-defined]  # the package re-exports it untyped
    drills = document.modelspace().query('CIRCLE[layer=="drill"]')
    assert document.units == 4
    assert len(drills) == 121
    assert all(drill.dxf.radius == 4.0 for drill in drills)
    (scale,) = (text for text in document.modelspace().query("TEXT") if text.dxf.text.startswith("this line is 100 mm"))
    assert scale.get_placement()[0] == TextEntityAlignment.CENTER, "over the middle of its line"


@pytest.mark.parametrize(("paper", "sheets"), [("a4", 6), ("letter", 6)])
def test_the_pdf_is_cut_over_sheets(tmp_path: Path, paper: str, sheets: int) -> None:
    assert write_pdf(tmp_path / "plan.pdf", paper, draw(PLAN)) == sheets
    assert (tmp_path / "plan.pdf").read_bytes().startswith(b"%PDF")


@pytest.mark.parametrize(("name", "pitch"), [("mandarin", PIT_PITCH), ("piecepack", 25.0)])
def test_where_there_is_room_no_hole_lies_on_a_cut_between_two_sheets(name: str, pitch: float) -> None:
    drawing = draw(Plan(catalogue.game(name).board, pitch, 8.0))
    for paper in PAPER.values():
        for axis, side in enumerate(paper):
            tile = side - 2 * SHEET_MARGIN
            tiles = ceil((drawing.width, drawing.height)[axis] / tile)
            moved = between_holes(drawing, axis, tiles, tile)
            cuts = [(cut - tiles / 2) * tile + moved for cut in range(1, tiles)]
            holes = [(shape.centre[axis], shape.radius) for shape in drawing.shapes if isinstance(shape, Circle)]
            assert not [at for at, radius in holes for cut in cuts if abs(at - cut) <= radius]


def test_currents_are_computed_from_the_lamps() -> None:
    drawn = currents(PLAN, "pi")
    assert (drawn.dark, drawn.full, drawn.budget) == (121, 7260, 500)
    assert "7.3 A" in parts_text(PLAN, "own", "4")
    assert "5 V supply, 3 A" in parts_text(PLAN, "own", "4")
    assert "5 V supply" not in parts_text(PLAN, "pi", "4")


def test_the_lamps_own_supply_has_a_fuse_and_is_told_to_the_firmware() -> None:
    own, pi = (parts_text(PLAN, supply, "4") for supply in ("own", "pi"))
    assert "fuse of 3 A" in own
    assert "no frame draw more than 500 mA, or 2000 mA once table.conf says `--lamp-budget 2000`:" in own
    assert "no frame draw more than 500 mA:" in pi
    words = [shape.words for shape in wiring("4", "own", 121).shapes if isinstance(shape, Text)]
    assert "5 V supply, fuse 3 A" in words


def test_a_chain_longer_than_the_pi_sends_at_once_is_told_what_to_write() -> None:
    for size, told in ((4, False), (5, True), (6, True)):
        text = parts_text(Plan(star_board(size), 25.0, 8.0), "own", "4")
        assert ("spidev.bufsiz=8192" in text) == ("SPI_BUFSIZE=8192" in text) == told


@pytest.mark.parametrize(("game", "pitch"), [("star", 25), ("piecepack", 25), ("mandarin", 48)])
def test_fields_for_heaps_are_wider_than_holes_unless_people_say_how_wide(
    game: str, pitch: int, tmp_path: Path
) -> None:
    for asked, wide in (((), pitch), (("--pitch", "30"), 30)):
        assert main(["overlay", game, *asked, "--out", str(tmp_path)]) == 0
        assert f"pitch {wide} mm" in (tmp_path / "parts.md").read_text("utf-8")


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_a_marker_of_a_mandarin_board_fits_on_one_sheet(paper: str, tmp_path: Path) -> None:
    sheets = marker_sheets(catalogue.game("mandarin").board, PIT_PITCH, paper)
    assert write_pdf(tmp_path / "markers.pdf", paper, *sheets) == len(sheets)


def test_the_camera_hangs_as_high_as_the_board_asks_for() -> None:
    assert "| 59 cm above the board" in parts_text(PLAN, "own", "4")
    assert "| 71 cm above the board" in parts_text(Plan(star_board(5), 25.0, 8.0), "own", "4")
    assert "| 1 | arm or stand for the camera |" in parts_text(PLAN, "own", "4")


@pytest.mark.parametrize("model", MODELS)
def test_the_camera_cable_and_the_supply_are_those_of_the_model(model: str) -> None:
    pins = {"Zero 2 W": 22, "3": 15, "4": 15, "5": 22}[model]
    assert f"cable for a Pi camera with {pins} pins at the Pi's end" in parts_text(PLAN, "own", model)
    assert "its power supply, 5 V and 3 A" in parts_text(PLAN, "own", model)
    assert "its power supply, 5 V and 5 A" in parts_text(PLAN, "pi", model)


@pytest.mark.parametrize("supply", SUPPLIES)
@pytest.mark.parametrize(("lamps", "both_ends"), [(60, False), (61, True), (121, True)])
def test_a_long_chain_is_fed_at_both_ends_whatever_feeds_it(supply: Supply, lamps: int, both_ends: bool) -> None:
    said = " ".join(shape.words for shape in wiring("4", supply, lamps).shapes if isinstance(shape, Text))
    assert ("both ends" in said) == both_ends


@pytest.mark.parametrize("supply", SUPPLIES)
@pytest.mark.parametrize("model", MODELS)
def test_every_wiring_diagram_stays_on_its_paper(model: str, supply: Supply) -> None:
    drawing = wiring(model, supply, 121)
    for shape in drawing.shapes:
        for x, y in getattr(shape, "points", ()):
            assert abs(x) <= drawing.width / 2
            assert abs(y) <= drawing.height / 2
    pi = [shape for shape in drawing.shapes if isinstance(shape, Text) and shape.at[0] < -100 and shape.height == 4]
    assert "Raspberry Pi" in " ".join(shape.words for shape in pi)
    assert all(0.7 * 4 * len(shape.words) < 55 for shape in pi), "the box of the Pi is 55 mm wide"


def test_the_diffuser_has_a_cell_for_each_lamp() -> None:
    text = diffuser(PLAN)
    assert text.count("[0.00, 0.00]") == 1
    assert text.count("],") + 1 >= 121


@pytest.mark.parametrize("name", ["star", "piecepack", "mandarin"])
def test_the_diffuser_is_printed_in_one_piece_with_a_wall_between_any_two_lamps(name: str) -> None:
    plan = Plan(catalogue.game(name).board, 25.0, 8.0)
    text = diffuser(plan)
    told = {word: float(number) for word, number in re.findall(r"^(\w+) = ([\d.]+);", text, re.MULTILINE)}
    sides, lamps = round(told["sides"]), plan.lamps
    corners = [(2 * n + 1) * pi / sides for n in range(sides)]
    cells = [
        np.array([(lamp.x + told["outer"] * cos(turn), lamp.y + told["outer"] * sin(turn)) for turn in corners], "f4")
        for lamp in lamps
    ]
    joined, waiting = {0}, [0]
    while waiting:
        cell = cells[waiting.pop()]
        new = [n for n in range(len(cells)) if n not in joined and cv2.intersectConvexConvex(cell, cells[n])[0] > 0.5]
        joined.update(new)
        waiting += new
    assert len(joined) == len(lamps), "it falls to pieces"
    well = told["pitch"] / 2 - told["wall"]
    assert all(hypot(a.x - b.x, a.y - b.y) > 2 * well + told["wall"] for a, b in combinations(lamps, 2))
