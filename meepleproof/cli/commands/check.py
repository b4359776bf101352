"""``meepleproof check``: whether a certificate is right."""

from __future__ import annotations

import click

from meepleproof.cli.console import SIZE_LIMIT, read_json
from meepleproof.cli.examples import examples
from meepleproof.cli.inputs import module_for
from verifier.games import game_of

__all__ = ["command"]

_JOBS = click.IntRange(1, 61)  # more are not possible on every system

_SIZE_LIMIT = 16 * SIZE_LIMIT
"""Proofs are long: that of a goal of the checklist may have some ten million steps."""


@click.command(
    epilog=examples("example endgame-certificate -o certificate.json", "check certificate.json")
)
@click.argument("file", metavar="FILE")
@click.option("--jobs", metavar="N", type=_JOBS, default=1, help="Processes, for endgames.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def command(*, file: str, jobs: int, as_json: bool) -> int:
    """Check a certificate: that a goal cannot be reached, or what an endgame is worth.

    Of a goal it is one that 'smallest --proof FILE' writes. The model writes every formula again
    from position, goal and number of turns, and a checker that shares no code with any solver
    follows every proof; the engine is not asked. Of an endgame of the house game, engine and model
    confirm every list of part-turns and every final margin, without search.

    FILE may be - for standard input. Exit code 0 says that the certificate is right, 1 that it does
    not prove its claim, 3 that it cannot be read, 4 that it speaks of lines too long to be written
    down, 5 that engine and model differ.
    """
    name = "standard input" if file == "-" else repr(file)
    document = read_json(file, limit=_SIZE_LIMIT)
    subject = module_for("check", game_of(document), name)
    code: int = subject.print_checked(document, name, jobs, as_json=as_json)
    return code
