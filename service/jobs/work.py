"""The work itself: a request in, its result out, and on the way how far it has come."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import TypeAlias

from generator.hands import Hands, Listener, dismiss_solvers, work_on
from generator.making import Wish
from generator.pack import puzzle_document, solution_document
from generator.run import Place, Plan, Result, Run
from schemas import validate
from service.jobs.job import Document, Kind
from verifier.codec import goal_from_json
from verifier.engine import Engine
from verifier.errors import MeepleproofError
from verifier.model.key import Model
from verifier.model.listing import turns_of
from verifier.rules.ruleset import RuleSet
from verifier.scenarios.check import check, scenario_verdict_to_json
from verifier.scenarios.claims import Scenario, scenario_from_json

Report: TypeAlias = Callable[[Document], None]

_UNLESS_SAID: Document = {
    "tiles": 4,
    "count": 1,
    "seed": 1,
    "meeples": 4,
    "candidates": 100,
    "by_order": False,
}
"""What is wished where a request for puzzles does not say it."""

# What a scenario states besides; of no use in the answer to a bare record or position.
_BARE = {
    "id": "request",
    "title": "What was sent",
    "rules": ["SOLO-TURN-1"],
    "source": "a request",
    "authority": "ours",
}


def run(kind: Kind, request: Document, report: Report) -> Document:
    """Return the result of a request, having reported on the way.

    :raises MeepleproofError: if the request cannot be read or breaks a rule, or the question was
        left open; its place is a JSON Pointer into the request where it is in there.
    """
    validate(f"{kind}-request", request)
    return verified(request) if kind == "verification" else generated(request, report)


def verified(request: Document) -> Document:
    """Return what both keys say of the claims of a scenario, a record, or a position.

    A record without claims is claimed to be legal, a position without claims to be valid.

    >>> told = verified({"position": "s3.4~D0.0.0~p1.2.3~h4.4.4~t1~n.A.~u24.23.23"})
    >>> told["verdict"], told["keys"]
    ('holds', ['faults'])
    """
    model = Model(beside=turns_of)
    try:
        scenario = _scenario(request)
        return scenario_verdict_to_json(check(scenario, (Engine(), model)))
    except MeepleproofError as error:
        raise _inside(error, request) from None
    finally:
        model.close()


def _scenario(request: Document) -> Scenario:
    if "scenario" in request:
        return scenario_from_json(request["scenario"])
    subject = "record" if "record" in request else "position"
    claims = request.get("claims", [{"claim": subject}])
    bare = {**_BARE, subject: request[subject], "claims": claims}
    return replace(scenario_from_json(bare), rules=())


def _inside(error: MeepleproofError, request: Document) -> MeepleproofError:
    """Return the error with a place in the request, if it is in a scenario there."""
    if "scenario" not in request or not error.where.startswith("/"):
        return error
    return type(error)(error.message, where=f"/scenario{error.where}", rule=error.rule)


def generated(request: Document, report: Report) -> Document:
    """Return puzzles for a wish with their solutions; equal requests give equal results.

    ``met`` says whether they are as many as wished for, ``candidates`` how many were tried and
    ``rejected`` how often which reason spoke against one.
    """
    run = Run(_plan(request))
    listener = Listener(_keep_nothing, _tell_nobody, lambda: report(_progress(run)))
    with ThreadPoolExecutor(1) as here:
        try:
            work_on(run, Hands(here, lambda: 1), listener)
        finally:
            dismiss_solvers()
    return {
        "puzzles": [puzzle_document(one) for one in run.made],
        "solutions": {one.puzzle.id: solution_document(one.line, one.game) for one in run.made},
        "met": not run.unmet,
        **_tried(run),
    }


def _progress(run: Run) -> Document:
    return {"accepted": len(run.made), **_tried(run)}


def _tried(run: Run) -> Document:
    (pursuit,) = run.pursuits
    return {"candidates": pursuit.counted, "rejected": dict(sorted(pursuit.rejected.items()))}


def _keep_nothing(place: Place, result: Result) -> None:
    """Keep no journal: the job is begun anew if it has to be."""


def _tell_nobody(news: str) -> None:
    """Tell no news but by the progress."""


def _plan(request: Document) -> Plan:
    asked = _UNLESS_SAID | request
    try:
        rules = RuleSet(meeples=asked["meeples"])
        goal = goal_from_json(asked["goal"], "/goal")
        wish = Wish(goal, asked["tiles"], rules, by_order=asked["by_order"])
    except MeepleproofError as error:
        if error.where.startswith("/"):
            raise
        # Wishes and rules name the part that is wrong as requests do.
        raise type(error)(error.message, where=f"/{error.where}", rule=error.rule) from None
    return Plan((wish,), asked["count"], asked["seed"], asked["candidates"])
