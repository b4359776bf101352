"""What is wrong with a table or a record, whatever the game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterator, Sequence
from dataclasses import dataclass

from verifier.carcassonne.table.cells import Cell, Laid, cell_text, cells_beside
from verifier.errors import Illegal


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing wrong with a position: its name, the rule it breaks, the place, a sentence."""

    name: str
    rule: str
    where: str
    why: str


@dataclass(frozen=True, slots=True)
class Violation:
    """A broken rule: its id, the turn (from 1; 0 is the set-up), the place, and a sentence."""

    rule: str
    turn: int
    where: str
    why: str


def require_none(found: Sequence[Fault]) -> None:
    """Do nothing if no faults were found.

    :raises Illegal: with the first fault, and a count of the others.
    """
    if found:
        first, others = found[0], len(found) - 1
        more = f" ({others} more fault{'s' if others > 1 else ''})" if others else ""
        raise Illegal(f"{first.name}: {first.why}{more}", where=first.where, rule=first.rule)


# --- faults of a table that both games have, each under its own rule

_REACH = 999
"""No coordinate lies farther from the origin; far beyond any board of all tiles."""

_FURTHEST_SCORE = 9999


def numbers_for_colours(colours: int, rule: str, **entries: Sequence[object]) -> Iterator[Fault]:
    """Yield where there are not as many entries as colours."""
    for name, given in entries.items():
        if len(given) != colours:
            why = f"{len(given)} {name} are given for {colours} colours"
            yield Fault("number_of_colours", rule, f"/{name}", why)


def mover_in_play(to_move: int, colours: int, rule: str) -> Iterator[Fault]:
    """Yield that the colour to move does not play."""
    if not 0 <= to_move < colours:
        why = f"colour {to_move + 1} is to move, but there are {colours} colours"
        yield Fault("colour_to_move", rule, "/to_move", why)


def scores_in_range(scores: Sequence[int], starts: Sequence[int], rule: str) -> Iterator[Fault]:
    """Yield scores less than those at the start, or beyond all games."""
    for colour, (score, start) in enumerate(zip(scores, starts, strict=True)):
        if not start <= score <= _FURTHEST_SCORE:
            why = f"colour {colour + 1} has {score} points; its marker starts on {start}"
            yield Fault("score_out_of_range", rule, f"/scores/{colour}", why)


def out_of_reach(tile: Laid) -> bool:
    """Return whether no board of all tiles reaches as far as this tile lies."""
    return max(abs(tile.x), abs(tile.y)) > _REACH


def used_twice(cells: Sequence[Cell], rule: str) -> Iterator[Fault]:
    """Yield the cells that several tiles lie on."""
    for cell, times in Counter(cells).items():
        if times > 1:
            why = f"{times} tiles lie on cell {cell_text(cell)}"
            yield Fault("cell_used_twice", rule, f"cell {cell_text(cell)}", why)


def in_pieces(cells: Sequence[Cell], rule: str) -> Iterator[Fault]:
    """Yield the first cell that no way over edges leads to from the first tile, if there is one."""
    left, todo = set(cells[1:]), [*cells[:1]]
    while todo:
        cell = todo.pop()
        more = left.intersection(cells_beside(cell))
        left -= more
        todo += more
    left -= set(cells[:1])
    if left:
        stray = min(left)
        why = f"the tile on {cell_text(stray)} shares no edge with the rest of the table"
        yield Fault("table_in_pieces", rule, f"cell {cell_text(stray)}", why)


def surrounded(cell: Cell, table: Container[Cell]) -> bool:
    """Return whether tiles lie on a cell and on all eight around it."""
    x, y = cell
    return all((x + i, y + j) in table for i in (-1, 0, 1) for j in (-1, 0, 1))
