"""The work itself: a request in, its result out, with progress reports on the way."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from typing import TypeAlias

from generator.journal import entry_from_json, entry_to_json
from generator.kind import Result
from generator.run import CandidateId, Plan, Run
from generator.workers import Listener, Workers, close_solvers, versions, work_on
from meepleproof.service.jobs.job import Kind
from meepleproof.service.jobs.requests import (
    at_request,
    own_proofs,
    request_schema,
    scenario_of,
    wish_of,
)
from verifier.claims.scenario import scenario_verdict_to_json
from verifier.documents.strict_json import Document
from verifier.documents.validation import validate
from verifier.errors import MeepleproofError
from verifier.games import Keyrings

Report: TypeAlias = Callable[[Document], None]

_CANDIDATES = 100
"""How many candidates are tried for a puzzle where the request does not say."""


def run(
    kind: Kind, request: Document, report: Report, journal: Sequence[Document] = ()
) -> Document:
    """Return the result of a request.

    ``report`` is called with ``progress``, or with an ``entry`` for the journal and its
    ``versions``. A job that was interrupted goes on from its ``journal`` of such entries.

    :raises MeepleproofError: if the request cannot be read or breaks a rule, or the question was
        left open; its place is a JSON Pointer into the request where it is in there.
    """
    validate(request_schema(kind, request), request)
    if kind == "verification":
        return verify(request)
    return generate(request, report, journal)


def verify(request: Document) -> Document:
    """Return the verdict on claims about a scenario, record or position, or what its game has.

    It names the keys: a bare position is judged by ``faults`` alone.

    >>> result = verify({"position": "s3.4~D0.0.0~p1.2.3~h4.4.4~t1~n.A.~u24.23.23"})
    >>> result["verdict"], result["keys"]
    ('holds', ['faults'])
    """
    proofs = own_proofs(request)
    if proofs is not None:
        verdict: Document = proofs.verify(request)
        return verdict
    game, scenario = scenario_of(request)
    with closing(Keyrings()) as keys:
        try:
            return scenario_verdict_to_json(keys.check(game, scenario))
        except MeepleproofError as error:
            raise at_request(error, request) from None


def generate(request: Document, report: Report, journal: Sequence[Document] = ()) -> Document:
    """Return puzzles for a wish with their solutions; equal requests give equal results.

    ``met`` is whether there are as many as wished for, ``candidates`` how many were tried, and
    ``rejected`` how many of these were rejected for which reason.
    """
    run = Run(_plan(request))
    for note in journal:
        if note["versions"] == versions():  # other code might have found another puzzle
            run.take(*entry_from_json(note["entry"], run.plan))

    def keep(place: CandidateId, result: Result) -> None:
        report({"entry": entry_to_json(place, result), "versions": versions()})

    listener = Listener(keep, _ignore_message, lambda: report({"progress": _progress(run)}))
    with ThreadPoolExecutor(1) as here:
        try:
            work_on(run, Workers(here, lambda: 1), listener)
        finally:
            close_solvers()
    return {
        "puzzles": [one.document for one in run.puzzles],
        "solutions": {one.id: one.solution for one in run.puzzles},
        "met": not run.unmet,
        **_attempts(run),
    }


def _progress(run: Run) -> Document:
    return {"accepted": len(run.puzzles), **_attempts(run)}


def _attempts(run: Run) -> Document:
    (wish,) = run.progress
    return {"candidates": wish.counted, "rejected": dict(sorted(wish.rejected.items()))}


def _ignore_message(message: str) -> None:
    """Drop a status line: clients see the progress instead."""


def _plan(request: Document) -> Plan:
    return Plan(
        (wish_of(request),),
        request.get("count", 1),
        request.get("seed", 1),
        request.get("candidates", _CANDIDATES),
    )
