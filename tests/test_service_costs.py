"""What a request may cost: of each route the dearest one that is known, and how it is bounded."""

from __future__ import annotations

import random
import re
from collections.abc import Iterable, Iterator
from itertools import islice

import httpx
import pytest

from meepleproof.service.http.contract import openapi_document
from meepleproof.service.shelf import Shelf, open_shelf
from tests.dear_requests import Dear, dear_requests
from tests.fuzz import is_fault, made_up
from tests.service_client import Client, Clients, clients, every_service_route
from verifier.documents import validation
from verifier.documents.strict_json import Document
from verifier.errors import Undecided
from verifier.neom.state import require_few_losses

JSON = {"Content-Type": "application/json"}


@pytest.fixture(scope="module")
def shelf() -> Shelf:
    return open_shelf()


@pytest.fixture(scope="module")
def dear(shelf: Shelf) -> list[Dear]:
    return dear_requests(shelf)


@pytest.fixture(scope="module")
def make(shelf: Shelf, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Clients]:
    folder = tmp_path_factory.mktemp("state")
    with clients(shelf, folder, results=folder / "results.ndjson") as made:
        yield made


def ask(client: Client, dear: Dear) -> httpx.Response:
    if dear.body is None:
        return client.get(dear.path)
    return client.post(dear.path, content=dear.body, headers=JSON)


def test_every_route_has_a_request_that_is_as_dear_as_can_be(
    make: Clients, dear: list[Dear]
) -> None:
    served = {
        (route.path, method)
        for route in every_service_route(make.app)
        for method in (route.methods or set()) - {"HEAD", "DELETE"}
    }
    assert served == {(one.route, one.method) for one in dear}


def require_answered(client: Client, dear: Iterable[Dear]) -> None:
    paths = set(openapi_document()["paths"])
    for one in dear:
        answer = ask(client, one)
        assert answer.status_code in one.statuses, (one.what, one.route, answer.text[:300])
        kind = answer.headers.get("content-type", "")
        if kind.startswith("application/json"):
            assert one.route in paths or one.route.startswith("/static/"), one.route
        if answer.status_code >= 400 and one.route in paths:
            assert "application/problem+json" == kind


def test_one_of_each_route_is_answered_and_data_comes_from_the_contract_alone(
    make: Clients, dear: list[Dear]
) -> None:
    require_answered(make(), {(one.route, one.method): one for one in reversed(dear)}.values())


@pytest.mark.slow
def test_each_is_answered(make: Clients, dear: list[Dear]) -> None:
    require_answered(make(), dear)


def test_requests_made_up_by_chance_meet_no_fault(make: Clients, dear: list[Dear]) -> None:
    client = make()
    # The dearest ones by day would take most of the time; by night all are changed.
    light = [
        one for one in dear if not re.search("computers|Disaster|turns of|lists|bodies", one.what)
    ]
    for made in islice(made_up(light, random.Random(6)), 150):
        answer = client.ask(made.method, made.path, headers=made.headers, content=made.body)
        assert not is_fault(answer), (made, answer.text[:300])
        if answer.content and answer.headers.get("content-type") == "application/problem+json":
            validation.validate("problem", answer.json())


def test_computers_make_two_part_turns_a_request_and_the_page_asks_on(make: Clients) -> None:
    client, seats = make(), ".".join(["greedy"] * 3)
    asked = {"game": "house", "players": "3", "minutes": "4", "seed": "2", "seats": seats}
    line, tables = "", list[Document]()
    while not tables or tables[-1].get("goes_on"):
        table = client.get("/api/table", params={**asked, "line": line}).json()
        assert len(table["answered"]) <= 2
        assert table["turns"] == len(line.split("~")) * bool(line) + len(table["answered"])
        line = table["line"]
        tables.append(table)
    assert "over" == tables[-1]["end"]["kind"]
    assert len(tables) > 2
    assert not [table for table in tables[:-1] if "hand" in table]  # nobody plays for them


def test_losses_are_counted_before_they_are_listed() -> None:
    require_few_losses(25, 3)
    for tiles, count in ((25, 4), (20, 10), (25, 12)):
        with pytest.raises(Undecided, match=f"{count} of {tiles} tiles"):
            require_few_losses(tiles, count)


@pytest.mark.parametrize("count", [3, 5])
def test_a_turn_of_too_many_outcomes_is_left_open_by_the_table(
    make: Clients, dear: list[Dear], count: int
) -> None:
    (struck,) = (one for one in dear if one.what == f"a Disaster takes {count} of 20 tiles")
    table = ask(make(), struck).json()
    assert "too many to list them" in str(table)


def test_a_wrong_solution_of_a_pack_of_ones_own_is_refused_with_a_sentence(
    make: Clients, dear: list[Dear]
) -> None:
    for one in dear:
        if "fit nowhere" in one.what:
            detail = ask(make(), one).json()["detail"]
            tiles = int(one.what.split()[3])
            expected = "cannot be placed" if tiles <= 6 else "a link of more than 6 tiles"
            assert expected in detail
