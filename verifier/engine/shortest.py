"""Shows that a goal cannot be reached in so few turns, whichever tiles are drawn.

Counting shows it where tiles or cells are too few. Where that is not enough, all games from the
set-up are played with every tile of the box at each turn, and a game is given up only when its
features cannot be completed in time any more. A tile without a place needs no look: a game in
which it is laid aside places what the same game places without it. That does not hold for goals
about the end of a game, so what is counted for these holds while nothing is laid aside.
"""

from __future__ import annotations

import contextlib
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

from verifier.engine.engine import Engine
from verifier.engine.search import Line
from verifier.errors import Malformed
from verifier.goals import Goal, reached
from verifier.position import STEPS, Cell, Pile, Placement, Position, setup
from verifier.rules.ruleset import RuleSet
from verifier.tiles import Segment
from verifier.turn import Outcome

_Blocks = frozenset[Cell]
_NO_CELLS: frozenset[Cell] = frozenset()
_TWO = 2
_AROUND = [(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1)]
_OVERLAPPING = [(x, y) for x in range(-2, 3) for y in range(-2, 3) if (x, y) != (0, 0)]


@dataclass(frozen=True, slots=True)
class Played:
    """What came of playing all games of so many turns.

    ``line`` is a game that reaches the goal, if one was met; without one the goal is out of reach
    if the search was ``exhaustive``. ``outcomes`` counts the turns made.
    """

    line: Line
    outcomes: int
    exhaustive: bool


# Counting


def fewest_turns(goal: Goal, rules: RuleSet) -> int:
    """Return a number of turns below which there are too few tiles for the goal.

    >>> from verifier.goals import checklist
    >>> from verifier.rules.ruleset import SOLO
    >>> [fewest_turns(checklist()[word], SOLO) for word in ("road-10", "city-16", "monasteries-3")]
    [9, 4, 14]
    """
    worth = goal.at_least
    if rules.value("goal.worth") == "sum_over_colours":
        worth = -(-worth // rules.colours)
    if goal.kind == "road":
        return max(1, worth - 1)  # one point a tile, the start tile among them
    if goal.kind == "city":
        # Two points a tile and a coat; the start tile has none.
        return max(1, -(-(worth - 2) // 4))
    if goal.kind == "monasteries":
        return max(1, fewest_cells(goal.at_least) - 1)
    if goal.kind == "total":
        return rules.colours * rules.meeples + 1  # FACT-11: the first colour is out of meeples
    return sum(rules.pile_sizes)


def fewest_cells(monasteries: int) -> int:
    """Return how many cells that many monasteries and all cells around them are at least.

    >>> [fewest_cells(number) for number in range(5)]
    [0, 9, 12, 15, 16]
    """
    if monasteries < 1:
        return 0
    apart = [
        fewest_cells(some) + fewest_cells(monasteries - some) for some in range(1, monasteries)
    ]
    # In a row each further one needs three cells.
    most = min([6 + 3 * monasteries, *apart])
    groups: set[_Blocks] = {frozenset([(0, 0)])}
    for _ in range(monasteries - 1):
        wider = {_in_corner(group | {cell}) for group in groups for cell in _near(group)}
        groups = {group for group in wider if len(_covered(group)) <= most}
    return min([most, *(len(_covered(group)) for group in groups)])


def _near(group: _Blocks) -> set[Cell]:
    """Return the cells whose block overlaps a block of the group."""
    return {(x + east, y + north) for x, y in group for east, north in _OVERLAPPING} - group


def _covered(group: _Blocks) -> set[Cell]:
    return {(x + east, y + north) for x, y in group for east, north in _AROUND}


def _in_corner(group: _Blocks) -> _Blocks:
    west, south = min(x for x, _ in group), min(y for _, y in group)
    return frozenset((x - west, y - south) for x, y in group)


# Playing


def play_all(goal: Goal, rules: RuleSet, turns: int, *, nodes: int = 0) -> Played:
    """Play the games of at most ``turns`` turns from the set-up until one reaches the goal.

    Gives up after ``nodes`` outcomes (0: never).

    >>> from verifier.goals import checklist
    >>> from verifier.rules.ruleset import SOLO
    >>> play_all(checklist()["city-8-10-3c"], SOLO, 2)
    Played(line=(), outcomes=189, exhaustive=True)
    """
    if turns < 1 or nodes < 0:
        raise Malformed(f"{turns} turns and {nodes} outcomes: play one turn at least")
    search = _Search(goal, nodes)
    line = search.from_the_setup(rules, turns)
    return Played(line, search.outcomes, exhaustive=not search.stopped)


class _Search:
    def __init__(self, goal: Goal, nodes: int) -> None:
        self.goal = goal
        self.nodes = nodes
        self.outcomes = 0
        self.stopped = False

    def from_the_setup(self, rules: RuleSet, turns: int) -> Line:
        """Return a shortest line to the goal; empty if none was met."""
        games: list[tuple[Position, Line]] = [(setup(rules), ())]
        for left in reversed(range(turns)):
            games = list(self._one_turn_more(games, left))
            for _, line in games:
                if reached(self.goal, line[-1]):
                    return line
        return ()

    def _one_turn_more(
        self, games: list[tuple[Position, Line]], left: int
    ) -> Iterator[tuple[Position, Line]]:
        """Yield the games that reach the goal, or may still do in ``left`` more turns."""
        for position, line in games:
            kept = [
                outcome
                for outcome in self._outcomes(position)
                if reached(self.goal, outcome) or self._goes_on(outcome, left)
            ]
            for outcome in sorted(kept, key=_in_order):
                yield replace(outcome.after, piles=_drawn_from(position)), (*line, outcome)

    def _goes_on(self, outcome: Outcome, left: int) -> bool:
        return left > 0 and not outcome.after.over and hopeful(self.goal, outcome.after, left)

    def _outcomes(self, position: Position) -> Iterator[Outcome]:
        """Yield what the next turn can bring with any tile of the box."""
        own = position.pile_of(position.to_move)
        for letter in sorted(_box(position)):
            self.stopped = self.stopped or 0 < self.nodes <= self.outcomes
            if self.stopped:
                return
            piles = list(position.piles)
            piles[own] = Pile(letter, piles[own].hidden - 1)
            with contextlib.suppress(Malformed):  # no place for it, and what comes next is unknown
                outcomes = Engine().outcomes(replace(position, piles=tuple(piles)))
                self.outcomes += len(outcomes)
                yield from outcomes


def hopeful(goal: Goal, position: Position, left: int) -> bool:
    """Tell whether the goal may still be reached in ``left`` more turns.

    A road or city that meets it joins some of the open ones with meeples. Every cell at an open
    end of these must be covered, one a turn. It needs its colours: those standing there, and those
    of the turns to come; but the last tile joins what is occupied already, so that where several
    colours are asked for it brings none.
    """
    if goal.kind not in ("road", "city"):
        return True
    colours = position.rules.colours
    coming = {(position.to_move + turn) % colours for turn in range(left - (goal.colours > 1))}
    fronts = list(_fronts(position, goal.kind))
    manned = [front for front in fronts if front.colours]
    empty = [front.gaps for front in fronts if not front.colours]
    for number in range(min(len(manned), colours) + 1):
        for chosen in combinations(manned, number):
            gaps = [front.gaps for front in chosen]
            standing = set[int]().union(*(front.colours for front in chosen))
            if len(coming | standing) < goal.colours or len(_NO_CELLS.union(*gaps)) > left:
                continue
            brings_one = left == _TWO and goal.colours > 1 and len(standing) < goal.colours
            if not brings_one or _meet_in_one_cell(gaps, empty):
                return True
    return False


def _meet_in_one_cell(gaps: Sequence[frozenset[Cell]], empty: Sequence[frozenset[Cell]]) -> bool:
    """Tell whether features can be joined by the second tile from now if the first brings another.

    The first has one edge to the cell of the second. If its own feature takes that edge, the others
    must be open to that cell already; otherwise a feature without meeples has to lead there from
    the first tile's cell.
    """
    return bool(gaps[0].intersection(*gaps)) or any(
        len(leads) == _TWO and leads.issuperset(_NO_CELLS.union(*gaps)) for leads in empty
    )


@dataclass(frozen=True, slots=True)
class _Front:
    """An open road or city: the empty cells at its open ends, and whose meeples stand on it."""

    gaps: frozenset[Cell]
    colours: frozenset[int]


def _fronts(position: Position, kind: str) -> Iterator[_Front]:
    table = {placement.cell: placement for placement in position.placements}
    seen: set[tuple[Cell, Segment]] = set()
    for cell, placement in table.items():
        for segment in placement.drawing.segments:
            if segment.kind == kind and (cell, segment) not in seen:
                parts, gaps = followed(table, cell, segment)
                seen |= parts
                if gaps:
                    yield _Front(frozenset(gaps), frozenset(_colours(table, parts)))


def followed(
    table: dict[Cell, Placement], cell: Cell, segment: Segment
) -> tuple[set[tuple[Cell, Segment]], set[Cell]]:
    """Return the parts of the feature of a segment (DEF-3), and the empty cells at its ends."""
    parts, todo, gaps = {(cell, segment)}, [(cell, segment)], set[Cell]()
    while todo:
        (x, y), here = todo.pop()
        for edge in here.edges:
            beyond = (x + STEPS[edge][0], y + STEPS[edge][1])
            if beyond not in table:
                gaps.add(beyond)
                continue
            joined = table[beyond].drawing.segment_at((edge + 2) % 4)
            if joined is not None and (beyond, joined) not in parts:
                parts.add((beyond, joined))
                todo.append((beyond, joined))
    return parts, gaps


def _colours(table: dict[Cell, Placement], parts: set[tuple[Cell, Segment]]) -> Iterator[int]:
    for cell, segment in parts:
        meeple = table[cell].meeple
        if meeple is not None and table[cell].drawing.segment_named(meeple.segment) == segment:
            yield meeple.colour


def _box(position: Position) -> Counter[str]:
    """Return the tiles that are not on the table."""
    left = Counter(position.sheet.counts())
    left.subtract(placement.tile for placement in position.placements)
    return +left


def _drawn_from(position: Position) -> tuple[Pile, ...]:
    """Return the unknown piles after the colour to move drew a tile."""
    own = position.pile_of(position.to_move)
    return tuple(
        replace(pile, hidden=pile.hidden - (number == own))
        for number, pile in enumerate(position.piles)
    )


def _in_order(outcome: Outcome) -> str:
    return repr((outcome.turn, outcome.scorings))
