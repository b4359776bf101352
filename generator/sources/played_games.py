"""Games of the engine's players, and the positions they go through."""

from __future__ import annotations

from collections.abc import Iterator

from generator.draft import Draft, with_turn
from verifier.carcassonne.engine.players import Player, game
from verifier.carcassonne.record import RecordedTurn
from verifier.carcassonne.solo.rule_set import RuleSet
from verifier.carcassonne.turn import NO_CLAIM, Turn


def stages(player: Player, seed: int, rules: RuleSet) -> Iterator[tuple[Draft, str]]:
    """Yield where a player's game stood before each turn, and the tile that came.

    Last comes where it ended, with no tile. Before that, the game breaks off where a tile was laid
    aside: when that happened, a position does not tell.

    >>> from verifier.carcassonne.solo.rule_set import SOLO
    >>> [(len(draft.game), tile) for draft, tile in stages(Player("random"), 7, SOLO)][:3]
    [(0, 'K'), (1, 'R'), (2, 'I')]
    """
    record = game(0, player, seed=seed, rules=rules)
    stage: Draft | None = Draft((), record.start)
    for turn in record.turns:
        if stage is None or turn.discards:
            return
        yield stage, turn.tile
        stage = with_turn(stage, _turn(turn))
    if stage is not None:
        yield stage, ""


def _turn(told: RecordedTurn) -> Turn:
    claim = told.meeples[0].segment if told.meeples else NO_CLAIM
    return Turn(told.tile, told.rotation, told.x, told.y, claim, told.order)
