"""Step 3: a follower or the builder."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeAlias

from verifier.carcassonne.house.position import PIECES, Piece
from verifier.carcassonne.house.rule_set import RuleSet
from verifier.carcassonne.model.demands import Demand, at
from verifier.carcassonne.model.house.rules.features import WEIGHT
from verifier.carcassonne.model.house.rules.state import (
    MIDDLE,
    Features,
    Game,
    Place,
    PlacedTile,
    Put,
)
from verifier.carcassonne.table.cells import Cell
from verifier.carcassonne.tiles.drawing import NAMES
from verifier.constraints.builder import FALSE, TRUE, Lit

Puts: TypeAlias = list[tuple[Put, Lit]]
"""The pieces that may be put down, with whether they are."""

WORDS = {"little": "a little follower", "big": "the big follower", "builder": "the builder"}


@dataclass(frozen=True, slots=True)
class Misplaced:
    """A piece put down that no rule allows wherever it goes: of another sort, colour or tile."""

    piece: str
    feature: str
    colour: int | None = None
    cell: Cell | None = None
    river: bool = False


def claim(
    game: Game,
    tile: PlacedTile,
    features: Features,
    puts: Puts,
    misplaced: tuple[Misplaced, ...] = (),
) -> None:
    """Require that pieces are put down as they may."""
    game.demand(one_piece(game, puts, len(misplaced)), tile.turn)
    game.demand(own_pieces_on_this_tile(game.rules, misplaced), tile.turn)
    for put, literal in puts:
        for demand in may_go_there(game, tile, features, *put):
            needed = game.builder.implies(literal, demand.literal)
            game.demand([demand._replace(literal=needed)], tile.turn)


def one_piece(game: Game, puts: Puts, others: int) -> Iterator[Demand]:
    """HOUSE-TURN-4: one of the pieces, never two."""
    b = game.builder
    literal = b.at_most(b.count([*(literal for _, literal in puts), *[TRUE] * others]), 1)
    yield Demand(literal, "HOUSE-TURN-4", "", "more than one piece is put down")


def own_pieces_on_this_tile(rules: RuleSet, misplaced: tuple[Misplaced, ...]) -> Iterator[Demand]:
    """HOUSE-TURN-4, HOUSE-SCORE-11, HOUSE-RIVER-3: no other piece, colour or tile.

    HOUSE-2P-2: nor the other colour of the same player.
    """
    for put in misplaced:
        if put.piece not in PIECES:
            why = f"the house game has no {put.piece}"
            yield Demand(FALSE, "HOUSE-SCORE-11", put.feature, why)
        elif put.colour is not None:
            why = f"the piece is of colour {put.colour + 1}, which is not to move"
            rule = "HOUSE-2P-2" if rules.players < rules.colours else "HOUSE-TURN-4"
            yield Demand(FALSE, rule, put.feature, why)
        elif put.cell is not None:
            yield Demand(FALSE, "HOUSE-TURN-4", at(put.cell), "that is not the tile just placed")
        else:
            yield _nothing_there(put)


def _nothing_there(put: Misplaced) -> Demand:
    if put.river:
        return Demand(FALSE, "HOUSE-RIVER-3", put.feature, "nobody stands on the river")
    why = f"the tile has no feature called {put.feature!r}"
    return Demand(FALSE, "HOUSE-TURN-4", put.feature, why)


def may_go_there(
    game: Game, tile: PlacedTile, features: Features, piece: Piece, place: Place
) -> Iterator[Demand]:
    """Yield what has to hold for the piece to go onto the feature with that first place."""
    name = NAMES[place]
    first = features.first.get(place, FALSE)
    if first != TRUE:
        why = f"the tile has no feature whose first place is {name}"
        yield Demand(first, "HOUSE-TURN-4", name, why)
    if first == FALSE:
        return
    if WEIGHT[piece]:
        yield from _on_a_feature_without_owner(tile, features, place)
    else:
        yield from _builder_where_it_may(game, tile, features, place)
    yield from _from_the_supply(game, tile, features, piece, place)


def _on_a_feature_without_owner(
    tile: PlacedTile, features: Features, place: Place
) -> Iterator[Demand]:
    """HOUSE-TURN-4, -5: a follower goes onto a feature, field or other, that nobody owns."""
    free = features.free[place]
    if free != TRUE:
        field = tile.shows.kind("field", place) == TRUE
        rule = "HOUSE-TURN-5" if field else "HOUSE-TURN-4"
        yield Demand(free, rule, NAMES[place], f"{_called(tile, place)} is owned already")


def _builder_where_it_may(
    game: Game, tile: PlacedTile, features: Features, place: Place
) -> Iterator[Demand]:
    """HOUSE-TURN-4, -5: the builder goes onto a road or city that its colour owns already."""
    b = game.builder
    name, shows = NAMES[place], tile.shows
    field = shows.kind("field", place)
    if field != FALSE:
        yield Demand(-field, "HOUSE-TURN-5", name, "builders never stand on farms")
    monastery = shows.kind("monastery", place)
    if monastery != FALSE:
        yield Demand(
            -monastery, "HOUSE-TURN-4", name, "the builder goes onto roads and cities only"
        )
    if TRUE in (field, monastery):
        return
    owned = b.any_of(map(b.both, tile.mover, features.owners[place]))
    if owned != TRUE:
        why = f"the colour to move does not own {_called(tile, place)}"
        yield Demand(owned, "HOUSE-TURN-4", name, why)
    still_open = game.rules.choose("house.builderOnCompleted", {"yes": False, "no": True})
    whole = features.whole.get(place, FALSE)
    if still_open and whole != FALSE:  # AMB-40
        yield Demand(-whole, "HOUSE-TURN-4", name, f"the tile completes {_called(tile, place)}")


def _from_the_supply(
    game: Game, tile: PlacedTile, features: Features, piece: Piece, place: Place
) -> Iterator[Demand]:
    """HOUSE-TURN-4, -7: the piece is in supply before anything returns."""
    b = game.builder
    there = b.any_of(
        b.both(moves, b.at_least(supply[piece], 1))
        for moves, supply in zip(tile.mover, game.supplies, strict=True)
    )
    if there != TRUE:
        why = f"the colour to move does not have {WORDS[piece]} in supply"
        rule = "HOUSE-TURN-7" if _comes_home(tile, features, piece) else "HOUSE-TURN-4"
        yield Demand(there, rule, NAMES[place], why)


def _comes_home(tile: PlacedTile, features: Features, piece: Piece) -> bool:
    """Return whether, as is known already, this part-turn's scoring sends such a piece home."""
    return any(
        whole == TRUE and (colour, piece) in features.pieces[place]
        for place, whole in features.whole.items()
        for colour, moves in enumerate(tile.mover)
        if moves == TRUE
    )


def _called(tile: PlacedTile, place: Place) -> str:
    kinds = [kind for kind in tile.shows.kinds if tile.shows.kind(kind, place) == TRUE]
    kind = kinds[0] if kinds else "feature"
    return f"the {kind} at {NAMES[place]}" if place != MIDDLE else "the monastery"


def allowed(game: Game, tile: PlacedTile, features: Features) -> dict[Put, Lit]:
    """Return every piece that may be put down, with whether it may; impossible ones left out."""
    found: dict[Put, Lit] = {}
    for place in features.reach:
        for piece in PIECES:
            literals = []
            for demand in may_go_there(game, tile, features, piece, place):
                literals.append(demand.literal)
                if demand.literal == FALSE:
                    break
            literal = game.builder.all_of(literals)
            if literal != FALSE:
                found[piece, place] = literal
    return found
