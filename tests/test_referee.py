"""The engine's referee names the rule that a record breaks, and the turn."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from tests.builds import Build
from verifier.carcassonne.engine.solo import Engine
from verifier.carcassonne.model.solo.key import Model
from verifier.carcassonne.solo.letters import tiles_of
from verifier.carcassonne.solo.notation import parse_position
from verifier.carcassonne.solo.position import Meeple, Pile, Placement, Position, row, setup
from verifier.carcassonne.solo.rule_set import SOLO
from verifier.carcassonne.solo.turn import Record, RecordedMeeple, RecordedTurn

START = row(setup(), tiles_of("EUJ"))
CLOSED = parse_position("s3.4~D0.0.0~E2.0.1~A1.1.0~A3.-1.0~p1.2.3~h4.4.4~t1~nX")
CAP = RecordedTurn(0, "base/E", 2, 0, 1, (RecordedMeeple("S"),), ("S",))
ROAD = RecordedTurn(1, "base/U", 0, 1, 0, (RecordedMeeple("E"),))
THIRD_EXAMPLE = parse_position(
    "s3.4~V2.-2.0~D0.0.0~U0.1.0.E2~A1.2.0.M2~A0.-2.1.S1~E2.-1.1.S3~G1.0.1.N1~p1.2.3~h2.2.3~t1~nL"
)
CLOSER = RecordedTurn(0, "base/L", 0, -1, 0, (RecordedMeeple("S"),), ("W", "E", "N"))


def judged(start: Position, *turns: RecordedTurn, official: bool = False) -> list[tuple[str, int]]:
    """Return the rules broken, each with the turn."""
    broken = Engine().violations(Record(start, turns, official))
    assert all(violation.why for violation in broken)
    return [(violation.rule, violation.turn) for violation in broken]


def changed(position: Position, **change: Any) -> Position:
    return replace(position, **change)


def claim(**change: Any) -> dict[str, Any]:
    return {"meeples": (replace(RecordedMeeple("S"), **change),)}


def test_a_legal_record_breaks_nothing(build: Build) -> None:
    assert [] == judged(START, CAP, ROAD), build.name
    assert [] == judged(START, replace(CAP, order=()), ROAD)
    assert [] == judged(THIRD_EXAMPLE, CLOSER)
    assert [] == judged(START)


BROKEN_FIRST_TURN: list[tuple[dict[str, Any], str]] = [
    ({"colour": 1}, "SOLO-TURN-1"),
    ({"pile": 2}, "SOLO-PLACE-1"),
    ({"tile": "base/U"}, "SOLO-PLACE-1"),
    ({"tile": "base/Z"}, "SOLO-OPTION-4"),
    ({"discards": ("base/Z",)}, "SOLO-OPTION-4"),
    ({"discards": ("base/C",)}, "SOLO-PLACE-4"),
    ({"x": 0, "y": 0}, "BASE-PLACE-2"),
    ({"x": 1, "y": 1}, "BASE-PLACE-2"),
    ({"x": 10**9}, "BASE-PLACE-2"),
    ({"rotation": 0}, "BASE-PLACE-3"),
    ({"rotation": 4}, "BASE-PLACE-4"),
    ({"rotation": 6}, "BASE-PLACE-4"),
    ({"rotation": -2}, "BASE-PLACE-4"),
    ({"meeples": ()}, "SOLO-MEEPLE-1"),
    ({"meeples": (RecordedMeeple("S"),) * 2}, "SOLO-MEEPLE-8"),
    (claim(colour=1), "SOLO-MEEPLE-8"),
    (claim(cell=(0, 0)), "SOLO-MEEPLE-8"),
    (claim(segment="F"), "SOLO-MEEPLE-3"),
    (claim(segment="M"), "SOLO-MEEPLE-3"),
    (claim(segment="N"), "SOLO-MEEPLE-3"),
    (claim(segment="?"), "SOLO-MEEPLE-3"),
    (claim(piece="marker"), "SOLO-SETUP-8"),
    (claim(piece="abbot"), "SOLO-SETUP-10"),
    ({"order": ("S", "S")}, "SOLO-SCORE-3"),
    ({"order": ("S", "nw")}, "SOLO-SCORE-1"),
    ({"order": ("W",)}, "SOLO-SCORE-1"),
]


@pytest.mark.parametrize(("change", "rule"), BROKEN_FIRST_TURN)
def test_the_rule_broken_is_named(build: Build, change: dict[str, Any], rule: str) -> None:
    assert [(rule, 1)] == judged(START, replace(CAP, **change), ROAD), build.name


@pytest.mark.parametrize(
    ("start", "turns", "rule", "number"),
    [
        # The road W-E of the start tile carries the second turn's meeple.
        (
            row(START, tiles_of("EUU")),
            (CAP, ROAD, RecordedTurn(2, "base/U", 0, 2, 0, (RecordedMeeple("E"),))),
            "SOLO-MEEPLE-5",
            3,
        ),
        (replace(START, supplies=(0, 4, 4)), (CAP,), "SOLO-SETUP-3", 0),
        (row(START, tiles_of("E")), (CAP, ROAD), "SOLO-END-4", 2),
        (CLOSED, (RecordedTurn(0, "base/X", 0, 0, 2),), "SOLO-END-6", 1),
        (CLOSED, (RecordedTurn(0, "base/E", 0, 0, 2),), "SOLO-END-6", 1),
        (replace(CLOSED, over=True), (RecordedTurn(0, "base/X", 0, 0, 2),), "SOLO-END-1", 1),
        (THIRD_EXAMPLE, (replace(CLOSER, order=()),), "SOLO-SCORE-3", 1),
        (THIRD_EXAMPLE, (replace(CLOSER, order=("W", "E")),), "SOLO-SCORE-1", 1),
        (THIRD_EXAMPLE, (replace(CLOSER, order=("W", "E", "N", "S")),), "SOLO-SCORE-1", 1),
    ],
)
def test_the_rule_broken_on_the_way_is_named(
    build: Build, start: Position, turns: tuple[RecordedTurn, ...], rule: str, number: int
) -> None:
    assert [(rule, number)] == judged(start, *turns), build.name


def test_without_a_meeple_in_supply_none_can_be_placed(build: Build) -> None:
    start = parse_position("s3.3~D0.0.0.N1~U0.1.0.E1~A1.2.0.M1~p1.2.3~h0.3.3~t1~nEU")
    ends = RecordedTurn(0, "base/E", 1, 0, -1)
    assert [] == judged(start, ends), build.name
    placed = replace(ends, meeples=(RecordedMeeple("E"),))
    assert [("SOLO-MEEPLE-11", 1)] == judged(start, placed)
    assert [("SOLO-END-1", 2)] == judged(start, ends, ROAD)


def test_the_set_up_of_an_official_game_is_checked(build: Build) -> None:
    official = setup(SOLO)
    assert [] == judged(official, CAP, official=True), build.name
    more = (*official.placements, Placement("base/U", 0, 1, 0))
    hidden = (Pile((), 23), *official.piles[1:])
    cases: tuple[tuple[dict[str, Any], set[str]], ...] = (
        ({"placements": more, "piles": hidden}, {"SOLO-SETUP-5", "SOLO-SETUP-6"}),
        ({"scores": (2, 2, 3)}, {"SOLO-SETUP-9"}),
        ({"to_move": 1}, {"SOLO-SETUP-4"}),
        ({"piles": hidden}, {"SOLO-SETUP-6"}),
        ({"supplies": (3, 4, 4)}, {"SOLO-SETUP-3"}),
        ({"piles": (Pile((), 71),)}, {"SOLO-SETUP-6"}),
        ({"over": True}, {"SOLO-SETUP-1"}),
    )
    for change, rules in cases:
        start = changed(official, **change)
        found = judged(start, CAP, official=True)
        assert {(rule, 0) for rule in rules} == set(found)
        assert ("supplies" in change) == bool(judged(start))


def test_the_start_tile_may_lie_anywhere_and_anyhow(build: Build) -> None:
    """SOLO-SETUP-5 asks for it alone and face up; where north is, is for the writer to say."""
    official = setup(SOLO)
    for placement in (Placement("base/D", 1, 0, 0), Placement("base/D", 0, 3, -2)):
        record = Record(changed(official, placements=(placement,)), ())
        assert () == Engine().violations(record), build.name
        assert () == Model().violations(record)
    manned = changed(
        official, placements=(Placement("base/D", 0, 0, 0, Meeple("N", 0)),), supplies=(3, 4, 4)
    )
    assert ("SOLO-SETUP-5", 0) in judged(manned, official=True)


def test_no_more_tiles_of_a_kind_than_the_set_has(build: Build) -> None:
    used = parse_position("s3.4~D0.0.0~E2.0.1~A1.1.0~A3.-1.0~p1.2.3~h4.4.4~t1~n..~u9.9.9")
    assert [("BASE-TILE-1", 1)] == judged(used, RecordedTurn(0, "base/A", 0, 0, 2)), build.name


def test_a_placement_without_a_meeple_where_one_must_be_possible(build: Build) -> None:
    # AMB-06, place.free: U fits beside D on either side, but the road to the east is occupied.
    text = "s3.4~o.place.free.must_allow_meeple~D0.0.0~U0.1.0.E2~p1.2.3~h4.3.4~t1~nU"
    beside = RecordedTurn(0, "base/U", 0, 2, 0)
    assert [("SOLO-PLACE-3", 1)] == judged(parse_position(text), beside), build.name
    free = text.replace("o.place.free.must_allow_meeple~", "")
    assert [] == judged(parse_position(free), beside)
