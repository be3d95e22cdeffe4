"""The hop games once more, slowly and from the written rules alone: the yardstick for the real ones.

A state is the very JSON data of a written position, all options included. Boards are dictionaries from names to
coordinates, pieces are lists of names, chains are walked place by place; nothing is shared with the real
implementation.
"""

from copy import deepcopy
from functools import cache
from string import ascii_lowercase

CLOCKWISE = {"star": ["S", "SW", "NW", "N", "NE", "SE"], "piecepack": ["SW", "NW", "NE", "SE"]}
ACROSS = {"S": "N", "SW": "NE", "NW": "SE", "N": "S", "NE": "SW", "SE": "NW"}
STAR_DIRECTIONS = [(2, 0), (-2, 0), (1, 1), (-1, 1), (1, -1), (-1, -1)]
SQUARE_DIRECTIONS = [(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if x or y]


def in_order(place):
    return place[0], int(place[1:])


def board(options, game):
    """Every place with its coordinates; on the star x counts half holes, so that all numbers are whole."""
    return squares(options["players"]) if game == "piecepack" else holes(options["size"])


def names(options, game):
    """The same the other way round: the place at each point."""
    return turned_round(game, options.get("size"), options["players"])


@cache
def turned_round(game, size, players):
    return {point: name for name, point in board({"size": size, "players": players}, game).items()}


@cache
def squares(players):
    full = {f"{letter}{row}": (x, row) for x, letter in enumerate("abcdefgh", 1) for row in range(1, 9)}
    if players == 4:
        return full
    return {name: (x, y) for name, (x, y) in full.items() if abs((x - 1) // 2 - (y - 1) // 2) <= 1}


@cache
def holes(size):
    places = {}
    for row, length in enumerate(lengths(size)):
        for number in range(1, length + 1):
            places[f"{ascii_lowercase[row]}{number}"] = (2 * number - 1 - length, row)
    return places


def lengths(size):
    wedge = list(range(1, size + 1))
    waist = list(range(3 * size + 1, 2 * size + 1, -1))
    return wedge + waist + [2 * size + 1] + waist[::-1] + wedge[::-1]


def corner(name, options, game, pieces):
    """The places of a corner; with more pieces than the point of a star holds, the next row as well."""
    return corner_of(name, options.get("size"), game, pieces)


@cache
def corner_of(name, size, game, pieces):
    if game == "piecepack":
        columns, rows = ("abc" if "W" in name else "hgf"), ("123" if "S" in name else "876")
        return {columns[0] + rows[0], columns[0] + rows[1], columns[0] + rows[2]} | {
            columns[1] + rows[0],
            columns[1] + rows[1],
            columns[2] + rows[0],
        }
    long = lengths(size)
    deep = size + (1 if pieces > size * (size + 1) // 2 else 0)
    found = set()
    for step in range(deep):
        if name in ("S", "N"):
            row = step if name == "S" else 4 * size - step
            numbers = range(1, long[row] + 1) if step < size else range(size + 1, 2 * size + 2)
        else:
            # From the long row inwards, one hole less each row; the row that 15 pieces need lies beside them.
            row = size + step if "S" in name else 3 * size - step
            count = deep - step
            numbers = range(1, count + 1) if "W" in name else range(long[row] - count + 1, long[row] + 1)
        found |= {f"{ascii_lowercase[row]}{number}" for number in numbers}
    return found


def seating(options, game):
    """Every player with the corners of the player's sets, in the order of turns."""
    players, sets = options["players"], options.get("sets", 1)
    if game == "piecepack":
        return {seat: [seat] for seat in (CLOCKWISE[game] if players == 4 else ["SW", "NE"])}
    if players == 2:
        if sets == 2 and options["second"] == "empty":
            return {"S": ["S", "SE"], "N": ["N", "NE"]}
        return {"S": ["S", "SW", "SE"][:sets], "N": ["N", "NE", "NW"][:sets]}
    if players == 3:
        return {"S": ["S", "N"][:sets], "NW": ["NW", "SE"][:sets], "NE": ["NE", "SW"][:sets]}
    return {seat: [seat] for seat in (["S", "SW", "N", "NE"] if players == 4 else CLOCKWISE[game])}


def start(options, game):
    pieces = options.get("pieces", 6)
    sets = [name for names in seating(options, game).values() for name in names]
    return {
        "game": game,
        "options": options,
        "pieces": {name: sorted(corner(name, options, game, pieces), key=in_order) for name in sets},
        "to_move": options["first"],
        "places": [],
    }


def home(state, name):
    return corner(ACROSS[name], state["options"], state["game"], state["options"].get("pieces", 6))


def chains(state, origin):
    """Every place that hops from ``origin`` reach, with the shortest chain, the earliest landings winning."""
    places, at = board(state["options"], state["game"]), names(state["options"], state["game"])
    taken = {place for pieces in state["pieces"].values() for place in pieces} - {origin}
    directions = STAR_DIRECTIONS if state["game"] == "star" else SQUARE_DIRECTIONS
    best, newest = {origin: [origin]}, [origin]
    while newest:
        longer = []
        for stop in newest:
            x, y = places[stop]
            for dx, dy in directions:
                over, landing = at.get((x + dx, y + dy)), at.get((x + 2 * dx, y + 2 * dy))
                if over in taken and landing is not None and landing not in taken and landing not in best:
                    longer.append([*best[stop], landing])
        newest = []
        for chain in sorted(longer, key=lambda chain: [in_order(place) for place in chain]):
            if chain[-1] not in best:
                best[chain[-1]] = chain
                newest.append(chain[-1])
    del best[origin]
    return best


def steps(state, origin):
    """The empty neighbours of ``origin``."""
    at = names(state["options"], state["game"])
    taken = {place for pieces in state["pieces"].values() for place in pieces}
    directions = STAR_DIRECTIONS if state["game"] == "star" else SQUARE_DIRECTIONS
    x, y = board(state["options"], state["game"])[origin]
    near = [at.get((x + dx, y + dy)) for dx, dy in directions]
    return [place for place in near if place is not None and place not in taken]


def may_end(state, name, origin, end):
    """Whether the house rules let a piece of the set ``name`` that began on ``origin`` stay on ``end``."""
    options = state["options"]
    if options["home_lock"] and origin in home(state, name):
        return end in home(state, name)
    if options.get("corners") == "no_stop":
        strange = [other for other in CLOCKWISE["star"] if other not in (name, ACROSS[name])]
        return not any(end in corner(other, options, "star", 0) for other in strange)
    return True


def moves_of(state, seat):
    """All moves that ``seat`` would have, as text, in order."""
    found = []
    for name in seating(state["options"], state["game"])[seat]:
        for origin in state["pieces"][name]:
            texts = {end: ":".join(chain) for end, chain in chains(state, origin).items()}
            texts |= {end: f"{origin}-{end}" for end in steps(state, origin)}
            found += [
                (in_order(origin), in_order(end), text)
                for end, text in texts.items()
                if may_end(state, name, origin, end)
            ]
    return [text for _, _, text in sorted(found)]


def moves(state):
    return [] if state["to_move"] is None else moves_of(state, state["to_move"])


def pairs(state):
    """The moves as (start, end) alone, found without their paths; in no order."""
    found = []
    places, at = board(state["options"], state["game"]), names(state["options"], state["game"])
    taken = {place for pieces in state["pieces"].values() for place in pieces}
    directions = STAR_DIRECTIONS if state["game"] == "star" else SQUARE_DIRECTIONS
    for name in seating(state["options"], state["game"])[state["to_move"]]:
        for origin in state["pieces"][name]:
            seen, stack, others = {origin}, [origin], taken - {origin}
            while stack:
                x, y = places[stack.pop()]
                for dx, dy in directions:
                    over, landing = at.get((x + dx, y + dy)), at.get((x + 2 * dx, y + 2 * dy))
                    if over in others and landing is not None and landing not in others and landing not in seen:
                        seen.add(landing)
                        stack.append(landing)
            ends = (seen | set(steps(state, origin))) - {origin}
            found += [(origin, end) for end in ends if may_end(state, name, origin, end)]
    return found


def is_home(state, seat):
    """Whether every set of ``seat`` counts as home."""
    taken = {place for pieces in state["pieces"].values() for place in pieces}
    for name in seating(state["options"], state["game"])[seat]:
        goal = home(state, name)
        own = goal & set(state["pieces"][name])
        full = goal <= taken
        rule = state["options"]["anti_spoiling"]
        counts = {"off": own == goal, "any": full and len(own) > 0, "majority": full and len(own) > len(goal) / 2}
        if not counts[rule]:
            return False
    return True


def teams(state):
    seats = list(seating(state["options"], state["game"]))
    if not state["options"].get("teams"):
        return [[seat] for seat in seats]
    return [[seat, ACROSS[seat]] for seat in seats if in_half(seat)]


def in_half(seat):
    return seat in ("S", "SW", "NW")


def finished_teams(state):
    """The teams of which everybody is home, in the order in which their last player came home."""
    done = [team for team in teams(state) if all(seat in state["places"] for seat in team)]
    return sorted(done, key=lambda team: max(state["places"].index(seat) for seat in team))


def is_over(state):
    still_racing = len(teams(state)) - len(finished_teams(state))
    return still_racing <= 1 if state["options"]["play_on"] else len(finished_teams(state)) >= 1


def play(state, text):
    """The state after a move."""
    state, seat = deepcopy(state), state["to_move"]
    touched = text.replace("-", ":").split(":")
    for name in seating(state["options"], state["game"])[seat]:
        if touched[0] in state["pieces"][name]:
            state["pieces"][name].remove(touched[0])
            state["pieces"][name].append(touched[-1])
            state["pieces"][name].sort(key=in_order)
    if is_home(state, seat):
        state["places"].append(seat)
    state["to_move"] = None
    if not is_over(state):
        seats = list(seating(state["options"], state["game"]))
        for later in range(1, len(seats) + 1):
            other = seats[(seats.index(seat) + later) % len(seats)]
            if other not in state["places"] and moves_of(state, other):
                state["to_move"] = other
                break
    return state


def outcome(state):
    """The places by seat, once the game is over."""
    if state["to_move"] is not None:
        return None
    ranked = finished_teams(state)
    places = {seat: rank for rank, team in enumerate(ranked, 1) for seat in team}
    return {seat: places.get(seat, len(ranked) + 1) for seat in seating(state["options"], state["game"])}
