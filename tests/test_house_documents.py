"""Documents and codes of the house game: nothing is lost, and errors name the place."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.house_strategies import any_positions, any_records, part_turns, rule_sets
from verifier.carcassonne.house.codec import (
    final_scoring_to_json,
    outcome_to_json,
    part_turn_from_json,
    part_turn_to_json,
    position_from_any,
    position_from_json,
    position_to_json,
    record_from_json,
    record_to_json,
    rules_from_json,
    rules_to_json,
)
from verifier.carcassonne.house.notation import (
    parse_part_turn,
    parse_part_turns,
    parse_position,
    parse_tiles,
    position_text,
)
from verifier.carcassonne.house.part_turn import (
    FinalScoring,
    Outcome,
    PartTurn,
    Record,
    RecordedPartTurn,
    RecordedPiece,
    Scoring,
)
from verifier.carcassonne.house.position import Placement, Position, StandingPiece, set_up
from verifier.carcassonne.house.rule_set import HOUSE, Pieces, RuleSet
from verifier.documents import schemas, validation
from verifier.errors import Illegal, Malformed, MeepleproofError

KINDS = ("house-position", "house-record", "house-outcome", "house-final-scoring")

START = set_up(HOUSE, ("base/V", "ic/K", "base/E", "base/W"), hidden=30)


def document(**changes: Any) -> Any:
    changed: dict[str, Any] = {**position_to_json(START), **changes}
    return changed


# --- nothing is lost


@given(any_positions())
def test_a_position_survives_as_a_document(position: Position) -> None:
    written = json.loads(json.dumps(position_to_json(position)))
    assert position == position_from_json(written)


@given(any_positions())
def test_a_position_survives_as_a_code(position: Position) -> None:
    code = position_text(position)
    assert set(code) <= set("~._-") | {c for c in code if c.isascii() and c.isalnum()}
    assert position == position_from_any(code)


def test_two_tiles_on_one_cell_can_be_written_down() -> None:
    twice = (Placement("base/D", 0, 0, 0), Placement("base/U", 0, 0, 0))
    position = Position(HOUSE, twice, (0,) * 4, (Pieces(7, 1, 1),) * 4, 0, ("base/V",))
    assert position == parse_position(position_text(position))


@given(rule_sets())
def test_rules_survive_as_a_document(rules: RuleSet) -> None:
    assert rules == rules_from_json(rules_to_json(rules))


@given(part_turns())
def test_a_part_turn_survives_as_text(part_turn: PartTurn) -> None:
    assert part_turn == parse_part_turn(str(part_turn))
    assert part_turn == part_turn_from_json(part_turn_to_json(part_turn))


@given(any_records())
def test_a_record_survives_as_a_document(record: Record) -> None:
    written = json.loads(json.dumps(record_to_json(record)))
    assert record == record_from_json(written)


@given(st.lists(part_turns(), max_size=6), st.booleans())
def test_part_turns_of_a_record_are_texts_in_turn_order(
    played: list[PartTurn], official: bool
) -> None:
    written = [str(each) for each in played]
    if written:
        written[-1] = written[-1].removesuffix("+")
    start = set_up(RuleSet(players=3), ("base/V", "base/E", "base/U"))
    given_as = {"rules": {"players": 3}, "draw": ["base/V", "base/E", "base/U"]}
    if not official:
        given_as = {"start": position_to_json(start)}
    record = record_from_json({"game": "house", **given_as, "turns": written})
    assert written == record_to_json(record)["turns"]
    colour, second = 0, False
    for text, turn in zip(written, record.turns, strict=True):
        assert (colour, second) == (turn.colour, turn.second)
        second = text.endswith("+")
        colour = colour if second else (colour + 1) % 3


def test_a_code_leaves_out_what_is_usual() -> None:
    assert "h4~b0.0.D0~t1~nEViK~gW~u30" == position_text(START)
    piece = StandingPiece("big", "E", 0)
    with_piece = (*START.placements, Placement("base/U", 0, 1, 0, piece))
    supplies = (Pieces(7, 0, 1), *START.supplies[1:])
    later = Position(HOUSE, with_piece, (0,) * 4, supplies, 1, ("base/E",), second=True)
    assert "h4~b0.0.D0U0bE1~t2s~nE" == position_text(later)


def test_a_board_is_written_by_rows_from_the_south() -> None:
    position = parse_position("h4~b-1.-1.-E2..U0-3tA1uSl2-V3~t1~n")
    laid = [(p.tile, p.rotation, p.x, p.y) for p in position.placements]
    assert laid == [
        ("base/E", 2, 0, -1),
        ("base/U", 0, -1, 1),
        ("tb/A", 1, 3, 1),
        ("base/V", 3, 5, 1),
    ]


def test_part_turns_and_tiles_are_read_one_after_another() -> None:
    assert (PartTurn("base/V", 0, -1, 0, "big", "Sl"), PartTurn("ic/K", 2, 0, 3)) == (
        parse_part_turns("base/V0.-1.0.big.Sl  ic/K2.0.3\n")
    )
    assert ("base/V", "ic/K") == parse_tiles(" base/V ic/K ")


# --- the schemas


@pytest.mark.parametrize("kind", KINDS)
def test_examples_follow_their_schema_and_can_be_read(kind: str) -> None:
    examples = schemas.schema(kind)["examples"]
    assert examples
    read: dict[str, Callable[[Any], Any]] = {
        "house-position": position_from_json,
        "house-record": record_from_json,
    }
    for example in examples:
        validation.validate(kind, example)
        if kind in read:
            assert read[kind](example)


def test_what_goes_out_follows_its_schema() -> None:
    scoring = Scoring("ne", "monastery", 9, ((1, 2),), (1,))
    part_turn = PartTurn("base/V", 0, -1, 0, "big", "Sl")
    validation.validate(
        "house-outcome", outcome_to_json(Outcome(0, part_turn, (scoring,), START, (1, 2, 3, 4)))
    )
    field = FinalScoring(((0, 0, "Nl"), (1, 0, "Wr")), "field", 3, ((0, 1),), (0,), ((0, 0, "N"),))
    road = FinalScoring(((1, -1, "W"),), "road", 2, ((3, 3),), (3,))
    written = [final_scoring_to_json(each) for each in (field, road)]
    validation.validate(
        "house-final-scoring", {"game": "house", "features": written, "scores": [3, 0, 0, 2]}
    )
    assert ["0.0.N"] == written[0]["cities"]
    assert "cities" not in written[1]


# --- what is wrong

RULES = {"players": 4, "hand": 3, "sets": ["base", "ic", "tb", "ks"]}


@pytest.mark.parametrize(
    ("changes", "where", "rule", "message"),
    [
        ({"rules": RULES | {"players": 1}}, "/rules/players", "HOUSE-SETUP-1", "2 is the least"),
        ({"rules": RULES | {"players": 7}}, "/rules/players", "HOUSE-SETUP-1", "6 is the most"),
        ({"rules": RULES | {"players": 2.5}}, "/rules/players", "HOUSE-SETUP-1", "not a whole"),
        ({"rules": RULES | {"players": True}}, "/rules/players", "HOUSE-SETUP-1", "not a whole"),
        ({"rules": RULES | {"hand": 0}}, "/rules/hand", "HOUSE-SETUP-10", "1 is the least"),
        ({"rules": RULES | {"sets": ["base", "tower"]}}, "/rules/sets/1", "HOUSE-SETUP-1",
         'is "tower", not a tile set; there are "base", "river", "ic", "tb", "ks"'),
        ({"rules": RULES | {"sets": ["ic"]}}, "/rules/sets", "HOUSE-SETUP-1", "always in play"),
        ({"rules": RULES | {"supply": {"little": 9, "big": 1, "builder": 1}}}, "/rules/supply",
         "HOUSE-SETUP-1", "at most 8, 1 and 1"),
        ({"rules": RULES | {"switches": {"house.raod": "2_3"}}}, "/rules/switches", "",
         'did you mean "house.road"'),
        ({"scores": [0, -1, 0, 0]}, "/scores/1", "HOUSE-SETUP-6", "is -1, but 0 is the least"),
        ({"scores": [0, 0.5, 0, 0]}, "/scores/1", "HOUSE-SETUP-6", "is 0.5, not a whole number"),
        ({"supplies": [{"little": -1, "big": 1, "builder": 1}]}, "/supplies/0/little",
         "HOUSE-SETUP-6", "is -1, but 0 is the least"),
        ({"hand": ["base/V", "tower/A"]}, "/hand/1", "HOUSE-SETUP-1", "no tile set 'tower'"),
        ({"hand": ["base/Y"]}, "/hand/0", "HOUSE-SETUP-1", "there is no tile 'base/Y'"),
        ({"hand": ["V"]}, "/hand/0", "HOUSE-SETUP-1", "not a tile by its set and letter"),
        ({"bag": ["ks/F"]}, "/bag/0", "HOUSE-SETUP-1", "there is no tile 'ks/F'"),
        ({"placements": [{"tile": "ks/F", "rotation": 0, "x": 0, "y": 0}]}, "/placements/0/tile",
         "HOUSE-SETUP-1", "there is no tile 'ks/F'"),
        ({"placements": [{"tile": "base/D", "rotation": 4, "x": 0, "y": 0}]},
         "/placements/0/rotation", "", "3 is the most"),
        ({"end": "over"}, "/end", "", 'is "over", not how the game has ended'),
        ({"game": "solo"}, "/game", "", 'is "solo", not the game that the document is of'),
    ],
)  # fmt: skip
def test_what_cannot_be_read_is_said_with_its_place_and_rule(
    changes: dict[str, Any], where: str, rule: str, message: str
) -> None:
    with pytest.raises(MeepleproofError) as caught:
        position_from_json(document(**changes))
    assert (where, rule) == (caught.value.where.strip() or "", caught.value.rule)
    assert message in str(caught.value)


@pytest.mark.parametrize(
    ("code", "message"),
    [
        ("h4~b0.0.D0~t1", "lacks the word 'n'"),
        ("h4~b0.0.D0~t1~nE~nE", "cannot read 'nE'"),
        ("h4~b0.0.D0~t1~nE~zE", "words that begin with one of"),
        ("h4~b0.0.D4~t1~nE", "column, row and rows"),
        ("h4~b0.0.D0x~t1~nE", "column, row and rows"),
        ("h4~b0.0.lE1~t1~nE", "a tile, a gap or a row at 'lE1'"),
        ("h4~b0.0.D0~t0~nE", "a colour like 't2'"),
        ("h4~b0.0.D0~t1~nxE", "tiles like"),
        ("h4~b0.0.D0~t1~niZ", "there is no tile 'ic/Z'"),
        ("h4~b0.0.D0~t1~nE~eover", "'eplayed' or 'etie'"),
        ("h4~b0.0.D0~t1~nE~e", "'eplayed' or 'etie'"),
        ("h4~b0.0.D0~t1~nE~p1.x", "points joined by '.'"),
        ("h4~b0.0.D0~t1~nE~s71", "three digits for each colour"),
        ("h4~b0.0.D0~t1~nE~u-1", "a count like 'u30'"),
        ("h44~b0.0.D0~t1~nE", "players, hand, sets and supply"),
        ("h4~o.road.3~b0.0.D0~t1~nE", "switch house.road has no value '3'"),
        ("h4~o.road.2_3~o.road.2_3~b0.0.D0~t1~nE", "one answer for road"),
    ],
)
def test_a_code_that_cannot_be_read_is_said_to_be_so(code: str, message: str) -> None:
    with pytest.raises(Malformed) as caught:
        parse_position(code)
    assert message in str(caught.value)


@pytest.mark.parametrize("code", ["h7~b0.0.D0~t1~nE", "h4.7~b0.0.D0~t1~nE", "h4.3.i~t1~nE"])
def test_a_code_with_rules_that_no_text_allows_is_illegal(code: str) -> None:
    with pytest.raises(Illegal) as caught:
        position_from_any(code, "/position")
    assert "/position" == caught.value.where
    assert caught.value.rule.startswith("HOUSE-SETUP")


@pytest.mark.parametrize(
    "text",
    ["", "V0.1.0", "base/V4.0.0", "base/V0.0.0.big", "base/V0.0.0.pig.E", "base/V0.0.0.big.E.+"],
)
def test_a_text_that_is_no_part_turn_is_refused_with_an_example(text: str) -> None:
    with pytest.raises(Malformed, match=r"like 'base/V0\.-1\.0\.big\.Sl'"):
        parse_part_turn(text)


def test_a_part_turn_with_a_tile_that_does_not_exist_is_refused() -> None:
    with pytest.raises(Malformed, match="there is no tile 'ic/Z'"):
        parse_part_turn("ic/Z0.0.1")


def test_a_second_part_announced_must_follow() -> None:
    record = {"game": "house", "rules": {"players": 4}, "draw": [], "turns": ["base/V0.0.1+"]}
    with pytest.raises(Malformed) as caught:
        record_from_json(record)
    assert ("/turns/0", "HOUSE-TURN-8") == (caught.value.where, caught.value.rule)


def test_a_record_can_state_what_the_rules_forbid() -> None:
    turn = RecordedPartTurn(
        1, "base/V", 0, 0, 1, (RecordedPiece("pig", "Sl", 2, (0, 0)), RecordedPiece("big", "S"))
    )
    record = Record(START, (turn,))
    assert turn == record_from_json(record_to_json(record)).turns[0]


def test_long_texts_are_quoted_in_part() -> None:
    with pytest.raises(Malformed) as caught:
        parse_position(f"h4~{'z' * 5000}")
    assert len(str(caught.value)) < 6000
