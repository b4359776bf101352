"""`meepleproof compare`: a game for every switch that matters, and what must not be compared.

``python -m tests.test_compare`` finds the games anew, which takes a quarter of an hour.
"""

from __future__ import annotations

import contextlib
import io
import json
import random
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from meepleproof.cli.console import run
from meepleproof.cli.group import group
from tests.games import game
from verifier.carcassonne.engine.solo import Engine
from verifier.carcassonne.engine.solo.compare import compare_by_engine, may_part
from verifier.carcassonne.model.solo.compare import compare_by_model
from verifier.carcassonne.model.solo.key import Model
from verifier.carcassonne.model.solo.questions import Terms
from verifier.carcassonne.solo import compare as compare_module
from verifier.carcassonne.solo.catalogue import CATALOGUE
from verifier.carcassonne.solo.codec import record_from_json, rules_from_json
from verifier.carcassonne.solo.compare import compare, readings
from verifier.carcassonne.solo.key import GameReplay, replay
from verifier.carcassonne.solo.notation import parse_position, position_text
from verifier.carcassonne.solo.position import Position, setup
from verifier.carcassonne.solo.rule_set import SOLO
from verifier.carcassonne.solo.turn import NO_CLAIM, Record, RecordedTurn, Turn
from verifier.constraints.cpsat import CpSatSolver, Parameters
from verifier.errors import KeysDisagree, Undecided

VECTORS = Path(__file__).parent / "vectors" / "comparisons.json"
CASES: list[dict[str, Any]] = json.loads(VECTORS.read_text("utf-8"))

NO_PILE = "s3.4~D0.0.0~p1.2.3~h4.4.4~t1~n.L.V~u0.3.3"
NO_PLACE = "s3.4~A1.1.0~D0.0.0~E2.0.1~p1.2.3~h4.4.4~t1~nC.W.V~u0.9.9"
LAST_TILE = (
    "s3.4~o.result.offset.subtract_own_start~U0.0.-3.E2~I1.0.-2~K3.1.-2.E3~Q2.0.-1.E1~I0.1.-1.N2"
    "~D0.0.0~p3.11.4~h3.2.3~t3~n..E"
)
"""The last turn of a game by whose rules each colour's own start is taken off."""

ASKED = {
    "start.spaces=0-1-2": None,
    "city.two=2": None,
    "score.optional=yes": None,
    "place.free=must_allow_meeple": None,
    "tile.unplaceable=skip_turn": None,
    "tile.unplaceable=end_game": None,
    "tile.unplaceable=redraw_next_pile": NO_PLACE,
    "pile.empty=end_game": NO_PILE,
    "pile.empty=borrow_next_pile": NO_PILE,
    "score.soleMajority=never": None,
    "score.soleMajority=any_present_lowest": None,
    "score.qualifier=any_present": None,
    "end.rescue=yes": None,
    "result.offset=subtract_own_start": None,
    "final.unit=colour": None,
}
"""Every value but the defaults, and where the game begins; some matter only late in a game."""

BESIDE = {"final.unit=colour": "result.offset=subtract_own_start"}
"""Values that matter by results only beside another switch, which both readings have."""

BY_RULES = (
    "city.two",
    "end.rescue",
    "final.unit",
    "place.free",
    "result.offset",
    "score.optional",
    "score.qualifier",
    "score.soleMajority",
)
"""The switches that leave the draws as they are."""

QUICK = list(ASKED)[:4] + list(ASKED)[5:9]


def command_for(choice: str) -> list[str]:
    start = ASKED[choice]
    beside = ["--switch", BESIDE[choice]] if choice in BESIDE else []
    return ["compare", "--json", choice, *beside, *([] if start is None else ["--from", start])]


def named(case: dict[str, Any]) -> str:
    return str(case["choice"])


def test_every_switch_that_can_matter_in_play_has_a_game() -> None:
    expected = set()
    # Those about boxes are in tests/test_compare_boxes.py.
    for each in (one for one in CATALOGUE.switches if not one.key.startswith("box.")):
        for value in each.values:
            try:
                readings([(each.key, value)])
            except ValueError:
                continue
            expected.add(f"{each.key}={value}")
    assert expected == set(ASKED)
    assert sorted(ASKED) == sorted(map(named, CASES))


def game_of(case: dict[str, Any], reading: str) -> tuple[Position, list[Turn]]:
    """Return the start of a case's game by one of its readings, and the turns."""
    record = record_from_json(case["game"])
    rules = rules_from_json(case[reading]["rules"])
    start = replace(record.start, rules=rules)
    if record.official:
        start = setup(rules, record.start.piles)
    return start, [turn_of(turn) for turn in record.turns]


def turn_of(turn: RecordedTurn) -> Turn:
    claim = turn.meeples[0].segment if turn.meeples else NO_CLAIM
    return Turn(turn.tile, turn.rotation, turn.x, turn.y, claim, turn.order)


def endings_of(replayed: GameReplay) -> list[dict[str, Any]]:
    return [
        {"scores": list(ending.scores), "over": ending.over}
        | ({} if ending.result is None else {"result": ending.result})
        for ending in replayed.endings
    ]


@pytest.fixture(scope="module")
def model() -> Iterator[Model]:
    made = Model()
    yield made
    made.close()


@pytest.mark.parametrize("reading", ["a", "b"])
@pytest.mark.parametrize("case", CASES, ids=named)
def test_both_keys_replay_the_game_by_either_reading(
    model: Model, case: dict[str, Any], reading: str
) -> None:
    start, line = game_of(case, reading)
    for key in (Engine(), model):
        replayed = replay(key, start, line)
        assert case[reading].get("endings", []) == endings_of(replayed)
        broken = {each["rule"] for each in case[reading].get("broken", [])}
        assert broken == {each.rule for each in replayed.broken}


@pytest.mark.parametrize("case", CASES, ids=named)
def test_the_readings_of_a_case_differ(case: dict[str, Any]) -> None:
    assert case["a"]["rules"] != case["b"]["rules"]
    assert [case["a"].get(key) for key in ("endings", "broken")] != [
        case["b"].get(key) for key in ("endings", "broken")
    ]


@pytest.mark.parametrize("choice", QUICK)
def test_the_smallest_games_are_found_again(
    choice: str, capsys: pytest.CaptureFixture[str]
) -> None:
    (case,) = [case for case in CASES if case["choice"] == choice]
    assert 0 == run(group, command_for(choice))
    found = json.loads(capsys.readouterr().out)
    for name in ("switch", "turns", "lower_bound", "verdict", "claim"):
        assert case[name] == found[name]
    assert ["engine", "model"] == [key["name"] for key in found["keys"]]


@pytest.mark.slow
@pytest.mark.parametrize("choice", [choice for choice in ASKED if choice not in QUICK])
def test_the_longer_games_are_found_again(choice: str, capsys: pytest.CaptureFixture[str]) -> None:
    (case,) = [case for case in CASES if case["choice"] == choice]
    assert {"holds": 0, "undecided": 4}[case["verdict"]] == run(group, command_for(choice))
    found = json.loads(capsys.readouterr().out)
    for name in ("switch", "turns", "lower_bound", "verdict", "claim"):
        assert case[name] == found[name]


# What both keys say of games of one turn


@pytest.mark.parametrize("choice", [choice for choice in ASKED if ASKED[choice] is None])
def test_the_engine_playing_all_games_of_a_turn_agrees_with_the_model(choice: str) -> None:
    key, _, value = choice.partition("=")
    one, other = (setup(rules) for rules in readings([(key, value)]))
    with CpSatSolver() as solver:
        found = [
            compare_by_model(solver, one, other, turns, terms=Terms(tiles=True)).answer.verdict
            for turns in (0, 1)
        ]
    if "start" in key:  # the engine is asked about turns, these part before any
        assert "found" == found[0]
        return
    played = compare_by_engine(one, other, 1, promising=always)
    assert (played.position is not None) == ("found" in found)
    assert played.outcomes > 0


def always(*_: object) -> bool:
    """Give up no game."""
    return True


DECLINED = (
    "s3.7~o.score.optional.yes~o.score.qualifier.any_present~X0.2.-4.E2~L0.1.-3.S2~V0.2.-3~W3.3.-3.E1"
    "~K1.0.-2~P3.1.-2~V1.2.-2~U1.3.-2.N1~B0.-1.-1.M3~V3.0.-1.E3~W0.1.-1~J1.2.-1~A3.-1.0~D0.0.0~A1.1.0"
    "~N1.2.0.N2~E2.0.1~E1.1.1.E3~Q2.2.1~p9.5.4~h5.4.4~t3~nS"
)
"""Where points may be declined by both readings, declining is a decision that they share."""


def parts_in_a_turn(
    solver: CpSatSolver, one: Position, other: Position
) -> tuple[bool | None, bool]:
    """Return whether the readings part in one turn or none, by the model and by the engine."""
    by_engine = compare_by_engine(one, other, 1, promising=always).position is not None
    if by_engine:
        assert may_part(one, other, 1)
    answers = {
        compare_by_model(solver, one, other, turns, terms=Terms(tiles=True)).answer.verdict
        for turns in (0, 1)
    }
    by_model = "found" in answers
    return None if not by_model and "undecided" in answers else by_model, by_engine


def test_what_both_readings_let_decline_does_not_part_them() -> None:
    position = parse_position(DECLINED)
    rules = readings([("end.rescue", "yes")], position.rules)
    one, other = (replace(position, rules=each) for each in rules)
    with CpSatSolver() as solver:
        assert (False, False) == parts_in_a_turn(solver, one, other)


SEEDS = [range(20), pytest.param(range(20, 400), marks=pytest.mark.slow)]


@pytest.mark.parametrize("seeds", SEEDS, ids=["some", "many"])
def test_random_tables_part_the_readings_by_both_keys_or_by_none(seeds: range) -> None:
    compared = 0
    with CpSatSolver() as solver:
        for seed in seeds:
            rng = random.Random(seed)
            position, outcomes = list(islice(game(seed), 1 + rng.randrange(18)))[-1]
            if not outcomes:
                continue
            key = rng.choice(BY_RULES)
            values = rng.sample(CATALOGUE.switch(key).values, 2)
            one, other = (
                replace(position, rules=position.rules.with_switches({key: value}))
                for value in values
            )
            by_model, by_engine = parts_in_a_turn(solver, one, other)
            assert by_model in (by_engine, None), (seed, key, values, position_text(position))
            compared += 1
    assert compared > len(seeds) // 4


def test_either_reading_may_be_the_one_that_is_stricter() -> None:
    one, other = readings([("place.free", "must_allow_meeple"), ("place.free", "yes")])
    found = compare((one, other))
    assert ("must_allow_meeple", "yes") == (one.value("place.free"), other.value("place.free"))
    assert 2 == len(found.line) == found.lower_bound
    assert [{"SOLO-PLACE-3"}, set()] == [
        {violation.rule for violation in each.broken} for each in (found.one, found.other)
    ]


def test_a_switch_can_be_set_in_both_readings(capsys: pytest.CaptureFixture[str]) -> None:
    """Final scoring by colours changes a result where own starts are taken off, else none."""
    start = LAST_TILE.replace("~o.result.offset.subtract_own_start", "")
    words = ["compare", "final.unit=colour", "--turns", "1", "--from", start]
    assert 4 == run(group, words)
    assert "no game of up to 1 turn" in capsys.readouterr().err
    assert 0 == run(group, [*words, "--switch", "result.offset=subtract_own_start", "--json"])
    found = json.loads(capsys.readouterr().out)
    rules = [found[reading]["rules"]["switches"] for reading in ("a", "b")]
    offset = {"result.offset": "subtract_own_start"}
    assert [offset, offset | {"final.unit": "colour"}] == rules
    results = [found[reading]["endings"][0]["result"] for reading in ("a", "b")]
    assert results[0] < results[1]


def test_two_values_of_one_switch_are_compared_with_each_other() -> None:
    one, other = readings([("tile.unplaceable", "skip_turn"), ("tile.unplaceable", "end_game")])
    found = compare((one, other))
    assert [(False, None), (True, 2)] == [
        (each.endings[0].over, each.endings[0].result) for each in (found.one, found.other)
    ]


# What is not claimed


def test_smallest_is_said_by_both_keys_only(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(compare_module, "_OUTCOMES", 1)
    assert 4 == run(group, ["compare", "place.free=must_allow_meeple"])
    out, _ = capsys.readouterr()
    assert "undecided: no game of fewer than 2 turns in which every tile has a place parts" in out
    message = (
        "the model alone shows that fewer than 2 turns are too few; the engine shows it for fewer"
    )
    assert f"{message} than 1 turn" in out


LAST_HAS_NO_PLACE = "s3.4~A1.1.0~D0.0.0~E2.0.1~p3.2.3~h4.4.4~t1~nU.C."
"""After the U nothing fits the C: by a tile without a place the game ends in one turn."""


def test_games_with_a_tile_without_a_place_are_not_spoken_of() -> None:
    start = parse_position(LAST_HAS_NO_PLACE)
    assert {True} == {
        outcome.turn is None
        for first in Engine().outcomes(start)
        for outcome in Engine().outcomes(first.after)
    }
    rules = readings([("result.offset", "subtract_own_start")], start.rules)
    with pytest.raises(Undecided, match="fewer than 4 turns in which every tile has a place"):
        compare(rules, start, turns=3)


def test_a_game_that_is_not_found_is_not_denied() -> None:
    with pytest.raises(Undecided, match=r"of up to 2 turns .* fewer than 3 turns"):
        compare(readings([("score.soleMajority", "never")]), turns=2)


def test_a_limit_leaves_the_question_open() -> None:
    one, other = (setup(rules) for rules in readings([("place.free", "must_allow_meeple")]))
    terms = Terms(tiles=True, parameters=Parameters(limit=0.001))
    with CpSatSolver() as solver:
        answer = compare_by_model(solver, one, other, 2, terms=terms).answer
    assert ("undecided", "the solver's limit was reached") == (answer.verdict, answer.reason)


def test_keys_that_replay_differently_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    def mistaken(key: object, start: Position, line: tuple[Turn, ...]) -> GameReplay:
        replayed = replay(key, start, line)  # type: ignore[arg-type]  # either of two keys
        return replace(replayed, endings=()) if isinstance(key, Model) else replayed

    monkeypatch.setattr(compare_module, "replay", mistaken)
    with pytest.raises(KeysDisagree, match="by the engine"):
        compare(readings([("city.two", "2")]))


BAD = [
    (["city.too=2"], 3, "did you mean city.two?"),
    (["city.two=3"], 3, "it has 4, 2"),
    (["city.two"], 3, "write SWITCH=VALUE, like city.two=2"),
    (["city.two=4"], 3, "both readings have city.two=4"),
    (["city.two=2", "city.two=2"], 3, "both readings have city.two=2"),
    (["city.two=2", "city.two=4", "city.two=2"], 3, "3 values"),
    (["goal.worth=sum_over_colours"], 3, "which goals are met"),
    (["four.start=4"], 3, "its question is settled: One above the third"),
    (["piles.visible=all"], 3, "its question is settled: No: the piles lie face down"),
    (["city.two=2", "--switch", "city.two=2"], 3, "both readings have city.two=2"),
    (["city.two=2", "--switch", "four.start=4"], 2, "its question is settled"),
    (["city.two=2", "--switch", "end.rescue"], 2, "--switch"),
    (["city.two=2", "--turns", "-1"], 2, "give 0 or more"),
    (["city.two=2", "--time", "0"], 2, "a limit of 0 seconds"),
    (["pile.empty=end_game", "--turns", "3"], 4, "start from a later position with --from"),
    (["start.spaces=0-1-2", "--from", NO_PILE, "--turns", "1"], 4, "fewer than 2 turns"),
    (["city.two=2", "--from", NO_PILE.replace("h4", "h9")], 3, "SOLO-SETUP-3"),
    (["city.two=2", "--from", f"{NO_PILE}~over"], 3, "the game is over"),
    (["city.two=2", "--from", "puzzles/checklist.json"], 2, "choose one with --puzzle"),
    (["city.two=2", "--puzzle", "1"], 2, "--puzzle goes with a pack"),
    (["city.two=2", "--from", "nowhere.json"], 3, "there is no such file"),
    (["city.two="], 3, "has no value ''"),
    ([], 2, "give a SWITCH=VALUE"),
]


@pytest.mark.parametrize(("words", "code", "message"), BAD)
def test_what_cannot_be_compared_is_told_in_a_sentence(
    words: list[str], code: int, message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert code == run(group, ["compare", *words])
    out, err = capsys.readouterr()
    assert "" == out
    assert message in err


def test_start_spaces_matter_at_the_end_where_own_starts_are_taken_off() -> None:
    start = parse_position(LAST_TILE)
    found = compare(readings([("start.spaces", "0-1-2")], start.rules), start)
    assert ("holds", 1) == (found.verdict.answer, len(found.line))
    one, other = (reading.endings[0].result for reading in (found.one, found.other))
    assert one is not None
    assert one + 1 == other


def test_a_replay_says_which_rule_is_broken_and_keeps_what_was_played() -> None:
    start = setup(SOLO, Record(parse_position(NO_PILE), ()).start.piles)
    replayed = replay(
        Engine(), start, [Turn("base/L", 2, 0, 1, "S", ("S",)), Turn("base/V", 0, 9, 9)]
    )
    assert 1 == len(replayed.outcomes)
    assert () == replayed.endings
    assert [2] == [violation.turn for violation in replayed.broken]


def written() -> str:
    """Return the vectors as they are found now, without what differs from run to run."""
    cases = []
    for choice in ASKED:
        out = io.StringIO()
        with contextlib.redirect_stdout(out):
            run(group, command_for(choice))
        case = json.loads(out.getvalue())
        parts = ("switch", "turns", "lower_bound", "game", "a", "b", "claim", "verdict")
        cases.append({"choice": choice, **{name: case[name] for name in parts}})
    return json.dumps(cases, indent=1) + "\n"


if __name__ == "__main__":
    VECTORS.write_text(written(), encoding="utf-8")
