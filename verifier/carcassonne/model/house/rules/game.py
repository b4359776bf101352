"""A part-turn from beginning to end: the steps in their order (HOUSE-TURN-1)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from verifier.carcassonne.model.house.rules import claiming, features, placing, scoring
from verifier.carcassonne.model.house.rules.claiming import Misplaced, Puts
from verifier.carcassonne.model.house.rules.state import (
    Drawing,
    Features,
    Game,
    PlacedTile,
    PlayedPartTurn,
    Put,
)
from verifier.carcassonne.model.solo.rules.state import Demand
from verifier.carcassonne.table.cells import Cell
from verifier.constraints.builder import FALSE, TRUE, Lit


class Reading(Protocol):
    """Where the decisions of a part-turn come from: a written game, or a solver's unknowns."""

    def tile(self, game: Game) -> tuple[dict[Cell, Lit], dict[Drawing, Lit]]:
        """Return where the tile may lie, and which tile it may be and how it may be turned."""

    def puts(
        self, game: Game, tile: PlacedTile, around: Features
    ) -> tuple[Puts, tuple[Misplaced, ...]]:
        """Return the pieces that may be put down, and those that never may."""

    def second(self, game: Game, may: Lit) -> Lit:
        """Return whether a second part follows, where the rules allow it or not."""


def play(game: Game, available: Mapping[str, int], reading: Reading) -> PlayedPartTurn:
    """Add one more part-turn to the game (HOUSE-TURN-1).

    ``available`` are the tiles drawn by now, those played since the start included.
    """
    tile = PlacedTile(game.builder, game.latest, game.mover, *reading.tile(game))
    turned = placing.place(game, tile, available)
    around = features.connect(game, tile)
    features.lay_down(game, tile, around)
    puts, misplaced = reading.puts(game, tile, around)
    claiming.claim(game, tile, around, puts, misplaced)
    may = second_part(game, tile, around)
    second = reading.second(game, may)
    game.demand([_second_part_as_allowed(game, second, may)], tile.turn)
    played = finish(game, tile, around, dict(puts), second, turned)
    features.join(game, tile, around)
    game.turns.append(played)
    game.scores, game.supplies = played.scores, played.supplies
    game.mover, game.second = to_move_after(game, tile, second)
    return played


def finish(
    game: Game,
    tile: PlacedTile,
    around: Features,
    puts: dict[Put, Lit],
    second: Lit,
    turned: dict[int, Lit],
) -> PlayedPartTurn:
    """Return what a part-turn brings, its tile lying and its piece standing: step 4."""
    completed = scoring.finished(game, tile, around, puts)
    return PlayedPartTurn(
        tile=tile,
        features=around,
        puts=puts,
        finished=completed,
        scores=scoring.scores(game, completed),
        supplies=scoring.supplies(game, tile, puts, completed),
        second=second,
        turned=turned,
    )


def second_part(game: Game, tile: PlacedTile, around: Features) -> Lit:
    """HOUSE-TURN-8, -9, HOUSE-2P-2: the tile was added to a feature with the mover's builder on it.

    HOUSE-TURN-10: also if it completed that feature, but not by house.builderAfterReturn no.
    """
    b = game.builder
    still_there = game.rules.choose("house.builderAfterReturn", {"yes": False, "no": True})
    found = []
    for place, pieces in around.pieces.items():
        for colour, moves in enumerate(tile.mover):
            if (colour, "builder") in pieces:
                whole = around.whole.get(place, FALSE) if still_there else FALSE
                stands = b.at_least(pieces[colour, "builder"], 1)
                found.append(b.both(around.first[place], moves, stands, -whole))
    return b.both(-game.second, b.any_of(found))


def why_no_second_part(game: Game, played: PlayedPartTurn) -> tuple[str, str]:
    """Return the rule that forbids a second part after a part-turn of constants, and a sentence.

    ``game`` is the one before that part-turn, which allows none.
    """
    if game.second == TRUE:
        return "HOUSE-TURN-8", "a turn has two parts at most"
    built = {
        colour
        for pieces in played.features.pieces.values()
        for colour, piece in pieces
        if piece == "builder"
    }
    if any(played.tile.mover[colour] == TRUE for colour in built):
        return "HOUSE-TURN-10", "the first tile completed the feature and sent the builder home"
    if any(piece == "builder" for piece, _ in played.puts):
        return "HOUSE-TURN-9", "the builder was put down with that very tile"
    why = "the first tile was not added to a feature with a builder of that colour on it"
    return "HOUSE-TURN-8", why


def _second_part_as_allowed(game: Game, second: Lit, may: Lit) -> Demand:
    literal = game.builder.implies(second, may)
    why = "the tile was not added to a feature with a builder of the colour to move"
    return Demand(literal, "HOUSE-TURN-8", "", why)


def goes_on(game: Game, ahead: Mapping[str, int]) -> Lit:
    """HOUSE-TURN-11, HOUSE-END-1: some tile is left that can be placed now.

    ``ahead`` are the tiles that may be in the hand by now, those played since the start included.
    """
    b = game.builder
    cells = placing.cells_in_reach(game)
    found = []
    for id_, number in ahead.items():
        left = b.at_most(placing.uses(game, game.tiles, id_), number - 1)
        if left != FALSE:
            found.append(b.both(left, placing.placeable(game, id_, cells)))
        if found and found[-1] == TRUE:
            return TRUE
    return b.any_of(found)


def to_move_after(game: Game, tile: PlacedTile, second: Lit) -> tuple[tuple[Lit, ...], Lit]:
    """HOUSE-TURN-1, -8, HOUSE-2P-1: the same colour if a second part follows, else the next."""
    b = game.builder
    colours = len(tile.mover)
    mover = tuple(
        b.either(
            b.both(second, tile.mover[colour]),
            b.both(-second, tile.mover[(colour - 1) % colours]),
        )
        for colour in range(colours)
    )
    return mover, second
