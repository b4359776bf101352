"""The results of jobs: the same as those of the commands, by the schemas, or a problem."""

from __future__ import annotations

import io
import json
import sys
from functools import partial
from typing import Any

import pytest

from generator.kind import Result
from generator.workers import Task, work_on
from meepleproof.cli.console import run as command
from meepleproof.cli.group import group
from meepleproof.service.jobs import problems, work, worker
from meepleproof.service.jobs.job import Kind
from meepleproof.service.jobs.work import run
from tests import quick_candidates
from verifier.carcassonne.solo.claims import documents
from verifier.documents.schemas import schema
from verifier.documents.strict_json import Document
from verifier.documents.validation import validate
from verifier.errors import (
    Ambiguous,
    Illegal,
    KeysDisagree,
    Malformed,
    MeepleproofError,
    Undecided,
)

_EXAMPLE = documents()["examples/EX-SCORE-1.json"]
SCENARIO: Document = _EXAMPLE | {"claims": _EXAMPLE["claims"][:2]}
TABLE = "s3.4~W0.-1.0.E1~D0.0.0~p1.2.3~h3.4.4~t2~n.A.~u22.22.23"
RECORD: Document = schema("verification-request")["examples"][1]["record"]
WISH: Document = {
    "goal": {"id": "road.4.x.2", "kind": "road", "at_least": 4, "colours": 2},
    "tiles": 2,
    "seed": 3,
}


def done(kind: Kind, request: Document) -> Document:
    """Return the result, which is of its schema, as progress on the way is of that of jobs."""
    found: list[Document] = []
    result = run(kind, request, found.append)
    validate(kind, result)
    for each in found:
        if "progress" in each:
            validate("job", schema("job")["examples"][0] | each)
        else:
            validate("journal", each["entry"])
    assert json.loads(json.dumps(result)) == result
    return result


def refused(kind: Kind, request: Document) -> Document:
    with pytest.raises(MeepleproofError) as error:
        done(kind, request)
    refusal = problems.of_request(error.value)
    validate("problem", refusal)
    return refusal


def test_a_scenario_is_answered_as_by_the_command(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    text = json.dumps(SCENARIO).encode()
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text)))
    assert 0 == command(group, ["verify", "--json", "-"])
    (expected,) = json.loads(capsys.readouterr().out)
    del expected["engine"]
    assert expected == done("verification", {"scenario": SCENARIO})


def test_puzzles_are_those_of_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    options = ["--goal", "road.4.x.2", "--tiles", "2", "--seed", "3"]
    assert 0 == command(group, ["generate", *options])
    expected = json.loads(capsys.readouterr().out)["puzzles"]
    actual = done("generation", WISH)
    assert expected == actual["puzzles"]
    assert [puzzle["id"] for puzzle in expected] == list(actual["solutions"])
    assert actual["met"]
    assert actual["candidates"] == 1 + sum(actual["rejected"].values())


def test_a_generation_goes_on_from_its_journal_with_the_same_bytes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    tried = list[int]()

    def noting_result(task: Task) -> Result:
        tried.append(task.number)
        return quick_candidates.quick_result(task)

    monkeypatch.setattr(work, "work_on", partial(work_on, attempt=noting_result))
    request = WISH | {"count": 4}
    found: list[Document] = []
    expected = run("generation", request, found.append)
    journal = [each for each in found if "entry" in each]
    assert list(range(12)) == tried
    for known in range(13):
        tried.clear()
        again: list[Document] = []
        assert json.dumps(expected) == json.dumps(
            run("generation", request, again.append, json.loads(json.dumps(journal[:known])))
        )
        assert list(range(known, 12)) == tried
        assert journal[known:] == [each for each in again if "entry" in each]
    tried.clear()
    others = [note | {"versions": "0.0.1"} for note in journal]
    assert expected == run("generation", request, found.append, others)
    assert list(range(12)) == tried  # other code might have found others


def test_a_wish_that_is_given_up_says_why() -> None:
    goal = {"id": "road-of-60", "kind": "road", "at_least": 60}
    assert {
        "puzzles": [],
        "solutions": {},
        "met": False,
        "candidates": 1,
        "rejected": {"no row of tiles has exactly one solution": 1},
    } == done("generation", {"goal": goal, "tiles": 1, "candidates": 1})


def test_a_record_is_judged_by_both_keys() -> None:
    document = done("verification", {"record": RECORD})
    assert ("holds", ["engine", "model"]) == (document["verdict"], document["keys"])
    broken = RECORD | {"turns": [RECORD["turns"][0] | {"colour": 2}]}
    document = done("verification", {"record": broken})
    assert ("violated", ["engine", "model"]) == (document["verdict"], document["keys"])
    assert "SOLO-TURN-" in document["claims"][0]["why"]


def test_a_position_and_claims_about_it() -> None:
    assert "holds" == done("verification", {"position": TABLE})["verdict"]
    claims = [
        {"claim": "position"},
        {"claim": "set", "of": ["claim"], "where": ["=", ["placement"], "A1.1.0"], "equals": []},
    ]
    document = done("verification", {"position": TABLE, "claims": claims})
    assert ["holds", "violated"] == [claim["verdict"] for claim in document["claims"]]
    assert ["/claims/0", "/claims/1"] == [claim["where"] for claim in document["claims"]]


@pytest.mark.parametrize(
    ("kind", "request_", "name", "where"),
    [
        ("verification", {}, "malformed", ""),
        ("verification", {"position": TABLE, "scenario": SCENARIO}, "malformed", ""),
        ("verification", {"position": TABLE, "claims": []}, "malformed", "/claims"),
        (
            "verification",
            {"position": TABLE, "claims": [{"claim": "record"}]},
            "malformed",
            "/claims/0",
        ),
        (
            "verification",
            {"scenario": SCENARIO | {"rules": ["SOLO-NO-1"]}},
            "malformed",
            "/scenario/rules/0",
        ),
        (
            "verification",
            {"position": TABLE, "claims": [{"claim": "every", "holds": ["no"]}]},
            "malformed",
            "/claims/0/holds/0",
        ),
        (
            "verification",
            {"position": TABLE.replace("h3", "h4"), "claims": [{"claim": "every", "holds": True}]},
            "illegal",
            "/claims/0",
        ),
        ("generation", {}, "malformed", ""),
        ("generation", {"goal": "no-goal"}, "malformed", "/goal"),
        ("generation", {"goal": "road-5-3c", "tiles": 11}, "malformed", "/tiles"),
        ("generation", {"goal": "road-5-3c", "meeples": 9}, "malformed", "/meeples"),
        ("generation", {"goal": "all-tiles", "by_order": True}, "illegal", "/goal"),
        (
            "generation",
            {"goal": {"id": "road-5-3c", "kind": "road", "at_least": 9}},
            "ambiguous",
            "/goal/id",
        ),
    ],
)
def test_a_fault_is_reported_with_its_place(
    kind: Kind, request_: Document, name: str, where: str
) -> None:
    refusal = refused(kind, request_)
    assert f"urn:meepleproof:problem:{name}" == refusal["type"]
    assert where == refusal.get("where", "")


def test_every_error_is_a_problem_that_names_its_rule() -> None:
    for kind in (Malformed, Illegal, Ambiguous, Undecided, KeysDisagree):
        error: Any = kind("no", where="/position", rule="SOLO-TURN-2")
        refusal = problems.of_request(error)
        validate("problem", refusal)
        assert ("SOLO-TURN-2", "/position", "no") == (
            refusal["rule"],
            refusal["where"],
            refusal["detail"],
        )
    error = Illegal("no", where="/claims/0 /supplies/0")
    refusal = problems.of_request(error)
    assert ("no (at /supplies/0)", "/claims/0") == (refusal["detail"], refusal["where"])
    assert "no (at turn 3)" == problems.of_request(Illegal("no", where="turn 3"))["detail"]
    for refusal in (
        problems.OUT_OF_MEMORY,
        problems.FAULT,
        problems.GIVEN_UP,
        problems.crashed(3, "SIGSEGV"),
        problems.over_time(600.0),
    ):
        validate("problem", refusal)


def test_a_fault_of_the_program_costs_one_job_and_its_details_stay_inside() -> None:
    answers: list[Document] = []
    worker._do(lambda: {"result": 1 // 0}, answers.append)
    (answer,) = answers
    assert (problems.FAULT, True) == (answer["problem"], answer["again"])
    assert "ZeroDivisionError" in answer["fault"]  # for the log
    assert "ZeroDivisionError" not in str(answer["problem"])
