"""The cases that ship: made from what is there now, and answered alike by keys and oracle."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from typing import Any

import pytest

from tests import conformance
from tests.oracle import ORACLE
from tests.perft_oracle import perft as naive_perft
from verifier.carcassonne.engine.solo import Engine
from verifier.carcassonne.model.solo.key import Model
from verifier.carcassonne.solo.catalogue import CATALOGUE
from verifier.carcassonne.solo.claims import ShapeDomain, suite
from verifier.carcassonne.solo.codec import position_from_json
from verifier.carcassonne.solo.conformance import (
    AREAS,
    BOXES,
    OPTIONS,
    Case,
    case_to_json,
    cases,
    count_by_area,
    judge,
    spelt_out,
    verdict,
)
from verifier.carcassonne.solo.conformance.answers import answer, leaves, leaves_by_perft, reply
from verifier.carcassonne.solo.key import Key
from verifier.carcassonne.solo.notation import parse_turn
from verifier.claims.records_and_positions import ValidityClaim
from verifier.documents import schemas, validation
from verifier.errors import Ambiguous

SAMPLE = 25
"""The normal run puts every so many-th case to each key; the slow one puts all."""

SHALLOW, DEEP = 1_000, 50_000
"""How many lines of play the naive programs count in the normal and in the slow run."""


@pytest.fixture(scope="module")
def model() -> Iterator[Key]:
    with closing(Model()) as made:
        yield made


def answered_alike(key: Key, chosen: tuple[Case, ...]) -> None:
    for case in chosen:
        found = answer_by(key, case)
        if found is not None:
            validation.validate("engine-answer", {"id": 0, **found})
            assert "" == judge(case, found).why, case.id


def answer_by(key: Key, case: Case) -> dict[str, Any] | None:
    """Return the answer; None for the oracle, where which outcome an order gives is the question.

    It lists outcomes, but cannot be asked for those of one order.
    """
    count = leaves_by_perft if key.name == "engine" else leaves
    found = reply(case.request, key, count)
    if key is ORACLE and "cannot" in found and len(parse_turn(case.request["turn"]).order) > 1:
        return None
    return found


def sample_of(area: str, step: int, most_leaves: int) -> tuple[Case, ...]:
    """Return every so many-th case of the area, without counts that take too long."""
    found = [case for case in cases() if case.area == area]
    return tuple(c for c in found[::step] if sum(c.answer.get("leaves", [])) <= most_leaves)


@pytest.mark.parametrize("area", AREAS)
@pytest.mark.parametrize("name", ["engine", "model", "oracle"])
def test_a_sample_of_the_cases_is_answered_alike(name: str, area: str, model: Key) -> None:
    key = {"engine": Engine(), "model": model, "oracle": ORACLE}[name]
    step = 1 if area == "count" else SAMPLE
    chosen = sample_of(area, step, 70 if name == "model" else SHALLOW)
    assert chosen
    answered_alike(key, chosen)


@pytest.mark.slow
@pytest.mark.parametrize("area", AREAS)
@pytest.mark.parametrize("name", ["engine", "model", "oracle"])
def test_every_case_is_answered_alike(name: str, area: str, model: Key) -> None:
    key = {"engine": Engine(), "model": model, "oracle": ORACLE}[name]
    most = {"engine": 10**9, "model": SHALLOW, "oracle": DEEP}[name]
    answered_alike(key, sample_of(area, 1, most))


@pytest.mark.slow
def test_the_cases_are_those_that_are_made_from_scenarios_games_and_rows() -> None:
    for area, entries in conformance.derived().items():
        path = conformance.DATA / f"{area}.json"
        assert conformance.text_of(entries) == path.read_text(encoding="utf-8"), path.name


def test_every_scenario_that_can_be_asked_about_has_cases() -> None:
    sources = {case.id.partition("/")[0] for case in cases()}
    shared = {rule_id for case in cases() for rule_id in case.rules}
    for scenario in suite():
        contents = [claim.content for claim in scenario.claims]
        members = [getattr(content, "members", content) for content in contents]
        askable = [
            m for m in members if m is not None and not isinstance(m, ShapeDomain | ValidityClaim)
        ]
        if askable and scenario.id not in sources:
            # Its tables are those of another scenario, which names its rules, too.
            assert set(scenario.rules) <= shared, scenario.id


def test_cases_follow_their_schemas() -> None:
    for case in cases()[::SAMPLE]:
        validation.validate("case", case_to_json(case))
        validation.validate("engine-request", {"id": 1, **case.request})
        parts = {part: value for part, value in case.answer.items() if part != "rule"}
        validation.validate("engine-answer", {"id": 1, **parts})


def test_every_case_names_rules_of_the_catalogue_and_has_a_name_of_its_own() -> None:
    assert len(cases()) == len({case.id for case in cases()})
    assert [] == [
        name for case in cases() for name in case.rules if CATALOGUE.rule(name).id != name
    ]
    for case in cases():
        _, area, _ = case.id.split("/")
        assert area == case.area
        assert case.request["ask"] == area or area in ("reason", BOXES)


def test_the_areas_are_those_of_the_schemas() -> None:
    can = schemas.schema("engine-answer")["properties"]["can"]["items"]["enum"]
    assert [*AREAS, OPTIONS] == can
    assert list(AREAS) == schemas.schema("case")["properties"]["area"]["enum"]


def counted(most_leaves: int) -> Iterator[tuple[Case, tuple[str, ...]]]:
    """Yield the cases of the area with their rows, if they have no more than so many lines."""
    for case in sample_of("count", 1, most_leaves):
        (pile,) = position_from_json(case.request["position"]).piles
        yield case, pile.known


def test_naive_counts_are_the_same_and_no_scoring_order_makes_a_difference() -> None:
    for case, row in counted(1_000):
        position = position_from_json(case.request["position"])
        naive = naive_perft(row, case.request["depth"], position)
        assert case.answer["leaves"][-1] == naive.leaves == naive.all_orders, case.id


@pytest.mark.slow
def test_deep_naive_counts_are_the_same_and_no_scoring_order_makes_a_difference() -> None:
    for case, row in counted(200_000):
        position = position_from_json(case.request["position"])
        naive = naive_perft(row, case.request["depth"], position)
        assert case.answer["leaves"][-1] == naive.leaves == naive.all_orders, case.id


def test_walking_counts_what_perft_counts() -> None:
    position = position_from_json(next(counted(500))[0].request["position"])
    assert list(leaves_by_perft(Engine(), position, 3)) == leaves(Engine(), position, 3)


# --- what the suite finds out -------------------------------------------------------------------

WITNESSES = {
    ("result.offset", "subtract_own_start"): "EC-O-05/play/1",
    ("start.spaces", "0-1-2"): "EX-SETUP-2/position/2",
    ("tile.unplaceable", "redraw_next_pile"): "EC-P-01/turns/1",
    ("tile.unplaceable", "skip_turn"): "EC-P-01/turns/1",
    ("tile.unplaceable", "end_game"): "EC-P-01/turns/1",
    ("pile.empty", "borrow_next_pile"): "EC-P-06/play/1",
    ("pile.empty", "end_game"): "EC-P-06/turns/1",
    ("end.rescue", "yes"): "EC-O-07/play/1",
    ("place.free", "must_allow_meeple"): "EC-O-01/turns/1",
    ("score.soleMajority", "any_present_lowest"): "EX-SCORE-2/play/18",
    ("score.soleMajority", "never"): "EX-BASE-4/play/2",
    ("score.qualifier", "any_present"): "EC-S-10/play/1",
    ("score.optional", "yes"): "EC-O-03/play/1",
    ("final.unit", "colour"): "EC-O-05/play/1",
    ("goal.worth", "sum_over_colours"): "EC-L-06/goals/1",
    ("goal.scored", "completed_suffices"): "EC-L-02/goals/1",
    ("goal.colours", "present"): "EC-L-05/goals/1",
    ("goal.count", "exactly"): "EC-L-04/goals/1",
    ("goal.monastery", "completed"): "EC-L-14/goals/1",
    ("goal.allTiles", "all_placed"): "EC-P-06/goals/1",
    ("goal.total", "sum"): "EC-E-05/goals/1",
    ("city.two", "2"): "EC-O-03/play/1",
}
"""For every other reading of the rules a case that an engine fails which plays by it."""

BESIDE = {("goal.colours", "majority"): ("EC-L-05/goals/4", "goal.scored", "completed_suffices")}
"""Readings that need another one beside them: where points are due all of the majority score."""


OF_BOXES = {
    ("box.pileOrder", "seat"): "EC-B-44/boxes/5",
    ("box.large", "instead"): "EC-B-30/boxes/1",
    ("box.riverUnplaceable", "remove"): "BOX-RIVER-18/boxes/3",
    ("box.riverStart", "pile"): "EC-B-44/boxes/10",
}
"""The same of questions that only other boxes and large meeples pose."""


def test_every_other_reading_of_the_rules_has_a_witness() -> None:
    others = {(s.key, v) for s in CATALOGUE.switches for v in s.values if v != s.default}
    assert others == set(WITNESSES) | set(BESIDE) | set(OF_BOXES)


@pytest.mark.parametrize(("key", "value"), WITNESSES | OF_BOXES)
def test_an_engine_that_plays_by_another_reading_is_found_out(key: str, value: str) -> None:
    (case,) = [case for case in cases() if case.id == (WITNESSES | OF_BOXES)[key, value]]
    assert OPTIONS not in case.needs
    assert "failed" == ruling(case, {key: value})


@pytest.mark.parametrize(("key", "value"), BESIDE)
def test_an_engine_that_plays_by_another_reading_beside_one_is_found_out(
    key: str, value: str
) -> None:
    name, other_key, other_value = BESIDE[key, value]
    (case,) = [case for case in cases() if case.id == name]
    assert {other_key: other_value} == case.request["position"]["rules"]["switches"]
    assert "passed" == ruling(case, {other_key: other_value})
    assert "failed" == ruling(case, {other_key: other_value, key: value})


def ruling(case: Case, switches: dict[str, str]) -> str:
    """Return what is ruled of an engine that answers the case by these switches."""
    name = "record" if "record" in case.request else "position"
    request = case.request | {name: _by(case.request[name], switches)}
    return judge(case, reply(request, Engine())).ruling


def _by(document: dict[str, Any], switches: dict[str, str]) -> dict[str, Any]:
    """Return a position or a record by these switches."""
    if "start" in document:
        return document | {"start": _by(document["start"], switches)}
    return document | {"rules": document["rules"] | {"switches": switches}}


# --- judging ------------------------------------------------------------------------------------


def a_case(area: str, expected: dict[str, Any]) -> Case:
    return Case("X/play/1", area, ("SOLO-SCORE-6",), "about", {}, expected)


@pytest.mark.parametrize(
    ("expected", "answered", "why"),
    [
        ({"scores": [1, 2, 3]}, {"scores": [1, 2, 3], "over": False}, ""),
        ({"scores": [1, 2]}, {"scores": [2, 1]}, "scores: expected [1, 2], answered [2, 1]"),
        ({"legal": True}, {}, "legal: expected True, not answered"),
        ({"turns": ["U0.1.0.E"]}, {"turns": ["U2.1.0.W", "U0.1.0.E"]}, ""),
        (
            {"turns": ["U0.1.0.E"]},
            {"turns": ["none"]},
            "turns lacking: U0.1.0.E; turns too many: none",
        ),
        ({"meeples": ["0.0.E1", "1.0.M2"]}, {"meeples": ["1.0.M2", "0.0.E1"]}, ""),
        ({"goals": ["road-10"]}, {"goals": []}, "goals lacking: road-10"),
        ({"rule": ["A-1", "B-1"]}, {"rule": "B-1"}, ""),
        ({"rule": ["A-1", "B-1"]}, {"rule": "C-1"}, "rule: expected A-1 or B-1, answered C-1"),
        ({"leaves": [4]}, {"error": "oh"}, "the engine met an error: oh"),
    ],
)
def test_an_answer_is_compared_part_by_part(
    expected: dict[str, Any], answered: dict[str, Any], why: str
) -> None:
    judged = judge(a_case("play", expected), answered)
    assert (why, "failed" if why else "passed") == (judged.why, judged.ruling)


def test_what_an_engine_cannot_is_skipped_and_passes_nothing() -> None:
    judged = judge(a_case("play", {"legal": True}), {"cannot": "no"})
    assert "skipped" == judged.ruling
    assert "undecided" == verdict([judged])
    assert {"play": {"skipped": 1}} == count_by_area([judged])


def test_representatives_show_every_order_of_the_colours_once() -> None:
    box = tuple((a, b) for a in range(1, 4) for b in range(1, 4))
    assert ((1, 1), (1, 2), (2, 1)) == conformance.representatives(box)


def test_points_that_may_be_declined_have_no_one_answer() -> None:
    optional = "s3.4~o.score.optional.yes~W0.-1.0.E1~D0.0.0~p1.2.3~h3.4.4~t2~n.A."
    request = {"ask": "play", "position": optional, "turn": "A1.1.0.M.W"}
    with pytest.raises(Ambiguous):
        answer(spelt_out(request), Engine())
