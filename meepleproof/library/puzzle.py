"""Puzzles: read from packs, solved, generated."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from generator.kinds import kind_named
from generator.pack import Packed, solutions_path
from generator.run import Plan, Run
from generator.solo.curation import line_of
from generator.solo.pack import read_pack as read_pack_document
from generator.solo.proving import SolutionsAnswer, agreement
from meepleproof.library.documents import read_document
from meepleproof.library.position import Outcome, Position
from meepleproof.rendering.solo.words import goal_in_words
from verifier.carcassonne.engine.solo import Line
from verifier.carcassonne.engine.solo import solve as solve_by_engine
from verifier.carcassonne.solo.faults import require_valid
from verifier.carcassonne.solo.goals import Goal
from verifier.carcassonne.solo.puzzle import Puzzle as Question
from verifier.carcassonne.solo.puzzle import parse_code
from verifier.carcassonne.solo.turn import Turn
from verifier.constraints.cpsat import CpSatSolver
from verifier.documents.data import data
from verifier.errors import Malformed, Undecided

__all__ = ["Puzzle", "Solutions", "generate", "read_pack", "solve"]

_MOST = 100_000
"""Lines after which counting stops."""


class Puzzle:
    """A position, the tiles to come and a goal to reach with them. Printed, it draws the board.

    ``code`` is the puzzle as one short text. A puzzle of a pack also has ``level``,
    ``themes`` and ``needs`` (the rules without which its solutions would be others), and its
    ``solution`` if the pack's solutions are beside it.

    :raises Malformed: if the code cannot be read.
    :raises Illegal: if its position breaks a rule.

    >>> puzzle = Puzzle("s3.4~D0.0.0~p1.2.3~h4.4.4~t1~nE..~u23.24.23~g.city.4.4.1")
    >>> puzzle.goal_text
    'In one turn: score a city worth exactly 4 points'
    >>> puzzle
    Puzzle('s3.4~D0.0.0~p1.2.3~h4.4.4~t1~nE..~u23.24.23~g.city.4.4.1')
    """

    __slots__ = ("_question", "level", "needs", "solution", "themes")

    def __init__(self, code: str) -> None:
        self._question = parse_code(code)
        require_valid(self._question.position)
        self.level = ""
        self.themes: tuple[str, ...] = ()
        self.needs: tuple[str, ...] = ()
        self.solution: tuple[Turn, ...] | None = None

    @classmethod
    def of(
        cls,
        question: Question,
        level: str,
        themes: tuple[str, ...],
        needs: tuple[str, ...],
        solution: tuple[Turn, ...] | None,
    ) -> Puzzle:
        """Return the puzzle of a pack or of the generator, whose position is valid."""
        puzzle = cls.__new__(cls)
        puzzle._question = question  # noqa: SLF001 - its own
        puzzle.level, puzzle.themes, puzzle.needs = level, themes, needs
        puzzle.solution = solution
        return puzzle

    @property
    def question(self) -> Question:
        """The same puzzle as the package ``generator`` takes it."""
        return self._question

    @property
    def code(self) -> str:
        """The whole puzzle as one short text."""
        return self._question.code

    @property
    def id(self) -> str:
        """Twelve characters that name it; the same if it is turned, mirrored or recoloured."""
        return self._question.id

    @property
    def goal(self) -> Goal:
        """The goal."""
        return self._question.goal

    @property
    def goal_text(self) -> str:
        """The goal in words."""
        return goal_in_words(self.goal, self.tiles)

    @property
    def tiles(self) -> int:
        """How many tiles it has to be solved with."""
        return self._question.tiles

    @property
    def position(self) -> Position:
        """The position it begins with."""
        return Position.of(self._question.position)

    def _repr_svg_(self) -> str:
        return self.position.svg()

    def __str__(self) -> str:
        return f"{self.goal_text}.\n\n{self.position}"

    def __repr__(self) -> str:
        return f"Puzzle({self.code!r})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Puzzle) and self._question == other._question

    def __hash__(self) -> int:
        return hash(self._question)


@dataclass(frozen=True, slots=True)
class Solutions:
    """The solutions of a puzzle: how many there are, and the first of them.

    ``answer`` is what engine and model agree on: ``unique``, ``ambiguous`` (several), ``shorter``
    (one, but not with all tiles) or ``unsolvable``. It is None if the model was not asked or could
    not decide, and ``undecided`` then says why.
    """

    puzzle: Puzzle
    count: int
    lines: tuple[tuple[Outcome, ...], ...]
    answer: SolutionsAnswer | None
    undecided: str = ""

    @property
    def unique(self) -> bool:
        """Whether by both keys there is exactly one solution, with all tiles."""
        return self.answer == "unique"


def solve(puzzle: Puzzle | str, *, model: bool = True, shown: int = 100) -> Solutions:
    """Return the solutions of a puzzle or code, with the first line of the first ``shown``.

    Lines are one solution where claims and orders change nothing for the goal. The engine searches,
    and stops counting at 100,000 lines. Unless ``model`` is False, the model is
    asked too; only then is there an ``answer``.

    :raises Malformed: if the next tiles are not known.
    :raises KeysDisagree: if the model contradicts what the engine found.

    >>> found = solve("s3.4~D0.0.0~p1.2.3~h4.4.4~t1~nE..~u23.24.23~g.city.4.4.1")
    >>> found.count, found.answer, [str(outcome.turn) for outcome in found.lines[0]]
    (1, 'unique', ['E2.0.1.S.S'])
    """
    one = Puzzle(puzzle) if isinstance(puzzle, str) else puzzle
    question = one.question
    searched = solve_by_engine(
        question.position,
        question.goal,
        question.tiles,
        lines=_MOST,
        shown=max(1, shown),
        merged=True,
    )
    lines = tuple(_played(one.position, line) for line in searched.lines[:shown])
    if not model:
        return Solutions(one, searched.count, lines, None, "the model was not asked")
    with CpSatSolver() as solver:
        both = agreement(question, searched, solver)
    return Solutions(one, searched.count, lines, both.answer, both.undecided)


def read_pack(path: str | Path) -> tuple[Puzzle, ...]:
    """Return the puzzles of a pack: a file, or the name of a shipped pack such as ``road-5-3c``.

    They have their solutions if these are in the file beside it.

    :raises Malformed: if there is no such file or pack, or it is not a pack, or was changed after
        it was made.

    >>> puzzle = read_pack("road-5-3c")[0]
    >>> puzzle.goal.id, puzzle.tiles, puzzle.level
    ('road-5-3c', 3, 'easy')
    """
    file = Path(path)
    if not file.suffix and not file.is_file():
        file = data("puzzles") / f"{path}.json"
        if not file.is_file():
            raise Malformed(
                "there is no such file, and no pack of that name", where=repr(str(path))
            )
    beside = solutions_path(str(file))
    solutions = read_document(beside) if Path(beside).exists() else None
    packed = read_pack_document(read_document(file), repr(str(path)), solutions)
    return tuple(_of_packed(one, one.line) for one in packed)


def generate(
    goal: str, *, tiles: int = 4, count: int = 1, seed: int = 1, candidates: int = 100
) -> Iterator[Puzzle]:
    """Yield puzzles as they are made, proved by both keys; equal arguments give equal puzzles.

    ``goal`` is one of the checklist, such as ``road-5-3c``, or in a form of
    :func:`verifier.carcassonne.solo.goals.goal_forms`. It gives up after so many ``candidates`` in
    a row without a puzzle.

    :raises Malformed: if there is no such goal, or a number is out of range.
    :raises Undecided: if fewer puzzles were found; that proves nothing.

    >>> [puzzle.goal_text for puzzle in generate("road.4.x.2", tiles=2, seed=3)]
    ['In two turns: score a road worth at least 4 points with 2 colours']
    """
    if count < 1 or candidates < 1:
        raise Malformed(f"{count} puzzles from {candidates} candidates: give at least 1 of each")
    kind = kind_named("goal")
    (wish,) = kind.wishes({"goal": goal, "tiles": tiles})
    run = Run(Plan((wish,), count, seed, candidates))
    (progress,) = run.progress
    with CpSatSolver() as solver:
        while not run.ended:
            before = len(progress.puzzles)
            ((_, number),) = islice(run.wanted(1), 1)
            run.take((0, number), kind.attempt(wish, seed, number, solver))
            for new in islice(progress.puzzles.values(), before, None):
                yield _of_packed(new, line_of(new))
    if not progress.met:
        raise Undecided(
            f"{len(progress.puzzles)} of {count} puzzles were found; try other tiles, another "
            "seed or more candidates",
            where=goal,
        )


def _played(start: Position, line: Line) -> tuple[Outcome, ...]:
    befores = [start, *(Position.of(outcome.after) for outcome in line)]
    return tuple(Outcome(before, outcome) for before, outcome in zip(befores, line, strict=False))


def _of_packed(packed: Packed[Question], solution: tuple[Turn, ...] | None) -> Puzzle:
    needs = tuple(packed.document.get("needs", ()))
    return Puzzle.of(packed.puzzle, packed.level, packed.themes, needs, solution)
