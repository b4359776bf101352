"""What makes up a kind of solo puzzle beside those for goals: how it is found, proved and shown."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, TypeVar

from generator.chance import Chance
from generator.kind import Asked, Proved, ProvedKind, Wish
from generator.kinds import kind_named
from generator.pack import Packed, PackForm, require_stated
from verifier.carcassonne.engine.solo import Engine
from verifier.carcassonne.model.solo.key import Model
from verifier.carcassonne.solo.catalogue import CATALOGUE
from verifier.carcassonne.solo.notation import line_text, parse_line
from verifier.carcassonne.solo.puzzle import RecordError, first_error
from verifier.carcassonne.solo.turn import Record
from verifier.constraints.cpsat import CpSatSolver
from verifier.documents.strict_json import Document
from verifier.errors import Malformed

Puzzle = TypeVar("Puzzle", bound=Asked)


@dataclass(frozen=True, slots=True)
class Judged:
    """Whether an answer solves a puzzle, and this in words that do not tell the solution."""

    solved: bool
    sentence: str


class BothKeys:
    """Engine and model, asked together. The model's solver starts when it is first needed."""

    def __init__(self, solver: CpSatSolver | None = None) -> None:
        self.engine = Engine()
        self.model = Model(solver)

    @property
    def solver(self) -> CpSatSolver:
        """The solver that the model asks."""
        return self.model.solver

    def first_error(self, record: Record) -> RecordError | None:
        """Return the first illegal turn and the rules it breaks, None if the record is legal.

        :raises KeysDisagree: if they differ.
        """
        return first_error(record, (self.engine, self.model))


class RecordPacks(PackForm[Any]):
    """Packs of puzzles of these kinds, each of one."""

    name, puzzle = "record-pack", "record-puzzle"
    solutions, plan = "record-solutions", "record-plan"

    def packed(
        self,
        document: Document,
        solution: Document | None,
        where: str,
        *,
        kind: str = "",
        beside: Any = None,
    ) -> Packed[Any]:
        """Return the puzzle of a document whose form has been checked."""
        puzzle = record_kind(document["kind"]).from_json(document, where)
        require_stated(document, {"id": puzzle.id}, "its content gives", where)
        return Packed(document["kind"], puzzle, document, solution)


RECORD_PACKS = RecordPacks()


def record_kind(name: str) -> RecordKind[Any]:
    """Return the kind of that name.

    :raises Malformed: if there is none, or its puzzles are for goals.
    """
    kind = kind_named(name)
    if not isinstance(kind, RecordKind):
        raise Malformed(f"the puzzles of the kind {name!r} have a form of their own", where="kind")
    return kind


class RecordKind(ProvedKind[Puzzle]):
    """A kind of puzzles: its name, what is asked, and what is claimed."""

    claim: ClassVar[str]
    answered_by: ClassVar[tuple[str, ...]] = ("line",)
    """What an answer states; a solution has fields of these names."""
    form = RECORD_PACKS

    def wishes(self, options: Mapping[str, Any]) -> tuple[Wish, ...]:
        """Return the only wish for puzzles of the kind."""
        return (Wish(self.name, self.name),)

    def keys(self, solver: CpSatSolver) -> BothKeys:
        """Return engine and model."""
        return BothKeys(solver)

    def chance(self, seed: int, number: int) -> Chance:
        """Return the chance of a candidate."""
        return Chance(seed, self.name, number)

    def puzzle_document(self, puzzle: Puzzle) -> Document:
        """Return the entries of a pack's document that are the puzzle."""
        return {"id": puzzle.id, "kind": self.name, **self.to_json(puzzle)}

    def verdict(self, proved: Proved[Puzzle]) -> Document:
        """Return what a pack states of the proof: the claim of the kind."""
        return {**super().verdict(proved), "claim": self.claim}

    def marks(self, packed: Packed[Puzzle]) -> set[str]:
        """Return what is asked."""
        return {f"question {packed.puzzle}"}

    @abstractmethod
    def to_json(self, puzzle: Puzzle) -> Document:
        """Return the entries of a document that are the puzzle, but for its id and kind."""

    @abstractmethod
    def from_json(self, document: Document, where: str) -> Puzzle:
        """Return the puzzle of a document whose form has been checked.

        :raises Malformed: if it contradicts itself.
        :raises Illegal: if a position has faults.
        """

    def read_answer(self, text: str) -> Document:
        """Return the answer that somebody typed, by its fields: a line, if a kind says no other.

        :raises Malformed: if it cannot be read.
        """
        return {"line": line_text(parse_line(text))}

    def judge(self, puzzle: Puzzle, answer: Document, solution: Document) -> Judged:
        """Return how an answer fares whose fields have the form of a solution's.

        :raises Malformed: if it cannot be an answer to this puzzle.
        """
        if parse_line(answer["line"]) == parse_line(solution["line"]):
            return Judged(solved=True, sentence="Right: this line, and no other.")
        return Judged(solved=False, sentence="That is another line.")


def require_rule(name: str, where: str) -> None:
    """Check that there is a rule of this name in the Solo Variant.

    :raises Malformed: if there is none.
    """
    if name not in {rule.id for rule in CATALOGUE.rules}:
        raise Malformed(
            f"there is no rule {name!r}; 'meepleproof rules' lists them all", where=where
        )
