"""Chinese Ten once more, slowly and obviously: written positions in, written positions out, cards as words.

Written from the rules alone and sharing nothing with `rules.chinese_ten`, so that the two can check each other.
"""

from fractions import Fraction

SUITS = ["C", "D", "H", "S"]
FACES = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"]
EVERY_CARD = [face + suit for face in FACES for suit in SUITS]
ALONE = ["5", "10", "J", "Q", "K"]


def face(card):
    return card[:-1]


def red(card):
    return card[-1] in "HD"


def pips(card):
    return FACES.index(face(card)) + 1


def goes_with(one, other):
    if pips(one) >= 10 or pips(other) >= 10:
        return face(one) == face(other)
    return pips(one) + pips(other) == 10


def in_order(cards):
    return [card for card in EVERY_CARD if card in cards]


def nowhere_seen(position):
    seen = list(position["layout"])
    for pile in [*position["won"], *position["hands"], position["stock"]]:
        if isinstance(pile, list):
            seen += pile
    return [card for card in EVERY_CARD if card not in seen]


def moves(position):
    seat = position["to_move"]
    if seat is None:
        return []
    turning = position["phase"] == "turn_up"
    pile = position["stock"] if turning else position["hands"][seat]
    possible = nowhere_seen(position) if isinstance(pile, int) else in_order(pile[:1] if turning else pile)
    found = []
    for card in possible:
        prey = [other for other in in_order(position["layout"]) if goes_with(card, other)]
        plus = "+" if turning else ""
        if not prey:
            found.append(plus + card)
        elif face(card) in position["triples"]:
            found.append(plus + card + "x" + "".join(prey))
        else:
            found.extend(plus + card + "x" + other for other in prey)
    return found


def split(cards):
    """Cards written one after another, cut behind every suit letter."""
    found, word = [], ""
    for letter in cards:
        word += letter
        if letter in SUITS:
            found.append(word)
            word = ""
    return found


def apply(position, move):
    seat = position["to_move"]
    turning = move.startswith("+")
    captor, _, rest = move.removeprefix("+").partition("x")
    prey = split(rest)
    layout = [card for card in position["layout"] if card not in prey]
    won = [list(pile) for pile in position["won"]]
    if prey:
        won[seat] += [captor, *prey]
    else:
        layout.append(captor)
    hands, stock = list(position["hands"]), position["stock"]
    if turning:
        stock = stock - 1 if isinstance(stock, int) else stock[1:]
        over = stock in (0, [])
        to_move = None if over else (seat + 1) % len(hands)
    else:
        hand = hands[seat]
        hands[seat] = hand - 1 if isinstance(hand, int) else [card for card in hand if card != captor]
        to_move = seat
    red_fives = position["red_fives"]
    bonus = position["options"]["variant"] in ("taiwan", "barraco")
    if bonus and "5D" in [captor, *prey] and "5H" in [captor, *prey] and prey:
        red_fives = seat
    return position | {
        "layout": in_order(layout),
        "won": [in_order(pile) for pile in won],
        "hands": hands,
        "stock": stock,
        "to_move": to_move,
        "phase": "play" if turning else "turn_up",
        "triples": [name for name in position["triples"] if not (prey and name == face(captor))],
        "red_fives": red_fives,
    }


def value(card, variant, players):  # noqa: PLR0911 - the table of values as it is told
    if variant == "frog":
        if red(card):
            return 0
        if card == "AS":
            return 50
        if card == "AC":
            return 0
        return min(pips(card), 10)
    if red(card):
        if face(card) == "A":
            return 10 if variant == "barraco" else 20
        return pips(card) if pips(card) <= 8 else 10
    if card == "AS":
        if variant == "ten":
            return 30 if players >= 3 else 0
        return 30 if variant in ("taiwan", "barraco") else 0
    if card == "AC":
        return 40 if variant == "ten" and players == 4 else 0
    return 0


TIES = {
    ("ten", 2): 105,
    ("ten", 3): 80,
    ("ten", 4): 70,
    ("taiwan", 4): 60,
    ("barraco", 2): 110,
    ("barraco", 4): 55,
    ("frog", 2): Fraction(218, 2),
    ("frog", 3): Fraction(218, 3),
    ("frog", 4): Fraction(218, 4),
    ("merah", 2): 105,
    ("merah", 3): 70,
}


def outcome(position):
    if position["to_move"] is not None:
        return {"over": False}
    variant, players = position["options"]["variant"], position["options"]["players"]
    if position["stock"] not in (0, []):
        return {"over": True, "reason": "void", "points": [0] * players, "scores": [0] * players}
    points = [sum(value(card, variant, players) for card in pile) for pile in position["won"]]
    scores = [Fraction(one) - TIES[variant, players] for one in points]
    for seat in range(players):
        if position["red_fives"] is not None:
            scores[seat] += 10 * (players - 1) if seat == position["red_fives"] else -10
    return {"over": True, "reason": "played_out", "points": points, "scores": [float(score) for score in scores]}


def deal(given):
    """The first position of a whole deal."""
    variant, players = given["options"]["variant"], given["options"]["players"]
    layout, dealer = in_order(given["layout"]), given["dealer"]
    won = [[] for _ in range(players)]
    triples = []
    lying = {name: [card for card in layout if face(card) == name] for name in FACES}
    first = (dealer + 1) % players if given["options"]["first"] == "left" else dealer
    void = False
    if variant == "merah":
        first = given.get("first", dealer)
        void = any(len(lying[name]) >= 3 for name in ALONE)
        if given["options"]["redeal_groups"]:
            groups = [("A", "9"), ("2", "8"), ("3", "7"), ("4", "6")]
            void = void or any(len(lying[one]) + len(lying[other]) >= 5 for one, other in groups)
    else:
        for name in ALONE:
            if len(lying[name]) == 4:
                won[dealer] = lying[name]
                layout = []
            elif len(lying[name]) == 3:
                triples.append(name)
    return {
        "game": "chinese_ten",
        "options": given["options"],
        "layout": layout,
        "hands": [in_order(hand) for hand in given["hands"]],
        "stock": given["stock"],
        "won": won,
        "to_move": None if void else first,
        "phase": "play",
        "dealer": dealer,
        "triples": triples,
        "red_fives": None,
    }
