"""Puzzles on game records: what ships, what both keys and the naive rules find, what is refused."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from generator.listed import listed_kinds
from generator.pack import Packed
from generator.solo.records.find_the_error import played_record
from generator.solo.records.kind import BothKeys, record_kind
from generator.solo.records.noted import MISTAKES
from generator.solo.records.which_rule import LEGAL
from meepleproof.rendering.view import view_of
from tests import naive_record
from tests.console_output import run_command
from tests.kinds import PLANS, PUZZLES, discrepancies, documents, ids, path_of, puzzle_of, shipped
from verifier.carcassonne.engine.kernel import COMPILED
from verifier.carcassonne.engine.solo import Engine, Line, solve
from verifier.carcassonne.engine.solo.engine import game_text, outcomes_by_engine
from verifier.carcassonne.engine.solo.engine import record_of as record_of_line
from verifier.carcassonne.engine.solo.reach import same_table
from verifier.carcassonne.solo.notation import parse_line
from verifier.carcassonne.solo.position import Placement, Position, set_up_around, with_row
from verifier.carcassonne.solo.puzzle import (
    HelpPuzzle,
    RecordError,
    RecordPuzzle,
    TablePuzzle,
    TurnsPuzzle,
    first_error,
)
from verifier.carcassonne.solo.turn import Outcome, Record, RecordedMeeple
from verifier.carcassonne.table.faults import Violation
from verifier.errors import KeysDisagree, Malformed

PLANNED = {pack["id"]: pack for pack in PLANS[PUZZLES / "records"]["packs"]}
PACK = path_of("find-the-error")
KIND = record_kind("find-the-error")
DEAR = {"help": 1, "retro": 0, "proof-game": 0}
"""Packs of which one puzzle alone, by its place, is proved in every run of the tests."""
FURTHER = "-volume-2"
EVERY = 12
"""Of further volumes every twelfth puzzle is, if their kind is not dear."""


def marks(name: str, number: int) -> list[pytest.MarkDecorator]:
    if name.endswith(FURTHER):
        dear = PLANNED[name]["kind"] in DEAR
        return [pytest.mark.slow] if dear or number % EVERY else []
    return [pytest.mark.slow] if number != DEAR.get(name, number) else []


def some_of_everything() -> list[Any]:
    """Every puzzle; most of further volumes, and of those that take the model long, are slow."""
    return [
        pytest.param(name, identity, id=identity, marks=marks(name, number))
        for name in PLANNED
        for number, identity in enumerate(ids(name))
    ]


def record_of(packed: Packed[Any]) -> Record:
    assert isinstance(packed.puzzle, RecordPuzzle)
    return packed.puzzle.record


def played_in(packed: Packed[Any]) -> Record:
    assert isinstance(packed.puzzle, RecordPuzzle)
    assert packed.solution is not None
    played = played_record(packed.puzzle, packed.solution, "here")
    assert played is not None
    return played


@pytest.mark.parametrize(("name", "identity"), some_of_everything())
def test_every_puzzle_that_ships_is_proved_again(name: str, identity: str) -> None:
    assert [] == discrepancies(puzzle_of(name, identity))


@pytest.mark.parametrize("identity", ids("find-the-error"))
def test_the_naive_rules_find_the_same_turn_and_rule(identity: str) -> None:
    packed = puzzle_of("find-the-error", identity)
    found = [(each.turn, each.rule) for each in naive_record.violations(record_of(packed))]
    assert packed.solution is not None
    assert [(packed.solution["turn"], packed.solution["rule"])] == found
    assert () == naive_record.violations(played_in(packed))


@pytest.mark.parametrize("name", PLANNED)
def test_what_ships_is_what_was_planned(name: str) -> None:
    pack, solutions = documents(name)
    planned = PLANNED[name]
    assert planned["count"] == len(pack["puzzles"]) == len(solutions["solutions"])
    assert {planned["kind"]} == {one["kind"] for one in pack["puzzles"]}
    assert {"easy", "medium", "hard"} == {one["difficulty"]["level"] for one in pack["puzzles"]}


def test_there_is_a_pack_of_every_kind_and_every_mistake() -> None:
    kinds = {kind.name for kind in listed_kinds("solo")}
    assert kinds - {"goal"} == {planned["kind"] for planned in PLANNED.values()}
    assert set(MISTAKES) == {
        theme for one in documents("find-the-error")[0]["puzzles"] for theme in one["themes"]
    }


def test_a_legal_record_and_one_with_two_faults_are_no_puzzles() -> None:
    played = played_in(shipped("find-the-error")[0])
    assert KIND.prove(RecordPuzzle(played), BothKeys()).flaw == "every turn is legal"
    two = replace(played.turns[3], rotation=9, meeples=(RecordedMeeple("N"), RecordedMeeple("S")))
    record = replace(played, turns=(*played.turns[:3], two))
    assert KIND.prove(RecordPuzzle(record), BothKeys()).flaw.startswith("turn 4 breaks ")


class _Key:
    def __init__(self, name: str, *broken: tuple[int, str]) -> None:
        self.name = name
        self._broken = tuple(Violation(rule, turn, "", "") for turn, rule in broken)

    def violations(self, record: Record) -> tuple[Violation, ...]:
        assert record.turns
        return self._broken


@pytest.mark.parametrize(
    "found", [(), ((3, "SOLO-MEEPLE-1"),), ((4, "SOLO-MEEPLE-5"),)], ids=["legal", "turn", "rule"]
)
def test_keys_that_differ_on_turn_or_rule_disagree(found: tuple[tuple[int, str], ...]) -> None:
    record = record_of(shipped("find-the-error")[0])
    with pytest.raises(KeysDisagree):
        first_error(record, [_Key("engine", (4, "SOLO-MEEPLE-1")), _Key("model", *found)])


def test_the_first_of_several_illegal_turns_is_named_with_the_rules_of_both_keys() -> None:
    engine = _Key("engine", (4, "SOLO-MEEPLE-1"))
    model = _Key("model", (4, "SOLO-MEEPLE-1"), (4, "SOLO-MEEPLE-5"), (6, "SOLO-MEEPLE-5"))
    found = first_error(record_of(shipped("find-the-error")[0]), [engine, model])
    assert RecordError(4, ("SOLO-MEEPLE-1",), ("SOLO-MEEPLE-5",)) == found


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"turn": 1}, "of its solution, turn: "),
        ({"rule": "SOLO-TURN-1"}, "of its solution, rule: "),
    ],
)
def test_a_wrong_solution_is_noticed(change: dict[str, Any], says: str) -> None:
    packed = shipped("find-the-error")[0]
    assert packed.solution is not None
    wrong = discrepancies(replace(packed, solution={**packed.solution, **change}))
    assert says in wrong[0]


def test_a_turn_as_it_was_played_that_is_illegal_is_noticed() -> None:
    packed = shipped("find-the-error")[0]
    assert packed.solution is not None
    number = packed.solution["turn"]
    noted = packed.document["record"]["turns"][number - 1]
    wrong = discrepancies(replace(packed, solution={**packed.solution, "played": noted}))
    rule = packed.solution["rule"]
    assert [f"with the turn as it was played, turn {number} breaks {rule}"] == wrong


def test_show_and_solve(capsys: pytest.CaptureFixture[str]) -> None:
    packed = shipped("find-the-error")[4]
    assert packed.solution is not None
    code, out, _ = run_command(capsys, "show", str(PACK), "--puzzle", "5")
    assert code == 0
    assert f"\n{len(record_of(packed).turns)}. Colour " in out
    code, out, _ = run_command(capsys, "show", str(PACK), "--puzzle", "5", "--svg")
    assert out.startswith("<svg ")
    code, out, _ = run_command(capsys, "solve", str(PACK), "--puzzle", packed.puzzle.id, "--json")
    assert (code, json.loads(out)[0]["solution"]["turn"]) == (0, packed.solution["turn"])
    code, out, _ = run_command(capsys, "solve", str(PACK), "--puzzle", "5")
    assert f"Turn {packed.solution['turn']} breaks {packed.solution['rule']}" in out


@pytest.mark.parametrize("identity", ids("which-rule"))
def test_the_naive_rules_judge_the_proposals_alike(identity: str) -> None:
    packed = puzzle_of("which-rule", identity)
    assert isinstance(packed.puzzle, TurnsPuzzle)
    assert packed.solution is not None
    found = [
        [each.rule for each in naive_record.violations(record)] or [LEGAL]
        for record in packed.puzzle.records
    ]
    assert [[verdict] for verdict in packed.solution["verdicts"]] == found


@pytest.mark.parametrize("identity", ids("help"))
def test_a_help_puzzle_has_one_order_and_one_line_without_bounds(identity: str) -> None:
    packed = puzzle_of("help", identity)
    puzzle = packed.puzzle
    assert isinstance(puzzle, HelpPuzzle)
    if len(puzzle.hand) > 3 and not COMPILED:
        pytest.skip("four tiles take minutes uncompiled without bounds")
    found = [
        line
        for position in puzzle.dealt
        for line in solve(position, puzzle.goal, len(puzzle.hand), filtered=False).lines
    ]
    assert packed.solution is not None
    assert [packed.solution["line"]] == [game_text(line) for line in found]
    assert "\n".join(view_of("help").answer(packed, packed.solution)).count(" places ") == len(
        found[0]
    )


@pytest.mark.parametrize(
    ("name", "identity"), [(name, one) for name in ("retro", "proof-game") for one in ids(name)]
)
def test_a_game_of_the_naive_rules_leads_to_the_table(name: str, identity: str) -> None:
    packed = puzzle_of(name, identity)
    puzzle = packed.puzzle
    assert isinstance(puzzle, TablePuzzle)
    assert packed.solution is not None
    line = parse_line(packed.solution["line"])
    start = next(one for one in puzzle.position.placements if one.cell == (0, 0))
    game = record_of_line(line, set_up_around(start, puzzle.position.rules))
    assert () == naive_record.violations(game)
    assert same_table(outcomes_by_engine(game)[-1].after, puzzle.position)
    assert len(line) == len(puzzle.position.placements) - 1


def test_the_game_found_is_the_only_one_of_every_order_of_the_tiles() -> None:
    """Played by the engine without looking at the end: every tile in turn, with every claim."""
    packed = min(shipped("proof-game"), key=lambda one: one.document["difficulty"]["rating"])
    assert isinstance(packed.puzzle, TablePuzzle)
    assert packed.solution is not None
    games = every_game(packed.puzzle.position)
    assert [packed.solution["line"]] == [game_text(game) for game in games]


def every_game(end: Position) -> list[Line]:
    start = next(one for one in end.placements if one.cell == (0, 0))
    tables: list[tuple[Position, Line]] = [(set_up_around(start, end.rules), ())]
    for _ in range(len(end.placements) - 1):
        tables = [
            (replace(outcome.after, piles=position.piles), (*line, outcome))
            for position, line in tables
            for placed in end.placements
            if placed.cell not in {each.cell for each in position.placements}
            for outcome in laying(position, placed)
        ]
    return [line for position, line in tables if same_table(position, end)]


def laying(position: Position, placed: Placement) -> list[Outcome]:
    try:
        outcomes = Engine().outcomes_at(with_row(position, (placed.tile,)), placed.cell)
    except Malformed:  # it has no place yet
        return []
    wanted = (placed.cell, placed.rotation)
    return [one for one in outcomes if one.turn and (one.turn.cell, one.turn.rotation) == wanted]


def test_a_table_of_several_starts_or_games_is_no_puzzle() -> None:
    puzzle = shipped("retro")[0].puzzle
    assert isinstance(puzzle, TablePuzzle)
    several = record_kind("proof-game").prove(replace(puzzle, kind="proof-game"), BothKeys())
    assert several.flaw == "several games lead there"
    bare = tuple(replace(one, tile="base/U") for one in puzzle.position.placements[:1])
    without_start = replace(puzzle, position=replace(puzzle.position, placements=bare))
    found = record_kind("retro").prove(without_start, BothKeys())
    assert found.flaw == "it is open which tile is the start tile"


def test_two_legal_turns_and_one_that_breaks_two_rules_are_no_puzzle() -> None:
    puzzle, kind = shipped("which-rule")[0].puzzle, record_kind("which-rule")
    assert isinstance(puzzle, TurnsPuzzle)
    verdicts = kind.prove(puzzle, BothKeys()).solution["verdicts"]
    legal = puzzle.proposals[verdicts.index(LEGAL)]
    twice = replace(puzzle, proposals=(legal, legal))
    assert kind.prove(twice, BothKeys()).flaw == "2 of the turns are legal"
    worse = replace(legal, meeples=(RecordedMeeple("F"), RecordedMeeple("S")))
    both = replace(puzzle, proposals=(legal, worse))
    assert kind.prove(both, BothKeys()).flaw.startswith("proposal 2 breaks ")


@pytest.mark.parametrize(
    ("words", "code", "says"),
    [
        (("solve", str(PACK), "--best"), 2, "are solved whole"),
        (("solve", str(PACK), "--puzzle", "99"), 2, "give a number from 1 to 16"),
        (("reach", str(PACK)), 3, "a puzzle of the kind find-the-error has no position to reach"),
        (("generate", "--kind", "find-the-eror"), 2, "there is no kind 'find-the-eror'"),
        (("generate", "--kind", "find-the-error", "--tiles", "3"), 2, "--tiles is not for"),
    ],
)
def test_what_does_not_fit_is_refused(
    words: tuple[str, ...], code: int, says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    actual, out, err = run_command(capsys, *words)
    assert (code, "") == (actual, out)
    assert says in err


def test_a_pack_is_generated_and_checked(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = str(tmp_path / "mine.json")
    words = ("generate", "--kind", "find-the-error", "--count", "2", "--seed", "3", "-o", path)
    assert run_command(capsys, *words)[0] == 0
    code, out, _ = run_command(capsys, "pack", "check", path)
    assert (0, "find-the-error 1.0.0: 2 of 2 puzzles proved again by both keys.\n") == (code, out)


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["--format", "codes"], "have no codes"),
        (["--format", "svg", "--solutions", "-o", "pictures"], "are no pictures"),
        (["--format", "csv", "--address", "http://x"], "--address goes with --format pdf"),
    ],
)
def test_what_these_puzzles_do_not_have_is_refused(
    words: list[str],
    says: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    code, _, told = run_command(capsys, "pack", "export", "find-the-error", *words)
    assert (2, True) == (code, says in told)
