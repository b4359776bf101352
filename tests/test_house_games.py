"""Games of the house rules played by chance: alike on both builds, and legal to other eyes."""

from __future__ import annotations

from typing import Any

import pytest

from tests.builds import COMPILED, PYTHON
from tests.house_oracle import ORACLE
from verifier.carcassonne.engine.house import HouseEngine, random_game, random_games
from verifier.carcassonne.house.part_turn import Record
from verifier.carcassonne.house.rule_set import HOUSE, Pieces, RuleSet
from verifier.errors import Illegal, Malformed

ASIDE = {"house.unplayableHand": "discard_and_continue", "house.builderAfterReturn": "no"}
RULES = [
    pytest.param(RuleSet(players=2), id="two players"),
    pytest.param(RuleSet(players=6, hand=6), id="six players"),
    pytest.param(RuleSet(players=3, sets=("base",), hand=1).with_switches(ASIDE), id="base alone"),
    pytest.param(RuleSet(players=5, supply=Pieces(2, 1, 1)), id="few pieces"),
]


@pytest.mark.usefixtures("build")
@pytest.mark.parametrize("rules", RULES)
def test_a_game_is_legal_and_ends(rules: RuleSet) -> None:
    for number in range(3):
        record = random_game(rules, tiles=30, seed=7, number=number)
        assert () == ORACLE.violations(record)
        assert () == HouseEngine().violations(record)
        aside = rules.value("house.unplayableHand") != "tie"
        assert aside or len(record.turns) == 30, "no game among these is a tie"


@pytest.mark.skipif(COMPILED is None, reason="there is one build to compare with none")
@pytest.mark.parametrize("rules", RULES)
def test_both_builds_play_the_same_games(rules: RuleSet) -> None:
    compiled = random_games(rules, 5, tiles=25, seed=3)
    with PYTHON.in_use():
        assert compiled == random_games(rules, 5, tiles=25, seed=3)


@pytest.mark.usefixtures("build")
def test_a_game_depends_on_its_seed_and_number_alone() -> None:
    two = random_games(HOUSE, 2, tiles=20, seed=1, first=4)
    alone = [random_games(HOUSE, 1, tiles=20, seed=1, first=first) for first in (4, 5)]
    assert two.points == tuple(map(sum, zip(*(one.points for one in alone), strict=True)))
    assert alone[0].points != alone[1].points


@pytest.mark.usefixtures("build")
def test_a_written_game_is_the_one_that_is_played() -> None:
    record = random_game(HOUSE, tiles=40, seed=2, number=9)
    played = random_games(HOUSE, 1, tiles=40, seed=2, first=9)
    assert played.part_turns == len(record.turns)
    assert played.seconds == sum(turn.second for turn in record.turns)
    noted = Record(record.start, record.turns, final=played.points)
    assert 0 == played.ties
    assert () == ORACLE.violations(noted)


def play(rules: RuleSet = HOUSE, games: int = 1, **numbers: int) -> None:
    random_games(rules, games, **numbers)


@pytest.mark.parametrize(
    ("given", "error", "message"),
    [
        ({"tiles": 0}, Illegal, "0 tiles: the sets have 1 to 118 besides the start tile"),
        ({"tiles": 119}, Illegal, "119 tiles"),
        ({"seed": -1}, Malformed, "the seed -1"),
        ({"games": 0}, Malformed, "0 games from number 0 on"),
        ({"first": -1}, Malformed, "games from number -1 on"),
        ({"rules": RuleSet(sets=("base", "river"))}, Illegal, "without the river"),
    ],
)
def test_what_cannot_be_played_is_refused(
    given: dict[str, Any], error: type[Exception], message: str
) -> None:
    with pytest.raises(error, match=message):
        play(**given)
