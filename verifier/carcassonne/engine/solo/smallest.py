"""The engine's part of ``smallest``: shows that a goal cannot be reached in fewer turns.

Counting tiles and cells gives a first bound; beyond it games are played, and abandoned when bounds
rule out the goal. Only games in which every tile has a place are covered. What is counted, and
which positions are promising, depends on the kind: see
:mod:`verifier.carcassonne.engine.solo.goals`.
"""

from __future__ import annotations

from verifier.carcassonne.engine.solo.all_games import SearchedGames, play_all
from verifier.carcassonne.engine.solo.goals import promising, reached
from verifier.carcassonne.solo.goals import Goal
from verifier.carcassonne.solo.rule_set import RuleSet


def smallest_by_engine(goal: Goal, rules: RuleSet, turns: int, *, nodes: int = 0) -> SearchedGames:
    """Play the games of at most ``turns`` turns from the set-up until one reaches the goal.

    >>> from verifier.carcassonne.solo.goals import checklist
    >>> from verifier.carcassonne.solo.rule_set import SOLO
    >>> smallest_by_engine(checklist()["city-8-10-3c"], SOLO, 2)
    SearchedGames(line=(), outcomes=194, exhaustive=True)
    """
    return play_all(
        rules,
        turns,
        met=lambda outcome, _: reached(goal, outcome),
        promising=lambda position, left: promising(goal, position, left),
        nodes=nodes,
    )
