"""``meepleproof explain`` for puzzles on records and rules: how an answer fares."""

from __future__ import annotations

from typing import Any

import click

from generator.solo.records.kind import BothKeys
from meepleproof.cli.console import emit_json
from meepleproof.cli.inputs import RecordPack
from meepleproof.cli.printing import echo
from meepleproof.cli.records.puzzles import chosen_records
from meepleproof.cli.status_line import status_line
from meepleproof.cli.ticks import in_time
from meepleproof.cli.verdicts import ON_DEMAND
from verifier.errors import Illegal, Malformed
from verifier.verdict import EXIT_CODES

__all__ = ["explain_records"]


def explain_records(
    given: RecordPack,
    wanted: str | None,
    text: str | None,
    limit: int,
    *,
    told: bool,
    as_json: bool,
) -> int:
    """Print what is asked, and how an answer fares or, if it is ``told``, the solution.

    Both keys find the solution anew. The exit code is returned. As JSON the solution always is
    there.

    :raises OutOfTime: if that takes more than so many seconds.
    :raises Malformed: if the puzzle or the answer cannot be read.
    :raises Illegal: if it is no puzzle.
    :raises KeysDisagree: if the keys do.
    """
    chosen = chosen_records(given.document, given.name, wanted)
    if len(chosen) > 1:
        raise click.UsageError(f"the pack has {len(chosen)} puzzles; choose one with --puzzle")
    kind, puzzle = chosen[0].kind, chosen[0].puzzle
    with in_time(limit), status_line() as show:
        show(f"puzzle {puzzle.id}")
        proved = kind.prove(puzzle, BothKeys())
        if proved.flaw:
            raise Illegal(f"this is no puzzle: {proved.flaw}", where=given.name)
        data: dict[str, Any] = {"kind": kind.name, "puzzle": puzzle.id, "solution": proved.solution}
        solved, lines = True, [kind.question(puzzle)]
        if told:
            lines += kind.answer(puzzle, proved.solution)
        if text is not None:
            try:
                judged = kind.judge(puzzle, kind.read_answer(text), proved.solution)
            except Malformed as error:
                raise Malformed(error.message, where="--turn") from None
            solved = judged.solved
            data |= {"solved": solved, "sentence": judged.sentence}
            lines.append(judged.sentence)
        elif not told:
            lines.append(f"One answer is right, both keys agree. {ON_DEMAND}")
    if as_json:
        emit_json(data)
    else:
        echo(*lines)
    return EXIT_CODES["holds" if solved else "violated"]
