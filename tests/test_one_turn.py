"""What the engine makes of one turn without checking it: it is what the slow way would make."""

from __future__ import annotations

import pickle
import random
from concurrent.futures import ThreadPoolExecutor
from dataclasses import fields, replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.builds import BUILDS, Build
from tests.games import position_at
from tests.strategies import positions
from verifier.carcassonne.engine import kernel
from verifier.carcassonne.engine.solo import Engine
from verifier.carcassonne.engine.solo import laid_out as laid_out_module
from verifier.carcassonne.engine.solo.laid_out import laid_out, lay_out
from verifier.carcassonne.solo.faults import faults, faults_besides_the_table
from verifier.carcassonne.solo.letters import tiles_of
from verifier.carcassonne.solo.position import Meeple, Placement, Placements, Position, row, setup
from verifier.carcassonne.solo.rule_set import RuleSet
from verifier.carcassonne.solo.turn import Outcome
from verifier.carcassonne.table.cells import STEPS
from verifier.errors import Illegal, Malformed


def made_anew(position: Position, chance: random.Random) -> Position:
    """Return the position made from its parts in another order, brought into its normal form."""
    parts = {one.name: getattr(position, one.name) for one in fields(position)}
    placements = list(position.placements)
    chance.shuffle(placements)
    discards = tuple(chance.sample(position.discards, len(position.discards)))
    return Position(**parts | {"placements": tuple(placements), "discards": discards})


def outcomes_of_all(position: Position) -> list[Outcome]:
    """Return the outcomes with the position's next tile, and with a few others in its place."""
    found = []
    for tile in (None, *tiles_of("BEX")):
        try:
            found += Engine().outcomes_in_order(row(position, (tile,)) if tile else position)
        except (Illegal, Malformed):
            continue  # the set has no such tile left, or what comes next is not known
    return found


@settings(max_examples=25)
@given(positions(), st.randoms(use_true_random=False))
def test_outcomes_are_those_of_the_slow_constructor(
    position: Position, chance: random.Random
) -> None:
    for build in BUILDS:
        with build.in_use():
            outcomes = outcomes_of_all(position)
        for outcome in outcomes:
            after = made_anew(outcome.after, chance)
            slow = replace(outcome, after=after)
            assert (after, hash(after), repr(after)) == (
                outcome.after,
                hash(outcome.after),
                repr(outcome.after),
            ), build.name
            assert (slow, hash(slow), repr(slow)) == (outcome, hash(outcome), repr(outcome))


@settings(max_examples=25)
@given(positions(), st.randoms(use_true_random=False))
def test_what_the_engine_leaves_unchecked_has_no_fault(
    position: Position, chance: random.Random
) -> None:
    for outcome in outcomes_of_all(position):
        assert outcome.after.lying.laid_out_for == position.rules.colours
        anew = made_anew(outcome.after, chance)
        assert anew.lying.laid_out_for == 0
        assert faults(anew) == faults_besides_the_table(outcome.after)
        assert {fault.name for fault in faults(anew)} <= {"number_of_meeples"}


@settings(max_examples=25)
@given(positions(), st.sampled_from(["N", "E", "S", "W", "M"]))
def test_what_was_changed_since_is_checked(position: Position, segment: str) -> None:
    first, *others = position.placements
    x, y = first.cell
    wrong = (Placement(first.tile, first.rotation, x - 500, y), *others, first)
    assert Engine().outcomes(position) is not None
    with pytest.raises(Illegal):
        Engine().outcomes(replace(position, placements=wrong, over=False))
    if position.rules.colours == 3 and not position.over:
        four = replace(first, meeple=Meeple(segment, 3))
        more = replace(position, rules=RuleSet(4), placements=(four, *others))
        with pytest.raises(Illegal):
            Engine().outcomes(replace(more, rules=position.rules))


def test_placements_for_four_colours_are_checked_anew_for_three(build: Build) -> None:
    rules = RuleSet(4)
    four = replace(setup(rules), to_move=3, supplies=(4, 4, 4, 4))
    after = next(one.after for one in Engine().outcomes_in_order(row(four, tiles_of("U"))))
    assert any(laid.meeple and laid.meeple.colour == 3 for laid in after.placements), build.name
    three = replace(
        after, rules=RuleSet(3), scores=(1, 2, 3), supplies=(4, 4, 4), to_move=0, over=False
    )
    with pytest.raises(Illegal, match="colour_of_meeple"):
        Engine().outcomes(row(three, tiles_of("U")))


@settings(max_examples=25)
@given(positions())
def test_the_outcomes_on_a_cell_are_those_among_all(position: Position) -> None:
    everything = Engine().outcomes_in_order(position)
    taken = {laid.cell for laid in position.placements}
    beside = {(x + i, y + j) for x, y in taken for i, j in STEPS}
    for build in BUILDS:
        with build.in_use():
            for cell in sorted(taken | beside | {(900, -900), (-70, 3), (0, 90)}):
                there = [one for one in everything if one.turn is None or one.turn.cell == cell]
                assert there == Engine().outcomes_at(position, cell), (build.name, cell)


@settings(max_examples=25)
@given(st.lists(positions(), min_size=2, max_size=4))
def test_a_kernel_used_before_lists_what_a_new_one_lists(several: list[Position]) -> None:
    for build in BUILDS:
        with build.in_use():
            for position in (*several, *several):
                if position.over:
                    continue
                with laid_out(position, kernel.Lister) as used:
                    drawn = used.kernel.draw()
                    listed = used.kernel.outcomes(drawn[1])
                    shown = used.kernel.features()
                new = lay_out(position, kernel.Lister)
                assert drawn == new.kernel.draw()
                assert listed == new.kernel.outcomes(drawn[1]), build.name
                assert shown == new.kernel.features()


def test_a_kernel_that_was_interrupted_is_not_used_again(build: Build) -> None:
    position = row(setup(), tiles_of("U"))
    before = Engine().outcomes(position)
    unused = laid_out_module._cleared[kernel.Lister, position.rules.sheets]
    kept = len(unused)

    def interrupted() -> None:
        with laid_out(position, kernel.Lister) as laid:
            laid.kernel.lay(laid.number((5, 5)), 0)
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        interrupted()
    assert kept - 1 == len(unused), build.name
    assert before == Engine().outcomes(position)


def test_threads_do_not_meet_on_one_kernel() -> None:
    tables = [position_at(seed, seed % 12) for seed in range(40)]
    expected = [Engine().outcomes_in_order(position) for position in tables]
    with ThreadPoolExecutor(8) as threads:
        for _ in range(3):
            assert expected == list(threads.map(Engine().outcomes_in_order, tables))


def test_placements_are_a_tuple_to_everybody_else() -> None:
    position = setup()
    assert type(position.placements) is Placements
    assert position.placements == (Placement("base/D", 0, 0, 0),)
    assert repr((Placement("base/D", 0, 0, 0),)) == repr(position.placements)
    copied = pickle.loads(pickle.dumps(position))  # noqa: S301 - our own
    assert (position, hash(position)) == (copied, hash(copied))
