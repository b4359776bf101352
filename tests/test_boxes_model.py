"""The Solo Variant with other boxes by the model: positions worked by hand, records, questions."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice, pairwise
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import pytest

from tests.boxes_dealt import game, official_start
from verifier.carcassonne.model.solo.compare import compare_by_model
from verifier.carcassonne.model.solo.draws import schedule
from verifier.carcassonne.model.solo.key import Model
from verifier.carcassonne.model.solo.listing import Play, plays, turns_of
from verifier.carcassonne.model.solo.questions import FREE_TILES
from verifier.carcassonne.model.solo.reach import reach_by_model
from verifier.carcassonne.solo.goals import Goal
from verifier.carcassonne.solo.notation import parse_position, parse_turn, position_text, turn_text
from verifier.carcassonne.solo.position import Pile, Placement, Position, setup
from verifier.carcassonne.solo.rule_set import BOXES, RuleSet
from verifier.carcassonne.solo.turn import Outcome, Record, Turn, as_recorded
from verifier.constraints.cpsat import Parameters
from verifier.errors import Malformed

CATHEDRAL = "s3.4.iL~iK0.0.0~E2.0.1.LS1~E3.1.0.W2~E0.0.-1.N2~p1.2.3~h4.2.4~l0.1.1~t3~nU.U.E"
ONE_LARGE_LEFT = "s3.3.L~D0.0.0~B0.0.-1.M1~B0.0.-2.M1~B0.0.-3.M1~p1.2.3~h0.3.3~l1.1.1~t1~nB.U.U"
SPRING = "s3.4.r~rA0.0.0~rG0.1.0~p1.2.3~h4.4.4~t3~nU.U.U~rGDL"


def vectors(name: str) -> list[Any]:
    path = Path(__file__).parent / "vectors" / f"{name}.json"
    return [pytest.param(case, id=case["about"]) for case in json.loads(path.read_text("utf-8"))]


@pytest.fixture(scope="module")
def model() -> Iterator[Model]:
    """Return the model, which answers nothing on which its two listings of turns differ."""
    made = Model(beside=turns_of)
    yield made
    made.close()


# Outcomes


@pytest.mark.parametrize("vector", vectors("boxes_positions"))
def test_a_turn_brings_what_was_worked_by_hand(model: Model, vector: dict[str, Any]) -> None:
    outcomes = model.outcomes(parse_position(vector["position"]))
    found = [o.after for o in outcomes if o.turn and turn_text(o.turn) == vector["turn"]]
    assert vector["after"] == sorted(map(position_text, found))


@pytest.mark.parametrize("vector", vectors("boxes_turns"))
def test_the_legal_turns_are_those_worked_by_hand(model: Model, vector: dict[str, Any]) -> None:
    outcomes = model.outcomes(parse_position(vector["position"]))
    assert vector["turns"] == sorted(turn_text(o.turn) for o in outcomes if o.turn)


def test_a_large_meeple_on_a_tile_is_worth_two_points_at_the_end(model: Model) -> None:
    """SOLO-BOX-6: four meeples of the first colour bring 8 points, the large one as the others."""
    position = parse_position(
        "s3.3.L~D0.0.0~B0.0.-1.M1~B0.0.-2.M1~B0.0.-3.M1~A0.0.-4.LM1~p1.12.12~h0.3.3~l0.1.1~t1~nB.U.U"
    )
    assert {((9, 12, 12), 9)} == {(o.final, o.result) for o in model.outcomes(position)}


def test_a_river_tile_that_would_go_under_unknown_ones_is_not_followed(model: Model) -> None:
    position = parse_position("s3.4.r~rA0.0.0~E1.0.1~C0.1.1~p1.2.3~h4.4.4~t1~nU.U.U~rDB~v2")
    with pytest.raises(Malformed, match="river"):
        model.outcomes(position)


# Records


BASE = "s3.4~D0.0.0~p1.2.3~h4.4.4~t1~nU.U.U"
LARGE_OUT = "s3.4.L~D0.0.0~B0.0.-1.LM1~p1.2.3~h4.4.4~l0.1.1~t1~nU.U.U"


@pytest.mark.parametrize(
    ("position", "turn", "rules"),
    [
        (ONE_LARGE_LEFT, "B0.0.-4.LM", set()),
        (ONE_LARGE_LEFT, "B0.0.-4.M", {"SOLO-BOX-5"}),
        (ONE_LARGE_LEFT, "B0.0.-4.-", {"SOLO-MEEPLE-1"}),
        (LARGE_OUT, "U0.1.0.LE", {"SOLO-BOX-5"}),
        (LARGE_OUT, "U0.1.0.E", set()),
        (BASE, "U0.1.0.LE", {"SOLO-BOX-5"}),
        (BASE, "iB0.1.0.E", {"SOLO-BOX-1"}),
        (SPRING, "rG2.1.-1.-", set()),
        (SPRING, "rG1.1.-1.-", {"SOLO-BOX-7"}),
        (SPRING, "rG0.0.-1.-", {"SOLO-BOX-7"}),
        (SPRING, "rD1.1.-1.-", {"SOLO-BOX-7"}),
        (SPRING, "U1.1.-1.-", {"SOLO-BOX-7", "BASE-PLACE-3", "SOLO-MEEPLE-1"}),
    ],
)
def test_a_record_breaks_these_rules(
    model: Model, position: str, turn: str, rules: set[str]
) -> None:
    start = parse_position(position)
    record = Record(start, (as_recorded(parse_turn(turn), start.to_move),), official=False)
    assert rules == {violation.rule for violation in model.violations(record)}


@pytest.mark.parametrize(
    ("changed", "rule"),
    [
        ({"large": (1, 1, 0)}, "SOLO-BOX-5"),
        ({"supplies": (4, 4, 4)}, "SOLO-SETUP-3"),
        ({"piles": (Pile((), 3),) * 3}, "SOLO-BOX-2"),
        ({"river": Pile((), 8)}, "SOLO-BOX-7"),
        ({"placements": (Placement("base/D", 0, 0, 0),)}, "SOLO-SETUP-5"),
    ],
)
def test_a_set_up_with_boxes_is_judged(model: Model, changed: dict[str, Any], rule: str) -> None:
    rules = RuleSet(boxes=BOXES, large=True).with_switches({"box.large": "instead"})
    start = official_start(Random(0), rules)
    assert () == model.violations(Record(start, ()))
    broken = {each.rule for each in model.violations(Record(replace(start, **changed), ()))}
    assert rule in broken


def test_whole_games_are_records_without_fault(model: Model) -> None:
    """Turns are listed by a solver and judged as constants."""
    for seed in range(4):
        played = list(islice(game(seed, model.outcomes), 16))
        start, line = played[0][0], []
        for (_, outcomes), (following, _) in pairwise(played):
            outcome = next(each for each in outcomes if each.after == following)
            assert outcome.turn is not None
            line.append(as_recorded(outcome.turn, outcome.colour, outcome.discards))
        record = Record(start, tuple(line))
        assert () == model.violations(record), position_text(start)
        assert played[-1][0].scores == model.course(record)[-1].scores


# The readings and questions


class Told(NamedTuple):
    """What there is to say of a turn, whichever reading says it."""

    turn: Turn
    scores: tuple[int, ...]
    supplies: tuple[int, ...]
    large: tuple[int, ...]
    monasteries: int
    over: bool


def told_of(outcome: Outcome) -> Told:
    assert outcome.turn is not None
    after = outcome.after
    left = (after.scores, after.supplies, after.large, after.monasteries, after.over)
    return Told(replace(outcome.turn, order=()), *left)


def told_of_play(play: Play) -> tuple[Told, ...]:
    return tuple(
        Told(
            replace(turn, order=()),
            after.scores,
            after.supplies,
            after.large,
            after.monasteries,
            after.over,
        )
        for turn, after in zip(play.line, play.after, strict=True)
    )


def by_folding(model: Model, position: Position, turns: int) -> Iterator[tuple[Told, ...]]:
    """Yield the games of exactly that many turns in which every tile drawn has a place."""
    if not turns:
        yield ()
        return
    for drawn in schedule(position, 1):
        for outcome in model.outcomes(position):
            if outcome.turn and outcome.turn.tile == drawn.tile:
                for rest in by_folding(model, outcome.after, turns - 1):
                    yield (told_of(outcome), *rest)


def positions(model: Model, seeds: range) -> list[Position]:
    """Return one position of each seeded game."""
    return [
        position
        for seed in seeds
        for position, _ in list(islice(game(seed, model.outcomes), 1 + 5 * seed % 14))[-1:]
    ]


@pytest.mark.parametrize(("turns", "seeds"), [(1, range(100, 112)), (2, range(112, 114))])
def test_what_is_listed_at_once_is_what_turn_after_turn_brings(
    model: Model, turns: int, seeds: range
) -> None:
    for position in positions(model, seeds):
        listed = plays(position, turns)
        expected = set(by_folding(model, position, turns))
        assert expected == {told_of_play(play) for play in listed}, position_text(position)
        assert {play.line for play in listed} == set(model.lines(position, turns))


def test_a_goal_is_met_by_the_worth_with_a_cathedral(model: Model) -> None:
    """SOLO-BOX-10: five tiles with a cathedral are worth 15."""
    position = parse_position(CATHEDRAL)
    wanted = [Goal(f"city-{worth}", "city", worth, worth, 2) for worth in (10, 15)]
    assert ["impossible", "found"] == [model.decide(position, 1, goal).verdict for goal in wanted]


def test_the_shortest_road_of_ten_has_five_tiles_with_an_inn(model: Model) -> None:
    goal = Goal("road-10", "road", 10)
    starts = [setup(RuleSet(boxes=boxes)) for boxes in ((), ("ic",))]
    answers = [model.decide(start, 4, goal, terms=FREE_TILES) for start in starts]
    assert ["impossible", "found"] == [answer.verdict for answer in answers]
    assert any(turn.tile in INNS for turn in answers[1].line)


INNS = {"ic/A", "ic/B", "ic/C", "ic/L", "ic/M", "ic/N"}


def test_a_game_leads_to_a_table_with_river_and_large_meeples(model: Model) -> None:
    for seed in (1, 3):
        rules = RuleSet(boxes=("river", "ic"), large=True)
        position = official_start(Random(seed), rules)
        for _ in range(4):
            outcomes = sorted(model.outcomes(position), key=lambda each: str(each.turn))
            position = Random(seed).choice(outcomes).after
        start = Placement("river/A", 0, 0, 0)
        answer = reach_by_model(model.solver, position, start, Parameters())
        assert "found" == answer.verdict, position_text(position)
        wrong = replace(position, large=tuple(1 - each for each in position.large))
        answer = reach_by_model(model.solver, wrong, start, Parameters())
        assert "impossible" == answer.verdict


@pytest.mark.parametrize("switch", ["box.large=instead", "box.riverStart=pile"])
def test_set_ups_that_differ_are_not_compared(model: Model, switch: str) -> None:
    key, _, value = switch.partition("=")
    rules = RuleSet(boxes=("river",), large=True)
    other = rules.with_switches({key: value})
    compared = compare_by_model(model.solver, setup(rules), setup(other), 1)
    assert "undecided" == compared.answer.verdict
    assert key in compared.answer.reason


def test_a_switch_about_boxes_that_are_not_in_play_parts_nothing(model: Model) -> None:
    other = RuleSet().with_switches({"box.large": "instead"})
    compared = compare_by_model(model.solver, setup(), setup(other), 1)
    assert "impossible" == compared.answer.verdict
