"""How well pictures are read: ``make bench-vision PICTURES=folder``, or ``python -m tests.bench.vision FOLDER``.

Single pictures are read cold, as ``hopsight read`` does: found, then read, nothing told beforehand. A board counts as
found when every true place in the picture lies within 0.35 pitch of where it was said to be, up to which point is
called south. Places are right up to the names of the sets. Recorded games are read by a reader that learnt the first
still frame, once without ever learning more and once following each still frame; where the board was not found, it
is read where it truly lies and counts as not found. Of cards those count whose index is seen: right are those that
were told, entire is a table where none of them is missing and nothing is told that is not there. Stones on a mandarin
board are right when their number is; beside that it is measured how often it lies within the bounds that are told.
"""

import argparse
import json
import resource
import sys
import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain, pairwise, permutations
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from rules.geometry import Board, Medium, PlaceId
from rules.sight import EMPTY, Token
from tests.bench.cards import CardTable, card_tables, read_card_table
from tests.bench.labels import Game, Labelled, calibrated, labelled, nearest_turn, pitches, sequences
from tests.bench.timing import table
from vision.annotate import annotate
from vision.calibration import Calibration
from vision.evidence import Evidence
from vision.locate import BoardNotFound, locate
from vision.look import look
from vision.pictures import load
from vision.readers.hole.reading import HoleReader
from vision.readers.pit.reading import amounts, bounds
from vision.steady import Motion, Steady

FOUND_WITHIN = 0.35
SURE = 0.99
BINS = (0.0, 0.6, 0.8, 0.9, 0.97, 0.99, 0.999, 1.000001)
WORST = 12
TILE = (640, 560)


@dataclass
class Score:
    """What was counted over some pictures. ``told``: p and whether it was right, one row a place that was told.

    ``heaps``: stones that lie there, told, at least, at most; one row a place of stones that was told.
    """

    pictures: int = 0
    found: int = 0
    entire: int = 0
    judged: int = 0
    right: int = 0
    told: list[tuple[float, bool]] = field(default_factory=list)
    heaps: list[tuple[int, int, int, int]] = field(default_factory=list)
    seconds: float = 0.0

    def add(self, other: "Score") -> None:
        """Count another score's pictures as well."""
        for name in ("pictures", "found", "entire", "judged", "right", "told", "heaps", "seconds"):
            setattr(self, name, getattr(self, name) + getattr(other, name))

    def figures(self) -> dict[str, float]:
        """Shares and means, as they are printed and kept."""
        told = np.array(self.told or [(1.0, True)])
        sure = told[:, 0] >= SURE
        figures = {
            "pictures": self.pictures,
            "found": self.found / max(self.pictures, 1),
            "right": self.right / max(self.judged, 1),
            "entire": self.entire / max(self.pictures, 1),
            "sure": int(sure.sum()),
            "sure wrong": int((sure & (told[:, 1] == 0)).sum()),
            "ECE": calibration_error(told),
            "seconds": self.seconds / max(self.pictures, 1),
        }
        if self.heaps:
            there, said, low, high = np.array(self.heaps).T
            figures["within"] = float(((low <= there) & (there <= high)).mean())
            figures["bounds apart"] = float((high - low).mean())
            figures["told for each"] = float(said.sum() / max(there.sum(), 1))
        return figures


@dataclass(frozen=True, eq=False)
class Case:
    """One picture as it was read, for the contact sheet."""

    picture: Labelled | CardTable
    score: Score
    drawn: NDArray[np.uint8]

    @property
    def share(self) -> float:
        """Share of its places that were right."""
        return self.score.right / max(self.score.judged, 1)


def calibration_error(told: NDArray[np.float64]) -> float:
    """Expected calibration error: how far probabilities are from shares of right ones, bin by bin."""
    error = 0.0
    for low, high in pairwise(BINS):
        these = (told[:, 0] >= low) & (told[:, 0] < high)
        if these.any():
            error += these.mean() * abs(told[these, 0].mean() - told[these, 1].mean())
    return float(error)


def renamed(evidence: Evidence, truth: Mapping[PlaceId, Token]) -> dict[PlaceId, Token | None]:
    """What was seen at the judged places, sets called as the truth calls them under the naming that fits best."""
    seen = {place: evidence.places[place].token for place in truth}
    kinds = sorted({token for token in seen.values() if token not in (None, EMPTY)})
    names = sorted({token for token in truth.values() if token != EMPTY})
    shared = np.zeros((len(kinds), len(names)), int)
    for place, token in seen.items():
        if token in kinds and truth[place] in names:
            shared[kinds.index(token), names.index(truth[place])] += 1
    spare = [None] * max(0, len(kinds) - len(names))
    best = max(
        permutations([*range(len(names)), *spare], len(kinds)),
        key=lambda order: sum(shared[k, name] for k, name in enumerate(order) if name is not None),
    )
    naming: dict[Token | None, Token | None] = {EMPTY: EMPTY, None: None}
    naming |= {kind: names[name] if name is not None else Token("?") for kind, name in zip(kinds, best, strict=True)}
    return {place: naming[token] for place, token in seen.items()}


def count(evidence: Evidence, truth: Mapping[PlaceId, Token], *, rename: bool = True) -> tuple[Score, list[PlaceId]]:
    """The score of one reading, and the places that it has wrong."""
    seen = renamed(evidence, truth) if rename else {place: evidence.places[place].token for place in truth}
    wrong = [place for place in truth if seen[place] != truth[place]]
    told = [(evidence.places[place].p, seen[place] == truth[place]) for place in truth if seen[place] is not None]
    return Score(1, 1, int(not wrong), len(truth), len(truth) - len(wrong), told), wrong


def read_cold(case: Labelled) -> Case:
    """Find and read one picture, nothing told."""
    picture = load(case.path)
    began = time.perf_counter()
    try:
        calibration = locate(picture, case.board)
        evidence = look(picture, case.board, calibration)
    except BoardNotFound as error:
        seconds = time.perf_counter() - began
        drawn = picture.copy()
        cv2.putText(drawn, str(error)[:70], (10, 40), cv2.FONT_HERSHEY_SIMPLEX, 0.8, (255, 0, 255), 2)
        return Case(case, Score(1, judged=len(case.truth), seconds=seconds), drawn)
    seconds = time.perf_counter() - began
    turned, error_pitches = nearest_turn(calibration, case.board, case.places)
    if error_pitches > FOUND_WITHIN:
        drawn = annotate(picture, case.board, calibration, evidence)
        cv2.putText(drawn, f"{error_pitches:.1f} pitches off", (10, 40), 0, 0.8, (255, 0, 255), 2)
        return Case(case, Score(1, judged=len(case.truth), seconds=seconds), drawn)
    named = as_named(evidence, case.board, calibration, turned)
    # Suits and numbers of stones are known by name; sets of pieces only by who belongs together.
    score, wrong = count(named, case.truth, rename=case.board.medium is Medium.HOLE)
    score.seconds = seconds
    if case.board.medium is Medium.PIT:
        score.heaps = [
            (amounts(there)[0], amounts(seen.token)[0], *bounds(seen.likelihoods))
            for place, there in case.truth.items()
            if (seen := named.places[place]).token is not None
        ]
    return Case(case, score, drawn_with_faults(picture, case, turned, named, wrong))


def read_cards_cold(table: CardTable) -> Case:
    """Read one picture of cards, nothing told."""
    counts, drawn = read_card_table(table)
    return Case(table, Score(**counts), drawn)


def as_named(evidence: Evidence, board: Board, calibration: Calibration, turned: Calibration) -> Evidence:
    """A reading made under ``calibration`` with the names that places have under ``turned``, the same board turned."""
    old, new = calibration.places(board), turned.places(board)
    nearest = np.linalg.norm(new[:, None] - old, axis=2).argmin(1)
    places = {place.id: evidence.places[board.places[at].id] for place, at in zip(board.places, nearest, strict=True)}
    return Evidence(places, evidence.sets)


def drawn_with_faults(
    picture: NDArray[np.uint8], case: Labelled, calibration: Calibration, evidence: Evidence, wrong: Iterable[PlaceId]
) -> NDArray[np.uint8]:
    """The picture as `annotate` draws it, cut to the board, with a square round every wrong place."""
    places = calibration.places(case.board)
    drawn = annotate(picture, case.board, calibration, evidence)
    scale = drawn.shape[1] / picture.shape[1]
    pitch = float(np.median(pitches(case.board, places)))
    for place in wrong:
        x, y = (places[case.board.index[place]] * scale).round().astype(int).tolist()
        half = round(0.55 * pitch * scale)
        cv2.rectangle(drawn, (x - half, y - half), (x + half, y + half), (255, 0, 255), max(2, half // 6))
        cv2.putText(drawn, case.truth[place][:6], (x - half, y + half), 0, half / 30, (255, 0, 255), max(1, half // 10))
    low = np.clip((places.min(0) - 1.5 * pitch) * scale, 0, None).astype(int)
    high = ((places.max(0) + 1.5 * pitch) * scale).astype(int)
    return drawn[low[1] : high[1], low[0] : high[0]]


def contact_sheet(cases: Sequence[Case], path: Path) -> None:
    """The worst cases side by side, worst first."""
    worst = sorted(cases, key=lambda case: (case.share, -case.score.judged))[:WORST]
    tiles = []
    for case in worst:
        scale = min(TILE[0] / case.drawn.shape[1], (TILE[1] - 30) / case.drawn.shape[0])
        small = cv2.resize(case.drawn, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
        tile = np.full((TILE[1], TILE[0], 3), 40, np.uint8)
        tile[30 : 30 + small.shape[0], : small.shape[1]] = small[: TILE[1] - 30, : TILE[0]]
        caption = f"{case.picture.path.stem}  {case.score.right} of {case.score.judged}"
        cv2.putText(tile, caption, (6, 22), cv2.FONT_HERSHEY_SIMPLEX, 0.7, (255, 255, 255), 1, cv2.LINE_AA)
        tiles.append(tile)
    tiles += [np.zeros_like(tiles[0])] * (-len(tiles) % 4)
    rows = [np.hstack(tiles[at : at + 4]) for at in range(0, len(tiles), 4)]
    cv2.imwrite(str(path), np.vstack(rows))


def read_sequence(story: Game, *, follow: bool) -> tuple[Score, int, int]:
    """The score over the still frames after the first; frames told still or not rightly, and how many there were."""
    first, *rest = story.frames
    board, picture = story.board, load(first.path)
    truly = calibrated(board, first.places, (picture.shape[1], picture.shape[0]))
    try:
        calibration, error = nearest_turn(locate(picture, board), board, first.places)
    except BoardNotFound:
        error = np.inf
    found = error <= FOUND_WITHIN
    if not found:
        calibration = truly
    total, alert, frames = Score(), 0, 0
    reader = HoleReader.learn(picture, calibration, board, first.truth)
    steady = Steady.watch(calibration, board).feed(picture, 0.0).accept()
    for number, frame in enumerate(rest, start=1):
        picture = load(frame.path)
        # The frame comes twice, as from a live camera, so that what rests can be told from what moves.
        steady = steady.feed(picture, number).feed(picture, number + 0.1)
        frames += 1
        alert += (steady.motion in (Motion.STILL, Motion.NUDGED)) == frame.still
        if not frame.still:
            continue
        began = time.perf_counter()
        calibration = reader.track(picture, calibration)
        evidence = reader.read(picture, calibration)
        score, _ = count(evidence, frame.truth, rename=False)
        score.found = int(found)
        score.seconds = time.perf_counter() - began
        total.add(score)
        steady = steady.accept()
        if follow:
            reader = reader.follow(picture, calibration, frame.truth)
    return total, alert, frames


def row(name: str, figures: Mapping[str, float]) -> list[str]:
    """One line of a table."""
    return [
        name,
        f"{figures['pictures']:.0f}",
        f"{figures['found']:.1%}",
        f"{figures['right']:.2%}",
        f"{figures['entire']:.0%}",
        f"{figures['sure wrong']:.0f} of {figures['sure']:.0f}",
        f"{figures['ECE']:.4f}",
        f"{figures['seconds']:.3f}",
    ]


def heaps_row(name: str, figures: Mapping[str, float]) -> list[str]:
    """One line of the table of stones."""
    return [name, f"{figures['within']:.1%}", f"{figures['bounds apart']:.1f}", f"{figures['told for each']:.2f}"]


HEAPS_HEAD = ["", "within the bounds", "bounds apart", "stones told for each"]
HEAD = ["", "pictures", "found", "places right", "entire", f"wrong at p ≥ {SURE}", "ECE", "seconds each"]


def worse(kept: Mapping[str, Any], now: Mapping[str, Any]) -> list[str]:
    """In what the figures ``now`` are worse than those ``kept``, where both are of as many pictures.

    Time and memory are the machine's and left out.
    """
    found = []
    for group, before in kept.items():
        after = now.get(group)
        if after is None or after["pictures"] != before["pictures"]:
            continue
        found += [
            f"{group}: {measure} was {before[measure]:.4f}, is {after[measure]:.4f}"
            for measure in ("found", "right", "entire", "within")
            if measure in before and after[measure] < before[measure] - 5e-4
        ]
        found += [
            f"{group}: {measure} was {before[measure]:.4f}, is {after[measure]:.4f}"
            for measure in ("sure wrong", "ECE")
            if after[measure] > before[measure] * 1.1 + 1e-3
        ]
    return found


def keep(figures: Mapping[str, Mapping[str, float]], path: Path, *, part: bool) -> None:
    """Write figures into ``path``; what is not among them stays. ``part``: only some pictures were measured."""
    kept = json.loads(path.read_text()) if path.exists() else {}
    # Tags gather several sets: from a part of the pictures they would be wrong.
    whole = [group for group in figures if not (part and group.startswith("tag "))]
    kept |= {group: {name: round(value, 5) for name, value in figures[group].items()} for group in whole}
    path.write_text(json.dumps(kept, indent=1) + "\n")


def report(figures: Mapping[str, Mapping[str, float]]) -> None:
    """Print the tables: by set, stones, by tag."""
    sets = [group for group in figures if not group.startswith("tag ")]
    tags = sorted(group for group in figures if group.startswith("tag ") and figures[group]["pictures"] > 1)
    table("Pictures", [HEAD, *(row(group, figures[group]) for group in sets)])
    stones = [heaps_row(group, figures[group]) for group in sets if "within" in figures[group]]
    if stones:
        table("Stones", [HEAPS_HEAD, *stones])
    if tags:
        table("By tag", [HEAD, *(row(group.removeprefix("tag "), figures[group]) for group in tags)])


def main(arguments: Sequence[str]) -> int:
    """Measure what lies under a folder."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.vision", description=__doc__.partition("\n\n")[0])
    parser.add_argument("folder", type=Path, help="labelled pictures and recorded games, at any depth")
    parser.add_argument("--sheet", type=Path, metavar="OUT.jpg", help="draw the worst cases side by side")
    parser.add_argument(
        "--keep", type=Path, metavar="FILE", help="write the figures as JSON; what is not measured stays"
    )
    parser.add_argument("--compare", type=Path, metavar="FILE", help="say what is worse than in these figures; exit 1")
    parser.add_argument("--only", default="", metavar="TEXT", help="only pictures whose path has this in it")
    given = parser.parse_args(arguments)
    if not given.folder.is_dir():
        print(f"{given.folder}: no such folder; name yours: make bench-vision PICTURES=folder", file=sys.stderr)
        return 2
    cv2.setNumThreads(1)
    groups: dict[str, Score] = {}
    cases: list[Case] = []
    for read in chain(
        (read_cold(case) for case in labelled(given.folder) if given.only in str(case.path)),
        (read_cards_cold(case) for case in card_tables(given.folder) if given.only in str(case.path)),
    ):
        cases.append(read)
        case = read.picture
        print(f"{case.path.stem} {read.score.right}/{read.score.judged}", file=sys.stderr)
        for group in (case.family, *(f"tag {tag}" for tag in case.tags)):
            groups.setdefault(group, Score()).add(read.score)
    alerts = []
    for story in sequences(given.folder):
        if given.only not in str(story.frames[0].path):
            continue
        for follow in (False, True):
            score, alert, frames = read_sequence(story, follow=follow)
            groups[f"sequence {story.name}, {'followed' if follow else 'learnt once'}"] = score
        alerts.append(f"{story.name}: {alert} of {frames} frames told still or not as they are")
    if not groups:
        print(f"{given.folder}: no labelled board and no recorded game there", file=sys.stderr)
        return 2
    figures = {group: score.figures() for group, score in groups.items()}
    report(figures)
    print("\n" + "\n".join(alerts))
    print(f"peak memory {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f} MB")
    if given.sheet and cases:
        contact_sheet(cases, given.sheet)
    if given.keep:
        keep(figures, given.keep, part=bool(given.only))
    if given.compare:
        faults = worse(json.loads(given.compare.read_text()), figures)
        print("\n".join(faults) or "nothing is worse than before")
        return int(bool(faults))
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
