"""Puzzles that begin on the River: its last tiles, the lake, and a land tile that scores.

A player plays up to the last tiles of the river. These come in an order in which two bends follow
each other; of all that may lie there when the land begins, a goal asks for exactly what one tile
scores on the fewest of these tables.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import pairwise

from generator.chance import Chance
from generator.solo.draft import Draft, outcomes_with, then
from generator.solo.goal_kinds import kind_of
from generator.solo.only_solution import only_solution
from generator.solo.ripe_games import going_on
from generator.solo.solved_puzzle import SolvedPuzzle, SolvedPuzzles
from generator.solo.sources.played_games import stages
from verifier.carcassonne.engine.solo.goals import reached
from verifier.carcassonne.engine.solo.players import Player
from verifier.carcassonne.engine.solo.search import tiles_to_draw
from verifier.carcassonne.solo.goals import Goal
from verifier.carcassonne.solo.position import LAKE, with_row
from verifier.carcassonne.solo.puzzle import Contract, Puzzle
from verifier.carcassonne.solo.rule_set import RuleSet
from verifier.carcassonne.tiles import drawing_of

FEWEST = 3
"""A tile of the river, the lake and a land tile."""
_LAKE_AND_LAND = 2
_GAMES, _ORDERS = 8, 2
_ENDS, _KINDS, _GOALS = 24, 8, 2
"""Tables at the lake, kinds of land tiles, and goals for each of these that are tried."""
NO_ROW = "no last tiles of the river are laid in one way only to what a land tile scores"


def river_puzzles(
    goal: Goal, tiles: int, rules: RuleSet, contract: Contract, chance: Chance
) -> SolvedPuzzles:
    """Yield puzzles that begin on the river. Their goals imply the one given."""
    for _ in range(_GAMES):
        player = Player(chance.choice(["greedy", "random"]))
        game = list(stages(player, chance.below(1 << 53), rules))
        place = rules.river_tiles - (tiles - _LAKE_AND_LAND) - 1
        if len(game) <= place:
            continue
        first = game[place][0]
        for flowing in _orders(first, chance):
            for row, narrower in _rows(goal, first, flowing, chance):
                puzzle = Puzzle(narrower, with_row(first.position, row))
                solution = only_solution(puzzle, contract)
                if solution is not None:
                    yield SolvedPuzzle(puzzle, solution, first.game)
    yield NO_ROW


def _orders(first: Draft, chance: Chance) -> list[tuple[str, ...]]:
    """Return some orders of the river tiles that are left, with two bends in a row."""
    left = sorted(tiles_to_draw(first.position).elements())
    shuffled = dict.fromkeys(tuple(chance.shuffled(left)) for _ in range(_ORDERS**3))
    last = first.game[-1].tile if first.game else ""
    bending = [order for order in shuffled if _bends_twice((last, *order))]
    return [(*order, LAKE) for order in bending[:_ORDERS]]


def _bends_twice(row: tuple[str, ...]) -> bool:
    return any(_is_bend(one) and _is_bend(other) for one, other in pairwise(row))


def _is_bend(tile: str) -> bool:
    """Return whether a river tile turns the river."""
    sides = sorted(drawing_of(tile, 0).river) if tile else []
    return len(sides) > 1 and (sides[1] - sides[0]) % 2 == 1


def _rows(
    goal: Goal, first: Draft, flowing: tuple[str, ...], chance: Chance
) -> Iterator[tuple[tuple[str, ...], Goal]]:
    """Yield rows of the river's tiles and a land tile, with goals that few tables let it meet."""
    ends = [first]
    for tile in flowing:
        ends = [then(one, on) for one in ends for on in going_on(one.position, tile)]
    ends = chance.shuffled(ends)[:_ENDS]
    if not ends:
        return
    for tile in chance.shuffled(sorted(tiles_to_draw(ends[0].position)))[:_KINDS]:
        met = Counter(
            narrower
            for end in ends
            for outcome in outcomes_with(end.position, tile)
            for scoring in outcome.scorings
            if reached(goal, outcome)
            for narrower in kind_of(goal).as_scored(goal, end.position, scoring)
        )
        for narrower in sorted(met, key=lambda one: (met[one], one.id))[:_GOALS]:
            yield (*flowing, tile), narrower
