"""The service verifies scenarios and logs of NEOM at the addresses that there are."""

from __future__ import annotations

from collections.abc import Iterator
from copy import deepcopy
from pathlib import Path
from random import Random
from typing import Any

import pytest

from meepleproof.service.jobs.requests import request_schema, require_formed
from meepleproof.service.jobs.work import run
from meepleproof.service.shelf import Shelf
from tests.neom_logs import Player
from tests.service_client import Client, clients, problem, two_packs
from verifier.documents import schemas, validation
from verifier.errors import Malformed
from verifier.neom.documents import log_to_json
from verifier.neom.log import End
from verifier.neom.tiles_document import catalogue_to_json, demo_catalogue

EXAMPLES: list[Any] = list(schemas.schema("neom-verification-request")["examples"])
SCENARIO = EXAMPLES[0]["scenario"]
DEMO = catalogue_to_json(demo_catalogue())
GAME = Player(demo_catalogue(), Random(17)).game()
LOG = log_to_json(GAME)


@pytest.fixture(scope="module")
def shelf(tmp_path_factory: pytest.TempPathFactory) -> Shelf:
    return two_packs(tmp_path_factory.mktemp("packs"))


@pytest.fixture
def client(shelf: Shelf, tmp_path: Path) -> Iterator[Client]:
    with clients(shelf, tmp_path) as make:
        yield make()


def result(request: Any) -> Any:
    assert "neom-verification-request" == request_schema("verification", request)
    answer = run("verification", request, lambda _: None)
    validation.validate("verification", answer)
    return answer


def changed(path: tuple[str | int, ...], value: Any) -> Any:
    """Return the demo with another value at that place."""
    document = deepcopy(DEMO)
    *parts, last = path
    place: Any = document
    for part in parts:
        place = place[part]
    place[last] = value
    return document


def test_a_scenario_is_answered_by_both_keys() -> None:
    document = result({"game": "neom", "scenario": SCENARIO})
    assert ("holds", ["engine", "model"]) == (document["verdict"], document["keys"])
    assert "log" not in document
    wrong = SCENARIO | {"claims": [SCENARIO["claims"][0] | {"claim": "no"}]}
    assert "violated" == result({"scenario": wrong})["verdict"]


def test_a_whole_game_holds_and_is_scored() -> None:
    document = result({"log": LOG})
    assert ("holds", ["engine", "model"]) == (document["verdict"], document["keys"])
    account = document["log"]
    assert (True, [], [], []) == (
        account["catalogue"]["invented"],
        account["broken"],
        account["wrong_notes"],
        account["unknown"],
    )
    end = GAME.events[-1]
    assert isinstance(end, End)
    assert end.total == account["score"]["total"]
    assert 7 == len(account["score"]["headings"])


def test_a_turn_too_many_is_a_broken_rule_with_its_place() -> None:
    extra = [event for event in LOG["events"] if "reveal" in event][-1]
    document = result({"log": LOG | {"events": [*LOG["events"][:-1], extra]}})
    assert "violated" == document["verdict"]
    place = f"/log/events/{len(LOG['events']) - 1}"
    assert {place} == {broken["where"] for broken in document["log"]["broken"]}
    assert "score" not in document["log"]


def test_a_wrong_note_is_named_with_what_it_is() -> None:
    events = deepcopy(LOG["events"])
    events[-1]["end"]["total"] += 1
    document = result({"log": LOG | {"events": events}})
    assert "violated" == document["verdict"]
    (wrong,) = document["log"]["wrong_notes"]
    assert (f"/log/events/{len(events) - 1}", "total") == (wrong["where"], wrong["what"])
    assert int(wrong["noted"]) == int(wrong["followed"]) + 1


def test_what_the_users_catalogue_lacks_is_not_made_up() -> None:
    mine = changed(("params", "sell_value"), None) | {"provenance": "typed by me"}
    first_sale = [event.get("action") for event in LOG["events"]].index("sell")
    events = [
        {key: part for key, part in event.items() if key not in ("money", "tokens")}
        for event in LOG["events"][: first_sale + 1]
    ]
    document = result({"game": "neom", "log": LOG | {"events": events}, "catalogue": mine})
    assert "undecided" == document["verdict"]
    account = document["log"]
    assert "typed by me" == account["catalogue"]["provenance"]
    assert "sell_value" in {unknown["parameter"] for unknown in account["unknown"]}
    assert "money" not in account


def test_requests_make_jobs(client: Client) -> None:
    for request in (*EXAMPLES, {"game": "neom", "log": LOG, "catalogue": DEMO}):
        answer = client.post("/api/verifications", json=request)
        assert 202 == answer.status_code, answer.text
        validation.validate("job", answer.json())


@pytest.mark.parametrize(
    ("body", "pointer", "rule"),
    [
        ({"game": "neom"}, "", ""),
        ({"game": "neom", "position": "x"}, "", ""),
        ({"scenario": SCENARIO, "log": LOG}, "", ""),
        ({"game": "neom", "log": LOG, "catalogue": {}}, "/catalogue", ""),
        ({"log": LOG, "catalogue": changed(("tiles", 1, "id"), DEMO["tiles"][0]["id"])},
         "/catalogue/tiles/1/id", "NEOM-COMP-12"),
        ({"log": LOG, "catalogue": changed(("tiles",), DEMO["tiles"][1:])},
         "/catalogue/tiles", "NEOM-COMP-2"),
        ({"log": LOG | {"board": "atlantis"}}, "/log/board", ""),
        ({"log": LOG | {"events": [{"reveal": ["demo-I-01", "mine-1"]}]}},
         "/log/events/0/reveal/1", ""),
        ({"log": LOG | {"events": [{"sleep": 1}]}}, "/log/events/0", ""),
        ({"scenario": SCENARIO | {"rules": ["NEOM-NO-1"]}}, "/scenario/rules/0", ""),
        ({"scenario": SCENARIO | {"params": {"price.of.tea": 1}, "claims": SCENARIO["claims"][:1]}},
         "/scenario/claims/0", ""),
    ],
)  # fmt: skip
def test_what_cannot_be_formed_is_refused_at_once(
    client: Client, body: Any, pointer: str, rule: str
) -> None:
    refusal = problem(client.post("/api/verifications", json=body), 422, "malformed")
    assert (pointer, rule) == (
        refusal["violations"][0]["pointer"],
        refusal["violations"][0].get("rule", ""),
    )


def test_a_scenario_that_reads_the_catalogue_for_many_claims_is_left_to_the_job() -> None:
    one = SCENARIO["claims"][0] | {"with": {"price.of.tea": 1}}
    with pytest.raises(Malformed, match=r"price\.of\.tea"):
        require_formed("verification", {"scenario": SCENARIO | {"claims": [one]}})
    many = {"scenario": SCENARIO | {"claims": [one] * 99}}
    require_formed("verification", many)
    with pytest.raises(Malformed, match=r"price\.of\.tea"):
        run("verification", many, lambda _: None)


def test_a_body_beyond_the_limit_is_refused(client: Client) -> None:
    body = {"log": LOG, "catalogue": DEMO | {"tiles": DEMO["tiles"] * 9}}
    problem(client.post("/api/verifications", json=body), 413, "too-large")
