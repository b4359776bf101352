"""Requests made up by Schemathesis, and whether the service answers them as its contract says.

tests/test_service_contract.py runs this file, with the plugin ``schemathesis.pytest.plugin``.
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

from meepleproof.service.http.contract import bundled, openapi_document
from meepleproof.service.settings import Limits
from tests.service_client import clients, listening, two_packs

BY_CHANCE = schemathesis.openapi.from_dict(bundled(openapi_document()))
# Limits of every parameter, which take many seconds to list, are tried by tests/contract_limits.py.
BY_CHANCE.config.phases.update(phases=["examples", "fuzzing"])
# To find scenarios by chance takes a minute. No self-test runs here, so nothing is ready.
QUICK = BY_CHANCE.exclude(operation_id=["verify", "isReady"])
COMMON = settings(
    deadline=None, derandomize=True, database=None, suppress_health_check=list(HealthCheck)
)


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Return where a service listens in whose queue much can wait, and no worker takes it."""
    shelf = two_packs(tmp_path_factory.mktemp("packs"))
    limits = Limits(rate=0, queue_length=10_000, quota=10_000)
    with (
        clients(shelf, tmp_path_factory.mktemp("state"), limits=limits) as make,
        listening(make.app) as served,
    ):
        yield served


@QUICK.parametrize()
@settings(COMMON, max_examples=2)
def test_the_service_keeps_the_contract(case: schemathesis.Case[Any], address: str) -> None:
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
