"""What a table takes out of the boxes, and how handicaps shift (HOUSE-SETUP-1 to -11)."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.console_output import run_command
from verifier.carcassonne.house.evening import (
    HELD_BACK_AT_LEAST,
    Handicap,
    Ledger,
    PastGame,
    Player,
    ledger_to_json,
    plan_table,
    read_ledger,
    totals,
)
from verifier.carcassonne.house.rule_set import RuleSet
from verifier.carcassonne.tiles import SETS
from verifier.errors import Ambiguous, Malformed

RULE_SETS = st.builds(
    RuleSet,
    players=st.integers(2, 6),
    sets=st.sets(st.sampled_from(SETS)).map(lambda sets: ("base", *sorted(sets - {"base"}))),
    switches=st.sampled_from([(), (("house.tiles", "multiple_of_2n"),)]),
)
LEDGER = {
    "$schema": "urn:meepleproof:ledger:1",
    "game": "house",
    "players": [
        {"name": "Ada", "child": True, "handicap": {"per_tile": 1, "points": -30}},
        {"name": "Ben"},
    ],
    "games": [],
}


@pytest.mark.parametrize(
    ("players", "minutes", "rounding", "bag"),
    [
        (4, 30, "multiple", 60),  # EX-HOUSE-6
        (3, 20, "multiple", 39),  # EX-HOUSE-6
        (3, 20, "multiple_of_2n", 42),  # EX-HOUSE-6, its other reading
        (4, 25, "multiple", 48),  # 50 is as near to 52
        (6, 90, "multiple", 114),  # the boxes hold 118 tiles beside the start tile
        (5, 90, "multiple", 115),
        (2, 1, "multiple", 2),
    ],
)
def test_the_bag_gets_two_tiles_a_minute(
    players: int, minutes: int, rounding: str, bag: int
) -> None:
    rules = RuleSet(players, switches=(("house.tiles", rounding),))
    assert bag == plan_table(rules, minutes).bag


@given(RULE_SETS, st.integers(6, 500))
def test_every_plan_keeps_to_the_rules(rules: RuleSet, minutes: int) -> None:
    plan = plan_table(rules, minutes)
    step = rules.players * (2 if rules.switches else 1)
    assert 0 == plan.bag % step
    assert plan.held_back >= HELD_BACK_AT_LEAST
    # HOUSE-SETUP-3: the nearest multiple, unless the boxes hold less.
    full = plan.held_back - step < HELD_BACK_AT_LEAST
    assert 2 * abs(plan.bag - plan.wanted) <= step or (full and plan.bag < plan.wanted)


@pytest.mark.parametrize(("start", "base"), [("out", 71), ("river", 71), ("bag", 72)])
def test_with_the_river_the_start_tile_goes_where_the_switch_says(start: str, base: int) -> None:
    rules = RuleSet(sets=("base", "river"), switches=(("house.riverStart", start),))
    plan = plan_table(rules, 30)
    assert (("base", base),) == plan.mixed
    assert 12 == plan.river


def test_a_child_of_five_starts_with_the_tiles_less_thirty() -> None:
    # EX-HOUSE-1, EC-H-42, EC-H-43: nothing is clamped.
    handicap = Handicap(per_tile=1, points=-30)
    assert [30, 0, -6] == [handicap.at(tiles) for tiles in (60, 30, 24)]


@given(
    st.lists(st.tuples(st.booleans(), st.integers(-30, 30)), min_size=2, max_size=6),
    st.lists(st.lists(st.integers(0, 200), min_size=6, max_size=6), max_size=4),
)
def test_after_a_game_all_but_the_winners_start_with_more(
    starts: list[tuple[bool, int]], scores: list[list[int]]
) -> None:
    players = tuple(
        Player(f"P{number}", child, Handicap(0, points))
        for number, (child, points) in enumerate(starts)
    )
    names = [player.name for player in players]
    ledger = Ledger(players)
    for row in scores:
        game = PastGame(60, tuple(zip(names, row[: len(names)], strict=True)))
        before, reached = ledger.handicaps(), totals(game, ledger.handicaps())
        ledger = replace(ledger, games=(*ledger.games, game))
        for player in players:
            behind = max(reached.values()) - reached[player.name]
            shift = behind // 2 if player.child else behind // 4
            points = before[player.name].points + shift
            assert Handicap(0, points) == ledger.handicaps()[player.name]


def test_a_ledger_is_read_as_it_was_written() -> None:
    ledger = read_ledger(LEDGER | {"games": [{"tiles": 60, "scores": {"Ada": 40, "Ben": 91}}]})
    assert ledger == read_ledger(ledger_to_json(ledger))
    assert Handicap(1, -20) == ledger.handicaps()["Ada"]


def test_two_players_of_one_name_are_ambiguous() -> None:
    with pytest.raises(Ambiguous, match="two players are called 'Ben'") as caught:
        read_ledger(LEDGER | {"players": [{"name": "Ben"}, {"name": "Ben"}]})
    assert "/players/1/name" == caught.value.where


def test_a_game_of_a_stranger_is_malformed() -> None:
    with pytest.raises(Malformed, match="'Cy' is not among the players Ada, Ben") as caught:
        read_ledger(LEDGER | {"games": [{"tiles": 60, "scores": {"Ada": 40, "Cy": 91}}]})
    assert "/games/0/scores" == caught.value.where


def test_setup_reads_the_handicaps_of_a_ledger(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "ledger.json"
    path.write_text(json.dumps(LEDGER), encoding="utf-8")
    words = ("house", "setup", "--players", "2", "--minutes", "12", "--ledger", str(path))
    code, out, err = run_command(capsys, *words)
    assert (0, "") == (code, err)
    assert (
        "Handicap  Ada starts with -6; less than 0, the rules set no lower limit\n"
        "Handicap  Ben starts with 0\n"
    ) == out[out.index("Handicap") :]
    code, out, _ = run_command(capsys, *words, "--json")
    assert {"Ada": -6, "Ben": 0} == json.loads(out)["handicaps"]


def test_a_result_leaves_the_file_and_prints_the_new_ledger(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "ledger.json"
    path.write_text(json.dumps(LEDGER), encoding="utf-8")
    words = ("house", "result", str(path), "--tiles", "60", "--score", "Ada=40", "--score")
    code, out, err = run_command(capsys, *words, "Ben=91", "--json")
    assert (0, "") == (code, err)
    assert LEDGER | {"games": [{"tiles": 60, "scores": {"Ada": 40, "Ben": 91}}]} == json.loads(out)
    assert LEDGER == json.loads(path.read_text(encoding="utf-8"))
    code, out, err = run_command(capsys, *words, "Ben=-1")
    assert (3, "") == (code, out)
    assert "Error: 'Ben=-1' is not a score; write NAME=POINTS, up to 6 digits" in err
    code, out, err = run_command(capsys, *words, "Ada=41")
    assert (3, "") == (code, out)
    assert "Error: 'Ada' has two scores (at --score)\n" == err
