"""``meepleproof reach`` for the house game: a game by both keys, or an honest undecided."""

from __future__ import annotations

import json

import pytest

from tests.console_output import run_command
from verifier.carcassonne.engine.house import HouseEngine
from verifier.carcassonne.house.codec import record_from_json
from verifier.carcassonne.house.notation import parse_position
from verifier.carcassonne.house.reach import reach
from verifier.carcassonne.model.house.key import HouseModel
from verifier.documents import validation
from verifier.errors import KeysDisagree, Malformed

# Colour 1 has a follower on the field of E, colour 2 one on the field of W.
TABLE = "h3~b0.-1.W0lNl2.D0.E2lNl1~p0.0.0~t3~nEVK~u20"


def test_a_game_is_found_that_both_keys_find_legal(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = run_command(capsys, "reach", TABLE)
    assert (0, "") == (code, err)
    first, second, verdict, *_ = out.splitlines()
    assert "1. Colour 1: base/E2.0.1.little.Nl" == first
    assert "2. Colour 2: base/W0.0.-1.little.Nl" == second
    assert "holds: some legal game from the set-up leads to this table" == verdict
    code, out, err = run_command(capsys, "reach", TABLE, "--json")
    assert (0, "") == (code, err)
    (document,) = json.loads(out)
    validation.validate("house-reach", document)
    game = record_from_json(document["game"])
    assert [(), ()] == [key.violations(game) for key in (HouseEngine(), HouseModel())]


def test_points_out_of_nothing_are_not_called_impossible_by_one_key(
    capsys: pytest.CaptureFixture[str],
) -> None:
    code, out, _ = run_command(capsys, "reach", TABLE.replace("p0.0.0", "p1.0.0"))
    assert 4 == code
    assert "by the model alone there is none, and the engine does not search games" in out


def test_long_games_are_left_undecided() -> None:
    row = "h3~b0.0.D0" + "U0" * 13 + "~p0.0.0~t2~nEVK~u20"
    assert "more than 12 tiles" in reach(parse_position(row.replace("U0", "B0"))).verdict.why


def test_another_end_by_the_engine_is_a_disagreement(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(HouseEngine, "outcomes", lambda *_: frozenset())
    with pytest.raises(KeysDisagree, match=r"part-turn 1, .*, is legal by the model alone"):
        reach(parse_position(TABLE))


def test_a_limit_is_positive() -> None:
    with pytest.raises(Malformed, match="give one second at least"):
        reach(parse_position(TABLE), limit=0)
