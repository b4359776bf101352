"""The desk: the board, and the turn in the making.

Puzzles and free games are played on the same desk; they differ in what stands around it.
"""

from __future__ import annotations

from collections.abc import Sequence
from xml.etree.ElementTree import Element

from rendering.palette import PIGMENTS
from service.pages.board import SIDES, Laid, Spot, Step, board, pawn_picture, tile_picture
from service.pages.markup import h
from service.pages.scoring_notes import brought
from service.pages.url import Way
from service.pages.wording import counted, explained, feature, meeple_asked
from service.play.turn_form import FIELD, Making
from service.play.turns import Refusal
from verifier.carcassonne.notation import turn_text
from verifier.carcassonne.position import STEPS, Cell, Position
from verifier.carcassonne.solo.catalogue import CATALOGUE
from verifier.carcassonne.turn import NO_CLAIM, Outcome

_HAND = 132


# The board


def playing_board(
    position: Position,
    made: Making | None,
    way: Way,
    *,
    hinted: Cell | None = None,
    last: Sequence[Cell] = (),
) -> Element:
    """Return the board with all that the player can do on it."""
    if made is None:
        return board(position, marked=last, hinted=hinted)
    cell = made.chosen.cell
    laid = None
    if cell in made.beside:
        laid = Laid(made.laid, made.colour, made.fits, _spin(made, way), _spots(made, way))
    steps = [_step(made, beside, way) for beside in made.beside if beside != cell]
    return board(position, steps=steps, laid=laid, marked=last, hinted=hinted)


def _step(made: Making, cell: Cell, way: Way) -> Step:
    fitting = made.places.get(cell, ())
    turn = _next_fitting(made.chosen.rotation, fitting)
    where = f"({cell[0]}, {cell[1]}){_beside(made.position, cell)}"
    href = way.to(at=f"{cell[0]}.{cell[1]}", turn=str(turn))
    if made.chosen.rotation in fitting:
        return Step(cell, href, f"Place {made.tile} on {where}: fits as it lies", "fits")
    if fitting:
        return Step(cell, href, f"Place {made.tile} on {where}: fits when turned", "turns")
    return Step(cell, href, f"Place {made.tile} on {where}: does not fit", "closed")


def _next_fitting(rotation: int, fitting: Sequence[int]) -> int:
    """Return the first rotation in which the tile fits, clockwise from the one it has."""
    return min(fitting, key=lambda turned: (turned - rotation) % 4, default=rotation)


def _beside(position: Position, cell: Cell) -> str:
    table = {placement.cell: placement.tile for placement in position.placements}
    found = [
        f"{side} of {table[at]}"
        for side, step in zip(SIDES, STEPS, strict=True)
        if (at := (cell[0] - step[0], cell[1] - step[1])) in table
    ]
    return f", {' and '.join(found)}" if found else ""


def _spin(made: Making, way: Way) -> str:
    """Return the address with the tile turned on its cell to where it fits next, if it does."""
    rotation, fitting = made.chosen.rotation, made.places.get(made.laid.cell, ())
    following = (rotation + 1) % made.rotations
    others = [turned for turned in fitting if turned != rotation]
    return way.to(at=_at(made), turn=str(_next_fitting(following, others)))


def _spots(made: Making, way: Way) -> tuple[Spot, ...]:
    return tuple(
        Spot(
            claim.name,
            _claiming(made, claim.name, way),
            f"Put the meeple on {feature(claim)}",
            claim.name == made.chosen.claim,
        )
        for claim in made.claims
        if claim.allowed
    )


# The turn in the making


def undone(made: Making | None, refusal: Refusal | None, way: Way) -> str | None:
    """Return the address of one step back.

    A turn that was refused is taken back before those made, the tile on the board before both.
    """
    if made is not None and made.chosen.cell is not None:
        return _lifted(made, way)
    if refusal is not None:
        return way.to()
    return way.back().to() if way.turns else None


def _lifted(made: Making, way: Way) -> str:
    """Return the address with the tile back in the hand, turned as it is."""
    return way.to(turn=str(made.chosen.rotation))


def turn_card(made: Making, way: Way, *, number: int, of: int | None = None) -> Element:
    """Return what the player has to do next, and what came of the last try."""
    heading = f"Turn {number}" if of is None else f"Turn {number} of {of}"
    return h(
        "section",
        h(
            "h2",
            pawn_picture(made.colour),
            h("span", heading),
            h("span", f"{PIGMENTS[made.colour].name.capitalize()} plays", class_="who"),
        ),
        _laid_aside(made),
        h("div", _hand(made, way), h("div", _question(made, way), class_="now"), class_="making"),
        *_answers(made, way),
        class_="card turn",
        id="turn",
    )


def refused(refusal: Refusal) -> Element:
    """Return why a turn is refused, with each rule in its own words."""
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


def _laid_aside(made: Making) -> Element | None:
    if not made.discards:
        return None
    letters = " and ".join(made.discards)
    what = "fits nowhere and leaves" if len(made.discards) == 1 else "fit nowhere and leave"
    return h("p", f"{letters} {what} the game (SOLO-PLACE-4).", class_="note")


def _hand(made: Making, way: Way) -> Element:
    picture = tile_picture(made.tile, made.chosen.rotation, pixels=_HAND)
    parts = [h("div", picture, h("p", f"tile {made.tile}", class_="letter", aria_hidden="true"))]
    if made.rotations > 1:
        parts.append(
            h(
                "div",
                _turning(made, way, -1, "⟲", "Turn the tile anticlockwise", "turn-left"),
                _turning(made, way, 1, "⟳", "Turn the tile clockwise", "turn-right"),
                class_="turning",
            )
        )
    return h("div", *parts, class_="hand")


def _turning(made: Making, way: Way, by: int, sign: str, label: str, name: str) -> Element:
    asked = {"turn": str((made.chosen.rotation + by) % made.rotations)}
    if made.chosen.cell is not None:
        asked = {"at": _at(made), **asked}
    return h(
        "a",
        h("span", sign, aria_hidden="true"),
        class_="button round",
        id=name,
        href=way.to(**asked),
        aria_label=label,
        data_step="",
    )


def _question(made: Making, way: Way) -> Element:
    """Return what is to be chosen now, beside the tile."""
    if made.chosen.cell is None:
        return _where(made)
    if made.fits:
        return _meeple(made, way)
    return h("p", h("b", "It does not fit like this."), " Turn it, or choose another cell.")


def _answers(made: Making, way: Way) -> list[Element]:
    """Return what comes of what was chosen, below the tile."""
    if made.chosen.cell is None:
        return []
    parts = list[Element]()
    refusal = explained(made)
    if refusal is not None:
        parts.append(refused(refusal))
    if made.orders:
        parts.append(_orders(made, way))
    if made.outcome is not None:
        parts += _ready(made, made.outcome, way)
    back = _lifted(made, way)
    parts.append(h("a", "Take the tile back", class_="quiet", id="lift", href=back, data_step=""))
    return parts


def _where(made: Making) -> Element:
    here, turned = counted(made)
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
            _closed_sign() if len(made.places) < len(made.beside) else None,
            class_="legend",
        ),
    )


def _closed_sign() -> Element:
    return h(
        "li",
        h("span", "✕", class_="sign", aria_hidden="true"),
        "does not fit; choose it to read why",
    )


def _meeple(made: Making, way: Way) -> Element:
    chips = [
        _chip(made, way, claim.name, feature(claim), allowed=claim.allowed) for claim in made.claims
    ]
    if "field" in made.laid.drawing.terrain:
        chips.append(_chip(made, way, FIELD, "the field", allowed=False))
    chips.append(_chip(made, way, NO_CLAIM, "no meeple", allowed=not made.due))
    return h(
        "div",
        h("p", h("b", meeple_asked(made))),
        None if made.due else h("p", _why_none(made), class_="rule"),
        h("div", *chips, class_="chips", role="group", aria_label="Places for the meeple"),
    )


def _why_none(made: Making) -> str:
    return f"{made.why_none}: {CATALOGUE.rule(made.why_none).sentence}"


def _chip(made: Making, way: Way, claim: str, name: str, *, allowed: bool) -> Element:
    chosen = made.chosen.claim == claim
    label = name if allowed else f"{name}: not allowed, tell me why"
    return h(
        "a",
        h(
            "span",
            "●" if chosen and allowed else "✕" if not allowed else "○",
            aria_hidden="true",
        ),
        name,
        class_=f"chip{' chosen' if chosen else ''}{'' if allowed else ' off'}",
        id=f"claim.{claim}",
        href=_claiming(made, claim, way),
        aria_label=label,
        aria_current="true" if chosen else None,
        data_step="",
    )


def _claiming(made: Making, claim: str, way: Way) -> str:
    return way.to(at=_at(made), turn=str(made.chosen.rotation), claim=claim)


def _orders(made: Making, way: Way) -> Element:
    chips = []
    for number, outcome in enumerate(made.orders):
        chosen = made.chosen.order == number
        asked = {"claim": made.chosen.claim or "", "order": str(number)}
        chips.append(
            h(
                "a",
                brought(made.position, outcome),
                class_=f"chip wide{' chosen' if chosen else ''}",
                id=f"order.{number}",
                href=way.to(at=_at(made), turn=str(made.chosen.rotation), **asked),
                aria_current="true" if chosen else None,
                data_step="",
            )
        )
    return h(
        "div",
        h("p", h("b", "What is scored first?"), " Here the order matters (SOLO-SCORE-3)."),
        h("div", *chips, class_="chips", role="group", aria_label="Scoring orders"),
    )


def _ready(made: Making, outcome: Outcome, way: Way) -> list[Element]:
    turn = outcome.turn
    if turn is None:
        return []
    # Of the orders to choose from, the chosen one says what it brings; an end is said once more.
    said = not made.orders or outcome.result is not None
    brings = h("div", brought(made.position, outcome), class_="brings") if said else None
    play = h(
        "a",
        "Play this turn",
        class_="button main",
        id="play",
        href=way.on(turn_text(turn)).to(),
        data_step="",
    )
    return [h("div", brings, play, class_="ready")]


def _at(made: Making) -> str:
    x, y = made.laid.cell
    return f"{x}.{y}"
