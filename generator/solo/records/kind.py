"""What makes up a kind of solo puzzle beside those for goals: how it is found, proved and shown."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import ClassVar, Generic, Protocol, TypeAlias, TypeVar

from generator.chance import Chance
from generator.proved import Rated
from verifier.carcassonne.engine.solo import Engine
from verifier.carcassonne.model.solo.key import Model
from verifier.carcassonne.solo.catalogue import CATALOGUE
from verifier.carcassonne.solo.notation import line_text, parse_line
from verifier.carcassonne.solo.puzzle import RecordError, first_error
from verifier.carcassonne.solo.turn import Record
from verifier.constraints.cpsat import CpSatSolver
from verifier.documents.strict_json import Document
from verifier.errors import Malformed

Reason: TypeAlias = str
"""Why a candidate did not become a puzzle."""


class Asked(Protocol):
    """What is asked of every puzzle."""

    @property
    def id(self) -> str:
        """Its id of twelve characters."""

    @property
    def kind(self) -> str:
        """The name of its kind."""


Puzzle = TypeVar("Puzzle", bound=Asked)


@dataclass(frozen=True, slots=True)
class Candidate(Generic[Puzzle]):
    """A puzzle not yet proved; ``known`` is the part of its solution that no proof gives."""

    puzzle: Puzzle
    known: Document = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Proved(Rated):
    """A puzzle with its solution as both keys find it; ``flaw`` says why it is no puzzle.

    ``work`` counts what each key did, by its name. ``tries`` are those of a solver who has nothing
    but the method of the kind.
    """

    puzzle: Asked
    solution: Document
    flaw: Reason = ""
    themes: tuple[str, ...] = ()
    work: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    tries: Fraction = Fraction(1)
    bounds: tuple[int, int] = (0, 0)

    @property
    def side(self) -> str:
        """Empty: a puzzle of these kinds has more than two possible answers."""
        return ""


@dataclass(frozen=True, slots=True)
class Judged:
    """Whether an answer solves a puzzle, and this in words that do not tell the solution."""

    solved: bool
    sentence: str


class BothKeys:
    """Engine and model, asked together. The model's solver starts when it is first needed."""

    def __init__(self) -> None:
        self.engine = Engine()
        self.model = Model()

    @property
    def solver(self) -> CpSatSolver:
        """The solver that the model asks."""
        return self.model.solver

    def first_error(self, record: Record) -> RecordError | None:
        """Return the first illegal turn and the rules it breaks, None if the record is legal.

        :raises KeysDisagree: if they differ.
        """
        return first_error(record, (self.engine, self.model))


class Kind(ABC, Generic[Puzzle]):
    """A kind of puzzles: its name, what is asked, and what is claimed."""

    name: ClassVar[str]
    title: ClassVar[str]
    """The title of a pack of such puzzles."""
    claim: ClassVar[str]
    answered_by: ClassVar[tuple[str, ...]] = ("line",)
    """What an answer states; a solution has fields of these names."""

    @abstractmethod
    def candidates(self, chance: Chance, number: int) -> Iterator[Candidate[Puzzle] | Reason]:
        """Yield puzzles of the candidate with that number, or why there are no more."""

    @abstractmethod
    def prove(self, puzzle: Puzzle, keys: BothKeys) -> Proved:
        """Return the puzzle with its solution.

        :raises KeysDisagree: if the keys differ on it.
        :raises Undecided: if the model leaves it open.
        """

    def discrepancies(self, puzzle: Puzzle, solution: Document, keys: BothKeys) -> Iterator[str]:
        """Yield what is wrong with the part of the solution that no proof gives.

        :raises Malformed: if it cannot be read.
        :raises KeysDisagree: if the keys differ on it.
        """
        yield from ()

    @abstractmethod
    def to_json(self, puzzle: Puzzle) -> Document:
        """Return the entries of a document that are the puzzle."""

    @abstractmethod
    def from_json(self, document: Document, where: str) -> Puzzle:
        """Return the puzzle of a document whose form has been checked.

        :raises Malformed: if it contradicts itself.
        :raises Illegal: if a position has faults.
        """

    @abstractmethod
    def question(self, puzzle: Puzzle) -> str:
        """Return what is asked."""

    def turns(self, puzzle: Puzzle) -> tuple[str, ...]:
        """Return the turns that the puzzle shows, in words."""
        return ()

    @abstractmethod
    def table(self, puzzle: Puzzle, *, colour: bool, width: int | None = None) -> str:
        """Return what lies on the table, for a terminal that is so wide."""

    @abstractmethod
    def svg(self, puzzle: Puzzle) -> str:
        """Return the picture of the puzzle."""

    @abstractmethod
    def answer(self, puzzle: Puzzle, solution: Document) -> Iterator[str]:
        """Yield the lines that tell a solution that was proved."""

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
