"""Chooses the puzzles of a pack: so many of each level, no two alike, none that was retracted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest
from typing import get_args

from generator.grading import Level
from generator.pipeline import ProvedPuzzle
from verifier.carcassonne.canonical import canonical_text
from verifier.carcassonne.engine.lines import outcomes_along
from verifier.carcassonne.position import Meeple, Placement, Position, face_down, setup
from verifier.carcassonne.puzzle import Puzzle
from verifier.carcassonne.turn import NO_CLAIM, Turn

RETRACTED = "it was retracted"
ALIKE = "another puzzle begins, goes or ends the same way"
ENOUGH = "there are enough of its level"


@dataclass(frozen=True, slots=True)
class Selection:
    """The puzzles chosen; how many were left out and why; what is missing."""

    chosen: tuple[ProvedPuzzle, ...]
    left_out: Counter[str]
    missing: tuple[tuple[Level, int], ...]


def select(
    pool: Sequence[Sequence[ProvedPuzzle]], per_level: int, retracted: Collection[str] = ()
) -> Selection:
    """Return so many puzzles of each level out of the pool, from easy to hard.

    The parts of the pool take turns. Where a level has too few, others fill its places.

    :param per_level: 0 takes them all, as they come.
    """
    taken: dict[Level, list[ProvedPuzzle]] = {level: [] for level in get_args(Level)}
    left_out: Counter[str] = Counter()
    seen: set[str] = set()
    spare: list[ProvedPuzzle] = []
    for made in _by_turns(pool):
        marks = marks_of(made.puzzle, made.line)
        of_level = taken[made.difficulty.level]
        if made.puzzle.id in retracted:
            left_out[RETRACTED] += 1
        elif seen & marks:
            left_out[ALIKE] += 1
        elif per_level and len(of_level) == per_level:
            spare.append(made)
            seen |= marks
        else:
            of_level.append(made)
            seen |= marks
    missing = tuple((level, per_level - len(one)) for level, one in taken.items())
    places = sum(number for _, number in missing if number > 0)
    for made in spare[:places]:
        taken[made.difficulty.level].append(made)
    left_out[ENOUGH] += len(spare[places:])
    if per_level:
        chosen = [made for of_level in taken.values() for made in _by_rating(of_level)]
    else:
        chosen = [made for made in _by_turns(pool) if made in taken[made.difficulty.level]]
    return Selection(tuple(chosen), +left_out, tuple(gap for gap in missing if gap[1] > 0))


def _by_turns(pool: Sequence[Sequence[ProvedPuzzle]]) -> Iterator[ProvedPuzzle]:
    for together in zip_longest(*pool):
        yield from (made for made in together if made is not None)


def _by_rating(puzzles: Sequence[ProvedPuzzle]) -> list[ProvedPuzzle]:
    return sorted(puzzles, key=lambda made: (made.difficulty.rating, made.puzzle.id))


def marks_of(puzzle: Puzzle, solution: Sequence[Turn]) -> set[str]:
    """Return texts for where a puzzle starts, how its line goes, and where that ends.

    Two puzzles with one of these alike are near duplicates, however they are turned, mirrored or
    recoloured, and whatever the tiles to come and the goal are.
    """
    position = puzzle.position
    end = outcomes_along(position, solution)[-1].after
    return {
        f"start {canonical_text(replace(position, piles=face_down(position.piles)))}",
        f"line {canonical_text(_line_alone(solution, position))}",
        f"end {canonical_text(replace(end, piles=face_down(end.piles)))}",
    }


def _line_alone(line: Sequence[Turn], position: Position) -> Position:
    """Return the tiles of a line with their claims, on a table by themselves."""
    colours = position.rules.colours
    placements = tuple(
        Placement(
            turn.tile,
            turn.rotation,
            turn.x,
            turn.y,
            None if turn.claim == NO_CLAIM else Meeple(turn.claim, number % colours),
        )
        for number, turn in enumerate(line)
    )
    return replace(setup(position.rules), placements=placements)
