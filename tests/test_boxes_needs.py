"""What puzzles with other boxes need: the games without a rule of theirs, and what puzzles say."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

import pytest

from generator.solo.goal_puzzles import goal_wish
from generator.solo.needs import needed_by_engine, needless, needs
from generator.solo.only_solution import only_solution
from tests.boxes_dealt import game
from tests.builds import COMPILED
from tests.games import ORACLE
from verifier.carcassonne.engine.solo import Engine
from verifier.carcassonne.engine.solo.reach import reach_by_engine
from verifier.carcassonne.model.solo.key import Model
from verifier.carcassonne.solo.goals import checklist
from verifier.carcassonne.solo.notation import position_text
from verifier.carcassonne.solo.position import Position
from verifier.carcassonne.solo.puzzle import essential_in_play, parse_code, require_in_play, without
from verifier.carcassonne.solo.reach import reach
from verifier.carcassonne.solo.rule_set import RuleSet
from verifier.carcassonne.solo.turn import Outcome
from verifier.constraints.cpsat import CpSatSolver
from verifier.errors import Illegal, Malformed

OF_BOXES = ("inns", "cathedrals", "large", "river")
BOXES = {"inns": ("ic",), "cathedrals": ("ic",), "large": (), "river": ("river",)}
COMPARED = 6
"""On how many positions, where the rule changes something, the keys are compared without it."""
GAMES = 400
CATHEDRALS = 3
"""Cathedrals are few: on fewer positions."""

ROAD = (
    "s3.4.i~iE0.2.-1.E2~V2.-1.0~D0.0.0~iC2.1.0.W1~iM0.2.0.S2~U1.-1.1~P0.-1.2.N3~J2.0.2.S1~iG2.-1.3"
    "~iN1.-1.4.W3~p1.2.3~h2.2.2~t1~nF.K.S~u26.26.25~g.road-10"
)
CITY = (
    "s3.4.i~iM1.-2.-1.N2~iK0.-1.-1.N1~iO2.0.-1.S3~D0.0.0~iC2.1.0.W1~U1.1.1.N2~p1.2.3~h2.2.3~t3"
    "~nK.H.O~u27.27.27~g.city-16"
)
MEEPLE = (
    "s3.4.L~D3.1.-1.LN2~D0.0.0~W1.1.0.LW1~p1.2.3~h4.4.4~l0.0.1~t3~nV.K.A~u22.22.22~g.road.4.x.2"
)
RIVER = (
    "s3.4.r~rA0.0.0~rD0.1.0~rG1.2.0~rK0.2.1.E3~rE0.2.2.N1~rH0.3.2.M2~rD0.4.2~rC0.5.2.S1~rI1.6.2.E2"
    "~p1.2.3~h2.2.3~t3~n..T~u24.23.23~rGBL~g.road.2.2.1"
)
PUZZLES = {"inns": ROAD, "cathedrals": CITY, "large": MEEPLE, "river": RIVER}


@pytest.fixture(scope="module")
def model() -> Iterator[Model]:
    """Return the model."""
    made = Model()
    yield made
    made.close()


@pytest.fixture(scope="module")
def solver() -> Iterator[CpSatSolver]:
    """Return a solver process."""
    with CpSatSolver() as made:
        yield made


def positions(name: str) -> Iterator[tuple[Position, frozenset[Outcome]]]:
    """Yield positions of games in which a rule of a box is in play, with what may come of them."""
    engine = Engine()
    for seed in range(GAMES):
        for position, usual in game(seed, engine.outcomes):
            in_play = name in essential_in_play(position.rules)
            flows = name == "river" and not position.river.empty
            if in_play and (flows or (name != "river" and any(one.scorings for one in usual))):
                yield position, usual


def with_rules(outcomes: frozenset[Outcome], rules: RuleSet) -> set[Outcome]:
    """Return the outcomes as if they had come by these rules."""
    return {replace(one, after=replace(one.after, rules=rules)) for one in outcomes}


@pytest.mark.skipif(not COMPILED, reason="games are played in seconds by the compiled kernel alone")
@pytest.mark.parametrize("name", OF_BOXES)
def test_both_keys_and_the_naive_rules_play_alike_without_a_rule(name: str, model: Model) -> None:
    changed, engine = 0, Engine()
    most = CATHEDRALS if name == "cathedrals" else COMPARED
    for position, usual in positions(name):
        table = without(name, position)
        found = engine.outcomes(table)
        if with_rules(found, position.rules) != usual:
            assert found == ORACLE.outcomes(table), position_text(position)
            assert found == model.outcomes(table), position_text(position)
            changed += 1
        if changed == most:
            return
    pytest.fail(f"only {changed} positions of {GAMES} games are others without {name}")


@pytest.mark.parametrize(("name", "code"), PUZZLES.items(), ids=list(PUZZLES))
def test_both_keys_find_what_a_puzzle_needs(name: str, code: str, solver: CpSatSolver) -> None:
    puzzle = parse_code(code)
    solution = only_solution(puzzle)
    assert solution is not None
    found = needs(puzzle, solution, solver)
    assert name in found
    assert set(found) <= set(essential_in_play(puzzle.position.rules))
    assert needed_by_engine(puzzle, solution, name)


def test_that_a_rule_of_a_box_is_not_needed_is_proved_by_both_keys(solver: CpSatSolver) -> None:
    puzzle = parse_code(ROAD)
    solution = only_solution(puzzle)
    assert solution is not None
    assert not needless("cathedrals", puzzle, solution, solver)
    with pytest.raises(Illegal, match="the puzzle needs inns"):
        needless("inns", puzzle, solution, solver)


def test_rules_of_a_box_are_needed_only_where_it_is_in_play() -> None:
    counted = Counter(
        name
        for boxes, large in (((), False), (("ic",), False), (("river",), True))
        for name in essential_in_play(RuleSet(boxes=boxes, large=large))
    )
    assert (3, 1, 1, 1) == tuple(counted[name] for name in ("supply", "inns", "large", "river"))
    with pytest.raises(Illegal, match="'inns' where the box ic is not in play") as caught:
        require_in_play("inns", RuleSet())
    assert ("needs", "SOLO-BOX-3") == (caught.value.where, caught.value.rule)
    with pytest.raises(Illegal, match="'large' where large meeples are not in play"):
        require_in_play("large", RuleSet(boxes=("ic", "river")))


@pytest.mark.parametrize(
    ("asked", "where", "rule", "why"),
    [
        ({"boxes": "inns"}, "boxes", "SOLO-BOX-1", "there is no box 'inns'"),
        ({"boxes": ["base"]}, "boxes", "SOLO-BOX-1", "the base game is always in play"),
        ({"boxes": "ic ic"}, "boxes", "SOLO-BOX-1", "named twice"),
        ({"large": "yes"}, "large", "SOLO-BOX-5", "'large' says yes or no"),
        ({"needs": "river"}, "needs", "SOLO-BOX-7", "the box river is not in play"),
        ({"with_tiles": ["iA"]}, "with_tiles", "SOLO-BOX-1", "tile iA is of the box ic"),
        ({"boxes": "ic", "tiles": 5}, "tiles", "", "5 tiles: give 1 to 4"),
        ({"boxes": "river", "early": True, "tiles": 2}, "tiles", "", "give 3 to 6 with --early"),
    ],
)
def test_a_wish_that_nothing_can_meet_is_refused(
    asked: dict[str, object], where: str, rule: str, why: str
) -> None:
    with pytest.raises((Illegal, Malformed), match=why) as caught:
        goal_wish(checklist()["road-10"], asked)
    assert (where, rule) == (caught.value.where, caught.value.rule)


def test_both_keys_find_a_game_that_leads_to_a_table_on_the_river(solver: CpSatSolver) -> None:
    position = parse_code(RIVER).position
    start = next(laid for laid in position.placements if laid.cell == (0, 0))
    assert reach_by_engine(position, start, nodes=2_000).line
    assert reach(position, solver=solver).verdict.answer == "holds"
