"""The faults of a position: each has a name and the rule that it breaks.

A position without faults obeys every rule that can be checked on the table alone. That does not
mean that some game leads to it, which is the question ``reach``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator

from verifier.carcassonne.solo.letters import letter_of
from verifier.carcassonne.solo.position import LAKE, Pile, Placement, Position
from verifier.carcassonne.solo.rule_set import BOXES
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
from verifier.carcassonne.tiles import is_of_river

_Port = tuple[Cell, int]


def faults(position: Position) -> tuple[Fault, ...]:
    """Return everything wrong with the position; an empty tuple means it is valid.

    If the counts of colours are wrong, nothing else is checked.

    >>> from verifier.carcassonne.solo.position import setup
    >>> faults(setup())
    ()
    """
    shape = tuple(_shape(position))
    if shape:
        return shape
    found = [fault for check in _CHECKS for fault in check(position)]
    if not any(fault.name in _TABLE_FAULTS for fault in found):
        # Features are undefined on a table whose tiles do not fit together.
        found += _features(position)
    return tuple(found)


def faults_besides_the_table(position: Position) -> tuple[Fault, ...]:
    """Return the faults of a position whose placements are known to have none.

    >>> from dataclasses import replace
    >>> from verifier.carcassonne.solo.position import Pile, setup
    >>> position = replace(setup(), piles=(Pile(("base/D",) * 4),))
    >>> [fault.name for fault in faults_besides_the_table(position)]
    ['too_many_tiles']
    """
    return tuple(_counts(position)) or (*_tiles(position), *_colours(position))


def require_valid(position: Position) -> None:
    """Do nothing for a valid position.

    :raises Illegal: with the first fault, and a count of the others.
    """
    require_none(faults(position))


def _shape(position: Position) -> Iterator[Fault]:
    yield from _counts(position)
    colours = position.rules.colours
    for placement in position.placements:
        meeple = placement.meeple
        if meeple is not None and not 0 <= meeple.colour < colours:
            why = f"a meeple of colour {meeple.colour + 1}, but there are {colours} colours"
            yield Fault("colour_of_meeple", "SOLO-SETUP-2", _at(placement), why)
        if out_of_reach(placement):
            why = f"no board of {sum(position.rules.tile_counts().values())} tiles reaches there"
            yield Fault("cell_out_of_reach", "BASE-TILE-1", _at(placement), why)
    if not position.placements:
        why = "no tile lies on the table, not even the start tile"
        yield Fault("no_tiles", "SOLO-SETUP-5", "/placements", why)


def _counts(position: Position) -> Iterator[Fault]:
    colours = position.rules.colours
    yield from numbers_for_colours(
        colours, "SOLO-SETUP-2", scores=position.scores, supplies=position.supplies
    )
    yield from _counts_of_large(position)
    if len(position.piles) not in (1, colours):
        why = f"{len(position.piles)} piles are given for {colours} colours"
        yield Fault("number_of_piles", "SOLO-SETUP-6", "/piles", why)
    yield from mover_in_play(position.to_move, colours, "SOLO-TURN-1")


def _counts_of_large(position: Position) -> Iterator[Fault]:
    if position.rules.large:
        yield from numbers_for_colours(position.rules.colours, "SOLO-BOX-5", large=position.large)
    elif position.large:
        why = "large meeples are in hand, but no colour has one by these rules"
        yield Fault("large_meeple_not_in_play", "SOLO-BOX-5", "/large", why)


def _cells(position: Position) -> Iterator[Fault]:
    yield from used_twice([placement.cell for placement in position.placements], "BASE-PLACE-2")


def _edges(position: Position) -> Iterator[Fault]:
    table = {placement.cell: placement for placement in position.placements}
    terrains = {cell: placement.drawing.terrain for cell, placement in table.items()}
    for cell, placement in table.items():
        for edge in (0, 1):
            there = beyond(cell, edge)
            if there not in table:
                continue
            other, mine, theirs = table[there], terrains[cell][edge], terrains[there][edge + 2]
            if mine != theirs:
                ours, other_tile = letter_of(placement.tile), letter_of(other.tile)
                why = f"{mine} of {ours} meets {theirs} of {other_tile} at {cell_text(other.cell)}"
                yield Fault("edges_mismatch", "BASE-PLACE-3", _at(placement), why)


def _connection(position: Position) -> Iterator[Fault]:
    yield from in_pieces([placement.cell for placement in position.placements], "BASE-PLACE-2")


def _tiles(position: Position) -> Iterator[Fault]:
    counts = position.rules.tile_counts()
    used = Counter(position.known_tiles())
    for tile, number in sorted(used.items()):
        letter = letter_of(tile)
        if tile not in counts:
            yield not_in_play(position, tile)
        elif number > counts[tile]:
            why = f"{number} tiles {letter} are in the game, the set has {counts[tile]}"
            yield Fault("too_many_tiles", "BASE-TILE-1", f"tile {letter}", why)
    hidden = sum(pile.hidden for pile in position.piles) + position.river.hidden
    if min(pile.hidden for pile in position.piles) < 0:
        yield Fault("pile_size", "SOLO-SETUP-6", "/piles", "a pile has fewer than no tiles")
    elif used.total() + hidden > sum(counts.values()):
        why = f"{used.total()} known and {hidden} unknown tiles are more than the set has"
        yield Fault("too_many_tiles", "BASE-TILE-1", "/piles", why)

    yield from _piles_and_river(position)


def not_in_play(position: Position, tile: str) -> Fault:
    """Return the fault of a tile that no set in play has."""
    letter, box = letter_of(tile), tile.partition("/")[0]
    why, rule = f"the base game has no tile {letter}", "SOLO-OPTION-4"
    if box in BOXES:
        playing = " and ".join(position.rules.sheets)
        why = f"tile {letter} is of the box {box}, but {playing} is played"
        rule = "SOLO-BOX-1"
    return Fault("unknown_tile", rule, f"tile {letter}", why)


def _piles_and_river(position: Position) -> Iterator[Fault]:
    """SOLO-BOX-2, -7: river tiles lie in the river's stack alone, and the lake is its last."""
    river = position.river
    if not river.empty and "river" not in position.rules.boxes:
        why = "a river is to come, but the rules are without the River"
        yield Fault("river_not_in_play", "SOLO-BOX-7", "/river", why)
        return
    for tile in river.known:
        if not is_of_river(tile):
            why = f"tile {letter_of(tile)} lies among the river tiles"
            yield Fault("tile_in_wrong_stack", "SOLO-BOX-7", "/river", why)
    for number, pile in enumerate(position.piles):
        for tile in filter(is_of_river, pile.known):
            why = f"river tile {letter_of(tile)} lies in a pile of land tiles"
            yield Fault("tile_in_wrong_stack", "SOLO-BOX-2", f"/piles/{number}", why)
    if river.hidden < 0:
        yield Fault("pile_size", "SOLO-BOX-7", "/river", "the river has fewer than no tiles")
    elif not _ends_with_the_lake(river):
        why = "the lake is the last river tile, and no other is"
        yield Fault("lake_not_last", "SOLO-BOX-7", "/river", why)


def _ends_with_the_lake(river: Pile) -> bool:
    due = [] if river.empty or river.hidden else [len(river.known) - 1]
    return due == [place for place, tile in enumerate(river.known) if tile == LAKE]


def _colours(position: Position) -> Iterator[Fault]:
    meeples = position.rules.ordinary
    large_on_tiles = position.large_on_tiles()
    on_tiles = [
        all_of_them - large
        for all_of_them, large in zip(position.meeples_on_tiles(), large_on_tiles, strict=True)
    ]
    yield from _large_meeples(position, large_on_tiles)
    for colour, supply in enumerate(position.supplies):
        if _is_miscounted(position, supply, meeples - supply - on_tiles[colour]):
            why = (
                f"colour {colour + 1} has {on_tiles[colour]} meeples on tiles and {supply} in "
                f"supply, which should make {meeples}"
            )
            yield Fault("number_of_meeples", "SOLO-SETUP-3", f"/supplies/{colour}", why)
    starts = position.rules.start_scores
    yield from scores_in_range(position.scores, starts, "SOLO-SETUP-9")


def _is_miscounted(position: Position, supply: int, missing: int) -> bool:
    # Without SOLO-SCORE-11 some may have been laid aside.
    return supply < 0 or missing < 0 or bool(missing and position.rules.applies("return"))


def _large_meeples(position: Position, on_tiles: tuple[int, ...]) -> Iterator[Fault]:
    """SOLO-BOX-5: each colour has one, in hand or on a tile."""
    if not position.rules.large:
        for placement in position.placements:
            if placement.meeple is not None and placement.meeple.large:
                why = "a large meeple stands there, but no colour has one by these rules"
                yield Fault("large_meeple_not_in_play", "SOLO-BOX-5", _at(placement), why)
        return
    for colour, (in_hand, standing) in enumerate(zip(position.large, on_tiles, strict=True)):
        if _is_miscounted(position, in_hand, 1 - in_hand - standing):
            why = (
                f"colour {colour + 1} has {standing} large meeples on tiles and {in_hand} in "
                "supply, which should make 1"
            )
            yield Fault("number_of_large_meeples", "SOLO-BOX-5", f"/large/{colour}", why)


def _segments(position: Position) -> Iterator[Fault]:
    for placement in position.placements:
        meeple = placement.meeple
        if meeple is not None and placement.drawing.segment_named(meeple.segment) is None:
            tile = letter_of(placement.tile)
            why = f"tile {tile} has no road, city or monastery at {meeple.segment!r}"
            yield Fault("no_such_segment", "SOLO-MEEPLE-3", _at(placement), why)


def _features(position: Position) -> Iterator[Fault]:
    table = {placement.cell: placement for placement in position.placements}
    for placement in position.placements:
        meeple = placement.meeple
        if meeple is None:
            continue
        segment = placement.drawing.segment_named(meeple.segment)
        if segment is None:
            continue
        if segment.kind == "monastery":
            complete, neighbours = surrounded(placement.cell, table), set[Cell]()
        else:
            complete, neighbours = _flood(table, placement.cell, segment.edges)
        if complete:
            why = f"the {segment.kind} is complete, so its meeples have gone back"
            yield Fault("meeple_on_complete_feature", "SOLO-SCORE-11", _at(placement), why)
        for cell in sorted(neighbours):
            why = f"the {segment.kind} carries a meeple on the adjacent tile {cell_text(cell)} too"
            yield Fault("adjacent_meeples", "BASE-MEEPLE-3", _at(placement), why)
    yield from _monasteries(position, table)


def _monasteries(position: Position, table: dict[Cell, Placement]) -> Iterator[Fault]:
    complete = sum(
        placement.drawing.segment_named("M") is not None and surrounded(placement.cell, table)
        for placement in position.placements
    )
    if not 0 <= position.monasteries <= complete:
        why = f"{position.monasteries} monasteries have been scored, {complete} are complete"
        yield Fault("number_of_monasteries", "SOLO-GOAL-9", "/monasteries", why)


def _flood(
    table: dict[Cell, Placement], cell: Cell, edges: tuple[int, ...]
) -> tuple[bool, set[Cell]]:
    """Return whether the feature is complete, and which adjacent tiles carry meeples on it.

    Adjacent tiles are those joined to ``cell`` through one of ``edges``, which are the edges of the
    segment with the meeple (FACT-6).
    """
    ports: set[_Port] = set()
    todo: list[_Port] = [(cell, edge) for edge in edges]
    complete = True
    while todo:
        port = todo.pop()
        if port in ports:
            continue
        ports.add(port)
        here, edge = port
        other = table.get(beyond(here, edge))
        if other is None:
            complete = False
            continue
        joined = other.drawing.segment_at((edge + 2) % 4)
        if joined is not None:
            todo += [(other.cell, further) for further in joined.edges]
    adjacent = set()
    for edge in edges:
        other = table.get(beyond(cell, edge))
        meeple = None if other is None else other.meeple
        if other is None or meeple is None:
            continue
        stood_on = other.drawing.segment_named(meeple.segment)
        if stood_on is not None and (edge + 2) % 4 in stood_on.edges:
            adjacent.add(other.cell)
    return complete, adjacent


def _at(placement: Placement) -> str:
    return f"tile {letter_of(placement.tile)} on cell {cell_text(placement.cell)}"


_CHECKS: tuple[Callable[[Position], Iterator[Fault]], ...] = (
    _cells,
    _edges,
    _connection,
    _tiles,
    _colours,
    _segments,
)
_TABLE_FAULTS = frozenset({"cell_used_twice", "edges_mismatch", "no_such_segment"})
