"""``meepleproof explain`` for puzzles of NEOM: why other answers are wrong."""

from __future__ import annotations

from typing import Any

from generator.neom.kinds import prove
from generator.neom.pack import PackedNeomPuzzle
from generator.neom.proved import BothKeys
from meepleproof.cli.console import emit_json
from meepleproof.cli.inputs import NeomDocument
from meepleproof.cli.neom.inputs import filled
from meepleproof.cli.neom.puzzles import chosen_puzzles
from meepleproof.cli.pack_puzzles import single
from meepleproof.cli.printing import echo
from meepleproof.cli.status_line import status_line
from meepleproof.cli.ticks import in_time
from meepleproof.cli.verdicts import ON_DEMAND
from meepleproof.rendering.neom.puzzles import question_in_words, solution_in_words
from meepleproof.service.play.neom.attempt import neom_attempts
from verifier.documents.strict_json import json_value
from verifier.documents.validation import validate
from verifier.errors import Illegal, Malformed
from verifier.verdict import EXIT_CODES

__all__ = ["explain_neom"]

_ONE_ANSWER = f"One answer is right, both keys agree. {ON_DEMAND}"


def explain_neom(
    given: NeomDocument,
    wanted: str | None,
    answer: str | None,
    limit: int,
    *,
    told: bool,
    as_json: bool,
) -> int:
    """Print that a puzzle has an answer, or what is wrong with one; return the exit code.

    If it is ``told`` the answer is printed, and why others are wrong. As JSON it always is.

    :raises OutOfTime: if that takes more than so many seconds.
    :raises Malformed: if the puzzle or the answer cannot be read.
    :raises Illegal: if the question is no puzzle.
    :raises KeysDisagree: if the keys do.
    """
    packed = single(chosen_puzzles(given.document, given.name, wanted))
    puzzle = packed.puzzle
    with in_time(limit), status_line() as show:
        show(f"puzzle {puzzle.id}")
        proved = prove(puzzle, BothKeys())
        if proved.flaw:
            raise Illegal(
                f"this is no puzzle: {proved.flaw}; see 'meepleproof solve'", where=given.name
            )
        if answer is None:
            found: dict[str, Any] = {"solved": True, "solution": proved.solution}
            lines = [question_in_words(puzzle)]
            lines += solution_in_words(puzzle, proved.solution) if told else [_ONE_ANSWER]
        else:
            solved = PackedNeomPuzzle(puzzle, packed.document, proved.solution)
            found = neom_attempts(solved)(_request(answer, puzzle.id))
            lines = [found["sentence"]]
            lines += [f"  {rule}" for rule in found.get("refusal", {}).get("rules", ())]
    if as_json:
        emit_json({"game": "neom", "puzzle": puzzle.id, **found})
    else:
        echo(*[part for line in lines for part in filled(line)])
        if told or answer is not None:
            echo("The answer by both keys; what is said of a wrong one, by the engine.")
        if puzzle.catalogue.note:
            echo(puzzle.catalogue.note)
    return EXIT_CODES["holds" if found["solved"] else "violated"]


def _request(answer: str, puzzle: str) -> dict[str, Any]:
    given = json_value(answer, "--turn")
    if not isinstance(given, dict):
        raise Malformed('write {"first": {"action": "sell"}} and the like', where="--turn")
    request = {"game": "neom", "puzzle": puzzle, **given}
    validate("neom-attempt-request", request, "--turn")
    return request
