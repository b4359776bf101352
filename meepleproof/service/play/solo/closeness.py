"""How close a player's turns came to a puzzle's goal."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from meepleproof.rendering.palette import PIGMENTS
from meepleproof.rendering.solo.words import Counted
from meepleproof.rendering.wording import listed
from verifier.carcassonne.engine.solo.goals import Progress, kind_of
from verifier.carcassonne.solo.goals import Goal, goal_kinds
from verifier.carcassonne.solo.puzzle import Puzzle
from verifier.carcassonne.solo.turn import Outcome


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

    >>> from verifier.carcassonne.solo.puzzle import parse_code
    >>> closeness(parse_code("s3.4~D0.0.0~p1.2.3~h4.4.4~t1~nU..~g.road-10"), ()).sentence
    'No road has scored points.'
    """
    goal = puzzle.goal
    progress = kind_of(goal).progress(goal, puzzle.position, outcomes)
    return Closeness(
        progress.have, progress.asked, progress.colours, goal.colours, _sentence(goal, progress)
    )


def _sentence(goal: Goal, progress: Progress) -> str:
    kind = goal_kinds()[goal.kind]
    if kind.none and not progress.have:
        return kind.none
    return (kind.over if progress.over else kind.so_far).format(
        have=Counted(progress.have),
        asked=progress.asked,
        missing=Counted(progress.asked - progress.have),
        for_colours=f" for {listed([PIGMENTS[colour].name for colour in progress.scored_by])}",
    )
