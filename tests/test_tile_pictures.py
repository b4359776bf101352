"""Every tile of every set, small and in a terminal: what hangs together looks so.

After a wanted change of the drawing, `python -m tests.test_tile_pictures` writes the golden files
anew.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise
from pathlib import Path
from xml.etree.ElementTree import Element

import pytest

from meepleproof.rendering.carcassonne.blocks import block, half_edge_cell, parts
from meepleproof.rendering.carcassonne.layout import is_inside, layout, points_on
from meepleproof.rendering.carcassonne.tile_sheets import tiles_svg, tiles_text
from meepleproof.rendering.carcassonne.tiles import printed_tile
from meepleproof.rendering.palette import STYLE
from verifier.carcassonne.tiles import EDGES, SETS, Tile, tile_sheet
from verifier.carcassonne.tiles.tile import HALF_EDGES

GOLDEN = Path(__file__).parent / "golden"
TILES = [tile for name in SETS for tile in tile_sheet(name).tiles]

SMALL = 28
"""The side of a tile in pixels at which everything is still to be told apart."""

PARTING = {
    "mp-city": 0,
    "mp-wall": 6,
    "mp-road-edge": 16,
    "mp-river-edge": 22,
    "mp-water": 0,
    "mp-rocks": 0,
    "mp-plaza": 0,
    "mp-yard": 0,
}
"""What parts fields, by the width of its stroke; 0 where an area is filled."""

Pixel = tuple[int, int]


def lying_tiles(name: str) -> list[tuple[Tile, int]]:
    """Return the tiles of a set in all rotations that look different."""
    return [(tile, turns) for tile in tile_sheet(name).tiles for turns in tile.rotations]


@pytest.mark.parametrize("name", SETS)
def test_blocks_are_the_same_characters_every_time(name: str) -> None:
    assert (GOLDEN / f"tiles-{name}.txt").read_text(encoding="utf-8") == (
        tiles_text(tile_sheet(name).tiles, colour=False)
    )


@pytest.mark.parametrize("name", SETS)
def test_fields_are_told_apart_at_28_pixels(name: str) -> None:
    for tile, turns in lying_tiles(name):
        lying = tile.turned(turns)
        taken = parting_pixels(printed_tile(tile, turns))
        free = {(x, y) for x in range(SMALL) for y in range(SMALL)} - taken
        fields = [part for part in parts(free) if len(part) > 2]
        land = [half for half in HALF_EDGES if lying.terrain(half[0]) != "C"]
        shown = sorted(
            sorted(half for half in land if half_edge_pixel(half) in field) for field in fields
        )
        if any(not crossing.blocks_fields for crossing in tile.crossings):
            # The fields of ks/C pass below a city, two corners each.
            assert [[]] * 4 == shown
        else:
            stated = sorted(sorted(field.half_edges) for field in lying.fields)
            assert stated == shown, (tile.id, turns)


@pytest.mark.parametrize("name", SETS)
def test_blocks_show_the_edges_and_the_symbols(name: str) -> None:
    for tile, turns in lying_tiles(name):
        lying, marks = tile.turned(turns), block(tile, turns).marks
        gates = {"N": (0, -2), "E": (4, 0), "S": (0, 2), "W": (-4, 0)}
        shown = {"▒": "C", "═": "R", "║": "R", "≈": "A", "|": "F", "-": "F"}
        assert lying.edges == "".join(shown[marks[gates[edge]][0]] for edge in EDGES)
        text = "".join(character for character, _ in marks.values())
        assert sum(road.inn for road in tile.roads) == text.count("i")
        assert sum(city.cathedral for city in tile.cities) == text.count("‡")
        assert sum(city.shields for city in tile.cities) == text.count("*")
        assert tile.monastery == ("†" in text)
        bridges = sum(crossing.over.startswith("r") for crossing in tile.crossings)
        assert bridges == sum(text.count(each) for each in "╪╫")
        assert any("junction" in end for road in tile.roads for end in road.inner_ends) == (
            "o" in text
        )
        assert any("house" in road.inner_ends for road in tile.roads) == ("⌂" in text)
        for goods in ("wine", "grain", "cloth"):
            traded = sum(city.goods == goods for city in tile.cities)
            style = sum(mark == (goods[0], "goods") for mark in marks.values())
            assert traded == style
        assert (tile.role == "spring") == ("°" in text)


@pytest.mark.parametrize("name", SETS)
def test_blocks_show_the_fields_that_meet_an_edge(name: str) -> None:
    for tile, turns in lying_tiles(name):
        lying, marks = tile.turned(turns), block(tile, turns).marks
        open_styles = {"field", "border", "cap", "inn", "house"}
        corners = {(x, y) for x in (-4, 4) for y in (-2, 2)}
        cells = [cell for cell in marks.keys() - corners if marks[cell][1] in open_styles]
        if any(not crossing.blocks_fields for crossing in tile.crossings):
            continue  # shown by corners that pass below a bridge, see the golden file of ks
        found = [
            sorted(half for half in HALF_EDGES if half_edge_cell(half) in part)
            for part in parts(cells)
        ]
        expected = [sorted(field.half_edges) for field in lying.fields]
        assert sorted(expected) == sorted(found), (tile.id, turns)


def test_symbols_stand_where_they_belong() -> None:
    for tile in TILES:
        plan = layout(tile)
        grounds = [points_on(area.ground) for area in plan.areas]
        for symbol in plan.symbols:
            in_a_city = any(is_inside(symbol.at, ground) for ground in grounds)
            of_a_field = symbol.kind == "inn" or symbol.at in plan.ways.houses
            assert in_a_city != of_a_field, (tile.id, symbol)
        kinds = [symbol.kind for symbol in plan.symbols]
        assert sum(road.inn for road in tile.roads) == kinds.count("inn")
        assert sum(city.cathedral for city in tile.cities) == kinds.count("cathedral")
        assert sum(city.shields for city in tile.cities) == kinds.count("shield")
        for goods in ("wine", "grain", "cloth"):
            assert sum(city.goods == goods for city in tile.cities) == kinds.count(goods)


def test_tiles_that_differ_are_drawn_differently() -> None:
    drawn = {
        repr([sorted(part.items()) for part in printed_tile(tile, turns)]): tile.id
        for name in SETS
        for tile, turns in lying_tiles(name)
    }
    assert sum(len(lying_tiles(name)) for name in SETS) == len(drawn)


def test_the_page_on_tiles_shows_them_as_they_are_drawn() -> None:
    shown = (GOLDEN.parents[1] / "docs" / "tiles.svg").read_text(encoding="utf-8")
    assert tiles_svg(TILES, "All tiles") == shown


def test_every_class_has_its_style() -> None:
    used = {part.get("class") for tile in TILES for part in printed_tile(tile)}
    assert [] == [each for each in used if f".{each} " not in STYLE]


# --- pixels -------------------------------------------------------------------------------------


def half_edge_pixel(half: str) -> Pixel:
    """Return the pixel in the middle of a half-edge."""
    last, quarter = SMALL - 1, SMALL // 4
    along = {"l": quarter, "r": last - quarter}[half[1]]
    return {
        "N": (along, 0),
        "E": (last, along),
        "S": (last - along, last),
        "W": (0, last - along),
    }[half[0]]


def parting_pixels(drawing: Iterable[Element]) -> set[Pixel]:
    """Return the pixels whose middles something that parts fields covers."""
    taken = set[Pixel]()
    for part in drawing:
        width = PARTING.get(part.get("class", ""))
        if width is None:
            continue
        if part.tag == "path":
            path = part.get("d", "")
            if "l" in path:
                continue  # the rocks of the spring, which stand in its water
            taken |= stroked(path, width) if width else filled(path)
        else:
            taken |= round_ones(part)
    return taken


def middle(pixel: Pixel) -> tuple[float, float]:
    return ((pixel[0] + 0.5) * 100 / SMALL, (pixel[1] + 0.5) * 100 / SMALL)


def every_pixel() -> Iterable[Pixel]:
    return ((x, y) for x in range(SMALL) for y in range(SMALL))


def filled(path: str) -> set[Pixel]:
    outline = points_on(path)
    return {pixel for pixel in every_pixel() if is_inside(middle(pixel), outline)}


def round_ones(part: Element) -> set[Pixel]:
    x, y = float(part.get("cx", 0)), float(part.get("cy", 0))
    across = float(part.get("rx", part.get("r", 0)))
    down = float(part.get("ry", part.get("r", 0)))
    places = ((pixel, middle(pixel)) for pixel in every_pixel())
    return {
        pixel for pixel, (x1, y1) in places if ((x1 - x) / across) ** 2 + ((y1 - y) / down) ** 2 < 1
    }


def stroked(path: str, width: int) -> set[Pixel]:
    taken, scale = set[Pixel](), 100 / SMALL
    near = range(-4, 5)
    for (x, y), (x1, y1) in pairwise(points_on(path)):
        steps = max(1, int(max(abs(x1 - x), abs(y1 - y)) / 2))
        for step in range(steps + 1):
            at = (x + (x1 - x) * step / steps, y + (y1 - y) * step / steps)
            column, line = int(at[0] / scale), int(at[1] / scale)
            for pixel in ((column + i, line + j) for i in near for j in near):
                across, down = middle(pixel)
                if (across - at[0]) ** 2 + (down - at[1]) ** 2 < width * width / 4:
                    taken.add(pixel)
    return taken


if __name__ == "__main__":
    for one in SETS:
        (GOLDEN / f"tiles-{one}.txt").write_text(
            tiles_text(tile_sheet(one).tiles, colour=False), encoding="utf-8"
        )
    (GOLDEN.parents[1] / "docs" / "tiles.svg").write_text(
        tiles_svg(TILES, "All tiles"), encoding="utf-8"
    )
