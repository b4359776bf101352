"""Tables of puzzles for goals: a puzzle after some turns, as pages read it.

A table has all that the page needs until the next turn is made, help for it included.
"""

from __future__ import annotations

from collections.abc import Sequence

from generator.pack import Packed
from meepleproof.rendering.palette import PIGMENTS
from meepleproof.service.play.refusal import Refusal
from meepleproof.service.play.solo.attempt import Attempt, final_scoring, final_steps, try_turns
from meepleproof.service.play.solo.choices import scored_cells
from meepleproof.service.play.solo.document import table_document
from meepleproof.service.play.solo.hints import first_deviation, followed, hints, solution_played
from meepleproof.service.play.solo.sentences import said, said_of
from meepleproof.service.play.solo.turns import end_rule
from meepleproof.service.play.solo.wording import (
    check_in_words,
    hint_in_words,
    moves_in_words,
    why_in_words,
)
from verifier.carcassonne.solo.catalogue import CATALOGUE
from verifier.carcassonne.solo.goals import goal_kinds
from verifier.carcassonne.solo.notation import line_text, parse_line
from verifier.carcassonne.solo.puzzle import Puzzle
from verifier.carcassonne.solo.turn import Outcome, Turn, turns_of
from verifier.documents.strict_json import Document


def puzzle_table(packed: Packed[Puzzle], turns: Sequence[str]) -> Document:
    """Return the table of a puzzle after some turns, with its help if its solution is known.

    :raises Malformed: if a turn cannot be read.
    """
    puzzle = packed.puzzle
    attempt = try_turns(puzzle, turns)
    playing = attempt.reached is None
    document = table_document(attempt.position, puzzle.position, attempt.outcomes, playing=playing)
    document["of"] = puzzle.tiles
    end = _end(attempt, going_on="tile" in document)
    if end is not None:
        document["end"] = end
    if attempt.refusal is not None:
        document["refused"] = refused_document(attempt.refusal)
    if packed.solution is not None:
        document["help"] = _help(packed, attempt)
    return document


def solution_line(packed: Packed[Puzzle]) -> tuple[Turn, ...]:
    """Return the turns of the solution that the pack states."""
    return parse_line((packed.solution or {})["line"])


def _end(attempt: Attempt, *, going_on: bool) -> Document | None:
    about_the_end = goal_kinds()[attempt.puzzle.goal.kind].about_the_end
    final = final_document(attempt.outcomes) if about_the_end else {}
    if attempt.solved:
        scored = any(outcome.scorings for outcome in attempt.outcomes[-1:])
        says = said_of(attempt.reached or 0, "solved", turns=attempt.reached)
        if not scored:
            says += f" {attempt.closeness.sentence}"
        return {"kind": "solved", "head": said("solved.head"), "says": says, **final}
    if going_on or attempt.refusal is not None:
        return None
    says = f"{_missed(attempt)} {attempt.closeness.sentence}"
    # Scores that jump are explained, whatever the goal.
    final = final_document(attempt.outcomes)
    return {"kind": "missed", "head": said("missed.head"), "says": says, **final}


def _missed(attempt: Attempt) -> str:
    """Return why no turn is left."""
    if not attempt.position.over:
        return said("missed.no_tile")
    colour = PIGMENTS[attempt.outcomes[-1].colour].name.capitalize()
    return said(f"missed.{end_rule(attempt.outcomes)}", colour=colour)


def refused_document(refusal: Refusal) -> Document:
    """Return why a turn is refused, with the sentences of the rules that forbid it."""
    return {
        "says": refusal.sentence,
        "rules": {rule: CATALOGUE.rule(rule).sentence for rule in refusal.rules},
        "turn": refusal.turn,
    }


def _help(packed: Packed[Puzzle], attempt: Attempt) -> Document:
    start = packed.puzzle.position
    stated = solution_played(start, solution_line(packed))
    solution = followed(packed.puzzle, stated, attempt.outcomes)
    unique = packed.document["verdict"]["claim"] == "unique"
    left = first_deviation(solution, attempt.outcomes)
    return {
        "hints": _hints(packed, solution, attempt),
        "check": {
            "on_track": left is None,
            "says": check_in_words(left, unique=unique),
            **({"turn": left} if unique and left is not None else {}),
        },
        "solution": {
            "head": "The only solution" if unique else "A solution",
            "line": line_text(turns_of(solution)),
            "moves": moves_in_words(start, solution),
            **_tries(packed),
        },
    }


def _tries(packed: Packed[Puzzle]) -> Document:
    """Return the lines that nearly solve the puzzle and why they fail, where its pack has any."""
    stated = (packed.solution or {}).get("tries", ())
    tries = [{"says": why_in_words(one["why"]), "line": one["line"]} for one in stated]
    return {"tries": tries} if tries else {}


def _hints(
    packed: Packed[Puzzle], solution: tuple[Outcome, ...], attempt: Attempt
) -> list[Document]:
    """Return the hints; the first shows what the last turn of the solution is to score."""
    last = solution[-1]
    told: list[Document] = [
        {"says": hint.sentence, **({} if hint.cell is None else {"at": list(hint.cell)})}
        for hint in hints(packed.puzzle, solution, packed.themes, attempt.outcomes, hint_in_words)
    ]
    lying = {placement.cell for placement in attempt.position.placements}
    kind = packed.puzzle.goal.kind
    cells = [
        list(cell)
        for scoring in last.scorings
        if scoring.kind == kind and scoring.colours
        for cell in scored_cells(last, scoring.feature)
        if cell in lying
    ]
    if told and cells:
        told[0]["says"] = f"Look at the marked {kind}. {told[0]['says']}"
        told[0]["cells"] = cells
    return told


def final_document(outcomes: Sequence[Outcome]) -> Document:
    """Return final scoring, colour by colour and meeple by meeple; empty before the end."""
    rows = [
        {
            "name": PIGMENTS[row.colour].name,
            "before": row.before,
            "scored": row.scored,
            "on_tiles": row.on_tiles,
            "after": row.after,
        }
        for row in final_scoring(outcomes)
    ]
    steps = [
        {"colour": step.colour + 1, "at": list(step.cell), "score": step.points}
        for step in final_steps(outcomes)
    ]
    return {"final": rows, "steps": steps} if rows else {}
