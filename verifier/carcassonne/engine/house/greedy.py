"""Greedy players: they choose the part-turn after which the game could end best for them."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from verifier.carcassonne.engine.house.endgame import plays_by_margin
from verifier.carcassonne.engine.house.engine import HouseEngine
from verifier.carcassonne.engine.house.laid_out import laid_out
from verifier.carcassonne.house.endgame import PLAYERS
from verifier.carcassonne.house.part_turn import Outcome
from verifier.carcassonne.house.position import Position

_BUILDER, _SECOND = 4, 5
"""What a builder on the table, and a second part of the turn, are worth by eye."""
_CARELESS, _LOOKED_AT = 4, 30
"""One part-turn in so many is any of so many of the best."""


def margins_if_ended(outcomes: Sequence[Outcome], before: Position) -> list[int]:
    """Return by how much each outcome's player would lead the best other one if the game ended.

    Points of a player's colours are added up; handicaps are left out. The outcomes are those of
    one position, ``before``.
    """
    player = before.rules.player_of(before.to_move)
    if before.rules.players != PLAYERS:
        return [_margin(outcome.after, player) for outcome in outcomes]
    added, standing = dict(plays_by_margin(before)), _margin(before, player)
    return [standing + added[outcome.part_turn] for outcome in outcomes]


def worths_by_eye(outcomes: Sequence[Outcome], before: Position) -> list[int]:
    """Return an estimate of what each outcome is worth to its player: margin, builder, second part.

    The outcomes are those of one position, ``before``.
    """
    margins = margins_if_ended(outcomes, before)
    return [margin + _bonus(one) for one, margin in zip(outcomes, margins, strict=True)]


def _margin(position: Position, player: int) -> int:
    with laid_out(position) as table:
        scores = table.kernel.final_scores()
    totals = [0] * position.rules.players
    for colour, score in enumerate(scores):
        totals[position.rules.player_of(colour)] += score
    own = totals.pop(player)
    return own - max(totals)


def greedy_game(start: Position, below: Callable[[int], int]) -> tuple[Outcome, ...]:
    """Return the outcomes of a game of greedy players, to its end.

    ``below`` decides between part-turns that look equally good: it gets a bound and returns a
    number from 0 to the bound - 1.
    """
    found: list[Outcome] = []
    position = start
    while not position.end:
        outcomes = HouseEngine().outcomes_in_order(position)
        if not outcomes:
            break
        found.append(_best(outcomes, position, below))
        position = found[-1].after
    return tuple(found)


def _best(outcomes: Sequence[Outcome], before: Position, below: Callable[[int], int]) -> Outcome:
    worths = worths_by_eye(outcomes, before)
    # Now and then the player is careless, or all games would be alike.
    careless = below(_CARELESS) == 0
    least = sorted(worths)[-min(len(worths), _LOOKED_AT)] if careless else max(worths)
    best = [one for one, worth in zip(outcomes, worths, strict=True) if worth >= least]
    return best[below(len(best))]


def _bonus(outcome: Outcome) -> int:
    turn = outcome.part_turn
    return (_BUILDER if turn.piece == "builder" else 0) + _SECOND * turn.second
