"""The rules with which a page plays on alone, with other boxes and large meeples."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from typing import Any

import pytest

from meepleproof.service.pages.layout import assets
from meepleproof.service.pages.solo.free_games import free_table
from meepleproof.service.play.solo.document import goal_whole
from meepleproof.service.play.solo.free import Game, deal, play_on
from meepleproof.service.play.solo.starts import game_start, undealt_games
from tests.boxes_dealt import crowded_river, game, mixture
from tests.deno import by_script, needs_deno
from tests.test_scripts_solo_rules import ASKED, comparable, some_line, within_reach
from tests.test_service_free_boxes import VECTORS, rules_of
from verifier.carcassonne.engine.solo import Engine
from verifier.carcassonne.engine.solo.search import MOST_SEED
from verifier.carcassonne.solo.codec import position_to_json
from verifier.carcassonne.solo.conformance import BOXES as BOXES_AREA
from verifier.carcassonne.solo.conformance import cases, judge
from verifier.carcassonne.solo.goals import checklist
from verifier.carcassonne.solo.notation import beside_text, line_text, parse_line
from verifier.carcassonne.solo.position import Position
from verifier.carcassonne.solo.rule_set import BOXES, RuleSet
from verifier.carcassonne.solo.turn import Outcome
from verifier.documents.strict_json import Document
from verifier.documents.validation import validate

pytestmark = needs_deno

MOST_CASES = 500
"""Fewer than the area has about turns."""

TURNS = 130
"""More than any game has."""


def answered(asked: list[Document]) -> list[Any]:
    """Return what the scripts answer to each request, or the table they make of a start."""
    goals = [goal_whole(goal) for goal in checklist().values()]
    sheet = json.loads(assets()["solo-boxes.json"].content)
    return by_script("solo_answers.js", [{"sheet": sheet, "goals": goals}, *asked])


# Dealing


def test_games_with_boxes_are_dealt_as_the_server_deals_them() -> None:
    chance = random.Random(1)
    rules = [replace(mixture(chance), switches=()) for _ in range(40)]
    rules += [RuleSet(large=True), RuleSet(4, boxes=("river",)), RuleSet(boxes=BOXES, large=True)]
    asked = [(chance.randint(0, MOST_SEED), each) for each in rules]
    given = [
        {
            "seed": seed,
            "colours": each.colours,
            "meeples": each.meeples,
            "with": beside_text(each),
        }
        for seed, each in asked
    ]
    starts = by_script("deal.js", [undealt_games((3, 4), range(3, 8)), *given])
    assert [game_start(deal(seed, each).start, seed) for seed, each in asked] == starts


# Turns


def shown(outcome: Outcome) -> Document:
    """Return what is compared of an outcome."""
    after = position_to_json(outcome.after)
    return {
        "turn": "none" if outcome.turn is None else str(outcome.turn),
        "scores": after["scores"],
        "supplies": after["supplies"],
        "large": after.get("large", []),
        "river": after.get("river", {"known": "", "hidden": 0}),
        "piles": after["piles"],
        "over": outcome.after.over,
        "final": outcome.final and list(outcome.final),
    }


def in_order(found: list[Document]) -> list[Document]:
    return sorted(found, key=json.dumps)


def compared(positions: list[Position]) -> None:
    engine = Engine()
    asked = [{"ask": "outcomes", "position": position_to_json(one)} for one in positions]
    for position, found in zip(positions, answered(asked), strict=True):
        expected = [shown(one) for one in engine.outcomes(position)]
        assert in_order(expected) == in_order(found), position


@pytest.mark.parametrize("seed", range(6))
def test_outcomes_in_games_with_boxes_are_those_of_the_engine(seed: int) -> None:
    compared([position for position, _ in game(seed, Engine().outcomes)][::3])


def test_crowded_rivers_are_drawn_as_the_engine_draws_them() -> None:
    compared([crowded_river(seed, Engine().outcomes) for seed in range(60)])


def test_every_case_with_boxes_about_turns_is_answered() -> None:
    asked = [case for case in cases() if case.area == BOXES_AREA and within_reach(case)]
    asked = [case for case in asked if case.request["ask"] in ASKED]
    assert len(asked) > MOST_CASES
    found = answered([case.request for case in asked])
    judged = [judge(case, each) for case, each in zip(asked, found, strict=True)]
    assert [] == [f"{one.case.id}: {one.why}" for one in judged if one.ruling != "passed"]


# Tables


@pytest.mark.parametrize(
    "rules",
    [
        RuleSet(boxes=("river", "ic"), large=True),
        RuleSet(4, 3, ("tb", "ks")),
        RuleSet(large=True),
        RuleSet(boxes=("river",)),
        RuleSet(boxes=BOXES, large=True),
    ],
    ids=str,
)
def test_tables_of_free_games_with_boxes_are_those_of_the_server(rules: RuleSet) -> None:
    started, asked = deal(1, rules), list[tuple[Document, Document]]()
    line = some_line(started.start, TURNS, random.Random(1), lasting=True)
    for turns in (0, 1, 5, 10, 11, 12, len(line) // 2, len(line) - 1, len(line)):
        told = free_table(play_on(started, line[:turns]), {"seed": "1", "with": beside_text(rules)})
        assert line_text(line[:turns]) == told["line"]
        validate("table", told)
        asked.append((game_start(started.start, 1), told))
    assert "over" == asked[-1][1]["end"]["kind"]
    tables = answered([{"start": start, "line": told["line"]} for start, told in asked])
    for (_, expected), actual in zip(asked, tables, strict=True):
        assert comparable(expected) == comparable(actual), expected["line"]


def test_whole_games_come_to_their_ends_as_on_the_server() -> None:
    asked, told = list[Document](), list[Document]()
    for vector in VECTORS:
        line = parse_line(vector["line"])
        started = deal(vector["seed"], rules_of(vector))
        for turns in (len(line) - 1, len(line)):
            query = {name: str(vector[name]) for name in ("seed", "colours", "meeples", "with")}
            told.append(free_table(play_on(started, line[:turns]), query))
            start = game_start(started.start, vector["seed"])
            asked.append({"start": start, "line": told[-1]["line"]})
    tables = answered(asked)
    assert [v["result"] for v in VECTORS] == [t["end"]["record"]["result"] for t in tables[1::2]]
    for expected, actual in zip(told, tables, strict=True):
        assert comparable(expected) == comparable(actual), expected["line"]


def test_a_river_among_tiles_is_shown_as_the_server_shows_it() -> None:
    asked, told = list[Document](), list[Document]()
    for seed in range(40):
        position = crowded_river(seed, Engine().outcomes)
        if position.over:
            continue
        asked.append({"start": game_start(position, 1), "line": ""})
        told.append(free_table(Game(position), {"seed": "1"}))
    for expected, actual in zip(told, answered(asked), strict=True):
        assert comparable(expected) == comparable(actual)
