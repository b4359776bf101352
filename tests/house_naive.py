"""A naive third opinion on the house rules, for tests only: the table, features, values, placing.

Written from the rule catalogue and the tile sheets alone: a dict for the table, a flood fill for
every question. Nothing is kept from one question to the next. It must stay slow and plain; where a
key disagrees with it, one of them is wrong, and the catalogue says which.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import cache
from typing import NamedTuple

from verifier.carcassonne.house.position import Placement, Position, StandingPiece
from verifier.carcassonne.house.rule_set import RuleSet
from verifier.carcassonne.table.cells import AROUND, Cell
from verifier.carcassonne.tiles.drawing import NAMES, Kind, Segment, lying, segment_named, segments

STEPS: dict[str, Cell] = {"N": (0, 1), "E": (1, 0), "S": (0, -1), "W": (-1, 0)}
OPPOSITE = {"N": "S", "E": "W", "S": "N", "W": "E"}
WEIGHT = {"little": 1, "big": 2, "builder": 0}  # HOUSE-OWN-1

Board = dict[Cell, Placement]
Part = tuple[Cell, str]
"""A segment on the table: its cell and its name."""


class Feature(NamedTuple):
    """A feature (DEF-3): all of its parts, and whether any of its edges has no neighbour yet."""

    kind: Kind
    parts: frozenset[Part]
    open: bool


def board_of(position: Position) -> Board:
    """Return the table of the position."""
    return {placement.cell: placement for placement in position.placements}


def beside(cell: Cell, edge: str) -> Cell:
    """Return the neighbour of the cell over that edge (DEF-1)."""
    return (cell[0] + STEPS[edge][0], cell[1] + STEPS[edge][1])


def block(cell: Cell) -> list[Cell]:
    """Return the nine cells of the block around a cell."""
    return [(cell[0] + i, cell[1] + j) for j in (-1, 0, 1) for i in (-1, 0, 1)]


def across(place: str) -> str:
    """Return the place that meets an edge or a half-edge on the neighbouring tile."""
    if len(place) == 1:
        return OPPOSITE[place]
    return OPPOSITE[place[0]] + {"l": "r", "r": "l"}[place[1]]


def joins(place: str) -> bool:
    """Return whether a neighbour joins there: no monastery, no corner (HOUSE-FEAT-6, -7)."""
    return place in STEPS or place[-1] in "lr"


def segment_at(board: Board, part: Part) -> Segment:
    """Return the segment of a tile on the table that reaches the place."""
    cell, place = part
    found = segment_named(board[cell].tile, board[cell].rotation, place)
    assert found is not None, f"nothing at {place} of {board[cell]}"
    return found


@cache
def ways_on(segment: Segment) -> list[tuple[Cell, str]]:
    """Return over which places a segment goes on: the step to the neighbour, and its place."""
    return [(STEPS[place[0]], across(place)) for place in filter(joins, segment.places)]


def feature_at(board: Board, part: Part) -> Feature:
    """Return the feature that a segment belongs to, by flood fill over edges and half-edges."""
    kind = segment_at(board, part).kind
    parts: set[Part] = set()
    has_open_end = False
    todo = [part]
    while todo:
        cell, place = todo.pop()
        segment = segment_at(board, (cell, place))
        assert segment.kind == kind, f"{kind} meets {segment.kind} at {place} of {cell}"
        if (cell, segment.name) in parts:
            continue
        parts.add((cell, segment.name))
        for step, meets in ways_on(segment):
            there = (cell[0] + step[0], cell[1] + step[1])
            if there in board:
                todo.append((there, meets))
            else:
                has_open_end = True
    return Feature(kind, frozenset(parts), has_open_end)


def features_on(board: Board, cell: Cell) -> dict[str, Feature]:
    """Return the features on a tile under their names: the first that each has on this tile."""
    found: dict[str, Feature] = {}
    tile = board[cell]
    for segment in sorted(segments(tile.tile, tile.rotation), key=lambda s: NAMES.index(s.name)):
        feature = feature_at(board, (cell, segment.name))
        if feature.kind != "river" and feature not in found.values():  # HOUSE-RIVER-3
            found[segment.name] = feature
    return found


def all_features(board: Board) -> list[Feature]:
    """Return every feature on the table but the river."""
    found = {feature for cell in board for feature in features_on(board, cell).values()}
    return sorted(found, key=lambda feature: by_place(least(feature)))


def by_place(part: Part) -> tuple[int, int, int]:
    """Return what orders features: the row, the column and the name of their least part."""
    (x, y), name = part
    return (y, x, NAMES.index(name))


def least(feature: Feature) -> Part:
    """Return the least part of a feature."""
    return min(feature.parts, key=by_place)


def is_complete(board: Board, feature: Feature) -> bool:
    """Return whether a feature is complete (HOUSE-FEAT-1 to -3, -6, -7; BASE-ROAD-1)."""
    if feature.kind == "monastery":
        ((cell, _),) = feature.parts
        return all(each in board for each in block(cell))
    return feature.kind in {"city", "road"} and not feature.open


def pieces_on(board: Board, feature: Feature) -> dict[Cell, StandingPiece]:
    """Return the pieces standing on a feature."""
    return {
        cell: piece
        for cell, name in feature.parts
        if (piece := board[cell].piece) is not None and piece.feature == name
    }


def weights_on(board: Board, feature: Feature) -> dict[int, int]:
    """Return the colours with followers on a feature, and what these weigh (HOUSE-OWN-1)."""
    weights: Counter[int] = Counter()
    for piece in pieces_on(board, feature).values():
        weights[piece.colour] += WEIGHT[piece.piece]
    return {colour: weights[colour] for colour in sorted(weights) if weights[colour] > 0}


def owners_of(board: Board, feature: Feature) -> tuple[int, ...]:
    """Return the colours with most on a feature, ties included (HOUSE-OWN-1, -2)."""
    weights = weights_on(board, feature)
    return tuple(colour for colour in weights if weights[colour] == max(weights.values()))


def tiles_of(feature: Feature) -> int:
    """Return how many tiles it has, one entered twice being one (HOUSE-SCORE-9)."""
    return len({cell for cell, _ in feature.parts})


def shields_of(board: Board, feature: Feature) -> int:
    """Return the shields of a city (HOUSE-FEAT-4)."""
    return sum(
        lying(board[part[0]].tile, board[part[0]].rotation)
        .cities[segment_at(board, part).number]
        .shields
        for part in feature.parts
    )


def is_special(board: Board, feature: Feature) -> bool:
    """Return whether a city has a cathedral, or a road an inn."""
    for part in feature.parts:
        tile, number = board[part[0]], segment_at(board, part).number
        drawn = lying(tile.tile, tile.rotation)
        if drawn.cities[number].cathedral if feature.kind == "city" else drawn.roads[number].inn:
            return True
    return False


def value_of(board: Board, feature: Feature, rules: RuleSet) -> int:
    """Return what a completed feature is worth (HOUSE-SCORE-1 to -11)."""
    if feature.kind == "monastery":
        return 9
    tiles, special = tiles_of(feature), is_special(board, feature)
    if feature.kind == "road":
        return road_value(tiles, rules, inn=special)
    return city_value(tiles, shields_of(board, feature), rules, cathedral=special)


def road_value(tiles: int, rules: RuleSet, *, inn: bool) -> int:
    """Return what a completed road is worth (HOUSE-SCORE-2 to -4, -8; AMB-29, AMB-32)."""
    if rules.value("house.road") == "official_1_2":
        return (2 if inn else 1) * tiles
    if inn and not (tiles == 2 and rules.value("house.innTwoTiles") == "2"):
        return 3 * tiles
    return 2 if tiles == 2 else 2 * tiles


def city_value(tiles: int, shields: int, rules: RuleSet, *, cathedral: bool) -> int:
    """Return what a completed city is worth (HOUSE-SCORE-5 to -8, -10; AMB-30)."""
    if cathedral:
        return 3 * (tiles + shields)
    if tiles == 2 and shields == 0:
        return 2
    if tiles == 2 and rules.value("house.tinyShield") != "6":
        return int(rules.value("house.tinyShield"))
    return 2 * (tiles + shields)


def cities_touching(board: Board, field: Feature) -> list[Part]:
    """Return the completed cities that touch a field, each by its least part (HOUSE-FINAL-5)."""
    touching: set[Feature] = set()
    for part in field.parts:
        tile = board[part[0]]
        drawn = lying(tile.tile, tile.rotation)
        for city in drawn.fields[segment_at(board, part).number].cities:
            touching.add(feature_at(board, (part[0], drawn.city(city).edges[0])))
    complete = [least(city) for city in touching if is_complete(board, city)]
    return sorted(complete, key=by_place)


def final_value_of(board: Board, feature: Feature) -> int:
    """Return what an incomplete feature or a field is worth at the end (HOUSE-FINAL-2 to -5)."""
    if feature.kind == "field":
        return 3 * len(cities_touching(board, feature))
    if feature.kind == "monastery":
        ((cell, _),) = feature.parts
        return sum(each in board for each in block(cell))
    if is_special(board, feature):
        return 0
    return tiles_of(feature) + (shields_of(board, feature) if feature.kind == "city" else 0)


def monasteries_around(board: Board, cell: Cell) -> dict[str, Feature]:
    """Return the monasteries on the surrounding cells, under the names of these."""
    found: dict[str, Feature] = {}
    for name, (dx, dy) in AROUND.items():
        there = (cell[0] + dx, cell[1] + dy)
        if there in board and lying(board[there].tile, board[there].rotation).monastery:
            found[name] = feature_at(board, (there, "M"))
    return found


# Placing a tile


def frontier(board: Board) -> set[Cell]:
    """Return the empty cells that share an edge with a tile (HOUSE-TURN-3)."""
    return {beside(cell, edge) for cell in board for edge in STEPS} - set(board)


def edges_match(board: Board, laid: Placement) -> bool:
    """Return if every edge that touches a tile meets its like (HOUSE-TURN-3, HOUSE-RIVER-7)."""
    drawn = lying(laid.tile, laid.rotation)
    for edge in STEPS:
        other = board.get(beside(laid.cell, edge))
        if other is not None:
            terrain = lying(other.tile, other.rotation).terrain(OPPOSITE[edge])
            if terrain != drawn.terrain(edge):
                return False
    return True


def continues_river(board: Board, laid: Placement) -> bool:
    """Return whether a tile with a river goes on where the river is open (HOUSE-RIVER-2, -7)."""
    drawn = lying(laid.tile, laid.rotation)
    return any(beside(laid.cell, edge) in board for river in drawn.rivers for edge in river.edges)


def turns_twice(board: Board, laid: Placement) -> bool:
    """Return whether it and the river tile before it bend to the same side (HOUSE-RIVER-4)."""
    for river in lying(laid.tile, laid.rotation).rivers:
        for entry in river.edges:
            before = board.get(beside(laid.cell, entry))
            exits = [edge for edge in river.edges if edge != entry]
            if before is None or not exits:
                continue
            came_out = OPPOSITE[entry]
            (part,) = lying(before.tile, before.rotation).rivers
            came_in = [edge for edge in part.edges if edge != came_out]
            if came_in and side(came_in[0], came_out) == side(entry, exits[0]) != "straight":
                return True
    return False


def side(came_in: str, goes_out: str) -> str:
    """Return to which side one turns who comes in over one edge and goes out over another."""
    clockwise = "NESW"
    quarters = (clockwise.index(goes_out) - clockwise.index(came_in)) % 4
    return {1: "left", 2: "straight", 3: "right"}[quarters]


def broken_by(board: Board, laid: Placement) -> str:
    """Return the rule that forbids a placement, or nothing."""
    alone = not any(beside(laid.cell, edge) in board for edge in STEPS)
    if laid.cell in board or alone or not edges_match(board, laid):
        return "HOUSE-TURN-3"
    if lying(laid.tile, laid.rotation).rivers:
        if not continues_river(board, laid):
            return "HOUSE-RIVER-7"
        if turns_twice(board, laid):
            return "HOUSE-RIVER-4"
    return ""


def legal_placements(board: Board, tile: str) -> Iterator[Placement]:
    """Yield where a tile may go; equal drawings once."""
    for cell in frontier(board):
        for rotation in range(4 // lying(tile, 0).symmetry):
            laid = Placement(tile, rotation, *cell)
            if not broken_by(board, laid):
                yield laid


def can_be_placed(board: Board, tiles: Iterable[str]) -> bool:
    """Return whether any of the tiles has a place (HOUSE-TURN-11)."""
    return any(True for tile in tiles for _ in legal_placements(board, tile))


def with_tile(board: Board, laid: Placement) -> Board:
    """Return the table with one more tile."""
    return {**board, laid.cell: laid}


def without_pieces(board: Board, cells: set[Cell]) -> Board:
    """Return the table without the pieces on these cells."""
    return {
        cell: replace(tile, piece=None) if cell in cells else tile for cell, tile in board.items()
    }
