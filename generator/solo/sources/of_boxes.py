"""Puzzles that need what a box adds, and what games seldom come to: a line that shows it comes first.

A game is drafted until a cathedral stands in a city that is nearly complete, or a large meeple where
others may join it. Its last turns are the beginning of the line; the last tile may be any of the
box with which something scores that has a cathedral, or a large meeple among others. The goal is
the one asked for, or asks for exactly what was scored.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from generator.chance import Chance
from generator.solo.analysis import Board, Part, board_of, scored_parts
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
from verifier.carcassonne.solo.position import Meeple, Placement, Position, with_row
from verifier.carcassonne.solo.puzzle import Contract, Puzzle
from verifier.carcassonne.solo.rule_set import RuleSet
from verifier.carcassonne.solo.turn import NO_CLAIM, Outcome
from verifier.carcassonne.table.cells import Cell
from verifier.carcassonne.tiles import Kind, tile_kind

_GAMES = 2
_PLAYED, _DRAFTED, _LAST = 4, 14, 6
"""Turns that are played, and drafted, and stages from which the last turn of a line is made."""
_KINDS, _STAGES = 24, 8
"""Kinds of tiles tried in a turn, and lines from which a last turn is tried."""
_NODES = 1_000_000
_CATHEDRAL, _OPEN = 2000, 250
"""What a claimed city with a cathedral is worth, less for each of its open ends."""
_DECIDES = 2000
"""The same of features that one tile may join into one whose majority a large meeple decides."""


def _near_a_cathedral(position: Position) -> int:
    """Return how ripe the position is for a city with a cathedral."""
    cities = (_CATHEDRAL - _OPEN * one.open_ends for one in claimed_open(position) if one.cathedrals)
    return ripe_for_scoring(position) + max(cities, default=0)


def _near_a_majority(position: Position) -> int:
    """Return how ripe the position is for large meeples that decide who has the majority."""
    board = board_of(position)
    meeting = defaultdict[tuple[Cell, Kind], list[_Votes]](list)
    for votes in _open_votes(board):
        for gap in votes.gaps:
            meeting[gap, votes.kind].append(votes)
    decided = (
        _DECIDES - _OPEN * len(frozenset[Cell]().union(*(one.gaps for one in together)))
        for together in meeting.values()
        if _is_decided_by_large([meeple for one in together for meeple in one.meeples])
    )
    return ripe_for_scoring(position) + max(decided, default=0)


@dataclass(frozen=True, slots=True)
class _Votes:
    """An open feature with its meeples and the cells that it lacks."""

    kind: Kind
    gaps: frozenset[Cell]
    meeples: tuple[Meeple, ...]


def _open_votes(board: Board) -> Iterator[_Votes]:
    seen = set[Part]()
    for cell, laid in board.items():
        segment = laid.meeple and laid.drawing.segment_named(laid.meeple.segment)
        if segment and segment.edges and (cell, segment) not in seen:
            parts, gaps = feature_of(board, cell, segment)
            seen |= parts
            yield _Votes(segment.kind, frozenset(gaps), tuple(_standing(board, parts)))


def _standing(board: Board, parts: Collection[Part]) -> Iterator[Meeple]:
    """Yield the meeples on a feature."""
    for cell in {cell for cell, _ in parts}:
        laid = board[cell]
        if laid.meeple and (cell, laid.drawing.segment_named(laid.meeple.segment)) in parts:
            yield laid.meeple


def _is_decided_by_large(meeples: Collection[Meeple]) -> bool:
    """Return whether another majority would have it if large meeples counted as one."""
    return _majority(meeples, 1) != _majority(meeples, 1 + 1)


def _majority(meeples: Collection[Meeple], large: int) -> set[int]:
    votes = Counter[int]()
    for meeple in meeples:
        votes[meeple.colour] += large if meeple.large else 1
    return {colour for colour, number in votes.items() if number == max(votes.values())}


RIPE: Mapping[str, Callable[[Position], int]] = MappingProxyType(
    {"cathedrals": _near_a_cathedral, "large": _near_a_majority}
)
"""How ripe a position is for what a puzzle is to need, by the name of that rule."""


def box_puzzles(
    name: str, goal: Goal, tiles: int, rules: RuleSet, contract: Contract, chance: Chance
) -> SolvedPuzzles:
    """Yield puzzles that need the rule of that name, by the engine."""
    offered = tuple(tile for tile in rules.tile_counts() if name == "cathedrals" and _has_one(tile))
    for _ in range(_GAMES):
        game = ripe_game(RIPE[name], _PLAYED, _DRAFTED, rules, chance, offered)
        for first in chance.shuffled(game[-_LAST:]):
            for row, narrower in _rows(name, goal, first, tiles, chance):
                puzzle = Puzzle(narrower, with_row(first.position, row))
                solution = only_solution(puzzle, contract, _NODES)
                if solution is not None and needed_by_engine(puzzle, solution, name):
                    yield SolvedPuzzle(puzzle, solution, first.game)
    yield f"no line that scores so is the only one, and needs {name}"


def _has_one(tile: str) -> bool:
    return any(part.cathedral for part in tile_kind(tile).orientations[0].segments)


def _rows(
    name: str, goal: Goal, first: Draft, tiles: int, chance: Chance
) -> Iterator[tuple[tuple[str, ...], Goal]]:
    """Yield rows with a line whose last turn scores what all its tiles are part of, with goals."""
    stages: list[tuple[Draft, frozenset[Cell]]] = [(first, frozenset())]
    for left in range(tiles - 1, 0, -1):
        longer = [
            (then(stage, one), cells | {one.turn.cell})
            for stage, cells in stages
            for one in _extending(name, stage.position, chance)
            if one.turn is not None
        ]
        stages = chance.shuffled(longer)[: _STAGES * left]
    for stage, cells in stages:
        row = tuple(turn.tile for turn in stage.game[len(first.game) :])
        for tile in chance.shuffled(sorted(tiles_to_draw(stage.position)))[:_KINDS]:
            for one in dict.fromkeys(_goals(name, goal, stage.position, tile, cells)):
                yield (*row, tile), one


def _extending(name: str, position: Position, chance: Chance) -> Iterator[Outcome]:
    """Yield turns that score nothing and extend what has a cathedral, or a large meeple."""
    for tile in chance.shuffled(sorted(tiles_to_draw(position)))[:_KINDS]:
        growing = [one for one in going_on(position, tile) if not one.scorings]
        yield from (one for one in growing if _extends(name, one))


def _extends(name: str, outcome: Outcome) -> bool:
    turn, board = outcome.turn, board_of(outcome.after)
    if turn is None:
        return False
    return any(
        _may_have(name, board, feature_of(board, turn.cell, segment)[0])
        for segment in board[turn.cell].drawing.segments
        if segment.edges
    )


def _may_have(name: str, board: Board, parts: Collection[Part]) -> bool:
    """Return whether a feature has a cathedral, or carries meeples that a large one may outvote."""
    return _has(name, board, parts) or (name == "large" and any(_standing(board, parts)))


def _goals(
    name: str, goal: Goal, position: Position, tile: str, cells: frozenset[Cell]
) -> Iterator[Goal]:
    """Yield the goal, and narrower ones, that the tile meets by what all those cells are part of."""
    for one in outcomes_with(position, tile):
        for scoring in one.scorings if reached(goal, one) else ():
            if one.turn is not None and scoring.colours:
                board = {**board_of(position), **_laid(one)}
                parts, within = scored_parts(board, one.turn, scoring)
                if cells <= within and _has(name, board, parts):
                    yield goal
                    yield from kind_of(goal).as_scored(goal, position, scoring)


def _laid(outcome: Outcome) -> Board:
    """Return the tile that the turn laid, with the meeple that it placed, on its cell."""
    turn = outcome.turn
    if turn is None:
        return {}
    meeple = None if turn.claim == NO_CLAIM else Meeple(turn.claim, outcome.colour, turn.large)
    return {turn.cell: Placement(turn.tile, turn.rotation, turn.x, turn.y, meeple)}


def _has(name: str, board: Board, parts: Collection[Part]) -> bool:
    """Return whether a feature has a cathedral, or a large meeple that decides the majority."""
    if name == "cathedrals":
        return any(segment.cathedral for _, segment in parts)
    return _is_decided_by_large(tuple(_standing(board, parts)))
