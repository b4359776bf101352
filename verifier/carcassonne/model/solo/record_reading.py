"""The reading of recorded turns, whose decisions are constants."""

from __future__ import annotations

from verifier.carcassonne.model.solo.draws import Draw
from verifier.carcassonne.model.solo.ground import NORTH_TO_WEST
from verifier.carcassonne.model.solo.rules.claiming import Puts
from verifier.carcassonne.model.solo.rules.state import (
    Drawing,
    Features,
    Game,
    Key,
    PlacedTile,
    ScorableFeature,
)
from verifier.carcassonne.solo.record import RecordedMeeple, RecordedTurn
from verifier.carcassonne.table.cells import AROUND, Cell
from verifier.carcassonne.tiles import EDGES
from verifier.constraints.builder import FALSE, TRUE, Lit


class RecordReading:
    """The reading of one recorded turn: every decision is a constant."""

    def __init__(self, turn: RecordedTurn) -> None:
        """Read that turn."""
        self.turn = turn

    def tile(self, _game: Game, _draw: Draw) -> tuple[dict[Cell, Lit], dict[Drawing, Lit]]:
        """Return the one cell and the one drawing."""
        return {self.turn.cell: TRUE}, {(self.turn.tile, self.turn.rotation): TRUE}

    def puts(self, game: Game, tile: PlacedTile, features: Features) -> Puts:
        """Return the recorded meeples, by default on the turn's own tile."""
        found: Puts = []
        for meeple in self.turn.meeples:
            elsewhere = meeple.cell not in (None, self.turn.cell)
            foreign = meeple.colour not in (None, tile.colour)
            segment = meeple.segment
            put = RecordedMeeple(
                segment if elsewhere else first_name(game, tile, features, segment),
                meeple.colour if foreign else None,
                meeple.cell if elsewhere else None,
                meeple.piece,
            )
            found.append((put, TRUE))
        return found

    def order(
        self, game: Game, tile: PlacedTile, features: Features, finished: dict[Key, ScorableFeature]
    ) -> list[dict[Key, Lit]]:
        """Return the recorded order; it may be left out if only one feature scores."""
        scored = [key for key, feature in finished.items() if feature.scored == TRUE]
        if not self.turn.order and len(scored) == 1:
            return [{scored[0]: TRUE}]
        return [{self._key(game, tile, features, name): TRUE} for name in self.turn.order]

    def declined(self, _game: Game, _tile: PlacedTile, places: int) -> list[Lit]:
        """Return that no points are declined, since a record cannot state that."""
        return [FALSE] * places

    def _key(self, game: Game, tile: PlacedTile, features: Features, name: str) -> Key:
        if name not in AROUND:
            return first_name(game, tile, features, name)
        cell = (self.turn.x + AROUND[name][0], self.turn.y + AROUND[name][1])
        turns = [played.tile.turn for played in game.turns if cell in played.tile.at]
        return turns[0] if turns else cell


def first_name(game: Game, tile: PlacedTile, features: Features, name: str) -> str:
    """Return the name of a feature by the first of its edges on the tile (SOLO-MEEPLE-9)."""
    if name not in EDGES:
        return name
    reach = features.reach[EDGES.index(name)]
    edges = [edge for edge in NORTH_TO_WEST if game.node(tile.turn, edge) in reach]
    return EDGES[edges[0]]
