"""``meepleproof dataset``: write puzzles as a table, for people who study them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import click

from generator.collection.folder import read_folder
from generator.dataset import (
    COLUMNS,
    ENDINGS,
    Source,
    require_writer,
    row_of,
    with_results,
    without_repeats,
    write_table,
)
from generator.journal import made_in
from generator.results import read_results
from meepleproof.cli.cluster import cluster
from meepleproof.cli.console import refuse_existing
from meepleproof.cli.examples import examples
from meepleproof.cli.pack_files import read_pack_files
from meepleproof.cli.printing import echo
from meepleproof.cli.runs import JOBS, local_workers
from meepleproof.cli.shipped import pack_path
from meepleproof.cli.status_line import counting, status_line
from verifier.documents.data import pack_folders

__all__ = ["command"]

_JOURNAL = "journal.ndjson"


@click.command(
    epilog=examples("dataset -o puzzles.parquet", "dataset road-10 stay --jobs 2 -o two.csv.zst")
)
@click.argument("sources", metavar="[SOURCE]...", nargs=-1)
@click.option(
    "-o", "--output", metavar="FILE", required=True, help=f"Ends with one of: {' '.join(ENDINGS)}."
)
@click.option(
    "--results",
    metavar="FILE",
    type=click.Path(path_type=Path),
    help="Results kept by 'serve --results': adds how players fared.",
)
@click.option("--jobs", metavar="N", type=JOBS, default=1, help="Worker processes.")
@click.option("--cluster", "address", metavar="ADDRESS", help="Work on a Dask cluster instead.")
@click.option("--force", is_flag=True, help="Overwrite an existing file.")
def command(
    *,
    sources: tuple[str, ...],
    output: str,
    results: Path | None,
    jobs: int,
    address: str | None,
    force: bool,
) -> None:
    """Write puzzles as a table with one row for each puzzle.

    SOURCE is a pack, a folder of packs, or the folder of a run of 'generate --run' or 'pack build
    --run', which may still go on. Without any, it is all packs that ship. Columns of
    one kind are empty for puzzles of the others.
    """
    require_writer(output)
    refuse_existing(output, force=force)
    with status_line() as show:
        show("reading the puzzles")
        found = list(without_repeats(_sources(sources)))
    if results is not None:
        kept, torn = read_results(results)
        found = with_results(found, kept)
        if torn:
            lines = "line was" if torn == 1 else "lines were"
            echo(f"{torn} {lines} not whole and left out of {results}", err=True)
    workers = local_workers(jobs) if address is None else cluster(address)
    with workers as opened, status_line() as show:
        done = opened.executor.map(row_of, found)
        rows = counting(done, len(found), "puzzles", show)
        number = write_table(Path(output), COLUMNS, rows)
    echo(f"Wrote {number} puzzles to {output}", err=True)


def _sources(given: tuple[str, ...]) -> Iterator[Source]:
    if not given:
        for folder in pack_folders():
            yield from _of_folder(folder, ships=True)
    for one in given:
        path = Path(one)
        if (path / _JOURNAL).is_file():
            for made in made_in(one):
                yield Source("", made["kind"], made["puzzle"], made["solution"])
        elif path.is_dir():
            yield from _of_folder(path)
        else:
            yield from _of_pack(pack_path(one))


def _of_folder(folder: Path, *, ships: bool = False) -> Iterator[Source]:
    read = read_folder(folder, checked=ships)
    for _, identity in read.index.places:
        held = read.puzzle(identity)
        if held is not None:
            yield Source(held.pack, held.kind, held.document, held.solution)


def _of_pack(path: str) -> Iterator[Source]:
    document, packed = read_pack_files(path)
    for one in packed:
        yield Source(document["id"], one.kind, one.document, one.solution or {})
