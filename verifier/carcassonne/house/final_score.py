"""What a final table comes to: every feature's owners and points, and the players' totals."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from verifier.carcassonne.house.part_turn import FinalScoring, final_scorings_text
from verifier.carcassonne.house.position import Position
from verifier.claims.agreement import Disagreement, common_answer
from verifier.errors import KeysDisagree, Malformed


class FinalScorer(Protocol):
    """The part of a key that is asked here; see :class:`verifier.carcassonne.house.key.Key`."""

    @property
    def name(self) -> str:
        """What verdicts call it."""

    def final_scorings(self, position: Position) -> tuple[FinalScoring, ...]:
        """Return what each feature would bring if the game ended now."""


@dataclass(frozen=True, slots=True)
class FinalScore:
    """Final scoring of a table, feature by feature, and what it makes of the scores.

    ``scores`` are by colour and without handicaps; ``totals`` by player, with them
    (HOUSE-2P-3, HOUSE-WIN-1). ``winners`` are the players with the most.
    """

    scorings: tuple[FinalScoring, ...]
    scores: tuple[int, ...]
    totals: tuple[int, ...]
    winners: tuple[int, ...]


def final_score(
    position: Position, keys: Sequence[FinalScorer], handicaps: Sequence[int] = ()
) -> FinalScore:
    """Return what the table comes to if the game ends now, on which all keys agree.

    ``handicaps`` are by player, none if left out. The keys find the features, their owners and
    points; adding them up is shared.

    :raises Malformed: if there are not as many handicaps as players.
    :raises KeysDisagree: if the keys do.
    """
    players = position.rules.players
    handicaps = handicaps or (0,) * players
    if len(handicaps) != players:
        raise Malformed(
            f"{len(handicaps)} handicaps for {players} players", where="handicaps", rule="AMB-34"
        )
    try:
        scorings = common_answer(
            {key.name: key.final_scorings(position) for key in keys},
            lambda: "final scoring",
            shown=final_scorings_text,
        )
    except Disagreement as error:
        raise KeysDisagree(str(error)) from None
    scores = list(position.scores)
    for scoring in scorings:
        for owner in scoring.owners:
            scores[owner] += scoring.value
    totals = list(handicaps)
    for colour, score in enumerate(scores):
        totals[position.rules.player_of(colour)] += score
    winners = tuple(player for player, total in enumerate(totals) if total == max(totals))
    return FinalScore(scorings, tuple(scores), tuple(totals), winners)
