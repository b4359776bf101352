"""What the commands that ask both keys print with ``--json``, held against the schemas."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from meepleproof.cli.console import read_json
from tests.console_output import run_command
from verifier.carcassonne.engine.solo import Solutions
from verifier.carcassonne.engine.solo.all_games import SearchedGames
from verifier.carcassonne.model.solo.key import Model
from verifier.carcassonne.model.solo.questions import Answer
from verifier.carcassonne.model.solo.smallest import SmallestByModel
from verifier.carcassonne.solo import best, compare, explain, reach, smallest
from verifier.carcassonne.solo.key import FinalState, GameReplay
from verifier.carcassonne.solo.notation import parse_line
from verifier.carcassonne.solo.position import setup
from verifier.documents.schemas import schema
from verifier.documents.validation import validate
from verifier.verdict import KeyReport

TABLE = "s3.4~D0.0.0~U0.1.0.E1~p1.2.3~h3.4.4~t2~n.L.~u21.22.22"
LAID_ASIDE = "s3.4~o.tile.unplaceable.skip_turn~D0.0.0~E2.0.1~p5.2.3~h4.4.4~t3~n..~xC"
NO_PLACE = "s3.4~D0.0.0~E2.0.1~p1.2.3~h4.4.4~t1~nC.L.~u1.1.1"

ANSWERS = [
    ("smallest city.4.4.0", 0),
    ("best --turns 1", 0),
    ("reach s3.4~D0.0.0~U0.1.0.E1~p1.2.3~h3.4.4~t2~n..", 0),
    ("reach s3.4~D0.0.0~p1.2.3~h4.4.4~t1~n..", 0),
    ("reach s3.4~D0.0.0~U0.1.0.E1~p2.2.3~h3.4.4~t2~n..", 1),
    (f"reach {LAID_ASIDE}", 4),
    ("compare city.two=2", 0),
    ("compare start.spaces=0-1-2", 0),
    (f"compare tile.unplaceable=skip_turn --from {NO_PLACE}", 0),
    (f"explain {TABLE}", 0),
    (f"explain {TABLE.replace('U0', 'U1')}", 1),
    (f"explain {TABLE} --turn L2.0.1.S.S", 0),
    (f"explain {TABLE} --turn L1.2.0.W", 1),
    ("explain puzzles/checklist.json --puzzle 4", 0),
    (f"explain {TABLE} --goal road-10", 1),
    (f"explain {NO_PLACE} --goal road-10", 4),
]


def answers(capsys: pytest.CaptureFixture[str], code: int, *words: str) -> list[dict[str, Any]]:
    """Return the documents that a command prints, all valid by the schema that bears its name."""
    exit_code, out, err = run_command(capsys, *words, "--json")
    assert (code, "") == (exit_code, err)
    printed = json.loads(out)
    documents = printed if isinstance(printed, list) else [printed]
    for document in documents:
        assert f"urn:meepleproof:{words[0]}:1" == document["$schema"]
        validate(words[0], document)
    return documents


@pytest.mark.parametrize(("line", "code"), ANSWERS)
def test_an_answer_follows_its_schema(
    line: str, code: int, capsys: pytest.CaptureFixture[str]
) -> None:
    verdicts = {0: "holds", 1: "violated", 4: "undecided"}
    for document in answers(capsys, code, *line.split()):
        assert verdicts[code] == document["verdict"]
        assert ("why" in document) == (code > 0)


def test_what_one_key_alone_says_follows_its_schema(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    stopped = Solutions((), (), 0, exhaustive=False)
    monkeypatch.setattr(explain, "solve", lambda *_, **__: stopped)
    (document,) = answers(capsys, 4, "explain", TABLE, "--goal", "road-10")
    assert "the engine stopped after 0 outcomes" == document["why"]


def test_where_no_game_is_known_none_is_told(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    lost = Answer("undecided", reason="the limit was reached")
    monkeypatch.setattr(best, "best_by_model", lambda *_, **__: lost)
    monkeypatch.setattr(
        smallest, "smallest_by_model", lambda *_, **__: SmallestByModel(4, (), (lost,), lost.reason)
    )
    monkeypatch.setattr(
        smallest, "smallest_by_engine", lambda *_, **__: SearchedGames((), 0, exhaustive=False)
    )
    (document,) = answers(capsys, 4, "best", "--turns", "3")
    assert not {"game", "lowest", "bound"} & set(document)
    assert "the limit was reached" in document["why"]
    for document in answers(capsys, 4, "smallest", "--all"):
        assert not {"game", "turns"} & set(document)
        assert "the limit was reached" in document["why"]


def test_a_score_that_may_be_passed_follows_its_schema(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    unfinished = Answer("found", parse_line("U0.1.0.E"), value=1, bound=9)
    monkeypatch.setattr(best, "best_by_model", lambda *_, **__: unfinished)
    monkeypatch.setattr(best, "features_worth_more", lambda *_: None)
    (document,) = answers(capsys, 4, "best", "--turns", "1")
    assert (2, 9, ["engine"]) == (document["lowest"], document["bound"], document["shown_by"])


# Keys that disagree


def engine_finds_none(*_: object, **__: object) -> tuple[None, KeyReport, bool]:
    return None, KeyReport("engine", 0), True


def model_errs(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the model find games that are none, and overlook those there are."""
    wrong = Answer("found", parse_line("U0.1.0.E"), value=9, bound=9)
    monkeypatch.setattr(best, "best_by_model", lambda *_, **__: wrong)
    monkeypatch.setattr(
        smallest, "smallest_by_model", lambda *_, **__: SmallestByModel(1, wrong.line, (wrong,))
    )
    monkeypatch.setattr(reach, "_by_engine", engine_finds_none)
    monkeypatch.setattr(explain, "reaches", lambda *_: False)
    monkeypatch.setattr(compare, "replay", lambda key, *_: GameReplay(setup(), (), ending(key)))


def ending(key: object) -> tuple[FinalState, ...]:
    return () if isinstance(key, Model) else (FinalState((1, 2, 3), over=False),)


@pytest.mark.parametrize("more", [[], ["--json"]], ids=["text", "json"])
@pytest.mark.parametrize(
    "line",
    [
        "best --turns 1",
        "compare city.two=2",
        "explain puzzles/checklist.json --puzzle 4",
        "reach s3.4~D0.0.0~U0.1.0.E1~p1.2.3~h3.4.4~t2~n..",
        "smallest city-16",
    ],
)
def test_keys_that_disagree_claim_nothing(
    line: str,
    more: list[str],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    model_errs(monkeypatch)
    code, out, err = run_command(capsys, *line.split(), *more)
    assert (5, "") == (code, out)
    assert err.startswith("Error: the two keys disagree, so nothing is claimed; please report it: ")
    assert "engine" in err
    assert "model" in err


# Certificates


@pytest.mark.parametrize(("formula", "code"), [("{}", 0), (" {}", 1)])
def test_a_checked_certificate_follows_its_schema(
    formula: str, code: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "certificate.json"
    document = json.loads(json.dumps(schema("certificate")["examples"][0]))
    refutation = document["refutations"][0]
    refutation["formula"] = formula.format(refutation["formula"])
    path.write_text(json.dumps(document))
    (document,) = answers(capsys, code, "check", str(path))
    assert ("where" in document) == (code == 1)


def test_answers_can_be_read_as_strictly_as_what_is_given(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Whole numbers and texts only: a fraction would be refused."""
    path = tmp_path / "answer.json"
    path.write_text(run_command(capsys, "best", "--turns", "1", "--json")[1])
    validate("best", read_json(str(path)))
