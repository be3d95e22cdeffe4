"""Which lamp lies under which place: every lamp blinks its own number before the camera, the board being empty."""

import sys
from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING

from firmware import settings
from hardware.colours import DARK, Colour
from hardware.errors import HardwareError
from hardware.ports import Camera, Clock, Lights
from rules.geometry import Board, PlaceId
from rules.words import Message, Reason

if TYPE_CHECKING:
    from hardware.pictures import Picture
    from vision.calibration import Calibration

BEACON: Colour = (255, 255, 255)
LATCH_SECONDS = 0.05
"""From the lamps' last byte to the exposure: they latch within a millisecond, automatic exposure must not follow."""

NO_LAMPS = Message(
    "beacons-none",
    en="No lamp was seen. If they all stay dark, check 5 V, ground and the data wire through the level "
    "shifter to the first lamp.",
    fr="Aucune lampe n’a été vue. Si elles restent toutes éteintes, vérifiez le 5 V, la masse et le fil de données "
    "vers la première lampe, par l’adaptateur de niveau.",
    de="Keine Lampe war zu sehen. Bleiben alle dunkel: 5 V, Masse und die Datenleitung über den "
    "Pegelwandler zur ersten Lampe prüfen.",
    vi="Không thấy đèn nào sáng. Nếu tất cả đều tối: kiểm tra nguồn 5 V, dây mát, dây tín hiệu qua mạch "
    "chuyển mức tới đèn đầu.",
    zh="一盏灯也没有看到。如果灯都不亮，请检查 5 V 电源、地线，以及经电平转换器到第一盏灯的数据线。",
)
FEW_LAMPS = Message(
    "beacons-few",
    en="Lamps seen: only {found} of {count}. Is the board empty, and is the room dim enough?",
    fr="Lampes vues : seulement {found} sur {count}. Le plateau est-il vide, la pièce assez sombre ?",
    de="Gesehene Lampen: nur {found} von {count}. Ist das Brett leer und der Raum dunkel genug?",
    vi="Chỉ thấy {found}/{count} đèn. Bàn cờ đã trống và phòng đủ tối chưa?",
    zh="只看到 {count} 盏灯中的 {found} 盏。棋盘空了吗？房间够暗吗？",
)
CHAIN_BREAKS = Message(
    "beacons-cut",
    en="The chain of lamps seems to break after lamp {lamp}: check its data wire there.",
    fr="La chaîne de lampes semble coupée après la lampe {lamp} : vérifiez-y le fil de données.",
    de="Die Lampenkette scheint nach Lampe {lamp} unterbrochen: bitte dort die Datenleitung prüfen.",
    vi="Dây đèn có vẻ đứt sau đèn {lamp}: kiểm tra dây tín hiệu ở đó.",
    zh="灯串似乎在第 {lamp} 盏灯之后断了：请检查那里的数据线。",
)


class FewLamps(HardwareError):
    """Too few lamps were seen for their order to be kept; ``reason`` says so."""

    def __init__(self, reason: Reason) -> None:
        super().__init__(str(reason))
        self.reason = reason


def blinked(
    board: Board, calibration: "Calibration", camera: Camera, lights: Lights, clock: Clock, *, count: int
) -> tuple[PlaceId | None, ...]:
    """The place over each of the ``count`` lamps of ``lights``; None for one under no place, or that was not seen.

    What is missing is said on standard error. Raises `FewLamps`, and what camera and lamps raise.
    """
    from vision.beacons import decode, signals

    wanted = min(count, len(board.places))
    pictures = []
    for number, lit in enumerate(signals(count), start=1):
        pictures.append(shown([BEACON if on else DARK for on in lit], camera, lights, clock))
        print(f"beacons: picture {number} of {len(signals(count))}", file=sys.stderr)
    found = decode(pictures, board, calibration, count)
    chain = found.chain(count)
    if len(found.unseen) == count:
        raise FewLamps(NO_LAMPS())
    if found.unseen:
        print(f"lamps not seen: {' '.join(str(lamp + 1) for lamp in found.unseen)}", file=sys.stderr)
    cut = broken(board, chain)
    seen = count - len(found.unseen)
    if seen < wanted * settings.LAMPS_SEEN:
        raise FewLamps(cut or FEW_LAMPS(found=seen, count=wanted))
    if cut:
        print(cut, file=sys.stderr)
    return chain


def broken(board: Board, chain: Sequence[PlaceId | None]) -> Reason | None:
    """Where a ``chain`` seems to break whose lamps lie under these places of ``board``, as far as they were seen."""
    whole = lit_as_far_as([lamp for lamp, place in enumerate(chain) if place is None], len(chain))
    # Unless no more are dark than may lie under no place.
    return CHAIN_BREAKS(lamp=whole) if whole is not None and whole < min(len(chain), len(board.places)) else None


def lit_as_far_as(unseen: Sequence[int], count: int, spare: Collection[int] = ()) -> int | None:
    """After how many of its ``count`` lamps a chain seems to break: most of the ``unseen`` are then those at its end.

    None where they are not. Lamps count from 0; those in ``spare`` are under no place, so nobody can see them.
    """
    lit = max(set(range(count)).difference(unseen, spare), default=-1) + 1
    return lit if 2 * sum(lamp >= lit for lamp in unseen) > len(unseen) else None


def shown(colours: Sequence[Colour], camera: Camera, lights: Lights, clock: Clock) -> "Picture":
    """A picture of the lamps shining in these colours. Raises what camera and lamps raise."""
    lights.show(colours)
    return camera.take(clock.now() + LATCH_SECONDS).picture
