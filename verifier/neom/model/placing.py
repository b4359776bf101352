"""Where a tile may lie: what it covers, and the roads that link it (NEOM-PLACE)."""

from __future__ import annotations

from collections.abc import Iterator

from verifier.constraints.builder import FALSE, TRUE, Lit
from verifier.neom.model.city import City, Placing
from verifier.neom.model.table import Demand
from verifier.neom.state import CENTRE, Square, square_name
from verifier.neom.tile_catalogue import Tile


def squares_covered(city: City, placing: Placing) -> dict[Square, Lit]:
    """Return by square whether a tile is placed there."""
    by_square: dict[Square, list[Lit]] = {}
    for (_, square), literal in placing.items():
        by_square.setdefault(square, []).append(literal)
    return {square: city.builder.any_of(literals) for square, literals in by_square.items()}


def placing_demands(before: City, after: City, placing: Placing) -> Iterator[Demand]:
    """Yield what is demanded of a tile and its square (NEOM-PLACE-3, -6, -7, -9)."""
    b, facts = before.builder, before.facts
    for (tile_id, square), placed in placing.items():
        tile = facts.tile(tile_id)
        why = f"{tile_id} may not cover what lies on {square_name(square)}"
        yield Demand(b.implies(placed, _may_cover(before, tile, square)), "NEOM-PLACE-6", why)
        if tile.deck == "C":
            may = facts.truth(
                facts.parameters.overbuild.cornerstone_may, "overbuild.cornerstone_may"
            )
            covers = TRUE if square == CENTRE else before.occupied(square)
            why = "a Cornerstone may not cover anything"
            yield Demand(b.implies(b.both(placed, covers), may), "NEOM-PLACE-9", why)
    covered = squares_covered(before, placing)
    for square, placed in covered.items():
        linked = TRUE if square == CENTRE else FALSE if placed == FALSE else after.is_linked(square)
        why = f"no road links the tile on {square_name(square)} to the City Center"
        yield Demand(b.implies(placed, linked), "NEOM-PLACE-3", why)
    yield from _links_kept(before, after, covered)


def _may_cover(city: City, tile: Tile, square: Square) -> Lit:
    """NEOM-PLACE-5 to -7: an empty square, the bare Center, a raw tile, or one of its type."""
    b = city.builder
    return b.either(
        -city.occupied(square), city.is_type(square, "raw"), city.is_type(square, tile.type)
    )


def _links_kept(before: City, after: City, covered: dict[Square, Lit]) -> Iterator[Demand]:
    """NEOM-PLACE-9: whether every other tile that was linked must stay so.

    Not where the City Center is covered: NEOM-PLACE-7 says itself that this may cut roads.
    """
    b, facts = before.builder, before.facts
    must = facts.truth(facts.parameters.overbuild.must_keep_links, "overbuild.must_keep_links")
    covers = b.any_of(
        b.both(placed, before.occupied(square))
        for square, placed in covered.items()
        if square != CENTRE
    )
    kept = b.both(must, covers)
    if kept == FALSE:
        return
    for square in before.squares:
        if square != CENTRE:
            was = b.both(
                kept, before.occupied(square), before.linked[square], -covered.get(square, FALSE)
            )
            why = f"the tile on {square_name(square)} would no longer be linked to the City Center"
            yield Demand(b.implies(was, after.linked[square]), "NEOM-PLACE-9", why)
