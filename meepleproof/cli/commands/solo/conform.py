"""``meepleproof conform``: put the conformance suite to a foreign engine."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import click

from meepleproof.cli.console import emit_json, json_text
from meepleproof.cli.examples import examples
from meepleproof.cli.places import at_option
from meepleproof.cli.printing import echo
from meepleproof.cli.solo.foreign_engine import ForeignEngine
from meepleproof.cli.status_line import ShowStatus, status_line
from verifier.carcassonne.solo.catalogue import CATALOGUE
from verifier.carcassonne.solo.codec import position_from_json, record_from_json
from verifier.carcassonne.solo.conformance import (
    AREAS,
    RULINGS,
    UNTESTED,
    Case,
    CaseResult,
    cases,
    count_by_area,
    count_by_rule,
    judge,
    not_offered,
    suspects,
    verdict,
)
from verifier.carcassonne.solo.notation import position_text
from verifier.documents.strict_json import Document
from verifier.errors import Malformed, Undecided
from verifier.verdict import EXIT_CODES, Answer

__all__ = ["command"]

INVALID_INPUT = 3
MOST_TIMES_OUT = 3
MOST_RULES = 10
MOST_TURNS = 8
LONGEST_SHOWN = 300


@dataclass(frozen=True, slots=True)
class ConformReport:
    """The report of a test: the engine's greeting, the judgements, and why it broke off, if so."""

    hello: dict[str, Any]
    judged: tuple[CaseResult, ...]
    broken: str = ""

    @property
    def verdict(self) -> Answer:
        """The verdict on the engine. A test that broke off can show failures only."""
        answer = verdict(self.judged)
        return "undecided" if self.broken and answer == "holds" else answer


@click.command(
    epilog=examples("conform -- meepleproof engine", "conform --only goals -- meepleproof engine")
)
@click.argument("engine", metavar="-- COMMAND [ARGS]...", nargs=-1, required=True)
@click.option(
    "--only",
    "areas",
    metavar="AREA",
    type=click.Choice(list(AREAS)),
    multiple=True,
    help=f"Ask about this area: {', '.join(AREAS)}.",
)
@click.option("--rule", "rules", metavar="ID", multiple=True, help="Ask what shows this rule.")
@click.option(
    "--time",
    "limit",
    type=click.IntRange(1, 86_400),
    default=10,
    show_default=True,
    help="Seconds for an answer.",
)
@click.option(
    "--show",
    "shown",
    type=click.IntRange(0),
    default=5,
    show_default=True,
    help="How many differences to show.",
)
@click.option("--json", "as_json", is_flag=True, help="Print JSON, with all differences.")
def command(
    *,
    engine: tuple[str, ...],
    areas: tuple[str, ...],
    rules: tuple[str, ...],
    limit: int,
    shown: int,
    as_json: bool,
) -> int:
    """Test another engine: start COMMAND, ask it the cases of the suite, compare its answers.

    The engine reads a request on each line of its standard input and answers it with a line on its
    standard output, both JSON. The archive that 'meepleproof conformance' writes tells how, and has
    an example. What the engine does not offer is skipped.

    Exit code: 0 if it passed all that it was asked, 1 if it failed, 3 if it cannot be started, ends
    or does not keep to the protocol, 4 if it was too slow or nothing could be asked.
    """
    chosen = _chosen(areas, rules)
    with ForeignEngine(engine, limit) as foreign, status_line() as show:
        report = _test(foreign, chosen, show)
    if as_json:
        emit_json(_data(report))
    else:
        echo(*_page(report, shown))
    if report.broken:
        echo(f"Error: {report.broken}", err=True)
        return INVALID_INPUT
    return EXIT_CODES[report.verdict]


def _chosen(areas: Sequence[str], rules: Sequence[str]) -> list[Case]:
    with at_option("--rule"):
        known = [CATALOGUE.rule(name).id for name in rules]
    chosen = [
        case
        for case in cases()
        if (not areas or case.area in areas) and (not known or set(known) & set(case.rules))
    ]
    if not chosen:
        raise click.UsageError("no case of the suite is in that area and shows that rule")
    return chosen


def _test(foreign: ForeignEngine, chosen: list[Case], show: ShowStatus) -> ConformReport:
    judged: list[CaseResult] = []
    show("the engine starts")
    hello = foreign.hello()
    can = set(hello["can"])
    late = 0
    for number, case in enumerate(chosen, 1):
        show(f"{number}/{len(chosen)} {case.id}")
        lacking = sorted(case.needs - can)
        if lacking:
            judged.append(not_offered(case, lacking))
        elif late == MOST_TIMES_OUT:
            judged.append(CaseResult(case, "undecided", "not asked, for the engine is too slow"))
        else:
            try:
                judged.append(judge(case, foreign.ask(case.request)))
            except Undecided as error:
                late += 1
                judged.append(CaseResult(case, "undecided", error.message))
            except Malformed as error:
                return ConformReport(hello, tuple(judged), f"{case.id}: {error}")
    return ConformReport(hello, tuple(judged))


def _page(report: ConformReport, shown: int) -> Iterator[str]:
    judged = report.judged
    name = f"{report.hello['name']} {report.hello.get('version', '')}".strip()
    yield f"{'area':<16}" + "".join(f"{ruling:>11}" for ruling in RULINGS)
    for area, counted in count_by_area(judged).items():
        yield f"{area:<16}" + "".join(f"{counted[ruling]:>11}" for ruling in RULINGS)
    yield from _rules(judged)
    for each in [each for each in judged if each.ruling == "failed"][:shown]:
        yield ""
        yield from _difference(each)
    yield ""
    reasons = Counter(why for each in judged for why in _not_judged(each))
    yield from (f"{number} {why}" for why, number in reasons.most_common())
    counted = Counter(each.ruling for each in judged)
    tally = ", ".join(f"{counted[ruling]} {ruling}" for ruling in RULINGS if counted[ruling])
    yield f"{name}: {tally or 'nothing was asked'}"


def _not_judged(judged: CaseResult) -> Iterator[str]:
    """Yield why a case was not judged, a reason for each ability that the engine lacks."""
    if judged.ruling in ("skipped", "undecided"):
        yield from (f"not offered: {word} (untested: {UNTESTED[word]})" for word in judged.lacking)
        if not judged.lacking:
            yield judged.why


def _rules(judged: Sequence[CaseResult]) -> Iterator[str]:
    """Yield the rules shown by failed cases, the likeliest to be broken first."""
    numbers, failed = count_by_rule(judged), suspects(judged)
    if failed:
        yield ""
        yield f"{'rule':<16}{'failed':>11}  of cases that show it"
    for name in failed[:MOST_RULES]:
        counted = numbers[name]
        yield f"{name:<16}{counted['failed']:>11}  of {counted['failed'] + counted['passed']}"
    if failed[MOST_RULES:]:
        yield f"and {len(failed) - MOST_RULES} more rules; --json names all"


def _difference(judged: CaseResult) -> Iterator[str]:
    case = judged.case
    yield f"{case.id}: {case.about}"
    yield from (f"  {line}" for line in _situation(judged))
    yield from (f"  {difference}" for difference in judged.why.split("; "))
    if "record" in case.request:
        yield f"  answered {_shortened(json_text(judged.answered))}"
    if case.rules:
        yield f"  shows {' '.join(case.rules)}"


def _situation(judged: CaseResult) -> Iterator[str]:
    """Yield what the engine was asked about: the position or where the game starts, and turns."""
    request = judged.case.request
    if "record" in request:
        record = record_from_json(request["record"])
        yield f"{position_text(record.start)}{' (the official set-up)' if record.official else ''}"
        yield from _turns(request["record"]["turns"], _turns_told(judged, len(record.turns)))
    if "position" in request:
        yield position_text(position_from_json(request["position"]))
    if "turn" in request:
        yield f"turn {request['turn']}"
    if "declined" in request:
        yield f"points declined: {' '.join(request['declined']) or 'none'}"


def _turns_told(judged: CaseResult, played: int) -> int:
    """Return the number of the last turn that expectation or answer speak of; all if neither."""
    told = [part["turn"] for part in (judged.case.answer, judged.answered or {}) if "turn" in part]
    return min(max(told, default=played), played)


def _turns(turns: Sequence[Document], last: int) -> Iterator[str]:
    """Yield turns of a record up to one of them, as they were sent, without the first of many."""
    first = max(0, last - MOST_TURNS)
    if first:
        yield f"{first} turns before these; --json has all"
    for number in range(first, last):
        yield f"turn {number + 1} {_shortened(json_text(turns[number]))}"
    if last < len(turns):
        yield f"{len(turns) - last} more turns after these"


def _shortened(text: str) -> str:
    line = text.strip()
    return line if len(line) <= LONGEST_SHOWN else f"{line[:LONGEST_SHOWN]}..."


def _data(report: ConformReport) -> dict[str, Any]:
    judged = report.judged
    numbers = count_by_rule(judged)
    document: dict[str, Any] = {
        "$schema": "urn:meepleproof:conform:1",
        "tested": report.hello,
        "verdict": report.verdict,
        "areas": {name: _all(counted) for name, counted in count_by_area(judged).items()},
        "rules": {name: _all(counted) for name, counted in numbers.items()},
        "without_case": [each.id for each in CATALOGUE.rules if each.id not in numbers],
        "differences": [_judged_to_json(each) for each in judged if each.ruling == "failed"],
        "not_judged": [
            {"id": each.case.id, "ruling": each.ruling, "why": each.why}
            for each in judged
            if each.ruling in ("skipped", "undecided")
        ],
    }
    return document | ({"broken": report.broken} if report.broken else {})


def _all(counted: Counter[str]) -> dict[str, int]:
    return {ruling: counted[ruling] for ruling in RULINGS}


def _judged_to_json(judged: CaseResult) -> dict[str, Any]:
    case = judged.case
    return {
        "id": case.id,
        "about": case.about,
        "rules": list(case.rules),
        "request": case.request,
        "expected": case.answer,
        "answered": judged.answered,
        "why": judged.why,
    }
