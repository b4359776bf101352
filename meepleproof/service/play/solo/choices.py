"""All ways to make the next turn, and why others are refused.

A player chooses the cell and how the tile is turned, then the feature for the meeple, then the
scoring order, each only where there is a choice (SOLO-TURN-2). A page that has all ways need not
ask again until the turn is made. They come from the engine and its referee.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from meepleproof.service.play.refusal import Refusal, as_sentence
from meepleproof.service.play.solo.sentences import said
from verifier.carcassonne.engine.solo import Engine, referee
from verifier.carcassonne.solo.position import Placement, Position
from verifier.carcassonne.solo.turn import (
    NO_CLAIM,
    Outcome,
)
from verifier.carcassonne.table.cells import AROUND, STEPS, Cell
from verifier.carcassonne.tiles import EDGES, Kind, Orientation, Segment, tile_kind
from verifier.errors import Illegal

FIELD = "F"
"""The claim of a field, which a player can choose, and is always refused (SOLO-MEEPLE-3)."""


@dataclass(frozen=True, slots=True)
class ClaimOption:
    """A feature of the tile as placed: its name, its kind, and whether it may be claimed.

    ``only`` is whether the tile has no other of its kind, ``large`` whether the large meeple would
    claim it (SOLO-BOX-5).
    """

    name: str
    kind: Kind | Literal["field", "none"]
    allowed: bool
    only: bool = False
    large: bool = False


def is_only(drawing: Orientation, segment: Segment) -> bool:
    """Return whether a tile has no other segment of that kind.

    >>> from verifier.carcassonne.tiles import drawing_of
    >>> [is_only(drawing_of("base/V", 0), one) for one in drawing_of("base/V", 0).segments]
    [True]
    """
    return sum(one.kind == segment.kind for one in drawing.segments) == 1


def empty_cells(position: Position) -> tuple[Cell, ...]:
    """Return the empty cells beside a tile, in order.

    >>> from verifier.carcassonne.solo.position import setup
    >>> empty_cells(setup())
    ((-1, 0), (0, -1), (0, 1), (1, 0))
    """
    taken = {placement.cell for placement in position.placements}
    return tuple(sorted({(x + i, y + j) for x, y in taken for i, j in STEPS} - taken))


def _orders_to_choose(listed: list[Outcome]) -> tuple[Outcome, ...]:
    """Return one outcome for each scoring order of a placement and claim."""
    # Where points may be declined (AMB-10), a written turn takes all it can get.
    best: dict[tuple[str, ...], Outcome] = {}
    for outcome in sorted(listed, key=lambda o: sum(bool(s.colours) for s in o.scorings)):
        best[() if outcome.turn is None else outcome.turn.order] = outcome
    return tuple(outcome for outcome in listed if outcome in best.values())


def _why_no_meeple(outcome: Outcome, position: Position) -> str:
    """Return the rule by which no meeple is placed."""
    if outcome.after.over and not position.in_hand()[outcome.colour]:
        return "SOLO-MEEPLE-11"
    return "SOLO-MEEPLE-4"


@dataclass(frozen=True, slots=True)
class Claim:
    """A feature that may be claimed with the tile where it lies, ``-`` for none, or why it may not.

    There are several ``outcomes`` only if the scoring order matters.
    """

    option: ClaimOption
    outcomes: tuple[Outcome, ...] = ()
    refusal: Refusal | None = None


@dataclass(frozen=True, slots=True)
class Laying:
    """The tile as it can lie on a cell, with all its claims, those that are refused among them.

    ``due`` is whether a meeple must be placed; if not, ``why_none`` is the id of the rule.
    """

    placement: Placement
    claims: tuple[Claim, ...]
    due: bool
    why_none: str


@dataclass(frozen=True, slots=True)
class Square:
    """An empty cell beside a tile: the legal layings, and by rotation why others are not."""

    cell: Cell
    layings: tuple[Laying, ...]
    refusals: Mapping[int, Refusal]


@dataclass(frozen=True, slots=True)
class Ways:
    """The tile to place, whose turn it is, what left the game before, and every cell."""

    colour: int
    tile: str
    discards: tuple[str, ...]
    squares: tuple[Square, ...]


def ways(position: Position, number: int = 1) -> Ways | None:
    """Return all ways to make turn ``number``; None if there is no tile to place.

    :raises Illegal: if the position breaks a rule.

    >>> from verifier.carcassonne.solo.position import row, setup
    >>> found = ways(row(setup(), ("base/U",)))
    >>> [(square.cell, len(square.layings)) for square in found.squares]
    [((-1, 0), 1), ((0, -1), 1), ((0, 1), 0), ((1, 0), 1)]
    >>> found.squares[2].refusals[0].sentence
    'Its field meets the city of D on (0,0).'
    """
    engine = Engine()
    if position.over or not engine.draw(position).known:
        return None
    outcomes = engine.outcomes_in_order(position)
    first = outcomes[0]
    if first.turn is None:
        return None
    tile, legal = first.turn.tile, _by_placement(outcomes)
    laid = [Placement(tile, rotation, *cell) for cell, rotation in legal]
    names = dict(zip(legal, engine.feature_names_of_each(position, laid), strict=True))
    listing = _Listing(position, number, tile, legal, names, _free(position))
    return Ways(
        first.colour,
        listing.tile,
        first.discards,
        tuple(map(listing.square, empty_cells(position))),
    )


_ByPlacement = Mapping[tuple[Cell, int], Sequence[Outcome]]

_Claimed = tuple[str, bool]
"""A claim of a turn, and whether the large meeple makes it."""

_NONE: _Claimed = (NO_CLAIM, False)


@dataclass(frozen=True, slots=True)
class _Listing:
    """What all squares need; ``free`` has the claims that only an empty supply forbids.

    ``names`` are those of the tile's features by segment, for each legal placement.
    """

    position: Position
    number: int
    tile: str
    outcomes: _ByPlacement
    names: Mapping[tuple[Cell, int], Mapping[str, str]]
    free: _ByPlacement

    def square(self, cell: Cell) -> Square:
        layings, refusals = list[Laying](), dict[int, Refusal]()
        for rotation in tile_kind(self.tile).rotations:
            placement = Placement(self.tile, rotation, *cell)
            found = self.outcomes.get((cell, rotation))
            if found is None:
                refusals[rotation] = self._refusal(referee.misplaced(self.position, placement))
            else:
                layings.append(self._laying(placement, found))
        return Square(cell, tuple(layings), refusals)

    def _laying(self, placement: Placement, outcomes: Sequence[Outcome]) -> Laying:
        by_claim = defaultdict[_Claimed, list[Outcome]](list)
        for outcome in outcomes:
            if outcome.turn is not None:
                by_claim[outcome.turn.claim, outcome.turn.large].append(outcome)
        due = _NONE not in by_claim
        claims = tuple(self._claims(placement, by_claim, due=due))
        why = "" if due else _why_no_meeple(outcomes[0], self.position)
        return Laying(placement, claims, due, why)

    def _claims(
        self, placement: Placement, by_claim: Mapping[_Claimed, list[Outcome]], *, due: bool
    ) -> Iterator[Claim]:
        """Yield the features of the tile, by each meeple in hand, then the field, then no claim."""
        names = self.names[placement.cell, placement.rotation]
        segments = {names[one.name]: one for one in placement.drawing.segments}
        for name, segment in segments.items():
            only = is_only(placement.drawing, segment)
            sizes = [large for large in (False, True) if (name, large) in by_claim]
            for large in sizes:
                option = ClaimOption(name, segment.kind, allowed=True, only=only, large=large)
                yield Claim(option, _orders_to_choose(by_claim[name, large]))
            if not sizes:
                option = ClaimOption(name, segment.kind, allowed=False, only=only)
                yield Claim(option, refusal=self._unclaimable(placement, name, segment))
        if "field" in placement.drawing.terrain:
            refusal = Refusal(self.number, ("SOLO-MEEPLE-3",), said("claim.fields"))
            yield Claim(ClaimOption(FIELD, "field", allowed=False), refusal=refusal)
        option = ClaimOption(NO_CLAIM, "none", allowed=not due)
        if due:
            refusal = Refusal(self.number, ("SOLO-MEEPLE-1",), "A meeple must be placed.")
            yield Claim(option, refusal=refusal)
        else:
            yield Claim(option, _orders_to_choose(by_claim[_NONE]))

    def _unclaimable(self, placement: Placement, name: str, segment: Segment) -> Refusal:
        could = self.free.get((placement.cell, placement.rotation), ())
        free = any(outcome.turn is not None and outcome.turn.claim == name for outcome in could)
        return self._refusal(referee.unclaimable(segment, free=free))

    def _refusal(self, error: Illegal) -> Refusal:
        return Refusal(self.number, (error.rule,), as_sentence(error.message))


def _by_placement(outcomes: Sequence[Outcome]) -> _ByPlacement:
    found = defaultdict[tuple[Cell, int], list[Outcome]](list)
    for outcome in outcomes:
        if outcome.turn is not None:
            found[outcome.turn.cell, outcome.turn.rotation].append(outcome)
    return dict(found)


def _free(position: Position) -> _ByPlacement:
    """Return the outcomes as they would be if no supply were empty, where one is."""
    if all(position.in_hand()):
        return {}
    supplied = replace(position, supplies=tuple(max(1, each) for each in position.supplies))
    return _by_placement(Engine().outcomes_in_order(supplied))


def scored_cells(outcome: Outcome, feature: str) -> tuple[Cell, ...]:
    """Return the cells of a feature that a turn scored, which a page lights up.

    >>> from verifier.carcassonne.solo.notation import parse_line, parse_position
    >>> from meepleproof.service.play.solo.turns import play_turns
    >>> position = parse_position("s3.4~D0.0.0.N1~p1.2.3~h3.4.4~t1~nE.V.")
    >>> (outcome, *_), _ = play_turns(position, parse_line("E2.0.1.-.S"))
    >>> scored_cells(outcome, "S")
    ((0, 0), (0, 1))
    """
    turn = outcome.turn
    if turn is None:
        return ()
    table = {laid.cell: laid.drawing for laid in outcome.after.placements}
    x, y = turn.cell
    if feature not in EDGES:
        east, north = AROUND.get(feature, (0, 0))
        x, y = x + east, y + north
        block = [(x + i, y + j) for i in (-1, 0, 1) for j in (-1, 0, 1)]
        return tuple(cell for cell in block if cell in table)
    return _joined(table, (x, y), EDGES.index(feature))


def _joined(table: Mapping[Cell, Orientation], cell: Cell, edge: int) -> tuple[Cell, ...]:
    """Return the cells of the road or city at an edge of a cell."""
    found, open_edges = set[tuple[Cell, int]](), [(cell, edge)]
    while open_edges:
        at, side = open_edges.pop()
        segment = None if (at, side) in found or at not in table else table[at].segment_at(side)
        if segment is None:
            continue
        for other in segment.edges:
            found.add((at, other))
            east, north = STEPS[other]
            open_edges.append(((at[0] + east, at[1] + north), (other + 2) % 4))
    return tuple(sorted({at for at, _ in found}))
