"""Players of the house game that the service moves: a greedy one, and one that looks ahead.

Neither knows more than a person at the table: they do not look into the bag. With two players
both play the last three tiles perfectly, as every tile to come is known then. With more players
only the last tile has a perfect part-turn: before it, what is best depends on whom the others help.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Literal, TypeAlias

from verifier.carcassonne.engine.house import HouseEngine
from verifier.carcassonne.engine.house.endgame import perfect_reply
from verifier.carcassonne.engine.house.players import worths_by_eye
from verifier.carcassonne.house.endgame import PLAYERS, Endgame
from verifier.carcassonne.house.part_turn import Outcome
from verifier.carcassonne.house.position import Position

Style: TypeAlias = Literal["greedy", "ahead"]

_LAST_TILES = 3
"""With so many tiles to come, all known, games of two players are solved."""
_CONSIDERED = 5
"""How many of the best-looking part-turns are weighed against what the next player makes of them.
"""
_MOST_ANSWERS = 1_500
"""No more part-turns are weighed when the next player's part-turns are more than so many."""


def choice(position: Position, style: Style, handicaps: tuple[int, ...]) -> Outcome | None:
    """Return the part-turn that a player of that style makes; None if no tile can be placed.

    It is always the same in the same position.
    """
    outcomes = HouseEngine().outcomes_in_order(position)
    if not outcomes:
        return None
    if _is_solvable(position):
        best = perfect_reply(Endgame(position, (handicaps[0], handicaps[1]))).part_turn
        return next(one for one in outcomes if one.part_turn == best)
    if all(one.after.end == "played" for one in outcomes):
        leads = [(-_lead(one, position, handicaps), str(one.part_turn)) for one in outcomes]
        return min(zip(leads, outcomes, strict=True), key=lambda each: each[0])[1]
    ranked = _ranked(outcomes, position)
    if style == "greedy" or len(ranked) == 1:
        return ranked[0][1]
    return max(_weighed(ranked, position), key=lambda each: each[0])[1]


def _weighed(
    ranked: Sequence[tuple[int, Outcome]], before: Position
) -> Iterator[tuple[int, Outcome]]:
    """Yield some of the best-looking outcomes with their worth less what it gives the next player.

    Fewer are weighed where each has very many answers, so that a turn never takes long.
    """
    answers = 0
    for worth, outcome in ranked[:_CONSIDERED]:
        gain, weighed = _answer(outcome, before)
        yield worth - gain, outcome
        answers += weighed
        if answers > _MOST_ANSWERS:
            return


def _is_solvable(position: Position) -> bool:
    return (
        position.rules.players == PLAYERS
        and not (position.bag or position.hidden or position.river)
        and len(position.hand) <= _LAST_TILES
        and not any(tile.startswith("river/") for tile in position.hand)
    )


def _lead(outcome: Outcome, before: Position, handicaps: Sequence[int]) -> int:
    """Return by how much the player who ends the game leads the best other one then."""
    totals = list(handicaps)
    for colour, score in enumerate(outcome.final or ()):
        totals[before.rules.player_of(colour)] += score
    own = totals.pop(before.rules.player_of(before.to_move))
    return own - max(totals)


def _ranked(outcomes: Sequence[Outcome], before: Position) -> list[tuple[int, Outcome]]:
    """Return the outcomes with their estimated worth, best first."""
    worths = zip(worths_by_eye(outcomes, before), outcomes, strict=True)
    return sorted(worths, key=lambda each: (-each[0], str(each[1].part_turn)))


def _answer(outcome: Outcome, before: Position) -> tuple[int, int]:
    """Return an estimate of what the next player gains with the tiles that lie open now.

    The second number is how many part-turns were looked at for it.

    The tile drawn after the part-turn is not known yet. If the same player plays a second part, the
    gain is the other way round.
    """
    hand = list(before.hand)
    hand.remove(outcome.part_turn.tile)
    after = outcome.after
    if after.end or not hand or any(tile.startswith("river/") for tile in hand):
        return 0, 0
    seen = replace(after, hand=tuple(hand), bag=(), hidden=0, river=())
    answers = HouseEngine().outcomes_in_order(seen)
    if not answers:
        return 0, 0
    gain = max(worth for worth, _ in _ranked(answers, seen)) - _standing(seen)
    rules = before.rules
    own = rules.player_of(after.to_move) == rules.player_of(before.to_move)
    return (-gain if own else gain), len(answers)


def _standing(position: Position) -> int:
    """Return by how much the player to move would lead if the game ended."""
    totals = [0] * position.rules.players
    scores = list(position.scores)
    for scoring in HouseEngine().final_scorings(position):
        for owner in scoring.owners:
            scores[owner] += scoring.value
    for colour, score in enumerate(scores):
        totals[position.rules.player_of(colour)] += score
    own = totals.pop(position.rules.player_of(position.to_move))
    return own - max(totals)
