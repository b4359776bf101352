"""The engine's part of ``smallest``: shows that a goal cannot be reached in fewer turns.

Counting tiles and cells gives a first bound; beyond it games are played, and abandoned when bounds
rule out the goal. Only games in which every tile has a place are covered.
"""

from __future__ import annotations

from itertools import combinations

from verifier.carcassonne.engine.all_games import SearchedGames, fronts, meet_in_one_cell, play_all
from verifier.carcassonne.engine.goals import reached
from verifier.carcassonne.position import Cell, Position
from verifier.carcassonne.solo.goals import Goal
from verifier.carcassonne.solo.rule_set import RuleSet

_Blocks = frozenset[Cell]
_NO_CELLS: frozenset[Cell] = frozenset()
_TWO = 2
_AROUND = [(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1)]
_OVERLAPPING = [(x, y) for x in range(-2, 3) for y in range(-2, 3) if (x, y) != (0, 0)]


# Counting


def fewest_turns(goal: Goal, rules: RuleSet) -> int:
    """Return a lower bound on the turns, from the number of tiles that the goal takes.

    >>> from verifier.carcassonne.solo.goals import checklist
    >>> from verifier.carcassonne.solo.rule_set import SOLO
    >>> [fewest_turns(checklist()[word], SOLO) for word in ("road-10", "city-16", "monasteries-3")]
    [9, 4, 14]
    """
    scorers = rules.choose("goal.worth", {"value": 1, "sum_over_colours": rules.colours})
    worth = -(-goal.at_least // scorers)
    if goal.kind == "road":
        return max(1, worth - 1)  # one point a tile, including the start tile
    if goal.kind == "city":
        # Two points a tile and coat of arms; the start tile has no coat of arms.
        return max(1, -(-(worth - 2) // 4))
    if goal.kind == "monasteries":
        return max(1, fewest_cells(goal.at_least) - 1)
    if goal.kind == "total":
        return rules.colours * rules.meeples + 1  # FACT-11: the first colour is out of meeples
    if goal.kind == "stay":
        return max(1, goal.at_least - 1)  # the start tile lies there already
    return sum(rules.pile_sizes)


def fewest_cells(monasteries: int) -> int:
    """Return the fewest cells that so many monasteries and all cells around them cover.

    >>> [fewest_cells(number) for number in range(5)]
    [0, 9, 12, 15, 16]
    """
    if monasteries < 1:
        return 0
    apart = [
        fewest_cells(some) + fewest_cells(monasteries - some) for some in range(1, monasteries)
    ]
    # In a row each further one takes three cells.
    most = min([6 + 3 * monasteries, *apart])
    groups: set[_Blocks] = {frozenset([(0, 0)])}
    for _ in range(monasteries - 1):
        wider = {_in_corner(group | {cell}) for group in groups for cell in _near(group)}
        groups = {group for group in wider if len(_covered(group)) <= most}
    return min([most, *(len(_covered(group)) for group in groups)])


def _near(group: _Blocks) -> set[Cell]:
    """Return the cells whose 3 x 3 block overlaps a block of the group."""
    return {(x + east, y + north) for x, y in group for east, north in _OVERLAPPING} - group


def _covered(group: _Blocks) -> set[Cell]:
    return {(x + east, y + north) for x, y in group for east, north in _AROUND}


def _in_corner(group: _Blocks) -> _Blocks:
    west, south = min(x for x, _ in group), min(y for _, y in group)
    return frozenset((x - west, y - south) for x, y in group)


# Playing


def smallest_by_engine(goal: Goal, rules: RuleSet, turns: int, *, nodes: int = 0) -> SearchedGames:
    """Play the games of at most ``turns`` turns from the set-up until one reaches the goal.

    >>> from verifier.carcassonne.solo.goals import checklist
    >>> from verifier.carcassonne.solo.rule_set import SOLO
    >>> smallest_by_engine(checklist()["city-8-10-3c"], SOLO, 2)
    SearchedGames(line=(), outcomes=194, exhaustive=True)
    """
    return play_all(
        rules,
        turns,
        met=lambda outcome, _: reached(goal, outcome),
        promising=lambda position, left: promising(goal, position, left),
        nodes=nodes,
    )


def promising(goal: Goal, position: Position, left: int) -> bool:
    """Return whether the goal may still be reached in ``left`` more turns.

    A road or city that meets it joins open ones with meeples. Every cell at an open end of these
    must be filled, one a turn. Its colours are those there now and those of later turns, except the
    last one if several colours are needed: that tile joins features that are occupied.
    """
    if goal.kind not in ("road", "city"):
        return True
    colours = position.rules.colours
    coming = {(position.to_move + turn) % colours for turn in range(left - (goal.colours > 1))}
    standing_open = list(fronts(position, goal.kind))
    manned = [front for front in standing_open if front.colours]
    empty = [front.gaps for front in standing_open if not front.colours]
    for number in range(min(len(manned), colours) + 1):
        for chosen in combinations(manned, number):
            gaps = [front.gaps for front in chosen]
            standing = set[int]().union(*(front.colours for front in chosen))
            if len(coming | standing) < goal.colours or len(_NO_CELLS.union(*gaps)) > left:
                continue
            brings_one = left == _TWO and goal.colours > 1 and len(standing) < goal.colours
            if not brings_one or meet_in_one_cell(gaps, empty):
                return True
    return False
