"""Read the catalogue's own package data, and help with names that are not in it."""

from __future__ import annotations

import json
from collections.abc import Iterable
from difflib import get_close_matches
from importlib import resources
from typing import Any

from verifier.errors import Malformed


def read(name: str) -> Any:
    """Return the content of the JSON file ``name`` of this package."""
    return json.loads(resources.files(__package__).joinpath(name).read_text(encoding="utf-8"))


def unknown(what: str, given: str, known: Iterable[str]) -> Malformed:
    """Return the error for a name that is not known, with the nearest ones that are.

    >>> print(unknown("rule", "SOLO-SCOER-6", ["SOLO-SCORE-6", "DEF-1"]))
    unknown rule 'SOLO-SCOER-6'; did you mean SOLO-SCORE-6?
    >>> print(unknown("switch", "xyz", ["city.two"]))
    unknown switch 'xyz'; 'meepleproof rules' lists what there is
    """
    # Compared without case: ids are capitals, and a shell is lazy.
    by_fold = {name.casefold(): name for name in known}
    near = [by_fold[match] for match in get_close_matches(given.casefold(), by_fold)]
    listing = "'meepleproof rules' lists what there is"
    hint = f"did you mean {' or '.join(near)}?" if near else listing
    return Malformed(f"unknown {what} {given!r}; {hint}")
