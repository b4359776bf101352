"""Turns and tasks in words: what to choose, what was chosen, what is not allowed."""

from __future__ import annotations

from dataclasses import replace

from meepleproof.rendering.palette import PIGMENTS, colour_name
from meepleproof.rendering.solo.words import goal_in_words
from meepleproof.service.pages.solo.board import SIDES
from meepleproof.service.pages.solo.scoring_notes import scoring_in_words
from meepleproof.service.play.solo.turn_form import FIELD, ClaimOption, TurnForm
from meepleproof.service.play.turns import Refusal
from verifier.carcassonne.solo.goals import Goal, goal_kinds
from verifier.carcassonne.solo.letters import letter_of
from verifier.carcassonne.solo.puzzle import Puzzle
from verifier.carcassonne.solo.turn import NO_CLAIM, Outcome
from verifier.carcassonne.tiles import EDGES

_TURNED = ("", ", a quarter turn clockwise", ", half a turn", ", a quarter turn anticlockwise")
_NUMBERS = ("No", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine")
_PLACES = {"M": "the monastery", FIELD: "the field", NO_CLAIM: "no meeple"}
_NONE_IN_HAND = "SOLO-MEEPLE-11"


def status_in_words(form: TurnForm) -> str:
    """Return the state of the form in a sentence or two, for a screen reader."""
    refusal = explained_refusal(form)
    if refusal is not None:
        return f"Not allowed. {refusal.sentence}"
    if form.outcome is not None:
        return _complete_turn(form, form.outcome)
    if form.choices.cell is None:
        return _empty_form(form)
    if form.choices.claim is None:
        return "Choose the feature for the meeple."
    return "Choose what is scored first."


def feature_in_words(claim: ClaimOption) -> str:
    """Return a feature of the tile in the words of the page.

    >>> feature_in_words(ClaimOption("N", "road", allowed=True))
    'the road (north)'
    """
    if claim.name in _PLACES:
        return _PLACES[claim.name]
    return f"the {claim.kind} ({SIDES[EDGES.index(claim.name)]})"


def explained_refusal(form: TurnForm) -> Refusal | None:
    """Return why the turn is refused, with features in the words of the page."""
    refusal = form.refusal
    if refusal is None or form.choices.claim != NO_CLAIM or not form.due:
        return refusal
    free = " and ".join(feature_in_words(claim) for claim in form.claims if claim.allowed)
    return replace(refusal, sentence=f"A meeple must be placed; free: {free}.")


def count_cells(form: TurnForm) -> tuple[int, int]:
    """Return on how many cells the tile fits as it is, and on how many more if turned."""
    here = sum(form.choices.rotation in fitting for fitting in form.places.values())
    return here, len(form.places) - here


def meeple_question(form: TurnForm) -> str:
    """Return the question about the meeple, once the tile is placed where it fits."""
    return question_in_words(form.colour, due=form.due, why_none=form.why_none)


def question_in_words(colour: int, *, due: bool, why_none: str) -> str:
    """Return the question about the meeple, or why none is placed.

    >>> question_in_words(0, due=False, why_none="SOLO-MEEPLE-11")
    'Blue must place a meeple but has none left: the game ends with this turn.'
    """
    if due:
        return "Where does the meeple go?"
    if why_none == _NONE_IN_HAND:
        name = PIGMENTS[colour].name.capitalize()
        return f"{name} must place a meeple but has none left: the game ends with this turn."
    return "No free road, city or monastery: no meeple this turn."


def chosen_in_words(claim: ClaimOption, *, due: bool) -> str:
    """Return what a choice of the meeple's place means, as a sentence."""
    if claim.name == NO_CLAIM:
        return "" if due else "No meeple is placed."
    return f"The meeple goes on {feature_in_words(claim)}."


def task_in_words(puzzle: Puzzle) -> str:
    """Return what a puzzle asks for, with the number of tiles that are left for it.

    >>> from verifier.carcassonne.solo.puzzle import parse_code
    >>> task_in_words(parse_code("s3.4~D0.0.0~p1.2.3~h4.4.4~t1~nU.V.~u0.0.1~g.road-5-3c"))
    'Two tiles left: score a road worth exactly 5 points with 3 colours'
    """
    return wish_in_words(puzzle.goal, puzzle.tiles)


def wish_in_words(goal: Goal, tiles: int) -> str:
    """Return what is asked for with so many tiles left, like :func:`task_in_words`."""
    if goal_kinds()[goal.kind].wish_with_tiles:
        return goal_in_words(goal, tiles)
    number = _NUMBERS[tiles] if tiles < len(_NUMBERS) else str(tiles)
    wish = goal_in_words(goal)
    return f"{number} {'tile' if tiles == 1 else 'tiles'} left: {wish[0].lower()}{wish[1:]}"


def check_in_words(left: int | None, *, unique: bool) -> str:
    """Return whether the goal can still be reached, if turn ``left`` was the first off the way.

    >>> check_in_words(2, unique=True)
    'Turn 2 was the wrong one: the goal is out of reach. Undo to turn 2.'
    """
    if left is None:
        return "You are on track: the goal can be reached from here."
    if unique:
        return f"Turn {left} was the wrong one: the goal is out of reach. Undo to turn {left}."
    return (
        f"Turn {left} is not that of the solution known here. Whether the goal can still be "
        "reached was not proved: there may be other solutions."
    )


def _empty_form(form: TurnForm) -> str:
    here, turned = count_cells(form)
    name, how = colour_name(form.colour).capitalize(), _TURNED[form.choices.rotation]
    return (
        f"{name} places tile {letter_of(form.tile)}{how}. Cells where it fits as it lies: {here}; "
        f"when turned: {turned}. Choose a cell."
    )


def _complete_turn(form: TurnForm, outcome: Outcome) -> str:
    claimed = next((one for one in form.claims if one.name == form.choices.claim), None)
    meeple = (
        meeple_question(form)
        if claimed is None
        else f"The meeple goes on {feature_in_words(claimed)}."
    )
    return f"The turn is complete. {meeple} {scoring_in_words(form.position, outcome)}"
