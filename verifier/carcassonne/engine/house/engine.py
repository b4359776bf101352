"""Key one of the house game: the engine plays."""

from __future__ import annotations

from dataclasses import replace

from verifier import __version__
from verifier.carcassonne.engine import kernel
from verifier.carcassonne.engine.house import referee
from verifier.carcassonne.engine.house.draws import draws_after, refilled
from verifier.carcassonne.engine.house.final_scoring import final_scorings
from verifier.carcassonne.engine.house.laid_out import laid_out
from verifier.carcassonne.engine.house.outcomes import outcomes_listed
from verifier.carcassonne.house.part_turn import FinalScoring, Outcome, PartTurn
from verifier.carcassonne.house.position import Position
from verifier.carcassonne.house.record import Record
from verifier.carcassonne.table.cells import Cell
from verifier.carcassonne.table.faults import Violation
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
