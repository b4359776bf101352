"""What is told of a draft: where tiles fit, what follows from the table, what is wrong with it."""

from __future__ import annotations

from collections.abc import Mapping

from meepleproof.rendering.carcassonne.tiles import spot
from meepleproof.rendering.solo.words import tile_in_words
from meepleproof.service.play.solo.document import tile_name
from meepleproof.service.play.solo.drafts import Draft, Wrong, fitting, placed, read_draft, wrongs
from meepleproof.service.play.solo.wording import task_in_words
from meepleproof.service.play.url import read_text
from verifier.carcassonne.solo.catalogue import CATALOGUE
from verifier.carcassonne.solo.goals import Goal
from verifier.carcassonne.solo.letters import letter_of
from verifier.carcassonne.solo.notation import beside_text, position_text
from verifier.carcassonne.solo.position import Placement
from verifier.documents.strict_json import Document

DRAFTED = "/make/draft"
"""Where the editor asks what is told of its draft."""
_KINDS = ("road", "city", "monasteries", "stay")
"""The kinds of goals that can be chosen; those about the end of a game take the whole set."""


def told_of_draft(query: Mapping[str, str]) -> Document:
    """Return what is told of the draft in a query.

    :raises Malformed: if it cannot be read.
    """
    return draft_document(read_draft(read_text(query, "code")))


def draft_document(draft: Draft) -> Document:
    """Return all that the page shows of a draft, and where tiles can be laid."""
    position = draft.position
    found = wrongs(draft)
    told: Document = {
        "with": beside_text(position.rules),
        "colours": position.rules.colours,
        "meeples": position.rules.meeples,
        "scores": list(position.scores),
        "to_move": position.to_move + 1,
        "hands": list(position.supplies),
        "monasteries": position.monasteries,
        "coming": [letter_of(tile) for tile in draft.coming],
        "goal": None if draft.goal is None else _goal(draft.goal),
        "rest": _rest(draft),
        "pieces": [_piece(placement, mask) for placement, mask in placed(draft)],
        **_offers(draft),
        "wrong": [_wrong(one) for one in found],
        "rules": {
            rule: CATALOGUE.rule(rule).sentence for one in found for rule in sorted(one.rules)
        },
    }
    if not found and draft.puzzle is not None:
        told |= {"code": draft.puzzle.code, "task": task_in_words(draft.puzzle)}
    return told


def _goal(goal: Goal) -> Document:
    """Return a goal by its numbers, or as its word if it is of a kind that cannot be chosen."""
    if goal.kind not in _KINDS:
        return {"word": goal.id}
    return {
        "kind": goal.kind,
        "least": goal.at_least,
        "most": goal.at_most,
        "colours": goal.colours,
    }


def _rest(draft: Draft) -> list[str]:
    """Return the words of the draft that its author cannot change here, but brought along."""
    kept = position_text(draft.position).split("~")
    return [word for word in kept if word.startswith(("s", "o.", "x"))]


def _piece(placement: Placement, mask: int) -> Document:
    piece: Document = {
        "tile": letter_of(placement.tile),
        "turn": placement.rotation,
        "art": tile_name(placement.tile, placement.rotation),
        "at": list(placement.cell),
        "says": tile_in_words(placement),
        "fits": mask,
    }
    meeple = placement.meeple
    if meeple is not None:
        at = [50, 50]
        if placement.drawing.segment_named(meeple.segment) is not None:
            at = list(spot(placement.drawing, meeple.segment))
        piece["meeple"] = {
            "colour": meeple.colour + 1,
            "at": at,
            "segment": meeple.segment,
            **({"large": True} if meeple.large else {}),
        }
    return piece


def _offers(draft: Draft) -> Document:
    """Return the open squares, for each tile a mask of rotations for each of them, and its rest."""
    position = draft.position
    known = position.known_tiles()
    squares, fits, left = list[list[int]](), dict[str, str](), dict[str, int]()
    for tile, count in position.rules.tile_counts().items():
        found = fitting(position, tile)
        squares = [list(cell) for cell in found]
        fits[letter_of(tile)] = "".join(f"{mask:x}" for mask in found.values())
        left[letter_of(tile)] = count - known.count(tile)
    return {"squares": squares, "fits": fits, "left": left}


def _wrong(one: Wrong) -> Document:
    return {"says": one.sentence, "rules": list(one.rules), "cells": list(map(list, one.cells))}
