"""Part-turns of the house game: those that a player sent, and all that may be made next.

As :mod:`meepleproof.service.play.solo.choices` for the Solo Variant: what may not be done comes
with the referee's reason, so that a page need not ask again until the part-turn is made.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from meepleproof.service.play.refusal import Refusal, as_sentence
from verifier.carcassonne.engine.house import HouseEngine, referee
from verifier.carcassonne.engine.house.draws import refilled
from verifier.carcassonne.engine.house.referee import Neighbour, Standing
from verifier.carcassonne.house.faults import feature_places
from verifier.carcassonne.house.notation import parse_part_turn
from verifier.carcassonne.house.part_turn import Outcome, PartTurn, Record, Scoring, as_recorded
from verifier.carcassonne.house.position import (
    PIECES,
    Piece,
    Placement,
    Position,
    StandingPiece,
    normal_placement,
)
from verifier.carcassonne.table.cells import AROUND, STEPS, Cell
from verifier.carcassonne.tiles.drawing import Kind, lying, segment_named
from verifier.errors import Illegal, Malformed

_OVER = Refusal(0, ("HOUSE-END-1",), "The game is over.")


def parse_player_part_turns(texts: Iterable[str]) -> tuple[PartTurn, ...]:
    """Return the part-turns that a player sent, each in its one form.

    :raises Malformed: if one cannot be read; the place is a JSON Pointer like ``/turns/0``.

    >>> parse_player_part_turns(["base/B3.0.-1.little.M"])[0].rotation
    0
    """
    return tuple(_parsed(text, number) for number, text in enumerate(texts))


def play_part_turns(
    position: Position, turns: Sequence[PartTurn]
) -> tuple[tuple[Outcome, ...], Refusal | None]:
    """Play part-turns by the engine, and return their outcomes and the refusal, if any.

    None is played after a refused one.
    """
    outcomes: list[Outcome] = []
    for number, turn in enumerate(turns, start=1):
        found = _played(position, turn)
        if isinstance(found, Refusal):
            return tuple(outcomes), replace(found, turn=number)
        outcomes.append(found)
        position = found.after
    return tuple(outcomes), None


def _parsed(text: str, number: int) -> PartTurn:
    try:
        turn = parse_part_turn(text)
    except Malformed as error:
        raise Malformed(error.message, where=f"/turns/{number}", rule=error.rule) from None
    piece = None if turn.piece is None else StandingPiece(turn.piece, turn.feature, 0)
    normal = normal_placement(Placement(turn.tile, turn.rotation, turn.x, turn.y, piece))
    feature = normal.piece.feature if normal.piece else ""
    return replace(turn, rotation=normal.rotation, feature=feature)


def _played(position: Position, turn: PartTurn) -> Outcome | Refusal:
    if position.end:
        return _OVER
    engine = HouseEngine()
    try:
        outcome = engine.outcome(position, turn)
    except Malformed:
        return Refusal(0, (), "The puzzle shows no further tile to place.")
    return outcome or _refused(position, turn, engine)


def _refused(position: Position, turn: PartTurn, engine: HouseEngine) -> Refusal:
    recorded = as_recorded(turn, position.to_move, second=position.second)
    broken = engine.violations(Record(position, (recorded,), official=False))
    if broken:
        why = broken[0].why
        # A tile's name keeps its small letters.
        is_tile_first = "/" in why.partition(" ")[0]
        return Refusal(0, (broken[0].rule,), f"{why}." if is_tile_first else as_sentence(why))
    why = "A second part of the turn is not on offer; leave out the + at the end."
    return Refusal(0, ("HOUSE-TURN-8",), why)


@dataclass(frozen=True, slots=True)
class HouseClaim:
    """A piece that may be put on a feature of the tile, or why it may not; no piece is ``None``.

    Of two ``outcomes`` the second goes on with the second part of the turn (HOUSE-TURN-8).
    """

    piece: Piece | None
    feature: str
    kind: Kind | None
    outcomes: tuple[Outcome, ...] = ()
    refusal: Refusal | None = None


@dataclass(frozen=True, slots=True)
class HouseLaying:
    """The tile as it can lie on a cell, with its claims: no piece first, then by sort of piece."""

    placement: Placement
    claims: tuple[HouseClaim, ...]


@dataclass(frozen=True, slots=True)
class HouseSquare:
    """An empty cell beside a tile: the legal layings, and by rotation why others are not."""

    cell: Cell
    layings: tuple[HouseLaying, ...]
    refusals: Mapping[int, Refusal]


@dataclass(frozen=True, slots=True)
class HandTile:
    """A tile of the open hand, how many there are of it, and every cell for it."""

    tile: str
    number: int
    squares: tuple[HouseSquare, ...]


_REFUSALS = 5000
"""So many are remembered: most cells refuse most tiles, for the reasons of the turn before."""

_ByPlacement = Mapping[tuple[str, Cell, int], Sequence[Outcome]]


def house_ways(position: Position) -> tuple[HandTile, ...]:
    """Return all ways to make the next part-turn by tiles of the hand; none after the game.

    :raises Malformed: if the next tile to be drawn is not known.
    :raises Illegal: if the tiles cannot lie like this.

    >>> from verifier.carcassonne.house.position import set_up
    >>> from verifier.carcassonne.house.rule_set import RuleSet
    >>> (found,) = house_ways(set_up(RuleSet(players=2, hand=1), ("base/U", "base/V")))
    >>> [(square.cell, len(square.layings)) for square in found.squares]
    [((-1, 0), 1), ((0, -1), 1), ((0, 1), 0), ((1, 0), 1)]
    >>> found.squares[2].refusals[0].sentence
    'Its field meets the city of base/D on 0,0.'
    """
    if position.end:
        return ()
    listing = _Listing.of(position)
    hand = Counter(refilled(position).hand)
    return tuple(
        HandTile(tile, number, tuple(listing.squares(tile))) for tile, number in hand.items()
    )


@dataclass(frozen=True, slots=True)
class _Listing:
    """What all squares need: outcomes and features by placement, and the cells to lay on."""

    position: Position
    outcomes: _ByPlacement
    standing: Mapping[tuple[str, Cell, int], tuple[Standing, ...]]
    cells: Mapping[Cell, Sequence[Neighbour]]

    @classmethod
    def of(cls, position: Position) -> _Listing:
        found = defaultdict[tuple[str, Cell, int], list[Outcome]](list)
        for outcome in HouseEngine().outcomes_in_order(position):
            turn = outcome.part_turn
            found[turn.tile, turn.cell, turn.rotation].append(outcome)
        laid = [Placement(tile, rotation, *cell) for tile, cell, rotation in found]
        standing = dict(zip(found, referee.standings(position, laid), strict=True))
        table = {placement.cell: placement for placement in position.placements}
        beside = {(x + i, y + j) for x, y in table for i, j in STEPS} - table.keys()
        cells = {cell: referee.neighbours(table, cell) for cell in sorted(beside)}
        return cls(position, found, standing, cells)

    def squares(self, tile: str) -> Iterator[HouseSquare]:
        rotations = lying(tile, 0).rotations
        for cell, beside in self.cells.items():
            layings: list[HouseLaying] = []
            refusals: dict[int, Refusal] = {}
            for rotation in rotations:
                placement = Placement(tile, rotation, *cell)
                found = self.outcomes.get((tile, cell, rotation))
                if found is None:
                    refusals[rotation] = _refusal(referee.misplaced(beside, placement))
                else:
                    layings.append(HouseLaying(placement, tuple(self._claims(placement, found))))
            yield HouseSquare(cell, tuple(layings), refusals)

    def _claims(self, placement: Placement, outcomes: Sequence[Outcome]) -> Iterator[HouseClaim]:
        by_claim: dict[tuple[Piece | None, str], list[Outcome]] = {}
        for outcome in outcomes:
            turn = outcome.part_turn
            by_claim.setdefault((turn.piece, turn.feature), []).append(outcome)
        yield HouseClaim(None, "", None, tuple(by_claim[None, ""]))
        supply = self.position.supplies[self.position.to_move]
        standing = self.standing[placement.tile, placement.cell, placement.rotation]
        for piece in PIECES:
            for there in standing if getattr(supply, piece) else ():
                found = tuple(by_claim.get((piece, there.name), ()))
                if found:
                    yield HouseClaim(piece, there.name, there.kind, found)
                elif piece != "builder" or there.kind in ("road", "city"):
                    why = _refusal(referee.unclaimable(self.position, piece, there))
                    yield HouseClaim(piece, there.name, there.kind, refusal=why)


def _refusal(error: Illegal) -> Refusal:
    return _refusal_by(error.rule, error.message)


@lru_cache(_REFUSALS)
def _refusal_by(rule: str, message: str) -> Refusal:
    return Refusal(0, (rule,), as_sentence(message))


def scored_feature_cells(outcome: Outcome, scoring: Scoring) -> tuple[Cell, ...]:
    """Return the cells of a feature that a part-turn completed, which a page lights up."""
    turn = outcome.part_turn
    table = {laid.cell: laid for laid in outcome.after.placements}
    if scoring.kind == "monastery":
        east, north = AROUND.get(scoring.feature, (0, 0))
        x, y = turn.x + east, turn.y + north
        block = [(x + i, y + j) for i in (-1, 0, 1) for j in (-1, 0, 1)]
        return tuple(cell for cell in block if cell in table)
    segment = segment_named(turn.tile, turn.rotation, scoring.feature)
    if segment is None:
        return ()
    return tuple(sorted({cell for cell, _ in feature_places(table, turn.cell, segment)[0]}))
