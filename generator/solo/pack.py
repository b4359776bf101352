"""Reads packs: puzzles and their provenance as one document; solutions in another."""

from __future__ import annotations

from dataclasses import dataclass

from generator.pack_form import read_solutions, require_form, require_once
from verifier.carcassonne.solo.codec import goal_from_json, position_from_json
from verifier.carcassonne.solo.faults import require_valid
from verifier.carcassonne.solo.notation import parse_line
from verifier.carcassonne.solo.puzzle import Contract, Puzzle
from verifier.carcassonne.solo.turn import Turn
from verifier.documents.strict_json import Document
from verifier.documents.validation import validate
from verifier.errors import Malformed

RETRACTIONS = "retractions.json"
"""The file in a folder of packs that lists the puzzles withdrawn."""


@dataclass(frozen=True, slots=True)
class PackedPuzzle:
    """A puzzle of a pack, with its solution and proof game if these were read too.

    ``document`` is everything that the pack states about it, ``beside`` what its solutions do.
    """

    puzzle: Puzzle
    document: Document
    line: tuple[Turn, ...] | None = None
    game: tuple[Turn, ...] | None = None
    beside: Document | None = None

    @property
    def contract(self) -> Contract:
        """The contract by which its solutions are counted; packs of form 1 do not state it."""
        return contract_of(self.document)


def contract_of(document: Document) -> Contract:
    """Return the contract by which the solutions of a puzzle document are counted."""
    contract: Contract = document["verdict"].get("contract", 1)
    return contract


def read_pack(
    document: Document, where: str, solutions: Document | None = None
) -> tuple[PackedPuzzle, ...]:
    """Return the puzzles of a pack, with their solutions if these are given.

    :raises Malformed: if it does not have the form of a pack, was changed after it was made, names
        a puzzle twice, or is not the pack of these solutions.
    """
    require_form("pack", document, where)
    require_once(document, where)
    solution_of = read_solutions("solutions", solutions, document, f"{where}, solutions")
    return tuple(
        _packed(puzzle, solution_of.get(puzzle["id"]), f"{where}/puzzles/{number}")
        for number, puzzle in enumerate(document["puzzles"])
    )


def read_reasons(retractions: Document, where: str) -> dict[str, str]:
    """Return why puzzles were withdrawn, by id.

    :raises Malformed: if the document does not have the form of retractions, or names a puzzle
        twice.
    """
    validate("retractions", retractions, where)
    reasons = dict[str, str]()
    for entry in retractions["retractions"]:
        if entry["id"] in reasons:
            raise Malformed(f"the puzzle {entry['id']} is retracted twice", where=where)
        reasons[entry["id"]] = entry["reason"]
    return reasons


def read_puzzle(document: Document, where: str) -> Puzzle:
    """Return the puzzle of a puzzle document.

    :raises Malformed: if it does not have that form, or contradicts itself.
    :raises Illegal: if its position has faults.
    """
    validate("puzzle", document, where)
    return _puzzle_of(document, where)


def _puzzle_of(document: Document, where: str) -> Puzzle:
    """Return the puzzle of a document whose form has been checked."""
    goal = goal_from_json(document["goal"], f"{where}/goal")
    position = position_from_json(document["position"], f"{where}/position")
    require_valid(position)
    puzzle = Puzzle(goal, position)
    for key, actual in (("id", puzzle.id), ("code", puzzle.code), ("tiles", puzzle.tiles)):
        if document[key] != actual:
            raise Malformed(
                f"the puzzle states the {key} {document[key]!r}, its position and goal give "
                f"{actual!r}",
                where=f"{where}/{key}",
            )
    return puzzle


def _packed(document: Document, solution: Document | None, where: str) -> PackedPuzzle:
    puzzle = _puzzle_of(document, where)  # its form was checked with the pack's
    if solution is None:
        return PackedPuzzle(puzzle, document)
    line, game = parse_line(solution["line"]), parse_line(solution["game"])
    return PackedPuzzle(puzzle, document, line, game, solution)
