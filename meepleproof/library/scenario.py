"""Scenarios, checked by both keys."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import closing
from pathlib import Path
from typing import Any

from meepleproof.library.documents import read_document
from verifier.claims.scenario import ScenarioVerdict
from verifier.game import AnyScenario, Facts
from verifier.games import GAMES, Keyrings, game_of

__all__ = ["verify"]


def verify(*given: str | Path | Mapping[str, Any]) -> tuple[ScenarioVerdict, ...]:
    """Return both keys' verdicts on scenarios: the files or documents given, or all that ship.

    The example below is a whole scenario of one's own.

    :raises Malformed: if a file cannot be opened, or is not a scenario.
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
    scenarios = [_scenario(one) for one in given] if given else _shipped()
    with closing(Keyrings()) as keys:
        return tuple(keys.check(game, scenario) for game, scenario in scenarios)


def _shipped() -> list[tuple[Facts, AnyScenario]]:
    return [(game, scenario) for game in GAMES.values() for scenario in game.load().suite()]


def _scenario(given: str | Path | Mapping[str, Any]) -> tuple[Facts, AnyScenario]:
    if isinstance(given, Mapping):
        document, name = dict(given), "scenario"
    else:
        document, name = read_document(given), repr(str(given))
    game = game_of(document)
    return game, game.load().scenario(document, name)
