"""Who draws from which pile, and when no tiles are left (SOLO-TURN-1, SOLO-PLACE-1, -5)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from verifier.carcassonne.solo.position import Pile, Position
from verifier.errors import Malformed

UNKNOWN = ""
"""Stands for a tile that may be any still in the box."""


@dataclass(frozen=True, slots=True)
class Draw:
    """A tile drawn for a turn: the colour, the pile, and the tiles laid aside before it.

    ``tile`` is ``UNKNOWN`` if it may be any. ``after`` are the piles afterwards.
    """

    colour: int
    pile: int
    tile: str
    discards: tuple[str, ...]
    after: tuple[Pile, ...]

    @property
    def last(self) -> bool:
        """Whether no tile is left after this one (SOLO-END-4)."""
        return all(pile.empty for pile in self.after)


@dataclass(frozen=True, slots=True)
class NoDraw:
    """The game ends because no tile is left that could be placed (SOLO-END-6)."""

    discards: tuple[str, ...]
    after: tuple[Pile, ...]


def not_known(pile: int) -> str:
    """Raise the error for a pile whose top tile is unknown.

    :raises Malformed: always.
    """
    raise Malformed("the next tile of that pile is not known", where=f"/piles/{pile}")


def draw(
    position: Position,
    placeable: Callable[[str], bool],
    reveal: Callable[[int], str] = not_known,
) -> Draw | NoDraw:
    """Return the draw of the next turn, with the tiles laid aside before it.

    It depends on the switches pile.empty (AMB-04) and tile.unplaceable (AMB-03). ``reveal`` is
    called for the top of a pile of unknown tiles.
    """
    rules = position.rules
    piles = list(position.piles)
    colour, discards = position.to_move, tuple[str, ...]()
    source = position.pile_of(colour)
    while not all(pile.empty for pile in piles):
        following = (colour + 1) % rules.colours
        skipped = (following, position.pile_of(following))
        if piles[source].empty:
            drawn_next = rules.choose(
                "pile.empty",
                {
                    "skip_colour": skipped,  # SOLO-PLACE-5
                    "borrow_next_pile": (colour, _next_pile(piles, source)),
                    "end_game": None,
                },
            )
        else:
            tile = piles[source].known[0] if piles[source].known else reveal(source)
            piles[source] = _without_top(piles[source])
            if placeable(tile):
                return Draw(colour, source, tile, discards, tuple(piles))
            discards += (tile,)
            drawn_next = rules.choose(
                "tile.unplaceable",
                {
                    "redraw_same_pile": (colour, source),  # SOLO-PLACE-4
                    "redraw_next_pile": (colour, _next_pile(piles, source)),
                    "skip_turn": skipped,
                    "end_game": None,
                },
            )
        if drawn_next is None:
            break
        colour, source = drawn_next
    return NoDraw(discards, tuple(piles))


def schedule(position: Position, turns: int) -> Iterator[Draw]:
    """Yield the draws of the next turns if every tile can be placed, fewer if the tiles run out."""
    for _ in range(turns):
        drawn = draw(position, placeable=lambda _: True, reveal=lambda _: UNKNOWN)
        if isinstance(drawn, NoDraw):
            return
        yield drawn
        following = (drawn.colour + 1) % position.rules.colours
        position = replace(position, piles=drawn.after, to_move=following)


def tiles_in_box(position: Position) -> Counter[str]:
    """Return the tiles that the unknown ones in the piles may be (BASE-TILE-1)."""
    left = Counter(position.sheet.counts())
    left.subtract(position.known_tiles())
    return +left


def _without_top(pile: Pile) -> Pile:
    return Pile(pile.known[1:], pile.hidden) if pile.known else Pile((), pile.hidden - 1)


def _next_pile(piles: list[Pile], source: int) -> int:
    """Return the next pile clockwise that is not empty, or the same if all others are."""
    others = [(source + step) % len(piles) for step in range(1, len(piles) + 1)]
    return next((number for number in others if not piles[number].empty), source)
