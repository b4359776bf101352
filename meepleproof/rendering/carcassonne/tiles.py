"""One tile of any set as SVG, 100 by 100, in our own drawing, made from its sheet.

City brown behind a crenellated wall, road light between dark borders, river blue: whatever parts
two fields can be seen, and what is bare of all these is one field.
"""

from __future__ import annotations

from xml.etree.ElementTree import Element

from meepleproof.rendering.carcassonne.curves import curve_path
from meepleproof.rendering.carcassonne.layout import Layout, city_spot, layout
from meepleproof.rendering.carcassonne.symbols import SYMBOLS, lake, monastery, spring, village
from meepleproof.rendering.carcassonne.walls import SIZE, CityArea
from meepleproof.rendering.carcassonne.ways import CENTRE, Gate, monastery_place
from meepleproof.rendering.markup import Point, element, shifted, turned, turned_point
from verifier.carcassonne.tiles import EDGES, Orientation, Tile
from verifier.carcassonne.tiles.rim import CORNERS
from verifier.carcassonne.tiles.rim import turned as turned_place

_GATE = "M42,81 L42,71 Q42,64 50,64 Q58,64 58,71 L58,81 Z"
_GATE_AT = (50, 75)
_BUSH_ROOM = 20
_BUSHES = {"NW": (12, 12), "NE": (88, 12), "SE": (88, 88), "SW": (12, 88)}


def tile_drawing(drawing: Orientation) -> list[Element]:
    """Return the parts of the tile as it lies, from the ground up."""
    return printed_tile(drawing.tile, drawing.rotation)


def printed_tile(tile: Tile, rotation: int = 0) -> list[Element]:
    """Return the parts of a tile of any set after clockwise quarter turns, from the ground up."""
    return [field_ground(), *above_fields(tile, rotation)]


def field_ground() -> Element:
    """Return the ground of a tile, which is field."""
    return element("rect", class_="mp-field", width=SIZE, height=SIZE)


def above_fields(tile: Tile, rotation: int = 0) -> list[Element]:
    """Return what is drawn on the ground of a tile after clockwise quarter turns."""
    plan = layout(tile)
    parts = _bushes(tile, rotation, plan)
    parts += _ways(plan, tile, rotation)
    for area in plan.areas:
        parts += _city(area, rotation)
    parts += [_gate(gate, rotation) for gate in plan.ways.gates]
    for arch in plan.arches:
        x, y = turned_point(arch, rotation)
        parts.append(element("circle", class_="mp-arch", cx=x, cy=y, r=7))
    for symbol in plan.symbols:
        parts += SYMBOLS[symbol.kind](turned_point(symbol.at, rotation))
    if plan.monastery is not None:
        small = plan.monastery != CENTRE
        parts += monastery(turned_point(plan.monastery, rotation), small=small)
    elif plan.village:
        parts += village()
    parts.append(element("rect", class_="mp-tile-edge", width=SIZE, height=SIZE))
    return parts


def spot(drawing: Orientation, name: str) -> Point:
    """Return where a meeple stands on the segment called ``name``."""
    segment = drawing.segment_named(name)
    if segment is None or segment.kind == "monastery":
        return monastery_spot(drawing.tile, drawing.rotation)
    if segment.kind == "city":
        printed_edge = turned_place(EDGES[segment.edges[0]], -drawing.rotation)
        city = next(city for city in drawing.tile.cities if printed_edge in city.edges)
        return turned_point(city_spot(city), drawing.rotation)
    return road_spot(segment.edges[0], ends=len(segment.edges))


def monastery_spot(tile: Tile, rotation: int) -> Point:
    """Return where a piece stands on the monastery of a tile after clockwise quarter turns."""
    x, y = turned_point(monastery_place(tile), rotation)
    return (x, y + 6)


def road_spot(edge: int, ends: int) -> Point:
    """Return where a piece stands on a road with so many edges, the first of which is ``edge``."""
    # Beside the middle, or a short road would be hidden.
    return turned_point((50, 22) if ends > 1 else (65, 19), edge)


def _city(area: CityArea, rotation: int) -> list[Element]:
    parts = [element("path", class_="mp-city", d=turned(area.ground, rotation))]
    for wall in area.walls:
        path = turned(curve_path(wall.curve), rotation)
        parts += [element("path", class_=f"mp-{layer}", d=path) for layer in ("wall", "merlons")]
    return parts


def _ways(plan: Layout, tile: Tile, rotation: int) -> list[Element]:
    under = {crossing.under for crossing in tile.crossings}
    rivers = [path for _, path in plan.ways.rivers]
    low = [path for road, path in plan.ways.roads if road.id in under]
    high = [path for road, path in plan.ways.roads if road.id not in under]
    layers = [
        ("river-edge", rivers),
        ("river", rivers),
        ("road-edge", low),
        ("road", low),
        ("bridge", list(plan.ways.bridges)),
        # All borders lie below all surfaces, so that roads meeting at a village do not cut each
        # other.
        ("road-edge", [*high, *plan.ways.stubs]),
        ("road", [*high, *plan.ways.stubs]),
    ]
    parts = [
        element("path", class_=f"mp-{layer}", d=turned(path, rotation))
        for layer, paths in layers
        for path in paths
    ]
    if tile.role is not None:
        parts += (spring if tile.role == "spring" else lake)(CENTRE)
    return parts


def _bushes(tile: Tile, rotation: int, plan: Layout) -> list[Element]:
    lying, parts = tile.turned(rotation), list[Element]()
    taken = [turned_point(symbol.at, rotation) for symbol in plan.symbols]
    tips = {tip.corner for tip in lying.city_tips}
    for number, (corner, (x, y)) in enumerate(_BUSHES.items()):
        beside_a_city = corner in tips or "C" in {lying.terrain(edge) for edge in CORNERS[corner]}
        crowded = any(max(abs(x - x1), abs(y - y1)) < _BUSH_ROOM for x1, y1 in taken)
        # Not in every corner, or the meadows look planted by ruler.
        if not (beside_a_city or crowded) and (ord(tile.letter[0]) + number - rotation) % 4 > 1:
            parts.append(element("circle", class_="mp-bush", cx=x, cy=y, r=5))
            parts.append(element("circle", class_="mp-bush", cx=x + 5, cy=y + 3, r=4))
    return parts


def _gate(gate: Gate, rotation: int) -> Element:
    # The gate is drawn for a road from the south, and brought to its place before it is turned.
    x, y = turned_point(gate.at, -gate.turns)
    path = shifted(_GATE, (x - _GATE_AT[0], y - _GATE_AT[1]))
    return element("path", class_="mp-gate", d=turned(path, gate.turns + rotation))
