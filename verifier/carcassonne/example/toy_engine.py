"""A toy engine that shows how to answer the conformance suite, and is wrong on purpose.

It plays the Carcassonne Solo Variant by its printed rules, but always pays for a completed feature,
to whoever has the most meeples on it. The rules pay only if one of these colours is lowest on the
score track (SOLO-SCORE-5 to -10). The suite finds it out: all turns are right, many plays wrong.

    meepleproof conform -- python3 toy_engine.py

It knows the base game alone: it does not offer ``boxes``, and is asked nothing about other tiles.
It needs nothing but Python and the tile sheet in the folder beside it. Take what you can use: this
file is CC0-1.0.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any, NamedTuple

SHEET = json.loads(Path(__file__).parent.joinpath("../tiles/base.json").read_text("utf-8"))
EDGES = "NESW"
STEPS = [(0, 1), (1, 0), (0, -1), (-1, 0)]  # north is y + 1
NAMES = ["n", "ne", "e", "se", "s", "sw", "w", "nw"]
CELLS = [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)]
AROUND = dict(zip(NAMES, CELLS, strict=True))  # where the monastery is that a name means


class Segment(NamedTuple):
    """A road, city or monastery drawn on a tile, the numbers of its edges, its shields."""

    kind: str
    edges: list[int]
    shields: int = 0


class Laid(NamedTuple):
    """A tile as it lies: its segments by name, and which of them has a meeple of which colour."""

    segments: dict[str, Segment]
    meeple: tuple[str, int] = ("", -1)


Cell = tuple[int, int]
Table = dict[Cell, Laid]
Parts = set[tuple[Cell, str]]  # a feature: the segments that make it up
JSON = dict[str, Any]


class Cannot(Exception):
    """What this engine leaves out."""


# --- the table ------------------------------------------------------------------------------------


def segments_of(letter: str, rotation: int) -> dict[str, Segment]:
    """Return the segments of a tile by name: the letter of the first edge, or M."""
    entry = next(entry for entry in SHEET["tiles"] if entry["letter"] == letter)
    drawn = [("city", city["edges"], city["shields"]) for city in entry["cities"]]
    drawn += [("road", road["edges"], 0) for road in entry["roads"]]
    segments = {"M": Segment("monastery", [])} if entry["monastery"] else {}
    for kind, letters, shields in drawn:
        edges = sorted((EDGES.index(edge) + rotation) % 4 for edge in letters)
        segments[EDGES[edges[0]]] = Segment(kind, edges, shields)
    return segments


def table_of(position: JSON) -> Table:
    """Return the table of a position."""
    table = {}
    for tile in position["placements"]:
        segments = segments_of(tile["tile"], tile["rotation"])
        meeple = tile.get("meeple", {"segment": "", "colour": 0})
        table[tile["x"], tile["y"]] = Laid(segments, (meeple["segment"], meeple["colour"] - 1))
    return table


def name_at(segments: dict[str, Segment], edge: int) -> str:
    """Return the name of the segment at an edge; empty for a field."""
    return next((name for name, segment in segments.items() if edge in segment.edges), "")


def kind_at(segments: dict[str, Segment], edge: int) -> str:
    """Return what is drawn at an edge."""
    name = name_at(segments, edge)
    return segments[name].kind if name else "field"


def beyond(cell: Cell, edge: int) -> Cell:
    """Return the neighbouring cell over an edge."""
    return (cell[0] + STEPS[edge][0], cell[1] + STEPS[edge][1])


def feature(table: Table, cell: Cell, name: str) -> tuple[Parts, bool]:
    """Return the feature that a segment belongs to, and whether it is complete."""
    if name == "M":
        return {(cell, name)}, all((cell[0] + x, cell[1] + y) in table for x, y in AROUND.values())
    parts: Parts = set()
    complete, todo = True, [(cell, name)]
    while todo:
        here, part = todo.pop()
        if (here, part) in parts:
            continue
        parts.add((here, part))
        for edge in table[here].segments[part].edges:
            there = beyond(here, edge)
            if there in table:
                todo.append((there, name_at(table[there].segments, (edge + 2) % 4)))
            else:
                complete = False
    return parts, complete


def meeples_on(table: Table, parts: Parts) -> list[int]:
    """Return the colours of the meeples on a feature, one for each meeple."""
    return [table[cell].meeple[1] for cell, name in parts if table[cell].meeple[0] == name]


# --- which turns are legal ------------------------------------------------------------------------


def fits(table: Table, cell: Cell, segments: dict[str, Segment]) -> bool:
    """Return whether a tile may lie there: on a free cell, beside a tile, all edges matching."""
    touching = [edge for edge in range(4) if beyond(cell, edge) in table]
    return (
        cell not in table
        and touching != []
        and all(
            kind_at(segments, edge) == kind_at(table[beyond(cell, edge)].segments, (edge + 2) % 4)
            for edge in touching
        )
    )


def places(position: JSON, table: Table) -> tuple[str, list[tuple[Cell, int]]]:
    """Return the tile drawn and where it may lie; tiles that fit nowhere leave the game."""
    if len(position["piles"]) == 1:
        raise Cannot("one row of tiles for all colours")
    cells = {beyond(cell, edge) for cell in table for edge in range(4)}
    for letter in position["piles"][position["to_move"] - 1].get("known", ""):
        turned = [(rotation, segments_of(letter, rotation)) for rotation in range(4)]
        found = [(c, rotation) for c in cells for rotation, s in turned if fits(table, c, s)]
        if found:
            return letter, found
    raise Cannot("a pile that runs out")


def free_features(table: Table, cell: Cell) -> list[str]:
    """Return the features without meeples of the tile just placed, by the first of their edges."""
    free: list[str] = []
    seen: list[Parts] = []
    for name in sorted(table[cell].segments, key="NESWM".index):
        parts, _ = feature(table, cell, name)
        if parts not in seen and not meeples_on(table, parts):
            free.append(name)
        seen.append(parts)
    return free


def claims(table: Table, cell: Cell, supply: int) -> list[str]:
    """Return what may be claimed: a meeple must be placed if there is one and it has a place."""
    return (free_features(table, cell) if supply else []) or ["-"]


def turns(request: JSON) -> JSON:
    """Answer which turns are legal. Equal drawings may be named by any of their rotations."""
    position = request["position"]
    table, supply = table_of(position), position["supplies"][position["to_move"] - 1]
    letter, found = places(position, table)
    return {
        "turns": [
            f"{letter}{rotation}.{cell[0]}.{cell[1]}.{claim}"
            for cell, rotation in found
            for claim in claims({**table, cell: Laid(segments_of(letter, rotation))}, cell, supply)
        ]
    }


# --- what a turn brings ---------------------------------------------------------------------------


def play(request: JSON) -> JSON:
    """Answer what a turn brings."""
    position = request["position"]
    table, colour = table_of(position), position["to_move"] - 1
    scores, supplies = list(position["scores"]), list(position["supplies"])
    letter, found = places(position, table)
    if request["turn"] == "none":  # but there is a tile to place
        return {"legal": False}
    drawn, x, y, claim, *order = request["turn"].split(".")
    cell, rotation = (int(x), int(y)), int(drawn[1])
    if drawn[0] != letter or (cell, rotation) not in found:
        return {"legal": False}
    table[cell] = Laid(segments_of(letter, rotation))
    if claim not in claims(table, cell, supplies[colour]):
        return {"legal": False}
    over = not supplies[colour] and free_features(table, cell) != []
    if claim != "-":
        supplies[colour] -= 1
        table[cell] = Laid(table[cell].segments, (claim, colour))
    named = [place_of(cell, name) for name in order[0].split("-")] if order else []
    if not all(scores_now(table, *place) for place in named):
        return {"legal": False}
    for place in named:
        score(table, *place, scores, supplies)
    left = [len(pile.get("known", "")) + pile.get("hidden", 0) for pile in position["piles"]]
    left[colour] -= position["piles"][colour]["known"].index(letter) + 1
    return {"legal": True, **shown(table, scores, supplies, over=over or not any(left))}


def place_of(cell: Cell, name: str) -> tuple[Cell, str]:
    """Return the cell and the segment of a feature that is named from the tile just placed."""
    if name in AROUND:
        return (cell[0] + AROUND[name][0], cell[1] + AROUND[name][1]), "M"
    return cell, name


def scores_now(table: Table, cell: Cell, name: str) -> bool:
    """Return whether there is such a feature, complete and with a meeple."""
    if cell not in table or name not in table[cell].segments:
        return False
    parts, complete = feature(table, cell, name)
    return complete and meeples_on(table, parts) != []


def score(table: Table, cell: Cell, name: str, scores: list[int], supplies: list[int]) -> None:
    """Score a completed feature; its meeples return."""
    parts, _ = feature(table, cell, name)
    tiles = len({there for there, _ in parts})
    shields = sum(table[there].segments[part].shields for there, part in parts)
    worth = {"monastery": 9, "road": tiles, "city": 2 * (tiles + shields)}
    present = meeples_on(table, parts)
    most = max(present.count(colour) for colour in present)
    majority = {colour for colour in present if present.count(colour) == most}
    if majority:  # wrong on purpose: one of them must be lowest
        for colour in majority:
            scores[colour] += worth[table[cell].segments[name].kind]
    for colour in present:
        supplies[colour] += 1
    for there, part in parts:
        if table[there].meeple[0] == part:
            table[there] = Laid(table[there].segments)


def shown(table: Table, scores: list[int], supplies: list[int], *, over: bool) -> JSON:
    """Return the table after a turn as the protocol shows it, with the result if it is the last."""
    standing = [(cell, laid.meeple) for cell, laid in table.items() if laid.meeple[0]]
    state: JSON = {
        "scores": scores,
        "supplies": supplies,
        "meeples": [f"{x}.{y}.{name}{colour + 1}" for (x, y), (name, colour) in standing],
        "over": over,
    }
    if over:
        final, left = list(scores), [colour for _, (_, colour) in standing]
        while lowest := [colour for colour in left if final[colour] == min(final)]:
            left.remove(lowest[0])
            final[lowest[0]] += 2
        state |= {"final": final, "result": min(final)}
    return state


# --- the protocol ---------------------------------------------------------------------------------


def hello(_request: JSON) -> JSON:
    """Say who this is, and what it can be asked."""
    return {"protocol": 1, "name": "toy", "version": "1", "can": ["turns", "play"]}


def main() -> None:
    """Answer every line with a line."""
    answers = {"hello": hello, "turns": turns, "play": play}
    for line in sys.stdin:
        request = json.loads(line)
        try:
            answer = answers[request["ask"]](request)
        except Cannot as lacking:
            answer = {"cannot": str(lacking)}
        sys.stdout.write(json.dumps({"id": request["id"], **answer}) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
