"""``python -m tests.bench``: measure everything, and write docs/benchmarks.md or JSON."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path

import click

from tests.bench.machine import machine
from tests.bench.page import page
from tests.bench.rows import measured
from tests.bench.searches import Sizes, climbed, searched

PAGE = Path(__file__).parents[2] / "docs" / "benchmarks.md"


@click.command
@click.option("--runs", type=click.IntRange(1), default=5, show_default=True)
@click.option("--positions", type=click.IntRange(1, 40), default=40, show_default=True)
@click.option("--tiles", type=click.IntRange(3, 7), default=7, show_default=True, help="At most.")
@click.option("--cap", type=click.IntRange(1), default=3_000_000, show_default=True)
@click.option("--quick", is_flag=True, help="Measure small things once, to see that all works.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON and write no page.")
def command(*, runs: int, positions: int, tiles: int, cap: int, quick: bool, as_json: bool) -> None:
    """Measure the kernel and the search, and write docs/benchmarks.md."""
    sizes = Sizes(positions, tuple(range(3, tiles + 1)), cap)
    if quick:
        runs, sizes = 1, Sizes(1, (3,), 1_000)
    found = machine()
    rows = measured(quick, runs, _tell)
    searches = list(searched(sizes, _tell))
    climbs = list(climbed(sizes, _tell))
    if as_json:
        data = {
            "machine": found,
            "runs": runs,
            "searched": asdict(sizes),
            "rows": [
                {"row": one.row.name, "unit": one.row.unit, "to_reach": one.row.target}
                | {"median": one.median, "least": one.least, "most": one.most}
                for one in rows
            ],
            "searches": [asdict(search) for search in searches],
            "best": [asdict(climb) for climb in climbs],
        }
        click.echo(json.dumps(data))
        return
    PAGE.write_text(
        page("make bench", found, rows, searches, climbs, runs, sizes), encoding="utf-8"
    )
    click.echo(f"written: {PAGE}", err=True)


def _tell(news: str) -> None:
    click.echo(news, err=True)


if __name__ == "__main__":
    command()
