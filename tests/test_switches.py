"""The register of switches is the one place that knows their values, and what it says is tested.

Each rule names every value of the switch it depends on: with one more value in the register, both
keys refuse to go on. What the register says of a switch that not all follows from its definition
is put to both keys, together with the values of other switches.
"""

from __future__ import annotations

import ast
import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache
from itertools import islice, product
from pathlib import Path
from typing import Any, TypeAlias

import pytest

from tests.games import game
from verifier.carcassonne.engine.solo import Engine
from verifier.carcassonne.engine.solo.search import solve
from verifier.carcassonne.model.solo import outcomes as final_scoring
from verifier.carcassonne.model.solo import outcomes as outcomes_module
from verifier.carcassonne.model.solo.draws import Draw, draw
from verifier.carcassonne.model.solo.key import Model
from verifier.carcassonne.model.solo.open_reading import open_game
from verifier.carcassonne.model.solo.rules import goals
from verifier.carcassonne.solo.catalogue import CATALOGUE
from verifier.carcassonne.solo.claims import each_colour_once, each_meeple_once
from verifier.carcassonne.solo.codec import rules_from_json
from verifier.carcassonne.solo.conformance import contents
from verifier.carcassonne.solo.goals import Goal, checklist
from verifier.carcassonne.solo.key import Key
from verifier.carcassonne.solo.notation import parse_position, parse_turn
from verifier.carcassonne.solo.position import Position, setup
from verifier.carcassonne.solo.rule_set import SOLO, RuleSet
from verifier.carcassonne.solo.turn import Outcome, Scoring
from verifier.catalogue.catalogue import Switch
from verifier.documents.data import data
from verifier.documents.validation import form_faults
from verifier.errors import Malformed

Scores: TypeAlias = tuple[int, ...]
End: TypeAlias = tuple[Scores, Scores]

KEYS = [each.key for each in CATALOGUE.switches]
ROOT = Path(__file__).parents[1]

# --- one place knows the values -----------------------------------------------------------------


def test_the_schemas_have_no_list_of_switches_of_their_own() -> None:
    file = data("schemas").joinpath("common.schema.json")
    stated = json.loads(file.read_text("utf-8"))["$defs"]["switches"]
    assert "properties" not in stated


def test_published_schemas_have_every_switch_and_value() -> None:
    every = {each.key: {"enum": list(each.values)} for each in CATALOGUE.switches}
    published = json.loads(contents()["schemas/common.schema.json"])
    assert every == published["$defs"]["switches"]["properties"]


@pytest.mark.parametrize("each", CATALOGUE.switches, ids=lambda each: each.key)
def test_a_document_cannot_choose_a_value_that_there_is_not(each: Switch) -> None:
    document = {"colours": 3, "meeples": 4, "switches": {each.key: "another"}}
    found = f'"{each.key}" is "another", not {", ".join(map(json.dumps, each.values))}'
    with pytest.raises(Malformed, match=rf"{found} \(at /switches/{each.key}\)"):
        rules_from_json(document)
    with pytest.raises(Malformed, match=f"has no value 'another'; it has {each.values[0]}"):
        parse_position(f"s3.4~D0.0.0~p1.2.3~h4.4.4~t1~n..~u24.24.23~o.{each.key}.another")


FORMER = [settled for settled in CATALOGUE.settled if settled.formerly]


@pytest.mark.parametrize("settled", FORMER, ids=lambda settled: settled.formerly)
def test_a_switch_that_was_settled_is_refused_with_its_answer(settled: Any) -> None:
    document = {"colours": 3, "meeples": 4, "switches": {settled.formerly: "no"}}
    with pytest.raises(Malformed) as by_schema:
        rules_from_json(document)
    with pytest.raises(Malformed) as by_code:
        parse_position(f"s3.4~D0.0.0~p1.2.3~h4.4.4~t1~n..~u24.24.23~o.{settled.formerly}.no")
    for refused in (by_schema, by_code):
        found = str(refused.value)
        assert f"it was a switch, and its question is settled: {settled.answer} Leave it" in found
    (fault,) = form_faults("rules", document)
    assert f"its question is settled: {settled.answer}" in str(fault)


# --- each rule names every value ----------------------------------------------------------------

ROAD = "s3.4~W0.0.0.E1~U0.1.0~U0.2.0~U0.3.0.E2~U0.4.0~U0.5.0~p1.2.3~h3.3.4~t2~n.A.~u5.5.5"
MONASTERY = (
    "s3.4~B0.0.0~B0.1.0~B0.2.0.M1~U0.-1.1~U0.0.1~U0.1.1~U0.2.1~U0.-1.-1~U0.0.-1~U0.1.-1~D2.2.-1"
    "~D2.3.-1~E3.-1.0~E1.3.0~p5.2.3~h3.4.4~t2~n.U.~u5.5.5~m2"
)
COMPLETING = {ROAD: "A1.6.0.M", MONASTERY: "U0.3.1.E"}
OWN_PILE_EMPTY = "s3.4~D0.0.0~p1.2.3~h4.4.4~t1~n.L.V~u0.3.3"
NO_PLACE = "s3.4~A1.1.0~D0.0.0~E2.0.1~p1.2.3~h4.4.4~t1~nC.W.V~u0.9.9"
OVER = "s3.4~D0.0.0.N1~p4.8.5~h3.3.1~t2~n..~u0.0.0"

GOALS = [*checklist().values(), Goal("stay", "stay", at_least=99)]


def ask_engine(rules: RuleSet) -> None:
    """Let the engine use every rule that depends on a switch."""
    road = replace(parse_position(ROAD), rules=rules)
    Engine().outcomes(road)
    for goal in GOALS:
        solve(road, goal, 1)
        Engine().reached(goal, ended(rules))
    Engine().final_scoring(rules)((4, 8, 5), (1, 1, 3))


def ask_model(rules: RuleSet) -> None:
    """Let the model use every rule that depends on a switch, and no solver."""
    for code in (OWN_PILE_EMPTY, NO_PLACE):
        draw(replace(parse_position(code), rules=rules), lambda tile: tile != "base/C")
    for code, turn in COMPLETING.items():
        position = replace(parse_position(code), rules=rules)
        drawn = draw(position, lambda _: True)
        assert isinstance(drawn, Draw)
        folded = outcomes_module.fold(position, drawn, parse_turn(turn))
        for often in (False, True):
            list(outcomes_module.settling([folded], often=often)(position.scores))
        game = open_game(position, [drawn])
        for goal in GOALS:
            goals.met(game, goal)
    for goal in GOALS:
        outcomes_module.reached(goal, ended(rules))
    final_scoring.final_scoring(rules)((4, 8, 5), (1, 1, 3))


def ended(rules: RuleSet) -> Outcome:
    """Return the end of a game, with a road scored in its last turn."""
    scoring = Scoring("W", "road", 10, (0, 1), (0, 1), (0, 1))
    after = replace(parse_position(OVER), rules=rules, over=True)
    return Outcome(0, (), None, (scoring,), after, (6, 8, 7), 4)


READERS = [
    (ask, key) for ask in (ask_engine, ask_model) for key in KEYS if not key.startswith("box.")
]
"""The base game alone, which is asked here, has no question about other boxes."""


@pytest.mark.parametrize(("ask", "key"), READERS)
def test_a_value_that_a_reader_does_not_name_is_refused_by_it(
    ask: Callable[[RuleSet], None], key: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    rules = SOLO.with_switches({"result.offset": "subtract_own_start"})
    ask(rules)
    one_more: dict[str, Switch] = {each.key: each for each in CATALOGUE.switches}
    one_more[key] = replace(
        CATALOGUE.switch(key), values=(*CATALOGUE.switch(key).values, "another")
    )
    monkeypatch.setitem(vars(CATALOGUE), "_switches", one_more)
    with pytest.raises(NotImplementedError, match=rf"{key} has the values .*, another; this rule"):
        ask(rules)


def asked_by_value(path: Path) -> Iterator[str]:
    """Yield where a file compares the value of a switch with something else than another's."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Compare):
            sides = [side for side in (node.left, *node.comparators) if is_value(side)]
            if sides and len(sides) <= len(node.comparators):
                yield f"{path.relative_to(ROOT)}:{node.lineno}"
        if isinstance(node, ast.Subscript) and is_value(node.slice):
            yield f"{path.relative_to(ROOT)}:{node.lineno}"


def is_value(node: ast.expr) -> bool:
    """Return whether an expression is ``....value("a.switch")``."""
    called = node.func if isinstance(node, ast.Call) else None
    return isinstance(called, ast.Attribute) and called.attr == "value"


def test_nobody_asks_for_one_value_and_takes_all_others_for_the_same() -> None:
    files = [
        file
        for folder in ("verifier", "generator", "meepleproof")
        for file in (ROOT / folder).rglob("*.py")
    ]
    assert files
    assert [] == [place for file in files for place in asked_by_value(file)]


# --- what the register says of final scoring ------------------------------------------------------

KEYS_OF_ENDS: dict[str, Any] = {"engine": Engine(), "model": Model()}
BOX = [
    (scores, meeples)
    for scores in product(range(5), repeat=3)
    for meeples in product(range(4), repeat=3)
    if not min(scores)
]
"""3,904 ends: final scoring asks for differences of scores only, and the lowest climb 6 at most."""

MANY = 3
"""All orders are tried of fewer points and meeples."""

KEPT, TAKEN_OFF = CATALOGUE.switch("result.offset").values
UNITS, SPACES = CATALOGUE.switch("final.unit").values, CATALOGUE.switch("start.spaces").values


@cache
def finals(name: str, unit: str) -> list[Scores]:
    rules = SOLO.with_switches({"final.unit": unit})
    end = KEYS_OF_ENDS[name].final_scoring(rules)
    return [end(*each)[0] for each in BOX]


@cache
def results(name: str, unit: str, offset: str, spaces: str) -> list[int]:
    choices = {"final.unit": unit, "result.offset": offset, "start.spaces": spaces}
    rules = SOLO.with_switches(choices)
    end = KEYS_OF_ENDS[name].final_scoring(rules)
    return [end(*each)[1] for each in BOX]


@pytest.mark.parametrize("spaces", SPACES)
@pytest.mark.parametrize("name", KEYS_OF_ENDS)
def test_the_unit_of_final_scoring_changes_results_only_where_own_starts_are_taken_off(
    name: str, spaces: str
) -> None:
    kept, taken_off = (
        [results(name, unit, offset, spaces) for unit in UNITS] for offset in (KEPT, TAKEN_OFF)
    )
    assert kept[0] == kept[1]
    assert taken_off[0] != taken_off[1]
    sums = [[sum(final) for final in finals(name, unit)] for unit in UNITS]
    assert sums[0] != sums[1]


@pytest.mark.parametrize("name", KEYS_OF_ENDS)
def test_an_end_where_the_unit_of_final_scoring_changes_the_result(name: str) -> None:
    key, end = KEYS_OF_ENDS[name], ((4, 8, 5), (1, 1, 3))
    choices = [{"final.unit": unit, "result.offset": TAKEN_OFF} for unit in UNITS]
    rules = [SOLO.with_switches(chosen) for chosen in choices]
    assert [((6, 8, 7), 4), ((6, 8, 11), 5)] == [key.final_scoring(each)(*end) for each in rules]


@pytest.mark.parametrize(("unit", "spaces"), list(product(UNITS, SPACES)))
def test_own_starts_taken_off_lower_a_result_by_no_more_than_is_said(
    unit: str, spaces: str
) -> None:
    kept, taken_off = (results("engine", unit, offset, spaces) for offset in (KEPT, TAKEN_OFF))
    assert kept == results("model", unit, KEPT, spaces)
    assert taken_off == results("model", unit, TAKEN_OFF, spaces)
    lowered = {more - less for more, less in zip(kept, taken_off, strict=True)}
    assert ({1, 2, 3} if spaces == "1-2-3" else {0, 1, 2}) == lowered


@pytest.mark.parametrize("name", KEYS_OF_ENDS)
@pytest.mark.parametrize(
    ("unit", "wasting"), [("meeple", each_meeple_once), ("colour", each_colour_once)]
)
def test_no_order_that_wastes_a_meeple_brings_any_colour_more(
    name: str, unit: str, wasting: Callable[[Scores, Scores], frozenset[Scores]]
) -> None:
    for (scores, meeples), final in zip(BOX, finals(name, unit), strict=True):
        few = max(scores) < MANY and max(meeples) < MANY
        for end in wasting(scores, meeples) if few else ():
            assert all(less <= most for less, most in zip(end, final, strict=True))


def test_four_colours_lose_up_to_four_points_by_own_starts() -> None:
    ends = list(product(product(range(4), repeat=4), product(range(2), repeat=4)))
    kept, taken_off = (RuleSet(4).with_switches({"result.offset": v}) for v in (KEPT, TAKEN_OFF))
    for key in KEYS_OF_ENDS.values():
        one, other = key.final_scoring(kept), key.final_scoring(taken_off)
        lowered = {one(*end)[1] - other(*end)[1] for end in ends[::5]}
        assert {1, 2, 3, 4} == lowered


# --- what it says of turns ------------------------------------------------------------------------

FEWEST = 6
"""So many tables a property is tested on at least."""


@pytest.fixture(scope="module")
def both_keys() -> Iterator[tuple[Key, ...]]:
    model = Model()
    yield Engine(), model
    model.close()


def readings_of(key: str) -> Iterator[list[Position]]:
    """Yield tables of random games, each by all values of a switch in their order.

    Their other switches are chosen at random, too.
    """
    for seed in range(10):
        table, outcomes = list(islice(game(seed), 1 + seed % 7))[-1]
        if outcomes:
            yield [
                replace(table, rules=table.rules.with_switches({key: value}))
                for value in CATALOGUE.switch(key).values
            ]


def test_a_game_goes_the_same_way_from_lower_starts(both_keys: tuple[Key, ...]) -> None:
    tables = 0
    for high, _ in readings_of("start.spaces"):
        rules = high.rules.with_switches({"start.spaces": "0-1-2"})
        low = replace(high, rules=rules, scores=tuple(score - 1 for score in high.scores))
        if min(low.scores) < 0:
            continue
        for key in both_keys:
            raised = {lifted(outcome, high.rules) for outcome in key.outcomes(low)}
            assert set(key.outcomes(high)) == raised
        tables += 1
    assert tables >= FEWEST


def lifted(outcome: Outcome, rules: RuleSet) -> Outcome:
    scores = tuple(score + 1 for score in outcome.after.scores)
    final = None if outcome.final is None else tuple(score + 1 for score in outcome.final)
    after = replace(outcome.after, scores=scores, rules=rules)
    result = outcome.result
    if result is not None and rules.value("result.offset") == KEPT:
        result += 1
    return replace(outcome, after=after, final=final, result=result)


def ways(outcomes: frozenset[Outcome], rules: RuleSet) -> set[Outcome]:
    return {replace(each, after=replace(each.after, rules=rules)) for each in outcomes}


def test_declining_takes_away_nothing(both_keys: tuple[Key, ...]) -> None:
    tables = list(readings_of("score.optional"))
    assert len(tables) >= FEWEST
    for without, declining in tables:
        for key in both_keys:
            more = ways(key.outcomes(declining), without.rules)
            assert {unordered(each) for each in key.outcomes(without)} <= {
                unordered(each) for each in more
            }


def unordered(outcome: Outcome) -> tuple[object, ...]:
    """Return what an outcome is but for the order that names it, the first of equal ones."""
    brought = frozenset(each.feature for each in outcome.scorings if each.colours)
    return (replace(outcome.turn, order=()) if outcome.turn else None, outcome.after, brought)


def test_a_duty_to_allow_a_meeple_allows_no_other_turn(both_keys: tuple[Key, ...]) -> None:
    tables = list(readings_of("place.free"))
    assert len(tables) >= FEWEST
    for free, must in tables:
        for key in both_keys:
            assert ways(key.outcomes(must), free.rules) <= key.outcomes(free)


@pytest.mark.parametrize("about_goals", [key for key in KEYS if key.startswith("goal.")])
def test_switches_about_goals_change_nothing_but_monasteries_counted(
    about_goals: str, both_keys: tuple[Key, ...]
) -> None:
    for positions in islice(readings_of(about_goals), 2):
        for key in both_keys:
            ways = {
                frozenset(map(unordered, without_goals(key.outcomes(each)))) for each in positions
            }
            assert 1 == len(ways)


def without_goals(outcomes: frozenset[Outcome]) -> Iterator[Outcome]:
    for each in outcomes:
        yield replace(each, after=replace(each.after, rules=SOLO, monasteries=0))


# --- and of goals ---------------------------------------------------------------------------------


@pytest.mark.parametrize("colours", [3, 4])
def test_at_least_and_exactly_are_the_same_of_all_colours_in_play(colours: int) -> None:
    goal = Goal("all", "road", at_least=2, colours=colours)
    readings = [
        RuleSet(colours).with_switches({"goal.count": value})
        for value in CATALOGUE.switch("goal.count").values
    ]
    for counted, scored in product(
        CATALOGUE.switch("goal.colours").values, CATALOGUE.switch("goal.scored").values
    ):
        choices = {"goal.colours": counted, "goal.scored": scored}
        for members in product((False, True), repeat=colours):
            met = {
                answer
                for rules in readings
                for answer in by_both(goal, rules.with_switches(choices), members)
            }
            assert 1 == len(met)


def by_both(goal: Goal, rules: RuleSet, members: tuple[bool, ...]) -> list[bool]:
    """Return whether a road of 5 with these colours in the majority meets the goal, by each key."""
    majority = tuple(colour for colour, member in enumerate(members) if member)
    paid = majority if 0 in majority else ()  # the first colour is the lowest
    scoring = Scoring("W", "road", 5, majority, majority, paid)
    after = replace(setup(RuleSet(rules.colours)), rules=rules)
    outcome = Outcome(0, (), None, (scoring,) if majority else (), after, None, None)
    return [key.reached(goal, outcome) for key in KEYS_OF_ENDS.values()]
