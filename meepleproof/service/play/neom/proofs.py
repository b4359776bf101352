"""Jobs that judge the log of a NEOM game by both keys, and say how far it can be followed."""

from __future__ import annotations

import json

from verifier.claims.scenario import Claim, ClaimVerdict, ScenarioVerdict, scenario_verdict_to_json
from verifier.documents.strict_json import Document
from verifier.errors import Malformed
from verifier.neom.documents import checked_log
from verifier.neom.engine import Engine
from verifier.neom.log import Log, LogReport
from verifier.neom.log_check import CLAIM, check_log
from verifier.neom.model.key import NeomModel
from verifier.neom.parameters import Unknown
from verifier.neom.state import HEADINGS, Heading, total
from verifier.neom.tiles import TileCatalogue
from verifier.neom.tiles_document import checked_document, demo_catalogue
from verifier.neom.tiles_places import place_in_words

__all__ = ["read_catalogue", "read_log", "require_formed", "verify"]

_READ_AT_ONCE = 96_000
"""Characters of a log with its catalogue that are read in little time; the demo's has 40,000."""


def require_formed(request: Document) -> None:
    """Refuse a request whose log or catalogue cannot be read; long ones are left to the worker.

    :raises Malformed: as :func:`read_log` does.
    """
    if len(json.dumps(request)) <= _READ_AT_ONCE:
        read_log(request)


def read_log(request: Document) -> tuple[TileCatalogue, Log]:
    """Return the catalogue and the log of a request of its schema; the demo where none is given.

    :raises Malformed: if one of them cannot be read, or the catalogue contradicts the public
        rules; its place is a JSON Pointer into the request.
    """
    given = "catalogue" in request
    catalogue = read_catalogue(request["catalogue"]) if given else demo_catalogue()
    return catalogue, checked_log(request["log"], catalogue, "/log")


def read_catalogue(document: Document) -> TileCatalogue:
    """Return the catalogue of a request.

    :raises Malformed: if it has a fault, with the first one and its place in words.
    """
    checked = checked_document(document)
    if checked.catalogue is not None and not checked.faults:
        return checked.catalogue
    first, *others = checked.faults
    place = place_in_words(document, first.where)
    message = ": ".join(part for part in (place, first.message) if part)
    more = f" (the first of {len(checked.faults)} faults)" if others else ""
    raise Malformed(f"{message}{more}", where=f"/catalogue{first.where}", rule=first.rule)


def verify(request: Document) -> Document:
    """Return the verdict of both keys on a log, and what was followed until its first fault.

    >>> result = verify({"log": {"game": "neom", "board": "harbour", "events": [{"end": {}}]}})
    >>> result["verdict"], [broken["where"] for broken in result["log"]["broken"]]
    ('violated', ['/log/events/0'])
    """
    catalogue, log = read_log(request)
    checked = check_log(catalogue, log, (Engine(), NeomModel()))
    verdict = checked.verdict
    judged = ClaimVerdict(Claim("/log", "log", "", CLAIM, log), verdict)
    whole = ScenarioVerdict(
        "request", (), verdict.answer, verdict.names, verdict.examined, (judged,)
    )
    tiles = {"provenance": catalogue.provenance, "invented": catalogue.invented}
    facts = {} if checked.report is None else _report_to_json(checked.report)
    return {**scenario_verdict_to_json(whole), "log": {"catalogue": tiles, **facts}}


def _report_to_json(report: LogReport) -> Document:
    money = {} if report.money is None else {"money": report.money}
    score = {"score": _score_to_json(report.score)} if report.score else {}
    return {
        "broken": [
            {"where": _place(each.event), "rule": each.rule, "why": each.message}
            for each in report.violations
        ],
        "wrong_notes": [
            {
                "where": _place(each.event),
                "what": each.what,
                "noted": each.noted,
                "followed": each.followed,
            }
            for each in report.differences
        ],
        "unknown": [
            {"where": _place(event), **_unknown_to_json(each)} for event, each in report.unknown
        ],
        **money,
        "goods": sorted(report.tokens),
        **score,
    }


def _place(event: int) -> str:
    return f"/log/events/{event}"


def _score_to_json(score: tuple[Heading, ...]) -> Document:
    reached = total(score)
    headings = [
        {
            "name": heading.name,
            "rule": HEADINGS[heading.name],
            **({} if heading.points is None else {"points": heading.points}),
            "unknown": [_unknown_to_json(each) for each in heading.unknown],
        }
        for heading in score
    ]
    return {"headings": headings, **({} if reached is None else {"total": reached})}


def _unknown_to_json(unknown: Unknown) -> Document:
    return {"rule": unknown.rule, "parameter": unknown.parameter}
