"""Puzzles in which a tile is left without a place, so that the next of its pile comes instead.

At a late stage of a game a tile is looked for that has one cell to go to, or two. The first turn of
the puzzle takes them from it, so that it is laid aside (SOLO-PLACE-4); tiles are sought with which
the goal is reached from there, the first of them below the one without a place. What is left is to
see that no other line reaches the goal, with the tile laid aside or placed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

from generator.chance import Chance
from generator.solo.draft import Draft, outcomes_with, then
from generator.solo.goal_kinds import exactly_scored
from generator.solo.only_solution import only_solution
from generator.solo.ripe_games import going_on, ripe_game
from generator.solo.ripeness import ripe_for_scoring
from generator.solo.solved_puzzle import SolvedPuzzle, SolvedPuzzles
from generator.solo.sources.rows import NO_ROW
from verifier.carcassonne.engine.solo import seek, solve
from verifier.carcassonne.engine.solo.engine import outcome_of
from verifier.carcassonne.engine.solo.search import tiles_in_box, tiles_to_draw
from verifier.carcassonne.solo.goals import Goal
from verifier.carcassonne.solo.position import Pile, Position, with_row
from verifier.carcassonne.solo.puzzle import Contract, Puzzle
from verifier.carcassonne.solo.rule_set import RuleSet
from verifier.carcassonne.solo.turn import Outcome
from verifier.carcassonne.table.cells import Cell

THEME = "laid-aside"
_GAMES = 2
_PLAYED, _DRAFTED, _LAST = 4, 10, 6
"""Turns that are played, or a few more, turns that are drafted, and the stages looked at."""
_FEW = 2
"""Cells that a tile has at most that is to have none."""
_STRANDED, _TAKING = 4, 6
"""Tiles that are tried for that at a stage, and turns that take their place."""
_ROWS, _LINES = 6, 24
_NODES = 300_000


def laid_aside_puzzles(
    _theme: str, goal: Goal, tiles: int, rules: RuleSet, contract: Contract, chance: Chance
) -> SolvedPuzzles:
    """Yield puzzles that need it. Their goals imply the one given: they set the numbers."""
    for _ in range(_GAMES):
        game = ripe_game(ripe_for_scoring, _PLAYED, _DRAFTED, rules, chance)
        for stage in game[-_LAST:]:
            for tile, outcome in _taking_its_place(stage.position, chance):
                yield from _puzzles_of(goal, stage, tile, outcome, tiles, contract, chance)
    yield NO_ROW


def _taking_its_place(position: Position, chance: Chance) -> Iterator[tuple[str, Outcome]]:
    """Yield tiles that have few cells, with outcomes of another after which they have none."""
    left = tiles_to_draw(position)
    places = {tile: _cells(position, tile) for tile in sorted(left)}
    rare = [tile for tile, cells in places.items() if 0 < len(cells) <= _FEW]
    for tile in chance.shuffled(rare)[:_STRANDED]:
        taking = [
            outcome
            for other in sorted(left - Counter([tile]))
            for outcome in going_on(position, other)
            if not outcome.scorings and _is_near(outcome, places[tile])
        ]
        stranding = (one for one in chance.shuffled(taking) if not _cells(one.after, tile))
        for outcome, _ in zip(stranding, range(_TAKING), strict=False):
            yield tile, outcome


def _cells(position: Position, tile: str) -> frozenset[Cell]:
    """Return the cells on which the tile could be placed next."""
    turns = (one.turn for one in outcomes_with(position, tile))
    return frozenset(turn.cell for turn in turns if turn is not None)


def _is_near(outcome: Outcome, cells: frozenset[Cell]) -> bool:
    """Return whether the tile lies on one of the cells or beside one."""
    turn = outcome.turn
    return turn is not None and any(abs(turn.x - x) + abs(turn.y - y) <= 1 for x, y in cells)


def _puzzles_of(
    goal: Goal,
    stage: Draft,
    tile: str,
    first: Outcome,
    tiles: int,
    contract: Contract,
    chance: Chance,
) -> Iterator[SolvedPuzzle]:
    """Yield puzzles whose first turn is that one, after which the ``tile`` has no place."""
    after, turn = then(stage, first).position, first.turn
    if turn is None:
        return
    left, seed = tiles_in_box(stage.position), chance.below(1 << 30)
    for row in seek(after, goal, tiles - 1, seed=seed, most=_ROWS, nodes=_NODES):
        if Counter((turn.tile, tile, *row)) - left:
            continue
        position = _with_spare(stage.position, (turn.tile, tile, *row[1:]), row[0])
        following = outcome_of(position, turn)
        if following is None:
            continue
        lines = solve(following.after, goal, tiles - 1, lines=_LINES, nodes=_NODES).lines
        last = (scoring for line in lines for scoring in line[-1].scorings)
        for narrower in exactly_scored(goal, position, last):
            puzzle = Puzzle(narrower, position)
            solution = only_solution(puzzle, contract, _NODES)
            if solution is not None and any(one.discards for one in solution.line):
                yield SolvedPuzzle(puzzle, solution, stage.game)


def _with_spare(position: Position, row: tuple[str, ...], spare: str) -> Position:
    """Return the position with the next tiles known, and below the second of them a spare one."""
    dealt = with_row(position, row)
    second = (dealt.to_move + 1) % len(dealt.piles)
    piles = tuple(
        Pile((pile.known[0], spare, *pile.known[1:]), pile.hidden - 1) if place == second else pile
        for place, pile in enumerate(dealt.piles)
    )
    return replace(dealt, piles=piles)
