"""What every answer to a puzzle of one part-turn or of farms leads to, for browsers offline.

Studies and both parts of a turn have no such list: hundreds of ways to begin have hundreds of ways
to go on each.
"""

from __future__ import annotations

from generator.house.pack import PackedHousePuzzle
from meepleproof.service.pages.house.document import colours_told, people_told, usual_seats
from meepleproof.service.pages.house.farms import farms_answers
from meepleproof.service.pages.house.tables import end_of_turn, turn_help
from meepleproof.service.pages.numbered import Numbered
from meepleproof.service.play.house.puzzles import judged_part_turns
from verifier.carcassonne.house.puzzle import STUDIES
from verifier.documents.strict_json import Document


def has_answers(packed: PackedHousePuzzle) -> bool:
    """Return whether the answers to a puzzle on the shelf can be listed."""
    kind = packed.puzzle.goal.kind
    return packed.solution is not None and kind not in (*STUDIES, "double")


def answers_told(packed: PackedHousePuzzle) -> Document:
    """Return what follows each answer to a puzzle that has a list of them.

    The browser lays the tile itself. What it does not know is how the part-turn fares, the scores,
    and the pieces in hand; ``answers`` has the number of what is ``shared`` by part-turns.
    """
    if packed.puzzle.goal.kind == "farms":
        return farms_answers(packed)
    puzzle, shared, answers = packed.puzzle, Numbered(), dict[str, int]()
    seats = usual_seats(puzzle.position)
    for outcome, judged in judged_part_turns(packed):
        helped = turn_help(packed, [outcome], solved=judged.solved)
        told = {
            "players": colours_told(outcome.after, [outcome]),
            # What the features left would bring is not listed; it differs from turn to turn.
            "people": people_told(outcome.after, [outcome], (), seats),
            "features": [],
            "end": end_of_turn(puzzle, judged),
            "help": {"hints": helped["hints"], "check": helped["check"]},
        }
        answers[str(outcome.part_turn)] = shared.number(told)
    return {"shared": shared.listed, "answers": answers}
