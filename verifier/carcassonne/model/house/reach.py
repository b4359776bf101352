"""Which game from the set-up leads to a position: its tiles are known, their part-turns are not.

Whatever order the tiles were placed in, they may have been drawn in that order, too, and what is
in the hand at the end after them. So nothing is asked about hands on the way.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from verifier.carcassonne.house.faults import require_valid
from verifier.carcassonne.house.part_turn import PartTurn
from verifier.carcassonne.house.position import LAKE, START_TILE, Placement, Position, set_up
from verifier.carcassonne.model.demands import surroundings
from verifier.carcassonne.model.house.hand import refill, stock_of
from verifier.carcassonne.model.house.questions import Answer, OpenReading, Terms, ask, replayed
from verifier.carcassonne.model.house.rules.game import play
from verifier.carcassonne.model.house.rules.placing import cells_in_reach, placeable
from verifier.carcassonne.model.house.rules.state import (
    Drawing,
    Feature,
    Game,
    Part,
    Place,
    PlayedPartTurn,
    begin,
    collect,
)
from verifier.carcassonne.table.cells import NORTH_TO_WEST, Cell, beyond
from verifier.carcassonne.tiles import is_of_river
from verifier.carcassonne.tiles.drawing import NAMES
from verifier.constraints.builder import FALSE, TRUE, Builder, Lit
from verifier.constraints.cpsat import CpSatSolver, Parameters


def game_to(solver: CpSatSolver, position: Position, parameters: Parameters) -> Answer:
    """Return a game from the set-up to just this table: tiles, pieces, scores, supplies, mover.

    A piece may have been put onto any segment of the feature it stood on. ``impossible`` says that
    there is no such game; games in which tiles were laid aside are not searched.

    :raises Illegal: if the position is not valid.
    """
    require_valid(position)
    if position.discards:
        why = "tiles have been laid aside, and such games are not searched"
        return Answer("undecided", reason=why)
    end = _Target(position)
    why = _why_not_at_once(end)
    if why:
        return Answer("impossible", reason=why)
    game = begin(end.start, Builder())
    tiles = Counter(placed.tile for placed in end.lies.values())
    for _ in end.lies:
        play(game, tiles, _ReachReading(tiles=(), end=end))
        _pieces_as_they_stand(game, end)
    b = game.builder
    for cell in end.lies:
        once = b.exactly_one(played.tile.at.get(cell, FALSE) for played in game.turns)
        b.require(once, "HOUSE-TURN-3", where=f"cell {cell}")
    if position.rules.has_river:
        _the_river_first(game)
    _arrives(game, position)
    return ask(solver, game, Terms(parameters=parameters))


def replayed_to(position: Position, line: tuple[PartTurn, ...]) -> Position:
    """Return the table that a game from the set-up leads to, its tiles drawn in their order.

    :raises Illegal: if a part-turn is not legal.
    """
    tiles = tuple(part_turn.tile for part_turn in line)
    draw = (*tiles, *position.hand, *position.river, *position.bag)
    start = set_up(position.rules, draw, position.hidden)
    return replayed(start, line)[-1].after if line else start


@dataclass(slots=True)
class _Target:
    """The table to arrive at: how each tile lies, and in which part-turns it may have come."""

    position: Position
    start: Position = field(init=False)
    lies: dict[Cell, Placement] = field(init=False)
    steps: dict[Cell, int] = field(init=False)
    features: dict[Part, Feature] = field(init=False)

    def __post_init__(self) -> None:
        """Find the tiles that came later than the first, and the features of all."""
        self.start = set_up(self.position.rules, ())
        (first,) = self.start.placements
        lying = {placed.cell: placed for placed in self.position.placements}
        self.lies = {cell: placed for cell, placed in lying.items() if cell != first.cell}
        self.steps = {first.cell: 0}
        todo = [first.cell]
        for cell in todo:
            for edge in NORTH_TO_WEST:
                other = beyond(cell, edge)
                if other in lying and other not in self.steps:
                    self.steps[other] = self.steps[cell] + 1
                    todo.append(other)
        features = collect(self.position).features
        self.features = {part: feature for feature in features for part in feature.parts}

    def is_complete(self, cell: Cell, place: Place) -> bool:
        """Return whether the feature at that first place is complete, so that pieces returned."""
        feature = self.features[cell, place]
        if feature.kind == "monastery":
            return all(near == cell or near in self.steps for near in surroundings(cell))
        return feature.kind != "field" and not feature.ports


@dataclass(slots=True)
class _ReachReading(OpenReading):
    """The reading of a part-turn that puts down one of the tiles that lie there in the end."""

    end: _Target = field(kw_only=True)

    def tile(self, game: Game) -> tuple[dict[Cell, Lit], dict[Drawing, Lit]]:
        """Return the cells whose tile may come now; the cell tells the drawing."""
        b, turn = game.builder, game.latest
        at = {
            cell: b.decision(f"part-turn {turn} on {cell}")
            for cell in sorted(self.end.lies)
            if self.end.steps[cell] <= turn
        }
        drawings: dict[Drawing, list[Lit]] = {}
        for cell, here in at.items():
            placed = self.end.lies[cell]
            drawings.setdefault((placed.tile, placed.rotation), []).append(here)
        return at, {drawing: b.any_of(literals) for drawing, literals in drawings.items()}


def _why_not_at_once(end: _Target) -> str:
    """Return why no game can lead there, where the table alone shows it; empty if it does not."""
    position = end.position
    (first,) = end.start.placements
    if first not in position.placements:
        return f"{first.tile} does not lie on the table as it lay before the first turn"
    if any(cell not in end.steps for cell in end.lies):
        return "the tiles do not lie edge to edge"
    table = begin(position, Builder())
    cells = cells_in_reach(table)
    stock, over = refill(
        position.rules,
        stock_of(position),
        lambda id_: placeable(table, id_, cells) == TRUE,
    )
    if (stock, over) != (stock_of(position), position.end):
        return "the hand is not as it is after refilling, or the game ends otherwise"
    if position.end and position.second:
        return "no second part follows when the game has ended"
    lake_lies = any(placed.tile == LAKE for placed in end.lies.values())
    if lake_lies and (position.river or LAKE in position.hand):
        return "the lake lies, but river tiles are still to be drawn"
    return ""


def _pieces_as_they_stand(game: Game, end: _Target) -> None:
    """Require of the latest part-turn the piece standing there in the end, and no other to stay."""
    b, played = game.builder, game.turns[-1]
    for cell, here in played.tile.at.items():
        standing = end.lies[cell].piece
        matching = []
        for (piece, place), put in played.puts.items():
            if (cell, place) not in end.features:
                continue
            same = FALSE
            if standing is not None and standing.piece == piece:
                same = _same_feature(played, place, NAMES.index(standing.feature))
            matching.append(b.both(put, same))
            if not end.is_complete(cell, place):
                kept = b.implies(b.both(here, put), same)
                b.require(kept, "HOUSE-TURN-6", turn=played.tile.turn, where=f"cell {cell}")
        if standing is not None:
            stays = not end.is_complete(cell, NAMES.index(standing.feature))
            put = b.both(b.const(stays), b.any_of(matching), played.tile.mover[standing.colour])
            b.require(
                b.implies(here, put),
                "HOUSE-TURN-4",
                turn=played.tile.turn,
                where=f"cell {cell}",
            )


def _same_feature(played: PlayedPartTurn, first: Place, place: Place) -> Lit:
    """Return whether the first place was a name of the feature when the piece was put down."""
    if first == place:
        return TRUE
    return played.features.linked.get(place, {}).get(first, FALSE)


def _the_river_first(game: Game) -> None:
    """HOUSE-RIVER-1, -5: no other tile comes before the lake; AMB-37: but the start tile may."""
    b = game.builder
    extra = game.rules.choose("house.riverStart", {"out": 0, "river": 1, "bag": 0})
    lake: Lit = FALSE
    early: list[Lit] = []
    for played in game.turns:
        for (id_, _), literal in played.tile.drawing.items():
            before = b.both(literal, -lake)
            if extra and id_ == START_TILE:
                early.append(before)
            elif not is_of_river(id_):
                b.require(-before, "HOUSE-RIVER-5", turn=played.tile.turn)
        lies = [lit for (id_, _), lit in played.tile.drawing.items() if id_ == LAKE]
        lake = b.either(lake, *lies)
    b.require(b.at_most(b.count(early), extra), "HOUSE-RIVER-1")
    b.require(b.implies(lake, b.at_least(b.count(early), extra)), "HOUSE-RIVER-1")


def _arrives(game: Game, position: Position) -> None:
    """Require the numbers of the position after the last part-turn."""
    b = game.builder
    b.require(game.mover[position.to_move], "HOUSE-TURN-1", where="/to_move")
    b.require(b.iff(game.second, b.const(position.second)), "HOUSE-TURN-8", where="/second")
    for colour, points in enumerate(position.scores):
        b.require(b.equals(game.scores[colour], points), "HOUSE-TURN-6", where=f"/scores/{colour}")
    for colour, supply in enumerate(position.supplies):
        for piece, number in game.supplies[colour].items():
            left = b.equals(number, getattr(supply, piece))
            b.require(left, "HOUSE-TURN-4", where=f"/supplies/{colour}/{piece}")
