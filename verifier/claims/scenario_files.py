"""Scenarios that ship with a game: one file each, in the folders of a package."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from importlib import resources
from importlib.resources.abc import Traversable
from typing import Any

from verifier.claims.scenario import Content, Scenario
from verifier.errors import Malformed


def scenario_documents(package: str) -> dict[str, Any]:
    """Return the scenario documents of a package by file name (``folder/ID.json``), in order.

    >>> list(scenario_documents("verifier.carcassonne.house.scenarios"))[0]
    'builders/EC-H-17.json'
    """
    return {
        f"{folder.name}/{file.name}": json.loads(file.read_text(encoding="utf-8"))
        for folder in _sorted(resources.files(package))
        if folder.is_dir()
        for file in _sorted(folder)
        if file.name.endswith(".json")
    }


def scenario_suite(
    package: str, read: Callable[[Any, str], Scenario[Content]]
) -> tuple[Scenario[Content], ...]:
    """Return the scenarios of a package, in the order of their files.

    ``read`` makes a scenario of a document; its second argument names the file in errors.

    :raises Malformed: if a file does not follow its schema, or two have one id.
    """
    scenarios: dict[str, Scenario[Content]] = {}
    for name, document in scenario_documents(package).items():
        scenario = read(document, repr(name))
        if scenario.id in scenarios or not name.endswith(f"/{scenario.id}.json"):
            raise Malformed(f"the scenario {scenario.id!r} belongs in one file, {scenario.id}.json")
        scenarios[scenario.id] = scenario
    return tuple(scenarios.values())


def _sorted(folder: Traversable) -> Iterator[Traversable]:
    return iter(sorted(folder.iterdir(), key=lambda entry: entry.name))
