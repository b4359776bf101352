"""Step 2: the meeple."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from verifier.carcassonne.model.demands import Demand, at
from verifier.carcassonne.model.solo.rules.state import Claim, Features, Game, PlacedTile
from verifier.carcassonne.solo.turn import RecordedMeeple
from verifier.constraints.builder import FALSE, Lit

Puts: TypeAlias = list[tuple[RecordedMeeple, Lit]]
"""The meeples that may be put down, with whether they are; a default colour or cell is the
turn's own. One that may be the large meeple or an ordinary one is written as an ordinary one."""

_OTHER_PIECES = {"marker": "SOLO-SETUP-8", "abbot": "SOLO-SETUP-10"}


def proper(meeple: RecordedMeeple) -> bool:
    """Return whether this is a meeple of the active colour on the tile just placed."""
    own = (meeple.colour, meeple.cell) == (None, None)
    return own and meeple.piece in ("meeple", "large")


def claims(puts: Puts) -> dict[str, Lit]:
    """Return by name of a feature whether it is claimed."""
    return {meeple.segment: put for meeple, put in puts if proper(meeple) and meeple.segment != "F"}


def recorded_large(puts: Puts) -> bool:
    """Return whether one of the claims is written down as one with the large meeple."""
    return any(meeple.piece == "large" and meeple.segment in claims(puts) for meeple, _ in puts)


def claim(game: Game, tile: PlacedTile, features: Features, puts: Puts, large: Lit) -> Claim:
    """Require what step 2 demands: which meeples may and must be placed; return the claim."""
    claimed = Claim(claims(puts), large)
    game.demand(one_meeple(game, puts), tile.turn)
    game.demand(a_meeple_of_the_active_colour_on_this_tile(game, puts), tile.turn)
    game.demand(on_a_road_city_or_monastery(game, tile, features, claimed.names), tile.turn)
    game.demand(on_a_free_feature(game, features, claimed.names), tile.turn)
    game.demand(from_the_supply(game, tile, features, claimed.names), tile.turn)
    game.demand(of_a_size_in_supply(game, tile, claimed), tile.turn)
    game.demand(whoever_can_must(game, tile, features, claimed.names), tile.turn)
    return claimed


def one_meeple(game: Game, puts: Puts) -> Iterator[Demand]:
    """SOLO-MEEPLE-8: at most one meeple per turn."""
    single = game.builder.at_most_one(put for _, put in puts)
    yield Demand(single, "SOLO-MEEPLE-8", "", "more than one meeple is put down")


def a_meeple_of_the_active_colour_on_this_tile(game: Game, puts: Puts) -> Iterator[Demand]:
    """SOLO-MEEPLE-8, SOLO-SETUP-8, -10, SOLO-BOX-5: no other piece, colour or tile."""
    for meeple, put in puts:
        if meeple.piece == "large" and not game.rules.large:
            why = "large meeples are not in play"
            yield Demand(-put, "SOLO-BOX-5", meeple.segment, why)
        elif meeple.piece not in ("meeple", "large"):
            rule = _OTHER_PIECES.get(meeple.piece, "SOLO-MEEPLE-1")
            yield Demand(-put, rule, meeple.segment, f"the {meeple.piece} is not a meeple to place")
        if meeple.colour is not None:
            why = f"the meeple is of colour {meeple.colour + 1}, which is not the active one"
            yield Demand(-put, "SOLO-MEEPLE-8", meeple.segment, why)
        if meeple.cell is not None:
            yield Demand(-put, "SOLO-MEEPLE-8", at(meeple.cell), "that is not the tile just placed")
        if meeple.segment == "F":
            yield Demand(-put, "SOLO-MEEPLE-3", "F", "fields cannot be claimed")


def on_a_road_city_or_monastery(
    game: Game, tile: PlacedTile, features: Features, claimed: dict[str, Lit]
) -> Iterator[Demand]:
    """SOLO-MEEPLE-3, -9: the claim names a feature of the tile, by the first of its edges."""
    named = dict(zip("NESW", features.first, strict=True)) | {"M": tile.monastery}
    for name, put in claimed.items():
        literal = game.builder.implies(put, named[name])
        why = f"the tile has no road, city or monastery to claim at {name}"
        yield Demand(literal, "SOLO-MEEPLE-3", name, why)


def free_features(game: Game, tile: PlacedTile, features: Features) -> list[Lit]:
    """DEF-4, SOLO-MEEPLE-5, -6: features of the tile without a meeple, complete or not."""
    free = [
        game.builder.both(first, -manned)
        for first, manned in zip(features.first, features.manned, strict=True)
    ]
    return [*free, tile.monastery]


def on_a_free_feature(game: Game, features: Features, claimed: dict[str, Lit]) -> Iterator[Demand]:
    """SOLO-MEEPLE-5: one meeple anywhere on the connected feature makes it not free."""
    for name, manned in zip("NESW", features.manned, strict=True):
        if name in claimed:
            taken = game.builder.both(claimed[name], manned)
            why = f"the feature at {name} carries a meeple already"
            yield Demand(-taken, "SOLO-MEEPLE-5", name, why)


def from_the_supply(
    game: Game, tile: PlacedTile, features: Features, claimed: dict[str, Lit]
) -> Iterator[Demand]:
    """SOLO-MEEPLE-11, -7: from a supply that is empty before scoring no meeple is placed.

    SOLO-MEEPLE-11 applies if a feature is free; otherwise SOLO-MEEPLE-7 is broken.
    """
    nothing_left = -game.in_hand(tile.colour)
    literals = {}
    for name, put in claimed.items():
        literal = -game.builder.both(put, nothing_left)
        literals[name] = literal
    nothing_free = game.builder.any_of(free_features(game, tile, features)) == FALSE
    rule = "SOLO-MEEPLE-7" if nothing_free else "SOLO-MEEPLE-11"
    for name, literal in literals.items():
        yield Demand(literal, rule, name, "the active colour has no meeple in supply")


def of_a_size_in_supply(game: Game, tile: PlacedTile, claimed: Claim) -> Iterator[Demand]:
    """SOLO-BOX-5: the large meeple or an ordinary one is placed, if there is one of that size."""
    if not game.rules.large:
        return
    b, colour = game.builder, tile.colour
    put = b.any_of(claimed.names.values())
    in_hand = game.in_hand(colour)
    for of_this_size, supply, size in (
        (claimed.large, game.large_supplies[colour], "large"),
        (b.both(put, -claimed.large), game.supplies[colour], "ordinary"),
    ):
        missing = b.both(of_this_size, in_hand, -b.at_least(supply, 1))
        why = f"the active colour has no {size} meeple in supply"
        yield Demand(-missing, "SOLO-BOX-5", "", why)
    yield Demand(b.implies(claimed.large, put), "SOLO-BOX-5", "", "the large meeple claims nothing")


def whoever_can_must(
    game: Game, tile: PlacedTile, features: Features, claimed: dict[str, Lit]
) -> Iterator[Demand]:
    """SOLO-MEEPLE-1: with a free feature and a meeple in supply, one must be placed.

    Without the rule "duty" it may be kept.
    """
    if not game.rules.applies("duty"):
        return
    b = game.builder
    can = b.both(b.any_of(free_features(game, tile, features)), game.in_hand(tile.colour))
    literal = b.implies(can, b.any_of(claimed.values()))
    yield Demand(literal, "SOLO-MEEPLE-1", "", "a free feature had to be claimed")
