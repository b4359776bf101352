"""A turn in the making in words: what is asked, what was chosen, what is not allowed."""

from __future__ import annotations

from dataclasses import replace

from rendering.palette import PIGMENTS, colour_name
from service.pages.board import SIDES
from service.pages.scoring_notes import brought_in_words
from service.play.turn_form import Claim, Making
from service.play.turns import Refusal
from verifier.carcassonne.tiles import EDGES
from verifier.carcassonne.turn import NO_CLAIM, Outcome

_TURNED = ("", ", a quarter turn clockwise", ", half a turn", ", a quarter turn anticlockwise")
_NONE_IN_HAND = "SOLO-MEEPLE-11"


def saying(made: Making) -> str:
    """Return in a sentence or two where the player stands, for those who listen."""
    refusal = explained(made)
    if refusal is not None:
        return f"Not allowed. {refusal.sentence}"
    if made.outcome is not None:
        return _complete(made, made.outcome)
    if made.chosen.cell is None:
        return _begun(made)
    if made.chosen.claim is None:
        return "Choose the feature for the meeple."
    return "Choose what is scored first."


def feature(claim: Claim) -> str:
    """Return a feature of the tile as the page calls it.

    >>> feature(Claim("N", "road", allowed=True))
    'the road (north)'
    """
    if claim.name == "M":
        return "the monastery"
    return f"the {claim.kind} ({SIDES[EDGES.index(claim.name)]})"


def explained(made: Making) -> Refusal | None:
    """Return why the turn is refused, with features called as the page calls them."""
    refusal = made.refusal
    if refusal is None or made.chosen.claim != NO_CLAIM or not made.due:
        return refusal
    free = " and ".join(feature(claim) for claim in made.claims if claim.allowed)
    return replace(refusal, sentence=f"A meeple must be placed; free: {free}.")


def counted(made: Making) -> tuple[int, int]:
    """Return on how many cells the tile fits as it lies, and on how many more if turned."""
    here = sum(made.chosen.rotation in fitting for fitting in made.places.values())
    return here, len(made.places) - here


def meeple_asked(made: Making) -> str:
    """Return what is to be done about a meeple, once the tile lies where it fits."""
    if made.due:
        return "Where does the meeple go?"
    if made.why_none == _NONE_IN_HAND:
        name = PIGMENTS[made.colour].name
        return f"A meeple is due, but {name} has none in hand: the game ends with this turn."
    return "No meeple is due."


def _begun(made: Making) -> str:
    here, turned = counted(made)
    name, how = colour_name(made.colour).capitalize(), _TURNED[made.chosen.rotation]
    return (
        f"{name} places tile {made.tile}{how}. Cells where it fits as it lies: {here}; when "
        f"turned: {turned}. Choose a cell."
    )


def _complete(made: Making, outcome: Outcome) -> str:
    claimed = next((one for one in made.claims if one.name == made.chosen.claim), None)
    meeple = meeple_asked(made) if claimed is None else f"The meeple goes on {feature(claimed)}."
    return f"The turn is complete. {meeple} {brought_in_words(made.position, outcome)}"
