"""The set-up, and a turn step by step (SOLO-TURN-2), with the decisions of a reading."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Protocol

from verifier.carcassonne.model.demands import Demand
from verifier.carcassonne.model.solo.draws import Draw
from verifier.carcassonne.model.solo.rules import claiming, ending, features, placing, scoring
from verifier.carcassonne.model.solo.rules.claiming import Puts
from verifier.carcassonne.model.solo.rules.state import (
    Drawing,
    Features,
    Game,
    Key,
    PlacedTile,
    PlayedTurn,
    ScorableFeature,
)
from verifier.carcassonne.solo.letters import letter_of
from verifier.carcassonne.solo.position import Position
from verifier.carcassonne.solo.rule_set import BOXES, RuleSet
from verifier.carcassonne.table.cells import Cell, numbers_text
from verifier.constraints.builder import Builder, Lit


class Reading(Protocol):
    """The source of a turn's decisions: a recorded turn, or open decisions for a solver."""

    def tile(self, game: Game, draw: Draw) -> tuple[dict[Cell, Lit], dict[Drawing, Lit]]:
        """Return the cells where the tile may lie, and the drawings that it may be."""

    def puts(self, game: Game, tile: PlacedTile, features: Features) -> Puts:
        """Return the meeples that may be placed."""

    def large(self, game: Game, tile: PlacedTile, puts: Puts) -> Lit:
        """Return whether the meeple placed is the large one (SOLO-BOX-5)."""

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
    claim = claiming.claim(game, tile, around, puts, reading.large(game, tile, puts))

    features.lay_down(game, tile, around)
    finished = scoring.finished(game, tile, around, claim)
    slots = reading.order(game, tile, around, finished)
    declined = reading.declined(game, tile, len(slots))
    scoring.order(game, tile, finished, slots)
    scored, scores = scoring.score(game, tile, finished, slots, declined)

    lifted = ending.lifted(game, tile, around, claim, scored)
    home = ending.returning(game, lifted)
    over = ending.over(game, tile, around, home, last=draw.last)
    supplies, large = ending.supplies(game, tile, claim, home)
    monasteries = ending.monasteries(game, scored)
    played = PlayedTurn(
        tile, around, claim, scored, scores, supplies, large, monasteries, over, draw
    )
    game.turns.append(played)
    game.scores, game.supplies, game.large_supplies = scores, supplies, large
    game.monasteries, game.over = monasteries, over
    game.laid_aside = ending.laid_aside(game, lifted, home)
    return played


def a_placement_that_allows_a_meeple(
    game: Game, tile: PlacedTile, around: Features
) -> list[Demand]:
    """AMB-06, must_allow_meeple: if some placement allows a meeple, one that does is chosen."""
    b = game.builder
    in_supply = game.in_hand(tile.colour)
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


# --- The official set-up (SOLO-SETUP)


def official(position: Position) -> Iterator[Demand]:
    """Yield the demands of the official set-up on a position."""
    yield from the_start_tile_alone(position)
    yield from the_piles(position)
    yield from the_river(position)
    yield from one_base_game(position)
    yield from the_colours(position)


def the_start_tile_alone(position: Position) -> Iterator[Demand]:
    """SOLO-SETUP-5, SOLO-BOX-7: the start tile or spring lies face up, alone, without a meeple."""
    start_tile = position.rules.start_tile
    lying = [(placement.tile, placement.meeple) for placement in position.placements]
    alone = lying == [(start_tile, None)]
    why = f"at the start one tile {letter_of(start_tile)} lies on the table and nothing else"
    yield _demand(alone, "SOLO-SETUP-5", "/placements", why)
    fresh = not (position.discards or position.monasteries or position.over)
    why = "a game that begins has no discards and no scored monasteries, and is not over"
    yield _demand(fresh, "SOLO-SETUP-1", "", why)


def the_piles(position: Position) -> Iterator[Demand]:
    """SOLO-SETUP-6, SOLO-OPTION-2, SOLO-BOX-2: one pile for each colour, of the stated size."""
    sizes = tuple(pile.size for pile in position.piles)
    stated = position.rules.pile_sizes
    why = f"the piles hold {numbers_text(sizes)} tiles, which should be {numbers_text(stated)}"
    rule = "SOLO-BOX-2" if position.rules.boxes else "SOLO-SETUP-6"
    yield _demand(sizes == stated, rule, "/piles", why)


def the_river(position: Position) -> Iterator[Demand]:
    """SOLO-BOX-7: all river tiles but the spring are to come."""
    size, stated = position.river.size, position.rules.river_tiles
    why = f"the river has {size} tiles to come, which should be {stated}"
    yield _demand(size == stated, "SOLO-BOX-7", "/river", why)


def one_base_game(position: Position) -> Iterator[Demand]:
    """SOLO-SETUP-1, BASE-TILE-1: the piles and the start tile are the tiles of one base game.

    With other boxes those of one of each, too (SOLO-BOX-1).
    """
    counts = position.rules.tile_counts()
    used = Counter((position.rules.start_tile,))
    piles = (*position.piles, position.river)
    for pile in piles:
        used.update(pile.known)
    all_known = not any(pile.hidden for pile in piles)
    for kind in sorted(used | Counter(counts)):
        there, printed, letter = used[kind], counts.get(kind, 0), letter_of(kind)
        where = f"tile {letter}"
        if not printed:
            yield Demand(Builder.const(not there), *not_in_play(position.rules, kind))
            continue
        why = f"{there} tiles {letter} are in the game, a base game has {printed}"
        right = there == printed if all_known else there <= printed
        yield _demand(right, "SOLO-SETUP-1", where, why)
        yield _demand(right, "BASE-TILE-1", where, why)


def not_in_play(rules: RuleSet, tile: str) -> tuple[str, str, str]:
    """Return rule, place and sentence for a tile that belongs to no set in play.

    SOLO-OPTION-4, and SOLO-BOX-1 for a tile of a box that is left in the cupboard.
    """
    letter, box = letter_of(tile), tile.partition("/")[0]
    where = f"tile {letter}"
    if box in BOXES:
        playing = " and ".join(rules.sheets)
        return "SOLO-BOX-1", where, f"tile {letter} is of the box {box}; {playing} is played"
    return "SOLO-OPTION-4", where, f"the base game has no tile {letter}"


def the_colours(position: Position) -> Iterator[Demand]:
    """SOLO-SETUP-3, -4, -9: full supplies, the first colour to move, markers on their spaces."""
    rules = position.rules
    full = (rules.ordinary,) * rules.colours
    why = (
        f"the supplies are {numbers_text(position.supplies)}, which should be {numbers_text(full)}"
    )
    yield _demand(position.supplies == full, "SOLO-SETUP-3", "/supplies", why)
    if rules.large:
        why = "each colour begins with its large meeple in supply"
        yield _demand(all(position.large), "SOLO-BOX-5", "/large", why)
    yield _demand(position.to_move == 0, "SOLO-SETUP-4", "/to_move", "the first colour begins")
    starts = rules.start_scores
    stated, due = numbers_text(position.scores), numbers_text(starts)
    why = f"the markers stand on {stated}, which should be {due}"
    yield _demand(position.scores == starts, "SOLO-SETUP-9", "/scores", why)


def _demand(holds: bool, rule: str, where: str, why: str) -> Demand:  # noqa: FBT001 - the demand itself comes first
    return Demand(Builder.const(holds), rule, where, why)
