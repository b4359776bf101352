"""Verdicts as commands print them: what is claimed, whether it holds, and by which keys."""

from __future__ import annotations

from typing import Any

from verifier.verdict import KeyReport, Verdict

__all__ = ["verdict_in_words", "verdict_to_json"]


def verdict_to_json(verdict: Verdict) -> dict[str, Any]:
    """Return the verdict as the entries of a document."""
    document: dict[str, Any] = {
        "claim": verdict.claim,
        "verdict": verdict.answer,
        "keys": [_key_to_json(report) for report in verdict.keys],
    }
    return {**document, "why": verdict.why} if verdict.why else document


def verdict_in_words(verdict: Verdict) -> list[str]:
    """Return the verdict as lines: the answer, the reason if it does not hold, then the keys."""
    lines = [f"{verdict.answer}: {verdict.claim}"]
    if verdict.why:
        lines.append(f"  {verdict.why}")
    return [*lines, *(_key_in_words(report) for report in verdict.keys)]


def _key_to_json(report: KeyReport) -> dict[str, Any]:
    document: dict[str, Any] = {
        "name": report.key,
        "version": report.version,
        "method": report.method,
        "parameters": dict(report.parameters),
        "seconds": report.seconds,
        "work": {report.work: report.examined},
    }
    return {**document, "trouble": report.trouble} if report.trouble else document


def _key_in_words(report: KeyReport) -> str:
    told = [f"{name} {value}" for name, value in report.parameters]
    work = report.work.removesuffix("s") if report.examined == 1 else report.work
    told += [f"{report.examined:,} {work}", f"{report.seconds:.2f} s"]
    trouble = f"; {report.trouble}" if report.trouble else ""
    return f"  {report.key} {report.version}: {report.method} ({', '.join(told)}){trouble}"
