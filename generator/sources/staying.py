"""Puzzles about staying in the game, made of the last turns of games that ended early."""

from __future__ import annotations

from generator.chance import Chance
from generator.solved_puzzle import SolvedPuzzles
from generator.sources.played_games import stages
from generator.sources.rows import dealt_row, with_one_solution
from generator.wanted import ANY_START, WantedStart
from verifier.carcassonne.contract import Contract
from verifier.carcassonne.engine.all_games import tiles_in_box
from verifier.carcassonne.engine.players import Player
from verifier.carcassonne.puzzle import goal_to_stay
from verifier.carcassonne.solo.rule_set import RuleSet

_ROWS, _MORE_ROWS = 60, 240
"""Rows of tiles tried before each of the last turns of a game; more if they are long."""
_LONG = 4


def staying_puzzles(
    tiles: int,
    rules: RuleSet,
    contract: Contract,
    chance: Chance,
    start: WantedStart = ANY_START,
) -> SolvedPuzzles:
    """Yield puzzles in which the game goes on after only one line of so many turns."""
    game = list(stages(Player("random"), chance.below(1 << 53), rules))
    for stage, _ in game[-tiles - 1 : -1]:
        tiles_left = sorted(tiles_in_box(stage.position).elements())
        goal = goal_to_stay(len(stage.position.placements) + tiles)
        rows = (dealt_row(tiles_left, tiles, start, chance) for _ in range(_rows(tiles)))
        yield from with_one_solution(goal, stage, filter(None, rows), contract)
    yield "no row of tiles leaves just one way to stay in the game"


def _rows(tiles: int) -> int:
    return _ROWS if tiles < _LONG else _MORE_ROWS
