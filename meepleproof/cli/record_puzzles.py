"""Puzzles of these kinds as commands show and solve them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import click

from generator.records.kind import BothKeys, Proved
from generator.records.pack import PackedRecordPuzzle, read_pack
from meepleproof.cli.console import emit_json, in_colour
from verifier.errors import Malformed
from verifier.verdict import EXIT_CODES, Answer, gravest

__all__ = [
    "chosen_records",
    "record_puzzle_data",
    "record_puzzle_page",
    "record_puzzle_svg",
    "solve_records",
]


def chosen_records(
    document: dict[str, Any], name: str, wanted: str | None
) -> tuple[PackedRecordPuzzle, ...]:
    """Return all puzzles of a pack, or the one with that id or number (from 1).

    :raises Malformed: if the pack cannot be read, or has no such puzzle.
    """
    packed = read_pack(document, name)
    chosen = tuple(
        one
        for number, one in enumerate(packed, start=1)
        if wanted in (None, one.puzzle.id, str(number))
    )
    if not chosen:
        first = f", or an id like {packed[0].puzzle.id}" if packed else ""
        message = f"there is no puzzle {wanted!r}; give a number from 1 to {len(packed)}{first}"
        raise Malformed(message if packed else "the pack has no puzzles", where=name)
    return chosen


def record_puzzle_page(packed: PackedRecordPuzzle) -> str:
    """Return a puzzle as text: the question, the turns if it shows some, and the table."""
    table = packed.kind.table(packed.puzzle, colour=in_colour())
    turns = "\n".join(packed.kind.turns(packed.puzzle))
    return "\n\n".join(filter(None, (_head(packed), turns, table))) + "\n"


def record_puzzle_svg(packed: PackedRecordPuzzle) -> str:
    """Return a puzzle as SVG."""
    title = f"Puzzle {packed.puzzle.id}. {packed.kind.question(packed.puzzle)}"
    return packed.kind.svg(packed.puzzle, title)


def record_puzzle_data(packed: PackedRecordPuzzle) -> dict[str, Any]:
    """Return a puzzle as a document."""
    return {
        "id": packed.puzzle.id,
        "kind": packed.kind.name,
        **packed.kind.to_json(packed.puzzle),
        "text": packed.kind.question(packed.puzzle),
        "turns": list(packed.kind.turns(packed.puzzle)),
    }


def solve_records(puzzles: Sequence[PackedRecordPuzzle], *, as_json: bool) -> int:
    """Print what both keys find to be the solution of each puzzle, and return the exit code.

    :raises KeysDisagree: if the keys do.
    """
    keys = BothKeys()
    answers: list[Answer] = []
    documents: list[dict[str, Any]] = []
    for number, packed in enumerate(puzzles):
        proved = packed.kind.prove(packed.puzzle, keys)
        answers.append("violated" if proved.flaw else "holds")
        if as_json:
            documents.append(_data(packed, proved))
        else:
            click.echo("\n" * (number > 0) + "\n".join(_page(packed, proved)))
    if as_json:
        emit_json(documents)
    return EXIT_CODES[gravest(answers)]


def _head(packed: PackedRecordPuzzle) -> str:
    return f"Puzzle {packed.puzzle.id}\n{packed.kind.question(packed.puzzle)}"


def _page(packed: PackedRecordPuzzle, proved: Proved) -> Iterator[str]:
    yield f"Puzzle {packed.puzzle.id}. {packed.kind.question(packed.puzzle)}"
    if proved.flaw:
        yield f"No puzzle: {proved.flaw}. Engine and model agree."
        return
    yield from packed.kind.answer(packed.puzzle, proved.solution)


def _data(packed: PackedRecordPuzzle, proved: Proved) -> dict[str, Any]:
    head: dict[str, Any] = {"id": packed.puzzle.id, "kind": packed.kind.name}
    keys = {"keys": ["engine", "model"]}
    if proved.flaw:
        return {**head, "holds": False, "flaw": proved.flaw, **keys}
    return {**head, "holds": True, "solution": proved.solution, **keys}
