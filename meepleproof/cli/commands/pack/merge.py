"""``meepleproof pack merge``: make one pack of several."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from pathlib import Path
from typing import Any

import click

from generator.collection.folder import withdrawn_in
from generator.kinds import form_of
from generator.pack import Packed, Title, sealed
from meepleproof.cli.examples import examples
from meepleproof.cli.pack_files import (
    read_pack_files,
    refuse_existing_pack,
    write_pack,
)
from meepleproof.cli.places import at_option
from meepleproof.cli.printing import echo
from meepleproof.cli.shipped import pack_path
from verifier.documents.strict_json import Document
from verifier.errors import Malformed

__all__ = ["command"]


@click.command(
    epilog=examples(
        "pack merge road-5-3c city-16 --id both --title 'Roads and cities' -o both.json"
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

    A puzzle that several have is taken once; one that was retracted is left out. The packs must be
    of one form, and of the same rules, tiles, licence and attribution.
    """
    refuse_existing_pack(output, force=force)
    read = [(path, *read_pack_files(path)) for path in map(pack_path, packs)]
    first_path, first, _ = read[0]
    form = form_of(first, repr(first_path))
    for path, document, _ in read[1:]:
        if form_of(document, repr(path)) is not form:
            message = f"it has the form {document['$schema']}, {first_path!r} {first['$schema']}"
            raise Malformed(f"{message}; packs of one form are merged", where=repr(path))
        for name in form.shared:
            if document[name] != first[name]:
                raise Malformed(f"its {name} differs from that of {first_path!r}", where=repr(path))
    puzzles, solutions = _together(read, withdrawn_in(Path(output).parent).retracted)
    sources = " ".join(f"{document['id']}-{document['version']}" for _, document, _ in read)
    schema = max(document["$schema"] for _, document, _ in read)
    merged = {
        **first,
        "$schema": schema,
        "id": identity,
        "title": title,
        "version": version,
        "provenance": {**first["provenance"], "parameters": {"merged": sources, **_kind(read)}},
        "puzzles": puzzles,
    }
    number = int(schema.rpartition(":")[2])
    beside = form.solutions_of(solutions, Title(identity, title, version), number)
    with (
        at_option("--id", "the pack /id"),
        at_option("--title", "the pack /title"),
        at_option("--version", "the pack /version"),
    ):
        write_pack(output, sealed(merged), beside, force=force)
    echo(f"{len(puzzles)} puzzles of {len(read)} packs in {output}", err=True)


def _kind(read: Sequence[tuple[str, Document, Any]]) -> Document:
    """Return the kind of all the puzzles, if their packs name one and the same."""
    kinds = {one["provenance"]["parameters"].get("kind") for _, one, _ in read}
    kind = kinds.pop()
    return {"kind": kind} if kind is not None and not kinds else {}


def _together(
    read: Sequence[tuple[str, Document, Sequence[Packed[Any]]]], retracted: Collection[str]
) -> tuple[list[Document], Document]:
    """Return the puzzles, each once, and their solutions.

    :raises Malformed: if a puzzle is different in two packs.
    """
    puzzles: dict[str, Packed[Any]] = {}
    for path, _, packed in read:
        for one in packed:
            if puzzles.setdefault(one.id, one) != one:
                message = f"the puzzle {one.id} is different in another pack"
                raise Malformed(message, where=repr(path))
    kept = [one for identity, one in puzzles.items() if identity not in retracted]
    return [one.document for one in kept], {one.id: one.solution or {} for one in kept}
