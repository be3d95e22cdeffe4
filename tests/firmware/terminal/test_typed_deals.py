"""Card games by typed moves: who deals, what each sees of the cards, and one deal after the other."""

from random import Random

import pytest

from firmware.__main__ import main
from firmware.replay import check
from firmware.terminal.drawing import ASIDE, BACK
from firmware.terminal.typed_sayings import CARD_TOLD_TWICE, CARDS_TOLD, NO_CARD, WHO_DEALS
from firmware.words.wording import called, spoken
from rules.cards import NAMES, written
from rules.chinese_poker.house import cut_for_deal
from rules.match import Turn
from rules.words import LANGUAGES
from tests.firmware.terminal.keyboard import Scripted, play, records, to_the_end, typing


@pytest.fixture(autouse=True)
def own_folders(tmp_path, monkeypatch):
    for name in ("HOME", "XDG_STATE_HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME"):
        monkeypatch.setenv(name, str(tmp_path))


@pytest.fixture(autouse=True)
def dealer(monkeypatch):
    """Every game has another deal, and every run of a scene the same ones."""
    chance = Random(9)
    monkeypatch.setattr("firmware.commands.play.Random", lambda: Random(chance.random()))


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
        told = ", ".join(f"Seat {seat}: {total}" for seat, total in enumerate(sums, 1))
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
    told = ", ".join(f"Seat {seat}: {float(total):g}" for seat, total in enumerate(sums, 1))
    assert f"Sums after deal 2: {told}" in capsys.readouterr().out.splitlines()


def test_during_a_deal_people_see_how_the_match_stands(monkeypatch, capsys):
    play(monkeypatch, "chinese_ten", patience=0)
    typing(monkeypatch, "show", *to_the_end(records()[0]), "", "show")
    assert main(["play", "chinese_ten", "--language", "en"]) == 0
    first = check(records()[0]).state
    sums = first.game.scores(first.position)
    told = f"Sums after deal 1: Seat 1: {sums[0]}, Seat 2: {sums[1]}\n"
    before, after = capsys.readouterr().out.split("deals next")
    assert "Sums" not in before.split(" pays ")[0]
    assert after.count(told) == 2, "when the second deal begins, and when people ask"
    typing(monkeypatch, "show")
    assert main(["play", "chinese_ten", "--language", "zh"]) == 0
    assert capsys.readouterr().out.count("第 1 局后的总分：") == 2


def test_the_taiwan_game_pays_through_the_pot(monkeypatch, capsys):
    play(monkeypatch, "chinese_ten", "--option", "variant=taiwan", "--players", "4", hands=Scripted(1))
    said = capsys.readouterr().out.splitlines()
    (deal,) = (check(path).state for path in records())
    tie = deal.game.rules.tie
    for seat, points in enumerate(deal.game.points(deal.position), 1):
        way = f"Seat {seat} takes out of the pot" if points > tie else f"Seat {seat} pays into the pot"
        assert points == tie or f"{way}: {abs(points - tie)}." in said
    left = (deal.position.dealer + 1) % 4
    assert f"Seat {left + 1} deals next: Enter goes on, undo takes the last move back, quit stops here." in said


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
    assert said.count("Sums after deal 1:") == 3, "after the end, after it was played once more, and in the next deal"
    first, second = (check(path).state for path in records())
    assert first.outcome.over
    assert second.ply == 0


def test_whatever_is_asked_when_a_deal_is_over_the_way_on_is_told(monkeypatch, capsys):
    play(monkeypatch, "chinese_ten", patience=0)
    moves = list(to_the_end(records()[0]))
    typing(monkeypatch, *moves, "moves", moves[-1], "show")
    capsys.readouterr()
    assert main(["play", "chinese_ten", "--language", "en"]) == 0
    said = capsys.readouterr().out
    assert said.count("deals next: Enter goes on") == 3
    assert "\n\n" not in said
    assert "phase: play" in said.split("deals next")[0]
    assert "phase:" not in said.split("deals next")[-1], "nobody is to play any more"


def test_a_match_that_is_ended_in_a_later_deal_ends_with_its_sums(monkeypatch, capsys):
    play(monkeypatch, "chinese_ten", patience=0)
    typing(monkeypatch, *to_the_end(records()[0]), "", "end", "show")
    capsys.readouterr()
    assert main(["play", "chinese_ten", "--language", "en"]) == 0
    ended = capsys.readouterr().out.split("The game was ended here.")[1]
    assert "Sums after deal 1: Seat 1: " in ended
    assert "to move" not in ended
    assert "turns up" not in ended


def test_the_moves_of_a_game_that_people_ended_are_asked_for(monkeypatch, capsys):
    typing(monkeypatch, "end", "moves")
    assert main(["play", "mandarin", "--language", "en"]) == 0
    assert capsys.readouterr().out.count("It is over: Enter leaves the game") == 2


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
    assert f"Sums after deal 1: Seat 1: {sums[0]}, Seat 2: {sums[1]}" in capsys.readouterr().out
    assert second.match.tags == {"Deal": "2", "Sums before": " ".join(map(str, sums))}
    assert second.position.dealer == (first.position.dealer + 1) % 2
    play(monkeypatch, "chinese_ten", "--new", patience=0)
    assert not check(records()[-1]).state.match.tags, "a new match begins when people say so"


def test_a_match_that_people_ended_is_over(monkeypatch):
    for _ in range(2):
        typing(monkeypatch, "end")
        assert main(["play", "chinese_ten"]) == 0
    assert [check(path).state.outcome.reason for path in records()] == ["ended"] * 2


def test_who_deals_the_first_round_of_chinese_poker_is_cut_for(monkeypatch, capsys):
    dealers = set()
    for _ in range(8):
        play(monkeypatch, "chinese_poker", "--players", "3", "--new", patience=0)
        match = check(records()[-1]).state.match
        cards = match.tags["Cut"].split()
        dealers.add(match.position.dealer)
        assert match.position.to_move == match.position.dealer == cut_for_deal(cards)
        told = ", ".join(f"Seat {seat}: {card}" for seat, card in enumerate(cards, 1))
        said = f"Cut for the deal: {told}. Seat {match.position.dealer + 1} deals and plays first."
        assert said in capsys.readouterr().out
    assert len(dealers) > 1


def test_who_deals_chinese_ten_first_is_drawn_by_lot(monkeypatch, capsys):
    dealers = set()
    for _ in range(8):
        play(monkeypatch, "chinese_ten", "--players", "3", "--new", patience=0)
        dealer = check(records()[-1]).state.position.dealer
        dealers.add(dealer)
        assert f"Drawn by lot: Seat {dealer + 1} deals first." in capsys.readouterr().out
    assert len(dealers) > 1


def test_who_gave_up_is_left_out_in_the_next_round_too(monkeypatch, capsys):
    play(monkeypatch, "chinese_poker", "--players", "3", patience=0)
    typing(monkeypatch, "resign 3")
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


def test_people_at_one_screen_see_only_what_lies_on_the_table_and_the_hand_they_ask_for(monkeypatch, capsys):
    play(monkeypatch, "chinese_ten", patience=0)
    state = check(records()[0]).state
    own, other = state.match.position.hands[state.position.to_move], state.position.hands[1 - state.position.to_move]
    move = state.game.write(state.game.moves(state.position)[0])
    assert not set(written(own.cards | other.cards)) & set(capsys.readouterr().out.split())
    typing(monkeypatch, "show", "hand", move, "show")
    assert main(["play", "chinese_ten", "--language", "en"]) == 0
    said = capsys.readouterr().out
    assert f"\nSeat {int(state.to_move) + 1}: {' '.join(written(own.cards))}\n" in said
    assert not set(written(other.cards)) & set(
        said.replace(state.game.write(state.game.moves(state.position)[0]), "").split()
    )
    assert "\nhands: 12 12\nstock: 24\n" in said
    turned = NAMES[state.position.stock[0]]
    assert said.count(f"The stock turns up {turned}.") == 2, "when it comes, and shown again"


def test_a_pack_of_ones_own_is_refereed_with_hands_hidden(monkeypatch, capsys):
    layout = "2D 4H 6S KC"
    typed = ["5", "2", "2D 4H 6S", "2d, 4h 6s kc cut as", "hand", "2S", "8Sx2D", "8Sx2D", "+9C"]
    typing(monkeypatch, *typed)
    assert main(["play", "chinese_ten", "--own-cards", "--option", "variant=taiwan", "--language", "en"]) == 0
    said = capsys.readouterr().out
    assert said.count("Who deals: Seat 1, Seat 2, Seat 3, Seat 4?") == 2
    assert "Seat 5 does not play here; the seats are Seat 1, Seat 2, Seat 3, Seat 4." in said
    assert said.count("Which 4 cards lie face up") == 2
    assert "Cards named: 3; 4 have to lie face up." in said
    assert "Which cards are held is not known here." in said
    assert "hands: 6 6 6 6" in said
    (record,) = records()
    state = check(record).state
    start = state.match.positions[0]
    assert (start.dealer, start.to_move, written(start.layout)) == (1, 1, layout.split())
    assert state.match.tags == {"Cut card": "AS"}
    assert [state.game.write(turn.move) for turn in state.match.entries] == ["2S", "+9C"]


def test_with_a_pack_of_ones_own_help_names_no_hand_that_nobody_knows(monkeypatch, capsys):
    typing(monkeypatch, "Seat 1", "help")
    assert main(["play", "chinese_poker", "--own-cards", "--new", "--language", "en"]) == 0
    assert "hand " not in capsys.readouterr().out
    typing(monkeypatch, "help")
    assert main(["play", "chinese_poker", "--new", "--language", "en"]) == 0
    assert "\nhand " in capsys.readouterr().out


@pytest.mark.parametrize("word", ["quit", "Quit", "EXIT"])
def test_who_is_asked_who_deals_may_go(monkeypatch, capsys, word):
    typing(monkeypatch, word)
    assert main(["play", "chinese_ten", "--own-cards", "--new", "--language", "en"]) == 0
    assert "does not play here" not in capsys.readouterr().out


def test_a_deal_that_was_told_wrong_is_asked_for_again(monkeypatch, capsys):
    typing(monkeypatch, "1", "2S 3D 5C 9H", "undo", "2", "2S 3D 5C 9D", "9H", "undo", "undo", "1", "2S 3D 5D 9D", "9H")
    assert main(["play", "chinese_ten", "--own-cards", "--language", "en"]) == 0
    said = capsys.readouterr().out
    assert said.count("If something was told wrong, undo asks again.") == 3
    assert "nothing to take back" not in said
    (record,) = records()
    state = check(record).state
    assert (state.match.positions[0].dealer, state.ply) == (0, 1)
    assert written(state.match.positions[0].layout) == ["2S", "3D", "5D", "9D"]


def test_a_later_deal_that_was_told_wrong_keeps_its_dealer_and_the_sums(monkeypatch, capsys):
    typing(monkeypatch, "1", "2D 4H 6S KC")
    assert main(["play", "chinese_ten", "--own-cards"]) == 0
    typing(monkeypatch, *to_the_end(records()[0]), "", "2D 4H 6S QC", "undo", "2D 4H 6S JC", "undo")
    assert main(["play", "chinese_ten", "--language", "en"]) == 0
    first, second = (check(path).state for path in records())
    assert written(second.position.layout) == ["2D", "4H", "6S", "JC"], "who went instead of telling it keeps the deal"
    sums = map(str, first.game.scores(first.position))
    assert second.match.tags == {"Deal": "2", "Sums before": " ".join(sums)}
    assert second.position.dealer == 1
    assert capsys.readouterr().out.count("Sums after deal 1:") == 3, "at the end, and whenever the second one is told"


def test_the_worst_of_the_last_deal_still_begins_one_that_is_told_again(monkeypatch):
    good = "KC KD 3H 2C 3C 4C AC QC JC 10C 6S 7S"
    words = ["chinese_ten", "--own-cards", "--option", "variant=merah"]
    typing(monkeypatch, "1", good)
    assert main(["play", *words]) == 0
    typing(monkeypatch, *to_the_end(records()[0]), "", good, "quit")
    assert main(["play", *words]) == 0
    begins = check(records()[1]).state.to_move
    typing(monkeypatch, "undo", good)
    assert main(["play", *words]) == 0
    assert check(records()[1]).state.to_move == begins
    assert len(records()) == 2


def test_a_deal_from_the_program_is_not_told_again(monkeypatch, capsys):
    typing(monkeypatch, "undo")
    assert main(["play", "chinese_ten", "--language", "en"]) == 0
    assert "There is nothing to take back" in capsys.readouterr().out


def test_who_deals_chinese_poker_is_told_again_before_the_first_round_only(monkeypatch, capsys):
    typing(monkeypatch, "3", "undo", "1")
    assert main(["play", "chinese_poker", "--players", "3", "--own-cards"]) == 0
    assert check(records()[0]).state.position.dealer == 0
    typing(monkeypatch, *to_the_end(records()[0]), "", "undo")
    capsys.readouterr()
    assert main(["play", "chinese_poker", "--language", "en"]) == 0
    assert len(records()) == 2
    assert "There is nothing to take back" in capsys.readouterr().out


@pytest.mark.parametrize("language", LANGUAGES)
def test_who_deals_is_told_as_the_seat_is_called(monkeypatch, capsys, language):
    typing(monkeypatch, "", called("1", language).upper(), "2D 4H 6S KC")
    assert main(["play", "chinese_ten", "--own-cards", "--language", language]) == 0
    asked = spoken(WHO_DEALS(seats="0, 1"), language)
    assert capsys.readouterr().out.count(asked) == 2, "an empty line tells nothing"
    assert check(records()[0]).state.position.dealer == 1


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_slip_in_what_lies_face_up_is_told_in_words_of_the_table(monkeypatch, capsys, language):
    slips = {
        "2D 4H": CARDS_TOLD(told=2, count=4),
        "2D 4H 6S 6S": CARD_TOLD_TWICE(card="6S"),
        "2D 4H 6S KC cut 6S": CARD_TOLD_TWICE(card="6S"),
        "2D 4H 6S 1C": NO_CARD(card="1C"),
    }
    typing(monkeypatch, "1", *slips)
    assert main(["play", "chinese_ten", "--own-cards", "--language", language]) == 0
    said = capsys.readouterr().out
    assert all(reason.text(language) in said for reason in slips.values())
    assert "layout" not in said


@pytest.mark.parametrize(("variant", "cuts"), [("ten", False), ("merah", False), ("taiwan", True)])
def test_the_cut_card_is_asked_for_only_where_somebody_may_see_it(monkeypatch, capsys, variant, cuts):
    deal = "KC KD 3H 2C 3C 4C AC QC JC 10C 6S 7S" if variant == "merah" else "2D 4H 6S KC"
    typing(monkeypatch, "1", f"{deal} cut AS")
    assert main(["play", "chinese_ten", "--own-cards", "--option", f"variant={variant}", "--language", "en"]) == 0
    said = capsys.readouterr().out
    assert ("Who saw the cut card may add it" in said) == cuts
    assert (f"In the variant {variant} no cut card is seen; leave it out." in said) != cuts
    assert bool(records()) == cuts


def test_the_cut_card_is_refused_from_a_hand_also_when_the_game_is_taken_up_again(monkeypatch, capsys):
    words = ["chinese_ten", "--own-cards", "--option", "variant=taiwan", "--language", "en"]
    typing(monkeypatch, "1", "KS 3D 2H 5C cut 10H", "10H", "AC", "+10H", "show")
    assert main(["play", *words]) == 0
    typing(monkeypatch, "+10H", "undo", "10H")
    assert main(["play", *words]) == 0
    said = capsys.readouterr().out
    assert said.count("10H was told to be the cut card, so it comes last, from the bottom of the stock.") == 4
    assert "cut: " not in said, "it is for the eyes of who cut"


def test_the_next_deal_comes_from_the_same_pack(monkeypatch, capsys):
    deal = ["2D 4H 6S KC"]
    typing(monkeypatch, "1", *deal)
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


def test_who_wants_to_deal_passes_over_a_game_that_the_program_dealt(monkeypatch, capsys):
    own = ["chinese_ten", "--own-cards"]
    play(monkeypatch, "chinese_ten", patience=1)
    typing(monkeypatch, "1", "2D 4H 6S KC")
    assert main(["play", *own]) == 0
    typing(monkeypatch)
    assert main(["play", "chinese_ten", "--new"]) == 0
    capsys.readouterr()
    typing(monkeypatch, "show")
    assert main(["play", *own, "--language", "en"]) == 0
    assert "layout: 2D 4H 6S KC" in capsys.readouterr().out, "the game with their own cards goes on"
    assert len(records()) == 3
    typing(monkeypatch, "show")
    assert main(["play", "chinese_ten", "--language", "en"]) == 0
    assert "layout: 2D 4H 6S KC" not in capsys.readouterr().out, "without the word the last one does"


def test_a_void_deal_of_ones_own_is_dealt_again(monkeypatch, capsys):
    void, good = "KC KD KH 2C 3C 4C AC QC JC 10C 6S 7S", "KC KD 3H 2C 3C 4C AC QC JC 10C 6S 7S"
    typing(monkeypatch, "1", void, good)
    words = ["chinese_ten", "--own-cards", "--option", "variant=merah", "--language", "en"]
    assert main(["play", *words]) == 0
    assert capsys.readouterr().out.count("This deal is void; deal again.") == 1
    assert check(records()[0]).state.to_move == "0"


def test_chinese_poker_with_a_pack_of_ones_own_asks_only_who_deals(monkeypatch):
    typing(monkeypatch, "3", "3C4C5C6C7C", "pass")
    assert main(["play", "chinese_poker", "--players", "3", "--own-cards"]) == 0
    state = check(records()[0]).state
    assert state.match.positions[0].dealer == 2
    assert [pile.cards for pile in state.position.hands] == [None] * 3
    assert state.ply == 2


def test_stones_are_not_dealt(capsys):
    assert main(["play", "mandarin", "--own-cards"]) == 2
    assert "--own-cards is for card games; mandarin has no cards to deal" in capsys.readouterr().err


@pytest.mark.parametrize("last", ["pass", "quit"])
@pytest.mark.parametrize(("kind", "blank"), [("xterm", BACK), ("dumb", "\n" * 24)])
def test_a_seen_hand_is_gone_from_the_terminal_when_the_turn_passes_or_people_leave(
    monkeypatch, capsys, kind, blank, last
):
    monkeypatch.setenv("TERM", kind)
    monkeypatch.setenv("LINES", "24")
    play(monkeypatch, "chinese_poker", "--players", "3", patience=0)
    capsys.readouterr()
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    typing(monkeypatch, "hand", "9", "moves", last, "pass")
    assert main(["play", "chinese_poker", "--language", "en"]) == 0
    said = capsys.readouterr().out
    assert said.count(blank) == 1
    hand, rest = said.split(blank)
    assert hand.count(ASIDE) == (kind == "xterm"), "to a screen of its own, which does not scroll"
    assert hand.rpartition(ASIDE)[2].startswith("lying: –\n") or kind == "dumb", "what all see is there as well"
    assert ": pass" not in hand
    assert rest.count(": pass") == (2 if last == "pass" else 0)
