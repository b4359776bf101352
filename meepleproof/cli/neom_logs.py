"""Logs of NEOM as commands read them, follow them and write them."""

from __future__ import annotations

import json
from typing import Any

from meepleproof.cli.console import read_json
from verifier.errors import Illegal, KeysDisagree, Undecided
from verifier.neom.engine import Due, Engine, Standing
from verifier.neom.key import Key
from verifier.neom.log import Log, Reveal
from verifier.neom.log_check import check_log
from verifier.neom.log_document import log_from_json
from verifier.neom.model.key import NeomModel
from verifier.neom.state import Outcome
from verifier.neom.tile_catalogue import TileCatalogue

__all__ = ["KEYS", "agreed_outcomes", "log_text", "next_in_words", "read_log", "require_legal"]

KEYS: tuple[Key, ...] = (Engine(), NeomModel())

_DUE = {
    "keep": "keep one Cornerstone of the stack",
    "tiles": "choose the tiles in play: 1+, or 1+ 4+, or 1+ 4+ 5+",
    "act": "select a tile of the pack and take one action",
    "strike": "answer the Disaster that strikes",
    "end": "score the game",
    "": "nothing; the game is over",
}


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


def next_in_words(due: Due) -> str:
    """Return what is due."""
    if due.next == "cornerstones":
        return f"reveal a stack of {due.shown} Cornerstones"
    if due.next == "reveal":
        return f"reveal a pack of {due.shown} tiles"
    return _DUE[due.next]


def agreed_outcomes(
    catalogue: TileCatalogue, log: Log, standings: tuple[Standing, ...], back: int
) -> frozenset[Outcome]:
    """Return the outcomes of the pack revealed so many events before the end, by both keys.

    :raises Undecided: if its pack, or the money, is not known, or the catalogue lacks something.
    :raises KeysDisagree: if the keys do.
    """
    pack, before = log.events[-back], standings[-1 - back]
    if not isinstance(pack, Reveal):
        raise Undecided("the actions of this turn cannot be listed: its pack is not in the log")
    if before.money is None:
        raise Undecided("the actions cannot be listed while the money is unknown; note it")
    found = [key.outcomes(catalogue, before.state, pack.tiles) for key in KEYS]
    if found[0] != found[1]:
        raise KeysDisagree(f"the actions possible with {', '.join(pack.tiles)}")
    return found[0]


def log_text(document: dict[str, Any]) -> str:
    """Return a log as JSON, an event on a line."""
    beside = {name: part for name, part in document.items() if name != "events"}
    head = json.dumps(beside, ensure_ascii=False)[1:-1]
    if not document["events"]:
        return f'{{{head}, "events": []}}\n'
    events = ",\n".join(f"  {json.dumps(each, ensure_ascii=False)}" for each in document["events"])
    return f'{{{head},\n "events": [\n{events}\n ]}}\n'
