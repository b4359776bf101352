"""The verdict on the log of a NEOM game: whether it was played by the rules, by all keys."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from verifier import __version__
from verifier.neom.key import Key
from verifier.neom.log import Log, LogReport
from verifier.neom.tile_catalogue import TileCatalogue
from verifier.processor_time import cpu_seconds
from verifier.verdict import KeyReport, Verdict

__all__ = ["CheckedLog", "check_log", "without_words"]

CLAIM = "the game is legal, and what was noted is so"

_METHODS = {"engine": "plays the log", "model": "reads the log as constants"}


@dataclass(frozen=True, slots=True)
class CheckedLog:
    """The verdict on a log, and the report that all keys agree on, in the words of the first.

    ``violated`` if a rule is broken or a note is wrong; else ``undecided`` if something cannot
    be determined. ``report`` is None where the keys disagree.
    """

    verdict: Verdict
    report: LogReport | None


def check_log(catalogue: TileCatalogue, log: Log, keys: Sequence[Key]) -> CheckedLog:
    """Return the verdict on a log by all the keys given.

    They disagree unless they report the same broken rules at the same event, the same wrong notes,
    the same unknowns, and the same money, tokens and score.
    """
    reports: list[LogReport] = []
    work: list[KeyReport] = []
    for key in keys:
        began = cpu_seconds()
        reports.append(key.check(catalogue, log))
        work.append(_work(key, log, cpu_seconds() - began))
    first, *others = reports
    for key, other in zip(keys[1:], others, strict=True):
        if without_words(other) != without_words(first):
            why = f"{keys[0].name} and {key.name} differ: {_difference(first, other)}"
            return CheckedLog(Verdict("keys disagree", tuple(work), why, CLAIM), None)
    if first.violations:
        rules = " ".join(dict.fromkeys(each.rule for each in first.violations))
        why = f"event {first.violations[0].event + 1} breaks {rules}"
        return CheckedLog(Verdict("violated", tuple(work), why, CLAIM), first)
    if first.differences:
        noted = first.differences[0]
        why = (
            f"{noted.what} noted at event {noted.event + 1} is {noted.followed}, not {noted.noted}"
        )
        return CheckedLog(Verdict("violated", tuple(work), why, CLAIM), first)
    if first.unknown:
        why = "; ".join(dict.fromkeys(str(unknown) for _, unknown in first.unknown))
        return CheckedLog(Verdict("undecided", tuple(work), why, CLAIM), first)
    return CheckedLog(Verdict("holds", tuple(work), claim=CLAIM), first)


def without_words(report: LogReport) -> LogReport:
    """Return a report without the words of its messages, in one order, to be compared."""
    return replace(
        report,
        violations=tuple(sorted({replace(each, message="") for each in report.violations})),
        differences=tuple(
            replace(each, noted="", followed="")
            for each in sorted(report.differences, key=lambda each: (each.event, each.what))
        ),
        unknown=tuple(sorted(set(report.unknown))),
    )


def _difference(one: LogReport, other: LogReport) -> str:
    left, right = without_words(one), without_words(other)
    for field in ("violations", "differences", "unknown", "money", "tokens", "score"):
        if getattr(left, field) != getattr(right, field):
            return f"{field} {getattr(left, field)!r} and {getattr(right, field)!r}"
    raise AssertionError("equal reports were called different")


def _work(key: Key, log: Log, seconds: float) -> KeyReport:
    return KeyReport(
        key=key.name,
        examined=len(log.events),
        work="events",
        version=__version__,
        method=_METHODS[key.name],
        seconds=round(seconds, 2),
    )
