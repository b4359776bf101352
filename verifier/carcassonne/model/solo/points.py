"""Step 3 of a turn whose decisions are constants, as a function of the scores before it.

No rule depends on scores before step 3, so the earlier steps are not evaluated again.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from verifier.carcassonne.model.solo.rules import ending, scoring
from verifier.carcassonne.model.solo.rules.state import Game, Key
from verifier.carcassonne.solo.key import Scores
from verifier.constraints.builder import TRUE, Builder, Lit, Sum
from verifier.constraints.csp import CompiledCsp

MOST_POINTS = 10**6
"""A bound beyond the points of any game; a given number must have one, and nothing folds by it."""


@dataclass(frozen=True, slots=True)
class Points:
    """The result of step 3: by feature whether it brought points, and the numbers afterwards."""

    brought: Mapping[Key, bool]
    scores: Scores
    monasteries: int


Step: TypeAlias = Callable[[Scores], Points | None]
"""From the scores before step 3 to its result by the rules; None if they forbid it."""


def by_folding(game: Game, declined: Sequence[bool]) -> Step:
    """Return step 3 of the last turn; it folds the rules anew for all scores.

    ``declined`` says for each place of the scoring order whether its points are declined.
    """

    def step(scores: Scores) -> Points | None:
        b = Builder()
        brought, after, monasteries = _step(b, game, [Sum(score) for score in scores], declined)
        if b.requirements:
            return None
        came = {key: literal == TRUE for key, literal in brought.items()}
        return Points(came, tuple(points.constant for points in after), monasteries.constant)

    return step


def by_compiling(game: Game, declined: Sequence[bool]) -> Step:
    """Return the same as :func:`by_folding`, compiled once with the scores as given numbers."""
    b = Builder()
    before = [b.given(0, MOST_POINTS) for _ in range(game.rules.colours)]
    brought, after, monasteries = _step(b, game, before, declined)
    allowed = b.all_of([requirement.literal for requirement in b.requirements])
    told = [b.count([literal]) for literal in (allowed, *brought.values())]
    given = [(variable,) for ((variable, _),) in (number.terms for number in before)]
    values_of = CompiledCsp(b, given).values([*told, *after, monasteries])

    def step(scores: Scores) -> Points | None:
        is_allowed, *values = values_of(*scores)
        if not is_allowed:
            return None
        came = {key: value == 1 for key, value in zip(brought, values, strict=False)}
        return Points(came, tuple(values[len(brought) : -1]), values[-1])

    return step


def _step(
    b: Builder, game: Game, before: list[Sum], declined: Sequence[bool]
) -> tuple[Mapping[Key, Lit], list[Sum], Sum]:
    """State step 3: which features bring points, the scores afterwards, and the monasteries."""
    played = game.turns[-1]
    monasteries = Sum(game.table.position.monasteries)
    game = replace(game, builder=b, scores=before, monasteries=monasteries)
    refused = [b.const(no) for no in declined]
    scored, after = scoring.score(
        game, played.tile, played.scored.features, played.scored.slots, refused
    )
    return scored.brought, after, ending.monasteries(game, scored)
