"""Why a position of the house game cannot lie on the table: named faults, each under its rule.

A position without faults obeys every rule that can be judged from the table alone. That does not
imply that some game leads to it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from typing import TypeAlias

from verifier.carcassonne.house.position import (
    LAKE,
    PIECES,
    SPRING,
    START_TILE,
    Placement,
    Position,
    StandingPiece,
)
from verifier.carcassonne.table.cells import Cell, beyond, cell_text
from verifier.carcassonne.table.faults import (
    Fault,
    in_pieces,
    mover_in_play,
    numbers_for_colours,
    out_of_reach,
    require_none,
    scores_in_range,
    surrounded,
    used_twice,
)
from verifier.carcassonne.tiles import EDGES, is_of_river, tile_sheet
from verifier.carcassonne.tiles.drawing import Segment, lying, segment_named, segments
from verifier.carcassonne.tiles.tile import HALF_EDGES, TERRAIN, facing


def faults(position: Position) -> tuple[Fault, ...]:
    """Return everything wrong with the position; an empty tuple means it is valid.

    Where the counts of colours themselves are wrong nothing else is looked at, and features are
    looked at only on a table that fits together.

    >>> from verifier.carcassonne.house.position import set_up
    >>> from verifier.carcassonne.house.rule_set import HOUSE
    >>> faults(set_up(HOUSE, ("base/V", "base/E", "ic/K")))
    ()
    """
    found = tuple(_shape(position))
    if found:
        return found
    found = tuple(fault for check in _CHECKS for fault in check(position))
    if any(fault.name in _TABLE_FAULTS for fault in found):
        return found
    return (*found, *_river_course_faults(position), *_feature_faults(position))


def require_valid(position: Position) -> None:
    """Do nothing for a valid position.

    :raises Illegal: with the first fault, and a count of the others.
    """
    require_none(faults(position))


# --- numbers


def _shape(position: Position) -> Iterator[Fault]:
    colours = position.rules.colours
    yield from numbers_for_colours(
        colours, "HOUSE-2P-1", scores=position.scores, supplies=position.supplies
    )
    yield from mover_in_play(position.to_move, colours, "HOUSE-TURN-1")
    for placement in position.placements:
        piece = placement.piece
        if piece is not None and not 0 <= piece.colour < colours:
            why = f"a piece of colour {piece.colour + 1}, but there are {colours} colours"
            yield Fault("colour_of_piece", "HOUSE-2P-1", at(placement), why)
        if out_of_reach(placement):
            why = "no board of so few tiles reaches there"
            yield Fault("cell_out_of_reach", "HOUSE-TURN-3", at(placement), why)
    if not position.placements:
        why = "no tile lies on the table, not even the first one"
        yield Fault("no_tiles", "HOUSE-SETUP-9", "/placements", why)


def _scores(position: Position) -> Iterator[Fault]:
    starts = (0,) * len(position.scores)
    yield from scores_in_range(position.scores, starts, "HOUSE-SETUP-6")


def _pieces(position: Position) -> Iterator[Fault]:
    standing = [p.piece for p in position.placements if p.piece is not None]
    on_tiles = Counter((piece.piece, piece.colour) for piece in standing)
    for colour, supply in enumerate(position.supplies):
        for sort, left, owned in zip(PIECES, supply, position.rules.start_supply, strict=True):
            there = on_tiles[sort, colour]
            if left >= 0 and left + there == owned:
                continue
            why = (
                f"colour {colour + 1} has {_counted(there, sort)} on tiles and {left} in its "
                f"supply, which should make {owned}"
            )
            rule = "HOUSE-SETUP-6" if sort == "little" else "HOUSE-SETUP-1"
            yield Fault("number_of_pieces", rule, f"/supplies/{colour}/{sort}", why)


def _counted(number: int, sort: str) -> str:
    noun = "builder" if sort == "builder" else f"{sort} follower"
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


# --- tiles


def _tiles(position: Position) -> Iterator[Fault]:
    known = list(_known_tiles(position))
    for where, tile in known:
        tile_set = tile.partition("/")[0]
        if tile_set not in position.rules.sets:
            why = f"tile {tile} is of the set {tile_set}, which is not in play"
            yield Fault("set_not_in_play", "HOUSE-SETUP-1", where, why)
    copies = _copies(position)
    for tile, number in sorted(Counter(tile for _, tile in known).items()):
        if tile in copies and number > copies[tile]:
            where = next(place for place, other in reversed(known) if other == tile)
            why = f"{number} tiles {tile} are in the game, there are {copies[tile]}"
            rule = "HOUSE-RIVER-1" if tile == START_TILE else "HOUSE-SETUP-1"
            yield Fault("too_many_tiles", rule, where, why)
    if position.hidden < 0:
        yield Fault("too_few_tiles", "HOUSE-SETUP-3", "/hidden", "fewer than no unknown tiles")
    elif len(known) + position.hidden > sum(copies.values()):
        why = (
            f"{len(known)} known and {position.hidden} unknown tiles are more than the "
            f"{sum(copies.values())} of the sets"
        )
        yield Fault("too_many_tiles", "HOUSE-SETUP-1", "/hidden", why)


def _known_tiles(position: Position) -> Iterator[tuple[str, str]]:
    for placement in position.placements:
        yield at(placement), placement.tile
    for name in ("hand", "bag", "river", "discards"):
        for number, tile in enumerate(getattr(position, name)):
            yield f"/{name}/{number}", tile


def _copies(position: Position) -> dict[str, int]:
    rules = position.rules
    copies = {tile.id: tile.count for name in rules.sets for tile in tile_sheet(name).tiles}
    if rules.has_river:
        copies[START_TILE] -= rules.choose("house.riverStart", {"out": 1, "river": 0, "bag": 0})
    return copies


def _draw(position: Position) -> Iterator[Fault]:
    rules, hand = position.rules, position.hand
    if len(hand) > rules.hand:
        why = f"{len(hand)} tiles are in the shared hand, which holds {rules.hand}"
        yield Fault("hand_too_large", "HOUSE-SETUP-10", "/hand", why)
    waiting = position.river or position.bag
    left = hand or waiting or position.hidden
    if position.end == "played" and left:
        why = "all tiles are said to be played, but some are left"
        yield Fault("tiles_left", "HOUSE-END-1", "/end", why)
    if not position.end and not left:
        why = "no tile is left, but the game is not said to have ended"
        yield Fault("no_tiles_left", "HOUSE-END-1", "/hand", why)
    laid_aside = rules.choose(
        "house.unplayableHand", {"tie": rules.has_river, "discard_and_continue": True}
    )
    if position.discards and not laid_aside:
        why = "tiles have been laid aside, but a hand that cannot be placed is a tie"
        yield Fault("tiles_laid_aside", "HOUSE-TURN-11", "/discards", why)
    if position.second and not rules.start_supply.builder:
        why = "a second part is played, but there are no builders"
        yield Fault("second_part", "HOUSE-TURN-8", "/second", why)
    short = not position.end and len(hand) < rules.hand
    if short and position.bag and not _is_river_on(position):
        why = f"{len(hand)} tiles are in hand and the bag has more: the hand is refilled first"
        yield Fault("hand_not_full", "HOUSE-TURN-2", "/hand", why)


# --- the board: tiles that do not fit, pieces that cannot stand there


Table: TypeAlias = dict[Cell, Placement]
Place: TypeAlias = tuple[Cell, str]
"""An edge, a half-edge or another place of the tile on a cell."""


def _layout_faults(position: Position) -> Iterator[Fault]:
    """Yield where tiles do not fit together."""
    cells = [placement.cell for placement in position.placements]
    yield from used_twice(cells, "HOUSE-TURN-3")
    yield from _edges(position)
    yield from in_pieces(cells, "HOUSE-TURN-3")


def _edges(position: Position) -> Iterator[Fault]:
    table = {placement.cell: placement for placement in position.placements}
    for placement in table.values():
        for edge, back in (("N", "S"), ("E", "W")):
            other = table.get(_over(placement.cell, edge))
            if other is None:
                continue
            mine, theirs = _terrain(placement, edge), _terrain(other, back)
            if mine != theirs:
                why = f"{mine} of {placement.tile} meets {theirs} of {other.tile} at {other.cell}"
                rule = "HOUSE-RIVER-7" if "river" in (mine, theirs) else "HOUSE-TURN-3"
                yield Fault("edges_mismatch", rule, at(placement), why)


def _terrain(placement: Placement, edge: str) -> str:
    return TERRAIN[lying(placement.tile, placement.rotation).edges[EDGES.index(edge)]]


def _standing_faults(position: Position) -> Iterator[Fault]:
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


def _feature_faults(position: Position) -> Iterator[Fault]:
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
        return {(cell, "M")}, surrounded(cell, table)
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
        return _over(cell, place), EDGES[(EDGES.index(place) + 2) % 4]
    if place in HALF_EDGES:
        return _over(cell, place[0]), facing(place)
    return None


def _over(cell: Cell, edge: str) -> Cell:
    return beyond(cell, EDGES.index(edge))


def at(placement: Placement) -> str:
    """Return where a tile lies, in words."""
    return f"tile {placement.tile} on cell {cell_text(placement.cell)}"


# --- the river: what opens the game, in which order its tiles come, and how it runs


def _is_river_on(position: Position) -> bool:
    """Return whether river tiles, or the lake, are still to come."""
    return position.rules.has_river and bool(position.river or any(map(is_of_river, position.hand)))


def _river_faults(position: Position) -> Iterator[Fault]:
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
            if is_of_river(tile) or name == "river":
                why = f"the lake lies, but the river tile {tile} is still to come"
                yield Fault("river_after_lake", "HOUSE-RIVER-5", f"/{name}/{number}", why)


def _before_the_lake(position: Position) -> Iterator[Fault]:
    for number, tile in enumerate(position.bag):
        if is_of_river(tile):
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


def _river_course_faults(position: Position) -> Iterator[Fault]:
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
        here = table.get(_over(here.cell, onward)) if onward else None
    for placement in position.placements:
        if is_of_river(placement.tile) and placement.cell not in reached:
            why = "it does not continue the river that begins at the spring"
            yield Fault("river_in_pieces", "HOUSE-RIVER-7", at(placement), why)


def _opens(position: Position, tile: str) -> bool:
    """Return whether a tile is laid before the lake (AMB-37)."""
    among = {"out": False, "river": True, "bag": False}
    is_start = tile == START_TILE and position.rules.choose("house.riverStart", among)
    return is_of_river(tile) or is_start


def _opposite(edge: str) -> str:
    return EDGES[(EDGES.index(edge) + 2) % 4]


def _turn(way: str, onward: str) -> str:
    """Return to which side a river bends that flows so and then so, nothing if it does not."""
    if not way or not onward:
        return ""
    quarter_turns = (EDGES.index(onward) - EDGES.index(way)) % 4
    return {1: "right", 3: "left"}.get(quarter_turns, "")


_CHECKS: tuple[Callable[[Position], Iterator[Fault]], ...] = (
    _layout_faults,
    _tiles,
    _draw,
    _river_faults,
    _scores,
    _pieces,
    _standing_faults,
)
_TABLE_FAULTS = frozenset({"cell_used_twice", "edges_mismatch", "no_such_feature"})
