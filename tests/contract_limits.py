"""Requests at the limits of every parameter, made up by Schemathesis; see contract_requests.py."""

from __future__ import annotations

from typing import Any

import schemathesis
from hypothesis import settings

from meepleproof.service.http.contract import bundled, openapi_document
from tests.contract_requests import COMMON, address, require_kept

__all__ = ["address", "test_the_service_keeps_the_contract_at_every_limit"]

# No self-test runs here, so nothing is ready; test_service_running shows that.
ALL = schemathesis.openapi.from_dict(bundled(openapi_document())).exclude(operation_id="isReady")


@ALL.parametrize()
@settings(COMMON, max_examples=30)
def test_the_service_keeps_the_contract_at_every_limit(
    case: schemathesis.Case[Any],
    address: str,
) -> None:
    require_kept(case, address)
