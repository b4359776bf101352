"""Open games, in which every decision is left to a solver."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace

from verifier.carcassonne.model.answers import chosen, holds_in
from verifier.carcassonne.model.solo.draws import RIVER, UNKNOWN, Draw, river_in_box, tiles_in_box
from verifier.carcassonne.model.solo.rules import scoring
from verifier.carcassonne.model.solo.rules.claiming import Puts
from verifier.carcassonne.model.solo.rules.game import play
from verifier.carcassonne.model.solo.rules.placing import (
    cells_in_reach,
    placeable,
    tiles_in_the_box,
)
from verifier.carcassonne.model.solo.rules.state import (
    Drawing,
    Features,
    Game,
    Key,
    PlacedTile,
    ScorableFeature,
    begin,
)
from verifier.carcassonne.solo.letters import letter_of
from verifier.carcassonne.solo.position import Position
from verifier.carcassonne.solo.turn import NO_CLAIM, RecordedMeeple, Turn
from verifier.carcassonne.table.cells import AROUND, Cell
from verifier.carcassonne.tiles import tile_kind
from verifier.constraints.builder import FALSE, TRUE, Builder, Lit


@dataclass(slots=True)
class OpenReading:
    """The reading of a turn in which every decision is open.

    ``box`` contains the tiles an unknown one may be, and ``river`` those it may be if it comes from
    the river; ``window`` bounds the cells unless it is None. With ``refusable`` the player may also
    decline points if AMB-10 allows it. ``drawn`` and ``drawn_from_river`` are the unknown tiles so
    far, each as literals by tile.
    """

    box: Mapping[str, int]
    window: Collection[Cell] | None = None
    refusable: bool = True
    drawn: list[dict[str, Lit]] = field(default_factory=list)
    river: Mapping[str, int] = field(default_factory=dict)
    drawn_from_river: list[dict[str, Lit]] = field(default_factory=list)

    def tile(self, game: Game, draw: Draw) -> tuple[dict[Cell, Lit], dict[Drawing, Lit]]:
        """Return every cell in reach and every drawing of the tile, or of all tiles it may be."""
        b = game.builder
        turn = len(game.turns) + 1
        at = {
            cell: b.decision(f"turn {turn} on {cell}")
            for cell in cells_in_reach(game)
            if self.window is None or cell in self.window
        }
        box, drawn_so_far = self.box, self.drawn
        if draw.pile == RIVER:
            box, drawn_so_far = self.river, self.drawn_from_river
        kinds = sorted(box) if draw.tile == UNKNOWN else [draw.tile]
        drawings = [(kind, rotation) for kind in kinds for rotation in tile_kind(kind).rotations]
        # A tile with one drawing needs no decision.
        single = len(drawings) == 1
        drawing = {
            drawn: TRUE if single else b.decision(f"turn {turn} {drawn}") for drawn in drawings
        }
        if draw.tile == UNKNOWN:
            drawn_so_far.append(_by_kind(b, drawing))
            game.demand(tiles_in_the_box(b, box, drawn_so_far), turn)
        return at, drawing

    def puts(self, game: Game, tile: PlacedTile, features: Features) -> Puts:
        """Return a meeple for every feature of the tile that may be free."""
        b = game.builder
        options = {
            name: b.both(first, -manned)
            for name, first, manned in zip("NESW", features.first, features.manned, strict=True)
        } | {"M": tile.monastery}
        return [
            (RecordedMeeple(name), b.decision(f"turn {tile.turn} claims {name}"))
            for name, free in options.items()
            if free != FALSE
        ]

    def large(self, game: Game, tile: PlacedTile, puts: Puts) -> Lit:
        """Return whether the large meeple is placed, where the colour may have it in supply."""
        b = game.builder
        if not puts or b.at_least(game.large_supplies[tile.colour], 1) == FALSE:
            return FALSE
        return b.decision(f"turn {tile.turn} claims with the large meeple")

    def order(
        self,
        game: Game,
        tile: PlacedTile,
        _features: Features,
        finished: dict[Key, ScorableFeature],
    ) -> list[dict[Key, Lit]]:
        """Return one place for each feature that can score, open to any of them.

        Every feature that scores carries a meeple, so there are at most as many as meeples out.
        """
        b = game.builder
        keys = [key for key, feature in finished.items() if feature.scored != FALSE]
        meeples = sum(game.table.position.meeples_on_tiles()) + tile.turn
        if len(keys) == 1:  # nothing to decide
            return [{keys[0]: finished[keys[0]].scored}]
        return [
            {key: b.decision(f"turn {tile.turn} scores {key} as {place}") for key in keys}
            for place in range(min(len(keys), meeples))
        ]

    def declined(self, game: Game, tile: PlacedTile, places: int) -> list[Lit]:
        """Return the points that may be declined."""
        if not self.refusable or not scoring.may_be_declined(game.rules):
            return [FALSE] * places
        b = game.builder
        return [b.decision(f"turn {tile.turn} declines {place}") for place in range(places)]


def _by_kind(b: Builder, drawing: dict[Drawing, Lit]) -> dict[str, Lit]:
    literals: dict[str, list[Lit]] = {}
    for (kind, _), literal in drawing.items():
        literals.setdefault(kind, []).append(literal)
    return {kind: b.any_of(lits) for kind, lits in literals.items()}


def open_game(
    position: Position,
    draws: Sequence[Draw],
    *,
    kinds: Collection[str] | None = None,
    hand: Collection[str] = (),
    window: Collection[Cell] | None = None,
    refusable: bool = True,
    after_turn: Callable[[Game], None] = lambda _: None,
) -> Game:
    """Return the game of exactly these draws from a valid position, all decisions open.

    Unknown tiles may be any still in the box, of the given kinds if these are given, or those of a
    ``hand``; unknown river tiles may be any of the river's. ``after_turn`` is called with the game
    after each turn.
    """
    game = begin(position, Builder())
    left = Counter(hand) if hand else tiles_in_box(position)
    allowed = {kind: left[kind] for kind in left if kinds is None or kind in kinds}
    reading = OpenReading(allowed, window, refusable, river=river_in_box(position))
    for turn, drawn in enumerate(draws, start=1):
        for tile in drawn.discards:
            why = f"tile {letter_of(tile)} has a place"
            game.builder.require(-placeable(game, tile), "SOLO-PLACE-4", turn=turn, why=why)
        play(game, drawn, reading)
        after_turn(game)
    return game


def decided(game: Game, holds: Mapping[Lit, bool]) -> tuple[Turn, ...]:
    """Return the turns of a game as a solver decided them.

    ``holds`` maps every literal of :func:`decisions` to whether it holds.
    """
    line: list[Turn] = []
    for played in game.turns:
        cell = chosen(played.tile.at, holds)
        kind, rotation = chosen(played.tile.drawing, holds)
        claims = [name for name, claim in played.claims.items() if holds_in(claim, holds)]
        keys = [
            key
            for slot in played.scored.slots
            for key, here in slot.items()
            if holds_in(here, holds)
        ]
        claim = claims[0] if claims else NO_CLAIM
        large = holds_in(played.claim.large, holds)
        line.append(Turn(kind, rotation, cell[0], cell[1], claim, large=large))
        order = tuple(feature_name(key, line, len(line) - 1) for key in keys)
        line[-1] = replace(line[-1], order=order)
    return tuple(line)


def decisions(game: Game) -> list[Lit]:
    """Return the literals of all decisions except declined points."""
    found: dict[Lit, None] = {}
    for played in game.turns:
        tile, slots = played.tile, played.scored.slots
        for literals in (
            tile.at.values(),
            tile.drawing.values(),
            played.claims.values(),
            (played.claim.large,),
            *(slot.values() for slot in slots),
        ):
            found.update(dict.fromkeys(literals))
    return [literal for literal in found if literal not in (TRUE, FALSE)]


def feature_name(key: Key, line: Sequence[Turn], turn: int) -> str:
    """Return the name of a feature in a turn of the line, counted from 0.

    A monastery that this turn's tile does not touch has no name there.
    """
    if isinstance(key, str):
        return key
    x, y = line[key - 1].cell if isinstance(key, int) else key
    step = (x - line[turn].x, y - line[turn].y)
    return next((name for name, around in AROUND.items() if around == step), "")
