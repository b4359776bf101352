"""Documents that are listed once each and referred to by number."""

from __future__ import annotations

import json
from collections.abc import Callable, Hashable
from typing import Any


class Numbered:
    """Gives equal documents the same number, and lists each once.

    >>> numbered = Numbered()
    >>> numbered.number({"says": "no"}), numbered.number({"says": "no"}), numbered.listed
    (0, 0, [{'says': 'no'}])
    """

    def __init__(self) -> None:
        self.listed = list[Any]()
        self._numbers = dict[Hashable, int]()

    def number(self, document: Any) -> int:
        """Return the number of a document."""
        return self.number_of(json.dumps(document, sort_keys=True), lambda: document)

    def number_of(self, key: Hashable, document: Callable[[], Any]) -> int:
        """Return the number of the document with that key, made when the key is new."""
        if key not in self._numbers:
            self._numbers[key] = len(self.listed)
            self.listed.append(document())
        return self._numbers[key]
