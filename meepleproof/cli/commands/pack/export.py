"""``meepleproof pack export``: write a pack as tables, pictures or a booklet."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import click

from generator.pack import PackedPuzzle
from generator.techniques import TECHNIQUES
from meepleproof.cli.console import read_json, refuse_existing, write_atomically
from meepleproof.cli.house.exporting import house_drawings, house_pdf, house_table
from meepleproof.cli.house.packs import read_house_pack
from meepleproof.cli.pack_files import read_pack_files, retractions_of
from rendering.exports.booklet import Cover, booklet_pdf
from rendering.exports.drawings import puzzle_svg, solution_svg
from rendering.exports.entry import Entry
from rendering.exports.tables import index_csv, ndjson
from rendering.exports.typesetting import png, require_installed
from verifier.carcassonne.house.codec import is_house

__all__ = ["command"]

_PICTURES = ("svg", "png")
_FORMATS = ("ndjson", "csv", "codes", *_PICTURES, "pdf")


@click.command
@click.argument("pack", metavar="PACK")
@click.option("--format", "form", type=click.Choice(_FORMATS), required=True, help="What to write.")
@click.option("--solutions", is_flag=True, help="Pictures of the solutions, too.")
@click.option("--paper", type=click.Choice(["a4", "us-letter"]), default="a4", help="For a PDF.")
@click.option("-o", "--output", metavar="FILE|DIR", help="Where; a folder for pictures.")
@click.option("--force", is_flag=True, help="Overwrite existing files.")
def command(
    *, pack: str, form: str, solutions: bool, paper: Any, output: str | None, force: bool
) -> None:
    """Write a pack as tables, pictures or a booklet to print.

    ndjson: a puzzle a line; csv: an index; codes: the puzzles as short texts that show and solve
    take; svg, png: a picture of each puzzle; pdf: puzzles, hints and solutions on pages of their
    own. Retracted puzzles are left out.
    """
    if form in (*_PICTURES, "pdf") and output is None:
        raise click.UsageError(f"--format {form} needs -o")
    if form in ("png", "pdf"):
        require_installed()
    document = read_json(pack)
    retracted = retractions_of(Path(pack).parent)
    if is_house(document):
        of_house = [
            one for one in read_house_pack(pack, document) if one.puzzle.id not in retracted
        ]
        if form in _PICTURES:
            drawings = house_drawings(of_house, solutions=solutions)
            _write_pictures(Path(output or ""), drawings, form, force=force)
        elif form == "pdf":
            if output is not None:
                refuse_existing(output, force=force)
            _write(output, house_pdf(_cover(document), of_house, paper), force=force)
        else:
            _write(output, house_table(form, of_house), force=force)
        return
    document, packed = read_pack_files(pack)
    kept = [one for one in packed if one.puzzle.id not in retracted]
    entries = tuple(map(_entry, kept))
    if form in _PICTURES:
        drawings = _drawings(entries, solutions=solutions)
        _write_pictures(Path(output or ""), drawings, form, force=force)
    elif form == "pdf":
        if output is not None:
            refuse_existing(output, force=force)
        sentences = {technique.id: technique.sentence for technique in TECHNIQUES}
        _write(output, booklet_pdf(_cover(document), entries, sentences, paper), force=force)
    else:
        texts = {
            "ndjson": lambda: ndjson(one.document for one in kept),
            "csv": lambda: index_csv(entries),
            "codes": lambda: "".join(f"{one.puzzle.code}\n" for one in kept),
        }
        _write(output, texts[form](), force=force)


def _entry(packed: PackedPuzzle) -> Entry:
    document = packed.document
    difficulty = document.get("difficulty", {"level": "", "rating": 0})
    return Entry(
        packed.puzzle,
        packed.line or (),
        difficulty["level"],
        difficulty["rating"],
        tuple(document.get("themes", ())),
        document["verdict"]["claim"] == "unique",
    )


def _cover(document: dict[str, Any]) -> Cover:
    return Cover(
        document["title"],
        document["id"],
        document["version"],
        document["licence"],
        document["attribution"],
    )


def _write_pictures(
    folder: Path, drawings: Iterable[tuple[str, str]], form: str, *, force: bool
) -> None:
    folder.mkdir(exist_ok=True)
    drawn = 0
    for name, svg in drawings:
        content = png(svg) if form == "png" else svg
        write_atomically(str(folder / f"{name}.{form}"), content, force=force)
        drawn += 1
    click.echo(f"{drawn} pictures in {folder}", err=True)


def _drawings(entries: tuple[Entry, ...], *, solutions: bool) -> Iterator[tuple[str, str]]:
    for entry in entries:
        yield entry.puzzle.id, puzzle_svg(entry)
        if solutions:
            yield f"{entry.puzzle.id}-solution", solution_svg(entry)


def _write(output: str | None, content: str | bytes, *, force: bool) -> None:
    if output is not None:
        write_atomically(output, content, force=force)
        click.echo(f"written to {output}", err=True)
        return
    sys.stdout.buffer.write(content.encode() if isinstance(content, str) else content)
