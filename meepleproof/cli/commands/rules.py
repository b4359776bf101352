"""``meepleproof rules``: the rule catalogue, or all that is known of one name in it."""

from __future__ import annotations

import click

from meepleproof.cli.console import emit_json
from verifier.carcassonne.solo.catalogue import CATALOGUE
from verifier.catalogue.printing import page_data, rule_page, rules_data, rules_table

__all__ = ["command"]


@click.command
@click.argument("name", metavar="[ID]", required=False)
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def command(*, name: str | None, as_json: bool) -> None:
    """Print the rule catalogue and the switches, or all about one ID.

    ID is a rule (SOLO-SCORE-6), a question of the ambiguity register (AMB-09), or the key of a
    switch (score.soleMajority).
    """
    if as_json:
        emit_json(rules_data(CATALOGUE) if name is None else page_data(CATALOGUE, name))
    else:
        click.echo(rules_table(CATALOGUE) if name is None else rule_page(CATALOGUE, name), nl=False)
