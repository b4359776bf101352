"""The views of puzzles of the Solo Variant: of those for goals, and of those on records."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from typing import Any, ClassVar

from generator.pack import Packed
from generator.solo.curation import line_of
from generator.solo.quality import decoys
from generator.solo.records.kind import record_kind
from generator.solo.records.past import start_of
from generator.solo.records.which_rule import LEGAL
from generator.solo.techniques import TECHNIQUES
from generator.solo.tries import try_of, why_not
from meepleproof.rendering.exports.booklet import Cover, Paper
from meepleproof.rendering.solo.booklet import RecordEntry, booklet_pdf, record_booklet_pdf
from meepleproof.rendering.solo.exports import COLUMNS, Entry, index_row, puzzle_svg, solution_svg
from meepleproof.rendering.solo.notes import closed_near_the_end, next_draws
from meepleproof.rendering.solo.svg import Move, board_svg, record_svg
from meepleproof.rendering.solo.terminal import board_text, table_text
from meepleproof.rendering.solo.words import (
    goal_in_words,
    line_in_words,
    noted_turn,
    numbered,
    record_in_words,
    recorded_turn_in_words,
    table_of,
)
from meepleproof.rendering.view import View
from verifier.carcassonne.engine.solo.engine import outcomes_along
from verifier.carcassonne.solo.catalogue import CATALOGUE
from verifier.carcassonne.solo.codec import goal_to_json, position_to_json
from verifier.carcassonne.solo.letters import letter_of
from verifier.carcassonne.solo.notation import parse_line, position_text
from verifier.carcassonne.solo.position import Position, set_up_around, with_row
from verifier.carcassonne.solo.puzzle import (
    HelpPuzzle,
    Puzzle,
    RecordPuzzle,
    TablePuzzle,
    TurnsPuzzle,
)
from verifier.documents.strict_json import Document
from verifier.wording import colour_name

__all__ = ["VIEWS"]


class GoalView(View[Puzzle]):
    """How puzzles for goals are shown: a position, and the goal."""

    columns = COLUMNS

    def question(self, packed: Packed[Puzzle]) -> str:
        """Return the goal."""
        return goal_in_words(packed.puzzle.goal, packed.puzzle.tiles)

    def text(
        self, packed: Packed[Puzzle], *, colour: bool, width: int | None, whole: bool = False
    ) -> str:
        """Return the position; closed tiles near the end are left blank if it is not ``whole``."""
        position = packed.puzzle.position
        blank = frozenset() if whole else closed_near_the_end(position)
        return board_text(position, colour=colour, width=width, blank=blank)

    def svg(self, packed: Packed[Puzzle], *, whole: bool = False) -> str:
        """Return the position with the goal, as :meth:`text` does."""
        return puzzle_svg(packed.puzzle, whole=whole)

    def solution_svg(self, packed: Packed[Puzzle]) -> str:
        """Return the table after the solution."""
        return solution_svg(_entry(packed))

    def answer(self, packed: Packed[Puzzle], solution: Document) -> Iterator[str]:
        """Yield the turns of the line in words."""
        line = outcomes_along(packed.puzzle.position, parse_line(solution["line"]))
        yield from numbered(line_in_words(packed.puzzle.position, line))

    def facts(self, packed: Packed[Puzzle]) -> Document:
        """Return position and goal, the next tiles, and how many placements nearly work."""
        puzzle = packed.puzzle
        return {
            **position_facts(puzzle.position),
            "goal": goal_to_json(puzzle.goal),
            "goal_text": goal_in_words(puzzle.goal, puzzle.tiles),
            "tiles": puzzle.tiles,
            "decoys": decoys(puzzle),
        }

    def row(self, packed: Packed[Puzzle]) -> Sequence[str | int]:
        """Return the puzzle's row of a table."""
        return index_row(_entry(packed))

    def booklet(self, cover: Cover, packed: Sequence[Packed[Puzzle]], paper: Paper) -> bytes:
        """Return the booklet, with hints."""
        sentences = {technique.id: technique.sentence for technique in TECHNIQUES}
        return booklet_pdf(cover, tuple(map(_entry, packed)), sentences, paper)


def position_facts(position: Position) -> Document:
    """Return what a program is told of a position: its two forms, and the next tiles."""
    return {
        "position": position_to_json(position),
        "text": position_text(position),
        "next": [{"colour": draw.colour + 1, "tile": draw.letter} for draw in next_draws(position)],
    }


def _entry(packed: Packed[Puzzle]) -> Entry:
    return Entry(
        packed.puzzle,
        line_of(packed),
        packed.level,
        packed.rating,
        packed.themes,
        packed.document["verdict"]["claim"] == "unique",
        tuple(packed.document.get("needs", ())),
        tuple(why_not(try_of(one)) for one in (packed.solution or {}).get("tries", ())),
    )


# --- puzzles on records


class RecordShown(ABC):
    """How the puzzles of one kind on records are shown."""

    @abstractmethod
    def question(self, puzzle: Any) -> str:
        """Return what is asked."""

    def turns(self, puzzle: Any) -> tuple[str, ...]:
        """Return the turns that the puzzle shows, in words."""
        return ()

    def before(self, puzzle: Any) -> str:
        """Return what has to be known of the table before these turns; empty if it is shown."""
        return ""

    @abstractmethod
    def table(self, puzzle: Any, *, colour: bool, width: int | None = None) -> str:
        """Return what lies on the table, for a terminal that is so wide."""

    @abstractmethod
    def svg(self, puzzle: Any) -> str:
        """Return the picture of the puzzle."""

    @abstractmethod
    def answer(self, puzzle: Any, solution: Document) -> Iterator[str]:
        """Yield the lines that tell a solution that was proved."""


class _FindTheError(RecordShown):
    """A record with one illegal turn."""

    def question(self, puzzle: RecordPuzzle) -> str:
        return "One turn of this game was noted wrongly. Which turn breaks a rule, and which rule?"

    def turns(self, puzzle: RecordPuzzle) -> tuple[str, ...]:
        return tuple(record_in_words(puzzle.record))

    def before(self, puzzle: RecordPuzzle) -> str:
        start = puzzle.record.start
        each = (
            f"{colour_name(colour)} {_counted(score, 'point')}, {_counted(supply, 'meeple')}"
            for colour, (score, supply) in enumerate(zip(start.scores, start.supplies, strict=True))
        )
        return f"Before turn 1: {'; '.join(each)}."

    def table(self, puzzle: RecordPuzzle, *, colour: bool, width: int | None = None) -> str:
        return table_text(table_of(puzzle.record), colour=colour, width=width)

    def svg(self, puzzle: RecordPuzzle) -> str:
        title = f"Puzzle {puzzle.id}. {self.question(puzzle)}"
        return record_svg(puzzle.record, title=title)

    def answer(self, puzzle: RecordPuzzle, solution: Document) -> Iterator[str]:
        turn, rule = solution["turn"], solution["rule"]
        legal = "no turn before it breaks a rule"
        yield f"Turn {turn} breaks {rule}, and {legal}: engine and model agree."
        yield ""
        yield self.turns(puzzle)[turn - 1]
        yield f"{rule}: {CATALOGUE.rule(rule).sentence}"


class _WhichRule(RecordShown):
    """Turns proposed with one tile."""

    def question(self, puzzle: TurnsPuzzle) -> str:
        who = colour_name(puzzle.position.to_move).capitalize()
        return (
            f"{who} is to move, and {len(puzzle.proposals)} turns are proposed. One is legal. "
            "Which one, and which rule forbids each of the others?"
        )

    def turns(self, puzzle: TurnsPuzzle) -> tuple[str, ...]:
        return tuple(
            f"{number}. {recorded_turn_in_words(puzzle.position, turn)}"
            for number, turn in enumerate(puzzle.proposals, start=1)
        )

    def table(self, puzzle: TurnsPuzzle, *, colour: bool, width: int | None = None) -> str:
        return board_text(puzzle.position, colour=colour, width=width).rstrip("\n")

    def svg(self, puzzle: TurnsPuzzle) -> str:
        moves = tuple(Move(turn.colour, noted_turn(turn)) for turn in puzzle.proposals)
        title, asked = f"Puzzle {puzzle.id}", self.question(puzzle)
        return board_svg(puzzle.position, title=title, goal_text=asked, highlight=moves)

    def answer(self, puzzle: TurnsPuzzle, solution: Document) -> Iterator[str]:
        legal = solution["verdicts"].index(LEGAL) + 1
        yield f"Turn {legal} is legal, each other breaks one rule: engine and model agree."
        for turn, verdict in zip(self.turns(puzzle), solution["verdicts"], strict=True):
            yield ""
            yield turn
            rule = None if verdict == LEGAL else CATALOGUE.rule(verdict)
            yield "Legal." if rule is None else f"{rule.id}: {rule.sentence}"


class _Help(RecordShown):
    """A hand to be laid in the right order."""

    def question(self, puzzle: HelpPuzzle) -> str:
        wish = goal_in_words(puzzle.goal, len(puzzle.hand))
        return f"{wish}. You choose the order in which the tiles are laid."

    def table(self, puzzle: HelpPuzzle, *, colour: bool, width: int | None = None) -> str:
        shown = board_text(
            with_row(puzzle.position, puzzle.hand), colour=colour, width=width, any_order=True
        )
        return shown.rstrip("\n")

    def svg(self, puzzle: HelpPuzzle) -> str:
        title, asked = f"Puzzle {puzzle.id}", self.question(puzzle)
        return board_svg(
            with_row(puzzle.position, puzzle.hand), title=title, goal_text=asked, any_order=True
        )

    def answer(self, puzzle: HelpPuzzle, solution: Document) -> Iterator[str]:
        turns = parse_line(solution["line"])
        order = " ".join(letter_of(turn.tile) for turn in turns)
        yield f"In the order {order}, and in one way only: engine and model agree."
        yield ""
        before = with_row(puzzle.position, tuple(turn.tile for turn in turns))
        yield from numbered(line_in_words(before, outcomes_along(before, turns)))


class _OnATable(RecordShown):
    """A table, and how it came about."""

    def table(self, puzzle: TablePuzzle, *, colour: bool, width: int | None = None) -> str:
        return board_text(puzzle.position, colour=colour, width=width).rstrip("\n")

    def svg(self, puzzle: TablePuzzle) -> str:
        title, asked = f"Puzzle {puzzle.id}", self.question(puzzle)
        return board_svg(puzzle.position, title=title, goal_text=asked)


class _Retro(_OnATable):
    """The last turn before a table."""

    def question(self, puzzle: TablePuzzle) -> str:
        last = (puzzle.position.to_move - 1) % puzzle.position.rules.colours
        return (
            f"{len(puzzle.position.placements) - 1} turns were played. The last one was that of "
            f"{colour_name(last)}. Which tile was laid in it, and what did its meeple claim?"
        )

    def answer(self, puzzle: TablePuzzle, solution: Document) -> Iterator[str]:
        told = _told(puzzle.position, solution["line"])
        yield "Whatever was played before, this was the last turn: engine and model agree."
        yield told[-1]
        yield ""
        yield "A game that leads there:"
        yield from told


class _ProofGame(_OnATable):
    """The only game that leads to a table."""

    def question(self, puzzle: TablePuzzle) -> str:
        turns = len(puzzle.position.placements) - 1
        return f"This came about in {turns} turns, the fewest that it takes. What was the game?"

    def answer(self, puzzle: TablePuzzle, solution: Document) -> Iterator[str]:
        yield "No other game leads there: engine and model agree."
        yield from _told(puzzle.position, solution["line"])


def _counted(number: int, noun: str) -> str:
    return f"{number} {noun}{'s' * (number != 1)}"


def _told(position: Position, line: str) -> list[str]:
    """Return the turns of a game that leads to the table in words."""
    turns = parse_line(line)
    begin = set_up_around(start_of(position), position.rules)
    before = with_row(begin, tuple(turn.tile for turn in turns))
    return numbered(line_in_words(before, outcomes_along(before, turns)))


_SHOWN: dict[str, RecordShown] = {
    "find-the-error": _FindTheError(),
    "which-rule": _WhichRule(),
    "help": _Help(),
    "retro": _Retro(),
    "proof-game": _ProofGame(),
}


def record_question(packed: Packed[Any]) -> str:
    """Return what a puzzle on records and rules asks."""
    return _SHOWN[packed.kind].question(packed.puzzle)


class RecordView(View[Any]):
    """How puzzles on records and rules are shown: each kind in its own way."""

    no_solution: ClassVar[str] = "the solutions of these puzzles are no pictures; see 'solve'"

    def question(self, packed: Packed[Any]) -> str:
        """Return what is asked."""
        return _SHOWN[packed.kind].question(packed.puzzle)

    def setting(self, packed: Packed[Any]) -> Sequence[str]:
        """Return the turns that the puzzle shows."""
        shown = _SHOWN[packed.kind]
        told = [*filter(None, [shown.before(packed.puzzle)]), *shown.turns(packed.puzzle)]
        return ["", *told] if told else ()

    def text(
        self,
        packed: Packed[Any],
        *,
        colour: bool,
        width: int | None,
        whole: bool = False,
    ) -> str:
        """Return what lies on the table."""
        return _SHOWN[packed.kind].table(packed.puzzle, colour=colour, width=width)

    def svg(self, packed: Packed[Any], *, whole: bool = False) -> str:
        """Return the picture of the puzzle."""
        return _SHOWN[packed.kind].svg(packed.puzzle)

    def answer(self, packed: Packed[Any], solution: Document) -> Iterator[str]:
        """Yield the lines that tell a solution."""
        yield from _SHOWN[packed.kind].answer(packed.puzzle, solution)

    def facts(self, packed: Packed[Any]) -> Document:
        """Return what is asked, and the turns shown, in words and as documents."""
        return {
            **record_kind(packed.kind).to_json(packed.puzzle),
            "text": self.question(packed),
            "turns": list(_SHOWN[packed.kind].turns(packed.puzzle)),
        }

    def booklet(self, cover: Cover, packed: Sequence[Packed[Any]], paper: Paper) -> bytes:
        """Return the booklet."""
        entries = [
            RecordEntry(
                one.id,
                self.question(one),
                _SHOWN[one.kind].turns(one.puzzle),
                self.svg(one),
                tuple(self.answer(one, one.solution or {})),
                one.level,
                one.rating,
            )
            for one in packed
        ]
        return record_booklet_pdf(cover, entries, paper)


VIEWS: dict[str, View[Any]] = {"pack": GoalView(), "record-pack": RecordView()}
