"""Results of puzzles that players choose to send: files with a line of JSON for each.

A line has the day and what was sent: no name, no address, no token and no time of day.
"""

from __future__ import annotations

import json
import os
import threading
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from generator.results import result_files

__all__ = ["ResultsLog"]

MOST_BYTES = 64 << 20
"""Bytes of a file. A full one is put aside and a new one begun: no client fills the disk."""


class ResultsLog:
    """A file of results, to which lines are added; it is made if there is none.

    :raises OSError: if it cannot be written.
    """

    def __init__(self, path: Path, most: int = MOST_BYTES) -> None:
        self._path, self._most, self._lock = path, most, threading.Lock()
        self._path.touch(mode=0o600)

    def keep(self, result: Mapping[str, Any]) -> None:
        """Add a result, on the day that it is by UTC, whole or not at all.

        :raises OSError: if it cannot be written.
        """
        day = datetime.now(UTC).date().isoformat()
        line = f"{json.dumps({**result, 'day': day}, sort_keys=True)}\n".encode()
        with self._lock:
            if self._path.exists() and self._path.stat().st_size + len(line) > self._most:
                self._put_aside()
            self._add(line)

    def _add(self, line: bytes) -> None:
        file = os.open(self._path, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o600)
        try:
            size = os.fstat(file).st_size
            # After half a line, left by a service that was killed, a new one begins.
            if size and os.pread(file, 1, size - 1) != b"\n":
                line = b"\n" + line
            try:
                while line:  # a full disk takes a part of it, then none
                    line = line[os.write(file, line) :]
            except OSError:
                os.truncate(file, size)
                raise
        finally:
            os.close(file)

    def _put_aside(self) -> None:
        """Rename each file to that of the one before it; the oldest is dropped."""
        oldest, *others = result_files(self._path)
        for older, file in zip((oldest, *others), others, strict=False):
            if file.exists():
                file.replace(older)
