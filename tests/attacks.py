"""Bodies within the limits that once took seconds to read: each is a single POST."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any

from verifier.documents import schemas

PLACE = "/api/verifications"
_BYTES = 250_000
"""Somewhat less than a body may have."""
_SCENARIO = schemas.schema("scenario")["examples"][0]


def attacks(size: int = _BYTES) -> Mapping[str, bytes]:
    """Return bodies of about ``size`` bytes by what they are made of."""
    made: dict[str, Callable[[int], str]] = {
        "a text that never ends": lambda size: '{"position": "' + '\\"' * (size // 2),
        "a text that ends in a backslash": lambda size: '{"position": "' + "\\" * size,
        "values that are all different": _different,
        "lists that are all different": _different_lists,
        "keys of which the last two are equal": _keys,
        "a short key over and over": lambda size: "{" + '"a":1,' * (size // 6) + '"a":1}',
        "a long list where a text is expected": lambda size: _claims({"turn": _numbers(size)}),
        "a long list of numbers for tiles": lambda size: _claims({"next": _numbers(size)}),
        "a long list of tiles": lambda size: _claims({"next": ["A"] * (size // 5)}),
        "a long list of lists for tiles": lambda size: _claims({"next": [[]] * (size // 4)}),
        "a list of scores": lambda size: _claims({"scores": {"each": [[1, 2, 3]] * (size // 12)}}),
        "a list of wrong scores": lambda size: _claims({"scores": {"each": [[]] * (size // 4)}}),
        "lists where scores are expected": lambda size: _claims({"scores": [[]] * (size // 4)}),
        "an array for a position": lambda size: _document(position=[{}] * (size // 4)),
        "placements that are wrong": lambda size: _document(
            position={"placements": [{}] * (size // 4)}
        ),
        "unknown keys": lambda size: _document(**{f"k{n}": 1 for n in range(size // 11)}),
        "one long key": lambda size: _document(**{"k" * (size - 20): 1}),
        "claims that are wrong": lambda size: _document(position="x", claims=[{}] * (size // 4)),
        "features that are wrong": lambda size: _claims({"is": {"scored": [{}] * (size // 4)}}),
        "cells that are wrong": lambda size: _claims(
            {"is": {"meeples": {f"x{n}": 1 for n in range(size // 11)}}}
        ),
        "meeples of a record": lambda size: _document(
            record={"turns": [{"meeples": [{}] * 99}] * (size // 420)}
        ),
        "rules, each once": lambda size: _document(
            scenario=_SCENARIO | {"rules": [f"A-{n}" for n in range(size // 12)]}
        ),
        "brackets": lambda size: "[" * size,
        "brackets that close": lambda size: "[" + "[]," * (size // 3) + "1]",
        "a long number": lambda size: "1" * size,
        "long numbers": lambda size: "[" + ("1" * 4200 + ",") * (size // 4201) + "1]",
        "surrogates": lambda size: '["' + "\\ud800" * (size // 6) + '"]',
        "blanks": lambda size: " " * size,
        "a long rule": lambda size: _document(
            scenario=_SCENARIO | {"rules": ["A" + "-A" * (size // 2) + "!"]}
        ),
        "a long position": lambda size: _document(position="s3.4" + "~a" * (size // 2) + "!"),
    }
    return {name: make(size).encode() for name, make in made.items()}


def _different(size: int) -> str:
    values = [1, *(f"{number:06}" for number in range(size // 10))]
    return _claims({"claim": "set", "of": 1, "equals": values})


def _different_lists(size: int) -> str:
    values = [1, *([number] for number in range(100_000, 100_000 + size // 10))]
    return _claims({"claim": "set", "of": 1, "equals": values})


def _keys(size: int) -> str:
    keys = "".join(f'"k{number:06}":1,' for number in range(size // 12))
    return "{" + keys + '"z":1,"z":1}'


def _numbers(size: int) -> list[int]:
    return [1] * (size // 3)


def _claims(claim: dict[str, Any]) -> str:
    claims = [{"claim": "outcome", **claim}]
    return _document(position="s3.4~D0.0.0~p1.2.3~h4.4.4~t1~nE..~u5.5.5", claims=claims)


def _document(**parts: Any) -> str:
    return json.dumps(parts)
