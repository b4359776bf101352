"""Faults of the river: what opens the game, in which order its tiles come, and how it runs."""

from __future__ import annotations

from collections.abc import Iterator

from verifier.carcassonne.house.board_faults import at, beyond
from verifier.carcassonne.house.drawing import segments
from verifier.carcassonne.house.position import LAKE, SPRING, START_TILE, Position
from verifier.carcassonne.table.cells import Cell
from verifier.carcassonne.table.faults import Fault
from verifier.carcassonne.tiles import EDGES


def is_river_on(position: Position) -> bool:
    """Return whether river tiles, or the lake, are still to come."""
    return position.rules.has_river and bool(
        position.river or any(map(_is_river_tile, position.hand))
    )


def river_faults(position: Position) -> Iterator[Fault]:
    """Yield what is wrong with the tiles that open the game (HOUSE-SETUP-9, HOUSE-RIVER-1, -5)."""
    on_table = {placement.tile for placement in position.placements}
    first = SPRING if position.rules.has_river else START_TILE
    if first not in on_table:
        rule = "HOUSE-RIVER-1" if position.rules.has_river else "HOUSE-SETUP-9"
        why = f"the first tile, {first}, is not on the table"
        yield Fault("no_start_tile", rule, "/placements", why)
    if not position.rules.has_river:
        return
    if LAKE in on_table or LAKE in position.discards:
        yield from _after_the_lake(position)
    else:
        yield from _before_the_lake(position)


def _after_the_lake(position: Position) -> Iterator[Fault]:
    for name in ("hand", "bag", "river"):
        for number, tile in enumerate(getattr(position, name)):
            if _is_river_tile(tile) or name == "river":
                why = f"the lake lies, but the river tile {tile} is still to come"
                yield Fault("river_after_lake", "HOUSE-RIVER-5", f"/{name}/{number}", why)


def _before_the_lake(position: Position) -> Iterator[Fault]:
    for number, tile in enumerate(position.bag):
        if _is_river_tile(tile):
            why = f"the river tile {tile} is in the bag"
            yield Fault("river_tile_in_bag", "HOUSE-RIVER-1", f"/bag/{number}", why)
    for name in ("hand", "river"):
        for number, tile in enumerate(getattr(position, name)):
            if not _opens(position, tile):
                why = f"the river is still being laid, but {tile} has no river"
                yield Fault("river_goes_on", "HOUSE-RIVER-5", f"/{name}/{number}", why)
    if position.river and position.river[-1] != LAKE:
        place = f"/river/{len(position.river) - 1}"
        why = "the lake does not come last of the river tiles"
        yield Fault("river_after_lake", "HOUSE-RIVER-5", place, why)
    for placement in position.placements:
        if not _opens(position, placement.tile):
            why = "it lies there, but the lake does not lie yet"
            yield Fault("river_goes_on", "HOUSE-RIVER-5", at(placement), why)


def river_course_faults(position: Position) -> Iterator[Fault]:
    """Yield where the river turns or breaks off as none can (HOUSE-RIVER-4, -7).

    The tiles of the position fit together.
    """
    table = {placement.cell: placement for placement in position.placements}
    here = next((each for each in position.placements if each.tile == SPRING), None)
    if here is None:
        return
    way, turned, reached = "", "", set[Cell]()
    while here is not None and here.cell not in reached:
        reached.add(here.cell)
        river = next((s for s in segments(here.tile, here.rotation) if s.kind == "river"), None)
        edges = () if river is None else river.places
        onward = next((edge for edge in edges if not way or edge != _opposite(way)), "")
        turn = _turn(way, onward)
        if turn and turn == turned:
            why = f"the river bends to the {turn} twice in a row"
            yield Fault("river_u_turn", "HOUSE-RIVER-4", at(here), why)
        turned, way = turn, onward
        here = table.get(beyond(here.cell, onward)) if onward else None
    for placement in position.placements:
        if _is_river_tile(placement.tile) and placement.cell not in reached:
            why = "it does not continue the river that begins at the spring"
            yield Fault("river_in_pieces", "HOUSE-RIVER-7", at(placement), why)


def _is_river_tile(tile: str) -> bool:
    return tile.startswith("river/")


def _opens(position: Position, tile: str) -> bool:
    """Return whether a tile is laid before the lake (AMB-37)."""
    among = {"out": False, "river": True, "bag": False}
    is_start = tile == START_TILE and position.rules.choose("house.riverStart", among)
    return _is_river_tile(tile) or is_start


def _opposite(edge: str) -> str:
    return EDGES[(EDGES.index(edge) + 2) % 4]


def _turn(way: str, onward: str) -> str:
    """Return to which side a river bends that flows so and then so, nothing if it does not."""
    if not way or not onward:
        return ""
    quarter_turns = (EDGES.index(onward) - EDGES.index(way)) % 4
    return {1: "right", 3: "left"}.get(quarter_turns, "")
