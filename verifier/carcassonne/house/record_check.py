"""Whether a house game was played by the rules, and if not which rule was broken first."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from verifier import __version__
from verifier.carcassonne.house.faults import require_valid
from verifier.carcassonne.house.key import Key
from verifier.carcassonne.house.record import Record
from verifier.carcassonne.table.faults import Violation
from verifier.processor_time import cpu_seconds
from verifier.verdict import KeyReport, Verdict

_METHODS = {"engine": "plays the record", "model": "reads the record as constants"}
_CLAIM = "the game is legal"


@dataclass(frozen=True, slots=True)
class CheckedRecord:
    """The verdict on the claim that a game is legal, and what breaks it first if anything does.

    ``broken`` are the rules that all keys find broken in the first illegal part-turn, in the words
    of the first key.
    """

    verdict: Verdict
    broken: tuple[Violation, ...] = ()


def check_record(record: Record, keys: Sequence[Key]) -> CheckedRecord:
    """Return whether a game is legal by all the keys given.

    They disagree if they do not find the same part-turn illegal, or no rule broken in common.

    :raises Illegal: if the game starts from a position that cannot be.
    """
    require_valid(record.start)
    found: list[tuple[Violation, ...]] = []
    reports: list[KeyReport] = []
    for key in keys:
        began = cpu_seconds()
        found.append(key.violations(record))
        reports.append(_report(key, record, cpu_seconds() - began))
    firsts = [_first(each) for each in found]
    common = set.intersection(*(set(_places(each)) for each in firsts))
    if any(firsts) and not common:
        why = "; ".join(f"{key.name} {_said(each)}" for key, each in zip(keys, firsts, strict=True))
        return CheckedRecord(Verdict("keys disagree", tuple(reports), why, _CLAIM))
    broken = tuple(each for each in firsts[0] if (each.turn, each.rule) in common)
    if not broken:
        return CheckedRecord(Verdict("holds", tuple(reports), claim=_CLAIM))
    why = f"{_place(broken[0].turn)} breaks {broken[0].rule}"
    return CheckedRecord(Verdict("violated", tuple(reports), why, _CLAIM), broken)


def _first(found: tuple[Violation, ...]) -> tuple[Violation, ...]:
    turn = min((each.turn for each in found), default=0)
    return tuple(each for each in found if each.turn == turn)


def _places(found: tuple[Violation, ...]) -> list[tuple[int, str]]:
    return [(each.turn, each.rule) for each in found]


def _said(found: tuple[Violation, ...]) -> str:
    if not found:
        return "finds nothing broken"
    rules = " ".join(dict.fromkeys(each.rule for each in found))
    return f"finds {_place(found[0].turn)} to break {rules}"


def _place(turn: int) -> str:
    return f"part-turn {turn}" if turn else "the set-up"


def _report(key: Key, record: Record, seconds: float) -> KeyReport:
    return KeyReport(
        key=key.name,
        examined=len(record.turns),
        work="part-turns",
        version=__version__,
        method=_METHODS[key.name],
        seconds=round(seconds, 2),
    )
