"""Seeded set-ups of the Solo Variant with other boxes, every tile of piles and river known."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import islice

from verifier.carcassonne.solo.position import LAKE, Pile, Position, setup
from verifier.carcassonne.solo.rule_set import BOXES, RuleSet
from verifier.carcassonne.solo.turn import Outcome
from verifier.carcassonne.table.cells import AROUND, Cell
from verifier.carcassonne.tiles import tile_kind

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

BOX_SWITCHES = {key: SWITCHES[key] for key in sorted(SWITCHES) if key.startswith("box.")}
"""Those about boxes."""


def mixture(rng: random.Random) -> RuleSet:
    """Return a rule set with some of the boxes, and mostly with large meeples."""
    boxes = tuple(box for box in BOXES if rng.random() < 0.6)
    large = rng.random() < 0.6
    turned = {key: rng.choice(values) for key, values in SWITCHES.items() if rng.random() < 0.2}
    return RuleSet(rng.choice((3, 4)), rng.choice((3, 4, 4, 7)), boxes, large).with_switches(turned)


SOONER = 0.4
"""How much sooner tiles with inns and cathedrals come, as games are short."""


def shows_a_bonus(tile: str) -> bool:
    """Return whether the tile has an inn or a cathedral."""
    return any(part.inn or part.cathedral for part in tile_kind(tile).orientations[0].segments)


def official_start(rng: random.Random, rules: RuleSet) -> Position:
    """Return the set-up with all tiles shuffled, dealt to the piles and known."""
    tiles = [tile for tile, number in rules.tile_counts().items() for _ in range(number)]
    tiles.remove(rules.start_tile)
    tiles.sort(key=lambda tile: rng.random() * (SOONER if shows_a_bonus(tile) else 1))
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

    Tiles often go where many others lie, so that features are joined and completed.
    """
    rng = random.Random(seed)
    position = official_start(rng, mixture(rng))
    while not position.over:
        found = outcomes(position)
        yield position, found
        lying = {placement.cell for placement in position.placements}
        listed = sorted(found, key=lambda outcome: (str(outcome.turn), outcome.after.scores))
        some = rng.sample(listed, min(len(listed), rng.choice((1, 8, 40))))
        position = max(some, key=lambda outcome: _closeness(outcome, lying)).after


def crowded_river(seed: int, outcomes: Callable[[Position], frozenset[Outcome]]) -> Position:
    """Return a position with a river to come whose open end lies among land tiles."""
    rng = random.Random(seed)
    rules = mixture(rng)
    rules = replace(rules, boxes=(*rules.boxes, *{"river"}.difference(rules.boxes)))
    rules = rules.with_switches({"box.riverUnplaceable": rng.choice(("under", "remove"))})
    start = official_start(rng, rules)
    position = replace(start, river=Pile())
    for _ in range(rng.randrange(1, 12)):
        some = sorted(outcomes(position), key=lambda outcome: str(outcome.turn))
        chosen = rng.sample(some, min(len(some), 8))
        near = min(chosen, key=lambda outcome: _steps(outcome, SPOT))
        if near.after.over or near.turn is None:
            break
        position = near.after
    known = rng.sample(start.river.known[:-1], rng.randrange(6))
    return replace(position, river=Pile((*known, LAKE)))


SPOT = (1, 0)
"""The cell on which a river goes on from a spring that is not turned."""


def _steps(outcome: Outcome, cell: Cell) -> int:
    if outcome.turn is None:
        return 0
    return abs(outcome.turn.x - cell[0]) + abs(outcome.turn.y - cell[1])


def _closeness(outcome: Outcome, lying: set[Cell]) -> int:
    """Return how many tiles lie around the one placed; what is scored counts twice."""
    if outcome.turn is None:
        return 0
    x, y = outcome.turn.cell
    around = sum((x + east, y + north) in lying for east, north in AROUND.values())
    return around + 2 * len(outcome.scorings)
