"""The model's second part of ``best``: shows that no features are worth more to all colours.

Whether a colour is paid for a feature on which it has the majority depends on scores (SOLO-SCORE-5,
-6), which a SAT solver does not compare. So every colour is given the points of all its majorities,
as if it always were lowest. If even that does not bring every colour more points than are known to
be reached, no game does.
"""

from __future__ import annotations

from functools import cache

from verifier.carcassonne.model.solo.questions import Answer, Terms, game_in_question
from verifier.carcassonne.model.solo.rules import ending
from verifier.carcassonne.model.solo.rules.state import Game, ScorableFeature
from verifier.carcassonne.model.solo.sat_questions import answer, question_about
from verifier.carcassonne.solo.position import Position
from verifier.constraints.builder import TRUE, Lit
from verifier.constraints.sat import SatSolver

_TURNS_EACH = 2
"""Points are added up for colours with so many turns at most."""

_BLOCK = 9
"""The tiles of a complete monastery and its surroundings (BASE-MON-1)."""


def features_worth_more(
    solver: SatSolver, start: Position, turns: int, lowest: int, terms: Terms
) -> Answer | None:
    """Return whether features may be worth so much that all have more than ``lowest`` points.

    ``impossible`` means that no game of that many turns does better. A game that is found is not
    one that does better; it only is not ruled out like this. None for games so long that a colour
    has more than two turns or a monastery may be complete.

    :raises Undecided: if scores have to be compared.
    """
    colours = start.rules.colours
    if turns > _TURNS_EACH * colours or turns + len(start.placements) >= _BLOCK:
        return None
    game = game_in_question(start, turns, terms)
    for colour, score in enumerate(start.scores):
        worth = _worth_to(game, colour, lowest + 1 - score)
        game.builder.require(worth, "SOLO-RESULT-1", turn=turns)
    question = question_about(game)
    return answer(question, solver.find(question.formula, terms.parameters), terms)


def _worth_to(game: Game, colour: int, need: int) -> Lit:
    """Return whether one feature, or two, with a majority of the colour are worth ``need``.

    Each takes a meeple of its own, and so a turn (SOLO-MEEPLE-8). Of two, one is worth half of it
    or more and both are worth the rest.
    """
    b = game.builder
    if need <= 0:
        return TRUE
    features = [
        feature
        for played in game.turns
        for key, feature in played.scored.features.items()
        if not ending.is_monastery(key)
    ]

    @cache
    def worth(least: int) -> list[Lit]:
        return [_scored_by(game, feature, colour, least) for feature in features]

    two = (
        b.both(b.any_of(worth(more)), b.at_least(b.count(worth(need - more)), 2))
        for more in range((need + 1) // 2, need)
    )
    return b.any_of([b.any_of(worth(need)), *two])


def _scored_by(game: Game, feature: ScorableFeature, colour: int, least: int) -> Lit:
    b = game.builder
    return b.both(feature.scored, feature.winners[colour], b.at_least(feature.value, least))
