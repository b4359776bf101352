"""A small engine that answers everything the protocol asks, and shares no rule with the product.

It stands on the geometry of the toy engine that ships with the suite, and on the tile sheet. Put
wrong on purpose, one fault at a time (:mod:`tests.wrong_engines`), it measures what the suite
finds; some functions are told more than they need, since wrong ones look at it. Of the questions
that the printed rules leave open it knows one: points that may be declined.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import permutations
from typing import Any, NamedTuple

from verifier.carcassonne.example.toy_engine import (
    AROUND,
    SHEET,
    Cell,
    Laid,
    Parts,
    Segment,
    Table,
    beyond,
    feature,
    fits,
    kind_at,
    meeples_on,
    name_at,
    segments_of,
)

JSON = dict[str, Any]

AREAS = ["turns", "play", "goals", "final", "position", "record", "reason", "count", "options"]
OPTIONAL = {"score.optional": "yes"}
COPIES = {entry["letter"]: entry["count"] for entry in SHEET["tiles"]}
PILES = {3: [24, 24, 23], 4: [18, 18, 18, 17]}


class Cannot(Exception):
    """What this engine leaves out."""


class Unknown(Exception):
    """A request that has no answer."""


class Broken(Exception):
    """A rule that is broken; its only argument is the rule's id."""


class State(NamedTuple):
    """A table between two turns. Piles have known letters, then so many hidden tiles."""

    table: Table
    scores: list[int]
    supplies: list[int]
    colour: int
    piles: list[tuple[str, int]]
    discards: str
    monasteries: int
    over: bool
    optional: bool


class Drawn(NamedTuple):
    """What is drawn: the tile, no letter if none has a place, and where it may lie."""

    letter: str
    places: list[tuple[Cell, int]]
    colour: int
    piles: list[tuple[str, int]]
    discards: str
    pile: int


class Scored(NamedTuple):
    """A feature that was scored: who was on it, and who got its value."""

    kind: str
    value: int
    paid: list[int]


class Played(NamedTuple):
    """What a turn brings."""

    after: State
    scored: list[Scored]


# --- reading --------------------------------------------------------------------------------------


def known_rules(rules: JSON) -> None:
    """Leave out what is played by other answers to open questions."""
    if rules.get("switches", {}) not in ({}, OPTIONAL):
        raise Cannot("another reading of the rules")


def state_of(position: JSON) -> State:
    """Return the state that a position describes; what is complete has been scored before."""
    known_rules(position["rules"])
    state = State(
        table_of(position),
        list(position["scores"]),
        list(position["supplies"]),
        position["to_move"] - 1,
        [(pile.get("known", ""), pile.get("hidden", 0)) for pile in position["piles"]],
        position.get("discards", ""),
        position.get("monasteries", 0),
        position.get("over", False),
        position["rules"].get("switches") == OPTIONAL,
    )
    for cell, laid in list(state.table.items()):
        name, colour = laid.meeple
        if name and name in laid.segments and feature(state.table, cell, name)[1]:
            state.table[cell] = Laid(laid.segments)
            state.supplies[colour] += 1
    return state


def table_of(position: JSON) -> Table:
    """Return the table of a position, its meeples by the names of their segments."""
    table = {}
    for tile in position["placements"]:
        segments = segments_of(tile["tile"], tile["rotation"])
        meeple = tile.get("meeple", {"segment": "", "colour": 0})
        table[tile["x"], tile["y"]] = Laid(
            segments, (first_name(segments, meeple["segment"]), meeple["colour"] - 1)
        )
    return table


def first_name(segments: dict[str, Segment], name: str) -> str:
    """Return the name of the segment at an edge, by whichever of its edges it was named."""
    return name_at(segments, "NESW".index(name)) if name in tuple("NESW") else name


# --- drawing --------------------------------------------------------------------------------------


def draw(state: State) -> Drawn:
    """Return the tile that is drawn; those that fit nowhere leave the game."""
    piles, colour, discards = list(state.piles), state.colour, ""
    while any(size(pile) for pile in piles):
        at = colour if len(piles) > 1 else 0
        known, hidden = piles[at]
        if not size(piles[at]):
            colour = next_colour(state, colour)
            continue
        if not known:
            raise Unknown("the next tile is not known")
        piles[at] = (known[1:], hidden)
        places = places_of(state.table, known[0])
        if places:
            return Drawn(known[0], places, colour, piles, discards, at)
        discards += known[0]
    return Drawn("", [], state.colour, piles, discards, 0)


def size(pile: tuple[str, int]) -> int:
    """Return the number of tiles in a pile."""
    return len(pile[0]) + pile[1]


def next_colour(state: State, colour: int) -> int:
    """Return the colour that moves after another."""
    return (colour + 1) % len(state.scores)


def places_of(table: Table, letter: str) -> list[tuple[Cell, int]]:
    """Return where a tile may lie."""
    cells = {beyond(cell, edge) for cell in table for edge in range(4)}
    turned = [(rotation, segments_of(letter, rotation)) for rotation in range(4)]
    return [(c, rotation) for c in cells for rotation, s in turned if fits(table, c, s)]


# --- the meeple -----------------------------------------------------------------------------------


def own_features(table: Table, cell: Cell) -> dict[str, Parts]:
    """Return the features of a tile by the first of their edges."""
    found: dict[str, Parts] = {}
    for name in sorted(table[cell].segments, key="NESWM".index):
        parts, _ = feature(table, cell, name)
        if parts not in found.values():
            found[name] = parts
    return found


def free_features(table: Table, cell: Cell) -> list[str]:
    """Return the names of the features of the tile just placed that carry no meeple."""
    own = own_features(table, cell)
    return [name for name, parts in own.items() if not meeples_on(table, parts)]


def claims(table: Table, cell: Cell, supply: int) -> list[str]:
    """Return what may be claimed: a meeple must be placed if there is one and it has a place."""
    return (free_features(table, cell) if supply else []) or ["-"]


# --- scoring --------------------------------------------------------------------------------------


def completed(table: Table, cell: Cell) -> dict[str, tuple[Cell, str]]:
    """Return the complete features with meeples, by their names as seen from the tile placed."""
    seen = {name: (cell, name) for name in own_features(table, cell)}
    for name, (x, y) in AROUND.items():
        there = (cell[0] + x, cell[1] + y)
        if there in table and "M" in table[there].segments:
            seen[name] = (there, "M")
    return {name: place for name, place in seen.items() if scores_now(table, *place)}


def scores_now(table: Table, cell: Cell, name: str) -> bool:
    """Return whether a feature is complete and carries a meeple."""
    parts, complete = feature(table, cell, name)
    return complete and meeples_on(table, parts) != []


def worth(table: Table, kind: str, parts: Parts) -> int:
    """Return the value of a complete feature."""
    tiles = len({cell for cell, _ in parts})
    shields = sum(table[cell].segments[name].shields for cell, name in parts)
    return {"monastery": 9, "road": tiles, "city": 2 * (tiles + shields)}[kind]


def majority_of(present: list[int]) -> list[int]:
    """Return the colours with the most meeples."""
    numbers = Counter(present)
    return sorted(colour for colour in numbers if numbers[colour] == max(numbers.values()))


def qualifies(majority: list[int], present: list[int], scores: list[int]) -> bool:  # noqa: ARG001
    """Return whether a feature brings points: one of its majority is lowest."""
    return any(scores[colour] == min(scores) for colour in majority)


def score(
    table: Table, place: tuple[Cell, str], scores: list[int], supplies: list[int], *, taken: bool
) -> Scored:
    """Score a feature, in place: points move, meeples return."""
    cell, name = place
    parts, _ = feature(table, cell, name)
    kind = table[cell].segments[name].kind
    present = meeples_on(table, parts)
    majority, value = majority_of(present), worth(table, kind, parts)
    paid = majority if taken and qualifies(majority, present, scores) else []
    for colour in paid:
        scores[colour] += value
    for colour in returning(present, majority, paid):
        supplies[colour] += 1
    for there, part in parts:
        if table[there].meeple[0] == part:
            table[there] = Laid(table[there].segments)
    return Scored(kind, value, paid)


def returning(present: list[int], majority: list[int], paid: list[int]) -> list[int]:  # noqa: ARG001
    """Return the colours of the meeples that go home, one for each."""
    return present


# --- a turn ---------------------------------------------------------------------------------------


def move(
    state: State, drawn: Drawn, where: tuple[Cell, int], claim: str, order: list[str],
    declined: list[str],
) -> Played:  # fmt: skip
    """Return what a legal turn brings."""
    cell, rotation = where
    table, colour = dict(state.table), drawn.colour
    scores, supplies = list(state.scores), list(state.supplies)
    table[cell] = Laid(segments_of(drawn.letter, rotation))
    wanting = supplies[colour] == 0 and free_features(table, cell) != []
    if claim != "-":
        supplies[colour] -= 1
        table[cell] = Laid(table[cell].segments, (claim, colour))
    due = completed(table, cell)
    scored = [
        score(table, due[name], scores, supplies, taken=name not in declined) for name in order
    ]
    after = State(
        table,
        scores,
        supplies,
        next_colour(state, colour),
        drawn.piles,
        state.discards + drawn.discards,
        state.monasteries + sum(counts_as_monastery(each) for each in scored),
        ends(wanting, drawn, supplies),
        state.optional,
    )
    return Played(after, scored)


def counts_as_monastery(each: Scored) -> bool:
    """Return whether it is a monastery that brought its nine points."""
    return each.kind == "monastery" and each.paid != []


def ends(wanting: bool, drawn: Drawn, supplies: list[int]) -> bool:  # noqa: ARG001
    """Return whether the game ends: a meeple was wanting, or the last tile is placed."""
    return wanting or not any(size(pile) for pile in drawn.piles)


def ended(state: State, drawn: Drawn) -> Played:
    """Return the end of a game whose last tiles have no place."""
    discards = state.discards + drawn.discards
    return Played(state._replace(piles=drawn.piles, discards=discards, over=True), [])


def brought(request: JSON) -> Played | None:
    """Return what the turn of a request brings; None if it is not legal."""
    state = state_of(request["position"])
    if state.over:
        return None
    drawn = draw(state)
    if request["turn"] == "none" or not drawn.letter:
        return ended(state, drawn) if request["turn"] == "none" and not drawn.letter else None
    tile, x, y, claim, *rest = request["turn"].split(".")
    where, order = ((int(x), int(y)), int(tile[1])), rest[0].split("-") if rest else []
    if tile[0] != drawn.letter or where not in drawn.places:
        return None
    return played(state, drawn, where, claim, order, request.get("declined", []))


def played(
    state: State, drawn: Drawn, where: tuple[Cell, int], claim: str, order: list[str],
    declined: list[str],
) -> Played | None:  # fmt: skip
    """Return what a turn brings whose tile may lie there; None if the rest of it is not legal."""
    cell, rotation = where
    table = {**state.table, cell: Laid(segments_of(drawn.letter, rotation))}
    claim = first_claim(table, cell, claim)
    if claim not in claims(table, cell, state.supplies[drawn.colour]):
        return None
    if claim != "-":
        table[cell] = Laid(table[cell].segments, (claim, drawn.colour))
    if sorted(order) != sorted(completed(table, cell)):
        return None
    if not may_decline(state, declined):
        return None
    return move(state, drawn, where, claim, order, declined)


def may_decline(state: State, declined: list[str]) -> bool:
    """Return whether points may be declined, if any are."""
    return state.optional or not declined


def first_claim(table: Table, cell: Cell, name: str) -> str:
    """Return the name of a tile's feature that has a segment of this name."""
    part = (cell, first_name(table[cell].segments, name))
    return next((n for n, parts in own_features(table, cell).items() if part in parts), name)


def all_moves(state: State) -> Iterator[Played]:
    """Yield what each turn brings; scoring orders that bring the same once."""
    if state.over:
        return
    drawn = draw(state)
    if not drawn.letter:
        yield ended(state, drawn)
        return
    shown = []
    for (cell, rotation), claim in listed(state, drawn):
        drawing = sorted(segments_of(drawn.letter, rotation).items())
        if (cell, drawing, claim) in shown:
            continue
        shown.append((cell, drawing, claim))
        table = {**state.table, cell: Laid(segments_of(drawn.letter, rotation))}
        if claim != "-":
            table[cell] = Laid(table[cell].segments, (claim, drawn.colour))
        seen = []
        for order in permutations(completed(table, cell)):
            found = move(state, drawn, (cell, rotation), claim, list(order), [])
            if found.after not in seen:
                seen.append(found.after)
                yield found


def listed(state: State, drawn: Drawn) -> Iterator[tuple[tuple[Cell, int], str]]:
    """Yield every place with every claim there."""
    for cell, rotation in drawn.places:
        table = {**state.table, cell: Laid(segments_of(drawn.letter, rotation))}
        for claim in claims(table, cell, state.supplies[drawn.colour]):
            yield (cell, rotation), claim


# --- the end --------------------------------------------------------------------------------------


def final_scores(scores: list[int], meeples: list[int]) -> list[int]:
    """Return the scores after final scoring."""
    now, left = list(scores), list(meeples)
    while ready := [c for c in range(len(now)) if left[c] and now[c] == min(now)]:
        left[ready[0]] -= 1
        now[ready[0]] += 2
    return now


def result_of(final: list[int]) -> int:
    """Return the result of a game."""
    return min(final)


def end_of(state: State) -> tuple[list[int], int]:
    """Return the final scores and the result of a game that has ended."""
    on_tiles = [laid.meeple[1] for laid in state.table.values() if laid.meeple[0]]
    final = final_scores(state.scores, [on_tiles.count(c) for c in range(len(state.scores))])
    return final, result_of(final)


# --- goals ----------------------------------------------------------------------------------------


def goals_met(before: State, made: Played) -> Iterator[str]:
    """Yield the goals of the checklist that a turn meets."""
    roads = [(each.value, len(each.paid)) for each in made.scored if each.kind == "road"]
    cities = [(each.value, len(each.paid)) for each in made.scored if each.kind == "city"]
    wanted = {
        "road-10": any(value >= 10 and by for value, by in roads),
        "road-10-2c": any(value >= 10 and by >= 2 for value, by in roads),
        "road-10-3c": any(value >= 10 and by >= 3 for value, by in roads),
        "road-5-3c": any(value == 5 and by >= 3 for value, by in roads),
        "city-16": any(value >= 16 and by for value, by in cities),
        "city-16-2c": any(value >= 16 and by >= 2 for value, by in cities),
        "city-16-3c": any(value >= 16 and by >= 3 for value, by in cities),
        "city-8-10-3c": any(8 <= value <= 10 and by >= 3 for value, by in cities),
        "monasteries-3": before.monasteries < 3 <= made.after.monasteries,
        "monasteries-4": before.monasteries < 4 <= made.after.monasteries,
    }
    yield from (name for name, met in wanted.items() if met)
    if made.after.over:
        result = end_of(made.after)[1]
        yield from (f"total-{least}" for least in (40, 50, 60) if result >= least)
        if not any(size(pile) for pile in made.after.piles):
            yield "all-tiles"


# --- what can lie on the table --------------------------------------------------------------------


def check_position(position: JSON) -> None:
    """Raise Broken with the rule that a position breaks."""
    known_rules(position["rules"])
    colours = position["rules"]["colours"]
    require(len(position["scores"]) == len(position["supplies"]) == colours, "SOLO-SETUP-2")
    laid = position["placements"]
    require(all(t.get("meeple", {}).get("colour", 1) <= colours for t in laid), "SOLO-SETUP-2")
    require(len(position["piles"]) in (1, colours), "SOLO-SETUP-6")
    require(position["to_move"] <= colours, "SOLO-TURN-1")
    require(laid, "SOLO-SETUP-5")
    check_table(position, table_of(position))
    check_numbers(position, table_of(position))


def check_table(position: JSON, table: Table) -> None:
    """Raise Broken unless the tiles lie well, and the meeples on them."""
    require(len(table) == len(position["placements"]), "BASE-PLACE-2")
    for cell, laid in table.items():
        for edge in range(4):
            other = table.get(beyond(cell, edge))
            if other is not None:
                same = kind_at(laid.segments, edge) == kind_at(other.segments, (edge + 2) % 4)
                require(same, "BASE-PLACE-3")
    require(in_one_piece(table), "BASE-PLACE-2")
    for tile in position["placements"]:
        name = tile.get("meeple", {}).get("segment")
        segments = segments_of(tile["tile"], tile["rotation"])
        require(name is None or first_name(segments, name) in segments, "SOLO-MEEPLE-3")
    for cell, laid in table.items():
        name = laid.meeple[0]
        if name:
            require(not feature(table, cell, name)[1], "SOLO-SCORE-11")
            require(not meets_a_meeple(table, cell, name), "BASE-MEEPLE-3")


def in_one_piece(table: Table) -> bool:
    """Return whether every tile is joined to every other by edges."""
    todo, seen = [next(iter(table))], set[Cell]()
    while todo:
        cell = todo.pop()
        if cell not in seen:
            seen.add(cell)
            todo += [there for edge in range(4) if (there := beyond(cell, edge)) in table]
    return len(seen) == len(table)


def meets_a_meeple(table: Table, cell: Cell, name: str) -> bool:
    """Return whether a meeple stands on the segment at the other side of one of the edges."""
    for edge in table[cell].segments[name].edges:
        other = table.get(beyond(cell, edge))
        if other is not None and other.meeple[0] == name_at(other.segments, (edge + 2) % 4):
            return True
    return False


def check_numbers(position: JSON, table: Table) -> None:
    """Raise Broken unless tiles, meeples, points and monasteries are as many as can be."""
    letters = [tile["tile"] for tile in position["placements"]]
    letters += "".join(pile.get("known", "") for pile in position["piles"])
    letters += position.get("discards", "")
    require(all(letters.count(letter) <= COPIES[letter] for letter in letters), "BASE-TILE-1")
    hidden = sum(pile.get("hidden", 0) for pile in position["piles"])
    require(len(letters) + hidden <= sum(COPIES.values()), "BASE-TILE-1")
    for colour, supply in enumerate(position["supplies"]):
        standing = sum(laid.meeple[1] == colour for laid in table.values() if laid.meeple[0])
        require(supply + standing == position["rules"]["meeples"], "SOLO-SETUP-3")
        require(colour + 1 <= position["scores"][colour] <= 9999, "SOLO-SETUP-9")
    full = sum("M" in laid.segments and feature(table, c, "M")[1] for c, laid in table.items())
    require(position.get("monasteries", 0) <= full, "SOLO-GOAL-9")


def require(holds: object, rule: str) -> None:
    """Raise Broken with the rule unless it holds."""
    if not holds:
        raise Broken(rule)


# --- records --------------------------------------------------------------------------------------


def replayed(record: JSON) -> Iterator[Played | None]:
    """Yield what each turn brings, after nothing for the set-up; raise Broken at a wrong turn."""
    state = state_of(start_of(record))
    yield None
    for turn in record["turns"]:
        made = replay(state, turn)
        yield made
        state = made.after


def start_of(record: JSON) -> JSON:
    """Return where a record starts; raise Broken if it cannot be."""
    start = record.get("start") or official_start(record)
    check_position(start)
    if record.get("official", "start" not in record):
        set_up = official_start(start)
        lying = [(tile["tile"], "meeple" in tile) for tile in start["placements"]]
        require(lying == [("D", False)], "SOLO-SETUP-5")
        require(start["scores"] == set_up["scores"], "SOLO-SETUP-9")
        require(start["to_move"] == 1, "SOLO-SETUP-4")
        require(not start.get("over"), "SOLO-SETUP-1")
        sizes = [len(pile.get("known", "")) + int(pile.get("hidden", 0)) for pile in start["piles"]]
        require(sizes == PILES[start["rules"]["colours"]], "SOLO-SETUP-6")
    return start


def official_start(given: JSON) -> JSON:
    """Return the official set-up by the rules and with the piles of a document."""
    colours, meeples = given["rules"]["colours"], given["rules"]["meeples"]
    return {
        "rules": given["rules"],
        "placements": [{"tile": "D", "rotation": 0, "x": 0, "y": 0}],
        "scores": list(range(1, colours + 1)),
        "supplies": [meeples] * colours,
        "to_move": 1,
        "piles": given["piles"],
    }


def replay(state: State, turn: JSON) -> Played:
    """Return what a written turn brings; raise Broken if it breaks a rule."""
    left = any(size(pile) for pile in state.piles)
    require(not state.over, "SOLO-END-1" if left else "SOLO-END-4")
    state, drawn = revealed(state, turn)
    require(drawn.letter, "SOLO-END-6")
    check_draw(state, drawn, turn)
    cell, rotation = (turn["x"], turn["y"]), turn["rotation"]
    beside = any(beyond(cell, edge) in state.table for edge in range(4))
    require(cell not in state.table and beside, "BASE-PLACE-2")
    require((cell, rotation) in drawn.places, "BASE-PLACE-3")
    table = {**state.table, cell: Laid(segments_of(drawn.letter, rotation))}
    claim = written_claim(table, cell, turn, state.supplies[drawn.colour])
    if claim != "-":
        table[cell] = Laid(table[cell].segments, (claim, drawn.colour))
    return move(state, drawn, (cell, rotation), claim, written_order(table, cell, turn), [])


def revealed(state: State, turn: JSON) -> tuple[State, Drawn]:
    """Return what is drawn, tiles that were not known taken from what is written."""
    written = turn.get("discards", "") + turn["tile"]
    for _ in range(len(written) + 1):
        try:
            return state, draw(state)
        except Unknown:
            state = with_one_more(state, written)
    raise Broken("SOLO-PLACE-4")


def with_one_more(state: State, written: str) -> State:
    """Return the state with the first tile known that was not; it comes from what is written."""
    piles, colour = list(state.piles), state.colour
    taken = written
    while True:
        at = colour if len(piles) > 1 else 0
        known, hidden = piles[at]
        if hidden:
            letter = taken[len(known) :][:1] or taken[-1]
            require(copies_in_play(state, letter) < COPIES[letter], "BASE-TILE-1")
            piles[at] = (known + letter, hidden - 1)
            return state._replace(piles=piles)
        taken = taken[len(known) :] or taken[-1]
        colour = next_colour(state, colour)


def copies_in_play(state: State, letter: str) -> int:
    """Return how many tiles of a kind are on the table, known in the piles, or laid aside."""
    drawn = [segments_of(letter, rotation) for rotation in range(4)]
    lying = sum(laid.segments in drawn for laid in state.table.values())
    return lying + (state.discards + "".join(pile[0] for pile in state.piles)).count(letter)


def check_draw(state: State, drawn: Drawn, turn: JSON) -> None:
    """Raise Broken unless the tile drawn is the one written, by its colour and from its pile."""
    require(turn["colour"] - 1 == drawn.colour, "SOLO-TURN-1")
    pile = drawn.pile if len(state.piles) > 1 else drawn.colour
    require(turn.get("pile", turn["colour"]) == pile + 1, "SOLO-PLACE-1")
    require(turn.get("discards", "") == drawn.discards, "SOLO-PLACE-4")
    require(turn["tile"] == drawn.letter, "SOLO-PLACE-1")


def written_claim(table: Table, cell: Cell, turn: JSON, supply: int) -> str:
    """Return what is claimed; raise Broken if it may not be."""
    meeples, free = turn.get("meeples", []), free_features(table, cell)
    for meeple in meeples:
        require(meeple.get("piece") != "abbot", "SOLO-SETUP-10")
        require(meeple.get("piece") != "marker", "SOLO-SETUP-8")
        require(meeple.get("colour", turn["colour"]) == turn["colour"], "SOLO-MEEPLE-8")
        require((meeple.get("x", cell[0]), meeple.get("y", cell[1])) == cell, "SOLO-MEEPLE-8")
        require(meeple["segment"] != "F", "SOLO-MEEPLE-3")
    require(len(meeples) <= 1, "SOLO-MEEPLE-8")
    if not meeples:
        require(not (supply and free), "SOLO-MEEPLE-1")
        return "-"
    name = first_name(table[cell].segments, meeples[0]["segment"])
    require(name in table[cell].segments, "SOLO-MEEPLE-3")
    claim = first_claim(table, cell, name)
    require(claim in free, "SOLO-MEEPLE-5")
    require(supply, "SOLO-MEEPLE-11")
    return claim


def written_order(table: Table, cell: Cell, turn: JSON) -> list[str]:
    """Return the order of scoring; raise Broken unless it names what is to be scored, once each."""
    due = completed(table, cell)
    own = [
        first_claim(table, cell, name) if name in "NESWM" else name
        for name in turn.get("order", [])
    ]
    if not own and len(due) < 2:
        return list(due)
    require(own and len(set(own)) == len(own), "SOLO-SCORE-3")
    if sorted(own) != sorted(due):
        features = own_features(table, cell)
        empty = [n for n in own if n in features and feature(table, cell, n)[1] and n not in due]
        raise Broken("SOLO-SCORE-13" if empty else "SOLO-SCORE-1")
    return own


# --- answers --------------------------------------------------------------------------------------


def shown(made: Played) -> JSON:
    """Return the table after a turn as the protocol shows it."""
    after = made.after
    standing = [(cell, laid.meeple) for cell, laid in after.table.items() if laid.meeple[0]]
    state: JSON = {
        "scores": after.scores,
        "supplies": after.supplies,
        "meeples": [f"{x}.{y}.{name}{colour + 1}" for (x, y), (name, colour) in standing],
        "over": after.over,
    }
    if after.over:
        final, result = end_of(after)
        state |= {"final": final, "result": result}
    return state


def turns(request: JSON) -> JSON:
    """Answer which turns are legal."""
    state = state_of(request["position"])
    if state.over:
        return {"turns": []}
    drawn = draw(state)
    if not drawn.letter:
        return {"turns": ["none"]}
    return {
        "turns": [
            f"{drawn.letter}{rotation}.{x}.{y}.{claim}"
            for ((x, y), rotation), claim in listed(state, drawn)
        ]
    }


def play(request: JSON) -> JSON:
    """Answer what a turn brings."""
    made = brought(request)
    return {"legal": False} if made is None else {"legal": True, **shown(made)}


def goals(request: JSON) -> JSON:
    """Answer which goals a turn meets."""
    made = brought(request)
    if made is None:
        raise Unknown("the turn is not legal")
    return {"goals": list(goals_met(state_of(request["position"]), made))}


def final(request: JSON) -> JSON:
    """Answer how a game ends."""
    known_rules(request["rules"])
    scores = final_scores(request["scores"], request["meeples"])
    return {"final": scores, "result": result_of(scores)}


def position(request: JSON) -> JSON:
    """Answer whether a position can lie on the table."""
    try:
        check_position(request["position"])
    except Broken as broken:
        return {"legal": False, "rule": broken.args[0]}
    return {"legal": True}


def record(request: JSON) -> JSON:
    """Answer whether a written game is legal, and how it ends."""
    given = request["record"]
    known_rules((given.get("start") or given)["rules"])
    done: list[Played | None] = []
    try:
        for made in replayed(given):
            done.append(made)  # noqa: PERF402 - what was legal before a wrong turn is kept
    except Broken as broken:
        return {"legal": False, "turn": len(done), "rule": broken.args[0]}
    last = done[-1]
    return {"legal": True} if last is None else {"legal": True, **shown(last)}


def count(request: JSON) -> JSON:
    """Answer how many lines there are."""
    states, leaves = [state_of(request["position"])], []
    for _ in range(request["depth"]):
        found = [made.after for state in states for made in all_moves(state)]
        leaves.append(len(found))
        states = [state for state in found if not state.over]
    return {"leaves": leaves}


def hello(_request: JSON) -> JSON:
    """Say who this is, and what it can be asked."""
    return {"protocol": 1, "name": "small", "version": "1", "can": AREAS}


ANSWERS = {
    "hello": hello, "turns": turns, "play": play, "goals": goals, "final": final,
    "position": position, "record": record, "count": count,
}  # fmt: skip


def reply(request: JSON) -> JSON:
    """Answer a request, or say why not."""
    try:
        return ANSWERS[request["ask"]](request)
    except Cannot as lacking:
        return {"cannot": str(lacking)}
    except Unknown as unknown:
        return {"error": str(unknown)}
