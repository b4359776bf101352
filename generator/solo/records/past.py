"""How a table came about: what all games that lead to it have in common, by both keys."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from typing import Any, ClassVar, Literal

from generator.chance import Chance
from generator.kind import Candidate, Proved, Reason, Wish
from generator.solo.records.kind import BothKeys, Judged, RecordKind
from verifier.carcassonne.engine.solo import Line
from verifier.carcassonne.engine.solo.engine import outcomes_along, outcomes_by_engine, record_of
from verifier.carcassonne.engine.solo.players import Player, game
from verifier.carcassonne.engine.solo.reach import GamesTo, games_to, same_table
from verifier.carcassonne.model.solo.constant_reading import violations
from verifier.carcassonne.model.solo.questions import Answer, outcomes_of
from verifier.carcassonne.model.solo.reach import another_game, another_last_turn
from verifier.carcassonne.solo.codec import position_from_json, position_to_json
from verifier.carcassonne.solo.faults import require_valid
from verifier.carcassonne.solo.notation import line_text, parse_line
from verifier.carcassonne.solo.position import Placement, Position, set_up_around, with_row
from verifier.carcassonne.solo.puzzle import TablePuzzle
from verifier.carcassonne.solo.rule_set import RuleSet
from verifier.carcassonne.solo.turn import Turn, turns_of
from verifier.constraints.cpsat import Parameters
from verifier.constraints.process import undecided_by_model
from verifier.documents.strict_json import Document
from verifier.errors import Illegal, KeysDisagree, Undecided

_MEEPLES = 3
"""Few meeples, so that some come back and are placed again."""
_PLAYERS = (Player("greedy"), Player("lookahead", 1))
_MOST_OUTCOMES = 60_000
_MODEL_LIMIT = 120.0


class _OnATable(RecordKind[TablePuzzle]):
    """A question about the games that lead to a table."""

    asks: ClassVar[Literal["retro", "proof-game"]]
    turns_played: ClassVar[tuple[int, int]]
    """The fewest turns of a game, and the most."""
    fewest_outcomes: ClassVar[int]
    bounds: ClassVar[tuple[int, int]]

    @abstractmethod
    def flaw(self, position: Position, games: GamesTo) -> Reason:
        """Return why the table is no puzzle, by the engine; "" if it may be one."""

    @abstractmethod
    def other(self, position: Position, line: tuple[Turn, ...], keys: BothKeys) -> Answer:
        """Return the model's answer to the question for another one than that of the line."""

    def candidates(
        self, wish: Wish, chance: Chance, number: int
    ) -> Iterator[Candidate[TablePuzzle] | Reason]:
        rules = RuleSet(meeples=_MEEPLES)
        whole = game(0, chance.choice(_PLAYERS), seed=chance.below(1 << 30), rules=rules)
        fewest, most = self.turns_played
        turns = whole.turns[: fewest + chance.below(most - fewest + 1)]
        if len(whole.turns) <= most or any(turn.discards for turn in turns):
            yield "the game is too short, or a tile was laid aside"
            return
        position = outcomes_by_engine(replace(whole, turns=turns))[-1].after
        flaw = _open_start(position) or self._flaw(position, _games(position))
        yield flaw or Candidate(TablePuzzle(position, self.asks))

    def prove(self, puzzle: TablePuzzle, keys: BothKeys) -> Proved[Any]:
        position = puzzle.position
        flaw = _open_start(position)
        if flaw:
            return Proved(puzzle, {}, flaw)
        games = _games(position)
        flaw = self._flaw(position, games)
        if flaw:
            return Proved(puzzle, {}, flaw)
        line = turns_of(games.line)
        _require_game(position, line)
        other = self.other(position, line, keys)
        if other.verdict == "found":
            message = (
                f"by the engine {line_text(line)} is the answer, by the model there is another"
            )
            raise KeysDisagree(message, where=f"puzzle {puzzle.id}")
        if other.verdict == "undecided":
            raise Undecided(undecided_by_model(other.reason), where=f"puzzle {puzzle.id}")
        return Proved(
            puzzle,
            {"line": line_text(line)},
            themes=_themes(games.line),
            work={
                "engine": {"games": games.number, "outcomes": games.outcomes},
                "model": {"questions": 1},
            },
            tries=Fraction(games.outcomes),
            bounds=self.bounds,
        )

    def _flaw(self, position: Position, games: GamesTo) -> Reason:
        if not games.exhaustive:
            return "there are too many games to look at all of them"
        if not games.number:
            return "no game leads there"
        if games.outcomes < self.fewest_outcomes:
            return "a few tries show how it came about"
        if not any(scoring.colours for one in games.line for scoring in one.scorings):
            return "nothing was scored"
        return self.flaw(position, games)

    def to_json(self, puzzle: TablePuzzle) -> Document:
        return {"position": position_to_json(puzzle.position)}

    def from_json(self, document: Document, where: str) -> TablePuzzle:
        position = position_from_json(document["position"], f"{where}/position")
        require_valid(position)
        return TablePuzzle(position, self.asks)


class _Retro(_OnATable):
    """In every game that leads to the table the last turn was the same."""

    name = asks = "retro"
    title = "Which tile was laid last?"
    claim = "one last turn"
    turns_played = (8, 11)
    fewest_outcomes = 400
    bounds = (1350, 1550)

    def flaw(self, position: Position, games: GamesTo) -> Reason:
        if len(games.last_turns) > 1:
            return "several turns may have been the last"
        if games.number == 1:
            return "one game alone leads there, which asks for the whole of it"
        ((cell, _),) = games.last_turns
        last = (position.to_move - 1) % position.rules.colours
        manned = {
            placed.cell
            for placed in position.placements
            if placed.meeple is not None and placed.meeple.colour == last
        }
        return "the only meeple of the colour shows it" if manned == {cell} else ""

    def other(self, position: Position, line: tuple[Turn, ...], keys: BothKeys) -> Answer:
        start = start_of(position)
        return another_last_turn(keys.solver, position, start, line[-1], _parameters())

    def judge(self, puzzle: TablePuzzle, answer: Document, solution: Document) -> Judged:
        said, last = (parse_line(each["line"])[-1:] for each in (answer, solution))
        if [replace(turn, order=()) for turn in said] == [replace(turn, order=()) for turn in last]:
            return Judged(solved=True, sentence="Right: whatever was played before, that was last.")
        return Judged(solved=False, sentence="That was not the last turn.")


class _ProofGame(_OnATable):
    """One game alone leads to the table; as each turn lays one tile, none is shorter."""

    name = asks = "proof-game"
    title = "How did it come about?"
    claim = "one game"
    turns_played = (6, 9)
    fewest_outcomes = 250
    bounds = (1050, 1250)

    def flaw(self, position: Position, games: GamesTo) -> Reason:
        return "" if games.number == 1 else "several games lead there"

    def other(self, position: Position, line: tuple[Turn, ...], keys: BothKeys) -> Answer:
        start = start_of(position)
        return another_game(keys.solver, position, start, line, _parameters())

    def judge(self, puzzle: TablePuzzle, answer: Document, solution: Document) -> Judged:
        turns, aim = parse_line(answer["line"]), puzzle.position
        begin = set_up_around(start_of(aim), aim.rules)
        dealt = with_row(begin, tuple(turn.tile for turn in turns))
        try:
            outcomes = outcomes_along(dealt, turns)
        except Illegal as error:
            return Judged(solved=False, sentence=f"That cannot be played: {error.message}.")
        if not same_table(outcomes[-1].after, aim):
            return Judged(solved=False, sentence="It can be played, but leads to another table.")
        return Judged(solved=True, sentence="Right: no other game leads to this table.")


RETRO, PROOF_GAME = _Retro(), _ProofGame()


def start_of(position: Position) -> Placement:
    """Return the only tile that may be the start tile."""
    (start,) = _starts(position)
    return start


def _starts(position: Position) -> list[Placement]:
    start_tile = position.rules.start_tile
    return [one for one in position.placements if one.tile == start_tile and one.meeple is None]


def _open_start(position: Position) -> Reason:
    return "it is open which tile is the start tile" if len(_starts(position)) != 1 else ""


def _games(position: Position) -> GamesTo:
    return games_to(position, start_of(position), nodes=_MOST_OUTCOMES)


def _require_game(position: Position, line: tuple[Turn, ...]) -> None:
    """Check by the model that the game is legal and leads to the table.

    :raises KeysDisagree: if it does not find that.
    """
    begin = set_up_around(start_of(position), position.rules)
    for violation in violations(record_of(line, begin)):
        message = f"the model finds {line_text(line)} illegal: {violation.why}"
        raise KeysDisagree(message, where=f"turn {violation.turn}", rule=violation.rule)
    if not same_table(outcomes_of(begin, line)[-1].after, position):
        raise KeysDisagree(f"by the model {line_text(line)} leads to another table")


def _themes(line: Line) -> tuple[str, ...]:
    """Return what happened in the game that the table does not show."""
    scorings = [each for one in line for each in one.scorings]
    found = {
        "without-points": any(not each.colours for each in scorings),
        "shared": any(len(each.colours) > 1 for each in scorings),
        "several-scorings": len(scorings) > 1,
    }
    return tuple(name for name, holds in found.items() if holds)


def _parameters() -> Parameters:
    return Parameters(limit=_MODEL_LIMIT)
