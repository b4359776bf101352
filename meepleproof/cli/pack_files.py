"""Packs as files, with the file of their solutions and the retractions of their folder."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from generator.kinds import form_of
from generator.pack import (
    RETRACTIONS,
    Packed,
    pack_text,
    read_withdrawn,
    require_form,
    solutions_path,
)
from meepleproof.cli.console import read_json, refuse_existing, write_all
from verifier.documents.strict_json import Document
from verifier.documents.validation import validate
from verifier.errors import Malformed

__all__ = [
    "RETRACTIONS",
    "read_pack_files",
    "read_retractions",
    "refuse_existing_pack",
    "solutions_path",
    "write_pack",
    "wrote_in_words",
]


def read_pack_files(path: str) -> tuple[Document, tuple[Packed[Any], ...]]:
    """Return a pack's document, and its puzzles with their solutions, of whatever form it is.

    :raises Malformed: if one of the two files cannot be read, or they do not belong together.
    :raises Illegal: if a puzzle contradicts the rules.
    """
    document, beside = read_json(path), solutions_path(path)
    name = repr(path)
    if not isinstance(document, dict):
        raise Malformed("a pack is a JSON object", where=name)
    form = form_of(document, name)
    if not Path(beside).exists():
        require_form(form.name, document, name)
        raise Malformed(f"its solutions are missing: there is no {beside!r} beside it", where=name)
    packed = form.read(document, name, read_json(beside))
    for one in packed:
        if one.solution is None:
            raise Malformed(f"the solution of the puzzle {one.id} is missing", where=repr(beside))
    return document, packed


def refuse_existing_pack(path: str, *, force: bool) -> None:
    """Raise FileExistsError when a pack written there would overwrite something."""
    refuse_existing(path, force=force)
    refuse_existing(solutions_path(path), force=force)


def write_pack(path: str, document: Document, solutions: Document, *, force: bool) -> None:
    """Write a pack and its solutions: both in full, or neither.

    :raises Malformed: if one of them has not the form that its schema asks for.
    """
    for each, what in ((document, "the pack"), (solutions, "the solutions")):
        validate(each["$schema"].split(":")[2], each, what)
    write_all({solutions_path(path): pack_text(solutions), path: pack_text(document)}, force=force)


def wrote_in_words(puzzles: int, path: str) -> str:
    """Return what was written.

    >>> wrote_in_words(1, "pack.json")
    'Wrote 1 puzzle to pack.json, its solution to pack.solutions.json'
    """
    many = f"{puzzles} puzzle{'s' * (puzzles != 1)}"
    theirs = "its solution" if puzzles == 1 else "their solutions"
    return f"Wrote {many} to {path}, {theirs} to {solutions_path(path)}"


def read_retractions(path: Path) -> Document:
    """Return the document of retractions at the path, an empty one if there is no file.

    :raises Malformed: if it cannot be read, or names a puzzle twice.
    """
    if not path.exists():
        return {"$schema": "urn:meepleproof:retractions:1", "retractions": []}
    document: Document = read_json(str(path))
    read_withdrawn(document, repr(str(path)))
    return document
