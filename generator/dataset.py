"""Puzzles as a table for people who study them: a row for each puzzle, a column for each value.

Most of a row comes from the puzzle's pack. The skeleton, the decoys, and how much the players of
the panel differ are worked out anew.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, fields, replace
from math import log10
from statistics import pstdev

from generator.grade import TENFOLD
from generator.results import Fitted, Result, fitted
from generator.solo.grading import grade
from generator.solo.quality import decoys
from generator.solo.skeleton import Skeleton, skeleton
from verifier.carcassonne.engine.solo.engine import outcomes_along
from verifier.carcassonne.solo.codec import goal_from_json
from verifier.carcassonne.solo.notation import parse_line
from verifier.carcassonne.solo.puzzle import Puzzle, parse_code
from verifier.documents.strict_json import Document
from verifier.errors import Malformed

__all__ = [
    "COLUMNS",
    "Row",
    "Source",
    "column_type",
    "row_of",
    "with_results",
    "without_repeats",
]


_LENGTH_OF_ID = 12
_EARLY, _LATE = 24, 48
"""A game has 72 tiles: its thirds begin with so many on the table."""


@dataclass(frozen=True, slots=True)
class Played:
    """Of how many players a puzzle has a result, and the rating that fits their results."""

    plays: int
    played_rating: int | None = None
    played_deviation: int | None = None


NOT_PLAYED = Played(0)


@dataclass(frozen=True, slots=True)
class Source:
    """A puzzle and its solution as a pack or a journal has them, and the pack's id, if any.

    ``played`` is what players made of it, as far as results are given.
    """

    pack: str
    puzzle: Document
    solution: Document
    played: Played = NOT_PLAYED


@dataclass(frozen=True, slots=True)
class Row:
    """A row of the table; texts of several words separate them by spaces.

    ``deviation`` is the standard deviation of the panel's ratings of the puzzle, in points.
    ``outcomes`` counts those that the engine examined. ``begins`` is the third of a game in which
    the puzzle begins. ``skeleton`` is the same for puzzles with the same skeleton, and None where
    there is none. ``engine`` and ``model`` are the versions that proved it.
    """

    id: str
    pack: str
    code: str
    goal: str
    tiles: int
    line: str
    game: str
    claim: str
    best: int | None
    level: str
    rating: int
    deviation: int
    technique: int
    decoys: int
    themes: str
    needs: str
    skeleton: str | None
    outcomes: int
    begins: str
    on_table: int
    scores: str
    supplies: str
    engine: str
    model: str
    seed: int
    candidate: int
    plays: int
    played_rating: int | None
    played_deviation: int | None


COLUMNS = tuple(field.name for field in fields(Row))


def column_type(name: str) -> type[int | str]:
    """Return whether a column has whole numbers or texts.

    >>> column_type("rating"), column_type("best"), column_type("code")
    (<class 'int'>, <class 'int'>, <class 'str'>)
    """
    stated = next(str(field.type) for field in fields(Row) if field.name == name)
    return int if stated.startswith("int") else str


def row_of(source: Source) -> Row:
    """Return the row of a puzzle.

    :raises Malformed: if the puzzle is not graded, or not for a goal.
    """
    document, solution = source.puzzle, source.solution
    for name in ("code", "difficulty", "source"):
        if name not in document:
            raise Malformed(f"the puzzle {document['id']} states no {name}", where=source.pack)
    puzzle = Puzzle(goal_from_json(document["goal"]), parse_code(document["code"]).position)
    position, turns = puzzle.position, parse_line(solution["line"])
    keys = {key["name"]: key for key in document["verdict"]["keys"]}
    placed = len(position.placements)
    return Row(
        id=document["id"],
        pack=source.pack,
        code=document["code"],
        goal=puzzle.goal.id,
        tiles=document["tiles"],
        line=solution["line"],
        game=solution["game"],
        claim=document["verdict"]["claim"],
        best=document["verdict"].get("best"),
        **document["difficulty"],
        deviation=_deviation(puzzle, solution["line"]),
        decoys=document["decoys"] if "decoys" in document else decoys(puzzle),
        themes=" ".join(document["themes"]),
        needs=" ".join(document.get("needs", ())),
        skeleton=_digest(skeleton(puzzle, turns)),
        outcomes=keys["engine"]["work"]["outcomes"],
        begins="early" if placed < _EARLY else "middle" if placed < _LATE else "late",
        on_table=placed,
        scores=" ".join(map(str, position.scores)),
        supplies=" ".join(map(str, position.supplies)),
        engine=keys["engine"]["version"],
        model=keys["model"]["version"],
        seed=document["source"]["seed"],
        candidate=document["source"]["candidate"],
        **asdict(source.played),
    )


def values_of(row: Row) -> dict[str, str | int | None]:
    """Return the values of a row by their columns."""
    return asdict(row)


def without_repeats(sources: Iterable[Source]) -> Iterator[Source]:
    """Yield the puzzles, each once: its id is that of its canonical form."""
    seen: set[str] = set()
    for one in sources:
        identity = one.puzzle["id"]
        if identity not in seen:
            seen.add(identity)
            yield one


def with_results(sources: Sequence[Source], results: Iterable[Result]) -> list[Source]:
    """Return the puzzles with what players made of them, by results of theirs."""
    graded = [one.puzzle for one in sources if "difficulty" in one.puzzle]
    stated = {puzzle["id"]: puzzle["difficulty"]["rating"] for puzzle in graded}
    found = fitted(results, stated)
    return [replace(one, played=_played(found, one.puzzle["id"])) for one in sources]


def _played(found: Fitted, identity: str) -> Played:
    plays = found.plays.get(identity)
    if not plays:
        return NOT_PLAYED
    rating = found.puzzles[identity]
    return Played(plays, round(rating.rating), round(rating.deviation))


def _deviation(puzzle: Puzzle, line: str) -> int:
    graded = grade(puzzle, outcomes_along(puzzle.position, parse_line(line)))
    return round(TENFOLD * pstdev(map(log10, graded.tries.each())))


def _digest(bones: Skeleton) -> str | None:
    if not bones:
        return None
    return hashlib.sha256(repr(bones).encode()).hexdigest()[:_LENGTH_OF_ID]
