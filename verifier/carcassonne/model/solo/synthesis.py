"""Makes games that reach a goal; the solver also chooses the tiles.

A solver's own seed hardly changes what it finds, so a seed picks the tile kinds that it may use.
Several seeds can be tried at once by the workers of an executor.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import BrokenExecutor, Executor
from dataclasses import dataclass, replace
from random import Random

from verifier.carcassonne.model.solo.draws import UNKNOWN, schedule, tiles_in_box
from verifier.carcassonne.model.solo.questions import FREE_TILES, Answer, Line, Terms, outcomes_of
from verifier.carcassonne.model.solo.solvers import Solvers
from verifier.carcassonne.solo.goals import Goal
from verifier.carcassonne.solo.position import Pile, Position
from verifier.carcassonne.table.cells import Cell
from verifier.errors import Malformed, Undecided

_FEWEST_KINDS = 6
_KEPT = 0.6


@dataclass(frozen=True, slots=True)
class Synthesis:
    """A line that reaches the goal in its last turn and no earlier, if one was found.

    ``tried`` counts the attempts with ``seed``; ``kinds`` are the tile kinds allowed in the last.
    """

    answer: Answer
    seed: int
    tried: int
    kinds: str


def synthesise(
    solvers: Solvers,
    start: Position,
    turns: int,
    goal: Goal,
    *,
    seed: int,
    terms: Terms = FREE_TILES,
    attempts: int = 8,
) -> Synthesis:
    """Return a line of ``turns`` turns from ``start`` that reaches the goal in the last of them.

    Unknown tiles may be any still in the box. Each attempt allows other kinds, by the seed, within
    those of ``terms``, whose limit is for one attempt; the same seed and terms give the same line.
    If no attempt finds one, there may still be such a line.
    """
    random = Random(seed)  # noqa: S311 - variety, not secrecy
    synthesis = Synthesis(Answer("undecided", reason="nothing was tried"), seed, 0, "")
    for number, kinds in enumerate(_choices(start, terms, random, attempts), start=1):
        parameters = replace(terms.parameters, seed=random.randrange(1 << 30), hasty=True)
        tried = replace(terms, tiles=kinds, parameters=parameters)
        answer = solvers.decide(start, turns, goal, tried)
        synthesis = Synthesis(answer, seed, number, "".join(sorted(kinds)))
        if answer.verdict == "found":
            break
    return synthesis


def synthesise_with(
    executor: Executor,
    start: Position,
    turns: int,
    goal: Goal,
    *,
    seeds: Sequence[int],
    terms: Terms = FREE_TILES,
    attempts: int = 8,
) -> Synthesis:
    """Return the result of :func:`synthesise` for the first of these seeds that finds a line.

    The executor's workers try seeds at the same time, each with solvers of its own. A line of a
    later seed is used only if all earlier ones found none, so the answer does not depend on the
    number and speed of workers. Once it is known, waiting seeds are cancelled; running ones go on
    to their own limits.

    :raises Malformed: for no seeds.
    :raises Undecided: if a worker or its solver died, so that an earlier seed has no answer.
    """
    if not seeds:
        raise Malformed("no seeds: give one at least")
    begun = [executor.submit(_alone, start, turns, goal, seed, terms, attempts) for seed in seeds]
    try:
        for future in begun:
            made = future.result()
            if made.answer.status == "lost":
                raise Undecided(f"seed {made.seed}: {made.answer.reason}")
            if made.answer.verdict == "found":
                break
    except BrokenExecutor as error:
        raise Undecided(f"a worker of the synthesis died: {error}") from error
    finally:
        for future in begun:
            future.cancel()
    return made


def _alone(
    start: Position, turns: int, goal: Goal, seed: int, terms: Terms, attempts: int
) -> Synthesis:
    with Solvers() as solvers:
        return synthesise(solvers, start, turns, goal, seed=seed, terms=terms, attempts=attempts)


def _choices(
    start: Position, terms: Terms, random: Random, attempts: int
) -> Iterator[frozenset[str]]:
    """Yield the tile kinds of each attempt."""
    allowed = sorted(tiles_in_box(start) if isinstance(terms.tiles, bool) else terms.tiles)
    for _ in range(attempts):
        random.shuffle(allowed)
        yield frozenset(
            kind
            for place, kind in enumerate(allowed)
            if place < _FEWEST_KINDS or random.random() < _KEPT
        )


def puzzle_from_line(start: Position, line: Line, last_known: int) -> Position:
    """Return the position before the last turns of a line, with the tiles of these turns known.

    >>> from verifier.carcassonne.solo.notation import parse_line, position_text
    >>> from verifier.carcassonne.solo.position import setup
    >>> position_text(puzzle_from_line(setup(), parse_line("U0.1.0.E~U0.-1.0.-"), 1))
    's3.4~D0.0.0~U0.1.0.E1~p1.2.3~h3.4.4~t2~n.U.~u23.23.23'
    """
    before = len(line) - last_known
    outcomes = outcomes_of(start, line[:before])
    position = outcomes[-1].after if outcomes else start
    piles = list(position.piles)
    for drawn, turn in zip(schedule(position, last_known), line[before:], strict=True):
        if drawn.tile == UNKNOWN:
            pile = piles[drawn.pile]
            piles[drawn.pile] = Pile((*pile.known, turn.tile), pile.hidden - 1)
    return replace(position, piles=tuple(piles))


def cells_near(position: Position, distance: int) -> frozenset[Cell]:
    """Return the cells at most that many steps from the tiles, as a window for speed."""
    steps = range(-distance, distance + 1)
    return frozenset(
        (placement.x + east, placement.y + north)
        for placement in position.placements
        for east in steps
        for north in steps
        if abs(east) + abs(north) <= distance
    )
