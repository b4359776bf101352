"""Puzzles about staying in the game, made of the last turns of games that ended early."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

from generator.chance import Chance
from generator.solo.solved_puzzle import SolvedPuzzles
from generator.solo.sources.played_games import last_stages
from generator.solo.sources.rows import dealt_rows, with_one_solution
from generator.solo.wanted import ANY_START, WantedStart
from verifier.carcassonne.engine.solo import solve
from verifier.carcassonne.engine.solo.players import Player
from verifier.carcassonne.engine.solo.search import tiles_to_draw
from verifier.carcassonne.solo.goals import Goal
from verifier.carcassonne.solo.position import Position, with_row
from verifier.carcassonne.solo.puzzle import Contract, goal_to_stay
from verifier.carcassonne.solo.rule_set import RuleSet

_ROWS = 60
"""Rows of tiles dealt before each of the last turns of a game."""
_LONG = 4
"""Rows of so many tiles are not dealt but sought, as those dealt rarely have one solution."""
_SOUGHT = 6
_LINES, _NODES = 400, 40_000
"""Lines counted, and outcomes examined, at most for the beginning of a row."""
_FEWEST = 5
"""A tile is chosen from so many with which the fewest lines stay in the game."""


def staying_puzzles(
    tiles: int,
    rules: RuleSet,
    contract: Contract,
    chance: Chance,
    start: WantedStart = ANY_START,
) -> SolvedPuzzles:
    """Yield puzzles in which the game goes on after only one line of so many turns."""
    for stage in last_stages(Player("random"), chance.below(1 << 53), rules, tiles):
        goal = goal_to_stay(len(stage.position.placements) + tiles)
        if tiles < _LONG:
            dealt = dealt_rows(stage.position, tiles, _ROWS, start, chance)
            yield from with_one_solution(goal, stage, dealt, contract)
        else:
            sought = (_sparse_rows(stage.position, tiles, chance) for _ in range(_SOUGHT))
            yield from with_one_solution(goal, stage, chain.from_iterable(sought), contract)
    yield "no row of tiles leaves just one way to stay in the game"


def _sparse_rows(position: Position, tiles: int, chance: Chance) -> Iterator[tuple[str, ...]]:
    """Yield rows that few lines survive: tile by tile one of those that leave the fewest.

    They differ in their last tile.
    """
    row: tuple[str, ...] = ()
    while True:
        longer = sorted(_survived(position, row), key=lambda pair: pair[0])
        if len(row) == tiles - 1:
            yield from (one for _, one in longer[:_FEWEST])
        if not longer or len(row) == tiles - 1:
            return
        row = chance.choice(longer[:_FEWEST])[1]


def _survived(position: Position, row: tuple[str, ...]) -> Iterator[tuple[int, tuple[str, ...]]]:
    """Yield the row with each tile that can follow, and how many lines stay in the game."""
    left = tiles_to_draw(position)
    left.subtract(row)
    for tile in sorted(+left):
        longer = (*row, tile)
        goal = goal_to_stay(len(position.placements) + len(longer))
        lines = _lines(position, longer, goal)
        if lines:
            yield lines, longer


def _lines(position: Position, row: tuple[str, ...], goal: Goal) -> int:
    asked = (with_row(position, row), goal, len(row))
    return solve(*asked, lines=_LINES, shown=0, nodes=_NODES).count
