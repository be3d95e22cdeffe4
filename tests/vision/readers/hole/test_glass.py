"""Discs of tinted glass, which look otherwise on every ground."""

from dataclasses import replace

import numpy as np

from hardware.simulated.painter import Painter
from hardware.simulated.scene import Holes, Surface
from hardware.simulated.scenes import PRINTED
from rules.sight import EMPTY, UNKNOWN, Token, View
from tests.vision.marbles import BOARD, SIZE, START, disc, faults, moved, start, table
from vision.calibration import Calibration
from vision.readers.hole.carried_glass import through
from vision.readers.hole.glass import on_grounds
from vision.readers.hole.reading import HoleReader
from vision.readers.patches import Picture

BROWN = Surface("plain", (150, 100, 80), (140, 92, 72), 0.5)
DIMPLES = replace(PRINTED, board=replace(PRINTED.board, surface=BROWN, holes=Holes("bowl", 0.27, 0.08)))
"""Six painted points and a brown middle, with dimples in all of them."""
TINTS = {Token("S"): (0.4, 0.6, 0.75), Token("N"): (0.6, 0.65, 0.7), Token("strange"): (0.3, 1.0, 0.5)}
"""What each set lets through of blue, green and red: brown looks much as if a shadow fell on it. And a strange one."""
LAST_TWO = np.array([False, False, True, True])
"""Of four pieces, those under which the ground is known."""
OPENING = start(["S", "N"])
PAINTER = Painter(DIMPLES, BOARD, [], SIZE)
TRUTH = PAINTER.truth(table(START).moment())
LIES = Calibration(BOARD.name, TRUTH.homography, TRUTH.size, TRUTH.k1)


def discs(view: View, number: int) -> Picture:
    """The board seen through a disc of tinted glass on each place that holds a piece."""
    seen = PAINTER.picture(table(dict.fromkeys(START, EMPTY)).moment(), number).astype(np.float32)
    for place, token in view.items():
        if token != EMPTY:
            glass = np.zeros(seen.shape[:2], np.float32)
            disc(glass, LIES, place, 0.42, (1.0,))
            seen *= 1 - glass[..., None] * (1 - np.array(TINTS[token], np.float32))
    return np.asarray(seen, np.uint8)


def test_glass_is_known_on_a_ground_like_one_on_which_its_set_was_seen() -> None:
    reader = HoleReader.learn(discs(OPENING, 0), LIES, BOARD, OPENING)
    first = moved(OPENING, ("d2", "f6"), ("n2", "l6"))
    reader = reader.follow(discs(first, 1), LIES, first, trust=True)
    later = moved(first, ("d1", "g5"), ("n3", "k7"))
    evidence = reader.read(discs(later, 2), LIES)
    assert not faults(evidence, later)
    assert all(evidence.places[place].p > 0.9 for place in later if later[place] != OPENING[place])


def test_the_first_piece_of_glass_on_another_ground_is_known_by_the_hole_that_it_left() -> None:
    reader = HoleReader.learn(discs(OPENING, 0), LIES, BOARD, OPENING)
    for home, end in (("d2", "f6"), ("n2", "l6")):
        first = moved(OPENING, (home, end))
        evidence = reader.read(discs(first, 1), LIES)
        assert not faults(evidence, first)
        assert evidence.places[end].p > 0.9


def test_another_thing_put_where_glass_was_taken_away_is_no_such_glass() -> None:
    reader = HoleReader.learn(discs(OPENING, 0), LIES, BOARD, OPENING)
    strange = {**moved(OPENING, ("d2", "f6")), "f6": Token("strange")}
    evidence = reader.read(discs(strange, 1), LIES)
    assert evidence.places["f6"].p < 0.9 or evidence.places["f6"].token == UNKNOWN


def test_clear_and_tinted_glass_show_the_ground_as_much_as_they_did_at_home() -> None:
    home, grounds = np.array([0.2, 0.3, 0.8]), np.array([[0.6, 0.4, 0.5], [0.2, 0.3, 0.8]])
    tint, marble = np.array([0.9, 0.5, 0.2]), np.array([0.1, 0.2, 0.3])
    _, tinted = through(home * tint, home, grounds, grounds * tint)
    assert np.abs(tinted - grounds * tint).max() < 0.03
    quarter = marble + (grounds - home) / 4
    clear, _ = through(marble, home, grounds, quarter)
    assert np.abs(clear - quarter).max() < 0.03


PEGS = {Token("S"): (110, 140, 170), Token("N"): (160, 60, 60)}


def pegs(view: View, number: int, lit: str) -> Picture:
    """The board with opaque pegs, and beneath one place a lamp that dazzles: its glare eats into what stands there."""
    seen = PAINTER.picture(table(dict.fromkeys(START, EMPTY)).moment(), number)
    disc(seen, LIES, lit, 0.42, (255, 255, 255))
    for place, token in view.items():
        if token != EMPTY:
            disc(seen, LIES, place, 0.14 if place == lit else 0.3, PEGS[token])
    return seen


def test_opaque_pieces_are_no_glass_where_one_of_them_stands_on_a_lamp_that_dazzles() -> None:
    reader = HoleReader.learn(pegs(OPENING, 0, "f6"), LIES, BOARD, OPENING)
    first = moved(OPENING, ("d2", "f6"))
    reader = reader.follow(pegs(first, 1, "f6"), LIES, first, trust=True)
    elsewhere = reader.looks.colour[reader.tokens.index(Token("S"))]
    assert np.abs(elsewhere - np.array(PEGS[Token("S")]) / 255).max() < 0.06


def test_glass_shows_the_ground_in_the_channels_that_it_lets_through() -> None:
    grounds = np.array([[0.2, 0.3, 0.4], [0.8, 0.7, 0.6], [0.5, 0.5, 0.5]])
    tint = np.array([1.0, 0.5, 0.0])
    told = on_grounds(grounds[[0, 0, 0, 1]] * tint, LAST_TWO, grounds[:2], grounds)
    assert told is not None
    assert np.abs(told[2] - grounds[2] * tint).max() < 0.03


def test_what_is_opaque_or_was_seen_on_one_ground_alone_is_no_glass() -> None:
    grounds = np.array([[0.2, 0.3, 0.4], [0.8, 0.7, 0.6]])
    opaque = np.array([[0.50, 0.52, 0.48], [0.51, 0.50, 0.49], [0.49, 0.51, 0.50], [0.52, 0.50, 0.50]])
    swirls = np.array([[0.1, 0.1, 0.5], [0.5, 0.4, 0.1], [0.1, 0.1, 0.5], [0.5, 0.4, 0.1]])
    for pieces in (opaque, swirls):
        assert on_grounds(pieces, LAST_TWO, grounds, grounds) is None
    assert on_grounds(opaque * (0.5, 1, 2), LAST_TWO, np.full((2, 3), 0.5), grounds) is None
    assert on_grounds(opaque[:1], np.array([True]), grounds[:1], grounds) is None
