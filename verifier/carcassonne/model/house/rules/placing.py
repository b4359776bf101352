"""Steps 1 and 2: the tile (HOUSE-TURN-2, -3), and how the river goes on (HOUSE-RIVER-2 to -7)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from verifier.carcassonne.model.demands import Demand, at, neighbours
from verifier.carcassonne.model.house.rules.state import Game, PlacedTile
from verifier.carcassonne.table.cells import NORTH_TO_WEST, Cell, beyond, cells_beside
from verifier.carcassonne.table.cells import opposite as facing
from verifier.carcassonne.tiles.drawing import lying
from verifier.constraints.builder import FALSE, TRUE, Lit, Sum

TOWARDS = ("to the north", "to the east", "to the south", "to the west")
SHOWN = {"C": "a city", "R": "a road", "F": "a field", "A": "the river"}
LEFT, RIGHT = 1, 3
"""Bends: the edge by which the river leaves, less the one by which it comes, in quarter turns."""


def place(game: Game, tile: PlacedTile, available: Mapping[str, int]) -> dict[int, Lit]:
    """Require that the tile comes from the hand and lies as it may; return how the river turns.

    ``available`` are the tiles that have been drawn by now, those played since the start included.
    """
    tile.beside = neighbours(game.builder, game.tiles, tile)
    game.demand(one_tile_on_one_cell(game, tile), tile.turn)
    game.demand(from_the_hand(game, tile, available), tile.turn)
    game.demand(lies_well(game, tile), tile.turn)
    return turns_of_the_river(game, tile)


def one_tile_on_one_cell(game: Game, tile: PlacedTile) -> Iterator[Demand]:
    """HOUSE-TURN-3: exactly one tile is placed, on one cell and in one of its rotations."""
    for options in (tile.at.values(), tile.drawing.values()):
        literal = game.builder.exactly_one(options)
        yield Demand(literal, "HOUSE-TURN-3", "", "exactly one tile is placed, on one cell")


def from_the_hand(game: Game, tile: PlacedTile, available: Mapping[str, int]) -> Iterator[Demand]:
    """HOUSE-TURN-3: the tile is chosen from the shared hand, which holds what was drawn."""
    for id_ in dict.fromkeys(id_ for id_, _ in tile.drawing):
        used = uses(game, [*game.tiles, tile], id_)
        enough = game.builder.at_most(used, available.get(id_, 0))
        yield Demand(enough, "HOUSE-TURN-3", f"tile {id_}", f"{id_} is not in the shared hand")


def uses(game: Game, tiles: Iterable[PlacedTile], id_: str) -> Sum:
    """Return how many of the tiles put down are of that id."""
    b = game.builder
    return b.plus(
        *(
            b.count(lit for (other, _), lit in tile.drawing.items() if other == id_)
            for tile in tiles
        )
    )


def lies_well(game: Game, tile: PlacedTile) -> Iterator[Demand]:
    """Say what a legal placement is."""
    yield from on_an_empty_cell(game, tile)
    yield from beside_another_tile(game, tile)
    yield from consistent_on_every_edge(game, tile)
    yield from continues_the_river(game, tile)
    yield from no_immediate_u_turn(game, tile)


def on_an_empty_cell(game: Game, tile: PlacedTile) -> Iterator[Demand]:
    """HOUSE-TURN-3: the tile goes on an empty cell."""
    for cell, here in tile.at.items():
        taken = game.builder.both(here, game.lies_on(cell))
        if taken != FALSE:
            yield Demand(-taken, "HOUSE-TURN-3", at(cell), "a tile lies on that cell already")


def beside_another_tile(game: Game, tile: PlacedTile) -> Iterator[Demand]:
    """HOUSE-TURN-3: the tile lies edge to edge with at least one tile."""
    b = game.builder
    for cell, here in tile.at.items():
        alone = b.both(here, *(-game.lies_on(there) for there in cells_beside(cell)))
        if alone != FALSE:
            yield Demand(-alone, "HOUSE-TURN-3", at(cell), "the cell shares no edge with a tile")


def consistent_on_every_edge(game: Game, tile: PlacedTile) -> Iterator[Demand]:
    """HOUSE-TURN-3, HOUSE-RIVER-7: where the tile touches another, both show the same."""
    b = game.builder
    for cell, here in tile.at.items():
        for edge in NORTH_TO_WEST:
            old = game.edges.get(beyond(cell, edge))
            if old is not None:
                met = old[facing(edge)]
                fits = b.implies(here, tile.shows.edges[edge].get(met, FALSE))
                if fits != TRUE:
                    why = f"the tile {TOWARDS[edge]} shows {SHOWN[met]} there, this one does not"
                    yield Demand(fits, "HOUSE-TURN-3", at(cell), why)
    for edge in NORTH_TO_WEST:
        for turn, beside in tile.beside[edge].items():
            theirs = game.turns[turn - 1].tile.shows.edges[facing(edge)]
            for letter, shown in theirs.items():
                ours = tile.shows.edges[edge].get(letter, FALSE)
                fits = b.implies(b.both(beside, shown), ours)
                why = f"the tile {TOWARDS[edge]} shows {SHOWN[letter]} there, this one does not"
                yield Demand(fits, "HOUSE-TURN-3", f"part-turn {turn}", why)


# The river


def continues_the_river(game: Game, tile: PlacedTile) -> Iterator[Demand]:
    """HOUSE-RIVER-2, -7: a river tile touches the river's open end; AMB-37: others need not."""
    b = game.builder
    river = b.any_of(edges.get("A", FALSE) for edges in tile.shows.edges)
    if river == FALSE:
        return
    meets = [literal for _, literal in _joins_the_river(game, tile)]
    literal = b.implies(river, b.any_of(meets))
    yield Demand(literal, "HOUSE-RIVER-7", "", "the tile does not continue the river")


def _joins_the_river(game: Game, tile: PlacedTile) -> Iterator[tuple[tuple[int, int], Lit]]:
    """Yield by edge and the part-turn upstream, 0 for the start, that the tile goes on there."""
    b = game.builder
    end = game.river_end
    for edge in NORTH_TO_WEST:
        ours = tile.shows.edges[edge].get("A", FALSE)
        if ours == FALSE:
            continue
        if end is not None and facing(end.edge) == edge:
            here = tile.at.get(beyond(end.cell, end.edge), FALSE)
            yield (edge, 0), b.both(ours, here)
        for turn, beside in tile.beside[edge].items():
            theirs = game.turns[turn - 1].tile.shows.edges[facing(edge)].get("A", FALSE)
            yield (edge, turn), b.both(ours, beside, theirs)


def turns_of_the_river(game: Game, tile: PlacedTile) -> dict[int, Lit]:
    """Return whether the river bends on the tile to the right, and to the left, downstream."""
    b = game.builder
    found: dict[int, list[Lit]] = {LEFT: [], RIGHT: []}
    for (edge, _), joins in _joins_the_river(game, tile):
        for side, literals in found.items():
            on = tile.shows.edges[(edge + side) % 4].get("A", FALSE)
            # Downstream is away from the edge by which the river comes in; a tile that joined the
            # river by both of its edges would close it, which consistent edges do not allow.
            literals.append(b.both(joins, on))
    return {side: b.any_of(literals) for side, literals in found.items()}


def no_immediate_u_turn(game: Game, tile: PlacedTile) -> Iterator[Demand]:
    """HOUSE-RIVER-4: two bends in a row do not turn to the same side."""
    b = game.builder
    end = game.river_end
    for (edge, turn), joins in _joins_the_river(game, tile):
        for side in (LEFT, RIGHT):
            on = tile.shows.edges[(edge + side) % 4].get("A", FALSE)
            if turn:
                before = game.turns[turn - 1].turned[side]
            else:
                before = b.const(end is not None and end.turned == side)
            bends = b.both(joins, on, before)
            if bends != FALSE:
                why = "the river would bend to the same side twice in a row"
                yield Demand(-bends, "HOUSE-RIVER-4", "", why)


# Whether a tile can be placed at all


def placements(game: Game, id_: str, cells: Iterable[Cell]) -> Iterator[tuple[PlacedTile, Lit]]:
    """Yield every way to put down a tile, with whether it is legal.

    The ways are supposed, not played: nothing is required of the game.
    """
    for rotation in lying(id_, 0).rotations:
        drawing = {(id_, rotation): TRUE}
        for cell in cells:
            tile = PlacedTile(game.builder, game.latest, game.mover, {cell: TRUE}, drawing)
            if game.turns:
                tile.beside = neighbours(game.builder, game.tiles, tile)
            literal = legal(game, tile)
            if literal != FALSE:
                yield tile, literal


def legal(game: Game, tile: PlacedTile) -> Lit:
    """Return whether the tile lies as it may."""
    literals = []
    for demand in lies_well(game, tile):
        if demand.literal == FALSE:
            return FALSE
        literals.append(demand.literal)
    return game.builder.all_of(literals)


def placeable(game: Game, id_: str, cells: Iterable[Cell]) -> Lit:
    """Return whether the tile can be placed on any of the cells (HOUSE-TURN-11)."""
    literals = []
    for _, literal in placements(game, id_, cells):
        if literal == TRUE:
            return TRUE
        literals.append(literal)
    return game.builder.any_of(literals)


def cells_in_reach(game: Game) -> list[Cell]:
    """Return the cells next to the start's tiles and to any that may have been placed since."""
    cells = set(game.table.rim)
    for cell in game.covered:
        cells.update(cells_beside(cell))
    return sorted(cells - game.edges.keys())
