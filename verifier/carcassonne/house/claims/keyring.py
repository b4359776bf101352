"""Asks several keys of the house game the same question, and stops where they differ."""

from __future__ import annotations

from collections.abc import Sequence

from verifier.carcassonne.house.claims.reading import Play, Situation, part_turn_of
from verifier.carcassonne.house.faults import require_valid
from verifier.carcassonne.house.key import Key
from verifier.carcassonne.house.notation import position_text
from verifier.carcassonne.house.part_turn import (
    FinalScoring,
    Outcome,
    PartTurn,
    final_scorings_text,
)
from verifier.carcassonne.house.position import (
    Placement,
    Position,
    StandingPiece,
    normal_placement,
)
from verifier.claims.agreement import Tally, common_answer, common_members
from verifier.errors import Illegal

_Outcomes = frozenset[Outcome]
_Finals = tuple[FinalScoring, ...]


class Keyring(Tally):
    """Keys that are asked together, and each question once, however many claims ask it."""

    def __init__(self, keys: Sequence[Key]) -> None:
        super().__init__()
        self.keys = keys
        self._known: dict[tuple[str, Position], _Outcomes] = {}
        self._finals: dict[tuple[str, Position], _Finals] = {}

    def table(self, play: Play) -> Situation:
        """Return the table with its outcomes, on which all keys agree.

        :raises Disagreement: if they do not.
        :raises Illegal: if the position is not valid, or a part-turn that leads there is illegal.
        """
        position = self.position(play)
        listed = {key.name: self._outcomes(key, position) for key in self.keys}
        outcomes = common_members(
            listed, lambda: f"at {position_text(position)}", _sort_key, _shown
        )
        return Situation(position, outcomes)

    def final_scorings(self, play: Play) -> tuple[Position, _Finals]:
        """Return a position, and what the features bring if it ends there, if all keys agree.

        :raises Disagreement: if they do not.
        :raises Illegal: as :meth:`table` does.
        """
        position = self.position(play)
        answers: dict[str, _Finals] = {}
        for key in self.keys:
            self.ask(key.name)
            if (key.name, position) not in self._finals:
                self._finals[key.name, position] = key.final_scorings(position)
            answers[key.name] = self._finals[key.name, position]
            self.count(key.name, len(answers[key.name]))
        return position, common_answer(answers, _finals_text, position, shown=final_scorings_text)

    def brought(self, table: Situation, part_turn: PartTurn) -> tuple[Outcome | None, str]:
        """Return the outcome of exactly this part-turn, or None and what is possible instead."""
        return _of_part_turn(table.outcomes, part_turn)

    def position(self, play: Play) -> Position:
        """Return the table that the situation's part-turns lead to, by the first key.

        :raises Illegal: if the start is not valid, or a part-turn cannot be played.
        """
        position = play.start
        require_valid(position)
        for number, turn in enumerate(play.turns):
            following = play.turns[number + 1 : number + 2]
            second = following[0].second if following else play.goes_on
            part_turn = part_turn_of(turn, second=second)
            outcomes = self._outcomes(self.keys[0], position)
            outcome, instead = _of_part_turn(outcomes, part_turn)
            if outcome is None:
                raise Illegal(
                    f"part-turn {number + 1}, {part_turn}, cannot be played{instead}",
                    where=f"part-turn {number + 1}",
                )
            position = outcome.after
        return position

    def _outcomes(self, key: Key, position: Position) -> _Outcomes:
        self.ask(key.name)
        question = (key.name, position)
        if question not in self._known:
            self._known[question] = key.outcomes(position)
        self.count(key.name, len(self._known[question]))
        return self._known[question]


def _shown(outcome: Outcome) -> str:
    return f"{outcome.part_turn} to {outcome.after.scores}"


def _sort_key(outcome: Outcome) -> tuple[str, tuple[int, ...]]:
    return (str(outcome.part_turn), outcome.after.scores)


def _of_part_turn(
    outcomes: _Outcomes | tuple[Outcome, ...], part_turn: PartTurn
) -> tuple[Outcome | None, str]:
    wanted = _normal(part_turn)
    near = [each for each in outcomes if _placed(each.part_turn) == _placed(wanted)]
    for outcome in near:
        if _normal(outcome.part_turn) == wanted:
            return outcome, ""
    if not near:
        return None, ": the tile cannot be placed so"
    possible = ", ".join(sorted(str(each.part_turn) for each in near))
    return None, f"; with this placement there are {possible}"


def _placed(part_turn: PartTurn) -> tuple[str, int, int, int]:
    return (part_turn.tile, part_turn.rotation, part_turn.x, part_turn.y)


def _normal(part_turn: PartTurn) -> PartTurn:
    """Return the part-turn with the smallest equal rotation and the first name of its segment."""
    turn = part_turn
    piece = None if turn.piece is None else StandingPiece(turn.piece, turn.feature, 0)
    normal = normal_placement(Placement(turn.tile, turn.rotation, turn.x, turn.y, piece))
    feature = "" if normal.piece is None else normal.piece.feature
    return PartTurn(turn.tile, normal.rotation, turn.x, turn.y, turn.piece, feature, turn.second)


def _finals_text(position: Position) -> str:
    return f"final scorings at {position_text(position)}"
