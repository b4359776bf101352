"""Puzzles about the end of a game: the known tiles are the last ones.

A player plays up to the last tiles. The goal, a result or that all tiles are used, can be reached,
possibly in many ways; the best possible result is proved. Or the goal is the best result itself,
which then one line has, all others being well below.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import islice

from generator.chance import Chance
from generator.solo.draft import Draft
from generator.solo.goal_kinds import kind_of
from generator.solo.only_solution import only_solution, stands_apart
from generator.solo.solved_puzzle import Solution, SolvedPuzzle, SolvedPuzzles
from generator.solo.sources.played_games import stages
from verifier.carcassonne.engine.solo import solve, solve_best
from verifier.carcassonne.engine.solo.players import Player, game, length_and_result
from verifier.carcassonne.engine.solo.search import tiles_in_box
from verifier.carcassonne.solo.goals import Goal
from verifier.carcassonne.solo.position import Position, with_row
from verifier.carcassonne.solo.puzzle import Contract, Puzzle
from verifier.carcassonne.solo.rule_set import RuleSet

_STRONGER_FROM = 55
"""From this result on the player looks ahead, as the greedy one rarely gets there."""

_GAMES = 400
"""Games played at most to find one that lasts to its last tiles and just misses the goal."""

_NODES = 5_000_000
_NODES_OF_BEST = 200_000
"""Rows that ask for more are left out: a few take most of the time, and others are soon found."""
_ROWS = 24
_MANY = 20_000
"""Solutions after which counting stops; their density is known well enough by then."""


def ending_puzzles(goal: Goal, tiles: int, rules: RuleSet, chance: Chance) -> SolvedPuzzles:
    """Yield puzzles whose goal can be reached with the last tiles of a game."""
    stage = _last_stage(goal, tiles, rules, chance)
    if stage is None:
        yield "no game lasted to its last tiles and just missed the goal"
        return
    for puzzle in _hardest_first(goal, stage.position, chance):
        solution = best_ending(puzzle)
        if solution is not None:
            yield SolvedPuzzle(puzzle, solution, stage.game)
    yield "no row of the last tiles reaches the goal"


def best_ending_puzzles(
    goal: Goal, tiles: int, rules: RuleSet, contract: Contract, chance: Chance
) -> SolvedPuzzles:
    """Yield puzzles that ask for the best result of the last tiles of a game."""
    stage = _last_stage(goal, tiles, rules, chance)
    if stage is None:
        yield "no game lasted to its last tiles"
        return
    any_result = kind_of(goal).whatever_its_number(goal)
    for row in _rows(stage.position, chance):
        position = with_row(stage.position, row)
        top = solve_best(position, any_result, tiles, nodes=_NODES_OF_BEST, told=False)
        if not top.exhaustive or not top.worth:
            continue
        puzzle = Puzzle(replace(goal, at_least=top.worth), position)
        solution = only_solution(puzzle, contract, _NODES_OF_BEST)
        if solution is not None and stands_apart(puzzle, _NODES_OF_BEST):
            yield SolvedPuzzle(puzzle, solution, stage.game)
    yield "no row of the last tiles has a best result by far"


def _last_stage(goal: Goal, tiles: int, rules: RuleSet, chance: Chance) -> Draft | None:
    """Return a game before its last tiles; None if none was found that suits the goal."""
    strong = goal.at_least >= _STRONGER_FROM
    player = Player("lookahead", 1) if strong else Player("greedy")
    before = rules.tiles_to_place - tiles
    seed = _long_game(goal, player, before, rules, chance)
    if seed is None:
        return None
    return next(islice(stages(player, seed, rules), before, None))[0]


def _rows(position: Position, chance: Chance) -> list[tuple[str, ...]]:
    """Return rows of the tiles that are left."""
    tiles_left = sorted(tiles_in_box(position).elements())
    return sorted({tuple(chance.shuffled(tiles_left)) for _ in range(_ROWS)})


def _hardest_first(goal: Goal, position: Position, chance: Chance) -> list[Puzzle]:
    """Return puzzles with rows of the last tiles, those with the sparsest solutions first."""
    by_density = []
    for row in _rows(position, chance):
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
