"""Puzzles that come by a link: the code, and what its author gave along.

A link may have a ``solution``, from which hints come, a ``title`` and an ``author``, and ``one=1``
if the author says that it is the only solution. All of that is the author's word, and not proved.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from generator.pack import Packed
from generator.solo.analysis import analyse
from generator.solo.techniques import common_themes, living_on
from meepleproof.service.play.linked import credit_of, help_along, linked_about
from meepleproof.service.play.solo.attempt import try_turns
from meepleproof.service.play.solo.document import puzzle_start
from meepleproof.service.play.solo.searching import read_puzzle
from meepleproof.service.play.solo.tables import puzzle_table
from meepleproof.service.play.solo.wording import task_in_words
from meepleproof.service.play.url import read_text
from verifier.carcassonne.solo.notation import line_text
from verifier.carcassonne.solo.puzzle import Puzzle
from verifier.carcassonne.solo.turn import turns_of
from verifier.documents.strict_json import Document
from verifier.errors import Malformed

CODED = "/p/told"
"""Where the page of a link asks for its puzzle on a site, of the engine beside it."""


def with_solution(packed: Packed[Puzzle], line: str) -> Packed[Puzzle]:
    """Return the puzzle of a code with the solution of its link, and the ideas of that.

    :raises Malformed: if the line does not solve the puzzle.
    """
    if not line:
        return packed
    attempt = try_turns(packed.puzzle, line.split("~"))
    if not attempt.solved:
        raise Malformed("the solution in this link does not reach the goal", where="solution")
    themes = living_on(common_themes([analyse(packed.puzzle, attempt.outcomes)]), lambda _: False)
    document = {**packed.document, "verdict": {"claim": "reachable"}, "themes": list(themes)}
    return replace(
        packed, document=document, solution={"line": line_text(turns_of(attempt.outcomes))}
    )


def coded(query: Mapping[str, str]) -> Document:
    """Return what the page of a link shows: title, facts, and what its script needs.

    :raises MeepleproofError: if code or solution cannot be read, or are none of a puzzle.
    """
    puzzle = read_puzzle(read_text(query, "code"), "code")
    packed = with_solution(Packed("goal", puzzle, {}), read_text(query, "solution"))
    about: Document = {
        **linked_about(query, solved=packed.solution is not None),
        "start": puzzle_start(puzzle),
        "only": False,
    }
    if packed.solution is not None:
        about["help"] = help_along(
            lambda line: puzzle_table(packed, line.split("~") if line else ())
        )
    return {"title": task_in_words(puzzle), "facts": credit_of(query), "about": about}
