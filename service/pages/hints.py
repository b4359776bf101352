"""What the player of a puzzle asks for: hints, whether all is well so far, the solution."""

from __future__ import annotations

from dataclasses import dataclass, replace
from xml.etree.ElementTree import Element

from rendering.exports.drawings import moves
from rendering.words import turn_in_words
from service.pages.board import board
from service.pages.markup import h
from service.pages.sidebar import whole_board
from service.pages.turn_form import undone
from service.pages.url import Way
from service.play.attempt import Attempt
from service.play.hints import Hint, hints, left_way
from service.play.turn_form import Chosen, Making
from service.shelf import ShelvedPuzzle
from verifier.carcassonne.engine.lines import outcomes_along
from verifier.carcassonne.puzzle import Puzzle

ALL_HINTS = 3
OFF_THE_WAY = "back"
REVEALED = ("reveal", "1")
"""The part of an address that shows the solution, until it is hidden again."""


@dataclass(frozen=True, slots=True)
class Solving:
    """Everything the page tells of: the puzzle, the turns made, the turn in the making, the asks.

    ``shelved`` is None for a puzzle that came as a code and is not on the shelf; ``following`` is
    the puzzle to solve after it, if any; ``today`` tells whether it is the puzzle of the day.
    """

    shelved: ShelvedPuzzle | None
    following: ShelvedPuzzle | None
    way: Way
    tried: Attempt
    chosen: Chosen
    made: Making | None
    hint: int
    check: bool
    reveal: bool
    today: bool

    @property
    def puzzle(self) -> Puzzle:
        """The puzzle itself."""
        return self.tried.puzzle

    @property
    def number(self) -> int:
        """The number of the turn that comes next."""
        return len(self.tried.outcomes) + 1

    @property
    def left_way(self) -> int | None:
        """The turn that left the way of the known solution, None if there is none."""
        if self.shelved is None:
            return None
        return left_way(self.puzzle.position, self.shelved.line, self.tried.outcomes)

    @property
    def unique(self) -> bool:
        """Whether the known solution was proved to be the only one."""
        return self.shelved is not None and (self.shelved.document["verdict"]["claim"] == "unique")


def tools(at: Solving, told: Hint | None) -> Element:
    """Return what can be done beside playing; ``told`` is the hint that is shown."""
    return h(
        "div",
        *_back(at),
        *_asks(at, told),
        _revealing(at),
        whole_board(),
        class_="tools",
        role="group",
        aria_label="Tools",
    )


def unhelped(at: Solving) -> Element | None:
    """Return why there is no help, for a puzzle that came as a code."""
    if at.shelved is not None:
        return None
    told = "This puzzle is not on the shelf here, so there are no hints and no solution."
    return h("p", told, class_="note", id="unhelped")


def _back(at: Solving) -> list[Element]:
    parts, back = list[Element](), undone(at.made, at.tried.refusal, at.way)
    if back is not None:
        parts.append(_tool("Undo", "undo", back))
    if at.way.turns:
        parts.append(_tool("Start again", "again", at.way.start().to()))
    return parts


def _asks(at: Solving, told: Hint | None) -> list[Element]:
    if at.made is None or at.shelved is None:
        return []
    parts, kept = list[Element](), _kept(at)
    if at.hint < ALL_HINTS and (told is None or told.step != OFF_THE_WAY):
        name, following = "More hint" if at.hint else "Hint", str(at.hint + 1)
        parts.append(_tool(name, "hint", at.way.to(**kept, hint=following), "told"))
    if at.way.turns:
        parts.append(_tool("Am I on the way?", "check", at.way.to(**kept, check="1"), "checked"))
    return parts


def _revealing(at: Solving) -> Element | None:
    if at.shelved is None:
        return None
    if not at.reveal:
        shown = replace(at.way, fixed=(*at.way.fixed, REVEALED))
        return _tool("Reveal the solution", "reveal", shown.to(**_kept(at)), "solution")
    hidden = replace(at.way, fixed=tuple(one for one in at.way.fixed if one != REVEALED))
    return _tool("Hide the solution", "reveal", hidden.to(**_kept(at)))


def _kept(at: Solving) -> dict[str, str]:
    """Return what was chosen for the turn in the making, so that asking does not lose it."""
    wanted = at.chosen
    kept = {"turn": str(wanted.rotation)} if wanted.rotation else {}
    if wanted.cell is not None:
        kept["at"] = f"{wanted.cell[0]}.{wanted.cell[1]}"
    if wanted.claim is not None:
        kept["claim"] = wanted.claim
    if wanted.order is not None:
        kept["order"] = str(wanted.order)
    return kept


def _tool(name: str, key: str, href: str, then: str | None = None) -> Element:
    return h("a", name, class_="button", id=key, href=href, data_step="", data_then=then)


def hint_asked(at: Solving) -> Hint | None:
    """Return the hint asked for; off the way of the solution, that."""
    if not at.hint or at.shelved is None or at.made is None:
        return None
    told = hints(at.puzzle.position, at.shelved.line, at.shelved.themes, at.tried.outcomes)
    return told[at.hint - 1] if told else Hint(OFF_THE_WAY, verdict(at))


def hinted(hint: Hint | None) -> Element | None:
    """Return the hint as a card, if there is one."""
    if hint is None:
        return None
    titles = {"idea": "the idea", "place": "the place", "turn": "the turn", OFF_THE_WAY: "go back"}
    head = f"Hint: {titles[hint.step]}"
    return h(
        "section",
        h("h2", head),
        h("p", hint.sentence),
        class_="card hint",
        id="told",
        aria_label=f"{head}. {hint.sentence}",
    )


def checked(at: Solving) -> Element:
    """Return whether the goal can still be reached, as a card."""
    return h("section", h("h2", "Check"), h("p", verdict(at)), class_="card hint", id="checked")


def verdict(at: Solving) -> str:
    """Return in words whether the goal can still be reached, as far as that is known."""
    left = at.left_way
    if left is None:
        return "So far you are on the way: the goal can be reached from here."
    if at.unique:
        return (
            f"The goal cannot be reached any more: turn {left} leaves the only solution. "
            "Take turns back."
        )
    return (
        f"Turn {left} is not that of the solution known here. Whether the goal can still be "
        "reached was not proved: there may be other solutions."
    )


def solution(at: Solving) -> Element | None:
    """Return the solution with its board, if it is known."""
    if at.shelved is None:
        return None
    start, line = at.puzzle.position, at.shelved.line
    outcomes = outcomes_along(start, line)
    told, position = list[Element](), start
    for outcome in outcomes:
        told.append(h("li", turn_in_words(position, outcome.turn, outcome)))
        position = outcome.after
    cells = [move.turn.cell for move in moves(outcomes)]
    which = "The only solution" if at.unique else "A solution"
    return h(
        "section",
        h("h2", which),
        board(position, marked=cells),
        h("ol", *told, class_="story"),
        class_="card",
        id="solution",
    )
