"""Exact endgames of the house game: the engine's values are those of the whole tree."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice

import pytest

from tests.house_endgames import best_of_placements, small_endgames
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
from verifier.carcassonne.house.key import Key
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
KEYS: list[Key] = [HouseEngine(), ORACLE]


@pytest.mark.slow  # brute force takes a minute or more; `make nightly` runs it
@pytest.mark.usefixtures("build")
@pytest.mark.parametrize(("key", "most", "number"), [(KEYS[0], 1500, 30), (KEYS[1], 300, 12)])
def test_values_are_those_of_the_whole_tree(key: Key, most: int, number: int) -> None:
    for seed, endgame, values in islice(small_endgames(key, 1, most), number):
        assert_solved(seed, endgame, values)


@pytest.mark.usefixtures("build")
def test_values_of_few_endgames_are_those_of_the_whole_tree() -> None:
    for seed, endgame, values in islice(small_endgames(KEYS[0], 1, 300), 4):
        assert_solved(seed, endgame, values)


def assert_solved(seed: int, endgame: Endgame, values: dict[PartTurn, int]) -> None:
    """Compare everything that the engine says of an endgame with the values of its plays."""
    plays = plays_of(endgame)
    assert values == {play.part_turn: play.value for play in plays}, seed
    solution = solve(endgame)
    expected = best_of_placements(values)
    assert expected == {each.placement: each.value for each in solution.placements}, seed
    assert max(values.values()) == solution.value == value_of(endgame), seed
    lines = [(play.value, play.line) for play in plays]
    lines += [(each.value, each.line) for each in solution.placements]
    reply = perfect_reply(endgame)
    for value, line in [*lines, (reply.value, reply.line)]:
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
