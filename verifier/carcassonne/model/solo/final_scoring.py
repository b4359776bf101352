"""Final scoring and result by the model's rules, compiled once for a rule set."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from verifier.carcassonne.model.solo.points import MOST_POINTS
from verifier.carcassonne.model.solo.rules import ending as closing
from verifier.carcassonne.solo.key import FinalScoring, Scores
from verifier.carcassonne.solo.rule_set import RuleSet
from verifier.constraints.builder import Builder
from verifier.constraints.csp import CompiledCsp


def final_scoring(rules: RuleSet) -> FinalScoring:
    """Return the function from scores and meeples on tiles to final scores and result.

    These are the constraints that solvers get (SOLO-FINAL-1 to -7, SOLO-RESULT-1, -2), with scores
    and meeples as given numbers.

    >>> from verifier.carcassonne.solo.rule_set import SOLO
    >>> final_scoring(SOLO)((10, 12, 15), (2, 1, 0))
    ((14, 14, 15), 14)
    """

    @cache
    def compiled(most_meeples: int) -> Callable[..., tuple[int, ...]]:
        b = Builder()
        scores = [b.given(0, MOST_POINTS) for _ in range(rules.colours)]
        meeples = [b.given(0, most_meeples) for _ in range(rules.colours)]
        finals = closing.final_scores(b, rules, scores, meeples)
        result = closing.result_of(b, rules, scores, meeples)
        given = [variables for _, variables in (*scores, *meeples)]
        return CompiledCsp(b, [(variable,) for ((variable, _),) in given]).values([*finals, result])

    def end(scores: Scores, meeples: Scores) -> tuple[Scores, int]:
        numbers = compiled(max(meeples))(*scores, *meeples)
        return numbers[:-1], numbers[-1]

    return end
