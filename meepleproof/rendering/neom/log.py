"""The events of a NEOM log in words: when in the game each one is, and what is done."""

from __future__ import annotations

from meepleproof.rendering.neom.words import goods_in_words
from verifier.neom.log import (
    Act,
    ChooseTiles,
    End,
    Event,
    KeepCornerstone,
    Log,
    Reveal,
    RevealCornerstones,
    Strike,
)
from verifier.neom.state import GENERATIONS, TURNS, Square, square_name
from verifier.neom.tile_catalogue import DECKS, TileCatalogue

__all__ = ["event_in_words", "squares_in_words", "tile_name", "when_in_words"]


def when_in_words(log: Log, number: int) -> str:
    """Return the Generation and turn of an event, counted from 0, as far as the log was played.

    >>> log = Log("harbour", (ChooseTiles(("1+",)), Reveal(()), Act("sell", "demo-I-07")))
    >>> [when_in_words(log, number) for number in range(3)]
    ['Preliminary Round', 'Generation I, turn 1', 'Generation I, turn 1']
    """
    event = log.events[number]
    if isinstance(event, RevealCornerstones | KeepCornerstone | ChooseTiles):
        return "Preliminary Round"
    turns = 0 if log.start is None else (log.start.generation - 1) * TURNS + log.start.turn - 1
    shown = True
    for before in log.events[:number]:
        if isinstance(before, Act):
            turns, shown = turns + shown, False
        elif isinstance(before, Reveal):
            shown = True
    # A strike, or a second action, belongs to the turn that was acted last.
    same = isinstance(event, Strike | End) or (isinstance(event, Act) and not shown)
    turn = max(turns - same, 0)
    if isinstance(event, End) or turn >= GENERATIONS * TURNS:
        return "end of the game"
    return f"Generation {DECKS[turn // TURNS]}, turn {turn % TURNS + 1}"


def event_in_words(catalogue: TileCatalogue, event: Event) -> str:
    """Return what happens in an event.

    >>> from verifier.neom.demo import demo_catalogue
    >>> event_in_words(demo_catalogue(), Act("place", "demo-I-07", square=(2, 3), bought=("wood",)))
    'place demo-I-07 Gaslight Lane on D3, buying wood'
    """
    match event:
        case RevealCornerstones(tiles):
            said = f"the stack {', '.join(tiles)} is turned up"
        case KeepCornerstone(tile):
            said = f"keep {tile_name(catalogue, tile)}"
        case ChooseTiles(marks):
            said = f"choose the tiles marked {' '.join(marks)}"
        case Reveal(tiles):
            said = f"the pack {', '.join(tiles)} is turned up"
        case Act():
            said = _act(catalogue, event)
        case Strike(answer, squares):
            said = f"the Disaster strikes: {answer}{squares_in_words(squares)}"
        case End():
            said = "the game is scored"
    return said


def _act(catalogue: TileCatalogue, act: Act) -> str:
    placed = f"{act.action} {tile_name(catalogue, act.cornerstone or act.selected)}"
    square = "" if act.square is None else f" on {square_name(act.square)}"
    given_up = f", giving up {tile_name(catalogue, act.selected)}" if act.cornerstone else ""
    bought = f", buying {goods_in_words(act.bought)}" if act.bought else ""
    routes = f", by the route {' and '.join(act.routes)}" if act.routes else ""
    return f"{placed}{square}{given_up}{bought}{routes}"


def tile_name(catalogue: TileCatalogue, tile: str) -> str:
    """Return a tile's id and its name, if it has one."""
    return f"{tile} {catalogue.tile(tile).name}".strip()


def squares_in_words(squares: tuple[Square, ...]) -> str:
    """Return squares as the end of a phrase; empty for none."""
    return f" {', '.join(map(square_name, squares))}" if squares else ""
