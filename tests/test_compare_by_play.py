"""Where two readings part, by the engine: what is given up, what is not, and mirror images."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from itertools import islice
from typing import Any

import pytest

from tests.games import game
from tests.test_compare import CASES, always, game_of, named
from verifier.carcassonne.engine.solo import Engine, compare
from verifier.carcassonne.engine.solo.all_games import comes_first, mirrored, piles_after_draw
from verifier.carcassonne.engine.solo.compare import compare_by_engine, may_part
from verifier.carcassonne.engine.solo.search import tiles_in_box
from verifier.carcassonne.solo.catalogue import CATALOGUE
from verifier.carcassonne.solo.codec import rules_from_json
from verifier.carcassonne.solo.key import replay
from verifier.carcassonne.solo.letters import tiles_of
from verifier.carcassonne.solo.notation import parse_line
from verifier.carcassonne.solo.position import Pile, Position, setup
from verifier.carcassonne.solo.rule_set import SOLO, RuleSet
from verifier.carcassonne.solo.turn import Turn

BOUNDED = {
    "score.soleMajority=never": 5,
    "score.soleMajority=any_present_lowest": 6,
    "score.qualifier=any_present": 7,
    "end.rescue=yes": 13,
    "result.offset=subtract_own_start": 13,
}
"""The turns below which counting shows that readings agree; games as short are known but of one."""

WITNESSES = [case for case in CASES if case["choice"] in BOUNDED]


def other_rules(choice: str, rules: RuleSet = SOLO) -> RuleSet:
    key, _, value = choice.partition("=")
    return rules.with_switches({key: value})


def tables(case: dict[str, Any]) -> list[tuple[Position, Position]]:
    """Return the tables of a case's game before each of its turns, by both readings."""
    start, line = game_of(case, "a")
    other = rules_from_json(case["b"]["rules"])
    before = replay(Engine(), start, line[:-1]).outcomes
    return [
        (position, replace(position, rules=other))
        for position in (start, *(outcome.after for outcome in before))
    ]


@pytest.mark.parametrize("choice", BOUNDED)
def test_counting_shows_from_how_many_turns_on_readings_may_part(choice: str) -> None:
    other = setup(other_rules(choice))
    for one_way in ((setup(), other), (other, setup())):
        promising = [turns for turns in range(14) if may_part(*one_way, turns)]
        assert list(range(BOUNDED[choice], 14)) == promising


def test_with_three_meeples_a_game_may_end_three_turns_sooner() -> None:
    """FACT-11."""
    one, other = (setup(rules) for rules in (RuleSet(meeples=3), other_rules("end.rescue=yes")))
    other = replace(other, rules=replace(other.rules, meeples=3))
    assert [False, True] == [may_part(one, other, turns) for turns in (9, 10)]


def test_where_tiles_are_laid_aside_a_game_may_end_sooner() -> None:
    """On the second table no tile without a road has a place; the third pile is lost at once."""
    aside = "BBBBCEEEEEFFGHHHIIMMNNN"
    start = setup(
        piles=(Pile(tiles_of("LUDVA"), 19), Pile(tiles_of("WJKV"), 20), Pile(tiles_of(aside)))
    )
    line = parse_line(
        "L2.0.1.E~W0.0.-1.E~U0.-1.1.E~J0.0.2.E~D0.-2.1.N~K3.-1.0.W~V1.0.-2.N~V3.-3.1.-~A3.-3.2.-"
    )
    replayed = replay(Engine(), start, line)
    assert ((), [True]) == (replayed.broken, [ending.over for ending in replayed.endings])
    assert len(aside) == len(replayed.outcomes[2].discards)


def all_hopeful(case: dict[str, Any]) -> bool:
    pairs = tables(case)
    lefts = range(len(pairs), 0, -1)
    return all(may_part(*pair, left) for pair, left in zip(pairs, lefts, strict=True))


@pytest.mark.parametrize("case", WITNESSES, ids=named)
def test_no_game_that_parts_readings_is_given_up(case: dict[str, Any]) -> None:
    assert all_hopeful(case)


turns_of, meet = compare._turns, compare._may_meet
MUTANTS: list[tuple[str, Any]] = [
    ("_turns", lambda position, colour, left: turns_of(position, colour, left - 1)),
    ("_turns", lambda position, colour, left: min(1, turns_of(position, colour, left))),
    ("_JOINED", {"road": 2, "city": 2}),
    ("_JOINED", {"road": 2}),
    ("_JOINED", {"city": 4}),
    ("_may_lead", lambda position, _, colour, beside: (
        position.scores[colour] > position.scores[beside] + 1)),
    ("_may_meet", lambda position, left, wanted: meet(position, left - 1, wanted)),
    ("_may_meet", lambda position, left, wanted: (
        meet(position, left, {colour: number + 1 for colour, number in wanted.items()}))),
]  # fmt: skip


@pytest.mark.parametrize(("name", "mutant"), MUTANTS)
def test_a_bound_that_is_too_strong_gives_up_one_of_these_games(
    name: str, mutant: Callable[..., object], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(compare, name, mutant)
    assert not all(map(all_hopeful, WITNESSES))


@pytest.mark.parametrize("case", WITNESSES, ids=named)
def test_given_the_tiles_of_a_game_they_part_in_its_last_turn(case: dict[str, Any]) -> None:
    """From its last but one turn on: whatever the turns, and with no game given up."""
    pair = tables(case)[-2]
    for promising in (None, always):
        parted = [compare_by_engine(*pair, turns, promising=promising).position for turns in (1, 2)]
        assert [True, False] == [position is None for position in parted]


@pytest.mark.slow
@pytest.mark.parametrize("case", WITNESSES[:2], ids=named)
def test_given_the_tiles_of_a_game_they_part_in_no_other_turn(case: dict[str, Any]) -> None:
    """From the set-up on, in every game that can be played with these tiles."""
    pair = tables(case)[0]
    turns = len(case["game"]["turns"])
    parted = [compare_by_engine(*pair, number).position for number in (turns - 1, turns)]
    assert [True, False] == [position is None for position in parted]


SEEDS = [range(60), pytest.param(range(60, 500), marks=pytest.mark.slow)]


@pytest.mark.parametrize("seeds", SEEDS, ids=["some", "many"])
def test_what_is_given_up_does_not_part_in_a_turn_or_two(seeds: range) -> None:
    given_up = parted = 0
    for seed in seeds:
        rng = random.Random(seed)
        position, outcomes = list(islice(game(seed), 1 + rng.randrange(18)))[-1]
        key = rng.choice(["end.rescue", "result.offset", "score.qualifier", "score.soleMajority"])
        values = rng.sample(CATALOGUE.switch(key).values, 2)
        longer = tuple(replace(pile, hidden=pile.hidden + 3) for pile in position.piles)
        one, other = (
            replace(position, piles=longer, rules=position.rules.with_switches({key: value}))
            for value in values
        )
        for turns in (1, 2) if len(outcomes) < 20 else (1,):
            if all(pile.known for pile in position.piles):
                found = compare_by_engine(one, other, turns, promising=always, nodes=20_000)
                parted += found.position is not None
                if not may_part(one, other, turns):
                    assert found.position is None, (seed, key, values, turns)
                    given_up += 1
    assert given_up > len(seeds) // 8
    assert parted >= len(seeds) // 400


def test_no_pile_may_run_out_where_turns_are_counted() -> None:
    """A colour without a pile is skipped (SOLO-PLACE-5), so that others come sooner."""
    one, other = setup(), setup(other_rules("end.rescue=yes"))
    short = (Pile((), 24), Pile((), 9), Pile((), 23))
    assert [False, True] == [
        may_part(replace(one, piles=short), replace(other, piles=short), turns) for turns in (8, 9)
    ]


def test_one_tile_joins_no_more_than_is_counted() -> None:
    """A tile that joins roads or cities has no second road or city."""
    for kind, most in compare._JOINED.items():
        for tile in SOLO.sheet.kinds:
            ends = [len(s.edges) for s in tile.orientations[0].segments if s.kind == kind]
            assert max(ends, default=0) <= most
            assert len(ends) == 1 or max(ends, default=0) < 2


# Mirror images


SHEETS = SOLO.sheets


def test_first_turns_come_in_mirror_images() -> None:
    drawn = replace(setup(), piles=piles_after_draw(setup()))
    outcomes = {
        outcome.turn: outcome
        for outcome in Engine().outcomes_of_each(drawn, sorted(tiles_in_box(drawn)))
        if outcome.turn is not None
    }
    assert outcomes.keys() == {mirrored(turn, SHEETS) for turn in outcomes}
    for turn, outcome in outcomes.items():
        assert turn == mirrored(mirrored(turn, SHEETS), SHEETS)
        image = outcomes[mirrored(turn, SHEETS)]
        assert outcome.after.scores == image.after.scores
        assert comes_first(outcome) or comes_first(image)
        assert turn == mirrored(turn, SHEETS) or comes_first(outcome) != comes_first(image)


def test_of_every_tile_there_are_as_many_as_of_its_image() -> None:
    numbers = SOLO.sheet.counts()
    images = {kind.id: mirrored(Turn(kind.id, 0, 0, 1), SHEETS).tile for kind in SOLO.sheet.kinds}
    assert {"base/J": "base/K", "base/K": "base/J"} == {
        one: two for one, two in images.items() if one != two
    }
    assert Counter(numbers) == Counter({images[tile]: n for tile, n in numbers.items()})


def test_each_tile_in_turn_brings_what_it_brings_if_it_is_known() -> None:
    for seed in range(12):
        position, outcomes = list(islice(game(seed), 1 + seed))[-1]
        drawn = Engine().draw(position)
        if drawn.known and drawn.tiles == 1 and outcomes:
            after = next(iter(outcomes)).after.piles
            colour = next(iter(outcomes)).colour
            tile = position.piles[drawn.pile].known[0]
            ready = replace(position, piles=after, to_move=colour)
            assert outcomes == set(Engine().outcomes_of_each(ready, [tile]))
            cities = {
                outcome
                for outcome in outcomes
                if outcome.turn is not None and claimed(outcome.turn) == "city"
            }
            assert cities == set(Engine().outcomes_of_each(ready, [tile], ["city"]))


def claimed(turn: Any) -> str:
    segment = SOLO.sheet.orientation(turn.tile, turn.rotation).segment_named(turn.claim)
    return "" if segment is None else segment.kind
