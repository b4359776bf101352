"""Attempts at puzzles, the ways to make a turn, and hints."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings

from generator.solo.pack import read_pack
from meepleproof.service.play.solo.attempt import try_turns
from meepleproof.service.play.solo.choices import FIELD, Laying, ways
from meepleproof.service.play.solo.hints import first_deviation, hints
from meepleproof.service.play.solo.wording import hint_in_words
from meepleproof.service.shelf import shipped_packs
from tests import naive
from tests.oracle import Oracle
from tests.strategies import positions
from verifier.carcassonne.engine.solo import Engine
from verifier.carcassonne.solo.catalogue import CATALOGUE
from verifier.carcassonne.solo.letters import tiles_of
from verifier.carcassonne.solo.notation import parse_position, turn_text
from verifier.carcassonne.solo.position import Position
from verifier.carcassonne.solo.puzzle import Puzzle, parse_code
from verifier.carcassonne.solo.turn import NO_CLAIM, Turn
from verifier.documents.strict_json import json_value
from verifier.errors import Malformed

ROAD = parse_code(
    "s3.4~S3.-2.-2.E2~P3.-2.-1.S3~B0.0.-1.M2~W3.1.-1.S1~P0.-2.0.N2~D2.-1.0.S3~D0.0.0~W1.1.0.W1"
    "~Q2.0.1.E1~p1.2.3~h1.1.2~t3~nV.U.D~u20.20.20~g.road-5-3c"
)
SOLUTION = ("D2.0.-2.E", "V1.1.-2.-", "U0.-1.-2.-.E")
SOLVED = try_turns(ROAD, SOLUTION).outcomes
ORDER = parse_code(
    "s3.4~N1.0.-2~G0.1.-2.E3~E3.2.-2~M3.0.-1~B0.1.-1.M2~L0.-1.0.W2~D0.0.0~U0.1.0~A1.2.0.M1"
    "~Q2.0.1.E1~U0.2.1.E1~W2.3.1.E3~J3.0.2.N2~p1.2.3~h1.1.2~t1~nT.L.~u19.19.19~g.city.12.12.1"
)


def shipped(pack: str) -> list[tuple[Puzzle, tuple[Turn, ...]]]:
    folder = shipped_packs()
    document, solutions = (
        json_value((folder / f"{pack}{end}").read_text(encoding="utf-8"), pack)
        for end in (".json", ".solutions.json")
    )
    return [(one.puzzle, one.line or ()) for one in read_pack(document, pack, solutions)]


# Attempts


@pytest.mark.parametrize("pack", ["checklist", "scoring-order", "stay"])
def test_shipped_solutions_solve_their_puzzles(pack: str) -> None:
    for puzzle, line in shipped(pack):
        attempt = try_turns(puzzle, [turn_text(turn) for turn in line])
        assert (None, len(line)) == (attempt.refusal, attempt.reached), puzzle.id
        assert attempt.solved


def test_a_solution_without_its_last_turn_is_not_one_yet() -> None:
    attempt = try_turns(ROAD, SOLUTION[:-1])
    assert (None, None, False) == (attempt.refusal, attempt.reached, attempt.solved)
    assert "No road has scored points." == attempt.closeness.sentence


@pytest.mark.parametrize(
    ("turn", "rules"),
    [
        ("D2.0.0.E", ("BASE-PLACE-2",)),  # the cell is taken
        ("D2.5.5.E", ("BASE-PLACE-2",)),  # no tile beside it
        ("D3.0.-2.E", ("BASE-PLACE-3",)),  # road meets field
        ("D2.0.-2.-", ("SOLO-MEEPLE-1",)),  # a meeple is due
        ("D2.0.-2.N", ("SOLO-MEEPLE-3",)),  # nothing but field at that edge
        ("D2.0.-2.E.E", ("SOLO-SCORE-1",)),  # that road is not complete
        ("V1.1.-2.-", ("SOLO-PLACE-1",)),  # another tile is due
    ],
)
def test_a_turn_that_breaks_a_rule_is_refused_by_it(turn: str, rules: tuple[str, ...]) -> None:
    attempt = try_turns(ROAD, [turn])
    assert attempt.refusal is not None
    assert (1, rules) == (attempt.refusal.turn, attempt.refusal.rules)
    assert attempt.refusal.sentence[0].isupper()
    assert "." == attempt.refusal.sentence[-1]
    assert () == attempt.outcomes


def test_an_occupied_feature_cannot_be_claimed() -> None:
    attempt = try_turns(ROAD, [*SOLUTION[:2], "U0.-1.-2.E.E"])
    assert attempt.refusal is not None
    assert (3, ("SOLO-MEEPLE-5",)) == (attempt.refusal.turn, attempt.refusal.rules)
    assert 2 == len(attempt.outcomes)


def test_an_order_that_matters_must_be_told() -> None:
    line = ["T0.3.2.S.S", "L1.-1.-1.N"]
    attempt = try_turns(ORDER, line)
    assert attempt.refusal is not None
    assert (2, ("SOLO-SCORE-3",)) == (attempt.refusal.turn, attempt.refusal.rules)
    assert try_turns(ORDER, [line[0], f"{line[1]}.N-E"]).solved
    missed = try_turns(ORDER, [line[0], f"{line[1]}.E-N"])
    assert (None, None) == (missed.refusal, missed.reached)


def test_a_puzzle_shows_no_more_tiles_than_it_has() -> None:
    attempt = try_turns(ROAD, [*SOLUTION, "U0.2.-1.E"])
    assert attempt.refusal is not None
    assert (4, ()) == (attempt.refusal.turn, attempt.refusal.rules)
    assert 3 == attempt.reached


def test_nothing_is_made_in_a_game_that_is_over() -> None:
    over = replace(ROAD, position=replace(ROAD.position, over=True))
    attempt = try_turns(over, SOLUTION)
    assert attempt.refusal is not None
    assert ("SOLO-END-1",) == attempt.refusal.rules


def test_a_game_ends_by_itself_when_no_tile_can_be_placed() -> None:
    # A lone city on all four sides: nothing but fields is left to lay beside it.
    position = parse_position("s3.3~C0.0.0~p1.2.3~h3.3.3~t1~nB..")
    attempt = try_turns(Puzzle(ROAD.goal, position), [])
    assert [(None, tiles_of("B"))] == [
        (outcome.turn, outcome.discards) for outcome in attempt.outcomes
    ]
    refused = try_turns(Puzzle(ROAD.goal, position), ["B0.1.0.M"]).refusal
    assert refused is not None
    assert ("SOLO-END-6",) == refused.rules


def test_what_cannot_be_read_says_where() -> None:
    with pytest.raises(Malformed) as caught:
        try_turns(ROAD, [SOLUTION[0], "no turn"])
    assert "/turns/1" == caught.value.where


def test_an_attempt_as_a_document() -> None:
    document = try_turns(ROAD, [SOLUTION[0], "V0.1.-2.-"]).to_json()
    assert ["near", "outcomes", "refusal", "solved"] == sorted(document)
    assert (2, ["BASE-PLACE-3"]) == (document["refusal"]["turn"], document["refusal"]["rules"])
    closeness = {"have": 0, "asked": 5, "colours": 0, "colours_asked": 3}
    assert closeness == {key: document["near"][key] for key in closeness}
    assert 3 == try_turns(ROAD, SOLUTION).to_json()["reached"]


@pytest.mark.parametrize(
    ("goal", "sentence"),
    [
        ("road-10", "Your best road scored 5 points for blue, red and yellow."),
        ("monasteries-3", "0 of 3 monasteries have been scored."),
        ("total-40", "The lowest colour has 6 points; the game is not over."),
        ("all-tiles", "60 of the last 63 tiles are still in the piles."),
        ("stay.12.x.0", "12 of 12 tiles lie on the table."),
        ("city-16", "No city has scored points."),
    ],
)
def test_how_close_the_same_turns_come_to_other_goals(goal: str, sentence: str) -> None:
    code = ROAD.code.replace("g.road-5-3c", f"g.{goal}")
    assert sentence == try_turns(parse_code(code), SOLUTION).closeness.sentence


# The ways to make a turn


def layings(position: Position) -> dict[tuple[tuple[int, int], int], Laying]:
    found = ways(position)
    squares = () if found is None else found.squares
    return {(one.cell, each.placement.rotation): each for one in squares for each in one.layings}


@settings(max_examples=15)
@given(positions(most_turns=12))
def test_a_tile_may_go_where_a_naive_player_finds_it_fits(position: Position) -> None:
    turns = [outcome.turn for outcome in Oracle().outcomes(position)]
    fits = {(turn.cell, turn.rotation) for turn in turns if turn is not None}
    assert fits == set(layings(position))
    found = ways(position)
    if found is not None:
        assert naive.frontier(naive.board_of(position)) == {one.cell for one in found.squares}


@settings(max_examples=15)
@given(positions(most_turns=12))
def test_all_that_can_be_chosen_is_all_that_a_turn_can_bring(position: Position) -> None:
    if ways(position) is None:
        return
    offered = set()
    for laying in layings(position).values():
        for claim in laying.claims:
            assert claim.option.allowed == bool(claim.outcomes) == (claim.refusal is None)
            assert claim.option.allowed or claim.option.name != NO_CLAIM or laying.due
            offered |= set(claim.outcomes)
    outcomes = Engine().outcomes(position)
    assert offered <= outcomes
    assert {outcome.turn for outcome in outcomes} == {outcome.turn for outcome in offered}
    # Who may decline points (AMB-10) cannot write that down, so only what is taken is offered.
    assert outcomes == offered or position.rules.value("score.optional") == "yes"


@settings(max_examples=15)
@given(positions(most_turns=12))
def test_what_is_not_offered_is_refused_by_a_rule(position: Position) -> None:
    found = ways(position)
    for square in () if found is None else found.squares:
        for refusal in square.refusals.values():
            assert {"BASE-PLACE-3", "SOLO-PLACE-3"} & set(refusal.rules)
        for laying in square.layings:
            off = [each for each in laying.claims if not each.option.allowed]
            assert "field" not in laying.placement.drawing.terrain or FIELD in {
                each.option.name for each in off
            }
            for each in off:
                assert each.refusal is not None
                assert all(CATALOGUE.rule(rule).sentence for rule in each.refusal.rules)


def test_where_no_meeple_can_go_that_is_explained() -> None:
    position = try_turns(ROAD, SOLUTION[:2]).position
    laying = layings(position)[(-1, -2), 0]
    assert not laying.due
    assert laying.why_none == "SOLO-MEEPLE-4"
    ((claim,),) = ([each for each in laying.claims if each.outcomes],)
    assert claim.option.name == NO_CLAIM
    assert [SOLUTION[2]] == [turn_text(one.turn) for one in claim.outcomes if one.turn]


@pytest.mark.parametrize(
    ("tile", "at", "why", "over"),
    [
        ("E", ((0, -2), 2), "SOLO-MEEPLE-11", True),  # its city is free
        ("U", ((2, 0), 0), "SOLO-MEEPLE-4", False),  # its road is not
    ],
)
def test_an_empty_hand_ends_the_game_only_where_a_meeple_is_due(
    tile: str, at: tuple[tuple[int, int], int], why: str, *, over: bool
) -> None:
    code = f"s3.3~D0.0.0.N1~U0.1.0.E1~B0.0.-1.M1~p1.2.3~h0.3.3~t1~n{tile}..~u1.1.1"
    laying = layings(parse_position(code))[at]
    (outcome,) = [one for each in laying.claims for one in each.outcomes]
    assert (why, over) == (laying.why_none, outcome.after.over)


def test_orders_are_offered_only_where_they_differ() -> None:
    position = try_turns(ORDER, ["T0.3.2.S.S"]).position
    orders = [len(each.outcomes) for each in layings(position)[(-1, -1), 1].claims]
    assert max(orders) == 2
    named = {each.option.name: each.outcomes for each in layings(position)[(-1, -1), 1].claims}
    assert len({one.turn for one in named["N"]}) == 2


# Hints


def test_hints_tell_more_and_more() -> None:
    told = hints(ROAD, SOLVED, ("joining",), (), hint_in_words)
    assert ["idea", "idea", "place", "turn"] == [hint.step for hint in told]
    assert "This tile goes on the marked square, (0, -2)." == told[2].sentence
    assert "claims the road" in told[3].sentence


def test_there_are_no_hints_off_the_way_nor_at_its_end() -> None:
    off = try_turns(ROAD, ["D2.0.-2.S"]).outcomes
    assert (1, ()) == (
        first_deviation(SOLVED, off),
        hints(ROAD, SOLVED, (), off, hint_in_words),
    )
    done = try_turns(ROAD, SOLUTION).outcomes
    assert (None, ()) == (
        first_deviation(SOLVED, done),
        hints(ROAD, SOLVED, (), done, hint_in_words),
    )
