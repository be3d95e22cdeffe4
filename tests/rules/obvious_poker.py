"""Chinese Poker once more, slowly and obviously: written positions in, written positions out, cards as words.

Written from the rules alone and sharing nothing with `rules.chinese_poker`. It thinks the other way round: it grows
heaps of cards rank by rank from what is held, and asks of each what it is.
"""

UP = ["3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A", "2"]
LADDER = ["2", *UP[:-1]]
KINDS = ["single", "pairs", "triples", "full house", "straight", "four"]


def face(card):
    return card[:-1]


def pack(position):
    everything = [name + suit for name in UP for suit in "CDHS"]
    return [card for card in everything if card not in position["options"]["removed"]]


def in_order(cards):
    return sorted(cards, key=lambda card: (UP.index(face(card)), card[-1]))


def consecutive(names, ladder):
    first = ladder.index(names[0])
    return ladder[first : first + len(names)] == names


def what_is(cards):
    """(kind, length, rank, cards as written) of a heap of cards; None if it is no hand."""
    cards = in_order(cards)
    faces = [face(card) for card in cards]
    names = sorted(set(faces), key=UP.index)
    often = sorted({name: faces.count(name) for name in names}.values())
    if len(cards) == 1:
        return ("single", 1, UP.index(faces[0]), cards)
    for kind, count in (("pairs", 2), ("triples", 3)):
        if set(often) == {count} and "2" not in names and consecutive(names, UP):
            return (kind, len(names), UP.index(names[-1]), cards)
    if often in ([2, 3], [1, 4]):
        most = next(name for name in names if faces.count(name) == often[1])
        many = [card for card in cards if face(card) == most]
        few = [card for card in cards if face(card) != most]
        if often == [2, 3]:
            return ("full house", 1, UP.index(most), many + few)
        return ("four", 1, UP.index(face(few[0])), few + many)
    if set(often) == {1} and len(cards) >= 5:
        climbing = sorted(names, key=LADDER.index)
        if consecutive(climbing, LADDER):
            written = sorted(cards, key=lambda card: LADDER.index(face(card)))
            return ("straight", len(cards), LADDER.index(climbing[-1]), written)
    return None


def may_go_on(mine, theirs):
    """Whether this hand, if it is one, may be played on the hand lying (None: on the empty table)."""
    if mine is None or theirs is None:
        return mine is not None
    if mine[0] == "four" and theirs[0] != "four":
        return True
    return mine[:2] == theirs[:2] and mine[2] > theirs[2]


def within_reach(position):
    """The cards that may be in the hand to move, and how many of them it has."""
    hand = position["hands"][position["to_move"]]
    if not isinstance(hand, int):
        return in_order(hand), len(hand)
    seen = list(position["discards"])
    for other in position["hands"]:
        seen += [] if isinstance(other, int) else other
    if position["lying"]:
        seen += position["lying"]["cards"]
    return [card for card in in_order(pack(position)) if card not in seen], hand


def candidates(held):
    """Heaps of cards that could be hands, each with the lowest suits held."""
    some = {name: [card for card in held if face(card) == name] for name in UP}
    for name in UP:
        if some[name]:
            yield some[name][:1]
        for other in UP:
            for many, few in ((3, 2), (4, 1)):
                if other != name and len(some[name]) >= many and len(some[other]) >= few:
                    yield some[name][:many] + some[other][:few]
    for count, ladder in ((1, LADDER), (2, UP), (3, UP)):
        for first in range(13):
            heap = []
            for name in ladder[first:]:
                if len(some[name]) < count:
                    break
                heap = heap + some[name][:count]
                yield heap


def moves(position):
    if position["to_move"] is None:
        return []
    held, most = within_reach(position)
    lying = what_is(position["lying"]["cards"]) if position["lying"] else None
    found = set()
    for heap in candidates(held):
        hand = what_is(heap) if len(heap) <= most else None
        if may_go_on(hand, lying):
            kind, length, rank, cards = hand
            found.add((KINDS.index(kind), length, rank, "".join(cards)))
    return ["pass", *(text for _, _, _, text in sorted(found))]


def split(text):
    found, word = [], ""
    for letter in text:
        word += letter
        if letter in "CDHS":
            found.append(word)
            word = ""
    return found


def apply(position, move):
    seat, players = position["to_move"], position["options"]["players"]
    after = position | {"to_move": (seat + 1) % players}
    if move == "pass":
        if position["lying"] is None:
            return after
        after["passes"] += 1
        if after["passes"] == players - 1:
            after |= {
                "passes": 0,
                "lying": None,
                "discards": in_order(position["discards"] + position["lying"]["cards"]),
            }
        return after
    cards = split(move)
    if position["lying"]:
        after["discards"] = in_order(position["discards"] + position["lying"]["cards"])
    hands = list(position["hands"])
    hands[seat] = (
        hands[seat] - len(cards) if isinstance(hands[seat], int) else [c for c in hands[seat] if c not in cards]
    )
    after |= {"hands": hands, "lying": {"by": seat, "cards": what_is(cards)[3]}, "passes": 0}
    if hands[seat] in (0, []):
        after["to_move"] = None
    return after


def outcome(position):
    if position["to_move"] is not None:
        return {"over": False}
    dealt = {2: 16, 3: 16, 4: 12}[position["options"]["players"]]
    points = []
    for hand in position["hands"]:
        left = hand if isinstance(hand, int) else len(hand)
        if left == dealt:
            points.append(50)
        elif left == dealt - 1:
            points.append(40)
        elif left == dealt - 2:
            points.append(30)
        else:
            points.append(left)
    sums = [old + new for old, new in zip(position["scores"], points, strict=True)]
    game_over = any(total >= position["options"]["limit"] for total in sums)
    winners = [seat for seat in range(len(sums)) if game_over and sums[seat] == min(sums)]
    return {"over": True, "reason": "out", "round": points, "scores": sums, "game_over": game_over, "winners": winners}


def deal(given):
    """The first position of a whole deal."""
    hands = given.get("hands")
    if hands is None:
        hands = [None, None]
        hands[given["dealer"]] = given["packets"][given["choices"][0]]
        hands[1 - given["dealer"]] = given["packets"][given["choices"][1]]
    return {
        "game": "chinese_poker",
        "options": given["options"],
        "hands": [in_order(hand) for hand in hands],
        "lying": None,
        "passes": 0,
        "discards": [],
        "to_move": given["dealer"],
        "scores": given["scores"],
        "dealer": given["dealer"],
    }
