"""Plays all games from the set-up, with every tile of the box at each turn.

A game is given up only where it cannot lead any more to what is asked. A tile without a place needs
no look: a game in which it is laid aside places what the same game places without it.
"""

from __future__ import annotations

import contextlib
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from verifier.engine.engine import Engine
from verifier.engine.search import Line
from verifier.errors import Malformed
from verifier.position import STEPS, Cell, Pile, Placement, Position, setup
from verifier.rules.ruleset import RuleSet
from verifier.tiles import Segment
from verifier.turn import Outcome


@dataclass(frozen=True, slots=True)
class Played:
    """What came of playing all games of so many turns.

    ``line`` is a game that reaches the goal, if one was met; without one the goal is out of reach
    if the search was ``exhaustive``. ``outcomes`` counts the turns made.
    """

    line: Line
    outcomes: int
    exhaustive: bool


def play_all(
    rules: RuleSet,
    turns: int,
    met: Callable[[Outcome, int], bool],
    hopeful: Callable[[Position, int], bool],
    *,
    nodes: int = 0,
) -> Played:
    """Play the games of at most ``turns`` turns from the set-up until one meets what is asked.

    ``met`` is asked of every outcome, with the number of turns left after it, and ``hopeful``
    whether a position may still lead to what is asked in so many more turns. Gives up after
    ``nodes`` outcomes (0: never).

    :raises Malformed: for no turns or fewer than no outcomes.
    """
    if turns < 1 or nodes < 0:
        raise Malformed(f"{turns} turns and {nodes} outcomes: play one turn at least")
    search = _Search(met, hopeful, nodes)
    line = search.from_the_setup(rules, turns)
    return Played(line, search.outcomes, exhaustive=not search.stopped)


class _Search:
    def __init__(
        self,
        met: Callable[[Outcome, int], bool],
        hopeful: Callable[[Position, int], bool],
        nodes: int,
    ) -> None:
        self.met = met
        self.hopeful = hopeful
        self.nodes = nodes
        self.outcomes = 0
        self.stopped = False

    def from_the_setup(self, rules: RuleSet, turns: int) -> Line:
        """Return a shortest line that meets what is asked; empty if none was found."""
        games: list[tuple[Position, Line]] = [(setup(rules), ())]
        for left in reversed(range(turns)):
            games = list(self._one_turn_more(games, left))
            for _, line in games:
                if self.met(line[-1], left):
                    return line
        return ()

    def _one_turn_more(
        self, games: list[tuple[Position, Line]], left: int
    ) -> Iterator[tuple[Position, Line]]:
        """Yield the games that meet it, or may still do in ``left`` more turns."""
        for position, line in games:
            kept = [
                outcome
                for outcome in self._outcomes(position)
                if self.met(outcome, left) or self._goes_on(outcome, left)
            ]
            for outcome in sorted(kept, key=_in_order):
                yield replace(outcome.after, piles=_drawn_from(position)), (*line, outcome)

    def _goes_on(self, outcome: Outcome, left: int) -> bool:
        return left > 0 and not outcome.after.over and self.hopeful(outcome.after, left)

    def _outcomes(self, position: Position) -> Iterator[Outcome]:
        """Yield what the next turn can bring with any tile of the box."""
        own = position.pile_of(position.to_move)
        for letter in sorted(_box(position)):
            self.stopped = self.stopped or 0 < self.nodes <= self.outcomes
            if self.stopped:
                return
            piles = list(position.piles)
            piles[own] = Pile(letter, piles[own].hidden - 1)
            with contextlib.suppress(Malformed):  # no place for it, and what comes next is unknown
                outcomes = Engine().outcomes(replace(position, piles=tuple(piles)))
                self.outcomes += len(outcomes)
                yield from outcomes


# What is open on a table


@dataclass(frozen=True, slots=True)
class Front:
    """An open road or city: the empty cells at its open ends, and whose meeples stand on it.

    ``worth`` is what it would bring if it were complete as it is.
    """

    gaps: frozenset[Cell]
    colours: frozenset[int]
    worth: int


def fronts(position: Position, kind: str) -> Iterator[Front]:
    """Yield the open features of a kind, road or city."""
    table = {placement.cell: placement for placement in position.placements}
    seen: set[tuple[Cell, Segment]] = set()
    for cell, placement in table.items():
        for segment in placement.drawing.segments:
            if segment.kind == kind and (cell, segment) not in seen:
                parts, gaps = followed(table, cell, segment)
                seen |= parts
                if gaps:
                    yield Front(
                        frozenset(gaps), frozenset(_colours(table, parts)), _worth(kind, parts)
                    )


def followed(
    table: dict[Cell, Placement], cell: Cell, segment: Segment
) -> tuple[set[tuple[Cell, Segment]], set[Cell]]:
    """Return the parts of the feature of a segment (DEF-3), and the empty cells at its ends."""
    parts, todo, gaps = {(cell, segment)}, [(cell, segment)], set[Cell]()
    while todo:
        (x, y), here = todo.pop()
        for edge in here.edges:
            beyond = (x + STEPS[edge][0], y + STEPS[edge][1])
            if beyond not in table:
                gaps.add(beyond)
                continue
            joined = table[beyond].drawing.segment_at((edge + 2) % 4)
            if joined is not None and (beyond, joined) not in parts:
                parts.add((beyond, joined))
                todo.append((beyond, joined))
    return parts, gaps


def _worth(kind: str, parts: set[tuple[Cell, Segment]]) -> int:
    tiles = len({cell for cell, _ in parts})
    return tiles if kind == "road" else 2 * (tiles + sum(part.shields for _, part in parts))


def _colours(table: dict[Cell, Placement], parts: set[tuple[Cell, Segment]]) -> Iterator[int]:
    for cell, segment in parts:
        meeple = table[cell].meeple
        if meeple is not None and table[cell].drawing.segment_named(meeple.segment) == segment:
            yield meeple.colour


def _box(position: Position) -> Counter[str]:
    """Return the tiles that are not on the table."""
    left = Counter(position.sheet.counts())
    left.subtract(placement.tile for placement in position.placements)
    return +left


def _drawn_from(position: Position) -> tuple[Pile, ...]:
    """Return the unknown piles after the colour to move drew a tile."""
    own = position.pile_of(position.to_move)
    return tuple(
        replace(pile, hidden=pile.hidden - (number == own))
        for number, pile in enumerate(position.piles)
    )


def _in_order(outcome: Outcome) -> str:
    return repr((outcome.turn, outcome.scorings))
