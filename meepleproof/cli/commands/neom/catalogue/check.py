"""``meepleproof neom catalogue check``: all that contradicts the public rules."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import click

from meepleproof.cli.console import emit_json, filled, read_json
from meepleproof.cli.examples import examples
from meepleproof.cli.neom.inputs import catalogue_in_words
from meepleproof.cli.printing import echo
from verifier.errors import Malformed
from verifier.neom.tiles_changes import catalogue_hash
from verifier.neom.tiles_check import UNCHECKED
from verifier.neom.tiles_document import CheckedDocument, checked_document
from verifier.neom.tiles_places import checked_to_json, place_in_words

__all__ = ["command"]

_HOLDS, _VIOLATED, _INVALID = 0, 1, 3


@click.command(
    epilog=examples("example neom-catalogue -o tiles.json", "neom catalogue check tiles.json")
)
@click.argument("file", metavar="CATALOGUE")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def command(*, file: str, as_json: bool) -> int:
    """Name everything in a catalogue that contradicts the public rules of NEOM, or itself.

    CATALOGUE is a file of the schema neom-catalogue, or - for standard input. Values that are
    still unknown are listed, too. Exit code 0 says that there is no fault, 1 that something is
    contradicted, 3 that something cannot be read.
    """
    document = read_json(file)
    checked = checked_document(document)
    if as_json:
        emit_json(checked_to_json(document, checked))
    else:
        echo(*_page(document, checked))
    if checked.form:
        return _INVALID
    return _VIOLATED if checked.contradictions else _HOLDS


def _page(document: Any, checked: CheckedDocument) -> Iterator[str]:
    if checked.catalogue is not None and not checked.form:
        yield from catalogue_in_words(checked.catalogue)
        yield f"Its hash: {catalogue_hash(checked.catalogue)}"
    if checked.form:
        yield f"{_number(len(checked.form), 'place')} cannot be read:"
        for fault in checked.form:
            yield from _lines(document, fault)
    if checked.contradictions:
        number = _number(len(checked.contradictions), "contradiction")
        yield f"{number}, of the public rules or of other parts of the catalogue:"
        for fault in checked.contradictions:
            yield from _lines(document, fault)
    if not checked.faults:
        yield "It contradicts neither the public rules nor itself."
    if not checked.counted:
        why = "until all can be read" if checked.form else 'as it states "complete": false'
        what = "all the rest" if checked.catalogue is None else UNCHECKED
        yield from filled(f"Not checked {why}: {what}.")
    if checked.unknown:
        listed = ", ".join(checked.unknown)
        yield from filled(f"{_number(len(checked.unknown), 'value')} unknown: {listed}")


def _lines(document: Any, fault: Malformed) -> list[str]:
    return filled(str(fault.at(place_in_words(document, fault.where))), "  ")


def _number(count: int, what: str) -> str:
    return f"{count} {what}" if count == 1 else f"{count} {what}s"
