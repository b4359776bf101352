"""The scenarios of NEOM that ship: every edge case, one file each."""

from __future__ import annotations

from functools import cache
from typing import Any

from verifier.claims.scenario_files import scenario_documents, scenario_suite
from verifier.neom.claims import NeomScenario, scenario_from_json

_PACKAGE = "verifier.neom.scenarios"


def documents() -> dict[str, Any]:
    """Return the shipped scenario documents by their file name (``folder/ID.json``), in order."""
    return scenario_documents(_PACKAGE)


@cache
def suite() -> tuple[NeomScenario, ...]:
    """Return the shipped scenarios, in the order of their files.

    :raises Malformed: if a file does not follow its schema, or two have one id.
    """
    return scenario_suite(_PACKAGE, scenario_from_json)
