"""Positions to play from: their legal turns, and the outcome of a turn."""

from __future__ import annotations

from collections.abc import Mapping

from meepleproof.rendering.solo.svg import board_svg
from meepleproof.rendering.solo.terminal import board_text
from meepleproof.rendering.solo.words import turn_in_words
from verifier.carcassonne.engine.solo import Engine
from verifier.carcassonne.engine.solo.referee import play
from verifier.carcassonne.model.solo.constant_reading import violations
from verifier.carcassonne.solo import turn as turns
from verifier.carcassonne.solo.faults import require_valid
from verifier.carcassonne.solo.letters import tiles_of
from verifier.carcassonne.solo.notation import parse_position, parse_turn, position_text
from verifier.carcassonne.solo.position import Position as Table
from verifier.carcassonne.solo.position import setup, with_row
from verifier.carcassonne.solo.rule_set import SOLO
from verifier.carcassonne.solo.turn import Record, Scoring, Turn, as_recorded, order_key
from verifier.errors import Illegal, KeysDisagree, Malformed

__all__ = ["Outcome", "Position"]


class Position:
    """A position between two turns. Printed, it draws the board.

    ``text`` is a position in the notation of ``verifier.carcassonne.solo.notation``; without one
    it is the official set-up. ``tiles`` are the tiles to come, in turn order; ``switches`` chooses
    other answers to open questions of the rules than the default ones. Colours are numbered from 1.

    :raises Malformed: if the text cannot be read, or more tiles are given than the piles hold.
    :raises Illegal: if the position breaks a rule, which the error names.

    >>> Position(tiles="EU")
    Position('s3.4~D0.0.0~p1.2.3~h4.4.4~t1~nE.U.~u23.23.23')
    >>> Position("s3.4~D0.0.0~E0.0.1~p1.2.3~h4.4.4~t1~n..")
    Traceback (most recent call last):
    ...
    verifier.errors.Illegal: edges_mismatch: city of D meets field of E at (0,1) \
(at tile D on cell (0,0); BASE-PLACE-3)
    """

    __slots__ = ("_table",)

    def __init__(
        self, text: str = "", *, tiles: str = "", switches: Mapping[str, str] | None = None
    ) -> None:
        if text and switches:
            raise Malformed(
                "a position as text has its switches in it, as words like o.city.two.2",
                where="switches",
            )
        table = parse_position(text) if text else setup(SOLO.with_switches(switches or {}))
        self._table = with_row(table, tiles_of(tiles)) if tiles else table
        require_valid(self._table)

    @classmethod
    def of(cls, table: Table) -> Position:
        """Return the position for a table that is known to be valid."""
        position = cls.__new__(cls)
        position._table = table  # noqa: SLF001 - its own
        return position

    @property
    def table(self) -> Table:
        """The same position as the packages ``verifier`` and ``generator`` take it."""
        return self._table

    @property
    def text(self) -> str:
        """The position as short text."""
        return position_text(self._table)

    @property
    def to_move(self) -> int:
        """The colour whose turn it is, from 1."""
        return self._table.to_move + 1

    @property
    def scores(self) -> tuple[int, ...]:
        """The scores on the scoreboard, by colour."""
        return self._table.scores

    @property
    def meeples(self) -> tuple[int, ...]:
        """The meeples in hand, by colour."""
        return self._table.supplies

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self._table.over

    @property
    def legal_turns(self) -> tuple[Turn, ...]:
        """All turns that the rules allow with the next tile, by the engine; () if there is none.

        Scoring orders that come to the same are one turn.

        :raises Malformed: if the next tile is not known.

        >>> [str(turn) for turn in Position(tiles="E").legal_turns]
        ['E1.0.-1.E', 'E2.0.-1.S', 'E2.0.1.S.S', 'E3.0.-1.W']
        """
        try:
            outcomes = Engine().outcomes(self._table)
        except Malformed as error:
            raise Malformed(f"{error.message}; give it as Position(..., tiles='E')") from None
        legal = {outcome.turn for outcome in outcomes if outcome.turn is not None}
        return tuple(sorted(legal, key=_reading_order))

    def play(self, turn: Turn | str) -> Outcome:
        """Return the outcome of the turn.

        If the next tile is not known, the turn says which is drawn. Known tiles without a place are
        laid aside first. The engine plays; a turn is called illegal only if the model finds a
        broken rule too.

        :raises Malformed: if the text is not a turn.
        :raises Illegal: if a rule forbids it; the error has the rule's id as ``rule``.
        :raises KeysDisagree: if the engine forbids what the model allows.

        >>> outcome = Position().play("E2.0.1.S.S")
        >>> outcome.after.scores, outcome.after.to_move
        ((5, 2, 3), 2)
        >>> Position().play("E0.0.1.S")
        Traceback (most recent call last):
        ...
        verifier.errors.Illegal: its field meets the city of D on (0,0) \
(at colour 1, tile E on (0,1); BASE-PLACE-3)
        """
        stated = parse_turn(turn) if isinstance(turn, str) else turn
        drawn = Engine().draw(self._table)
        recorded = as_recorded(stated, drawn.colour, drawn.discards)
        try:
            return Outcome(self, play(self._table, recorded, Engine()))
        except Illegal as refused:
            record = Record(self._table, (recorded,), official=False)
            if not violations(record):
                raise KeysDisagree(
                    f"the engine forbids {stated}: {refused.message}; the model allows it",
                    where="turn",
                    rule=refused.rule,
                ) from None
            raise

    def svg(self) -> str:
        """Return the board drawn as SVG."""
        return board_svg(self._table)

    def _repr_svg_(self) -> str:
        return self.svg()  # Jupyter asks for it by this name

    def __str__(self) -> str:
        return board_text(self._table, colour=False)

    def __repr__(self) -> str:
        return f"Position({self.text!r})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Position) and self._table == other._table

    def __hash__(self) -> int:
        return hash(self._table)


class Outcome:
    """The outcome of one turn. Printing it gives a description in words.

    >>> print(Position().play("E2.0.1.S.S"))
    Colour 1 (blue) places E (a half turn) on (0, 1), north of D on (0, 0), and claims the city at \
its south edge. The city at its south edge (4 points) brings colour 1 (blue) from 1 to 5. Meeples \
that return: 1 of colour 1 (blue).
    """

    __slots__ = ("_outcome", "before")

    def __init__(self, before: Position, outcome: turns.Outcome) -> None:
        self.before = before
        self._outcome = outcome

    @property
    def turn(self) -> Turn | None:
        """The turn; None if the game ended because no tile could be placed any more."""
        return self._outcome.turn

    @property
    def scorings(self) -> tuple[Scoring, ...]:
        """The features that were scored, in order."""
        return self._outcome.scorings

    @property
    def after(self) -> Position:
        """The position after the turn, before final scoring."""
        return Position.of(self._outcome.after)

    @property
    def final(self) -> tuple[int, ...] | None:
        """The scores after final scoring if the game is over, else None."""
        return self._outcome.final

    @property
    def result(self) -> int | None:
        """The result of the game if it is over, else None."""
        return self._outcome.result

    def _repr_svg_(self) -> str:
        return self.after.svg()

    def __str__(self) -> str:
        return turn_in_words(self.before.table, self.turn, self._outcome)

    def __repr__(self) -> str:
        return f"{self.before!r}.play({str(self.turn)!r})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Outcome) and self._outcome == other._outcome

    def __hash__(self) -> int:
        return hash(self._outcome)


def _reading_order(turn: Turn) -> tuple[object, ...]:
    place = (turn.rotation, turn.x, turn.y)
    return (turn.tile, *place, turn.claim, order_key(turn.order))
