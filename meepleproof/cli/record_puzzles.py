"""Puzzles on records as commands show and solve them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import click

from generator.records.pack import PackedRecordPuzzle, read_pack
from generator.records.proved import BothKeys, Proved, prove
from meepleproof.cli.console import emit_json, in_colour
from rendering.records import record_in_words, record_svg, table_of
from rendering.terminal import table_text
from verifier.carcassonne.solo.catalogue import CATALOGUE
from verifier.errors import Malformed
from verifier.verdict import EXIT_CODES, Answer, gravest

__all__ = [
    "chosen_records",
    "record_puzzle_data",
    "record_puzzle_page",
    "record_puzzle_svg",
    "solve_records",
]

QUESTION = "One turn of this game was noted wrongly. Which turn breaks a rule, and which rule?"


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
    """Return a puzzle as text: the question, the turns, and the table after them."""
    record = packed.puzzle.record
    turns = "\n".join(record_in_words(record))
    board = table_text(table_of(record), colour=in_colour())
    return f"Puzzle {packed.puzzle.id}\n{QUESTION}\n\n{turns}\n\n{board}\n"


def record_puzzle_svg(packed: PackedRecordPuzzle) -> str:
    """Return a puzzle as SVG: the table after the game, every tile with the number of its turn."""
    return record_svg(packed.puzzle.record, title=f"Puzzle {packed.puzzle.id}. {QUESTION}")


def record_puzzle_data(packed: PackedRecordPuzzle) -> dict[str, Any]:
    """Return a puzzle as a document."""
    return {
        "id": packed.puzzle.id,
        "kind": packed.puzzle.kind,
        "record": packed.document["record"],
        "text": QUESTION,
        "turns": list(record_in_words(packed.puzzle.record)),
    }


def solve_records(puzzles: Sequence[PackedRecordPuzzle], *, as_json: bool) -> int:
    """Print the illegal turn that both keys find in each record, and return the exit code.

    :raises KeysDisagree: if the keys do.
    """
    keys = BothKeys()
    answers: list[Answer] = []
    documents: list[dict[str, Any]] = []
    for number, packed in enumerate(puzzles):
        proved = prove(packed.puzzle, keys)
        answers.append("violated" if proved.flaw else "holds")
        if as_json:
            documents.append(_data(proved))
        else:
            click.echo("\n" * (number > 0) + "\n".join(_page(proved)))
    if as_json:
        emit_json(documents)
    return EXIT_CODES[gravest(answers)]


def _page(proved: Proved) -> Iterator[str]:
    record = proved.puzzle.record
    yield f"Puzzle {proved.puzzle.id}. {QUESTION}"
    if proved.error is None or proved.flaw:
        yield f"No puzzle: {proved.flaw}. Engine and model agree."
        return
    turn, rule = proved.error.turn, proved.error.rules[0]
    yield f"Turn {turn} breaks {rule}, and no turn before it breaks a rule: engine and model agree."
    yield ""
    yield list(record_in_words(record))[turn - 1]
    yield f"{rule}: {CATALOGUE.rule(rule).sentence}"


def _data(proved: Proved) -> dict[str, Any]:
    head: dict[str, Any] = {"id": proved.puzzle.id, "kind": proved.puzzle.kind}
    keys = {"keys": ["engine", "model"]}
    if proved.error is None or proved.flaw:
        return {**head, "holds": False, "flaw": proved.flaw, **keys}
    solution = {"turn": proved.error.turn, "rule": proved.error.rules[0]}
    return {**head, "holds": True, "solution": solution, **keys}
