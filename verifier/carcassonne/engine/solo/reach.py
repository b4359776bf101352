"""The engine's part of ``reach``: plays towards a position, its tiles in every order."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from dataclasses import dataclass, replace

from verifier.carcassonne.engine.solo.all_games import outcome_sort_key, piles_after_draw
from verifier.carcassonne.engine.solo.engine import Engine
from verifier.carcassonne.engine.solo.features import feature_of
from verifier.carcassonne.engine.solo.search import Line
from verifier.carcassonne.solo.position import LAKE, Pile, Placement, Position, set_up_around
from verifier.carcassonne.solo.turn import NO_CLAIM, Outcome
from verifier.carcassonne.table.cells import STEPS, Cell
from verifier.carcassonne.tiles import is_of_river
from verifier.errors import Malformed


@dataclass(frozen=True, slots=True)
class ReachedTable:
    """The result of playing towards a position.

    ``line`` is a game that leads to it, or None; if it is None and the search was ``exhaustive``,
    there is no such game. ``outcomes`` counts the turns played.
    """

    line: Line | None
    outcomes: int
    exhaustive: bool


def reach_by_engine(position: Position, start: Placement, *, nodes: int = 0) -> ReachedTable:
    """Search the games from the set-up, with that start tile, that lead to exactly this table.

    Piles are not compared: a tile of the table is drawn when needed, and a discarded one as soon as
    it has no place. This covers all games as long as colours take turns, which they do unless a
    tile laid aside costs a turn (AMB-03) or a pile runs out. The search stops after ``nodes``
    outcomes (0: never).

    >>> from verifier.carcassonne.solo.notation import parse_position
    >>> position = parse_position("s3.4~D0.0.0~U0.1.0.E1~p1.2.3~h3.4.4~t2~n..")
    >>> [outcome.turn.claim for outcome in reach_by_engine(position, position.placements[0]).line]
    ['E']
    """
    turns = len(position.placements) - 1
    if position.to_move != turns % position.rules.colours:  # SOLO-TURN-1
        return ReachedTable(None, 0, exhaustive=True)
    search = _Search(position, nodes)
    begin = set_up_around(start, position.rules)
    line = search.line_from(begin, ())
    return ReachedTable(line, search.outcomes, exhaustive=not search.stopped)


@dataclass(frozen=True, slots=True)
class GamesTo:
    """All games that lead to a table: their number, and by cell and claim their last turns.

    ``line`` is one of them, empty if there is none. If the search was not ``exhaustive``, there may
    be more. ``outcomes`` counts the turns played.
    """

    number: int
    last_turns: frozenset[tuple[Cell, str]]
    line: Line
    outcomes: int
    exhaustive: bool


def games_to(position: Position, start: Placement, *, nodes: int = 0) -> GamesTo:
    """Search all games from the set-up, with that start tile, that lead to exactly this table.

    It covers the games that :func:`reach_by_engine` does, and stops likewise.

    >>> from verifier.carcassonne.solo.notation import parse_position
    >>> position = parse_position("s3.4~D0.0.0~U0.1.0.E1~p1.2.3~h3.4.4~t2~n..")
    >>> games_to(position, position.placements[0]).last_turns
    frozenset({((1, 0), 'E')})
    """
    if position.to_move != (len(position.placements) - 1) % position.rules.colours:
        return GamesTo(0, frozenset(), (), 0, exhaustive=True)
    search = _Search(position, nodes)
    found = search.games_from(set_up_around(start, position.rules), {})
    return GamesTo(
        found.number, found.last_turns, found.line, search.outcomes, exhaustive=not search.stopped
    )


def same_table(one: Position, other: Position) -> bool:
    """Return whether the positions are equal except for the piles.

    Segments of one feature on a tile count as the same place of a meeple.
    """
    return _table(one) == _table(other)


def _table(position: Position) -> object:
    lying = {placed.cell: placed for placed in position.placements}
    return (
        [_with_feature(lying, placed) for placed in position.placements],
        (position.scores, position.supplies, position.large),
        (position.to_move, position.monasteries),
        (position.discards, position.over),
    )


def _with_feature(lying: dict[Cell, Placement], placed: Placement) -> object:
    bare = replace(placed, meeple=None)
    if placed.meeple is None:
        return bare
    segment = placed.drawing.segment_named(placed.meeple.segment)
    if segment is None or not segment.edges:
        return bare, placed.meeple
    parts, _ = feature_of(lying, placed.cell, segment)
    names = sorted(part.name for cell, part in parts if cell == placed.cell)
    return bare, names, placed.meeple.colour, placed.meeple.large


@dataclass(frozen=True, slots=True)
class _GamesOn:
    """All ways to go on from a table to the end."""

    number: int
    last_turns: frozenset[tuple[Cell, str]] = frozenset()
    line: Line = ()


def _differing(table: Position) -> object:
    """Return all that can differ between tables with the same tiles on the way to one end."""
    return (
        (table.placements, table.large, table.scores, table.monasteries),
        (table.discards, table.over),
    )


def _stack(position: Position) -> Pile:
    """Return what the next tile is drawn from: the river while it is to come (SOLO-BOX-7)."""
    if not position.river.empty:
        return position.river
    return position.piles[position.pile_of(position.to_move)]


def _drawing(position: Position, tiles: tuple[str, ...]) -> Position | None:
    """Return the position in which these tiles come next; None if they cannot.

    A river's stack has river tiles alone, and the lake is its last (SOLO-BOX-7).
    """
    flowing = not position.river.empty
    if any(is_of_river(tile) != flowing for tile in tiles):
        return None
    drawn_from = Pile(tiles, _stack(position).size - len(tiles))
    if flowing:
        last = LAKE in tiles
        return None if last == bool(drawn_from.hidden) else replace(position, river=drawn_from)
    piles = list(position.piles)
    piles[position.pile_of(position.to_move)] = drawn_from
    return replace(position, piles=tuple(piles))


def _cut_short(end: Position) -> bool:
    """Return whether the lake lies before its river is complete; such games are not searched."""
    lying = [*(placed.tile for placed in end.placements), *end.discards]
    return LAKE in lying and sum(map(is_of_river, lying)) <= end.rules.river_tiles


class _Search:
    """A search through the tables on the way to a position, visiting each once."""

    def __init__(self, end: Position, nodes: int) -> None:
        self.end = end
        self.nodes = nodes
        self.outcomes = 0
        self.stopped = _cut_short(end)
        self.lying = {placed.cell: placed for placed in end.placements}
        self.seen = {placed.cell: self._claims_seen(placed) for placed in end.placements}
        self.known: set[object] = set()

    def _claims_seen(self, placed: Placement) -> dict[str, bool]:
        """Return by segment of an open feature whether its claim would still be seen at the end."""
        found = {}
        for segment in placed.drawing.segments:
            if segment.kind == "monastery":
                names, is_open = {"M"}, not self._surrounded(placed.cell)
            else:
                parts, gaps = feature_of(self.lying, placed.cell, segment)
                names = {part.name for cell, part in parts if cell == placed.cell}
                is_open = bool(gaps)
            if is_open:
                found[segment.name] = placed.meeple is not None and placed.meeple.segment in names
        return found

    def _surrounded(self, cell: Cell) -> bool:
        x, y = cell
        return all((x + i, y + j) in self.lying for i in (-1, 0, 1) for j in (-1, 0, 1))

    def line_from(self, position: Position, line: Line) -> Line | None:
        """Return a line from this table to the end; None without one."""
        if len(position.placements) == len(self.end.placements):
            return line if same_table(position, self.end) else None
        for outcome in self._outcomes(position):
            after = replace(outcome.after, piles=piles_after_draw(position))
            table = _differing(after)
            if table not in self.known and not self.stopped:
                self.known.add(table)
                found = self.line_from(after, (*line, outcome))
                if found is not None:
                    return found
        return None

    def games_from(self, position: Position, known: dict[object, _GamesOn]) -> _GamesOn:
        """Return all ways to go on from this table to the end; those from known tables are kept."""
        if len(position.placements) == len(self.end.placements):
            return _GamesOn(int(same_table(position, self.end)))
        table = _differing(position)
        if table not in known:
            number, last_turns, line = 0, frozenset[tuple[Cell, str]](), tuple[Outcome, ...]()
            for outcome in self._outcomes(position):
                after = replace(outcome.after, piles=piles_after_draw(position))
                on = self.games_from(after, known)
                if on.number and outcome.turn is not None:
                    number += on.number
                    last_turns |= on.last_turns or {(outcome.turn.cell, outcome.turn.claim)}
                    line = line or (outcome, *on.line)
            known[table] = _GamesOn(number, last_turns, line)
        return known[table]

    def _outcomes(self, position: Position) -> Iterator[Outcome]:
        """Yield the turns that lay a tile as at the end, and claim what is seen there."""
        if position.over:
            return
        covered = {placed.cell for placed in position.placements}
        wanted = sorted(
            {
                self.lying[cell].tile
                for cell in self.lying.keys() - covered
                if any((cell[0] + x, cell[1] + y) in covered for x, y in STEPS)
            }
        )
        aside = self._laid_aside(position)
        left = _stack(position).size
        for tile in wanted:
            if 0 < self.nodes <= self.outcomes or left <= len(aside):
                self.stopped = True
                return
            number, outcomes = self._with_next(position, (*aside, tile))
            self.outcomes += number
            yield from sorted(filter(self._leads_there, outcomes), key=outcome_sort_key)

    def _laid_aside(self, position: Position) -> tuple[str, ...]:
        """Return the tiles still to be discarded that have no place now."""
        left = list(self.end.discards)
        for tile in position.discards:
            left.remove(tile)
        return tuple(
            tile
            for tile in left
            if is_of_river(tile) != position.river.empty
            and not self._with_next(position, (tile,))[0]
        )

    def _with_next(self, position: Position, tiles: tuple[str, ...]) -> tuple[int, list[Outcome]]:
        """Return the number of outcomes if these tiles are drawn, and those to be examined.

        There are none if none of the tiles has a place.
        """
        drawn = _drawing(position, tiles)
        if drawn is not None:
            with contextlib.suppress(Malformed):  # the next tile is unknown
                return Engine().outcomes_laying(drawn, self.lying)
        return 0, []

    def _leads_there(self, outcome: Outcome) -> bool:
        turn, end = outcome.turn, self.end
        if turn is None:
            return False
        there = self.lying[turn.cell]
        if any(now > then for now, then in zip(outcome.after.scores, end.scores, strict=True)):
            return False
        seen = self.seen[turn.cell]
        if there.meeple is not None:
            meeple = (outcome.colour, turn.large)
            same = meeple == (there.meeple.colour, there.meeple.large)
            return same and seen.get(turn.claim, False)
        return turn.claim == NO_CLAIM or turn.claim not in seen
