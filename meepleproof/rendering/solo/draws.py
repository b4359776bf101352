"""The tiles to come and the colours that draw them, as far as the piles are known."""

from __future__ import annotations

from dataclasses import dataclass

from verifier.carcassonne.solo.letters import letter_of
from verifier.carcassonne.solo.position import Position

UNKNOWN = "?"
DRAWN = 12
"""How many tiles to come are drawn; those after them are listed by letter."""


@dataclass(frozen=True, slots=True)
class Draw:
    """A tile to come, ``?`` if unknown, and the colour that draws it."""

    colour: int
    tile: str

    @property
    def letter(self) -> str:
        """The letter under which it is drawn, ``?`` for an unknown tile."""
        return letter_of(self.tile)


def next_draws(position: Position) -> tuple[Draw, ...]:
    """Return the tiles to come in turn order, up to the last known one.

    This assumes that each can be placed; in play, a tile that cannot be placed leaves the game
    (SOLO-PLACE-4). A colour whose pile is empty is passed over (SOLO-PLACE-5) or draws from the
    next pile, as the switch ``pile.empty`` says.

    >>> from verifier.carcassonne.solo.notation import parse_position
    >>> position = parse_position("s3.4~D0.0.0~p1.2.3~h4.4.4~t2~nE.JU.L")
    >>> "".join(f"{draw.letter}{draw.colour + 1} " for draw in next_draws(position))
    'J2 L3 E1 U2 '
    """
    if position.over:
        return ()
    known = [pile.known for pile in position.piles]
    hidden = [pile.hidden for pile in position.piles]
    colour, draws = position.to_move, list[Draw]()
    ends = position.rules.choose(
        "pile.empty", {"skip_colour": False, "borrow_next_pile": False, "end_game": True}
    )
    while any(known):
        pile = _pile(position, colour, [bool(k or h) for k, h in zip(known, hidden, strict=True)])
        if pile is None and ends:
            break
        if pile is not None and known[pile]:
            draws.append(Draw(colour, known[pile][0]))
            known[pile] = known[pile][1:]
        elif pile is not None:
            draws.append(Draw(colour, UNKNOWN))
            hidden[pile] -= 1
        colour = (colour + 1) % position.rules.colours
    return tuple(draws)


def _pile(position: Position, colour: int, filled: list[bool]) -> int | None:
    own = position.pile_of(colour)
    if filled[own]:
        return own
    clockwise = [(own + step) % len(filled) for step in range(1, len(filled))]
    return position.rules.choose(
        "pile.empty",
        {
            "skip_colour": None,
            "borrow_next_pile": next((pile for pile in clockwise if filled[pile]), None),
            "end_game": None,
        },
    )
