"""What a browser must know to play on without the server: tiles, rules it may cite, the start."""

from __future__ import annotations

import json

from meepleproof.rendering.carcassonne.tiles import spot
from meepleproof.rendering.palette import PIGMENTS
from meepleproof.rendering.solo.words import goal_in_words
from meepleproof.service.pages.solo.board import tile_in_words
from verifier.carcassonne.solo.catalogue import CATALOGUE
from verifier.carcassonne.solo.codec import position_to_json
from verifier.carcassonne.solo.goals import Goal, checklist, goal_kinds
from verifier.carcassonne.solo.letters import letter_of
from verifier.carcassonne.solo.position import Position
from verifier.carcassonne.solo.puzzle import Puzzle
from verifier.carcassonne.solo.rule_set import SOLO
from verifier.carcassonne.tiles import Orientation
from verifier.carcassonne.tiles.sheet import TileKind
from verifier.documents.strict_json import Document

_CITED = (
    "BASE-PLACE-3",
    "SOLO-MEEPLE-1",
    "SOLO-MEEPLE-3",
    "SOLO-MEEPLE-4",
    "SOLO-MEEPLE-5",
    "SOLO-MEEPLE-11",
    "SOLO-PLACE-3",
)
"""The rules behind "Why?" on a board that the browser worked out."""


def solo_sheet() -> str:
    """Return as JSON the tiles by letter, the names of the colours, and sentences of rules."""
    tiles = {letter_of(kind.id): _tile(kind) for kind in SOLO.sheet.kinds}
    return json.dumps(
        {
            "tiles": tiles,
            "colours": [pigment.name for pigment in PIGMENTS],
            "rules": {rule: CATALOGUE.rule(rule).sentence for rule in _CITED},
        },
        separators=(",", ":"),
    )


def _tile(kind: TileKind) -> Document:
    return {
        "rotations": list(kind.rotations),
        "drawings": [_drawing(drawing) for drawing in kind.orientations],
    }


def _drawing(drawing: Orientation) -> Document:
    return {
        "terrain": list(drawing.terrain),
        "says": tile_in_words(drawing),
        "segments": [
            {
                "name": segment.name,
                "kind": segment.kind,
                "edges": list(segment.edges),
                "shields": segment.shields,
                "at": list(spot(drawing, segment.name)),
            }
            for segment in drawing.segments
        ],
    }


def puzzle_start(puzzle: Puzzle) -> Document:
    """Return where a puzzle starts, and its goal."""
    return {
        "position": position_to_json(puzzle.position),
        "of": puzzle.tiles,
        "goal": goal_whole(puzzle.goal),
        "final": goal_kinds()[puzzle.goal.kind].about_the_end,
    }


def game_start(start: Position, seed: int) -> Document:
    """Return where a free game starts with its whole deal, its seed, and the checklist."""
    goals = [
        {"id": goal.id, "says": goal_in_words(goal), "goal": goal_whole(goal)}
        for goal in checklist().values()
    ]
    return {"position": position_to_json(start), "seed": seed, "goals": goals}


def goal_whole(goal: Goal) -> Document:
    """Return a goal with all that it asks for, where packs have only the ids of known ones.

    >>> from verifier.carcassonne.solo.goals import checklist
    >>> goal_whole(checklist()["road-5-3c"])
    {'id': 'road-5-3c', 'kind': 'road', 'at_least': 5, 'at_most': 5, 'colours': 3}
    """
    document: Document = {"id": goal.id, "kind": goal.kind, "at_least": goal.at_least}
    if goal.at_most is not None:
        document["at_most"] = goal.at_most
    document["colours"] = goal.colours
    if goal.parts:
        document["parts"] = [goal_whole(part) for part in goal.parts]
    return document
