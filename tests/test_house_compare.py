"""The smallest games on which two readings of the house rules part."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner

from meepleproof.cli.commands.compare import command
from tests.house_oracle import ORACLE
from verifier.carcassonne.house.catalogue import CATALOGUE
from verifier.carcassonne.house.compare import NO_EFFECT, Comparison, compare
from verifier.carcassonne.house.part_turn import Outcome
from verifier.carcassonne.house.position import Position
from verifier.carcassonne.house.rule_set import RuleSet
from verifier.carcassonne.tiles import SETS
from verifier.errors import Illegal, Malformed, Undecided

RULES = RuleSet(3, hand=1)
PARTED = {
    ("house.followers", "8"): (0, 0),
    ("house.unplayableHand", "discard_and_continue"): (1, 1),
    ("house.innTwoTiles", "2"): (2, 2),
    ("house.road", "official_1_2"): (2, 2),
    ("house.builderOnCompleted", "no"): (4, 2),
    ("house.builderAfterReturn", "no"): (7, 2),
}
"""By switch and answer: the part-turns of the game found, and of the shortest not ruled out."""


def by_oracle(position: Position, comparison: Comparison) -> Outcome | None:
    """Return what the last part-turn brings by the naive rules."""
    for part_turn in comparison.game[:-1]:
        found = {outcome.part_turn: outcome for outcome in ORACLE.outcomes(position)}
        position = found[part_turn].after
    outcomes = {outcome.part_turn: outcome for outcome in ORACLE.outcomes(position)}
    return outcomes.get(comparison.game[-1])


LONG = ("house.unplayableHand", "house.builderAfterReturn")
"""The switches whose games are found in seconds, the first by a hand that fits nowhere."""


@pytest.mark.parametrize(
    ("choice", "lengths"),
    [
        pytest.param(*each, marks=pytest.mark.slow if each[0][0] in LONG else (), id=each[0][0])
        for each in PARTED.items()
    ],
)
def test_a_switch_parts_two_readings(choice: tuple[str, str], lengths: tuple[int, int]) -> None:
    comparison = compare(RULES, *choice)
    assert lengths == (len(comparison.game), comparison.lower_bound)
    assert ("holds" if lengths[0] == lengths[1] else "undecided") == comparison.verdict.answer
    if comparison.game:
        one, other = (by_oracle(start, comparison) for start in comparison.start)
        assert (comparison.one, comparison.other) == (one, other)
        assert one != other


def test_the_game_found_is_the_same_every_time() -> None:
    games = [compare(RULES, "house.road", "official_1_2").game for _ in range(2)]
    assert games[0] == games[1]


def test_a_shared_river_hand_parts_at_the_set_up() -> None:
    comparison = compare(RuleSet(3, SETS), "house.riverHand", "shared")
    assert [1, 3] == [len(start.hand) for start in comparison.start]
    with pytest.raises(Illegal, match="without the river"):
        compare(RULES, "house.riverHand", "shared")


def test_every_switch_is_compared_or_said_to_have_no_effect() -> None:
    compared = {key for key, _ in PARTED} | {"house.riverHand"}
    assert {switch.key for switch in CATALOGUE.switches} == compared | set(NO_EFFECT)


@pytest.mark.parametrize("key", NO_EFFECT)
def test_a_switch_without_effect_is_refused(key: str) -> None:
    value = CATALOGUE.switch(key).values[-1]
    with pytest.raises(Illegal, match="no game parts"):
        compare(RULES, key, value)


def test_too_few_games_leave_it_undecided() -> None:
    with pytest.raises(Undecided, match="both keys rule out those of fewer than 2"):
        compare(RULES, "house.road", "official_1_2", games=0)


def test_the_default_is_no_other_reading() -> None:
    with pytest.raises(Malformed, match="both readings have"):
        compare(RULES, "house.road", "2_3")


def test_the_command_shows_the_game_and_both_readings() -> None:
    run = CliRunner().invoke(command, ["--game", "house", "house.innTwoTiles=2"])
    lines = run.stdout.splitlines()
    assert lines[0].startswith("AMB-29: ")
    assert [1, 1] == [sum(line.startswith(f"{n}. ") for line in lines) for n in (1, 2)]
    assert "holds: no shorter game parts the readings" in lines


def test_the_command_prints_json() -> None:
    run = CliRunner().invoke(command, ["--game", "house", "house.followers=8", "--json"])
    document = json.loads(run.stdout)
    supplies = [document[name]["start"]["supplies"][0] for name in ("a", "b")]
    assert [7, 8] == [supply["little"] for supply in supplies]
    assert (0, "holds") == (document["lower_bound"], document["verdict"])
