"""Ideas that hardly occur: lines are made that show them, and older packs do not state them."""

from __future__ import annotations

import json
from itertools import islice
from pathlib import Path

import pytest

from generator.chance import Chance
from generator.solo.analysis import analyse
from generator.solo.grading import grade
from generator.solo.only_solution import only_solution
from generator.solo.pack import GOAL_PACKS, stated_ideas
from generator.solo.pipeline import GoalWish
from generator.solo.proving import require_game
from generator.solo.ripeness import RIPENESS
from generator.solo.solved_puzzle import SolvedPuzzle
from generator.solo.sources.rare_ideas import IDEAS, NO_LINE, idea_puzzles
from generator.solo.techniques import LATEST, TECHNIQUES, needs_all, weight_of
from generator.solo.wanted import Wanted
from tests.naive_goals import reached
from verifier.carcassonne.engine.solo.engine import outcomes_along
from verifier.carcassonne.solo.notation import parse_line
from verifier.carcassonne.solo.puzzle import parse_code, parse_goal
from verifier.carcassonne.solo.rule_set import SOLO
from verifier.errors import Malformed

VECTORS = json.loads(Path("tests/vectors/techniques.json").read_text("utf-8"))


def test_lines_are_made_for_each_idea_that_came_with_the_second_list() -> None:
    late = {technique.id for technique in TECHNIQUES if technique.since > 1}
    assert late == set(IDEAS) == set(RIPENESS)
    assert LATEST == max(technique.since for technique in TECHNIQUES)


MADE = {
    "outvoting": ("city.6.x.0", 2, 20),
    "tie-for-last": ("road.3.x.0", 2, 319),
    "levelling": ("road.3.x.0", 2, 2),
    "lowest-round": ("road.4.x.0", 2, 6),
    "monastery-given-up": ("city.6.x.0", 2, 13),
    "monastery-at-once": ("monasteries.0.x.0", 2, 11),
    "three-sorts": ("city.4.x.0", 1, 6),
}
"""A goal, a number of tiles and a seed for each idea: with others there may be no puzzle."""


@pytest.mark.parametrize("theme", IDEAS)
def test_a_line_that_shows_an_idea_becomes_a_puzzle_that_needs_it(theme: str) -> None:
    goal, tiles, seed = MADE[theme]
    made = idea_puzzles(theme, parse_goal(goal), tiles, SOLO, 2, Chance(seed, theme))
    found = [one for one in islice(made, 1) if isinstance(one, SolvedPuzzle)]
    assert found
    for one in found:
        assert reached(parse_goal(goal), one.solution.line[-1])
        assert reached(one.puzzle.goal, one.solution.line[-1])
        assert needs_all(analyse(one.puzzle, one.solution.line), (theme,))
        assert one.solution.turns == getattr(only_solution(one.puzzle), "turns", None)
        require_game(one)


def test_a_goal_that_no_turn_scores_for_has_no_line() -> None:
    goal = parse_goal("monasteries.9.x.0")
    made = list(idea_puzzles("three-sorts", goal, 1, SOLO, 2, Chance(1)))
    assert made == [NO_LINE]


def test_themes_are_looked_for_in_the_list_that_a_pack_knows() -> None:
    vector = next(one for one in VECTORS if one["technique"] == "outvoting" and one["needed"])
    puzzle = parse_code(vector["code"])
    line = outcomes_along(puzzle.position, parse_line(vector["line"]))
    first, second = (grade(puzzle, line, ideas) for ideas in (1, 2))
    late = set(second.themes) - set(first.themes)
    assert "outvoting" in late
    assert late <= set(IDEAS)
    assert second.technique - first.technique == weight_of(tuple(late))
    assert second.rating == first.rating


def test_a_plan_without_a_list_makes_its_packs_as_before() -> None:
    wish = {"goal": "road-10", "tiles": 3}
    (before,) = GOAL_PACKS.planned({"wishes": [wish]})
    (after,) = GOAL_PACKS.planned({"wishes": [wish], "ideas": 2})
    assert (before["ideas"], after["ideas"]) == (1, 2)
    assert (stated_ideas(1), stated_ideas(2)) == ({}, {"ideas": 2})


def test_an_idea_is_refused_where_the_list_does_not_have_it() -> None:
    wanted = Wanted(themes=("levelling",))
    with pytest.raises(Malformed, match=r'not on list 1: give "ideas": 2'):
        GoalWish(parse_goal("road.0.x.0"), 2, SOLO, wanted=wanted, ideas=1)
