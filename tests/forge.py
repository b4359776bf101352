"""``python -m tests.forge``: forge certificates of both sorts, and see whether one passes.

A table on standard output says by way of forging what became of the forgeries. Exit code 1: one was
accepted though its claim is false, or the keys do not agree on one; they follow the table.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator

import click

from tests.forged_endgames import endgames_by_chance, forge_endgames
from tests.forged_proofs import Forger
from verifier.constraints.sat import SatSolver

WHAT_BECAME = ("unreadable", "refused", "true", "false")
MOST_PART_TURNS = 60


@click.command
@click.option("--seed", type=click.IntRange(0), default=0, show_default=True)
@click.option("--endgames", type=click.IntRange(0), default=10_000, show_default=True)
@click.option("--others", type=click.IntRange(0), default=200, show_default=True)
@click.option("--proofs", type=click.IntRange(0), default=10_000, show_default=True)
@click.option("--certificates", type=click.IntRange(0), default=2_000, show_default=True)
def command(seed: int, endgames: int, others: int, proofs: int, certificates: int) -> None:
    """Forge so many certificates of endgames, proofs of formulas, and certificates of formulas.

    The engine checks every endgame; the model those that the engine accepts, and so many others.
    """
    with SatSolver() as solver:
        forger = Forger(solver, seed)
        forger.forge_proofs(proofs)
        forger.forge_certificates(certificates)
    click.echo("\n".join(table(forger.counts)))
    chosen = endgames_by_chance(seed, MOST_PART_TURNS)
    results = forge_endgames(chosen, seed, endgames, others)
    click.echo("\n".join(("", *table(results.counts), "")))
    asked = ", ".join(f"{number} {said}" for said, number in sorted(results.by_model.items()))
    click.echo(f"The model was asked about {asked} by the engine.")
    wrong = [*forger.wrong, *results.wrong]
    for each in wrong:
        click.echo(each)
    sys.exit(1 if wrong else 0)


def table(counts: Counter[tuple[str, str]]) -> Iterator[str]:
    """Yield the lines of a table: by way what became of the forgeries, and all of them."""
    yield "| forged by | unreadable | refused | accepted, true | accepted, false |"
    yield "| --- | --- | --- | --- | --- |"
    ways = list(dict.fromkeys(way for way, _ in counts))
    for way in sorted(ways):
        numbers = " | ".join(f"{counts[way, told]}" for told in WHAT_BECAME)
        yield f"| {way} | {numbers} |"
    sums = (sum(counts[way, told] for way in ways) for told in WHAT_BECAME)
    yield f"| all | {' | '.join(map(str, sums))} |"


if __name__ == "__main__":
    command()
