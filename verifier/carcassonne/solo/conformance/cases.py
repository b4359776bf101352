"""The cases of the suite: requests to another engine, and the answers that it must give.

They are made from the scenarios, whole games and rows of tiles by ``python -m tests.conformance``.
Tests compare every answer with both keys and a third program; nothing is computed here.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources

from verifier.carcassonne.solo.codec import position_to_json
from verifier.carcassonne.solo.notation import parse_position
from verifier.documents.strict_json import Document

PROTOCOL = 1

AREAS: Mapping[str, str] = {
    "turns": "all turns that are legal at a table",
    "play": "what a turn brings: scores, meeples, the end of the game",
    "goals": "which goals of the checklist a turn meets",
    "final": "final scoring and the result",
    "position": "whether a position can lie on the table",
    "record": "whether a written game is legal, and how it ends",
    "reason": "which rule an illegal position or game breaks",
    "count": "how many lines of play a row of tiles has",
}
"""The areas of requests, and the words by which an engine declares that it can answer."""

OPTIONS = "options"
"""The ability to play rule sets other than three colours, four meeples and no switches.

Only they let points be declined, so only engines with it are asked what is so declined.
"""

_DEFAULT: Document = {"colours": 3, "meeples": 4}


@dataclass(frozen=True, slots=True)
class Case:
    """One request and the parts of the answer that are checked.

    ``id`` begins with the id of its scenario, ``rules`` are those the scenario shows; ``about``
    describes the situation in a sentence. In the area ``reason`` the expected answer has under
    ``rule`` a list of ids, any of which is right; where ``error`` is expected, any text is.
    """

    id: str
    area: str
    rules: tuple[str, ...]
    about: str
    request: Document
    answer: Document

    @property
    def needs(self) -> frozenset[str]:
        """The abilities that an engine must have to be asked."""
        optional = _rules(self.request) != _DEFAULT or "declined" in self.request
        return frozenset({self.area, OPTIONS} if optional else {self.area})


@cache
def cases() -> tuple[Case, ...]:
    """Return all cases that ship, area by area.

    >>> len({case.id for case in cases()}) == len(cases())
    True
    """
    return tuple(
        Case(
            id=entry["id"],
            area=area,
            rules=tuple(entry["rules"]),
            about=entry["about"],
            request=spelt_out(entry["request"]),
            answer=entry["answer"],
        )
        for area in AREAS
        for entry in _entries(area)
    )


def case_to_json(case: Case) -> Document:
    """Return the case as the archive writes it."""
    return {
        "id": case.id,
        "area": case.area,
        "rules": list(case.rules),
        "about": case.about,
        "request": case.request,
        "answer": case.answer,
    }


def spelt_out(request: Document) -> Document:
    """Return the request with its position, which is short text in the files, as a document."""
    if isinstance(request.get("position"), str):
        return request | {"position": position_to_json(parse_position(request["position"]))}
    return request


def _entries(area: str) -> list[Document]:
    file = resources.files(__package__).joinpath(f"data/{area}.json")
    entries: list[Document] = json.loads(file.read_text(encoding="utf-8"))
    return entries


def _rules(request: Document) -> Document:
    record = request.get("record", {})
    holder = request.get("position") or record.get("start") or record or request
    rules: Document = holder["rules"]
    return rules
