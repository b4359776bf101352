"""What all kinds of house puzzles share: both keys, and the game that leads to a position."""

from __future__ import annotations

from dataclasses import replace

from generator.kind import Candidate, agreed_answer
from verifier.carcassonne.engine.house import HouseEngine
from verifier.carcassonne.house.codec import record_to_json
from verifier.carcassonne.house.key import Key, check_record
from verifier.carcassonne.house.part_turn import (
    FinalScoring,
    Outcome,
    Record,
    RecordedPartTurn,
    as_recorded,
)
from verifier.carcassonne.house.position import Position, set_up
from verifier.carcassonne.house.puzzle import HousePuzzle
from verifier.carcassonne.model.house.key import HouseModel
from verifier.errors import KeysDisagree

BOUNDS = 400, 600
"""The ratings from which on a puzzle is medium, and hard, but where a kind has its own."""


def candidate_after(
    puzzle: HousePuzzle, draw: tuple[str, ...], game: tuple[Outcome, ...]
) -> Candidate[HousePuzzle]:
    """Return a puzzle that may have one answer, with the game that leads to its position."""
    return Candidate(puzzle, lambda: {"game": record_to_json(_record(puzzle.position, draw, game))})


class BothKeys:
    """The two keys, asked together: what they say is returned only if it is the same."""

    def __init__(self) -> None:
        self._keys: tuple[Key, ...] = (HouseEngine(), HouseModel())

    def outcomes(self, position: Position) -> frozenset[Outcome]:
        """Return everything that one part-turn can bring.

        :raises KeysDisagree: if the keys do.
        """
        return agreed_answer(
            self._keys, "the part-turns of a position", lambda key: key.outcomes(position)
        )

    def final_scorings(self, position: Position) -> tuple[FinalScoring, ...]:
        """Return what each feature would bring if the game ended now.

        :raises KeysDisagree: if the keys do.
        """
        return agreed_answer(self._keys, "final scoring", lambda key: key.final_scorings(position))


def require_game(game: Record, position: Position) -> None:
    """Do nothing if the game is legal by both keys and leads to the position.

    :raises KeysDisagree: if it does not, or one key finds it illegal.
    """
    keys: tuple[Key, ...] = (HouseEngine(), HouseModel())
    verdict = check_record(game, keys).verdict
    if verdict.answer != "holds":
        raise KeysDisagree(f"the game that leads to the puzzle is not legal: {verdict.answer}")
    if _end_of(game) != position:
        raise KeysDisagree("the game leads to another position than that of the puzzle")


def _record(position: Position, draw: tuple[str, ...], game: tuple[Outcome, ...]) -> Record:
    """Return the game as a record; the tiles that the puzzle does not show stay hidden in it."""
    shown = draw[: len(draw) - position.hidden]
    before = set_up(position.rules, draw)
    turns = list[RecordedPartTurn]()
    for outcome in game:
        turns.append(as_recorded(outcome.part_turn, outcome.colour, second=before.second))
        before = outcome.after
    return Record(set_up(position.rules, shown, position.hidden), tuple(turns))


def _end_of(game: Record) -> Position | None:
    """Return the table after the game, None if a part-turn is none that the engine lists."""
    position = game.start
    for number, turn in enumerate(game.turns):
        following = game.turns[number + 1] if number + 1 < len(game.turns) else None
        outcomes = HouseEngine().outcomes_on(position, turn.cell)
        after = [
            outcome.after
            for outcome in outcomes
            if as_recorded(outcome.part_turn, outcome.colour, second=position.second)
            == replace(turn, scores=None)
            and outcome.part_turn.second == (following is not None and following.second)
        ]
        if len(after) != 1:
            return None
        position = after[0]
    return position
