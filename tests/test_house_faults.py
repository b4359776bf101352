"""Faults of positions of the house game: none where a game was played, each by its name."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.house_games import game
from verifier.carcassonne.house.faults import faults, require_valid
from verifier.carcassonne.house.notation import parse_position, position_text
from verifier.errors import Illegal


@pytest.mark.parametrize("seed", range(30))
def test_a_position_of_a_game_has_no_faults(seed: int) -> None:
    for position in game(seed):
        assert () == faults(position), position_text(position)


def test_the_first_fault_is_raised_with_its_rule_and_the_number_of_the_others() -> None:
    position = parse_position("h3~b0.0.D0U0uE1~t2~nEVW~u20")
    twice = replace(position, scores=(0, -1, 0))
    with pytest.raises(Illegal, match=r"score_out_of_range: .*\(1 more fault\)") as caught:
        require_valid(twice)
    assert ("/scores/1", "HOUSE-SETUP-6") == (caught.value.where, caught.value.rule)


@pytest.mark.parametrize(
    ("code", "name", "rule", "where"),
    [
        ("h3~b0.0.D0~p0.0~t1~nEVW~u9", "number_of_colours", "HOUSE-2P-1", "/scores"),
        ("h3~b0.0.D0~t4~nEVW~u9", "colour_to_move", "HOUSE-TURN-1", "/to_move"),
        ("h3~b0.0.D0U0lE4~t1~nEVW~u9", "colour_of_piece", "HOUSE-2P-1",
         "tile base/U on cell (1,0)"),
        ("h3~b0.0.D0~b0.1000.E0~t1~nEVW~u9", "cell_out_of_reach", "HOUSE-TURN-3",
         "tile base/E on cell (0,1000)"),
        ("h3~t1~nEVW~u9", "no_tiles", "HOUSE-SETUP-9", "/placements"),
        ("h3~b0.0.D0U0lM1~t2~nEVW~u9", "no_such_feature", "HOUSE-TURN-4",
         "tile base/U on cell (1,0)"),
        ("h3~b0.0.D0~t1~nEVW~u9~xC", "tiles_laid_aside", "HOUSE-TURN-11", "/discards"),
        ("h3.3.bi~b0.0.D0~t1s~nEVW~u9", "second_part", "HOUSE-TURN-8", "/second"),
        ("h3.3.br~b0.0.rA0.rD1~t1~nrB~rrL~u9", "edges_mismatch", "HOUSE-RIVER-7",
         "tile river/A on cell (0,0)"),
        ("h3.3.br~b0.0.rA0.D0.E2~t1~nrB~rrL~u9", "river_goes_on", "HOUSE-RIVER-5",
         "tile base/D on cell (0,1)"),
        ("h3.3.br~b0.-2.rD0.B0.rA0rL0~t1~nEVW~u9", "river_in_pieces", "HOUSE-RIVER-7",
         "tile river/DF on cell (0,-2)"),
        ("h3~b0.0.D0U0bNl1.-B0lNl1~t2~nEVW~u9", "claimed_twice", "HOUSE-TURN-4",
         "tile base/U on cell (1,0)"),
        ("h3~b0.0.D0.-U0~t1~nEVW~u9", "table_in_pieces", "HOUSE-TURN-3", "cell (1,1)"),
    ],
)  # fmt: skip
def test_a_fault_has_a_name_a_rule_and_a_place(code: str, name: str, rule: str, where: str) -> None:
    found = [(fault.name, fault.rule, fault.where) for fault in faults(parse_position(code))]
    assert (name, rule, where) in found
