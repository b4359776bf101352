"""Scenarios, checked by both keys."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import closing
from pathlib import Path
from typing import Any

from meepleproof.cli.console import read_json
from verifier.carcassonne.claims.check import check
from verifier.carcassonne.claims.reading import SoloScenario, scenario_from_json
from verifier.carcassonne.engine import Engine
from verifier.carcassonne.model.key import Model
from verifier.carcassonne.model.listing import turns_of
from verifier.carcassonne.solo.scenarios.library import suite
from verifier.claims.scenario import ScenarioVerdict

__all__ = ["verify"]


def verify(*given: str | Path | Mapping[str, Any]) -> tuple[ScenarioVerdict, ...]:
    """Return both keys' verdicts on scenarios: the files or documents given, or the rulebook's.

    ``docs/scenarios.md`` describes how to write a scenario.

    :raises Malformed: if a scenario cannot be read.
    :raises Illegal: if a claim is about outcomes at a position that is not valid.

    >>> city = {
    ...     "$schema": "urn:meepleproof:scenario:1",
    ...     "id": "OWN-1",
    ...     "title": "A city of two tiles.",
    ...     "rules": ["SOLO-SCORE-6"],
    ...     "source": "own",
    ...     "authority": "ours",
    ...     "position": "s3.4~D0.0.0~p1.2.3~h4.4.4~t1~nE..~u23.24.23",
    ...     "claims": [{"claim": "outcome", "turn": "E2.0.1.S.S", "is": {"scores": [5, 2, 3]}}],
    ... }
    >>> (verdict,) = verify(city)
    >>> verdict.answer, verdict.keys
    ('holds', ('engine', 'model'))
    """
    scenarios = [_scenario(one) for one in given] if given else suite()
    with closing(Model(beside=turns_of)) as model:
        return tuple(check(scenario, (Engine(), model)) for scenario in scenarios)


def _scenario(given: str | Path | Mapping[str, Any]) -> SoloScenario:
    if isinstance(given, Mapping):
        return scenario_from_json(dict(given), "scenario")
    return scenario_from_json(read_json(str(given)), repr(str(given)))
