"""A game of NEOM in words: the events of its log, what comes next, and its score."""

from __future__ import annotations

from collections.abc import Iterator

from meepleproof.rendering.neom.words import goods_in_words
from verifier.neom.engine import Due
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
from verifier.neom.parameters import Parameters
from verifier.neom.state import (
    GENERATIONS,
    HEADINGS,
    TURNS,
    HeadingName,
    Score,
    Square,
    square_name,
    total,
)
from verifier.neom.tiles import DECKS, TileCatalogue

__all__ = [
    "event_in_words",
    "heading_in_words",
    "next_in_words",
    "reminders",
    "score_lines",
    "solo_title",
    "squares_in_words",
    "tile_name",
    "when_in_words",
]


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

    >>> from verifier.neom.tiles_document import demo_catalogue
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


_NEXT = {
    "keep": "keep one Cornerstone of the stack",
    "tiles": "choose the tiles in play: 1+, or 1+ 4+, or 1+ 4+ 5+",
    "act": "select a tile of the pack and take one action",
    "strike": "answer the Disaster that strikes",
    "end": "score the game",
    "": "nothing; the game is over",
}
_DISASTER = {
    "to come": "still to come; at the end of turn 7 it strikes if it was not seen",
    "preventable": "in this pack; only by selecting it can it be prevented, else it strikes",
    "strikes": "strikes at the end of this turn",
    "over": "over in this Generation",
}
_UNKNOWN = "cannot be determined"


def next_in_words(due: Due) -> str:
    """Return what comes next."""
    if due.next == "cornerstones":
        return f"reveal a stack of {due.shown} Cornerstones"
    if due.next == "reveal":
        return f"reveal a pack of {due.shown} tiles"
    return _NEXT[due.next]


def reminders(due: Due) -> Iterator[tuple[str, str]]:
    """Yield what there is to remember in a Generation, each as a heading and words."""
    yield "Disaster", _DISASTER[due.disaster]
    yield "Goods that may be bought", ", ".join(due.buyable)
    if due.routes_left is None:
        yield "Trade Routes left", _UNKNOWN
    else:
        west, east = due.routes_left
        yield "Trade Routes left", f"west {west}, east {east}"
    another = {True: "yes", False: "no", None: _UNKNOWN}
    yield "Another Cornerstone under the limit", another[due.another_cornerstone]
    income = _UNKNOWN if due.income is None else f"£{due.income}"
    yield "Income at the end of turn 7, as the city stands", income


_WORDS: dict[HeadingName, str] = {
    "printed": "printed points",
    "conditional": "effects",
    "neighbourhoods": "neighborhoods",
    "goods": "goods",
    "money": "money",
    "pollution": "pollution",
    "structures": "missing structures",
}


def heading_in_words(name: HeadingName) -> str:
    """Return what people call a heading of the score.

    >>> heading_in_words("conditional")
    'effects'
    """
    return _WORDS[name]


def score_lines(parameters: Parameters, score: Score) -> Iterator[str]:
    """Yield a line for each heading, then the total with its rank in the solo table.

    >>> from verifier.neom.tiles_document import demo_catalogue
    >>> from verifier.neom.state import Heading
    >>> headings = (Heading("printed", 28), Heading("money", 3))
    >>> for line in score_lines(demo_catalogue().parameters, headings):
    ...     print(line)
    printed points          28  NEOM-SCORE-1
    money                    3  NEOM-SCORE-5
    total                   31  a village (NEOM-END-2)
    """
    for heading in score:
        points = "?" if heading.points is None else heading.points
        yield f"{heading_in_words(heading.name):20}{points:>6}  {HEADINGS[heading.name]}"
        for unknown in heading.unknown:
            yield f"{'':28}{unknown}"
    reached = total(score)
    if reached is None:
        yield f"{'total':20}{'?':>6}  cannot be determined: a heading is unknown"
    else:
        yield f"{'total':20}{reached:>6}  {_rank(parameters, reached)}"


def solo_title(parameters: Parameters, points: int) -> str | None:
    """Return the title of a total in the catalogue's solo table; None if it has none (NEOM-END-2).

    >>> from verifier.neom.tiles_document import demo_catalogue
    >>> solo_title(demo_catalogue().parameters, 74)
    'a town'
    """
    reached = [rank for rank in parameters.solo_table or () if rank.points <= points]
    return max(reached, key=lambda rank: rank.points).title if reached else None


def _rank(parameters: Parameters, points: int) -> str:
    if parameters.solo_table is None:
        return "its rank cannot be determined: NEOM-END-2 needs solo_table"
    return f"{solo_title(parameters, points) or 'not in the solo table'} (NEOM-END-2)"
