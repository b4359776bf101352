"""Final scoring by the engine, meeple by meeple (SOLO-FINAL-1 to -7)."""

from __future__ import annotations

from verifier.carcassonne.key import FinalScoring, Scores
from verifier.carcassonne.solo.rule_set import RuleSet

_PER_MEEPLE = 2  # SOLO-FINAL-1


def final_scoring(rules: RuleSet) -> FinalScoring:
    """Return the function from scores and meeples on tiles to final scores and result.

    >>> from verifier.carcassonne.solo.rule_set import SOLO
    >>> final_scoring(SOLO)((10, 12, 15), (2, 1, 0))
    ((14, 14, 15), 14)
    """
    whole_colour = rules.choose("final.unit", {"meeple": False, "colour": True})  # AMB-11
    counted_from = rules.choose(  # AMB-01
        "result.offset", {"keep": (0,) * rules.colours, "subtract_own_start": rules.start_scores}
    )

    def end(scores: Scores, meeples: Scores) -> tuple[Scores, int]:
        final = _final_scores(scores, meeples, whole_colour=whole_colour)
        return final, _result(final, counted_from)

    return end


def _final_scores(scores: Scores, meeples: Scores, *, whole_colour: bool) -> Scores:
    """Return the scores after final scoring.

    As long as a lowest colour has a meeple left, it scores one (or all of them by final.unit:
    colour). The order does not matter (FACT-2).
    """
    now, left = list(scores), list(meeples)
    while True:
        least = min(now)
        scoring = [c for c in range(len(now)) if now[c] == least and left[c]]
        if not scoring:
            return tuple(now)
        colour = scoring[0]
        taken = left[colour] if whole_colour else 1
        now[colour] += _PER_MEEPLE * taken
        left[colour] -= taken


def _result(final: Scores, counted_from: Scores) -> int:
    """Return the result of a game from its final scores (SOLO-RESULT-1, -2)."""
    return min(score - start for score, start in zip(final, counted_from, strict=True))
