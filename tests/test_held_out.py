"""Players held out for ratings of the Solo Variant, and solvers to choose a rating by."""

from __future__ import annotations

import math
from itertools import product

import pytest

from tests.solo_held_out import (
    Asked,
    beam,
    cells,
    in_order,
    looks,
    ranks,
    spearman,
    uct,
    within,
)
from tests.solo_tuning import Tree, broad, efforts, lds, refute, restart
from verifier.carcassonne.engine.solo import Engine, solve
from verifier.carcassonne.solo.puzzle import Puzzle, parse_code
from verifier.carcassonne.solo.turn import turns_of

ROAD = parse_code(
    "s3.4~P0.-2.-1.N3~O2.-1.-1.N2~X0.-1.0.E1~D0.0.0~p1.2.3~h3.3.3~t1~nU.S.~u22.22.22~g.road.4.4.1"
)
CITY = parse_code(
    "s3.4~O2.0.-2.E2~K3.0.-1.W1~L2.1.-1.W2~L1.2.-1.S3~D0.0.0~V0.1.0.S1~p1.2.3~h2.2.3~t3~nP.J.E"
    "~u21.21.21~g.city.10.10.1"
)
OUT_OF_REACH = parse_code("s3.4~D0.0.0~p1.2.3~h4.4.4~t1~nU.V.~u0.0.1~g.city-16-3c")


@pytest.mark.parametrize("puzzle", [ROAD, CITY], ids=["two tiles", "three tiles"])
def test_players_find_what_there_is_to_find_and_the_same_again(puzzle: Puzzle) -> None:
    lines = solve(puzzle.position, puzzle.goal, puzzle.tiles, lines=1).lines
    for player in (uct, beam, lambda one: cells(one, turns_of(lines[0]))):
        effort = player(puzzle)
        assert 0 < effort < math.inf
        assert effort == player(puzzle)


@pytest.mark.parametrize("player", [uct, beam])
def test_what_cannot_be_found_is_not_found(player: object, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.solo_held_out.MOST_PLAYED_ON", 40)
    assert callable(player)
    assert math.inf == player(OUT_OF_REACH)


def test_a_first_turn_is_one_of_those_that_come_before_it_by_tightness() -> None:
    # With two tiles the effort is the place of the first turn among all, equals sharing theirs.
    (line,) = solve(ROAD.position, ROAD.goal, 2, lines=1).lines
    everything = len(Engine().outcomes_in_order(ROAD.position))
    assert 1 <= cells(ROAD, turns_of(line)) <= everything


def test_a_table_nearer_the_goal_looks_better() -> None:
    line = solve(CITY.position, CITY.goal, 3, lines=1).lines[0]
    positions = [CITY.position, *(outcome.after for outcome in line[:-1])]
    seen = [looks(position, CITY.goal) for position in positions]
    assert sorted(seen) == seen
    assert 0 <= seen[0] < seen[-1] <= 1


def test_equal_numbers_share_their_ranks_and_unsolved_ones_are_worst() -> None:
    assert [2.5, 1, 2.5, 4.5, 4.5] == ranks([5, 1, 5, math.inf, math.inf])
    assert spearman([1, 2, 3, 4], [4, 4, 4, 4]) is None
    assert 1 == pytest.approx(spearman([1, 2, 3], [1, 10, math.inf]))
    assert 0 == pytest.approx(spearman([1, 2, 1, 2], [1, 1, 2, 2]))


def test_of_pairs_that_are_told_apart_those_in_the_same_order_are_counted() -> None:
    assert 1 == in_order([1, 2, 3, 3], [4, 5, math.inf, math.inf])
    assert 2 / 3 == in_order([3, 1, 2], [9, 4, math.inf])
    assert 0.5 == in_order([1, 1], [4, 5])
    assert in_order([1, 2], [math.inf, math.inf]) is None


def test_only_puzzles_of_one_group_are_compared() -> None:
    # Within each group the order is right; between the groups it is the other way round.
    groups = [
        [Asked("", 0, {"rating": base + one}, {"uct": effort + one}) for one in range(4)]
        for base, effort in ((0, 100), (100, 0))
    ]
    value, number, puzzles = within([*groups, groups[0][:3]], "rating", "uct")
    assert 1 == pytest.approx(value)
    assert (2, 8) == (number, puzzles)
    mixed = [one for group in groups for one in group]
    assert within([mixed], "rating", "uct")[0] < 0
    equal = [
        Asked("", 0, {"rating": a}, dict.fromkeys(("uct", "cells", "beam"), b))
        for a, b in product((1, 2), (1, 2))
    ]
    assert 0 == pytest.approx(within([equal], "rating", "all")[0])


def test_of_puzzles_that_none_solves_there_is_no_correlation() -> None:
    unsolved = [Asked("", 8, {"rating": one}, {"uct": math.inf}) for one in range(4)]
    value, *numbers = within([unsolved], "rating", "uct")
    assert math.isnan(value)
    assert [0, 0] == numbers


def test_solvers_to_choose_a_rating_by_find_what_there_is_and_the_same_again() -> None:
    found = efforts(ROAD)
    assert all(0 < effort < math.inf for effort in found.values())
    assert found == efforts(ROAD)


@pytest.mark.parametrize("eye", range(3))
def test_of_two_tiles_efforts_follow_the_rank_of_the_first_turn(eye: int) -> None:
    tree = Tree(ROAD)
    first = [one.sees_goal for one in tree.root.best(eye)].index(True) + 1
    assert first == lds(tree, eye)
    assert first <= broad(tree, eye)
    assert first <= refute(tree, eye)
    assert 1 < restart(tree, eye)


def test_a_solver_stops_at_its_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.solo_tuning.MOST", 1)
    assert math.inf == lds(Tree(CITY), 0)
