"""``python -m tests.bench``: measure everything; docs/development/benchmarks.md or JSON."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path
from typing import Any, TypeAlias

import click

from tests.bench.collections import collected, collection_part
from tests.bench.generation import generated, generation_part, shared
from tests.bench.load import borne, service_part
from tests.bench.machine import machine
from tests.bench.neom import timed
from tests.bench.page import engine_part, model_part, neom_part, page
from tests.bench.questions import answered, arrived
from tests.bench.rows import measured
from tests.bench.searches import Sizes, climbed, searched

PAGE = Path(__file__).parents[2] / "docs" / "development" / "benchmarks.md"
PARTS = ("engine", "model", "neom", "generator", "collections", "service")


@click.command
@click.option("--runs", type=click.IntRange(1), default=5, show_default=True)
@click.option("--positions", type=click.IntRange(1, 40), default=40, show_default=True)
@click.option("--tiles", type=click.IntRange(3, 7), default=7, show_default=True, help="At most.")
@click.option("--cap", type=click.IntRange(1), default=3_000_000, show_default=True)
@click.option("--only", type=click.Choice(list(PARTS)), help="Print that part; no page.")
@click.option("--quick", is_flag=True, help="Measure small things once, to see that all works.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON and write no page.")
def command(
    *,
    runs: int,
    positions: int,
    tiles: int,
    cap: int,
    only: str | None,
    quick: bool,
    as_json: bool,
) -> None:
    """Measure engine, model, NEOM, generator, collections, service.

    Write docs/development/benchmarks.md, or JSON.
    """
    sizes = Sizes(positions, tuple(range(3, tiles + 1)), cap)
    if quick:
        runs, sizes = 1, Sizes(1, (3,), 1_000)
    found = machine()
    measures = {
        "engine": lambda: _engine(runs, sizes, quick=quick),
        "model": lambda: _model(quick=quick),
        "neom": lambda: _neom(quick=quick),
        "generator": lambda: _generator(quick=quick),
        "collections": lambda: _collections(quick=quick),
        "service": lambda: _service(quick=quick),
    }
    measured = [measures[part]() for part in PARTS if only in (None, part)]
    parts = [part for part, _ in measured]
    if as_json:
        data: dict[str, Any] = {"machine": found}
        for _, numbers in measured:
            data |= numbers
        click.echo(json.dumps(data))
    elif only:
        click.echo("".join(parts).strip())
    else:
        PAGE.write_text(page("make bench", found, *parts), encoding="utf-8")
        click.echo(f"written: {PAGE}", err=True)


_Section: TypeAlias = tuple[str, dict[str, Any]]
"""A part of the page, and its numbers as data."""


def _engine(runs: int, sizes: Sizes, *, quick: bool) -> _Section:
    rows = measured(quick, runs, _tell)
    searches = list(searched(sizes, _tell))
    climbs = list(climbed(sizes, _tell))
    data = {
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
    return engine_part(rows, searches, climbs, runs, sizes), data


def _model(*, quick: bool) -> _Section:
    answers = list(answered(quick, _tell))
    arrivals = list(arrived(quick, _tell))
    data = {
        "questions": [asdict(answer) for answer in answers],
        "proof_games": [asdict(arrival) for arrival in arrivals],
    }
    return model_part(answers, arrivals), data


def _neom(*, quick: bool) -> _Section:
    rows = list(timed(quick, _tell))
    return neom_part(rows), {"neom": [asdict(row) for row in rows]}


def _generator(*, quick: bool) -> _Section:
    rows = list(generated(quick, _tell))
    run = shared(quick, _tell)
    return generation_part(rows, run), {
        "generated": [asdict(row) for row in rows],
        "shared": asdict(run),
    }


def _collections(*, quick: bool) -> _Section:
    found = collected(quick)
    return collection_part(found), {"collections": asdict(found)}


def _service(*, quick: bool) -> _Section:
    found = borne(quick, _tell)
    return service_part(found), {"service": asdict(found)}


def _tell(news: str) -> None:
    click.echo(news, err=True)


if __name__ == "__main__":
    command()
