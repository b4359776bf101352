"""Games of the house rules whose two players take the best margin at once, and their endgames.

``python -m tests.house_greedy GAMES`` prints the positions with 3, 4 and 5 tiles to come of so many
games, one a line; ``tests/vectors/house_endgames.txt`` has those of 102 games.
"""

from __future__ import annotations

import random
import sys
from pathlib import Path

from verifier.carcassonne.engine.house import HouseEngine
from verifier.carcassonne.engine.house.endgame import plays_by_margin
from verifier.carcassonne.engine.house.players import deck
from verifier.carcassonne.house.notation import parse_position, position_text
from verifier.carcassonne.house.position import Position, set_up
from verifier.carcassonne.house.rule_set import RuleSet

STORED = Path(__file__).parent / "vectors" / "house_endgames.txt"
FEWEST, MOST = 3, 5


def endgames_of(seed: int) -> list[Position]:
    """Return the positions with 5, 4 and 3 tiles to come of a game of 40 to 70 tiles."""
    rng = random.Random(seed)
    tiles = list(deck(RuleSet(players=2)))
    rng.shuffle(tiles)
    position = set_up(RuleSet(players=2), tuple(tiles[: rng.randrange(40, 71)]))
    found: dict[int, Position] = {}
    while not position.end:
        left = len(position.hand) + len(position.bag)
        if left < FEWEST:
            break
        if left <= MOST and not position.second:
            found.setdefault(left, position)
        position = _greedily_played(rng, position)
    return list(found.values())


def _greedily_played(rng: random.Random, position: Position) -> Position:
    """Return the position after the part-turn with the best margin; equals by chance."""
    ranked = sorted(plays_by_margin(position), key=lambda each: (each[1], rng.random()))
    while True:  # a second part may be listed that the rest of the hand forbids
        best, _ = ranked.pop()
        for outcome in HouseEngine().outcomes_on(position, best.cell):
            if outcome.part_turn == best:
                return outcome.after


def stored_endgames(tiles: int) -> list[Position]:
    """Return the stored positions with so many tiles to come."""
    positions = [parse_position(line) for line in STORED.read_text("ascii").splitlines()]
    return [each for each in positions if len(each.hand) + len(each.bag) == tiles]


if __name__ == "__main__":
    for number in range(int(sys.argv[1])):
        for each in endgames_of(number):
            sys.stdout.write(f"{position_text(each)}\n")
