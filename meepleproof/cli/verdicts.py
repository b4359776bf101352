"""Verdicts as commands print them: the claim, whether it holds, and by which keys."""

from __future__ import annotations

from typing import Any

from verifier.verdict import KeyReport, Verdict

__all__ = ["ON_DEMAND", "answer_to_json", "verdict_in_words"]

ON_DEMAND = "Give yours as --turn; --solution tells what is right."
"""Stands where an answer would be printed that was not asked for."""


def answer_to_json(kind: str, verdict: Verdict, **fields: Any) -> dict[str, Any]:
    """Return the verdict as a document of that schema, with the fields that are not None."""
    document: dict[str, Any] = {
        "$schema": f"urn:meepleproof:{kind}:1",
        **{name: value for name, value in fields.items() if value is not None},
        "claim": verdict.claim,
        "verdict": verdict.answer,
        "keys": [_key_to_json(report) for report in verdict.keys],
    }
    if verdict.shared:
        document["shared"] = list(verdict.shared)
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
        "seconds": f"{report.seconds:.2f}",
        "work": {report.work: report.examined},
    }
    return {**document, "trouble": report.trouble} if report.trouble else document


def _key_in_words(report: KeyReport) -> str:
    details = [f"{name} {value}" for name, value in report.parameters]
    work = report.work.removesuffix("s") if report.examined == 1 else report.work
    details += [f"{report.examined:,} {work}", f"{report.seconds:.2f} s"]
    trouble = f"; {report.trouble}" if report.trouble else ""
    return f"  {report.key} {report.version}: {report.method} ({', '.join(details)}){trouble}"
