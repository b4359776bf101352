"""Features (DEF-3): what the placed tile connects, from turn to turn.

A feature is the set of its nodes. Each turn is defined by earlier turns only, so definitions cannot
be circular, and no order of nodes is needed.
"""

from __future__ import annotations

from itertools import combinations
from typing import TypeAlias

from verifier.carcassonne.model.solo.rules.state import Claim, Features, Game, Node, PlacedTile
from verifier.carcassonne.table.cells import NORTH_TO_WEST, beyond
from verifier.carcassonne.table.cells import opposite as facing
from verifier.constraints.builder import FALSE, TRUE, Lit, Sum


def connect(game: Game, tile: PlacedTile) -> Features:
    """Return the tile's roads and cities, connected to what lies on the table (DEF-3, DEF-4)."""
    b = game.builder
    touched = [_behind(game, tile, edge) for edge in NORTH_TO_WEST]
    outside = [_outside(game, nodes) for nodes in touched]
    together = _together(game, tile, touched, outside)
    reach = [_reach(game, tile, edge, outside, together) for edge in NORTH_TO_WEST]
    first = []
    for edge in NORTH_TO_WEST:
        earlier = [together[before, edge] for before in range(edge)]
        # SOLO-MEEPLE-3, SOLO-BOX-8: neither fields nor the river are features.
        bare = b.either(tile.terrain[edge]["field"], tile.terrain[edge]["river"])
        first.append(b.both(-bare, -b.any_of(earlier)))
    return Features(reach, first, [_manned(game, nodes) for nodes in reach], [])


def _behind(game: Game, tile: PlacedTile, edge: int) -> dict[Node, Lit]:
    """Return the nodes that the tile touches over ``edge``."""
    found: dict[Node, list[Lit]] = {}
    for cell, here in tile.at.items():
        node = game.table.node_at.get((beyond(cell, edge), facing(edge)))
        if node is not None:
            found.setdefault(node, []).append(here)
    for turn, beside in tile.beside[edge].items():
        found[game.node(turn, facing(edge))] = [beside]
    return {node: game.builder.any_of(literals) for node, literals in found.items()}


def _outside(game: Game, touched: dict[Node, Lit]) -> dict[Node, Lit]:
    """Return the nodes outside the tile that are connected with those touched."""
    found: dict[Node, list[Lit]] = {}
    for node, here in touched.items():
        for further, joined in game.joined[node].items():
            found.setdefault(further, []).append(game.builder.both(here, joined))
    return _some(game, found)


def _together(
    game: Game, tile: PlacedTile, touched: list[dict[Node, Lit]], outside: list[dict[Node, Lit]]
) -> dict[tuple[int, int], Lit]:
    """Return for two edges whether they carry one feature: on the tile, outside, or by a detour.

    A feature may leave the tile by one edge and come back to it by another.
    """
    b = game.builder
    together: dict[tuple[int, int], Lit] = {(edge, edge): TRUE for edge in NORTH_TO_WEST}
    for one, other in combinations(NORTH_TO_WEST, 2):
        met = [
            b.both(here, outside[other][node])
            for node, here in touched[one].items()
            if node in outside[other]
        ]
        literal = b.either(tile.one_segment[one, other], *met)
        together[one, other] = together[other, one] = literal
    for middle in NORTH_TO_WEST:
        for one, other in combinations([edge for edge in NORTH_TO_WEST if edge != middle], 2):
            detour = b.both(together[one, middle], together[middle, other])
            if detour != FALSE:
                together[one, other] = together[other, one] = b.either(together[one, other], detour)
    return together


def _reach(
    game: Game,
    tile: PlacedTile,
    edge: int,
    outside: list[dict[Node, Lit]],
    together: dict[tuple[int, int], Lit],
) -> dict[Node, Lit]:
    """Return the nodes of the feature at ``edge``, the tile's own included."""
    found: dict[Node, list[Lit]] = {}
    for other in NORTH_TO_WEST:
        joined = together[edge, other]
        if joined != FALSE:
            found[game.node(tile.turn, other)] = [joined]
            for node, hangs in outside[other].items():
                found.setdefault(node, []).append(game.builder.both(joined, hangs))
    return _some(game, found)


def _some(game: Game, found: dict[Node, list[Lit]]) -> dict[Node, Lit]:
    """Return for each node the literal that one of its literals holds, unless none can."""
    either = {node: game.builder.any_of(literals) for node, literals in found.items()}
    return {node: literal for node, literal in either.items() if literal != FALSE}


def _manned(game: Game, reach: dict[Node, Lit]) -> Lit:
    """DEF-4: the feature carries a meeple, of whatever colour and wherever on it."""
    b = game.builder
    return b.any_of(
        b.both(belongs, stands)
        for node, stands in meeples_standing(game).items()
        if (belongs := reach.get(node, FALSE)) != FALSE
    )


def meeples_standing(game: Game) -> dict[Node, Lit]:
    """Return the nodes on which meeples were placed before the present turn.

    A complete feature cannot grow, so if a meeple was ever placed on a feature of the tile just
    placed, it is still there (BASE-MEEPLE-6).
    """
    standing = {
        node: TRUE for node, feature in enumerate(game.table.features) if any(feature.meeples)
    }
    for played in game.turns:
        for edge, name in enumerate("NESW"):
            if played.claims.get(name, FALSE) != FALSE:
                standing[game.node(played.tile.turn, edge)] = played.claims[name]
    return standing


def lay_down(game: Game, tile: PlacedTile, features: Features) -> None:
    """Add the tile to the game: its cell is covered, edges are closed, nodes are joined."""
    b = game.builder
    for cell, here in tile.at.items():
        game.covered[cell] = b.either(game.covered.get(cell, FALSE), here)
    for edge in NORTH_TO_WEST:
        old = [here for cell, here in tile.at.items() if beyond(cell, edge) in game.table.terrain]
        met = list(tile.beside[edge].values())
        game.closed[game.node(tile.turn, edge)] = b.any_of(old + met)
        for turn, beside in tile.beside[edge].items():
            node = game.node(turn, facing(edge))
            game.closed[node] = b.either(game.closed[node], beside)
    features.whole = [
        b.both(first, _no_gap(game, nodes))
        for first, nodes in zip(features.first, features.reach, strict=True)
    ]
    _join(game, tile, features)


def _no_gap(game: Game, reach: dict[Node, Lit]) -> Lit:
    """BASE-ROAD-1, BASE-CITY-1: beyond every edge of the feature lies a tile."""
    return game.builder.all_of(
        game.builder.implies(belongs, _is_closed(game, node)) for node, belongs in reach.items()
    )


def _is_closed(game: Game, node: Node) -> Lit:
    if node in game.closed:
        return game.closed[node]
    ports = game.table.features[node].ports
    return game.builder.all_of(game.lies_on(beyond(cell, edge)) for cell, edge in ports)


def _join(game: Game, tile: PlacedTile, features: Features) -> None:
    b = game.builder
    found: dict[tuple[Node, Node], list[Lit]] = {}
    for reach in features.reach:
        for one, other in combinations(sorted(reach), 2):
            found.setdefault((one, other), []).append(b.both(reach[one], reach[other]))
    for edge in NORTH_TO_WEST:
        node = game.node(tile.turn, edge)
        game.joined[node] = {node: TRUE}
    for (one, other), literals in found.items():
        before = game.joined[one].get(other, FALSE)
        literal = b.either(before, *literals)
        if literal != FALSE:
            game.joined[one][other] = game.joined[other][one] = literal


def tiles_of(game: Game, tile: PlacedTile, reach: dict[Node, Lit]) -> Sum:
    """DEF-6, BASE-COUNT-1: the number of tiles that carry the feature, each counted once."""
    b = game.builder
    carried: list[Sum] = []
    for nodes, number in game.table.shared_tiles.items():
        literal = b.any_of(reach[node] for node in nodes if node in reach)
        carried.append(b.number({literal: number}))
    for turn in range(1, tile.turn + 1):
        nodes_of_tile = [game.node(turn, edge) for edge in NORTH_TO_WEST]
        literal = b.any_of(reach[node] for node in nodes_of_tile if node in reach)
        carried.append(b.number({literal: 1}))
    return b.plus(*carried)


def shields_of(game: Game, tile: PlacedTile, reach: dict[Node, Lit]) -> Sum:
    """BASE-COUNT-1: the number of coats of arms in the feature, every one counted."""
    b = game.builder
    shown = [
        b.number({reach[node]: feature.shields})
        for node, feature in enumerate(game.table.features)
        if node in reach
    ]
    for other in [*game.tiles, tile]:
        for edge in NORTH_TO_WEST:
            node = game.node(other.turn, edge)
            if node in reach:
                shown.append(b.count([b.both(reach[node], other.shield[edge])]))
    return b.plus(*shown)


def bonus_of(game: Game, tile: PlacedTile, reach: dict[Node, Lit]) -> Lit:
    """SOLO-BOX-3, -4: the feature has at least one inn or cathedral."""
    b = game.builder
    shown = [
        reach[node]
        for node, feature in enumerate(game.table.features)
        if feature.bonus and node in reach
    ]
    for other in [*game.tiles, tile]:
        for edge, bonus in enumerate(other.bonus):
            if bonus != FALSE and (node := game.node(other.turn, edge)) in reach:
                shown.append(b.both(reach[node], bonus))
    return b.any_of(shown)


Meeples: TypeAlias = list[dict[Lit, int]]
"""Meeples by colour: literals, each with a number of meeples."""


def meeples_of(
    game: Game, tile: PlacedTile, reach: dict[Node, Lit], claim: Claim
) -> tuple[Meeples, Meeples]:
    """Return the meeples on the feature, and the large ones among them (SOLO-BOX-5)."""
    b = game.builder
    found: Meeples = [{} for _ in game.scores]
    large: Meeples = [{} for _ in game.scores]
    for node, feature in enumerate(game.table.features):
        if node in reach:
            for numbers, standing in ((found, feature.meeples), (large, feature.large)):
                for colour, number in enumerate(standing):
                    if number:
                        _add(numbers[colour], reach[node], number)
    earlier = [(played.tile, played.claim) for played in game.turns]
    for other, claimed in [*earlier, (tile, claim)]:
        stands = b.any_of(
            b.both(reach[game.node(other.turn, edge)], claimed.names[name])
            for edge, name in enumerate("NESW")
            if name in claimed.names and game.node(other.turn, edge) in reach
        )
        _add(found[other.colour], stands, 1)
        if claimed.large != FALSE:
            _add(large[other.colour], b.both(stands, claimed.large), 1)
    return found, large


def _add(numbers: dict[Lit, int], literal: Lit, number: int) -> None:
    numbers[literal] = numbers.get(literal, 0) + number
