"""The form of a turn in words: what to choose, what was chosen, what is not allowed."""

from __future__ import annotations

from dataclasses import replace

from rendering.palette import PIGMENTS, colour_name
from service.pages.board import SIDES
from service.pages.scoring_notes import scoring_in_words
from service.play.turn_form import ClaimOption, TurnForm
from service.play.turns import Refusal
from verifier.carcassonne.solo.letters import letter_of
from verifier.carcassonne.tiles import EDGES
from verifier.carcassonne.turn import NO_CLAIM, Outcome

_TURNED = ("", ", a quarter turn clockwise", ", half a turn", ", a quarter turn anticlockwise")
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
    if claim.name == "M":
        return "the monastery"
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
    if form.due:
        return "Where does the meeple go?"
    if form.why_none == _NONE_IN_HAND:
        name = PIGMENTS[form.colour].name
        return f"A meeple is due, but {name} has none in hand: the game ends with this turn."
    return "No meeple is due."


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
