"""Endgames of the house game for tests: small positions from games by chance, and brute force.

Brute force looks through every sequence of outcomes of a key, with no bound, no table and no plays
left out. ``python -m tests.house_endgames`` prints what it finds for some endgames, as it is stored
in ``tests/vectors/house_endgame_values.json``.
"""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import count, islice

from tests.house_games import game, random_rules, with_a_misfit, with_a_piece, with_more_pieces
from tests.house_greedy import stored_endgames
from tests.house_naive import board_of, can_be_placed
from verifier.carcassonne.engine.house import HouseEngine
from verifier.carcassonne.house.endgame import Endgame, endgame_faults
from verifier.carcassonne.house.key import Key
from verifier.carcassonne.house.notation import position_text
from verifier.carcassonne.house.part_turn import Outcome, PartTurn
from verifier.carcassonne.house.position import Piece, Placement, Position
from verifier.carcassonne.house.rule_set import Pieces, RuleSet

MANY_TILES = 3
ALL = 10**9
OFTEN, SELDOM = 0.7, 0.2
ALIKE = ("base/B", "base/C", "base/X", "ic/H", "ic/K", "ks/C", "tb/B", "base/G", "base/U", "base/H")
EXTENDING = ("base/U", "base/V", "base/E", "base/N", "base/G")
"""Tiles that fit onto many roads and cities, where a builder may wait."""


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
    pieces: tuple[Piece, ...] = ()
    if rng.random() < OFTEN:
        pieces = ("little", "little", "builder")
        rules = replace(rules, supply=Pieces(2, rules.start_supply.big, 1))
    so_far = [position for position in game(seed, rules) if not position.end]
    if not so_far:
        return None
    position = so_far[int(len(so_far) * rng.random() ** tiles)]
    if rng.random() < OFTEN:
        position = with_more_pieces(rng, position)
    for piece in pieces:
        position = with_a_piece(rng, position, piece, position.to_move)
    if rng.random() < SELDOM and position.hand:
        position = with_a_misfit(rng, position)
    if pieces or rng.random() < OFTEN:
        position = _with_alike_tiles(rng, position, tiles)
    position = _cut(position, tiles)
    if endgame_faults(position):
        return None
    return Endgame(position, (rng.randrange(-5, 6), rng.choice((0, 0, 3))))


def _with_alike_tiles(rng: random.Random, position: Position, tiles: int) -> Position:
    """Return the position with tiles to come that look alike from many sides: not many plays."""
    rules = replace(position.rules, hand=rng.choice((1, 2, 3, 3, 4)))
    drawn = (*rng.choices(EXTENDING), *rng.choices(ALIKE, k=tiles - 1))
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


def random_endgames(first_seed: int) -> Iterator[tuple[int, Endgame]]:
    """Yield endgames of random games with their seeds, from a seed on."""
    for seed in count(first_seed):
        endgame = random_endgame(seed)
        if endgame is not None:
            yield seed, endgame


def small_endgames(
    key: Key, first_seed: int, most: int
) -> Iterator[tuple[int, Endgame, dict[PartTurn, int]]]:
    """Yield seeds, endgames that can be played, and what brute force finds, from a seed on."""
    for seed, endgame in random_endgames(first_seed):
        try:
            values = BruteForce(key, most).values(endgame)
        except TooLarge:
            continue
        if values:
            yield seed, endgame, values


def two_tiles_of_greedy_games() -> Iterator[Endgame]:
    """Yield endgames of two tiles, some of them with builders at work."""
    for number, position in enumerate(stored_endgames(3)):
        yield Endgame(replace(position, hand=position.hand[:2]), (number % 9 - 4, 0))


def with_second_parts(key: Key, most: int) -> Iterator[tuple[Endgame, dict[PartTurn, int]]]:
    """Yield endgames of greedy games with a second part on offer, and the values of all plays."""
    for endgame in two_tiles_of_greedy_games():
        if any(outcome.part_turn.second for outcome in key.outcomes(endgame.position)):
            try:
                yield endgame, BruteForce(key, most).values(endgame)
            except TooLarge:
                continue


def _vectors() -> Iterator[dict[str, object]]:
    key = HouseEngine()
    found = [(endgame, values) for _, endgame, values in islice(small_endgames(key, 1, 2000), 30)]
    found += islice(with_second_parts(key, 30_000), 2)
    for endgame, values in found:
        yield {
            "position": position_text(endgame.position),
            "handicaps": endgame.handicaps,
            "values": {str(played): value for played, value in values.items()},
        }


if __name__ == "__main__":
    json.dump(list(_vectors()), sys.stdout, indent=1, sort_keys=True)
    sys.stdout.write("\n")
