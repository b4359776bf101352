"""Small puzzles, made of the first turns of games, for players who begin.

A goal asks for exactly what a turn scores, and just one line scores it.
"""

from __future__ import annotations

from generator.chance import Chance
from generator.solo.draft import outcomes_with
from generator.solo.goal_kinds import kind_of
from generator.solo.only_solution import only_solution
from generator.solo.solved_puzzle import SolvedPuzzle, SolvedPuzzles
from generator.solo.sources.played_games import stages
from verifier.carcassonne.engine.solo.goals import reached
from verifier.carcassonne.engine.solo.players import Player
from verifier.carcassonne.engine.solo.search import tiles_to_draw
from verifier.carcassonne.solo.goals import Goal
from verifier.carcassonne.solo.position import Position, with_row
from verifier.carcassonne.solo.puzzle import Contract, Puzzle
from verifier.carcassonne.solo.rule_set import RuleSet

_FEWEST, _MOST = 3, 8
"""Tiles on the table before the last one of a puzzle."""
_GAMES = 4
_KINDS = 8
"""Kinds of tiles tried in each turn of a game."""
_GOALS = 2
"""Goals tried with each of them."""


def early_puzzles(
    goal: Goal, tiles: int, rules: RuleSet, contract: Contract, chance: Chance
) -> SolvedPuzzles:
    """Yield puzzles of so many tiles that begin with few on the table.

    Their goals imply the one given: the puzzle sets its numbers.
    """
    for _ in range(_GAMES):
        player = Player(chance.choice(["greedy", "random"]))
        game = list(stages(player, chance.below(1 << 53), rules))
        for number in range(max(_FEWEST, tiles - 1), min(_MOST + tiles, len(game) - 1)):
            first = game[number - tiles + 1][0]
            row = tuple(tile for _, tile in game[number - tiles + 1 : number])
            position = game[number][0].position
            for tile in chance.shuffled(sorted(tiles_to_draw(position)))[:_KINDS]:
                for narrower in _goals(goal, position, tile)[:_GOALS]:
                    puzzle = Puzzle(narrower, with_row(first.position, (*row, tile)))
                    solution = only_solution(puzzle, contract)
                    if solution is not None:
                        yield SolvedPuzzle(puzzle, solution, first.game)
    yield "no few turns of a game are the only way to what they score"


def _goals(goal: Goal, before: Position, tile: str) -> list[Goal]:
    """Return goals that imply the one given, those first that the fewest turns reach."""
    outcomes = outcomes_with(before, tile)
    found = dict.fromkeys(
        narrower
        for outcome in outcomes
        if reached(goal, outcome)
        for scoring in outcome.scorings
        for narrower in kind_of(goal).as_scored(goal, before, scoring)
    )
    return sorted(found, key=lambda one: sum(reached(one, outcome) for outcome in outcomes))
