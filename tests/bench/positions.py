"""The positions that are searched: cut out of random legal games, the same on every machine.

``python -m tests.bench.positions > tests/bench/positions.txt`` writes them anew. They are kept as
text because so few random games get there with meeples left that finding them takes a minute.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

from generator.chance import Chance
from tests.games import in_order
from verifier.carcassonne.engine.solo import Engine
from verifier.carcassonne.solo.notation import parse_position, position_text
from verifier.carcassonne.solo.position import Pile, Position, setup
from verifier.carcassonne.solo.rule_set import SOLO

TURNS, SUPPLY, KNOWN, COUNT = 12, 6, 7, 40
"""Tiles placed, meeples in supply at least, tiles known, and how many such positions."""

_FILE = Path(__file__).parent / "positions.txt"


def stored() -> list[Position]:
    """Return the positions, each with seven known tiles, dealt out to the colours in turn."""
    return [parse_position(line) for line in _FILE.read_text(encoding="utf-8").split()]


def with_tiles(position: Position, tiles: int) -> Position:
    """Return the position with only the first so many of its tiles, and nothing after them."""
    colours = position.rules.colours
    shares = [0] * colours
    for turn in range(tiles):
        shares[(position.to_move + turn) % colours] += 1
    piles = zip(position.piles, shares, strict=True)
    return replace(position, piles=tuple(Pile(pile.known[:share]) for pile, share in piles))


def found() -> Iterator[Position]:
    """Yield the positions by playing random games from the official set-up."""
    missing, seed = COUNT, 0
    while missing:
        position = after_turns(TURNS, Chance("bench", seed))
        if not position.over and sum(position.supplies) >= SUPPLY:
            yield with_tiles(position, KNOWN)
            missing -= 1
        seed += 1


def after_turns(turns: int, chance: Chance) -> Position:
    """Return the position after so many turns of a random game, or fewer if it is over then."""
    box = SOLO.sheet.counts()
    box[SOLO.sheet.start_tile] -= 1
    tiles = tuple(chance.shuffled([tile for tile in box for _ in range(box[tile])]))
    ends = [sum(SOLO.pile_sizes[:pile]) for pile in range(SOLO.colours + 1)]
    position = setup(SOLO, tuple(Pile(tiles[a:b]) for a, b in pairwise(ends)))
    for _ in range(turns):
        if position.over:
            break
        position = chance.choice(in_order(Engine().outcomes(position))).after
    return position


if __name__ == "__main__":
    for position in found():
        sys.stdout.write(position_text(position) + "\n")
