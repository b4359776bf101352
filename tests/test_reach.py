"""Proof games: both keys on positions from games, on positions near them, on impossible ones."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.console_output import run_command
from tests.killed_solver import DoomedSolver
from verifier.carcassonne.engine.solo import Engine
from verifier.carcassonne.engine.solo.engine import outcomes_by_engine
from verifier.carcassonne.engine.solo.reach import reach_by_engine, same_table
from verifier.carcassonne.model.solo import reach as reach_module
from verifier.carcassonne.model.solo.constant_reading import violations
from verifier.carcassonne.solo.codec import position_to_json, record_from_json
from verifier.carcassonne.solo.letters import tiles_of
from verifier.carcassonne.solo.notation import parse_position, position_text
from verifier.carcassonne.solo.position import Pile, Placement, Position, setup
from verifier.carcassonne.solo.reach import reach
from verifier.carcassonne.solo.rule_set import SOLO, RuleSet
from verifier.constraints.cpsat import CpSatSolver, Parameters
from verifier.errors import Illegal, Malformed

RULES = [
    SOLO,
    RuleSet(colours=4, meeples=3),
    RuleSet(switches=(("score.soleMajority", "never"), ("start.spaces", "0-1-2"))),
    RuleSet(switches=(("place.free", "must_allow_meeple"), ("city.two", "2"))),
]


@pytest.fixture(scope="module")
def solver() -> Iterator[CpSatSolver]:
    with CpSatSolver() as made:
        yield made


def start_of(position: Position) -> Placement:
    return next(placed for placed in position.placements if placed.cell == (0, 0))


def position_of_a_game(seed: int, turns: int) -> Position:
    """Return the table after so many turns, or fewer, of a random game from the set-up."""
    rng = random.Random(seed)
    rules = rng.choice(RULES)
    bag = [letter for letter, number in SOLO.sheet.counts().items() for _ in range(number)]
    bag.remove("base/D")
    rng.shuffle(bag)
    piles = tuple(Pile(tuple(bag[pile :: rules.colours])) for pile in range(rules.colours))
    position = setup(rules, piles)
    for _ in range(turns):
        if position.over:
            break
        position = rng.choice(sorted(Engine().outcomes(position), key=repr)).after
    return position


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 10**6), st.integers(0, 13))
def test_every_position_of_a_game_has_a_game(seed: int, turns: int) -> None:
    position = position_of_a_game(seed, turns)
    found = reach(position)
    assert "holds" == found.verdict.answer
    assert found.game is not None
    assert () == violations(found.game)
    end = outcomes_by_engine(found.game)[-1].after if found.game.turns else found.game.start
    assert same_table(end, position)


def test_a_game_that_was_over_is_not_the_same_table() -> None:
    """Two orders of the last tiles: one ends the game a turn early, the other goes on."""
    position = parse_position(
        "s3.4~S3.0.-4~X0.1.-4~P3.0.-3.S1~L0.1.-3~D2.2.-3.S3~K1.3.-3.N1~U1.0.-2~B0.-1.-1.M1"
        "~V3.0.-1.E3~D0.0.0~K0.1.0.N1~W3.2.0.S2~S1.1.1.W2~R2.1.2~p1.2.3~h0.2.2~t2~n.."
    )
    assert "holds" == reach(position).verdict.answer


@pytest.mark.parametrize("seed", range(8))
def test_the_model_finds_a_game_too(seed: int, solver: CpSatSolver) -> None:
    position = position_of_a_game(seed, 5)
    answer = reach_module.reach_by_model(solver, position, start_of(position), Parameters())
    assert "found" == answer.verdict


@pytest.mark.parametrize("seed", range(12))
def test_both_keys_say_the_same_of_positions_near_a_game(seed: int, solver: CpSatSolver) -> None:
    """Whether they can be reached is not known beforehand; a disagreement would be raised."""
    position = position_of_a_game(100 + seed, 5)
    colour = seed % position.rules.colours
    scores = list(position.scores)
    scores[colour] += 1 + seed % 2
    near = replace(position, scores=tuple(scores))
    answer = reach(near, solver=solver).verdict.answer
    assert answer in ("holds", "violated")


UNREACHABLE = {
    "a point from nowhere": "s3.4~D0.0.0~U0.1.0.E1~p2.2.3~h3.4.4~t2~n..",
    "not that colour's turn": "s3.4~D0.0.0~U0.1.0.E1~p1.2.3~h3.4.4~t3~n..",
    "a turn too many": "s3.4~D0.0.0~U0.1.0.E1~U0.2.0~p1.2.3~h3.4.4~t2~n..",
    "the meeple of a colour that had no turn": "s3.4~D0.0.0~U0.1.0.E2~p1.2.3~h4.3.4~t2~n..",
    "no meeple where one had to be put": "s3.4~D0.0.0~U0.1.0~p1.2.3~h4.4.4~t2~n..",
    "two meeples on a road in two turns": ("s3.4~D0.0.0~U0.1.0.E1~U0.-1.0.E2~p1.2.3~h3.3.4~t3~n.."),
    "a city that scored for nobody's meeple": "s3.4~D0.0.0~E2.0.1~p1.6.3~h4.4.4~t2~n..",
    "no start tile": "s3.4~E0.0.0~p1.2.3~h4.4.4~t1~n..",
    "a start tile with a meeple": "s3.4~D0.0.0.N1~p1.2.3~h3.4.4~t1~n..",
    "over too early": "s3.4~D0.0.0~U0.1.0.E1~p1.2.3~h3.4.4~t2~n..~over",
    "a tile laid aside that had a place": "s3.4~D0.0.0~U0.1.0.E1~p1.2.3~h3.4.4~t2~n..~xC",
}


@pytest.mark.parametrize("name", UNREACHABLE)
def test_what_no_game_leads_to(name: str, solver: CpSatSolver) -> None:
    found = reach(parse_position(UNREACHABLE[name]), solver=solver)
    assert ("violated", None) == (found.verdict.answer, found.game)
    assert ("engine", "model") == found.verdict.names


def test_a_tile_is_laid_aside_when_it_has_no_place() -> None:
    """EC-P-01: the city is closed, so C fits nowhere in colour 2's turn."""
    position = parse_position("s3.4~D0.0.0~E2.0.1~U0.1.0.E2~p5.2.3~h4.3.4~t3~n..~xC")
    found = reach(position)
    assert found.game is not None
    assert [(), tiles_of("C")] == [turn.discards for turn in found.game.turns]
    assert "holds" == found.verdict.answer


def test_a_tile_laid_aside_that_costs_a_turn_is_not_followed() -> None:
    text = "s3.4~o.tile.unplaceable.skip_turn~D0.0.0~E2.0.1~p5.2.3~h4.4.4~t3~n..~xC"
    assert "undecided" == reach(parse_position(text)).verdict.answer


def test_the_start_tile_may_lie_anywhere_and_turned() -> None:
    found = reach(parse_position("s3.4~D1.7.7~U1.7.8.N1~p1.2.3~h3.4.4~t2~n.."))
    assert found.game is not None
    assert [(7, 7)] == [placed.cell for placed in found.game.start.placements]


def test_any_start_tile_may_have_been_the_first() -> None:
    """The D at the origin carries a meeple, so the other one was there before it."""
    found = reach(parse_position("s3.4~D0.0.0.E1~D0.1.0~p1.2.3~h3.4.4~t2~n.."))
    assert found.game is not None
    assert [(1, 0)] == [placed.cell for placed in found.game.start.placements]


def test_a_segment_may_be_named_by_either_end_of_its_feature() -> None:
    one = parse_position("s3.4~D0.0.0~U0.1.0.E1~p1.2.3~h3.4.4~t2~n..")
    assert same_table(one, parse_position(position_text(one).replace("E1", "W1")))


# Limits


def test_an_engine_that_gave_up_has_not_shown_anything() -> None:
    position = position_of_a_game(7, 9)
    arrival = reach_by_engine(position, start_of(position), nodes=1)
    assert (None, False) == (arrival.line, arrival.exhaustive)


def test_a_killed_solver_leaves_it_undecided_and_the_next_question_is_answered() -> None:
    position = parse_position(UNREACHABLE["a point from nowhere"])
    with DoomedSolver() as solver:
        lost = reach(position, solver=solver)
        assert ("undecided", None) == (lost.verdict.answer, lost.game)
        assert "by the engine alone there is none" == lost.verdict.why
        assert "violated" == reach(position, solver=solver).verdict.answer


def test_a_solver_without_memory_leaves_it_undecided() -> None:
    position = parse_position(UNREACHABLE["a point from nowhere"])
    with CpSatSolver(memory=1 << 20) as solver:
        assert "undecided" == reach(position, solver=solver).verdict.answer


@pytest.mark.parametrize("limit", [0, -1])
def test_a_limit_of_nothing_is_refused(limit: int) -> None:
    with pytest.raises(Malformed, match="limit"):
        reach(setup(), limit=limit)


def test_faults_are_named() -> None:
    """EC-O-21, FACT-6: of two adjacent tiles the later one finds the road occupied."""
    text = "s3.4~D0.0.0~U0.1.0.E1~U0.2.0.E2~p1.2.3~h3.3.4~t3~n.."
    with pytest.raises(Illegal, match="adjacent_meeples"):
        reach(parse_position(text))


# The command


def test_the_command_prints_a_game_that_verifies(capsys: pytest.CaptureFixture[str]) -> None:
    position = position_of_a_game(3, 6)
    code, out, _ = run_command(capsys, "reach", "--json", position_text(position))
    (document,) = json.loads(out)
    assert (0, "holds") == (code, document["verdict"])
    assert position_to_json(position) == document["position"]
    assert () == Engine().violations(record_from_json(document["game"]))
    assert ["engine", "model"] == [key["name"] for key in document["keys"]]


def test_the_set_up_is_reached_in_no_turns(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run_command(capsys, "reach", position_text(setup()))
    assert 0 == code
    assert out.startswith("No turn is played: this is the set-up.\nholds: ")


def test_exit_codes_tell_unreachable_from_faulty(capsys: pytest.CaptureFixture[str]) -> None:
    assert 1 == run_command(capsys, "reach", UNREACHABLE["a point from nowhere"])[0]
    code, out, err = run_command(capsys, "reach", "s3.4~D0.0.0~U0.1.0.E1~p1.2.3~h4.4.4~t2~n..")
    assert (3, "") == (code, out)
    assert "number_of_meeples" in err
    code, _, err = run_command(capsys, "reach", "--time", "0", position_text(setup()))
    assert 2 == code
    assert "limit" in err
