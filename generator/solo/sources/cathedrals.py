"""Puzzles that need a cathedral, of which a box has two: a line that shows one is made first.

A game is drafted until a cathedral stands in a city that is nearly complete. The tiles of the line
are any of the box that extend such a city, and the last of them completes it. The goal is the one
asked for, or asks for exactly what the city scores.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from itertools import islice

from generator.chance import Chance
from generator.solo.analysis import Part, board_of, scored_parts
from generator.solo.by_eye import claimed_open
from generator.solo.draft import Draft, outcomes_with, then
from generator.solo.goal_kinds import kind_of
from generator.solo.needs import needed_by_engine
from generator.solo.only_solution import only_solution
from generator.solo.ripe_games import going_on, ripe_game
from generator.solo.ripeness import ripe_for_scoring
from generator.solo.solved_puzzle import SolvedPuzzle, SolvedPuzzles
from verifier.carcassonne.engine.solo.features import feature_of
from verifier.carcassonne.engine.solo.goals import reached
from verifier.carcassonne.engine.solo.search import tiles_to_draw
from verifier.carcassonne.solo.goals import Goal
from verifier.carcassonne.solo.position import Position, with_row
from verifier.carcassonne.solo.puzzle import Contract, Puzzle
from verifier.carcassonne.solo.rule_set import RuleSet
from verifier.carcassonne.solo.turn import Outcome
from verifier.carcassonne.table.cells import Cell
from verifier.carcassonne.tiles import tile_kind

NEED = "cathedrals"
_GAMES = 2
_PLAYED, _DRAFTED, _LAST = 4, 12, 6
"""Turns that are played, and drafted, and stages from which lines are made."""
_KINDS, _STAGES = 14, 5
"""Kinds of tiles tried in a turn, and lines from which a last turn is tried."""
_NODES = 1_000_000
_CATHEDRAL, _OPEN = 2000, 250
"""What a claimed city with a cathedral is worth, less for each of its open ends."""
NO_LINE = "no line that completes a cathedral's city is the only one to what it scores"


def cathedral_puzzles(
    goal: Goal, tiles: int, rules: RuleSet, contract: Contract, chance: Chance
) -> SolvedPuzzles:
    """Yield puzzles that need a cathedral, by the engine."""
    offered = tuple(filter(_has_cathedral, rules.tile_counts()))
    for _ in range(_GAMES):
        game = ripe_game(_ripeness, _PLAYED, _DRAFTED, rules, chance, offered)
        for first in chance.shuffled(game[-_LAST:]):
            # Those of one stage are much alike.
            yield from islice(_from(first, goal, tiles, contract, chance), 1)
    yield NO_LINE


def _from(
    first: Draft, goal: Goal, tiles: int, contract: Contract, chance: Chance
) -> Iterator[SolvedPuzzle]:
    """Yield puzzles that begin at a stage of a game."""
    for row, narrower in _rows(goal, first, tiles, chance):
        puzzle = Puzzle(narrower, with_row(first.position, row))
        solution = only_solution(puzzle, contract, _NODES)
        if solution is not None and needed_by_engine(puzzle, solution, NEED):
            yield SolvedPuzzle(puzzle, solution, first.game)


def _ripeness(position: Position) -> int:
    """Return how ripe the position is for a city with a cathedral."""
    cities = (one for one in claimed_open(position) if one.cathedrals)
    closest = max((_CATHEDRAL - _OPEN * one.open_ends for one in cities), default=0)
    return ripe_for_scoring(position) + closest


def _has_cathedral(tile: str) -> bool:
    return any(part.cathedral for part in tile_kind(tile).orientations[0].segments)


def _rows(
    goal: Goal, first: Draft, tiles: int, chance: Chance
) -> Iterator[tuple[tuple[str, ...], Goal]]:
    """Yield rows with a line whose last turn scores what all its tiles are part of, with goals."""
    stages: list[tuple[Draft, frozenset[Cell]]] = [(first, frozenset())]
    for _ in range(tiles - 1):
        longer = [
            (then(stage, one), cells | {one.turn.cell})
            for stage, cells in stages
            for one in _extending(stage.position, chance)
            if one.turn is not None
        ]
        stages = chance.shuffled(longer)[:_STAGES]
    for stage, cells in stages:
        row = tuple(turn.tile for turn in stage.game[len(first.game) :])
        for tile in chance.shuffled(sorted(tiles_to_draw(stage.position)))[:_KINDS]:
            for one in dict.fromkeys(_goals(goal, stage.position, tile, cells)):
                yield (*row, tile), one


def _extending(position: Position, chance: Chance) -> Iterator[Outcome]:
    """Yield turns that score nothing and extend a city with a cathedral."""
    for tile in chance.shuffled(sorted(tiles_to_draw(position)))[:_KINDS]:
        growing = [one for one in going_on(position, tile) if not one.scorings]
        yield from filter(_extends, growing)


def _extends(outcome: Outcome) -> bool:
    turn, board = outcome.turn, board_of(outcome.after)
    return turn is not None and any(
        _is_cathedral(feature_of(board, turn.cell, segment)[0])
        for segment in board[turn.cell].drawing.segments
        if segment.kind == "city"
    )


def _goals(goal: Goal, position: Position, tile: str, cells: frozenset[Cell]) -> Iterator[Goal]:
    """Yield the goal, and narrower ones, that the tile meets by a city of all those cells."""
    for one in outcomes_with(position, tile):
        for scoring in one.scorings if reached(goal, one) else ():
            if one.turn is not None and scoring.colours:
                parts, within = scored_parts(board_of(one.after), one.turn, scoring)
                if cells <= within and _is_cathedral(parts):
                    yield goal
                    yield from kind_of(goal).as_scored(goal, position, scoring)


def _is_cathedral(parts: Collection[Part]) -> bool:
    return any(segment.cathedral for _, segment in parts)
