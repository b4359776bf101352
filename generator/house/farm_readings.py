"""What farms bring, read rightly or with the mistakes that people make at the table.

This is a plain reading of its own, used for the wrong answers of the puzzles; what is right is
said by the keys, and the reading without mistakes must say the same.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace
from functools import cache
from typing import Literal, TypeAlias, get_args

from verifier.carcassonne.house.part_turn import FeatureAt
from verifier.carcassonne.house.position import Position
from verifier.carcassonne.table.cells import Cell
from verifier.carcassonne.tiles.drawing import NAMES, lying
from verifier.carcassonne.tiles.tile import CORNERS, derived_fields, facing, turned

Mistake: TypeAlias = Literal["corner", "inner", "bridge", "twice", "open", "big"]
MISTAKES: tuple[Mistake, ...] = get_args(Mistake)

REASONS: dict[Mistake, str] = {
    "corner": "a city and a farm that meet only in a corner do not touch",
    "inner": "a field that a tile shuts in is a farm like any other",
    "bridge": "a bridge of roads parts the fields beside it, a bridge of cities does not",
    "twice": "a city counts once for a farm, however often they touch",
    "open": "only completed cities count",
    "big": "a big follower counts as two",
}
"""Why an answer is wrong that was found by making a mistake."""

_POINTS = 3
"""What a farm brings for each completed city (HOUSE-FINAL-3)."""

_BIG = 2
_STEPS: dict[str, Cell] = {"N": (0, 1), "E": (1, 0), "S": (0, -1), "W": (-1, 0)}
_POINT_AT: dict[str, Cell] = {"NW": (0, 1), "NE": (1, 1), "SE": (1, 0), "SW": (0, 0)}
_CORNER_BESIDE = {
    "Nl": "NW",
    "Nr": "NE",
    "El": "NE",
    "Er": "SE",
    "Sl": "SE",
    "Sr": "SW",
    "Wl": "SW",
    "Wr": "NW",
}


@dataclass(frozen=True, slots=True)
class Farm:
    """A farm as somebody reads it: a place of it, its owners, and what each of them gets."""

    feature: FeatureAt
    owners: tuple[int, ...]
    points: int
    cities: int


@dataclass(frozen=True, slots=True)
class _Field:
    places: tuple[str, ...]
    cities: frozenset[str]

    @property
    def is_inner(self) -> bool:
        """Whether nothing of it reaches an edge."""
        return all(place in CORNERS for place in self.places)


_Node: TypeAlias = tuple[Cell, str, int]


def farms_read(position: Position, mistakes: Collection[Mistake] = ()) -> tuple[Farm, ...]:
    """Return every farm with a follower on it as it is read with these mistakes."""
    return tuple(_Reading(position, frozenset(mistakes)).farms())


def points_read(position: Position, mistakes: Collection[Mistake] = ()) -> tuple[int, ...]:
    """Return what each colour gets for its farms, read with these mistakes."""
    points = [0] * position.rules.colours
    for farm in farms_read(position, mistakes):
        for owner in farm.owners:
            points[owner] += farm.points
    return tuple(points)


class _Reading:
    """A table with its fields and cities joined as somebody sees them."""

    def __init__(self, position: Position, mistakes: frozenset[Mistake]) -> None:
        self._position, self._mistakes = position, mistakes
        self._at = {laid.cell: laid for laid in position.placements}
        self._above: dict[_Node, _Node] = {}
        for cell in self._at:
            self._join_to_neighbours(cell)

    def farms(self) -> Iterator[Farm]:
        """Yield the farms with followers, by the first follower on each."""
        weights: dict[_Node, dict[int, int]] = defaultdict(lambda: defaultdict(int))
        first: dict[_Node, FeatureAt] = {}
        for laid in self._position.placements:
            piece = laid.piece
            if piece is None:
                continue
            number = self._field_with(laid.cell, piece.feature)
            if number is None:
                continue
            if "inner" in self._mistakes and self._fields(laid.cell)[number].is_inner:
                continue
            root = self._root((laid.cell, "field", number))
            big = piece.piece == "big" and "big" not in self._mistakes
            weights[root][piece.colour] += _BIG if big else 1
            first.setdefault(root, (laid.x, laid.y, piece.feature))
        touched = self._touched()
        for root, by_colour in weights.items():
            most = max(by_colour.values())
            owners = tuple(sorted(c for c, weight in by_colour.items() if weight == most))
            cities = sum(touched[root].values())
            yield Farm(first[root], owners, _POINTS * cities, cities)

    def _touched(self) -> dict[_Node, dict[_Node, int]]:
        """Return how often each city counts for each field."""
        contacts: dict[_Node, dict[_Node, int]] = defaultdict(lambda: defaultdict(int))
        for cell in self._at:
            cities = self._cities(cell)
            for number, field in enumerate(self._fields(cell)):
                root = self._root((cell, "field", number))
                for city in {cities[name] for name in field.cities}:
                    contacts[root][self._root((cell, "city", city))] += 1
        if "corner" in self._mistakes:
            self._add_corners(contacts)
        most = 2 if "twice" in self._mistakes else 1
        return defaultdict(
            dict,
            {
                root: {
                    city: min(times, most)
                    for city, times in by_city.items()
                    if "open" in self._mistakes or self._is_complete(city)
                }
                for root, by_city in contacts.items()
            },
        )

    def _add_corners(self, contacts: dict[_Node, dict[_Node, int]]) -> None:
        """Let fields touch the cities that reach a point which they reach."""
        fields: dict[Cell, set[_Node]] = defaultdict(set)
        cities: dict[Cell, set[_Node]] = defaultdict(set)
        for cell, laid in self._at.items():
            for number, field in enumerate(self._fields(cell)):
                for place in field.places:
                    corner = _CORNER_BESIDE.get(place, place)
                    fields[_point(cell, corner)].add(self._root((cell, "field", number)))
            for number, drawn in enumerate(lying(laid.tile, laid.rotation).cities):
                for corner, edges in CORNERS.items():
                    if set(edges) & set(drawn.edges):
                        cities[_point(cell, corner)].add(self._root((cell, "city", number)))
        for point, roots in fields.items():
            for root in roots:
                for city in cities[point]:
                    contacts[root][city] = max(contacts[root][city], 1)

    def _is_complete(self, root: _Node) -> bool:
        return all(
            _beside(cell, edge) in self._at
            for cell, laid in self._at.items()
            for number, city in enumerate(lying(laid.tile, laid.rotation).cities)
            if self._root((cell, "city", number)) == root
            for edge in city.edges
        )

    def _join_to_neighbours(self, cell: Cell) -> None:
        laid = self._at[cell]
        for number, field in enumerate(self._fields(cell)):
            for place in field.places:
                other = _beside(cell, place[0])
                if place not in CORNERS and other in self._at:
                    met = self._field_with(other, facing(place))
                    if met is not None:
                        self._join((cell, "field", number), (other, "field", met))
        for number, city in enumerate(lying(laid.tile, laid.rotation).cities):
            for edge in city.edges:
                other = _beside(cell, edge)
                if other in self._at:
                    self._join((cell, "city", number), (other, "city", self._city_at(other, edge)))

    def _city_at(self, cell: Cell, edge: str) -> int:
        laid, met = self._at[cell], turned(edge, 2)
        cities = lying(laid.tile, laid.rotation).cities
        return next(number for number, city in enumerate(cities) if met in city.edges)

    def _fields(self, cell: Cell) -> tuple[_Field, ...]:
        laid = self._at[cell]
        return _fields_seen(laid.tile, laid.rotation, "bridge" in self._mistakes)

    def _cities(self, cell: Cell) -> dict[str, int]:
        laid = self._at[cell]
        cities = lying(laid.tile, laid.rotation).cities
        return {city.id: number for number, city in enumerate(cities)}

    def _field_with(self, cell: Cell, place: str) -> int | None:
        fields = self._fields(cell)
        return next((n for n, field in enumerate(fields) if place in field.places), None)

    def _root(self, node: _Node) -> _Node:
        while node in self._above:
            node = self._above[node]
        return node

    def _join(self, one: _Node, other: _Node) -> None:
        one, other = self._root(one), self._root(other)
        if one != other:
            self._above[max(one, other)] = min(one, other)


@cache
def _fields_seen(tile: str, rotation: int, bridges_mistaken: bool) -> tuple[_Field, ...]:  # noqa: FBT001 - cached by it
    drawn = lying(tile, rotation)
    if not (bridges_mistaken and drawn.crossings):
        return tuple(
            _Field((*field.half_edges, *field.corners), frozenset(field.cities))
            for field in drawn.fields
        )
    crossings = tuple(
        replace(each, blocks_fields=not each.blocks_fields) for each in drawn.crossings
    )
    derived = derived_fields(replace(drawn, crossings=crossings))
    return tuple(
        sorted(
            (_Field(tuple(sorted(places, key=NAMES.index)), cities) for places, cities in derived),
            key=lambda field: field.places,
        )
    )


def _beside(cell: Cell, edge: str) -> Cell:
    step = _STEPS[edge]
    return (cell[0] + step[0], cell[1] + step[1])


def _point(cell: Cell, corner: str) -> Cell:
    step = _POINT_AT[corner]
    return (cell[0] + step[0], cell[1] + step[1])
