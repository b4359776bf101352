"""``meepleproof solve``: what both keys find to be the solution of a puzzle or a pack."""

from __future__ import annotations

from typing import Any

import click
from click.core import ParameterSource

from generator.kind import ProvedKind
from meepleproof.cli.examples import examples
from meepleproof.cli.inputs import (
    Puzzles,
    module_for,
    read_input,
)
from meepleproof.cli.runs import JOBS
from meepleproof.cli.shipped import packs_and_files
from meepleproof.cli.solved import print_solved, solved_by_proof
from meepleproof.cli.ticks import require_time

__all__ = ["command"]

_EACH = "Seconds at most for each puzzle, both keys together; 0, the default, is no limit."
_OF_SEARCHES = ("goal", "every", "at_best", "proved", "jobs", "nodes")
"""Options of searches for lines, by their parameters."""


@click.command(
    epilog=examples(
        "solve checklist --puzzle 4",
        "solve checklist --puzzle 4 --prove",
        "solve road-5-3c --all --time 60",
    )
)
@click.argument("given", metavar="FILE|CODE", shell_complete=packs_and_files)
@click.option("--puzzle", "wanted", metavar="ID|N", help="Which puzzle of a pack; all by default.")
@click.option(
    "--goal",
    "goal",
    metavar="GOAL",
    help="For a position without one: a checklist goal, or one of your own.",
)
@click.option("--all", "every", is_flag=True, help="Print every solution, not only the first.")
@click.option("--best", "at_best", is_flag=True, help="Find the most that the goal can be worth.")
@click.option("--prove", "proved", is_flag=True, help="Ask the model too whether it is unique.")
@click.option("--jobs", metavar="N", type=JOBS, default=1, help="Worker processes.")
@click.option("--time", "seconds", metavar="SECONDS", type=float, default=0, help=_EACH)
@click.option("--nodes", metavar="N", type=int, default=0, help="Outcomes at most; 0 is no limit.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON, one entry for each puzzle.")
@click.pass_context
def command(
    context: click.Context,
    /,
    *,
    given: str,
    wanted: str | None,
    seconds: float,
    as_json: bool,
    **search: Any,
) -> int:
    """Solve puzzles by both keys; of a goal, find all lines with which the known tiles reach it.

    For a goal the engine examines every line that its bounds do not rule out. Lines with the same
    placements are one solution if their claims and scoring orders change nothing for the goal. The
    command calls a puzzle unique, ambiguous or unsolvable only if the model agrees, see --prove.
    Exit code 1 means that a puzzle has no solution, 4 that a limit was reached first (100,000
    lines, or yours) or that the model could not decide; what was found until then is printed.

    Every other puzzle is solved whole, by both keys.
    """
    require_time(seconds)
    found = read_input(given, wanted)
    if isinstance(found, Puzzles) and all(
        isinstance(found.kind(one), ProvedKind) for one in found.packed
    ):
        for name in _OF_SEARCHES:
            if context.get_parameter_source(name) is ParameterSource.COMMANDLINE:
                word = next(one.opts[0] for one in context.command.params if one.name == name)
                kind = found.packed[0].kind
                raise click.UsageError(
                    f"{word} is for goals; puzzles of the kind {kind} are solved whole, by both"
                    " keys"
                )
        return print_solved(solved_by_proof(found.packed, seconds), as_json=as_json)
    solo = module_for("solve", found.game, found.name)
    code: int = solo.solve_found(found, seconds=seconds, as_json=as_json, **search)
    return code
