"""Makes puzzles longer: takes a tile off the table, and puts a tile at the front of the row.

Most tiles that are put there can be laid in several ways that lead to the goal. If one leaves a
single solution, the longer puzzle can be extended again. This finds puzzles of ten tiles, which
random deals practically never bring.

First the turn before the table is taken back, so that the line is one turn longer and ends as it
did. There are few such turns. Where they do not suffice, any tile is taken off the table, and any
tile of the box put at the front; the line may then be another.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from heapq import heapify, heappop, heappush

from generator.chance import Chance
from generator.solo.draft import Draft, with_turn
from generator.solo.only_solution import only_solution
from generator.solo.reduction import game_to, in_one_piece, start_tile
from generator.solo.solved_puzzle import SolvedPuzzle
from verifier.carcassonne.engine.solo.reach import same_table
from verifier.carcassonne.engine.solo.search import tiles_in_box
from verifier.carcassonne.solo.faults import faults
from verifier.carcassonne.solo.position import Pile, Placement, Position, face_down, setup, with_row
from verifier.carcassonne.solo.puzzle import Puzzle
from verifier.carcassonne.solo.turn import NO_CLAIM, Turn

MOST_EXAMINED = 100_000
"""Outcomes examined at most to see that a line is the only one; a few thousand usually suffice."""
_TAKE_BACK, _EXCHANGE = 0, 1
_TAKEN_BACK = 24
"""Turns taken back at most before each table, from all those that could have been the last."""
_EXCHANGED = 60
"""Pairs of a tile off the table and one at the front that are tried with each table."""
_LACKING = 2
"""Tiles are exchanged where the row lacks at most so many tiles."""
_TRIES = 1000
"""Longer puzzles that are looked at, on the way to the requested length."""


@dataclass(order=True, slots=True)
class _Waiting:
    """A puzzle to extend, with the step to try; after the step the longest comes first."""

    step: int
    lacking: int
    examined: int
    number: int
    solved: SolvedPuzzle = field(compare=False)


def extended(shorter: Iterable[SolvedPuzzle], tiles: int, chance: Chance) -> Iterator[SolvedPuzzle]:
    """Yield puzzles of so many tiles, made of shorter ones; the tables are not reduced."""
    waiting = [
        _Waiting(_TAKE_BACK, tiles - one.puzzle.tiles, one.solution.examined, number, one)
        for number, one in enumerate(shorter)
    ]
    heapify(waiting)
    known, left = {one.solved.puzzle for one in waiting}, _TRIES
    while waiting and left:
        one = heappop(waiting)
        if one.lacking <= 0:
            yield one.solved
            continue
        if one.step == _TAKE_BACK and one.lacking <= _LACKING:
            heappush(waiting, replace(one, step=_EXCHANGE))
        before = taken_back if one.step == _TAKE_BACK else _exchanged
        for draft, tile in before(one.solved, chance):
            left -= 1
            found = longer(one.solved, draft, tile)
            if found is not None and found.puzzle not in known:
                known.add(found.puzzle)
                examined = found.solution.examined
                heappush(
                    waiting, _Waiting(_TAKE_BACK, one.lacking - 1, examined, len(known), found)
                )
            if not left:
                break


def longer(
    solved: SolvedPuzzle, before: Draft, tile: str, nodes: int = MOST_EXAMINED
) -> SolvedPuzzle | None:
    """Return the puzzle with that tile at the front; None unless it has a single solution.

    To see that, so many ``nodes`` at most may have to be examined.
    """
    puzzle = Puzzle(solved.puzzle.goal, with_row(before.position, (tile, *_row(solved))))
    solution = only_solution(puzzle, solved.solution.contract, nodes)
    game = None if solution is None else before.game or game_to(before.position)
    return None if solution is None or game is None else SolvedPuzzle(puzzle, solution, game)


def _row(solved: SolvedPuzzle) -> tuple[str, ...]:
    return tuple(turn.tile for turn in solved.solution.turns)


def taken_back(solved: SolvedPuzzle, chance: Chance) -> Iterator[tuple[Draft, str]]:
    """Yield the tables before the puzzle's with the tile laid there, the one of its game first.

    The others come without a game.
    """
    if len(_row(solved)) < solved.puzzle.tiles:
        return  # a tile was laid aside, so the turns do not give the row
    draft: Draft | None = Draft((), setup(solved.puzzle.position.rules))
    for turn in solved.game[:-1]:
        draft = None if draft is None else with_turn(draft, turn)
    if draft is not None and draft.game:
        yield draft, solved.game[-1].tile
    table = _table(solved)
    for placed in chance.shuffled(_others(table))[:_TAKEN_BACK]:
        before = _before(table, placed)
        if before is not None and (draft is None or before != draft.position):
            yield Draft((), before), placed.tile


def _exchanged(solved: SolvedPuzzle, chance: Chance) -> Iterator[tuple[Draft, str]]:
    """Yield tables with a tile less, each with a tile of the box; without games."""
    pairs = [(Draft((), before), tile) for _, before, tile in exchanges(solved)]
    yield from chance.shuffled(pairs)[:_EXCHANGED]


def exchanges(solved: SolvedPuzzle) -> Iterator[tuple[Placement, Position, str]]:
    """Yield each tile off the table, the table without it, and a tile of the box for the front."""
    table, row = _table(solved), _row(solved)
    if len(row) < solved.puzzle.tiles:
        return
    for placed in _others(table):
        before = _without(table, placed)
        if before is not None:
            left = tiles_in_box(before)
            left.subtract(row)
            yield from ((placed, before, tile) for tile in sorted(+left))


def _table(solved: SolvedPuzzle) -> Position:
    return replace(solved.puzzle.position, piles=face_down(solved.puzzle.position.piles))


def _others(table: Position) -> list[Placement]:
    """Return the tiles on the table but the start tile."""
    start = start_tile(table)
    return [placed for placed in table.placements if placed != start]


def _before(table: Position, placed: Placement) -> Position | None:
    """Return the table before that tile was laid; None if its turn was not the last, or scored."""
    before = _without(table, placed)
    if before is None or (placed.meeple and placed.meeple.colour != before.to_move):
        return None
    claim = NO_CLAIM if placed.meeple is None else placed.meeple.segment
    turn = Turn(placed.tile, placed.rotation, placed.x, placed.y, claim)
    after = with_turn(Draft((), before), turn)
    return before if after is not None and same_table(after.position, table) else None


def _without(table: Position, placed: Placement) -> Position | None:
    """Return the table a turn before, without that tile; None if it has faults.

    A meeple on the tile is back in its supply.
    """
    colours, piles = table.rules.colours, list(table.piles)
    mover = (table.to_move - 1) % colours
    kept = tuple(one for one in table.placements if one != placed)
    if not in_one_piece(kept):
        return None
    supplies = list(table.supplies)
    if placed.meeple is not None:
        supplies[placed.meeple.colour] += 1
    number = mover % len(piles)
    piles[number] = Pile(piles[number].known, piles[number].hidden + 1)
    before = replace(
        table, placements=kept, supplies=tuple(supplies), piles=tuple(piles), to_move=mover
    )
    return None if faults(before) else before
