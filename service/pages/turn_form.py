"""The board to play on, and the form of the next turn.

Puzzles and free games share these; they differ in what is shown around them.
"""

from __future__ import annotations

from collections.abc import Sequence
from xml.etree.ElementTree import Element

from rendering.palette import PIGMENTS
from service.pages.board import (
    SIDES,
    CellLink,
    MeepleLink,
    TentativeTile,
    board,
    pawn_picture,
    tile_picture,
)
from service.pages.markup import h
from service.pages.scoring_notes import scoring_lines
from service.pages.url import GameUrl
from service.pages.wording import count_cells, explained_refusal, feature_in_words, meeple_question
from service.play.turn_form import FIELD, TurnForm
from service.play.turns import Refusal
from verifier.carcassonne.notation import turn_text
from verifier.carcassonne.position import STEPS, Cell, Position
from verifier.carcassonne.solo.catalogue import CATALOGUE
from verifier.carcassonne.solo.letters import letter_of, letters_of
from verifier.carcassonne.turn import NO_CLAIM, Outcome

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


def turn_card(form: TurnForm, url: GameUrl, *, number: int, of: int | None = None) -> Element:
    """Return what the player has to choose next, and what follows from the choices made."""
    heading = f"Turn {number}" if of is None else f"Turn {number} of {of}"
    return h(
        "section",
        h(
            "h2",
            pawn_picture(form.colour),
            h("span", heading),
            h("span", f"{PIGMENTS[form.colour].name.capitalize()} plays", class_="who"),
        ),
        _discards_note(form),
        h(
            "div",
            _tile_in_hand(form, url),
            h("div", _question(form, url), class_="now"),
            class_="making",
        ),
        *_answers(form, url),
        class_="card turn",
        id="turn",
    )


def refusal_card(refusal: Refusal) -> Element:
    """Return why a turn is refused, with the text of each rule."""
    rules = [
        h("p", h("b", identity), f" {CATALOGUE.rule(identity).sentence}", class_="rule")
        for identity in refusal.rules
    ]
    return h(
        "div",
        h("p", h("b", "Not allowed. "), refusal.sentence),
        *rules,
        class_="refusal",
        id="refusal",
    )


def _discards_note(form: TurnForm) -> Element | None:
    if not form.discards:
        return None
    letters = " and ".join(letters_of(form.discards))
    what = "fits nowhere and leaves" if len(form.discards) == 1 else "fit nowhere and leave"
    return h("p", f"{letters} {what} the game (SOLO-PLACE-4).", class_="note")


def _tile_in_hand(form: TurnForm, url: GameUrl) -> Element:
    picture = tile_picture(form.tile, form.choices.rotation, pixels=_HAND)
    caption = f"tile {letter_of(form.tile)}"
    parts = [
        h(
            "div",
            picture,
            h("p", caption, class_="letter", aria_hidden="true"),
        )
    ]
    if form.rotations > 1:
        parts.append(
            h(
                "div",
                _turn_button(form, url, -1, "⟲", "Turn the tile anticlockwise", "turn-left"),
                _turn_button(form, url, 1, "⟳", "Turn the tile clockwise", "turn-right"),
                class_="turning",
            )
        )
    return h("div", *parts, class_="hand")


def _turn_button(
    form: TurnForm, url: GameUrl, by: int, sign: str, label: str, name: str
) -> Element:
    choices = {"turn": str((form.choices.rotation + by) % form.rotations)}
    if form.choices.cell is not None:
        choices = {"at": _cell_text(form), **choices}
    return h(
        "a",
        h("span", sign, aria_hidden="true"),
        class_="button round",
        id=name,
        href=url.link(**choices),
        aria_label=label,
    )


def _question(form: TurnForm, url: GameUrl) -> Element:
    """Return what to choose next, which is shown beside the tile."""
    if form.choices.cell is None:
        return _cell_question(form)
    if form.fits:
        return _meeple_question(form, url)
    return h("p", h("b", "It does not fit like this."), " Turn it, or choose another cell.")


def _answers(form: TurnForm, url: GameUrl) -> list[Element]:
    """Return what follows from the choices made, which is shown below the tile."""
    if form.choices.cell is None:
        return []
    parts = list[Element]()
    refusal = explained_refusal(form)
    if refusal is not None:
        parts.append(refusal_card(refusal))
    if form.orders:
        parts.append(_order_question(form, url))
    if form.outcome is not None:
        parts += _play_button(form, form.outcome, url)
    back = _lift_link(form, url)
    parts.append(h("a", "Take the tile back", class_="quiet", id="lift", href=back))
    return parts


def _cell_question(form: TurnForm) -> Element:
    here, turned = count_cells(form)
    return h(
        "div",
        h("p", h("b", "Where does it go?"), " Choose a cell of the board."),
        h(
            "ul",
            h("li", h("span", "+", class_="sign fits", aria_hidden="true"), f"fits here: {here}"),
            h(
                "li",
                h("span", "↻", class_="sign turns", aria_hidden="true"),
                f"fits when turned: {turned}",
            ),
            _closed_sign() if len(form.places) < len(form.beside) else None,
            class_="legend",
        ),
    )


def _closed_sign() -> Element:
    return h(
        "li",
        h("span", "✕", class_="sign", aria_hidden="true"),
        "does not fit; choose it to read why",
    )


def _meeple_question(form: TurnForm, url: GameUrl) -> Element:
    chips = [
        _chip(form, url, claim.name, feature_in_words(claim), allowed=claim.allowed)
        for claim in form.claims
    ]
    if "field" in form.placement.drawing.terrain:
        chips.append(_chip(form, url, FIELD, "the field", allowed=False))
    chips.append(_chip(form, url, NO_CLAIM, "no meeple", allowed=not form.due))
    return h(
        "div",
        h("p", h("b", meeple_question(form))),
        None if form.due else h("p", _why_none(form), class_="rule"),
        h("div", *chips, class_="chips", role="group", aria_label="Places for the meeple"),
    )


def _why_none(form: TurnForm) -> str:
    return f"{form.why_none}: {CATALOGUE.rule(form.why_none).sentence}"


def _chip(form: TurnForm, url: GameUrl, claim: str, name: str, *, allowed: bool) -> Element:
    choices = form.choices.claim == claim
    label = name if allowed else f"{name}: not allowed, tell me why"
    return h(
        "a",
        h(
            "span",
            "●" if choices and allowed else "✕" if not allowed else "○",
            aria_hidden="true",
        ),
        name,
        class_=f"chip{' choices' if choices else ''}{'' if allowed else ' off'}",
        id=f"claim.{claim}",
        href=_claim_link(form, claim, url),
        aria_label=label,
        aria_current="true" if choices else None,
    )


def _claim_link(form: TurnForm, claim: str, url: GameUrl) -> str:
    return url.link(at=_cell_text(form), turn=str(form.choices.rotation), claim=claim)


def _order_question(form: TurnForm, url: GameUrl) -> Element:
    chips = []
    for number, outcome in enumerate(form.orders):
        choices = form.choices.order == number
        asked = {"claim": form.choices.claim or "", "order": str(number)}
        chips.append(
            h(
                "a",
                scoring_lines(form.position, outcome),
                class_=f"chip wide{' choices' if choices else ''}",
                id=f"order.{number}",
                href=url.link(at=_cell_text(form), turn=str(form.choices.rotation), **asked),
                aria_current="true" if choices else None,
            )
        )
    return h(
        "div",
        h("p", h("b", "What is scored first?"), " Here the order matters (SOLO-SCORE-3)."),
        h("div", *chips, class_="chips", role="group", aria_label="Scoring orders"),
    )


def _play_button(form: TurnForm, outcome: Outcome, url: GameUrl) -> list[Element]:
    turn = outcome.turn
    if turn is None:
        return []
    # The chosen scoring order shows its scoring already; the end of the game is worth repeating.
    said = not form.orders or outcome.result is not None
    brings = h("div", scoring_lines(form.position, outcome), class_="brings") if said else None
    play = h(
        "a",
        "Play this turn",
        class_="button main",
        id="play",
        href=url.with_turn(turn_text(turn)).link(),
    )
    return [h("div", brings, play, class_="ready")]


def _cell_text(form: TurnForm) -> str:
    x, y = form.placement.cell
    return f"{x}.{y}"
