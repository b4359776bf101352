"""Step 1: the tile."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from verifier.carcassonne.model.demands import Demand, at, neighbours
from verifier.carcassonne.model.solo.rules.state import TERRAINS, Game, PlacedTile
from verifier.carcassonne.solo.letters import letter_of
from verifier.carcassonne.table.cells import NORTH_TO_WEST, Cell, beyond, cells_beside
from verifier.carcassonne.table.cells import opposite as facing
from verifier.carcassonne.tiles import EDGES, tile_kind
from verifier.constraints.builder import FALSE, TRUE, Builder, Lit


def place(game: Game, tile: PlacedTile) -> None:
    """Require a legal placement of the tile (SOLO-PLACE-2)."""
    tile.beside = neighbours(game.builder, game.tiles, tile)
    game.demand(one_tile_on_one_cell(game, tile), tile.turn)
    game.demand(lies_well(game, tile), tile.turn)


def one_tile_on_one_cell(game: Game, tile: PlacedTile) -> Iterator[Demand]:
    """BASE-PLACE-1: exactly one tile is placed, on one cell and in one of its rotations."""
    for options in (tile.at.values(), tile.drawing.values()):
        literal = game.builder.exactly_one(options)
        yield Demand(literal, "BASE-PLACE-1", "", "exactly one tile is placed, on one cell")


def lies_well(game: Game, tile: PlacedTile) -> Iterator[Demand]:
    """Yield the demands on a legal placement."""
    yield from on_an_empty_cell(game, tile)
    yield from beside_another_tile(game, tile)
    yield from matching_on_every_edge(game, tile)
    yield from continuing_the_river(game, tile)
    yield from without_a_turn_back(game, tile)


def on_an_empty_cell(game: Game, tile: PlacedTile) -> Iterator[Demand]:
    """BASE-PLACE-2: the tile goes on an empty cell."""
    for cell, here in tile.at.items():
        taken = game.builder.both(here, game.lies_on(cell))
        yield Demand(-taken, "BASE-PLACE-2", at(cell), "a tile lies on that cell already")


def beside_another_tile(game: Game, tile: PlacedTile) -> Iterator[Demand]:
    """BASE-PLACE-2: the cell shares a full edge with a tile already placed."""
    for cell, here in tile.at.items():
        touching = [game.lies_on(there) for there in cells_beside(cell)]
        alone = game.builder.both(here, -game.builder.any_of(touching))
        yield Demand(-alone, "BASE-PLACE-2", at(cell), "the cell shares no edge with a tile")


def matching_on_every_edge(game: Game, tile: PlacedTile) -> Iterator[Demand]:
    """BASE-PLACE-3: where the tile touches another, the terrain is the same."""
    b = game.builder
    for cell, here in tile.at.items():
        for edge in NORTH_TO_WEST:
            old = game.table.terrain.get(beyond(cell, edge))
            if old is not None:
                met = old[facing(edge)]
                why = f"the neighbour beyond {EDGES[edge]} shows {met} there, the tile does not"
                fits = b.implies(here, tile.terrain[edge][met])
                yield Demand(fits, "BASE-PLACE-3", at(cell), why)
    for edge in NORTH_TO_WEST:
        for turn, beside in tile.beside[edge].items():
            theirs = game.turns[turn - 1].tile.terrain[facing(edge)]
            for terrain in TERRAINS:
                fits = b.implies(b.both(beside, theirs[terrain]), tile.terrain[edge][terrain])
                why = f"the tile of turn {turn} beyond {EDGES[edge]} shows {terrain} there"
                yield Demand(fits, "BASE-PLACE-3", f"edge {EDGES[edge]}", why)


def continuing_the_river(game: Game, tile: PlacedTile) -> Iterator[Demand]:
    """SOLO-BOX-7, HOUSE-RIVER-2, -7: a river tile touches the river's open end.

    Its edges match, so a river edge with a tile beyond it meets the river.
    """
    b = game.builder
    if all(shown["river"] == FALSE for shown in tile.terrain):
        return
    of_river = b.any_of(shown["river"] for shown in tile.terrain)
    met = []
    for edge in NORTH_TO_WEST:
        beyond_it = b.meets(
            (here, game.lies_on(beyond(cell, edge))) for cell, here in tile.at.items()
        )
        met.append(b.both(tile.terrain[edge]["river"], beyond_it))
    literal = b.implies(of_river, b.any_of(met))
    yield Demand(literal, "SOLO-BOX-7", "", "the tile does not continue the river")


def without_a_turn_back(game: Game, tile: PlacedTile) -> Iterator[Demand]:
    """SOLO-BOX-7, HOUSE-RIVER-4: two bends in a row do not turn to the same side.

    Of two tiles over whose common edge the river flows, the other ends would point the same way.
    Without the rule "river" they may.
    """
    if not game.rules.applies("river"):
        return
    b = game.builder
    why = "the river would bend to the same side twice in a row"
    for (one, other), flows in tile.flow.items():
        for edge, far in ((one, other), (other, one)):
            back = (min(facing(edge), far), max(facing(edge), far))
            for cell, here in tile.at.items():
                if game.table.river.get(beyond(cell, edge)) == back:
                    yield Demand(-b.both(here, flows), "SOLO-BOX-7", at(cell), why)
            for turn, beside in tile.beside[edge].items():
                literal = -b.both(beside, flows, game.turns[turn - 1].tile.flow.get(back, FALSE))
                yield Demand(literal, "SOLO-BOX-7", f"edge {EDGES[edge]}", why)


def placements(game: Game, kind: str, cells: list[Cell]) -> Iterator[tuple[PlacedTile, Lit]]:
    """Yield every way to place that tile, with the literal that it is legal (BASE-PLACE-4).

    The game is left as it is: nothing is required of it.
    """
    turn, colour = len(game.turns) + 1, 0
    for rotation in tile_kind(kind).rotations:
        for cell in cells:
            tile = PlacedTile(game.builder, turn, colour, {cell: TRUE}, {(kind, rotation): TRUE})
            tile.beside = neighbours(game.builder, game.tiles, tile)
            legal = game.builder.all_of(demand.literal for demand in lies_well(game, tile))
            if legal != FALSE:
                yield tile, legal


def placeable(game: Game, kind: str) -> Lit:
    """Return whether a tile of that kind can be placed anywhere (SOLO-PLACE-4)."""
    ways = placements(game, kind, cells_in_reach(game))
    return game.builder.any_of(legal for _, legal in ways)


def cells_in_reach(game: Game) -> list[Cell]:
    """Return the cells next to the start's tiles and to any that may have been placed since."""
    cells = set(game.table.rim)
    for cell in game.covered:
        cells.update(cells_beside(cell))
    return sorted(cells - game.table.terrain.keys())


def tiles_in_the_box(
    b: Builder, box: Mapping[str, int], drawn: Sequence[Mapping[str, Lit]]
) -> Iterator[Demand]:
    """BASE-TILE-1: the box still has all the tiles that are drawn from unknown piles."""
    for kind in sorted({kind for tile in drawn for kind in tile}):
        number = b.count(tile.get(kind, FALSE) for tile in drawn)
        left = box.get(kind, 0)
        enough = b.at_most(number, left)
        yield Demand(
            enough, "BASE-TILE-1", f"tile {letter_of(kind)}", f"only {left} of them are left"
        )
