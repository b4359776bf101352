"""A whole turn, step by step (SOLO-TURN-2), with the decisions of a reading."""

from __future__ import annotations

from typing import Protocol

from verifier.carcassonne.model.solo.draws import Draw
from verifier.carcassonne.model.solo.rules import claiming, ending, features, placing, scoring
from verifier.carcassonne.model.solo.rules.claiming import Puts
from verifier.carcassonne.model.solo.rules.state import (
    Demand,
    Drawing,
    Features,
    Game,
    Key,
    PlacedTile,
    PlayedTurn,
    ScorableFeature,
)
from verifier.carcassonne.table.cells import Cell
from verifier.constraints.builder import Lit


class Reading(Protocol):
    """The source of a turn's decisions: a recorded turn, or open decisions for a solver."""

    def tile(self, game: Game, draw: Draw) -> tuple[dict[Cell, Lit], dict[Drawing, Lit]]:
        """Return the cells where the tile may lie, and the drawings that it may be."""

    def puts(self, game: Game, tile: PlacedTile, features: Features) -> Puts:
        """Return the meeples that may be placed."""

    def order(
        self, game: Game, tile: PlacedTile, features: Features, finished: dict[Key, ScorableFeature]
    ) -> list[dict[Key, Lit]]:
        """Return the places of the scoring order, and which feature may be in each."""

    def declined(self, game: Game, tile: PlacedTile, places: int) -> list[Lit]:
        """Return for each place of the order whether the points are declined (AMB-10)."""


def play(game: Game, draw: Draw, reading: Reading) -> PlayedTurn:
    """Add one more turn to the game: 1 place a tile, 2 place a meeple, 3 score (SOLO-TURN-2)."""
    turn = len(game.turns) + 1
    game.demand(ending.game_goes_on(game), turn)

    tile = PlacedTile(game.builder, turn, draw.colour, *reading.tile(game, draw))
    placing.place(game, tile)
    around = features.connect(game, tile)
    if game.rules.choose("place.free", {"yes": False, "must_allow_meeple": True}):
        game.demand(a_placement_that_allows_a_meeple(game, tile, around), turn)

    puts = reading.puts(game, tile, around)
    claiming.claim(game, tile, around, puts)
    claims = claiming.claims(puts)

    features.lay_down(game, tile, around)
    finished = scoring.finished(game, tile, around, claims)
    slots = reading.order(game, tile, around, finished)
    declined = reading.declined(game, tile, len(slots))
    scoring.order(game, tile, finished, slots)
    scored, scores = scoring.score(game, tile, finished, slots, declined)

    lifted = ending.lifted(game, tile, around, claims, scored)
    home = ending.returning(game, lifted)
    over = ending.over(game, tile, around, home, last=draw.last)
    supplies = ending.supplies(game, tile, claims, home)
    monasteries = ending.monasteries(game, scored)
    played = PlayedTurn(tile, around, claims, scored, scores, supplies, monasteries, over, draw)
    game.turns.append(played)
    game.scores, game.supplies = scores, supplies
    game.monasteries, game.over = monasteries, over
    game.laid_aside = ending.laid_aside(game, lifted, home)
    return played


def a_placement_that_allows_a_meeple(
    game: Game, tile: PlacedTile, around: Features
) -> list[Demand]:
    """AMB-06, must_allow_meeple: if some placement allows a meeple, one that does is chosen."""
    b = game.builder
    in_supply = b.at_least(game.supplies[tile.colour], 1)
    kinds: dict[str, list[Lit]] = {}
    for (kind, _), drawn in tile.drawing.items():
        kinds.setdefault(kind, []).append(drawn)
    possible = []
    for kind, literals in kinds.items():
        for way, legal in placing.placements(game, kind, placing.cells_in_reach(game)):
            free = claiming.free_features(game, way, features.connect(game, way))
            possible.append(b.both(b.any_of(literals), legal, b.any_of(free)))
    chosen = b.any_of(claiming.free_features(game, tile, around))
    literal = b.implies(b.both(in_supply, b.any_of(possible)), chosen)
    why = "another placement would allow a meeple, this one does not"
    return [Demand(literal, "SOLO-PLACE-3", "", why)]
