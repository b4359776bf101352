"""Both keys with other boxes against the naive oracle: outcomes, whole games, records, perft."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import asdict, replace
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from tests import naive, naive_record, naive_turn
from tests.boxes_started import box_rules, box_steps, boxes_seen, official_box_start
from tests.games import in_order
from tests.naive_goals import result_of
from tests.perft_oracle import perft
from verifier.carcassonne.engine.solo import Engine
from verifier.carcassonne.engine.solo import perft as perft_by_engine
from verifier.carcassonne.model.solo.key import Model
from verifier.carcassonne.solo.key import Key
from verifier.carcassonne.solo.letters import tiles_of
from verifier.carcassonne.solo.notation import position_text
from verifier.carcassonne.solo.position import Pile, Position, setup
from verifier.carcassonne.solo.rule_set import BOXES, RuleSet
from verifier.carcassonne.solo.turn import (
    NO_CLAIM,
    Outcome,
    Record,
    RecordedTurn,
    as_recorded,
    turns_of,
)

MIXTURES = tuple(boxes for size in range(5) for boxes in combinations(BOXES, size))
TELLING = (207, 372, 238, 315, 23, 371, 416, 216, 295)
"""Seeds whose games show all that must be seen."""

MUST_BE_SEEN = {
    "ic", "tb", "ks", "inn", "cathedral", "large claim", "large home",
    "only large in hand", "river", "river to come", "lake", "river tile under the stack",
    "end A on a river tile",
    "box.large=instead", "sole majority", "shared", "end A", "3 colours", "4 colours",
}  # fmt: skip


@pytest.mark.parametrize(
    "seeds", [(*TELLING, *range(700, 706)), pytest.param(range(4_000), marks=pytest.mark.slow)]
)
def test_the_engine_brings_what_the_oracle_brings(seeds: Sequence[int]) -> None:
    engine, seen = Engine(), Counter[str]()
    for name, (position, expected) in box_steps(seeds):
        assert expected == engine.outcomes(position), f"{name}: {position_text(position)}"
        seen.update(boxes_seen(position, expected))
    assert set() == MUST_BE_SEEN - set(seen)


@pytest.mark.parametrize(
    "seeds", [(23, 315, 416), pytest.param(range(5_000, 5_150), marks=pytest.mark.slow)]
)
def test_the_model_brings_what_the_oracle_brings(seeds: Sequence[int]) -> None:
    model = Model()
    for name, (position, expected) in box_steps(seeds):
        assert expected == model.outcomes(position), f"{name}: {position_text(position)}"
    model.close()


def official_game(seed: int) -> Iterator[tuple[Position, Outcome]]:
    """Yield the turns of a random game by the engine, from the official set-up to its end."""
    rng, engine = random.Random(f"box game {seed}"), Engine()
    rules = replace(box_rules(rng), boxes=rng.choice(MIXTURES))
    rules = rules.with_switches({"score.optional": "no"})  # no record says what was wanted
    position = official_box_start(rng, rules)
    while not position.over:
        outcomes = in_order(engine.outcomes(position))
        going_on = [outcome for outcome in outcomes if not outcome.after.over]
        outcome = max(rng.sample(going_on or outcomes, len(going_on or outcomes)), key=hands_after)
        yield position, outcome
        position = outcome.after


def hands_after(outcome: Outcome) -> int:
    """Return how many meeples are in all hands then: who has many plays for long."""
    return sum(outcome.after.supplies) + sum(outcome.after.large)


def recorded(position: Position, outcome: Outcome) -> RecordedTurn:
    """Return the outcome's turn as it is written down."""
    assert outcome.turn is not None
    written = as_recorded(outcome.turn, outcome.colour, outcome.discards)
    pile = naive.draw(position).pile
    own = len(position.piles) == 1 or pile == outcome.colour
    return written if own else replace(written, pile=pile)


@pytest.mark.parametrize("games", [2, pytest.param(200, marks=pytest.mark.slow)])
def test_whole_games_of_the_engine_are_followed_by_the_oracle(games: int) -> None:
    longest = 0
    for seed in range(games):
        played = list(official_game(seed))
        for number, (position, outcome) in enumerate(played, start=1):
            where = f"game {seed}, turn {number}: {position_text(position)}"
            if outcome.turn is not None:
                after = naive_record.replay(position, recorded(position, outcome))
                assert after == outcome.after, where
            assert (outcome.final is not None) == outcome.after.over, where
        last = played[-1][1]
        final = naive_turn.final_of(last.after)
        assert (final, result_of(last.after.rules, final)) == (last.final, last.result), seed
        longest = max(longest, len(played))
    assert longest > 20


def changed(rng: random.Random, turns: list[RecordedTurn]) -> list[RecordedTurn]:
    """Return the turns with one of them written down otherwise."""
    number = rng.randrange(len(turns))
    turn = turns[number]
    if turn.meeples and rng.random() < 0.7:
        (meeple,) = turn.meeples
        piece = "meeple" if meeple.piece == "large" else "large"
        other = replace(turn, meeples=(replace(meeple, piece=piece),))
    elif rng.random() < 0.5:
        other = replace(turn, rotation=(turn.rotation + 1) % 4)
    else:
        other = replace(turn, meeples=())
    return [*turns[:number], other, *turns[number + 1 :]]


@pytest.mark.parametrize("games", [8, pytest.param(400, marks=pytest.mark.slow)])
def test_changed_records_break_the_same_rule_by_engine_and_oracle(games: int) -> None:
    engine, broken = Engine(), Counter[str]()
    for seed in range(games):
        played = list(official_game(seed))[:24]
        turns = [recorded(p, outcome) for p, outcome in played if outcome.turn is not None]
        for turn in (turns, changed(random.Random(seed), turns)):
            record = Record(played[0][0], tuple(turn))
            expected = naive_record.violations(record)
            found = engine.violations(record)
            assert [(v.rule, v.turn) for v in expected] == [(v.rule, v.turn) for v in found], seed
            broken.update(violation.rule for violation in expected)
    assert "SOLO-BOX-5" in broken


VECTORS = json.loads((Path(__file__).parent / "vectors" / "box_perft.json").read_text("utf-8"))


def start_of(row: dict[str, Any]) -> Position:
    """Return the set-up that a row of counts begins with, its river tiles known."""
    rules = RuleSet(row["colours"], row["meeples"], tuple(row["boxes"]), row["large"])
    rules = rules.with_switches(row["switches"])
    return replace(setup(rules), river=Pile(tiles_of(row["river"])))


def rows() -> list[Any]:
    return [
        pytest.param(
            row,
            id=f"{row['name']}-{row['n']}",
            marks=[pytest.mark.slow] if row["placements"] > 2_000 else [],
        )
        for row in VECTORS["rows"]
    ]


@pytest.mark.parametrize("row", rows())
def test_perft_of_the_oracle_is_the_table(row: dict[str, Any]) -> None:
    counted = asdict(perft(tiles_of(row["tiles"]), row["n"], start_of(row)))
    assert {key: row[key] for key in counted} == counted


@pytest.mark.parametrize("row", [row for row in rows() if not row.values[0]["river"]])
def test_perft_of_the_engine_is_the_table(row: dict[str, Any]) -> None:
    counted = perft_by_engine(tiles_of(row["tiles"]), row["n"], start_of(row))
    assert (row["leaves"], row["nodes"]) == (counted.leaves[-1], counted.nodes[-1])
    assert (row["placements"], row["chk"]) == (counted.placements, counted.checksum)


def listed(key: Key, position: Position, depth: int) -> tuple[int, int]:
    """Return how many lines of so many turns there are, and how many turns on the way."""
    outcomes = [] if position.over else list(key.outcomes(position))
    if depth == 1:
        return len(outcomes), len(outcomes)
    below = [listed(key, outcome.after, depth - 1) for outcome in outcomes]
    return sum(n for n, _ in below), len(outcomes) + sum(n for _, n in below)


def rows_along_the_river() -> list[Any]:
    """Return rows with river tiles to come for each key; long ones take the model a minute."""
    return [
        pytest.param(
            make,
            row,
            id=f"{make.__name__}-{row['name']}-{row['n']}",
            marks=[pytest.mark.slow] if make is Model and row["nodes"] > 50 else [],
        )
        for make in (Engine, Model)
        for row in VECTORS["rows"]
        if row["river"]
    ]


@pytest.mark.parametrize(("make", "row"), rows_along_the_river())
def test_turns_along_the_river_are_as_many_as_in_the_table(
    make: type[Engine | Model], row: dict[str, Any]
) -> None:
    key: Key = make()
    start = start_of(row)
    start = replace(start, piles=(Pile(tiles_of(row["tiles"]), 1),))
    assert (row["leaves"], row["nodes"]) == listed(key, start, row["n"])


def test_large_meeples_double_the_claims_of_a_turn() -> None:
    plain, large = setup(), setup(RuleSet(large=True))
    engine = Engine()
    for letters in ("E", "W", "X", "B"):
        piles = (Pile(tiles_of(letters)), Pile(), Pile())
        without = turns_of(engine.outcomes(replace(plain, piles=piles)))
        with_them = turns_of(engine.outcomes(replace(large, piles=piles)))
        claims = [turn for turn in without if turn.claim != NO_CLAIM]
        assert len(without) + len(claims) == len(with_them)
        assert len(claims) == sum(turn.large for turn in with_them)
