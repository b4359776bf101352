"""Key one of the house game: the engine plays."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import replace
from typing import TypeAlias

from verifier import __version__
from verifier.carcassonne.engine import kernel
from verifier.carcassonne.engine.house import referee
from verifier.carcassonne.engine.house.draws import Draws, draws_after, refilled
from verifier.carcassonne.engine.house.laid_out import LaidOut, laid_out
from verifier.carcassonne.engine.tables import CITY, FIELD, MONASTERY, ROAD, SEGMENTS, segments_of
from verifier.carcassonne.house.part_turn import (
    FeatureAt,
    FinalScoring,
    Outcome,
    PartTurn,
    Record,
    Scoring,
)
from verifier.carcassonne.house.position import (
    PIECES,
    Placement,
    Placements,
    Position,
    StandingPiece,
)
from verifier.carcassonne.house.rule_set import Pieces
from verifier.carcassonne.table.cells import AROUND, Cell
from verifier.carcassonne.table.faults import Violation
from verifier.carcassonne.tiles.drawing import NAMES, Kind
from verifier.errors import Malformed


class HouseEngine:
    """Key one. See :class:`verifier.carcassonne.house.key.Key` for what it answers."""

    name = "engine"
    version = __version__
    kernel = "compiled" if kernel.COMPILED else "python"

    def outcomes(self, position: Position) -> frozenset[Outcome]:
        """Return everything that one part-turn can bring.

        >>> from verifier.carcassonne.house.position import set_up
        >>> from verifier.carcassonne.house.rule_set import RuleSet
        >>> len(HouseEngine().outcomes(set_up(RuleSet(players=2, hand=1), ("base/V", "base/U"))))
        42

        :raises Malformed: if the hand is short and the next tile is not known, or there is no
            such tile.
        :raises Illegal: if the tiles cannot lie like this.
        """
        return frozenset(self.outcomes_in_order(position))

    def outcomes_in_order(self, position: Position) -> list[Outcome]:
        """Return the outcomes in the order in which the kernel finds them.

        :raises Malformed: as :meth:`outcomes`.
        :raises Illegal: as :meth:`outcomes`.
        """
        _require_known(position)
        return _outcomes(position)

    def outcome(self, position: Position, part_turn: PartTurn) -> Outcome | None:
        """Return what one part-turn brings, None if it is not legal.

        :raises Malformed: as :meth:`outcomes`.
        :raises Illegal: as :meth:`outcomes`.
        """
        _require_known(position)
        found = _outcomes(position, part_turn.cell)
        return next((each for each in found if each.part_turn == part_turn), None)

    def outcomes_on(self, position: Position, cell: Cell) -> list[Outcome]:
        """Return the outcomes that lay a tile of the hand on a cell, though the hand be short.

        :raises Illegal: as :meth:`outcomes`.
        """
        return _outcomes(position, cell)

    def final_scorings(self, position: Position) -> tuple[FinalScoring, ...]:
        """Return what each feature would bring if the game ended now (HOUSE-FINAL-1 to -5).

        In the order of the features.

        :raises Illegal: if the tiles cannot lie like this.
        """
        with laid_out(position) as table:
            return final_scorings(position, table)

    def violations(self, record: Record) -> tuple[Violation, ...]:
        """Return the rules that a record breaks, the first broken part-turn's only."""
        return referee.violations(record, self)


def _require_known(position: Position) -> None:
    if not position.end and refilled(position).unknown:
        raise Malformed("the next tile to be drawn is not known", where="bag")


def _outcomes(position: Position, cell: Cell | None = None) -> list[Outcome]:
    """Return the outcomes with the tiles that are known to be in hand, on a cell or anywhere."""
    if position.end:
        return []
    due = refilled(position)
    position = replace(position, hand=due.hand, bag=due.bag, river=due.river)
    found: list[Outcome] = []
    with laid_out(position) as table:
        if cell is not None and not table.has_room_for(cell):
            return []
        only = -1 if cell is None else table.number(cell)
        for tile in dict.fromkeys(position.hand):
            draws = draws_after(position, tile)
            hands = [[table.kind_number(each) for each in draw.hand] for draw in draws.hands]
            listed = table.kernel.part_turns(table.kind_number(tile), hands, only)
            found += outcomes_listed(position, table, draws, listed)
    return found


# --- Final scoring (HOUSE-FINAL-1 to -5)


def final_scorings(position: Position, table: LaidOut) -> tuple[FinalScoring, ...]:
    """Return them in the order of the features; ``position`` lies on the table."""
    parts = _parts(position, table)
    cities = _touched_cities(position, table)
    found = []
    for root, (kind, value, each) in table.kernel.final_features().items():
        weights = _weighing(each)
        touched = sorted((parts[city][0] for city in cities[root]), key=_order)
        found.append(
            FinalScoring(
                tuple(parts[root]), KIND[kind], value, weights, owners(weights), tuple(touched)
            )
        )
    return tuple(sorted(found, key=lambda scoring: _order(scoring.feature)))


def _parts(position: Position, table: LaidOut) -> dict[int, list[FeatureAt]]:
    """Return the segments of each feature, the least first, by its root."""
    parts: dict[int, list[FeatureAt]] = defaultdict(list)
    for placement in position.placements:
        roots = table.kernel.roots(table.number(placement.cell))
        drawn = segments_of(placement.tile, placement.rotation)
        for root, segment in zip(roots, drawn, strict=True):
            parts[root].append((placement.x, placement.y, segment.name))
    for each in parts.values():
        each.sort(key=_order)
    return parts


def _touched_cities(position: Position, table: LaidOut) -> dict[int, set[int]]:
    """Return the roots of the completed cities that touch each field, by its root."""
    touched: dict[int, set[int]] = defaultdict(set)
    for placement in position.placements:
        roots = table.kernel.roots(table.number(placement.cell))
        first = SEGMENTS * table.drawing_number(placement)
        for number, root in enumerate(roots):
            beside = table.tables.cities_beside[first + number]
            cities = {roots[city] for city in range(number) if beside >> city & 1}
            touched[root] |= {city for city in cities if table.kernel.is_complete_city(city)}
    return touched


def _order(feature: FeatureAt) -> tuple[int, int, int]:
    x, y, name = feature
    return (y, x, NAMES.index(name))


# --- Outcomes of what the kernel lists for a part-turn


KIND: dict[int, Kind] = {ROAD: "road", CITY: "city", MONASTERY: "monastery", FIELD: "field"}
_DIRECTIONS = {step: name for name, step in AROUND.items()}
_ORDER = (*NAMES, *AROUND)
_Weights: TypeAlias = tuple[tuple[int, int], ...]

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
        weights = _weighing(each)
        found.append(Scoring(feature, KIND[kind], value, weights, owners(weights)))
    return tuple(sorted(found, key=lambda scoring: _ORDER.index(scoring.feature)))


def _around(cell: tuple[int, int], table: LaidOut, number: int) -> str:
    x, y = table.cell(number)
    return _DIRECTIONS[x - cell[0], y - cell[1]]


def _weighing(weights: list[int]) -> _Weights:
    """Return the colours with a follower and what these weigh."""
    return tuple((colour, weight) for colour, weight in enumerate(weights) if weight)


def owners(weights: _Weights) -> tuple[int, ...]:
    """Return the colours with the greatest weight (HOUSE-OWN-1, -2)."""
    most = max(weight for _, weight in weights)
    return tuple(colour for colour, weight in weights if weight == most)
