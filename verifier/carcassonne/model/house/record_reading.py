"""A part-turn as it was written down, read as constants."""

from __future__ import annotations

from verifier.carcassonne.house.drawing import NAMES, lying
from verifier.carcassonne.house.position import PIECES
from verifier.carcassonne.house.record import RecordedPartTurn, RecordedPiece
from verifier.carcassonne.model.house.rules.claiming import Misplaced, Puts
from verifier.carcassonne.model.house.rules.state import Drawing, Features, Game, PlacedTile, Put
from verifier.carcassonne.table.cells import Cell
from verifier.constraints.builder import FALSE, TRUE, Lit


class RecordReading:
    """The reading of one recorded part-turn: every decision is a constant.

    Whether a second part follows is for the next part-turn to say, so here none does.
    """

    def __init__(self, turn: RecordedPartTurn) -> None:
        """Read that part-turn."""
        self.turn = turn

    def tile(self, _game: Game) -> tuple[dict[Cell, Lit], dict[Drawing, Lit]]:
        """Return the one cell and the one drawing, by the smallest rotation that looks so."""
        id_ = self.turn.tile
        rotation = self.turn.rotation % len(lying(id_, 0).rotations)
        return {self.turn.cell: TRUE}, {(id_, rotation): TRUE}

    def puts(
        self, _game: Game, tile: PlacedTile, around: Features
    ) -> tuple[Puts, tuple[Misplaced, ...]]:
        """Return the pieces that were put down, and those that no rule allows."""
        puts: Puts = []
        misplaced: list[Misplaced] = []
        for piece in self.turn.pieces:
            found = self._put(tile, around, piece)
            if isinstance(found, Misplaced):
                misplaced.append(found)
            else:
                puts.append((found, TRUE))
        return puts, tuple(misplaced)

    def second(self, _game: Game, _may: Lit) -> Lit:
        """Return that none follows."""
        return FALSE

    def _put(self, tile: PlacedTile, around: Features, piece: RecordedPiece) -> Put | Misplaced:
        sort = next((sort for sort in PIECES if sort == piece.piece), None)
        if sort is None:
            return Misplaced(piece.piece, piece.feature)
        if piece.colour not in (None, self.turn.colour):
            return Misplaced(piece.piece, piece.feature, colour=piece.colour)
        if piece.cell not in (None, self.turn.cell):
            return Misplaced(piece.piece, piece.feature, cell=piece.cell)
        place = NAMES.index(piece.feature) if piece.feature in NAMES else -1
        if tile.shows.kind("river", place) == TRUE:
            return Misplaced(piece.piece, piece.feature, river=True)
        if place not in around.linked:
            return Misplaced(piece.piece, piece.feature)
        return sort, min(place, *around.linked[place], place)
