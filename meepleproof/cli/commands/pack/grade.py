"""``meepleproof pack grade``: grade the puzzles of packs anew."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from concurrent.futures import Executor
from pathlib import Path

import click

from generator.pack_form import pack_text
from generator.solo.pack import PackedPuzzle
from generator.solo.regrading import Regraded, grade_document, regraded
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
from verifier.documents.strict_json import Document
from verifier.documents.validation import validate
from verifier.errors import Malformed

__all__ = ["command"]


_SOLO_PACK = "urn:meepleproof:pack:"


@click.command(
    epilog=examples(
        "pack grade my-pack.json -o graded",
        "pack grade puzzles/road-10.json puzzles/stay.json --force --plan puzzles/plan.json",
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
    """Work out difficulty, themes and decoys of every puzzle anew, and change nothing else.

    The third number of a pack's version is raised if a grade changes; a pack whose grades are all
    as stated is left alone. Packs are changed in place only with --force.
    """
    paths = {path: path for path in map(pack_path, packs)}
    if output is not None:
        paths = {path: str(Path(output) / Path(path).name) for path in paths}
    for path in paths.values():
        refuse_existing_pack(path, force=force)
    planned = _read_plan(plan)
    read = {path: _read(path) for path in paths}
    with workers(jobs) as executor:
        for path, (document, packed) in read.items():
            with status_line() as show:
                show(f"{document['id']}: {len(packed)} puzzles")
                found = _regraded(path, document, packed, executor)
            if found.changed or output is not None:
                write_pack(paths[path], found.pack, found.solutions, force=force)
            if found.changed and plan is not None:
                _state_version(planned, found.pack)
                write_atomically(plan, pack_text(planned), force=True)
            echo(_in_words(document, found), err=True)


def _read_plan(path: str | None) -> Document:
    if path is None:
        return {}
    plan: Document = read_json(path)
    validate("plan", plan, repr(path))
    return plan


def _read(path: str) -> tuple[Document, Sequence[PackedPuzzle]]:
    document = read_json(path)
    form = document.get("$schema") if isinstance(document, dict) else None
    if isinstance(form, str) and not form.startswith(_SOLO_PACK):
        raise Malformed(
            f"it has the form {form}, and only packs with goals of the Solo Variant are graded "
            "anew; the proofs of other packs give their difficulty",
            where=repr(path),
        )
    return read_pack_files(path)


def _regraded(
    path: str, document: Document, packed: Sequence[PackedPuzzle], executor: Executor
) -> Regraded:
    def grades(puzzles: Sequence[PackedPuzzle]) -> Iterable[Document]:
        return executor.map(grade_document, puzzles)

    return regraded(document, read_json(solutions_path(path)), packed, grades)


def _state_version(plan: Document, pack: Document) -> None:
    for planned in plan["packs"]:
        if planned["id"] == pack["id"]:
            planned["version"] = pack["version"]


def _in_words(before: Document, found: Regraded) -> str:
    name = f"{before['id']} {found.pack['version']}"
    if not found.changed:
        return f"{name}: every grade is as stated"
    return f"{name}: {len(found.changed)} of {len(before['puzzles'])} puzzles graded otherwise"
