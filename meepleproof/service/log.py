"""The log of the service: lines of JSON on stderr."""

from __future__ import annotations

import json
import logging
import sys
import traceback
from datetime import UTC, datetime
from typing import Any

__all__ = ["LOG", "JsonLines", "log_as_json"]
LOG = logging.getLogger("meepleproof.service")


class JsonLines(logging.Formatter):
    """Formats each record as one line of JSON, whatever clients put into it."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the line: time, level, event, and the ``facts`` given as extra."""
        line: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "event": record.getMessage(),
            **getattr(record, "facts", {}),
        }
        if record.exc_info:
            line["traceback"] = "".join(traceback.format_exception(*record.exc_info))
        return json.dumps(line)


def log_as_json(level: int) -> None:
    """Write all that is logged in this process from that level on to stderr, as lines of JSON."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines())
    root = logging.getLogger()
    root.addHandler(handler)
    root.setLevel(level)
