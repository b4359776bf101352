"""Wishes about grades: which puzzles are refused, and which wishes."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from generator.grading import Grade
from generator.pipeline import Rejection, Wish, try_candidate
from generator.wanted import HAS_THEME, LACKS_THEME, OTHER_LEVEL, OTHER_RATING, Wanted
from service.jobs.requests import wish_of
from verifier.carcassonne.puzzle import parse_goal
from verifier.carcassonne.solo.rule_set import SOLO
from verifier.constraints.cpsat import CpSatSolver
from verifier.errors import Malformed

GRADE = Grade("easy", 3, 700, ("joining", "loop"), Fraction(1, 9), (), 50)


@pytest.mark.parametrize(
    ("wanted", "refusal"),
    [
        (Wanted(), ""),
        (Wanted("easy", 700, 700, ("joining", "loop"), ("detour",)), ""),
        (Wanted("hard"), OTHER_LEVEL),
        (Wanted(rating_from=701), OTHER_RATING),
        (Wanted(rating_to=699), OTHER_RATING),
        (Wanted(themes=("loop", "detour")), LACKS_THEME),
        (Wanted(without=("loop",)), HAS_THEME),
    ],
)
def test_a_puzzle_is_refused_for_what_is_not_wished(wanted: Wanted, refusal: str) -> None:
    assert refusal == wanted.refusal(GRADE)


@pytest.mark.parametrize(
    ("wish", "where"),
    [
        ({"level": "harder"}, "level"),
        ({"rating_from": 9, "rating_to": 8}, "rating_from"),
        ({"themes": ("jonning",)}, "themes"),
        ({"without": ("jonning",)}, "without_themes"),
        ({"themes": ("loop",), "without": ("loop",)}, "without_themes"),
    ],
)
def test_a_wish_that_nothing_meets_is_refused(wish: dict[str, Any], where: str) -> None:
    with pytest.raises(Malformed) as refused:
        Wanted(**wish)
    assert where == refused.value.where


def test_a_request_states_them() -> None:
    asked = {"level": "easy", "rating_to": 900, "themes": ["loop"], "without_themes": ["detour"]}
    wish = wish_of({"goal": "road-5-3c", "mid_game": True, **asked})
    assert Wanted("easy", 0, 900, ("loop",), ("detour",)) == wish.wanted
    with pytest.raises(Malformed) as refused:
        wish_of({"goal": "road-5-3c", "without_themes": ["jonning"]})
    assert "/without_themes" == refused.value.where


def test_a_candidate_of_another_grade_is_rejected() -> None:
    goal = parse_goal("road.4.x.2")
    with CpSatSolver() as solver:
        found = [
            try_candidate(Wish(goal, 2, SOLO, wanted=Wanted("hard")), 1, number, solver)
            for number in range(4)
        ]
    assert OTHER_LEVEL in [one.reason for one in found if isinstance(one, Rejection)]
