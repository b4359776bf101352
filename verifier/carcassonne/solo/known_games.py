"""Stored games that reach a high total or use all tiles, for all goals that they reach.

They are not trusted: each key checks a game by its own rules before it is used.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from importlib import resources

from verifier.carcassonne.model.solo.questions import Line, reaches
from verifier.carcassonne.solo.goals import Goal
from verifier.carcassonne.solo.notation import parse_line
from verifier.carcassonne.solo.position import setup
from verifier.carcassonne.solo.rule_set import RuleSet
from verifier.errors import Illegal


@dataclass(frozen=True, slots=True)
class KnownGame:
    """A game from the set-up; ``found`` describes how it was found."""

    line: Line
    found: str


@cache
def known_games() -> tuple[KnownGame, ...]:
    """Return the known games, the shortest first."""
    text = resources.files(__package__).joinpath("known_games.json").read_text(encoding="utf-8")
    games = [KnownGame(parse_line(game["line"]), game["found"]) for game in json.loads(text)]
    return tuple(sorted(games, key=lambda game: len(game.line)))


def known_game(goal: Goal, rules: RuleSet) -> KnownGame | None:
    """Return the shortest known game that reaches the goal in its last turn, by the model.

    None if there is none, as when other rules make the games illegal.

    >>> from verifier.carcassonne.solo.goals import checklist
    >>> from verifier.carcassonne.solo.rule_set import SOLO
    >>> len(known_game(checklist()["all-tiles"], SOLO).line)
    71
    """
    for game in known_games():
        try:
            if reaches(setup(rules), game.line, goal):
                return game
        except Illegal:
            continue
    return None
