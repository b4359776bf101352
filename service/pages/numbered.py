"""Documents that are listed once each and referred to by number."""

from __future__ import annotations

import json
from collections.abc import Hashable
from typing import Any

Document = dict[str, Any]


class Numbered:
    """Gives equal documents the same number, and lists each once.

    >>> numbered = Numbered()
    >>> numbered.number({"says": "no"}), numbered.number({"says": "no"}), numbered.listed
    (0, 0, [{'says': 'no'}])
    """

    def __init__(self) -> None:
        self.listed = list[Any]()
        self._numbers = dict[Hashable, int]()

    def number(self, document: Any, key: Hashable = None) -> int:
        """Return the number of a document, which has the ``key`` if one is given."""
        known = json.dumps(document, sort_keys=True) if key is None else key
        if known not in self._numbers:
            self._numbers[known] = len(self.listed)
            self.listed.append(document)
        return self._numbers[known]
