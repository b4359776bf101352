"""The hypothesis strategies of the house game: whatever can be stated, valid or not."""

from __future__ import annotations

from hypothesis import strategies as st

from tests.house_games import position_at
from verifier.carcassonne.house.catalogue import CATALOGUE
from verifier.carcassonne.house.part_turn import PartTurn, Record, RecordedPartTurn, RecordedPiece
from verifier.carcassonne.house.position import PIECES, Placement, Position, StandingPiece
from verifier.carcassonne.house.rule_set import Pieces, RuleSet
from verifier.carcassonne.tiles import SETS, tile_sheet
from verifier.carcassonne.tiles.drawing import NAMES

TILES = tuple(tile.id for name in SETS for tile in tile_sheet(name).tiles)

_colours = st.integers(0, 5)
_coordinates = st.integers(-9999, 9999)
_near = st.integers(-4, 4)
_counts = st.integers(0, 999_999)
_features = st.sampled_from(NAMES)
_rotations = st.integers(0, 3)
_tiles = st.sampled_from(TILES)
_some_tiles = st.lists(_tiles, max_size=4).map(tuple)
_scores = st.lists(_counts, min_size=1, max_size=6).map(tuple)


def rule_sets() -> st.SearchStrategy[RuleSet]:
    """Any rule set of the house game."""
    return st.builds(
        lambda players, sets, hand, supply, choices: RuleSet(
            players, ("base", *sets), hand, supply
        ).with_switches(choices),
        st.integers(2, 6),
        st.sets(st.sampled_from(SETS[1:])),
        st.integers(1, 6),
        st.none() | st.builds(Pieces, st.integers(0, 8), st.integers(0, 1), st.integers(0, 1)),
        st.fixed_dictionaries(
            {}, optional={each.key: st.sampled_from(each.values) for each in CATALOGUE.switches}
        ),
    )


def placements() -> st.SearchStrategy[Placement]:
    """Tiles near each other and far away, with any piece on them."""
    piece = st.builds(StandingPiece, st.sampled_from(PIECES), _features, _colours)
    near = st.builds(Placement, _tiles, _rotations, _near, _near, st.none() | piece)
    far = st.builds(Placement, _tiles, _rotations, st.integers(-99, 99), st.integers(-99, 99))
    return near | far


def any_positions() -> st.SearchStrategy[Position]:
    """Any position that can be written, valid or not."""
    supplies = st.builds(Pieces, *[st.integers(0, 9) | _counts] * 3)
    return st.builds(
        Position,
        rules=rule_sets(),
        placements=st.lists(placements(), max_size=6).map(tuple),
        scores=_scores,
        supplies=st.lists(supplies, min_size=1, max_size=6).map(tuple),
        to_move=_colours,
        hand=_some_tiles,
        bag=_some_tiles,
        hidden=_counts,
        river=_some_tiles,
        discards=_some_tiles,
        second=st.booleans(),
        end=st.sampled_from(("", "played", "tie")),
    )


def positions(most_part_turns: int = 20) -> st.SearchStrategy[Position]:
    """Positions of random games; they shrink by seed and by length."""
    return st.builds(position_at, st.integers(0, 10**6), st.integers(0, most_part_turns))


def part_turns() -> st.SearchStrategy[PartTurn]:
    """Any part-turn that can be written, sense or nonsense."""
    with_piece = st.builds(
        PartTurn,
        *(_tiles, _rotations, _coordinates, _coordinates),
        st.sampled_from(PIECES),
        _features,
        st.booleans(),
    )
    without = st.builds(
        PartTurn, _tiles, _rotations, _coordinates, _coordinates, second=st.booleans()
    )
    return with_piece | without


def any_records() -> st.SearchStrategy[Record]:
    """Any record that can be written, legal or not."""
    piece = st.builds(
        RecordedPiece,
        st.sampled_from((*PIECES, "pig")),
        _features,
        st.none() | _colours,
        st.none() | st.tuples(_coordinates, _coordinates),
    )
    turn = st.builds(
        RecordedPartTurn,
        *(_colours, _tiles, _rotations, _coordinates, _coordinates),
        st.lists(piece, max_size=2).map(tuple),
        st.booleans(),
        st.none() | _scores,
    )
    return st.builds(
        Record,
        any_positions(),
        st.lists(turn, max_size=5).map(tuple),
        st.booleans(),
        st.none() | _scores,
    )
