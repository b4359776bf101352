"""Tiles and boards of Carcassonne drawn with characters.

A tile of any set is a block of characters, drawn from its sheet. A block is small, so cities may be
thick or thin and ways may go aside of the middle. Of all these drawings the plainest is taken that
shows cities, roads and fields as they hang together.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from itertools import pairwise, product
from typing import Literal, TypeAlias

from meepleproof.rendering.canvas import Canvas
from meepleproof.rendering.carcassonne.board import free_cells
from verifier.carcassonne.table.cells import Cell
from verifier.carcassonne.tiles import EDGES, Tile
from verifier.carcassonne.tiles.tile import HALF_EDGES, City, River, Road, turned

Spot = tuple[int, int]
"""Columns and lines from the middle of a block: -4 to 4 across, -2 to 2 down, borders included."""
_Thickness = Literal["usual", "thin", "thick"]
ACROSS, DOWN = 4, 2
_INSIDE = frozenset((x, y) for x in range(1 - ACROSS, ACROSS) for y in range(1 - DOWN, DOWN))
WIDE, HIGH = 2 * ACROSS + 1, 2 * DOWN + 1
"""A block with its border; neighbours share the border."""
LETTER: Spot = (ACROSS - 1, DOWN - 1)
"""Where the letter of a tile stands, and so no symbol."""


Mark = tuple[str, str]

_LINES = {"NS": "║", "EW": "═", "NE": "╚", "NW": "╝", "ES": "╔", "SW": "╗"}
_MONASTERY = ("┌†┐", "│ │", "└─┘")
_SMALL_MONASTERY = "[†]"


_SIGNS: Mapping[str, str] = {
    "▒▀": "city",
    "*": "shield",
    "‡": "cathedral",
    "w": "wine",
    "g": "grain",
    "c": "cloth",
    "═": "road",
    "o": "village",
    "i": "inn",
    "╪╫": "bridge",
    "⌂": "house",
    "†": "monastery",
    "≈": "river",
    "°": "spring",
}
"""Each sort of characters, and what they stand for."""


@dataclass(frozen=True, slots=True)
class _Block:
    """The characters of a tile by cell, each in a style."""

    marks: dict[Spot, Mark]


def draw_blank(canvas: Canvas, corner: tuple[int, int]) -> None:
    """Draw the place of a tile that is not shown: without border, as its neighbours have one."""
    left, top = corner
    for line in range(1, HIGH - 1):
        canvas.put(left + 1, top + line, ":" * (WIDE - 2), "rim")


def draw_block(canvas: Canvas, corner: tuple[int, int], tile: Tile, rotation: int = 0) -> None:
    """Draw a tile of any set after clockwise quarter turns, from its upper left corner on."""
    left, top = corner
    for (x, y), (character, style) in block(tile, rotation).marks.items():
        canvas.put(left + ACROSS + x, top + DOWN + y, character, style)


def signs_in(drawn: str) -> Iterator[str]:
    """Yield for each sort of sign that is drawn its name and the signs.

    >>> list(signs_in("▒▀o"))
    ['city ▒ ▀', 'village o']
    """
    for signs, name in _SIGNS.items():
        found = [sign for sign in signs if sign in drawn]
        if found:
            yield " ".join([name, *found])


@cache
def block(tile: Tile, rotation: int) -> _Block:
    """Return the characters of a tile after clockwise quarter turns.

    :raises NotImplementedError: if no drawing in a block shows what hangs together on the tile.
    """
    lying = tile.turned(rotation)
    for sketch in _sketches(lying):
        if sketch.shows_what_hangs_together():
            return _Block(sketch.marks())
    raise NotImplementedError(f"tile {tile.id} cannot be drawn in a block of {WIDE} by {HIGH}")


def _sketches(tile: Tile) -> Iterator[_Sketch]:
    """Yield drawings of a tile, the plainest first."""
    thicknesses: tuple[_Thickness, ...] = ("usual", "thin", "thick")
    choices = sorted(
        product(
            product(range(len(thicknesses)), repeat=len(tile.cities)),
            product((0, 1), repeat=len(tile.ways)),
        ),
        key=lambda choice: (sum(map(bool, (*choice[0], *choice[1]))), sum(choice[0]), choice),
    )
    for thick, aside in choices:
        try:
            yield _sketch(tile, tuple(thicknesses[number] for number in thick), aside)
        except _NoWay:
            continue


def _sketch(tile: Tile, thick: tuple[_Thickness, ...], aside: tuple[int, ...]) -> _Sketch:
    sketch = _Sketch(tile)
    for city, thickness in zip(tile.cities, thick, strict=True):
        full, half = _city_cells(tile, city, thickness)
        sketch.cities[city.id] = full | frozenset[Spot]().union(*map(_border, city.edges))
        sketch.half[city.id] = half
    for way, is_aside in zip(tile.ways, aside, strict=True):
        ends = [end.partition(":")[2] for end in way.inner_ends if end.startswith("city")]
        goal = sketch.cities[ends[0]] | sketch.half[ends[0]] if ends else frozenset[Spot]()
        sketch.ways[way.id] = _course(way, goal, aside=bool(is_aside))
    for number, each in enumerate(tile.stubs):
        sketch.ways[f"stub{number}"] = _stub(sketch.cities[each.city])
    return sketch


@dataclass(slots=True)
class _Sketch:
    """Which cells which feature takes."""

    tile: Tile
    cities: dict[str, frozenset[Spot]] = field(default_factory=dict)
    half: dict[str, frozenset[Spot]] = field(default_factory=dict)
    ways: dict[str, _Arms] = field(default_factory=dict)

    # --- what it shows ------------------------------------------------------------------------

    def shows_what_hangs_together(self) -> bool:
        """Return whether features that are apart look so, and fields are those of the sheet."""
        bridged = [each for each in self.tile.crossings if not each.blocks_fields]
        return self._features_are_apart() and (bool(bridged) or self._fields_are_right())

    def _features_are_apart(self) -> bool:
        meeting = self._meeting_places()
        parts = [
            *self.cities.items(),
            *((name, frozenset(arms)) for name, arms in self.ways.items()),
        ]
        for number, (one, cells) in enumerate(parts):
            for other, others in parts[number + 1 :]:
                if (cells & others) - meeting:
                    return False
                alike = (one in self.cities) == (other in self.cities)
                crossing = {one, other} in [{c.over, c.under} for c in self.tile.crossings]
                if alike and not crossing and _touch(cells - meeting, others - meeting):
                    return False
        return True

    def _meeting_places(self) -> frozenset[Spot]:
        """Return the cells where features may meet: a village, a monastery, a bridge."""
        ends = {end for road in self.tile.roads for end in road.inner_ends}
        places = set(self._monastery())
        if any("junction" in end for end in ends) or self.tile.crossings:
            places.add(_CENTRE)
        return frozenset(places)

    def _fields_are_right(self) -> bool:
        free = set(_INSIDE).union(*map(_border, EDGES))
        free -= set().union(*self.cities.values(), *self.ways.values(), self._monastery())
        if any("junction" in end for road in self.tile.roads for end in road.inner_ends):
            free.discard(_CENTRE)
        halves = {half: cell for half in HALF_EDGES if (cell := half_edge_cell(half)) in free}
        shown = sorted(
            sorted(half for half, cell in halves.items() if cell in part) for part in parts(free)
        )
        return shown == sorted(sorted(each.half_edges) for each in self.tile.fields)

    # --- how it looks -------------------------------------------------------------------------

    def marks(self) -> dict[Spot, Mark]:
        """Return the characters, the later features over the earlier."""
        marks: dict[Spot, Mark] = dict.fromkeys(_INSIDE, (" ", "field"))
        for edge in EDGES:
            marks |= dict.fromkeys(_border(edge), ("|" if edge in "EW" else "-", "border"))
        marks |= {(x, y): ("+", "border") for x in (-ACROSS, ACROSS) for y in (-DOWN, DOWN)}
        for city in self.tile.cities:
            marks |= dict.fromkeys(self.cities[city.id], ("▒", "city"))
            marks |= {cell: ("▀" if cell[1] < 0 else "▄", "cap") for cell in self.half[city.id]}
        rivers = {river.id for river in self.tile.rivers}
        for name, arms in self.ways.items():
            for cell, sides in arms.items():
                marks[cell] = ("≈", "river") if name in rivers else (_line(sides), "road")
        marks |= self._emblems() | self._places()
        for road in self.tile.roads:
            if road.inn:
                marks[self._inn(road, marks)] = ("i", "inn")
        return marks

    def _emblems(self) -> dict[Spot, Mark]:
        found: dict[Spot, Mark] = {}
        for city in self.tile.cities:
            inside = self.cities[city.id] & _INSIDE
            if city.cathedral:
                found[_CENTRE] = ("‡", "cathedral")
            elif city.shields:
                found[_emblem_cell(city, inside)] = ("*", "shield")
            elif city.goods:
                found[_emblem_cell(city, inside)] = (city.goods[0], "goods")
        for crossing in self.tile.crossings:
            if crossing.over in self.cities:
                upright = self.tile.city(crossing.over).edges == ("N", "S")
                rails = ((-1, 0), (1, 0)) if upright else ((-1, 0), (0, 0), (1, 0))
                found |= dict.fromkeys(rails, ("║" if upright else "═", "city"))
        return found

    def _places(self) -> dict[Spot, Mark]:
        """Return villages, monasteries, bridges, and what else stands where a way ends."""
        found: dict[Spot, Mark] = {}
        ends = {end for way in self.tile.ways for end in way.inner_ends}
        if any("junction" in end for end in ends):
            found[_CENTRE] = ("o", "road")
        if self.tile.monastery:
            found |= {cell: (text, "monastery") for cell, text in self._monastery().items()}
        for crossing in self.tile.crossings:
            if crossing.over in self.ways:
                upright = "N" in self.ways[crossing.over][_CENTRE]
                found[_CENTRE] = ("╫" if upright else "╪", "bridge")
        if self.tile.role == "spring":
            found[_CENTRE] = ("°", "river")
        elif self.tile.role == "lake":
            found |= {(x, 0): ("≈", "river") for x in (-1, 0, 1)}
        for road in self.tile.roads:
            if "house" in road.inner_ends:
                x, y = _opposite_step(road.edges[0])
                found[2 * x, y] = ("⌂", "house")
        return found

    def _monastery(self) -> dict[Spot, str]:
        if not self.tile.monastery:
            return {}
        place = _monastery_side(self.tile)
        if place == _CENTRE:
            lines = enumerate(_MONASTERY, start=-1)
            return {(x - 1, y): text for y, line in lines for x, text in enumerate(line)}
        x, y = (2 * place[0], place[1])
        return {(x + number - 1, y): text for number, text in enumerate(_SMALL_MONASTERY)}

    def _inn(self, road: Road, marks: dict[Spot, Mark]) -> Spot:
        """Return a free cell beside the road, rather in the middle of the tile."""
        own = self.ways[road.id]
        free = [
            (x, y)
            for x, y in _INSIDE
            if marks[x, y] == (" ", "field")
            and any((x + i, y + j) in own for i in (-1, 0, 1) for j in (-1, 0, 1))
        ]
        return min(free, key=lambda cell: (cell == LETTER, abs(cell[1]), abs(cell[0]), cell))


def half_edge_cell(half: str) -> Spot:
    """Return a cell of the border that lies on a half-edge."""
    edge, left = half[0], half[1] == "l"
    x, y = _STEPS[edge]
    side = -1 if left else 1
    # Left and right as seen looking out: to the west and east in the north.
    return (x * ACROSS - y * side * 2, y * DOWN + x * side)


def parts(cells: Iterable[Spot]) -> list[set[Spot]]:
    """Return the cells in parts that hang together side by side."""
    left, found = set(cells), list[set[Spot]]()
    while left:
        queue = [left.pop()]
        for x, y in queue:
            beside = {(x + i, y + j) for i, j in _STEPS.values()} & left
            left -= beside
            queue += beside
        found.append(set(queue))
    return found


def _touch(one: Iterable[Spot], others: frozenset[Spot]) -> bool:
    return any((x + i, y + j) in others for x, y in one for i, j in _STEPS.values())


def _line(sides: set[str]) -> str:
    name = "".join(side for side in EDGES if side in sides)
    return _LINES.get(name) or ("║" if sides & {"N", "S"} else "═")


def _emblem_cell(city: City, inside: frozenset[Spot]) -> Spot:
    if len(city.edges) > 1 and _CENTRE in inside:
        return _CENTRE
    return min(inside - {LETTER}, key=lambda cell: (-abs(cell[0]) - abs(cell[1]), cell))


def _monastery_side(tile: Tile) -> Spot:
    for crossing in tile.crossings:
        for road in tile.roads:
            if road.id == crossing.over and "monastery" in road.inner_ends:
                return _opposite_step(road.edges[0])
    return _opposite_step(tile.cities[0].edges[0]) if tile.cities else _CENTRE


def _opposite_step(edge: str) -> Spot:
    x, y = _STEPS[edge]
    return (-x, -y)


_NUMBERS = 3
"""Columns that the numbers of the rows take."""

Corner: TypeAlias = Callable[[Cell], tuple[int, int]]
"""From a cell to the column and line of its upper left corner."""


def text_ground(cells: Collection[Cell]) -> tuple[Canvas, Corner]:
    """Return a canvas for tiles on these cells, and where each cell begins on it."""
    west, east = min(x for x, _ in cells) - 1, max(x for x, _ in cells) + 1
    south, north = min(y for _, y in cells) - 1, max(y for _, y in cells) + 1
    canvas = Canvas()

    def corner(cell: Cell) -> tuple[int, int]:
        return ((cell[0] - west) * (WIDE - 1), (north - cell[1]) * (HIGH - 1))

    for x in range(west, east + 1):
        left, _ = corner((x, north))
        for line in (0, corner((x, south))[1] + HIGH - 1):
            canvas.put(left + WIDE // 2 - (x < 0), line, str(x), "rim")
    for y in range(south, north + 1):
        right, top = corner((east, y))
        canvas.put(0, top + HIGH // 2, f"{y:3}", "rim")
        canvas.put(right + WIDE - 4, top + HIGH // 2, f"{y:3}", "rim")
    for cell in free_cells(cells):
        left, top = corner(cell)
        canvas.put(left + WIDE // 2, top + HIGH // 2, "·", "rim")
    return canvas, corner


def board_parts(canvas: Canvas, cells: Collection[Cell], width: int | None) -> Iterator[Canvas]:
    """Yield a board on the ground of these cells in parts that are no wider than ``width``.

    Each has the numbers of the rows on its left. A board that fits is one part, as it is.
    """
    west, east = min(x for x, _ in cells) - 1, max(x for x, _ in cells) + 1
    whole, step = east - west + 1, WIDE - 1
    if width is None or whole * step + 1 <= width:
        yield canvas
        return
    parts = -(-whole // max(1, (width - _NUMBERS - 2) // step))
    across = -(-whole // parts)
    yield canvas.columns(0, across * step)
    numbers = canvas.columns(0, _NUMBERS - 1)
    for first in range(across, whole, across):
        left, right = first * step, min(first + across, whole) * step
        yield numbers.beside(canvas.columns(left, right, moved_by=_NUMBERS + 1))


_CAPS = {
    "N": frozenset({(-1, -1), (0, -1), (1, -1)}),
    "E": frozenset({(2, 0), (3, 0)}),
    "S": frozenset({(-1, 1), (0, 1), (1, 1)}),
    "W": frozenset({(-3, 0), (-2, 0)}),
}
"""What a city at one edge covers, and what an open edge leaves free of a larger city."""

_HALF_A_TILE = {"usual": 0, "thin": 2, "thick": -1}
_TWO = 2


def _border(edge: str) -> frozenset[Spot]:
    """Return the cells of the border at an edge, without its corners."""
    along_row = edge in "NS"
    far = -1 if edge in "NW" else 1
    if along_row:
        return frozenset((x, far * DOWN) for x in range(1 - ACROSS, ACROSS))
    return frozenset((far * ACROSS, y) for y in range(1 - DOWN, DOWN))


def _city_cells(
    tile: Tile, city: City, thickness: _Thickness
) -> tuple[frozenset[Spot], frozenset[Spot]]:
    """Return the cells inside the block that a city fills, and those it fills by half only."""
    part = _bridge_part(tile, city)
    if part:
        return part, frozenset()
    open_edges = [edge for edge in EDGES if edge not in city.edges]
    if len(city.edges) == 1:
        full, half = _cap(city.edges[0], thickness)
    elif len(city.edges) == _TWO and not _opposite(city):
        east, south = ("E" in city.edges) * 2 - 1, ("S" in city.edges) * 2 - 1
        # To the eye two columns are one line, so this half of the block ends at a diagonal.
        limit = _HALF_A_TILE[thickness]
        full = frozenset((x, y) for x, y in _INSIDE if east * x + south * 2 * y > limit)
        half = frozenset[Spot]()
    else:
        full, half = _INSIDE.difference(*(_CAPS[edge] for edge in open_edges)), frozenset[Spot]()
        if thickness == "thin":
            full = frozenset(cell for cell in full if not _beside(tile, city, cell))
    for tip in tile.city_tips:
        if tip.city == city.id:
            full |= _tip(city, tip.corner)
    return full, half


def _opposite(city: City) -> bool:
    return set(city.edges) in ({"N", "S"}, {"E", "W"})


def _cap(edge: str, thickness: _Thickness) -> tuple[frozenset[Spot], frozenset[Spot]]:
    cap = _CAPS[edge]
    if thickness != "thin":
        return cap, frozenset()
    if edge in "NS":
        return frozenset(), cap
    return frozenset(cell for cell in cap if abs(cell[0]) == ACROSS - 1), frozenset()


def _beside(tile: Tile, city: City, cell: Spot) -> bool:
    """Return whether a cell lies in the line next to an edge of another city."""
    near = {"N": cell[1] < 0, "E": cell[0] > 1, "S": cell[1] > 0, "W": cell[0] < -1}
    others = {edge for other in tile.cities if other != city for edge in other.edges}
    return any(near[edge] for edge in others)


def _tip(city: City, corner: str) -> frozenset[Spot]:
    east, south = ("E" in corner) * 2 - 1, ("S" in corner) * 2 - 1
    way = {(0, 0)} | {(east * column, south) for column in range(1, ACROSS)}
    if len(city.edges) == 1:
        way |= {(column, 0) for column in (-1, 0, 1)}
    return frozenset(way)


def _bridge_part(tile: Tile, city: City) -> frozenset[Spot]:
    upright = set(city.edges) == {"N", "S"}
    band = frozenset((x, y) for x, y in _INSIDE if (abs(x) <= 1 if upright else y == 0))
    for crossing in tile.crossings:
        if crossing.over == city.id:
            return band
        if crossing.under == city.id:
            over = next(each for each in tile.cities if each.id == crossing.over)
            across = {"N", "S"} == set(over.edges)
            return frozenset(
                (x, y)
                for x, y in _INSIDE
                if (y == 0 and abs(x) > 1 if across else y and abs(x) <= 1)
            )
    return frozenset()


_CENTRE: Spot = (0, 0)
_STEPS: Mapping[str, Spot] = {"N": (0, -1), "E": (1, 0), "S": (0, 1), "W": (-1, 0)}

_Arms = dict[Spot, set[str]]
"""For each cell of a way the sides to which it leads on."""


class _NoWay(Exception):
    """A way cannot take this course."""


def _course(way: Road | River, city: frozenset[Spot], *, aside: bool) -> _Arms:
    """Return the course of a road or river, through the middle or aside of it.

    ``city`` are the cells of the city it ends at, if any.

    :raises NoWay: if it cannot go so.
    """
    arms: _Arms = {}
    if len(way.edges) > 1:
        _join(arms, _through(way.edges, aside=aside))
        _outwards(arms, way.edges)
        return arms
    (edge,) = way.edges
    ends_at_city = any(end.startswith("city") for end in way.inner_ends)
    cells = [*_inwards(edge)]
    if ends_at_city:
        cells = _to_city(edge, cells, city, aside=aside)
    elif aside:
        raise _NoWay
    elif "house" in way.inner_ends:
        x, y = _STEPS[turned(edge, 2)]
        cells.append((x, y) if x else _CENTRE)
    _join(arms, list(dict.fromkeys(cells)))
    _outwards(arms, way.edges)
    return {cell: sides for cell, sides in arms.items() if cell not in city}


def _stub(city: frozenset[Spot]) -> _Arms:
    """Return the scrap of road from the middle to a city, the middle left out."""
    arms: _Arms = {}
    cells = _walk(_CENTRE, city)
    _join(arms, cells)
    return {cell: sides for cell, sides in arms.items() if cell != _CENTRE and cell not in city}


def _inwards(edge: str) -> list[Spot]:
    """Return the cells from the border to the middle."""
    x, y = _STEPS[edge]
    far = DOWN if edge in "NS" else ACROSS
    return [(x * step, y * step) for step in range(far, -1, -1)]


def _through(edges: tuple[str, ...], *, aside: bool) -> list[Spot]:
    first, second = edges
    if not aside:
        return [*_inwards(first), *reversed(_inwards(second)[:-1])]
    if first == turned(second, 2):
        raise _NoWay
    upright = first if first in "NS" else second
    level = second if first in "NS" else first
    down, across = _STEPS[upright][1], _STEPS[level][0]
    return [
        *[(0, down * far) for far in (DOWN, 1)],
        *[(across, down), (2 * across, down), (2 * across, 0)],
        *[(across * far, 0) for far in range(3, ACROSS + 1)],
    ]


def _to_city(edge: str, cells: list[Spot], city: frozenset[Spot], *, aside: bool) -> list[Spot]:
    straight = []
    for cell in cells:
        straight.append(cell)
        if cell in city:
            if aside:
                raise _NoWay
            return straight
    if not aside:
        return [*straight, *_walk(_CENTRE, city)[1:]]
    turn = (0, _STEPS[edge][1]) if edge in "NS" else (2 * _STEPS[edge][0], 0)
    cells = straight[: straight.index(turn) + 1]
    if edge in "NS":
        return [*cells, *_walk(turn, city)[1:]]
    for down in (-1, 1):
        way = [(turn[0] - _STEPS[edge][0] * step, down) for step in range(3)]
        for number, cell in enumerate(way):
            if cell in city:
                return [*cells, *way[: number + 1]]
    raise _NoWay


def _walk(start: Spot, city: frozenset[Spot]) -> list[Spot]:
    """Return the shortest straight walk from a cell into a city, both ends included."""
    walks = list[list[Spot]]()
    for x, y in _STEPS.values():
        walk = [start]
        while walk[-1] in _INSIDE and walk[-1] not in city:
            walk.append((walk[-1][0] + x, walk[-1][1] + y))
        if walk[-1] in city:
            walks.append(walk)
    if not walks:
        raise _NoWay
    return min(walks, key=len)


def _join(arms: _Arms, cells: list[Spot]) -> None:
    for cell in cells:
        arms.setdefault(cell, set())
    for (x, y), (x1, y1) in pairwise(cells):
        for side, step in _STEPS.items():
            if (x + step[0], y + step[1]) == (x1, y1):
                arms[x, y].add(side)
                arms[x1, y1].add(turned(side, 2))


def _outwards(arms: _Arms, edges: tuple[str, ...]) -> None:
    for edge in edges:
        arms[_inwards(edge)[0]].add(edge)
