"""Trains the two networks that read cards and writes ``cards_find.onnx`` and ``cards_name.onnx``.

pip install torch==2.13.0 onnx
python -m vision.training.card_lessons LESSONS --count 2200 --fonts FONTS
python -m vision.training.train_cards LESSONS --minutes 60 --out vision/readers/networks

With ``--start shipped --rate 1e-3`` it goes on from the networks as they are shipped.

Every step shows new views of the lessons: turned, at other sizes, lit and blurred otherwise. Each 25th lesson is kept
for measuring.
"""

from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
import torch
from numpy.random import Generator
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn import functional

from vision.readers.card import frames
from vision.training.camera import grain
from vision.training.card_network import Finder, Namer, told
from vision.training.school import MEASURED, SAID, arguments, keep, learn, one_thread, steps
from vision.training.shipped import taken_up

SIDE = 256
"""Pixels of a view that the finder learns from."""
VIEWS, CUTS = 4, 14
"""Views and patches taken of one lesson each time."""
BATCH, STACK = 16, 48
"""Views and patches in a step."""
EVERY = 4
"""The finder learns in one step of so many: what it overlooks is little, and it takes twice the namer's time."""
SEEN, HIDDEN = 0.55, 0.2
"""An index of which more is seen must be found; one of which less is seen must not."""
MINED = 0.12
"""Share of lessons that are searched for what the finder takes for an index."""
LOW_VIEWS = 0.2
"""Share of views that are squeezed, as from a camera that looks along the table."""
RATE = 2e-3
FINDER, NAMER = "cards_find", "cards_name"
"""What their files are called."""
LEVELLED = 4
"""Batches from which the norms of shipped networks are measured."""

Picture = NDArray[np.uint8]


def frame_of(corners: NDArray[np.float64]) -> NDArray[np.float64]:
    """The frame of a card with these corners."""
    flat = np.array([(0, 0), (1, 0), (1, 1), (0, 1)], np.float32)
    way = cv2.getPerspectiveTransform(flat, corners.astype(np.float32))
    step = 0.02
    at = frames.ANCHOR
    points = np.array([at, (at[0] + step, at[1]), (at[0], at[1] + step)]) @ np.eye(2, 3) + (0, 0, 1)
    seen = points @ way.T
    seen = seen[:, :2] / seen[:, 2:]
    return np.concatenate([seen[0], (seen[1] - seen[0]) / step, (seen[2] - seen[0]) / step])


def moved(frame: NDArray[np.float64], way: NDArray[np.float64]) -> NDArray[np.float64]:
    """A frame where ``way`` (2 × 3) brings it."""
    turn = way[:, :2]
    there: NDArray[np.float64] = np.concatenate([turn @ frame[:2] + way[:, 2], turn @ frame[2:4], turn @ frame[4:6]])
    return there


def developed(rng: Generator, picture: Picture) -> Picture:
    """The same seen by another camera: exposure, colour of light, curve, blur, few pixels, noise, JPEG."""
    good = rng.random() < 0.5
    values = picture.astype(np.float32) / 255
    tint = np.exp(rng.normal(0, 0.05 if good else 0.14, 3)) * np.exp(rng.normal(-0.08, 0.12 if good else 0.3))
    values = cv2.pow(np.maximum(values * tint.astype(np.float32), 0), float(np.exp(rng.normal(0, 0.2))))
    if rng.random() < 0.3:
        grey = values.mean(2, keepdims=True)
        values = grey + (values - grey) * np.float32(rng.uniform(0.4, 1.4))
    if rng.random() < 0.25:
        low = rng.uniform(0, 0.25)
        values = low + (rng.uniform(0.7, 1.0) - low) * values
    if rng.random() < 0.5:
        values = cv2.GaussianBlur(values, (0, 0), rng.uniform(0.3, 0.9 if good else 1.5))
    if not good and rng.random() < 0.2:
        length = int(rng.integers(2, 6))
        kernel = np.zeros((length, length), np.float32)
        ends = rng.integers(0, length, (2, 2))
        cv2.line(kernel, tuple(ends[0].tolist()), tuple(ends[1].tolist()), 1.0)
        values = cv2.filter2D(values, -1, kernel / kernel.sum())
    if rng.random() < 0.15:
        soft = cv2.GaussianBlur(values, (0, 0), 1.2)
        values = values + rng.uniform(0.2, 1.0) * (values - soft)
    if rng.random() < 0.7:
        noise = grain(rng, values.shape)
        if rng.random() < 0.4:
            noise = cv2.GaussianBlur(noise, (0, 0), 0.7) * 1.8
        values = values + noise * np.float32(rng.uniform(0.002, 0.02 if good else 0.06))
    taken: Picture = np.clip(values * 255 + 0.5, 0, 255).astype(np.uint8)
    if rng.random() < 0.5:
        packed = cv2.imencode(".jpg", taken, [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(60 if good else 35, 96))])[1]
        taken = np.asarray(cv2.imdecode(packed, cv2.IMREAD_COLOR), np.uint8)
    return taken


def view(rng: Generator, picture: Picture, truth: NDArray[np.float32]) -> tuple[Picture, NDArray[np.float32]]:
    """A square of a lesson, turned and at another size, and what the finder should say of each cell.

    8 × h × w: as the finder tells it, and as the last layer how much the first counts.
    """
    scale = np.exp(rng.uniform(-0.25, 0.25)) if rng.random() < 0.8 else np.exp(rng.uniform(-0.9, 1.1))
    angle = rng.uniform(0, 2 * np.pi)
    indices = known(truth)
    middle = rng.uniform(0, 1, 2) * picture.shape[1::-1]
    if indices and rng.random() < 0.85:
        middle = indices[rng.integers(len(indices))][2][:2] + rng.normal(0, 50, 2)
    c, s = scale * np.cos(angle), scale * np.sin(angle)
    turn = np.array([(c, -s), (s, c)]) @ np.array([(1, rng.normal(0, 0.05)), (rng.normal(0, 0.05), 1)])
    if rng.random() < LOW_VIEWS:
        turn = np.diag([1.0, rng.uniform(0.45, 0.9)]) @ turn
    way = np.column_stack([turn, SIDE / 2 - turn @ middle])
    if scale < 0.75:
        picture = np.asarray(cv2.GaussianBlur(picture, (0, 0), 0.4 / scale), np.uint8)
    beyond = rng.integers(0, 256, 3).tolist()
    shown = cv2.warpAffine(picture, way, (SIDE, SIDE), flags=cv2.INTER_LINEAR, borderValue=beyond)
    cells = SIDE // frames.CELL
    goal = np.zeros((8, cells, cells), np.float32)
    goal[7] = 1
    y, x = np.mgrid[:cells, :cells]
    nearest = np.full((cells, cells), np.inf)
    for share, frame in sorted(((share, moved(frame, way)) for _, share, frame in indices), key=lambda pair: pair[0]):
        at = (frame[:2] + 0.5) / frames.CELL - 0.5
        away = np.hypot(x - at[0], y - at[1])
        wide = float(frames.widths(frame[None])[0])
        if share < HIDDEN or wide < 0.75 * frames.NARROWEST or wide > 1.3 * frames.WIDEST:
            continue
        if share < SEEN or not frames.NARROWEST <= wide <= frames.WIDEST:
            goal[7][away < 2] = np.where(goal[0][away < 2] > 0, goal[7][away < 2], 0)
            continue
        heat = np.exp(-(away**2) / (2 * 0.7**2))
        best = (away == away.min()) & (away < 1)
        heat = np.where(best, 1, np.minimum(heat, 0.95))
        goal[0] = np.maximum(goal[0], np.where(heat > 0.05, heat, 0))
        goal[7][away < 2.5] = 1
        mine = (away < 1.6) & (away < nearest)
        nearest = np.where(mine, away, nearest)
        goal[1][mine], goal[2][mine] = (at[0] - x)[mine], (at[1] - y)[mine]
        for layer in range(4):
            goal[3 + layer][mine] = frame[2 + layer] / frames.UNIT
    goal[1][np.isinf(nearest)] = np.nan
    return developed(rng, np.asarray(shown, np.uint8)), goal


def nowhere(
    rng: Generator, picture: Picture, frame: NDArray[np.float64], indices: NDArray[np.float64]
) -> tuple[NDArray[np.float64], bool]:
    """A frame that is none: beside an index, at a corner without one, turned, or anywhere; and whether it surely is."""
    wide = float(np.hypot(*frame[2:4]))
    match rng.integers(4):
        case 0:
            at, sides, room = frame[:2] + rng.normal(0, 0.5, 2) * wide, frame[2:], 0.25 * wide
        case 1:
            at = frame[:2] + 0.8 * frame[2:4]
            sides, room = np.concatenate([frame[4:6] / frames.PROPORTION, -frame[2:4] * frames.PROPORTION]), 0.0
        case 2:
            turn = rng.uniform(0.6, 5.6)
            c, s = np.cos(turn), np.sin(turn)
            at, sides, room = frame[:2], (frame[2:].reshape(2, 2) @ np.array([(c, s), (-s, c)])).ravel(), 0.0
        case _:
            at, sides, room = rng.uniform(0, 1, 2) * picture.shape[1::-1], frame[2:], 0.35 * wide
    return np.concatenate([at, sides]), float(np.hypot(*(indices - at).T).min()) >= room


def patches(
    rng: Generator, picture: Picture, truth: NDArray[np.float32]
) -> Iterator[tuple[Picture, NDArray[np.float32]]]:
    """Patches of a lesson, none cut quite right.

    Each with what it is: an index (1; 0 if none, -1 if nobody can say), its rank and its suit (-100: none), and the
    six numbers of the nudge that would put it right.
    """
    # Now and then where an index is, but hidden: the reader looks there too.
    seen = [one for one in known(truth) if one[1] > 0.02 or rng.random() < 0.2]
    if not seen:
        return
    indices = np.array([frame[:2] for _, _, frame in seen])
    for at in rng.integers(len(seen), size=CUTS):
        face, share, frame = seen[at]
        if (np.abs(frame[:2] / picture.shape[1::-1] - 0.5) > 0.58).any():
            continue
        is_index, named = (1.0 if share > SEEN else 0.0 if share < HIDDEN / 2 else -1.0), share > 0.3
        if rng.random() < 0.22:
            frame, surely = nowhere(rng, picture, frame, indices)
            is_index, named = 0.0 if surely else -1.0, False
        there = shaken(rng, frame)
        shown, near = seen_from_afar(rng, picture, there)
        names = [face % len(frames.RANKS), face // len(frames.RANKS)] if named else [-100, -100]
        yield developed(rng, frames.cut(shown, near)), np.array([is_index, *names, *off(there, frame)], np.float32)


def known(truth: NDArray[np.float32]) -> list[tuple[int, float, NDArray[np.float64]]]:
    """The indices of a lesson: the face's number, how much is seen of the index, its frame."""
    return [(int(row[0]), float(row[1]), frame_of(row[2:].astype(float).reshape(4, 2))) for row in truth if row[0] >= 0]


def mistaken(
    rng: Generator, finder: nn.Module, picture: Picture, truth: NDArray[np.float32]
) -> Iterator[tuple[Picture, NDArray[np.float32]]]:
    """Patches where the finder sees an index: where none is the namer must deny it, else put its frame right."""
    shown = developed(rng, picture)
    finder.eval()
    with torch.no_grad():
        said = finder(torch.from_numpy(frames.prepared_picture(shown)))[0]
    finder.train()
    chance = said[0].sigmoid()
    peaks = (chance == functional.max_pool2d(chance[None], 3, 1, 1)[0]) & (chance > 0.15)
    rows, columns = (axis.numpy() for axis in peaks.nonzero(as_tuple=True))
    told = said[1:, rows, columns].numpy().T.astype(float)
    at = (np.column_stack([columns, rows]) + told[:, :2] + 0.5) * frames.CELL - 0.5
    there = [one for one in known(truth) if one[1] > 0.02]
    indices = np.array([frame[:2] for _, _, frame in there]).reshape(-1, 2)
    for frame in np.column_stack([at, told[:, 2:] * frames.UNIT]):
        wide = float(frames.widths(frame[None])[0])
        if wide < 20:
            continue
        away = np.hypot(*(indices - frame[:2]).T) / wide
        if not (away < 0.3).any():
            yield frames.cut(shown, frame), np.array([0, -100, -100, *np.zeros(6)], np.float32)
        elif away.min() < 0.12 and there[away.argmin()][1] > SEEN:
            face, _, true = there[away.argmin()]
            names = face % len(frames.RANKS), face // len(frames.RANKS)
            yield frames.cut(shown, frame), np.array([1, *names, *off(frame, true)], np.float32)


def shaken(rng: Generator, frame: NDArray[np.float64]) -> NDArray[np.float64]:
    """A frame as badly found as the finder finds it, or as well as it is after a nudge."""
    much = (1.0, 2.2, 3.0)[rng.choice(3, p=(0.4, 0.35, 0.25))]
    turn = rng.normal(0, 0.04 * much, (2, 2)) + np.eye(2) * np.exp(rng.normal(0, 0.04 * much))
    if much == 3.0:
        # Of a card that hides behind others only its index tells how large it is, and indices are small or large.
        turn = turn * np.exp(rng.normal(0, 0.3))
    if rng.random() < 0.3 * much:
        angle = rng.normal(0, 0.12)
        turn = turn @ np.array([(np.cos(angle), -np.sin(angle)), (np.sin(angle), np.cos(angle))])
    sides = frame[2:].reshape(2, 2)
    return np.concatenate([frame[:2] + rng.normal(0, 0.018 * much, 2) @ sides, (sides @ turn.T).ravel()])


def off(shaken: NDArray[np.float64], true: NDArray[np.float64]) -> NDArray[np.float64]:
    """The nudge that puts a frame right, as `vision.readers.card.frames.nudged` takes it."""
    back = np.linalg.inv(shaken[2:].reshape(2, 2))
    mixed = true[2:].reshape(2, 2) @ back - np.eye(2)
    return np.concatenate([(true[:2] - shaken[:2]) @ back, mixed.ravel()]) * frames.NUDGE_UNIT


def seen_from_afar(rng: Generator, picture: Picture, frame: NDArray[np.float64]) -> tuple[Picture, NDArray[np.float64]]:
    """Some pictures and frames made smaller or squeezed, since cards may be; large ones a little smoothed."""
    wide = float(frames.widths(frame[None])[0])
    if wide > 170:
        return np.asarray(cv2.GaussianBlur(picture, (0, 0), wide / 260), np.uint8), frame
    if rng.random() < LOW_VIEWS:
        low = rng.uniform(0.45, 0.9)
        squeezed = cv2.resize(picture, None, fx=1.0, fy=low, interpolation=cv2.INTER_AREA)
        return np.asarray(squeezed, np.uint8), frame * np.tile((1.0, low), 3)
    far = max(rng.uniform(0.45, 1.0) * min(1.0, 120 / wide), 55 / wide)
    if rng.random() < 0.75 or far > 0.95:
        return picture, frame
    return np.asarray(cv2.resize(picture, None, fx=far, fy=far, interpolation=cv2.INTER_AREA), np.uint8), frame * far


def lessons(folder: Path, *, held: bool) -> list[tuple[NDArray[np.uint8], NDArray[np.float32]]]:
    """Packed pictures and their truth."""
    paths = sorted(path for path in folder.glob("*.npy") if path.with_suffix(".jpg").exists())
    return [
        (np.fromfile(path.with_suffix(".jpg"), np.uint8), np.load(path))
        for path in paths
        if (int(path.stem) % 25 == 0) == held
    ]


class Views:
    """Endless views and patches of lessons, well shuffled."""

    def __init__(
        self,
        packed: list[tuple[NDArray[np.uint8], NDArray[np.float32]]],
        rng: Generator,
        finder: nn.Module | None = None,
    ) -> None:
        self.rng, self.finder = rng, finder
        self.lessons = packed
        self.views: list[tuple[Picture, NDArray[np.float32]]] = []
        self.patches: list[tuple[Picture, NDArray[np.float32]]] = []

    def one(self) -> tuple[Picture, NDArray[np.float32]]:
        """Any lesson, and its truth."""
        packed, truth = self.lessons[self.rng.integers(len(self.lessons))]
        return np.asarray(cv2.imdecode(packed, cv2.IMREAD_COLOR), np.uint8), truth

    def more_views(self) -> None:
        """Look at one more lesson for the finder."""
        picture, truth = self.one()
        self.views += [view(self.rng, picture, truth) for _ in range(VIEWS)]

    def more_patches(self) -> None:
        """Look at one more lesson for the namer."""
        picture, truth = self.one()
        self.patches += patches(self.rng, picture, truth)
        if self.finder is not None and self.rng.random() < MINED:
            self.patches += mistaken(self.rng, self.finder, picture, truth)

    def some_views(self) -> tuple[Tensor, Tensor]:
        """Views as the finder wants them, and its goals."""
        while len(self.views) < 4 * BATCH:
            self.more_views()
        chosen = [self.views.pop(int(self.rng.integers(len(self.views)))) for _ in range(BATCH)]
        pictures = np.concatenate([frames.prepared_picture(one) for one, _ in chosen])
        return torch.from_numpy(pictures), torch.from_numpy(np.stack([goal for _, goal in chosen]))

    def some_patches(self) -> tuple[Tensor, Tensor]:
        """Patches as the namer wants them, and what they are, as `patches` says."""
        while len(self.patches) < 8 * STACK:
            self.more_patches()
        chosen = [self.patches.pop(int(self.rng.integers(len(self.patches)))) for _ in range(STACK)]
        shown = frames.prepared_patches(np.stack([one for one, _ in chosen]))
        return torch.from_numpy(shown), torch.from_numpy(np.stack([goal for _, goal in chosen]))


def finding_loss(said: Tensor, goal: Tensor) -> Tensor:
    """Focal loss of where indices are, and how far off place and frame are told."""
    heat, counts = goal[:, 0], goal[:, 7]
    chance = said[:, 0].sigmoid().clamp(1e-4, 1 - 1e-4)
    hits = (heat == 1).float()
    loss = -hits * (1 - chance) ** 2 * chance.log() - (1 - hits) * (1 - heat) ** 4 * chance**2 * (1 - chance).log()
    number = hits.sum().clamp(min=1)
    found = (loss * counts).sum() / number
    near = (~torch.isnan(goal[:, 1])) & (goal[:, 0] > 0.05)
    if not near.any():
        return found
    weight = goal[:, 0][near]
    off = functional.smooth_l1_loss(said[:, 1:3].permute(0, 2, 3, 1)[near], goal[:, 1:3].permute(0, 2, 3, 1)[near],
                                    reduction="none", beta=0.2).sum(1)  # fmt: skip
    sides = functional.smooth_l1_loss(said[:, 3:7].permute(0, 2, 3, 1)[near], goal[:, 3:7].permute(0, 2, 3, 1)[near],
                                      reduction="none", beta=0.1).sum(1)  # fmt: skip
    return found + ((off + 2 * sides) * weight).sum() / weight.sum()


def naming_loss(said: Tensor, goal: Tensor) -> Tensor:
    """Is it an index, which rank, which suit, and how does the patch lie off."""
    index, rank, suit, nudge = told(said)
    is_index, names = goal[:, 0], goal[:, 1:3].long()
    sure, lies = is_index >= 0, names[:, 0] >= 0
    off = functional.smooth_l1_loss(nudge[lies], goal[lies, 3:], beta=0.1)
    loss = functional.binary_cross_entropy_with_logits(index[sure], is_index[sure] * 0.998 + 0.001)
    ranks = functional.cross_entropy(rank, names[:, 0], label_smoothing=0.003)
    suits = functional.cross_entropy(suit, names[:, 1], label_smoothing=0.003)
    return loss + ranks + suits + off


def measure_finder(finder: nn.Module, held: list[tuple[Tensor, Tensor]]) -> str:
    """How many of the held-out indices are found, and how many are found that are none."""
    finder.eval()
    hits = misses = ghosts = 0
    with torch.no_grad():
        for pictures, goal in held:
            heat = finder(pictures)[:, 0].sigmoid()
            peak = (heat == functional.max_pool2d(heat[:, None], 3, 1, 1)[:, 0]) & (heat > 0.4)
            near = functional.max_pool2d((goal[:, :1] == 1).float(), 3, 1, 1)[:, 0] > 0
            close = functional.max_pool2d(peak[:, None].float(), 3, 1, 1)[:, 0] > 0
            hits += int((close & (goal[:, 0] == 1)).sum())
            misses += int((~close & (goal[:, 0] == 1)).sum())
            ghosts += int((peak & ~near & (goal[:, 7] > 0)).sum())
    finder.train()
    return f"found {hits} of {hits + misses}, ghosts {ghosts}"


def measure_namer(namer: nn.Module, stacks: list[tuple[Tensor, Tensor]]) -> str:
    """How many of the held-out patches are named rightly, and how often that is surely wrong."""
    namer.eval()
    named = right = sure = wrong = 0
    left, lay = [], []
    with torch.no_grad():
        for shown, goal in stacks:
            index, rank, suit, nudge = told(namer(shown))
            is_index, names = goal[:, 0], goal[:, 1:3]
            left.append((nudge - goal[:, 3:])[is_index == 1].abs().mean(0))
            lay.append(goal[is_index == 1, 3:].abs().mean(0))
            p = rank.softmax(1).max(1).values * suit.softmax(1).max(1).values * index.sigmoid()
            judged = (names[:, 0] >= 0) & (is_index == 1)
            good = (rank.argmax(1) == names[:, 0]) & (suit.argmax(1) == names[:, 1]) & judged
            named, right = named + int(judged.sum()), right + int(good.sum())
            sure += int(((p >= 0.99) & (is_index >= 0)).sum())
            wrong += int(((p >= 0.99) & (is_index >= 0) & ~good).sum())
    namer.train()
    still = float(torch.stack(left).mean() / torch.stack(lay).mean())
    return f"named {right} of {named}, sure {sure}, of these wrong {wrong}, off by {still:.0%} of before"


def main() -> None:
    """Train for so many minutes and write the files, now and then and at the end."""
    parser = arguments(__doc__, 60)
    parser.add_argument("lessons", type=Path)
    parser.add_argument("--start", metavar="FOLDER|shipped", help="weights to go on from, or those that are shipped")
    parser.add_argument("--half", action="store_true", help="half the bits: faster, but slower without AVX512-BF16")
    parser.add_argument("--rate", type=float, default=RATE)
    parser.add_argument("--seed", type=int, default=0)
    args = parser.parse_args()
    one_thread(args.seed)
    finder, namer = Finder(), Namer()
    kept = Views(lessons(args.lessons, held=True), np.random.default_rng(1))
    held = [kept.some_views() for _ in range(12)]
    stacks = [kept.some_patches() for _ in range(24)]
    views = Views(lessons(args.lessons, held=False), np.random.default_rng(args.seed + 2), finder)
    begin(finder, namer, args.start, views)
    aim = torch.optim.AdamW([*finder.parameters(), *namer.parameters()], args.rate, weight_decay=1e-2)

    def measured() -> None:
        print(measure_finder(finder, held), measure_namer(namer, stacks), flush=True)
        keep(finder, FINDER, args.out)
        keep(namer, NAMER, args.out)

    for step, done in steps(aim, args.minutes):
        loss = lesson(finder, namer, views, looking=step % EVERY == 0, half=args.half)
        learn(aim, loss)
        if step % SAID == 0:
            print(f"{step} {done:.1%} {loss.item():.3f}", flush=True)
        if step % MEASURED == 0:
            measured()
    measured()


def begin(finder: Finder, namer: Namer, start: str | None, views: Views) -> None:
    """Give both networks the weights in a folder or those that are shipped; without either they begin anew."""
    if start == "shipped":
        shown = torch.cat([views.some_views()[0] for _ in range(LEVELLED)])
        taken_up(finder, f"{FINDER}.onnx", lambda: finder(shown))
        # The finder is asked for what it mistakes while patches are cut, so it comes first.
        cut = torch.cat([views.some_patches()[0] for _ in range(LEVELLED)])
        taken_up(namer, f"{NAMER}.onnx", lambda: namer(cut))
    elif start:
        finder.load_state_dict(torch.load(Path(start) / f"{FINDER}.pt"))
        namer.load_state_dict(torch.load(Path(start) / f"{NAMER}.pt"))
    for network in (finder, namer):
        network.to(memory_format=torch.channels_last)


def lesson(finder: Finder, namer: Namer, views: Views, *, looking: bool, half: bool) -> Tensor:
    """The loss of a stack of patches, and if the finder is ``looking`` of a batch of views."""
    for network in (finder, namer):
        network.train()
    few_bits = torch.autocast("cpu", dtype=torch.bfloat16, enabled=half)
    shown, names = views.some_patches()
    with few_bits:
        said = namer(shown)
    loss = naming_loss(said.float(), names)
    if looking:
        pictures, goal = views.some_views()
        with few_bits:
            cells = finder(pictures)
        loss = loss + finding_loss(cells.float(), goal)
    return loss


if __name__ == "__main__":
    main()
