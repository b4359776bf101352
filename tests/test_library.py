"""``import meepleproof``: what other programs play with."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import meepleproof
from meepleproof.library import position as position_module
from tests.strategies import positions
from verifier.carcassonne.engine.solo import Engine
from verifier.carcassonne.solo.notation import parse_turn, position_text, turn_text
from verifier.carcassonne.solo.position import Position as Table
from verifier.carcassonne.solo.position import setup
from verifier.carcassonne.solo.puzzle import parse_code
from verifier.carcassonne.table.faults import Violation

PACKS = Path(__file__).parent / "vectors" / "packs"
UNIQUE = "s3.4~D0.0.0~p1.2.3~h4.4.4~t1~nE..~u23.24.23~g.city.4.4.1"
FEW = 25
"""The rules themselves are tested elsewhere; here it is what lies around them."""
NAMESPACE = {"Position": meepleproof.Position, "Puzzle": meepleproof.Puzzle}


def test_every_name_is_there_and_listed() -> None:
    assert set(meepleproof.__all__) <= set(dir(meepleproof))
    for name in meepleproof.__all__:
        assert getattr(meepleproof, name) is not None
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        meepleproof.nothing  # noqa: B018 - the look-up is what is tested


def test_the_import_alone_loads_nothing_else() -> None:
    code = "import sys, meepleproof; print(sorted(m for m in sys.modules if 'verifier' in m))"
    process = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )
    assert "[]\n" == process.stdout


@settings(max_examples=FEW)
@given(positions())
def test_what_is_printed_can_be_pasted(table: Table) -> None:
    position = meepleproof.Position(position_text(table))
    assert position == eval(repr(position), NAMESPACE)  # noqa: S307 - that is what it is for
    assert hash(position) == hash(meepleproof.Position.of(table))
    assert str(table.scores[0]) in str(position)


@settings(max_examples=FEW)
@given(positions(), st.integers(0, 10**6))
def test_every_legal_turn_can_be_played(table: Table, number: int) -> None:
    position = meepleproof.Position.of(table)
    if table.over or not Engine().draw(table).known:
        return
    turns = position.legal_turns
    assert {outcome.turn for outcome in Engine().outcomes(table)} - {None} == set(turns)
    if turns:
        turn = turns[number % len(turns)]
        outcome = position.play(str(turn))
        assert (turn, position.play(turn)) == (outcome.turn, outcome)
        assert outcome == eval(repr(outcome), NAMESPACE)  # noqa: S307 - as above


def test_a_game_is_played_turn_by_turn() -> None:
    position = meepleproof.Position()
    for text in ("E2.0.1.S.S", "U0.1.0.E", "V1.2.0.-"):
        outcome = position.play(text)
        assert text == str(outcome.turn)
        position = outcome.after
    assert ((5, 2, 3), (4, 3, 4), 1) == (position.scores, position.meeples, position.to_move)
    assert not position.over
    assert (None, None) == (outcome.final, outcome.result)


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("E0.0.1.S", "BASE-PLACE-3"),
        ("E2.5.5.S", "BASE-PLACE-2"),
        ("E2.0.1.-", "SOLO-MEEPLE-1"),
        ("U0.1.0.E.E", "SOLO-SCORE-1"),
    ],
)
def test_a_turn_that_breaks_a_rule_names_it(text: str, rule: str) -> None:
    with pytest.raises(meepleproof.Illegal) as refused:
        meepleproof.Position().play(text)
    assert rule == refused.value.rule


def test_what_only_the_engine_forbids_is_not_called_illegal(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(position_module, "violations", lambda _record: tuple[Violation, ...]())
    with pytest.raises(meepleproof.KeysDisagree, match="the model allows it"):
        meepleproof.Position().play("E0.0.1.S")


def test_without_a_known_tile_there_are_no_turns_to_list() -> None:
    with pytest.raises(meepleproof.Malformed, match="give it as Position"):
        _ = meepleproof.Position().legal_turns


def test_switches_go_with_the_set_up_alone() -> None:
    position = meepleproof.Position(switches={"city.two": "2"}, tiles="E")
    outcome = position.play("E2.0.1.S.S")
    assert (3, 2, 3) == outcome.after.scores
    with pytest.raises(meepleproof.Malformed, match="has its switches in it"):
        meepleproof.Position(position.text, switches={"city.two": "2"})


def test_solutions_are_agreed_on_by_both_keys() -> None:
    found = meepleproof.solve(UNIQUE)
    assert (True, "unique", 1, "") == (found.unique, found.answer, found.count, found.undecided)
    assert ["E2.0.1.S.S"] == [str(outcome.turn) for outcome in found.lines[0]]
    alone = meepleproof.solve(meepleproof.Puzzle(UNIQUE), model=False)
    assert (False, None, 1) == (alone.unique, alone.answer, alone.count)
    assert "the model was not asked" == alone.undecided


def test_a_pack_is_read_with_its_solutions() -> None:
    (first, *_) = meepleproof.read_pack(PACKS / "road-5-3c.json")
    document = json.loads((PACKS / "road-5-3c.json").read_text("utf-8"))["puzzles"][0]
    assert (document["id"], document["code"]) == (first.id, first.code)
    assert ("easy", tuple(document["themes"])) == (first.level, first.themes)
    assert first.solution is not None
    assert first == eval(repr(first), NAMESPACE)  # noqa: S307 - as above
    assert meepleproof.solve(first, model=False).lines[0][0].turn == first.solution[0]


@pytest.mark.parametrize("path", ["no-such-pack", "no/such.json", "tests", Path("no-such-pack")])
def test_a_pack_that_is_not_there_is_malformed_and_named(path: str | Path) -> None:
    with pytest.raises(meepleproof.Malformed) as refused:
        meepleproof.read_pack(path)
    assert repr(str(path)) == refused.value.where


@pytest.mark.parametrize("path", ["no.json", "tests"])
def test_a_scenario_that_is_not_there_is_malformed_and_named(path: str) -> None:
    with pytest.raises(meepleproof.Malformed, match="the file cannot be read") as refused:
        meepleproof.verify(path)
    assert repr(path) == refused.value.where


def test_a_notebook_draws_positions_outcomes_and_puzzles() -> None:
    outcome = meepleproof.Position().play("E2.0.1.S.S")
    assert outcome.before.svg() == outcome.before._repr_svg_()
    assert outcome.after.svg() == outcome._repr_svg_() != outcome.before.svg()
    puzzle = meepleproof.Puzzle(UNIQUE)
    assert puzzle.position.svg() == puzzle._repr_svg_()


def test_puzzles_are_made_one_by_one() -> None:
    made = meepleproof.generate("road.4.x.2", tiles=2, seed=3)
    puzzle = next(made)
    assert parse_code(puzzle.code) == puzzle.question
    assert puzzle.solution is not None
    assert [turn_text(turn) for turn in puzzle.solution] == [
        turn_text(parse_turn(str(turn))) for turn in puzzle.solution
    ]
    assert [] == list(made)


@pytest.mark.parametrize(("count", "candidates"), [(0, 1), (1, 0), (-1, 1)])
def test_numbers_that_cannot_be_are_refused(count: int, candidates: int) -> None:
    with pytest.raises(meepleproof.Malformed, match="at least 1"):
        next(meepleproof.generate("road-5-3c", count=count, candidates=candidates))


def test_what_was_not_found_proves_nothing() -> None:
    with pytest.raises(meepleproof.Undecided, match="0 of 1 puzzles"):
        next(meepleproof.generate("city.70.x.1", tiles=1, candidates=1))


def test_a_set_up_is_the_official_one() -> None:
    assert setup() == meepleproof.Position().table
