"""The model's two readings of the same rules, on games that the model itself lists."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from verifier.carcassonne.model.solo import outcomes as outcomes_module
from verifier.carcassonne.model.solo.constant_reading import RecordReading
from verifier.carcassonne.model.solo.draws import Draw, schedule
from verifier.carcassonne.model.solo.key import Model
from verifier.carcassonne.model.solo.open_reading import decided, decisions, open_game
from verifier.carcassonne.model.solo.rules.game import play
from verifier.carcassonne.model.solo.rules.state import begin
from verifier.carcassonne.solo.faults import faults
from verifier.carcassonne.solo.letters import tiles_of
from verifier.carcassonne.solo.notation import parse_line, parse_position
from verifier.carcassonne.solo.position import Pile, Position, row, setup
from verifier.carcassonne.solo.turn import (
    Outcome,
    Record,
    RecordedMeeple,
    RecordedTurn,
    Turn,
    as_recorded,
)
from verifier.constraints.builder import Builder
from verifier.constraints.cpsat import Parameters
from verifier.errors import Illegal, Malformed

SLOW = settings(max_examples=15, deadline=None, suppress_health_check=list(HealthCheck))
SEEDS = st.integers(0, 10**6)


@pytest.fixture(scope="module")
def model() -> Iterator[Model]:
    made = Model()
    yield made
    made.close()


def dealt(rng: random.Random) -> Position:
    tiles = list((Counter(setup().sheet.counts()) - Counter(tiles_of("D"))).elements())
    rng.shuffle(tiles)
    piles = (tiles[:24], tiles[24:48], tiles[48:])
    return setup(piles=tuple(Pile(tuple(known)) for known in piles))


def game(model: Model, seed: int, turns: int) -> tuple[Position, list[Outcome]]:
    """Return a random game, one that lasts where that can be chosen."""
    rng = random.Random(seed)
    start = position = dealt(rng)
    found: list[Outcome] = []
    while not position.over and len(found) < turns:
        options = sorted(model.outcomes(position), key=repr)
        lasting = [option for option in options if not option.after.over]
        found.append(rng.choice(lasting or options))
        position = found[-1].after
    return start, found


def as_record(start: Position, outcomes: list[Outcome]) -> Record:
    turns = tuple(
        replace(as_recorded(outcome.turn, outcome.colour), discards=outcome.discards)
        for outcome in outcomes
        if outcome.turn is not None
    )
    return Record(start, turns)


@SLOW
@given(seed=SEEDS)
def test_games_the_model_lists_break_no_rule(model: Model, seed: int) -> None:
    start, played = game(model, seed, 12)
    assert () == model.violations(as_record(start, played))
    assert all(() == faults(outcome.after) for outcome in played)


@SLOW
@given(seed=SEEDS)
def test_one_long_game_folds_to_the_same_as_turn_after_turn(model: Model, seed: int) -> None:
    """Collecting the old tiles into features changes nothing."""
    start, played = game(model, seed, 12)
    in_one_go = begin(start, Builder())
    for outcome in played:
        if outcome.turn is None or outcome.discards:
            break
        after = outcome.after
        drawn = Draw(
            outcome.colour, outcome.colour, outcome.turn.tile, (), after.piles, after.river
        )
        play(in_one_go, drawn, RecordReading(as_recorded(outcome.turn, outcome.colour)))
        assert [] == in_one_go.builder.requirements
        assert outcome.after.scores == tuple(score.constant for score in in_one_go.scores)
        assert outcome.after.supplies == tuple(left.constant for left in in_one_go.supplies)
        assert outcome.after.monasteries == in_one_go.monasteries.constant


@settings(SLOW, max_examples=8)
@given(seed=SEEDS, turns=st.integers(1, 10))
def test_every_legal_game_is_one_the_solver_can_find(model: Model, seed: int, turns: int) -> None:
    """What the constants accept the unknowns accept, from the set-up with any tiles."""
    _, whole_game = game(model, seed, turns)
    line = [outcome.turn for outcome in whole_game if outcome.turn is not None]
    # The set-up's piles are unknown, so a tile that was laid aside was never drawn.
    opened = open_game(setup(), list(schedule(setup(), len(line))))
    b = opened.builder
    for played, turn in zip(opened.turns, line, strict=True):
        b.require(played.tile.at[turn.cell], "fixed")
        b.require(played.tile.drawing[turn.tile, turn.rotation], "fixed")
        if turn.claim != "-":
            b.require(played.claims[turn.claim], "fixed")
    literals = decisions(opened)
    reply = model.solver.ask(b, literals, Parameters())
    assert "optimal" == reply.status
    found = decided(opened, reply.found[0])
    assert [turn.claim for turn in line] == [turn.claim for turn in found]


U_EAST = RecordedTurn(0, "base/U", 0, 1, 0, (RecordedMeeple("E"),))
PILES = (Pile(tiles_of("U"), 23), Pile(tiles_of("LC"), 22), Pile((), 23))

BROKEN = [
    ("BASE-PLACE-2", replace(U_EAST, x=0)),
    ("BASE-PLACE-2", replace(U_EAST, x=1, y=1)),
    ("BASE-PLACE-3", replace(U_EAST, rotation=1)),
    ("BASE-PLACE-4", replace(U_EAST, rotation=4)),
    ("SOLO-MEEPLE-1", replace(U_EAST, meeples=())),
    ("SOLO-MEEPLE-3", replace(U_EAST, meeples=(RecordedMeeple("N"),))),
    ("SOLO-MEEPLE-3", replace(U_EAST, meeples=(RecordedMeeple("M"),))),
    ("SOLO-MEEPLE-3", replace(U_EAST, meeples=(RecordedMeeple("F"),))),
    ("SOLO-MEEPLE-8", replace(U_EAST, meeples=(RecordedMeeple("E"), RecordedMeeple("E")))),
    ("SOLO-MEEPLE-8", replace(U_EAST, meeples=(RecordedMeeple("E", cell=(0, 0)),))),
    ("SOLO-MEEPLE-8", replace(U_EAST, meeples=(RecordedMeeple("E", colour=1),))),
    ("SOLO-SETUP-8", replace(U_EAST, meeples=(RecordedMeeple("E", piece="marker"),))),
    ("SOLO-SETUP-10", replace(U_EAST, meeples=(RecordedMeeple("E", piece="abbot"),))),
    ("SOLO-OPTION-4", replace(U_EAST, tile="base/Z")),
    ("SOLO-PLACE-1", replace(U_EAST, tile="base/V")),
    ("SOLO-PLACE-1", replace(U_EAST, pile=1)),
    ("SOLO-PLACE-4", replace(U_EAST, tile="base/V", discards=tiles_of("U"))),
    ("SOLO-SCORE-1", replace(U_EAST, order=("E",))),
    ("SOLO-SCORE-1", replace(U_EAST, order=("ne",))),
    ("SOLO-TURN-1", replace(U_EAST, colour=1)),
    ("SOLO-TURN-1", replace(U_EAST, colour=7)),
]


@pytest.mark.parametrize(("rule", "turn"), BROKEN)
def test_an_impossible_decision_breaks_a_named_rule(rule: str, turn: RecordedTurn) -> None:
    record = Record(setup(piles=PILES), (turn,), official=False)
    assert rule in {violation.rule for violation in Model().violations(record)}
    assert () == Model().violations(replace(record, turns=(U_EAST,)))


SETUPS = [
    ("SOLO-SETUP-3", replace(setup(), supplies=(4, 4, 3))),
    ("SOLO-SETUP-4", replace(setup(), to_move=1)),
    ("SOLO-SETUP-5", replace(setup(), placements=setup().placements * 0)),
    ("SOLO-SETUP-6", setup(piles=(Pile((), 25), Pile((), 23), Pile((), 23)))),
    ("SOLO-SETUP-9", replace(setup(), scores=(1, 2, 4))),
    ("SOLO-OPTION-4", setup(piles=(Pile(("Z",), 23), Pile((), 24), Pile((), 23)))),
    ("BASE-TILE-1", setup(piles=(Pile(tiles_of("CC"), 22), Pile((), 24), Pile((), 23)))),
]


@pytest.mark.parametrize(("rule", "start"), SETUPS)
def test_a_wrong_set_up_breaks_a_named_rule(rule: str, start: Position) -> None:
    violations = Model().violations(Record(start, ()))
    assert (rule, 0) in {(violation.rule, violation.turn) for violation in violations}


def test_nobody_plays_once_the_game_is_over() -> None:
    over = replace(setup(piles=PILES), over=True)
    violations = Model().violations(Record(over, (U_EAST,), official=False))
    assert "SOLO-END-1" in {violation.rule for violation in violations}


def test_what_no_tile_can_be_drawn_for_is_no_turn() -> None:
    bare = setup(piles=(Pile(), Pile(), Pile()))
    violations = Model().violations(Record(bare, (U_EAST,), official=False))
    assert {"SOLO-END-4"} == {violation.rule for violation in violations}


CLOSED_CITY = "s3.4~D0.0.0~E2.0.1~p1.2.3~h4.4.4~t1~nCU.L.V~u1.1.1"


def test_an_unplaceable_tile_is_laid_aside_and_a_placeable_one_is_not(model: Model) -> None:
    """EC-P-01: no city is open, so the all-city tile has no place."""
    position = parse_position(CLOSED_CITY)
    assert {tiles_of("C")} == {outcome.discards for outcome in model.outcomes(position)}
    aside = replace(U_EAST, discards=tiles_of("C"))
    assert () == model.violations(Record(position, (aside,), official=False))
    for wrong in (U_EAST, replace(aside, discards=tiles_of("CL")), replace(aside, discards=())):
        violations = model.violations(Record(position, (wrong,), official=False))
        assert "SOLO-PLACE-4" in {violation.rule for violation in violations}


def test_an_unknown_tile_is_malformed(model: Model) -> None:
    with pytest.raises(Malformed, match="not known"):
        model.outcomes(setup())


def test_a_turn_that_breaks_a_rule_cannot_be_folded() -> None:
    start = row(setup(), tiles_of("U"))
    drawn = next(iter(schedule(start, 1)))
    with pytest.raises(Illegal, match="free feature"):
        outcomes_module.fold(start, drawn, Turn("base/U", 0, 1, 0))


THIRD_EXAMPLE = "G1.0.1.N~U0.1.0.E~E2.-1.1.S~A0.-2.1.S~A1.2.0.M~V2.-2.0.-"


def test_scores_change_what_a_turn_brings_but_not_the_turns(model: Model) -> None:
    """CLAIM-S3d: all three colours score in the given order iff y < r < g <= y + 3."""
    start = row(setup(), tiles_of("GUEAAVL"))
    position = start
    for turn in parse_line(THIRD_EXAMPLE):
        (position,) = [
            outcome.after for outcome in model.outcomes(position) if outcome.turn == turn
        ]
    box = [(y, r, g) for y in range(5) for r in range(y, 6) for g in range(y, 6)]
    for scores, outcomes in model.outcomes_for_scores(position, box):
        on_place = [o for o in outcomes if o.turn is not None and len(o.scorings) == 3]
        y, r, g = scores
        everybody = [o for o in on_place if all(scoring.colours for scoring in o.scorings)]
        names = {tuple(s.majority[0] for s in o.scorings) for o in everybody}
        if y < r < g <= y + 3:
            assert {(0, 1, 2)} == names
        assert bool(everybody) == exists_order(scores)


def exists_order(scores: tuple[int, ...]) -> bool:
    """EX-SCORE-3's table for y <= r and y <= g: some order lets all three colours score."""
    y, r, g = scores
    return (
        y <= r <= g <= y + 3 or y <= g <= r <= y + 3 or y == r <= g <= y + 3 or y == g <= r <= y + 3
    )
