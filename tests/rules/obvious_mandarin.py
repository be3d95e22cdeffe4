"""Mandarin square capturing once more, slowly and from the written rules alone: the yardstick for the real one.

A state is the very JSON data of a written position. Squares hold lists of stones ("c" citizens, "m" mandarins) that are
moved one by one; nothing is shared with the real implementation.
"""

from copy import deepcopy

EASTWARD = ["a1", "a2", "a3", "a4", "a5", "E", "b5", "b4", "b3", "b2", "b1", "W"]
ENDS = ("W", "E")
OTHER = {"south": "north", "north": "south"}
LETTER = {"south": "a", "north": "b"}


def walk(square, direction):
    """The squares after ``square``, for ever; east of the table is onward below and backward above."""
    onward = (square[0] == "a") == (direction == ">")
    while True:
        here = EASTWARD.index(square)
        square = EASTWARD[(here + 1) % 12] if onward else EASTWARD[(here + 11) % 12]
        yield square


def stones_of(state):
    """Every square with its stones."""
    stones = {field: ["c"] * count for field, count in state["fields"].items()}
    for square in ENDS:
        inside = state["squares"][square]
        stones[square] = ["c"] * inside["citizens"] + ["m"] * inside["mandarin"]
    return stones


def own_fields(seat):
    return [f"{LETTER[seat]}{number}" for number in (1, 2, 3, 4, 5)]


def moves(state):
    """All legal moves as text, in order."""
    if state["to_move"] is None:
        return []
    found = [
        field + direction
        for field in own_fields(state["to_move"])
        for direction in (">", "<")
        if state["fields"][field] > 0
    ]
    return sorted(found)


def play(state, move):
    """The state after ``move``."""
    state = deepcopy(state)
    options, seat = state["options"], state["to_move"]
    stones, way = stones_of(state), walk(move[:2], move[2])
    hand, stones[move[:2]] = stones[move[:2]], []
    won = []
    while hand:
        while hand:
            stones[next(way)].append(hand.pop())
        ahead = next(way)
        if ahead not in ENDS and stones[ahead]:
            hand, stones[ahead] = stones[ahead], []
    # Now ``ahead`` is the square after the last stone.
    may_capture = ahead not in ENDS and not stones[ahead]
    while may_capture:
        prize = next(way)
        unripe = (
            "m" in stones[prize] and stones[prize].count("c") < options["unripe"] and options["mandarin"] == "stone"
        )
        if not stones[prize] or unripe:
            break
        won += stones[prize]
        stones[prize] = []
        ahead = next(way)
        may_capture = options["chain"] and ahead not in ENDS and not stones[ahead]
    state["won"][seat]["citizens"] += won.count("c")
    state["won"][seat]["mandarins"] += won.count("m")
    for field in state["fields"]:
        state["fields"][field] = len(stones[field])
    for square in ENDS:
        state["squares"][square] = {"mandarin": stones[square].count("m"), "citizens": stones[square].count("c")}
    begin_turn(state, OTHER[seat])
    return state


def begin_turn(state, seat):
    """Say who is to move, filling an empty side first; nobody where the game is over."""
    state["to_move"] = None
    if all(state["squares"][square]["mandarin"] == 0 for square in ENDS):
        return
    fields = own_fields(seat)
    if all(state["fields"][field] == 0 for field in fields):
        mine, yours = state["won"][seat], state["won"][OTHER[seat]]
        if mine["citizens"] + yours["citizens"] < 5:
            return
        for field in fields:
            if mine["citizens"] > 0:
                mine["citizens"] -= 1
            else:
                yours["citizens"] -= 1
                state["owed"][seat] += 1
            state["fields"][field] = 1
    state["to_move"] = seat


def scores(state):
    """The points of both when the game is over."""
    points = {}
    for seat, hand in (("south", "E"), ("north", "W")):
        points[seat] = state["won"][seat]["citizens"] + state["squares"][hand]["citizens"]
        points[seat] += sum(state["fields"][field] for field in own_fields(seat))
        if state["options"]["mandarin"] == "stone":
            points[seat] += state["options"]["worth"] * state["won"][seat]["mandarins"]
        points[seat] += state["owed"][OTHER[seat]] - state["owed"][seat]
    return points
