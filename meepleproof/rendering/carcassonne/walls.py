"""The outlines of cities, drawn from the edges they fill, the corners they reach and neighbours."""

from __future__ import annotations

from dataclasses import dataclass

from meepleproof.rendering.carcassonne.curves import Curve, Place, curve_path, on_curve
from meepleproof.rendering.markup import Point, turned_point
from verifier.carcassonne.tiles import EDGES, Tile
from verifier.carcassonne.tiles.tile import City

SIZE = 100
_INSET = 4
"""How far from a corner a city begins that does not fill the corner."""

_TIP = 6


@dataclass(frozen=True, slots=True)
class Wall:
    """A wall of a city, and the edges of the tile beyond it, clockwise."""

    curve: Curve
    beyond: tuple[str, ...]

    def gate(self, edge: str) -> Place:
        """Return where a road from an edge beyond the wall meets it."""
        part = (self.beyond.index(edge) + 0.5) / len(self.beyond)
        # Rather in the middle: near its ends a wall is close to the edge of the tile.
        return on_curve(self.curve, 0.5 + 0.75 * (part - 0.5))


@dataclass(frozen=True, slots=True)
class CityArea:
    """The ground of a city as a path, and its walls."""

    city: City
    ground: str
    walls: tuple[Wall, ...]


@dataclass(frozen=True, slots=True)
class _Contact:
    """Where a city touches the rim: points from first to last, clockwise, between two edges."""

    points: tuple[Point, ...]
    first_edge: int
    last_edge: int
    tip: bool = False


# By what the wall leads from and to, and how many edges lie beyond it: the inner points of the
# curve. A wall from a run of edges is given for a run that ends in the north; one from or to a tip
# for a tip in the south-east.
_BENDS: dict[tuple[bool, bool, int], tuple[Point, Point]] = {
    (False, False, 3): ((66, 30), (34, 30)),
    (False, False, 2): ((74, 30), (30, 74)),
    (False, False, 1): ((68, 30), (68, 70)),
    (False, True, 1): ((66, 34), (74, 70)),
    (True, False, 1): ((70, 74), (34, 66)),
    (False, True, 2): ((38, 34), (74, 64)),
    (True, False, 2): ((64, 74), (34, 38)),
}
_BESIDE_A_CITY = {2: ((52, 16), (16, 52)), 1: ((37, 30), (37, 70))}
"""Bends that leave room for a field between two cities."""

_BRIDGED: tuple[Point, Point] = ((54, 8), (54, 92))
"""The bend of two cities that cross, slim enough to show the fields in the corners."""


def city_areas(tile: Tile) -> tuple[CityArea, ...]:
    """Return the areas of the cities of a tile as printed, a city that bridges another last."""
    above = {crossing.over for crossing in tile.crossings}
    areas = [_area(tile, city) for city in tile.cities]
    return tuple(sorted(areas, key=lambda area: area.city.id in above))


def neighbours_beyond(tile: Tile, city: City) -> set[str]:
    """Return the edges of the other cities of the tile."""
    return {edge for other in tile.cities if other != city for edge in other.edges}


def bridge_part(tile: Tile, city: City) -> str:
    """Return ``over`` or ``under`` for a city that crosses another one, or nothing."""
    if any(crossing.over == city.id for crossing in tile.crossings):
        return "over"
    return "under" if any(crossing.under == city.id for crossing in tile.crossings) else ""


def _area(tile: Tile, city: City) -> CityArea:
    contacts = _contacts(tile, city)
    if len(city.edges) == len(EDGES):
        return CityArea(city, f"M0,0 L{SIZE},0 L{SIZE},{SIZE} L0,{SIZE} Z", ())
    walls = [
        _wall(tile, city, contact, contacts[(number + 1) % len(contacts)])
        for number, contact in enumerate(contacts)
    ]
    pieces = list[str]()
    for contact, wall in zip(contacts, walls, strict=True):
        pieces += [f"L{x},{y}" for x, y in contact.points]
        pieces.append(curve_path(wall.curve).partition(" ")[2])
    return CityArea(city, f"M{pieces[0][1:]} {' '.join(pieces[1:])} Z", tuple(walls))


def _contacts(tile: Tile, city: City) -> list[_Contact]:
    numbers = {EDGES.index(edge) for edge in city.edges}
    contacts = list[_Contact]()
    for first in sorted(numbers):
        if (first - 1) % 4 in numbers:
            continue
        last = first
        points = [_rim_point(first, _INSET)]
        while (last + 1) % 4 in numbers and last - first < len(EDGES) - 1:
            last += 1
            points.append(_rim_point(last, 0))
        points.append(_rim_point(last, SIZE - _INSET))
        contacts.append(_Contact(tuple(points), first, last % 4))
    for tip in tile.city_tips:
        if tip.city == city.id:
            after = ("NW", "NE", "SE", "SW").index(tip.corner)
            before = (after - 1) % 4
            points = [
                _rim_point(before, SIZE - _TIP),
                _rim_point(after, 0),
                _rim_point(after, _TIP),
            ]
            contacts.append(_Contact(tuple(points), after, before, tip=True))
    return sorted(contacts, key=lambda contact: contact.first_edge)


def _wall(tile: Tile, city: City, start: _Contact, end: _Contact) -> Wall:
    count = (end.first_edge - start.last_edge - 1) % len(EDGES)
    if start.tip and end.tip:
        raise NotImplementedError(f"tile {tile.id}: a city with tips only")
    beyond = tuple(EDGES[(start.last_edge + step) % 4] for step in range(1, count + 1))
    bends = _BENDS[start.tip, end.tip, count]
    if bridge_part(tile, city):
        bends = _BRIDGED
    elif neighbours_beyond(tile, city) & set(beyond):
        bends = _BESIDE_A_CITY.get(count, bends)
    # Bring the reference direction to where the wall is.
    turns = start.last_edge
    if start.tip:
        turns = start.first_edge - EDGES.index("S")
    elif end.tip:
        turns = end.first_edge - EDGES.index("S")
    first, second = (turned_point(bend, turns) for bend in bends)
    return Wall((start.points[-1], first, second, end.points[0]), beyond)


def _rim_point(edge: int, along: int) -> Point:
    return turned_point((along, 0), edge)
