"""``meepleproof explain``: which rules matter, where something is broken or out of reach."""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import cache
from typing import Any

import click

from generator.kind import Proved, ProvedKind
from generator.pack import Packed
from meepleproof.cli.console import emit_json, filled
from meepleproof.cli.examples import examples
from meepleproof.cli.inputs import Puzzles, module_for, read_input, single
from meepleproof.cli.judged import Judged
from meepleproof.cli.printing import echo
from meepleproof.cli.shipped import packs_and_files
from meepleproof.cli.solved import asked_in_words, named
from meepleproof.cli.status_line import status_line
from meepleproof.cli.ticks import OutOfTime, in_time, left, used_up
from meepleproof.cli.verdicts import ON_DEMAND
from meepleproof.rendering.view import view_of
from verifier.constraints.cpsat import CpSatSolver
from verifier.errors import Undecided
from verifier.limits import require_limit
from verifier.verdict import EXIT_CODES

__all__ = ["command"]


@click.command(
    epilog=examples(
        "explain checklist --puzzle 4",
        "explain s3.4~D0.0.0~p1.2.3~h4.4.4~t1~nE.J.U --turn E0.1.0.-",
        "explain s3.4~D0.0.0~p1.2.3~h4.4.4~t1~nE.J.U --goal road-10",
        "example game-broken -o game.json",
        "explain game.json",
        "explain find-the-error --puzzle 3 --turn '7 SOLO-MEEPLE-5'",
    )
)
@click.argument("given", metavar="FILE|CODE", shell_complete=packs_and_files)
@click.option("--puzzle", "wanted", metavar="ID|N", help="Which puzzle of a pack.")
@click.option("--turn", "turn_word", metavar="TURN", help="A turn or an answer, as text.")
@click.option("--goal", "goal_word", metavar="GOAL", help="A goal for the position's known tiles.")
@click.option(
    "--time", "limit", type=int, default=60, show_default=True, help="Seconds at most, in all."
)
@click.option("--solution", "told", is_flag=True, help="Print the solution and the tries.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON, solution and tries included.")
def command(
    *,
    given: str,
    wanted: str | None,
    turn_word: str | None,
    goal_word: str | None,
    limit: int,
    told: bool,
    as_json: bool,
) -> int:
    """Explain why a game is broken, a turn illegal, a position impossible, a goal out of reach.

    FILE is a game record, a puzzle, a pack or a position in JSON, or - for standard input; CODE is
    a position or a puzzle as text. A position is examined alone, or with a --turn or --goal;
    {"position": ..., "turn": ...} holds both. For a goal out of reach the rules in its way are
    listed; without any one of them it could be reached. Of any other puzzle it says how the answer
    given as --turn fares: part-turns of the house game, JSON like '{"first": {"action": "sell"}}'
    for NEOM, or a turn and a rule like '7 SOLO-MEEPLE-5'. What is right, and why all else is wrong,
    is told with --solution.

    Exit code 0 says that nothing is wrong, 1 that something is, 4 that time ran out or a key left
    it open.
    """
    require_limit(limit)
    if turn_word is not None and goal_word is not None:
        raise click.UsageError("give either --turn or --goal")
    found = read_input(given, wanted, valid=False)
    if isinstance(found, Puzzles):
        packed = single(found.packed)
        kind = found.kind(packed)
        if isinstance(kind, ProvedKind):
            if goal_word is not None:
                raise click.UsageError(f"--goal is not for puzzles of the kind {packed.kind}")
            kind.form.require_valid(packed.puzzle)
            return _explain(found, packed, kind, turn_word, limit, told=told, as_json=as_json)
    subject = module_for("explain", found.game, found.name)
    code: int = subject.explain_found(
        found, turn=turn_word, goal=goal_word, limit=limit, told=told, as_json=as_json
    )
    return code


def _explain(
    found: Puzzles,
    packed: Packed[Any],
    kind: ProvedKind[Any],
    answer: str | None,
    limit: int,
    *,
    told: bool,
    as_json: bool,
) -> int:
    """Print what is asked, and how an answer fares or what is right; return the exit code."""
    began = time.monotonic()

    @cache
    def proved() -> Proved[Any]:
        with CpSatSolver() as solver, in_time(left(limit, began)):
            return kind.prove(packed.puzzle, kind.keys(solver))

    judged = _judged(found, packed, kind, answer, limit, proved, told=told or as_json)
    view = view_of(packed.kind)
    if as_json:
        emit_json({**named(packed), **judged.data()})
    else:
        lines = [view.question(packed), *judged.lines]
        if judged.answer == "holds" and answer is None and not told:
            lines.append(f"One answer is right, both keys agree. {ON_DEMAND}")
        if view.note(packed):
            lines.append(view.note(packed))
        echo(*[part for line in lines for part in filled(line) or [""]])
    return EXIT_CODES[judged.answer]


def _judged(
    found: Puzzles,
    packed: Packed[Any],
    kind: ProvedKind[Any],
    answer: str | None,
    limit: int,
    proved: Callable[[], Proved[Any]],
    *,
    told: bool,
) -> Judged:
    """Return how the answer fares, or the solution; undecided if that takes too long."""
    try:
        with in_time(limit), status_line() as show:
            show(f"puzzle {packed.id}")
            if answer is not None:
                judge = module_for("judge", found.game, found.name).judged
                judged: Judged = judge(packed, proved, answer)
                return judged
            whole = proved()
            if kind.answer(whole) == "violated":
                return Judged("violated", (f"No puzzle: {whole.flaw or 'there is no solution'}.",))
            view, agreed = view_of(packed.kind), asked_in_words(whole.work)
            lines = (agreed, *view.answer(packed, whole.solution)) if told else ()
            return Judged("holds", lines, {"solution": whole.solution})
    except OutOfTime:
        return Judged("undecided", (f"Undecided: {used_up(limit)}.",))
    except Undecided as error:
        return Judged("undecided", (f"Undecided: {error.message}.",))
