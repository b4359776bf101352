"""The conformance suite for other programs: requests, the answers that they must give, and a judge.

The cases are made from the scenarios, whole games and rows of tiles by ``python -m
tests.conformance``. Tests compare every answer with both keys and a third program; nothing is
computed here.
"""

from __future__ import annotations

import hashlib
import io
import json
import math
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable
from typing import Any, Literal
from zipfile import ZIP_STORED, ZipFile, ZipInfo

from verifier import __version__
from verifier.carcassonne.solo.codec import position_to_json
from verifier.carcassonne.solo.notation import parse_position, parse_turn, turn_text
from verifier.carcassonne.solo.turn import Turn
from verifier.carcassonne.tiles import SETS, tile_kind
from verifier.documents.canonical_json import canonical_bytes
from verifier.documents.schemas import schema
from verifier.documents.strict_json import Document
from verifier.errors import Malformed
from verifier.verdict import Answer

# --- Cases


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
    "boxes": "any of these with tiles of other boxes, the river, or large meeples",
}
"""The areas of requests, and the words by which an engine declares that it can answer."""

BOXES = "boxes"
"""The area, and the ability, of games with other boxes or large meeples (SOLO-BOX-1).

Its cases ask what the other areas ask, so they need the ability of what they ask, too.
"""

OPTIONS = "options"
"""The word by which an engine declares that it plays other rule sets, too."""

UNTESTED: Mapping[str, str] = {
    **AREAS,
    OPTIONS: "every rule set but three colours of four meeples by the printed rules",
}
"""What is left untested of an engine that does not offer a word."""
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
        asked = "reason" if "rule" in self.answer else self.request["ask"]
        optional = _besides_boxes(_rules(self.request)) != _DEFAULT or "declined" in self.request
        return frozenset({self.area, asked, *([OPTIONS] if optional else [])})


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


def _besides_boxes(rules: Document) -> Document:
    return {name: value for name, value in rules.items() if name not in ("boxes", "large")}


# --- The archive, with digests of all files; always the same bytes


LICENCE = "CC0-1.0"

_CONTRACTS = (
    "case",
    "common",
    "engine-answer",
    "engine-request",
    "goal",
    "manifest",
    "position",
    "record",
    "scenario",
)
_EPOCH = (1980, 1, 1, 0, 0, 0)  # the earliest time that a ZIP file can store
_READABLE = 0o644 << 16
_UNIX = 3


def archive() -> bytes:
    """Return the archive as a ZIP file."""
    buffer = io.BytesIO()
    # Not compressed, since compressed bytes differ between versions of zlib.
    with ZipFile(buffer, "w", ZIP_STORED) as file:
        for name, data in sorted(contents().items()):
            entry = ZipInfo(name, _EPOCH)
            entry.create_system, entry.external_attr = _UNIX, _READABLE
            file.writestr(entry, data)
    return buffer.getvalue()


def contents() -> dict[str, bytes]:
    """Return every file of the archive by its name, including the manifest.

    >>> sorted({name.partition("/")[0] for name in contents()})
    ['LICENSE', 'README.md', 'cases', 'example', 'manifest.json', 'rules', 'scenarios', 'schemas', \
'tiles']
    """
    files = dict(_files())
    manifest = {
        "$schema": "urn:meepleproof:manifest:1",
        "title": "meepleproof conformance suite",
        "version": __version__,
        "protocol": PROTOCOL,
        "licence": LICENCE,
        "files": [
            {"name": name, "bytes": len(data), "sha256": hashlib.sha256(data).hexdigest()}
            for name, data in sorted(files.items())
        ],
    }
    return files | {"manifest.json": _pretty(manifest)}


def _files() -> Iterator[tuple[str, bytes]]:
    here, game = resources.files(__package__), resources.files("verifier.carcassonne")
    yield "README.md", _text(here / "README.md")
    yield "LICENSE", _text(game / "solo" / "scenarios" / "LICENSE")
    for name in ("client.mjs", "client.py", "toy_engine.py"):
        yield f"example/{name}", _text(game / "example" / name)
    for name in SETS:
        yield f"tiles/{name}.json", _text(game / "tiles" / f"{name}.json")
    for name in ("catalogue.json", "switches.json"):
        yield f"rules/{name}", _text(game / "solo" / name)
    for contract in _CONTRACTS:
        yield f"schemas/{contract}.schema.json", _pretty(dict(schema(contract)))
    for area in AREAS:
        lines = [canonical_bytes(case_to_json(case)) for case in cases() if case.area == area]
        yield f"cases/{area}.ndjson", b"".join(line + b"\n" for line in lines)
    for folder in (game / "solo" / "scenarios").iterdir():
        if folder.is_dir():
            for file in folder.iterdir():
                if file.name.endswith(".json"):
                    yield f"scenarios/{folder.name}/{file.name}", _text(file)


def _text(file: Traversable) -> bytes:
    """Return a text as bytes with Unix newlines, however it was checked out."""
    return file.read_text(encoding="utf-8").encode()


def _pretty(document: object) -> bytes:
    return (json.dumps(document, indent=1, ensure_ascii=False) + "\n").encode()


# --- An engine's answers compared with those expected; results by area and rule


Ruling = Literal["passed", "failed", "skipped", "undecided"]

RULINGS: tuple[Ruling, ...] = ("passed", "failed", "skipped", "undecided")
_SHOWN = 8


@dataclass(frozen=True, slots=True)
class CaseResult:
    """The result of a case: the ruling, the reason if it was not passed, and the answer if any.

    ``lacking`` are the abilities for want of which it was not asked.
    """

    case: Case
    ruling: Ruling
    why: str = ""
    answered: Document | None = None
    lacking: tuple[str, ...] = ()


def not_offered(case: Case, lacking: Sequence[str]) -> CaseResult:
    """Return the result of a case that takes abilities which an engine does not offer."""
    why = f"not offered: {', '.join(lacking)}"
    return CaseResult(case, "skipped", why, lacking=tuple(lacking))


def judge(case: Case, answered: Document) -> CaseResult:
    """Return the result of a case for an answer that follows its schema.

    An engine may reply ``cannot``, which skips the case, or ``error``, which fails it unless the
    request has no other answer. Equal drawings of a tile count as one, and the order of unordered
    lists does not matter.
    """
    if "cannot" in answered:
        return CaseResult(case, "skipped", f"the engine cannot: {answered['cannot']}", answered)
    if "error" in case.answer and "error" in answered:
        return CaseResult(case, "passed", answered=answered)
    if "error" in answered:
        return CaseResult(case, "failed", f"the engine met an error: {answered['error']}", answered)
    parts = case.answer
    if "legal" in answered and answered["legal"] != parts.get("legal", answered["legal"]):
        parts = {"legal": parts["legal"]}  # which the other parts follow
    differences = [
        _lacking(part, expected) if part not in answered else _part(part, expected, answered[part])
        for part, expected in parts.items()
    ]
    why = "; ".join(difference for difference in differences if difference)
    return CaseResult(case, "failed" if why else "passed", why, answered)


def verdict(judged: Iterable[CaseResult]) -> Answer:
    """Return the overall answer: ``holds`` only if some case was passed and none failed.

    >>> verdict([])
    'undecided'
    """
    counted = Counter(each.ruling for each in judged)
    if counted["failed"]:
        return "violated"
    return "holds" if counted["passed"] and not counted["undecided"] else "undecided"


def count_by_area(judged: Iterable[CaseResult]) -> dict[str, Counter[str]]:
    """Return the number of cases by area and ruling, areas in the order of the cases."""
    return _counted(judged, lambda case: (case.area,))


def count_by_rule(judged: Iterable[CaseResult]) -> dict[str, Counter[str]]:
    """Return the number of cases by rule and ruling; a case may show several rules."""
    return _counted(judged, lambda case: case.rules)


def suspects(judged: Iterable[CaseResult]) -> list[str]:
    """Return the rules shown by failed cases, the one most likely to be broken first.

    Most of the failed cases show it, and few of those passed: what counts is the number of its
    failures over the square root of that of its cases (Ochiai's measure for faults in programs).
    Definitions and facts, which follow from rules, come after all of these.
    """
    counted = {rule: each for rule, each in count_by_rule(judged).items() if each["failed"]}

    def suspicion(rule: str) -> tuple[bool, float]:
        failed = counted[rule]["failed"]
        share = failed / math.sqrt(failed + counted[rule]["passed"])
        return not rule.startswith(("FACT-", "DEF-")), share

    return sorted(counted, key=suspicion, reverse=True)


def _counted(
    judged: Iterable[CaseResult], names: Callable[[Case], tuple[str, ...]]
) -> dict[str, Counter[str]]:
    found: dict[str, Counter[str]] = {}
    for each in judged:
        for name in names(each.case):
            found.setdefault(name, Counter())[each.ruling] += 1
    return found


def _lacking(part: str, expected: Any) -> str:
    return f"{part}: expected {expected}, not answered"


def _part(part: str, expected: Any, answered: Any) -> str:
    """Return how a part of the answer differs from the one expected; empty if it does not."""
    if part == "rule":  # any of those listed is right
        right = answered in expected
        return "" if right else f"rule: expected {' or '.join(expected)}, answered {answered}"
    if part not in ("turns", "meeples", "goals"):
        return "" if answered == expected else f"{part}: expected {expected}, answered {answered}"
    if part == "turns":
        expected, answered = map(_plain, expected), map(_plain, answered)
    wanted, given = set(expected), set(answered)
    missing, surplus = sorted(wanted - given), sorted(given - wanted)
    differences = [f"{part} lacking: {_listed(missing)}"] if missing else []
    differences += [f"{part} too many: {_listed(surplus)}"] if surplus else []
    return "; ".join(differences)


def _plain(text: str) -> str:
    """Return a turn's tile, place and claim with the first of its equal rotations and edges."""
    try:
        turn = parse_turn(text)
    except Malformed:  # not a turn, as when the game ends without one
        return text
    kind = tile_kind(turn.tile)
    segment = kind.orientations[turn.rotation].segment_named(turn.claim)
    claim = turn.claim if segment is None else segment.name
    rotation = turn.rotation % len(kind.rotations)
    return turn_text(Turn(turn.tile, rotation, turn.x, turn.y, claim, large=turn.large))


def _listed(texts: list[str]) -> str:
    shown = " ".join(texts[:_SHOWN])
    return shown if len(texts) <= _SHOWN else f"{shown} and {len(texts) - _SHOWN} more"
