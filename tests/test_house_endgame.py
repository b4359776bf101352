"""Exact endgames of the house game: the engine's values are those of the whole tree."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice

import pytest

from tests.house_endgames import brute_force, endgames
from verifier.carcassonne.engine.house import HouseEngine
from verifier.carcassonne.engine.house.endgame import (
    perfect_reply,
    placement_of,
    plays_of,
    solve,
    value_of,
)
from verifier.carcassonne.house.endgame import Endgame, endgame_faults
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


@pytest.mark.parametrize("seed", range(1, 5))
@pytest.mark.parametrize("tiles", [1, 2])
def test_values_of_placements_are_those_of_the_whole_tree(seed: int, tiles: int) -> None:
    endgame = list(islice(endgames(seed, tiles), 6))[-1]
    expected = brute_force(HouseEngine(), endgame)
    solution = solve(endgame)
    assert expected == {each.placement: each.value for each in solution.placements}
    assert max(expected.values()) == solution.value == value_of(endgame)
    assert solution.value == perfect_reply(endgame).value
    for each in solution.placements:
        plays = plays_of(endgame, each.placement)
        assert each.value == max(play.value for play in plays)
        assert each.line[0] in {play.part_turn for play in plays}


@pytest.mark.parametrize(
    ("position", "fault"), NO_ENDGAMES, ids=[fault for _, fault in NO_ENDGAMES]
)
def test_what_is_no_endgame_is_refused(position: Position, fault: str) -> None:
    assert (fault,) == tuple(each.name for each in endgame_faults(position))
    with pytest.raises(Illegal, match=fault):
        Endgame(position)


def test_a_placement_that_is_none_is_refused() -> None:
    with pytest.raises(Illegal, match="base/V cannot be placed on 5,5"):
        plays_of(Endgame(replace(START, hand=("base/V",))), Placement("base/V", 0, 5, 5))


def test_placements_are_named_without_pieces() -> None:
    endgame = Endgame(replace(START, hand=("base/V",)))
    best = solve(endgame).placements[0]
    assert best.placement == placement_of(best.line[0])
    assert best.placement.piece is None
