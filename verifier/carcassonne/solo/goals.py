"""Goals: one typed predicate, the 14 goals of the checklist, and goals of one's own.

The readings AMB-13 to AMB-19 are switches of the rule set, so a goal itself never changes. What a
kind of goal means stands in ``engine/goals.py`` and ``model/rules/goals.py``; how it is put into
words in ``goal_kinds.json``; see docs/development/adding-a-goal-kind.md.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any

from verifier.errors import Illegal, Malformed

_PARTS = 2
"""Goals that a goal made of others has."""


@dataclass(frozen=True, slots=True)
class GoalKind:
    """A kind of goal: which numbers it takes, and the words for it.

    ``name`` heads a list of puzzles of the kind; ``feature`` is what must score, if anything.
    One that is made of two other goals names in ``parts`` the kinds that these may have.
    ``wish`` states the goal as an instruction, ``wish_with_tiles`` together with the number of
    tiles, ``wish_with_any_tiles`` before that number is known, if these take other words;
    ``wish_left`` what is left of it where a part of what counts is done, ``wish_of_nothing`` the
    goal where its number must be 0, ``wish_of_one`` where it must be 1 at least.
    One that asks for the ``greatest`` result takes that result as its least, and has no most; its
    words keep it from the player.
    ``worth`` states what a line is worth for it; ``so_far`` how close a game came, ``none`` that
    there is nothing yet, ``over`` what it came to at its end.
    """

    id: str
    name: str
    wish: str
    worth: str
    so_far: str
    none: str = ""
    over: str = ""
    wish_with_tiles: str = ""
    wish_with_any_tiles: str = ""
    wish_left: str = ""
    wish_of_nothing: str = ""
    wish_of_one: str = ""
    feature: str = ""
    bounds: bool = True
    colours: bool = False
    parts: Sequence[str] = ()
    about_the_end: bool = False
    on_the_scoreboard: bool = False
    greatest: bool = False


@cache
def goal_kinds() -> dict[str, GoalKind]:
    """Return the kinds of goals by id.

    >>> goal_kinds()["monasteries"].worth
    '{worth} monasteries'
    """
    return {entry["id"]: GoalKind(**entry) for entry in _read("goal_kinds.json")}


def goal_forms() -> str:
    """Return how goals of one's own are written, each form once, for help texts.

    >>> goal_forms().split(" or ")[0]
    'kind.least.most.colours'
    """
    forms = (
        f"{kind.id}{'.GOAL' * _PARTS}" if kind.parts else "kind.least.most.colours"
        for kind in goal_kinds().values()
    )
    return " or ".join(dict.fromkeys(forms))


@dataclass(frozen=True, slots=True)
class Goal:
    """What a player wants to reach.

    ``at_least`` and ``at_most`` bound the worth of a road or city, the number of monasteries, the
    result, or, to stay in the game, the tiles on the table; ``at_most`` None is no bound.
    ``colours`` is how many colours a road or city must bring points to, 0 where the goal does not
    speak of colours. ``rule`` is the rule id, if any. A goal made of others has ``parts``.

    >>> goal = checklist()["road-5-3c"]
    >>> goal.kind, goal.at_least, goal.at_most, goal.colours, goal.rule
    ('road', 5, 5, 3, 'SOLO-GOAL-4')
    """

    id: str
    kind: str
    at_least: int = 0
    at_most: int | None = None
    colours: int = 0
    rule: str = ""
    parts: tuple[Goal, ...] = ()

    def __post_init__(self) -> None:
        """Refuse goals that contradict themselves."""
        kind = goal_kinds().get(self.kind)
        if kind is None:
            kinds = ", ".join(goal_kinds())
            raise Malformed(f"goal {self.id!r}: unknown kind {self.kind!r}; there are {kinds}")
        if self.at_least < 0 or (self.at_most is not None and self.at_most < self.at_least):
            raise Illegal(
                f"goal {self.id!r}: at least {self.at_least} and at most {self.at_most} "
                "cannot both hold",
                rule=self.rule,
            )
        if self.colours < 0:
            raise Illegal(
                f"goal {self.id!r}: {self.colours} colours; give 0 or more", rule=self.rule
            )
        if self.colours and not kind.colours:
            raise Illegal(f"goal {self.id!r}: only goals about roads and cities have colours")
        if not kind.bounds and (self.at_least or self.at_most is not None):
            raise Illegal(f"goal {self.id!r}: goals of this kind have no number to bound")
        if kind.greatest and self.at_most is not None:
            raise Illegal(f"goal {self.id!r}: nothing is above the best result; leave out the most")
        self._check_parts(kind.parts)

    def _check_parts(self, kinds: Sequence[str]) -> None:
        takes = _PARTS if kinds else 0
        if len(self.parts) != takes:
            made_of = f"made of {len(self.parts)} goals; its kind takes {takes}"
            raise Illegal(f"goal {self.id!r} is {made_of}", rule=self.rule)
        for part in self.parts:
            if part.kind not in kinds:
                raise Illegal(
                    f"goal {self.id!r} cannot be made of {part.id!r}: its kind takes goals of the "
                    f"kinds {', '.join(kinds)}"
                )

    @property
    def about_the_end(self) -> bool:
        """Whether it speaks of the end of a game."""
        return goal_kinds()[self.kind].about_the_end

    def admits(self, number: int) -> bool:
        """Return whether ``number`` lies within the goal's bounds."""
        return self.at_least <= number and (self.at_most is None or number <= self.at_most)


@cache
def checklist() -> dict[str, Goal]:
    """Return the 14 goals of the checklist by id (SOLO-GOAL-1 to -14)."""
    return {entry["id"]: Goal(**entry) for entry in _read("goals.json")}


def _read(name: str) -> list[dict[str, Any]]:
    text = resources.files(__package__).joinpath(name).read_text(encoding="utf-8")
    entries: list[dict[str, Any]] = json.loads(text)
    return entries


def bounds_in_words(goal: Goal) -> str:
    """Return how much a goal asks for.

    >>> from verifier.carcassonne.solo.puzzle import parse_goal
    >>> [bounds_in_words(parse_goal(goal)) for goal in ("road-10", "road.4.4.2")]
    ['at least 10', 'exactly 4']
    """
    if goal.at_most is None:
        return f"at least {goal.at_least}"
    if goal.at_least == goal.at_most:
        return f"exactly {goal.at_least}"
    return f"{goal.at_least} to {goal.at_most}"
