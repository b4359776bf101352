"""Packs of puzzles on records made, read and checked by commands."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from generator.pack_form import Title
from generator.records.pack import (
    FORM,
    PackedRecordPuzzle,
    pack_document,
    read_pack,
    solutions_document,
)
from generator.records.pipeline import KIND, MadePuzzle, make
from meepleproof.cli.game_packs import generated, made, read_with_solutions, write_planned
from meepleproof.cli.pack_files import retractions_of
from meepleproof.cli.runs import print_message
from verifier.errors import Malformed

__all__ = ["build_record_pack", "generate_record_pack", "read_record_pack"]

Document = dict[str, Any]


def generate_record_pack(
    kind: str, count: int, seed: int, candidates: int, *, output: str | None, force: bool
) -> tuple[int, str]:
    """Make puzzles of the kind, write their pack or return its text; return the exit code, too.

    :raises Malformed: if there is no such kind.
    """
    _require_kind(kind)
    title = Title(KIND, "Find the error")
    parameters: Document = {"kind": kind, "count": count, "candidates": candidates}
    batch = made(KIND, count, lambda: make(count, seed, candidates, report=print_message))
    return generated(
        batch,
        count,
        lambda: _documents(batch.puzzles, title, seed, parameters),
        output=output,
        force=force,
    )


def build_record_pack(planned: Document, folder: str, *, force: bool) -> bool:
    """Make a pack of a plan in a folder; return whether it has as many puzzles as planned.

    :raises Malformed: if the plan names a kind that there is not.
    """
    _require_kind(planned["kind"])
    retracted = retractions_of(Path(folder))
    pool, seed, candidates = planned["pool"], planned["seed"], planned["candidates"]
    batch = made(
        KIND,
        pool,
        lambda: make(pool, seed, candidates, retracted=retracted, report=print_message),
    )
    return write_planned(planned, folder, batch, _documents, force=force)


def read_record_pack(path: str, document: Document) -> tuple[PackedRecordPuzzle, ...]:
    """Return the puzzles of a pack with their solutions, which are in a file beside it.

    :raises Malformed: if one of the two cannot be read, or they do not belong together.
    """
    return read_with_solutions(path, document, FORM, read_pack)


def _documents(
    puzzles: Sequence[MadePuzzle], title: Title, seed: int, parameters: Document
) -> tuple[Document, Document]:
    pack = pack_document(puzzles, title, seed=seed, parameters=parameters)
    return pack, solutions_document(puzzles, title)


def _require_kind(name: str) -> None:
    if name != KIND:
        raise Malformed(
            f"there is no kind {name!r} of puzzles on records; there is {KIND}", where="--kind"
        )
