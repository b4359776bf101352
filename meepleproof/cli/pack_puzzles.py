"""Puzzles of a pack of any game: which of them are asked for, and how solved ones are printed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, TypeVar

import click

from meepleproof.cli.console import emit_json
from meepleproof.cli.printing import echo
from meepleproof.cli.status_line import status_line
from meepleproof.cli.ticks import OutOfTime, in_time, used_up
from verifier.errors import Malformed, Undecided
from verifier.verdict import EXIT_CODES, Answer, gravest

__all__ = [
    "OpenPuzzle",
    "Solved",
    "chosen",
    "first",
    "print_solved",
    "single",
    "solved_in_time",
]


class _Named(Protocol):
    @property
    def id(self) -> str: ...


class _Packed(Protocol):
    @property
    def puzzle(self) -> _Named: ...


class Solved(Protocol):
    """A solved puzzle: whether it is one, and how it is printed."""

    @property
    def answer(self) -> Answer:
        """Whether what the puzzle claims holds."""

    def page(self) -> Iterator[str]:
        """Yield the lines that tell the solution."""

    def data(self) -> dict[str, Any]:
        """Return the solution as a document."""


_PackedT = TypeVar("_PackedT", bound=_Packed)
_T = TypeVar("_T")


def chosen(packed: Sequence[_PackedT], wanted: str | None, name: str) -> tuple[_PackedT, ...]:
    """Return all puzzles of a pack, or the one with that id or number (from 1).

    :raises Malformed: if the pack has no puzzles, or no such one; ``name`` is the pack's.
    """
    if not packed:
        raise Malformed("the pack has no puzzles", where=name)
    found = tuple(
        one
        for number, one in enumerate(packed, start=1)
        if wanted in (None, one.puzzle.id, str(number))
    )
    if not found:
        raise Malformed(
            f"there is no puzzle {wanted!r}; give a number from 1 to {len(packed)}, or an id "
            f"like {packed[0].puzzle.id}",
            where=name,
        )
    return found


def single(puzzles: Sequence[_T]) -> _T:
    """Return the only puzzle.

    :raises click.UsageError: if there are several.
    """
    if len(puzzles) > 1:
        raise click.UsageError(f"the pack has {len(puzzles)} puzzles; choose one with --puzzle")
    return puzzles[0]


def first(puzzles: Sequence[_T]) -> _T:
    """Return the first puzzle, and tell on stderr if there are others."""
    if len(puzzles) > 1:
        echo(f"Puzzle 1 of {len(puzzles)}; choose another with --puzzle.", err=True)
    return puzzles[0]


@dataclass(frozen=True, slots=True)
class OpenPuzzle:
    """A puzzle that was left open, and why; ``head`` is what a document about it begins with."""

    head: dict[str, Any]
    why: str

    @property
    def answer(self) -> Answer:
        """The answer: undecided."""
        return "undecided"

    def page(self) -> Iterator[str]:
        """Yield the lines that say so."""
        yield f"Puzzle {self.head['id']}."
        yield f"Undecided: {self.why}."

    def data(self) -> dict[str, Any]:
        """Return that as a document."""
        return {**self.head, "undecided": self.why}


def solved_in_time(
    packed: Iterable[_PackedT],
    seconds: float,
    solve: Callable[[_PackedT], Solved],
    head: Callable[[_PackedT], dict[str, Any]],
) -> Iterator[Solved]:
    """Yield each puzzle solved, or as left open if it takes longer than so many seconds."""
    for one in packed:
        try:
            with in_time(seconds), status_line() as show:
                show(f"puzzle {one.puzzle.id}")
                solved = solve(one)
        except OutOfTime:
            solved = OpenPuzzle(head(one), used_up(seconds))
        except Undecided as error:
            solved = OpenPuzzle(head(one), error.message)
        yield solved


def print_solved(puzzles: Iterable[Solved], *, as_json: bool) -> int:
    """Print each puzzle when it is solved, or all as JSON at the end, and return the exit code."""
    answers: list[Answer] = []
    documents: list[dict[str, Any]] = []
    for number, solved in enumerate(puzzles):
        answers.append(solved.answer)
        if as_json:
            documents.append(solved.data())
        else:
            echo(*[""] * (number > 0), *solved.page())
    if as_json:
        emit_json(documents)
    return EXIT_CODES[gravest(answers)]
