"""What pictures and text say beside a board: tiles to come, notes, and tiles that no longer matter.

Nothing is open on such a tile any more; pictures of the end of a game leave it blank.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate, pairwise
from types import MappingProxyType

from verifier.carcassonne.engine.solo.features import feature_of
from verifier.carcassonne.solo.letters import letter_of
from verifier.carcassonne.solo.position import Placement, Position
from verifier.carcassonne.solo.rule_set import SOLO
from verifier.carcassonne.table.cells import STEPS, Cell
from verifier.wording import listed

__all__ = [
    "BENDS",
    "BOX_NAMES",
    "DRAWN",
    "UNKNOWN",
    "Draw",
    "closed_cells",
    "closed_in_words",
    "closed_near_the_end",
    "names_in_order",
    "next_draws",
    "notes",
    "options",
]


BOX_NAMES: Mapping[str, str] = MappingProxyType(
    {
        "river": "The River",
        "ic": "Inns & Cathedrals",
        "tb": "Traders & Builders",
        "ks": "King & Scout",
    }
)
"""The boxes that may lie beside the base game, as people call them."""

BENDS = "No two bends of the river in a row turn to one side."
"""The rule of the river that a board does not show (SOLO-BOX-7, HOUSE-RIVER-4)."""

UNKNOWN = "?"
DRAWN = 12
"""How many tiles to come are drawn; those after them are listed by letter."""


@dataclass(frozen=True, slots=True)
class Draw:
    """A tile to come, ``?`` if unknown, and the colour that draws it.

    A ``spare`` one lies below the one before it, and an unknown tile is drawn before its turn. It
    is drawn at once if that one has no place (SOLO-PLACE-4).
    """

    colour: int
    tile: str
    spare: bool = False

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

    Known tiles after an unknown one stand behind the one that they lie below, as spare. Before a
    river has come to its lake there are none.

    >>> position = parse_position("s3.4~D0.0.0~p1.2.3~h4.4.4~t2~n.EJ.L~u9.9.9")
    >>> [(draw.letter, draw.spare) for draw in next_draws(position)]
    [('E', False), ('J', True), ('L', False)]
    """
    if position.over:
        return ()
    known = [pile.known for pile in position.piles]
    hidden = [pile.hidden for pile in position.piles]
    draws = _river_draws(position)
    colour = (position.to_move + len(draws)) % position.rules.colours
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
    while draws and draws[-1].tile == UNKNOWN:
        draws.pop()
    return _with_spares(draws) if position.river.empty else tuple(draws)


def names_in_order(draws: Sequence[Draw]) -> list[str]:
    """Return the letters with the numbers of their turns before them.

    >>> names_in_order([Draw(0, "base/E"), Draw(0, "base/J", spare=True), Draw(1, "base/L")])
    ['1. E', 'below J', '2. L']
    """
    turns = accumulate(int(not draw.spare) for draw in draws)
    return [
        f"below {draw.letter}" if draw.spare else f"{turn}. {draw.letter}"
        for turn, draw in zip(turns, draws, strict=True)
    ]


def _with_spares(draws: list[Draw]) -> tuple[Draw, ...]:
    """Return the draws before the first unknown one, the others known behind those above them."""
    tiles = [draw.tile for draw in draws]
    in_time = draws[: tiles.index(UNKNOWN)] if UNKNOWN in tiles else draws
    last = {draw.colour: draw for draw in in_time}
    below = [draw for draw in draws[len(in_time) :] if draw.tile != UNKNOWN]
    if any(draw.colour not in last for draw in below):
        return tuple(draws)
    return tuple(
        one
        for draw in in_time
        for one in (
            draw,
            *(
                replace(other, spare=True)
                for other in below
                if draw is last[draw.colour] and other.colour == draw.colour
            ),
        )
    )


def _river_draws(position: Position) -> list[Draw]:
    """Return the tiles of the river, which come before all others (SOLO-BOX-7)."""
    tiles = (*position.river.known, *(UNKNOWN for _ in range(position.river.hidden)))
    colours = position.rules.colours
    return [Draw((position.to_move + n) % colours, tile) for n, tile in enumerate(tiles)]


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


def notes(position: Position) -> list[str]:
    """Return a sentence for the end of the game, monasteries, discards and unknown tiles."""
    found = ["The game is over."] if position.over else []
    if position.monasteries:
        found.append(f"Monasteries scored so far: {position.monasteries}")
    if position.discards:
        found.append(f"Out of the game: {' '.join(map(letter_of, position.discards))}")
    if any(pile.hidden for pile in position.piles):
        hidden = " + ".join(str(pile.hidden) for pile in position.piles)
        below = ", below the next ones" if any(pile.known for pile in position.piles) else ""
        found.append(f"Unknown tiles in the piles{below}: {hidden}")
    if position.river.hidden:
        found.append(f"Unknown tiles of the river: {position.river.hidden}")
    draws = next_draws(position)
    found += [
        f"{spare.letter} lies below {draw.letter}: it is drawn at once if {draw.letter} has no "
        "place"
        for draw, spare in pairwise(draws)
        if spare.spare
    ]
    if not position.river.empty:
        found.append(BENDS)
    return found


def options(position: Position) -> str:
    """Return what lies beside the base game, and the choices that are not at their default.

    It is empty if the base game is played alone, with four meeples each, by the usual readings.

    >>> from verifier.carcassonne.solo.notation import parse_position
    >>> options(parse_position("s3.4.iL~D0.0.0~p1.2.3~h4.4.4~l1.1.1~t1~n.."))
    'Played with Inns & Cathedrals and large meeples'
    """
    rules = position.rules
    beside = [BOX_NAMES[box] for box in rules.boxes] + ["large meeples"] * rules.large
    beside += [f"{rules.meeples} meeples for each colour"] * (rules.meeples != SOLO.meeples)
    chosen = ", ".join(f"{key} = {value}" for key, value in rules.switches)
    sentences = (
        f"Played with {listed(beside)}" if beside else "",
        f"Options: {chosen}" * bool(chosen),
    )
    return "; ".join(filter(None, sentences))


def closed_near_the_end(position: Position) -> frozenset[Cell]:
    """Return the closed cells of a table whose last tiles are all known; else none.

    Before, a board is small, and there is little on it that is closed.
    """
    known = [bool(pile.known) for pile in position.piles]
    hidden = any(pile.hidden for pile in position.piles)
    return closed_cells(position) if any(known) and not hidden else frozenset()


def closed_cells(position: Position) -> frozenset[Cell]:
    """Return the cells of tiles that nothing can be added to, and that nothing is scored for.

    There are tiles on all four sides, no road or city on the tile has an open end, and no meeple
    stands on it.

    >>> from verifier.carcassonne.solo.position import setup
    >>> closed_cells(setup())
    frozenset()
    """
    table = {placement.cell: placement for placement in position.placements}
    return frozenset(cell for cell, placement in table.items() if _is_closed(table, placement))


def _is_closed(table: dict[Cell, Placement], placement: Placement) -> bool:
    x, y = placement.cell
    if placement.meeple is not None or any((x + i, y + j) not in table for i, j in STEPS):
        return False
    ways = (one for one in placement.drawing.segments if one.kind != "monastery")
    return not any(feature_of(table, placement.cell, way)[1] for way in ways)


def closed_in_words(number: int) -> str:
    """Return the mark of a picture that leaves so many tiles blank.

    >>> closed_in_words(1), closed_in_words(20)[:27]
    ('1 tile is left blank: nothing on it is open any more.', '20 tiles are left blank: no')
    """
    if number == 1:
        return "1 tile is left blank: nothing on it is open any more."
    return f"{number} tiles are left blank: nothing on them is open any more."
