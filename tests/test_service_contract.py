"""The contract: the OpenAPI document is well formed, whole, and kept by the service."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.applications import Starlette

from generator.listed import listed_kinds, listed_themes
from generator.solo.records.noted import MISTAKES
from generator.solo.techniques import TECHNIQUES
from meepleproof.service.http.contract import bundled, openapi_document
from meepleproof.service.problems import KINDS
from meepleproof.service.shelf import Shelf, open_shelf
from tests.service_client import clients, every_service_route, two_packs
from verifier.carcassonne.solo.puzzle import ESSENTIAL_NAMES
from verifier.documents import schemas, validation
from verifier.games import GAMES

CONTRACT = bundled(openapi_document())
_PATH = re.compile(r"\{[a-z]+\}")


@pytest.fixture(scope="module")
def shelf(tmp_path_factory: pytest.TempPathFactory) -> Shelf:
    return two_packs(tmp_path_factory.mktemp("packs"))


@pytest.fixture(scope="module")
def app(shelf: Shelf, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Starlette]:
    with clients(shelf, tmp_path_factory.mktemp("state")) as make:
        yield make.app


def references(node: Any) -> Iterator[str]:
    if isinstance(node, dict):
        if isinstance(node.get("$ref"), str):
            yield node["$ref"]
        node = list(node.values())
    if isinstance(node, list):
        for part in node:
            yield from references(part)


def test_what_is_served_refers_to_nothing_outside() -> None:
    for reference in references(CONTRACT):
        assert reference.startswith("#/")
        found: Any = CONTRACT
        for step in reference[2:].split("/"):
            found = found[step]
        assert isinstance(found, dict)


def test_the_document_as_written_refers_to_schemas_that_there_are() -> None:
    names = {
        found.split(":")[2] for found in references(openapi_document()) if found.startswith("urn:")
    }
    assert names <= set(schemas.names())
    assert "schemas" not in openapi_document()["components"]


def test_every_path_of_the_api_is_in_the_contract_and_no_other(app: Starlette) -> None:
    found = {
        (_PATH.sub("{}", path), method.upper())
        for path, item in CONTRACT["paths"].items()
        for method in item
        if method != "parameters"
    }
    # Pages are for people; that no other of their addresses gives data, test_service_costs shows.
    paths = {path for path, _ in found}
    served = {
        (_PATH.sub("{}", route.path), method)
        for route in every_service_route(app)
        for method in (route.methods or set()) - {"HEAD"}
        if route.path.startswith("/api/")
        or route.endpoint.__module__ == "meepleproof.service.http.monitoring"
        or _PATH.sub("{}", route.path) in paths
    }
    assert found == served


def test_the_themes_of_the_contract_are_all_that_there_are() -> None:
    stated_themes = CONTRACT["components"]["parameters"]["theme"]["schema"]["enum"]
    assert list(dict.fromkeys(listed_themes())) == stated_themes
    every = (*(technique.id for technique in TECHNIQUES), *MISTAKES, *open_shelf().values("theme"))
    assert set(every) == set(stated_themes)


def test_the_kinds_and_games_of_the_contract_are_all_that_there_are() -> None:
    parameters = CONTRACT["components"]["parameters"]
    assert [one.name for one in listed_kinds()] == parameters["kind"]["schema"]["enum"]
    assert list(GAMES) == parameters["game"]["schema"]["enum"]


def test_the_essential_rules_of_contract_and_schema_are_all_that_there_are() -> None:
    stated = CONTRACT["components"]["parameters"]["needs"]["schema"]["enum"]
    in_documents = schemas.schema("common")["$defs"]["essential_rule"]["enum"]
    assert list(ESSENTIAL_NAMES) == stated == in_documents


def test_every_kind_of_problem_has_a_name_that_the_schema_takes() -> None:
    for kind in KINDS:
        pattern = schemas.schema("problem")["properties"]["type"]["pattern"]
        assert re.fullmatch(pattern, f"urn:meepleproof:problem:{kind}")


def test_the_contract_and_the_schemas_are_served(shelf: Shelf, tmp_path: Path) -> None:
    with clients(shelf, tmp_path) as make:
        client = make()
        assert CONTRACT == client.get("/api/openapi.json").json()
        for name in schemas.names():
            answer = client.get(f"/api/schemas/{name}")
            assert "application/schema+json" == answer.headers["content-type"]
            assert dict(schemas.schema(name)) == answer.json()


def kept(name: str) -> None:
    """Run a file of tests of the contract in a process of its own.

    Schemathesis makes up its requests while pytest collects; here every worker would do so.
    """
    file = Path(__file__).with_name(name)
    plugins = ("-p", "no:cacheprovider", "-p", "schemathesis.pytest.plugin")
    ran = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", *plugins, str(file)],
        cwd=file.parents[1],
        capture_output=True,
        text=True,
        check=False,
    )
    assert 0 == ran.returncode, ran.stdout + ran.stderr


def test_the_service_keeps_the_contract() -> None:
    kept("contract_requests.py")


@pytest.mark.slow
def test_the_service_keeps_the_contract_at_every_limit() -> None:
    kept("contract_limits.py")


@pytest.mark.parametrize("kind", ["verification", "generation"])
def test_the_examples_of_requests_are_taken(shelf: Shelf, tmp_path: Path, kind: str) -> None:
    with clients(shelf, tmp_path) as make:
        for example in schemas.schema(f"{kind}-request")["examples"]:
            answer = make().post(f"/api/{kind}s", json=example)
            assert 202 == answer.status_code, answer.text
            validation.validate("job", answer.json())
