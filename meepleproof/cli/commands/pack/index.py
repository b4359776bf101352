"""``meepleproof pack index``: write the index of a folder of packs."""

from __future__ import annotations

from pathlib import Path

import click

from generator.collection.folder import INDEX, write_index
from generator.kinds import packs_in_words
from meepleproof.cli.console import refuse_existing
from meepleproof.cli.examples import examples
from meepleproof.cli.printing import echo
from meepleproof.cli.status_line import status_line

__all__ = ["command"]


@click.command(
    epilog=examples(
        "example plan -o plan.json",
        "pack build plan.json -o my-packs",
        "pack index my-packs",
        "serve --packs my-packs",
    )
)
@click.argument("folder", metavar="DIR")
@click.option("--force", is_flag=True, help="Overwrite an existing index.")
def command(*, folder: str, force: bool) -> None:
    """Check the packs in a folder, and write an index of them beside them.

    With it 'serve' and 'find' read none of them at the start, however many puzzles they have. When
    a pack changes, make the index anew. What the packs prove is not proved again; see 'pack check'.
    """
    path = Path(folder)
    refuse_existing(str(path / INDEX), force=force)
    with status_line() as show:
        show(f"reading the packs in {path}")
        number = write_index(path)
    if not number:
        echo(f"there are no packs in {path}; packs are {packs_in_words()}", err=True)
    echo(f"Wrote {path / INDEX}: {number} puzzles", err=True)
