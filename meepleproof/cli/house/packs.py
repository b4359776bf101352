"""Packs of the house game made, read and checked by commands."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from pathlib import Path
from typing import Any

from generator.batch import Batch, choose
from generator.house.kinds import Kind, kind_named
from generator.house.pack import PackedHousePuzzle, pack_document, read_pack, solutions_document
from generator.house.pipeline import MadePuzzle, make
from generator.pack_form import Title, pack_text, require_form, solutions_path
from meepleproof.cli.console import read_json
from meepleproof.cli.pack_files import retractions_of, write_pack
from meepleproof.cli.runs import print_message
from meepleproof.cli.status_line import status_line
from schemas import validate
from verifier.errors import Malformed
from verifier.verdict import EXIT_CODES

__all__ = ["build_pack", "generate_pack", "read_house_pack"]

Document = dict[str, Any]


def generate_pack(
    name: str, count: int, seed: int, candidates: int, *, output: str | None, force: bool
) -> tuple[int, str]:
    """Make puzzles of a kind, write their pack there or return its text; return the exit code, too.

    :raises Malformed: if there is no such kind.
    """
    kind = kind_named(name)
    title = Title(f"house-{kind.name}", kind.title)
    batch = _made(kind, count, seed, candidates, ())
    code = EXIT_CODES["holds"] if len(batch.puzzles) == count else EXIT_CODES["undecided"]
    if not batch.puzzles:
        return code, ""
    parameters: Document = {"kind": name, "count": count, "candidates": candidates}
    pack, solutions = _documents(batch.puzzles, title, seed, parameters)
    if output is None:
        return code, pack_text(pack)
    write_pack(output, pack, solutions, force=force)
    print_message(
        f"{len(batch.puzzles)} puzzles in {output}, their solutions in {solutions_path(output)}"
    )
    return code, ""


def build_pack(planned: Document, folder: str, *, force: bool) -> bool:
    """Make a pack of a plan in a folder; return whether it has as many puzzles as planned.

    More are made than are needed, and those are taken that differ most.
    """
    title = Title(planned["id"], planned["title"], planned["version"])
    seed, candidates = planned["seed"], planned["candidates"]
    retracted = retractions_of(Path(folder))
    batch = _made(kind_named(planned["kind"]), planned["pool"], seed, candidates, retracted)
    chosen = choose(batch.puzzles, planned["count"])
    parameters = {name: planned[name] for name in ("kind", "count", "pool", "candidates")}
    pack, solutions = _documents(chosen, title, seed, parameters)
    write_pack(str(Path(folder) / f"{title.id}.json"), pack, solutions, force=force)
    print_message(f"{title.id}: {len(chosen)} puzzles chosen of {len(batch.puzzles)}")
    return len(chosen) == int(planned["count"])


def _made(
    kind: Kind, count: int, seed: int, candidates: int, retracted: Collection[str]
) -> Batch[MadePuzzle]:
    with status_line() as show:
        show(f"{kind.name}: playing games")
        batch = make(kind, count, seed, candidates, retracted=retracted, report=print_message)
    for reason, times in sorted(batch.rejected.items()):
        print_message(f"{kind.name}: rejected {times}: {reason}")
    if len(batch.puzzles) < count:
        print_message(
            f"{kind.name}: {len(batch.puzzles)} of {count} puzzles from {batch.candidates} "
            "candidates. That proves nothing: try another --seed, or more --candidates."
        )
    return batch


def _documents(
    puzzles: Sequence[MadePuzzle], title: Title, seed: int, parameters: Document
) -> tuple[Document, Document]:
    pack = pack_document(puzzles, title, seed=seed, parameters=parameters)
    solutions = solutions_document(puzzles, title)
    validate("house-pack", pack, "the pack")
    validate("house-solutions", solutions, "the solutions")
    return pack, solutions


def read_house_pack(path: str, document: Document) -> tuple[PackedHousePuzzle, ...]:
    """Return the puzzles of a pack with their solutions, which are in a file beside it.

    :raises Malformed: if one of the two cannot be read, or they do not belong together.
    :raises Illegal: if a position has faults.
    """
    beside, name = solutions_path(path), repr(path)
    if not Path(beside).exists():
        require_form("house-pack", document, name)
        raise Malformed(f"its solutions are missing: there is no {beside!r} beside it", where=name)
    packed = read_pack(document, name, read_json(beside))
    for one in packed:
        if one.solution is None:
            raise Malformed(
                f"the solution of the puzzle {one.puzzle.id} is missing", where=repr(beside)
            )
    return packed
