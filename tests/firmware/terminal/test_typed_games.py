"""Card and stone games by typed moves: a fresh deal each time, round after round, scores and places at the end."""

import json
import shlex
import time
from argparse import ArgumentParser
from io import BytesIO, TextIOWrapper
from itertools import chain, count
from random import Random

import pytest

from firmware.__main__ import main
from firmware.commands import Done
from firmware.commands.taking_up import typed_last
from firmware.events import NameMove, Say
from firmware.given.games import add_game, as_typed, chosen_game
from firmware.journal import Journal
from firmware.replay import check
from firmware.session import begin, step
from firmware.states import opening
from firmware.terminal.console_sayings import PILE
from firmware.web.figures import seconds
from firmware.words.fact_words import NAMED
from firmware.words.wording import COLON, COMMA, called, position_in_words
from rules import catalogue
from rules.game import BadOption, Seat
from rules.match import Match
from rules.words import LANGUAGES
from tests.firmware.terminal.keyboard import Quick, play, records, typing


@pytest.fixture(autouse=True)
def dealer(monkeypatch):
    """Every game has another deal, and every run of a scene the same ones."""
    chance = Random(9)
    monkeypatch.setattr("firmware.commands.play.Random", lambda: Random(chance.random()))


def test_every_new_game_has_its_own_deal_which_its_record_keeps(monkeypatch):
    for _ in range(2):
        play(monkeypatch, "chinese_ten", "--new", "--option", "variant=frog", patience=3)
    first, second = (check(path).state.match for path in records())
    assert first.positions[0] != second.positions[0]
    assert first.game.options["variant"] == "frog"
    assert first.ply == 3


def test_an_unfinished_game_goes_on_with_its_deal(monkeypatch):
    for _ in range(2):
        play(monkeypatch, "chinese_poker", patience=2)
    (record,) = records()
    assert check(record).state.ply == 4


def test_an_unfinished_game_goes_on_whoever_lots_would_let_begin(monkeypatch):
    for _ in range(6):
        play(monkeypatch, "mandarin", "--option", "first=toss", patience=1)
    (record,) = records()
    assert check(record).state.ply == 6
    play(monkeypatch, "mandarin", "--option", "first=toss", "--option", "chain=false", patience=1)
    assert len(records()) == 2, "that is another game"


def test_where_nothing_is_named_the_typed_game_that_was_played_last_goes_on(monkeypatch, capsys):
    for words in (["chinese_poker", "--players", "3"], []):
        play(monkeypatch, *words, patience=2)
    (record,) = records()
    assert check(record).state.ply == 4
    assert "taking up" in capsys.readouterr().err


def test_who_names_a_table_does_not_go_on_with_the_typed_game_that_was_played_last(monkeypatch):
    play(monkeypatch, "chinese_poker", patience=2)
    typing(monkeypatch)
    nowhere = ["--no-web", "--host", "127.0.0.1", "--port", "8017"]  # as the page would stand
    assert main(["play", "--simulated", *nowhere]) == 0
    assert [path.name for path in records()] == ["0001-chinese_poker.jsonl", "0002-star.jsonl"]
    assert typed_last() is None, "another game was played after it"


def test_a_typed_game_that_is_over_does_not_go_on_where_nothing_is_named(monkeypatch):
    play(monkeypatch, "mandarin", patience=2)
    assert typed_last() == "mandarin"
    typing(monkeypatch, "end")
    assert main(["play", "mandarin"]) == 0
    assert typed_last() is None


def test_who_begins_by_lot_is_told_until_the_first_move(monkeypatch, capsys):
    for lot, patience in [("Drawn by lot: North begins.", 0), ("Drawn by lot: North begins.", 1), (None, 1)]:
        monkeypatch.setattr("rules.catalogue.Random.choice", lambda _, choices: choices[-1])
        play(monkeypatch, "mandarin", "--option", "first=toss", patience=patience)
        assert [line for line in capsys.readouterr().out.splitlines() if "lot" in line] == [lot] * bool(lot)
    play(monkeypatch, "mandarin", "--new", patience=0)
    assert "lot" not in capsys.readouterr().out


def test_what_is_no_text_is_no_move(monkeypatch, capsys):
    typed = TextIOWrapper(BytesIO(b"a3>\n\xff\xfe\nquit\n"), encoding="utf-8", errors="strict")
    play(monkeypatch, "mandarin", hands=typed)
    assert "\ufffd\ufffd" in capsys.readouterr().out
    assert check(records()[0]).state.ply == 1


def test_a_game_whose_result_alone_was_not_written_is_over_and_let_go(monkeypatch, capsys):
    play(monkeypatch, "mandarin")
    (over,) = records()
    *lines, _ = over.read_bytes().splitlines(keepends=True)
    over.write_bytes(b"".join(lines))
    capsys.readouterr()
    play(monkeypatch, "mandarin", hands=LookingAround(over))
    assert "taking up" not in capsys.readouterr().err
    assert check(over).due == ()
    assert [path.name for path in records()] == ["0001-mandarin.jsonl", "0002-mandarin.jsonl"]


class LookingAround(Quick):
    """Sees that the game ``before`` is held by nobody, and leaves."""

    def __init__(self, before):
        super().__init__()
        self.before = before

    def readline(self):
        Journal.resume(self.before)[0].close()
        return ""


def test_the_times_of_a_record_never_go_back_even_where_a_move_is_taken_back(monkeypatch):
    class Undecided(Quick):
        moves = count(1)

        def readline(self):
            return "undo\n" if next(self.moves) == 4 else super().readline()

    began = time.monotonic()
    play(monkeypatch, "chinese_ten", hands=Undecided(6))
    lines = [json.loads(line) for line in records()[0].read_text().splitlines()]
    times = [line["at"] for line in lines[1:]]
    assert "undo" in {line["event"] for line in lines}
    assert times == sorted(times)
    assert times[0] >= round(began, 3) - 0.001


def test_rounds_of_chinese_poker_follow_one_another_until_the_limit(monkeypatch, capsys):
    play(monkeypatch, "chinese_poker", "--players", "3", "--option", "limit=70")
    rounds = [check(path).state for path in records()]
    details = [state.game.outcome(state.position).details for state in rounds]
    assert [told["game_over"] for told in details] == [False] * (len(rounds) - 1) + [True]
    assert len(rounds) > 1
    for before, told, after in zip(rounds, details, rounds[1:], strict=False):
        begun = after.match.positions[0]
        assert list(begun.scores) == told["scores"]
        assert begun.dealer == told["round"].index(0) == begun.to_move
        assert before.match.positions[0].hands != begun.hands
    said = capsys.readouterr().out.splitlines()
    winners = [int(winner) + 1 for winner in details[-1]["winners"]]
    assert all(f"1. Seat {winner}: {min(details[-1]['scores'])}" in said for winner in winners)
    assert f"The game is won by {', '.join(f'Seat {winner}' for winner in winners)}." in said
    assert said.count("Nobody has reached the limit yet: another round follows.") == len(rounds) - 1
    assert not any(line.startswith(("The round is over.", "The game is over.")) for line in said), "it is told once"
    assert sum(line.startswith("It is over:") for line in said) == 1
    points = ", ".join(f"Seat {seat}: {one}" for seat, one in enumerate(details[-1]["round"], 1))
    assert f"Points of this round: {points}" in said
    assert not any("[" in line or "True" in line for line in said)


def test_who_quits_is_told_the_words_that_take_the_game_up_again(monkeypatch, capsys):
    def told(*words, typed):
        typing(monkeypatch, *typed)
        assert main(["play", *words, "--language", "en"]) == 0
        return capsys.readouterr().err

    again = "To take the game up again: hopsight play chinese_poker --players 3 --option limit=70"
    words = ["chinese_poker", "--players", "3", "--option", "limit=70"]
    assert again in told(*words, typed=["pass", "quit"])
    err = told("chinese_poker", typed=["pass"])
    assert "its house rules are those of: hopsight play chinese_poker --players 3 --option limit=70" in err
    assert again in err
    assert [check(path).state.ply for path in records()] == [2], "the only game that is not over was meant"
    told("chinese_poker", "--players", "2", typed=["pass"])
    assert again not in told("chinese_poker", typed=["end", ""]), "the last one was meant, and it is over"
    assert [check(path).state.ply for path in records()] == [2, 2]


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", ["taking up ", ", turns so far: 1;", "its house rules are those of: "]),
        ("fr", ["reprise de ", ", tours joués\u00a0: 1\u00a0;", "ses règles maison sont celles de\u00a0: "]),
        ("de", ["weiter geht es mit ", ", bisherige Züge: 1;", "seine Hausregeln sind die von: "]),
        ("vi", ["chơi tiếp ", ", số lượt đã đi: 1;", "luật nhà của ván này là của lệnh: "]),
        ("zh", ["接着下 ", "，已走回合：1；", "这一局的自定规则相当于："]),
    ],
)
def test_a_game_that_goes_on_is_told_in_the_language_of_the_table(monkeypatch, capsys, language, words):
    play(monkeypatch, "chinese_poker", "--players", "3", patience=1)
    capsys.readouterr()
    typing(monkeypatch)
    assert main(["play", "chinese_poker", "--language", language]) == 0
    told = capsys.readouterr().err
    before, turns, rules = words
    assert f"{before}{records()[0]}{turns}" in told
    assert f"{rules}hopsight play chinese_poker --players 3\n" in told


@pytest.mark.parametrize("name", ["chinese_poker", "chinese_ten", "mandarin"])
def test_the_words_that_ask_for_a_game_mean_that_game(name):
    parser = ArgumentParser()
    add_game(parser)
    houses = [{option.name: value} for option in catalogue.options(name) for value in option.choices if value != "toss"]
    houses += [{"removed": ["AS", "2C", "2D", "2S"]}] if name == "chinese_poker" else []
    for house in houses:
        try:
            game = catalogue.game(name, **house)
        except BadOption:
            continue  # it asks for another one besides
        assert chosen_game(parser.parse_args(shlex.split(as_typed(game)))).options == game.options


def test_capitals_are_minded_as_little_as_at_a_table(monkeypatch, capsys):
    typing(monkeypatch, "Moves", "HELP", "Resign SEAT 1", "Undo", "Quit", "pass")
    assert main(["play", "chinese_poker", "--language", "en"]) == 0
    said = capsys.readouterr().out
    assert "is no move" not in said
    (record,) = records()
    lines = [json.loads(line)["event"] for line in record.read_text().splitlines()]
    assert [kind for kind in lines if kind in {"resign", "undo", "move"}] == ["resign", "undo"]


def test_a_seat_that_is_mistyped_is_named_as_it_was_typed(monkeypatch, capsys):
    typing(monkeypatch, "Resign Sout")
    assert main(["play", "mandarin", "--language", "en"]) == 0
    assert "Sout does not play here; the seats are South, North." in capsys.readouterr().out


def test_a_pause_of_a_typed_game_ends_with_enter(monkeypatch, capsys):
    typing(monkeypatch, "pause", "", "", "pause", "resume")
    assert main(["play", "mandarin", "--language", "en"]) == 0
    said = capsys.readouterr().out
    assert said.count("The game rests; Enter or resume goes on.") == 2
    assert said.count("The game goes on.") == 2
    assert "button" not in said
    assert recorded() == ["game", "pause", "resume", "pause", "resume"]


def test_the_first_typed_move_takes_its_time_too(monkeypatch):
    times = count(100.0, 10.0)
    monkeypatch.setattr("firmware.terminal.typed.SystemClock.now", lambda _: next(times))
    play(monkeypatch, "mandarin", patience=1)
    assert seconds(check(records()[0])) == {"south": 10.0}


def test_who_types_a_move_in_a_pause_has_come_back_and_thinks_again(monkeypatch, capsys):
    times = chain([100.0], count(100.0, 10.0))  # they sit down, and rest at once
    monkeypatch.setattr("firmware.terminal.typed.SystemClock.now", lambda _: next(times))
    typing(monkeypatch, "pause", "a9>", "a3>", "b1>", "a1>")
    assert main(["play", "mandarin", "--language", "en"]) == 0
    assert capsys.readouterr().out.count("The game goes on.") == 1
    assert recorded() == ["game", "pause", "resume", "move", "move", "move"], "a slip of the pen is no move"
    thought = seconds(check(records()[0]))
    assert thought[Seat("north")] == 10.0
    assert thought[Seat("south")] == 10.0, "the pause was nobody's"


def recorded():
    """The kinds of lines in the only record that there is."""
    (record,) = records()
    return [json.loads(line)["event"] for line in record.read_text().splitlines()]


def test_the_end_of_a_game_waits_for_enter_and_what_ended_it_is_taken_back(monkeypatch, capsys):
    typing(monkeypatch, "resign 1", "7D", "hand", "undo")
    assert main(["play", "chinese_ten", "--players", "4", "--language", "en"]) == 0
    said = capsys.readouterr().out
    assert said.count("It is over: Enter leaves the game, undo takes the last move back.") == 3, "7D cannot be played"
    assert "button" not in said
    (record,) = records()
    assert not check(record).state.outcome.over
    typing(monkeypatch, "resign south", "", "undo")
    assert main(["play", "mandarin", "--language", "en"]) == 0
    assert check(records()[-1]).state.outcome.over, "Enter left the game"


def test_who_gives_up_is_asked(monkeypatch, capsys):
    typing(monkeypatch, "resign", "Resign seat 1")
    assert main(["play", "chinese_ten", "--language", "en"]) == 0
    assert "Who gives up? Write: resign Seat 1 / resign Seat 2" in capsys.readouterr().out


def test_a_profile_that_is_mistyped_is_not_taken_for_one_silently(monkeypatch, capsys):
    play(monkeypatch, "mandarin", "--profile", "lna", patience=0)
    said = capsys.readouterr().err
    assert "Profile lna holds no house rules for mandarin yet: the usual ones hold.\n" in said
    play(monkeypatch, "mandarin", "--profile", "lan", "--option", "unripe=5", patience=0)
    capsys.readouterr()
    play(monkeypatch, "mandarin", "--profile", "Lna", patience=0)
    said = capsys.readouterr().err
    assert "Profile Lna holds no house rules for mandarin yet: the usual ones hold. Profiles there are: lan." in said


def test_ctrl_c_at_a_typed_game_tells_how_to_go_on_as_quit_does(monkeypatch, capsys):
    class Interrupting(Quick):
        def readline(self):
            raise KeyboardInterrupt

    monkeypatch.setattr("sys.stdin", Interrupting())
    assert main(["play", "chinese_ten", "--players", "3", "--language", "en"]) == Done.WELL
    assert "To take the game up again: hopsight play chinese_ten --players 3" in capsys.readouterr().err


def test_in_a_terminal_no_word_is_broken_at_the_edge(monkeypatch, capsys):
    monkeypatch.setenv("COLUMNS", "40")
    typing(monkeypatch, "AD9")
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    assert main(["play", "chinese_ten", "--language", "en"]) == 0
    lines = capsys.readouterr().out.splitlines()
    refusal = next(line for line in lines if "AD9 is no move" in line)
    assert refusal.endswith("AD9 is no move: write 7D to lay a card,")
    assert max(map(len, lines)) <= 40 + len("> ")


def test_the_game_that_goes_on_is_named_without_a_broken_word(monkeypatch, capsys):
    monkeypatch.setenv("COLUMNS", "40")
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    play(monkeypatch, "chinese_ten", "--new", patience=1)
    play(monkeypatch, "chinese_ten", patience=0)
    told = capsys.readouterr().err
    assert "; another one begins with: hopsight play chinese_ten --new" in told.replace("\n", " ")
    end = told[told.index("turns so far:") :].splitlines()[0:3]
    assert max(map(len, end)) <= 40


def test_the_house_rules_of_a_family_are_kept_shown_and_stand_in_the_record(monkeypatch, capsys):
    for more in (["--option", "unripe=5", "--option", "chain=false"], []):
        play(monkeypatch, "mandarin", "--profile", "lan", "--new", *more, patience=1)
        assert "House rules of lan for mandarin: unripe=5 chain=false." in capsys.readouterr().err
    for path in records():
        options = check(path).state.game.options
        assert (options["unripe"], options["chain"], options["worth"]) == (5, False, 10)


def test_the_best_comes_first_at_the_end(monkeypatch, capsys):
    play(monkeypatch, "mandarin")
    said = [line for line in capsys.readouterr().out.splitlines() if line[:3] in ("1. ", "2. ")]
    points = [int(line.split(": ")[1]) for line in said]
    assert len(points) == 2
    assert points == sorted(points, reverse=True)
    assert sum(points) <= 70


def test_nobody_is_left_out_between_the_two_halves_of_a_turn():
    game = catalogue.game("chinese_ten")
    state, _ = begin(opening(Match.begin(game)), sighted=False)
    for _ in range(10):
        move = game.write(game.moves(state.position)[0])
        state, effects = step(state, NameMove(1.0, move, by="keyboard"))
        assert [effect.reason.id for effect in effects if isinstance(effect, Say)] == ["your-turn"]


def test_a_deal_is_shuffled_anew_unless_a_seed_is_named(capsys):
    def hands(*words):
        assert main(["start", "chinese_poker", *words]) == 0
        return json.loads(capsys.readouterr().out)["hands"]

    assert hands("--seed", "3") == hands("--seed", "3") != hands("--seed", "4")
    assert hands() != hands()


def test_a_finished_position_lists_no_move_at_all(tmp_path, capsys):
    game = catalogue.game("mandarin")
    position = game.start()
    while game.to_move(position) is not None:
        position = game.play(position, game.moves(position)[-1])
    file = tmp_path / "over.json"
    file.write_text(json.dumps(game.write_position(position)))
    assert main(["moves", "--position", str(file)]) == 0
    assert capsys.readouterr().out == ""


@pytest.mark.parametrize(
    ("language", "sides", "turn"),
    [
        ("en", ("South", "North"), "North is to move."),
        ("fr", ("Sud", "Nord"), "À Nord de jouer."),
        ("de", ("Süd", "Nord"), "Nord ist am Zug."),
        ("vi", ("Nam", "Bắc"), "Đến lượt Bắc."),
        ("zh", ("南", "北"), "轮到北。"),
    ],
)
def test_the_sides_of_a_mandarin_board_have_names_in_every_language(monkeypatch, capsys, language, sides, turn):
    south, north = sides
    typed = iter(["a3>", "show", f"resign {south}", ""])
    monkeypatch.setattr("builtins.input", lambda *_: next(typed))
    assert main(["play", "mandarin", "--new", "--language", language]) == 0
    said = capsys.readouterr().out
    assert f"\n{south}{COLON.wording(language)}a3>\n{turn}\n" in said
    won = PILE(seat=south, citizens=6, mandarins=0).text(language)
    assert said.count(f"\n{won} · ") == 2, "when it was sown, and where people ask"
    assert said.count(f"\n{turn}\n") == 2
    assert f"\n1. {north}\n2. {south}\n" in said, "places, and no points"
    assert f"1. {north}{COMMA.wording(language)}2. {south}" not in said, "the end is told once"
    assert "south" not in said
    (record,) = records()
    assert check(record).state.resigned == ("south",), "records know one name, whoever spoke"


def test_after_a_turn_the_next_player_sees_the_board_as_it_lies(monkeypatch, capsys):
    typing(monkeypatch, "a3>", "a1>")
    assert main(["play", "mandarin", "--new", "--language", "en"]) == 0
    said = capsys.readouterr().out
    lying = ["b         6   6   .   6   6", "     M1                      M1", "a         6   6   .   .   6"]
    assert "\n".join(["North is to move.", *lying, "          1   2   3   4   5"]) in said
    assert said.count("          1   2   3   4   5") == 2, "at the start and after the turn: a refusal changes nothing"


def test_after_a_turn_the_next_player_sees_the_cards_that_lie_there(monkeypatch, capsys):
    play(monkeypatch, "chinese_ten", "--new", patience=2)
    play(monkeypatch, "chinese_poker", "--new", patience=1)
    ten, poker = (check(path).state for path in records())
    said = capsys.readouterr().out.splitlines()
    (layout,) = position_in_words(ten.game, ten.position, only=["layout"])
    at = said.index(layout)
    assert said[at - 1] == f"{called(ten.to_move)} is to move."
    at = said.index("lying:")
    played = " ".join(poker.game.write_position(poker.position)["lying"]["cards"])
    assert said[at + 1 : at + 3] == [f"  by: {called(poker.last.seat)}", f"  cards: {played}"]


def test_a_seat_in_a_fact_is_called_as_people_call_it():
    game = catalogue.game("chinese_ten", variant="barraco")
    facts = game.write_position(game.start())
    fives = {"hands": [12, 11], "layout": ["2C", "3C", "4C"], "won": [[], ["5D", "5H"]], "red_fives": 1}
    turn = {"stock": 24, "to_move": 1, "dealer": 1, "phase": "turn_up"}
    position = game.read_position({**facts, **fives, **turn})
    assert "red fives: Bình" in position_in_words(game, position, players={Seat("1"): "Bình"})
    assert "red fives: Seat 2" in position_in_words(game, position)


def keys(data):
    """Every key in JSON data."""
    for key, value in data.items() if isinstance(data, dict) else ():
        yield key
        yield from keys(value)


@pytest.mark.parametrize("name", catalogue.names())
def test_every_fact_of_a_position_has_a_name_in_every_language(name):
    game = catalogue.game(name)
    position = game.start()
    for _ in range(6):
        facts = game.write_position(position)
        del facts["game"], facts["options"]
        assert {*keys(facts)} - {*game.seats} - {*game.board.index} <= NAMED.keys()
        assert facts.get("phase", "play") in NAMED
        for language in LANGUAGES:
            shown = [line.partition(":")[0] for line in position_in_words(game, position, language)]
            assert shown == [NAMED[key].wording(language) for key in facts]
        position = game.play(position, game.moves(position)[-1])


def test_the_help_of_a_typed_game_speaks_the_language_of_the_table(monkeypatch, capsys):
    typing(monkeypatch, "help")
    assert main(["play", "mandarin", "--language", "de"]) == 0
    told = capsys.readouterr()
    assert "undo         den letzten Zug zurücknehmen" in told.out
    assert "undo         den letzten Zug zurücknehmen" in told.err, "it is told at the beginning"
    assert "hand " not in told.out, "stones are in nobody's hand"


def test_a_replayed_position_is_drawn_or_shown_in_words(monkeypatch, capsys):
    play(monkeypatch, "mandarin", "--new", patience=3)
    play(monkeypatch, "chinese_poker", "--new", patience=3)
    capsys.readouterr()
    for record in records():
        assert main(["replay", str(record)]) == 0
    shown = capsys.readouterr().out
    assert "\nb         5   5   5   5   5\n" in shown, "a board is drawn"
    assert "\n  lying: –" in shown
    assert not set("[]{}'_") & set(shown)


def test_a_position_is_shown_in_words(monkeypatch, capsys):
    typed = iter(["show", "quit"])
    monkeypatch.setattr("builtins.input", lambda *_: next(typed))
    assert main(["play", "chinese_ten", "--new"]) == 0
    said = capsys.readouterr().out
    shown = said[said.index("layout:") :].splitlines()
    assert not set("[]{}'_") & set("".join(shown))
    assert shown[1] == "hands: 12 12"
    assert "red fives: –" in shown
