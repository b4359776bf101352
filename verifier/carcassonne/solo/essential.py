"""The rules of the Solo Variant that a puzzle can rest on, and the game without one of them.

A rule is *essential* for a puzzle if the puzzle's solutions are others without it. What is played
instead is fixed here. These games are asked about for analysis only: they are no readings of the
rules, so the register of switches has none of them, and no document states one.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from verifier.carcassonne.solo.position import Position
from verifier.carcassonne.solo.rule_set import MOST_MEEPLES
from verifier.errors import Malformed


@dataclass(frozen=True, slots=True)
class EssentialRule:
    """A rule by a short name, the ids of what it states, and what is played without it."""

    name: str
    sentence: str
    rules: tuple[str, ...]
    without: str


_SUPPLY = "supply"

ESSENTIAL_RULES = (
    EssentialRule(
        "lowest",
        "Only a majority with the lowest colour in it gets points.",
        ("SOLO-SCORE-4", "SOLO-SCORE-5", "SOLO-SCORE-6", "SOLO-SCORE-7"),
        "The majority of a completed feature gets the points, whoever is lowest.",
    ),
    EssentialRule(
        _SUPPLY,
        "Each colour has few meeples, and the game ends when one is due and none is left.",
        ("SOLO-SETUP-3", "SOLO-MEEPLE-11", "SOLO-END-1"),
        f"Each colour has {MOST_MEEPLES} meeples, the most that the rules know; those it has more "
        "are in its supply.",
    ),
    EssentialRule(
        "order",
        "Completed features are scored one after the other, in an order of one's choice.",
        ("SOLO-SCORE-3",),
        "All features completed in a turn are scored at once, by the scores before the turn.",
    ),
    EssentialRule(
        "return",
        "The meeples of a scored feature return to their supplies.",
        ("SOLO-SCORE-11",),
        "The meeples of a scored feature are laid aside for the rest of the game.",
    ),
)
"""The closed list, in the order in which documents name them."""

ESSENTIAL_NAMES = tuple(rule.name for rule in ESSENTIAL_RULES)


def essential_rule(name: str) -> EssentialRule:
    """Return the rule of that name.

    :raises Malformed: if there is none.

    >>> essential_rule("return").rules
    ('SOLO-SCORE-11',)
    """
    for rule in ESSENTIAL_RULES:
        if rule.name == name:
            return rule
    known = ", ".join(ESSENTIAL_NAMES)
    raise Malformed(f"no puzzle can need {name!r}; it can need {known}", where="needs")


def without(name: str, position: Position) -> Position:
    """Return the position with that rule left out of its rule set.

    :raises Malformed: if there is no such rule.

    >>> from verifier.carcassonne.solo.position import setup
    >>> without("lowest", setup()).rules.applies("lowest")
    False
    >>> without("supply", setup()).supplies
    (7, 7, 7)
    """
    rules = position.rules
    if essential_rule(name).name != _SUPPLY:
        left_out = (*rules.without, name)
        return replace(position, rules=replace(rules, without=left_out))
    more = MOST_MEEPLES - rules.meeples
    supplies = tuple(supply + more for supply in position.supplies)
    return replace(position, rules=replace(rules, meeples=MOST_MEEPLES), supplies=supplies)
