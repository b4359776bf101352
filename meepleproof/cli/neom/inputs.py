"""What the commands for NEOM read, and what all of them say of the catalogue they used."""

from __future__ import annotations

from collections.abc import Iterator

from meepleproof.cli.console import filled, read_json
from verifier.neom.tiles import TileCatalogue
from verifier.neom.tiles_document import catalogue_from_json, demo_catalogue

__all__ = ["catalogue_in_words", "read_catalogue"]


def read_catalogue(path: str | None) -> TileCatalogue:
    """Return the catalogue in a file (``-``: standard input), or the demo if none is given.

    :raises Malformed: if it cannot be read, or contradicts the public rules.
    """
    if path is None:
        return demo_catalogue()
    name = "standard input" if path == "-" else repr(path)
    return catalogue_from_json(read_json(path), name)


def catalogue_in_words(catalogue: TileCatalogue) -> Iterator[str]:
    """Yield lines that say what a catalogue has, where it is from, and whether it is invented."""
    sizes = (
        (len(catalogue.tiles), "tile"),
        (len(catalogue.goods), "good"),
        (len(catalogue.boards), "City board"),
    )
    yield ", ".join(f"{size} {what}{'' if size == 1 else 's'}" for size, what in sizes)
    yield from filled(f"From: {catalogue.provenance}")
    if catalogue.note:
        yield catalogue.note
