"""Exact endgames of the house game: the engine's values are those of the whole tree."""

from __future__ import annotations

import json
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from tests.builds import COMPILED, PYTHON, Build
from tests.house_endgames import best_of_placements, small_endgames
from tests.house_greedy import stored_endgames
from tests.house_oracle import ORACLE
from verifier.carcassonne.engine.house import HouseEngine
from verifier.carcassonne.engine.house.endgame import (
    perfect_reply,
    placement_of,
    plays_by_margin,
    plays_of,
    solve,
    value_of,
)
from verifier.carcassonne.house.endgame import Endgame, endgame_faults
from verifier.carcassonne.house.faults import faults
from verifier.carcassonne.house.key import Key
from verifier.carcassonne.house.notation import parse_part_turn, parse_position, position_text
from verifier.carcassonne.house.part_turn import PartTurn
from verifier.carcassonne.house.position import Placement, Position, set_up
from verifier.carcassonne.house.rule_set import RuleSet
from verifier.errors import Illegal

START = set_up(RuleSet(players=2), ("base/V", "base/E", "ic/K"))
NO_ENDGAMES = [
    (set_up(RuleSet(players=3), START.hand), "number_of_players"),
    (replace(START, end="tie"), "game_over"),
    (replace(START, hidden=1), "tiles_unknown"),
    (replace(START, hand=()), "no_tiles_left"),
    (replace(START, hand=("base/V",), bag=("base/E",)), "hand_not_full"),
    (replace(START, bag=("base/V", "base/V", "base/V")), "too_many_tiles_to_come"),
    (replace(START, river=("river/L",)), "river_not_laid"),
]
VECTORS = json.loads(
    (Path(__file__).parent / "vectors" / "house_endgame_values.json").read_text("ascii")
)
KEYS: list[Key] = [HouseEngine(), ORACLE]


@pytest.mark.slow  # brute force takes a minute or more; `make nightly` runs it
@pytest.mark.usefixtures("build")
@pytest.mark.parametrize(("key", "most", "number"), [(KEYS[0], 1500, 30), (KEYS[1], 300, 12)])
def test_values_are_those_of_the_whole_tree(key: Key, most: int, number: int) -> None:
    for seed, endgame, values in islice(small_endgames(key, 1, most), number):
        assert_solved(seed, endgame, values)


def test_values_are_those_that_brute_force_found(build: Build) -> None:
    vectors = VECTORS if build.name == "compiled" else VECTORS[1::2]
    assert any("+" in played for vector in vectors for played in vector["values"])
    for vector in vectors:
        endgame = Endgame(parse_position(vector["position"]), tuple(vector["handicaps"]))
        values = {parse_part_turn(text): value for text, value in vector["values"].items()}
        assert_solved(vector["position"], endgame, values)


def assert_solved(seed: int | str, endgame: Endgame, values: dict[PartTurn, int]) -> None:
    """Compare everything that the engine says of an endgame with the values of its plays."""
    plays = plays_of(endgame)
    assert values == {play.part_turn: play.value for play in plays}, seed
    solution = solve(endgame)
    expected = best_of_placements(values)
    assert expected == {each.placement: each.value for each in solution.placements}, seed
    assert max(values.values()) == solution.value == value_of(endgame), seed
    lines = [(play.value, play.line) for play in (*plays[::7], perfect_reply(endgame))]
    lines += [(each.value, each.line) for each in solution.placements[::3]]
    for value, line in lines:
        assert value == played_to_the_end(endgame, line), seed


def played_to_the_end(endgame: Endgame, line: tuple[PartTurn, ...]) -> int:
    """Play a line and return the margin in which it ends."""
    mine, position = endgame.player, endgame.position
    for part_turn in line:
        outcomes = HouseEngine().outcomes_on(position, part_turn.cell)
        (outcome,) = [each for each in outcomes if each.part_turn == part_turn]
        position = outcome.after
    if position.end == "tie":
        return 0
    assert outcome.final is not None, "a line leads to the end"
    sums = [
        endgame.handicaps[player] + sum(outcome.final[player::2]) for player in (mine, 1 - mine)
    ]
    return sums[0] - sums[1]


@pytest.mark.usefixtures("build")
def test_plays_by_margin_are_all_plays_and_what_they_bring() -> None:
    position = replace(START, hand=("base/E", "base/U"))
    listed = dict(plays_by_margin(position))
    outcomes = HouseEngine().outcomes(position)
    assert {outcome.part_turn for outcome in outcomes} == listed.keys()
    for outcome in outcomes:
        scores = list(outcome.after.scores)
        for scoring in HouseEngine().final_scorings(outcome.after):
            for owner in scoring.owners:
                scores[owner] += scoring.value
        gained = scores[0] + scores[2] - scores[1] - scores[3]
        assert gained == listed[outcome.part_turn], str(outcome.part_turn)


@pytest.mark.parametrize(
    ("position", "fault"), NO_ENDGAMES, ids=[fault for _, fault in NO_ENDGAMES]
)
def test_what_is_no_endgame_is_refused(position: Position, fault: str) -> None:
    assert (fault,) == tuple(each.name for each in endgame_faults(position))
    with pytest.raises(Illegal, match=fault):
        Endgame(position)


@pytest.mark.parametrize(
    ("handicaps", "fault"),
    [((0,), "number_of_handicaps"), ((0, 10_000), "handicap_out_of_range")],
)
def test_handicaps_that_cannot_be_are_refused(handicaps: Any, fault: str) -> None:
    with pytest.raises(Illegal, match=rf"{fault}.*AMB-34"):
        Endgame(START, handicaps)


@pytest.mark.skipif(COMPILED is None, reason="there is one build to compare with none")
def test_both_builds_search_alike() -> None:
    for position in stored_endgames(3)[:1]:
        compiled = solve(Endgame(position))
        with PYTHON.in_use():
            assert compiled == solve(Endgame(position))


def test_stored_endgames_are_valid_and_of_three_to_five_tiles() -> None:
    for tiles in (3, 4, 5):
        positions = stored_endgames(tiles)
        assert len(positions) == len(set(map(position_text, positions))) >= 95
        assert [()] * 5 == [faults(position) for position in positions[:5]]
        for position in positions:
            assert () == endgame_faults(position)


def test_the_lead_of_a_best_placement_is_over_the_second() -> None:
    solutions = [solve(Endgame(position)) for position in stored_endgames(3)[:20]]
    for solution in solutions:
        values = [each.value for each in solution.placements]
        assert sorted(values, reverse=True) == values
        assert solution.value == values[0]
        assert values.count(values[0]) == len(solution.best)
        assert (solution.lead == 0) == (solution.only is None)
        assert solution.lead == values[0] - values[1]
        assert solution.line == solution.placements[0].line
    assert any(solution.only for solution in solutions)
    assert not all(solution.only for solution in solutions)


def test_a_hand_that_cannot_be_placed_is_refused() -> None:
    misfit = Endgame(replace(START, hand=("base/C",), placements=(Placement("base/B", 0, 0, 0),)))
    with pytest.raises(Illegal, match=r"hand_unplayable.*HOUSE-TURN-11"):
        solve(misfit)


def test_a_placement_that_is_none_is_refused() -> None:
    with pytest.raises(Illegal, match="base/V cannot be placed on 5,5"):
        plays_of(Endgame(replace(START, hand=("base/V",))), Placement("base/V", 0, 5, 5))


def test_placements_are_named_without_pieces() -> None:
    endgame = Endgame(replace(START, hand=("base/V",)))
    best = solve(endgame).placements[0]
    assert best.placement == placement_of(best.line[0])
    assert best.placement.piece is None
