"""``meepleproof pack merge``: make one pack of several."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from pathlib import Path

import click

from generator.pack_form import Title, sealed, solutions_of
from generator.solo.pack import PackedPuzzle
from meepleproof.cli.console import read_json
from meepleproof.cli.examples import examples
from meepleproof.cli.pack_files import (
    read_pack_files,
    refuse_existing_pack,
    retractions_of,
    write_pack,
)
from meepleproof.cli.printing import echo
from verifier.documents.strict_json import Document
from verifier.documents.validation import validate
from verifier.errors import Malformed
from verifier.games import game_of

__all__ = ["command"]


@click.command(
    epilog=examples(
        "pack merge roads.json cities.json --id both --title 'Roads and cities' -o both.json"
    )
)
@click.argument("packs", metavar="PACK...", nargs=-1, required=True)
@click.option("--id", "identity", metavar="ID", required=True, help="The id of the new pack.")
@click.option("--title", metavar="TEXT", required=True, help="Its title.")
@click.option("--version", default="1.0.0", show_default=True, help="Its version.")
@click.option("-o", "--output", metavar="FILE", required=True, help="Write the pack here.")
@click.option("--force", is_flag=True, help="Overwrite existing files.")
def command(
    *,
    packs: tuple[str, ...],
    identity: str,
    title: str,
    version: str,
    output: str,
    force: bool,
) -> None:
    """Make one pack of the puzzles of several, in their order.

    A puzzle that several have is taken once; one that was retracted is left out. Rules, licence and
    attribution must be the same.
    """
    refuse_existing_pack(output, force=force)
    for path in packs:
        if game_of(read_json(path)).name == "house":
            raise Malformed(
                "packs of the house game are not merged; 'pack build' makes one of a plan",
                where=repr(path),
            )
    read = [(path, *read_pack_files(path)) for path in packs]
    first_path, first, _ = read[0]
    for path, document, _ in read[1:]:
        for name in ("rules", "tileset", "licence", "attribution"):
            if document[name] != first[name]:
                raise Malformed(f"its {name} differs from that of {first_path!r}", where=repr(path))
    puzzles, solutions = _together(read, retractions_of(Path(output).parent))
    sources = " ".join(f"{document['id']}-{document['version']}" for _, document, _ in read)
    form = max(document["$schema"] for _, document, _ in read)
    merged = {
        **first,
        "$schema": form,
        "id": identity,
        "title": title,
        "version": version,
        "provenance": {**first["provenance"], "parameters": {"merged": sources}},
        "puzzles": puzzles,
    }
    merged = sealed(merged)
    number = int(form.rpartition(":")[2])
    beside = solutions_of("solutions", solutions, Title(identity, title, version), number=number)
    validate("pack", merged, "the merged pack")
    write_pack(output, merged, beside, force=force)
    echo(f"{len(puzzles)} puzzles of {len(read)} packs in {output}", err=True)


def _together(
    read: Sequence[tuple[str, Document, Sequence[PackedPuzzle]]], retracted: Collection[str]
) -> tuple[list[Document], Document]:
    """Return the puzzles, each once, and their solutions.

    :raises Malformed: if a puzzle is different in two packs.
    """
    puzzles: dict[str, PackedPuzzle] = {}
    for path, _, packed in read:
        for one in packed:
            if puzzles.setdefault(one.puzzle.id, one) != one:
                message = f"the puzzle {one.puzzle.id} is different in another pack"
                raise Malformed(message, where=repr(path))
    kept = [one for identity, one in puzzles.items() if identity not in retracted]
    return [one.document for one in kept], {one.puzzle.id: one.beside or {} for one in kept}
