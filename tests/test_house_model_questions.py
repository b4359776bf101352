"""What the house game's model answers about several part-turns, and about games to a position."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace

import pytest

from verifier.carcassonne.house.faults import faults
from verifier.carcassonne.house.notation import parse_tiles
from verifier.carcassonne.house.part_turn import Outcome, PartTurn
from verifier.carcassonne.house.position import Position, StandingPiece, set_up
from verifier.carcassonne.house.rule_set import Pieces, RuleSet
from verifier.carcassonne.model.house.key import HouseModel
from verifier.carcassonne.model.house.questions import (
    Points,
    Terms,
    best,
    decide,
    points_of,
    replayed,
)
from verifier.carcassonne.model.house.reach import game_to, replayed_to
from verifier.carcassonne.tiles import tile_sheet
from verifier.constraints.cpsat import CpSatSolver, Parameters
from verifier.errors import Illegal, Malformed

MODEL = HouseModel()
FIRST = Points(colour=0)
SMALL = RuleSet(players=3, hand=1, sets=("base", "ic", "tb"))


@pytest.fixture(scope="module")
def solver() -> Iterator[CpSatSolver]:
    solver = CpSatSolver()
    yield solver
    solver.close()


def start(tiles: str, rules: RuleSet = SMALL) -> Position:
    return set_up(rules, parse_tiles(tiles))


def lines(position: Position, turns: int) -> Iterator[tuple[Outcome, ...]]:
    """Yield every line of at most so many part-turns."""
    yield ()
    if turns:
        for outcome in MODEL.outcomes(position):
            for rest in lines(outcome.after, turns - 1):
                yield (outcome, *rest)


@pytest.mark.parametrize(
    "points", [FIRST, Points(1), Points(), Points(one_feature=True), Points(0, one_feature=True)]
)
@pytest.mark.parametrize("tiles", ["base/E base/E base/V", "base/U base/A ic/K"])
def test_the_most_points_are_those_of_all_lines(
    solver: CpSatSolver, tiles: str, points: Points
) -> None:
    position = start(tiles)
    answer = best(solver, position, 2, points)
    most = max(points_of(line, points) for line in lines(position, 2))
    assert (most, most) == (answer.value, answer.bound)
    assert most == points_of(replayed(position, answer.line), points)
    assert "impossible" == decide(solver, position, 2, points, most + 1).verdict


def test_a_city_of_two_tiles_is_the_shortest_way_to_two_points(solver: CpSatSolver) -> None:
    position = start("base/E base/E base/E")
    answer = decide(solver, position, 3, FIRST, 2)
    (outcome,) = replayed(position, answer.line)
    assert ("city", 2, (0,)) == (
        outcome.scorings[0].kind,
        outcome.scorings[0].value,
        outcome.scorings[0].owners,
    )


def test_nothing_is_impossible_beyond_a_window(solver: CpSatSolver) -> None:
    position = start("base/E base/E")
    window = frozenset([(0, -1), (1, 0)])
    answer = decide(solver, position, 2, FIRST, 2, terms=Terms(window=window))
    assert "undecided" == answer.verdict
    assert "window" in answer.reason


def test_a_line_that_breaks_a_rule_is_not_replayed() -> None:
    with pytest.raises(Illegal, match=r"base/E0\.5\.5 is not legal here \(at part-turn 1\)"):
        replayed(start("base/E"), [PartTurn("base/E", 0, 5, 5)])


def test_about_no_part_turns_there_is_nothing_to_ask(solver: CpSatSolver) -> None:
    with pytest.raises(Malformed, match="ask about one at least"):
        best(solver, start("base/E"), 0, FIRST)


# Games to a position


def played(seed: int, part_turns: int, rules: RuleSet) -> Position:
    """Return the table after so many part-turns, pieces and double turns preferred."""
    rng = random.Random(seed)
    tiles = [tile.id for name in rules.sets for tile in tile_sheet(name).tiles]
    position = set_up(rules, tuple(rng.sample(tiles, part_turns + rules.hand)))
    for _ in range(part_turns):
        outcomes = sorted(MODEL.outcomes(position), key=lambda each: str(each.part_turn))
        builders = [each for each in outcomes if each.part_turn.piece == "builder"]
        doubles = [each for each in outcomes if each.part_turn.second]
        claims = [each for each in outcomes if each.part_turn.piece is not None]
        position = rng.choice(doubles or builders or claims or outcomes).after
        if position.end:
            break
    return position


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("rules", [SMALL, RuleSet(players=2)], ids=["three", "two"])
def test_a_game_leads_to_a_position_that_was_played_to(
    solver: CpSatSolver, seed: int, rules: RuleSet
) -> None:
    position = played(seed, 3 + seed % 3, rules)
    answer = game_to(solver, position, Parameters())
    assert "found" == answer.verdict
    assert _told_apart(position) == _told_apart(replayed_to(position, answer.line))


def _told_apart(position: Position) -> tuple[object, ...]:
    """Return a table without the names of features, of which a joined one has several."""
    lying = [
        (each.cell, each.tile, each.rotation, each.piece and (each.piece.piece, each.piece.colour))
        for each in position.placements
    ]
    numbers = (position.scores, position.supplies, position.to_move, position.second, position.end)
    return (lying, *numbers, position.hand)


def test_positions_are_reachable_iff_some_order_of_the_tiles_leads_there(
    solver: CpSatSolver,
) -> None:
    """Every table after two part-turns, and the same with one thing changed."""
    rules = replace(SMALL, supply=Pieces(1, 0, 1))
    reached = {
        line[-1].after
        for tiles in ("base/E base/V base/B", "base/V base/E base/B")
        for line in lines(start(tiles, rules), 2)
        if len(line) == 2
    }
    every = sorted(reached, key=repr)
    verdicts = []
    for position in every[:: len(every) // 7]:
        for other in _changed(position):
            if not faults(other):
                expected = "found" if other in reached else "impossible"
                assert expected == game_to(solver, other, Parameters()).verdict, other
                verdicts.append(expected)
    assert {"found", "impossible"} == set(verdicts)


def _changed(position: Position) -> Iterator[Position]:
    yield position
    yield replace(position, to_move=(position.to_move + 1) % 3)
    yield replace(position, scores=position.scores[1:] + position.scores[:1])
    yield replace(position, supplies=position.supplies[1:] + position.supplies[:1])
    pieces = [each for each in position.placements if each.piece is not None]
    for placed in pieces:
        assert placed.piece is not None
        others = tuple(each for each in position.placements if each != placed)
        colour = (placed.piece.colour + 1) % 3
        other = replace(placed, piece=replace(placed.piece, colour=colour))
        yield replace(position, placements=(*others, other))
        yield replace(position, placements=(*others, replace(placed, piece=None)))


def test_a_piece_on_the_first_tile_comes_from_no_game(solver: CpSatSolver) -> None:
    position = start("base/E")
    (first,) = position.placements
    on_it = replace(first, piece=StandingPiece("little", "E", 0))
    supplies = (Pieces(6, 1, 1), *position.supplies[1:])
    changed = replace(position, placements=(on_it,), supplies=supplies)
    assert "found" == game_to(solver, position, Parameters()).verdict
    assert "impossible" == game_to(solver, changed, Parameters()).verdict
