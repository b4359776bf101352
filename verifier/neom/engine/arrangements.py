"""Every way to place some tiles in a city so that all is linked and nothing polluted, by search."""

from __future__ import annotations

from verifier.neom.engine.engine import Engine
from verifier.neom.state import CENTRE, City, State
from verifier.neom.tile_catalogue import TileCatalogue


def arrangements(
    catalogue: TileCatalogue,
    city: City,
    tiles: frozenset[str],
    *,
    overbuilding: bool,
    centre: bool,
) -> frozenset[City]:
    """Return the cities in which all of the tiles lie, placed one after another in some order.

    In the end every tile of the city is linked, and pollution costs nothing. None of them covers
    another one; ``overbuilding`` allows to cover what lay in the city, ``centre`` the bare Center.

    :raises Undecided: if the catalogue does not say enough.
    """
    engine = Engine()
    cities = {city}
    for _ in tiles:
        cities = {
            grown
            for before in cities
            for grown in placed_next(
                engine, catalogue, city, before, tiles, overbuilding=overbuilding, centre=centre
            )
        }
    return frozenset(each for each in cities if _is_sound(engine, catalogue, each))


def placed_next(
    engine: Engine,
    catalogue: TileCatalogue,
    first: City,
    before: City,
    tiles: frozenset[str],
    *,
    overbuilding: bool,
    centre: bool,
) -> set[City]:
    """Return the cities with one of the tiles more than ``before``, which grew from ``first``."""
    lying = dict(before.tiles)
    found = set[City]()
    for tile in tiles - set(lying.values()):
        for square in engine.squares(catalogue, before, tile):
            covers = first.at(square) is not None
            if lying.get(square) in tiles or (covers and not overbuilding):
                continue
            if square == CENTRE and not covers and not centre:
                continue
            found.add(before.with_tile(square, tile))
    return found


def _is_sound(engine: Engine, catalogue: TileCatalogue, city: City) -> bool:
    lying = {square for square, _ in city.tiles} - {CENTRE}
    if engine.linked(catalogue, city) != lying:
        return False
    ended = State(("1+",), city, frozenset(), 0, frozenset())
    by_name = {heading.name: heading.points for heading in engine.score(catalogue, ended)}
    return by_name["pollution"] == 0
