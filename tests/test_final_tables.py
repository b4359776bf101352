"""The tables at the end of a few turns: none is missing, none is there twice."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from dataclasses import replace

import pytest

from tests.test_best import BEST_OF_4, BEST_OF_5, BEST_OF_6
from tests.test_smallest import GAMES
from verifier.carcassonne.engine.solo import Engine
from verifier.carcassonne.engine.solo import best as tables_module
from verifier.carcassonne.engine.solo.all_games import piles_after_draw
from verifier.carcassonne.engine.solo.best import (
    Bound,
    Laid,
    TablesOnTheWay,
    final_tables,
    laid_on,
    tables_on_the_way,
)
from verifier.carcassonne.engine.solo.engine import outcomes_by_engine, record_of
from verifier.carcassonne.engine.solo.search import tiles_in_box
from verifier.carcassonne.solo.notation import parse_line
from verifier.carcassonne.solo.position import Placement, Position, setup
from verifier.carcassonne.solo.rule_set import SOLO
from verifier.carcassonne.solo.turn import Outcome

_MOST = 7
"""So many turns complete no monastery."""

GAMES_PLAYED = 12


def played(line: str) -> tuple[Outcome, ...]:
    return outcomes_by_engine(record_of(parse_line(line), setup()))


SHIELD_ON_THE_LAST_TILE = "R1.0.1.N~N0.1.1.-~N3.1.2.-~M2.0.2.-.E"
"""A city of all tiles, of which the search lays that with a coat of arms last."""

ROAD_WITHOUT_A_TILE_TO_SPARE = "L1.1.0.N~O1.1.1.N~T3.0.1.N.E"

WITNESSES = [
    *(BEST_OF_4, BEST_OF_5, BEST_OF_6, *GAMES.values()),
    *(SHIELD_ON_THE_LAST_TILE, ROAD_WITHOUT_A_TILE_TO_SPARE),
]


def game_with_scorings(seed: int, turns: int) -> tuple[Outcome, ...]:
    """Return a random game in which features are mostly completed as soon as they can be."""
    rng, position = random.Random(f"scorings {seed}"), setup()
    outcomes: list[Outcome] = []
    while len(outcomes) < turns:
        tiles = rng.sample(sorted(tiles_in_box(position)), 5)
        drawn = replace(position, piles=piles_after_draw(position))
        found = list(Engine().outcomes_of_each(drawn, tiles))
        scoring = [outcome for outcome in found if outcome.scorings]
        outcomes.append(rng.choice(scoring if scoring and rng.random() < 0.9 else found))
        position = outcomes[-1].after
    return tuple(outcomes)


def require_every_table_found(outcomes: Iterable[Outcome]) -> int:
    """Check that the table after each turn is found by what the colours got until then."""
    found = 0
    for turns, outcome in enumerate(outcomes, start=1):
        gains = [
            now - then for now, then in zip(outcome.after.scores, SOLO.start_scores, strict=True)
        ]
        if turns <= _MOST and any(gains):
            require_found(outcome.after, turns, tuple(gains))
            found += 1
    return found


def require_found(position: Position, turns: int, needs: tuple[int, ...]) -> None:
    """Check that the search goes all the way to the table of a position."""
    bound = Bound(SOLO, turns, needs)
    table = tables_module._start(SOLO, turns)
    final, cells = laid_on(position), {lies.cell for lies in position.placements}
    while table.left:
        after = [
            each
            for each in tables_module._tables_after(table, bound)
            if each.laid() <= final and not each.empty & cells
        ]
        assert 1 == len(after), (table.laid(), position)
        table = after[0]
    assert final == table.laid()


@pytest.mark.parametrize("line", WITNESSES)
def test_the_tables_of_good_games_are_found(line: str) -> None:
    require_every_table_found(played(line))


def test_the_tables_of_games_with_many_scorings_are_found() -> None:
    found = last = 0
    for seed in range(GAMES_PLAYED):
        outcomes = game_with_scorings(seed, _MOST)
        found += require_every_table_found(outcomes)
        last += any(outcome.colour in paid(outcome) for outcome in outcomes[3:])
    assert found > 3 * GAMES_PLAYED
    assert last > GAMES_PLAYED // 4, "a colour is paid for what it claims in the last turn"


@pytest.mark.slow
def test_the_tables_of_many_more_games_are_found() -> None:
    for seed in range(1000, 1400):
        require_every_table_found(game_with_scorings(seed, _MOST))


def paid(outcome: Outcome) -> set[int]:
    return {colour for scoring in outcome.scorings for colour in scoring.colours}


@pytest.mark.parametrize("turns", [1, pytest.param(2, marks=pytest.mark.slow)])
def test_without_needs_every_table_is_found_once(turns: int) -> None:
    found = [table for table in final_tables(SOLO, turns, -1) if table is not None]
    expected = {laid_on(setup())}
    for _ in range(turns):
        expected = {table for before in expected for table in with_one_more(before)}
    assert len(expected) == len(found)
    assert expected == set(found)


def with_one_more(table: frozenset[Laid]) -> Iterator[frozenset[Laid]]:
    """Yield the table with one more tile in each place that the engine allows."""
    placements = tuple(Placement(tile, rotation, *cell) for cell, tile, rotation in table)
    position = replace(setup(), placements=placements)
    for outcome in Engine().outcomes_of_each(position, sorted(tiles_in_box(position))):
        yield laid_on(outcome.after)


@pytest.mark.slow
@pytest.mark.parametrize("lowest", [2, 3])
def test_every_good_game_of_two_turns_ends_on_a_table_that_is_found(lowest: int) -> None:
    found = {table for table in final_tables(SOLO, 2, lowest) if table is not None}
    reached = {laid_on(after) for after in all_after(2) if min(after.scores) > lowest}
    assert reached <= found
    assert (lowest == 2) == bool(reached)


def all_after(turns: int) -> list[Position]:
    """Return the positions after so many turns with any tiles, by the engine."""
    positions = [setup()]
    for _ in range(turns):
        positions = [
            outcome.after
            for position in positions
            for outcome in Engine().outcomes_of_each(
                replace(position, piles=piles_after_draw(position)), sorted(tiles_in_box(position))
            )
        ]
    return positions


@pytest.fixture(scope="module")
def way() -> TablesOnTheWay:
    return tables_on_the_way(SOLO, 2, 2)


def test_a_search_for_tables_can_be_stopped(way: TablesOnTheWay) -> None:
    assert way.exhaustive
    stopped = tables_on_the_way(SOLO, 2, 2, most=20)
    assert (20, False) == (stopped.examined, stopped.exhaustive)
    assert stopped.examined < way.examined


def test_on_the_way_are_the_parts_of_the_final_tables(way: TablesOnTheWay) -> None:
    finals = [table for table in final_tables(SOLO, 2, 2) if table is not None]
    assert finals
    start = laid_on(setup())
    assert {tile for table in finals for _, tile, _ in table - start} == way.tiles[start]
    for table in finals:
        for one in table - start:
            assert one[1] in way.tiles[table - {one}]
