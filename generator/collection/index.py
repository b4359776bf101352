"""The index of a collection: which puzzles have which level, goal, theme and so on.

Puzzles are numbered by rating, then by id. For each value of each property one whole number says
which puzzles have it: its bit is set for each of them. A filter is then a few operations on such
numbers, however many puzzles there are.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, reduce
from itertools import compress
from operator import or_

from generator.grade import UNGRADED
from generator.levels import level_of, ratings_of
from generator.listed import game_of_kind
from verifier.documents.strict_json import Document

Place = tuple[int, str]
"""The place of a puzzle in the order of all: its rating and its id."""

PROPERTIES = ("game", "kind", "goal", "level_for_length", "tiles", "theme", "needs", "pack")
_FLAGS = bytes.maketrans(b"01", b"\0\1")


@dataclass(frozen=True, slots=True)
class PuzzleFilter:
    """Which puzzles are wanted, with so many ``decoys`` at least; what is None does not matter.

    ``level`` follows from rating and kind, ``level_for_length`` is what packs state.
    """

    game: str | None = None
    kind: str | None = None
    goal: str | None = None
    level: str | None = None
    level_for_length: str | None = None
    rating_from: int | None = None
    rating_to: int | None = None
    theme: str | None = None
    needs: str | None = None
    pack: str | None = None
    tiles: int | None = None
    decoys: int | None = None


@dataclass(frozen=True, slots=True)
class Facts:
    """What the index knows of a puzzle: its place, and its values of the properties."""

    place: Place
    values: tuple[tuple[str, str], ...]

    @property
    def id(self) -> str:
        """The id of the puzzle."""
        return self.place[1]

    def stated(self, name: str) -> str:
        """Return its value of a property, the first if there are several; empty without any."""
        return next((value for of, value in self.values if of == name), "")

    @property
    def level(self) -> str:
        """Its level, by its rating; empty if it is not graded."""
        rating, _ = self.place
        return level_of(self.stated("kind"), rating) if rating < UNGRADED else ""


def facts_of(puzzle: Document, pack: str, kind: str) -> Facts:
    """Return the facts about a puzzle of a pack, by its document.

    >>> facts_of({"id": "x", "goal": "road-10", "tiles": 3, "themes": ["joining"]}, "roads", "goal")
    Facts(place=(999999, 'x'), values=(('game', 'solo'), ('kind', 'goal'), ('pack', 'roads'), \
('goal', 'road-10'), ('tiles', '3'), ('theme', 'joining')))
    """
    graded = puzzle.get("difficulty", {})
    values = [("game", game_of_kind(kind)), ("kind", kind), ("pack", pack)]
    goal = goal_id(puzzle)
    values += [("goal", goal)] if goal else []
    values += [("tiles", str(puzzle["tiles"]))] if "tiles" in puzzle else []
    values += [("level_for_length", graded["level"])] if "level" in graded else []
    values += [("theme", theme) for theme in puzzle.get("themes", ())]
    values += [("needs", rule) for rule in puzzle.get("needs", ())]
    values += [("decoys", str(puzzle["decoys"]))] if "decoys" in puzzle else []
    return Facts((graded.get("rating", UNGRADED), puzzle["id"]), tuple(values))


def goal_id(puzzle: Document) -> str:
    """Return the id of the goal in a puzzle's document; empty if its goals have none."""
    goal = puzzle.get("goal", "")
    return goal if isinstance(goal, str) else str(goal.get("id", ""))


@dataclass(frozen=True)
class Found:
    """The puzzles that a filter finds, in order; their places are read as far as needed."""

    places: Sequence[Place]
    bits: int

    def __len__(self) -> int:
        return self.bits.bit_count()

    def __iter__(self) -> Iterator[Place]:
        return compress(self.places, self.flags)

    def after(self, place: Place) -> Found:
        """Return those that come after that place."""
        number = bisect_right(self.places, place)
        return Found(self.places, self.bits >> number << number)

    @cached_property
    def flags(self) -> bytes:
        """A byte for each puzzle up to the last one found: whether it is found."""
        return f"{self.bits:b}"[::-1].encode().translate(_FLAGS)


class Index:
    """The places of all puzzles in order, and for each value of a property the bits of those."""

    def __init__(self, places: Sequence[Place], bits: Mapping[tuple[str, str], int]) -> None:
        self.places = places
        self.bits = dict(bits)

    @classmethod
    def of(cls, facts: Iterable[Facts]) -> Index:
        """Return the index of puzzles."""
        ordered = sorted(facts, key=lambda one: one.place)
        size = len(ordered) // 8 + 1
        sets: dict[tuple[str, str], bytearray] = defaultdict(lambda: bytearray(size))
        for number, one in enumerate(ordered):
            for value in one.values:
                sets[value][number >> 3] |= 1 << (number & 7)
        bits = {value: int.from_bytes(found, "little") for value, found in sets.items()}
        return cls([one.place for one in ordered], bits)

    @classmethod
    def joined(cls, indexes: Sequence[Index]) -> Index:
        """Return the index of all their puzzles together."""
        if len(indexes) == 1:
            return indexes[0]
        return cls.of(facts for index in indexes for facts in index.facts())

    def __len__(self) -> int:
        return len(self.places)

    def values(self, name: str) -> list[str]:
        """Return the values of a property that puzzles have."""
        return sorted(value for of, value in self.bits if of == name)

    def matching(self, wanted: PuzzleFilter) -> Found:
        """Return the puzzles that fit a filter; one without a rating is in no range."""
        bits = self._in_range(wanted.rating_from, wanted.rating_to)
        for name in PROPERTIES:
            value = getattr(wanted, name)
            if value is not None:
                bits &= self.bits.get((name, str(value)), 0)
        if wanted.decoys:
            bits &= self._with_decoys(wanted.decoys)
        if wanted.level is not None:
            bits &= self._of_level(wanted.level)
        return Found(self.places, bits)

    def _with_decoys(self, least: int) -> int:
        """Return the bits of the puzzles that state so many decoys or more."""
        counts = (count for count in self.values("decoys") if int(count) >= least)
        return reduce(or_, (self.bits["decoys", count] for count in counts), 0)

    def _of_level(self, level: str) -> int:
        """Return the bits of the puzzles with that level, each by the limits of its kind."""
        found = 0
        for kind in self.values("kind"):
            ratings = ratings_of(kind, level)
            found |= self.bits["kind", kind] & self._in_range(ratings.start, ratings.stop - 1)
        return found

    def _in_range(self, least: int | None, most: int | None) -> int:
        first, last = 0, len(self.places)
        if least is not None or most is not None:
            first = bisect_left(self.places, (least or 0, ""))
            greatest = UNGRADED if most is None else min(most + 1, UNGRADED)
            last = max(first, bisect_left(self.places, (greatest, "")))
        return (1 << last) - (1 << first)

    def facts(self) -> Iterator[Facts]:
        """Yield what is known of each puzzle, in their order."""
        values: list[list[tuple[str, str]]] = [[] for _ in self.places]
        for value, bits in self.bits.items():
            for of_one in compress(values, Found(self.places, bits).flags):
                of_one.append(value)
        return map(Facts, self.places, map(tuple, values))
