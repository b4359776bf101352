"""Makes games that reach a goal, long ones in stages; the solver also chooses the tiles."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import BrokenExecutor, Executor
from dataclasses import dataclass, field, replace
from random import Random
from typing import Literal

from verifier.carcassonne.model.solo.draws import UNKNOWN, schedule, tiles_in_box
from verifier.carcassonne.model.solo.questions import (
    FREE_TILES,
    Answer,
    Line,
    Terms,
    best_by_model,
    decide,
    line_such_that,
    outcomes_of,
    require_going_on,
)
from verifier.carcassonne.model.solo.rules.state import Game
from verifier.carcassonne.model.solo.solvers import Solvers
from verifier.carcassonne.solo.goals import Goal
from verifier.carcassonne.solo.position import Pile, Position
from verifier.carcassonne.table.cells import Cell
from verifier.constraints.cpsat import CpSatSolver, Parameters
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


# --- Long games in stages: the end of a stage is constant for the next one (rolling horizon)


_NEAR = 2
_STAGE = 5
"""Turns of a stage in which the lowest score is maximised."""

_STEPS = (12, 8, 4)
"""Points by which the lowest score is to rise in a stage, tried in this order."""

_LENGTHS = (5, 6)
_SHARE = 5.0
"""The limit of one try."""


def game_in_stages(
    solver: CpSatSolver, start: Position, turns: int, parameters: Parameters
) -> Answer:
    """Return a game of so many turns in which the lowest score climbs stage by stage.

    Each stage of a few turns is the best that was found within its share of the limit, near the
    tiles so far, with a meeple of every colour left at its end so that the game goes on. This gives
    no upper bound.
    """
    line: Line = ()
    position, time = start, 0.0
    lengths = [_STAGE] * (turns // _STAGE) + [turns % _STAGE] * (turns % _STAGE > 0)
    share = replace(parameters, limit=parameters.limit / len(lengths))
    for length in lengths:
        terms = Terms(tiles=True, window=cells_near(position, _NEAR), parameters=share)
        last = len(line) + length == turns
        answer = best_by_model(solver, position, length, terms=terms, going_on=not last)
        time += answer.time
        if answer.verdict != "found":
            return replace(answer, time=time)
        line += answer.line
        position = outcomes_of(position, answer.line)[-1].after
    return replace(answer, line=line, bound=None, time=round(time, 6))


def game_to_total(
    solver: CpSatSolver, start: Position, goal: Goal, parameters: Parameters
) -> Answer:
    """Return a game that ends with a result that meets the goal, if one is found in stages.

    First the lowest score climbs in small steps, since after large ones it gets stuck. Then the
    colour to move places its meeples until it has none for the next free feature (SOLO-END-1). If
    none is found, there may still be such a game.
    """
    climber = _StagedGame(solver, start, parameters)
    while min(climber.position.scores) < goal.at_least and climber.rises(goal.at_least):
        pass
    while min(climber.position.scores) >= goal.at_least and not climber.ends(goal):
        if not climber.parts_with_meeples():
            break
    if climber.position.over:
        return climber.answer_so_far("found", climber.line)
    return climber.answer_so_far(
        "undecided", (), f"no way on was found after {len(climber.line)} turns"
    )


@dataclass(slots=True)
class _StagedGame:
    """A game that is made stage by stage."""

    solver: CpSatSolver
    position: Position
    parameters: Parameters
    line: Line = ()
    time: float = 0.0
    answer: Answer = field(default_factory=lambda: Answer("undecided"))

    def answer_so_far(
        self, verdict: Literal["found", "undecided"], line: Line, reason: str = ""
    ) -> Answer:
        """Return the answer for the game as a whole."""
        return replace(
            self.answer,
            verdict=verdict,
            line=line,
            reason=reason,
            solver="CP-SAT in stages",
            time=round(self.time, 6),
        )

    def rises(self, target: int) -> bool:
        """Add a stage after which every colour has some more points, or the target."""
        low = min(self.position.scores)
        for step in _STEPS:
            for turns in _LENGTHS:

                def enough(game: Game, needed: int = min(low + step, target)) -> None:
                    b = game.builder
                    for points in game.scores:
                        b.require(b.at_least(points, needed), "goal", turn=len(game.turns))
                    require_going_on(game)

                if self._adds(turns, enough):
                    return True
        return False

    def parts_with_meeples(self) -> bool:
        """Add a stage after which the colour to move has fewer meeples, two if it can be."""
        colour = self.position.to_move
        left = self.position.supplies[colour] + sum(self.position.large[colour : colour + 1])
        for fewer in (2, 1):

            def parted(game: Game, most: int = max(left - fewer, 0)) -> None:
                b = game.builder
                in_hand = b.plus(game.supplies[colour], game.large_supplies[colour])
                b.require(b.at_most(in_hand, most), "goal", turn=len(game.turns))
                require_going_on(game, but=colour)

            if left and self._adds(2 * self.position.rules.colours, parted):
                return True
        return False

    def ends(self, goal: Goal) -> bool:
        """Add a last turn that ends the game with a result that meets the goal."""
        terms = self._terms()
        answer = decide(self.solver, self.position, 1, goal, terms=terms, exactly_at=1)
        return self._took(answer)

    def _adds(self, turns: int, require: Callable[[Game], None]) -> bool:
        if self.time >= self.parameters.limit:
            return False
        answer = line_such_that(self.solver, self.position, turns, require, terms=self._terms())
        return self._took(answer)

    def _terms(self) -> Terms:
        left = max(self.parameters.limit - self.time, 0.0)
        parameters = replace(self.parameters, limit=min(_SHARE, left), hasty=True)
        return Terms(tiles=True, window=cells_near(self.position, _NEAR), parameters=parameters)

    def _took(self, answer: Answer) -> bool:
        self.answer = answer
        self.time += answer.time
        if answer.verdict != "found":
            return False
        self.line += answer.line
        self.position = outcomes_of(self.position, answer.line)[-1].after
        return True
