"""Who draws from which pile, and when no tiles are left (SOLO-TURN-1, SOLO-PLACE-1, -5).

With the River its tiles come first (SOLO-BOX-7).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import count

from verifier.carcassonne.solo.position import LAKE, Pile, Position
from verifier.carcassonne.tiles import drawing_of
from verifier.errors import Malformed

UNKNOWN = ""
"""Stands for a tile that may be any still in the box, or any river tile but spring and lake."""

RIVER = -1
"""Stands for the river where a pile is named by its number."""


@dataclass(frozen=True, slots=True)
class Draw:
    """A tile drawn for a turn: the colour, the pile, and the tiles laid aside before it.

    ``tile`` is ``UNKNOWN`` if it may be any. ``after`` are the piles afterwards, and ``river`` is
    what is left of the river.
    """

    colour: int
    pile: int
    tile: str
    discards: tuple[str, ...]
    after: tuple[Pile, ...]
    river: Pile

    @property
    def last(self) -> bool:
        """Whether no tile is left after this one (SOLO-END-4)."""
        return all(pile.empty for pile in (*self.after, self.river))

    def following(self, position: Position) -> Position:
        """Return a position with what is left to draw, and the next colour to move."""
        to_move = (self.colour + 1) % position.rules.colours
        return replace(position, piles=self.after, river=self.river, to_move=to_move)


@dataclass(frozen=True, slots=True)
class NoDraw:
    """The game ends because no tile is left that could be placed (SOLO-END-6)."""

    discards: tuple[str, ...]
    after: tuple[Pile, ...]


def not_known(pile: int) -> str:
    """Raise the error for a pile whose top tile is unknown.

    :raises Malformed: always.
    """
    if pile == RIVER:
        raise Malformed("the next tile of the river is not known", where="/river")
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
    if not position.river.empty:
        from_river = _draw_from_river(position, placeable, reveal)
        if isinstance(from_river, Draw):
            return from_river
        discards = from_river.discards
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
                return Draw(colour, source, tile, discards, tuple(piles), Pile())
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


def _draw_from_river(
    position: Position, placeable: Callable[[str], bool], reveal: Callable[[int], str]
) -> Draw | NoDraw:
    """SOLO-BOX-7: the top tile of the river, or the next one that has a place; at last the lake.

    The tiles before it go under the stack, above the lake; if none has a place they are laid aside.
    By box.riverUnplaceable: remove they are laid aside one by one, as by SOLO-PLACE-4.

    :raises Malformed: if a known tile goes under unknown ones, as no pile can be written like that.
    """
    under = position.rules.choose("box.riverUnplaceable", {"under": True, "remove": False})
    left, passed = position.river, tuple[str, ...]()
    while left.known[:1] != (LAKE,):
        tile = left.known[0] if left.known else reveal(RIVER)
        left = _with_lake(_without_top(left))
        if placeable(tile):
            if under and left.hidden and passed and position.river.known:
                not_known(RIVER)
            after = _put_under(left, passed) if under else left
            discards = () if under else passed
            return Draw(position.to_move, RIVER, tile, discards, position.piles, after)
        passed += (tile,)
    if placeable(LAKE):
        return Draw(position.to_move, RIVER, LAKE, passed, position.piles, Pile())
    return NoDraw((*passed, LAKE), position.piles)


def _put_under(river: Pile, passed: tuple[str, ...]) -> Pile:
    """Return the river with these tiles above the lake, face down if what is there is unknown."""
    if river.hidden:
        return Pile(river.known, river.hidden + len(passed))
    return Pile((*river.known[:-1], *passed, LAKE))


def _with_lake(river: Pile) -> Pile:
    """Return the river with the lake known if it is the only hidden tile."""
    return Pile((*river.known, LAKE)) if river.hidden == 1 else river


def schedule(position: Position, turns: int) -> Iterator[Draw]:
    """Yield the draws of the next turns if every tile can be placed, fewer if the tiles run out."""
    for _ in range(turns):
        drawn = draw(position, placeable=lambda _: True, reveal=lambda _: UNKNOWN)
        if isinstance(drawn, NoDraw):
            return
        yield drawn
        position = drawn.following(position)


def courses(position: Position, turns: int) -> Iterator[tuple[Draw, ...]]:
    """Yield the draws of exactly so many turns, for all that may be laid aside for a known tile.

    First comes the :func:`schedule`, in which every tile can be placed. Whether the others can be,
    or cannot, is for the question to require.
    """
    if not turns:
        yield ()
        return
    for drawn in next_draws(position):
        for others in courses(drawn.following(position), turns - 1):
            yield (drawn, *others)


def next_draws(position: Position) -> Iterator[Draw]:
    """Yield the draws of the next turn, with no tile laid aside, one, or more.

    They end where an unknown tile would be drawn for those laid aside, or none. Of a river no tile
    is laid aside here.
    """
    for aside in count():
        drawn = draw(position, _placeable_after(aside), reveal=lambda _: UNKNOWN)
        if isinstance(drawn, NoDraw) or (aside and drawn.tile == UNKNOWN):
            return
        yield drawn
        if drawn.pile == RIVER:
            return


def _placeable_after(aside: int) -> Callable[[str], bool]:
    """Return a function that finds no place for so many tiles, and for all after them one."""
    left = iter(range(aside))
    return lambda _: next(left, None) is None


def tiles_in_box(position: Position) -> Counter[str]:
    """Return the tiles that the unknown ones in the piles may be (BASE-TILE-1)."""
    return Counter({tile: n for tile, n in _left(position).items() if not is_of_river(tile)})


def river_in_box(position: Position) -> Counter[str]:
    """Return the tiles that the unknown ones of the river but the lake may be (SOLO-BOX-7)."""
    return Counter(
        {tile: n for tile, n in _left(position).items() if is_of_river(tile) and tile != LAKE}
    )


def _left(position: Position) -> Counter[str]:
    left = Counter(position.rules.tile_counts())
    left.subtract(position.known_tiles())
    return +left


def is_of_river(tile: str) -> bool:
    """Return whether it is a river tile, which lies in no pile (SOLO-BOX-2)."""
    return bool(drawing_of(tile, 0).river)


def _without_top(pile: Pile) -> Pile:
    return Pile(pile.known[1:], pile.hidden) if pile.known else Pile((), pile.hidden - 1)


def _next_pile(piles: list[Pile], source: int) -> int:
    """Return the next pile clockwise that is not empty, or the same if all others are."""
    others = [(source + step) % len(piles) for step in range(1, len(piles) + 1)]
    return next((number for number in others if not piles[number].empty), source)
