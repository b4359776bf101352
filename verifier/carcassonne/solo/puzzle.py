"""A puzzle: a position with known next tiles and a goal to reach with them; its text and its id."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from verifier.carcassonne.solo.canonical import canonical_text
from verifier.carcassonne.solo.goals import Goal, checklist, goal_kinds
from verifier.carcassonne.solo.notation import parse_position, position_text
from verifier.carcassonne.solo.position import Position
from verifier.documents.canonical_json import puzzle_id
from verifier.errors import Malformed

_IDS_KEPT = 100
"""Ids are cached, since each takes eight images of the table and is needed again and again."""
_NUMBER = "0|[1-9][0-9]{0,5}"
_NUMBERS = rf"({_NUMBER})\.({_NUMBER}|x)\.([0-9])"
_ONE_PART = rf"[a-z0-9-]+(?:\.(?:{_NUMBER})\.(?:{_NUMBER}|x)\.[0-9])?"
_OWN_GOAL = re.compile(rf"([a-z-]+)\.(?:{_NUMBERS}|({_ONE_PART})\.({_ONE_PART}))")


@dataclass(frozen=True, slots=True)
class Puzzle:
    """The task to reach the goal from the position with exactly the known next tiles."""

    goal: Goal
    position: Position

    @property
    def tiles(self) -> int:
        """How many turns it asks for: the number of known tiles."""
        return sum(len(pile.known) for pile in self.position.piles)

    @property
    def code(self) -> str:
        """The whole puzzle as one short text."""
        return f"{position_text(self.position)}~g.{_goal_word(self.goal)}"

    @property
    def id(self) -> str:
        """Its id of twelve characters, the same however it is turned, mirrored or recoloured.

        It is a hash of the canonical form of position, tiles, goal and rule set.
        """
        return _id(self)


@lru_cache(_IDS_KEPT)
def _id(puzzle: Puzzle) -> str:
    return puzzle_id(f"{canonical_text(puzzle.position)}~g.{_goal_parameters(puzzle.goal)}")


def parse_code(text: str) -> Puzzle:
    """Return the puzzle whose code is ``text``.

    :raises Malformed: if it cannot be read.
    """
    words = text.split("~")
    goals = [word for word in words if word.startswith("g.")]
    if len(goals) != 1:
        raise Malformed(
            f"{text!r} states {len(goals)} goals; a puzzle has one word like 'g.road-5-3c'",
            where="code",
        )
    position = parse_position("~".join(word for word in words if word != goals[0]))
    return Puzzle(parse_goal(goals[0].removeprefix("g.")), position)


def parse_goal(word: str) -> Goal:
    """Return the checklist goal of that id, or the goal written ``kind.least.most.colours``.

    A goal made of two others is written ``kind.goal.goal``.

    :raises Malformed: for any other text.
    :raises Illegal: for a goal that contradicts itself.

    >>> parse_goal("city.8.x.2")
    Goal(id='city.8.x.2', kind='city', at_least=8, at_most=None, colours=2, rule='', parts=())
    """
    if word in checklist():
        return checklist()[word]
    match = _OWN_GOAL.fullmatch(word)
    kind = goal_kinds().get(match[1]) if match else None
    if match is None or kind is None or bool(kind.parts) != bool(match[5]):
        long = "; numbers of up to 6 digits are allowed" if re.search("[0-9]{7}", word) else ""
        raise Malformed(
            f"there is no goal {word!r}; the checklist has {' '.join(checklist())}, "
            f"a goal of your own is written {own_goals_in_words()}{long}",
            where="goal",
        )
    _, least, most, colours, *parts = match.groups()
    if kind.parts:
        return Goal(word, kind.id, parts=tuple(map(parse_goal, parts)))
    return Goal(word, kind.id, int(least), None if most == "x" else int(most), int(colours))


def own_goals_in_words() -> str:
    """Return how a goal of one's own is written."""
    made_of_two = (kind.id for kind in goal_kinds().values() if kind.parts)
    ways = [f"{kind}.goal.goal" for kind in made_of_two]
    return ", or ".join(["kind.least.most.colours like 'city.8.x.2'", *ways])


def goal_to_stay(tiles: int) -> Goal:
    """Return the goal that so many tiles lie on the table and the game is not over.

    >>> goal_to_stay(17)
    Goal(id='stay.17.x.0', kind='stay', at_least=17, at_most=None, colours=0, rule='', parts=())
    """
    return Goal(f"stay.{tiles}.x.0", "stay", tiles)


def _goal_word(goal: Goal) -> str:
    return goal.id if checklist().get(goal.id) == goal else _goal_parameters(goal)


def _goal_parameters(goal: Goal) -> str:
    if goal.parts:
        return ".".join([goal.kind, *sorted(map(_goal_parameters, goal.parts))])
    most = "x" if goal.at_most is None else goal.at_most
    return f"{goal.kind}.{goal.at_least}.{most}.{goal.colours}"
