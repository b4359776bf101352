"""The board of a plain page, and the form of the next turn, for its template.

Puzzles and free games share these; they differ in what is shown around them.
"""

from __future__ import annotations

from collections.abc import Sequence
from xml.etree.ElementTree import Element

from meepleproof.rendering.palette import PIGMENTS
from meepleproof.service.pages.markup import drawn
from meepleproof.service.pages.solo.board import (
    SIDES,
    CellLink,
    MeepleLink,
    TentativeTile,
    board,
    pawn_picture,
    tile_picture,
)
from meepleproof.service.pages.solo.scoring_notes import scored
from meepleproof.service.pages.solo.wording import (
    count_cells,
    explained_refusal,
    feature_in_words,
    meeple_question,
)
from meepleproof.service.pages.url import GameUrl
from meepleproof.service.play.solo.turn_form import FIELD, TurnForm
from meepleproof.service.play.turns import Refusal
from verifier.carcassonne.solo.catalogue import CATALOGUE
from verifier.carcassonne.solo.letters import letter_of, letters_of
from verifier.carcassonne.solo.notation import turn_text
from verifier.carcassonne.solo.position import Position
from verifier.carcassonne.solo.turn import NO_CLAIM
from verifier.carcassonne.table.cells import STEPS, Cell
from verifier.documents.strict_json import Document

_HAND = 132


# The board


def playing_board(
    position: Position,
    form: TurnForm | None,
    url: GameUrl,
    *,
    hinted: Cell | None = None,
    last: Sequence[Cell] = (),
) -> Element:
    """Return the board with links for all that the player can do on it."""
    if form is None:
        return board(position, marked=last, hinted=hinted)
    cell = form.choices.cell
    tentative = None
    if cell in form.beside:
        tentative = TentativeTile(
            form.placement, form.colour, form.fits, _spin_link(form, url), _meeple_links(form, url)
        )
    steps = [_cell_link(form, beside, url) for beside in form.beside if beside != cell]
    return board(position, steps=steps, tentative=tentative, marked=last, hinted=hinted)


def _cell_link(form: TurnForm, cell: Cell, url: GameUrl) -> CellLink:
    fitting = form.places.get(cell, ())
    turn = _next_fitting(form.choices.rotation, fitting)
    where = f"({cell[0]}, {cell[1]}){_sides_of_tiles(form.position, cell)}"
    href = url.link(at=f"{cell[0]}.{cell[1]}", turn=str(turn))
    if form.choices.rotation in fitting:
        return CellLink(
            cell, href, f"Place {letter_of(form.tile)} on {where}: fits as it lies", "fits"
        )
    if fitting:
        return CellLink(
            cell, href, f"Place {letter_of(form.tile)} on {where}: fits when turned", "turns"
        )
    return CellLink(cell, href, f"Place {letter_of(form.tile)} on {where}: does not fit", "closed")


def _next_fitting(rotation: int, fitting: Sequence[int]) -> int:
    """Return the first rotation in which the tile fits, clockwise from its own."""
    return min(fitting, key=lambda turned: (turned - rotation) % 4, default=rotation)


def _sides_of_tiles(position: Position, cell: Cell) -> str:
    table = {placement.cell: letter_of(placement.tile) for placement in position.placements}
    sides = [
        f"{side} of {table[at]}"
        for side, step in zip(SIDES, STEPS, strict=True)
        if (at := (cell[0] - step[0], cell[1] - step[1])) in table
    ]
    return f", {' and '.join(sides)}" if sides else ""


def _spin_link(form: TurnForm, url: GameUrl) -> str:
    """Return the link that turns the tile on its cell, to its next fitting rotation if any."""
    rotation, fitting = form.choices.rotation, form.places.get(form.placement.cell, ())
    following = (rotation + 1) % form.rotations
    others = [turned for turned in fitting if turned != rotation]
    return url.link(at=_cell_text(form), turn=str(_next_fitting(following, others)))


def _meeple_links(form: TurnForm, url: GameUrl) -> tuple[MeepleLink, ...]:
    return tuple(
        MeepleLink(
            claim.name,
            _claim_link(form, claim.name, url),
            f"Put the meeple on {feature_in_words(claim)}",
            claim.name == form.choices.claim,
        )
        for claim in form.claims
        if claim.allowed
    )


# The form of the next turn


def undo_link(form: TurnForm | None, refusal: Refusal | None, url: GameUrl) -> str | None:
    """Return the link one step back.

    First it takes back the tile that is being placed, then a refused turn, then the last turn.
    """
    if form is not None and form.choices.cell is not None:
        return _lift_link(form, url)
    if refusal is not None:
        return url.link()
    return url.without_last_turn().link() if url.turns else None


def _lift_link(form: TurnForm, url: GameUrl) -> str:
    """Return the link that takes the tile back, turned as it is."""
    return url.link(turn=str(form.choices.rotation))


def turn_shown(form: TurnForm, url: GameUrl, *, number: int, of: int | None = None) -> Document:
    """Return what the player has to choose next, and what follows from the choices made.

    ``asks`` is ``square``, ``turn`` if the tile fits there but not as it lies, ``other`` if it does
    not fit there at all, or ``meeple``.
    """
    fits, fits_turned = count_cells(form)
    laid = form.choices.cell is not None
    return {
        "number": number,
        "of": of,
        "who": PIGMENTS[form.colour].name,
        "pawn": drawn(pawn_picture(form.colour)),
        "leaving": letters_of(form.discards),
        "tile": drawn(tile_picture(form.tile, form.choices.rotation, pixels=_HAND)),
        "letter": letter_of(form.tile),
        "turned": _turned(form, url),
        "asks": _asks(form),
        "fits": fits,
        "fits_turned": fits_turned,
        "misfits": len(form.places) < len(form.beside),
        "question": meeple_question(form),
        "why_none": {} if form.due or not form.why_none else _rules(form.why_none),
        "claims": _claims(form, url),
        "refusal": refusal_shown(explained_refusal(form)) if laid else None,
        "orders": _orders(form, url),
        "ready": _ready(form, url),
        "lift": _lift_link(form, url) if laid else None,
    }


def refusal_shown(refusal: Refusal | None) -> Document | None:
    """Return why a turn is refused, with the text of each rule; None if it is not."""
    if refusal is None:
        return None
    return {"says": refusal.sentence, "rules": _rules(*refusal.rules), "turn": refusal.turn}


def _rules(*ids: str) -> dict[str, str]:
    return {identity: CATALOGUE.rule(identity).sentence for identity in ids}


def _asks(form: TurnForm) -> str:
    if form.choices.cell is None:
        return "square"
    if form.fits:
        return "meeple"
    return "turn" if form.places.get(form.choices.cell) else "other"


def _turned(form: TurnForm, url: GameUrl) -> Document | None:
    """Return the links that turn the tile to either side, if that makes a difference."""
    if form.rotations == 1:
        return None
    at = {} if form.choices.cell is None else {"at": _cell_text(form)}
    sides = {"left": -1, "right": 1}
    turned = {side: (form.choices.rotation + by) % form.rotations for side, by in sides.items()}
    return {side: url.link(**at, turn=str(turn)) for side, turn in turned.items()}


def _claims(form: TurnForm, url: GameUrl) -> list[Document]:
    """Return the places for the meeple, once the tile lies where it fits."""
    if not form.fits:
        return []
    places = [(claim.name, feature_in_words(claim), claim.allowed) for claim in form.claims]
    if "field" in form.placement.drawing.terrain:
        places.append((FIELD, "the field", False))
    places.append((NO_CLAIM, "no meeple", not form.due))
    return [
        {
            "name": name,
            "says": says,
            "allowed": allowed,
            "chosen": name == form.choices.claim,
            "href": _claim_link(form, name, url),
        }
        for name, says, allowed in places
    ]


def _claim_link(form: TurnForm, claim: str, url: GameUrl) -> str:
    return url.link(at=_cell_text(form), turn=str(form.choices.rotation), claim=claim)


def _orders(form: TurnForm, url: GameUrl) -> list[Document]:
    """Return the scoring orders to choose from, if the order matters."""
    kept = {"turn": str(form.choices.rotation), "claim": form.choices.claim or ""}
    return [
        {
            "brings": scored(form.position, outcome),
            "chosen": form.choices.order == number,
            "href": url.link(at=_cell_text(form), **kept, order=str(number)),
        }
        for number, outcome in enumerate(form.orders)
    ]


def _ready(form: TurnForm, url: GameUrl) -> Document | None:
    """Return what the chosen turn brings, and the link that makes it."""
    outcome = form.outcome
    if outcome is None or outcome.turn is None:
        return None
    # The chosen scoring order shows its scoring already; the end of the game is worth repeating.
    said = not form.orders or outcome.result is not None
    return {
        "brings": scored(form.position, outcome) if said else None,
        "href": url.with_turn(turn_text(outcome.turn)).link(),
    }


def _cell_text(form: TurnForm) -> str:
    x, y = form.placement.cell
    return f"{x}.{y}"
