"""Puzzles whose goals are about the scores alone: to leave them level, or to end with few points.

To leave them level, games are drafted to be ripe for scorings, and rows of tiles dealt behind their
last turns. To end with nobody paid, rows are dealt before the last turns of games of players.
"""

from __future__ import annotations

from generator.chance import Chance
from generator.solo.goal_kinds import kind_of
from generator.solo.ripe_games import ripe_game
from generator.solo.ripeness import ripe_for_scoring
from generator.solo.solved_puzzle import SolvedPuzzles
from generator.solo.sources.played_games import last_stages
from generator.solo.sources.rows import NO_ROW, dealt_rows, with_one_solution
from generator.solo.wanted import ANY_START, WantedStart
from verifier.carcassonne.engine.solo.players import Player
from verifier.carcassonne.solo.goals import Goal
from verifier.carcassonne.solo.puzzle import Contract, Puzzle
from verifier.carcassonne.solo.rule_set import RuleSet

_GAMES, _LAST = 3, 3
_PLAYED, _DRAFTED = 4, 11
_ROWS = (0, 24, 120, 40)
"""Rows dealt behind each of the last stages of a game, by their tiles; of more tiles as many."""


def level_puzzles(
    goal: Goal,
    tiles: int,
    rules: RuleSet,
    contract: Contract,
    chance: Chance,
    start: WantedStart = ANY_START,
) -> SolvedPuzzles:
    """Yield puzzles with just one line to scores that are as far apart as the goal asks for."""
    for _ in range(_GAMES):
        game = ripe_game(ripe_for_scoring, _PLAYED, _DRAFTED, rules, chance)
        for stage in game[-_LAST:]:
            number = _ROWS[min(tiles, len(_ROWS) - 1)]
            rows = dealt_rows(stage.position, tiles, number, start, chance)
            yield from with_one_solution(goal, stage, rows, contract)
    yield NO_ROW


def restrained_puzzles(
    goal: Goal,
    tiles: int,
    rules: RuleSet,
    contract: Contract,
    chance: Chance,
    start: WantedStart = ANY_START,
) -> SolvedPuzzles:
    """Yield puzzles in which just one line ends the game with nobody paid."""
    player = Player(chance.choice(["greedy", "random"]))
    for stage in last_stages(player, chance.below(1 << 53), rules, tiles):
        rows = dealt_rows(stage.position, tiles, _ROWS[-1], start, chance)
        suited = kind_of(goal).suited(Puzzle(goal, stage.position))
        yield from with_one_solution(suited, stage, rows, contract)
    yield NO_ROW
