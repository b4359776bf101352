"""Puzzles in which the scoring order decides (SOLO-SCORE-7), made of games of players."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from generator.chance import Chance
from generator.solo.analysis import analyse
from generator.solo.draft import outcomes_with
from generator.solo.only_solution import only_solution
from generator.solo.solved_puzzle import Solution, SolvedPuzzle, SolvedPuzzles
from generator.solo.sources.played_games import stages
from generator.solo.themes import scoring_order
from verifier.carcassonne.engine.solo.goals import reached
from verifier.carcassonne.engine.solo.players import Player
from verifier.carcassonne.engine.solo.search import tiles_to_draw
from verifier.carcassonne.solo.goals import Goal
from verifier.carcassonne.solo.position import with_row
from verifier.carcassonne.solo.puzzle import Contract, Puzzle
from verifier.carcassonne.solo.rule_set import RuleSet
from verifier.carcassonne.solo.turn import Outcome

_EARLIEST, _LATEST = 6, 24
"""Between these turns a tile often completes two features, and the board is still small."""
_GAMES = 6
_KINDS = 8
"""Kinds of tiles tried in each turn of a game."""


def scoring_order_puzzles(
    kind: str, tiles: int, rules: RuleSet, contract: Contract, chance: Chance
) -> SolvedPuzzles:
    """Yield puzzles that only the right scoring order solves.

    The goal is a road or city, as ``kind`` says, worth exactly what it scores there.
    """
    for _ in range(_GAMES):
        game = list(stages(Player("greedy"), chance.below(1 << 53), rules))
        for number in range(max(_EARLIEST, tiles - 1), min(_LATEST, len(game) - 1)):
            first = game[number - tiles + 1][0]
            row = tuple(tile for _, tile in game[number - tiles + 1 : number])
            stage = game[number][0]
            for tile in chance.shuffled(sorted(tiles_to_draw(stage.position)))[:_KINDS]:
                for goal in _goals(kind, outcomes_with(stage.position, tile)):
                    puzzle = Puzzle(goal, with_row(first.position, (*row, tile)))
                    solution = only_solution(puzzle, contract)
                    if solution is not None and order_decides(puzzle, solution):
                        yield SolvedPuzzle(puzzle, solution, first.game)
    yield "no tile completes two features whose order alone decides"


def order_decides(puzzle: Puzzle, solution: Solution) -> bool:
    """Return whether the solution fails, with any claim, if its turn scores in another order."""
    return scoring_order(analyse(puzzle, solution.line))


def _goals(kind: str, outcomes: list[Outcome]) -> Iterator[Goal]:
    """Yield goals that some turn reaches with one scoring order and misses with another."""
    together: dict[object, list[Outcome]] = defaultdict(list)
    for outcome in outcomes:
        if outcome.turn is not None:
            turn = outcome.turn
            together[turn.cell, turn.rotation, turn.claim].append(outcome)
    for orders in together.values():
        for outcome in orders if len(orders) > 1 else []:
            for scoring in outcome.scorings:
                if scoring.kind != kind or not scoring.colours:
                    continue
                goal = _goal(kind, scoring.value, len(scoring.colours))
                if not all(reached(goal, other) for other in orders):
                    yield goal


def _goal(kind: str, worth: int, colours: int) -> Goal:
    word = f"{kind}.{worth}.{worth}.{colours}"
    return Goal(word, kind, worth, worth, colours)
