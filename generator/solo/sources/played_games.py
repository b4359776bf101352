"""Games of the engine's players, and their positions."""

from __future__ import annotations

from collections.abc import Iterator

from generator.solo.draft import Draft, with_turn
from verifier.carcassonne.engine.solo.players import Player, game
from verifier.carcassonne.solo.rule_set import RuleSet
from verifier.carcassonne.solo.turn import LARGE, NO_CLAIM, RecordedTurn, Turn


def stages(player: Player, seed: int, rules: RuleSet) -> Iterator[tuple[Draft, str]]:
    """Yield the game of a player before each turn, as a draft, and the tile drawn.

    The last one is the end of the game, with no tile. The game is cut off at the first turn in
    which a tile is laid aside, since a position does not show when that happened.

    >>> from verifier.carcassonne.solo.rule_set import SOLO
    >>> [(len(draft.game), tile) for draft, tile in stages(Player("random"), 7, SOLO)][:3]
    [(0, 'base/K'), (1, 'base/R'), (2, 'base/I')]
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


def last_stages(player: Player, seed: int, rules: RuleSet, turns: int) -> list[Draft]:
    """Return the stages of a player's game before each of so many last turns, without its end.

    >>> from verifier.carcassonne.solo.rule_set import SOLO
    >>> whole = [draft for draft, _ in stages(Player("random"), 7, SOLO)]
    >>> last_stages(Player("random"), 7, SOLO, 2) == whole[-3:-1]
    True
    """
    return [stage for stage, _ in stages(player, seed, rules)][-turns - 1 : -1]


def _turn(recorded: RecordedTurn) -> Turn:
    claim = recorded.meeples[0].segment if recorded.meeples else NO_CLAIM
    x, y = recorded.cell
    large = any(meeple.piece == LARGE for meeple in recorded.meeples)
    return Turn(recorded.tile, recorded.rotation, x, y, claim, recorded.order, large)
