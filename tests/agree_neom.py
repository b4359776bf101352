"""``python -m tests.agree_neom``: compare both keys of NEOM with the naive oracle."""

from __future__ import annotations

import sys
from collections import Counter

import click

from tests.neom_agreement import compare_last_turns, compare_logs, compare_states, keys_compared
from tests.neom_gaps import compare_gaps_in_logs, compare_gaps_in_states
from verifier.claims.agreement import Disagreement

STATES_OF_A_GAME = 21
GAPS_IN_STATES = 5


@click.command
@click.option("--seed", type=click.IntRange(0), default=0, show_default=True)
@click.option("--states", type=click.IntRange(0), default=10_000, show_default=True)
@click.option("--logs", type=click.IntRange(0), default=500, show_default=True)
@click.option("--last-turns", type=click.IntRange(0), default=100, show_default=True)
@click.option("--gaps", type=click.IntRange(0), default=100, show_default=True)
def command(*, seed: int, states: int, logs: int, last_turns: int, gaps: int) -> None:
    """Compare states, whole logs with spoiled ones, and last turns, and print what was compared.

    Then states and logs of so many games with values left unknown, ten logs and five states of
    each: there a key must say nothing that is not so where all is known.

    Exit code 5: the first difference found, with what shows it.
    """
    compared = Counter[str]()
    try:
        for key in keys_compared():
            found = Counter[str]()
            for game in range(seed, seed + -(-states // STATES_OF_A_GAME)):
                found += compare_states(key, 1, game)
            click.echo(f"{found['states']} states by the {key.name}", err=True)
            found += compare_logs(key, logs, seed, spoils=1)
            click.echo(f"{found['whole logs']} logs by the {key.name}", err=True)
            found += compare_last_turns(key, last_turns, seed)
            click.echo(f"{found['questions']} questions by the {key.name}", err=True)
            compared += Counter({f"{key.name}: {name}": number for name, number in found.items()})
        found = compare_gaps_in_logs(keys_compared(), gaps, seed)
        found += compare_gaps_in_states(keys_compared(), GAPS_IN_STATES * gaps, seed)
        compared += Counter({f"gaps: {name}": number for name, number in found.items()})
    except (AssertionError, Disagreement) as difference:
        click.echo(f"The keys differ.\n{difference}")
        sys.exit(5)
    for name, number in sorted(compared.items()):
        click.echo(f"{number:9}  {name}")


if __name__ == "__main__":
    command()
