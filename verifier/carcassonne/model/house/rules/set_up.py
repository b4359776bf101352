"""The set-up (HOUSE-SETUP, HOUSE-RIVER-1), and which tiles and colours there are at all."""

from __future__ import annotations

from collections.abc import Iterator

from verifier.carcassonne.house.position import LAKE, SPRING, START_TILE, Position
from verifier.carcassonne.house.record import RecordedPartTurn
from verifier.carcassonne.house.rule_set import RuleSet
from verifier.carcassonne.model.solo.rules.state import Demand
from verifier.carcassonne.table.cells import numbers_text
from verifier.carcassonne.tiles import SETS, tile_sheet
from verifier.constraints.builder import Builder

_RIVER_TILES_DRAWN = 10
"""HOUSE-RIVER-1: without spring and lake."""


def official(position: Position) -> Iterator[Demand]:
    """Say what the official set-up is, and whether the position is it."""
    yield from the_start_tile_alone(position)
    yield from the_hand(position)
    yield from the_river_stack(position)
    yield from the_colours(position)


def the_start_tile_alone(position: Position) -> Iterator[Demand]:
    """HOUSE-SETUP-9, HOUSE-RIVER-1: start tile or spring lies face up, alone, without a piece."""
    start = SPRING if position.rules.has_river else START_TILE
    lying = [(placed.tile, placed.piece) for placed in position.placements]
    why = f"at the start {start} lies on the table and nothing else"
    rule = "HOUSE-RIVER-1" if position.rules.has_river else "HOUSE-SETUP-9"
    yield _demand(lying == [(start, None)], rule, "/placements", why)


def the_hand(position: Position) -> Iterator[Demand]:
    """HOUSE-SETUP-10, -11, HOUSE-RIVER-2: the hand before the first turn, nothing laid aside."""
    rules = position.rules
    ahead = [tile for tile in (*position.hand, *position.river) if tile != LAKE]
    if rules.has_river and ahead:
        size = rules.choose("house.riverHand", {"single": 1, "shared": rules.hand})
        due, rule = min(size, len(ahead)), "HOUSE-RIVER-2"
    else:
        # While a tile to be drawn is not known, the hand stays short.
        known = len(position.hand) + len(position.bag)
        due, rule = min(rules.hand, known), "HOUSE-SETUP-10"
    there = len(position.hand)
    why = f"the hand has {there} tiles before the first turn, which should be {due}"
    yield _demand(there == due, rule, "/hand", why)
    fresh = not (position.discards or position.second or position.end)
    why = "a game that begins has no tiles laid aside and no second part, and has not ended"
    yield _demand(fresh, "HOUSE-SETUP-10", "", why)


def the_river_stack(position: Position) -> Iterator[Demand]:
    """HOUSE-RIVER-1, -5: ten river tiles and then the lake; AMB-37: the start tile may be there."""
    rules = position.rules
    if not rules.has_river:
        why = "river tiles are set aside in a game without the river"
        yield _demand(not position.river, "HOUSE-SETUP-5", "/river", why)
        return
    stack = [*position.hand, *position.river]
    with_start = rules.choose("house.riverStart", {"out": 0, "river": 1, "bag": 0})
    due = _RIVER_TILES_DRAWN + with_start + 1
    why = f"the river has {len(stack)} tiles to come, which should be {due} with the lake"
    yield _demand(len(stack) == due, "HOUSE-RIVER-1", "/river", why)
    why = "the lake is the last tile of the river"
    yield _demand(position.river[-1:] == (LAKE,), "HOUSE-RIVER-5", "/river", why)


def the_colours(position: Position) -> Iterator[Demand]:
    """HOUSE-SETUP-1, -6, HOUSE-TURN-1: full supplies, markers on 0, the first colour to move."""
    rules = position.rules
    for colour, supply in enumerate(position.supplies):
        due = numbers_text(rules.start_supply)
        why = f"colour {colour + 1} has {numbers_text(supply)} pieces, which should be {due}"
        full = supply == rules.start_supply
        yield _demand(full, "HOUSE-SETUP-1", f"/supplies/{colour}", why)
    at_0 = not any(position.scores)
    yield _demand(at_0, "HOUSE-SETUP-6", "/scores", "the markers start on space 0")
    yield _demand(position.to_move == 0, "HOUSE-TURN-1", "/to_move", "the first colour begins")


def named_things_exist(rules: RuleSet, turn: RecordedPartTurn) -> Iterator[Demand]:
    """Say that the part-turn speaks of tiles, rotations and colours that there are."""
    name = turn.tile.partition("/")[0]
    known = name in SETS and any(tile.id == turn.tile for tile in tile_sheet(name).tiles)
    why = f"there is no tile {turn.tile}"
    if known:
        why = f"{turn.tile} is of a set that is not in play"
    in_play = known and name in rules.sets
    yield _demand(in_play, "HOUSE-SETUP-1", f"tile {turn.tile}", why)
    yield _demand(in_play, "HOUSE-TURN-3", f"tile {turn.tile}", "so it is not in the shared hand")
    why = f"{turn.rotation} is not a number of quarter turns from 0 to 3"
    upright = turn.rotation in range(4)
    yield _demand(upright, "HOUSE-TURN-3", f"rotation {turn.rotation}", why)
    why = f"there are {rules.colours} colours"
    yield _demand(
        turn.colour in range(rules.colours), "HOUSE-TURN-1", f"colour {turn.colour + 1}", why
    )


def _demand(holds: bool, rule: str, where: str, why: str) -> Demand:  # noqa: FBT001 - the demand itself comes first
    return Demand(Builder.const(holds), rule, where, why)
