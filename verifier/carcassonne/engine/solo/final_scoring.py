"""Final scoring by the engine, meeple by meeple (SOLO-FINAL-1 to -7)."""

from __future__ import annotations

from collections.abc import Iterator

from verifier.carcassonne.solo.key import FinalScoring, Scores
from verifier.carcassonne.solo.rule_set import RuleSet

_PER_MEEPLE = 2  # SOLO-FINAL-1


def final_scoring(rules: RuleSet) -> FinalScoring:
    """Return the function from scores and meeples on tiles to final scores and result.

    >>> from verifier.carcassonne.solo.rule_set import SOLO
    >>> final_scoring(SOLO)((10, 12, 15), (2, 1, 0))
    ((14, 14, 15), 14)
    """
    whole_colour = _takes_whole_colour(rules)
    counted_from = rules.choose(  # AMB-01
        "result.offset", {"keep": (0,) * rules.colours, "subtract_own_start": rules.start_scores}
    )

    def end(scores: Scores, meeples: Scores) -> tuple[Scores, int]:
        final = _final_scores(scores, meeples, whole_colour=whole_colour)
        return final, _result(final, counted_from)

    return end


def final_steps(rules: RuleSet, scores: Scores, meeples: Scores) -> tuple[tuple[int, int], ...]:
    """Return final scoring step by step: each time which colour scores, and its points then.

    >>> from verifier.carcassonne.solo.rule_set import SOLO
    >>> final_steps(SOLO, (10, 12, 15), (2, 1, 0))
    ((0, 12), (0, 14), (1, 14))
    """
    return tuple(_steps(scores, meeples, whole_colour=_takes_whole_colour(rules)))


def _takes_whole_colour(rules: RuleSet) -> bool:
    return rules.choose("final.unit", {"meeple": False, "colour": True})  # AMB-11


def _final_scores(scores: Scores, meeples: Scores, *, whole_colour: bool) -> Scores:
    now = list(scores)
    for colour, points in _steps(scores, meeples, whole_colour=whole_colour):
        now[colour] = points
    return tuple(now)


def _steps(scores: Scores, meeples: Scores, *, whole_colour: bool) -> Iterator[tuple[int, int]]:
    """Yield the colours that score, each with its points then.

    As long as a lowest colour has a meeple left, it scores one (or all of them by final.unit:
    colour). The order does not matter (FACT-2).
    """
    now, left = list(scores), list(meeples)
    while True:
        least = min(now)
        for colour, points in enumerate(now):
            if points == least and left[colour]:
                break
        else:
            return
        taken = left[colour] if whole_colour else 1
        now[colour] += _PER_MEEPLE * taken
        left[colour] -= taken
        yield colour, now[colour]


def _result(final: Scores, counted_from: Scores) -> int:
    """Return the result of a game from its final scores (SOLO-RESULT-1, -2)."""
    return min(map(int.__sub__, final, counted_from))
