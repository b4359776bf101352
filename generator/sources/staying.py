"""Puzzles about staying in the game, made of the last turns of games that ended early."""

from __future__ import annotations

from generator.chance import Chance
from generator.proving import only_solution
from generator.solved_puzzle import SolvedPuzzle, SolvedPuzzles
from generator.sources.played_games import stages
from verifier.carcassonne.engine.all_games import tiles_in_box
from verifier.carcassonne.engine.players import Player
from verifier.carcassonne.position import with_row
from verifier.carcassonne.puzzle import Puzzle, goal_to_stay
from verifier.carcassonne.solo.rule_set import RuleSet

_ROWS = 60
"""Rows of tiles tried before each of the last turns of a game."""


def staying_puzzles(tiles: int, rules: RuleSet, chance: Chance) -> SolvedPuzzles:
    """Yield puzzles in which the game goes on after only one line of so many turns."""
    game = list(stages(Player("random"), chance.below(1 << 53), rules))
    for stage, _ in game[-tiles - 1 : -1]:
        tiles_left = sorted(tiles_in_box(stage.position).elements())
        goal = goal_to_stay(len(stage.position.placements) + tiles)
        for _ in range(_ROWS):
            position = with_row(stage.position, tuple(chance.shuffled(tiles_left)[:tiles]))
            puzzle = Puzzle(goal, position)
            solution = only_solution(puzzle)
            if solution is not None:
                yield SolvedPuzzle(puzzle, solution, stage.game)
    yield "no row of tiles leaves just one way to stay in the game"
