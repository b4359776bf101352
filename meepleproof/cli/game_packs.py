"""What commands do alike with packs of the house game and of NEOM: make, write and read them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Protocol, TypeVar

from generator.batch import Batch, MadePuzzle, choose
from generator.pack_form import Title, pack_text, require_form, solutions_path
from meepleproof.cli.console import read_json
from meepleproof.cli.pack_files import write_pack, wrote_in_words
from meepleproof.cli.runs import print_message
from meepleproof.cli.status_line import status_line
from verifier.documents.strict_json import Document
from verifier.documents.validation import validate
from verifier.errors import Malformed
from verifier.verdict import EXIT_CODES

__all__ = ["generated", "made", "read_with_solutions", "write_planned"]

Documents = Callable[[Sequence[MadePuzzle], Title, int, Document], tuple[Document, Document]]
"""Makes a pack and its solutions of puzzles, title, seed and parameters."""


class Packed(Protocol):
    """What reading asks of a puzzle of a pack."""

    @property
    def document(self) -> Document: ...

    @property
    def solution(self) -> Document | None: ...


PackedPuzzle = TypeVar("PackedPuzzle", bound=Packed)


def made(name: str, count: int, make: Callable[[], Batch[MadePuzzle]]) -> Batch[MadePuzzle]:
    """Return what ``make`` makes, and say on standard error what was rejected or is missing."""
    with status_line() as show:
        show(f"{name}: playing games")
        batch = make()
    for reason, times in sorted(batch.rejected.items()):
        print_message(f"{name}: rejected {times}: {reason}")
    if len(batch.puzzles) < count:
        print_message(
            f"{name}: {len(batch.puzzles)} of {count} puzzles from {batch.candidates} "
            "candidates. That proves nothing: try another --seed, or more --candidates."
        )
    return batch


def generated(
    batch: Batch[MadePuzzle],
    count: int,
    documents: Callable[[], tuple[Document, Document]],
    *,
    output: str | None,
    force: bool,
) -> tuple[int, str]:
    """Write the pack of these puzzles there, or return its text; return the exit code, too."""
    code = EXIT_CODES["holds"] if len(batch.puzzles) == count else EXIT_CODES["undecided"]
    if not batch.puzzles:
        return code, ""
    pack, solutions = _valid(documents())
    if output is None:
        return code, pack_text(pack)
    write_pack(output, pack, solutions, force=force)
    print_message(wrote_in_words(len(batch.puzzles), output))
    return code, ""


def write_planned(
    planned: Document,
    folder: str,
    batch: Batch[MadePuzzle],
    documents: Documents[MadePuzzle],
    *,
    force: bool,
) -> bool:
    """Write a pack of a plan; return whether it has as many puzzles as planned.

    More were made than are needed, and those are taken that differ most.
    """
    title = Title(planned["id"], planned["title"], planned["version"])
    chosen = choose(batch.puzzles, planned["count"])
    parameters = {name: planned[name] for name in ("kind", "count", "pool", "candidates")}
    pack, solutions = _valid(documents(chosen, title, planned["seed"], parameters))
    write_pack(str(Path(folder) / f"{title.id}.json"), pack, solutions, force=force)
    print_message(f"{title.id}: {len(chosen)} puzzles chosen of {len(batch.puzzles)}")
    return len(chosen) == int(planned["count"])


def read_with_solutions(
    path: str,
    document: Document,
    form: str,
    read: Callable[[Document, str, Document | None], tuple[PackedPuzzle, ...]],
) -> tuple[PackedPuzzle, ...]:
    """Return the puzzles of a pack with their solutions, which are in a file beside it.

    :raises Malformed: if one of the two cannot be read, or they do not belong together.
    :raises Illegal: if a puzzle contradicts the rules.
    """
    beside, name = solutions_path(path), repr(path)
    if not Path(beside).exists():
        require_form(form, document, name)
        raise Malformed(f"its solutions are missing: there is no {beside!r} beside it", where=name)
    packed = read(document, name, read_json(beside))
    for one in packed:
        if one.solution is None:
            raise Malformed(
                f"the solution of the puzzle {one.document['id']} is missing", where=repr(beside)
            )
    return packed


def _valid(documents: tuple[Document, Document]) -> tuple[Document, Document]:
    for document, where in zip(documents, ("the pack", "the solutions"), strict=True):
        validate(document["$schema"].split(":")[2], document, where)
    return documents
