"""``meepleproof neom score``: the result sheet of a game, by both keys."""

from __future__ import annotations

import click

from meepleproof.cli.console import in_colour, read_json
from meepleproof.cli.neom_inputs import read_catalogue
from rendering.neom_score import score_lines
from rendering.neom_text import city_text
from rendering.neom_words import goods_in_words
from verifier.errors import Illegal, KeysDisagree
from verifier.neom.engine import Engine
from verifier.neom.log_check import check_log
from verifier.neom.log_city import written_city
from verifier.neom.log_document import log_from_json
from verifier.neom.model.key import NeomModel
from verifier.neom.score import total

__all__ = ["command"]


@click.command
@click.argument("file", metavar="LOG")
@click.option(
    "--catalogue", "tiles", metavar="FILE", help="Your catalogue; without it the invented demo."
)
def command(*, file: str, tiles: str | None) -> int:
    """Print the result sheet of a game of NEOM: its city, and the score by headings.

    LOG is a whole game of the schema neom-log, or - for standard input. Exit code 4 says that the
    catalogue lacks what a heading needs.
    """
    catalogue = read_catalogue(tiles)
    name = "standard input" if file == "-" else repr(file)
    log = log_from_json(read_json(file), catalogue, name)
    checked = check_log(catalogue, log, (Engine(), NeomModel()))
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
    money = "cannot be followed" if report.money is None else f"£{report.money}"
    notes = (f"Money {money}; goods: {goods_in_words(report.tokens)}",)
    click.echo(city_text(catalogue, written_city(log), colour=in_colour(), notes=notes))
    click.echo("\n".join(score_lines(catalogue.parameters, report.score)))
    for wrong in report.differences:
        click.echo(f"Noted {wrong.what} {wrong.noted}, but it is {wrong.followed}.")
    click.echo("By both keys.")
    return 4 if total(report.score) is None else 0
