"""Faults of the board of the house game: tiles that do not fit, pieces that cannot stand there."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import TypeAlias

from verifier.carcassonne.house.drawing import Segment, lying, segment_named
from verifier.carcassonne.house.position import Placement, Position, StandingPiece
from verifier.carcassonne.table.cells import STEPS, Cell, cell_text
from verifier.carcassonne.table.faults import Fault
from verifier.carcassonne.tiles import EDGES
from verifier.carcassonne.tiles.rim import HALF_EDGES, facing
from verifier.carcassonne.tiles.tile import TERRAIN

Table: TypeAlias = dict[Cell, Placement]
Place: TypeAlias = tuple[Cell, str]
"""An edge, a half-edge or another place of the tile on a cell."""


def layout_faults(position: Position) -> Iterator[Fault]:
    """Yield where tiles do not fit together."""
    yield from _cells(position)
    yield from _edges(position)
    yield from _connection(position)


def _cells(position: Position) -> Iterator[Fault]:
    for cell, times in Counter(p.cell for p in position.placements).items():
        if times > 1:
            why = f"{times} tiles lie on cell {cell_text(cell)}"
            yield Fault("cell_used_twice", "HOUSE-TURN-3", f"cell {cell_text(cell)}", why)


def _edges(position: Position) -> Iterator[Fault]:
    table = {placement.cell: placement for placement in position.placements}
    for placement in table.values():
        for edge, back in (("N", "S"), ("E", "W")):
            other = table.get(beyond(placement.cell, edge))
            if other is None:
                continue
            mine, theirs = _terrain(placement, edge), _terrain(other, back)
            if mine != theirs:
                why = f"{mine} of {placement.tile} meets {theirs} of {other.tile} at {other.cell}"
                rule = "HOUSE-RIVER-7" if "river" in (mine, theirs) else "HOUSE-TURN-3"
                yield Fault("edges_mismatch", rule, at(placement), why)


def _terrain(placement: Placement, edge: str) -> str:
    return TERRAIN[lying(placement.tile, placement.rotation).edges[EDGES.index(edge)]]


def _connection(position: Position) -> Iterator[Fault]:
    cells = [placement.cell for placement in position.placements]
    left, todo = set(cells[1:]), cells[:1]
    while todo:
        cell = todo.pop()
        beside = left & {beyond(cell, edge) for edge in EDGES}
        left -= beside
        todo += beside
    left -= set(cells[:1])
    if left:
        stray = min(left)
        why = f"the tile on {cell_text(stray)} shares no edge with the rest of the table"
        yield Fault("table_in_pieces", "HOUSE-TURN-3", f"cell {cell_text(stray)}", why)


def standing_faults(position: Position) -> Iterator[Fault]:
    """Yield where pieces stand on what is not there, or not for them."""
    for placement in position.placements:
        piece = placement.piece
        if piece is None:
            continue
        segment = _stood_on(placement)
        if segment is None:
            why = f"tile {placement.tile} has no feature at {piece.feature!r}"
            yield Fault("no_such_feature", "HOUSE-TURN-4", at(placement), why)
        elif segment.kind == "river":
            yield Fault("piece_on_river", "HOUSE-RIVER-3", at(placement), "it stands on the river")
        elif piece.piece == "builder" and segment.kind not in ("road", "city"):
            rule = "HOUSE-TURN-5" if segment.kind == "field" else "HOUSE-TURN-4"
            why = f"builders stand on roads and in cities, not on a {segment.kind}"
            yield Fault("builder_out_of_place", rule, at(placement), why)


def feature_faults(position: Position) -> Iterator[Fault]:
    """Yield pieces that cannot stand where they do for what else is on their feature.

    The tiles of the position fit together.
    """
    table = {placement.cell: placement for placement in position.placements}
    for placement in position.placements:
        piece = placement.piece
        if piece is None:
            continue
        segment = _stood_on(placement)
        if segment is None or segment.kind == "river":
            continue
        reached, complete = feature_places(table, placement.cell, segment)
        if complete and segment.kind != "field":
            why = f"the {segment.kind} is complete, so its pieces have gone home"
            yield Fault("piece_on_complete_feature", "HOUSE-TURN-6", at(placement), why)
        if piece.piece != "builder":
            yield from _claimed_twice(table, placement, segment)
        elif segment.kind != "field" and not _has_follower(reached, table, piece.colour):
            why = f"colour {piece.colour + 1} has a builder here, but no follower that owns it"
            yield Fault("builder_without_follower", "HOUSE-TURN-4", at(placement), why)


def _claimed_twice(table: Table, placement: Placement, segment: Segment) -> Iterator[Fault]:
    """Yield a fault for each adjacent tile with a follower on the same segment across the edge.

    Of two adjacent tiles the later one found the feature owned, so it cannot have been claimed.
    """
    beside = set[Cell]()
    for place in segment.places:
        opposite = _across(placement.cell, place)
        other = None if opposite is None else table.get(opposite[0])
        if opposite is None or other is None or not _is_follower(other.piece):
            continue
        theirs = _stood_on(other)
        if theirs is not None and opposite[1] in theirs.places:
            beside.add(other.cell)
    for cell in sorted(beside):
        why = f"the {segment.kind} carries a follower on the adjacent tile {cell_text(cell)} too"
        yield Fault("claimed_twice", "HOUSE-TURN-4", at(placement), why)


def _is_follower(piece: StandingPiece | None) -> bool:
    return piece is not None and piece.piece != "builder"


def _has_follower(reached: set[Place], table: Table, colour: int) -> bool:
    """Return whether a follower of that colour stands on any of these places."""
    for cell in {cell for cell, _ in reached}:
        piece, segment = table[cell].piece, _stood_on(table[cell])
        if (
            segment is not None
            and piece is not None
            and _is_follower(piece)
            and piece.colour == colour
            and (cell, segment.name) in reached
        ):
            return True
    return False


def _stood_on(placement: Placement) -> Segment | None:
    """Return the segment that the piece on a tile stands on, None if there is none of the kind."""
    if placement.piece is None:
        return None
    return segment_named(placement.tile, placement.rotation, placement.piece.feature)


def feature_places(table: Table, cell: Cell, segment: Segment) -> tuple[set[Place], bool]:
    """Return all places of a segment's feature, and whether it is complete."""
    if segment.kind == "monastery":
        x, y = cell
        around = ((x + i, y + j) in table for i in (-1, 0, 1) for j in (-1, 0, 1))
        return {(cell, "M")}, all(around)
    reached: set[Place] = set()
    todo = [(cell, place) for place in segment.places]
    complete = True
    while todo:
        place = todo.pop()
        if place in reached:
            continue
        reached.add(place)
        opposite = _across(*place)
        if opposite is None:
            continue
        other = table.get(opposite[0])
        if other is None:
            complete = False
            continue
        joined = segment_named(other.tile, other.rotation, opposite[1])
        if joined is not None:
            todo += [(other.cell, further) for further in joined.places]
    return reached, complete


def _across(cell: Cell, place: str) -> Place | None:
    """Return what an edge or a half-edge meets on the next cell; None for any other place."""
    if place in {*EDGES}:
        return beyond(cell, place), EDGES[(EDGES.index(place) + 2) % 4]
    if place in HALF_EDGES:
        return beyond(cell, place[0]), facing(place)
    return None


def beyond(cell: Cell, edge: str) -> Cell:
    """Return the next cell over an edge."""
    step = STEPS[EDGES.index(edge)]
    return (cell[0] + step[0], cell[1] + step[1])


def at(placement: Placement) -> str:
    """Return where a tile lies, in words."""
    return f"tile {placement.tile} on cell {cell_text(placement.cell)}"
