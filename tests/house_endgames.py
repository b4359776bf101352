"""Endgames of the house game for tests: small positions from games by chance, and brute force."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from tests.house_games import game
from tests.house_naive import board_of, can_be_placed
from verifier.carcassonne.house.endgame import Endgame, endgame_faults
from verifier.carcassonne.house.key import Key
from verifier.carcassonne.house.position import Placement
from verifier.carcassonne.house.rule_set import RuleSet


def endgames(seed: int, tiles: int, rules: RuleSet | None = None) -> Iterator[Endgame]:
    """Yield positions of a random game in which all but so many tiles are left in the box."""
    for position in game(seed, rules or RuleSet(players=2)):
        shorter = replace(position, hand=position.hand[:tiles], bag=(), hidden=0)
        if len(shorter.hand) < tiles or endgame_faults(shorter):
            continue
        if can_be_placed(board_of(shorter), shorter.hand):
            yield Endgame(shorter, (seed % 7, seed % 4))


def brute_force(key: Key, endgame: Endgame) -> dict[Placement, int]:
    """Return the value of each placement by looking through every sequence of outcomes."""
    found: dict[Placement, int] = {}
    for outcome in key.outcomes(endgame.position):
        played = outcome.part_turn
        placement = Placement(played.tile, played.rotation, played.x, played.y)
        if outcome.after.end == "tie":
            value = 0
        elif outcome.final is not None:
            mine = endgame.player
            sums = [sum(outcome.final[player::2]) for player in (mine, 1 - mine)]
            value = sums[0] - sums[1] + endgame.handicaps[mine] - endgame.handicaps[1 - mine]
        else:
            following = Endgame(outcome.after, endgame.handicaps)
            best = max(brute_force(key, following).values())
            value = best if following.player == endgame.player else -best
        found[placement] = max(value, found.get(placement, value))
    return found
