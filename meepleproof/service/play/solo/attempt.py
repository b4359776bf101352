"""An attempt at a puzzle: turns played as far as the rules allow, judged, and what they come to."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from generator.pack import Packed
from meepleproof.rendering.palette import PIGMENTS
from meepleproof.rendering.solo.words import Counted
from meepleproof.service.play.refusal import Refusal
from meepleproof.service.play.solo.turns import parse_player_turn, play_turns
from verifier.carcassonne.engine.solo import Engine
from verifier.carcassonne.engine.solo.goals import Progress, kind_of, reached
from verifier.carcassonne.solo.codec import outcome_to_json
from verifier.carcassonne.solo.goals import Goal, goal_kinds
from verifier.carcassonne.solo.position import Position
from verifier.carcassonne.solo.puzzle import Puzzle
from verifier.carcassonne.solo.turn import Outcome
from verifier.carcassonne.table.cells import Cell
from verifier.documents.strict_json import Document
from verifier.errors import Malformed
from verifier.later import later
from verifier.wording import listed

if TYPE_CHECKING:
    from generator.solo.records import kind as record_kinds
else:
    record_kinds = later("generator.solo.records.kind")

_NAMES = ("kind", "puzzle")


def record_attempt(packed: Packed[Any], request: Document) -> Document:
    """Return how an answer to a puzzle on records and rules fares, as its kind judges it.

    :raises Malformed: if it is no answer to the question.
    """
    kind = record_kinds.record_kind(packed.kind)
    answer = {name: value for name, value in request.items() if name not in _NAMES}
    if set(answer) != set(kind.answered_by):
        asked = " and ".join(map(repr, kind.answered_by))
        raise Malformed(f"an answer to a puzzle of the kind {kind.name!r} states {asked}")
    judged = kind.judge(packed.puzzle, answer, packed.solution or {})
    return {"solved": judged.solved, "sentence": judged.sentence}


@dataclass(frozen=True, slots=True)
class Attempt:
    """The result of a player's turns.

    ``outcomes`` are those of the turns made, and of the end of the game if no tile can be placed
    any more. ``reached`` is the number, from 1, of the first turn that met the goal; None if none
    did. ``closeness`` is how close they came.
    """

    puzzle: Puzzle
    outcomes: tuple[Outcome, ...]
    refusal: Refusal | None
    reached: int | None
    closeness: Closeness

    @property
    def position(self) -> Position:
        """The position after the turns that were made."""
        return self.outcomes[-1].after if self.outcomes else self.puzzle.position

    @property
    def solved(self) -> bool:
        """Whether the goal was met and no turn refused."""
        return self.reached is not None and self.refusal is None

    def to_json(self) -> dict[str, Any]:
        """Return it as a document; ``refusal`` and ``reached`` are left out where there is none."""
        document: dict[str, Any] = {
            "solved": self.solved,
            "outcomes": [outcome_to_json(outcome) for outcome in self.outcomes],
            "near": self.closeness.to_json(),
        }
        if self.refusal is not None:
            document["refusal"] = self.refusal.to_json()
        if self.reached is not None:
            document["reached"] = self.reached
        return document


def try_turns(puzzle: Puzzle, turns: Sequence[str]) -> Attempt:
    """Play turns, given in the notation, up to the first refused one, and return the attempt.

    Tiles that cannot be placed leave the game by themselves (SOLO-PLACE-4).

    :raises Malformed: if a turn cannot be read; the place is a JSON Pointer like ``/turns/0``.
    :raises Illegal: if the puzzle's position breaks a rule.

    >>> from verifier.carcassonne.solo.puzzle import parse_code
    >>> puzzle = parse_code("s3.4~D0.0.0~p1.2.3~h4.4.4~t1~nU.V.~u0.0.1~g.road-5-3c")
    >>> try_turns(puzzle, ["U0.0.1.-"]).refusal.rules
    ('BASE-PLACE-3',)
    >>> [outcome.after.supplies for outcome in try_turns(puzzle, ["U0.1.0.E"]).outcomes]
    [(3, 4, 4)]
    """
    parsed = [parse_player_turn(text, number) for number, text in enumerate(turns)]
    outcomes, refusal = play_turns(puzzle.position, parsed)
    met = (n for n, outcome in enumerate(outcomes, start=1) if reached(puzzle.goal, outcome))
    return Attempt(puzzle, outcomes, refusal, next(met, None), closeness(puzzle, outcomes))


@dataclass(frozen=True, slots=True)
class Closeness:
    """How much of what a goal asks for was achieved, and for how many of the colours it asks for.

    ``have`` and ``asked`` count what the goal is about: points of one road or city, monasteries,
    points of the lowest colour, tiles out of the piles, or tiles on the table. ``colours`` counts
    the colours that scored with the best road or city, 0 if the goal does not ask for colours.
    """

    have: int
    asked: int
    colours: int
    colours_asked: int
    sentence: str

    def to_json(self) -> dict[str, Any]:
        """Return it as a document."""
        return {
            "have": self.have,
            "asked": self.asked,
            "colours": self.colours,
            "colours_asked": self.colours_asked,
            "sentence": self.sentence,
        }


def closeness(puzzle: Puzzle, outcomes: Sequence[Outcome]) -> Closeness:
    """Return how close these outcomes came.

    >>> from verifier.carcassonne.solo.puzzle import parse_code
    >>> closeness(parse_code("s3.4~D0.0.0~p1.2.3~h4.4.4~t1~nU..~g.road-10"), ()).sentence
    'No road has scored points.'
    """
    goal = puzzle.goal
    progress = kind_of(goal).progress(goal, puzzle.position, outcomes)
    return Closeness(
        progress.have, progress.asked, progress.colours, goal.colours, _sentence(goal, progress)
    )


def _sentence(goal: Goal, progress: Progress) -> str:
    kind = goal_kinds()[goal.kind]
    if kind.none and not progress.have:
        return kind.none
    return (kind.over if progress.over else kind.so_far).format(
        have=Counted(progress.have),
        asked=progress.asked,
        missing=Counted(progress.asked - progress.have),
        for_colours=f" for {listed([PIGMENTS[colour].name for colour in progress.scored_by])}",
    )


_PER_MEEPLE = 2  # SOLO-FINAL-1


@dataclass(frozen=True, slots=True)
class FinalScoring:
    """Final scoring of one colour: score before, meeples on tiles, meeples scored, score after."""

    colour: int
    before: int
    on_tiles: int
    scored: int
    after: int


def final_scoring(outcomes: Sequence[Outcome]) -> tuple[FinalScoring, ...]:
    """Return the final scoring of each colour (SOLO-FINAL-1 to -7), empty before the end."""
    if not outcomes or outcomes[-1].final is None:
        return ()
    position, final = outcomes[-1].after, outcomes[-1].final
    rows = zip(position.scores, position.meeples_on_tiles(), final, strict=True)
    return tuple(
        FinalScoring(colour, before, on_tiles, (after - before) // _PER_MEEPLE, after)
        for colour, (before, on_tiles, after) in enumerate(rows)
    )


@dataclass(frozen=True, slots=True)
class FinalStep:
    """A meeple that scores in the end: its colour, the cell it stands on, the points then."""

    colour: int
    cell: Cell
    points: int


def final_steps(outcomes: Sequence[Outcome]) -> tuple[FinalStep, ...]:
    """Return the meeples that score in the end in a legal order (SOLO-FINAL-3), empty before it.

    Which of a colour's meeples scores first does not matter: all are worth the same (SOLO-FINAL-1).
    """
    if not outcomes or outcomes[-1].final is None:
        return ()
    position = outcomes[-1].after
    standing = [
        iter([laid.cell for laid in position.placements if laid.meeple and laid.meeple.colour == c])
        for c in range(position.rules.colours)
    ]
    steps = Engine().final_steps(position.rules, position.scores, position.meeples_on_tiles())
    return tuple(FinalStep(colour, next(standing[colour]), points) for colour, points in steps)
