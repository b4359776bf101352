"""Makes games that reach a goal: CP-SAT chooses the tiles too, so a seed must make them differ.

The solver's own seed hardly changes what it finds; a random set of kinds it may use does.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from random import Random

from verifier.goals import Goal
from verifier.model.cpsat import Parameters, Solver
from verifier.model.draws import UNKNOWN, box, schedule
from verifier.model.questions import (
    FREE_TILES,
    Answer,
    Line,
    Terms,
    decide,
    highest_low,
    outcomes_of,
)
from verifier.position import Cell, Pile, Position
from verifier.turn import Turn

_FEWEST_KINDS = 6
_KEPT = 0.6
_STAGE = 5
_NEAR = 2


@dataclass(frozen=True, slots=True)
class Synthesis:
    """A line that reaches the goal in its last turn and no earlier, if one was found.

    ``tried`` counts the attempts; ``kinds`` are the tile kinds allowed in the last of them.
    """

    answer: Answer
    tried: int
    kinds: str


def synthesise(
    solver: Solver,
    start: Position,
    turns: int,
    goal: Goal,
    *,
    seed: int,
    terms: Terms = FREE_TILES,
    attempts: int = 8,
) -> Synthesis:
    """Return a line of ``turns`` turns from ``start`` that reaches the goal in the last of them.

    Tiles that are not known may be any still in the box. Each attempt allows other kinds, by the
    seed, within those of ``terms``; the same seed and terms give the same line. That nothing was
    found after all attempts proves nothing.
    """
    random = Random(seed)  # noqa: S311 - variety, not secrecy
    synthesis = Synthesis(Answer("undecided", reason="nothing was tried"), 0, "")
    for number, kinds in enumerate(_choices(start, terms, random, attempts), start=1):
        parameters = replace(terms.parameters, seed=random.randrange(1 << 30))
        tried = replace(terms, tiles=kinds, parameters=parameters)
        answer = decide(solver, start, turns, goal, terms=tried, exactly_at=turns)
        synthesis = Synthesis(answer, number, "".join(sorted(kinds)))
        if answer.verdict == "found":
            break
    return synthesis


def _choices(
    start: Position, terms: Terms, random: Random, attempts: int
) -> Iterator[frozenset[str]]:
    """Yield the kinds for one attempt after the other."""
    allowed = sorted(box(start) if isinstance(terms.tiles, bool) else terms.tiles)
    for _ in range(attempts):
        random.shuffle(allowed)
        yield frozenset(
            kind
            for place, kind in enumerate(allowed)
            if place < _FEWEST_KINDS or random.random() < _KEPT
        )


def climb(solver: Solver, start: Position, turns: int, parameters: Parameters) -> Answer:
    """Return a game of so many turns in which the lowest score climbs stage by stage.

    Each stage of a few turns is the best that was found within its share of the limit, near the
    table, with a meeple of every colour left at its end so that the game goes on. How high a game
    could climb is not shown by that.
    """
    position, line, time = start, tuple[Turn, ...](), 0.0
    lengths = [_STAGE] * (turns // _STAGE) + [turns % _STAGE] * (turns % _STAGE > 0)
    share = replace(parameters, limit=parameters.limit / len(lengths))
    for length in lengths:
        terms = Terms(tiles=True, window=near(position, _NEAR), parameters=share)
        last = len(line) + length == turns
        answer = highest_low(solver, position, length, terms=terms, going_on=not last)
        time += answer.time
        if answer.verdict != "found":
            return replace(answer, time=time)
        line += answer.line
        position = outcomes_of(position, answer.line)[-1].after
    return replace(answer, line=line, bound=None, time=round(time, 6))


def puzzle(start: Position, line: Line, last_known: int) -> Position:
    """Return the table before the last turns of a line, with the tiles of those turns known.

    >>> from verifier.notation import parse_line, position_text
    >>> from verifier.position import setup
    >>> position_text(puzzle(setup(), parse_line("U0.1.0.E~U0.-1.0.-"), 1))
    's3.4~D0.0.0~U0.1.0.E1~p1.2.3~h3.4.4~t2~n.U.~u23.23.23'
    """
    before = len(line) - last_known
    outcomes = outcomes_of(start, line[:before])
    position = outcomes[-1].after if outcomes else start
    piles = list(position.piles)
    for drawn, turn in zip(schedule(position, last_known), line[before:], strict=True):
        if drawn.tile == UNKNOWN:
            pile = piles[drawn.pile]
            piles[drawn.pile] = Pile(pile.known + turn.tile, pile.hidden - 1)
    return replace(position, piles=tuple(piles))


def near(position: Position, distance: int) -> frozenset[Cell]:
    """Return the cells at most that many steps from the table's tiles, as a window for speed."""
    steps = range(-distance, distance + 1)
    return frozenset(
        (placement.x + east, placement.y + north)
        for placement in position.placements
        for east in steps
        for north in steps
        if abs(east) + abs(north) <= distance
    )
