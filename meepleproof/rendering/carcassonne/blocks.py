"""One tile of any set as a block of characters, drawn from its sheet.

A block is small, so cities may be thick or thin and ways may go aside of the middle; of all these
drawings the plainest is taken that shows cities, roads and fields as they hang together.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cache
from itertools import product

from meepleproof.rendering.canvas import Canvas
from meepleproof.rendering.carcassonne.block_cities import (
    ACROSS,
    DOWN,
    INSIDE,
    Cell,
    Thickness,
    border,
    city_cells,
)
from meepleproof.rendering.carcassonne.block_ways import CENTRE, STEPS, Arms, NoWay, course, stub
from verifier.carcassonne.solo.position import Meeple
from verifier.carcassonne.tiles import EDGES, Orientation, Tile
from verifier.carcassonne.tiles.rim import HALF_EDGES
from verifier.carcassonne.tiles.tile import City, Road

WIDE, HIGH = 2 * ACROSS + 1, 2 * DOWN + 1
"""A block with its border; neighbours share the border."""

LETTER: Cell = (ACROSS - 1, DOWN - 1)
"""Where the letter of a tile stands, and so no symbol."""

Mark = tuple[str, str]

_LINES = {"NS": "║", "EW": "═", "NE": "╚", "NW": "╝", "ES": "╔", "SW": "╗"}
_MEEPLE_CORNERS = {"N": (3, 1), "E": (5, 2), "S": (3, 3), "W": (1, 2), "M": (3, 2)}
_MONASTERY = ("┌†┐", "│ │", "└─┘")
_SMALL_MONASTERY = "[†]"


@dataclass(frozen=True, slots=True)
class Block:
    """The characters of a tile by cell, each in a style."""

    marks: dict[Cell, Mark]


def draw_tile(
    canvas: Canvas, corner: tuple[int, int], drawing: Orientation, meeple: Meeple | None
) -> None:
    """Draw a tile with its letter, and with its border from its upper left corner on."""
    left, top = corner
    draw_block(canvas, corner, drawing.tile, drawing.rotation)
    canvas.engrave(left + ACROSS + LETTER[0], top + DOWN + LETTER[1], drawing.tile.letter)
    if meeple is not None:
        column, line = _MEEPLE_CORNERS[meeple.segment]
        text = f"({meeple.colour + 1})"
        canvas.put(left + column, top + line, text, f"meeple{meeple.colour}")


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


@cache
def block(tile: Tile, rotation: int) -> Block:
    """Return the characters of a tile after clockwise quarter turns.

    :raises NotImplementedError: if no drawing in a block shows what hangs together on the tile.
    """
    lying = tile.turned(rotation)
    for sketch in _sketches(lying):
        if sketch.shows_what_hangs_together():
            return Block(sketch.marks())
    raise NotImplementedError(f"tile {tile.id} cannot be drawn in a block of {WIDE} by {HIGH}")


def _sketches(tile: Tile) -> Iterator[_Sketch]:
    """Yield drawings of a tile, the plainest first."""
    thicknesses: tuple[Thickness, ...] = ("usual", "thin", "thick")
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
        except NoWay:
            continue


def _sketch(tile: Tile, thick: tuple[Thickness, ...], aside: tuple[int, ...]) -> _Sketch:
    sketch = _Sketch(tile)
    for city, thickness in zip(tile.cities, thick, strict=True):
        full, half = city_cells(tile, city, thickness)
        sketch.cities[city.id] = full | frozenset[Cell]().union(*map(border, city.edges))
        sketch.half[city.id] = half
    for way, is_aside in zip(tile.ways, aside, strict=True):
        ends = [end.partition(":")[2] for end in way.inner_ends if end.startswith("city")]
        goal = sketch.cities[ends[0]] | sketch.half[ends[0]] if ends else frozenset[Cell]()
        sketch.ways[way.id] = course(way, goal, aside=bool(is_aside))
    for number, each in enumerate(tile.stubs):
        sketch.ways[f"stub{number}"] = stub(sketch.cities[each.city])
    return sketch


@dataclass(slots=True)
class _Sketch:
    """Which cells which feature takes."""

    tile: Tile
    cities: dict[str, frozenset[Cell]] = field(default_factory=dict)
    half: dict[str, frozenset[Cell]] = field(default_factory=dict)
    ways: dict[str, Arms] = field(default_factory=dict)

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

    def _meeting_places(self) -> frozenset[Cell]:
        """Return the cells where features may meet: a village, a monastery, a bridge."""
        ends = {end for road in self.tile.roads for end in road.inner_ends}
        places = set(self._monastery())
        if any("junction" in end for end in ends) or self.tile.crossings:
            places.add(CENTRE)
        return frozenset(places)

    def _fields_are_right(self) -> bool:
        free = set(INSIDE).union(*map(border, EDGES))
        free -= set().union(*self.cities.values(), *self.ways.values(), self._monastery())
        if any("junction" in end for road in self.tile.roads for end in road.inner_ends):
            free.discard(CENTRE)
        halves = {half: cell for half in HALF_EDGES if (cell := half_edge_cell(half)) in free}
        shown = sorted(
            sorted(half for half, cell in halves.items() if cell in part) for part in parts(free)
        )
        return shown == sorted(sorted(each.half_edges) for each in self.tile.fields)

    # --- how it looks -------------------------------------------------------------------------

    def marks(self) -> dict[Cell, Mark]:
        """Return the characters, the later features over the earlier."""
        marks: dict[Cell, Mark] = dict.fromkeys(INSIDE, (" ", "field"))
        for edge in EDGES:
            marks |= dict.fromkeys(border(edge), ("|" if edge in "EW" else "-", "border"))
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

    def _emblems(self) -> dict[Cell, Mark]:
        found: dict[Cell, Mark] = {}
        for city in self.tile.cities:
            inside = self.cities[city.id] & INSIDE
            if city.cathedral:
                found[CENTRE] = ("‡", "cathedral")
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

    def _places(self) -> dict[Cell, Mark]:
        """Return villages, monasteries, bridges, and what else stands where a way ends."""
        found: dict[Cell, Mark] = {}
        ends = {end for way in self.tile.ways for end in way.inner_ends}
        if any("junction" in end for end in ends):
            found[CENTRE] = ("o", "road")
        if self.tile.monastery:
            found |= {cell: (text, "monastery") for cell, text in self._monastery().items()}
        for crossing in self.tile.crossings:
            if crossing.over in self.ways:
                upright = "N" in self.ways[crossing.over][CENTRE]
                found[CENTRE] = ("╫" if upright else "╪", "bridge")
        if self.tile.role == "spring":
            found[CENTRE] = ("°", "river")
        elif self.tile.role == "lake":
            found |= {(x, 0): ("≈", "river") for x in (-1, 0, 1)}
        for road in self.tile.roads:
            if "house" in road.inner_ends:
                x, y = _opposite_step(road.edges[0])
                found[2 * x, y] = ("⌂", "house")
        return found

    def _monastery(self) -> dict[Cell, str]:
        if not self.tile.monastery:
            return {}
        place = _monastery_side(self.tile)
        if place == CENTRE:
            lines = enumerate(_MONASTERY, start=-1)
            return {(x - 1, y): text for y, line in lines for x, text in enumerate(line)}
        x, y = (2 * place[0], place[1])
        return {(x + number - 1, y): text for number, text in enumerate(_SMALL_MONASTERY)}

    def _inn(self, road: Road, marks: dict[Cell, Mark]) -> Cell:
        """Return a free cell beside the road, rather in the middle of the tile."""
        own = self.ways[road.id]
        free = [
            (x, y)
            for x, y in INSIDE
            if marks[x, y] == (" ", "field")
            and any((x + i, y + j) in own for i in (-1, 0, 1) for j in (-1, 0, 1))
        ]
        return min(free, key=lambda cell: (cell == LETTER, abs(cell[1]), abs(cell[0]), cell))


def half_edge_cell(half: str) -> Cell:
    """Return a cell of the border that lies on a half-edge."""
    edge, left = half[0], half[1] == "l"
    x, y = STEPS[edge]
    side = -1 if left else 1
    # Left and right as seen looking out: to the west and east in the north.
    return (x * ACROSS - y * side * 2, y * DOWN + x * side)


def parts(cells: Iterable[Cell]) -> list[set[Cell]]:
    """Return the cells in parts that hang together side by side."""
    left, found = set(cells), list[set[Cell]]()
    while left:
        queue = [left.pop()]
        for x, y in queue:
            beside = {(x + i, y + j) for i, j in STEPS.values()} & left
            left -= beside
            queue += beside
        found.append(set(queue))
    return found


def _touch(one: Iterable[Cell], others: frozenset[Cell]) -> bool:
    return any((x + i, y + j) in others for x, y in one for i, j in STEPS.values())


def _line(sides: set[str]) -> str:
    name = "".join(side for side in EDGES if side in sides)
    return _LINES.get(name) or ("║" if sides & {"N", "S"} else "═")


def _emblem_cell(city: City, inside: frozenset[Cell]) -> Cell:
    if len(city.edges) > 1 and CENTRE in inside:
        return CENTRE
    return min(inside - {LETTER}, key=lambda cell: (-abs(cell[0]) - abs(cell[1]), cell))


def _monastery_side(tile: Tile) -> Cell:
    for crossing in tile.crossings:
        for road in tile.roads:
            if road.id == crossing.over and "monastery" in road.inner_ends:
                return _opposite_step(road.edges[0])
    return _opposite_step(tile.cities[0].edges[0]) if tile.cities else CENTRE


def _opposite_step(edge: str) -> Cell:
    x, y = STEPS[edge]
    return (-x, -y)
