"""Logs of NEOM as commands read them, follow them and write them."""

from __future__ import annotations

import json
from typing import Any

from meepleproof.cli.console import read_json
from verifier.errors import Illegal, KeysDisagree
from verifier.neom.documents import log_from_json
from verifier.neom.engine import Engine
from verifier.neom.key import Key
from verifier.neom.log import Log
from verifier.neom.log_check import check_log
from verifier.neom.model.key import NeomModel
from verifier.neom.tiles import TileCatalogue

__all__ = ["KEYS", "log_text", "read_log", "require_legal"]

KEYS: tuple[Key, ...] = (Engine(), NeomModel())


def read_log(file: str, catalogue: TileCatalogue) -> Log:
    """Return the log in a file (``-``: standard input).

    :raises Malformed: if it cannot be read.
    """
    name = "standard input" if file == "-" else repr(file)
    return log_from_json(read_json(file), catalogue, name)


_CORRECT = "correct the log, 'meepleproof neom check' names every broken rule"


def require_legal(catalogue: TileCatalogue, log: Log, advice: str = _CORRECT) -> None:
    """Check a log by both keys; ``advice`` says what to do about an illegal event.

    :raises Illegal: if an event breaks a rule.
    :raises KeysDisagree: if the keys do.
    """
    checked = check_log(catalogue, log, KEYS)
    if checked.report is None:
        raise KeysDisagree(checked.verdict.why)
    if checked.report.violations:
        first = checked.report.violations[0]
        raise Illegal(
            f"event {first.event + 1} is illegal: {first.message}; {advice}", rule=first.rule
        )


def log_text(document: dict[str, Any]) -> str:
    """Return a log as JSON, an event on a line."""
    beside = {name: part for name, part in document.items() if name != "events"}
    head = json.dumps(beside, ensure_ascii=False)[1:-1]
    if not document["events"]:
        return f'{{{head}, "events": []}}\n'
    events = ",\n".join(f"  {json.dumps(each, ensure_ascii=False)}" for each in document["events"])
    return f'{{{head},\n "events": [\n{events}\n ]}}\n'
