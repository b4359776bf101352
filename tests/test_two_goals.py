"""The goal to meet two goals with the same turn (SOLO-GOAL-15)."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from meepleproof.service.jobs.requests import wish_of
from meepleproof.service.play.solo.attempt import try_turns
from tests.naive_goals import reached as naively_reached
from verifier.carcassonne.engine.solo import Engine, solve, solve_best
from verifier.carcassonne.model.solo.key import Model
from verifier.carcassonne.solo.codec import goal_from_json, goal_to_json
from verifier.carcassonne.solo.goals import Goal
from verifier.carcassonne.solo.letters import tiles_of
from verifier.carcassonne.solo.notation import line_text, parse_line, parse_position
from verifier.carcassonne.solo.position import row, setup
from verifier.carcassonne.solo.puzzle import Puzzle, parse_code, parse_goal
from verifier.errors import Illegal, Malformed

BRIDGE = parse_code(
    "s3.4~F0.0.-1.E1~A3.-1.0.E1~D0.0.0~Q3.0.1.N2~A0.1.1.S2~F1.0.2~p1.2.3~h2.2.4~t3~nJ..I"
    "~u21.22.21~g.two-goals.city.4.x.1.road.3.x.1"
)
"""Made by ``meepleproof generate``: J closes a city of 4 points and a road of 4 for two colours."""
ONLY_LINE = "I0.1.-1.N~J2.1.0.-.N-S"

UNPAID = "s3.4~V3.-1.-1~U0.0.-1~U0.1.-1.E1~S1.2.-1~V1.-1.0~B0.0.0~B0.1.0.M2~K0.-1.1~A2.0.1~E1.1.1\
~R3.2.1~p1.2.3~h3.3.4~t3~n..F~m1"
"""F fills the last cell around red's monastery, which brings nothing as blue is lowest."""


@pytest.fixture(scope="module")
def model() -> Iterator[Model]:
    made = Model()
    yield made
    made.close()


def puzzle(goal: str) -> Puzzle:
    return Puzzle(parse_goal(goal), BRIDGE.position)


def test_both_keys_find_the_same_only_line(model: Model) -> None:
    (line,) = solve(BRIDGE.position, BRIDGE.goal, 2).lines
    assert parse_line(ONLY_LINE) == tuple(outcome.turn for outcome in line)
    answer = model.decide(BRIDGE.position, 2, BRIDGE.goal)
    assert ("found", ONLY_LINE) == (answer.verdict, line_text(answer.line))
    other = model.decide(BRIDGE.position, 2, BRIDGE.goal, excluding=[answer.line])
    assert "impossible" == other.verdict


@pytest.mark.parametrize(
    ("goal", "lines"),
    [
        ("two-goals.road.3.x.1.city.4.x.1", 1),
        ("two-goals.road.3.x.1.city.5.x.1", 0),
        ("two-goals.road.3.x.3.city.4.x.1", 0),
        ("two-goals.road.4.4.2.city.4.4.1", 1),
    ],
)
def test_the_keys_agree_on_other_bounds(model: Model, goal: str, lines: int) -> None:
    question = puzzle(goal)
    assert lines == solve(question.position, question.goal, 2).count
    assert lines == solve(question.position, question.goal, 2, filtered=False).count
    verdict = {0: "impossible", 1: "found"}[lines]
    assert verdict == model.decide(question.position, 2, question.goal).verdict


def test_one_feature_may_meet_both_goals(model: Model) -> None:
    """SOLO-GOAL-0e: the road is worth 4 points for two colours."""
    question = puzzle("two-goals.road.4.x.0.road.3.x.2")
    alone = puzzle("road.4.x.2")
    expected = solve(alone.position, alone.goal, 2).lines
    assert expected
    assert expected == solve(question.position, question.goal, 2).lines
    assert "found" == model.decide(question.position, 2, question.goal).verdict


def test_the_best_is_worth_most_for_both_together() -> None:
    assert 8 == solve_best(BRIDGE.position, BRIDGE.goal, 2).worth


def test_goals_met_by_two_turns_are_not_met_by_one(model: Model) -> None:
    """E closes the city north of the start tile, two monasteries with roads the road through it."""
    position = row(setup(), tiles_of("EAA"))
    for word in ("city.4.x.0", "road.3.x.0"):
        assert solve(position, parse_goal(word), 3).count, word
    both = parse_goal("two-goals.city.4.x.0.road.3.x.0")
    assert 0 == solve(position, both, 3).count
    assert 0 == solve(position, both, 3, filtered=False).count
    assert "impossible" == model.decide(position, 3, both).verdict


def test_a_monastery_without_points_does_not_count_with_the_turn(model: Model) -> None:
    position = parse_position(UNPAID)
    goal = parse_goal("two-goals.monasteries.1.x.0.monasteries.1.2.0")
    filling = [o for o in Engine().outcomes(position) if o.turn and o.turn.cell == (2, 0)]
    assert any(scoring.kind == "monastery" for outcome in filling for scoring in outcome.scorings)
    for outcome in filling:
        assert not naively_reached(goal, outcome)
        assert not Engine().reached(goal, outcome)
        assert not model.reached(goal, outcome)
    assert 0 == solve(position, goal, 1).count
    lenient = parse_position(UNPAID.replace("s3.4", "s3.4~o.goal.scored.completed_suffices"))
    assert 0 < solve(lenient, goal, 1).count


def test_its_order_is_no_part_of_a_puzzle() -> None:
    turned = puzzle("two-goals.road.3.x.1.city.4.x.1")
    assert (BRIDGE.id, BRIDGE.code) == (turned.id, turned.code)


def test_it_may_be_made_of_goals_of_the_checklist() -> None:
    goal = parse_goal("two-goals.road-5-3c.city-16")
    document = {"id": goal.id, "kind": "two-goals", "parts": ["road-5-3c", "city-16"]}
    assert document == goal_to_json(goal)
    assert goal == goal_from_json(document)


@pytest.mark.parametrize(
    ("word", "error"),
    [
        ("two-goals.total-40.road-10", Illegal),
        ("two-goals.road-10", Malformed),
        ("two-goals.3.x.0", Malformed),
        ("road.road-10.city-16", Malformed),
        ("two-goals.two-goals.road-10.city-16.road-10", Malformed),
    ],
)
def test_what_is_no_such_goal_is_refused(word: str, error: type[Exception]) -> None:
    with pytest.raises(error):
        parse_goal(word)


def test_it_takes_two_goals_and_no_bounds() -> None:
    road = parse_goal("road-10")
    for parts in ((), (road,), (road, road, road)):
        with pytest.raises(Illegal, match="made of"):
            Goal("mine", "two-goals", parts=parts)
    with pytest.raises(Illegal, match="no number"):
        Goal("mine", "two-goals", at_least=1, parts=(road, parse_goal("city-16")))
    with pytest.raises(Illegal, match="made of 1 goals"):
        Goal("mine", "road", parts=(road,))


def test_a_player_sees_how_many_of_them_a_turn_met() -> None:
    def sentence(goal: str) -> str:
        return try_turns(puzzle(goal), ONLY_LINE.split("~")).closeness.sentence

    expected = "The best turn has met 1 of the 2 goals."
    assert expected == sentence("two-goals.road.3.x.1.city.9.x.1")
    assert "No turn has met either goal." == sentence("two-goals.road.9.x.1.city.9.x.1")


def test_the_service_takes_a_wish_for_it() -> None:
    request = {"id": "both", "kind": "two-goals", "parts": ["road-10", "city-16"]}
    assert ("road-10", "city-16") == tuple(
        part.id for part in wish_of({"goal": request, "tiles": 4}).given.goal.parts
    )
