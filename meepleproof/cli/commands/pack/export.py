"""``meepleproof pack export``: write a pack as tables, pictures or a booklet."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

import click

from generator.collection.folder import withdrawn_in
from generator.pack import Packed
from meepleproof.cli.console import refuse_existing, write_atomically
from meepleproof.cli.examples import examples
from meepleproof.cli.pack_files import read_pack_files
from meepleproof.cli.printing import echo
from meepleproof.cli.shipped import pack_path, packs_and_files
from meepleproof.cli.status_line import status_line
from meepleproof.rendering.exports.booklet import Cover
from meepleproof.rendering.exports.printing import png, require_installed
from meepleproof.rendering.exports.tables import csv_table, ndjson
from meepleproof.rendering.view import View, view_of
from verifier.documents.strict_json import Document
from verifier.errors import Malformed

__all__ = ["command"]

_PICTURES = ("svg", "png")
_FORMATS = ("ndjson", "csv", "codes", *_PICTURES, "pdf")


@click.command(
    epilog=examples(
        "pack export checklist --format pdf --address http://192.168.1.20:8128 -o booklet.pdf",
        "pack export road-5-3c --format svg --solutions -o pictures",
    )
)
@click.argument("pack", metavar="PACK", shell_complete=packs_and_files)
@click.option("--format", "form", type=click.Choice(_FORMATS), required=True, help="What to write.")
@click.option("--solutions", is_flag=True, help="Pictures of the solutions, too.")
@click.option("--address", metavar="URL", help="For a PDF: where a service offers the pack.")
@click.option("--paper", type=click.Choice(["a4", "us-letter"]), default="a4", help="For a PDF.")
@click.option("-o", "--output", metavar="FILE|DIR", help="Where; a folder for pictures.")
@click.option("--force", is_flag=True, help="Overwrite existing files.")
def command(
    *,
    pack: str,
    form: str,
    solutions: bool,
    address: str | None,
    paper: Any,
    output: str | None,
    force: bool,
) -> None:
    """Write a pack as tables, pictures or a booklet to print.

    ndjson: a puzzle a line; csv: an index; codes: the puzzles as short texts that show and solve
    take; svg, png: a picture of each puzzle; pdf: puzzles by difficulty, hints and solutions on
    pages of their own. With --address each puzzle of the booklet has a square code that opens it
    there on a phone. Retracted puzzles are left out.
    """
    if form in (*_PICTURES, "pdf") and output is None:
        raise click.UsageError(f"--format {form} needs -o")
    if address is not None and (form != "pdf" or not address.startswith(("http://", "https://"))):
        raise click.UsageError(
            "--address goes with --format pdf, and begins with http:// or https://"
        )
    if form in ("png", "pdf"):
        require_installed()
    path = pack_path(pack)
    document, packed = read_pack_files(path)
    retracted = withdrawn_in(Path(path).parent).retracted
    kept = [one for one in packed if one.id not in retracted]
    if not packed:
        raise Malformed("the pack has no puzzles", where=repr(path))
    view = view_of(packed[0].kind)
    if form in _PICTURES:
        if solutions and view.no_solution:
            raise click.UsageError(view.no_solution)
        drawings = _drawings(view, kept, solutions=solutions)
        _write_pictures(Path(output or ""), drawings, form, force=force)
        return
    if form == "pdf" and output is not None:
        refuse_existing(output, force=force)
    if form == "pdf":
        with status_line() as show:
            show(f"printing {len(kept)} puzzles")
            booklet = view.booklet(_cover(document, address), kept, paper)
        _write(output, booklet, force=force)
    else:
        _write(output, _table(form, view, kept), force=force)


def _table(form: str, view: View[Any], kept: Sequence[Packed[Any]]) -> str:
    if form == "ndjson":
        return ndjson(one.document for one in kept)
    if form == "csv":
        return csv_table(view.columns, map(view.row, kept))
    for one in kept:
        if "code" not in one.document:
            raise click.UsageError(
                f"puzzles of the kind {one.kind} have no codes; use ndjson or csv"
            )
    return "".join(f"{one.document['code']}\n" for one in kept)


def _drawings(
    view: View[Any], kept: Sequence[Packed[Any]], *, solutions: bool
) -> Iterator[tuple[str, str]]:
    """Yield a name and an SVG for each puzzle, and for its solution if asked."""
    for one in kept:
        yield one.id, view.svg(one, whole=True)
        if solutions:
            yield f"{one.id}-solution", view.solution_svg(one)


def _cover(document: Document, address: str | None) -> Cover:
    return Cover(
        document["title"],
        document["id"],
        document["version"],
        document["licence"],
        document["attribution"],
        (address or "").rstrip("/"),
    )


def _write_pictures(
    folder: Path, drawings: Iterable[tuple[str, str]], form: str, *, force: bool
) -> None:
    folder.mkdir(exist_ok=True)
    drawn = 0
    with status_line() as show:
        for name, svg in drawings:
            content = png(svg) if form == "png" else svg
            write_atomically(str(folder / f"{name}.{form}"), content, force=force)
            drawn += 1
            show(f"{drawn} pictures")
    echo(f"{drawn} pictures in {folder}", err=True)


def _write(output: str | None, content: str | bytes, *, force: bool) -> None:
    if output is not None:
        write_atomically(output, content, force=force)
        echo(f"written to {output}", err=True)
        return
    sys.stdout.buffer.write(content.encode() if isinstance(content, str) else content)
