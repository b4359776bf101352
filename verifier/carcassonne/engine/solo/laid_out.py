"""Lays a position out on a kernel, with the numbers that the kernel uses."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from verifier.carcassonne.engine.kernel import Lister, SoloTable
from verifier.carcassonne.engine.kernel_board import NumberedCells, borrowed, shift_to_middle
from verifier.carcassonne.engine.tables import Tables, tables_in_play
from verifier.carcassonne.solo.faults import faults, faults_besides_the_table
from verifier.carcassonne.solo.position import Meeple, Placement, Position
from verifier.carcassonne.solo.rule_set import SPRING
from verifier.carcassonne.solo.turn import NO_CLAIM, Outcome
from verifier.carcassonne.table.cells import STEPS, Cell
from verifier.carcassonne.table.faults import require_none
from verifier.carcassonne.tiles import EDGES, Orientation
from verifier.errors import Illegal, Malformed

K = TypeVar("K", bound=SoloTable)
L = TypeVar("L", bound=Lister)

_MOST_POINTS = 9999
_CLAIMS: tuple[str, ...] = (*EDGES, "M")
_LARGE = 16
"""What the kernel adds to the number of a claim that the large meeple makes."""
FROM_RIVER = 4
"""What the kernel says in place of a pile's number, of a tile of the river's stack."""
_MOST_MEEPLES = 7  # SOLO-OPTION-1

_SWITCHES: dict[str, tuple[str, dict[str, int]]] = {
    "two_tile_city": ("city.two", {"4": 4, "2": 2}),
    "sole_majority": (
        "score.soleMajority",
        {"lowest_only": 0, "any_present_lowest": 1, "never": 2},
    ),
    "qualifier_present": ("score.qualifier", {"majority_colours": 0, "any_present": 1}),
    "optional_points": ("score.optional", {"no": 0, "yes": 1}),
    "rescue": ("end.rescue", {"no": 0, "yes": 1}),
    "must_allow_meeple": ("place.free", {"yes": 0, "must_allow_meeple": 1}),
    "unplaceable": (
        "tile.unplaceable",
        {"redraw_same_pile": 0, "redraw_next_pile": 1, "skip_turn": 2, "end_game": 3},
    ),
    "river_removes": ("box.riverUnplaceable", {"under": 0, "remove": 1}),
    "empty_pile": ("pile.empty", {"skip_colour": 0, "borrow_next_pile": 1, "end_game": 2}),
}
"""Attribute of the kernel -> the switch it stands for, and the number of each value."""

_BORNE = frozenset(
    {
        "number_of_meeples",
        "number_of_large_meeples",
        "score_out_of_range",
        "number_of_monasteries",
    }
)
"""Faults of numbers alone, which do not prevent a turn: claims may state any scores."""


@dataclass(frozen=True, slots=True)
class LaidOut(NumberedCells, Generic[K]):
    """A kernel with a position on it."""

    kernel: K
    tables: Tables

    def tile(self, drawing: int) -> str:
        """Return the tile of the kernel's drawing of that number."""
        return self.tables.kinds[drawing // 4]

    def tiles(self, kinds: Iterable[int]) -> tuple[str, ...]:
        """Return the tiles of the kernel's kinds of those numbers."""
        return tuple(self.tables.kinds[kind] for kind in kinds)

    def kind_number(self, tile: str) -> int:
        """Return the kernel's number of a kind of tile."""
        return self.tables.kinds.index(tile)

    def drawing_number(self, placement: Placement) -> int:
        """Return the kernel's number of the tile as it lies."""
        return 4 * self.kind_number(placement.tile) + placement.rotation


def lay_out(position: Position, kind: type[K]) -> LaidOut[K]:
    """Return a kernel of the kind asked for with the position on it.

    The table must be free of faults, since the kernel checks nothing; scores and supplies may be
    any that the scoreboard and the box allow.

    :raises Illegal: if the table, the piles or the colour to move have a fault.
    :raises Malformed: if a number does not fit.
    """
    require_table(position)
    tables = tables_in_play(position.rules.sheets)
    return _laid_on(kind(tables), position, tables)


_cleared: defaultdict[tuple[type[Lister], tuple[str, ...]], list[Any]] = defaultdict(list)
"""Cleared kernels that are not in use."""


@contextmanager
def laid_out(position: Position, kind: type[L]) -> Iterator[LaidOut[L]]:
    """Lay the position out for one question, on a kernel that is reused afterwards.

    :raises Illegal: as :func:`lay_out`.
    :raises Malformed: as :func:`lay_out`.
    """
    require_table(position)
    sheets = position.rules.sheets
    tables = tables_in_play(sheets)
    with borrowed(_cleared[kind, sheets], lambda: kind(tables)) as kernel:
        yield _laid_on(kernel, position, tables)


def _laid_on(kernel: K, position: Position, tables: Tables) -> LaidOut[K]:
    lying = position.placements
    table = LaidOut(shift_to_middle([p.x for p in lying], [p.y for p in lying]), kernel, tables)
    for placement in position.placements:
        kernel.lay(table.number(placement.cell), table.drawing_number(placement))
    for placement in position.placements:
        if placement.meeple is not None:
            _stand(table, placement, placement.meeple)
    _set_river(table, position)
    set_numbers(table, position)
    return table


def _set_river(table: LaidOut[Any], position: Position) -> None:
    """Let the kernel know where the river goes on, followed from the spring (SOLO-BOX-7)."""
    end = _end_of_river({laid.cell: laid.drawing for laid in position.placements})
    if end is None:
        table.kernel.set_river(-1, 0, 0)
    else:
        cell, came_from, bend = end
        table.kernel.set_river(table.number(cell), came_from, bend)


def _end_of_river(lying: dict[Cell, Orientation]) -> tuple[Cell, int, int] | None:
    """Return the cell where the river goes on, on which side it comes in, and how it last turned.

    None where no spring lies, or the lake does.
    """
    cell = next((cell for cell, drawing in lying.items() if drawing.id == SPRING), None)
    came_from, bend = -1, 0
    while cell is not None and cell in lying:
        sides = set(lying[cell].river) - {came_from}
        if not sides:
            return None
        side = min(sides)
        bend = (side - came_from - 2) % 4 if came_from >= 0 else 0
        cell = (cell[0] + STEPS[side][0], cell[1] + STEPS[side][1])
        came_from = (side + 2) % 4
    return None if cell is None else (cell, came_from, bend)


def play_on(table: LaidOut[K], outcome: Outcome) -> None:
    """Play a turn on a kernel.

    Unlike a position that is laid out again, it keeps the order of its cells.
    """
    (laid,) = (p for p in outcome.after.placements if outcome.turn and p.cell == outcome.turn.cell)
    table.kernel.lay(table.number(laid.cell), table.drawing_number(laid))
    if laid.meeple is not None:
        _stand(table, laid, laid.meeple)
    _set_river(table, outcome.after)
    set_numbers(table, outcome.after)


def _stand(table: LaidOut[Any], laid: Placement, meeple: Meeple) -> None:
    names = [segment.name for segment in laid.drawing.segments]
    segment = names.index(meeple.segment)
    table.kernel.stand(table.number(laid.cell), segment, meeple.colour, meeple.large)


def require_table(position: Position) -> None:
    """Check that a position can be laid out, whatever its scores and supplies.

    :raises Illegal: with the first fault of the table, the piles or the colours.
    """
    colours = position.rules.colours
    lying = position.lying
    known = lying.laid_out_for == colours
    for fault in faults_besides_the_table(position) if known else faults(position):
        # Unknown tiles take no room in the kernel, so there may be too many.
        unknown_only = (fault.name, fault.where) == ("too_many_tiles", "/piles")
        if fault.name not in _BORNE and not unknown_only:
            raise Illegal(f"{fault.name}: {fault.why}", where=fault.where, rule=fault.rule)
    lying.laid_out_for = colours


def require_valid_table(position: Position) -> None:
    """Do what :func:`verifier.carcassonne.solo.faults.require_valid` does; sooner on a table known.

    Rows of tiles are tried by the hundred on one table, whose faults are sought only once.
    """
    # Whether monasteries can have counted is a question about the table and a number.
    known = position.lying.laid_out_for == position.rules.colours and not position.monasteries
    require_none(faults_besides_the_table(position) if known else faults(position))


def set_numbers(table: LaidOut[Any], position: Position) -> None:
    """Set everything that does not lie on the table: scores, supplies, piles, switches.

    :raises Malformed: if a number does not fit.
    """
    for score in position.scores:
        if not 0 <= score <= _MOST_POINTS:
            raise Malformed(f"a score of {score} does not fit the scoreboard", where="/scores")
    for supply in position.supplies:
        if not 0 <= supply <= _MOST_MEEPLES:
            raise Malformed(f"a supply of {supply} meeples is not possible", where="/supplies")
    for large in position.large:
        if large not in (0, 1):
            why = f"{large} large meeples of a colour in supply"
            raise Malformed(why, where="/large", rule="SOLO-BOX-5")
    kernel, tiles = table.kernel, table.tables.tiles
    for pile in position.piles:
        if not 0 <= pile.hidden <= tiles:
            raise Malformed(f"{pile.hidden} unknown tiles in a pile of {tiles}", where="/piles")
    if not 0 <= position.monasteries <= tiles:
        raise Malformed(f"{position.monasteries} monasteries scored", where="/monasteries")
    kernel.set_colours(
        position.rules.colours,
        position.to_move,
        list(position.scores),
        list(position.supplies),
        list(position.large),
    )
    kernel.set_piles(
        [[table.kind_number(tile) for tile in pile.known] for pile in position.piles],
        [pile.hidden for pile in position.piles],
    )
    kernel.set_river_stack(
        [table.kind_number(tile) for tile in position.river.known], position.river.hidden
    )
    kernel.set_monasteries(position.monasteries, len(position.discards))
    rules = position.rules
    switches = {name: rules.choose(key, numbers) for name, (key, numbers) in _SWITCHES.items()}
    # AMB-14 and AMB-17: either switch is enough.
    switches["unpaid_monasteries"] = max(
        rules.choose("goal.monastery", {"scored": 0, "completed": 1}),
        rules.choose("goal.scored", {"yes": 0, "completed_suffices": 1}),
    )
    kernel.set_switches(switches)
    kernel.leave_out(frozenset(rules.without))


def claim_name(number: int) -> str:
    """Return the name of the feature that a claim of that number names; -1 is no claim."""
    return NO_CLAIM if number < 0 else _CLAIMS[number % _LARGE]


def by_large(number: int) -> bool:
    """Return whether the large meeple makes the claim of that number."""
    return number >= _LARGE
