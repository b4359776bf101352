"""Makes outcomes of what the kernel lists for a part-turn."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import TypeAlias

from verifier.carcassonne.engine.house.draws import Draws
from verifier.carcassonne.engine.house.laid_out import LaidOut
from verifier.carcassonne.engine.house.tables import FIELD
from verifier.carcassonne.engine.tables import CITY, MONASTERY, ROAD
from verifier.carcassonne.house.drawing import NAMES, Kind
from verifier.carcassonne.house.part_turn import Outcome, PartTurn, Scoring
from verifier.carcassonne.house.position import (
    PIECES,
    Placement,
    Placements,
    Position,
    StandingPiece,
)
from verifier.carcassonne.house.rule_set import Pieces
from verifier.carcassonne.table.cells import AROUND, Cell

KIND: dict[int, Kind] = {ROAD: "road", CITY: "city", MONASTERY: "monastery", FIELD: "field"}
_DIRECTIONS = {step: name for name, step in AROUND.items()}
_ORDER = (*NAMES, *AROUND)
Weights: TypeAlias = tuple[tuple[int, int], ...]

Listed: TypeAlias = tuple[
    int,
    int,
    int,
    int,
    int,
    bool,
    list[tuple[int, int, int, list[int]]],
    tuple[int, ...],
    tuple[tuple[int, int, int], ...],
    list[int],
    bool,
    list[int] | None,
]
"""See ``HouseLister.part_turns``."""


def outcomes_listed(
    position: Position, table: LaidOut, draws: Draws, listed: Iterable[Listed]
) -> list[Outcome]:
    """Return the outcomes of part-turns with one tile, of which the kernel lists what changes.

    The resulting tables need no check: the kernel lists rotations and names in normal form.
    """
    write = _Writer(position, table, draws)
    found = []
    for each in listed:
        one = write.outcome(each)
        found.append(one)
        goes_on = each[5]
        if goes_on and not one.after.end and (one.after.hand or one.after.hidden):
            found.append(_second(one))
    return found


class _Writer:
    """Writes outcomes of one position, sharing whatever a part-turn leaves unchanged."""

    def __init__(self, position: Position, table: LaidOut, draws: Draws) -> None:
        self.position, self.table, self.draws = position, table, draws
        lying = position.lying
        self.carrying = [number for number, laid in enumerate(lying) if laid.piece is not None]
        self.cells = dict[int, tuple[Cell, int]]()
        self.supplies = dict[tuple[tuple[int, ...], ...], tuple[Pieces, ...]]()

    def outcome(self, listed: Listed) -> Outcome:
        number, drawing, piece, name, hand, _, features, scores, supplies, home, back, final = (
            listed
        )
        position, table, colour = self.position, self.table, self.position.to_move
        if number not in self.cells:
            cell = table.cell(number)
            self.cells[number] = cell, position.lying.place_for(*cell)
        if supplies not in self.supplies:
            self.supplies[supplies] = tuple(Pieces(*each) for each in supplies)
        (x, y), place = self.cells[number]
        tile, rotation = table.tables.kinds[drawing // 4], drawing % 4
        sort, feature = (PIECES[piece - 1], NAMES[name]) if piece else (None, "")
        standing = StandingPiece(sort, feature, colour) if sort and not back else None
        laid = Placement(tile, rotation, x, y, standing)
        placements = position.lying.with_one_more(
            place, laid, [self.carrying[each] for each in home]
        )
        after = self._after(hand, placements, scores, self.supplies[supplies])
        return Outcome(
            colour,
            PartTurn(tile, rotation, x, y, sort, feature),
            _scorings((x, y), table, features) if features else (),
            after,
            tuple(final or ()) if after.end == "played" else None,
        )

    def _after(
        self,
        hand: int,
        placements: Placements,
        scores: tuple[int, ...],
        supplies: tuple[Pieces, ...],
    ) -> Position:
        position, draws = self.position, self.draws
        draw = draws.hands[hand] if hand >= 0 else draws.otherwise
        return Position(
            position.rules,
            placements,
            scores,
            supplies,
            (position.to_move + 1) % position.rules.colours,
            draw.hand,
            draw.bag,
            draw.hidden,
            draw.river,
            draw.discards,
            second=False,
            end="" if hand >= 0 else draws.end,
        )


def _second(one: Outcome) -> Outcome:
    """Return the outcome in which the colour goes on with the second part (HOUSE-TURN-8)."""
    return replace(
        one,
        part_turn=replace(one.part_turn, second=True),
        after=replace(one.after, to_move=one.colour, second=True),
    )


def _scorings(
    cell: tuple[int, int], table: LaidOut, features: list[tuple[int, int, int, list[int]]]
) -> tuple[Scoring, ...]:
    found = []
    for name, kind, value, each in features:
        feature = NAMES[name] if name < len(NAMES) else _around(cell, table, name - len(NAMES))
        weights = weighing(each)
        found.append(Scoring(feature, KIND[kind], value, weights, owners(weights)))
    return tuple(sorted(found, key=lambda scoring: _ORDER.index(scoring.feature)))


def _around(cell: tuple[int, int], table: LaidOut, number: int) -> str:
    x, y = table.cell(number)
    return _DIRECTIONS[x - cell[0], y - cell[1]]


def weighing(weights: list[int]) -> Weights:
    """Return the colours with a follower and what these weigh."""
    return tuple((colour, weight) for colour, weight in enumerate(weights) if weight)


def owners(weights: Weights) -> tuple[int, ...]:
    """Return the colours with the greatest weight (HOUSE-OWN-1, -2)."""
    most = max(weight for _, weight in weights)
    return tuple(colour for colour, weight in weights if weight == most)
