"""The set-up, and a part-turn from beginning to end: the steps in their order (HOUSE-TURN-1)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Protocol

from verifier.carcassonne.house.part_turn import RecordedPartTurn
from verifier.carcassonne.house.position import LAKE, SPRING, START_TILE, Position
from verifier.carcassonne.house.rule_set import RuleSet
from verifier.carcassonne.model.demands import Demand
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
from verifier.carcassonne.table.cells import Cell, numbers_text
from verifier.carcassonne.tiles import SETS, tile_sheet
from verifier.constraints.builder import FALSE, TRUE, Builder, Lit


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


# --- The set-up (HOUSE-SETUP, HOUSE-RIVER-1), and which tiles and colours there are at all


_RIVER_TILES_DRAWN = 10
"""HOUSE-RIVER-1: without spring and lake."""


def official(position: Position) -> Iterator[Demand]:
    """Say what the official set-up is, and whether the position is it."""
    yield from the_start_tile_alone(position)
    yield from the_hand(position)
    yield from the_river_stack(position)
    yield from the_colours(position)


def the_start_tile_alone(position: Position) -> Iterator[Demand]:
    """HOUSE-SETUP-9, HOUSE-RIVER-1: start tile or spring lies face up, alone, without a piece."""
    start = SPRING if position.rules.has_river else START_TILE
    lying = [(placed.tile, placed.piece) for placed in position.placements]
    why = f"at the start {start} lies on the table and nothing else"
    rule = "HOUSE-RIVER-1" if position.rules.has_river else "HOUSE-SETUP-9"
    yield _demand(lying == [(start, None)], rule, "/placements", why)


def the_hand(position: Position) -> Iterator[Demand]:
    """HOUSE-SETUP-10, -11, HOUSE-RIVER-2: the hand before the first turn, nothing laid aside."""
    rules = position.rules
    ahead = [tile for tile in (*position.hand, *position.river) if tile != LAKE]
    if rules.has_river and ahead:
        size = rules.choose("house.riverHand", {"single": 1, "shared": rules.hand})
        due, rule = min(size, len(ahead)), "HOUSE-RIVER-2"
    else:
        # While a tile to be drawn is not known, the hand stays short.
        known = len(position.hand) + len(position.bag)
        due, rule = min(rules.hand, known), "HOUSE-SETUP-10"
    there = len(position.hand)
    why = f"the hand has {there} tiles before the first turn, which should be {due}"
    yield _demand(there == due, rule, "/hand", why)
    fresh = not (position.discards or position.second or position.end)
    why = "a game that begins has no tiles laid aside and no second part, and has not ended"
    yield _demand(fresh, "HOUSE-SETUP-10", "", why)


def the_river_stack(position: Position) -> Iterator[Demand]:
    """HOUSE-RIVER-1, -5: ten river tiles and then the lake; AMB-37: the start tile may be there."""
    rules = position.rules
    if not rules.has_river:
        why = "river tiles are set aside in a game without the river"
        yield _demand(not position.river, "HOUSE-SETUP-5", "/river", why)
        return
    stack = [*position.hand, *position.river]
    with_start = rules.choose("house.riverStart", {"out": 0, "river": 1, "bag": 0})
    due = _RIVER_TILES_DRAWN + with_start + 1
    why = f"the river has {len(stack)} tiles to come, which should be {due} with the lake"
    yield _demand(len(stack) == due, "HOUSE-RIVER-1", "/river", why)
    why = "the lake is the last tile of the river"
    yield _demand(position.river[-1:] == (LAKE,), "HOUSE-RIVER-5", "/river", why)


def the_colours(position: Position) -> Iterator[Demand]:
    """HOUSE-SETUP-1, -6, HOUSE-TURN-1: full supplies, markers on 0, the first colour to move."""
    rules = position.rules
    for colour, supply in enumerate(position.supplies):
        due = numbers_text(rules.start_supply)
        why = f"colour {colour + 1} has {numbers_text(supply)} pieces, which should be {due}"
        full = supply == rules.start_supply
        yield _demand(full, "HOUSE-SETUP-1", f"/supplies/{colour}", why)
    at_0 = not any(position.scores)
    yield _demand(at_0, "HOUSE-SETUP-6", "/scores", "the markers start on space 0")
    yield _demand(position.to_move == 0, "HOUSE-TURN-1", "/to_move", "the first colour begins")


def named_things_exist(rules: RuleSet, turn: RecordedPartTurn) -> Iterator[Demand]:
    """Say that the part-turn speaks of tiles, rotations and colours that there are."""
    name = turn.tile.partition("/")[0]
    known = name in SETS and any(tile.id == turn.tile for tile in tile_sheet(name).tiles)
    why = f"there is no tile {turn.tile}"
    if known:
        why = f"{turn.tile} is of a set that is not in play"
    in_play = known and name in rules.sets
    yield _demand(in_play, "HOUSE-SETUP-1", f"tile {turn.tile}", why)
    yield _demand(in_play, "HOUSE-TURN-3", f"tile {turn.tile}", "so it is not in the shared hand")
    why = f"{turn.rotation} is not a number of quarter turns from 0 to 3"
    upright = turn.rotation in range(4)
    yield _demand(upright, "HOUSE-TURN-3", f"rotation {turn.rotation}", why)
    why = f"there are {rules.colours} colours"
    yield _demand(
        turn.colour in range(rules.colours), "HOUSE-TURN-1", f"colour {turn.colour + 1}", why
    )


def _demand(holds: bool, rule: str, where: str, why: str) -> Demand:  # noqa: FBT001 - the demand itself comes first
    return Demand(Builder.const(holds), rule, where, why)
