"""Requests made up by Schemathesis, and whether the service answers them as its contract says.

tests/test_service_contract.py runs this file.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
    unsupported_method,
)
from starlette.applications import Starlette

from service.app import service_app
from service.http.contract import bundled, openapi_document
from service.jobs.store import open_jobs
from service.settings import Limits, Settings
from service.shelf import Shelf
from tests.served import listening, two_packs

API = schemathesis.openapi.from_dict(bundled(openapi_document()))
# No self-test runs here, so nothing is ready; test_service_running shows that. To find scenarios by
# chance takes a minute.
QUICK = API.exclude(operation_id=["verify", "isReady"])
RARE = API.include(operation_id="verify")
COMMON = settings(
    deadline=None, derandomize=True, database=None, suppress_health_check=list(HealthCheck)
)


@pytest.fixture(scope="module")
def shelf(tmp_path_factory: pytest.TempPathFactory) -> Shelf:
    return two_packs(tmp_path_factory.mktemp("packs"))


@pytest.fixture(scope="module")
def app(shelf: Shelf, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Starlette]:
    """Return the application with a queue in which much can wait, and nobody who works on it."""
    tokens = tmp_path_factory.mktemp("state") / "tokens.json"
    limits = Limits(rate=0, queue_length=10_000, quota=10_000)
    jobs = open_jobs("sqlite://", queue_length=limits.queue_length, quota=limits.quota)
    yield service_app(shelf, jobs, Settings("sqlite://", tokens, limits=limits))
    jobs.close()


@pytest.fixture(scope="module")
def address(app: Starlette) -> Iterator[str]:
    with listening(app) as found:
        yield found


@QUICK.parametrize()
@settings(COMMON, max_examples=6)
def test_the_service_keeps_the_contract(case: schemathesis.Case[Any], address: str) -> None:
    require_kept(case, address)


@pytest.mark.slow
@RARE.parametrize()
@settings(COMMON, max_examples=30)
def test_the_service_keeps_the_contract_of_verifications(
    case: schemathesis.Case[Any], address: str
) -> None:
    require_kept(case, address)


def require_kept(case: schemathesis.Case[Any], address: str) -> None:
    case.call_and_validate(
        base_url=address,
        checks=[
            not_a_server_error,
            status_code_conformance,
            content_type_conformance,
            response_headers_conformance,
            response_schema_conformance,
            unsupported_method,
        ],
    )
