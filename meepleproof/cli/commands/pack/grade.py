"""``meepleproof pack grade``: grade the puzzles of packs anew."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from generator.kinds import form_of_plan, kind_named
from generator.pack import Packed, Regraded, pack_text, regraded
from generator.workers import SolverLost, WorkerSolver
from meepleproof.cli.console import read_json, write_atomically
from meepleproof.cli.examples import examples
from meepleproof.cli.pack_files import (
    read_pack_files,
    refuse_existing_pack,
    solutions_path,
    write_pack,
)
from meepleproof.cli.printing import echo
from meepleproof.cli.runs import JOBS
from meepleproof.cli.shipped import pack_path
from meepleproof.cli.status_line import status_line
from meepleproof.cli.workers import workers
from verifier.constraints.process import undecided_by_model
from verifier.documents.strict_json import Document
from verifier.documents.validation import validate
from verifier.errors import Undecided

__all__ = ["command"]


@click.command(
    epilog=examples(
        "pack grade road-5-3c -o graded",
        "example plan -o plan.json",
        "pack build plan.json",
        "pack grade small-roads.json --force --plan plan.json",
    )
)
@click.argument("packs", metavar="PACK...", nargs=-1, required=True)
@click.option("--jobs", metavar="N", type=JOBS, default=1, help="Worker processes.")
@click.option("--plan", metavar="PLAN", help="Write the new versions into this plan, too.")
@click.option("-o", "--output", metavar="DIR", help="Write there and not where the packs are.")
@click.option("--force", is_flag=True, help="Overwrite existing files.")
def command(
    *, packs: tuple[str, ...], jobs: int, plan: str | None, output: str | None, force: bool
) -> None:
    """Work out the difficulty and themes of every puzzle anew, and change nothing else.

    Of puzzles for goals the decoys are counted, too. The difficulty of all others follows from
    their proof, which is done again.

    The third number of a pack's version is raised if a grade changes; a pack whose grades are all
    as stated is left alone. Packs are changed in place only with --force.
    """
    paths = {path: path for path in map(pack_path, packs)}
    if output is not None:
        Path(output).mkdir(exist_ok=True)
        paths = {path: str(Path(output) / Path(path).name) for path in paths}
    for path in paths.values():
        refuse_existing_pack(path, force=force)
    planned = {} if plan is None else _read_plan(plan)
    read = {path: read_pack_files(path) for path in paths}
    with workers(jobs) as executor:
        for path, (document, packed) in read.items():
            with status_line() as show:
                show(f"{document['id']}: {len(packed)} puzzles")
                grades = tuple(executor.map(_graded, packed))
            found = regraded(document, read_json(solutions_path(path)), grades)
            if found.changed or output is not None:
                write_pack(paths[path], found.pack, found.solutions, force=force)
            if found.changed and plan is not None:
                _state_version(planned, found.pack)
                write_atomically(plan, pack_text(planned), force=True)
            echo(_in_words(document, found), err=True)


def _read_plan(path: str) -> Document:
    plan: Document = read_json(path)
    validate(form_of_plan(plan, repr(path)).plan, plan, repr(path))
    return plan


def _graded(packed: Packed[Any]) -> Document:
    """Return the grade of a puzzle. A worker runs this."""
    try:
        with WorkerSolver() as solver:
            return kind_named(packed.kind).grade(packed, solver)
    except SolverLost as error:
        raise Undecided(f"{packed.id}: {undecided_by_model(str(error))}") from error


def _state_version(plan: Document, pack: Document) -> None:
    for planned in plan["packs"]:
        if planned["id"] == pack["id"]:
            planned["version"] = pack["version"]


def _in_words(before: Document, found: Regraded) -> str:
    name = f"{before['id']} {found.pack['version']}"
    if not found.changed:
        return f"{name}: every grade is as stated"
    return f"{name}: {len(found.changed)} of {len(before['puzzles'])} puzzles graded otherwise"
