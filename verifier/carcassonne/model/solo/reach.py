"""The model's part of ``reach``: in which order the tiles of a position may have been placed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from verifier.carcassonne.model.demands import surroundings
from verifier.carcassonne.model.solo.draws import RIVER, UNKNOWN, Draw, schedule
from verifier.carcassonne.model.solo.open_reading import OpenReading
from verifier.carcassonne.model.solo.questions import Answer, Line, Terms, ask, same_solution
from verifier.carcassonne.model.solo.rules.game import play
from verifier.carcassonne.model.solo.rules.placing import placeable
from verifier.carcassonne.model.solo.rules.state import Drawing, Game, begin, follow
from verifier.carcassonne.solo.letters import letter_of
from verifier.carcassonne.solo.position import LAKE, Placement, Position, set_up_around
from verifier.carcassonne.solo.turn import NO_CLAIM, Turn
from verifier.carcassonne.table.cells import NORTH_TO_WEST, Cell, beyond
from verifier.carcassonne.tiles import Segment, tile_kind
from verifier.constraints.builder import FALSE, TRUE, Builder, Lit
from verifier.constraints.cpsat import CpSatSolver, Parameters

_RIVER_CUT_SHORT = "river tiles are laid aside, and the model follows no river that is cut short"


def reach_by_model(
    solver: CpSatSolver,
    position: Position,
    start: Placement,
    parameters: Parameters,
    require: Callable[[Game], None] = lambda _: None,
) -> Answer:
    """Return a game from the set-up, with that start tile, to exactly this table.

    Piles are not compared. ``require`` adds requirements. ``impossible`` means that there is no
    such game.
    """
    if any(tile_kind(tile).orientations[0].river for tile in position.discards):
        return Answer("undecided", reason=_RIVER_CUT_SHORT)
    end = _Target(position, start)
    set_up = set_up_around(start, position.rules)
    game = begin(set_up, Builder())
    turns = len(position.placements) - 1
    without_place: list[dict[str, Lit]] = []
    for drawn in schedule(set_up, turns):
        without_place.append({tile: -placeable(game, tile) for tile in set(position.discards)})
        play(game, drawn, _ReachReading(box={}, end=end))
        _claims_what_stands(game, end)
    b = game.builder
    for cell in end.lies:
        b.require(b.exactly_one(_turns_on(game, cell)), "BASE-PLACE-2", where=str(cell))
    for tile in sorted(set(position.discards)):
        aside = b.any_of(turn[tile] for turn in without_place)
        b.require(
            aside, "SOLO-PLACE-4", where=f"tile {letter_of(tile)}", why="it always has a place"
        )
    _arrives(game, position)
    require(game)
    return ask(solver, game, Terms(parameters=parameters))


def another_game(
    solver: CpSatSolver, position: Position, start: Placement, line: Line, parameters: Parameters
) -> Answer:
    """Return another game to the table than that line, under the equalities of a solution."""
    begin_at = set_up_around(start, position.rules)

    def differs(game: Game) -> None:
        game.builder.require(-same_solution(game, begin_at, line), "the game asked about")

    return reach_by_model(solver, position, start, parameters, differs)


def another_last_turn(
    solver: CpSatSolver, position: Position, start: Placement, last: Turn, parameters: Parameters
) -> Answer:
    """Return a game to the table whose last turn lays another tile or claims something else."""

    def differs(game: Game) -> None:
        b, played = game.builder, game.turns[-1]
        size = played.claim.large if last.large else -played.claim.large
        claimed = b.both(played.claims.get(last.claim, FALSE), size)
        if last.claim == NO_CLAIM:
            claimed = -b.any_of(played.claims.values())
        same = b.both(played.tile.at.get(last.cell, FALSE), claimed)
        b.require(-same, "the last turn asked about")

    return reach_by_model(solver, position, start, parameters, differs)


@dataclass(slots=True)
class _Target:
    """The table to arrive at: how each tile lies, and in which turns it may have been placed."""

    position: Position
    start: Placement
    lies: dict[Cell, Placement] = field(init=False)
    steps: dict[Cell, int] = field(init=False)

    def __post_init__(self) -> None:
        self.lies = {placed.cell: placed for placed in self.position.placements}
        self.steps = {self.start.cell: 0}
        todo = [self.start.cell]
        for cell in todo:
            for edge in NORTH_TO_WEST:
                other = beyond(cell, edge)
                if other in self.lies and other not in self.steps:
                    self.steps[other] = self.steps[cell] + 1
                    todo.append(other)
        del self.lies[self.start.cell]

    def may_come(self, cell: Cell, turn: int, draw: Draw) -> bool:
        """Return whether the tile there can have been placed in that turn, drawn so.

        Of a set-up no tile is known but the lake, which is the last of the river (SOLO-BOX-7).
        """
        placed = self.lies[cell]
        drawn = draw.tile == placed.tile
        if draw.tile == UNKNOWN:
            of_river = bool(placed.drawing.river) and placed.tile != LAKE
            drawn = of_river == (draw.pile == RIVER)
        meeple = placed.meeple
        in_turn = meeple is None or meeple.colour == draw.colour
        return drawn and in_turn and self.steps[cell] <= turn

    def claims(self, cell: Cell) -> dict[str, bool]:
        """Return by segment of a tile in an open feature whether a meeple stands on it.

        Segments of complete features are left out, since their meeples have returned.
        """
        placed = self.lies[cell]
        tiles = {each.cell: each for each in self.position.placements}
        found: dict[str, bool] = {}
        for segment in placed.drawing.segments:
            parts, is_open = self._feature(tiles, cell, segment)
            if is_open:
                found[segment.name] = placed.meeple is not None and any(
                    where == cell and part.name == placed.meeple.segment for where, part in parts
                )
        return found

    @staticmethod
    def _feature(
        tiles: dict[Cell, Placement], cell: Cell, segment: Segment
    ) -> tuple[set[tuple[Cell, Segment]], bool]:
        if segment.kind == "monastery":
            return {(cell, segment)}, any(gap not in tiles for gap in surroundings(cell))
        parts, ports = follow(tiles, (cell, segment))
        return parts, bool(ports)


@dataclass(slots=True)
class _ReachReading(OpenReading):
    """The reading of a turn that places one of the tiles of the target."""

    end: _Target = field(kw_only=True)

    def tile(self, game: Game, draw: Draw) -> tuple[dict[Cell, Lit], dict[Drawing, Lit]]:
        """Return the cells whose tile may be placed now; the cell determines the drawing."""
        b, turn = game.builder, len(game.turns) + 1
        at = {
            cell: b.decision(f"turn {turn} on {cell}")
            for cell in sorted(self.end.lies)
            if self.end.may_come(cell, turn, draw)
        }
        drawn: dict[Drawing, list[Lit]] = {}
        for cell, here in at.items():
            placed = self.end.lies[cell]
            drawn.setdefault((placed.tile, placed.rotation), []).append(here)
        return at, {drawing: b.any_of(literals) for drawing, literals in drawn.items()}


def _claims_what_stands(game: Game, end: _Target) -> None:
    """Require that the latest turn places the meeple of the target on its tile, and no other."""
    b, played = game.builder, game.turns[-1]
    for cell, here in played.tile.at.items():
        seen = end.claims(cell)
        standing = [played.claims.get(name, FALSE) for name, stands in seen.items() if stands]
        where = f"cell {cell}"
        if standing:
            put = b.implies(here, b.any_of(standing))
            b.require(put, "SOLO-MEEPLE-1", turn=played.tile.turn, where=where)
            meeple = end.lies[cell].meeple
            is_large = b.const(meeple is not None and meeple.large)
            of_this_size = b.implies(here, b.iff(played.claim.large, is_large))
            b.require(of_this_size, "SOLO-BOX-5", turn=played.tile.turn, where=where)
        for name, stands in seen.items():
            if not stands:
                kept = -b.both(here, played.claims.get(name, FALSE))
                b.require(kept, "SOLO-SCORE-11", turn=played.tile.turn, where=where)


def _turns_on(game: Game, cell: Cell) -> Iterator[Lit]:
    for played in game.turns:
        yield played.tile.at.get(cell, FALSE)


def _arrives(game: Game, position: Position) -> None:
    """Require the scores, supplies and other numbers of the position after the last turn."""
    b = game.builder
    to_move = b.const(position.to_move == len(game.turns) % position.rules.colours)
    b.require(to_move, "SOLO-TURN-1", where="/to_move")
    for colour, points in enumerate(position.scores):
        b.require(b.equals(game.scores[colour], points), "SOLO-SCORE-2", where=f"/scores/{colour}")
    for colour, supply in enumerate(position.supplies):
        left = b.equals(game.supplies[colour], supply)
        b.require(left, "SOLO-SETUP-3", where=f"/supplies/{colour}")
    for colour, supply in enumerate(position.large):
        left = b.equals(game.large_supplies[colour], supply)
        b.require(left, "SOLO-BOX-5", where=f"/large/{colour}")
    b.require(b.equals(game.monasteries, position.monasteries), "SOLO-GOAL-9")
    b.require(b.iff(game.over, TRUE if position.over else FALSE), "SOLO-END-1")
