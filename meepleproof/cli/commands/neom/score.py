"""``meepleproof neom score``: the result sheet of a game, by both keys."""

from __future__ import annotations

from typing import Any

import click

from meepleproof.cli.console import emit_json, in_colour
from meepleproof.cli.examples import examples
from meepleproof.cli.neom.inputs import read_catalogue
from meepleproof.cli.neom.logs import KEYS, read_log
from meepleproof.cli.neom.reports import score_to_json, wrong_notes_to_json
from meepleproof.cli.printing import echo, echo_text
from meepleproof.rendering.neom.text import city_text
from meepleproof.rendering.neom.words import goods_in_words, score_lines
from verifier.errors import Illegal, KeysDisagree
from verifier.neom.documents import city_to_json
from verifier.neom.log import Log, LogReport, written_city
from verifier.neom.log_check import check_log
from verifier.neom.state import total
from verifier.neom.tiles import TileCatalogue
from verifier.neom.tiles_document import provenance_to_json

__all__ = ["command"]


@click.command(epilog=examples("example neom-game -o game.json", "neom score game.json"))
@click.argument("file", metavar="LOG")
@click.option(
    "--catalogue", "tiles", metavar="FILE", help="Your catalogue; without it the invented demo."
)
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def command(*, file: str, tiles: str | None, as_json: bool) -> int:
    """Print the result sheet of a game of NEOM: its city, and the score by headings.

    LOG is a whole game of the schema neom-log, or - for standard input. Exit code 4 says that the
    catalogue lacks what a heading needs.
    """
    catalogue = read_catalogue(tiles)
    log = read_log(file, catalogue)
    checked = check_log(catalogue, log, KEYS)
    report = checked.report
    if report is None:
        raise KeysDisagree(checked.verdict.why)
    if report.violations:
        raise Illegal(
            f"{checked.verdict.why}; 'meepleproof neom check' says more",
            rule=report.violations[0].rule,
        )
    if not report.score:
        raise Illegal("the game is not over; 'meepleproof neom next' says what is due")
    code = 4 if total(report.score) is None else 0
    if as_json:
        emit_json(_data(catalogue, log, report))
        return code
    money = "cannot be followed" if report.money is None else f"£{report.money}"
    notes = (f"Money {money}; goods: {goods_in_words(report.tokens)}",)
    echo_text(city_text(catalogue, written_city(log), colour=in_colour(), notes=notes))
    echo("", *score_lines(catalogue.parameters, report.score))
    for wrong in report.differences:
        echo(f"Noted {wrong.what} {wrong.noted}, but it is {wrong.followed}.")
    echo("By both keys.")
    return code


def _data(catalogue: TileCatalogue, log: Log, report: LogReport) -> dict[str, Any]:
    return {
        "$schema": "urn:meepleproof:neom-result:1",
        "game": "neom",
        "catalogue": provenance_to_json(catalogue),
        "board": log.board,
        "city": city_to_json(written_city(log)),
        "money": report.money,
        "goods": sorted(report.tokens),
        "score": score_to_json(catalogue, report.score),
        "wrong_notes": wrong_notes_to_json(log, report),
        "keys": ["engine", "model"],
    }
