"""Seeded set-ups of the Solo Variant with other boxes, every tile of piles and river known."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from itertools import islice

from verifier.carcassonne.solo.position import LAKE, Pile, Position, setup
from verifier.carcassonne.solo.rule_set import BOXES, RuleSet
from verifier.carcassonne.solo.turn import Outcome

SWITCHES = {
    "box.pileOrder": ("drawing", "seat"),
    "box.large": ("added", "instead"),
    "box.riverUnplaceable": ("under", "remove"),
    "box.riverStart": ("out", "pile"),
    "city.two": ("4", "2"),
    "end.rescue": ("no", "yes"),
    "place.free": ("yes", "must_allow_meeple"),
    "score.qualifier": ("majority_colours", "any_present"),
    "score.soleMajority": ("lowest_only", "any_present_lowest", "never"),
}
"""The switches that other tiles, large meeples and the river meet."""


def mixture(rng: random.Random) -> RuleSet:
    """Return a rule set with some of the boxes, and mostly with large meeples."""
    boxes = tuple(box for box in BOXES if rng.random() < 0.6)
    large = rng.random() < 0.6
    turned = {key: rng.choice(values) for key, values in SWITCHES.items() if rng.random() < 0.2}
    return RuleSet(rng.choice((3, 4)), rng.choice((3, 4, 4, 7)), boxes, large).with_switches(turned)


def official_start(rng: random.Random, rules: RuleSet) -> Position:
    """Return the set-up with all tiles shuffled, dealt to the piles and known."""
    tiles = [tile for tile, number in rules.tile_counts().items() for _ in range(number)]
    tiles.remove(rules.start_tile)
    rng.shuffle(tiles)
    land = iter([tile for tile in tiles if not tile.startswith("river/")])
    piles = tuple(Pile(tuple(islice(land, size))) for size in rules.pile_sizes)
    flowing = tuple(tile for tile in tiles if tile.startswith("river/") and tile != LAKE)
    river = Pile((*flowing, LAKE)) if flowing else Pile()
    start = setup(rules, piles, river)
    assert not list(land), "tiles are left that belong to no pile"
    return start


def game(
    seed: int, outcomes: Callable[[Position], frozenset[Outcome]]
) -> Iterator[tuple[Position, frozenset[Outcome]]]:
    """Yield the positions of a random game, each with what may come of it.

    Turns that complete something are chosen more often, so that features do not only grow.
    """
    rng = random.Random(seed)
    position = official_start(rng, mixture(rng))
    while not position.over:
        found = outcomes(position)
        yield position, found
        listed = sorted(found, key=lambda outcome: (str(outcome.turn), outcome.after.scores))
        scoring = [outcome for outcome in listed if outcome.scorings]
        position = rng.choice(scoring if scoring and rng.random() < 0.7 else listed).after
