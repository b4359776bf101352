"""Selects the puzzles of a pack: so many of each level for their length, no two alike.

At most two of a pack have one skeleton, see :mod:`generator.solo.skeleton`. Packs that ship
together are a set: a puzzle is not chosen if it is like one chosen before for another pack of the
set, or if the set has enough of its skeleton.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import zip_longest

from generator.grade import LEVELS_FOR_LENGTH
from generator.pack import Packed, Selection
from generator.solo.skeleton import Skeleton, skeleton
from verifier.carcassonne.engine.solo.engine import outcomes_along
from verifier.carcassonne.solo.notation import parse_line
from verifier.carcassonne.solo.position import (
    Meeple,
    Placement,
    Position,
    setup,
    with_nothing_known,
)
from verifier.carcassonne.solo.puzzle import Puzzle, canonical_text
from verifier.carcassonne.solo.turn import NO_CLAIM, Turn

ALIKE = "another puzzle begins, goes or ends the same way"
ENOUGH = "there are enough of its level"
SKELETON = "there are two of its skeleton"
SKELETON_IN_SET = "the packs before it have enough of its skeleton"
MOST_OF_SKELETON = 2


@dataclass(frozen=True, slots=True)
class Chosen:
    """What was chosen for the packs before: the marks of all puzzles, and how many of a skeleton.

    ``most`` is how many puzzles of one skeleton the packs have together; 0 is any number.
    """

    marks: frozenset[str] = frozenset()
    skeletons: Mapping[Skeleton, int] = field(default_factory=dict)
    most: int = 0

    def has_enough(self, bones: Skeleton, more: int) -> bool:
        """Return whether with so many ``more`` there are as many of a skeleton as there may be."""
        return bool(self.most) and self.skeletons.get(bones, 0) + more >= self.most


def chosen_before(puzzles: Iterable[Packed[Puzzle]], most: int) -> Chosen:
    """Return what these puzzles, with their solutions, leave to those chosen after them."""
    marks: set[str] = set()
    skeletons: Counter[Skeleton] = Counter()
    for one in puzzles:
        marks |= marks_of(one.puzzle, line_of(one))
        skeletons[skeleton(one.puzzle, line_of(one))] += 1
    return Chosen(frozenset(marks), skeletons, most)


_NOTHING = Chosen()


def select(
    pool: Sequence[Sequence[Packed[Puzzle]]],
    per_level: int,
    before: Chosen = _NOTHING,
) -> Selection:
    """Return a selection of so many puzzles of each level from the pool, from easy to hard.

    The parts of the pool take turns. If a level has too few, other levels fill its places.

    :param per_level: 0 takes them all, in their order.
    :param before: what was chosen for the packs before it.
    """
    taken: dict[str, list[Packed[Puzzle]]] = {level: [] for level in LEVELS_FOR_LENGTH}
    left_out: Counter[str] = Counter()
    room = _Room(before, set(before.marks))
    in_order: list[Packed[Puzzle]] = []
    spare: list[tuple[Packed[Puzzle], Skeleton]] = []
    for one in _by_turns(pool):
        marks, bones = marks_of(one.puzzle, line_of(one)), skeleton(one.puzzle, line_of(one))
        refusal = room.refusal(marks, bones)
        if refusal:
            left_out[refusal] += 1
            continue
        room.marks |= marks
        of_level = taken[one.level_for_length]
        if per_level and len(of_level) == per_level:
            spare.append((one, bones))
        else:
            of_level.append(one)
            in_order.append(one)
            room.skeletons[bones] += 1
    missing = tuple((level, per_level - len(one)) for level, one in taken.items())
    places = sum(number for _, number in missing if number > 0)
    for one, bones in spare:
        refusal = room.refusal(set(), bones) if places else ENOUGH
        if refusal:
            left_out[refusal] += 1
            continue
        places -= 1
        taken[one.level_for_length].append(one)
        room.skeletons[bones] += 1
    by_level = [one for of_level in taken.values() for one in _by_rating(of_level)]
    chosen = by_level if per_level else in_order
    lacking = (
        f"{number} of level {level} are missing; ask for more, or other tiles"
        for level, number in missing
        if number > 0
    )
    return Selection(tuple(chosen), +left_out, tuple(lacking))


@dataclass(slots=True)
class _Room:
    """What a pack has no room for: what is like the ``marks`` seen, and a third of a skeleton."""

    before: Chosen
    marks: set[str]
    skeletons: Counter[Skeleton] = field(default_factory=Counter)

    def refusal(self, marks: set[str], bones: Skeleton) -> str:
        """Return why a puzzle with these marks and this skeleton is left out; "" if it is not."""
        if self.marks & marks:
            return ALIKE
        here = self.skeletons[bones]
        if bones and here == MOST_OF_SKELETON:
            return SKELETON
        return SKELETON_IN_SET if bones and self.before.has_enough(bones, here) else ""


def _by_turns(pool: Sequence[Sequence[Packed[Puzzle]]]) -> Iterator[Packed[Puzzle]]:
    for together in zip_longest(*pool):
        yield from (one for one in together if one is not None)


def _by_rating(puzzles: Sequence[Packed[Puzzle]]) -> list[Packed[Puzzle]]:
    return sorted(puzzles, key=lambda one: (one.rating, one.id))


def line_of(packed: Packed[Puzzle]) -> tuple[Turn, ...]:
    """Return the turns of the solution, none if it was not read."""
    return parse_line(packed.solution["line"]) if packed.solution else ()


def marks_of(puzzle: Puzzle, solution: Sequence[Turn]) -> set[str]:
    """Return texts for a puzzle's position, the tiles of its line, and the position at its end.

    Two puzzles with an equal text are near duplicates: apart from being turned, mirrored or
    recoloured they share a position or the line, whatever their tiles to come and goals are.
    """
    position = puzzle.position
    end = outcomes_along(position, solution)[-1].after
    return {
        f"start {canonical_text(with_nothing_known(position))}",
        f"line {canonical_text(_line_alone(solution, position))}",
        f"end {canonical_text(with_nothing_known(end))}",
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
