"""Reading the requests of jobs: what they ask for, or why they are refused.

The service reads a request before it accepts the job, so that a faulty one is refused at once; the
worker that does the job reads it again.
"""

from __future__ import annotations

import json
from dataclasses import replace
from importlib import import_module
from typing import Any

from generator.kind import Wish
from generator.kinds import kind_named
from meepleproof.service.jobs.job import Kind
from verifier.documents.strict_json import Document
from verifier.errors import MeepleproofError
from verifier.game import AnyScenario, Facts
from verifier.games import GAMES, game_of

__all__ = [
    "at_request",
    "own_proofs",
    "request_schema",
    "require_formed",
    "scenario_of",
    "wish_of",
]

_GOAL_PUZZLES = "goal"
"""The kind of puzzles that jobs make."""

_SUBJECTS = ("scenario", "record", "position")
_SITUATION = ("record", "position", "state", "events")

# What a scenario must state, too; the answer to a bare record or position leaves it out, and the
# rule that is shown.
_STATED = {"id": "request", "title": "What was sent", "source": "a request", "authority": "ours"}

_READ_AT_ONCE = 32_000
"""Characters that are read within a tenth of a second; each claim reads the situation again."""


def request_schema(kind: Kind, request: Any) -> str:
    """Return the name of the schema that a request of that kind follows.

    One about another game than the Solo Variant names it, or the document in it does:
    ``"game": "house"``.

    >>> request_schema("verification", {"game": "house", "position": "h4~b0.0.D0~t1~nEViK"})
    'house-verification-request'
    >>> request_schema("verification", {"position": "s3.4~D0.0.0~p1.2.3~h4.4.4~t1~nE.J.U"})
    'verification-request'
    """
    form = f"{kind}-request"
    return _game_of(request).schema(form) if kind == "verification" else form


def _game_of(request: Any) -> Facts:
    subjects = {*_SUBJECTS, *(game.own_subject for game in GAMES.values())}
    parts = [request.get(name) for name in subjects] if isinstance(request, dict) else []
    games = [game_of(part) for part in (request, *parts) if isinstance(part, dict)]
    return next((game for game in games if game.marked), game_of(request))


def require_formed(kind: Kind, request: Document) -> None:
    """Refuse a request whose form is wrong, as far as that is known in little time.

    Nothing is searched for and no position is checked. Boxes of scores are not listed in full, and
    where many claims are about a large situation, all is left to the worker.

    :raises MeepleproofError: if the form is wrong; its place is a JSON Pointer into the request.
    """
    if kind == "generation":
        wish_of(request)
    elif (proofs := own_proofs(request)) is not None:
        proofs.require_formed(request)
    elif _length(request) <= _READ_AT_ONCE:
        scenario_of(_with_small_boxes(request))


def own_proofs(request: Document) -> Any | None:
    """Return the module that reads and verifies a request about what only its game has.

    It has ``require_formed(request)`` and ``verify(request)``.
    """
    game = _game_of(request)
    if game.own_subject not in request:
        return None
    return import_module(f"meepleproof.service.play.{game.name}.proofs")


def wish_of(request: Document) -> Wish:
    """Return what puzzles are wished for.

    :raises MeepleproofError: if that cannot be formed; its place is a JSON Pointer.
    """
    try:
        (wish,) = kind_named(_GOAL_PUZZLES).wishes(request)
    except MeepleproofError as error:
        # Wishes and rules name the wrong part as requests do.
        raise error.at(f"/{error.where}") from None
    return wish


def scenario_of(request: Document) -> tuple[Facts, AnyScenario]:
    """Return the game and the scenario that is to be verified.

    A record without claims is claimed to be legal, a position without claims to be valid.

    :raises MeepleproofError: if it cannot be read; its place is a JSON Pointer into the request.
    """
    game = _game_of(request)
    try:
        if "scenario" in request:
            return game, game.load().scenario(request["scenario"])
        subject = "record" if "record" in request else "position"
        claims = request.get("claims", [{"claim": subject}])
        rules = [next(iter(game.catalogue.rules)).id]
        bare = {**game.mark, **_STATED, "rules": rules, subject: request[subject], "claims": claims}
        return game, replace(game.load().scenario(bare), rules=())
    except MeepleproofError as error:
        raise at_request(error, request) from None


def at_request(error: MeepleproofError, request: Document) -> MeepleproofError:
    """Return the error with a place in the request, if it is in a scenario there."""
    if "scenario" not in request or not error.where.startswith("/"):
        return error
    return error.at(f"/scenario{error.where}")


def _length(request: Document) -> int:
    """Return how many characters are read, those of the situation once for each claim."""
    scenario = request.get("scenario", request)
    situation = {key: scenario[key] for key in _SITUATION if key in scenario}
    claims = scenario.get("claims", ())
    again = max(0, len(claims) - 1) * len(json.dumps(situation))
    is_changed = "params" in scenario or "tiles" in scenario
    changed = sum(is_changed or "with" in claim for claim in claims)
    return len(json.dumps(request)) + again + changed * _game_of(request).changed_tiles


def _with_small_boxes(request: Document) -> Document:
    """Return a request whose boxes of many numbers for each colour hold the lowest ones only."""
    if "scenario" in request:
        return request | {"scenario": _with_small_boxes(request["scenario"])}
    if "claims" not in request:
        return request
    return request | {"claims": [_with_small_box(claim) for claim in request["claims"]]}


def _with_small_box(claim: Document) -> Document:
    boxes = {
        name: {"box": [[low, low] for low, _ in claim[name]["box"]]}
        for name in ("scores", "meeples")
        if "box" in claim.get(name, ())
    }
    return claim | boxes
