"""Packs of NEOM made, read and checked by commands."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path

from generator.neom.kinds import kind_named
from generator.neom.pack import PackedNeomPuzzle, pack_document, read_pack, solutions_document
from generator.neom.pipeline import MadePuzzle, make
from generator.pack_form import Title
from meepleproof.cli.game_packs import generated, made, read_with_solutions, write_planned
from meepleproof.cli.neom.inputs import read_catalogue
from meepleproof.cli.pack_files import retractions_of
from meepleproof.cli.runs import print_message
from verifier.documents.strict_json import Document
from verifier.neom.tiles import TileCatalogue

__all__ = ["build_neom_pack", "generate_neom_pack", "read_neom_pack"]


def generate_neom_pack(
    name: str,
    catalogue_path: str | None,
    numbers: tuple[int, int, int],
    *,
    output: str | None,
    force: bool,
) -> tuple[int, str]:
    """Make puzzles of a kind, write their pack there or return its text; return the exit code, too.

    ``numbers`` are how many, the seed, and the most candidates.

    :raises Malformed: if there is no such kind, or the catalogue cannot be read.
    :raises Illegal: if the catalogue has too few tiles for a game.
    """
    kind, catalogue = kind_named(name), read_catalogue(catalogue_path)
    count, seed, candidates = numbers
    title = Title(f"neom-{kind.name}", f"NEOM: {kind.title}")
    parameters: Document = {"kind": name, "count": count, "candidates": candidates}
    batch = made(
        kind.name,
        count,
        lambda: make(kind, catalogue, count, seed, candidates, report=print_message),
    )
    return generated(
        batch,
        count,
        lambda: _documents(catalogue, batch.puzzles, title, seed, parameters),
        output=output,
        force=force,
    )


def build_neom_pack(planned: Document, folder: str, *, force: bool) -> bool:
    """Make a pack of a plan on the demo; return whether it has as many puzzles as planned."""
    kind, retracted = kind_named(planned["kind"]), retractions_of(Path(folder))
    catalogue = read_catalogue(None)
    pool, seed, candidates = planned["pool"], planned["seed"], planned["candidates"]
    batch = made(
        kind.name,
        pool,
        lambda: make(
            kind, catalogue, pool, seed, candidates, retracted=retracted, report=print_message
        ),
    )
    return write_planned(planned, folder, batch, partial(_documents, catalogue), force=force)


def _documents(
    catalogue: TileCatalogue,
    puzzles: Sequence[MadePuzzle],
    title: Title,
    seed: int,
    parameters: Document,
) -> tuple[Document, Document]:
    pack = pack_document(catalogue, puzzles, title, seed=seed, parameters=parameters)
    return pack, solutions_document(puzzles, title)


def read_neom_pack(path: str, document: Document) -> tuple[PackedNeomPuzzle, ...]:
    """Return the puzzles of a pack with their solutions, which are in a file beside it.

    :raises Malformed: if one of the two cannot be read, or they do not belong together.
    :raises Illegal: if a question contradicts the rules.
    """
    return read_with_solutions(path, document, "neom-pack", read_pack)
