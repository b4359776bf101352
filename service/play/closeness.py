"""How close a player's turns came to a puzzle's goal."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from verifier.carcassonne.position import Position
from verifier.carcassonne.puzzle import Puzzle
from verifier.carcassonne.solo.goals import Goal
from verifier.carcassonne.turn import Outcome


@dataclass(frozen=True, slots=True)
class Closeness:
    """How much of what a goal asks for was achieved, and for how many of the colours it asks for.

    ``have`` and ``asked`` count what the goal is about: points of one road or city, monasteries,
    points of the lowest colour, tiles out of the piles, or tiles on the table. ``colours`` counts
    the colours that scored with the best road or city, 0 if the goal does not ask for colours.
    """

    have: int
    asked: int
    colours: int
    colours_asked: int
    sentence: str

    def to_json(self) -> dict[str, Any]:
        """Return it as a document."""
        return {
            "have": self.have,
            "asked": self.asked,
            "colours": self.colours,
            "colours_asked": self.colours_asked,
            "sentence": self.sentence,
        }


def closeness(puzzle: Puzzle, outcomes: Sequence[Outcome]) -> Closeness:
    """Return how close these outcomes came.

    >>> from verifier.carcassonne.puzzle import parse_code
    >>> closeness(parse_code("s3.4~D0.0.0~p1.2.3~h4.4.4~t1~nU..~g.road-10"), ()).sentence
    'No road has brought points.'
    """
    goal = puzzle.goal
    after = outcomes[-1].after if outcomes else puzzle.position
    if goal.kind in ("road", "city"):
        return _best_scoring(goal, outcomes)
    if goal.kind == "monasteries":
        have = after.monasteries
        sentence = f"{have} of {goal.at_least} monasteries {_has(have)} been scored."
        return Closeness(have, goal.at_least, 0, 0, sentence)
    if goal.kind == "total":
        return _result(goal, after, outcomes)
    if goal.kind == "all-tiles":
        left = sum(len(pile.known) + pile.hidden for pile in after.piles)
        had = sum(len(pile.known) + pile.hidden for pile in puzzle.position.piles)
        sentence = f"{left} of the last {had} tiles {_is(left)} still in the piles."
        return Closeness(had - left, had, 0, 0, sentence)
    tiles = len(after.placements)
    over = " and the game is over" if after.over else ""
    sentence = f"{tiles} of {goal.at_least} tiles lie on the table{over}."
    return Closeness(tiles, goal.at_least, 0, 0, sentence)


def _best_scoring(goal: Goal, outcomes: Sequence[Outcome]) -> Closeness:
    scorings = [
        scoring
        for outcome in outcomes
        for scoring in outcome.scorings
        if scoring.kind == goal.kind and scoring.colours
    ]
    if not scorings:
        sentence = f"No {goal.kind} has brought points."
        return Closeness(0, goal.at_least, 0, goal.colours, sentence)
    best = max(scorings, key=lambda s: (min(len(s.colours), goal.colours), s.value))
    count = len(best.colours)
    colours = f" to {count} colour{'s' if count > 1 else ''}" if goal.colours else ""
    points = f"{best.value} point{'s' if best.value > 1 else ''}"
    sentence = f"The best {goal.kind} has brought {points}{colours}."
    return Closeness(
        best.value, goal.at_least, count if goal.colours else 0, goal.colours, sentence
    )


def _result(goal: Goal, after: Position, outcomes: Sequence[Outcome]) -> Closeness:
    result = outcomes[-1].result if outcomes else None
    if result is not None:
        return Closeness(result, goal.at_least, 0, 0, f"The game ended with a result of {result}.")
    lowest = min(after.scores)
    points = f"{lowest} point{'' if lowest == 1 else 's'}"
    sentence = f"The lowest colour has {points}; the game is not over."
    return Closeness(lowest, goal.at_least, 0, 0, sentence)


def _has(number: int) -> str:
    return "has" if number == 1 else "have"


def _is(number: int) -> str:
    return "is" if number == 1 else "are"
