"""The scenarios that ship: every worked example and edge case, one file each."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable
from typing import Any

from verifier.carcassonne.claims.reading import SoloScenario, scenario_from_json
from verifier.errors import Malformed


def documents() -> dict[str, Any]:
    """Return the shipped scenario documents by their file name (``folder/ID.json``), in order."""
    return {
        f"{folder.name}/{file.name}": json.loads(file.read_text(encoding="utf-8"))
        for folder in _sorted(resources.files("verifier.carcassonne.solo.scenarios"))
        if folder.is_dir()
        for file in _sorted(folder)
        if file.name.endswith(".json")
    }


@cache
def suite() -> tuple[SoloScenario, ...]:
    """Return the shipped scenarios, in the order of their files.

    :raises Malformed: if a file does not follow its schema, or two have one id.
    """
    scenarios: dict[str, SoloScenario] = {}
    for name, document in documents().items():
        scenario = scenario_from_json(document, repr(name))
        if scenario.id in scenarios or not name.endswith(f"/{scenario.id}.json"):
            raise Malformed(f"the scenario {scenario.id!r} belongs in one file of its name")
        scenarios[scenario.id] = scenario
    return tuple(scenarios.values())


def _sorted(folder: Traversable) -> Iterator[Traversable]:
    return iter(sorted(folder.iterdir(), key=lambda entry: entry.name))
