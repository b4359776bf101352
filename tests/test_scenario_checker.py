"""The checker: keys that differ or cannot answer, bad claims, and the shapes by another way."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from tests.oracle import Oracle
from verifier.carcassonne.engine.solo import Engine
from verifier.carcassonne.solo.claims import (
    DRAWING,
    END,
    ORDERS,
    OUTCOME,
    SHAPE,
    TABLE,
    scenario_from_json,
)
from verifier.carcassonne.solo.goals import Goal
from verifier.carcassonne.solo.key import FinalScoring, Scores, StateAfterTurn
from verifier.carcassonne.solo.keyring import Keyring
from verifier.carcassonne.solo.position import Position
from verifier.carcassonne.solo.rule_set import SOLO, RuleSet
from verifier.carcassonne.solo.shapes import shapes
from verifier.carcassonne.solo.turn import Outcome, Record
from verifier.carcassonne.table.cells import STEPS, Cell
from verifier.carcassonne.table.faults import Violation
from verifier.carcassonne.tiles import Orientation
from verifier.errors import Illegal, Malformed, Undecided
from verifier.verdict import EXIT_CODES, gravest

ROAD = "s3.4~W0.-1.0.E1~D0.0.0~p1.2.3~h3.4.4~t2~n.A.~u22.22.23"


def scenario(*claims: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {
        "id": "MY-1",
        "title": "A road of three is completed.",
        "rules": ["SOLO-SCORE-5"],
        "source": "a test",
        "authority": "ours",
        "position": ROAD,
        "claims": list(claims),
        **more,
    }


SCORES = {"claim": "outcome", "turn": "A1.1.0.M", "is": {"scores": [4, 2, 3]}}


@dataclass(frozen=True)
class Forgetful(Oracle):
    """Forgets that meeples can be placed on monasteries, allows everything, wastes meeples."""

    name: str = "forgetful"

    def outcomes(self, position: Position) -> frozenset[Outcome]:
        found = super().outcomes(position)
        return frozenset(o for o in found if o.turn is None or o.turn.claim != "M")

    def violations(self, record: Record) -> tuple[Violation, ...]:
        return () if record.turns else super().violations(record)

    def final_scoring(self, _: RuleSet) -> FinalScoring:
        return lambda scores, _: (scores, min(scores))


class Hasty(Engine):
    """Takes a goal for reached that is not, and a colour's score for a point more."""

    name = "hasty"

    def reached(self, goal: Goal, outcome: Outcome) -> bool:
        return goal.kind == "road" or super().reached(goal, outcome)

    def final_scoring(self, rules: RuleSet) -> FinalScoring:
        def end(scores: Scores, meeples: Scores) -> tuple[Scores, int]:
            final, result = own(scores, meeples)
            return final, result + 1

        own = super().final_scoring(rules)
        return end

    def course(self, record: Record) -> tuple[StateAfterTurn, ...]:
        return tuple(
            each._replace(scores=(each.scores[0] + 1, *each.scores[1:]))
            for each in super().course(record)
        )


@dataclass(frozen=True)
class Speechless(Oracle):
    """Cannot answer anything about outcomes."""

    name: str = "speechless"

    def outcomes(self, position: Position) -> frozenset[Outcome]:
        raise Undecided(f"too many tiles: {len(position.placements)}")


@dataclass(frozen=True)
class Shifted(Oracle):
    """Answers for other scores than those asked about."""

    name: str = "shifted"

    def outcomes_for_scores(
        self, position: Position, scores: Iterable[Scores]
    ) -> Iterator[tuple[Scores, frozenset[Outcome]]]:
        for found in super().outcomes_for_scores(position, scores):
            yield (found[0][::-1], found[1])


TURN = {"colour": 1, "tile": "U", "rotation": 0, "x": 1, "y": 0}
RECORD = {
    "rules": {"colours": 3, "meeples": 4},
    "piles": [{"known": "U", "hidden": 23}, {"hidden": 24}, {"hidden": 23}],
    "turns": [TURN],
}


@pytest.mark.parametrize(
    "claim",
    [
        SCORES,
        {"claim": "some", "holds": ["=", ["claim"], "E"]},
        {"claim": "every", "scores": {"box": [[1, 2], [2, 3], [3, 4]]}, "holds": True},
        {"claim": "record", "breaks": "SOLO-MEEPLE-1", "turn": 1, "record": RECORD},
        {
            "claim": "every",
            "over": "ends",
            "scores": [1, 2, 3],
            "meeples": [1, 0, 0],
            "holds": ["=", ["result"], 2],
        },
    ],
    ids=["outcome", "some", "box", "record", "ends"],
)
def test_keys_that_differ_are_reported_whatever_the_claim(claim: dict[str, Any]) -> None:
    verdict = Keyring([Engine(), Forgetful()]).check(scenario_from_json(scenario(claim)))
    assert "keys disagree" == verdict.answer
    assert "forgetful" in verdict.claims[0].verdict.why


def test_a_key_that_answers_another_question_disagrees() -> None:
    claim = {"claim": "every", "scores": {"box": [[1, 2], [2, 3], [3, 4]]}, "holds": True}
    verdict = Keyring([Engine(), Shifted()]).check(scenario_from_json(scenario(claim)))
    assert "keys disagree" == verdict.answer


def test_a_key_that_cannot_answer_leaves_the_claim_undecided_and_is_named() -> None:
    verdict = Keyring([Engine(), Speechless()]).check(scenario_from_json(scenario(SCORES)))
    assert ("undecided", ("engine",)) == (verdict.answer, verdict.keys)
    (report,) = [r for r in verdict.claims[0].verdict.keys if r.trouble]
    assert ("speechless", "too many tiles: 2") == (report.key, report.trouble)


def test_a_verdict_names_the_keys_and_what_they_examined() -> None:
    verdict = Keyring([Engine(), Oracle()]).check(scenario_from_json(scenario(SCORES)))
    assert ("holds", ("engine", "oracle"), 17) == (verdict.answer, verdict.keys, verdict.examined)


def test_a_claim_about_nothing_is_violated() -> None:
    for kind in ("every", "no"):
        claim = {"claim": kind, "where": ["=", ["tile"], "X"], "holds": True}
        verdict = Keyring([Engine()]).check(scenario_from_json(scenario(claim)))
        assert "violated" == verdict.answer


@pytest.mark.parametrize(
    ("claim", "where", "message"),
    [
        ({"claim": "every", "holds": ["gian", 1]}, "/claims/0/holds/0", "did you mean gain"),
        ({"claim": "every", "holds": ["gain", 1]}, "/claims/0/holds", "expected a truth"),
        ({"claim": "every", "holds": ["=", ["gain", 7], 3]}, "/claims/0/holds/1/1", "a colour"),
        ({"claim": "every", "holds": ["=", ["gain", 1], "3"]}, "/claims/0/holds", "compares"),
        ({"claim": "every", "holds": ["and", 1]}, "/claims/0/holds/1", "truths"),
        ({"claim": "every", "holds": ["not"]}, "/claims/0/holds", "0 arguments"),
        ({"claim": "every", "holds": ["over", 1]}, "/claims/0/holds", "takes 0 arguments"),
        ({"claim": "every", "holds": []}, "/claims/0/holds", "not an expression"),
        ({"claim": "every", "holds": ["<", "a", "b"]}, "/claims/0/holds/1", "numbers"),
        ({"claim": "every", "holds": ["=", 1]}, "/claims/0/holds", "two values"),
        ({"claim": "every", "holds": ["=", ["-", 1], 1]}, "/claims/0/holds/1", "1 arguments"),
        ({"claim": "every", "holds": ["in", 1, 2]}, "/claims/0/holds", "a list"),
        ({"claim": "every", "holds": ["=", ["length", 1], 1]}, "/claims/0/holds/1", "one list"),
        ({"claim": "every", "holds": ["goal", "road-11"]}, "/claims/0/holds/1", "a goal"),
        (
            {"claim": "every", "over": "tables", "holds": ["some"]},
            "/claims/0/holds",
            "one condition on an outcome",
        ),
        ({"claim": "every"}, "/claims/0", "holds"),
        ({"claim": "always", "holds": True}, "/claims/0/claim", "always"),
        ({"claim": "outcome", "is": {"over": True}}, "/claims/0", "names its turn"),
        ({"claim": "record"}, "/claims/0", "there is none"),
        ({"claim": "outcome", "turn": "Z0.1.0.-", "is": {"over": True}}, "/claims/0/turn", "Z0"),
        (
            {
                "claim": "every",
                "over": "ends",
                "scores": [1, 2, 3],
                "meeples": [1] * 4,
                "holds": True,
            },
            "/claims/0",
            "different colours",
        ),
        ({"claim": "position", "breaks": "SOLO-X-1"}, "/claims/0/breaks", "SOLO-X-1"),
        ({"claim": "every", "at": 3, "holds": True}, "/claims/0", "a position or a record"),
    ],
)
def test_a_claim_that_cannot_be_read_is_refused_with_its_place(
    claim: dict[str, Any], where: str, message: str
) -> None:
    with pytest.raises(Malformed) as refusal:
        scenario_from_json(scenario(claim), "'my.json'")
    assert f"'my.json' {where}" == refusal.value.where
    assert message in refusal.value.message


def test_an_unknown_rule_and_a_missing_turn_are_refused() -> None:
    with pytest.raises(Malformed, match="SOLO-SCORE-99") as refusal:
        scenario_from_json(scenario(SCORES, rules=["SOLO-SCORE-99"]))
    assert "/rules/0" == refusal.value.where
    with pytest.raises(Malformed, match="turn 2 of a record of 1 turns"):
        scenario_from_json(scenario({"claim": "every", "at": 2, "holds": True}, record=RECORD))


def test_a_table_that_is_not_valid_is_refused_with_its_rule() -> None:
    broken = ROAD.replace("h3.4.4", "h4.4.4")
    claim = {"claim": "some", "holds": True, "position": broken}
    with pytest.raises(Illegal) as refusal:
        Keyring([Engine()]).check(scenario_from_json(scenario(claim)))
    assert ("SOLO-SETUP-3", "/claims/0 /supplies/0") == (refusal.value.rule, refusal.value.where)


def test_a_record_that_cannot_be_played_is_refused() -> None:
    record = RECORD | {"turns": [TURN, TURN | {"colour": 2, "x": 2}]}
    document = scenario({"claim": "some", "holds": True}, record=record)
    del document["position"]
    with pytest.raises(Illegal, match="turn 1 of the record cannot be played"):
        Keyring([Engine()]).check(scenario_from_json(document))


def test_answers_have_the_exit_codes_of_the_program() -> None:
    assert {"holds": 0, "violated": 1, "undecided": 4, "keys disagree": 5} == EXIT_CODES
    assert "keys disagree" == gravest(["violated", "keys disagree", "holds", "undecided"])
    assert "violated" == gravest(["undecided", "violated"])


# Shapes by another way: all drawings on all three cells in a row or a corner, tried out.

_BENDS: tuple[tuple[Cell, Cell, Cell], ...] = (
    ((0, 0), (1, 0), (2, 0)),
    ((0, 0), (0, 1), (0, 2)),
    ((0, 0), (1, 0), (0, 1)),
    ((0, 0), (1, 0), (1, 1)),
    ((0, 0), (0, 1), (1, 1)),
    ((1, 0), (0, 1), (1, 1)),
)


def _joined(table: dict[Cell, Orientation], kind: str) -> int:
    """How many complete features of the kind lie on all tiles of the table."""
    parts = {(c, s) for c, drawing in table.items() for s in drawing.segments if s.kind == kind}
    complete = 0
    while parts:
        todo, feature, closed = [parts.pop()], set(), True
        while todo:
            cell, segment = todo.pop()
            feature.add((cell, segment))
            for edge in segment.edges:
                there = (cell[0] + STEPS[edge][0], cell[1] + STEPS[edge][1])
                other = table[there].segment_at((edge + 2) % 4) if there in table else None
                closed = closed and other is not None
                if other is not None and (there, other) in parts:
                    parts.discard((there, other))
                    todo.append((there, other))
        complete += closed and {cell for cell, _ in feature} == set(table)
    return complete


def _fits(table: dict[Cell, Orientation], cell: Cell, drawing: Orientation) -> bool:
    for edge, (east, north) in enumerate(STEPS):
        there = (cell[0] + east, cell[1] + north)
        if there in table and table[there].terrain[(edge + 2) % 4] != drawing.terrain[edge]:
            return False
    return True


@pytest.mark.parametrize("kind", ["road", "city"])
def test_shapes_of_three_tiles_are_those_found_by_trying_everything(kind: Any) -> None:
    sheet = SOLO.sheet
    drawings = [
        k.orientations[r]
        for k in sheet.kinds
        for r in k.rotations
        if kind in k.orientations[0].terrain
    ]
    expected = 0
    for one, two, three in _BENDS:
        for first, second in product(drawings, repeat=2):
            if not _fits({one: first}, two, second):
                continue
            for third in drawings:
                table = {one: first, two: second}
                if not _fits(table, three, third):
                    continue
                kinds = [first.id, second.id, third.id]
                if all(kinds.count(tile) <= sheet.counts()[tile] for tile in kinds):
                    expected += _joined({**table, three: third}, kind)
    assert expected == sum(shape.tiles == 3 for shape in shapes(SOLO.sheets, kind, 3))


def test_orders_of_final_scoring_keep_the_scores_of_colours_without_meeples() -> None:
    for how in ORDERS.values():
        for scores in product(range(3), repeat=3):
            assert frozenset({scores}) == how(scores, (0, 0, 0))
            assert all(end[1:] == scores[1:] for end in how(scores, (2, 0, 0)))


RECORD = {
    "rules": {"colours": 3, "meeples": 4},
    "piles": [{"known": "U", "hidden": 23}, {"hidden": 24}, {"hidden": 23}],
    "turns": [
        {"colour": 1, "tile": "U", "rotation": 0, "x": 1, "y": 0, "meeples": [{"segment": "E"}]}
    ],
}


@pytest.mark.parametrize(
    ("claim", "message"),
    [
        ({**SCORES, "is": {"goals": []}}, "reaches road-10: engine False, hasty True"),
        ({"claim": "no", "holds": ["goal", "road-5-3c"]}, "reaches road-5-3c"),
        (
            {"claim": "every", "over": "ends", "scores": [1, 2, 3], "meeples": [0, 0, 0]}
            | {"holds": ["=", ["result"], 1]},
            "of 1/2/3 with meeples 0/0/0: engine 1/2/3 and 1, hasty 1/2/3 and 2",
        ),
        ({"claim": "record", "record": RECORD}, "after turn 1: engine"),
    ],
    ids=["goals of a turn", "a goal", "result", "record"],
)
def test_each_key_has_its_own_word_on_goals_results_and_games(
    claim: dict[str, Any], message: str
) -> None:
    (judged,) = Keyring([Engine(), Hasty()]).check(scenario_from_json(scenario(claim))).claims
    assert "keys disagree" == judged.verdict.answer
    assert message in judged.verdict.why


def test_a_claim_may_not_leave_open_which_outcome_it_means() -> None:
    both = (
        "s3.4~U0.-1.1~U0.1.1~U0.2.1~B0.0.0.M1~B0.1.0.M2~E3.-1.0~E1.2.0~U0.-1.-1~U0.0.-1~U0.1.-1"
        "~U0.2.-1~p1.2.3~h3.3.4~t3~n..U~u5.5.5"
    )
    open_order = {"claim": "outcome", "turn": "U0.0.1.E", "is": {"over": False}, "position": both}
    with pytest.raises(ValueError, match="leaves the scoring order open"):
        Keyring([Engine()]).check(scenario_from_json(scenario(open_order)))


def test_outcomes_stay_as_they_are_when_scores_are_replaced() -> None:
    claim = {"claim": "set", "of": ["list", ["before", 1], ["claim"]], "scores": [9, 9, 9]}
    document = scenario({**claim, "where": ["=", ["cell"], "1.0"], "equals": [[9, "M"]]})
    assert "holds" == Keyring([Engine(), Oracle()]).check(scenario_from_json(document)).answer


def test_every_word_of_the_claim_language_is_explained() -> None:
    page = (Path(__file__).parents[1] / "docs" / "scenarios.md").read_text("utf-8")
    named = {word for code in page.split("`")[1::2] for word in code.split()}
    scopes = (TABLE, OUTCOME, END, DRAWING, SHAPE)
    words = {word for scope in scopes for word in scope.words} | set(ORDERS)
    assert set() == words - named
