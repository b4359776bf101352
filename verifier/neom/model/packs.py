"""Packs as an assignment of tiles: whether packs can be, and where an unseen tile can be.

Every tile of a deck is in exactly one pack, and every pack has its number of tiles. Pack 8 is the
one that nobody sees.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping

from verifier.constraints.builder import FALSE, TRUE, Builder, Lit
from verifier.constraints.cpsat import CpSatSolver, Parameters
from verifier.errors import Illegal, Undecided
from verifier.neom.state import TURNS, TileSet
from verifier.neom.tile_catalogue import DECKS, TileCatalogue

HIDDEN = TURNS + 1
"""The number of the pack that is returned to the box unseen (NEOM-SOLO-PACK-5)."""

_MOVED = (2, 1, 1, 0, 0, -1, -1, -2)
"""What the moves of NEOM-SOLO-PACK-2 to -4 bring to packs 1 to 8."""


def pack_size(tile_set: TileSet, number: int) -> int:
    """Return the tiles in a pack from 1 to 8 once tiles have been moved (NEOM-SOLO-PACK-6).

    >>> [pack_size(("1+",), number) for number in range(1, 9)]
    [5, 4, 4, 3, 3, 2, 2, 1]
    """
    return 2 + len(tile_set) + _MOVED[number - 1]


def where_tiles_can_be(
    solver: CpSatSolver,
    catalogue: TileCatalogue,
    tile_set: TileSet,
    generation: int,
    seen: Mapping[int, Collection[str]],
) -> dict[str, frozenset[int]]:
    """Return for every tile of a Generation's deck the packs in which it can be.

    ``seen`` are by number of a pack the tiles that are known to be in it, all or some. Solutions
    are asked for that show as many new places as possible, until there are none.

    :raises Illegal: if no deal of the deck has these tiles in these packs.
    :raises Undecided: if the solver did not finish.
    """
    b = Builder()
    lies = _assignment(b, catalogue, tile_set, generation, seen)
    open_ = {place: literal for place, literal in lies.items() if literal not in (TRUE, FALSE)}
    found = {place for place, literal in lies.items() if literal == TRUE}
    while True:
        new = [literal for place, literal in open_.items() if place not in found]
        reply = solver.ask(b, list(open_.values()), Parameters(), aim=b.count(new))
        if reply.status == "infeasible":
            why = "no deal of the deck has these tiles in these packs"
            raise Illegal(why, rule="NEOM-SOLO-PACK-6")
        if reply.status != "optimal":
            raise Undecided(f"not all deals were considered: {reply.why}")
        if not reply.value:
            break
        holds = reply.found[-1]
        found.update(place for place, literal in open_.items() if holds[literal])
    tiles = dict.fromkeys(tile for tile, _ in lies)
    return {tile: frozenset(pack for t, pack in found if t == tile) for tile in tiles}


def _assignment(
    b: Builder,
    catalogue: TileCatalogue,
    tile_set: TileSet,
    generation: int,
    seen: Mapping[int, Collection[str]],
) -> dict[tuple[str, int], Lit]:
    """Return by tile and pack whether it is there, and require what makes a deal (PACK-1, -6)."""
    deck = [
        tile.id
        for tile in catalogue.tiles
        if tile.deck == DECKS[generation - 1] and tile.mark in tile_set
    ]
    known = {(tile, number) for number, tiles in seen.items() for tile in tiles}
    strangers = sorted({tile for tile, _ in known} - set(deck))
    if strangers:
        why = f"{strangers[0]} is not in play in Generation {DECKS[generation - 1]}"
        raise Illegal(why, where=strangers[0], rule="NEOM-SOLO-PACK-1")
    lies: dict[tuple[str, int], Lit] = {}
    for tile in deck:
        is_known = any(known_tile == tile for known_tile, _ in known)
        for number in range(1, HIDDEN + 1):
            there = TRUE if (tile, number) in known else FALSE
            lies[tile, number] = there if is_known else b.decision(f"{tile} in pack {number}")
        once = b.exactly_one(lies[tile, number] for number in range(1, HIDDEN + 1))
        b.require(once, "NEOM-SOLO-PACK-1", where=tile)
    for number in range(1, HIDDEN + 1):
        full = b.equals(b.count(lies[tile, number] for tile in deck), pack_size(tile_set, number))
        b.require(full, "NEOM-SOLO-PACK-6", where=f"pack {number}")
    return lies
