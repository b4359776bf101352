"""Packs of NEOM made, read and checked by commands."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from pathlib import Path
from typing import Any

from generator.batch import Batch, choose
from generator.neom.kinds import Kind, kind_named
from generator.neom.pack import PackedNeomPuzzle, pack_document, read_pack, solutions_document
from generator.neom.pipeline import MadePuzzle, make
from generator.pack_form import Title, pack_text, require_form, solutions_path
from meepleproof.cli.console import read_json
from meepleproof.cli.neom_inputs import read_catalogue
from meepleproof.cli.pack_files import retractions_of, write_pack
from meepleproof.cli.runs import print_message
from meepleproof.cli.status_line import status_line
from schemas import validate
from verifier.errors import Malformed
from verifier.neom.tile_catalogue import TileCatalogue
from verifier.verdict import EXIT_CODES

__all__ = ["build_neom_pack", "generate_neom_pack", "is_neom", "read_neom_pack"]

Document = dict[str, Any]


def is_neom(document: Any) -> bool:
    """Return whether a document is marked as one of NEOM, valid or not."""
    return isinstance(document, dict) and document.get("game") == "neom"


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
    batch = _made(kind, catalogue, count, seed, candidates, ())
    code = EXIT_CODES["holds"] if len(batch.puzzles) == count else EXIT_CODES["undecided"]
    if not batch.puzzles:
        return code, ""
    parameters: Document = {"kind": name, "count": count, "candidates": candidates}
    pack, solutions = _documents(catalogue, batch.puzzles, title, seed, parameters)
    if output is None:
        return code, pack_text(pack)
    write_pack(output, pack, solutions, force=force)
    print_message(
        f"{len(batch.puzzles)} puzzles in {output}, their solutions in {solutions_path(output)}"
    )
    return code, ""


def build_neom_pack(planned: Document, folder: str, *, force: bool) -> bool:
    """Make a pack of a plan on the demo; return whether it has as many puzzles as planned.

    More are made than are needed, and those are taken that differ most.
    """
    title = Title(planned["id"], planned["title"], planned["version"])
    seed, candidates = planned["seed"], planned["candidates"]
    catalogue, retracted = read_catalogue(None), retractions_of(Path(folder))
    kind = kind_named(planned["kind"])
    batch = _made(kind, catalogue, planned["pool"], seed, candidates, retracted)
    chosen = choose(batch.puzzles, planned["count"])
    parameters = {name: planned[name] for name in ("kind", "count", "pool", "candidates")}
    pack, solutions = _documents(catalogue, chosen, title, seed, parameters)
    write_pack(str(Path(folder) / f"{title.id}.json"), pack, solutions, force=force)
    print_message(f"{title.id}: {len(chosen)} puzzles chosen of {len(batch.puzzles)}")
    return len(chosen) == int(planned["count"])


def _made(
    kind: Kind,
    catalogue: TileCatalogue,
    count: int,
    seed: int,
    candidates: int,
    retracted: Collection[str],
) -> Batch[MadePuzzle]:
    with status_line() as show:
        show(f"{kind.name}: playing games")
        batch = make(
            kind, catalogue, count, seed, candidates, retracted=retracted, report=print_message
        )
    for reason, times in sorted(batch.rejected.items()):
        print_message(f"{kind.name}: rejected {times}: {reason}")
    if len(batch.puzzles) < count:
        print_message(
            f"{kind.name}: {len(batch.puzzles)} of {count} puzzles from {batch.candidates} "
            "candidates. That proves nothing: try another --seed, or more --candidates."
        )
    return batch


def _documents(
    catalogue: TileCatalogue,
    puzzles: Sequence[MadePuzzle],
    title: Title,
    seed: int,
    parameters: Document,
) -> tuple[Document, Document]:
    pack = pack_document(catalogue, puzzles, title, seed=seed, parameters=parameters)
    solutions = solutions_document(puzzles, title)
    validate("neom-pack", pack, "the pack")
    validate("neom-solutions", solutions, "the solutions")
    return pack, solutions


def read_neom_pack(path: str, document: Document) -> tuple[PackedNeomPuzzle, ...]:
    """Return the puzzles of a pack with their solutions, which are in a file beside it.

    :raises Malformed: if one of the two cannot be read, or they do not belong together.
    :raises Illegal: if a question contradicts the rules.
    """
    beside, name = solutions_path(path), repr(path)
    if not Path(beside).exists():
        require_form("neom-pack", document, name)
        raise Malformed(f"its solutions are missing: there is no {beside!r} beside it", where=name)
    packed = read_pack(document, name, read_json(beside))
    for one in packed:
        if one.solution is None:
            raise Malformed(
                f"the solution of the puzzle {one.puzzle.id} is missing", where=repr(beside)
            )
    return packed
