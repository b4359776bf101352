"""Makes puzzles longer: takes back the turn before the table, and gives its tile to the row.

The line is then one turn longer. Usually other ways to lay that tile lead to the goal, too. If none
does, the longer puzzle has a single solution, and can be extended again. This finds puzzles of ten
tiles, which random deals practically never bring.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from generator.chance import Chance
from generator.draft import Draft, with_turn
from generator.proving import only_solution
from generator.reduction import game_to, in_one_piece, start_tile
from generator.solved_puzzle import SolvedPuzzle
from verifier.carcassonne.engine.reach import same_table
from verifier.carcassonne.faults import faults
from verifier.carcassonne.position import Pile, Placement, Position, face_down, setup, with_row
from verifier.carcassonne.puzzle import Puzzle
from verifier.carcassonne.turn import NO_CLAIM, Turn

_NODES = 1_000_000
"""Outcomes examined at most to see that a line is the only one; a few thousand usually suffice."""
_TRIED = 24
"""Turns taken back at most before each table, from all those that could have been the last."""
_TABLES = 60
"""Puzzles examined on the way to the requested length."""


def extended(solved: SolvedPuzzle, tiles: int, chance: Chance) -> SolvedPuzzle | None:
    """Return a puzzle of so many tiles whose line ends as the puzzle's; None if none is found.

    The table that was taken back furthest is tried first.
    """
    stack = [iter([solved])]
    left = _TABLES
    while stack and left:
        found = next(stack[-1], None)
        left -= 1
        if found is None:
            stack.pop()
        elif found.puzzle.tiles >= tiles:
            return found
        else:
            stack.append(_longer(found, chance))
    return None


def _longer(solved: SolvedPuzzle, chance: Chance) -> Iterator[SolvedPuzzle]:
    """Yield the puzzles with one tile more that have a single solution."""
    row = tuple(turn.tile for turn in solved.solution.turns)
    if len(row) < solved.puzzle.tiles:
        return  # a tile was laid aside, so the turns do not give the row
    for before, tile in _before(solved, chance):
        puzzle = Puzzle(solved.puzzle.goal, with_row(before.position, (tile, *row)))
        solution = only_solution(puzzle, solved.solution.contract, _NODES)
        game = None if solution is None else before.game or game_to(before.position)
        if solution is not None and game is not None:
            yield SolvedPuzzle(puzzle, solution, game)


def _before(solved: SolvedPuzzle, chance: Chance) -> Iterator[tuple[Draft, str]]:
    """Yield the tables before the puzzle's with the tile laid there, the one of its game first.

    The others come without a game.
    """
    draft: Draft | None = Draft((), setup(solved.puzzle.position.rules))
    for turn in solved.game[:-1]:
        draft = None if draft is None else with_turn(draft, turn)
    if draft is not None and draft.game:
        yield draft, solved.game[-1].tile
    table = replace(solved.puzzle.position, piles=face_down(solved.puzzle.position.piles))
    start = start_tile(table)
    others = [placed for placed in table.placements if placed != start]
    for placed in chance.shuffled(others)[:_TRIED]:
        before = _taken_back(table, placed)
        if before is not None and (draft is None or before != draft.position):
            yield Draft((), before), placed.tile


def _taken_back(table: Position, placed: Placement) -> Position | None:
    """Return the table before that tile was laid; None if its turn was not the last, or scored."""
    colours, piles = table.rules.colours, list(table.piles)
    mover = (table.to_move - 1) % colours
    kept = tuple(one for one in table.placements if one != placed)
    if (placed.meeple is not None and placed.meeple.colour != mover) or not in_one_piece(kept):
        return None
    supplies = list(table.supplies)
    supplies[mover] += placed.meeple is not None
    number = mover % len(piles)
    piles[number] = Pile(piles[number].known, piles[number].hidden + 1)
    before = replace(
        table, placements=kept, supplies=tuple(supplies), piles=tuple(piles), to_move=mover
    )
    claim = NO_CLAIM if placed.meeple is None else placed.meeple.segment
    turn = Turn(placed.tile, placed.rotation, placed.x, placed.y, claim)
    after = None if faults(before) else with_turn(Draft((), before), turn)
    return before if after is not None and same_table(after.position, table) else None
