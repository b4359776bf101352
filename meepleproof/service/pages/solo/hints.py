"""Help for the player of a puzzle: hints, a check of the turns so far, the solution."""

from __future__ import annotations

from dataclasses import dataclass, replace

from meepleproof.rendering.solo.exports import moves
from meepleproof.rendering.solo.words import line_in_words
from meepleproof.service.pages.solo.board import board, framed
from meepleproof.service.pages.solo.moves import hint_in_words
from meepleproof.service.pages.solo.turn_form import undo_link
from meepleproof.service.pages.solo.wording import check_in_words
from meepleproof.service.pages.url import GameUrl
from meepleproof.service.play.solo.attempt import Attempt
from meepleproof.service.play.solo.hints import (
    Hint,
    first_deviation,
    followed,
    hints,
    solution_played,
)
from meepleproof.service.play.solo.turn_form import Choices, TurnForm
from meepleproof.service.shelf import ShelvedPuzzle
from verifier.carcassonne.solo.puzzle import Puzzle
from verifier.carcassonne.solo.turn import Outcome
from verifier.documents.strict_json import Document

ALL_HINTS = 3
OFF_TRACK = "back"
REVEALED = ("reveal", "1")
"""The part of an address that shows the solution, until it is hidden again."""


@dataclass(frozen=True, slots=True)
class SolvingState:
    """All that the page shows: the puzzle, the turns made, the form of the next one, and help.

    ``shelved`` is None for a puzzle that came as a code and is not on the shelf; ``following`` is
    the puzzle to solve after it, if any; ``today`` is whether it is the puzzle of the day.
    """

    shelved: ShelvedPuzzle | None
    following: ShelvedPuzzle | None
    url: GameUrl
    attempt: Attempt
    choices: Choices
    form: TurnForm | None
    hint: int
    check: bool
    reveal: bool
    today: bool

    @property
    def puzzle(self) -> Puzzle:
        """The puzzle itself."""
        return self.attempt.puzzle

    @property
    def number(self) -> int:
        """The number of the turn that comes next."""
        return len(self.attempt.outcomes) + 1

    @property
    def first_deviation(self) -> int | None:
        """The number of the turn that left the known solution, None if none did."""
        if self.shelved is None:
            return None
        outcomes = self.attempt.outcomes
        return first_deviation(followed(self.puzzle, self.solution, outcomes), outcomes)

    @property
    def solution(self) -> tuple[Outcome, ...]:
        """The outcomes of the known solution; none if none is known."""
        if self.shelved is None:
            return ()
        return solution_played(self.puzzle.position, self.shelved.line)

    @property
    def unique(self) -> bool:
        """Whether the known solution was proved to be the only one."""
        return self.shelved is not None and (self.shelved.document["verdict"]["claim"] == "unique")


def tools(state: SolvingState, hint: Hint | None) -> list[Document]:
    """Return the buttons beside the board; ``hint`` is the hint that is shown."""
    return [*_undo_buttons(state), *_hint_buttons(state, hint), *_reveal_button(state)]


def _undo_buttons(state: SolvingState) -> list[Document]:
    back = undo_link(state.form, state.attempt.refusal, state.url)
    undo = [] if back is None else [_button("Undo", "undo", back)]
    again = [_button("Start again", "again", state.url.without_turns().link())]
    return [*undo, *(again if state.url.turns else [])]


def _hint_buttons(state: SolvingState, hint: Hint | None) -> list[Document]:
    if state.form is None or state.shelved is None:
        return []
    parts, kept = list[Document](), _kept(state)
    if state.hint < ALL_HINTS and (hint is None or hint.step != OFF_TRACK):
        name, following = "More hint" if state.hint else "Hint", str(state.hint + 1)
        parts.append(_button(name, "hint", state.url.link(**kept, hint=following)))
    if state.url.turns:
        parts.append(_button("Am I on track?", "check", state.url.link(**kept, check="1")))
    return parts


def _reveal_button(state: SolvingState) -> list[Document]:
    if state.shelved is None:
        return []
    if not state.reveal:
        shown = replace(state.url, fixed=(*state.url.fixed, REVEALED))
        return [_button("Reveal the solution", "reveal", shown.link(**_kept(state)))]
    hidden = replace(state.url, fixed=tuple(one for one in state.url.fixed if one != REVEALED))
    return [_button("Hide the solution", "reveal", hidden.link(**_kept(state)))]


def _kept(state: SolvingState) -> dict[str, str]:
    """Return the choices for the next turn, so that asking for help does not lose them."""
    choices = state.choices
    kept = {"turn": str(choices.rotation)} if choices.rotation else {}
    if choices.cell is not None:
        kept["at"] = f"{choices.cell[0]}.{choices.cell[1]}"
    if choices.claim is not None:
        kept["claim"] = choices.claim
    if choices.order is not None:
        kept["order"] = str(choices.order)
    return kept


def _button(says: str, identity: str, href: str) -> Document:
    return {"says": says, "id": identity, "href": href}


def requested_hint(state: SolvingState) -> Hint | None:
    """Return the hint asked for; off the solution, one that says so."""
    if not state.hint or state.shelved is None or state.form is None:
        return None
    outcomes = state.attempt.outcomes
    solution = followed(state.puzzle, state.solution, outcomes)
    steps = hints(state.puzzle, solution, state.shelved.themes, outcomes, hint_in_words)
    return (
        steps[state.hint - 1]
        if steps
        else Hint(OFF_TRACK, check_in_words(state.first_deviation, unique=state.unique))
    )


def hint_shown(hint: Hint | None) -> Document | None:
    """Return the hint with its heading, if there is one."""
    heads = {"idea": "the idea", "place": "the place", "turn": "the turn", OFF_TRACK: "go back"}
    return None if hint is None else {"head": heads[hint.step], "says": hint.sentence}


def solution_shown(state: SolvingState) -> Document | None:
    """Return the solution with its board, if it is known."""
    if state.shelved is None:
        return None
    outcomes = state.solution
    cells = [move.turn.cell for move in moves(outcomes)]
    return {
        "head": "The only solution" if state.unique else "A solution",
        "board": framed(board(outcomes[-1].after, marked=cells)),
        "moves": line_in_words(state.puzzle.position, outcomes),
    }
