"""The model's part of ``best``: no features are worth more to all, and games of one shared city."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

from verifier.carcassonne.model.solo.questions import (
    Answer,
    Terms,
    game_in_question,
    outcomes_of,
    reaches,
)
from verifier.carcassonne.model.solo.rules import ending
from verifier.carcassonne.model.solo.rules.state import Game, ScorableFeature
from verifier.carcassonne.model.solo.solvers import answer, question_about
from verifier.carcassonne.solo.goals import Goal
from verifier.carcassonne.solo.position import Position
from verifier.constraints.builder import FALSE, TRUE, Lit
from verifier.constraints.sat import SatSolver

_TURNS_EACH = 2
"""Points are added up for colours with so many turns at most."""

_A_TILE, _A_TILE_WITH_CATHEDRAL = 2, 3
"""BASE-CITY-2, SOLO-BOX-4: the points of a tile of a city."""

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


# --- Games of one city that all colours share, completed by the last tile
#
# If all colours share a city, one of them is lowest, so all get its points (FACT-5); no other way
# is known to give every colour more in few turns. Such a game may also end early with a high
# result: no meeple returns before the last turn, and by then the colour to move has none left for
# the next free feature, which ends the game (SOLO-END-1). This compares no scores, so a SAT solver
# can be used, which finds in seconds what CP-SAT does not find in hours.


def game_in_one_city(
    solver: SatSolver, start: Position, turns: int, goal: Goal, terms: Terms
) -> Answer:
    """Return a game of that many turns and this form whose total meets the goal.

    If none is found, there may still be other games.

    :raises Undecided: if scores have to be compared, as with four colours.
    """
    worth = _worth(start, goal)
    city = Goal("one city", "city", at_least=worth, colours=start.rules.colours)
    game = game_in_question(start, turns, terms, city)
    _require_nothing_before(game)
    _require_total(game, goal, worth)
    question = question_about(game)
    found = answer(question, solver.find(question.formula, terms.parameters), terms)
    if found.line and not reaches(start, found.line, goal):
        return Answer("undecided", reason="the game that was found has another total")
    return found


def best_in_one_city(solver: SatSolver, start: Position, turns: int, terms: Terms) -> Answer | None:
    """Return the game of that many turns that ends with the greatest city scored by all colours.

    None if the solver found none within its limit for any possible worth of the city.

    :raises Undecided: if scores have to be compared, as with four colours.
    """
    step = 2 if _a_tile(start) == _A_TILE else 1  # BASE-CITY-2: an even number
    for worth in range(_greatest(start, turns), 0, -step):
        city = Goal("one city", "city", at_least=worth, colours=start.rules.colours)
        question = question_about(game_in_question(start, turns, terms, city))
        found = answer(question, solver.find(question.formula, terms.parameters), terms)
        if found.line:
            lowest = min(outcomes_of(start, found.line)[-1].after.scores)
            return replace(found, value=lowest)
    return None


def _greatest(start: Position, turns: int) -> int:
    """Return the most points of a city of the start tile and so many more (BASE-CITY-2).

    With cathedrals in play it counts as one with a cathedral (SOLO-BOX-4).
    """
    shields = sorted(
        (
            segment.shields
            for kind, number in start.sheet.counts().items()
            for segment in start.sheet.orientation(kind, 0).segments
            for _ in range(number)
        ),
        reverse=True,
    )
    return _a_tile(start) * (turns + 1 + sum(shields[: turns + 1]))


def _a_tile(start: Position) -> int:
    """Return the most points of a tile of a city (BASE-CITY-2, SOLO-BOX-4)."""
    cathedrals = any(
        segment.cathedral
        for kind in start.sheet.counts()
        for segment in start.sheet.orientation(kind, 0).segments
    )
    return _A_TILE_WITH_CATHEDRAL if cathedrals else _A_TILE


def _worth(start: Position, goal: Goal) -> int:
    """Return the points that the city must have if all other meeples bring 2 points each."""
    meeples = start.rules.ordinary + int(start.rules.large)
    others = ending.PER_MEEPLE * (meeples - 1)
    missing = goal.at_least - others - min(start.scores)
    rounded = missing % 2 if _a_tile(start) == _A_TILE else 0  # BASE-CITY-2: an even number
    return max(0, missing + rounded)


def large_enough(start: Position, turns: int, goal: Goal) -> bool:
    """Return whether a city of the start tile and so many more may be worth enough (BASE-CITY-2).

    >>> from verifier.carcassonne.solo.goals import checklist
    >>> from verifier.carcassonne.solo.position import setup
    >>> [large_enough(setup(), turns, checklist()["total-60"]) for turns in (15, 16)]
    [False, True]
    """
    return _greatest(start, turns) >= _worth(start, goal)


def _require_nothing_before(game: Game) -> None:
    """Require that nothing is complete before the last turn, which ends the game."""
    b = game.builder
    b.require(game.over, "SOLO-END-1", turn=len(game.turns))
    for number, played in enumerate(game.turns[:-1], start=1):
        for feature in played.scored.features.values():
            if feature.complete != FALSE:
                b.require(-feature.complete, "one city", turn=number)


def _require_total(game: Game, goal: Goal, worth: int) -> None:
    """Require as many meeples of each colour on tiles as the total takes (FACT-1)."""
    b = game.builder
    starts = game.table.position.scores
    for points, standing in zip(starts, ending.on_tiles(game), strict=True):
        needed = -(-(goal.at_least - worth - points) // ending.PER_MEEPLE)
        b.require(b.at_least(standing, max(0, needed)), "goal", turn=len(game.turns))
