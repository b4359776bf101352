"""Selects the puzzles of a pack: so many of each level, no two alike, none retracted.

At most two of a pack have one skeleton, see :mod:`generator.skeleton`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest
from typing import get_args

from generator.grade import Level
from generator.pipeline import ProvedPuzzle
from generator.skeleton import Skeleton, skeleton
from verifier.carcassonne.canonical import canonical_text
from verifier.carcassonne.engine.lines import outcomes_along
from verifier.carcassonne.position import Meeple, Placement, Position, face_down, setup
from verifier.carcassonne.puzzle import Puzzle
from verifier.carcassonne.turn import NO_CLAIM, Turn

RETRACTED = "it was retracted"
ALIKE = "another puzzle begins, goes or ends the same way"
ENOUGH = "there are enough of its level"
SKELETON = "there are two of its skeleton"
MOST_OF_SKELETON = 2


@dataclass(frozen=True, slots=True)
class Selection:
    """The puzzles chosen, how many were left out for which reason, and how many are missing."""

    chosen: tuple[ProvedPuzzle, ...]
    left_out: Counter[str]
    missing: tuple[tuple[Level, int], ...]


def select(
    pool: Sequence[Sequence[ProvedPuzzle]], per_level: int, retracted: Collection[str] = ()
) -> Selection:
    """Return a selection of so many puzzles of each level from the pool, from easy to hard.

    The parts of the pool take turns. If a level has too few, other levels fill its places.

    :param per_level: 0 takes them all, in their order.
    """
    taken: dict[Level, list[ProvedPuzzle]] = {level: [] for level in get_args(Level)}
    left_out: Counter[str] = Counter()
    skeletons: Counter[Skeleton] = Counter()
    seen: set[str] = set()
    spare: list[ProvedPuzzle] = []
    for one in _by_turns(pool):
        marks, bones = marks_of(one.puzzle, one.line), skeleton(one.puzzle, one.line)
        of_level = taken[one.difficulty.level]
        if one.puzzle.id in retracted:
            left_out[RETRACTED] += 1
        elif seen & marks:
            left_out[ALIKE] += 1
        elif bones and skeletons[bones] == MOST_OF_SKELETON:
            left_out[SKELETON] += 1
        elif per_level and len(of_level) == per_level:
            spare.append(one)
            seen |= marks
        else:
            of_level.append(one)
            seen |= marks
            skeletons[bones] += 1
    missing = tuple((level, per_level - len(one)) for level, one in taken.items())
    places = sum(number for _, number in missing if number > 0)
    for one in spare:
        bones = skeleton(one.puzzle, one.line)
        if not places:
            left_out[ENOUGH] += 1
        elif bones and skeletons[bones] == MOST_OF_SKELETON:
            left_out[SKELETON] += 1
        else:
            places -= 1
            taken[one.difficulty.level].append(one)
            skeletons[bones] += 1
    if per_level:
        chosen = [one for of_level in taken.values() for one in _by_rating(of_level)]
    else:
        chosen = [one for one in _by_turns(pool) if one in taken[one.difficulty.level]]
    return Selection(tuple(chosen), +left_out, tuple(gap for gap in missing if gap[1] > 0))


def _by_turns(pool: Sequence[Sequence[ProvedPuzzle]]) -> Iterator[ProvedPuzzle]:
    for together in zip_longest(*pool):
        yield from (one for one in together if one is not None)


def _by_rating(puzzles: Sequence[ProvedPuzzle]) -> list[ProvedPuzzle]:
    return sorted(puzzles, key=lambda one: (one.difficulty.rating, one.puzzle.id))


def marks_of(puzzle: Puzzle, solution: Sequence[Turn]) -> set[str]:
    """Return texts for a puzzle's position, the tiles of its line, and the position at its end.

    Two puzzles with an equal text are near duplicates: apart from being turned, mirrored or
    recoloured they share a position or the line, whatever their tiles to come and goals are.
    """
    position = puzzle.position
    end = outcomes_along(position, solution)[-1].after
    return {
        f"start {canonical_text(replace(position, piles=face_down(position.piles)))}",
        f"line {canonical_text(_line_alone(solution, position))}",
        f"end {canonical_text(replace(end, piles=face_down(end.piles)))}",
    }


def _line_alone(line: Sequence[Turn], position: Position) -> Position:
    """Return a position with nothing but the tiles of a line and the meeples they claim with."""
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
