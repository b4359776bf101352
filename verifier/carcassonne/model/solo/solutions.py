"""Lines counted as solutions under contract 2, by the model; see the module ``contract``."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from math import prod
from typing import Literal

from verifier.carcassonne.model.answers import combined_answer
from verifier.carcassonne.model.solo.outcomes import reached
from verifier.carcassonne.model.solo.questions import (
    Answer,
    Terms,
    ask,
    game_in_question,
    lengths,
    outcomes_of,
)
from verifier.carcassonne.model.solo.rules.state import Game
from verifier.carcassonne.solo.puzzle import Puzzle
from verifier.carcassonne.solo.turn import NO_CLAIM, Turn
from verifier.constraints.builder import FALSE, Lit
from verifier.constraints.cpsat import CpSatSolver
from verifier.errors import Malformed

__all__ = ["Wrong", "another_solution", "is_solution", "one_solution", "solution_after"]

Wrong = Literal["placement", "claim", "order"]
"""What is wrong with a turn: where the tile lies, what it claims there, or what is scored first."""

_Claims = tuple[str, ...]


def one_solution(ways: Sequence[Sequence[Turn]]) -> bool:
    """Return whether these lines, which all reach the goal, are one solution.

    >>> from verifier.carcassonne.solo.notation import parse_line
    >>> one_solution([parse_line("U0.1.0.E~V0.2.0.-"), parse_line("U0.1.0.-~V0.2.0.S")])
    True
    >>> one_solution([parse_line("U0.1.0.E~V0.2.0.-"), parse_line("U0.1.0.-~V0.3.0.S")])
    False
    """
    if len({_placements(way) for way in ways}) != 1:
        return False
    left = {_claims(way) for way in ways}
    reached = [left.pop()]
    while reached:
        claims = reached.pop()
        beside = {other for other in left if _differ(claims, other) == 1}
        left -= beside
        reached += beside
    return not left


def another_solution(
    solver: CpSatSolver, puzzle: Puzzle, ways: Sequence[Sequence[Turn]], terms: Terms
) -> Answer:
    """Return a line that reaches the goal and is not the solution that these lines are.

    Known tiles are assumed to be placeable, as in
    :mod:`~verifier.carcassonne.model.solo.questions`.

    :raises Malformed: if the lines are not one solution.
    """

    def not_that_one(game: Game, turns: int) -> None:
        if turns == len(ways[0]):
            game.builder.require(-is_solution(game, ways), "excluded")

    return _line_such_that(solver, puzzle, not_that_one, terms)


def solution_after(
    solver: CpSatSolver, puzzle: Puzzle, turns: Sequence[Turn], wrong: Wrong, terms: Terms
) -> Answer:
    """Return a line to the goal that goes on after these turns, the last of them being ``wrong``.

    If its placement is what is wrong, the line may claim and score otherwise there; if its claim
    is, it may score otherwise.

    :raises Illegal: if a turn breaks a rule.
    """
    if wrong == "order":
        return _after_order(solver, puzzle, tuple(turns), terms)
    *right, last = turns
    before = outcomes_of(puzzle.position, tuple(right))
    position = before[-1].after if before else puzzle.position

    def begins_so(game: Game, _: int) -> None:
        b = game.builder
        b.require(_placed(game, 0, last), "the placement asked about")
        if wrong == "claim":
            b.require(_claimed(game, 0, last.claim), "the claim asked about")

    return _line_such_that(solver, replace(puzzle, position=position), begins_so, terms)


def _after_order(
    solver: CpSatSolver, puzzle: Puzzle, turns: tuple[Turn, ...], terms: Terms
) -> Answer:
    """Return a line to the goal that goes on after these turns as they stand, orders and all."""
    after = outcomes_of(puzzle.position, turns)[-1]
    if reached(puzzle.goal, after):
        return Answer("found", line=turns)
    following = replace(puzzle, position=after.after)
    if after.after.over or not following.tiles:
        return Answer("impossible")
    return _line_such_that(solver, following, lambda *_: None, terms)


def _line_such_that(
    solver: CpSatSolver, puzzle: Puzzle, require: Callable[[Game, int], None], terms: Terms
) -> Answer:
    """Return a line to the goal; ``require`` adds requirements on a game of so many turns."""
    answers: list[Answer] = []
    for turns in lengths(puzzle.tiles):
        game = game_in_question(puzzle.position, turns, terms, puzzle.goal)
        require(game, turns)
        answers.append(ask(solver, game, terms))
        if answers[-1].verdict == "found":
            break
    return combined_answer(answers)


def is_solution(game: Game, ways: Sequence[Sequence[Turn]]) -> Lit:
    """Return whether an open game places tiles and claims as one of these lines does.

    Of the last turn the placement alone counts, and scoring orders count nowhere.

    :raises Malformed: if the lines are not one solution.
    """
    if not one_solution(ways):
        raise Malformed("these lines are not one solution")
    b, line = game.builder, ways[0]
    placed = b.all_of(_placed(game, number, turn) for number, turn in enumerate(line))
    vectors = sorted({_claims(way) for way in ways})
    free = [sorted(set(each)) for each in zip(*vectors, strict=True)]
    if prod(map(len, free)) == len(vectors):  # any of them with any other
        each_turn = (
            b.any_of(_claimed(game, number, claim) for claim in claims)
            for number, claims in enumerate(free)
        )
        return b.both(placed, b.all_of(each_turn))
    together = b.any_of(
        b.all_of(_claimed(game, number, claim) for number, claim in enumerate(claims))
        for claims in vectors
    )
    return b.both(placed, together)


def _placements(line: Sequence[Turn]) -> tuple[tuple[object, ...], ...]:
    return tuple((turn.tile, turn.rotation, turn.cell) for turn in line)


def _claims(line: Sequence[Turn]) -> _Claims:
    return tuple(turn.claim for turn in line[:-1])


def _differ(one: _Claims, other: _Claims) -> int:
    return sum(a != b for a, b in zip(one, other, strict=True))


def _placed(game: Game, number: int, turn: Turn) -> Lit:
    tile = game.turns[number].tile
    drawn = tile.drawing.get((turn.tile, turn.rotation), FALSE)
    return game.builder.both(tile.at.get(turn.cell, FALSE), drawn)


def _claimed(game: Game, number: int, claim: str) -> Lit:
    claims = game.turns[number].claims
    return -game.builder.any_of(claims.values()) if claim == NO_CLAIM else claims.get(claim, FALSE)
