"""``meepleproof pack retract``: withdraw a puzzle from all packs to come, or from the lists."""

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
@click.option("--set-aside", is_flag=True, help="It is right, but no longer offered.")
@click.option("--in", "folder", metavar="DIR", default=".", help="The folder of the packs.")
def command(
    *,
    identity: str,
    reason: str,
    date: str,
    replacement: str | None,
    set_aside: bool,
    folder: str,
) -> None:
    """Write into the folder's retractions.json that a puzzle is withdrawn.

    Packs that are built, merged or checked in this folder honour it; a pack that was published
    already stays as it is, and its check fails. A puzzle that is only set aside stays in its pack
    and opens by its id, but 'find' and the lists, filters and days of 'serve' leave it out.
    """
    path = Path(folder) / RETRACTIONS
    document = read_retractions(path)
    listed = document.setdefault("set_aside", []) if set_aside else document["retractions"]
    done = "set aside" if set_aside else "retracted"
    if any(entry["id"] == identity for entry in (*document["retractions"], *listed)):
        raise Malformed(f"the puzzle {identity} is {done} already", where=repr(str(path)))
    if "set_aside" in document and not set_aside:
        # Found to be wrong, it goes for good.
        document["set_aside"] = [one for one in document["set_aside"] if one["id"] != identity]
    entry = {"id": identity, "date": date, "reason": reason}
    if replacement is not None:
        entry["replacement"] = replacement
    listed.append(entry)
    try:
        validate("retractions", document, "the retraction")
    except Malformed as error:
        raise error.at(_place(error.where, entry)) from None
    write_atomically(str(path), pack_text(document), force=True)
    echo(f"{identity} is {done} in {path}", err=True)


def _place(where: str, entry: dict[str, str]) -> str:
    """Return the option that a place in the document comes from, or the place itself."""
    name = where.rpartition("/")[2]
    return f"--{name}" if name in entry.keys() - {"id"} else where
