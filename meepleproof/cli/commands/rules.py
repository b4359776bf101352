"""``meepleproof rules``: the rule catalogue, or all that is known of one name in it."""

from __future__ import annotations

import click

from meepleproof.cli.console import emit_json
from meepleproof.cli.examples import examples
from meepleproof.cli.printing import echo
from verifier.catalogue.printing import page_data, rule_page, rules_data, rules_table
from verifier.games import GAMES, titles

__all__ = ["command"]


@click.command(
    epilog=examples(
        "rules SOLO-SCORE-6", "rules score.soleMajority", "rules --game house BASE-ROAD-1"
    )
)
@click.argument("name", metavar="[ID]", required=False)
@click.option(
    "--game",
    type=click.Choice(tuple(GAMES)),
    default="solo",
    show_default=True,
    help=f"Whose rules. There are those of {titles()}.",
)
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def command(*, name: str | None, game: str, as_json: bool) -> None:
    """Print the rule catalogue and the switches, or all about one ID.

    ID is a rule (SOLO-SCORE-6), a question of the ambiguity register (AMB-09), or the key of a
    switch (score.soleMajority).
    """
    catalogue = GAMES[game].catalogue
    if as_json:
        emit_json(rules_data(catalogue) if name is None else page_data(catalogue, name))
    else:
        text = rules_table(catalogue) if name is None else rule_page(catalogue, name)
        echo(*text.removesuffix("\n").split("\n"))
