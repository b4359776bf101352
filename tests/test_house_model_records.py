"""What the house game's model finds broken in a record: the rule, the part-turn, a sentence."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from verifier.carcassonne.engine.house import HouseEngine
from verifier.carcassonne.house.notation import parse_part_turn, parse_tiles
from verifier.carcassonne.house.part_turn import (
    Record,
    RecordedPartTurn,
    RecordedPiece,
    as_recorded,
)
from verifier.carcassonne.house.position import set_up
from verifier.carcassonne.house.rule_set import Pieces, RuleSet
from verifier.carcassonne.model.house.key import HouseModel

MODEL = HouseModel()

GAME = (
    *("base/U0.1.0.little.E", "base/V3.-1.0", "base/E2.0.-1", "base/E2.1.-1"),
    *("base/U0.2.0.builder.E", "base/B0.1.1", "base/B0.2.1", "base/B0.3.1"),
    *("base/U0.3.0+", "base/U0.4.0"),
)
"""Colour 1 lays a road to the east, builds on it in its second turn, and has a double turn then."""

RULES = RuleSet(players=2, hand=1, sets=("base", "ic", "tb"))


def record(*, rules: RuleSet = RULES, upto: int = len(GAME), **changes: Any) -> Record:
    """Return the game up to a part-turn, with that one changed."""
    turns = []
    second = False
    for number, text in enumerate(GAME[:upto]):
        part_turn = parse_part_turn(text)
        turns.append(as_recorded(part_turn, (0, 1, 2, 3, 0, 1, 2, 3, 0, 0)[number], second=second))
        second = part_turn.second
    if changes:
        turns[-1] = replace(turns[-1], **changes)
    tiles = tuple(parse_part_turn(text).tile for text in GAME)
    return Record(set_up(rules, (*tiles, *parse_tiles("base/V base/W"))), tuple(turns))


def broken(record: Record) -> set[tuple[int, str]]:
    return {(found.turn, found.rule) for found in MODEL.violations(record)}


def piece(sort: str, feature: str, **other: Any) -> tuple[RecordedPiece, ...]:
    return (RecordedPiece(sort, feature, **other),)


def test_a_game_as_it_was_played_breaks_no_rule() -> None:
    assert () == MODEL.violations(record())


@pytest.mark.parametrize(
    ("rule", "upto", "changes"),
    [
        ("HOUSE-TURN-1", 2, {"colour": 2}),
        ("HOUSE-TURN-1", 2, {"colour": 4}),
        ("HOUSE-SETUP-1", 2, {"tile": "ks/A"}),
        ("HOUSE-SETUP-1", 2, {"tile": "base/Y"}),
        ("HOUSE-TURN-3", 2, {"tile": "base/U"}),
        ("HOUSE-TURN-3", 2, {"rotation": 1}),
        ("HOUSE-TURN-3", 2, {"rotation": 7}),
        ("HOUSE-TURN-3", 2, {"x": 1}),
        ("HOUSE-TURN-3", 2, {"x": -2}),
        ("HOUSE-TURN-4", 1, {"pieces": piece("little", "E") + piece("little", "Nl")}),
        ("HOUSE-TURN-4", 1, {"pieces": piece("little", "E") * 2}),
        ("HOUSE-TURN-4", 1, {"pieces": piece("little", "N")}),
        ("HOUSE-TURN-4", 1, {"pieces": piece("little", "E", cell=(0, 0))}),
        ("HOUSE-TURN-4", 5, {"pieces": piece("little", "E")}),
        ("HOUSE-TURN-4", 1, {"pieces": piece("builder", "E")}),
        ("HOUSE-TURN-5", 5, {"pieces": piece("builder", "Nl")}),
        ("HOUSE-TURN-4", 6, {"pieces": piece("builder", "M")}),
        ("HOUSE-2P-2", 1, {"pieces": piece("little", "E", colour=1)}),
        ("HOUSE-SCORE-11", 1, {"pieces": piece("pig", "Nl")}),
        ("HOUSE-TURN-8", 8, {"colour": 2, "second": True}),
        ("HOUSE-TURN-6", 3, {"scores": (0, 0, 0, 1)}),
    ],
)
def test_the_rule_that_forbids_it_is_named(rule: str, upto: int, changes: dict[str, Any]) -> None:
    assert (upto, rule) in broken(record(upto=upto, **changes))


def test_a_part_turn_after_the_broken_one_is_not_judged() -> None:
    whole = record()
    turns = (replace(whole.turns[0], x=5), *whole.turns[1:])
    assert {1} == {turn for turn, _ in broken(replace(whole, turns=turns))}


def test_no_third_part_follows() -> None:
    whole = record()
    third = RecordedPartTurn(0, "base/V", 0, 5, 0, second=True)
    assert (11, "HOUSE-TURN-8") in broken(replace(whole, turns=(*whole.turns, third)))


def test_a_builder_put_down_with_the_tile_brings_no_second_part() -> None:
    whole = record(upto=5)
    again = RecordedPartTurn(0, "base/B", 0, 1, 1, second=True)
    assert {(6, "HOUSE-TURN-9")} == broken(replace(whole, turns=(*whole.turns, again)))


CITY = (
    *("base/F1.0.1.little.N", "base/V3.-1.0", "base/U0.1.0"),
    *("base/F1.0.2.builder.N", "base/U0.2.0", "base/U0.3.0"),
    *("base/E2.0.3+", "base/U0.4.0"),
)
"""Three players; colour 1 builds in a city, completes it, and goes on."""


@pytest.mark.parametrize(("answer", "rules"), [("yes", set()), ("no", {(8, "HOUSE-TURN-10")})])
def test_a_builder_sent_home_by_the_first_tile(answer: str, rules: set[tuple[int, str]]) -> None:
    rule_set = RuleSet(players=3, hand=1).with_switches({"house.builderAfterReturn": answer})
    part_turns = tuple(map(parse_part_turn, CITY))
    start = set_up(rule_set, (*(each.tile for each in part_turns), "base/W"))
    turns = tuple(
        as_recorded(part_turn, min(number, 6) % 3, second=number == 7)
        for number, part_turn in enumerate(part_turns)
    )
    assert rules == broken(Record(start, turns))


@pytest.mark.parametrize(("second", "rules"), [(True, set()), (False, {(1, "HOUSE-TURN-8")})])
def test_a_declared_position_may_lie_between_the_parts_of_a_turn(
    second: bool, rules: set[tuple[int, str]]
) -> None:
    position = record().start
    for text in GAME[:-1]:
        outcomes = MODEL.outcomes(position)
        (outcome,) = (each for each in outcomes if str(each.part_turn) == text)
        position = outcome.after
    turn = as_recorded(parse_part_turn(GAME[-1]), 0, second=second)
    assert rules == broken(Record(position, (turn,), official=False))


@pytest.mark.parametrize(
    ("rule", "changes"),
    [
        ("HOUSE-SETUP-6", {"scores": (1, 0, 0, 0)}),
        ("HOUSE-SETUP-1", {"supplies": (Pieces(7, 1, 0), *[Pieces(7, 1, 1)] * 3)}),
        ("HOUSE-TURN-1", {"to_move": 1}),
        ("HOUSE-SETUP-9", {"placements": ()}),
        ("HOUSE-SETUP-10", {"hand": ()}),
    ],
)
def test_a_start_that_is_not_the_set_up(rule: str, changes: dict[str, Any]) -> None:
    whole = record(upto=0)
    assert (0, rule) in broken(replace(whole, start=replace(whole.start, **changes)))


def test_scores_noted_at_the_end() -> None:
    start = set_up(RULES, parse_tiles("base/E"))
    turn = RecordedPartTurn(0, "base/E", 2, 0, 1, piece("big", "Nl"))
    ended = Record(start, (turn,))
    assert set() == broken(replace(ended, final=(3, 0, 0, 0)))
    assert {(1, "HOUSE-FINAL-1")} == broken(replace(ended, final=(0, 0, 0, 0)))
    assert {(0, "HOUSE-END-1")} == broken(Record(start, (), final=(0, 0, 0, 0)))


RIVER = "river/B river/C river/DF river/DF river/E river/GJ river/GJ river/H river/I river/K"


@pytest.mark.parametrize(
    ("start", "stack", "rules_broken"),
    [
        ("out", f"{RIVER} river/L", set()),
        ("out", f"{RIVER.removesuffix(' river/K')} river/L", {"HOUSE-RIVER-1"}),
        ("bag", f"{RIVER} river/L", set()),
        ("river", f"{RIVER} river/L", {"HOUSE-RIVER-1"}),
        ("river", f"{RIVER} base/D river/L", set()),
    ],
)
def test_both_keys_count_the_tiles_of_the_river(
    start: str, stack: str, rules_broken: set[str]
) -> None:
    rules = RuleSet(sets=("base", "river"), switches=(("house.riverStart", start),))
    given = Record(set_up(rules, parse_tiles(f"{stack} base/V base/W")), ())
    for key in (HouseEngine(), MODEL):
        assert rules_broken == {each.rule for each in key.violations(given)}, key.name
