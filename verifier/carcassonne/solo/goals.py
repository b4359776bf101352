"""Goals: one typed predicate, the 14 goals of the checklist, and goals of one's own.

The readings AMB-13 to AMB-19 are switches of the rule set, so a goal itself never changes.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Literal, get_args

from verifier.errors import Illegal, Malformed

GoalKind = Literal["road", "city", "monasteries", "total", "all-tiles", "stay"]


@dataclass(frozen=True, slots=True)
class Goal:
    """What a player wants to reach.

    ``at_least`` and ``at_most`` bound the worth of a road or city, the number of monasteries, the
    result, or, to stay in the game, the tiles on the table; ``at_most`` None is no bound.
    ``colours`` is how many colours a road or city must bring points to, 0 where the goal does not
    speak of colours. ``rule`` is the rule id, if any.

    >>> checklist()["road-5-3c"]
    Goal(id='road-5-3c', kind='road', at_least=5, at_most=5, colours=3, rule='SOLO-GOAL-4')
    """

    id: str
    kind: GoalKind
    at_least: int = 0
    at_most: int | None = None
    colours: int = 0
    rule: str = ""

    def __post_init__(self) -> None:
        """Refuse goals that contradict themselves."""
        if self.kind not in get_args(GoalKind):
            kinds = ", ".join(get_args(GoalKind))
            raise Malformed(f"goal {self.id!r}: unknown kind {self.kind!r}; there are {kinds}")
        if self.at_least < 0 or (self.at_most is not None and self.at_most < self.at_least):
            raise Illegal(
                f"goal {self.id!r}: at least {self.at_least} and at most {self.at_most} "
                "cannot both hold",
                rule=self.rule,
            )
        if self.colours < 0:
            raise Illegal(f"goal {self.id!r}: {self.colours} colours", rule=self.rule)
        if self.colours and self.kind not in ("road", "city"):
            raise Illegal(f"goal {self.id!r}: only roads and cities speak of colours")
        if self.kind == "all-tiles" and (self.at_least or self.at_most is not None):
            raise Illegal(f"goal {self.id!r}: all tiles or not, there is no number to bound")

    @property
    def about_the_end(self) -> bool:
        """Whether it speaks of the end of a game."""
        return self.kind in ("total", "all-tiles")

    def admits(self, number: int) -> bool:
        """Tell whether ``number`` lies within the goal's bounds."""
        return self.at_least <= number and (self.at_most is None or number <= self.at_most)


@cache
def checklist() -> dict[str, Goal]:
    """Return the 14 goals of the checklist by id (SOLO-GOAL-1 to -14)."""
    text = resources.files(__package__).joinpath("goals.json").read_text(encoding="utf-8")
    return {entry["id"]: Goal(**entry) for entry in json.loads(text)}
