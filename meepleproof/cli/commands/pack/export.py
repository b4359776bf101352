"""``meepleproof pack export``: write a pack as tables, pictures or a booklet."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click

from generator.solo.pack import PackedPuzzle
from generator.solo.records.pack import is_record_pack
from generator.solo.techniques import TECHNIQUES
from generator.solo.tries import try_of, why_not
from meepleproof.cli.console import read_json, refuse_existing, write_atomically
from meepleproof.cli.examples import examples
from meepleproof.cli.house.exporting import house_drawings, house_pdf, house_table
from meepleproof.cli.house.packs import read_house_pack
from meepleproof.cli.neom.exports import neom_drawings, neom_pdf, neom_table
from meepleproof.cli.neom.packs import read_neom_pack
from meepleproof.cli.pack_files import read_pack_files, retractions_of
from meepleproof.cli.printing import echo
from meepleproof.cli.records.exports import record_drawings, record_pdf, record_table
from meepleproof.cli.records.packs import read_record_pack
from meepleproof.cli.shipped import pack_path
from meepleproof.rendering.exports.booklet import Cover
from meepleproof.rendering.exports.printing import png, require_installed
from meepleproof.rendering.exports.tables import ndjson
from meepleproof.rendering.solo.booklet import booklet_pdf
from meepleproof.rendering.solo.exports import Entry, index_csv, puzzle_svg, solution_svg
from verifier.games import game_of

__all__ = ["command"]

_PICTURES = ("svg", "png")
_FORMATS = ("ndjson", "csv", "codes", *_PICTURES, "pdf")


@click.command(
    epilog=examples(
        "pack export checklist --format pdf --address http://192.168.1.20:8128 -o booklet.pdf",
        "pack export pack.json --format svg --solutions -o pictures",
    )
)
@click.argument("pack", metavar="PACK")
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
    written = _forms(pack_path(pack), solutions=solutions, paper=paper, address=address)
    if form in _PICTURES:
        drawings = written.drawings()
        _write_pictures(Path(output or ""), drawings, form, force=force)
        return
    if form == "pdf" and output is not None:
        refuse_existing(output, force=force)
    _write(output, written.pdf() if form == "pdf" else written.table(form), force=force)


@dataclass(frozen=True, slots=True)
class _Forms:
    """The forms in which the puzzles of a pack can be written, whatever game they are of."""

    drawings: Callable[[], Iterable[tuple[str, str]]]
    pdf: Callable[[], bytes]
    table: Callable[[str], str]


def _forms(pack: str, *, solutions: bool, paper: Any, address: str | None) -> _Forms:
    document, retracted = read_json(pack), retractions_of(Path(pack).parent)
    if address is not None and is_record_pack(document):
        raise click.UsageError(
            "--address: puzzles on records have no page that a square code could open; leave it out"
        )
    if game_of(document).name == "house":
        house = [one for one in read_house_pack(pack, document) if one.puzzle.id not in retracted]
        return _Forms(
            lambda: house_drawings(house, solutions=solutions),
            lambda: house_pdf(_cover(document, address), house, paper),
            lambda form: house_table(form, house),
        )
    if game_of(document).name == "neom":
        neom = [one for one in read_neom_pack(pack, document) if one.puzzle.id not in retracted]
        return _Forms(
            lambda: neom_drawings(neom, solutions=solutions),
            lambda: neom_pdf(_cover(document, address), neom, paper),
            lambda form: neom_table(form, neom),
        )
    if is_record_pack(document):
        on_records = [
            one for one in read_record_pack(pack, document) if one.puzzle.id not in retracted
        ]
        return _Forms(
            lambda: record_drawings(on_records, solutions=solutions),
            lambda: record_pdf(_cover(document), on_records, paper),
            lambda form: record_table(form, on_records),
        )
    document, packed = read_pack_files(pack)
    kept = [one for one in packed if one.puzzle.id not in retracted]
    entries = tuple(map(_entry, kept))
    sentences = {technique.id: technique.sentence for technique in TECHNIQUES}
    return _Forms(
        lambda: _drawings(entries, solutions=solutions),
        lambda: booklet_pdf(_cover(document, address), entries, sentences, paper),
        lambda form: _table(form, kept, entries),
    )


def _table(form: str, kept: Sequence[PackedPuzzle], entries: tuple[Entry, ...]) -> str:
    if form == "ndjson":
        return ndjson(one.document for one in kept)
    if form == "csv":
        return index_csv(entries)
    return "".join(f"{one.puzzle.code}\n" for one in kept)


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
        tuple(document.get("needs", ())),
        tuple(why_not(try_of(one)) for one in (packed.beside or {}).get("tries", ())),
    )


def _cover(document: dict[str, Any], address: str | None = None) -> Cover:
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
    for name, svg in drawings:
        content = png(svg) if form == "png" else svg
        write_atomically(str(folder / f"{name}.{form}"), content, force=force)
        drawn += 1
    echo(f"{drawn} pictures in {folder}", err=True)


def _drawings(entries: tuple[Entry, ...], *, solutions: bool) -> Iterator[tuple[str, str]]:
    for entry in entries:
        yield entry.puzzle.id, puzzle_svg(entry)
        if solutions:
            yield f"{entry.puzzle.id}-solution", solution_svg(entry)


def _write(output: str | None, content: str | bytes, *, force: bool) -> None:
    if output is not None:
        write_atomically(output, content, force=force)
        echo(f"written to {output}", err=True)
        return
    sys.stdout.buffer.write(content.encode() if isinstance(content, str) else content)
