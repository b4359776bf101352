"""The reading in which every decision is open, for a solver to make."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass

from verifier.carcassonne.house.drawing import NAMES, lying
from verifier.carcassonne.house.part_turn import PartTurn
from verifier.carcassonne.house.position import Position
from verifier.carcassonne.model.house.hand import drawn_by
from verifier.carcassonne.model.house.rules.claiming import Misplaced, Puts, allowed
from verifier.carcassonne.model.house.rules.game import goes_on, play
from verifier.carcassonne.model.house.rules.placing import cells_in_reach
from verifier.carcassonne.model.house.rules.state import Drawing, Features, Game, PlacedTile, begin
from verifier.carcassonne.model.solo.open_reading import chosen, holds_in
from verifier.carcassonne.table.cells import Cell
from verifier.constraints.builder import FALSE, TRUE, Builder, Lit
from verifier.constraints.csp import Choice


@dataclass(slots=True)
class OpenReading:
    """The reading of a part-turn of which nothing is decided but the tiles there are.

    ``tiles`` may be chosen; ``window`` restricts the cells, None does not.
    """

    tiles: Collection[str]
    window: Collection[Cell] | None = None

    def tile(self, game: Game) -> tuple[dict[Cell, Lit], dict[Drawing, Lit]]:
        """Return every cell in reach and every drawing of every tile."""
        b, turn = game.builder, game.latest
        at = {
            cell: b.decision(f"part-turn {turn} on {cell}")
            for cell in cells_in_reach(game)
            if self.window is None or cell in self.window
        }
        drawings = [(id_, turns) for id_ in self.tiles for turns in lying(id_, 0).rotations]
        # A tile with one drawing needs no decision.
        single = len(drawings) == 1
        return at, {
            drawing: TRUE if single else b.decision(f"part-turn {turn} {drawing}")
            for drawing in drawings
        }

    def puts(
        self, game: Game, tile: PlacedTile, around: Features
    ) -> tuple[Puts, tuple[Misplaced, ...]]:
        """Return every piece that may be put down."""
        b, turn = game.builder, tile.turn
        may = allowed(game, tile, around)
        return [
            (put, b.decision(f"part-turn {turn} {put[0]} on {NAMES[put[1]]}")) for put in may
        ], ()

    def second(self, game: Game, may: Lit) -> Lit:
        """Return the decision to go on with a second part, if there can be one."""
        return FALSE if may == FALSE else game.builder.decision(f"part-turn {game.latest} goes on")


def open_game(
    position: Position,
    turns: int,
    *,
    window: Collection[Cell] | None = None,
    after_turn: Callable[[Game], None] = lambda _: None,
) -> Game:
    """Return the game of exactly so many part-turns from a valid position, all decisions open.

    In it no hand is laid aside, and river tiles come in the order of their stack.
    """
    game = begin(position, Builder())
    for turn in range(turns):
        drawn = drawn_by(position, turn).seen
        play(game, drawn, OpenReading(sorted(drawn), window))
        after_turn(game)
    after = drawn_by(position, turns)
    if turns and game.turns[-1].second != FALSE and not after.short:
        b, why = game.builder, "no tile is left that can be placed"
        literal = b.implies(game.turns[-1].second, goes_on(game, after.ahead))
        b.require(literal, "HOUSE-TURN-8", turn=turns, why=why)
    return game


def decided(game: Game, holds: Mapping[Lit, bool]) -> tuple[PartTurn, ...]:
    """Return the part-turns of a game as a solver decided them.

    ``holds`` states for every literal of :func:`decisions` whether it holds.
    """
    line = []
    for played in game.turns:
        x, y = chosen(played.tile.at, holds)
        id_, rotation = chosen(played.tile.drawing, holds)
        put = next((put for put, literal in played.puts.items() if holds_in(literal, holds)), None)
        piece, feature = (None, "") if put is None else (put[0], NAMES[put[1]])
        second = holds_in(played.second, holds)
        line.append(PartTurn(id_, rotation, x, y, piece, feature, second))
    return tuple(line)


def decisions(game: Game) -> list[Lit]:
    """Return the literals that say what the players did."""
    found: dict[Lit, None] = {}
    for choice in _choices(game):
        found.update(dict.fromkeys(choice))
    return [literal for literal in found if literal not in (TRUE, FALSE)]


def choices(game: Game) -> list[Choice]:
    """Return the decisions of a game by what they decide."""
    found = (
        tuple(literal for literal in choice if literal not in (TRUE, FALSE))
        for choice in _choices(game)
    )
    return [choice for choice in found if choice]


def _choices(game: Game) -> list[Choice]:
    found: list[Choice] = []
    for played in game.turns:
        tile = played.tile
        found += [tuple(tile.at.values()), tuple(tile.drawing.values())]
        found += [tuple(played.puts.values()), (played.second,)]
    return found
