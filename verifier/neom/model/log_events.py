"""What is demanded of the events before a turn's action: stacks, choices, packs.

All of a log is constant, so every demand folds at once.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass

from verifier.constraints.builder import FALSE, TRUE, Builder, Lit
from verifier.neom.log import ChooseTiles, KeepCornerstone, Reveal, RevealCornerstones
from verifier.neom.model.facts import Facts
from verifier.neom.model.packs import pack_size
from verifier.neom.model.table import Demand, Table
from verifier.neom.state import GENERATIONS, PREVENTABLE, TILE_SETS, TURNS
from verifier.neom.tile_catalogue import DECKS

STACKS = (4, 3, 2)
"""The Cornerstones in each stack of the Preliminary Round (NEOM-SOLO-CORNER-1)."""

PACKS = GENERATIONS * TURNS


@dataclass(slots=True)
class Shown:
    """What has been shown and chosen so far.

    ``stack`` is the one of which a Cornerstone is to be kept, ``pack`` the one with which the
    action is to be taken; None where there is none. ``set_up`` is whether the tile set is chosen,
    ``awaits_strike`` whether the action is done and the Disaster that strikes not answered yet.
    """

    seen: set[str]
    stacks: int = 0
    stack: tuple[str, ...] | None = None
    set_up: bool = False
    packs: int = 0
    pack: tuple[str, ...] | None = None
    awaits_strike: bool = False
    disaster_shown: bool = False


def stack_demands(facts: Facts, shown: Shown, event: RevealCornerstones) -> Iterator[Demand]:
    """Yield what is demanded of a stack of Cornerstones (NEOM-SOLO-CORNER-1, -2).

    Which stack it should be is open as long as the one before awaits its choice.
    """
    rule, b = "NEOM-SOLO-CORNER-1", Builder
    if shown.stack is not None:
        why = "none of the stack before has been kept yet"
        yield Demand(FALSE, "NEOM-SOLO-CORNER-2", why)
        return
    size = STACKS[shown.stacks] if shown.stacks < len(STACKS) else None
    fits = b.const(size == len(event.tiles))
    yield Demand(fits, rule, "the stacks have 4, 3 and 2 Cornerstones, in this order")
    for tile_id in dict.fromkeys(event.tiles):
        why = f"{tile_id} is no Cornerstone"
        yield Demand(b.const(facts.tile(tile_id).deck == "C"), rule, why)
    why = "a Cornerstone was shown before"
    yield Demand(_all_new(event.tiles, shown.seen), rule, why)


def keep_demands(shown: Shown, event: KeepCornerstone) -> Iterator[Demand]:
    """Yield what is demanded of the Cornerstone that is kept (NEOM-SOLO-CORNER-2)."""
    offered = Builder.const(event.tile in (shown.stack or ()))
    yield Demand(offered, "NEOM-SOLO-CORNER-2", f"{event.tile} is not offered now")


def choice_demands(shown: Shown, event: ChooseTiles) -> Iterator[Demand]:
    """Yield what is demanded of the choice of the tile set (NEOM-SOLO-CONFIG-1)."""
    b, rule = Builder, "NEOM-SOLO-CONFIG-1"
    kept = shown.stacks == len(STACKS) and shown.stack is None
    why = "the tile set is chosen after the third Cornerstone"
    yield Demand(b.const(kept or shown.set_up), rule, why)
    yield Demand(b.const(not shown.set_up), rule, "the tile set has been chosen before")
    why = "the tile sets are 1+, 1+ with 4+, and all three"
    yield Demand(b.const(tuple(sorted(event.marks)) in TILE_SETS), rule, why)


def pack_demands(facts: Facts, shown: Shown, table: Table, event: Reveal) -> Iterator[Demand]:
    """Yield what is demanded of a pack (NEOM-SOLO-PACK, NEOM-SOLO-TURN, NEOM-SETUP-6).

    Which pack it should be is open as long as the set-up or the turn before is not complete.
    """
    b = Builder
    if not in_order(shown):
        why = "the set-up is not complete, or the turn before is not"
        yield Demand(FALSE, "NEOM-SOLO-TURN-1", why)
        if shown.awaits_strike:
            yield missing_strike(shown, table)
        return
    if not begins_a_turn(shown):
        yield Demand(FALSE, "NEOM-SOLO-TURN-4", "the 21 packs have all been revealed")
        return
    generation, number = shown.packs // TURNS, shown.packs % TURNS + 1
    size = pack_size(table.tile_set, number)
    why = f"pack {number} has {size} tiles, not {len(event.tiles)}"
    yield Demand(b.const(size == len(event.tiles)), "NEOM-SOLO-PACK-6", why)
    for tile_id in dict.fromkeys(event.tiles):
        yield from _tile_demands(facts, shown, table, tile_id, DECKS[generation])
    why = "a tile is in this pack twice"
    yield Demand(_all_new(event.tiles, ()), "NEOM-SOLO-PACK-1", why)


def in_order(shown: Shown) -> bool:
    """Return whether a pack may be revealed now: set-up and turn before are complete."""
    return shown.set_up and shown.pack is None and not shown.awaits_strike


def begins_a_turn(shown: Shown) -> bool:
    """Return whether a pack revealed now is that of a turn, whatever is in it."""
    return in_order(shown) and shown.packs < PACKS


def _tile_demands(
    facts: Facts, shown: Shown, table: Table, tile_id: str, deck: str
) -> Iterator[Demand]:
    b, tile, seen = Builder, facts.tile(tile_id), tile_id in shown.seen
    why = f"{tile_id} is not of deck {deck}"
    yield Demand(b.const(tile.deck == deck), "NEOM-SOLO-PACK-1", why)
    if tile.deck != "C":
        why = f"{tile_id} is not in play with the tile set chosen"
        yield Demand(b.const(tile.mark in table.tile_set), "NEOM-SETUP-6", why)
    yield Demand(b.const(not seen), "NEOM-SOLO-TURN-3", f"{tile_id} was shown before")
    if tile.type == "disaster" and not seen:
        why = "this Generation's Disaster is over"
        yield Demand(-table.disaster_over, "NEOM-DISASTER-1", why)


def missing_strike(shown: Shown, table: Table) -> Demand:
    """Return the broken demand that the Disaster strikes first (NEOM-SOLO-DIS-3 to -5)."""
    rule = "NEOM-SOLO-DIS-5"
    if shown.disaster_shown:
        rule = "NEOM-SOLO-DIS-3" if table.turn <= PREVENTABLE else "NEOM-SOLO-DIS-4"
    return Demand(FALSE, rule, "the Disaster strikes at the end of this turn")


def _all_new(tiles: tuple[str, ...], seen: Collection[str]) -> Lit:
    new = len(set(tiles)) == len(tiles) and not set(tiles) & set(seen)
    return TRUE if new else FALSE
