"""Packs of the house game made, read and checked by commands."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from generator.house.kinds import kind_named
from generator.house.pack import PackedHousePuzzle, pack_document, read_pack, solutions_document
from generator.house.pipeline import MadePuzzle, make
from generator.pack_form import Title
from meepleproof.cli.game_packs import generated, made, read_with_solutions, write_planned
from meepleproof.cli.pack_files import retractions_of
from meepleproof.cli.runs import print_message
from verifier.documents.strict_json import Document

__all__ = ["build_pack", "generate_pack", "read_house_pack"]


def generate_pack(
    name: str, count: int, seed: int, candidates: int, *, output: str | None, force: bool
) -> tuple[int, str]:
    """Make puzzles of a kind, write their pack there or return its text; return the exit code, too.

    :raises Malformed: if there is no such kind.
    """
    kind = kind_named(name)
    title = Title(f"house-{kind.name}", kind.title)
    parameters: Document = {"kind": name, "count": count, "candidates": candidates}
    batch = made(
        kind.name, count, lambda: make(kind, count, seed, candidates, report=print_message)
    )
    return generated(
        batch,
        count,
        lambda: _documents(batch.puzzles, title, seed, parameters),
        output=output,
        force=force,
    )


def build_pack(planned: Document, folder: str, *, force: bool) -> bool:
    """Make a pack of a plan in a folder; return whether it has as many puzzles as planned."""
    kind, retracted = kind_named(planned["kind"]), retractions_of(Path(folder))
    pool, seed, candidates = planned["pool"], planned["seed"], planned["candidates"]
    batch = made(
        kind.name,
        pool,
        lambda: make(kind, pool, seed, candidates, retracted=retracted, report=print_message),
    )
    return write_planned(planned, folder, batch, _documents, force=force)


def _documents(
    puzzles: Sequence[MadePuzzle], title: Title, seed: int, parameters: Document
) -> tuple[Document, Document]:
    pack = pack_document(puzzles, title, seed=seed, parameters=parameters)
    return pack, solutions_document(puzzles, title)


def read_house_pack(path: str, document: Document) -> tuple[PackedHousePuzzle, ...]:
    """Return the puzzles of a pack with their solutions, which are in a file beside it.

    :raises Malformed: if one of the two cannot be read, or they do not belong together.
    :raises Illegal: if a position has faults.
    """
    return read_with_solutions(path, document, "house-pack", read_pack)
