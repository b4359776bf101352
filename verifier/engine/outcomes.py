"""Makes outcomes of what the kernel lists: what a turn leaves as it was is not made anew."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any, TypeAlias

from verifier.engine import ending
from verifier.engine.features import KIND
from verifier.engine.table import Table, claim_name
from verifier.engine.tables import base_tables
from verifier.position import Meeple, Placement, Position
from verifier.turn import FEATURES, Outcome, Scoring, Turn

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
supplies, monasteries, whether the game ends for want of a meeple, and which meeples went home."""


def outcomes_listed(
    drawn: Position, table: Table[Any], discards: str, listed: Iterable[Listed]
) -> list[Outcome]:
    """Return the outcomes of which the kernel has listed what changes.

    What the kernel does not name stays as it is in the position, and what lies on the table then
    can lie there, so the outcomes for one turn's placement and claim share their placements.
    """
    standing = [n for n, laid in enumerate(drawn.placements) if laid.meeple is not None]
    last_tile = all(pile.empty for pile in drawn.piles)
    colour, colours = drawn.to_move, drawn.rules.colours
    outcomes = []
    laid_before, lying = None, drawn.lying
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
        x, y = table.cell(number)
        letter, rotation = base_tables().letters[drawing // 4], drawing % 4
        scorings = tuple(_scoring(features[n], paid=bool(paid >> n & 1)) for n in order)
        scored = tuple(scoring.feature for scoring in scorings)
        turn = Turn(letter, rotation, x, y, claim_name(claim), scored)
        if (number, drawing, claim) != laid_before:
            laid_before = (number, drawing, claim)
            stays = claim >= 0 and turn.claim not in scored
            meeple = Meeple(turn.claim, colour) if stays else None
            lying = drawn.lying.with_one_more(
                Placement(letter, rotation, x, y, meeple), bare=[standing[n] for n in gone_home]
            )
            lying.laid_out_for = colours
        after = Position(
            rules=drawn.rules,
            placements=lying,
            scores=scores,
            supplies=supplies,
            to_move=(colour + 1) % colours,
            piles=drawn.piles,
            discards=drawn.discards,
            monasteries=monasteries,
            over=end_a or last_tile,
        )
        final, result = _end(after) if after.over else (None, None)
        outcomes.append(Outcome(colour, discards, turn, scorings, after, final, result))
    return outcomes


def _scoring(feature: tuple[int, int, int, int, int], *, paid: bool) -> Scoring:
    name, kind, value, present, majority = feature
    return Scoring(
        feature=FEATURES[name],
        kind=KIND[kind],
        value=value,
        present=_colours(present),
        majority=_colours(majority),
        colours=_colours(majority) if paid else (),
    )


def _colours(mask: int) -> tuple[int, ...]:
    return tuple(colour for colour in range(4) if mask >> colour & 1)


def end_without_turn(position: Position, colour: int, discards: str) -> Outcome:
    """Return the end of a game in which no tile can be placed any more (SOLO-END-6)."""
    after = replace(position, over=True, to_move=colour)
    return Outcome(colour, discards, None, (), after, *_end(after))


def _end(after: Position) -> tuple[tuple[int, ...], int]:
    final = ending.final_scores(after.rules, after.scores, after.meeples_on_tiles())
    return final, ending.result(after.rules, final)
