"""What comes of a part-turn whose placement is constant: the rules fold, and the table is read off.

One placement after another is supposed, and the rules say which pieces may be put down, what the
tile completes, and whether a second part may follow.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from verifier.carcassonne.house.drawing import NAMES, lying
from verifier.carcassonne.house.part_turn import Outcome, PartTurn, Scoring
from verifier.carcassonne.house.position import Placement, Position, StandingPiece
from verifier.carcassonne.house.rule_set import Pieces
from verifier.carcassonne.model.house.drawn import drawn
from verifier.carcassonne.model.house.final_scoring import FinalTable, Scored
from verifier.carcassonne.model.house.ground import river_end, with_tile
from verifier.carcassonne.model.house.hand import refill, stock_of, without
from verifier.carcassonne.model.house.rules import claiming, features, placing
from verifier.carcassonne.model.house.rules.game import finish, second_part
from verifier.carcassonne.model.house.rules.state import (
    Game,
    Key,
    MonasteryOf,
    PlacedTile,
    PlayedPartTurn,
    Put,
    begin,
)
from verifier.carcassonne.table.cells import AROUND, Cell
from verifier.constraints.builder import FALSE, TRUE, Builder

_NAMES_IN_ORDER = (*NAMES, *AROUND)


def every_outcome(position: Position) -> Iterator[Outcome]:
    """Yield all that one part-turn can bring, see :meth:`Key.outcomes`.

    The game goes on, and the hand is not short.
    """
    game = begin(position, Builder())
    known = Known()
    cells = placing.cells_in_reach(game)
    for id_ in dict.fromkeys(position.hand):
        for tile, legal in placing.placements(game, id_, cells):
            if legal == TRUE:
                yield from Supposed(game, tile, known).outcomes()


def outcome_of(position: Position, part_turn: PartTurn) -> Outcome | None:
    """Return what one part-turn brings, None if it is not legal.

    The game goes on, and the hand is not short.
    """
    id_, cell = part_turn.tile, part_turn.cell
    if id_ not in position.hand or part_turn.rotation not in lying(id_, 0).rotations:
        return None
    game = begin(position, Builder())
    drawing = {(id_, part_turn.rotation): TRUE}
    tile = PlacedTile(game.builder, game.latest, game.mover, {cell: TRUE}, drawing)
    if placing.legal(game, tile) != TRUE:
        return None
    supposed = Supposed(game, tile, Known())
    put = None
    if part_turn.piece is not None:
        put = (part_turn.piece, NAMES.index(part_turn.feature))
        if claiming.allowed(game, tile, supposed.around).get(put) != TRUE:
            return None
    found = (each for each in supposed.outcomes_with(put) if each.part_turn == part_turn)
    return next(found, None)


SeenFit = dict[str, PlacedTile]
"""By tile a placement that was legal when it was last asked for."""


@dataclass(slots=True)
class Known:
    """What was found of other placements on the same table."""

    seen_fit: SeenFit = field(default_factory=dict)
    scored: Scored = field(default_factory=dict)


class Supposed:
    """One placement, supposed to be made, with what follows from it whatever piece is put down."""

    def __init__(self, game: Game, tile: PlacedTile, known: Known) -> None:
        """Let the tile lie, and draw up the hand."""
        ((self.cell, _),) = tile.at.items()
        ((self.drawing, _),) = tile.drawing.items()
        self.tile = tile
        self.position = game.table.position
        self.game = replace(game, turns=[], covered={}, closed={})
        self.around = features.connect(self.game, tile)
        features.lay_down(self.game, tile, self.around)
        self.known = known
        stock = without(stock_of(self.position), self.drawing[0])
        self.stock, self.end = refill(
            self.position.rules, stock, _Fitting(self.game, tile, known.seen_fit)
        )
        goes_on = not self.end and second_part(self.game, tile, self.around) == TRUE
        self.seconds = (False, True) if goes_on else (False,)
        self.final_table: FinalTable | None = None

    def outcomes(self) -> Iterator[Outcome]:
        """Yield what comes of it with each piece or none, with a second part or without."""
        may = claiming.allowed(self.game, self.tile, self.around)
        for put in (None, *(put for put, literal in may.items() if literal == TRUE)):
            yield from self.outcomes_with(put)

    def outcomes_with(self, put: Put | None) -> Iterator[Outcome]:
        """Yield what comes of it with that piece, which may be put down, or with none."""
        puts = {} if put is None else {put: TRUE}
        played = finish(self.game, self.tile, self.around, puts, FALSE, {})
        placements = self._placements(played, put)
        scorings = tuple(self._scorings(played))
        for second in self.seconds:
            yield self._outcome(played, put, placements, scorings, second=second)

    def _outcome(
        self,
        played: PlayedPartTurn,
        put: Put | None,
        placements: tuple[Placement, ...],
        scorings: tuple[Scoring, ...],
        *,
        second: bool,
    ) -> Outcome:
        position, colours = self.position, self.position.rules.colours
        following = position.to_move if second else (position.to_move + 1) % colours
        after = replace(
            position,
            placements=placements,
            scores=tuple(score.constant for score in played.scores),
            supplies=tuple(
                Pieces(*(number.constant for number in supply.values()))
                for supply in played.supplies
            ),
            to_move=following,
            hand=self.stock.hand,
            bag=self.stock.bag,
            river=self.stock.river,
            discards=self.stock.discards,
            second=second,
            end=self.end,
        )
        (id_, rotation), (x, y) = self.drawing, self.cell
        piece, feature = (None, "") if put is None else (put[0], NAMES[put[1]])
        part_turn = PartTurn(id_, rotation, x, y, piece, feature, second)
        final = None
        if self.end == "played":
            # The same tiles lie there whatever piece is put down.
            self.final_table = self.final_table or self._final_table()
            final = self.final_table.scores(after)
        return Outcome(position.to_move, part_turn, scorings, after, final)

    def _final_table(self) -> FinalTable:
        table = with_tile(self.game.table, Placement(*self.drawing, *self.cell))
        return FinalTable(table, self.known.scored)

    def _placements(self, played: PlayedPartTurn, put: Put | None) -> tuple[Placement, ...]:
        home: set[Cell] = set()
        for key, feature in played.finished.items():
            if feature.complete == TRUE:
                home.update(self._cells(key, put))
        piece = None
        if put is not None and self.cell not in home:
            piece = StandingPiece(put[0], NAMES[put[1]], self.position.to_move)
        lying = self.position.placements
        if home:
            lying = tuple(
                replace(placed, piece=None) if placed.cell in home else placed for placed in lying
            )
        return (*lying, Placement(*self.drawing, *self.cell, piece))

    def _cells(self, key: Key, put: Put | None) -> Iterator[Cell]:
        """Yield the cells from which a piece returns (HOUSE-TURN-6)."""
        if not isinstance(key, int):
            yield _cell(key)
            return
        nodes = self.game.table.open_features
        for node in self.around.reach[key]:
            if node < len(nodes):
                yield from nodes[node].standing
        if put is not None and put[1] == key:
            yield self.cell

    def _scorings(self, played: PlayedPartTurn) -> Iterator[Scoring]:
        found = {
            self._name(key): (key, feature)
            for key, feature in played.finished.items()
            if feature.complete == TRUE and any(weight.constant for weight in feature.weights)
        }
        for name in sorted(found, key=_NAMES_IN_ORDER.index):
            key, feature = found[name]
            weights = tuple((c, w.constant) for c, w in enumerate(feature.weights) if w.constant)
            owning = tuple(c for c, owns in enumerate(feature.owners) if owns == TRUE)
            kind = drawn(*self.drawing).kinds[key] if isinstance(key, int) else "monastery"
            yield Scoring(name, kind, feature.value.constant, weights, owning)

    def _name(self, key: Key) -> str:
        if isinstance(key, int):
            return NAMES[key]
        x, y = _cell(key)
        step = (x - self.cell[0], y - self.cell[1])
        return next(name for name, around in AROUND.items() if around == step)


def _cell(key: Cell | MonasteryOf) -> Cell:
    assert not isinstance(key, MonasteryOf)  # noqa: S101 - no other part-turn is supposed
    return key


class _Fitting:
    """Whether a tile can be placed once a supposed placement is made (HOUSE-TURN-11)."""

    def __init__(self, game: Game, tile: PlacedTile, seen_fit: SeenFit) -> None:
        ((cell, _),) = tile.at.items()
        ((drawing, _),) = tile.drawing.items()
        edges = {**game.edges, cell: drawn(*drawing).edges}
        end = river_end(edges) if "A" in edges[cell] else game.river_end
        self.game = replace(game, edges=edges, river_end=end, covered={cell: TRUE})
        self.cells = placing.cells_in_reach(self.game)
        self.seen_fit = seen_fit

    def __call__(self, id_: str) -> bool:
        known = self.seen_fit.get(id_)
        if known is not None and placing.legal(self.game, known) == TRUE:
            return True
        for tile, legal in placing.placements(self.game, id_, self.cells):
            if legal == TRUE:
                self.seen_fit[id_] = tile
                return True
        return False
