"""``python -m tests.mutants``: put every mutant to those who should catch it."""

from __future__ import annotations

import shutil
import sys

import click

from tests.mutants.mutant import ROOT, Stale, read_areas
from tests.mutants.mutant_runs import KEPT, Unusable, run
from tests.mutants.mutant_table import Unasked, page

PAGE = ROOT / "docs" / "development" / "mutants.md"


@click.command
@click.option("--only", multiple=True, metavar="ID", help="This mutant or area.")
@click.option("--jobs", type=click.IntRange(1), default=1, show_default=True, help="At a time.")
@click.option("--all", "everybody", is_flag=True, help="Go on asking when one has noticed it.")
@click.option("--anew", is_flag=True, help="Forget what was found in earlier runs.")
def command(*, only: tuple[str, ...], jobs: int, everybody: bool, anew: bool) -> None:
    """Make every mutant in a copy, see who catches it, and write docs/development/mutants.md.

    What was found is kept in build/mutants until the mutant, its file, or what is to catch it
    changes, so that a run that was broken off goes on; --anew asks again. With --only, the rows of
    all other mutants stay as they are. Exit code 1: a mutant survives that is not shown to be
    equivalent, or verify misses one of a rule of play.
    """
    every = [(area, mutant) for area in read_areas() for mutant in area.mutants]
    wanted = [
        (area, mutant)
        for area, mutant in every
        if not only or mutant.id in only or area.name in only
    ]
    if not wanted:
        raise click.UsageError(f"there is no mutant or area {' or '.join(only)}")
    if anew:
        shutil.rmtree(KEPT, ignore_errors=True)
    try:
        found = run(wanted, jobs, lambda text: click.echo(text, err=True), everybody=everybody)
        text = page(every, found, PAGE.read_text(encoding="utf-8") if only else "")
    except (Stale, Unusable, Unasked) as error:
        click.echo(f"Error: {error}", err=True)
        sys.exit(3)
    PAGE.write_text(text, encoding="utf-8")
    click.echo(f"written: {PAGE}", err=True)
    for each in found if only else []:
        for name, what in each.noticed.items():
            click.echo(f"{each.mutant.id}\t{name}\t{what or '-'}")
    troubles = [f"{each.mutant.id} {each.trouble}" for each in found if each.trouble]
    for trouble in troubles:
        click.echo(trouble, err=True)
    sys.exit(1 if troubles else 0)


if __name__ == "__main__":
    command()
