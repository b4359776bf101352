"""``meepleproof neom check``: whether a game that was written down is legal, by both keys."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import click

from meepleproof.cli.console import emit_json, filled
from meepleproof.cli.examples import examples
from meepleproof.cli.neom.inputs import read_catalogue
from meepleproof.cli.neom.logs import KEYS, read_log
from meepleproof.cli.neom.reports import (
    score_to_json,
    unknown_to_json,
    where_to_json,
    wrong_notes_to_json,
)
from meepleproof.cli.printing import echo
from meepleproof.cli.verdicts import answer_to_json, verdict_in_words
from meepleproof.rendering.neom.words import (
    event_in_words,
    goods_in_words,
    score_lines,
    when_in_words,
)
from verifier.neom.catalogue import CATALOGUE
from verifier.neom.log import Log, LogReport
from verifier.neom.log_check import CheckedLog, check_log
from verifier.neom.tiles import TileCatalogue
from verifier.neom.tiles_document import provenance_to_json
from verifier.verdict import EXIT_CODES

__all__ = ["command"]


@click.command(epilog=examples("example neom-game -o game.json", "neom check game.json"))
@click.argument("file", metavar="LOG")
@click.option(
    "--catalogue", "tiles", metavar="FILE", help="Your catalogue; without it the invented demo."
)
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def command(*, file: str, tiles: str | None, as_json: bool) -> int:
    """Check a game of NEOM that was written down, whole or in part, by both keys.

    LOG is a file of the schema neom-log, or - for standard input. Exit code 0 says that every
    event is legal and every note right, 1 that a rule is broken or a note wrong, 3 that the log
    cannot be read, 4 that the catalogue lacks what it takes to know.
    """
    catalogue = read_catalogue(tiles)
    log = read_log(file, catalogue)
    checked = check_log(catalogue, log, KEYS)
    if as_json:
        emit_json(_data(catalogue, log, checked))
    else:
        echo(*_page(catalogue, log, checked))
    return EXIT_CODES[checked.verdict.answer]


def _page(catalogue: TileCatalogue, log: Log, checked: CheckedLog) -> Iterator[str]:
    answer, *details = verdict_in_words(checked.verdict)
    yield answer
    keys = details[-len(checked.verdict.keys) :]
    if checked.report is None:
        yield from details[: -len(keys)]
    else:
        yield from _report(catalogue, log, checked.report)
    yield from keys
    yield from filled(f"Catalogue: {catalogue.provenance}")
    if catalogue.note:
        yield catalogue.note


def _report(catalogue: TileCatalogue, log: Log, report: LogReport) -> Iterator[str]:
    if report.violations:
        number = report.violations[0].event
        done = event_in_words(catalogue, log.events[number])
        yield from filled(f"{_place(log, number)}: {done}", "  ")
    for each in report.violations:
        yield from filled(f"  {each.message}", "  ")
        rule = CATALOGUE.rule(each.rule)
        yield from filled(f"  {rule.id} (grade {rule.grade}): {rule.sentence}", "  ")
    for wrong in report.differences:
        said = f"{wrong.what} noted {wrong.noted}, but it is {wrong.followed}"
        yield from filled(f"{_place(log, wrong.event)}: {said}", "  ")
    for number, unknown in report.unknown:
        yield from filled(f"{_place(log, number)}: {unknown}", "  ")
    money = "cannot be followed" if report.money is None else f"£{report.money}"
    until = "followed until there" if report.violations else "after the last event"
    yield f"  {until}: money {money}; goods: {goods_in_words(report.tokens)}"
    if report.score:
        yield from (f"  {line}" for line in score_lines(catalogue.parameters, report.score))


def _place(log: Log, number: int) -> str:
    return f"event {number + 1}, {when_in_words(log, number)}"


def _data(catalogue: TileCatalogue, log: Log, checked: CheckedLog) -> dict[str, Any]:
    report = checked.report
    facts = {} if report is None else _report_to_json(catalogue, log, report)
    return answer_to_json(
        "neom-check",
        checked.verdict,
        game="neom",
        catalogue=provenance_to_json(catalogue),
        **facts,
    )


def _report_to_json(catalogue: TileCatalogue, log: Log, report: LogReport) -> dict[str, Any]:
    broken = [
        {
            **where_to_json(log, each.event),
            "rule": each.rule,
            "sentence": CATALOGUE.rule(each.rule).sentence,
            "grade": CATALOGUE.rule(each.rule).grade,
            "why": each.message,
        }
        for each in report.violations
    ]
    return {
        "broken": broken,
        "wrong_notes": wrong_notes_to_json(log, report),
        "unknown": [
            {**where_to_json(log, number), **unknown_to_json(each)}
            for number, each in report.unknown
        ],
        "money": report.money,
        "goods": sorted(report.tokens),
        "score": score_to_json(catalogue, report.score) if report.score else None,
    }
