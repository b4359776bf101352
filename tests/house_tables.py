"""Tables of the house game in one line, for cases that are built on purpose.

A tile is written as a part-turn is, with the colour of its piece: ``base/U0.1.0.little.E.2``.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

from verifier.carcassonne.house.part_turn import FeatureAt, FinalScoring, Outcome
from verifier.carcassonne.house.position import Piece, Placement, Position, StandingPiece
from verifier.carcassonne.house.rule_set import Pieces, RuleSet


def placement(text: str) -> Placement:
    """Return the placement that is written so."""
    tile, x, y, *piece = text.split(".")
    laid = Placement(tile[:-1], int(tile[-1]), int(x), int(y))
    if not piece:
        return laid
    sort, feature, colour = piece
    standing = StandingPiece(cast("Piece", sort), feature, int(colour) - 1)
    return Placement(laid.tile, laid.rotation, laid.x, laid.y, standing)


def position_of(case: Mapping[str, Any]) -> Position:
    """Return the table of a case; the first colour moves, supplies are what the table leaves."""
    rules = RuleSet(
        players=case.get("players", 2),
        sets=tuple(case.get("sets", ("base", "ic", "tb", "ks"))),
        hand=case.get("hand_size", 1),
    ).with_switches(case.get("switches", {}))
    placements = tuple(map(placement, case["table"].split()))
    return Position(
        rules=rules,
        placements=placements,
        scores=(0,) * rules.colours,
        supplies=tuple(_left(rules, placements, colour) for colour in range(rules.colours)),
        to_move=0,
        hand=tuple(case["hand"].split()),
        bag=tuple(case.get("bag", "").split()),
        river=tuple(case.get("river", "").split()),
        second=case.get("start_second", False),
    )


def _left(rules: RuleSet, placements: tuple[Placement, ...], colour: int) -> Pieces:
    own = [p.piece.piece for p in placements if p.piece is not None and p.piece.colour == colour]
    start = rules.start_supply
    return Pieces(*(getattr(start, sort) - own.count(sort) for sort in start._fields))  # type: ignore[arg-type]  # they are named like pieces


def in_words(outcome: Outcome) -> dict[str, Any]:
    """Return what a case may expect of an outcome; colours are counted from 1."""
    after = outcome.after
    return {
        "scorings": [
            [
                *(scoring.feature, scoring.kind, scoring.value),
                {str(colour + 1): weight for colour, weight in scoring.weights},
                [owner + 1 for owner in scoring.owners],
            ]
            for scoring in outcome.scorings
        ],
        "scores": list(after.scores),
        "supplies": [list(supply) for supply in after.supplies],
        "to_move": after.to_move + 1,
        "second": after.second,
        "end": after.end,
        "discards": " ".join(after.discards),
        "hand_after": " ".join(after.hand),
        "river_after": " ".join(after.river),
        "final_scores": None if outcome.final is None else list(outcome.final),
    }


def final_in_words(scorings: tuple[FinalScoring, ...]) -> list[Any]:
    """Return final scorings as a case states them."""
    return [
        [
            *(_feature(each.feature), each.kind, each.value),
            [owner + 1 for owner in each.owners],
            [_feature(city) for city in each.cities],
        ]
        for each in scorings
    ]


def _feature(feature: FeatureAt) -> str:
    x, y, name = feature
    return f"{x},{y} {name}"
