"""What both keys report on a log of NEOM, as documents."""

from __future__ import annotations

from typing import Any

from meepleproof.rendering.neom.words import solo_title, when_in_words
from verifier.neom.log import Log, LogReport
from verifier.neom.parameters import Unknown
from verifier.neom.state import HEADINGS, Score, total
from verifier.neom.tiles import TileCatalogue

__all__ = ["score_to_json", "unknown_to_json", "where_to_json", "wrong_notes_to_json"]


def wrong_notes_to_json(log: Log, report: LogReport) -> list[dict[str, Any]]:
    """Return what the player noted that is not so."""
    return [
        {
            **where_to_json(log, each.event),
            "what": each.what,
            "noted": each.noted,
            "followed": each.followed,
        }
        for each in report.differences
    ]


def where_to_json(log: Log, number: int) -> dict[str, Any]:
    """Return the place of an event, by its number from 0, and when it is in words."""
    return {"event": number + 1, "when": when_in_words(log, number)}


def unknown_to_json(unknown: Unknown) -> dict[str, str]:
    """Return what a rule needs and the catalogue does not say."""
    return {"rule": unknown.rule, "parameter": unknown.parameter}


def score_to_json(catalogue: TileCatalogue, score: Score) -> dict[str, Any]:
    """Return a score by headings, with total and rank."""
    reached = total(score)
    return {
        "headings": [
            {
                "name": heading.name,
                "rule": HEADINGS[heading.name],
                "points": heading.points,
                "unknown": [unknown_to_json(each) for each in heading.unknown],
            }
            for heading in score
        ],
        "total": reached,
        "rank": None if reached is None else solo_title(catalogue.parameters, reached),
    }
