"""Reads and writes JSON as the documents here use it: no fractions, no key twice, UTF-8."""

from __future__ import annotations

import json
from typing import Any, Never, TypeAlias

from verifier.errors import Malformed

__all__ = ["Document", "json_text", "json_value"]

Document: TypeAlias = dict[str, Any]
"""A JSON object."""


def json_value(text: str, name: str) -> Any:
    """Return the value of a JSON text; errors call the text by ``name``.

    :raises Malformed: if it is not JSON, or has fractions, NaN, a key given twice, or half a
        surrogate pair, none of which our documents contain.
    """
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
    except RecursionError:
        raise Malformed("nested too deeply", where=name) from None
    except ValueError as error:  # an integer of thousands of digits
        raise Malformed(f"it cannot be read: {error}", where=name) from None
    return value


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
