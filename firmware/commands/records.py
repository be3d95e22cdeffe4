"""Commands about records: replay, check, export."""

import sys
import time
from argparse import ArgumentParser, Namespace
from collections.abc import Callable
from contextlib import ExitStack
from math import inf
from pathlib import Path
from textwrap import indent
from typing import Any, TextIO

from firmware.clocks import each_clock, left
from firmware.commands import Done
from firmware.given.as_it_stands import as_played
from firmware.given.files import put, source, writing
from firmware.given.fittings import chosen_fittings
from firmware.given.records import read_record, stop_in_words, tell_stop
from firmware.given.words import GivenWrong
from firmware.kept.table_file import known
from firmware.overlay import frame, show
from firmware.plain_json import compact
from firmware.plies import as_json
from firmware.record import GAME, decode
from firmware.replay import Replay
from firmware.service.box import stopping
from firmware.service.ours import lamps_are_ours
from firmware.sets import colours
from firmware.settings import RECORD_BYTES
from firmware.states import State
from firmware.terminal.beside import owners, piles
from firmware.terminal.drawing import APART, draw, legend, legible, wants_colour
from firmware.terminal.whispering import unobeyed
from firmware.turns import result
from firmware.words.sayings import YOUR_TURN
from firmware.words.voice import language
from firmware.words.wording import called, done, position_in_words, spoken
from hardware.chain import least_wire
from hardware.clock import SystemClock
from rules.geometry import Medium

PLY_SECONDS, LONE_PLY_SECONDS = 0.7, 10.0
"""Seconds that each ply stays on a terminal, and on the lamps; and there one that is shown alone, to be compared with
the board. Then the lamps go dark.
"""


def exit_code(path: str, made: Replay) -> int:
    """Say where the record stops to be good; the exit code."""
    tell_stop(path, made)
    return int(Done.WELL if made.is_good else Done.GIVEN_WRONG)


def add_record(parser: ArgumentParser) -> None:
    """RECORD."""
    parser.add_argument(
        "record",
        metavar="RECORD",
        help="a record, its readable text, or what was exported as JSON or PPN; - reads standard input",
    )


def add_replay(parser: ArgumentParser) -> None:
    """Arguments of ``hopsight replay``."""
    add_record(parser)
    parser.add_argument(
        "--ply",
        type=int,
        metavar="N",
        help="only the table after N entries (moves, corrections, who gave up, the end); 0 is the start",
    )
    parser.add_argument(
        "--lights",
        action="store_true",
        help="also on the lamps of this table, a turn after the other; to be led by them and checked by the camera, "
        "hopsight play --follow RECORD",
    )
    parser.add_argument("--gif", type=Path, metavar="OUT", help="write the game as an animation")
    parser.add_argument("--json", action="store_true", help="every position as JSON, one a line")


def run_replay(given: Namespace) -> int:
    """Show a game again."""
    made = read_record(given.record)
    game, plies = made.state.game, made.plies()
    if given.lights and game.board.medium is Medium.CARD:
        raise GivenWrong(f"--lights: {game.name} is played with cards, no lamps lie under them; leave it out")
    if given.lights:
        lamps_are_ours()
    if given.ply is not None:
        if not 0 <= given.ply < len(plies):
            raise GivenWrong(f"--ply {given.ply}: this record has the plies 0 to {len(plies) - 1}")
        plies = (plies[given.ply],)
    if given.gif is not None:
        put_gif(plies, given.gif, given.record, told=sys.stderr if given.json else sys.stdout)
    if given.json or given.lights or given.gif is None:
        alone = len(plies) == 1
        if given.lights:
            stays = LONE_PLY_SECONDS if alone else PLY_SECONDS
        else:
            stays = PLY_SECONDS if sys.stdout.isatty() and not (alone or given.json) else 0.0
        show_plies(plies, told_json if given.json else drawn, lights=given.lights, stays=stays)
    return exit_code(given.record, made)


def told_json(state: State) -> str:
    """One ply as a line of JSON."""
    return compact(as_json(state))


def drawn(state: State) -> str:
    """One ply as a drawing, as far as the terminal can show it."""
    return legible(picture(state, coloured=wants_colour(sys.stdout)), sys.stdout)


def show_plies(plies: tuple[State, ...], told: Callable[[State], str], *, lights: bool, stays: float) -> None:
    """Tell ply after ply, each for so many seconds, on the lamps as well where there are ``lights``."""
    board, clock = plies[0].game.board, SystemClock()
    with ExitStack() as things:
        if lights:
            things.enter_context(stopping())
            chain = known(board).chain or least_wire(board)
            lamps = chosen_fittings(as_played(), button=False).open_lamps(len(chain), clock)
            things.callback(lamps.close)
        for state in plies:
            print(told(state), flush=stays > 0)
            if lights:
                lamps.show(frame(show(state), clock.now(), chain))
            if stays:
                time.sleep(stays)


def picture(state: State, *, coloured: bool) -> str:
    """One ply as text: what was done, the board with the lamps it lit, and how it stands; card games as facts."""
    speaks, match = language(None), state.match
    said = f"{state.ply}. {done(state.last, speaks, match.players)}"
    said = APART.join([said, *each_clock(state, 0.0, speaks)])
    game = state.game
    if game.board.medium is Medium.CARD:
        facts = position_in_words(game, state.position, speaks, match.players)
        return "\n".join([said, indent("\n".join(facts), "  ")])
    lamps = {place: glow.colour for place, glow in show(state).items()}
    board = draw(game.board, game.view(state.position), lamps, colours(game), coloured=coloured)
    stands = result(state.outcome) if state.outcome.over else YOUR_TURN(seat=state.to_move)
    whose = legend(owners(match, speaks), colours(game), inf, coloured=coloured)
    lines = (said, board, piles(state, speaks), APART.join([spoken(stands, speaks, match.players), *whose]))
    return "\n".join(filter(None, lines)) + "\n"


def add_check(parser: ArgumentParser) -> None:
    """Arguments of ``hopsight check``."""
    add_record(parser)
    parser.add_argument("--json", action="store_true", help="the verdict as one JSON object")


def run_check(given: Namespace) -> int:
    """Referee a record anew."""
    try:
        made = read_record(given.record)
    except GivenWrong as error:
        if given.json:
            print(compact({"good": False, "why": str(error)}))
        raise
    good, outcome = made.is_good, made.state.outcome
    moves, corrections = (sum(ply.kind == kind for ply in made.state.history) for kind in ("move", "correction"))
    if given.json:
        verdict: dict[str, Any] = {
            "good": good,
            "plies": made.state.ply,
            "turns": moves + corrections,
            "corrections": corrections,
            "outcome": outcome.as_json(),
        }
        if made.state.last.left:
            verdict |= {"left": left(made.state, 0.0), "out": list(made.state.clock.out)}
        if made.stop is not None:
            verdict |= {"line": made.stop.line, "move": made.stop.text, "why": stop_in_words(made.stop, made)}
        elif made.damage is not None:
            verdict |= {"line": made.damage.line, "why": str(made.damage.why)}
        print(compact(verdict))
    elif good:
        players = made.state.match.players
        legal = f"{moves} legal, {corrections} corrected by hand" if corrections else "all legal"
        ends = spoken(result(outcome), players=players) if outcome.over else "The game is not over."
        turns = moves + corrections
        record = unobeyed(source(given.record), sys.stdout)
        print(f"{record}: {turns} {'turn' if turns == 1 else 'turns'}, {legal}. {ends}")
        for seat in made.state.clock.out:
            print(f"{record}: the time of {called(seat, players=players)} was up")
    return exit_code(given.record, made)


def add_export(parser: ArgumentParser) -> None:
    """Arguments of ``hopsight export``."""
    add_record(parser)
    parser.add_argument("--to", required=True, choices=("text", "json", "ppn", "gif"), help="the other form")
    parser.add_argument("--out", type=Path, metavar="FILE", help="where to write; text forms go to standard output")


def run_export(given: Namespace) -> int:
    """Write a record in another form."""
    made = read_record(given.record)
    match given.to:
        case "text":
            put_text(made.state.match.to_text(), given.out, given.record)
        case "json":
            put_text(compact([as_json(state) for state in made.plies()]) + "\n", given.out, given.record)
        case "ppn":
            put_text(ppn(made), given.out, given.record)
        case _:
            if given.record == "-" and given.out is None:
                raise GivenWrong("a record from standard input has no name for the animation; name one with --out")
            put_gif(made.plies(), given.out or Path(given.record).with_suffix(".gif"), given.record, told=sys.stdout)
    return exit_code(given.record, made)


def ppn(made: Replay) -> str:
    """The game in Portable Piecepack Notation."""
    from rules.piecepack.ppn import write_ppn

    if made.state.game.name != "piecepack":
        other = "text or JSON" if made.state.game.board.medium is Medium.CARD else "text, JSON or GIF"
        raise GivenWrong(f"Portable Piecepack Notation is for the piecepack; {made.state.game.name} exports to {other}")
    return write_ppn(made.state.match)


def put_gif(plies: tuple[State, ...], out: Path, record: str, *, told: TextIO) -> None:
    """Write the animation of ``plies`` to ``out``, and say to ``told`` where it is."""
    from firmware.animation import animated

    if out.suffix.lower() != ".gif":
        raise GivenWrong(f"{out}: an animation is a GIF; name a file that ends in .gif")
    keep(animated(plies), out, record)
    print(unobeyed(str(out), told), file=told)


def put_text(text: str, out: Path | None, record: str) -> None:
    """Write ``text`` to ``out`` or standard output."""
    if out is None:
        sys.stdout.write(unobeyed(text, sys.stdout))
    else:
        keep(text.encode(), out, record)


def keep(data: bytes, out: Path, record: str) -> None:
    """Write what was made of ``record`` to ``out``. Raises `GivenWrong`, for any record there."""
    with writing(out):
        if out.is_file() and ((record != "-" and out.samefile(record)) or is_record(out)):
            raise GivenWrong(f"{out} is a recorded game, which would be lost; name another file")
    put(out, data)


def is_record(path: Path) -> bool:
    """Whether the file begins like the record of a table."""
    with path.open("rb") as file:
        first = decode(0, file.readline(RECORD_BYTES).removesuffix(b"\n"))
    return first is not None and first.kind == GAME
