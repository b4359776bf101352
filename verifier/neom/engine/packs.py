"""The packs of a log: in which order they are turned up, and what may be in them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from verifier.neom.engine.prepared import Prepared, PreparedTile
from verifier.neom.engine.situation import Findings, Situation
from verifier.neom.log import Reveal
from verifier.neom.state import GENERATIONS, PREVENTABLE, TURNS, TileSet
from verifier.neom.tile_catalogue import DECKS

MOVED_IN = (2, 1, 1, 0, 0, -1, -1)
"""How many tiles the moves put into packs 1 to 7 (NEOM-SOLO-PACK-2, -3, -4)."""

STARTING_SIZES = (3, 4, 5)
"""The tiles in each of the eight packs before the moves, by the number of marks in play."""


def pack_size(tile_set: TileSet, turn: int) -> int:
    """Return how many tiles the pack of a turn has (NEOM-SOLO-PACK-6).

    >>> [pack_size(("1+",), turn) for turn in range(1, 8)]
    [5, 4, 4, 3, 3, 2, 2]
    """
    return STARTING_SIZES[len(tile_set) - 1] + MOVED_IN[turn - 1]


def reveal(prepared: Prepared, now: Situation, event: Reveal, found: Findings) -> Situation:
    """Return the situation once a pack is turned up (NEOM-SOLO-TURN-1).

    Before its time it does not become the pack of a turn.
    """
    if now.tile_set is None:
        found.breaks("NEOM-SOLO-TURN-1", "a pack is turned up before the set-up is complete")
    elif now.strike_due:
        found.breaks("NEOM-SOLO-TURN-1", "a pack is turned up before the Disaster has struck")
        strike_passed_over(now, found)
    elif now.pack is not None:
        found.breaks("NEOM-SOLO-TURN-1", "a pack is turned up before an action of the last turn")
    elif now.position.ended:
        message = f"Generation {DECKS[GENERATIONS - 1]} is over after {TURNS} packs"
        found.breaks("NEOM-SOLO-TURN-4", message)
    else:
        for rule, message in _faults(prepared, now, event.tiles, now.tile_set):
            found.breaks(rule, message)
        return _turned_up(prepared, now, event)
    return replace(now, pack=None)


def _turned_up(prepared: Prepared, now: Situation, event: Reveal) -> Situation:
    shown = any(prepared.tile(tile).is_disaster for tile in event.tiles)
    seen = now.seen | frozenset(event.tiles)
    return replace(now, pack=event.tiles, disaster_shown=shown, seen=seen)


def strike_passed_over(now: Situation, found: Findings) -> None:
    """Note that the log goes on though a Disaster is due (NEOM-SOLO-DIS-3, -4, -5)."""
    if not now.strike_due:
        return
    if not now.disaster_shown:
        found.breaks("NEOM-SOLO-DIS-5", "the Disaster was never shown, so it strikes on turn 7")
    elif now.position.turn <= PREVENTABLE:
        found.breaks("NEOM-SOLO-DIS-3", "the Disaster was shown and not selected, so it strikes")
    else:
        message = "a Disaster shown in packs 4 to 7 strikes at the end of that turn"
        found.breaks("NEOM-SOLO-DIS-4", message)


def _faults(
    prepared: Prepared, now: Situation, pack: tuple[str, ...], tile_set: TileSet
) -> Iterator[tuple[str, str]]:
    size = pack_size(tile_set, now.position.turn)
    if len(pack) != size:
        yield "NEOM-SOLO-PACK-6", f"the pack has {len(pack)} tiles in place of {size}"
    for tile_id in sorted(set(pack)):
        if pack.count(tile_id) > 1:
            yield "NEOM-SOLO-PACK-1", f"{tile_id} is in the pack twice"
        yield from _tile_faults(now, prepared.tile(tile_id), tile_set)


def _tile_faults(
    now: Situation, tile: PreparedTile, tile_set: TileSet
) -> Iterator[tuple[str, str]]:
    deck = DECKS[now.position.generation - 1]
    name = tile.source.id
    if tile.source.deck != deck:
        yield "NEOM-SOLO-PACK-1", f"{name} is not in the deck of Generation {deck}"
    if not tile.is_cornerstone and tile.source.mark not in tile_set:
        yield "NEOM-SETUP-6", f"{name} is marked {tile.source.mark}, which is not in play"
    if name in now.seen:
        yield "NEOM-SOLO-TURN-3", f"{name} was seen before and never returns"
    elif tile.is_disaster and now.position.disaster_over:
        yield "NEOM-DISASTER-1", "this Generation's Disaster is over already"
