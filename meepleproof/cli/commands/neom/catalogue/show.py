"""``meepleproof neom catalogue show``: a catalogue, or one of its tiles."""

from __future__ import annotations

from collections.abc import Iterator

import click

from meepleproof.cli.neom_inputs import catalogue_in_words, filled, read_catalogue
from rendering.neom_words import tile_facts, tile_title
from verifier.neom.state_document import require_tile
from verifier.neom.tile_catalogue import Tile, TileCatalogue

__all__ = ["command"]


@click.command
@click.argument("name", metavar="[TILE]", required=False)
@click.option("--catalogue", "file", metavar="FILE", help="A catalogue; the demo if not given.")
def command(*, name: str | None, file: str | None) -> None:
    """Show a catalogue, or one tile of it with all that it costs, needs, brings and does."""
    catalogue = read_catalogue(file)
    lines = (
        _all(catalogue)
        if name is None
        else _one(catalogue, catalogue.tile(require_tile(catalogue, name, "")))
    )
    click.echo("\n".join(lines))


def _all(catalogue: TileCatalogue) -> Iterator[str]:
    yield from catalogue_in_words(catalogue)
    for tile in catalogue.tiles:
        yield tile_title(tile)


def _one(catalogue: TileCatalogue, tile: Tile) -> Iterator[str]:
    yield tile_title(tile)
    for heading, words in tile_facts(tile):
        yield filled(f"{heading:12}{words}", "  ")
    if catalogue.note:
        yield catalogue.note
