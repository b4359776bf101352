"""``meepleproof pack retract``: withdraw a puzzle from all packs to come."""

from __future__ import annotations

from pathlib import Path

import click

from generator.pack import pack_text
from meepleproof.cli.console import write_atomically
from meepleproof.cli.examples import examples
from meepleproof.cli.pack_files import RETRACTIONS, read_retractions
from meepleproof.cli.printing import echo
from verifier.documents.validation import validate
from verifier.errors import Malformed

__all__ = ["command"]


@click.command(
    epilog=examples("pack retract 59t9f467mcqr --reason 'It has two solutions.' --date 2026-01-31")
)
@click.argument("identity", metavar="PUZZLE-ID")
@click.option("--reason", metavar="TEXT", required=True, help="Why, in a sentence.")
@click.option("--date", metavar="YYYY-MM-DD", required=True, help="The day of the retraction.")
@click.option("--replacement", metavar="PUZZLE-ID", help="What stands in its place.")
@click.option("--in", "folder", metavar="DIR", default=".", help="The folder of the packs.")
def command(*, identity: str, reason: str, date: str, replacement: str | None, folder: str) -> None:
    """Write into the folder's retractions.json that a puzzle is withdrawn.

    Packs that are built, merged or checked in this folder honour it; a pack that was published
    already stays as it is, and its check fails.
    """
    path = Path(folder) / RETRACTIONS
    document = read_retractions(path)
    if any(entry["id"] == identity for entry in document["retractions"]):
        raise Malformed(f"the puzzle {identity} is retracted already", where=repr(str(path)))
    entry = {"id": identity, "date": date, "reason": reason}
    if replacement is not None:
        entry["replacement"] = replacement
    document["retractions"].append(entry)
    validate("retractions", document, "the retraction")
    write_atomically(str(path), pack_text(document), force=True)
    echo(f"{identity} is retracted in {path}", err=True)
