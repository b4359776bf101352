"""Makes puzzles of the house game: candidates by number, each proved by both keys or rejected.

A candidate's number and the seed determine all of it, so the same wish makes the same puzzles.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass, replace

from generator.batch import Batch, make_batch
from generator.chance import Chance
from generator.house.kinds import Kind, prove
from generator.house.proved import Candidate, Proved, Reason
from verifier.carcassonne.engine.house import HouseEngine
from verifier.carcassonne.house.key import Key, check_record
from verifier.carcassonne.house.part_turn import Record, RecordedPartTurn, as_recorded
from verifier.carcassonne.house.position import Position, set_up
from verifier.carcassonne.model.house.key import HouseModel
from verifier.errors import KeysDisagree


@dataclass(frozen=True, slots=True)
class MadePuzzle:
    """A proved puzzle, the game that leads to its position, and where it comes from."""

    proved: Proved
    game: Record
    seed: int
    candidate: int

    @property
    def id(self) -> str:
        """The id of the puzzle."""
        return self.proved.puzzle.id


def make(
    kind: Kind,
    count: int,
    seed: int,
    most: int,
    *,
    retracted: Collection[str] = (),
    report: Callable[[str], None] = lambda _: None,
) -> Batch[MadePuzzle]:
    """Return ``count`` puzzles, or fewer if ``most`` candidates in a row become none."""
    return make_batch(
        kind.name,
        lambda number: try_candidate(kind, seed, number),
        count,
        most,
        retracted=retracted,
        report=report,
    )


def try_candidate(kind: Kind, seed: int, number: int) -> MadePuzzle | Reason:
    """Return the first puzzle of a candidate that is worth solving, or why there is none.

    :raises KeysDisagree: if the keys differ on a puzzle or on the game that leads to it.
    """
    chance = Chance(seed, "house", kind.name, number)
    source = kind.sources[number % len(kind.sources)]
    reason = ""
    for one in source(chance):
        if isinstance(one, Reason):
            return reason or one
        proved = prove(one.puzzle)
        if proved.flaw:
            reason = reason or proved.flaw
            continue
        game = _record(one)
        require_game(game, one.puzzle.position)
        return MadePuzzle(proved, game, seed, number)
    return reason


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


def _record(one: Candidate) -> Record:
    """Return the game as a record; the tiles that the puzzle does not show stay hidden in it."""
    position = one.puzzle.position
    shown = one.draw[: len(one.draw) - position.hidden]
    before = set_up(position.rules, one.draw)
    turns = list[RecordedPartTurn]()
    for outcome in one.game:
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
