"""Help for the player of a puzzle: hints, a check of the turns so far, the solution."""

from __future__ import annotations

from dataclasses import dataclass, replace
from xml.etree.ElementTree import Element

from rendering.exports.drawings import moves
from rendering.words import line_in_words
from service.pages.board import board
from service.pages.markup import h
from service.pages.moves import hint_in_words
from service.pages.turn_form import undo_link
from service.pages.url import GameUrl
from service.pages.wording import check_in_words
from service.play.attempt import Attempt
from service.play.hints import Hint, first_deviation, followed, hints, solution_played
from service.play.turn_form import Choices, TurnForm
from service.shelf import ShelvedPuzzle
from verifier.carcassonne.puzzle import Puzzle
from verifier.carcassonne.turn import Outcome

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


def tools(state: SolvingState, hint: Hint | None) -> Element:
    """Return the buttons beside the board; ``hint`` is the hint that is shown."""
    return h(
        "div",
        *_undo_buttons(state),
        *_hint_buttons(state, hint),
        _reveal_button(state),
        class_="tools",
        role="group",
        aria_label="Tools",
    )


def no_hints_note(state: SolvingState) -> Element | None:
    """Return a note that there is no help, for a puzzle given by its code."""
    if state.shelved is not None:
        return None
    note = "This puzzle is not on the shelf here, so there are no hints and no solution."
    return h("p", note, class_="note", id="unhelped")


def _undo_buttons(state: SolvingState) -> list[Element]:
    parts, back = list[Element](), undo_link(state.form, state.attempt.refusal, state.url)
    if back is not None:
        parts.append(_button("Undo", "undo", back))
    if state.url.turns:
        parts.append(_button("Start again", "again", state.url.without_turns().link()))
    return parts


def _hint_buttons(state: SolvingState, hint: Hint | None) -> list[Element]:
    if state.form is None or state.shelved is None:
        return []
    parts, kept = list[Element](), _kept(state)
    if state.hint < ALL_HINTS and (hint is None or hint.step != OFF_TRACK):
        name, following = "More hint" if state.hint else "Hint", str(state.hint + 1)
        parts.append(_button(name, "hint", state.url.link(**kept, hint=following)))
    if state.url.turns:
        parts.append(_button("Am I on track?", "check", state.url.link(**kept, check="1")))
    return parts


def _reveal_button(state: SolvingState) -> Element | None:
    if state.shelved is None:
        return None
    if not state.reveal:
        shown = replace(state.url, fixed=(*state.url.fixed, REVEALED))
        return _button("Reveal the solution", "reveal", shown.link(**_kept(state)))
    hidden = replace(state.url, fixed=tuple(one for one in state.url.fixed if one != REVEALED))
    return _button("Hide the solution", "reveal", hidden.link(**_kept(state)))


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


def _button(name: str, key: str, href: str) -> Element:
    return h("a", name, class_="button", id=key, href=href)


def requested_hint(state: SolvingState) -> Hint | None:
    """Return the hint asked for; off the solution, one that says so."""
    if not state.hint or state.shelved is None or state.form is None:
        return None
    outcomes = state.attempt.outcomes
    solution = followed(state.puzzle, state.solution, outcomes)
    steps = hints(state.puzzle.position, solution, state.shelved.themes, outcomes, hint_in_words)
    return steps[state.hint - 1] if steps else Hint(OFF_TRACK, _check(state))


def hint_card(hint: Hint | None) -> Element | None:
    """Return the hint as a card, if there is one."""
    if hint is None:
        return None
    titles = {"idea": "the idea", "place": "the place", "turn": "the turn", OFF_TRACK: "go back"}
    head = f"Hint: {titles[hint.step]}"
    return h(
        "section",
        h("h2", head),
        h("p", hint.sentence),
        class_="card hint",
        id="told",
        aria_label=f"{head}. {hint.sentence}",
    )


def _check(state: SolvingState) -> str:
    return check_in_words(state.first_deviation, unique=state.unique)


def check_card(state: SolvingState) -> Element:
    """Return whether the goal can still be reached, as a card."""
    return h(
        "section",
        h("h2", "Check"),
        h("p", _check(state)),
        class_="card hint",
        id="checked",
    )


def solution_card(state: SolvingState) -> Element | None:
    """Return the solution with its board, if it is known."""
    if state.shelved is None:
        return None
    outcomes = state.solution
    turns = [h("li", sentence) for sentence in line_in_words(state.puzzle.position, outcomes)]
    cells = [move.turn.cell for move in moves(outcomes)]
    which = "The only solution" if state.unique else "A solution"
    return h(
        "section",
        h("h2", which),
        board(outcomes[-1].after, marked=cells),
        h("ol", *turns, class_="story"),
        class_="card",
        id="solution",
    )
