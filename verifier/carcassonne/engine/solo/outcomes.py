"""Builds outcomes from the kernel's list, sharing whatever a turn leaves unchanged."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any, TypeAlias

from verifier.carcassonne.engine.solo.features import KIND
from verifier.carcassonne.engine.solo.final_scoring import final_scoring
from verifier.carcassonne.engine.solo.laid_out import LaidOut, claim_name
from verifier.carcassonne.solo.position import Meeple, Placement, Position
from verifier.carcassonne.solo.turn import FEATURES, Outcome, Scoring, Turn

_COLOURS = tuple(
    tuple(colour for colour in range(4) if mask >> colour & 1) for mask in range(1 << 4)
)
"""The colours of a bit mask, in order."""

Listed: TypeAlias = tuple[
    int,
    int,
    int,
    tuple[int, ...],
    tuple[tuple[int, int, int, int, int], ...],
    int,
    tuple[int, ...],
    tuple[int, ...],
    int,
    bool,
    tuple[int, ...],
]
"""What the kernel lists for an outcome: cell, drawing, claim, order, features, those paid, scores,
supplies, monasteries, whether the game ends for lack of a meeple, and which meeples return."""


def outcomes_listed(
    drawn: Position, table: LaidOut[Any], discards: tuple[str, ...], listed: Iterable[Listed]
) -> list[Outcome]:
    """Return the outcomes from the kernel's list of changes.

    Whatever is not listed stays as it is in the position. The resulting tables need no check, and
    outcomes with the same placement and claim share their placements.
    """
    kinds, lying = table.tables.kinds, drawn.lying
    standing = [n for n, laid in enumerate(lying) if laid.meeple is not None]
    last_tile = all(pile.empty for pile in drawn.piles)
    colour, colours = drawn.to_move, drawn.rules.colours
    outcomes = []
    before: tuple[int, int, int] = (-1, -1, -1)
    for (
        number,
        drawing,
        claim,
        order,
        features,
        paid,
        scores,
        supplies,
        monasteries,
        end_a,
        gone_home,
    ) in listed:
        if number != before[0]:
            x, y = table.cell(number)
            place = lying.place_for(x, y)
        tile, rotation, claimed = kinds[drawing // 4], drawing % 4, claim_name(claim)
        scorings: tuple[Scoring, ...] = ()
        scored: tuple[str, ...] = ()
        if order:
            scorings = tuple(_scoring(features[n], paid=bool(paid >> n & 1)) for n in order)
            scored = tuple(scoring.feature for scoring in scorings)
        if (number, drawing, claim) != before:
            before = (number, drawing, claim)
            meeple = Meeple(claimed, colour) if claim >= 0 and claimed not in scored else None
            laid = Placement(tile, rotation, x, y, meeple)
            placements = lying.with_one_more(place, laid, [standing[n] for n in gone_home])
            placements.laid_out_for = colours
        after = Position(
            drawn.rules,
            placements,
            scores,
            supplies,
            (colour + 1) % colours,
            drawn.piles,
            drawn.discards,
            monasteries,
            end_a or last_tile,
        )
        turn = Turn(tile, rotation, x, y, claimed, scored)
        final, result = _end(after) if after.over else (None, None)
        outcomes.append(Outcome(colour, discards, turn, scorings, after, final, result))
    return outcomes


def _scoring(feature: tuple[int, int, int, int, int], *, paid: bool) -> Scoring:
    name, kind, value, present, majority = feature
    return Scoring(
        feature=FEATURES[name],
        kind=KIND[kind],
        value=value,
        present=_COLOURS[present],
        majority=_COLOURS[majority],
        colours=_COLOURS[majority] if paid else (),
    )


def end_without_turn(position: Position, colour: int, discards: tuple[str, ...]) -> Outcome:
    """Return the end of a game in which no tile can be placed any more (SOLO-END-6)."""
    after = replace(position, over=True, to_move=colour)
    return Outcome(colour, discards, None, (), after, *_end(after))


def _end(after: Position) -> tuple[tuple[int, ...], int]:
    return final_scoring(after.rules)(after.scores, after.meeples_on_tiles())
