"""``meepleproof tiles``: the tile sets, the tiles of one, or all that is known of one tile."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import click

from meepleproof.cli.console import emit_json, emit_svg, in_colour, require_one_form
from meepleproof.cli.examples import examples
from meepleproof.cli.printing import echo_text
from meepleproof.rendering.carcassonne.tile_sheets import tiles_svg, tiles_text
from verifier.carcassonne.tiles import SETS, Sheet, Tile, tile_sheet
from verifier.carcassonne.tiles.reader import sheet_document
from verifier.carcassonne.tiles.tile import TERRAIN

__all__ = ["command"]


@click.command(epilog=examples("tiles", "tiles ic", "tiles ic/K --svg -o k.svg"))
@click.argument("name", metavar="[SET|TILE]", required=False)
@click.option("--svg", "as_svg", is_flag=True, help="Draw as SVG.")
@click.option("-o", "--output", metavar="FILE", help="Write the SVG here and not to stdout.")
@click.option("--force", is_flag=True, help="Overwrite an existing file.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def command(
    *, name: str | None, as_svg: bool, output: str | None, force: bool, as_json: bool
) -> None:
    """Draw the tiles of a set, or one tile with all its features.

    SET is base (the base game), river (The River), ic (Inns & Cathedrals), tb (Traders &
    Builders) or ks (The King & Scout); TILE is the id of a tile, such as ic/K. Without either the
    sets are listed.
    """
    require_one_form(as_json=as_json, as_svg=as_svg, output=output, force=force)
    if as_json:
        emit_json(_data(name))
    elif as_svg:
        emit_svg(_svg(name), output, force=force)
    else:
        echo_text(_page(name))


def _chosen(name: str) -> tuple[Sheet, tuple[Tile, ...]]:
    """Return a sheet and those of its tiles that are named: all, or one."""
    sheet = tile_sheet(name.partition("/")[0])
    return sheet, (sheet.tile(name),) if "/" in name else sheet.tiles


def _page(name: str | None) -> str:
    if name is None:
        return "".join(f"{line}\n" for line in _sets())
    sheet, tiles = _chosen(name)
    drawn = tiles_text(tiles, colour=in_colour())
    if "/" not in name:
        return f"{sheet.title}\n\n{drawn}"
    (tile,) = tiles
    features = "".join(f"{line}\n" for line in _features(tile))
    return f"{tile.name[0].upper()}{tile.name[1:]}\n\n{drawn}\n{features}"


def _svg(name: str | None) -> str:
    if name is None:
        return tiles_svg([tile for each in SETS for tile in tile_sheet(each).tiles], "All tiles")
    sheet, tiles = _chosen(name)
    return tiles_svg(tiles, tiles[0].name if "/" in name else sheet.title)


def _data(name: str | None) -> dict[str, Any]:
    if name is None:
        return {
            "sets": [
                {"set": each, "title": sheet.title, "totals": dict(sheet.totals)}
                for each, sheet in zip(SETS, map(tile_sheet, SETS), strict=True)
            ]
        }
    sheet, tiles = _chosen(name)
    document = sheet_document(sheet.name)
    if "/" not in name:
        return {"sheet": document}
    return {"tile": next(each for each in document["tiles"] if each["id"] == tiles[0].id)}


def _sets() -> Iterator[str]:
    for name in SETS:
        sheet = tile_sheet(name)
        totals = dict(sheet.totals)
        yield f"{name:6}{totals['tiles']:3} tiles of {totals['types']:2} kinds   {sheet.title}"


def _features(tile: Tile) -> Iterator[str]:
    """Yield the features of a tile, a line for each."""
    edges = ", ".join(f"{edge} {TERRAIN[tile.terrain(edge)]}" for edge in "NESW")
    yield f"edges      {edges}"
    yield f"copies     {tile.count}, {len(tile.rotations)} ways to lie"
    for city in tile.cities:
        marks = ["shield"] * city.shields + ["cathedral"] * city.cathedral
        marks += [city.goods] if city.goods else []
        tips = [f"reaching {tip.corner}" for tip in tile.city_tips if tip.city == city.id]
        yield f"city {city.id}    {', '.join([' '.join(city.edges), *marks, *tips])}"
    for kind, ways in (("road", tile.roads), ("river", tile.rivers)):
        for way in ways:
            ends = [end.replace(":", " ") for end in way.inner_ends]
            inn = ["inn"] if getattr(way, "inn", False) else []
            yield f"{f'{kind} {way.id}':11}{', '.join([' '.join([*way.edges, *ends]), *inn])}"
    if tile.monastery:
        yield "monastery"
    for field in tile.fields:
        places = " ".join((*field.half_edges, *field.corners))
        beside = f", beside {' '.join(field.cities)}" if field.cities else ""
        yield f"field {field.id}   {places}{beside}"
    for crossing in tile.crossings:
        yield f"bridge     {crossing.over} over {crossing.under}"
