"""Puzzles about the end of a game: the known tiles are the last ones.

A player plays up to the last tiles. The goal, a result or that all tiles are used, can be reached,
possibly in many ways; the best possible result is proved.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import islice

from generator.chance import Chance
from generator.solo.goal_kinds import kind_of
from generator.solo.solved_puzzle import Solution, SolvedPuzzle, SolvedPuzzles
from generator.solo.sources.played_games import stages
from verifier.carcassonne.engine.solo import solve, solve_best
from verifier.carcassonne.engine.solo.players import Player, game, length_and_result
from verifier.carcassonne.engine.solo.search import tiles_in_box
from verifier.carcassonne.solo.goals import Goal
from verifier.carcassonne.solo.position import Position, with_row
from verifier.carcassonne.solo.puzzle import Puzzle
from verifier.carcassonne.solo.rule_set import RuleSet

_STRONGER_FROM = 55
"""From this result on the player looks ahead, as the greedy one rarely gets there."""

_GAMES = 400
"""Games played at most to find one that lasts to its last tiles and just misses the goal."""

_NODES = 5_000_000
_ROWS = 24
_MANY = 20_000
"""Solutions after which counting stops; their density is known well enough by then."""


def ending_puzzles(goal: Goal, tiles: int, rules: RuleSet, chance: Chance) -> SolvedPuzzles:
    """Yield puzzles whose goal can be reached with the last tiles of a game."""
    strong = goal.at_least >= _STRONGER_FROM
    player = Player("lookahead", 1) if strong else Player("greedy")
    before = sum(rules.pile_sizes) - tiles
    seed = _long_game(goal, player, before, rules, chance)
    if seed is None:
        yield "no game lasted to its last tiles and just missed the goal"
        return
    stage = next(islice(stages(player, seed, rules), before, None))[0]
    for puzzle in _hardest_first(goal, stage.position, chance):
        solution = best_ending(puzzle)
        if solution is not None:
            yield SolvedPuzzle(puzzle, solution, stage.game)
    yield "no row of the last tiles reaches the goal"


def _hardest_first(goal: Goal, position: Position, chance: Chance) -> list[Puzzle]:
    """Return puzzles with rows of the last tiles, those with the sparsest solutions first."""
    tiles_left = sorted(tiles_in_box(position).elements())
    rows = {tuple(chance.shuffled(tiles_left)) for _ in range(_ROWS)}
    by_density = []
    for row in sorted(rows):
        puzzle = Puzzle(goal, with_row(position, row))
        solutions = solve(puzzle.position, goal, puzzle.tiles, lines=_MANY, shown=0, nodes=_NODES)
        if solutions.count:
            by_density.append((Fraction(solutions.count, solutions.nodes), puzzle))
    return [puzzle for _, puzzle in sorted(by_density, key=lambda pair: pair[0])]


def _long_game(
    goal: Goal, player: Player, turns: int, rules: RuleSet, chance: Chance
) -> int | None:
    """Return the seed of a game of more than so many turns that just misses the goal, if any."""
    for _ in range(_GAMES):
        seed = chance.below(1 << 53)
        length, result = length_and_result(player, seed=seed, rules=rules)
        if length <= turns or not kind_of(goal).just_missed(goal, length, result, rules):
            continue
        # A game in which a tile was laid aside is not given by its turns alone.
        if not any(turn.discards for turn in game(0, player, seed=seed, rules=rules).turns):
            return seed
    return None


def best_ending(puzzle: Puzzle) -> Solution | None:
    """Return the best line that reaches the goal; None if none does, or the limit was reached.

    ``best`` is its result, the greatest of all lines that reach the goal.
    """
    goal = kind_of(puzzle.goal).whatever_its_number(puzzle.goal)
    top = solve_best(puzzle.position, goal, puzzle.tiles, nodes=_NODES)
    if not top.exhaustive or top.worth is None or not puzzle.goal.admits(top.worth):
        return None
    return Solution(top.line, top.nodes, top.worth)
