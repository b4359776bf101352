"""Step 4: what the tile completes is scored, and pieces return; then what the end brings."""

from __future__ import annotations

from collections.abc import Iterator

from verifier.carcassonne.house.position import PIECES, Piece
from verifier.carcassonne.house.rule_set import RuleSet
from verifier.carcassonne.model.demands import surroundings
from verifier.carcassonne.model.house.rules.features import (
    has_cathedral,
    has_inn,
    owners,
    pieces_after,
    shields_of,
    tiles_of,
    weights_of,
)
from verifier.carcassonne.model.house.rules.state import (
    MIDDLE,
    Features,
    Game,
    Key,
    MonasteryOf,
    Owned,
    Place,
    PlacedTile,
    Put,
    ScorableFeature,
)
from verifier.constraints.builder import FALSE, TRUE, Builder, Lit, Sum

MONASTERY = Sum(9)
"""HOUSE-SCORE-1."""

FARM_PER_CITY = 3
"""HOUSE-FINAL-5."""

_A_PAIR = 2


def finished(
    game: Game, tile: PlacedTile, features: Features, puts: dict[Put, Lit]
) -> dict[Key, ScorableFeature]:
    """Return the features that the tile may complete (HOUSE-TURN-6), by their keys."""
    found: dict[Key, ScorableFeature] = {
        place: _road_or_city(game, tile, features, puts, place)
        for place, whole in features.whole.items()
        if whole != FALSE
    }
    found.update(_monasteries(game, tile, puts))
    return found


def _road_or_city(
    game: Game, tile: PlacedTile, features: Features, puts: dict[Put, Lit], place: Place
) -> ScorableFeature:
    b = game.builder
    reach = features.reach[place]
    tiles = tiles_of(game, reach)
    city = tile.shows.kind("city", place)
    value = Sum()
    if city != TRUE:
        value = completed_road(b, game.rules, tiles, has_inn(game, tile, reach))
    if city != FALSE:
        shields, cathedral = shields_of(game, tile, reach), has_cathedral(game, tile, reach)
        value = b.choose(city, completed_city(b, game.rules, tiles, shields, cathedral), value)
    pieces = pieces_after(game, tile, place, reach, puts)
    return _finished(game, features.whole[place], value, pieces)


def _finished(game: Game, complete: Lit, value: Sum, pieces: dict[Owned, Sum]) -> ScorableFeature:
    weights = weights_of(game, pieces)
    return ScorableFeature(complete, value, pieces, weights, owners(game.builder, weights))


def completed_road(b: Builder, rules: RuleSet, tiles: Sum, inn: Lit) -> Sum:
    """HOUSE-SCORE-2, -3, -4, -8: 3 a tile with an inn, else 2 for two tiles, else 2 a tile.

    AMB-32: by house.road official_1_2 it is 2 a tile with an inn, else 1 a tile. AMB-29: by
    house.innTwoTiles two tiles are worth 2 with an inn, too.
    """
    if rules.choose("house.road", {"2_3": False, "official_1_2": True}):
        return b.choose(inn, b.times(2, tiles), tiles)
    two = b.equals(tiles, _A_PAIR)
    pair_with_inn = rules.choose("house.innTwoTiles", {"6": FALSE, "2": two})
    with_inn = b.choose(pair_with_inn, Sum(2), b.times(3, tiles))
    return b.choose(inn, with_inn, b.choose(two, Sum(2), b.times(2, tiles)))


def completed_city(b: Builder, rules: RuleSet, tiles: Sum, shields: Sum, cathedral: Lit) -> Sum:
    """HOUSE-SCORE-5, -6, -7, -8, -10: 3 a tile with a cathedral, 2 for two tiles, else 2 a tile.

    HOUSE-FEAT-4: shields count as tiles. AMB-30: by house.tinyShield two tiles with a shield are
    worth 1 for each and for the shield, or 2 in all.
    """
    units = b.plus(tiles, shields)
    two_tiles = b.equals(tiles, _A_PAIR)
    two_units = b.equals(units, _A_PAIR)
    otherwise = b.times(2, units)
    pair_with_shield = rules.choose("house.tinyShield", {"6": otherwise, "3": units, "2": Sum(2)})
    pair = b.choose(two_units, Sum(2), pair_with_shield)
    without = b.choose(two_tiles, pair, otherwise)
    return b.choose(cathedral, b.times(3, units), without)


def incomplete_road(b: Builder, tiles: Sum, inn: Lit) -> Sum:
    """HOUSE-FINAL-3: 1 a tile; with an inn nothing."""
    return b.choose(inn, Sum(), tiles)


def incomplete_city(b: Builder, tiles: Sum, shields: Sum, cathedral: Lit) -> Sum:
    """HOUSE-FINAL-4: 1 a tile, shields counting as tiles; with a cathedral nothing."""
    return b.choose(cathedral, Sum(), b.plus(tiles, shields))


def incomplete_monastery(b: Builder, around: list[Lit]) -> Sum:
    """HOUSE-FINAL-2: 1 for each tile in its block, itself included."""
    return b.plus(Sum(1), b.count(around))


def farm(b: Builder, completed: list[Lit]) -> Sum:
    """HOUSE-FINAL-5: 3 for each completed city that touches it."""
    return b.times(FARM_PER_CITY, b.count(completed))


# Monasteries


def _monasteries(
    game: Game, tile: PlacedTile, puts: dict[Put, Lit]
) -> Iterator[tuple[Key, ScorableFeature]]:
    """HOUSE-FEAT-6: monasteries whose last surrounding cell this tile fills, or its own."""
    b = game.builder
    own = b.both(tile.shows.kind("monastery", MIDDLE), _surrounded(game, tile))
    if own != FALSE:
        yield MIDDLE, _finished(game, own, MONASTERY, _monks_of(game, tile, puts))
    for monk in game.table.monks:
        last = b.any_of(tile.at.get(gap, FALSE) for gap in monk.gaps)
        if last != FALSE and len(monk.gaps) <= tile.turn:
            complete = b.both(last, *(game.lies_on(gap) for gap in monk.gaps))
            pieces = {(monk.piece.colour, monk.piece.piece): Sum(1)}
            if complete != FALSE:
                yield monk.cell, _finished(game, complete, MONASTERY, pieces)
    for played in game.turns:
        pieces = _monks_of(game, played.tile, played.puts)
        if pieces:
            last = b.meets(
                (here, tile.at[gap])
                for cell, here in played.tile.at.items()
                for gap in surroundings(cell)
                if gap in tile.at
            )
            complete = b.both(last, _surrounded(game, played.tile))
            if complete != FALSE:
                yield MonasteryOf(played.tile.turn), _finished(game, complete, MONASTERY, pieces)


def _monks_of(game: Game, tile: PlacedTile, puts: dict[Put, Lit]) -> dict[Owned, Sum]:
    b = game.builder
    found: dict[Owned, Sum] = {}
    for (piece, place), put in puts.items():
        if place == MIDDLE:
            for colour, moves in enumerate(tile.mover):
                stands = b.both(put, moves)
                if stands != FALSE:
                    found[colour, piece] = b.count([stands])
    return found


def _surrounded(game: Game, tile: PlacedTile) -> Lit:
    """HOUSE-FEAT-6: all 8 cells around the tile carry tiles by now."""
    b = game.builder
    full: list[tuple[Lit, Lit]] = []
    for cell, here in tile.at.items():
        around = surroundings(cell)
        # The other tiles put down since the start are too few to fill more gaps.
        if sum(gap not in game.edges for gap in around) < game.latest:
            full.append((here, b.all_of(game.lies_on(gap) for gap in around)))
    return b.meets(full)


# What it brings


def scores(game: Game, completed: dict[Key, ScorableFeature]) -> list[Sum]:
    """HOUSE-TURN-6, HOUSE-OWN-2, -3: every owner of what is complete gets its full value."""
    b = game.builder
    after = list(game.scores)
    for feature in completed.values():
        for colour, owns in enumerate(feature.owners):
            gets = b.both(feature.complete, owns)
            if gets != FALSE:
                after[colour] = b.plus(after[colour], b.choose(gets, feature.value, Sum()))
    return after


def supplies(
    game: Game, tile: PlacedTile, puts: dict[Put, Lit], completed: dict[Key, ScorableFeature]
) -> list[dict[Piece, Sum]]:
    """HOUSE-TURN-4, -6: a piece put down leaves the supply; those on what is complete return."""
    b = game.builder
    after = [dict(supply) for supply in game.supplies]
    for piece in PIECES:
        put = b.any_of(literal for (sort, _), literal in puts.items() if sort == piece)
        if put != FALSE:
            for colour, moves in enumerate(tile.mover):
                taken = b.times(-1, b.count([b.both(put, moves)]))
                after[colour][piece] = b.plus(after[colour][piece], taken)
    for feature in completed.values():
        for (colour, piece), number in feature.pieces.items():
            home = b.choose(feature.complete, number, Sum())
            after[colour][piece] = b.plus(after[colour][piece], home)
    return after
