"""The bounds on a game of a few turns that is to end with enough points for every colour.

Each feature that a colour scores takes a claim, and each claim a turn. The open cities are together
worth at most what they are worth now and what each tile to come may add, and so is the longest
road. What is open to a cell that stays empty is worth nothing. A meeple that is placed in the last
turn stands on a feature that was free until then, so no other colour scores that feature.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from verifier.carcassonne.solo.rule_set import RuleSet
from verifier.carcassonne.tiles import drawing_of, tiles_in_play


@dataclass(frozen=True, slots=True)
class Worth:
    """The most that all cities together, one road, and all roads together are worth."""

    cities: int
    road: int
    roads: int

    def __add__(self, other: Worth) -> Worth:
        return Worth(self.cities + other.cities, self.road + other.road, self.roads + other.roads)

    def of(self, choice: _Choice) -> int:
        """Return the most points of a choice of features."""
        return choice.cities * self.cities + min(choice.roads * self.road, self.roads)


@dataclass(frozen=True, slots=True)
class _Choice:
    """What a colour scores: the open cities or none of them, open roads, complete features."""

    cities: int
    roads: int
    complete: int


class Bound:
    """What the colours need, each with its turns out of so many."""

    def __init__(self, rules: RuleSet, turns: int, needs: tuple[int, ...]) -> None:
        self.sets = rules.sheets
        colours = range(rules.colours)
        chances = [len(range(colour, turns, rules.colours)) for colour in colours]
        self.needs = {
            each: max(needs[colour] for colour in colours if chances[colour] == each)
            for each in sorted(set(chances))
        }
        last = (turns - 1) % rules.colours
        self.last_chances, self.last_needs = chances[last], needs[last]
        self.others_need = max(needs[colour] for colour in colours if colour != last)

    def allows(
        self, complete: tuple[int, ...], worth: Worth, tiles: tuple[str, ...], left: int
    ) -> bool:
        """Return whether all colours may get enough when so many more tiles are laid.

        ``tiles`` are those on the table and ``worth`` what the open features are worth on it.
        """
        for chances, need in self.needs.items():
            most = (
                worth.of(choice) + sum(complete[: choice.complete]) + coming
                for choice, coming, _ in _coming(self.sets, tiles, left, chances)
            )
            if all(points < need for points in most):
                return False
        # If it takes all claims of the last colour, the feature of its last turn is its own: what
        # that is worth the other colours do not get.
        all_now = worth.cities + worth.roads + sum(complete)
        for choice, coming, all_coming in _coming(self.sets, tiles, left, self.last_chances - 1):
            points = worth.of(choice) + sum(complete[: choice.complete])
            if points + coming >= self.last_needs:
                return True
            if points + all_now + all_coming >= self.last_needs + self.others_need:
                return True
        return False


@cache
def _choices(features: int) -> tuple[_Choice, ...]:
    """Return the choices of so many features; the open cities count as one."""
    return tuple(
        _Choice(cities, roads, features - cities - roads)
        for cities in range(min(features, 1), -1, -1)
        for roads in range(features - cities + 1)
    )


@cache
def _coming(
    sets: tuple[str, ...], tiles: tuple[str, ...], left: int, features: int
) -> tuple[tuple[_Choice, int, int], ...]:
    """Return by choice the most that so many more tiles add to it, and to it and all features.

    In the latter the features of the choice count twice. ``tiles`` are not in the box any more.
    """
    return tuple(
        (
            choice,
            _most(_box(sets, choice, also_all=False), tiles, left),
            _most(_box(sets, choice, also_all=True), tiles, left),
        )
        for choice in _choices(features)
    )


@cache
def _box(sets: tuple[str, ...], choice: _Choice, *, also_all: bool) -> tuple[tuple[int, str], ...]:
    """Return what each tile adds to a choice, or to it and to all features, the most first."""
    tiles: list[tuple[int, str]] = []
    for kind in tiles_in_play(sets).kinds:
        worth = worth_of(kind.id, 0, frozenset(range(4)))
        points = worth.of(choice) + (worth.cities + worth.roads if also_all else 0)
        tiles += [(points, kind.id)] * kind.count
    return tuple(sorted(tiles, reverse=True))


def _most(box: tuple[tuple[int, str], ...], tiles: tuple[str, ...], left: int) -> int:
    """Return the most that so many tiles of the box add, without those on the table."""
    laid = list(tiles)
    total = 0
    for points, tile in box:
        if not left:
            break
        if tile in laid:
            laid.remove(tile)
        else:
            total += points
            left -= 1
    return total


@cache
def worth_of(tile: str, rotation: int, edges: frozenset[int]) -> Worth:
    """Return what a tile adds to features, with only the segments within these edges."""
    drawing = drawing_of(tile, rotation)
    counted = [segment for segment in drawing.segments if edges.issuperset(segment.edges)]
    cities = sum(2 + 2 * segment.shields for segment in counted if segment.kind == "city")
    roads = sum(segment.kind == "road" for segment in counted)
    return Worth(cities, min(roads, 1), roads)
