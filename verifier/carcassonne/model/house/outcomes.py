"""What comes of a part-turn whose placement is constant, and of a final table: the rules fold.

One placement after another is supposed, and the rules say which pieces may be put down, what the
tile completes, and whether a second part may follow.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import TypeAlias

from verifier.carcassonne.house.part_turn import FeatureAt, FinalScoring, Outcome, PartTurn, Scoring
from verifier.carcassonne.house.position import Placement, Position, StandingPiece
from verifier.carcassonne.house.rule_set import Pieces
from verifier.carcassonne.model.demands import surroundings
from verifier.carcassonne.model.house.hand import refill, stock_of, without
from verifier.carcassonne.model.house.rules import claiming, features, placing, scoring
from verifier.carcassonne.model.house.rules.features import WEIGHT, owners
from verifier.carcassonne.model.house.rules.game import finish, second_part
from verifier.carcassonne.model.house.rules.state import (
    Feature,
    Game,
    Ground,
    Key,
    MonasteryOf,
    PlacedTile,
    PlayedPartTurn,
    Put,
    begin,
    collect,
    drawn,
    river_end,
    with_tile,
)
from verifier.carcassonne.table.cells import AROUND, Cell
from verifier.carcassonne.tiles.drawing import NAMES, lying
from verifier.constraints.builder import FALSE, TRUE, Builder, Sum

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


# --- Final scoring of a table: its open features and farms


def final_scorings(position: Position) -> tuple[FinalScoring, ...]:
    """Return what each feature with followers would bring if the game ended now (HOUSE-FINAL-1).

    >>> from dataclasses import replace
    >>> from verifier.carcassonne.house.position import Placement, StandingPiece, set_up
    >>> from verifier.carcassonne.house.rule_set import HOUSE
    >>> start = Placement("base/D", 0, 0, 0, StandingPiece("big", "E", 2))
    >>> final_scorings(replace(set_up(HOUSE, ()), placements=(start,)))[0].weights
    ((2, 2),)
    """
    return tuple(FinalTable(collect(position)).scorings(position.placements))


Scored: TypeAlias = dict[tuple[Feature, tuple[StandingPiece, ...], object], FinalScoring | None]
"""What features bring with the pieces on them, and with what lies around them."""


class FinalTable:
    """The tiles of a table at the end, to be scored with whatever pieces stand on them.

    HOUSE-OWN-3: what a feature is worth does not depend on its pieces.
    """

    def __init__(self, table: Ground, known: Scored | None = None) -> None:
        """Score the features of the table; tables that share features may share what is known."""
        self._table = table
        self._known: Scored = {} if known is None else known

    def scores(self, after: Position) -> tuple[int, ...]:
        """Return the scores by colour after final scoring of the same tiles (HOUSE-FINAL-1)."""
        final = list(after.scores)
        for scored in self.scorings(after.placements):
            for colour in scored.owners:
                final[colour] += scored.value
        return tuple(final)

    def scorings(self, placements: Iterable[Placement]) -> list[FinalScoring]:
        """Return what the features bring with the pieces on these placements of the same tiles."""
        standing: dict[Feature, list[StandingPiece]] = {}
        for placed in placements:
            if placed.piece is not None:
                shown = drawn(placed.tile, placed.rotation)
                first = shown.first[NAMES.index(placed.piece.feature)]
                standing.setdefault(self._table.feature_at[placed.cell, first], []).append(
                    placed.piece
                )
        found = (self._scoring(feature, tuple(pieces)) for feature, pieces in standing.items())
        return sorted((each for each in found if each is not None), key=_order)

    def _scoring(self, feature: Feature, pieces: tuple[StandingPiece, ...]) -> FinalScoring | None:
        around: tuple[Feature, ...] | int = ()
        if feature.kind == "field":
            around = self._completed_cities(feature)
        elif feature.kind == "monastery":
            around = sum(cell in self._table.edges for cell in _around(feature))
        question = (feature, pieces, around)
        if question not in self._known:
            self._known[question] = self._scored(feature, pieces)
        return self._known[question]

    def _scored(self, feature: Feature, pieces: tuple[StandingPiece, ...]) -> FinalScoring | None:
        """Return what the feature brings; None if it was scored already, or nobody owns it."""
        weights = [0] * self._table.position.rules.colours
        for piece in pieces:
            weights[piece.colour] += WEIGHT[piece.piece]
        if self._is_complete(feature) or not any(weights):
            return None
        touched = self._completed_cities(feature)
        owning = owners(Builder(), tuple(map(Sum, weights)))
        return FinalScoring(
            parts=feature.segments,
            kind=feature.kind,
            value=self._value(feature, touched).constant,
            weights=tuple((colour, weight) for colour, weight in enumerate(weights) if weight),
            owners=tuple(colour for colour, owns in enumerate(owning) if owns == TRUE),
            cities=tuple(sorted((city.segments[0] for city in touched), key=_place)),
        )

    def _value(self, feature: Feature, touched: tuple[Feature, ...]) -> Sum:
        b = Builder()
        tiles, shields = Sum(len(feature.cells)), Sum(feature.shields)
        match feature.kind:
            case "field":
                return scoring.farm(b, [TRUE] * len(touched))
            case "monastery":
                lying = [b.const(cell in self._table.edges) for cell in _around(feature)]
                return scoring.incomplete_monastery(b, lying)
            case "road":
                return scoring.incomplete_road(b, tiles, b.const(feature.inn))
            case _:
                return scoring.incomplete_city(b, tiles, shields, b.const(feature.cathedral))

    def _is_complete(self, feature: Feature) -> bool:
        """Return whether it was scored when it was completed (HOUSE-TURN-6); fields never are."""
        if feature.kind == "monastery":
            return all(cell in self._table.edges for cell in _around(feature))
        return feature.kind != "field" and not feature.ports

    def _completed_cities(self, field: Feature) -> tuple[Feature, ...]:
        """HOUSE-FINAL-5, AMB-42: completed cities that a field borders on a tile, each once."""
        found: dict[Feature, None] = {}
        for cell, first in field.parts:
            for bordering, city in self._table.drawings[cell].borders:
                touched = self._table.feature_at[cell, city]
                if bordering == first and not touched.ports:
                    found[touched] = None
        return tuple(found)


def _around(monastery: Feature) -> Iterable[Cell]:
    return surroundings(monastery.parts[0][0])


def _order(scored: FinalScoring) -> tuple[int, int, int]:
    return _place(scored.feature)


def _place(at: FeatureAt) -> tuple[int, int, int]:
    x, y, name = at
    return (y, x, NAMES.index(name))
