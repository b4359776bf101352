"""Where emblem and houses stand in a city, by its shape."""

from __future__ import annotations

from dataclasses import dataclass

from meepleproof.rendering.carcassonne.walls import bridge_part, neighbours_beyond
from meepleproof.rendering.markup import Point, turned_point
from verifier.carcassonne.tiles import Tile
from verifier.carcassonne.tiles.rim import turned
from verifier.carcassonne.tiles.tile import City


@dataclass(frozen=True, slots=True)
class Furniture:
    """Places in a city, clear of its walls and of a meeple."""

    emblem: Point
    houses: tuple[Point, ...]


@dataclass(frozen=True, slots=True)
class _Shape:
    """A shape of city in a reference direction.

    ``beside``: edges beyond its walls where other cities may lie, None if these take no room.
    ``bridge``: "over" or "under" for cities that cross.
    """

    edges: str
    furniture: Furniture
    tip: str = ""
    beside: str | None = ""
    bridge: str = ""


_SHAPES = (
    _Shape("N", Furniture((50, 10), ((29, 9), (71, 9))), beside=None),
    _Shape("N", Furniture((72, 26), ((27, 9), (80, 11), (66, 50))), tip="SE", beside=None),
    _Shape("EW", Furniture((22, 58), ((22, 37), (46, 50), (8, 80)))),
    _Shape("EW", Furniture((18, 45), ((38, 39), (9, 71), (57, 38))), beside="S"),
    _Shape("EW", Furniture((16, 52), ((9, 36), (22, 50), (9, 64))), bridge="under"),
    _Shape("NS", Furniture((50, 58), ((50, 52), (50, 86), (30, 93), (70, 93))), bridge="over"),
    _Shape("NW", Furniture((17, 17), ((76, 9), (9, 76), (40, 43)))),
    _Shape("NW", Furniture((17, 17), ((64, 7), (8, 66))), beside="ES"),
    _Shape("NW", Furniture((17, 17), ((78, 9), (9, 78), (38, 48), (64, 60))), tip="SE"),
    _Shape("NEW", Furniture((17, 17), ((84, 16), (56, 53), (40, 49), (88, 78), (12, 78)))),
    _Shape(
        "NESW",
        Furniture((50, 66), ((18, 20), (82, 22), (20, 52), (80, 50), (16, 82), (84, 82))),
    ),
)


def furniture(tile: Tile, city: City) -> Furniture:
    """Return the places for the emblem and the houses of a city on the tile as printed."""
    tips = {tip.corner for tip in tile.city_tips if tip.city == city.id}
    others = neighbours_beyond(tile, city)
    bridge = bridge_part(tile, city)
    for shape in _SHAPES:
        for turns in range(4):
            if (
                {turned(edge, turns) for edge in shape.edges} == set(city.edges)
                and ({turned(shape.tip, turns)} if shape.tip else set()) == tips
                and shape.bridge == bridge
                and (bridge or _leaves_room(shape, others, turns))
            ):
                return Furniture(
                    turned_point(shape.furniture.emblem, turns),
                    tuple(turned_point(place, turns) for place in shape.furniture.houses),
                )
    raise NotImplementedError(f"tile {tile.id}: no places are known in a city like {city.id}")


def _leaves_room(shape: _Shape, others: set[str], turns: int) -> bool:
    if shape.beside is None:
        return True
    beside = {turned(edge, turns) for edge in shape.beside}
    return bool(others) == bool(beside) and others <= beside
