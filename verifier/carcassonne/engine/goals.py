"""Whether an outcome meets a goal (SOLO-GOAL-1 to -14), by the readings AMB-13 to AMB-19."""

from __future__ import annotations

from verifier.carcassonne.solo.goals import Goal
from verifier.carcassonne.solo.rule_set import RuleSet
from verifier.carcassonne.turn import Outcome, Scoring


def reached(goal: Goal, outcome: Outcome) -> bool:
    """Tell whether this turn meets the goal, under the readings of the position's rule set."""
    rules = outcome.after.rules
    if goal.kind == "monasteries":
        # A turn that scored none cannot be the one that met the goal.
        scored = any(scoring.kind == "monastery" for scoring in outcome.scorings)
        return scored and goal.admits(outcome.after.monasteries)
    if goal.kind == "total":
        return outcome.final is not None and goal.admits(_total(outcome))
    if goal.kind == "all-tiles":
        return outcome.after.over and _all_tiles_used(outcome)
    if goal.kind == "stay":
        return not outcome.after.over and goal.admits(len(outcome.after.placements))
    return any(met_by_scoring(goal, scoring, rules) for scoring in outcome.scorings)


def met_by_scoring(goal: Goal, scoring: Scoring, rules: RuleSet) -> bool:
    """Tell whether one scored road or city meets a road or city goal (SOLO-GOAL-0a to -0c)."""
    if scoring.kind != goal.kind:
        return False
    must_score = rules.choose("goal.scored", {"yes": True, "completed_suffices": False})  # AMB-14
    if must_score and not scoring.colours:
        return False
    worth = scoring.value * rules.choose(  # AMB-13
        "goal.worth", {"value": 1, "sum_over_colours": len(scoring.colours)}
    )
    return goal.admits(worth) and _colours_suffice(goal, scoring, rules)


def _colours_suffice(goal: Goal, scoring: Scoring, rules: RuleSet) -> bool:
    if not goal.colours:
        return True
    counted = rules.choose(  # AMB-15
        "goal.colours",
        {
            "scoring": scoring.colours,
            "majority": scoring.majority,
            "present": scoring.present,
        },
    )
    most = rules.choose("goal.count", {"at_least": len(counted), "exactly": goal.colours})  # AMB-16
    return goal.colours <= len(counted) <= most


def _total(outcome: Outcome) -> int:
    rules = outcome.after.rules
    # AMB-19; AMB-01 speaks of the result and of this sum alike.
    starts = sum(rules.start_scores)
    counted_from = rules.choose("result.offset", {"keep": 0, "subtract_own_start": starts})
    return rules.choose(
        "goal.total",
        {"result": outcome.result or 0, "sum": sum(outcome.final or ()) - counted_from},
    )


def _all_tiles_used(outcome: Outcome) -> bool:
    if not all(pile.empty for pile in outcome.after.piles):
        return False
    # AMB-18: "all_placed" asks that none was discarded on the way.
    everything_placed = outcome.after.rules.choose(
        "goal.allTiles", {"piles_empty": False, "all_placed": True}
    )
    return not (everything_placed and outcome.after.discards)
