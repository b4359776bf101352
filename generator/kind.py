"""What a kind of puzzles is: where they come from, how both keys prove them, how packs hold them.

A kind is one object in its game's package, and :mod:`generator.kinds` lists them all. What follows
from a kind, such as runs, packs and checks, knows no game.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, ClassVar, Generic, Protocol, TypeAlias, TypeVar

from generator.chance import Chance
from generator.grade import LevelForLength, rating_of, third_of
from generator.pack import Asked, Packed, PackForm, Title, report_of, source_of
from verifier.constraints.cpsat import CpSatSolver
from verifier.documents.strict_json import Document
from verifier.errors import Illegal, KeysDisagree, Malformed, Undecided
from verifier.verdict import Answer

__all__ = [
    "Asked",
    "Candidate",
    "Kind",
    "Proved",
    "ProvedKind",
    "Reason",
    "Rejection",
    "Result",
    "Wish",
    "agreed_answer",
    "by_both",
]

Reason: TypeAlias = str
"""Why a candidate did not become a puzzle."""


P = TypeVar("P", bound=Asked)


@dataclass(frozen=True, slots=True)
class Wish:
    """Puzzles of one kind that are wanted; ``given`` is what the kind itself knows of the wish.

    ``name`` is how messages call it.
    """

    kind: str
    name: str
    given: Any = None


@dataclass(frozen=True, slots=True)
class Rejection:
    """A candidate that did not become a puzzle, and why."""

    candidate: int
    reason: Reason


Result: TypeAlias = Packed[Any] | Rejection
"""What comes of a candidate."""


@dataclass(frozen=True, slots=True)
class Candidate(Generic[P]):
    """A puzzle not yet proved; ``known`` gives the part of its solution that no proof does."""

    puzzle: P
    known: Callable[[], Document] = dict


@dataclass(frozen=True, slots=True)
class Proved(Generic[P]):
    """A puzzle with its solution as both keys find it; ``flaw`` says why it is no puzzle.

    ``solutions`` is how many answers are right, where they are counted. ``work`` counts what each
    key did, by its name. ``tries`` is how many answers a simple player gives until the right one is
    among them; the puzzle is medium from the first of the ratings ``bounds`` on, and hard from the
    second. ``choices`` are the answers to choose from, if the puzzle shows some.
    """

    puzzle: P
    solution: Document
    flaw: Reason = ""
    themes: tuple[str, ...] = ()
    work: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    tries: Fraction = Fraction(1)
    bounds: tuple[int, int] = (0, 0)
    claim: str = "unique"
    solutions: int = 1
    choices: tuple[tuple[int, ...], ...] = ()

    @property
    def rating(self) -> int:
        """400 times the decimal logarithm of the tries: 400 more is ten times as many."""
        return rating_of([self.tries])

    @property
    def level_for_length(self) -> LevelForLength:
        """The third that the rating is in."""
        return third_of(self.rating, *self.bounds)


def by_both(**work: int) -> dict[str, dict[str, int]]:
    """Return the work of both keys, where both have examined the same.

    >>> by_both(turns=3)
    {'engine': {'turns': 3}, 'model': {'turns': 3}}
    """
    return {key: dict(work) for key in ("engine", "model")}


class Named(Protocol):
    """A key, as far as errors need it."""

    @property
    def name(self) -> str:
        """Its name."""


_Key = TypeVar("_Key", bound=Named)
_Answer = TypeVar("_Answer")


def agreed_answer(keys: Sequence[_Key], question: str, asked: Callable[[_Key], _Answer]) -> _Answer:
    """Return the answer that all keys give to a question, which is named for errors.

    :raises KeysDisagree: if they differ.
    """
    first, *others = (asked(key) for key in keys)
    if any(other != first for other in others):
        names = " and ".join(key.name for key in keys)
        raise KeysDisagree(f"{names} differ on {question}")
    return first


class Kind(ABC, Generic[P]):
    """A kind of puzzles. ``form`` is that of its packs, which kinds of one game may share."""

    name: str
    title: str
    form: ClassVar[PackForm[Any]]

    @abstractmethod
    def wishes(self, options: Mapping[str, Any]) -> tuple[Wish, ...]:
        """Return what is wanted, from the values of the kind's options.

        :raises Malformed: if an option has no such value.
        :raises Illegal: if nothing can meet the wish.
        """

    def require_goal(self, goal: str) -> None:
        """Do nothing for the id of a goal that puzzles of this kind can have.

        :raises Malformed: if it is none.
        :raises Illegal: if the goal contradicts itself.
        """
        raise Malformed(f"puzzles of the kind {self.name!r} have no goals", where="goal")

    @abstractmethod
    def attempt(self, wish: Wish, seed: int, number: int, solver: CpSatSolver) -> Result:
        """Return what comes of a candidate; its number and the seed determine all of it.

        :raises KeysDisagree: if the keys do.
        """

    def make_again(
        self, wish: Wish, seed: int, number: int, identity: str, solver: CpSatSolver
    ) -> Result:
        """Return the candidate's puzzle of that id, or why it is not made any more."""
        made = self.attempt(wish, seed, number, solver)
        if isinstance(made, Packed) and made.id != identity:
            return Rejection(number, f"it becomes the puzzle {made.id} now")
        return made

    @abstractmethod
    def discrepancies(self, packed: Packed[P], solver: CpSatSolver) -> Iterator[str]:
        """Yield what is wrong with a puzzle of a pack with solutions; nothing if all holds.

        It is proved again by both keys, without believing anything that the pack states.

        :raises KeysDisagree: if the keys do.
        :raises Undecided: if one of them leaves it open.
        """

    @abstractmethod
    def grade(self, packed: Packed[P], solver: CpSatSolver) -> Document:
        """Return what a pack states of how hard a puzzle of it is, as it is worked out today.

        :raises Illegal: if it is no puzzle, or its solution is none.
        :raises Undecided: if one of the keys leaves it open.
        """

    @abstractmethod
    def marks(self, packed: Packed[P]) -> set[str]:
        """Return texts of which no two puzzles of a pack share one; their first word says what."""

    def columns(self, document: Document, solution: Document) -> Mapping[str, str | int | None]:
        """Return the columns that a table of puzzles has for the kind alone."""
        return {}

    def side(self, packed: Packed[P]) -> str:
        """Return which of two answers is right, where a pack has as many of each; else nothing."""
        return ""

    def pack_title(self, wishes: Sequence[Wish]) -> Title:
        """Return id and title of a pack of such puzzles that no plan names."""
        return Title(self.name, self.title)

    def pack_parameters(self, options: Mapping[str, Any]) -> Document:
        """Return what a pack states of the options by which it was made."""
        return {"kind": self.name, "count": options["count"], "candidates": options["candidates"]}

    def in_order(self, puzzles: Sequence[Packed[P]]) -> Sequence[Packed[P]]:
        """Return puzzles in the order in which a pack has them: from easy to hard."""
        return sorted(puzzles, key=lambda one: (one.rating, one.id))


class ProvedKind(Kind[P]):
    """A kind whose puzzles are proved one by one, each of a candidate until one is sound.

    ``known`` are the parts of a solution that no proof gives.
    """

    known: ClassVar[frozenset[str]] = frozenset()

    @abstractmethod
    def keys(self, solver: CpSatSolver) -> Any:
        """Return what answers the questions of its proofs; a model may ask ``solver``."""

    @abstractmethod
    def chance(self, seed: int, number: int) -> Chance:
        """Return the chance of a candidate."""

    @abstractmethod
    def candidates(
        self, wish: Wish, chance: Chance, number: int
    ) -> Iterator[Candidate[P] | Reason]:
        """Yield puzzles of the candidate with that number, or why there are no more."""

    @abstractmethod
    def prove(self, puzzle: P, keys: Any) -> Proved[P]:
        """Return the puzzle with its solution.

        :raises KeysDisagree: if the keys differ on it.
        :raises Undecided: if the model leaves it open.
        """

    def prove_packed(self, packed: Packed[P], keys: Any) -> Proved[P]:
        """Return a packed puzzle proved again.

        :raises Illegal: if what its solution states is refused.
        """
        return self.prove(packed.puzzle, keys)

    def answer(self, proved: Proved[P]) -> Answer:
        """Return whether what such a puzzle claims holds."""
        return "violated" if proved.flaw else "holds"

    def contradictions(
        self,
        puzzle: P,
        solution: Document,
        keys: Any,
    ) -> Iterator[str]:
        """Yield what is wrong with the part of a solution that no proof gives.

        :raises Malformed: if it cannot be read.
        :raises KeysDisagree: if the keys differ on it.
        """
        yield from ()

    @abstractmethod
    def puzzle_document(self, puzzle: P) -> Document:
        """Return the entries of a pack's document that are the puzzle."""

    def verdict(self, proved: Proved[P]) -> Document:
        """Return what a pack states of the proof."""
        return {
            "claim": proved.claim,
            "answer": "holds",
            "keys": [report_of(key, work) for key, work in proved.work.items()],
        }

    def document(self, proved: Proved[P]) -> Document:
        """Return everything a pack states of a puzzle but where it comes from."""
        return {
            **self.puzzle_document(proved.puzzle),
            **({"choices": [list(each) for each in proved.choices]} if proved.choices else {}),
            "verdict": self.verdict(proved),
            **_grade_document(proved),
        }

    def grade(self, packed: Packed[P], solver: CpSatSolver) -> Document:
        """Return difficulty and themes, which follow from the proof."""
        proved = self.prove_packed(packed, self.keys(solver))
        if proved.flaw:
            raise Illegal(f"{packed.id} is no puzzle: {proved.flaw}", where=packed.id)
        return _grade_document(proved)

    def attempt(self, wish: Wish, seed: int, number: int, solver: CpSatSolver) -> Result:
        """Return the first sound puzzle of a candidate, or why there is none."""
        keys, reason = self.keys(solver), ""
        try:
            for found in self.candidates(wish, self.chance(seed, number), number):
                if isinstance(found, Reason):
                    return Rejection(number, reason or found)
                proved = self.sound(found.puzzle, keys)
                if isinstance(proved, Reason):
                    reason = reason or proved
                    continue
                return self._made(found, proved, keys, (seed, number))
        except Undecided as error:
            reason = reason or error.message
        return Rejection(number, reason)

    def sound(self, puzzle: P, keys: Any) -> Proved[P] | Reason:
        """Return the puzzle of a candidate proved, or why it is none."""
        try:
            proved = self.prove(puzzle, keys)
        except Undecided as error:
            return error.message
        return proved.flaw or proved

    def _made(
        self, found: Candidate[P], proved: Proved[P], keys: Any, source: tuple[int, int]
    ) -> Packed[P]:
        solution = {**proved.solution, **found.known()}
        for wrong in self.contradictions(found.puzzle, solution, keys):
            raise KeysDisagree(f"both keys deny what the engine played: {wrong}")
        document = {**self.document(proved), "source": source_of(*source)}
        return Packed(self.name, found.puzzle, document, solution)

    def discrepancies(self, packed: Packed[P], solver: CpSatSolver) -> Iterator[str]:
        """Yield how what a pack states differs from what is proved again."""
        keys, stated = self.keys(solver), packed.solution or {}
        try:
            proved = self.prove_packed(packed, keys)
        except (Illegal, Malformed) as error:
            yield f"its solution: {error.message}"
            return
        if proved.flaw:
            yield f"it is no puzzle: {proved.flaw}"
            return
        today = self.document(proved)
        yield from _differences("its", _comparable(packed.document, today), today, _PROVED)
        parts = (stated.keys() | proved.solution.keys()) - self.known
        yield from _differences("of its solution,", stated, proved.solution, sorted(parts))
        yield from self.contradictions(packed.puzzle, stated, keys)


def _grade_document(proved: Proved[Any]) -> Document:
    return {
        "difficulty": {"level": proved.level_for_length, "rating": proved.rating},
        "themes": list(proved.themes),
    }


_PROVED = ("choices", "verdict", "difficulty", "themes")
"""What a pack states of a puzzle that follows from its proof."""


def _comparable(stated: Document, today: Document) -> Document:
    """Return what is stated, with the key of today for each key of another version.

    Another version may search in another way, so its work says nothing about today's.
    """
    now = {key["name"]: key for key in today["verdict"]["keys"]}
    pairs = [(key, now.get(key["name"], key)) for key in stated["verdict"]["keys"]]
    keys = [key if key["version"] == other["version"] else other for key, other in pairs]
    return {**stated, "verdict": {**stated["verdict"], "keys": keys}}


def _differences(
    whose: str, stated: Document, proved: Document, names: Iterable[str]
) -> Iterator[str]:
    for name in names:
        if stated.get(name) != proved.get(name):
            yield f"{whose} {name}: {proved.get(name)}; the pack states {stated.get(name)}"
