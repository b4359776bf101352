"""Files of JSON for the library, whose errors are all of its own sorts."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from meepleproof.cli.console import read_json
from verifier.errors import Malformed

__all__ = ["read_document"]


def read_document(path: str | Path) -> Any:
    """Return the value of a JSON file.

    :raises Malformed: if the file cannot be opened, or is not JSON as the documents here use it.

    >>> read_document("no.json")
    Traceback (most recent call last):
    ...
    verifier.errors.Malformed: the file cannot be read: No such file or directory (at 'no.json')
    """
    name = str(path)
    try:
        return read_json(name)
    except OSError as error:
        reason = error.strerror or str(error)
        raise Malformed(f"the file cannot be read: {reason}", where=repr(name)) from None
