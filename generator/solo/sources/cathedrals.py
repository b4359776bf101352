"""Puzzles that need a cathedral, of which a box has two: games are drafted until one stands.

A game is drafted until a cathedral stands in a claimed city that lacks little. Behind each of its
last stages rows of tiles are dealt, until one has exactly one solution, which needs the cathedral.
"""

from __future__ import annotations

from generator.chance import Chance
from generator.solo.by_eye import claimed_open
from generator.solo.needs import needed_by_engine
from generator.solo.ripe_games import ripe_game
from generator.solo.ripeness import ripe_for_scoring
from generator.solo.solved_puzzle import SolvedPuzzles
from generator.solo.sources.rows import NO_ROW, dealt_rows, with_one_solution
from generator.solo.wanted import ANY_START, WantedStart
from verifier.carcassonne.engine.solo import Feature
from verifier.carcassonne.solo.goals import Goal
from verifier.carcassonne.solo.position import Position
from verifier.carcassonne.solo.puzzle import Contract
from verifier.carcassonne.solo.rule_set import RuleSet
from verifier.carcassonne.tiles import tile_kind

NEED = "cathedrals"
_GAMES = 3
_PLAYED, _DRAFTED = 3, 9
"""Turns that are played, or a few more, and turns that are drafted."""
_ROWS = 80
"""Rows dealt behind each stage."""
_MOST_OPEN = 4
_CATHEDRAL, _OPEN = 2000, 250
"""What a claimed city with a cathedral is worth, less for each of its open ends."""


def cathedral_puzzles(
    goal: Goal,
    tiles: int,
    rules: RuleSet,
    contract: Contract,
    chance: Chance,
    start: WantedStart = ANY_START,
) -> SolvedPuzzles:
    """Yield puzzles that need a cathedral, by the engine."""
    offered = tuple(filter(_has_cathedral, rules.tile_counts()))
    for _ in range(_GAMES):
        game = ripe_game(_ripeness, _PLAYED, _DRAFTED, rules, chance, offered)
        ripe = [stage for stage in game if _nearly_complete(stage.position)]
        for stage in chance.shuffled(ripe)[:2]:
            rows = dealt_rows(stage.position, tiles, _ROWS, start, chance)
            for one in with_one_solution(goal, stage, rows, contract):
                if needed_by_engine(one.puzzle, one.solution, NEED):
                    yield one
    yield NO_ROW


def _ripeness(position: Position) -> int:
    """Return how ripe the position is for a city with a cathedral."""
    closest = max((_CATHEDRAL - _OPEN * one.open_ends for one in _of(position)), default=0)
    return ripe_for_scoring(position) + closest


def _of(position: Position) -> list[Feature]:
    """Return the claimed cities with a cathedral that are open."""
    return [one for one in claimed_open(position) if one.cathedrals]


def _nearly_complete(position: Position) -> bool:
    return any(one.open_ends <= _MOST_OPEN for one in _of(position))


def _has_cathedral(tile: str) -> bool:
    return any(part.cathedral for part in tile_kind(tile).orientations[0].segments)
