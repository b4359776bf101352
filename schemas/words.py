"""How the schemas put a fault into words: what was given, what was meant, what was expected."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from itertools import takewhile
from typing import Any

__all__ = [
    "description",
    "hint",
    "near_pointer",
    "pointed",
    "pointer",
    "quoted",
    "rule_of",
    "settled",
]

_QUOTED = 80
_NAMED = 99


def description(schema: Any) -> str:
    """Return the first sentence of a schema's description.

    >>> description({"description": "A text. It is short."})
    'a text'
    """
    stated = schema if isinstance(schema, Mapping) else {}
    sentence = str(stated.get("description", "")).partition(". ")[0].rstrip(".")
    return sentence[:1].lower() + sentence[1:]


def rule_of(schema: Any) -> str:
    """Return the id of the rule that a schema states for its place, empty if it states none.

    >>> rule_of({"x-rule": "SOLO-OPTION-1"}), rule_of(True)
    ('SOLO-OPTION-1', '')
    """
    return str(schema.get("x-rule", "")) if isinstance(schema, Mapping) else ""


def hint(given: object, known: list[str]) -> str:
    """Return the question which of the known words was meant, nothing if none is near.

    >>> hint("cuont", ["count", "seed"])
    '; did you mean "count"?'
    """
    near = get_close_matches(given, known, n=1) if isinstance(given, str) else []
    return f"; did you mean {quoted(near[0])}?" if near else ""


def settled(schema: Mapping[str, Any], key: str) -> str:
    """Return what settled the question that the key once stood for, nothing if it never did.

    >>> settled({"x-settled": {"four.start": "Space 4."}}, "four.start")
    '; it was a switch, and its question is settled: Space 4. Leave it out.'
    """
    answer = schema.get("x-settled", {}).get(key)
    if answer is None:
        return ""
    return f"; it was a switch, and its question is settled: {answer} Leave it out."


def pointer(path: Iterable[str | int]) -> str:
    """Return the JSON Pointer of a path.

    >>> pointer(("a/b", 0))
    '/a~1b/0'
    """
    return "".join(f"/{str(step).replace('~', '~0').replace('/', '~1')}" for step in path)


def pointed(pointer: str) -> tuple[str | int, ...]:
    """Return the path of a JSON Pointer, nothing for what is none, like the name of a file.

    >>> pointed("/a~1b/0"), pointed("'my.json'")
    (('a/b', 0), ())
    """
    if not pointer.startswith("/"):
        return ()
    steps = (step.replace("~1", "/").replace("~0", "~") for step in pointer[1:].split("/"))
    return tuple(int(step) if step.isdecimal() else step for step in steps)


def near_pointer(path: Iterable[str | int]) -> str:
    r"""Return the JSON Pointer of a path up to the first key that is too long or strange to tell.

    >>> near_pointer(("is", "a\nb", 0))
    '/is'
    """
    return pointer(takewhile(_is_readable, path))


def _is_readable(step: str | int) -> bool:
    return isinstance(step, int) or (len(step) <= _NAMED and step.isprintable())


def quoted(value: object) -> str:
    """Return a value as JSON, no longer than a sentence can bear."""
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= _QUOTED else f"{text[:_QUOTED]}..."
