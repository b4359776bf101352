"""The engine plays the Solo Variant with other boxes: values, majorities, duties, whole games."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import combinations

import pytest

from tests.trying_everything import lines_reaching
from verifier.carcassonne.engine.solo import Engine, features
from verifier.carcassonne.engine.solo.all_games import play_all
from verifier.carcassonne.engine.solo.perft import perft
from verifier.carcassonne.engine.solo.players import Player, game, playouts
from verifier.carcassonne.engine.solo.search import seek, solve, solve_best
from verifier.carcassonne.solo.best import best
from verifier.carcassonne.solo.compare import compare
from verifier.carcassonne.solo.goals import Goal, checklist
from verifier.carcassonne.solo.letters import tiles_of
from verifier.carcassonne.solo.notation import parse_position, parse_turn
from verifier.carcassonne.solo.position import Pile, Position, row, setup
from verifier.carcassonne.solo.rule_set import SOLO, RuleSet
from verifier.carcassonne.solo.smallest import smallest
from verifier.carcassonne.solo.turn import Outcome, Record, RecordedMeeple, RecordedTurn, Scoring
from verifier.errors import Undecided

LAND = ("ic", "tb", "ks")
MIXTURES = [
    RuleSet(boxes=some, large=large)
    for size in range(4)
    for some in combinations(LAND, size)
    for large in (False, True)
    if some or large
]
EVERYTHING = RuleSet(boxes=LAND, large=True)


def outcome_of(code: str, turn: str) -> Outcome:
    """Return the only outcome of a turn."""
    (outcome,) = Engine().outcomes_of(parse_position(code), parse_turn(turn))
    return outcome


# --- what features are worth


@pytest.mark.parametrize(
    ("straight", "bend", "value"),
    [("U0", "V0", 4), ("iB0", "V0", 8), ("U0", "iA0", 8), ("iB0", "iA0", 8)],
)
def test_a_road_with_an_inn_is_worth_two_a_tile_and_a_second_adds_nothing(
    straight: str, bend: str, value: int
) -> None:
    """SOLO-BOX-3: from one monastery round a bend to another."""
    code = f"s3.4.i~A3.0.0.E1~{straight}.1.0~{bend}.2.0~p1.2.3~h3.4.4~t2~nA"
    assert (Scoring("N", "road", value, (0,), (0,), (0,)),) == (
        outcome_of(code, "A2.2.-1.M.N").scorings
    )


@pytest.mark.parametrize(
    ("east", "value"),
    [
        ("E3.1.0.W1", 15),
        ("F0.1.0.W1~E3.2.0", 21),
        ("iK0.1.0.W1~E2.1.1~E0.1.-1~iG3.2.0", 24),
    ],
)
def test_a_city_with_a_cathedral_is_worth_three_a_tile_and_shield(east: str, value: int) -> None:
    """SOLO-BOX-4; a second cathedral is a tile like any other."""
    code = f"s3.4.i~iK0.0.0~E2.0.1~E0.0.-1~{east}~p1.2.3~h3.4.4~t2~nE"
    assert (Scoring("E", "city", value, (0,), (0,), (0,)),) == (
        outcome_of(code, "E1.-1.0.-.E").scorings
    )


def test_a_large_meeple_ties_with_two_and_all_go_home() -> None:
    """SOLO-BOX-5: two of colour 1 and the large one of colour 2 share a city of a cathedral."""
    code = "s3.4.iL~iK0.0.0~E2.0.1.S1~E3.1.0.LW2~E0.0.-1.N1~p1.2.3~h2.4.4~l1.0.1~t3~nE"
    outcome = outcome_of(code, "E1.-1.0.-.E")
    assert (Scoring("E", "city", 15, (0, 1), (0, 1), (0, 1)),) == outcome.scorings
    after = outcome.after
    assert ((16, 17, 3), (4, 4, 4), (1, 1, 1)) == (after.scores, after.supplies, after.large)


def test_a_large_meeple_outweighs_an_ordinary_one_in_the_majority_alone() -> None:
    code = "s3.4.iL~iK0.0.0~E2.0.1.S1~E3.1.0.LW2~E0.0.-1~p1.2.3~h3.4.4~l1.0.1~t3~nE"
    (scoring,) = outcome_of(code, "E1.-1.0.-.E").scorings
    assert ((0, 1), (1,), ()) == (scoring.present, scoring.majority, scoring.colours)


def test_features_tell_inns_and_cathedrals() -> None:
    found = features(parse_position("s3.4.i~iK0.0.0~iK0.1.0~iM0.0.-1~p1.2.3~h4.4.4~t1~n.."))
    (city,), (road,) = ([each for each in found if each.kind == kind] for kind in ("city", "road"))
    assert (3, 0, 2, 0) == (city.tiles, city.shields, city.cathedrals, city.inns)
    assert ((1, 1), (9, 2)) == ((road.tiles, road.inns), (city.points, road.points))


# --- which meeple


def test_which_of_the_two_is_placed_is_a_choice() -> None:
    outcomes = Engine().outcomes(row(setup(RuleSet(large=True)), ("base/A",)))
    claims = {(outcome.turn.claim, outcome.turn.large) for outcome in outcomes if outcome.turn}
    assert {("M", False), ("M", True)} < claims
    assert {(claim, not large) for claim, large in claims} == claims


def test_the_last_in_hand_may_be_the_large_one_and_must_be_placed() -> None:
    code = "s3.4.L~D0.0.0~p1.2.3~h0.4.4~l1.1.1~t1~nUU"
    outcomes = Engine().outcomes(parse_position(code))
    assert {True} == {outcome.turn.large for outcome in outcomes if outcome.turn}
    assert {False} == {outcome.after.over for outcome in outcomes}


def test_a_game_ends_when_neither_is_in_hand() -> None:
    code = "s3.4.L~D0.0.0~p1.2.3~h0.4.4~l0.1.1~t1~nUU"
    outcomes = Engine().outcomes(parse_position(code))
    assert {True} == {outcome.after.over for outcome in outcomes}


def test_a_large_meeple_left_on_a_tile_is_two_points() -> None:
    """SOLO-BOX-6."""
    code = "s3.4.L~D0.0.0~p1.8.8~h4.4.4~l1.1.1~t1~nU"
    finals = {
        outcome.final
        for outcome in Engine().outcomes(parse_position(code))
        if outcome.turn and outcome.turn.large
    }
    assert {(3, 8, 8)} == finals


# --- records


def breaks(rules: RuleSet, *meeples: RecordedMeeple) -> list[tuple[str, int]]:
    """Return what a game of straight roads breaks, in which the first colour claims twice."""
    first, last = meeples
    turns = (
        RecordedTurn(0, "base/U", 0, 1, 0, (first,)),
        RecordedTurn(1, "base/U", 0, 1, 1, (RecordedMeeple("E"),)),
        RecordedTurn(2, "base/U", 0, 1, 2, (RecordedMeeple("E"),)),
        RecordedTurn(0, "base/U", 0, 1, 3, (last,)),
    )
    start = row(setup(rules), tiles_of("UUUU"))
    found = Engine().violations(Record(start, turns, official=False))
    return [(each.rule, each.turn) for each in found]


def test_a_record_may_put_down_a_large_meeple_that_is_in_hand() -> None:
    large, ordinary = RecordedMeeple("E", piece="large"), RecordedMeeple("E")
    rules = RuleSet(large=True)
    assert [] == breaks(rules, large, ordinary) == breaks(rules, ordinary, large)
    assert [("SOLO-BOX-5", 4)] == breaks(rules, large, large)
    assert [("SOLO-BOX-5", 1)] == breaks(SOLO, large, ordinary)


def test_the_piles_of_a_record_are_those_of_its_boxes() -> None:
    rules = RuleSet(boxes=("ic",))
    short = Record(setup(rules, tuple(Pile((), size) for size in SOLO.pile_sizes)), ())
    assert ["SOLO-BOX-2"] == [each.rule for each in Engine().violations(short)]
    assert () == Engine().violations(Record(setup(rules), ()))


@pytest.mark.parametrize("rules", MIXTURES, ids=str)
def test_whole_games_of_every_mixture_are_legal_records(rules: RuleSet) -> None:
    """The player and the referee make turns on different kernels."""
    for number in range(2):
        record = game(number, Player("random"), seed=5, rules=rules)
        assert () == Engine().violations(record)
    record = game(0, seed=5, rules=replace(rules, colours=4, meeples=6))
    assert () == Engine().violations(record)
    states = Engine().course(record)
    odds = playouts(1, seed=5, rules=replace(rules, colours=4, meeples=6))
    assert [len(states)] == list(odds.lengths)
    met = {goal for state in states for goal in state.goals}
    assert {goal for goal, games in odds.goals.items() if games} == met


# --- counting and searching


def counted(position: Position, turns: int) -> list[int]:
    """Return the number of lines by length, one outcome after another."""
    level, numbers = [position], []
    for _ in range(turns):
        after = [
            outcome.after for each in level if not each.over for outcome in Engine().outcomes(each)
        ]
        numbers.append(len(after))
        level = after
    return numbers


@pytest.mark.parametrize("rules", [EVERYTHING, RuleSet(boxes=("ic",)), RuleSet(large=True)])
def test_perft_counts_what_is_listed(rules: RuleSet) -> None:
    letters = "UViAiBE" if rules.boxes else "UVAUE"
    start = setup(rules)
    position = replace(row(start, tiles_of(letters)), scores=start.scores)
    assert counted(position, 3) == list(perft(tiles_of(letters), 3, start).leaves)


@pytest.mark.parametrize("large", [False, True])
def test_a_search_finds_the_lines_that_trying_everything_finds(large: bool) -> None:
    """Bounds that count one or two points a tile are off with boxes (SOLO-BOX-11)."""
    goal = Goal("a road of six or more", "road", at_least=6)
    letters = tiles_of("AiBA")
    position = row(setup(RuleSet(boxes=("ic",), large=large)), letters)
    found = solve(position, goal, 3, lines=100_000)
    assert 0 < found.count == lines_reaching(position, goal, 3)
    assert found.exhaustive
    assert solve_best(position, goal, 3).worth == max(
        scoring.value for line in found.lines for scoring in line[-1].scorings if scoring.colours
    )


# --- what rests on facts of the base set is refused


@pytest.mark.parametrize("rules", [RuleSet(boxes=("ks",)), RuleSet(large=True)])
def test_questions_that_rest_on_facts_of_the_base_set_are_not_answered(rules: RuleSet) -> None:
    goals = checklist()
    questions: list[Callable[[], object]] = [
        lambda: smallest(goals["monasteries-3"], rules),
        lambda: best(3, rules),
        lambda: compare((rules, rules.with_switches({"city.two": "2"}))),
        lambda: play_all(rules, 1, lambda *_: True, lambda *_: True),
        lambda: seek(setup(rules), goals["road-10"], 3, seed=1, nodes=10),
    ]
    for ask in questions:
        with pytest.raises(Undecided, match=r"base set.*\(at boxes; SOLO-BOX-11\)"):
            ask()
