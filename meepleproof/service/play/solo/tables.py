"""Tables: a puzzle or free game after some turns, as pages read it.

A table has all that the page needs until the next turn is made, help for it included.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from meepleproof.rendering.palette import PIGMENTS
from meepleproof.rendering.solo.words import goal_in_words
from meepleproof.service.pages.solo.free_games import file_link, read_seed, sheet_entry, so_far
from meepleproof.service.pages.url import read_text
from meepleproof.service.play.solo.attempt import Attempt, final_scoring, final_steps, try_turns
from meepleproof.service.play.solo.choices import scored_cells
from meepleproof.service.play.solo.document import table_document
from meepleproof.service.play.solo.free import Game, checklist_entries, end_rule, visible_position
from meepleproof.service.play.solo.hints import first_deviation, followed, hints, solution_played
from meepleproof.service.play.solo.wording import check_in_words, hint_in_words, moves_in_words
from meepleproof.service.play.turns import Refusal
from meepleproof.service.shelf import Shelf, ShelvedPuzzle
from verifier.carcassonne.solo.catalogue import CATALOGUE
from verifier.carcassonne.solo.faults import require_valid
from verifier.carcassonne.solo.goals import goal_kinds
from verifier.carcassonne.solo.notation import line_text
from verifier.carcassonne.solo.puzzle import Puzzle, parse_code
from verifier.carcassonne.solo.turn import Outcome, turns_of
from verifier.documents.strict_json import Document
from verifier.errors import Malformed

_ENDED = {
    "SOLO-END-1": "A meeple had to be placed, and none was left.",
    "SOLO-END-4": "The last tile is placed.",
    "SOLO-END-6": "No tile can be placed any more.",
}
"""Why a game ended, by the rule, for its player."""


def coded_puzzle(query: Mapping[str, str]) -> Puzzle:
    """Return the puzzle of the code in an address.

    :raises Malformed: if there is none, or it has no tile to place.
    :raises Illegal: if its position breaks a rule.
    """
    code = read_text(query, "code")
    if not code:
        raise Malformed("the code is missing; links to puzzles have one", where="code")
    puzzle = parse_code(code)
    require_valid(puzzle.position)
    if not puzzle.tiles:
        raise Malformed("the puzzle shows no tile to place", where="code")
    return puzzle


def same_on_shelf(shelf: Shelf, puzzle: Puzzle) -> ShelvedPuzzle | None:
    """Return the puzzle if it is on the shelf; turned or mirrored, its solution is another."""
    shelved = shelf.puzzle(puzzle.id)
    return shelved if shelved is not None and shelved.puzzle.code == puzzle.code else None


# A puzzle


def puzzle_table(puzzle: Puzzle, shelved: ShelvedPuzzle | None, turns: tuple[str, ...]) -> Document:
    """Return the table of a puzzle after some turns, with its help if it is on the shelf.

    :raises Malformed: if a turn cannot be read.
    """
    attempt = try_turns(puzzle, turns)
    playing = attempt.reached is None
    document = table_document(attempt.position, puzzle.position, attempt.outcomes, playing=playing)
    document["of"] = puzzle.tiles
    end = _end(attempt, going_on="tile" in document)
    if end is not None:
        document["end"] = end
    if attempt.refusal is not None:
        document["refused"] = _refused(attempt.refusal)
    if shelved is not None:
        document["help"] = _help(shelved, attempt)
    return document


def _end(attempt: Attempt, *, going_on: bool) -> Document | None:
    about_the_end = goal_kinds()[attempt.puzzle.goal.kind].about_the_end
    final = _final(attempt.outcomes) if about_the_end else {}
    if attempt.solved:
        turns = f"in {attempt.reached} turn{'s' if attempt.reached != 1 else ''}"
        scored = any(outcome.scorings for outcome in attempt.outcomes[-1:])
        says = f"You reached the goal {turns}."
        if not scored:
            says += f" {attempt.closeness.sentence}"
        return {"kind": "solved", "head": "Solved!", "says": says, **final}
    if going_on or attempt.refusal is not None:
        return None
    ended = "The game is over" if attempt.position.over else "No tile is left to place"
    says = f"{ended} and the goal is missed. {attempt.closeness.sentence} Undo and try another way."
    return {"kind": "missed", "head": "Not this time", "says": says, **final}


def _refused(refusal: Refusal) -> Document:
    return {
        "says": refusal.sentence,
        "rules": {rule: CATALOGUE.rule(rule).sentence for rule in refusal.rules},
        "turn": refusal.turn,
    }


def _help(shelved: ShelvedPuzzle, attempt: Attempt) -> Document:
    start = shelved.puzzle.position
    stated = solution_played(start, shelved.line)
    solution = followed(shelved.puzzle, stated, attempt.outcomes)
    unique = shelved.document["verdict"]["claim"] == "unique"
    left = first_deviation(solution, attempt.outcomes)
    return {
        "hints": _hints(shelved, solution, attempt),
        "check": {
            "on_track": left is None,
            "says": check_in_words(left, unique=unique),
            **({"turn": left} if unique and left is not None else {}),
        },
        "solution": {
            "head": "The only solution" if unique else "A solution",
            "line": line_text(turns_of(solution)),
            "moves": moves_in_words(start, solution),
            **_tries(shelved),
        },
    }


def _tries(shelved: ShelvedPuzzle) -> Document:
    """Return the lines that nearly solve the puzzle and why they fail, where its pack has any."""
    tries = [{"says": one["why"], "line": one["line"]} for one in shelved.solution.get("tries", ())]
    return {"tries": tries} if tries else {}


def _hints(
    shelved: ShelvedPuzzle, solution: tuple[Outcome, ...], attempt: Attempt
) -> list[Document]:
    """Return the hints; the first shows what the last turn of the solution is to score."""
    last = solution[-1]
    told: list[Document] = [
        {"says": hint.sentence, **({} if hint.cell is None else {"at": list(hint.cell)})}
        for hint in hints(shelved.puzzle, solution, shelved.themes, attempt.outcomes, hint_in_words)
    ]
    lying = {placement.cell for placement in attempt.position.placements}
    kind = shelved.puzzle.goal.kind
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


# A free game


def free_table(game: Game, query: Mapping[str, str]) -> Document:
    """Return the table of a free game, with its checklist, and its result if it is over."""
    position = visible_position(game)
    document = table_document(position, game.start, game.outcomes, playing=not game.position.over)
    document["goals"] = _goals(game)
    if game.refusal is not None:
        document["refused"] = _refused(game.refusal)
    if game.position.over:
        rule = end_rule(game) or ""
        document["end"] = {
            "kind": "over",
            "head": f"The game is over: your result is {game.result}",
            "says": _ENDED[rule],
            "rule": rule,
            **_final(game.outcomes),
            "file": file_link(query),
            "record": sheet_entry(game, read_seed(query)),
        }
    return document


def _goals(game: Game) -> list[Document]:
    return [
        {
            "id": entry.goal.id,
            "says": goal_in_words(entry.goal),
            **({"met": entry.turn} if entry.turn is not None else {}),
            **({"so_far": close} if (close := so_far(entry, game)) else {}),
        }
        for entry in checklist_entries(game)
    ]


def _final(outcomes: Sequence[Outcome]) -> Document:
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
