"""The naive goals: each reading spelled out, and the result of a game."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from verifier.carcassonne.solo.goals import Goal
from verifier.carcassonne.solo.key import Scores
from verifier.carcassonne.solo.position import Position
from verifier.carcassonne.solo.rule_set import RuleSet
from verifier.carcassonne.solo.turn import Outcome, Scoring


def result_of(rules: RuleSet, final: Scores) -> int:
    """Return the result from final scores (SOLO-RESULT-1, AMB-01)."""
    subtracted = rules.value("result.offset") == "subtract_own_start"
    starts = rules.start_scores if subtracted else [0] * len(final)
    return min(score - start for score, start in zip(final, starts, strict=True))


def reached(goal: Goal, outcome: Outcome) -> bool:
    """Return whether the turn meets the goal."""
    return bool(list(worths(goal, outcome)))


def worths(goal: Goal, outcome: Outcome) -> Iterator[int]:
    """Yield what the turn is worth for the goal, as far as it meets it."""
    if goal.kind == "two-goals":
        one, other = goal.parts
        monasteries = "monasteries" in (one.kind, other.kind)
        if monasteries and not counted(outcome.scorings, outcome.after.rules):
            return iter(())
        return (a + b for a in worths(one, outcome) for b in worths(other, outcome))
    return (number for number in _numbers(goal, outcome) if _in_bounds(goal, number))


def _numbers(goal: Goal, outcome: Outcome) -> Iterator[int]:
    after = outcome.after
    if goal.kind in ("road", "city"):
        kind = [scoring for scoring in outcome.scorings if scoring.kind == goal.kind]
        yield from (_worth(s, after.rules) for s in kind if _counts(goal, s, after.rules))
    elif goal.kind == "monasteries":
        if "monastery" in [scoring.kind for scoring in outcome.scorings]:
            yield after.monasteries
    elif goal.kind == "stay":
        if not after.over:
            yield len(after.placements)
    elif goal.kind == "level":
        yield max(abs(one - other) for one in after.scores for other in after.scores)
    elif goal.kind == "restraint":
        if after.over:
            yield sum(after.scores)
    elif outcome.final and (goal.kind in ("total", "best") or _all_tiles(after)):
        yield _total(after.rules, outcome.final)


def _in_bounds(goal: Goal, number: int) -> bool:
    return goal.at_least <= number <= (number if goal.at_most is None else goal.at_most)


def _counts(goal: Goal, scoring: Scoring, rules: RuleSet) -> bool:
    if rules.value("goal.scored") == "yes" and not scoring.colours:
        return False
    number = {
        "scoring": len(scoring.colours),
        "majority": len(scoring.majority),
        "present": len(scoring.present),
    }[rules.value("goal.colours")]
    if goal.colours > 0 and rules.value("goal.count") == "exactly":
        return number == goal.colours
    return number >= goal.colours


def _worth(scoring: Scoring, rules: RuleSet) -> int:
    summed = rules.value("goal.worth") == "sum_over_colours"
    return sum(scoring.value for _ in scoring.colours) if summed else scoring.value


def _total(rules: RuleSet, final: Scores) -> int:
    if rules.value("goal.total") == "result":
        return result_of(rules, final)
    subtracted = rules.value("result.offset") == "subtract_own_start"
    return sum(final) - (sum(rules.start_scores) if subtracted else 0)


def counted(scorings: Iterable[Scoring], rules: RuleSet) -> int:
    """Return how many of them count for SOLO-GOAL-9 (AMB-17; AMB-14 says the same of all)."""
    any_completed = (
        rules.value("goal.monastery") == "completed"
        or rules.value("goal.scored") == "completed_suffices"
    )
    return sum(s.kind == "monastery" and (any_completed or bool(s.colours)) for s in scorings)


def _all_tiles(after: Position) -> bool:
    stacks = (*after.piles, after.river)
    drawn = sum(len(pile.known) + pile.hidden for pile in stacks) == 0
    return drawn and (after.rules.value("goal.allTiles") != "all_placed" or not after.discards)
