"""Solved puzzles of any kind as ``solve`` prints them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from generator.kind import Proved, ProvedKind
from generator.kinds import kind_named
from generator.listed import game_of_kind
from generator.pack import Packed
from meepleproof.cli.console import emit_json, filled
from meepleproof.cli.printing import echo
from meepleproof.cli.status_line import status_line
from meepleproof.cli.ticks import OutOfTime, in_time, used_up
from meepleproof.rendering.view import view_of
from verifier.constraints.cpsat import CpSatSolver
from verifier.documents.strict_json import Document
from verifier.errors import Undecided
from verifier.games import GAMES
from verifier.verdict import EXIT_CODES, Answer, gravest

__all__ = [
    "OpenPuzzle",
    "Solved",
    "asked_in_words",
    "named",
    "print_solved",
    "solved_by_proof",
    "solved_in_time",
]


class Solved(Protocol):
    """A solved puzzle: whether what it claims holds, and how it is printed."""

    @property
    def answer(self) -> Answer:
        """Whether what the puzzle claims holds."""

    def page(self) -> Iterator[str]:
        """Yield the paragraphs that tell the solution."""

    def data(self) -> Document:
        """Return the solution as a document, see ``schemas/solved.schema.json``."""


def named(packed: Packed[Any]) -> Document:
    """Return what names a puzzle in documents: game, kind and id, and a code if it has one."""
    names = {"game": game_of_kind(packed.kind), "kind": packed.kind, "id": packed.id}
    code = getattr(packed.puzzle, "code", None)
    return names if code is None else {**names, "code": code}


@dataclass(frozen=True, slots=True)
class OpenPuzzle:
    """A puzzle that was left open, and why."""

    packed: Packed[Any]
    why: str
    answer: Answer = "undecided"

    def page(self) -> Iterator[str]:
        """Yield the lines that say so."""
        yield f"Puzzle {self.packed.id}."
        yield f"Undecided: {self.why}."

    def data(self) -> Document:
        """Return that as a document."""
        return {**named(self.packed), "answer": self.answer, "why": self.why, "keys": []}


@dataclass(frozen=True, slots=True)
class _Proved:
    """A puzzle that both keys solved, or found to be none."""

    packed: Packed[Any]
    proved: Proved[Any]
    claim: str
    answer: Answer

    def page(self) -> Iterator[str]:
        packed, proved = self.packed, self.proved
        view = view_of(packed.kind)
        yield from filled(f"Puzzle {packed.id}. {view.question(packed)}")
        if self.answer == "violated":
            yield f"No puzzle: {proved.flaw or 'there is no solution'}."
            yield asked_in_words(proved.work)
            yield from _paragraphs(view.found(packed, proved.solution))
        else:
            several = f"Not unique, {proved.solutions} answers" if proved.solutions > 1 else ""
            yield f"{several or view.claimed(self.claim)}. {asked_in_words(proved.work)}"
            yield ""
            yield from _paragraphs(view.answer(packed, proved.solution))
        if view.note(packed):
            yield view.note(packed)

    def data(self) -> Document:
        proved = self.proved
        document = {**named(self.packed), "claim": self.claim, "answer": self.answer}
        if self.answer == "holds":
            document |= {"solutions": proved.solutions, "solution": proved.solution}
        else:
            document |= {"why": proved.flaw or "there is no solution"}
            document |= {"found": proved.solution} if proved.solution else {}
        game = GAMES[game_of_kind(self.packed.kind)].load()
        if not proved.work:
            return {**document, "keys": ["engine"]}
        work = {key: dict(work) for key, work in proved.work.items()}
        return {**document, "keys": list(work), "work": work, "shared": list(game.shared)}


def asked_in_words(work: Mapping[str, Mapping[str, int]]) -> str:
    """Return which keys agree, and what they examined."""
    if not work:
        return "The first look at it says so, by the engine; the model was not asked."
    counts = {
        key: ", ".join(_counted(count, name) for name, count in counted.items())
        for key, counted in work.items()
    }
    same = len(set(counts.values())) == 1
    told = next(iter(counts.values())) if same else "; ".join(map(": ".join, counts.items()))
    return f"Engine and model agree ({told})."


def _counted(count: int, name: str) -> str:
    """Return how much was examined, as it stands in sentences.

    >>> _counted(1, "first_actions"), _counted(1200, "turns")
    ('1 first action', '1,200 turns')
    """
    words = name.replace("_", " ")
    return f"{count:,} {words.removesuffix('s') if count == 1 else words}"


def _paragraphs(paragraphs: Iterable[str]) -> Iterator[str]:
    for paragraph in paragraphs:
        yield from filled(paragraph) or [""]


def solved_by_proof(puzzles: Sequence[Packed[Any]], seconds: float) -> Iterator[Solved]:
    """Yield each puzzle as both keys solve it, or as left open after so many seconds.

    They are of kinds that are proved one by one.

    :raises Illegal: if one is none of its kind.
    :raises KeysDisagree: if the keys do.
    """
    with CpSatSolver() as solver:

        def solve(packed: Packed[Any]) -> Solved:
            kind = kind_named(packed.kind)
            assert isinstance(kind, ProvedKind)  # noqa: S101 - the caller chose them
            proved = kind.prove(packed.puzzle, kind.keys(solver))
            claim = kind.verdict(proved)["claim"]
            return _Proved(packed, proved, claim, kind.answer(proved))

        yield from solved_in_time(puzzles, seconds, solve)


def solved_in_time(
    puzzles: Iterable[Packed[Any]], seconds: float, solve: Callable[[Packed[Any]], Solved]
) -> Iterator[Solved]:
    """Yield each puzzle solved, or as left open if it takes longer than so many seconds."""
    for one in puzzles:
        try:
            with in_time(seconds), status_line() as show:
                show(f"puzzle {one.id}")
                solved = solve(one)
        except OutOfTime:
            solved = OpenPuzzle(one, used_up(seconds))
        except Undecided as error:
            solved = OpenPuzzle(one, error.message)
        yield solved


def print_solved(puzzles: Iterable[Solved], *, as_json: bool) -> int:
    """Print each puzzle when it is solved, or all as JSON at the end, and return the exit code."""
    answers: list[Answer] = []
    documents: list[Document] = []
    for number, solved in enumerate(puzzles):
        answers.append(solved.answer)
        if as_json:
            documents.append(solved.data())
        else:
            echo(*[""] * (number > 0), *solved.page())
    if as_json:
        emit_json(documents)
    return EXIT_CODES[gravest(answers)]
