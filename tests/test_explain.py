"""`meepleproof explain`: broken games, illegal turns, impossible positions, goals out of reach."""

from __future__ import annotations

import io
import json
import random
import sys
from pathlib import Path
from typing import Any

import pytest

from meepleproof.cli.console import run
from meepleproof.cli.group import group
from tests.records import record_and_mutation
from verifier.carcassonne.engine.solo import Engine, Solutions, solve
from verifier.carcassonne.model.solo.explain import (
    DROPPED,
    THE_TILES,
    DroppedRule,
    Obstacle,
    RelaxedQuestion,
    explain_by_model,
)
from verifier.carcassonne.model.solo.rules.goals import rules_of
from verifier.carcassonne.model.solo.solvers import Solvers
from verifier.carcassonne.solo import explain
from verifier.carcassonne.solo.catalogue import CATALOGUE
from verifier.carcassonne.solo.codec import position_from_any, record_from_json, record_to_json
from verifier.carcassonne.solo.explain import (
    Explanation,
    explain_goal,
    explain_record,
    explain_turn,
)
from verifier.carcassonne.solo.goals import checklist
from verifier.carcassonne.solo.notation import parse_line, parse_position, parse_turn
from verifier.carcassonne.solo.position import Position, setup
from verifier.carcassonne.solo.puzzle import parse_code
from verifier.carcassonne.solo.turn import Record
from verifier.carcassonne.table.faults import Violation
from verifier.constraints.cpsat import Parameters
from verifier.errors import KeysDisagree

FOLDER = Path(__file__).parent
RECORDS: list[dict[str, Any]] = json.loads((FOLDER / "vectors" / "records.json").read_text("utf-8"))
TABLE = "s3.4~D0.0.0~U0.1.0.E1~p1.2.3~h3.4.4~t2~n.L.~u21.22.22"


def vector(entry: dict[str, Any]) -> Record:
    document = dict(entry["record"])
    turns = record_from_json({**document, "start": START}).turns
    return Record(position_from_any(document["start"]), turns, document["official"])


START: dict[str, Any] = record_to_json(Record(setup(), (), official=False))["start"]


# Games and turns


@pytest.mark.parametrize("entry", RECORDS, ids=lambda entry: str(entry["about"]))
def test_a_record_is_legal_or_its_first_broken_rule_is_named(entry: dict[str, Any]) -> None:
    explanation = explain_record(vector(entry))
    assert ["engine", "model"] == [report.key for report in explanation.verdict.keys]
    if entry["broken"] is None:
        assert ("holds", ()) == (explanation.verdict.answer, explanation.reasons)
    else:
        assert "violated" == explanation.verdict.answer
        assert entry["broken"] in {reason.rule for reason in explanation.reasons}
        assert entry["broken"] in explanation.verdict.why


@pytest.mark.parametrize("seed", range(4))
def test_mutated_games_are_explained_as_both_keys_judge_them(seed: int) -> None:
    for _, record in record_and_mutation(seed, 4):
        explanation = explain_record(record)
        by_engine = Engine().violations(record)
        assert ("violated" if by_engine else "holds") == explanation.verdict.answer
        assert {v.rule for v in by_engine} & {r.rule for r in explanation.reasons} == {
            v.rule for v in by_engine if v.turn == min(w.turn for w in by_engine)
        }
        for reason in explanation.reasons:
            assert CATALOGUE.rule(reason.rule).sentence
            assert reason.why


TURNS = [
    ("L2.0.1.S.S", []),
    ("L1.0.1.S", [("BASE-PLACE-3", "cell (0,1)", ("engine", "model"))]),
    ("L2.0.1.-", [("SOLO-MEEPLE-1", "", ("engine", "model"))]),
    ("V0.2.0.-", [("SOLO-PLACE-1", "tile V", ("engine", "model"))]),
    ("L0.5.5.N", [("BASE-PLACE-2", "cell (5,5)", ("engine", "model"))]),
    ("L0.0.0.N", [("BASE-PLACE-2", "cell (0,0)", ("engine", "model"))]),
    ("L3.2.0.W", [("BASE-PLACE-3", "cell (2,0)", ("engine", "model"))]),
    ("L1.2.0.W", [("SOLO-MEEPLE-5", "W", ("engine", "model"))]),
]


@pytest.mark.parametrize(("text", "expected"), TURNS)
def test_a_turn_is_legal_or_the_rules_of_its_first_broken_step_are_told(
    text: str, expected: list[tuple[str, str, tuple[str, ...]]]
) -> None:
    explanation = explain_turn(parse_position(TABLE), parse_turn(text))
    assert expected == [(reason.rule, reason.where, reason.keys) for reason in explanation.reasons]
    assert ("violated" if expected else "holds") == explanation.verdict.answer


def test_a_key_that_calls_legal_what_the_other_does_not_is_told(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(Engine, "violations", lambda _self, _record: ())
    assert 5 == run(group, ["explain", TABLE, "--turn", "L2.0.1.-"])
    assert "the engine finds nothing broken, the model turn 1 breaking SOLO-MEEPLE-1" in (
        capsys.readouterr().err
    )


def test_keys_that_break_at_different_turns_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    late = (Violation("SOLO-PLACE-1", 2, "", ""),)
    monkeypatch.setattr(Engine, "violations", lambda _self, _record: late)
    with pytest.raises(KeysDisagree, match="turn 2 breaking SOLO-PLACE-1, the model turn 1"):
        explain_turn(parse_position(TABLE), parse_turn("L2.0.1.-"))


# Goals

FOUR_TILES = parse_code(
    "s3.4~N3.0.-1.S1~O3.-1.0.N1~D0.0.0~T1.1.0.N2~J0.-1.1.N3~D2.0.1~D2.1.1~W2.1.2.W1~p1.2.3~h1.3.3"
    "~t2~nU.AK.D~u20.20.20~g.road-5-3c"
)


def test_a_goal_in_reach_is_shown_by_a_line_on_which_both_keys_agree() -> None:
    explanation = explain_goal(FOUR_TILES.position, FOUR_TILES.goal)
    assert ("holds", ()) == (explanation.verdict.answer, explanation.reasons)
    found = solve(FOUR_TILES.position, FOUR_TILES.goal, 4)
    assert explanation.line in [tuple(outcome.turn for outcome in line) for line in found.lines]


OUT_OF_REACH = [
    (TABLE, "road-10", {"SOLO-GOAL-0b"}),
    (TABLE.replace("n.L.", "n.C."), "road.4.4.0", {"SOLO-PLACE-1"}),
    (
        "s3.4~A1.1.0~D0.0.0.E2~p1.2.3~h4.3.4~t1~nA..",
        "road.3.3.1",
        {"SOLO-MEEPLE-5", "SOLO-GOAL-0b", "SOLO-GOAL-0c"},
    ),
]
"""Positions with goals, and what stands in the way."""


def blocked(position: Position, goal: str) -> Explanation:
    explanation = explain_goal(position, parse_code(f"{TABLE}~g.{goal}").goal)
    assert "violated" == explanation.verdict.answer
    return explanation


@pytest.mark.parametrize(("text", "goal", "expected"), OUT_OF_REACH)
def test_what_stands_in_the_way_of_a_goal(text: str, goal: str, expected: set[str]) -> None:
    explanation = blocked(parse_position(text), goal)
    assert expected == {reason.rule for reason in explanation.reasons}


def only_obstacle(position: Position, goal: str) -> Obstacle:
    question = parse_code(f"{TABLE}~g.{goal}").goal
    turns = sum(len(pile.known) for pile in position.piles)
    with Solvers() as solvers:
        found = explain_by_model(solvers, position, question, turns, Parameters(limit=60))
    (obstacle,) = found.needed
    return obstacle


def test_the_line_of_an_obstacle_breaks_that_rule_and_no_other() -> None:
    """The last meeple is gone, so the road cannot be claimed in the turn that completes it."""
    text = "s3.3~A1.1.0~D0.0.0~B0.0.-1.M1~B0.0.-2.M1~B0.0.-3.M1~p1.2.3~h0.3.3~t1~nA.."
    obstacle = only_obstacle(parse_position(text), "road.3.3.0")
    assert ("SOLO-MEEPLE-11", 1, ()) == (obstacle.rule, obstacle.turn, obstacle.besides)
    explanation = explain_turn(parse_position(text), obstacle.line[0])
    assert ["SOLO-MEEPLE-11"] == [each.rule for each in explanation.reasons if "model" in each.keys]


def test_the_line_of_a_part_of_the_goal_is_legal_and_reaches_the_rest() -> None:
    position = parse_position("s3.4~A1.1.0~D0.0.0~p1.2.3~h4.4.4~t1~nA..")
    obstacle = only_obstacle(position, "road.9.x.0")
    assert ("SOLO-GOAL-0b", 0) == (obstacle.rule, obstacle.turn)
    eased = parse_code(f"{TABLE}~g.road.0.x.0").goal
    assert "holds" == explain_goal(position, eased).verdict.answer
    assert obstacle.line[0].cell in {
        outcome.turn.cell
        for (outcome,) in solve(position, eased, 1).lines
        if outcome.turn is not None
    }


def test_where_a_tile_may_have_no_place_the_engine_alone_is_not_enough() -> None:
    closed = parse_position("s3.4~D0.0.0~E2.0.1~p1.2.3~h4.4.4~t1~nC.L.~u1.1.1")
    explanation = explain_goal(closed, checklist()["road-10"])
    assert ("undecided", "a tile may have no place then, and the model does not follow that") == (
        explanation.verdict.answer,
        explanation.verdict.why,
    )


def test_a_limit_leaves_it_open_whether_a_rule_is_needed() -> None:
    goal, limit = checklist()["city-16"], Parameters(limit=0.01)
    with Solvers() as solvers:
        found = explain_by_model(solvers, FOUR_TILES.position, goal, 4, limit)
    assert found.undecided or not all(obstacle.line for obstacle in found.needed)


def test_what_the_engine_did_not_come_to_is_found_by_the_model_and_played(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(explain, "solve", stopped_at_once)
    explanation = explain_goal(FOUR_TILES.position, FOUR_TILES.goal)
    assert "holds" == explanation.verdict.answer
    assert explanation.line
    out_of_reach = explain_goal(parse_position(TABLE), checklist()["road-10"])
    assert ("undecided", "the engine stopped after 0 outcomes") == (
        out_of_reach.verdict.answer,
        out_of_reach.verdict.why,
    )


def test_a_line_that_the_engine_denies_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(explain, "solve", lambda *_, **__: Solutions((), (), 9, exhaustive=True))
    with pytest.raises(KeysDisagree, match="the model reaches the goal by"):
        explain_goal(FOUR_TILES.position, FOUR_TILES.goal)


def stopped_at_once(*_: object, **__: object) -> Solutions:
    return Solutions((), (), 0, exhaustive=False)


TWO_TILES = "s3.4~A1.1.0.W3~D0.0.0~p1.2.3~h4.4.3~t1~nU.A."


@pytest.mark.parametrize(
    ("text", "goal"),
    [(TWO_TILES, "road.4.4.2"), (TABLE, "road-10"), (TABLE, "city.8.10.3")],
)
def test_the_rules_told_are_enough_and_none_can_be_spared(text: str, goal: str) -> None:
    position, wanted = parse_position(text), parse_code(f"{TABLE}~g.{goal}").goal
    turns = sum(len(pile.known) for pile in position.piles)
    with Solvers() as solvers:
        found = explain_by_model(solvers, position, wanted, turns, Parameters(limit=60)).needed
        needed = {DroppedRule(each.rule, each.turn) for each in found if each.rule != THE_TILES}
        rules = {each.rule for each in needed}
        others = {DroppedRule(each) for each in (*DROPPED, *rules_of(wanted)) if each not in rules}
        for name in rules & {*DROPPED}:
            others |= {DroppedRule(name, turn) for turn in range(1, turns + 1)} - needed
        question = RelaxedQuestion(solvers, position, wanted, turns, Parameters(limit=60))
        assert () == question.line(frozenset(others))
        for each in needed:
            assert question.line(frozenset(others | {each}))


def test_what_earlier_answers_settle_is_what_the_solver_says() -> None:
    """The same questions of one who remembers, and each of one who does not."""
    position, goal = parse_position(TWO_TILES), parse_code(f"{TABLE}~g.road.4.4.2").goal
    rng = random.Random(1)
    rules = [*map(DroppedRule, (*DROPPED, *rules_of(goal))), DroppedRule("BASE-PLACE-3", 2)]
    answers = []
    with Solvers() as solvers:
        remembering = RelaxedQuestion(solvers, position, goal, 2, Parameters())
        for _ in range(24):
            dropped = frozenset(rng.sample(rules, rng.randrange(len(rules))))
            forgetful = RelaxedQuestion(solvers, position, goal, 2, Parameters())
            line = remembering.line(dropped)
            assert bool(line) == bool(forgetful.line(dropped)), dropped
            answers.append(bool(line))
    assert 4 < sum(answers) < 20
    assert sum(remembering.answers.values()) < 24


# The command


def answer(words: list[str], capsys: pytest.CaptureFixture[str]) -> tuple[int, dict[str, Any]]:
    code = run(group, ["explain", "--json", *words])
    return code, json.loads(capsys.readouterr().out)


def test_a_position_is_explained_by_its_faults(capsys: pytest.CaptureFixture[str]) -> None:
    code, document = answer([TABLE], capsys)
    assert (0, []) == (code, document["reasons"])
    code, document = answer([TABLE.replace("U0.1.0.E1", "U1.1.0")], capsys)
    assert 1 == code
    assert ["BASE-PLACE-3", "SOLO-SETUP-3"] == [reason["rule"] for reason in document["reasons"]]
    assert "tile D on cell (0,0)" == document["reasons"][0]["where"]


def test_faults_come_before_turns_and_goals(capsys: pytest.CaptureFixture[str]) -> None:
    code, document = answer([TABLE.replace("h3", "h9"), "--turn", "L2.0.1.-"], capsys)
    assert (1, ["SOLO-SETUP-3"]) == (code, [reason["rule"] for reason in document["reasons"]])


FILES: list[tuple[Any, list[str], int, str]] = [
    ({"position": TABLE, "turn": "L2.0.1.-"}, [], 1, "SOLO-MEEPLE-1"),
    ({"position": TABLE, "turn": "L2.0.1.S.S"}, [], 0, ""),
    (TABLE, ["--goal", "road-10"], 1, "SOLO-GOAL-0b"),
    (record_to_json(Record(setup(), ())), [], 0, ""),
    (record_to_json(vector(RECORDS[1])), [], 1, "SOLO-PLACE-1"),
]


@pytest.mark.parametrize(("document", "words", "code", "expected"), FILES)
def test_files_and_standard_input_are_read(
    document: Any,
    words: list[str],
    code: int,
    expected: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    path = tmp_path / "given.json"
    path.write_text(json.dumps(document), "utf-8")
    found = [answer([str(path), *words], capsys)]
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(path.read_bytes())))
    found.append(answer(["-", *words], capsys))
    for got, each in found:
        assert code == got
        rules = [reason["rule"] for reason in each["reasons"]]
        assert expected in rules if expected else [] == rules


def test_a_puzzle_of_a_pack_is_explained(capsys: pytest.CaptureFixture[str]) -> None:
    pack = str(FOLDER.parent / "puzzles" / "checklist.json")
    code, document = answer([pack, "--puzzle", "4"], capsys)
    assert (0, "holds") == (code, document["verdict"])
    assert parse_line(document["line"])


def test_a_solution_is_printed_on_demand_only(capsys: pytest.CaptureFixture[str]) -> None:
    _, document = answer(["checklist", "--puzzle", "4"], capsys)
    pages = []
    for demand in ([], ["--solution"]):
        assert 0 == run(group, ["explain", "checklist", "--puzzle", "4", *demand])
        pages.append(capsys.readouterr().out)
    assert [False, True] == [document["line"] in page for page in pages]
    assert "--solution tells how." in pages[0]


def test_the_page_tells_rule_place_and_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    assert 1 == run(group, ["explain", TABLE, "--turn", "L1.0.1.S"])
    out, err = capsys.readouterr()
    assert "BASE-PLACE-3 (turn 1, cell (0,1)): " in out
    assert f"  {CATALOGUE.rule('BASE-PLACE-3').sentence}\n" in out
    assert "" == err


BAD = [
    (["no-such-file.json"], 3, "no-such-file.json"),
    ([TABLE, "--turn", "L9.0.1"], 2, "is not a turn"),
    ([TABLE, "--goal", "road-10", "--time", "0"], 2, "a limit of 0 seconds"),
    ([TABLE, "--goal", "castle-9"], 2, "there is no goal 'castle-9'"),
    ([TABLE, "--turn", "L2.0.1.-", "--goal", "road-10"], 2, "either --turn or --goal"),
    ([TABLE.replace("n.L.", "n.."), "--goal", "road-10"], 3, "no next tile is known"),
    (["puzzles/checklist.json"], 2, "choose one with --puzzle"),
    (["puzzles/checklist.json", "--puzzle", "nobody"], 2, "give a number from 1 to 14"),
    ([TABLE, "--puzzle", "1"], 2, "--puzzle goes with a pack"),
    (["LICENSE"], 3, "not JSON"),
    (["tests"], 3, "Is a directory"),
    ([""], 3, "there is no such file or pack; a position as text begins like"),
    (["https://example.org/x"], 3, "'https://example.org/x'"),
    ([f"{TABLE}~over", "--goal", "road-10"], 3, "the game is over"),
    ([TABLE, "--goal", "road.9.5.0"], 2, "cannot both hold"),
    (["s3.4~D0.0.0"], 3, "lacks the word"),
]


@pytest.mark.parametrize(("words", "code", "message"), BAD)
def test_what_cannot_be_explained_is_told_in_a_sentence(
    words: list[str],
    code: int,
    message: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(FOLDER.parent)
    assert code == run(group, ["explain", *words])
    out, err = capsys.readouterr()
    assert "" == out
    assert message in err


def test_a_game_takes_neither_turn_nor_goal(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "game.json"
    path.write_text(json.dumps(record_to_json(Record(setup(), ()))), "utf-8")
    assert 2 == run(group, ["explain", str(path), "--goal", "road-10"])
    assert "not with a game" in capsys.readouterr().err


def test_a_document_with_a_position_needs_a_turn(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "given.json"
    for document, each in (
        ({"position": TABLE}, "'turn' is missing"),
        ({"position": TABLE, "turn": "L2.0.1.-", "aim": 1}, "'aim' is not known here"),
    ):
        path.write_text(json.dumps(document), "utf-8")
        assert 3 == run(group, ["explain", str(path)])
        assert each in capsys.readouterr().err
