"""What the placed tile connects: roads, cities and fields, from part-turn to part-turn.

A feature is known by its nodes. Since the time of a tile is defined by earlier times only, nothing
can hold itself up, and no order of nodes is needed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from itertools import combinations

from verifier.carcassonne.house.position import Piece
from verifier.carcassonne.model.house.rules.state import (
    EDGE_OF,
    MEETS,
    RIM,
    Feature,
    Features,
    Game,
    Node,
    Nodes,
    Owned,
    Pattern,
    Place,
    PlacedTile,
    Put,
    possible,
)
from verifier.carcassonne.table.cells import NORTH_TO_WEST, beyond
from verifier.constraints.builder import FALSE, TRUE, Builder, Lit, Sum

WEIGHT: dict[Piece, int] = {"little": 1, "big": 2, "builder": 0}
"""HOUSE-OWN-1."""


def connect(game: Game, tile: PlacedTile) -> Features:
    """Return the tile's features, connected to what lies on the table (HOUSE-FEAT-7, DEF-3)."""
    b = game.builder
    touched = {place: _behind(game, tile, place) for place in tile.shows.shown if place in EDGE_OF}
    outside = {place: _outside(game, nodes) for place, nodes in touched.items()}
    linked = _linked(b, tile, touched, outside)
    first: dict[Place, Lit] = {}
    reach: dict[Place, Nodes] = {}
    for place, shown in tile.shows.shown.items():
        earlier = b.any_of(lit for other, lit in linked[place].items() if other < place)
        first[place] = b.both(shown, -earlier)
        if first[place] != FALSE:
            reach[place] = _reach(game, tile, place, outside, linked)
    pieces = {place: pieces_before(game, nodes) for place, nodes in reach.items()}
    weights = {place: weights_of(game, each) for place, each in pieces.items()}
    return Features(
        linked=linked,
        first=first,
        reach=reach,
        pieces=pieces,
        free={place: -manned(b, each) for place, each in pieces.items()},
        owners={place: owners(b, each) for place, each in weights.items()},
    )


def _behind(game: Game, tile: PlacedTile, place: Place) -> Nodes:
    """Return the nodes that the tile touches over ``place``."""
    edge = EDGE_OF[place]
    found: dict[Node, list[Lit]] = {}
    for cell, here in tile.at.items():
        node = game.table.node_at.get((beyond(cell, edge), MEETS[place]))
        if node is not None:
            found.setdefault(node, []).append(here)
    for turn, beside in tile.beside[edge].items():
        if MEETS[place] in game.turns[turn - 1].tile.shows.shown:
            found[game.node(turn, MEETS[place])] = [beside]
    return possible(game.builder, found)


def _outside(game: Game, touched: Nodes) -> Nodes:
    """Return the nodes that hang together with those touched."""
    if not game.turns:  # every open feature of the table is one node
        return touched
    found: dict[Node, list[Lit]] = {}
    for node, here in touched.items():
        for further, joined in game.joined[node].items():
            found.setdefault(further, []).append(game.builder.both(here, joined))
    return possible(game.builder, found)


def _linked(
    b: Builder, tile: PlacedTile, touched: dict[Place, Nodes], outside: dict[Place, Nodes]
) -> dict[Place, dict[Place, Lit]]:
    """Return for each place the others of its feature: on the tile, outside, or by a detour.

    This is the tile that meets itself: a feature may leave it by one place and come back by
    another. Edges and half-edges never carry the same feature.
    """
    linked: dict[Place, dict[Place, Lit]] = {
        place: dict(tile.shows.same.get(place, {})) for place in tile.shows.shown
    }
    holders: dict[Node, list[tuple[Place, Lit]]] = {}
    for place, nodes in outside.items():
        for node, literal in nodes.items():
            holders.setdefault(node, []).append((place, literal))
    for place, nodes in touched.items():
        for node, here in nodes.items():
            for other, there in holders[node]:
                if other != place:
                    _link(b, linked, place, other, b.both(here, there))
    for others in linked.values():
        for one, other in combinations(list(others), 2):
            _link(b, linked, one, other, b.both(others[one], others[other]))
    return linked


def _link(
    b: Builder, linked: dict[Place, dict[Place, Lit]], one: Place, other: Place, literal: Lit
) -> None:
    if literal != FALSE:
        either = b.either(linked[one].get(other, FALSE), literal)
        linked[one][other] = linked[other][one] = either


def _reach(
    game: Game,
    tile: PlacedTile,
    place: Place,
    outside: dict[Place, Nodes],
    linked: dict[Place, dict[Place, Lit]],
) -> Nodes:
    """Return the nodes of the feature at ``place``, the tile's own included."""
    found: dict[Node, list[Lit]] = {}
    for other, joined in ((place, TRUE), *linked[place].items()):
        found[game.node(tile.turn, other)] = [joined]
        for node, hangs in outside.get(other, {}).items():
            found.setdefault(node, []).append(game.builder.both(joined, hangs))
    return possible(game.builder, found)


# Who stands there


def pieces_before(game: Game, reach: Nodes) -> dict[Owned, Sum]:
    """Return the pieces put on the feature before this part-turn.

    A complete feature cannot grow, so what was ever put on a feature that a tile extends stands
    there still (HOUSE-TURN-6).
    """
    return _numbers(game.builder, _standing(game, reach))


def pieces_after(
    game: Game, tile: PlacedTile, place: Place, reach: Nodes, puts: dict[Put, Lit]
) -> dict[Owned, Sum]:
    """Return the pieces on the tile's feature at its first place, this part-turn's included."""
    found = _standing(game, reach)
    for (piece, here), put in puts.items():
        if here == place:
            _add_by_mover(game, found, tile, piece, put)
    return _numbers(game.builder, found)


def _standing(game: Game, reach: Nodes) -> dict[Owned, list[tuple[Lit, int]]]:
    found: dict[Owned, list[tuple[Lit, int]]] = {}
    nodes = game.table.open_features
    for node, belongs in reach.items():
        if node < len(nodes):
            for owned, number in nodes[node].pieces.items():
                found.setdefault(owned, []).append((belongs, number))
    for played in game.turns:
        for (piece, place), put in played.puts.items():
            belongs = reach.get(game.node(played.tile.turn, place), FALSE)
            if belongs != FALSE:
                stands = game.builder.both(belongs, put)
                _add_by_mover(game, found, played.tile, piece, stands)
    return found


def _add_by_mover(
    game: Game,
    found: dict[Owned, list[tuple[Lit, int]]],
    tile: PlacedTile,
    piece: Piece,
    stands: Lit,
) -> None:
    for colour, moves in enumerate(tile.mover):
        literal = game.builder.both(stands, moves)
        if literal != FALSE:
            found.setdefault((colour, piece), []).append((literal, 1))


def _numbers(b: Builder, found: dict[Owned, list[tuple[Lit, int]]]) -> dict[Owned, Sum]:
    return {
        owned: b.plus(*(b.number({literal: number}) for literal, number in terms))
        for owned, terms in found.items()
    }


def manned(b: Builder, pieces: dict[Owned, Sum]) -> Lit:
    """Return whether a follower stands among the pieces (HOUSE-OWN-1: a builder is none)."""
    return b.any_of(b.at_least(number, 1) for (_, piece), number in pieces.items() if WEIGHT[piece])


def weights_of(game: Game, pieces: dict[Owned, Sum]) -> tuple[Sum, ...]:
    """HOUSE-OWN-1: what the followers of each colour weigh, little 1, big 2, builder 0."""
    b = game.builder
    if not pieces:
        return (Sum(),) * len(game.mover)
    return tuple(
        b.plus(
            *(
                b.times(weight, pieces[colour, piece])
                for piece, weight in WEIGHT.items()
                if (colour, piece) in pieces
            )
        )
        for colour in range(len(game.mover))
    )


def owners(b: Builder, weights: tuple[Sum, ...]) -> tuple[Lit, ...]:
    """HOUSE-OWN-1, -2: by colour whether it has the most followers, ties included."""
    if not any(weight.terms or weight.constant for weight in weights):
        return (FALSE,) * len(weights)
    return tuple(
        b.both(b.at_least(own, 1), *(b.no_more(other, own) for other in weights)) for own in weights
    )


# The tile lies


def lay_down(game: Game, tile: PlacedTile, features: Features) -> None:
    """Let the tile lie: its cell is covered, its rim closed, and features become complete."""
    b = game.builder
    for cell, here in tile.at.items():
        game.covered[cell] = b.either(game.covered.get(cell, FALSE), here)
    for edge in NORTH_TO_WEST:
        old = [here for cell, here in tile.at.items() if beyond(cell, edge) in game.edges]
        beside = tile.beside[edge]
        lies_there = b.any_of([*old, *beside.values()])
        for place in _places_on(edge):
            game.closed[game.node(tile.turn, place)] = lies_there
            for turn, here in beside.items():
                node = game.node(turn, MEETS[place])
                game.closed[node] = b.either(game.closed[node], here)
    for place, first in features.first.items():
        kind = b.either(tile.shows.kind("road", place), tile.shows.kind("city", place))
        if FALSE not in (kind, first):
            no_gap = _no_gap(game, features.reach[place])
            features.whole[place] = b.both(first, kind, no_gap)


def _places_on(edge: int) -> Iterable[Place]:
    return (place for place in RIM if EDGE_OF[place] == edge)


def _no_gap(game: Game, reach: Nodes) -> Lit:
    """HOUSE-FEAT-1, -2, -3: beyond every open end and every gap of the wall lies a tile."""
    closed = []
    for node, belongs in reach.items():
        literal = game.builder.implies(belongs, _is_closed(game, node))
        if literal == FALSE:
            return FALSE
        closed.append(literal)
    return game.builder.all_of(closed)


def _is_closed(game: Game, node: Node) -> Lit:
    if node in game.closed:
        return game.closed[node]
    gaps = game.table.open_features[node].gaps
    return game.builder.all_of(game.lies_on(gap) for gap in sorted(gaps))


def join(game: Game, tile: PlacedTile, features: Features) -> None:
    """Join what the tile joined, for the part-turns that follow."""
    b = game.builder
    found: dict[tuple[Node, Node], list[Lit]] = {}
    for place, reach in features.reach.items():
        for one, other in combinations(sorted(reach), 2):
            literal = b.both(features.first[place], reach[one], reach[other])
            found.setdefault((one, other), []).append(literal)
    for place in tile.shows.shown:
        node = game.node(tile.turn, place)
        game.joined[node] = {node: TRUE}
    for (one, other), literals in found.items():
        literal = b.either(game.joined[one].get(other, FALSE), *literals)
        if literal != FALSE:
            game.joined[one][other] = game.joined[other][one] = literal


# What the feature carries


def tiles_of(game: Game, reach: Nodes) -> Sum:
    """HOUSE-SCORE-9: the number of tiles that carry the feature, each counted once."""
    b = game.builder
    nodes = game.table.open_features
    carried: dict[object, list[Lit]] = {}
    for node, belongs in reach.items():
        if node < len(nodes):
            for cell in nodes[node].cells:
                carried.setdefault(cell, []).append(belongs)
        else:
            carried.setdefault(_turn_of(game, node), []).append(belongs)
    return b.count(b.any_of(literals) for literals in carried.values())


def _turn_of(game: Game, node: Node) -> int:
    return (node - game.node(1, 0)) // (game.node(2, 0) - game.node(1, 0)) + 1


def _segments_of(
    game: Game, tile: PlacedTile, reach: Nodes
) -> Iterable[tuple[PlacedTile, Place, Lit]]:
    """Yield the places of tiles put down since the start that the feature may reach."""
    base = game.node(1, 0)
    by_turn = {each.turn: each for each in [*game.tiles, tile]}
    for node, belongs in reach.items():
        if node >= base:
            turn = _turn_of(game, node)
            yield by_turn[turn], node - game.node(turn, 0), belongs


def shields_of(game: Game, tile: PlacedTile, reach: Nodes) -> Sum:
    """HOUSE-FEAT-4: the number of shields in the feature, every one counted."""
    b = game.builder
    nodes = game.table.open_features
    numbers = [
        b.number({belongs: nodes[node].shields})
        for node, belongs in reach.items()
        if node < len(nodes) and nodes[node].shields
    ]
    for other, place, belongs in _segments_of(game, tile, reach):
        shields = other.shows.shields.get(place)
        if shields is not None:
            numbers.append(b.choose(belongs, shields, Sum()))
    return b.plus(*numbers)


def has_inn(game: Game, tile: PlacedTile, reach: Nodes) -> Lit:
    """HOUSE-SCORE-2: an inn stands at the road."""
    return _has(game, tile, reach, lambda f: f.inn, lambda drawing: drawing.inns)


def has_cathedral(game: Game, tile: PlacedTile, reach: Nodes) -> Lit:
    """HOUSE-SCORE-5: a cathedral stands in the city."""
    return _has(game, tile, reach, lambda f: f.cathedral, lambda drawing: drawing.cathedrals)


def _has(
    game: Game,
    tile: PlacedTile,
    reach: Nodes,
    at_start: Callable[[Feature], bool],
    on_tile: Callable[[Pattern], Mapping[Place, Lit]],
) -> Lit:
    """Return whether a feature has what is asked for, on a tile of the start or on a later one."""
    b = game.builder
    nodes = game.table.open_features
    found = [lit for node, lit in reach.items() if node < len(nodes) and at_start(nodes[node])]
    found += [
        b.both(belongs, on_tile(other.shows).get(place, FALSE))
        for other, place, belongs in _segments_of(game, tile, reach)
    ]
    return b.any_of(found)
