"""A turn in the making: what the tile to be placed allows, and what the player has chosen so far.

A player chooses the cell and how the tile is turned, then the feature for the meeple, then the
scoring order, each only where there is something to choose (SOLO-TURN-2).
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from service.play.turns import Refusal, sentence_of
from verifier.carcassonne.engine import Engine, referee
from verifier.carcassonne.position import STEPS, Cell, Placement, Position
from verifier.carcassonne.record import RecordedMeeple, RecordedTurn
from verifier.carcassonne.tiles import Kind, tile_kind
from verifier.carcassonne.turn import NO_CLAIM, Outcome, Turn
from verifier.errors import Illegal

FIELD = "F"
"""The claim of a field, which can be wished for and is always refused (SOLO-MEEPLE-3)."""


@dataclass(frozen=True, slots=True)
class Chosen:
    """What the player has chosen; ``claim`` and ``order`` are None as long as nothing is.

    ``order`` is the number of one of the orders that differ, from 0.
    """

    cell: Cell | None = None
    rotation: int = 0
    claim: str | None = None
    order: int | None = None


@dataclass(frozen=True, slots=True)
class Claim:
    """A feature of the tile as it would lie: its name, its kind, and whether it may be claimed."""

    name: str
    kind: Kind
    allowed: bool


@dataclass(frozen=True, slots=True)
class Making:
    """Where the player stands in the turn.

    ``places`` are the cells where the tile fits, each with the rotations in which it does;
    ``beside`` all empty cells that touch a tile. With a cell chosen there is a ``refusal``, or the
    ``claims``, or in the end the ``outcome``. ``due`` tells whether a meeple must be placed, and
    ``why_none`` names the rule by which none is. ``orders`` are the outcomes to choose from where
    the scoring order matters.
    """

    position: Position
    colour: int
    tile: str
    discards: str
    chosen: Chosen
    places: dict[Cell, tuple[int, ...]]
    beside: tuple[Cell, ...]
    refusal: Refusal | None = None
    claims: tuple[Claim, ...] = ()
    due: bool = False
    why_none: str = ""
    orders: tuple[Outcome, ...] = ()
    outcome: Outcome | None = None

    @property
    def rotations(self) -> int:
        """How many ways of turning the tile look different."""
        return len(tile_kind(self.tile).rotations)

    @property
    def laid(self) -> Placement:
        """The tile as it would lie.

        :raises ValueError: as long as no cell is chosen.
        """
        if self.chosen.cell is None:
            raise ValueError(self.chosen)
        x, y = self.chosen.cell
        return Placement(self.tile, self.chosen.rotation, x, y)

    @property
    def untouched(self) -> bool:
        """Whether the player has done nothing yet in this turn."""
        return self.chosen == Chosen()

    @property
    def fits(self) -> bool:
        """Whether the tile may lie as chosen."""
        cell = self.chosen.cell
        return cell is not None and self.chosen.rotation in self.places.get(cell, ())


def making(position: Position, chosen: Chosen, number: int = 1) -> Making | None:
    """Return where the player stands in turn ``number``; None if there is no known tile to place.

    Where one claim alone is allowed it counts as chosen, likewise an order that does not matter.

    :raises Illegal: if the table cannot lie like this.

    >>> from verifier.carcassonne.position import row, setup
    >>> begun = making(row(setup(), "U"), Chosen())
    >>> begun.tile, sorted(begun.places)
    ('U', [(-1, 0), (0, -1), (1, 0)])
    >>> making(row(setup(), "U"), Chosen((1, 0))).outcome.after.supplies
    (3, 4, 4)
    """
    engine = Engine()
    if position.over or not engine.draw(position).known:
        return None
    outcomes = engine.outcomes_in_order(position)
    first = outcomes[0]
    if first.turn is None:
        return None
    tile = first.turn.tile
    rotation = chosen.rotation % len(tile_kind(tile).rotations)
    begun = _begun(position, first, replace(chosen, rotation=rotation), outcomes)
    if chosen.cell is None:
        return begun
    return _placed(begun, outcomes, number)


def _begun(position: Position, first: Outcome, chosen: Chosen, outcomes: list[Outcome]) -> Making:
    places: dict[Cell, set[int]] = {}
    for turn in _turns(outcomes):
        places.setdefault(turn.cell, set()).add(turn.rotation)
    taken = {placement.cell for placement in position.placements}
    beside = {(x + i, y + j) for x, y in taken for i, j in STEPS} - taken
    return Making(
        position=position,
        colour=first.colour,
        tile=_turns(outcomes)[0].tile,
        discards=first.discards,
        chosen=chosen,
        places={cell: tuple(sorted(rotations)) for cell, rotations in sorted(places.items())},
        beside=tuple(sorted(beside)),
    )


def _placed(begun: Making, outcomes: list[Outcome], number: int) -> Making:
    if not begun.fits:
        return replace(begun, refusal=_refused(begun, (), number))
    here = [o for o in outcomes if o.turn is not None and _lies(o.turn, begun.chosen)]
    allowed = {turn.claim for turn in _turns(here)}
    due = NO_CLAIM not in allowed
    claims = _claims(begun, allowed)
    claim = begun.chosen.claim
    if claim is None and len(allowed) == 1:
        (claim,) = allowed
    made = replace(
        begun,
        chosen=replace(begun.chosen, claim=claim),
        claims=claims,
        due=due,
        why_none="" if due else _why_none(here[0], begun.position),
    )
    if claim is None:
        return made
    if claim not in allowed:
        meeples = () if claim == NO_CLAIM else (RecordedMeeple(claim),)
        return replace(made, refusal=_refused(made, meeples, number))
    return _ordered(made, [o for o in here if o.turn is not None and o.turn.claim == claim])


def _ordered(made: Making, listed: list[Outcome]) -> Making:
    # Where points may be declined (AMB-10), a turn as it is written takes all it can get.
    best: dict[tuple[str, ...], Outcome] = {}
    for outcome in sorted(listed, key=lambda o: sum(bool(s.colours) for s in o.scorings)):
        best[() if outcome.turn is None else outcome.turn.order] = outcome
    outcomes = [outcome for outcome in listed if outcome in best.values()]
    if len(outcomes) == 1:
        return replace(made, outcome=outcomes[0])
    order = made.chosen.order
    if order is None or not 0 <= order < len(outcomes):
        return replace(made, orders=tuple(outcomes))
    return replace(made, orders=tuple(outcomes), outcome=outcomes[order])


def _claims(begun: Making, allowed: set[str]) -> tuple[Claim, ...]:
    """Return the features of the tile, each once, whichever edges it has on it (SOLO-MEEPLE-9)."""
    placement = begun.laid
    names = Engine().feature_names(begun.position, placement)
    found = {names[s.name]: s.kind for s in placement.drawing.segments}
    return tuple(Claim(name, kind, name in allowed) for name, kind in found.items())


def _why_none(outcome: Outcome, position: Position) -> str:
    """Return the rule by which no meeple is placed."""
    if outcome.after.over and not position.supplies[outcome.colour]:
        return "SOLO-MEEPLE-11"
    return "SOLO-MEEPLE-4"


def _refused(begun: Making, meeples: tuple[RecordedMeeple, ...], number: int) -> Refusal:
    """Return why the referee refuses the turn as chosen so far."""
    placement = begun.laid
    recorded = RecordedTurn(
        begun.colour,
        begun.tile,
        placement.rotation,
        placement.x,
        placement.y,
        meeples,
        discards=begun.discards,
    )
    try:
        referee.play(begun.position, recorded, Engine())
    except Illegal as error:
        return Refusal(number, (error.rule,), sentence_of(error.message))
    raise AssertionError(recorded)


def _lies(turn: Turn, chosen: Chosen) -> bool:
    return turn.cell == chosen.cell and turn.rotation == chosen.rotation


def _turns(outcomes: list[Outcome]) -> list[Turn]:
    return [outcome.turn for outcome in outcomes if outcome.turn is not None]
