"""Every way to place some tiles in a city so that all is linked and nothing polluted."""

from __future__ import annotations

from verifier.constraints.builder import FALSE, Builder, Lit
from verifier.constraints.cpsat import EVERY, CpSatSolver, Parameters
from verifier.errors import Undecided
from verifier.neom import state
from verifier.neom.model.city import City, Placing
from verifier.neom.model.facts import Facts, undecided
from verifier.neom.model.scoring import pollution_of
from verifier.neom.state import CENTRE, SQUARES, Square
from verifier.neom.tile_catalogue import TileCatalogue


def arrangements(
    solver: CpSatSolver,
    catalogue: TileCatalogue,
    city: state.City,
    tiles: frozenset[str],
    *,
    overbuilding: bool,
    centre: bool,
) -> frozenset[state.City]:
    """Return the cities in which all of the tiles lie; only the last city is described.

    An order in which each is linked when it is placed always exists: along the roads from the
    Center. So with ``overbuilding`` this asks for catalogues without
    ``overbuild.must_keep_links``; covering the bare Center may cut roads (NEOM-PLACE-7).

    :raises Undecided: if the catalogue does not say enough, or not all cities were found.
    """
    b = Builder()
    facts = Facts(b, catalogue)
    before = City.of(facts, city)
    covered = {square for square, _ in city.tiles}
    placing: dict[tuple[str, Square], Lit] = {
        (tile, square): b.decision(f"{tile} on {square}")
        for tile in sorted(tiles)
        for square in SQUARES
        if (overbuilding or square not in covered)
        and (centre or square != CENTRE or square in covered)
        and _may_cover(before, tile, square)
    }
    _require_places(b, placing, tiles)
    after = before.laid(placing)
    for square in after.squares:
        linked = b.implies(after.occupied(square), after.linked[square])
        b.require(linked, "NEOM-PLACE-3", why="it is linked")
    unpolluted = b.equals(pollution_of(after), 0)
    b.require(unpolluted, "NEOM-SCORE-6", why="nothing is polluted")
    required = [requirement.literal for requirement in b.requirements]
    if FALSE in required:
        return frozenset()
    if unknown := facts.unknown_in("NEOM-PLACE-3", required, []):
        raise undecided(unknown)
    reply = solver.ask(b, list(placing.values()), Parameters(), most=EVERY)
    if reply.status not in ("optimal", "infeasible"):
        raise Undecided(f"not all arrangements were found: {reply.why}")
    return frozenset(_city(city, placing, found) for found in reply.found)


def _may_cover(before: City, tile_id: str, square: Square) -> bool:
    """NEOM-PLACE-6, -7: an empty square, the bare Center, a raw tile, or one of its type."""
    b, facts = before.builder, before.facts
    tile = facts.tile(tile_id)
    may = b.either(
        -before.occupied(square), before.is_type(square, "raw"), before.is_type(square, tile.type)
    )
    return facts.decided("NEOM-PLACE-6", may)


def _require_places(b: Builder, placing: Placing, tiles: frozenset[str]) -> None:
    for tile in sorted(tiles):
        squares = [literal for (each, _), literal in placing.items() if each == tile]
        b.require(b.exactly_one(squares), "NEOM-PLACE-2", why=f"{tile} lies on one square")
    for square in SQUARES:
        here = [literal for (_, each), literal in placing.items() if each == square]
        b.require(b.at_most_one(here), "NEOM-PLACE-2", why="one tile a square")


def _city(city: state.City, placing: Placing, found: dict[Lit, bool]) -> state.City:
    for (tile, square), literal in placing.items():
        if found[literal]:
            city = city.with_tile(square, tile)
    return city
