"""The model's goals against the one goal predicate, under every reading of AMB-13 to AMB-19."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests import strategies
from tests.naive_goals import reached
from verifier.carcassonne.model.solo.constant_reading import RecordReading
from verifier.carcassonne.model.solo.draws import Draw
from verifier.carcassonne.model.solo.key import Model, next_draw
from verifier.carcassonne.model.solo.rules import goals as goals_module
from verifier.carcassonne.model.solo.rules.game import play
from verifier.carcassonne.model.solo.rules.state import begin
from verifier.carcassonne.solo.catalogue import CATALOGUE
from verifier.carcassonne.solo.goals import Goal, goal_kinds
from verifier.carcassonne.solo.notation import parse_position
from verifier.carcassonne.solo.position import Position
from verifier.carcassonne.solo.turn import Outcome, as_recorded
from verifier.constraints.builder import FALSE, TRUE, Builder

ALL_KINDS = tuple(goal_kinds())
SETTINGS = settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck))

READINGS = [
    each for each in CATALOGUE.switches if each.key.startswith(("goal.", "result.", "score."))
]


@pytest.fixture(scope="module")
def model() -> Iterator[Model]:
    made = Model()
    yield made
    made.close()


@st.composite
def goals(draw: st.DrawFn, kinds: Iterable[str] = ALL_KINDS) -> Goal:
    """Goals modest enough to be met now and then."""
    kind = draw(st.sampled_from(list(kinds)))
    if goal_kinds()[kind].parts:
        part = goals(goal_kinds()[kind].parts)
        return Goal("any", kind, parts=(draw(part), draw(part)))
    if not goal_kinds()[kind].bounds:
        return Goal("any", kind)
    low = draw(st.integers(0, 9))
    bounded = st.one_of(st.none(), st.integers(low, low + 6))
    high = draw(st.none() if goal_kinds()[kind].greatest else bounded)
    colours = draw(st.integers(0, 3)) if goal_kinds()[kind].colours else 0
    return Goal("any", kind, low, high, colours)


@st.composite
def tables(draw: st.DrawFn) -> Position:
    """Positions of games, under some readings."""
    position = draw(strategies.positions())
    choices = {each.key: draw(st.sampled_from(each.values)) for each in READINGS}
    return replace(position, rules=position.rules.with_switches(choices))


def folds_to(position: Position, drawn: Draw, outcome: Outcome, goal: Goal) -> bool:
    """Return whether the turn meets the goal as the rules fold; nothing is declined in it."""
    assert outcome.turn is not None
    game = begin(position, Builder())
    play(game, drawn, RecordReading(as_recorded(outcome.turn, drawn.colour)))
    literal = goals_module.met(game, goal)
    assert literal in (TRUE, FALSE)
    return literal == TRUE


def nothing_declined(outcome: Outcome, outcomes: frozenset[Outcome]) -> bool:
    """Return whether no other outcome of the same turn brings points to more features."""

    def paid(each: Outcome) -> int:
        return sum(bool(scoring.colours) for scoring in each.scorings)

    return all(paid(other) <= paid(outcome) for other in outcomes if other.turn == outcome.turn)


@SETTINGS
@given(position=tables(), goal=goals())
def test_a_turn_meets_a_goal_as_the_predicate_says(
    model: Model, position: Position, goal: Goal
) -> None:
    outcomes = model.outcomes(position)
    drawn = None if position.over else next_draw(position)
    for outcome in outcomes:
        if isinstance(drawn, Draw) and nothing_declined(outcome, outcomes):
            expected = reached(goal, outcome)
            place = replace(position, discards=position.discards + drawn.discards)
            assert expected == folds_to(place, replace(drawn, discards=()), outcome, goal)


@SETTINGS
@given(position=tables(), goal=goals())
def test_a_goal_is_found_in_one_turn_iff_an_outcome_reaches_it(
    model: Model, position: Position, goal: Goal
) -> None:
    outcomes = model.outcomes(position)
    if position.over or any(each.discards or each.turn is None for each in outcomes):
        return
    expected = any(reached(goal, outcome) for outcome in outcomes)
    answer = model.decide(position, 1, goal)
    assert {True: "found", False: "impossible"}[expected] == answer.verdict


LAST_TILE = "s3.4~{switches}D0.0.0~p1.2.3~h4.4.4~t1~nU.."


@pytest.mark.parametrize(
    ("switches", "total"),
    [
        # Red alone has a meeple on a tile: final 3, 2, 3.
        ("", 2),
        ("o.goal.total.sum~", 8),
        ("o.result.offset.subtract_own_start~", 0),
        ("o.goal.total.sum~o.result.offset.subtract_own_start~", 2),
    ],
)
def test_a_total_is_read_off_as_the_switches_say(model: Model, switches: str, total: int) -> None:
    position = parse_position(LAST_TILE.format(switches=switches))
    for low, verdict in ((total, "found"), (total + 1, "impossible")):
        goal = Goal("any", "total", low)
        assert verdict == model.decide(position, 1, goal).verdict
        outcomes = model.outcomes(position)
        assert (verdict == "found") == any(reached(goal, outcome) for outcome in outcomes)
