"""Puzzles of these kinds as commands show and solve them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from generator.solo.records.kind import BothKeys, Proved
from generator.solo.records.pack import PackedRecordPuzzle, read_pack
from meepleproof.cli.console import in_colour, terminal_width
from meepleproof.cli.pack_puzzles import chosen, print_solved, solved_in_time
from verifier.carcassonne.verdict import SHARED
from verifier.verdict import Answer

__all__ = [
    "ShownRecordPuzzle",
    "chosen_records",
    "solve_records",
]


def chosen_records(
    document: dict[str, Any], name: str, wanted: str | None
) -> tuple[PackedRecordPuzzle, ...]:
    """Return all puzzles of a pack, or the one with that id or number (from 1).

    :raises Malformed: if the pack cannot be read, or has no such puzzle.
    """
    return chosen(read_pack(document, name), wanted, name)


@dataclass(frozen=True, slots=True)
class ShownRecordPuzzle:
    """A puzzle to be drawn."""

    packed: PackedRecordPuzzle

    def head(self) -> Sequence[str]:
        """Return the question, and the turns if it shows some."""
        kind, puzzle = self.packed.kind, self.packed.puzzle
        turns = list(kind.turns(puzzle))
        return [f"Puzzle {puzzle.id}", kind.question(puzzle), "", *turns, *[""] * bool(turns)]

    def drawing(self) -> str:
        """Return the table as text."""
        return self.packed.kind.table(
            self.packed.puzzle, colour=in_colour(), width=terminal_width()
        )

    def svg(self) -> str:
        """Return the puzzle as SVG."""
        return self.packed.kind.svg(self.packed.puzzle)

    def data(self) -> dict[str, Any]:
        """Return the puzzle as a document."""
        kind, puzzle = self.packed.kind, self.packed.puzzle
        return {
            "id": puzzle.id,
            "kind": kind.name,
            **kind.to_json(puzzle),
            "text": kind.question(puzzle),
            "turns": list(kind.turns(puzzle)),
        }


def solve_records(puzzles: Sequence[PackedRecordPuzzle], seconds: float, *, as_json: bool) -> int:
    """Print what both keys find to be the solution of each puzzle, and return the exit code.

    Each may take so many seconds, if they are not 0.

    :raises KeysDisagree: if the keys do.
    """
    keys = BothKeys()
    solved = solved_in_time(
        puzzles, seconds, lambda one: _Solved(one, one.kind.prove(one.puzzle, keys)), _head
    )
    return print_solved(solved, as_json=as_json)


@dataclass(frozen=True, slots=True)
class _Solved:
    packed: PackedRecordPuzzle
    proved: Proved

    @property
    def answer(self) -> Answer:
        return "violated" if self.proved.flaw else "holds"

    def page(self) -> Iterator[str]:
        yield _title(self.packed)
        if self.proved.flaw:
            yield f"No puzzle: {self.proved.flaw}. Engine and model agree."
            return
        yield from self.packed.kind.answer(self.packed.puzzle, self.proved.solution)

    def data(self) -> dict[str, Any]:
        head = _head(self.packed)
        keys = {"keys": ["engine", "model"], "shared": list(SHARED)}
        if self.proved.flaw:
            return {**head, "holds": False, "flaw": self.proved.flaw, **keys}
        return {**head, "holds": True, "solution": self.proved.solution, **keys}


def _head(packed: PackedRecordPuzzle) -> dict[str, Any]:
    return {"id": packed.puzzle.id, "kind": packed.kind.name}


def _title(packed: PackedRecordPuzzle) -> str:
    return f"Puzzle {packed.puzzle.id}. {packed.kind.question(packed.puzzle)}"
