"""Card and stone games by typed moves: a fresh deal each time, round after round, scores and places at the end."""

import json
import shlex
import time
from argparse import ArgumentParser
from itertools import count
from random import Random

import pytest

from firmware.__main__ import main
from firmware.commands.given import add_game, as_typed, chosen_game
from firmware.events import NameMove, Say
from firmware.fact_words import NAMED
from firmware.journal import games_folder
from firmware.replay import check
from firmware.session import begin, step
from firmware.states import opening
from firmware.typed import CLEAR
from firmware.web.words import declare
from firmware.wording import position_in_words
from rules import catalogue
from rules.cards import NAMES, written
from rules.chinese_poker.house import cut_for_deal
from rules.game import BadOption
from rules.match import Match, Turn
from rules.words import LANGUAGES, messages


@pytest.fixture(autouse=True)
def own_folders(tmp_path, monkeypatch):
    for name in ("HOME", "XDG_STATE_HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME"):
        monkeypatch.setenv(name, str(tmp_path))


@pytest.fixture(autouse=True)
def dealer(monkeypatch):
    """Every game has another deal, and every run of a scene the same ones."""
    chance = Random(9)
    monkeypatch.setattr("firmware.commands.play.Random", lambda: Random(chance.random()))


class Quick:
    """Somebody who looks at what was recorded last and makes the longest move there is; leaves after ``patience``.

    At an end people go on.
    """

    def __init__(self, patience=2000):
        self.turns = count()
        self.patience = patience

    def isatty(self):
        return False

    def readline(self):
        if next(self.turns) == self.patience:
            return ""
        state = check(records()[-1]).state
        if state.outcome.over:
            return "\n"
        moves = map(state.game.write, state.game.moves(state.position))
        return max(moves, key=lambda move: (move != "pass", len(move))) + "\n"


def records():
    return sorted(games_folder().glob("*.jsonl"))


def play(monkeypatch, *words, patience=2000, hands=None):
    monkeypatch.setattr("sys.stdin", hands or Quick(patience))
    assert main(["play", *words, "--language", "en"]) == 0


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
    winners = details[-1]["winners"]
    assert all(f"1. {winner}: {min(details[-1]['scores'])}" in said for winner in winners)
    assert f"The game is won by {', '.join(map(str, winners))}." in said
    assert said.count("Nobody has reached the limit yet: another round follows.") == len(rounds) - 1
    points = ", ".join(f"{seat}: {one}" for seat, one in enumerate(details[-1]["round"]))
    assert f"Points of this round: {points}" in said
    assert not any("[" in line or "True" in line for line in said)


class Scripted(Quick):
    """Plays like `Quick`, and goes on after each deal until ``deals`` are played, or leaves after ``patience``."""

    def __init__(self, deals, patience=2000):
        super().__init__(patience)
        self.deals = deals

    def readline(self):
        if not check(records()[-1]).state.outcome.over:
            return super().readline()
        return "quit\n" if len(records()) == self.deals else "\n"


def test_deals_of_chinese_ten_follow_one_another_until_people_have_enough(monkeypatch, capsys):
    play(monkeypatch, "chinese_ten", "--players", "3", hands=Scripted(3))
    deals = [check(path).state for path in records()]
    drawn = deals[0].match.positions[0].dealer
    assert [state.match.positions[0].dealer for state in deals] == [(drawn + deal) % 3 for deal in range(3)]
    assert [state.match.positions[0].to_move for state in deals] == [(drawn + deal) % 3 for deal in range(1, 4)]
    assert len({state.match.positions[0] for state in deals}) == 3
    said = capsys.readouterr().out.splitlines()
    scores = [state.game.scores(state.position) for state in deals]
    for number in (1, 2, 3):
        sums = [sum(column) for column in zip(*scores[:number], strict=True)]
        told = ", ".join(f"{seat}: {total}" for seat, total in enumerate(sums))
        assert f"Sums after deal {number}: {told}" in said
    paid = [line for line in said if " pays " in line]
    assert sum(int(line.split(": ")[1].rstrip(".")) for line in paid) == sum(max(0, s) for deal in scores for s in deal)


def test_sums_stand_in_the_record_so_that_a_deal_taken_up_again_still_adds_to_them(monkeypatch, capsys):
    play(monkeypatch, "chinese_ten", "--option", "variant=frog", "--players", "3", hands=Scripted(9, patience=60))
    first, second = (check(path).state for path in records())
    before = first.game.scores(first.position)
    assert second.ply == 60 - first.ply
    assert second.match.tags == {"Deal": "2", "Sums before": " ".join(map(str, before))}
    capsys.readouterr()
    play(monkeypatch, "chinese_ten", "--option", "variant=frog", "--players", "3", hands=Scripted(2))
    assert len(records()) == 2
    second = check(records()[-1]).state
    sums = [old + new for old, new in zip(before, second.game.scores(second.position), strict=True)]
    told = ", ".join(f"{seat}: {float(total):g}" for seat, total in enumerate(sums))
    assert f"Sums after deal 2: {told}" in capsys.readouterr().out.splitlines()


def typing(monkeypatch, *lines):
    """Somebody at the keyboard who types ``lines`` and goes."""
    typed = iter(lines)

    def read(*_):
        try:
            return next(typed)
        except StopIteration:
            raise EOFError from None

    monkeypatch.setattr("builtins.input", read)


def to_the_end(record):
    """The moves that play the game of ``record`` out, as `Quick` makes them."""
    state = check(record).state
    while not state.outcome.over:
        move = max(
            map(state.game.write, state.game.moves(state.position)), key=lambda move: (move != "pass", len(move))
        )
        yield move
        state, _ = step(state, NameMove(1.0, move, by="keyboard"))


def test_the_last_move_of_a_deal_is_taken_back_before_the_next_is_dealt(monkeypatch, capsys):
    typing(monkeypatch)
    assert main(["play", "chinese_ten", "--language", "en"]) == 0
    (record,) = records()
    moves = list(to_the_end(record))
    typing(monkeypatch, *moves, "undo", "show", moves[-1], "")
    capsys.readouterr()
    assert main(["play", "chinese_ten", "--language", "en"]) == 0
    said = capsys.readouterr().out
    assert said.count(f"{moves[-1]} is taken back.") == 1
    assert said.count("Sums after deal 1:") == 2, "the end is told once more after it was played once more"
    first, second = (check(path).state for path in records())
    assert first.outcome.over
    assert second.ply == 0


@pytest.mark.parametrize("leaving", [["quit"], []], ids=["quit", "the line is cut"])
def test_who_stops_between_two_deals_goes_on_with_the_sums(monkeypatch, capsys, leaving):
    play(monkeypatch, "chinese_ten", patience=0)
    moves = list(to_the_end(records()[0]))
    typing(monkeypatch, *moves, *leaving)
    assert main(["play", "chinese_ten"]) == 0
    assert len(records()) == 1
    typing(monkeypatch, "", "quit")
    assert main(["play", "chinese_ten", "--language", "en"]) == 0
    first, second = (check(path).state for path in records())
    sums = first.game.scores(first.position)
    assert f"Sums after deal 1: 0: {sums[0]}, 1: {sums[1]}" in capsys.readouterr().out
    assert second.match.tags == {"Deal": "2", "Sums before": " ".join(map(str, sums))}
    assert second.position.dealer == (first.position.dealer + 1) % 2
    play(monkeypatch, "chinese_ten", "--new", patience=0)
    assert not check(records()[-1]).state.match.tags, "a new match begins when people say so"


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


@pytest.mark.parametrize("name", ["chinese_poker", "chinese_ten", "mandarin"])
def test_the_words_that_ask_for_a_game_mean_that_game(name):
    parser = ArgumentParser()
    add_game(parser, optional=False)
    houses = [{option.name: value} for option in catalogue.options(name) for value in option.choices if value != "toss"]
    houses += [{"removed": ["AS", "2C", "2D", "2S"]}] if name == "chinese_poker" else []
    for house in houses:
        try:
            game = catalogue.game(name, **house)
        except BadOption:
            continue  # it asks for another one besides
        assert chosen_game(parser.parse_args(shlex.split(as_typed(game)))).options == game.options


def test_a_pause_of_a_typed_game_ends_with_enter(monkeypatch, capsys):
    typing(monkeypatch, "pause", "a3>", "", "", "pause", "resume")
    assert main(["play", "mandarin", "--language", "en"]) == 0
    said = capsys.readouterr().out
    assert said.count("The game rests; Enter or resume goes on.") == 2
    assert said.count("The game goes on.") == 2
    assert "button" not in said
    lines = [json.loads(line)["event"] for line in records()[0].read_text().splitlines()]
    assert lines == ["game", "pause", "move", "resume", "pause", "resume"], "a move counts meanwhile, as at the table"


def test_who_deals_the_first_round_of_chinese_poker_is_cut_for(monkeypatch, capsys):
    dealers = set()
    for _ in range(8):
        play(monkeypatch, "chinese_poker", "--players", "3", "--new", patience=0)
        match = check(records()[-1]).state.match
        cards = match.tags["Cut"].split()
        dealers.add(match.position.dealer)
        assert match.position.to_move == match.position.dealer == cut_for_deal(cards)
        told = ", ".join(f"{seat}: {card}" for seat, card in enumerate(cards))
        said = f"Cut for the deal: {told}. Seat {match.position.dealer} deals and plays first."
        assert said in capsys.readouterr().out
    assert len(dealers) > 1


def test_who_deals_chinese_ten_first_is_drawn_by_lot(monkeypatch, capsys):
    dealers = set()
    for _ in range(8):
        play(monkeypatch, "chinese_ten", "--players", "3", "--new", patience=0)
        dealer = check(records()[-1]).state.position.dealer
        dealers.add(dealer)
        assert f"Drawn by lot: seat {dealer} deals first." in capsys.readouterr().out
    assert len(dealers) > 1


def test_who_gave_up_is_left_out_in_the_next_round_too(monkeypatch, capsys):
    play(monkeypatch, "chinese_poker", "--players", "3", patience=0)
    typing(monkeypatch, "resign 2")
    assert main(["play", "chinese_poker"]) == 0
    typing(monkeypatch, *to_the_end(records()[0]), "")
    assert main(["play", "chinese_poker"]) == 0
    second = check(records()[1]).state
    assert second.resigned == ("2",)
    capsys.readouterr()
    typing(monkeypatch, *to_the_end(records()[1]), "quit")
    assert main(["play", "chinese_poker", "--language", "en"]) == 0
    over = check(records()[1]).state
    assert not any(entry.seat == "2" for entry in over.match.entries if isinstance(entry, Turn))
    assert over.outcome.details["round"][2] == 50, "nothing played"


def test_a_match_that_people_ended_is_over(monkeypatch):
    typing(monkeypatch, "end")
    for _ in range(2):
        typing(monkeypatch, "end")
        assert main(["play", "chinese_ten"]) == 0
    assert [check(path).state.outcome.reason for path in records()] == ["ended"] * 2


def test_the_end_of_a_game_waits_for_enter_and_what_ended_it_is_taken_back(monkeypatch, capsys):
    typing(monkeypatch, "resign 1", "7D", "undo")
    assert main(["play", "chinese_ten", "--players", "4", "--language", "en"]) == 0
    said = capsys.readouterr().out
    assert said.count("It is over: Enter leaves the game, undo takes the last move back.") == 2, "7D cannot be played"
    assert "button" not in said
    (record,) = records()
    assert not check(record).state.outcome.over
    typing(monkeypatch, "resign south", "", "undo")
    assert main(["play", "mandarin", "--language", "en"]) == 0
    assert check(records()[-1]).state.outcome.over, "Enter left the game"


def test_the_taiwan_game_pays_through_the_pot(monkeypatch, capsys):
    play(monkeypatch, "chinese_ten", "--option", "variant=taiwan", "--players", "4", hands=Scripted(1))
    said = capsys.readouterr().out.splitlines()
    (deal,) = (check(path).state for path in records())
    tie = deal.game.rules.tie
    for seat, points in enumerate(deal.game.points(deal.position)):
        way = f"{seat} takes out of the pot" if points > tie else f"{seat} pays into the pot"
        assert points == tie or f"{way}: {abs(points - tie)}." in said
    left = (deal.position.dealer + 1) % 4
    assert f"Seat {left} deals next: Enter goes on, undo takes the last move back, quit stops here." in said


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
        ("zh", ("南", "北"), "轮到 北。"),
    ],
)
def test_the_sides_of_a_mandarin_board_have_names_in_every_language(monkeypatch, capsys, language, sides, turn):
    south, north = sides
    typed = iter(["a3>", "show", f"resign {south}", ""])
    monkeypatch.setattr("builtins.input", lambda *_: next(typed))
    assert main(["play", "mandarin", "--new", "--language", language]) == 0
    said = capsys.readouterr().out
    assert f"\n{south}: a3>\n{turn}\n" in said
    mandarins, citizens, to_move = (NAMED[key].wording(language) for key in ("mandarins", "citizens", "to_move"))
    assert f"\n  {south}: {mandarins} 0, {citizens} 6\n" in said
    assert f"\n{to_move}: {north}\n" in said
    assert f"1. {north}, 2. {south}" in said
    assert f"\n1. {north}: 1\n2. {south}: 2\n" in said
    assert "south" not in said
    (record,) = records()
    assert check(record).state.resigned == ("south",), "records know one name, whoever spoke"
    declare()
    assert messages()["web-seat-south"].wording(language) == south, "so does the page"


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


def test_a_replayed_position_is_shown_in_words(monkeypatch, capsys):
    play(monkeypatch, "mandarin", "--new", patience=3)
    play(monkeypatch, "chinese_poker", "--new", patience=3)
    capsys.readouterr()
    for record in records():
        assert main(["replay", str(record)]) == 0
    shown = capsys.readouterr().out
    assert "\n  fields: a1 5, a2 5, a3 5, a4 5, a5 5, b1 5" in shown
    assert "\n  lying: –" in shown
    assert not set("[]{}'_") & set(shown)


def test_people_at_one_screen_see_only_what_lies_on_the_table_and_the_hand_they_ask_for(monkeypatch, capsys):
    play(monkeypatch, "chinese_ten", patience=0)
    state = check(records()[0]).state
    own, other = state.match.position.hands[state.position.to_move], state.position.hands[1 - state.position.to_move]
    move = state.game.write(state.game.moves(state.position)[0])
    assert not set(written(own.cards | other.cards)) & set(capsys.readouterr().out.split())
    typing(monkeypatch, "show", "hand", move, "show")
    assert main(["play", "chinese_ten", "--language", "en"]) == 0
    said = capsys.readouterr().out
    assert f"\n{state.to_move}: {' '.join(written(own.cards))}\n" in said
    assert not set(written(other.cards)) & set(
        said.replace(state.game.write(state.game.moves(state.position)[0]), "").split()
    )
    assert "\nhands: 12 12\nstock: 24\n" in said
    turned = NAMES[state.position.stock[0]]
    assert said.count(f"The stock turns up {turned}.") == 2, "when it comes, and shown again"


def test_a_pack_of_ones_own_is_refereed_with_hands_hidden(monkeypatch, capsys):
    layout = "2D 4H 6S KC"
    typed = ["5", "1", "2D 4H 6S", "2d, 4h 6s kc cut as", "hand", "2S", "8Sx2D", "8Sx2D", "+9C"]
    typing(monkeypatch, *typed)
    assert main(["play", "chinese_ten", "--own-cards", "--option", "variant=taiwan", "--language", "en"]) == 0
    said = capsys.readouterr().out
    assert said.count("Who deals: 0, 1, 2, 3?") == 2
    assert said.count("Which 4 cards lie face up") == 2
    assert "layout has 3 cards; here it must have 4." in said
    assert "Which cards are held is not known here." in said
    assert "hands: 6 6 6 6" in said
    (record,) = records()
    state = check(record).state
    start = state.match.positions[0]
    assert (start.dealer, start.to_move, written(start.layout)) == (1, 1, layout.split())
    assert state.match.tags == {"Cut card": "AS"}
    assert [state.game.write(turn.move) for turn in state.match.entries] == ["2S", "+9C"]


def test_the_next_deal_comes_from_the_same_pack(monkeypatch, capsys):
    deal = ["2D 4H 6S KC"]
    typing(monkeypatch, "0", *deal)
    assert main(["play", "chinese_ten", "--own-cards"]) == 0
    typing(monkeypatch, *to_the_end(records()[0]), "", "quit")
    assert main(["play", "chinese_ten"]) == 0
    assert len(records()) == 1, "people went instead of dealing"
    capsys.readouterr()
    typing(monkeypatch, "", *deal)
    assert main(["play", "chinese_ten", "--language", "en"]) == 0
    second = check(records()[1]).state
    assert second.position.dealer == 1
    assert second.game.concealed(second.position) == second.position
    assert second.match.tags["Deal"] == "2"


def test_a_void_deal_of_ones_own_is_dealt_again(monkeypatch, capsys):
    void, good = "KC KD KH 2C 3C 4C AC QC JC 10C 6S 7S", "KC KD 3H 2C 3C 4C AC QC JC 10C 6S 7S"
    typing(monkeypatch, "0", void, good)
    words = ["chinese_ten", "--own-cards", "--option", "variant=merah", "--language", "en"]
    assert main(["play", *words]) == 0
    assert capsys.readouterr().out.count("This deal is void; deal again.") == 1
    assert check(records()[0]).state.to_move == "0"


def test_chinese_poker_with_a_pack_of_ones_own_asks_only_who_deals(monkeypatch):
    typing(monkeypatch, "2", "3C4C5C6C7C", "pass")
    assert main(["play", "chinese_poker", "--players", "3", "--own-cards"]) == 0
    state = check(records()[0]).state
    assert state.match.positions[0].dealer == 2
    assert [pile.cards for pile in state.position.hands] == [None] * 3
    assert state.ply == 2


def test_stones_are_not_dealt(capsys):
    assert main(["play", "mandarin", "--own-cards"]) == 2
    assert "--own-cards is for card games; mandarin has no cards to deal" in capsys.readouterr().err


def test_a_seen_hand_is_gone_from_the_terminal_when_the_turn_passes(monkeypatch, capsys):
    play(monkeypatch, "chinese_poker", "--players", "3", patience=0)
    capsys.readouterr()
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    typing(monkeypatch, "hand", "9", "pass", "pass")
    assert main(["play", "chinese_poker", "--language", "en"]) == 0
    said = capsys.readouterr().out
    assert said.count(CLEAR) == 1
    hand, rest = said.split(CLEAR)
    assert ": pass" not in hand
    assert rest.count(": pass") == 2


def test_a_position_is_shown_in_words(monkeypatch, capsys):
    typed = iter(["show", "quit"])
    monkeypatch.setattr("builtins.input", lambda *_: next(typed))
    assert main(["play", "chinese_ten", "--new"]) == 0
    said = capsys.readouterr().out
    shown = said[said.index("layout:") :].splitlines()
    assert not set("[]{}'_") & set("".join(shown))
    assert shown[1] == "hands: 12 12"
    assert "red fives: –" in shown
