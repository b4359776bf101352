"""Endgames of the house game for tests: small positions from games by chance, and brute force.

Brute force looks through every sequence of outcomes of a key, with no bound, no table and no plays
left out.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, replace

from tests.house_games import game, random_rules, with_a_misfit, with_more_pieces
from tests.house_naive import board_of, can_be_placed
from verifier.carcassonne.house.endgame import Endgame, endgame_faults
from verifier.carcassonne.house.key import Key
from verifier.carcassonne.house.part_turn import Outcome, PartTurn
from verifier.carcassonne.house.position import Placement, Position
from verifier.carcassonne.house.rule_set import Pieces, RuleSet

MANY_TILES = 3
ALL = 10**9
OFTEN, SELDOM = 0.7, 0.2
ALIKE = ("base/B", "base/C", "base/X", "ic/H", "ic/K", "ks/C", "tb/B", "base/G", "base/U", "base/H")


def random_endgame(seed: int) -> Endgame | None:
    """Return an endgame of 1 to 5 tiles from a random game of any rules, none if it has none.

    The more tiles are to come, the earlier the position and the fewer the pieces, so that brute
    force comes to an end.
    """
    rng = random.Random(seed)
    tiles = rng.choice((1, 2, 2, 3, 3, 3, 4, 4, 5))
    rules = replace(random_rules(rng), players=2)
    if tiles >= MANY_TILES:
        supply = Pieces(rng.choice((0, 1, 1)), rng.randrange(2), rng.choice((0, 1)))
        rules = replace(rules, supply=supply)
    so_far = [position for position in game(seed, rules) if not position.end]
    if not so_far:
        return None
    position = so_far[int(len(so_far) * rng.random() ** tiles)]
    if rng.random() < OFTEN:
        position = with_more_pieces(rng, position)
    if rng.random() < SELDOM and position.hand:
        position = with_a_misfit(rng, position)
    if rng.random() < OFTEN:
        position = _with_alike_tiles(rng, position, tiles)
    position = _cut(position, tiles)
    if endgame_faults(position):
        return None
    return Endgame(position, (rng.randrange(-5, 6), rng.choice((0, 0, 3))))


def _with_alike_tiles(rng: random.Random, position: Position, tiles: int) -> Position:
    """Return the position with tiles that look alike from all sides to come, so not many plays."""
    rules = replace(position.rules, hand=rng.choice((1, 2, 3, 3, 4)))
    drawn = tuple(rng.choices(ALIKE, k=tiles))
    return replace(position, rules=rules, hand=drawn[: rules.hand], bag=drawn[rules.hand :])


def _cut(position: Position, tiles: int) -> Position:
    """Return the position with no more than so many tiles to come."""
    rest = (*position.hand, *position.bag)[:tiles]
    size = position.rules.hand
    return replace(position, hand=rest[:size], bag=rest[size:], hidden=0)


def endgames(seed: int, tiles: int, rules: RuleSet | None = None) -> Iterator[Endgame]:
    """Yield positions of a random game in which all but so many tiles are left in the box."""
    for position in game(seed, rules or RuleSet(players=2)):
        shorter = replace(position, hand=position.hand[:tiles], bag=(), hidden=0)
        if len(shorter.hand) < tiles or endgame_faults(shorter):
            continue
        if can_be_placed(board_of(shorter), shorter.hand):
            yield Endgame(shorter, (seed % 7, seed % 4))


class TooLarge(Exception):
    """The tree has more outcomes than were allowed."""


@dataclass
class BruteForce:
    """Values by a key's outcomes alone, of which it looks at ``most`` and no more."""

    key: Key
    most: int
    looked_at: int = 0

    def values(self, endgame: Endgame) -> dict[PartTurn, int]:
        """Return the value of every part-turn, for the player to move.

        :raises TooLarge: if there are more outcomes than allowed.
        """
        outcomes = self.key.outcomes(endgame.position)
        self.looked_at += len(outcomes)
        if self.looked_at > self.most:
            raise TooLarge
        return {outcome.part_turn: self.value_after(endgame, outcome) for outcome in outcomes}

    def value_after(self, endgame: Endgame, outcome: Outcome) -> int:
        """Return the value for the player to move before an outcome, once it has come about."""
        mine = endgame.player
        if outcome.after.end == "tie":
            return 0
        if outcome.final is not None:
            sums = [sum(outcome.final[player::2]) for player in (mine, 1 - mine)]
            return sums[0] - sums[1] + endgame.handicaps[mine] - endgame.handicaps[1 - mine]
        following = Endgame(outcome.after, endgame.handicaps)
        best = max(self.values(following).values())
        return best if following.player == mine else -best


def brute_force(key: Key, endgame: Endgame) -> dict[Placement, int]:
    """Return the value of each placement, however many outcomes there are."""
    return best_of_placements(BruteForce(key, ALL).values(endgame))


def best_of_placements(values: dict[PartTurn, int]) -> dict[Placement, int]:
    """Return the value of each placement: of the best part-turn that makes it."""
    found: dict[Placement, int] = {}
    for played, value in values.items():
        placement = Placement(played.tile, played.rotation, played.x, played.y)
        found[placement] = max(value, found.get(placement, value))
    return found


def small_endgames(
    key: Key, first_seed: int, most: int
) -> Iterator[tuple[int, Endgame, dict[PartTurn, int]]]:
    """Yield seeds, endgames that can be played, and what brute force finds, from a seed on."""
    seed = first_seed
    while True:
        endgame = random_endgame(seed)
        if endgame is not None:
            try:
                values = BruteForce(key, most).values(endgame)
            except TooLarge:
                values = {}
            if values:
                yield seed, endgame, values
        seed += 1
