"""The page of a puzzle of NEOM for browsers without script: a form, and the verdict."""

from __future__ import annotations

from collections.abc import Iterator

from starlette.datastructures import QueryParams
from starlette.responses import HTMLResponse

from generator.neom.pack import PackedNeomPuzzle
from meepleproof.rendering.neom.puzzles import first_in_words
from meepleproof.service.pages.choosing import level_of
from meepleproof.service.pages.layout import from_template
from meepleproof.service.pages.neom.actions import lines_offered, read_first_action
from meepleproof.service.pages.neom.common import ended, named_in
from meepleproof.service.pages.neom.puzzle_table import neom_puzzle_table
from meepleproof.service.pages.neom.words import refusal_told, task_in_words
from meepleproof.service.pages.url import read_text
from meepleproof.service.play.neom.attempt import neom_attempts
from verifier.documents.strict_json import Document
from verifier.neom.puzzle import LinkQuestion, PurchaseQuestion, first_action_to_json
from verifier.neom.state import SQUARES, square_name

__all__ = ["plain_page"]

_SQUARES = [square_name(square) for square in SQUARES]


def plain_page(packed: PackedNeomPuzzle, query: QueryParams, path: str) -> HTMLResponse:
    """Return the page of a puzzle, with what the answer in a query is worth.

    :raises Malformed: if the answer cannot be read.
    """
    puzzle = packed.puzzle
    first = neom_puzzle_table(packed, "")
    packs = first.get("packs", [])
    held = [one["card"] for one in first.get("hand", ())]
    return from_template(
        "plain-neom.html",
        title=task_in_words(puzzle),
        here="/neom",
        styles=("neom.css",),
        level=level_of(packed),
        id=puzzle.id,
        path=path,
        question=first["ask"]["says"],
        purse=first["purse"],
        packs=[*packs, *([{"head": "Tiles to choose from", "cards": held}] if held else [])],
        cards=first["cards"],
        city=[
            (piece["says"], _SQUARES[5 * (4 - piece["at"][1]) + piece["at"][0]])
            for piece in first["pieces"]
        ],
        picture=f"{path}/city.svg",
        notes=first["notes"],
        help=first["help"],
        form=_form(packed, first),
        given=dict(query),
        picked=query.getlist("helper"),
        squares=_SQUARES,
        **_judged(packed, query),
    )


def _form(packed: PackedNeomPuzzle, first: Document) -> Document:
    """Return what is chosen or typed, as one of ``tiles``, ``picks``, ``amount`` and ``acts``."""
    puzzle, question = packed.puzzle, packed.puzzle.question
    if isinstance(question, LinkQuestion):
        return {"tiles": [(one["card"], one["name"]) for one in first["hand"]]}
    if isinstance(question, PurchaseQuestion):
        return {name: first[name] for name in ("picks", "amount") if name in first}
    if question.kind == "disaster":
        return {"acts": [(one["name"], one["says"]) for one in first["acts"]]}
    acts = []
    for line in lines_offered(first):
        given = first_action_to_json(read_first_action(packed, line))
        acts.append((line, named_in(packed, first_in_words(puzzle.catalogue, given))))
    return {"acts": acts}


def _judged(packed: PackedNeomPuzzle, query: QueryParams) -> Document:
    """Return how it ended, or why an answer cannot be; both are None before one is given."""
    if isinstance(packed.puzzle.question, LinkQuestion):
        return _link_judged(packed, query)
    line = "".join(_lines(query))
    if not line:
        return {"end": None, "refused": None}
    table = neom_puzzle_table(packed, line)
    return {"end": table.get("end"), "refused": table.get("refused")}


def _lines(query: QueryParams) -> Iterator[str]:
    """Yield the line, or its parts, that a form sends."""
    if "helpers" in query:
        yield "*" + "*".join(sorted(query.getlist("helper")))
    else:
        yield read_text(query, "line")


def _link_judged(packed: PackedNeomPuzzle, query: QueryParams) -> Document:
    question = packed.puzzle.question
    assert isinstance(question, LinkQuestion)  # noqa: S101 - asked before
    squares = {tile: read_text(query, f"at.{tile}") for tile in question.tiles_to_place}
    if not any(squares.values()):
        return {"end": None, "refused": None}
    placed = [
        {"tile": tile, "square": square} for tile, square in squares.items() if square in _SQUARES
    ]
    judged = neom_attempts(packed)({"placed": placed})
    if "refusal" in judged:
        refused = refusal_told(packed.puzzle.catalogue, judged["refusal"], len(placed))
        return {"end": None, "refused": refused}
    says = named_in(packed, judged["sentence"])
    return {"end": ended(solved=judged["solved"], says=says), "refused": None}
