"""A document that follows its schema is held against it once in a process of tests.

Whether it does depends on the two alone, and a third of the time of many tests went there: they
read the same packs. What does not follow its schema is looked at anew each time.
"""

from __future__ import annotations

import marshal
from collections.abc import Iterator
from hashlib import sha256
from typing import Any

from verifier.documents import validation

_WITHOUT_REFERENCES = 2
"""The last form of ``marshal`` in which the same document has the same bytes."""


def remember_valid() -> None:
    """Have this process remember which documents were found to follow which schema."""
    looked_at, valid = validation._all_faults, set[tuple[str, bytes]]()

    def faults(name: str, document: Any) -> Iterator[Any]:
        try:
            content = marshal.dumps(document, _WITHOUT_REFERENCES)
        except ValueError:  # it has what JSON has not
            return looked_at(name, document)
        key = (name, sha256(content).digest())
        if key in valid:
            return iter(())
        found = list(looked_at(name, document))
        if not found:
            valid.add(key)
        return iter(found)

    validation._all_faults = faults
