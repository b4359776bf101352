"""The scenarios that ship: every worked example and edge case, one file each."""

from __future__ import annotations

from functools import cache
from typing import Any

from verifier.carcassonne.solo.claims.reading import SoloScenario, scenario_from_json
from verifier.claims.scenario_files import scenario_documents, scenario_suite

_PACKAGE = "verifier.carcassonne.solo.scenarios"


def documents() -> dict[str, Any]:
    """Return the shipped scenario documents by their file name (``folder/ID.json``), in order."""
    return scenario_documents(_PACKAGE)


@cache
def suite() -> tuple[SoloScenario, ...]:
    """Return the shipped scenarios, in the order of their files.

    :raises Malformed: if a file does not follow its schema, or two have one id.
    """
    return scenario_suite(_PACKAGE, scenario_from_json)
