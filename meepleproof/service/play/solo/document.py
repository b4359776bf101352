"""What the Solo Variant tells a page: tables, and all that it needs to play on without the server.

A table has the form of the schema ``table``, which knows no rules: pieces, squares, ways to lay the
tile on them, what may be claimed, and what each whole turn brings, all in words and numbers. So
other games can tell a page the same.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import dropwhile
from typing import Any

from meepleproof.rendering.carcassonne.tiles import spot
from meepleproof.rendering.palette import PIGMENTS
from meepleproof.rendering.solo.notes import DRAWN, UNKNOWN, next_draws
from meepleproof.rendering.solo.words import SIDE_NAMES, tile_in_words
from meepleproof.service.play.numbered import Numbered
from meepleproof.service.play.refusal import Refusal
from meepleproof.service.play.solo.choices import Claim, Laying, Square, Ways, scored_cells, ways
from meepleproof.service.play.solo.sentences import capitalised, said, said_of, sentences
from meepleproof.service.play.solo.wording import (
    chosen_in_words,
    feature_in_words,
    last_scoring_in_words,
    moves_in_words,
    question_in_words,
    scoring_in_words,
    scoring_parts,
)
from verifier.carcassonne.solo.catalogue import CATALOGUE
from verifier.carcassonne.solo.codec import position_to_json
from verifier.carcassonne.solo.goals import Goal, goal_kinds
from verifier.carcassonne.solo.letters import letter_of
from verifier.carcassonne.solo.notation import line_text, turn_text
from verifier.carcassonne.solo.position import Placement, Position, with_row
from verifier.carcassonne.solo.puzzle import Puzzle
from verifier.carcassonne.solo.rule_set import BOXES, SOLO, RuleSet
from verifier.carcassonne.solo.turn import NO_CLAIM, Outcome, turns_of
from verifier.carcassonne.table.cells import STEPS, Cell
from verifier.carcassonne.tiles import Orientation, drawing_of, tile_kind
from verifier.carcassonne.tiles.sheet import TileKind
from verifier.documents.strict_json import Document

_WHICH = re.compile(r" of [ritk]?[A-Z] on \(-?[0-9]+,-?[0-9]+\)")
"""Which tile a sentence speaks of: a page shows no letters on tiles, and marks the place."""


def table_document(
    position: Position,
    start: Position,
    outcomes: Sequence[Outcome],
    *,
    playing: bool = True,
    free: bool = False,
) -> Document:
    """Return the table after these outcomes, with the ways to go on if the game is ``playing``.

    ``position`` is what the player may see of the last outcome's. Members that depend on a puzzle
    or a free game are the caller's to add, but how many tiles of a ``free`` game lie face down.
    """
    turns = turns_of(outcomes)
    final = outcomes[-1].final if outcomes else None
    document: Document = {
        "game": "solo",
        "line": line_text(turns),
        "turns": len(turns),
        "pieces": [piece_document(placement) for placement in position.placements],
        "players": players_document(position, final),
        "moves": moves_in_words(start, outcomes),
        "path": [[tile_name(turn.tile, turn.rotation), list(turn.cell)] for turn in turns],
    }
    if turns:
        said = last_scoring_in_words(start, outcomes)
        document["last"] = {"at": list(turns[-1].cell), **({"says": said} if said else {})}
    notes = _notes(position, free=free)
    if notes:
        document["notes"] = notes
    found = ways(position, len(turns) + 1) if playing else None
    if found is not None:
        document |= _Telling(position, found).document()
    document |= _coming(position, skip=0 if found is None else 1)
    return document


def hand_document(
    position: Position,
    tiles: Sequence[str],
    turn: int,
    *,
    only: Collection[tuple[str, int, Cell]] | None = None,
) -> Document:
    """Return the tiles in hand with all ways to make a turn with each of them.

    ``only`` has the tiles, with rotations and cells, that may be laid, if not all may.
    """
    effects, reasons = Numbered(), Numbered()
    hand: list[Document] = []
    telling = None
    for tile, number in sorted(Counter(tiles).items()):
        dealt = with_row(position, (tile,))
        found = ways(dealt, turn)
        if found is None:
            continue
        telling = _Telling(dealt, found, effects, reasons)
        told = telling.document()
        squares = told["squares"] if only is None else _only(told["squares"], tile, only)
        if any(square["ways"] for square in squares):
            hand.append({**told["tile"], "number": number, "squares": squares})
    if telling is None or not hand:
        return {}
    return {
        "colour": telling.ways.colour + 1,
        "hand": hand,
        "effects": effects.listed,
        "reasons": reasons.listed,
        "rules": telling.rules(),
    }


def _only(
    squares: Iterable[Document], tile: str, only: Collection[tuple[str, int, Cell]]
) -> list[Document]:
    """Return the squares with the ways to lay a tile that are asked for."""
    found = list[Document]()
    for square in squares:
        x, y = square["at"]
        wanted = [way for way in square["ways"] if (tile, way["turn"], (x, y)) in only]
        if wanted:
            found.append({**square, "ways": wanted, "not": []})
    return found


_LARGE_ART = "big"
"""The drawing of a large meeple, without its colour."""


def tile_name(tile: str, rotation: int) -> str:
    """Return the name of a drawing of a tile, as the sheet of pieces has it.

    >>> tile_name("base/U", 1)
    'U.1'
    """
    return f"{letter_of(tile)}.{rotation}"


def piece_document(placement: Placement) -> Document:
    """Return a tile on the table, with the meeple on it."""
    drawing, meeple = placement.drawing, placement.meeple
    piece: Document = {
        "art": tile_name(placement.tile, placement.rotation),
        "at": list(placement.cell),
        "says": tile_in_words(placement),
    }
    if meeple is not None:
        at = list(spot(drawing, meeple.segment))
        art = {"art": _LARGE_ART} if meeple.large else {}
        piece["meeple"] = {"colour": meeple.colour + 1, "at": at, **art}
    return piece


def players_document(position: Position, final: tuple[int, ...] | None = None) -> list[Document]:
    """Return the colours with their scores, those of final scoring if it is over."""
    scores = position.scores if final is None else final
    large = position.large or (None,) * position.rules.colours
    rows = zip(PIGMENTS, scores, position.supplies, large, strict=False)
    return [
        {
            "name": pigment.name,
            "score": score,
            "hand": supply,
            "meeples": position.rules.ordinary,
            "lowest": score == min(scores),
            **({} if larger is None else {"more": [_large_meeple(here=bool(larger))]}),
        }
        for pigment, score, supply, larger in rows
    ]


def _large_meeple(*, here: bool) -> Document:
    return {"art": _LARGE_ART, "says": said("large"), "here": here}


def _notes(position: Position, *, free: bool) -> list[str]:
    hidden = " · ".join(str(pile.hidden) for pile in position.piles)
    meeples = position.rules.meeples
    notes = [
        said("note.meeples", number=meeples) if meeples != SOLO.meeples else "",
        said("note.face_down", numbers=hidden)
        if free and any(one.hidden for one in position.piles)
        else "",
        said("note.river", number=position.river.hidden) if free and position.river.hidden else "",
        said("note.monasteries", number=position.monasteries) if position.monasteries else "",
        said("note.out", letters=" ".join(map(letter_of, position.discards)))
        if position.discards
        else "",
        said("note.spare") if any(draw.spare for draw in next_draws(position)) else "",
        *(f"{key}: {value}" for key, value in position.rules.switches),
    ]
    return [note for note in notes if note]


def _coming(position: Position, skip: int) -> Document:
    # What lies below the tile at hand is not drawn for it any more.
    draws = tuple(dropwhile(lambda draw: skip and draw.spare, next_draws(position)[skip:]))
    if not draws:
        return {}
    shown = [
        {"colour": draw.colour + 1}
        | ({} if draw.tile == UNKNOWN else {"art": tile_name(draw.tile, 0)})
        | ({"spare": True} if draw.spare else {})
        for draw in draws[:DRAWN]
    ]
    return {"coming": shown, **({"later": len(draws) - DRAWN} if draws[DRAWN:] else {})}


@dataclass(frozen=True, slots=True)
class _Telling:
    """Tells all ways to make the next turn; equal effects and reasons are told once."""

    position: Position
    ways: Ways
    effects: Numbered = field(default_factory=Numbered)
    reasons: Numbered = field(default_factory=Numbered)

    def document(self) -> Document:
        found, kind = self.ways, tile_kind(self.ways.tile)
        table = {placement.cell: placement for placement in self.position.placements}
        squares = [self._square(square, table) for square in found.squares]
        told: Document = {
            "colour": found.colour + 1,
            "tile": {
                "name": f"tile {letter_of(found.tile)}",
                "says": tile_in_words(drawing_of(found.tile, 0)),
                "art": [tile_name(found.tile, rotation) for rotation in kind.rotations],
            },
            "squares": squares,
            "effects": self.effects.listed,
            "reasons": self.reasons.listed,
            "rules": self.rules(),
        }
        if found.discards:
            letters = " and ".join(map(letter_of, found.discards))
            told["notice"] = said_of(len(found.discards), "leaves", letters=letters)
        return told

    def rules(self) -> dict[str, str]:
        """Return the sentences of the rules behind all reasons told so far."""
        named = {rule for reason in self.reasons.listed for rule in reason["rules"]}
        return {rule: CATALOGUE.rule(rule).sentence for rule in sorted(named)}

    def _square(self, square: Square, table: Mapping[Cell, Placement]) -> Document:
        x, y = square.cell
        sides = [
            f"{table[at].drawing.terrain[(edge + 2) % len(STEPS)]} in the {side}"
            for edge, (side, step) in enumerate(zip(SIDE_NAMES, STEPS, strict=True))
            if (at := (x + step[0], y + step[1])) in table
        ]
        refused = sorted(square.refusals.items())
        return {
            "at": [x, y],
            "says": " and ".join(sides),
            "ways": [self._laying(laying) for laying in square.layings],
            "not": [[rotation, self._reason(refusal)] for rotation, refusal in refused],
        }

    def _laying(self, laying: Laying) -> Document:
        told: Document = {
            "turn": laying.placement.rotation,
            "ask": self._question(laying),
            "claims": [self._claim(laying, claim) for claim in laying.claims],
        }
        if laying.why_none:
            why = {"says": told["ask"], "rules": [laying.why_none]}
            told["why"] = self.reasons.number_of((told["ask"], (laying.why_none,)), lambda: why)
        return told

    def _question(self, laying: Laying) -> str:
        only_large = all(claim.option.large for claim in laying.claims if claim.option.allowed)
        return question_in_words(
            self.ways.colour, due=laying.due, why_none=laying.why_none, large=only_large
        )

    def _claim(self, laying: Laying, claim: Claim) -> Document:
        name = claim.option.name
        told: Document = {"name": name, "says": feature_in_words(claim.option)}
        if claim.refusal is not None:
            return told | {"not": self._reason(claim.refusal, laying, claim)}
        if name != NO_CLAIM:
            told |= self._piece(claim)
            told["at"] = list(spot(laying.placement.drawing, name))
        told["chosen"] = chosen_in_words(claim.option, due=laying.due)
        told["plays"] = [self._play(outcome) for outcome in claim.outcomes]
        return told

    def _piece(self, claim: Claim) -> Document:
        """Return which meeple makes a claim, where there are two sorts (SOLO-BOX-5)."""
        if not self.position.rules.large:
            return {}
        if not claim.option.large:
            return {"piece": "meeple"}
        return {"name": f"large.{claim.option.name}", "piece": "large", "art": _LARGE_ART}

    def _play(self, outcome: Outcome) -> list[Any]:
        turn = "" if outcome.turn is None else turn_text(outcome.turn)
        if outcome.scorings or outcome.final is not None:
            return [turn, self.effects.number(_effect(self.position, outcome))]
        # Most turns bring nothing, which the meeples in hand tell apart.
        hands = outcome.after.supplies
        return [turn, self.effects.number_of(hands, lambda: _effect(self.position, outcome))]

    def _reason(
        self, refusal: Refusal, laying: Laying | None = None, claim: Claim | None = None
    ) -> int:
        says = _WHICH.sub("", refusal.sentence)
        if claim is not None and refusal.rules == ("SOLO-MEEPLE-5",):
            says = said("claim.taken", feature=capitalised(feature_in_words(claim.option)))
        elif laying is not None and refusal.rules == ("SOLO-MEEPLE-1",):
            free = (feature_in_words(one.option) for one in laying.claims if one.option.allowed)
            says = said("claim.must", features=" or ".join(dict.fromkeys(free)))
        document = {"says": says, "rules": list(refusal.rules)}
        return self.reasons.number_of((says, refusal.rules), lambda: document)


def _effect(position: Position, outcome: Outcome) -> Document:
    """Return what a turn brings: what scores and lights up, who comes home, the numbers after."""
    after = outcome.after
    told: Document = {
        "says": scoring_in_words(position, outcome),
        "scores": list(after.scores if outcome.final is None else outcome.final),
        "hands": list(after.supplies),
    }
    lines = scoring_parts(position, outcome)
    if lines:
        told["lines"] = [
            {"head": line.head, **_who_gains(line.gains, line.nobody), "cells": cells}
            for line, cells in zip(lines, _lit(outcome), strict=True)
        ]
    home = _home(position, outcome)
    if home:
        told["home"] = home
    if outcome.result is not None:
        told["ends"] = said("result", result=outcome.result)
    return told


def _who_gains(gains: Iterable[tuple[str, int, int]], nobody: str) -> Document:
    told = [f"{name} {before} → {after}" for name, before, after in gains]
    return {"gains": told} if told else {"nobody": nobody}


def _lit(outcome: Outcome) -> list[list[list[int]]]:
    """Return for each scoring the cells of what was scored."""
    return [
        [list(cell) for cell in scored_cells(outcome, scoring.feature)]
        for scoring in outcome.scorings
    ]


def _home(position: Position, outcome: Outcome) -> list[list[int]]:
    """Return the cells from which a meeple comes home, that just placed perhaps among them."""
    standing = {laid.cell for laid in outcome.after.placements if laid.meeple is not None}
    stood = [laid.cell for laid in position.placements if laid.meeple is not None]
    if outcome.turn is not None and outcome.turn.claim in outcome.turn.order:
        stood.append(outcome.turn.cell)
    return [list(cell) for cell in stood if cell not in standing]


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
    """Return as JSON the tiles by letter, the names of the colours, and sentences."""
    return _sheet_text(SOLO, _CITED)


def boxes_sheet() -> str:
    """Return the same for games with any other boxes."""
    return _sheet_text(RuleSet(boxes=BOXES), (*_CITED, "SOLO-BOX-7"))


def _sheet_text(rules: RuleSet, cited: Iterable[str]) -> str:
    tiles = {letter_of(kind.id): _tile(kind) for kind in rules.sheet.kinds}
    return json.dumps(
        {
            "tiles": tiles,
            "colours": [pigment.name for pigment in PIGMENTS],
            "rules": {rule: CATALOGUE.rule(rule).sentence for rule in cited},
            "says": sentences(),
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
                **({"inn": True} if segment.inn else {}),
                **({"cathedral": True} if segment.cathedral else {}),
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
