"""Claims of scenarios denied, for every game: a checker must find what is denied violated."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

_DENIED = {"every": "every", "some": "no", "no": "some"}


def denial(
    claim: dict[str, Any],
    denied_outcome: Callable[[dict[str, Any]], dict[str, Any]],
    *,
    kept_rule: str,
) -> dict[str, Any]:
    """Return the opposite of a claim; no record of the scenarios breaks ``kept_rule``."""
    kind = claim["claim"]
    if kind == "exactly":
        return claim | {"number": claim["number"] + 1}
    if kind == "set":
        return claim | {"equals": [*claim["equals"], "no such value"]}
    if kind in ("outcome", "final"):
        return claim | {"is": denied_outcome(claim["is"])}
    if kind == "record":
        kept = {name: value for name, value in claim.items() if name not in ("breaks", "turn")}
        return kept if "breaks" in claim else claim | {"breaks": kept_rule}
    if kind == "position":
        kept = {name: value for name, value in claim.items() if name not in ("breaks", "fault")}
        return kept if kept != claim else claim | {"fault": "no_tiles"}
    denied = claim | {"claim": _DENIED[kind]}
    return denied | {"holds": ["not", claim["holds"]]} if kind == "every" else denied
