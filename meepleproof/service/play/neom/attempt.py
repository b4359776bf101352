"""Attempts at puzzles of NEOM, judged by the solution of their pack; the engine says why not."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, TypeAlias

from generator.neom.pack import PackedNeomPuzzle
from meepleproof.rendering.neom.puzzles import (
    action_in_words,
    disaster_in_words,
    helpers_in_words,
    links_in_words,
    money_in_words,
)
from meepleproof.service.play.neom.reasons import why_no_actions, why_no_link
from verifier.documents.strict_json import Document
from verifier.errors import Malformed
from verifier.neom.documents import require_tile
from verifier.neom.engine import Engine
from verifier.neom.puzzle import LinkQuestion, NeomPuzzle, TurnsQuestion, first_action_from_json
from verifier.neom.state import FirstAction

__all__ = ["ANSWERS", "Attempts", "judged_first", "neom_attempts"]

Attempts: TypeAlias = Callable[[Document], Document]

ANSWERS = {
    "first": "the first action",
    "answer": "whether to take the Disaster or to leave it",
    "placed": "every tile with its square",
    "helpers": "the helpers",
    "money": "the least money",
}
"""What requests answer with, by the name of the field; solutions have the same names."""


def neom_attempts(packed: PackedNeomPuzzle) -> Attempts:
    """Return what answers attempts at a puzzle: a function from what is tried to how it fares.

    It raises Malformed for what cannot be read, or is no answer to the question, with a JSON
    Pointer.
    """
    solution = packed.solution or {}
    asked = next(name for name in ANSWERS if name in solution)
    return partial(_attempt, packed, solution, asked)


def _attempt(
    packed: PackedNeomPuzzle, solution: Document, asked: str, request: Document
) -> Document:
    if asked not in request:
        given = next(name for name in ANSWERS if name in request)
        message = f"the puzzle asks for {ANSWERS[asked]}: give {asked!r}, not {given!r}"
        raise Malformed(message, where=f"/{given}")
    return _JUDGES[asked](packed, solution, request[asked])


def _first(packed: PackedNeomPuzzle, solution: Document, given: Document) -> Document:
    puzzle, question = packed.puzzle, packed.puzzle.question
    assert isinstance(question, TurnsQuestion)  # noqa: S101 - its solution has a first action
    if given["action"] in ("sell", "prevent"):  # what is sold is no part of the answer
        given = {name: said for name, said in given.items() if name not in ("tile", "square")}
    elif not {"tile", "square"} <= given.keys():
        raise Malformed("name the tile that is placed, and its square", where="/first")
    else:
        require_tile(puzzle.catalogue, given["tile"], "/first/tile")
    action = first_action_from_json(given)
    solved = action == first_action_from_json(solution["first"])
    points = solution["points"] if solved else _most_after(puzzle, question, action)
    if points is not None:
        return judged_first(packed, given, points)
    (refusal,) = why_no_actions(Engine(), puzzle, question, [action])
    return {"solved": False, "sentence": refusal["sentence"], "refusal": refusal}


def judged_first(packed: PackedNeomPuzzle, given: Document, points: int) -> Document:
    """Return how a legal first action fares that leads to so many points."""
    right = first_action_from_json((packed.solution or {})["first"])
    solved = first_action_from_json(given) == right
    sentence = action_in_words(packed.puzzle, given, points, solved=solved)
    return {"solved": solved, "sentence": sentence, "points": points}


def _most_after(puzzle: NeomPuzzle, question: TurnsQuestion, action: FirstAction) -> int | None:
    """Return the most points that an action leads to by the engine; None if it is not legal."""
    most = Engine().best_by_first_action(
        puzzle.catalogue, question.state, question.packs, income_at_end=question.income_at_end
    )
    return most.get(action)


def _answer(_: PackedNeomPuzzle, solution: Document, given: str) -> Document:
    solved, points = given == solution["answer"], solution["points"]
    sentence = disaster_in_words(points, solved=solved)
    return {"solved": solved, "sentence": sentence, "points": points[given]}


def _placed(packed: PackedNeomPuzzle, solution: Document, given: list[Document]) -> Document:
    puzzle, question = packed.puzzle, packed.puzzle.question
    assert isinstance(question, LinkQuestion)  # noqa: S101 - its solution has tiles placed
    for number, each in enumerate(given):
        require_tile(puzzle.catalogue, each["tile"], f"/placed/{number}/tile")
    wanted = {each["tile"]: each["square"] for each in solution["placed"]}
    if {each["tile"]: each["square"] for each in given} == wanted and len(given) == len(wanted):
        return {"solved": True, "sentence": links_in_words()}
    squares = [(each["tile"], each["square"]) for each in given]
    refusal = why_no_link(Engine(), puzzle, question, squares)
    return {"solved": False, "sentence": refusal["sentence"], "refusal": refusal}


def _money(_: PackedNeomPuzzle, solution: Document, given: int) -> Document:
    mistakes = [each["forgets"] for each in solution["mistakes"] if each.get("money") == given]
    sentence = money_in_words(given, solution["money"], mistakes)
    document: Document = {"solved": given == solution["money"], "sentence": sentence}
    return {**document, "mistakes": mistakes} if mistakes else document


def _helpers(packed: PackedNeomPuzzle, solution: Document, given: list[str]) -> Document:
    for number, tile in enumerate(given):
        require_tile(packed.puzzle.catalogue, tile, f"/helpers/{number}")
    solved = set(given) == set(solution["helpers"])
    known = [each for each in solution["others"] if set(each["helpers"]) == set(given)]
    money = solution["money"] if solved else known[0]["money"] if known else None
    document: Document = {"solved": solved, "sentence": helpers_in_words(money, solved=solved)}
    return document if money is None else {**document, "money": money}


_JUDGES: dict[str, Callable[[PackedNeomPuzzle, Document, Any], Document]] = {
    "first": _first,
    "answer": _answer,
    "placed": _placed,
    "money": _money,
    "helpers": _helpers,
}
