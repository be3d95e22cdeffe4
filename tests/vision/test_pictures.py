"""Files of every kind become pictures, or one clear sentence; readings are drawn so that people see them."""

import os
import resource
import struct
import tracemalloc
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from rules.sight import EMPTY, Token
from rules.star.places import star_board
from vision import settings
from vision.annotate import ALARM, annotate
from vision.calibration import Calibration
from vision.evidence import Evidence, PieceSet, Seen
from vision.pictures import UnreadablePicture, decode, load, save, thinned

BOARD = star_board()


def scenery(width: int = 320, height: int = 240) -> NDArray[np.uint8]:
    """Left half blue, right half red, a white bar along the top."""
    picture = np.zeros((height, width, 3), np.uint8)
    picture[:, : width // 2] = (200, 40, 20)
    picture[:, width // 2 :] = (20, 40, 200)
    picture[: height // 8] = 250
    return picture


def written(folder: Path, name: str, picture: NDArray[np.generic]) -> Path:
    path = folder / name
    assert cv2.imwrite(str(path), np.asarray(picture))
    return path


@pytest.mark.parametrize("by", [1.0, 1.4, 2.9, 3.1, 7.3])
@pytest.mark.parametrize("size", [(641, 479), (640, 480)])
def test_in_a_picture_made_smaller_things_lie_where_it_says(size: tuple[int, int], by: float) -> None:
    picture, middle = np.zeros((size[1], size[0], 3), np.uint8), np.array([500.0, 320.0])
    cv2.circle(picture, (500, 320), 40, (255, 255, 255), -1)
    small, ratio = thinned(picture, by)
    assert 1 / ratio == pytest.approx([by, by], rel=0.01)
    light = small[..., 0].astype(np.float64)
    y, x = np.indices(light.shape)
    seen = np.array([(x * light).sum(), (y * light).sum()]) / light.sum()
    assert seen == pytest.approx((middle + 0.5) * ratio - 0.5, abs=0.02)


def test_a_picture_of_one_row_can_be_made_smaller() -> None:
    small, ratio = thinned(np.full((1, 9, 3), 7, np.uint8), 4.0)
    assert small.shape == (1, 2, 3)
    assert ratio.tolist() == [2 / 9, 1.0]


@pytest.mark.parametrize("name", ["a.jpg", "a.png", "a.bmp", "a.webp", "a.tiff"])
def test_common_files_come_back_as_they_were(tmp_path: Path, name: str) -> None:
    picture = load(written(tmp_path, name, scenery()))
    assert picture.shape == (240, 320, 3)
    assert picture.dtype == np.uint8
    assert np.abs(picture[120, 40].astype(int) - (200, 40, 20)).max() < 12


def test_grey_sixteen_bit_and_transparent_pictures_become_plain(tmp_path: Path) -> None:
    grey = cv2.cvtColor(scenery(), cv2.COLOR_BGR2GRAY)
    deep = scenery().astype(np.uint16) * 257
    clear = cv2.cvtColor(scenery(), cv2.COLOR_BGR2BGRA)
    for number, kind in enumerate((grey, deep, clear)):
        picture = load(written(tmp_path, f"{number}.png", kind))
        assert picture.shape == (240, 320, 3)
        assert picture.dtype == np.uint8
        assert picture[5].min() > 240


def test_a_camera_held_upright_is_turned_by_its_mark() -> None:
    packed = cv2.imencode(".jpg", scenery())[1].tobytes()
    # An EXIF block with one entry: orientation (0x0112) = 6, to be turned by a quarter clockwise.
    entry = bytes.fromhex("4d4d002a00000008 0001 0112 0003 00000001 00060000 00000000".replace(" ", ""))
    block = b"Exif\x00\x00" + entry
    marked = packed[:2] + b"\xff\xe1" + (len(block) + 2).to_bytes(2) + block + packed[2:]
    picture = decode(np.frombuffer(marked, np.uint8), "marked")
    assert picture.shape == (320, 240, 3)
    assert picture[:, -5].min() > 230  # the white bar is now on the right


def test_what_is_too_narrow_once_it_was_made_smaller_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UnreadablePicture, match="too few"):
        load(written(tmp_path, "strip.png", np.full((20_000, 64, 3), 90, np.uint8)))


def test_a_kind_of_file_whose_size_nobody_knows_before_decoding_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UnreadablePicture, match="give a JPEG"):
        load(written(tmp_path, "table.ppm", scenery()))


def test_a_jpeg_with_stray_bytes_between_its_parts_is_read() -> None:
    packed = cv2.imencode(".jpg", scenery())[1].tobytes()
    first = 4 + int.from_bytes(packed[4:6])
    strewn = packed[:first] + b"\x00\x17" + packed[first:]
    assert decode(np.frombuffer(strewn, np.uint8), "strewn").shape == (240, 320, 3)


def test_a_file_that_begins_as_a_jpeg_and_is_nothing_else_is_refused_at_once() -> None:
    empty = np.zeros(40_000_000, np.uint8)
    empty[:2] = 0xFF, 0xD8
    with pytest.raises(UnreadablePicture, match="cut short or damaged"):
        decode(empty, "card.jpg")


def test_a_bmp_of_an_old_system_is_read() -> None:
    rows = scenery()[::-1].tobytes()
    header = struct.pack("<2sIII IHHHH", b"BM", 26 + len(rows), 0, 26, 12, 320, 240, 1, 24)
    picture = decode(np.frombuffer(header + rows, np.uint8), "old.bmp")
    assert (picture == scenery()).all()


def test_a_sound_is_no_damaged_picture() -> None:
    sound = struct.pack("<4sI8s", b"RIFF", 60_000, b"WAVEfmt ") + bytes(60_000)
    with pytest.raises(UnreadablePicture, match="not a picture that can be read"):
        decode(np.frombuffer(sound, np.uint8), "bell.wav")


def test_of_a_large_file_one_copy_is_held_while_it_is_decoded(tmp_path: Path) -> None:
    noise = np.random.default_rng(3).integers(0, 255, (1000, 1000, 3), np.uint8)
    path = written(tmp_path, "noise.png", noise)
    tracemalloc.start()
    try:
        load(path)
        _, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert most < 1.5 * path.stat().st_size + noise.nbytes


def test_huge_pictures_are_made_smaller(tmp_path: Path) -> None:
    for name in ("wide.jpg", "wide.png"):
        picture = load(written(tmp_path, name, cv2.resize(scenery(), (9000, 1200))))
        assert settings.LARGEST_SIDE / 2 <= picture.shape[1] <= settings.LARGEST_SIDE
        assert picture.shape[1] / picture.shape[0] == pytest.approx(7.5, rel=0.01)


def test_a_png_that_claims_to_be_enormous_is_refused_before_it_is_decoded() -> None:
    small = bytearray(cv2.imencode(".png", scenery())[1].tobytes())
    small[16:24] = (60_000).to_bytes(4) + (60_000).to_bytes(4)
    with pytest.raises(UnreadablePicture, match="60000 × 60000 pixels are too many"):
        decode(np.frombuffer(bytes(small), np.uint8), "bomb.png")


def test_a_png_with_a_part_that_claims_to_be_enormous_takes_no_memory() -> None:
    damaged = bytearray(cv2.imencode(".png", scenery())[1].tobytes())
    damaged[33] = 0x7F  # the length of what follows the header: 2 GB
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    with pytest.raises(UnreadablePicture, match="cut short or damaged"):
        decode(np.frombuffer(bytes(damaged), np.uint8), "bomb.png")
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 100_000, "kB"


@pytest.mark.parametrize("before", [b"\xff\x01", b"\xff\x00", b"\xff\xd0"])
def test_a_jpeg_that_hides_how_large_it_is_behind_a_mark_without_a_length_is_refused(before: bytes) -> None:
    plain = bytearray(cv2.imencode(".jpg", scenery())[1].tobytes())
    frame = plain.index(b"\xff\xc0")
    small = bytes(plain[frame : frame + 19])
    plain[frame + 5 : frame + 9] = (65_000).to_bytes(2) * 2
    hidden = plain[:2] + before + plain[2:]
    hidden += bytes(4 + int.from_bytes(hidden[4:6]) - len(hidden)) + small  # where who takes it for a length goes on
    with pytest.raises(UnreadablePicture, match="8125 × 8125 pixels are too many"):
        decode(np.frombuffer(bytes(hidden), np.uint8), "bomb.jpg")


def test_a_webp_that_does_not_say_of_which_kind_it_is_is_refused() -> None:
    even = np.full((240, 320, 3), 90, np.uint8)
    bare = cv2.imencode(".webp", even, [cv2.IMWRITE_WEBP_QUALITY, 101])[1].tobytes()[20:]
    # What is not called VP8L is read as that all the same, at whatever size.
    hidden = b"RIFF" + (4 + len(bare)).to_bytes(4, "little") + b"WEBP" + bare
    with pytest.raises(UnreadablePicture, match="cut short or damaged"):
        decode(np.frombuffer(hidden, np.uint8), "bomb.webp")


@pytest.mark.parametrize(
    ("sizes", "why"),
    [
        ([(256, 4, 65_000), (256, 4, 100), (257, 4, 65_000), (257, 4, 100)], "65000 × 65000 pixels are too many"),
        ([(256, 16, 100), (257, 16, 100)], "cut short or damaged"),  # 100: where eight bytes with a number stand
    ],
)
def test_a_tiff_that_tells_its_size_twice_or_elsewhere_is_refused_before_it_is_decoded(
    sizes: list[tuple[int, int, int]], why: str
) -> None:
    entries = [*sizes, (258, 3, 8), (262, 3, 1), (273, 4, 200), (277, 3, 1), (278, 4, 65_000), (279, 4, 100)]
    file = struct.pack("<2sHIH", b"II", 42, 8, len(entries))
    file += b"".join(struct.pack("<HHII", tag, kind, 1, value) for tag, kind, value in entries)
    with pytest.raises(UnreadablePicture, match=why):
        decode(np.frombuffer(file.ljust(400, b"\0"), np.uint8), "bomb.tiff")


def test_what_is_no_picture_gets_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "empty.jpg").touch()
    (tmp_path / "text.jpg").write_text("a letter to a friend")
    (tmp_path / "phone.heic").write_bytes(b"\0\0\0\x18ftypheic\0\0\0\0" + bytes(4000))
    (tmp_path / "folder.png").mkdir()
    written(tmp_path, "tiny.png", scenery(20, 20))
    for name, why in [
        ("empty.jpg", "empty"),
        ("text.jpg", "not a picture"),
        ("phone.heic", "save it as a JPEG"),
        ("folder.png", "cannot be read"),
        ("tiny.png", "too few"),
        ("nowhere.jpg", "no such file"),
    ]:
        with pytest.raises(UnreadablePicture, match=why) as caught:
            load(tmp_path / name)
        assert name in str(caught.value)
        assert "\n" not in str(caught.value)


@pytest.mark.parametrize("ending", [".jpg", ".png", ".bmp", ".webp", ".tiff"])
def test_half_a_picture_is_told_to_be_half(ending: str) -> None:
    whole = cv2.imencode(ending, scenery())[1]
    with pytest.raises(UnreadablePicture, match="cut short or damaged"):
        decode(whole[: len(whole) // 2], "half")


def test_a_tiff_of_a_kind_that_cannot_be_read_is_not_called_damaged_alone() -> None:
    numbers = cv2.imencode(".tiff", scenery().astype(np.float64))[1]
    with pytest.raises(UnreadablePicture, match="or of a kind that cannot be read; save it as a PNG"):
        decode(numbers, "numbers.tiff")


def test_a_picture_that_another_program_hands_on_is_read() -> None:
    out, into = os.pipe()
    with open(into, "wb") as other:
        other.write(cv2.imencode(".jpg", scenery())[1].tobytes())
    assert load(f"/dev/fd/{out}").shape == (240, 320, 3)
    os.close(out)


def test_torn_and_scrambled_files_never_crash() -> None:
    chance = np.random.default_rng(3)
    for ending in (".jpg", ".png"):
        whole = cv2.imencode(ending, scenery())[1]
        for _ in range(40):
            torn = whole[: chance.integers(1, len(whole))].copy()
            torn[chance.integers(0, len(torn), 3)] = chance.integers(0, 255, 3)
            try:
                picture = decode(torn, "torn")
            except UnreadablePicture:
                continue
            assert picture.ndim == 3


def test_saving_says_when_it_cannot(tmp_path: Path) -> None:
    save(tmp_path / "out.png", scenery())
    assert np.array_equal(load(tmp_path / "out.png"), scenery())
    with pytest.raises(OSError, match="ends in"):
        save(tmp_path / "out.doc", scenery())
    with pytest.raises(OSError, match="No such file"):
        save(tmp_path / "no" / "such" / "out.png", scenery())


def evidence(calibration: Calibration, *, doubted: str = "", covered: str = "") -> Evidence:
    """An empty board with a green piece in the middle."""
    green = Token("green")
    places = {}
    for place, (x, y) in zip(BOARD.places, calibration.places(BOARD), strict=True):
        likelihoods = {EMPTY: 0.999, green: 0.001}
        if place.id == "i5":
            likelihoods = {EMPTY: 0.001, green: 0.999}
        if place.id == doubted:
            likelihoods = {EMPTY: 0.6, green: 0.4}
        places[place.id] = Seen((float(x), float(y)), {} if place.id == covered else likelihoods, (0, 0, 0))
    return Evidence(places, (PieceSet(green, (0, 255, 0), "green", 1),))


def magenta(picture: NDArray[np.uint8]) -> int:
    return int((np.abs(picture.astype(int) - ALARM).max(2) < 40).sum())


def test_pieces_are_ringed_in_their_colour_and_doubt_is_magenta() -> None:
    calibration = Calibration("star", np.array([[40.0, 0, 400], [0, -40, 300], [0, 0, 1]]), (800, 600))
    plain = np.full((600, 800, 3), 128, np.uint8)
    sure = annotate(plain, BOARD, calibration, evidence(calibration))
    assert sure.shape[0] > 600  # a line below counts the sets
    x, y = calibration.places(BOARD)[BOARD.index[BOARD.places[60].id]].round().astype(int)
    assert ((sure[y - 20 : y + 20, x - 20 : x + 20] == (0, 255, 0)).all(2)).sum() > 30
    assert magenta(sure) == 0
    assert magenta(annotate(plain, BOARD, calibration, evidence(calibration, doubted="e5"))) > 20
    assert magenta(annotate(plain, BOARD, calibration, evidence(calibration, covered="e5"))) > 20
    assert (plain == 128).all()


def test_a_small_board_is_enlarged_for_drawing() -> None:
    calibration = Calibration("star", np.array([[8.0, 0, 80], [0, -8, 80], [0, 0, 1]]), (160, 160))
    drawn = annotate(np.zeros((160, 160, 3), np.uint8), BOARD, calibration, evidence(calibration))
    assert drawn.shape[1] == pytest.approx(160 * settings.DRAWN_PITCH / 8, rel=0.05)


def test_a_drawing_for_those_who_read_another_language_bears_no_words() -> None:
    calibration = Calibration("star", np.array([[30.0, 0, 300], [0, -30, 300], [0, 0, 1]]), (600, 600))
    plain = np.full((600, 600, 3), 128, np.uint8)
    seen = evidence(calibration)
    assert annotate(plain, BOARD, calibration, seen, worded=False).shape == plain.shape
    assert len(annotate(plain, BOARD, calibration, seen)) > 600, "a line below"


@pytest.mark.parametrize(("height", "width"), [(480, 640), (640, 360), (900, 240)])
def test_the_line_below_is_as_legible_in_a_picture_held_upright(height: int, width: int) -> None:
    calibration = Calibration(
        "star", np.array([[15.0, 0, width / 2], [0, -15, height / 2], [0, 0, 1]]), (width, height)
    )
    seen = evidence(calibration)
    kinds = tuple(PieceSet(Token(f"set-{number}"), (200, 40, 20), "light orange", 10) for number in range(1, 7))
    drawn = annotate(np.zeros((height, width, 3), np.uint8), BOARD, calibration, replace(seen, sets=kinds))
    scale = drawn.shape[1] / width
    white = (drawn[round(height * scale) :].min(2) > 160).astype(np.uint8)
    letters = cv2.connectedComponentsWithStats(white)[2][1:, cv2.CC_STAT_HEIGHT]
    assert np.median(letters[letters > 2]) >= 7, "pixels high"


@pytest.mark.parametrize("ending", [".bmp", ".webp", ".png", ".tiff", ".gif"])
def test_a_picture_that_is_too_large_is_refused_before_it_is_decoded(
    ending: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    data = cv2.imencode(ending, np.full((90, 120, 3), 90, np.uint8))[1]
    assert decode(data, "table").shape == (90, 120, 3)
    monkeypatch.setattr(settings, "MOST_PIXELS", 100 * 100)
    with pytest.raises(UnreadablePicture, match="120 × 90"):
        decode(data, "table")


def test_a_small_picture_with_a_huge_tile_is_refused_before_there_is_room_for_it() -> None:
    sides = {256: 400, 257: 300, 322: 15_000, 323: 16_000}
    entries = b"".join(struct.pack("<HHII", tag, 4, 1, pixels) for tag, pixels in sides.items())
    data = b"II*\0" + struct.pack("<IH", 8, len(sides)) + entries + bytes(4)
    with pytest.raises(UnreadablePicture, match="15000 × 16000 pixels are too many"):
        decode(np.frombuffer(data, np.uint8), "tiles.tiff")


def test_what_has_no_end_is_not_read_until_memory_is_full() -> None:
    tracemalloc.start()
    try:
        with pytest.raises(UnreadablePicture, match="not a picture"):
            load("/dev/zero")
        assert tracemalloc.get_traced_memory()[1] < 1_000_000
    finally:
        tracemalloc.stop()
