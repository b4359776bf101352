"""The hypothesis strategies that tests share."""

from __future__ import annotations

import random

from hypothesis import strategies as st

from tests.games import TILES, position_at, random_rules
from tests.records import record_and_mutation
from verifier.carcassonne.solo.position import Meeple, Pile, Placement, Position
from verifier.carcassonne.solo.rule_set import RuleSet
from verifier.carcassonne.solo.turn import FEATURES, NO_CLAIM, OWN_FEATURES, Record, Turn
from verifier.carcassonne.tiles import EDGES

_coordinates = st.integers(-9999, 9999)
_tiles = st.sampled_from(TILES)


def positions(most_turns: int = 25) -> st.SearchStrategy[Position]:
    """Positions of random games; they shrink by seed and by length."""
    return st.builds(position_at, st.integers(0, 10**6), st.integers(0, most_turns))


def records() -> st.SearchStrategy[Record]:
    """Return records as they were played, and records with one thing changed."""
    pairs = st.integers(0, 10**6).map(lambda seed: list(record_and_mutation(seed, 4)))
    return pairs.flatmap(st.sampled_from).map(lambda named: named[1])


def turns() -> st.SearchStrategy[Turn]:
    """Any turn that can be written, sense or nonsense."""
    return st.builds(
        Turn,
        tile=_tiles,
        rotation=st.integers(0, 3),
        x=_coordinates,
        y=_coordinates,
        claim=st.sampled_from((*OWN_FEATURES, NO_CLAIM)),
        order=st.permutations(FEATURES).flatmap(
            lambda names: st.integers(0, 5).map(lambda length: tuple(names[:length]))
        ),
    )


def rule_sets() -> st.SearchStrategy[RuleSet]:
    """Any rule set of the play switches."""
    return st.integers(0, 10**6).map(lambda seed: random_rules(random.Random(seed)))


@st.composite
def any_positions(draw: st.DrawFn) -> Position:
    """Any position that can be written, valid or not."""
    rules = draw(rule_sets())
    colours = st.integers(0, 8)
    meeples = st.none() | st.builds(Meeple, st.sampled_from((*EDGES, "M")), colours)
    placements = st.builds(
        Placement, _tiles, st.integers(0, 3), _coordinates, _coordinates, meeples
    )
    numbers = st.lists(st.integers(-999_999, 999_999), min_size=1, max_size=5).map(tuple)
    piles = st.builds(Pile, st.lists(_tiles, max_size=5).map(tuple), st.integers(0, 999_999))
    return Position(
        rules=rules,
        placements=tuple(draw(st.lists(placements, max_size=6))),
        scores=draw(numbers),
        supplies=draw(numbers),
        to_move=draw(st.integers(0, 5)),
        piles=tuple(draw(st.lists(piles, min_size=1, max_size=5))),
        discards=draw(st.lists(_tiles, max_size=4).map(tuple)),
        monasteries=draw(st.integers(0, 6)),
        over=draw(st.booleans()),
    )
