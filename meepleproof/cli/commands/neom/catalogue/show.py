"""``meepleproof neom catalogue show``: a catalogue, or some of its tiles."""

from __future__ import annotations

from collections.abc import Iterator

import click

from meepleproof.cli.console import emit_json, emit_svg, filled, require_one_form
from meepleproof.cli.examples import examples
from meepleproof.cli.neom.inputs import catalogue_in_words, read_catalogue
from meepleproof.cli.printing import echo
from meepleproof.rendering.neom.drawings import pack_svg
from meepleproof.rendering.neom.words import tile_facts, tile_title
from verifier.neom.documents import require_tile
from verifier.neom.tiles import Tile, TileCatalogue
from verifier.neom.tiles_document import provenance_to_json, tile_to_json

__all__ = ["command"]


@click.command(
    epilog=examples(
        "neom catalogue show",
        "neom catalogue show demo-I-14",
        "neom catalogue show demo-I-14 demo-I-03 --svg -o pack.svg",
    )
)
@click.argument("names", metavar="[TILE]...", nargs=-1)
@click.option("--catalogue", "file", metavar="FILE", help="A catalogue; the demo if not given.")
@click.option("--svg", "as_svg", is_flag=True, help="Draw the tiles as cards.")
@click.option("-o", "--output", metavar="FILE", help="Write the SVG here and not to stdout.")
@click.option("--force", is_flag=True, help="Overwrite an existing file.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def command(
    *,
    names: tuple[str, ...],
    file: str | None,
    as_svg: bool,
    output: str | None,
    force: bool,
    as_json: bool,
) -> None:
    """List the tiles of a catalogue, or show some with all that they cost, need, bring and do.

    Several TILEs drawn as cards are a pack laid out.
    """
    require_one_form(as_json=as_json, as_svg=as_svg, output=output, force=force)
    catalogue = read_catalogue(file)
    named = [catalogue.tile(require_tile(catalogue, name, "")) for name in names]
    tiles = named or list(catalogue.tiles)
    if as_json:
        shown = {
            "catalogue": provenance_to_json(catalogue),
            "tiles": list(map(tile_to_json, tiles)),
        }
        emit_json({"game": "neom", **shown})
    elif as_svg:
        title = "Tiles of NEOM" if len(tiles) > 1 else f"A tile of NEOM: {tiles[0].id}"
        emit_svg(pack_svg(catalogue, tiles, title=title), output, force=force)
    else:
        lines = _in_words(catalogue, named) if named else _all(catalogue)
        echo(*lines)


def _all(catalogue: TileCatalogue) -> Iterator[str]:
    yield from catalogue_in_words(catalogue)
    for tile in catalogue.tiles:
        yield tile_title(tile)


def _in_words(catalogue: TileCatalogue, tiles: list[Tile]) -> Iterator[str]:
    for tile in tiles:
        yield tile_title(tile)
        for heading, words in tile_facts(tile):
            yield from filled(f"{heading:12}{words}", "  ")
    if catalogue.note:
        yield catalogue.note
