"""The site of the Solo Variant: its list of puzzles, free games, puzzles made, rules, lessons."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from generator.collection.index import PuzzleFilter
from generator.grade import LEVELS
from meepleproof.rendering.solo.words import goal_in_words
from meepleproof.service.http.later import LaterRoutes
from meepleproof.service.pages.choosing import list_of_game
from meepleproof.service.pages.context import PageContext, Site
from meepleproof.service.pages.errors import with_error_page
from meepleproof.service.pages.layout import from_template
from meepleproof.service.pages.solo.free_games import (
    ANY,
    FREE,
    SHEET,
    free_table,
    game_of,
    remembered_games,
)
from meepleproof.service.pages.solo.made import made_routes
from meepleproof.service.pages.solo.playing import free_routes, print_routes
from meepleproof.service.pages.solo.rules import lasting_paths, lesson_routes, rules_routes
from meepleproof.service.play.play import kind_in_words, played_game
from verifier.carcassonne.solo.codec import checked_goal
from verifier.carcassonne.solo.goals import Goal, checklist, goal_kinds
from verifier.documents.strict_json import Document
from verifier.later import later

if TYPE_CHECKING:
    from meepleproof.service.pages.solo import drafting
else:
    drafting = later("meepleproof.service.pages.solo.drafting")

_BY_ENGINE = ("/make", "/p")
_RULES = [
    ("", "any rules"),
    ("lowest", "only the lowest scores"),
    ("supply", "meeples run out"),
    ("order", "the order of scoring"),
    ("return", "meeples come home"),
    ("duty", "a meeple must be placed"),
]
"""The rules that a puzzle may need, as the player meets them."""
_TRAILS = [("", "any number"), ("5", "5 or more"), ("15", "15 or more")]
"""How many placements of the first tile nearly work."""


class _Solo(Site):
    """The pages of the Solo Variant."""

    def __init__(self, context: PageContext) -> None:
        super().__init__(context)
        self.games = remembered_games()

    def routes(self) -> Sequence[BaseRoute]:
        """Return the routes; most are at addresses of their own, as this game was the first."""
        return [
            Route("/", with_error_page(self._choose)),
            *free_routes(self.games, alone=self.context.alone),
            *made_routes(),
            LaterRoutes(("/make",), lambda: drafting.drafting_routes()),  # noqa: PLW0108 - loaded later
            *rules_routes(),
            *lesson_routes(alone=self.context.alone),
            *print_routes(self.context.shelf),
        ]

    def standing(self) -> Iterable[str]:
        """Return the paths of the rules, the first steps, free games and the record sheet."""
        return [*lasting_paths(), FREE, SHEET, *([ANY] if self.context.alone else [])]

    def by_engine(self) -> Iterable[str]:
        """Return the paths of the editor, and of puzzles that come by a link."""
        return _BY_ENGINE

    def free_table(self, query: Mapping[str, str]) -> Document:
        """Return the table of a free game."""
        return free_table(game_of(query, self.games), query)

    def totals(self) -> dict[str, Any]:
        """Return how many puzzles there are, by level, kind of goal or of question, and goal."""
        shelf, solo = self.context.shelf, PuzzleFilter(game="solo")
        facts = shelf.facts(solo)
        levels = Counter(one.level for one in facts)
        numbers = Counter(one.stated("goal") for one in facts)
        goals = sorted(_goals(shelf.goals()).items(), key=lambda item: (item[1].kind, item[0]))
        kinds = Counter[str]()
        for identity, goal in goals:
            kinds[goal.kind] += numbers[identity]
        others = Counter(one.stated("kind") for one in facts if one.stated("kind") != "goal")
        played = played_game("solo")
        return {
            "all": len(facts),
            "levels": [[level, levels[level]] for level in LEVELS if levels[level]],
            "kinds": [
                *([kind, goal_kinds()[kind].name, number] for kind, number in kinds.items()),
                *([kind, kind_in_words(played, kind), number] for kind, number in others.items()),
            ],
            "goals": [[one, goal_in_words(goal), numbers[one]] for one, goal in goals],
        }

    def _choose(self, _request: Request) -> Response:
        shelf = self.context.shelf
        return from_template(
            "index.html",
            title="Puzzles",
            goals=_goal_choices(_goals(shelf.goals())),
            lengths=[("", "any number"), *((one, one) for one in _lengths(shelf.values("tiles")))],
            rules=_RULES,
            trails=_TRAILS,
            **list_of_game(self.context, "solo"),
        )


def _goals(documents: Mapping[str, Any]) -> dict[str, Goal]:
    return {identity: checked_goal(goal) for identity, goal in documents.items()}


def _goal_choices(goals: Mapping[str, Goal]) -> list[tuple[str, str]]:
    """Return the goals to choose from: those of the checklist in its order, then the others."""
    known = list(checklist())
    ordered = sorted(goals, key=lambda one: (known.index(one) if one in known else len(known), one))
    return [("", "any goal"), *((one, goal_in_words(goals[one])) for one in ordered)]


def _lengths(values: frozenset[str]) -> list[str]:
    return sorted(values, key=int)


SITE = _Solo
