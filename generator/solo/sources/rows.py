"""Puzzles made of a drafted game and rows of tiles; sources differ in how they choose rows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace

from generator.chance import Chance
from generator.solo.draft import Draft, draft
from generator.solo.goal_kinds import kind_of
from generator.solo.only_solution import only_solution
from generator.solo.solved_puzzle import Reason, SolvedPuzzle
from generator.solo.wanted import WantedStart
from verifier.carcassonne.engine.solo.search import tiles_in_box, tiles_to_draw
from verifier.carcassonne.solo.goals import Goal
from verifier.carcassonne.solo.position import LAKE, Pile, Position, with_row
from verifier.carcassonne.solo.puzzle import Contract, Puzzle
from verifier.carcassonne.solo.rule_set import RuleSet

NO_ROW = "no row of tiles has exactly one solution"


def draft_towards(
    goal: Goal, rules: RuleSet, turns: int, chance: Chance, needs: Collection[str] = ()
) -> Draft | Reason:
    """Return a game of so many turns drafted towards the goal, or why it is of no use."""
    drafted = draft(goal, rules, turns, chance, needs)
    if drafted is None:
        return "the drafted game ended early"
    if kind_of(goal).drafted_too_far(goal, drafted.position):
        return "the drafted game reached the goal already"
    return drafted


def dealt_row(
    tiles_left: Sequence[str], tiles: int, start: WantedStart, chance: Chance
) -> tuple[str, ...]:
    """Return a row of so many of the tiles that are left, those wished for among them.

    It is empty if one of those is not left.
    """
    if Counter(start.with_tiles) - Counter(tiles_left):
        return ()
    left = Counter(tiles_left) - Counter(start.with_tiles)
    allowed = [tile for tile in sorted(left.elements()) if tile not in start.without_tiles]
    dealt = chance.shuffled(allowed)[: tiles - len(start.with_tiles)]
    if not start.with_tiles:
        return tuple(dealt)
    return tuple(chance.shuffled([*start.with_tiles, *dealt]))


def dealt_rows(
    position: Position, tiles: int, number: int, start: WantedStart, chance: Chance
) -> Iterator[tuple[str, ...]]:
    """Yield rows dealt from the tiles that a position leaves in the box, so many or fewer.

    While a river is to come they begin with its tiles, the lake after all others (SOLO-BOX-7); the
    tiles wished for are then among the land tiles.
    """
    river = position.river
    if river.empty:
        left = sorted(tiles_in_box(position).elements())
        rows = (dealt_row(left, tiles, start, chance) for _ in range(number))
        return filter(None, rows)
    flowing = sorted(tiles_to_draw(position).elements()) if not river.known else []
    landing = tiles - len(flowing) - 1
    if landing < 0:
        return (tuple(chance.shuffled(flowing)[:tiles]) for _ in range(number))
    land = sorted(tiles_to_draw(replace(position, river=Pile())).elements())
    rows = (dealt_row(land, landing, start, chance) for _ in range(number))
    return ((*chance.shuffled(flowing), LAKE, *row) for row in rows if row or not landing)


def with_one_solution(
    goal: Goal, before: Draft, rows: Iterable[tuple[str, ...]], contract: Contract
) -> Iterator[SolvedPuzzle]:
    """Yield a puzzle for each of the rows of tiles that has exactly one solution."""
    for row in rows:
        puzzle = Puzzle(goal, with_row(before.position, row))
        solution = only_solution(puzzle, contract)
        if solution is not None:
            yield SolvedPuzzle(puzzle, solution, before.game)
