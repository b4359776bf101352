"""``meepleproof conformance``: what the suite for other engines holds, or all of it as a file."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

import click

from meepleproof.cli.console import emit_json, refuse_existing, write_atomically
from meepleproof.cli.examples import examples
from meepleproof.cli.printing import echo
from meepleproof.cli.status_line import status_line
from verifier.carcassonne.solo.claims import suite
from verifier.carcassonne.solo.conformance import AREAS, LICENCE, archive, cases, contents

__all__ = ["command"]

_HOW = "meepleproof conform -- COMMAND puts them to an engine; -o FILE.zip tells its author how"


@click.command(epilog=examples("conformance", "conformance -o suite.zip"))
@click.option("-o", "--output", metavar="FILE.zip", help="Write the suite to this file.")
@click.option("--force", is_flag=True, help="Overwrite the file if it exists.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def command(*, output: str | None, force: bool, as_json: bool) -> None:
    """Show what the conformance suite holds, or write it as an archive for authors of engines.

    The archive has five steps to test an engine, the cases by area, the scenarios they are from,
    schemas, tiles, rules, an example, and a manifest with digests. It is the same to the byte
    wherever one version of this program writes it.
    """
    if output is not None:
        refuse_existing(output, force=force)
        with status_line() as show:
            show("writing the suite")
            write_atomically(output, archive(), force=force)
    counted = Counter(case.area for case in cases())
    if as_json:
        files = sorted(contents())
        emit_json({"cases": dict(counted), "scenarios": len(suite()), "files": files})
    elif output is None:
        echo(*_page(counted))
    else:
        echo(f"{output}: {sum(counted.values())} cases, {LICENCE}", err=True)


def _page(counted: Mapping[str, int]) -> list[str]:
    rows = [f"{area:<10}{counted[area]:>6}  {about}" for area, about in AREAS.items()]
    total = f"{sum(counted.values())} cases from {len(suite())} scenarios, games and rows of tiles"
    return [f"{'area':<10}{'cases':>6}  asks", *rows, "", total, _HOW]
