"""The work itself: a request in, its result out, and on the way how far it has come."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import TypeAlias

from generator.journal import entry_from_json, entry_to_json
from generator.pack import puzzle_document, solution_document
from generator.run import Place, Plan, Result, Run
from generator.workers import Hands, Listener, dismiss_solvers, versions, work_on
from schemas import validate
from service.jobs.job import Document, Kind
from service.jobs.requests import UNLESS_SAID, inside, scenario_of, wish_of
from verifier.carcassonne.claims.check import check
from verifier.carcassonne.engine import Engine
from verifier.carcassonne.model.key import Model
from verifier.carcassonne.model.listing import turns_of
from verifier.claims.scenario import scenario_verdict_to_json
from verifier.errors import MeepleproofError

Report: TypeAlias = Callable[[Document], None]


def run(
    kind: Kind, request: Document, report: Report, journal: Sequence[Document] = ()
) -> Document:
    """Return the result of a request, having reported on the way.

    What is reported is ``progress``, or an ``entry`` for the journal with its ``versions``. A job
    that was broken off is given the ``journal`` of these, and does nothing of it again.

    :raises MeepleproofError: if the request cannot be read or breaks a rule, or the question was
        left open; its place is a JSON Pointer into the request where it is in there.
    """
    validate(f"{kind}-request", request)
    if kind == "verification":
        return verified(request)
    return generated(request, report, journal)


def verified(request: Document) -> Document:
    """Return what is found of the claims of a scenario, a record, or a position.

    Each says by which keys: a position is judged by the one program for that.

    >>> told = verified({"position": "s3.4~D0.0.0~p1.2.3~h4.4.4~t1~n.A.~u24.23.23"})
    >>> told["verdict"], told["keys"]
    ('holds', ['faults'])
    """
    scenario = scenario_of(request)
    model = Model(beside=turns_of)
    try:
        return scenario_verdict_to_json(check(scenario, (Engine(), model)))
    except MeepleproofError as error:
        raise inside(error, request) from None
    finally:
        model.close()


def generated(request: Document, report: Report, journal: Sequence[Document] = ()) -> Document:
    """Return puzzles for a wish with their solutions; equal requests give equal results.

    ``met`` says whether they are as many as wished for, ``candidates`` how many were tried and
    ``rejected`` how often which reason spoke against one.
    """
    run = Run(_plan(request))
    for note in journal:
        if note["versions"] == versions():  # other code might have found another puzzle
            run.take(*entry_from_json(note["entry"]))

    def keep(place: Place, result: Result) -> None:
        report({"entry": entry_to_json(place, result), "versions": versions()})

    listener = Listener(keep, _tell_nobody, lambda: report({"progress": _progress(run)}))
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


def _tell_nobody(news: str) -> None:
    """Tell no news but by the progress."""


def _plan(request: Document) -> Plan:
    asked = UNLESS_SAID | request
    return Plan((wish_of(request),), asked["count"], asked["seed"], asked["candidates"])
