"""Packs of the kinds of solo puzzles beside those for goals, made and read by commands."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any

from generator.pack_form import Title
from generator.solo.records.kind import Kind
from generator.solo.records.kinds import kind_named
from generator.solo.records.pack import (
    FORM,
    PackedRecordPuzzle,
    pack_document,
    read_pack,
    solutions_document,
)
from generator.solo.records.pipeline import MadePuzzle, make
from meepleproof.cli.game_packs import generated, made, read_with_solutions, write_planned
from meepleproof.cli.pack_files import retractions_of
from meepleproof.cli.runs import print_message
from verifier.documents.strict_json import Document

__all__ = ["build_record_pack", "generate_record_pack", "read_record_pack"]


def generate_record_pack(
    name: str, count: int, seed: int, candidates: int, *, output: str | None, force: bool
) -> tuple[int, str]:
    """Make puzzles of the kind, write their pack or return its text; return the exit code, too.

    :raises Malformed: if there is no such kind.
    """
    kind = kind_named(name, "--kind")
    title = Title(kind.name, kind.title)
    parameters: Document = {"kind": name, "count": count, "candidates": candidates}
    batch = made(name, count, lambda: make(kind, count, seed, candidates, report=print_message))
    return generated(
        batch,
        count,
        lambda: _documents(kind, batch.puzzles, title, seed, parameters),
        output=output,
        force=force,
    )


def build_record_pack(planned: Document, folder: str, *, force: bool) -> bool:
    """Make a pack of a plan in a folder; return whether it has as many puzzles as planned.

    :raises Malformed: if the plan names a kind that there is not.
    """
    kind = kind_named(planned["kind"], f"{planned['id']}/kind")
    retracted = retractions_of(Path(folder))
    pool, seed, candidates = planned["pool"], planned["seed"], planned["candidates"]
    batch = made(
        kind.name,
        pool,
        lambda: make(kind, pool, seed, candidates, retracted=retracted, report=print_message),
    )
    return write_planned(planned, folder, batch, partial(_documents, kind), force=force)


def read_record_pack(path: str, document: Document) -> tuple[PackedRecordPuzzle, ...]:
    """Return the puzzles of a pack with their solutions, which are in a file beside it.

    :raises Malformed: if one of the two cannot be read, or they do not belong together.
    """
    return read_with_solutions(path, document, FORM, read_pack)


def _documents(
    kind: Kind[Any], puzzles: Sequence[MadePuzzle], title: Title, seed: int, parameters: Document
) -> tuple[Document, Document]:
    pack = pack_document(kind, puzzles, title, seed=seed, parameters=parameters)
    return pack, solutions_document(puzzles, title)
