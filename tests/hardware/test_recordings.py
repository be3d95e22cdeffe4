"""Folders and films as cameras, with files made on the spot: whole, torn, empty, and none at all."""

from contextlib import suppress
from os import mkfifo
from pathlib import Path

import cv2
import numpy as np
import pytest

from hardware.cameras import open_camera
from hardware.errors import BadPicture, CameraStopped, HardwareError, NoSuchSource
from hardware.pictures import Picture


def plain(shade: int, size: tuple[int, int] = (64, 48)) -> Picture:
    return np.full((size[1], size[0], 3), shade, dtype=np.uint8)


def save(path: Path, picture: Picture) -> Path:
    assert cv2.imwrite(str(path), picture)
    return path


def film(path: Path, shades: list[int]) -> Path:
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 10, (64, 48))
    for shade in shades:
        writer.write(plain(shade))
    writer.release()
    return path


def test_pictures_of_a_folder_come_in_the_order_of_their_names_numbers_as_numbers(tmp_path: Path) -> None:
    for name in ("10.png", "9.png", "100.png"):
        save(tmp_path / name, plain(int(name.split(".", maxsplit=1)[0])))
    (tmp_path / "truth.json").write_text("{}")
    camera = open_camera(f"folder:{tmp_path}")
    frames = [camera.take() for _ in range(3)]
    assert [frame.name for frame in frames] == ["9.png", "10.png", "100.png"]
    assert [int(frame.picture[0, 0, 0]) for frame in frames] == [9, 10, 100]
    assert frames[0].at < frames[1].at < frames[2].at
    with pytest.raises(CameraStopped, match="picture 3 was the last one"):
        camera.take()


def test_a_torn_picture_is_named_and_the_next_one_follows(tmp_path: Path) -> None:
    whole = save(tmp_path / "1.jpg", np.random.default_rng(1).integers(0, 255, (200, 300, 3)).astype(np.uint8))
    (tmp_path / "2.jpg").write_bytes(whole.read_bytes()[: whole.stat().st_size // 2])
    (tmp_path / "3.jpg").write_bytes(b"")
    (tmp_path / "4.png").write_bytes(b"this is no picture")
    save(tmp_path / "5.png", plain(5))
    camera = open_camera(str(tmp_path))
    assert camera.take().picture.shape == (200, 300, 3)
    for name in ("2.jpg", "3.jpg", "4.png"):
        with pytest.raises(BadPicture, match=name):
            camera.take()
    assert camera.take().name == "5.png"


@pytest.mark.parametrize(
    "behind", [b"SEFH\0\0Image_UTC_Data" + bytes(90) + b"SEFT", b"\0\0\0\x18ftypmp42" + bytes(5000)]
)
def test_a_photograph_behind_which_a_phone_keeps_something_of_its_own_is_whole(tmp_path: Path, behind: bytes) -> None:
    whole = save(tmp_path / "1.jpg", np.random.default_rng(1).integers(0, 255, (200, 300, 3)).astype(np.uint8))
    data = whole.read_bytes()
    whole.write_bytes(data + behind)
    # A preview within the picture has an end of its own, and what was never written is nothing but zeros.
    preview = b"\xff\xe1\0\x08\xff\xd8\xff\xda\xff\xd9"
    (tmp_path / "2.jpg").write_bytes(data[:2] + preview + data[2:-2] + bytes(90))
    (tmp_path / "3.jpg").write_bytes(data[:2] + preview + data[2:] + behind)
    camera = open_camera(str(tmp_path))
    assert camera.take().picture.shape == (200, 300, 3)
    with pytest.raises(BadPicture, match="torn"):
        camera.take()
    assert camera.take().picture.shape == (200, 300, 3)


def test_a_png_cut_anywhere_is_never_half_a_table(tmp_path: Path) -> None:
    data = save(tmp_path / "1.png", plain(200)).read_bytes()
    for end in range(0, len(data) - 12, 7):
        (tmp_path / "1.png").write_bytes(data[:end])
        with pytest.raises(BadPicture):
            open_camera(str(tmp_path)).take()


def test_grey_deep_and_transparent_pictures_all_come_in_colour(tmp_path: Path) -> None:
    save(tmp_path / "1.png", np.full((40, 50), 128, dtype=np.uint8))
    cv2.imwrite(str(tmp_path / "2.png"), np.full((40, 50, 3), 128 * 257, dtype=np.uint16))
    cv2.imwrite(str(tmp_path / "3.png"), np.full((40, 50, 4), 128, dtype=np.uint8))
    camera = open_camera(str(tmp_path))
    for _ in range(3):
        picture = camera.take().picture
        assert picture.shape == (40, 50, 3)
        assert picture.dtype == np.uint8
        assert abs(int(picture[0, 0, 0]) - 128) <= 1


def test_an_empty_folder_and_a_name_that_is_none_say_what_to_do(tmp_path: Path) -> None:
    with pytest.raises(NoSuchSource, match="holds no pictures"):
        open_camera(str(tmp_path))
    with pytest.raises(NoSuchSource, match="folder:PATH"):
        open_camera(str(tmp_path / "nowhere"))
    with pytest.raises(NoSuchSource, match="is no folder"):
        open_camera(f"folder:{film(tmp_path / 'a.avi', [1])}")
    with pytest.raises(NoSuchSource):
        open_camera("")


def test_a_film_is_given_picture_by_picture_with_its_times(tmp_path: Path) -> None:
    camera = open_camera(f"video:{film(tmp_path / 'game.avi', [20, 120, 220])}")
    frames = [camera.take() for _ in range(3)]
    assert [round(float(frame.picture.mean()), -1) for frame in frames] == [20, 120, 220]
    assert [frame.at for frame in frames] == pytest.approx([0.0, 0.1, 0.2], abs=0.02)
    with pytest.raises(CameraStopped, match="ended after picture 3"):
        camera.take()


def test_a_film_that_breaks_off_ends_where_it_does(tmp_path: Path) -> None:
    whole = film(tmp_path / "game.avi", [20, 120, 220, 40, 60]).read_bytes()
    counts = []
    for share in (0.3, 0.6, 0.9):
        (tmp_path / "cut.avi").write_bytes(whole[: int(len(whole) * share)])
        counts.append(0)
        with suppress(HardwareError):  # refused at the opening, or ended
            camera = open_camera(str(tmp_path / "cut.avi"))
            while counts[-1] < 10:
                assert camera.take().picture.shape == (48, 64, 3)
                counts[-1] += 1
    assert counts == sorted(counts)
    assert counts[-1] < 5


def test_what_is_no_film_is_refused(tmp_path: Path) -> None:
    (tmp_path / "game.mp4").write_bytes(b"no film at all")
    with pytest.raises(NoSuchSource, match=r"\.mp4"):
        open_camera(str(tmp_path / "game.mp4"))
    # By its name OpenCV takes this for the first of many pictures.
    (tmp_path / "text.jpg").write_text("no picture")
    with pytest.raises(NoSuchSource, match=r"text\.jpg holds no picture; .*\.mp4"):
        open_camera(str(tmp_path / "text.jpg"))


def test_a_text_is_no_film_of_a_terminal(tmp_path: Path) -> None:
    game = tmp_path / "game.txt"
    game.write_text("Game: mandarin\n\n1. south a1>\n" * 20)
    with pytest.raises(NoSuchSource, match=r"game\.txt cannot be read as a film; .*\.mp4"):
        open_camera(str(game))


def test_a_film_that_is_called_a_picture_is_not_read_until_memory_is_full(tmp_path: Path) -> None:
    with (tmp_path / "1.jpg").open("wb") as film:
        film.truncate(100 << 30)  # takes no room
    save(tmp_path / "2.png", plain(1))
    camera = open_camera(str(tmp_path))
    with pytest.raises(BadPicture, match=r"1\.jpg is too large to be one; replace it"):
        camera.take()
    assert camera.take().name == "2.png"


def test_a_closed_recording_gives_no_more(tmp_path: Path) -> None:
    save(tmp_path / "1.png", plain(1))
    camera = open_camera(str(tmp_path))
    camera.close()
    camera.close()
    with pytest.raises(CameraStopped):
        camera.take()


@pytest.mark.parametrize(
    "spec", ["{}/game\udcff.avi", "video:{}/game\udcff.avi", "http://table\udcff/", "/dev/video\udcff"]
)
def test_a_name_that_is_no_text_is_refused_and_ends_nothing_else(tmp_path: Path, spec: str) -> None:
    (tmp_path / "game\udcff.avi").write_bytes(b"RIFF")
    with pytest.raises(NoSuchSource, match="not in UTF-8"):
        open_camera(spec.format(tmp_path))


def test_a_folder_may_have_a_name_that_is_no_text(tmp_path: Path) -> None:
    folder = tmp_path / "game\udcff"
    folder.mkdir()
    cv2.imwrite(str(tmp_path / "0001.png"), np.full((80, 80, 3), 90, np.uint8))
    (tmp_path / "0001.png").rename(folder / "0001\udcff.png")
    assert open_camera(str(folder)).take().picture.shape == (80, 80, 3)


def test_pipes_and_devices_among_the_pictures_are_named_and_passed_over(tmp_path: Path) -> None:
    mkfifo(tmp_path / "0001.png")
    (tmp_path / "0002.png").symlink_to("/dev/zero")
    save(tmp_path / "0003.png", plain(90))
    camera = open_camera(str(tmp_path))
    for name in ("0001", "0002"):
        with pytest.raises(BadPicture, match=f"{name}.png is a pipe or a device"):
            camera.take()
    assert camera.take().name == "0003.png"
