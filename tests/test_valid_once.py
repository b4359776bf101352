"""What tests remember of valid documents hides no fault."""

from __future__ import annotations

from typing import Any

import pytest

from verifier.documents.validation import form_faults

VALID = {"goal": "road-10", "count": 1, "seed": 7}


@pytest.mark.parametrize(
    "change", [{"count": 99}, {"count": 1.0}, {"count": True}, {"goal": ("road-10",)}, {"sede": 7}]
)
def test_what_is_changed_is_looked_at_anew(change: dict[str, Any]) -> None:
    document = dict(VALID)
    assert [0, 0] == [len(form_faults("generation-request", document)) for _ in range(2)]
    document |= change
    assert [1, 1] == [len(form_faults("generation-request", document)) for _ in range(2)]


def test_a_document_is_valid_by_its_own_schema_alone() -> None:
    assert () == form_faults("generation-request", VALID)
    assert () != form_faults("puzzle", VALID)
