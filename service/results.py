"""Results of puzzles that players choose to send: a file with a line of JSON for each.

A line has the day and what was sent: no name, no address, no token and no time of day.
"""

from __future__ import annotations

import json
import threading
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

__all__ = ["ResultsFull", "ResultsLog"]

MOST_BYTES = 256 << 20


class ResultsFull(Exception):
    """The file has grown to its limit, so that no client can fill the disk."""


class ResultsLog:
    """A file of results, to which lines are added; it is made if there is none.

    :raises OSError: if it cannot be written.
    """

    def __init__(self, path: Path, most: int = MOST_BYTES) -> None:
        self._path, self._most, self._lock = path, most, threading.Lock()
        self._path.touch(mode=0o600)

    def keep(self, result: Mapping[str, Any]) -> None:
        """Add a result, on the day that it is by UTC.

        :raises ResultsFull: if the file is full.
        :raises OSError: if it cannot be written.
        """
        line = json.dumps({**result, "day": datetime.now(UTC).date().isoformat()}, sort_keys=True)
        with self._lock, self._path.open("a", encoding="utf-8") as file:
            if file.tell() + len(line) >= self._most:
                raise ResultsFull
            file.write(f"{line}\n")
