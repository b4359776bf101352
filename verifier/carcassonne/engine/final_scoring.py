"""Final scoring by the engine, meeple by meeple (SOLO-FINAL-1 to -7)."""

from __future__ import annotations

from verifier.carcassonne.solo.rule_set import RuleSet

_PER_MEEPLE = 2  # SOLO-FINAL-1


def end(
    rules: RuleSet, scores: tuple[int, ...], meeples: tuple[int, ...]
) -> tuple[tuple[int, ...], int]:
    """Return final scores and result, from scores and meeples on tiles by colour."""
    final = final_scores(rules, scores, meeples)
    return final, result(rules, final)


def final_scores(
    rules: RuleSet, scores: tuple[int, ...], meeples: tuple[int, ...]
) -> tuple[int, ...]:
    """Return the scores after final scoring, from scores and meeples on tiles by colour.

    As long as a lowest colour has a meeple left, it scores one (or all of them by final.unit:
    colour). The order does not matter (FACT-2).

    >>> from verifier.carcassonne.solo.rule_set import SOLO
    >>> final_scores(SOLO, (10, 12, 15), (2, 1, 0))
    (14, 14, 15)
    """
    now, left = list(scores), list(meeples)
    whole_colour = rules.choose("final.unit", {"meeple": False, "colour": True})  # AMB-11
    while True:
        least = min(now)
        scoring = [c for c in range(rules.colours) if now[c] == least and left[c]]
        if not scoring:
            return tuple(now)
        colour = scoring[0]
        taken = left[colour] if whole_colour else 1
        now[colour] += _PER_MEEPLE * taken
        left[colour] -= taken


def result(rules: RuleSet, final: tuple[int, ...]) -> int:
    """Return the result of a game from its final scores (SOLO-RESULT-1, -2).

    >>> from verifier.carcassonne.solo.rule_set import SOLO
    >>> result(SOLO, (14, 14, 15))
    14
    """
    counted_from = rules.choose(  # AMB-01
        "result.offset", {"keep": (0,) * len(final), "subtract_own_start": rules.start_scores}
    )
    return min(score - start for score, start in zip(final, counted_from, strict=True))
