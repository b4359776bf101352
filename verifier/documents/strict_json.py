"""Reads and writes JSON as the documents here use it: no fractions, no key twice, UTF-8."""

from __future__ import annotations

import json
import re
import sys
from typing import Any, Never, TypeAlias

from verifier.errors import Malformed

__all__ = ["Document", "json_text", "json_value", "most_digits", "too_deep"]

Document: TypeAlias = dict[str, Any]
"""A JSON object."""

_MOST_DEEP = 64
"""How deeply arrays and objects may lie in each other; our own documents need 12 levels."""
# Possessive, and the closing quote is optional, so that an endless string is read once.
_BRACKET = re.compile(r'"(?:[^"\\]++|\\.)*+"?|([\[{])|([\]}])', re.DOTALL)


def json_value(text: str, name: str) -> Any:
    """Return the value of a JSON text; errors call the text by ``name``.

    :raises Malformed: if it is not JSON, or has fractions, NaN, a key given twice, or half a
        surrogate pair, none of which our documents contain, or is nested more than 64 levels deep.
    """
    place = too_deep(text, _MOST_DEEP)
    if place:
        message = f"nested too deeply: more than {_MOST_DEEP} arrays and objects in each other"
        raise Malformed(message, where=f"{name}, {place}")
    try:
        value = json.loads(
            text,
            object_pairs_hook=_object,
            parse_constant=_refuse_number,
            parse_float=_refuse_number,
        )
        if "\\u" in text:
            json_text(value).encode()
    except Malformed as error:
        raise Malformed(error.message, where=name) from None
    except json.JSONDecodeError as error:
        place = f"{name}, line {error.lineno}, column {error.colno}"
        raise Malformed(f"not JSON: {error.msg}", where=place) from None
    except UnicodeEncodeError as error:
        half = ascii(error.object[error.start])
        raise Malformed(f"half a surrogate pair: {half}", where=name) from None
    except ValueError:
        message = f"a number has more digits than are allowed, {most_digits():,}"
        raise Malformed(message, where=name) from None
    return value


def most_digits() -> int:
    """Return how many digits a number may have: more could take a long time to read."""
    return sys.get_int_max_str_digits()


def too_deep(text: str, most: int) -> str:
    """Return where a JSON text opens more arrays and objects in each other than that, or nothing.

    It takes time proportional to the length of the text.

    >>> too_deep('{"a": [["[["]]}', 3), too_deep('{"a": [["[["]]}', 2)
    ('', 'line 1, column 8')
    """
    depth = 0
    for found in _BRACKET.finditer(text):
        depth += (found[1] is not None) - (found[2] is not None)
        if depth > most:
            lines = text[: found.start()].split("\n")
            return f"line {len(lines)}, column {len(lines[-1]) + 1}"
    return ""


def json_text(value: object) -> str:
    r"""Return a value as canonical JSON: sorted keys, no spaces, one line ending in a newline.

    >>> json_text({"b": [1, 2], "a": "é"})
    '{"a":"é","b":[1,2]}\n'
    """
    line = json.dumps(
        value, sort_keys=True, ensure_ascii=False, allow_nan=False, separators=(",", ":")
    )
    return line + "\n"


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    made = dict(pairs)
    if len(made) < len(pairs):
        raise Malformed(f"the key {_twice(pairs)} is given twice in one object")
    return made


def _twice(pairs: list[tuple[str, Any]]) -> str:
    """Return the first repeated key as JSON, shortened to fit into a sentence."""
    seen = set[str]()
    for key, _ in pairs:
        if key in seen:
            return json.dumps(key)[:80]
        seen.add(key)
    raise AssertionError("each key is there once")


def _refuse_number(digits: str) -> Never:
    raise Malformed(f"the number {digits[:40]} is not a whole number")
