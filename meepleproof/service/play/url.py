"""What addresses of pages say, read with sentences about what is wrong: texts, numbers, turns."""

from __future__ import annotations

import re
from collections.abc import Mapping

from verifier.errors import Malformed

_LONGEST = 4000
"""Characters in a code or a line; the longest game has fewer."""


def read_turns(query: Mapping[str, str]) -> tuple[str, ...]:
    """Return the turns made so far, in the notation, unparsed.

    :raises Malformed: if there are too many.
    """
    line = read_text(query, "line")
    return tuple(line.split("~")) if line else ()


def read_text(query: Mapping[str, str], name: str) -> str:
    """Return a parameter as text, empty if it is missing.

    :raises Malformed: if it is too long.
    """
    text = query.get(name, "")
    if len(text) > _LONGEST:
        raise Malformed(
            f"{len(text)} letters are too many; at most {_LONGEST} are read", where=name
        )
    return text


def read_number(query: Mapping[str, str], name: str, most: int) -> int | None:
    """Return a parameter as a number, None if it is missing.

    :raises Malformed: if it is no number from 0 to ``most``.
    """
    text = query.get(name)
    if text is None:
        return None
    if not re.fullmatch("[0-9]{1,4}", text) or int(text) > most:
        raise Malformed(f"{text[:20]!r} is not a number from 0 to {most}", where=name)
    return int(text)
