"""The service verifies documents of the house game at the addresses that there are."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from meepleproof.service.jobs.requests import request_schema
from meepleproof.service.jobs.work import run
from meepleproof.service.shelf import Shelf
from tests.service_client import Client, clients, problem, two_packs
from verifier.documents import schemas, validation
from verifier.errors import Illegal

EXAMPLES: list[Any] = list(schemas.schema("house-verification-request")["examples"])
CODE = "h3~b0.0.D0U0lE1~t2~nEVW~u20"
FAULTY = "h3~b0.0.D0U0uE1~t2~nEVW~u20"


SOME = [{"claim": "some", "holds": True}]


@pytest.fixture(scope="module")
def shelf(tmp_path_factory: pytest.TempPathFactory) -> Shelf:
    return two_packs(tmp_path_factory.mktemp("packs"))


@pytest.fixture
def client(shelf: Shelf, tmp_path: Path) -> Iterator[Client]:
    with clients(shelf, tmp_path) as make:
        yield make()


def result(request: Any) -> Any:
    answer = run("verification", request, lambda _: None)
    validation.validate("verification", answer)
    return answer


@pytest.mark.parametrize("request_", EXAMPLES, ids=["scenario", "record", "position", "claims"])
def test_a_request_about_the_house_game_is_answered(request_: Any) -> None:
    assert "house-verification-request" == request_schema("verification", request_)
    assert "holds" == result(request_)["verdict"]


def test_both_keys_are_named_and_a_position_is_judged_by_faults() -> None:
    assert ["engine", "model"] == result(EXAMPLES[1])["keys"]
    assert ["faults"] == result(EXAMPLES[2])["keys"]
    document = result({"game": "house", "position": FAULTY})
    assert "violated" == document["verdict"]
    assert "builder_without_follower (HOUSE-TURN-4)" in document["claims"][0]["why"]


def test_a_record_that_breaks_a_rule_is_found_out_by_both_keys() -> None:
    record = {**EXAMPLES[1]["record"], "turns": ["base/U1.1.0"]}
    document = result({"record": record})
    assert ("violated", ["engine", "model"]) == (document["verdict"], document["keys"])
    assert "HOUSE-TURN-3 at part-turn 1" in document["claims"][0]["why"]


def test_a_claim_about_a_table_that_cannot_be_is_a_problem() -> None:
    with pytest.raises(Illegal) as caught:
        result({"game": "house", "position": FAULTY, "claims": SOME})
    assert "HOUSE-TURN-4" == caught.value.rule


def test_a_request_makes_a_job(client: Client) -> None:
    answer = client.post("/api/verifications", json={"game": "house", "position": CODE})
    assert 202 == answer.status_code, answer.text
    validation.validate("job", answer.json())


@pytest.mark.parametrize(
    ("body", "kind", "pointer", "rule"),
    [
        ({"game": "house"}, "malformed", "", ""),
        ({"game": "house", "position": "hello"}, "malformed", "/position", ""),
        ({"game": "house", "position": "h7~b0.0.D0~t1~nE", "claims": SOME}, "illegal", "/position",
         "HOUSE-SETUP-1"),
        ({"position": {"game": "house"}}, "malformed", "/position", ""),
        ({"record": {**EXAMPLES[1]["record"], "turns": ["ic/Z0.0.1"]}}, "malformed",
         "/record/turns/0", "HOUSE-SETUP-1"),
        ({"game": "house", "position": CODE, "claims": [{"claim": "every", "holds": ["no"]}]},
         "malformed", "/claims/0/holds/0", ""),
        ({"scenario": {**EXAMPLES[0]["scenario"], "rules": ["HOUSE-NO-1"]}}, "malformed",
         "/scenario/rules/0", ""),
    ],
)  # fmt: skip
def test_what_cannot_be_formed_is_refused_at_once(
    client: Client, body: Any, kind: str, pointer: str, rule: str
) -> None:
    refusal = problem(client.post("/api/verifications", json=body), 422, kind)
    assert (pointer, rule) == (
        refusal["violations"][0]["pointer"],
        refusal["violations"][0].get("rule", ""),
    )


def test_a_code_of_too_many_tiles_is_refused(client: Client) -> None:
    body = {"game": "house", "position": f"h3~b0.0.{'U0' * 145}~t1~nE"}
    refusal = problem(client.post("/api/verifications", json=body), 413, "too-large")
    assert ["/position"] == [one["pointer"] for one in refusal["violations"]]


def test_requests_that_name_no_game_are_about_the_solo_variant() -> None:
    assert "verification-request" == request_schema("verification", {"position": CODE})
    assert "generation-request" == request_schema("generation", {"game": "house"})
