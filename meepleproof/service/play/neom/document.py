"""A city of NEOM, its tiles and questions about it, as documents from which a page draws them.

``static/city.js`` and ``static/board.js`` draw a city; their drawings are symbols of
:func:`neom_sheet`. Cells are as on every board of these pages: x goes east, y north, so that A5 is
``[0, 0]`` and E1 is ``[4, 4]``. Sentences have the names of tiles instead of their ids.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from typing import TypeAlias
from xml.etree.ElementTree import Element

from generator.pack import Packed
from meepleproof.rendering.markup import element, html
from meepleproof.rendering.neom.puzzles import (
    neom_hints,
    numbers_in_words,
    price_asked,
    question_in_words,
    solution_in_words,
)
from meepleproof.rendering.neom.squares import SIDE as TILE_SIDE
from meepleproof.rendering.neom.squares import centre_square, tile_square
from meepleproof.rendering.neom.style import patterns
from meepleproof.rendering.neom.words import (
    UNKNOWN,
    goods_in_words,
    reminders,
    roads_in_words,
    tile_facts,
    tile_title,
)
from meepleproof.service.play.numbered import Numbered
from verifier.documents.strict_json import Document
from verifier.errors import Malformed
from verifier.neom.catalogue import CATALOGUE
from verifier.neom.engine import Due, Engine
from verifier.neom.log import Log, Reveal
from verifier.neom.puzzle import (
    LinkQuestion,
    NeomPuzzle,
    Pack,
    PurchaseQuestion,
    TurnsQuestion,
)
from verifier.neom.state import CENTRE, SIDE, SQUARES, TURNS, City, Square, State, square_name
from verifier.neom.tiles import DECKS, Tile, TileCatalogue

__all__ = [
    "UNANSWERED",
    "Reasons",
    "cell_of",
    "city_document",
    "covering_centre",
    "end_document",
    "hand_document",
    "help_document",
    "name_of",
    "named",
    "neom_sheet",
    "purse",
    "read_square_name",
    "reason_document",
    "refusal_document",
    "reminded",
    "rules_document",
    "table_of_puzzle",
    "task_in_words",
    "tile_art",
    "tile_piece",
    "tiles_document",
    "to_play",
    "with_names",
]


_GRID: Document = {
    "columns": [square_name((0, column))[0] for column in range(SIDE)],
    "rows": [square_name((row, 0))[1] for row in range(SIDE)],
}
"""The names of columns and rows, from the west and from the north."""


def cell_of(square: Square) -> list[int]:
    """Return a square as a cell of the page's board.

    >>> cell_of((0, 0)), cell_of(CENTRE)
    ([0, 4], [2, 2])
    """
    row, column = square
    return [column, SIDE - 1 - row]


def city_document(catalogue: TileCatalogue, city: City) -> Document:
    """Return a city: ``grid``, and ``pieces`` with the drawing, cell and words of what lies there.

    The bare City Center is one of the pieces. A piece that is a tile has its id as ``tile``.
    """
    lying = dict(city.tiles)
    pieces = [_piece(catalogue.tile(tile), square) for square, tile in sorted(lying.items())]
    if CENTRE not in lying:
        board = catalogue.board(city.board)
        good = (board.good or "a good that is unknown").replace("_", " ")
        says = f"the City Center, {good}, roads {roads_in_words(board.roads)}"
        pieces.append({"art": _centre_art(board.id), "at": cell_of(CENTRE), "says": says})
    return {"grid": _GRID, "pieces": pieces}


def _tile_document(tile: Tile) -> Document:
    """Return a tile as a card: drawing, name, deck with type, and its facts in words."""
    _, _, kind = tile_title(tile).partition(": ")
    return {
        "id": tile.id,
        "art": tile_art(tile.id),
        "name": tile.name or tile.id,
        "kind": kind,
        "facts": [[heading, said] for heading, said in tile_facts(tile)],
    }


def tiles_document(catalogue: TileCatalogue, tiles: Iterable[str]) -> Document:
    """Return the cards of some tiles by their ids."""
    return {each: _tile_document(catalogue.tile(each)) for each in sorted(tiles)}


def tile_piece(tile: Tile) -> Document:
    """Return how a tile is drawn on a square, and what is said of it."""
    says = f"{tile.name or tile.id}, {tile.type}, roads {roads_in_words(tile.roads)}"
    return {"art": tile_art(tile.id), "tile": tile.id, "says": says}


def covering_centre(tile: Tile) -> Document:
    """Return how a tile is drawn on the City Center, and what is said of it."""
    piece = tile_piece(tile)
    return {
        **piece,
        "art": f"{piece['art']}{_COVERS}",
        "says": f"{piece['says']}, on the City Center",
    }


def _piece(tile: Tile, square: Square) -> Document:
    piece = covering_centre(tile) if square == CENTRE else tile_piece(tile)
    return {**piece, "at": cell_of(square)}


Reasons: TypeAlias = Callable[[str, Sequence[Square]], Sequence[Document]]
"""Why a tile cannot lie on squares: what is said of each, and its rules."""

UNANSWERED = "Nothing is answered yet."
"""What the check says of a puzzle with one answer, before it is given."""

_SQUARES = {square_name(square): square for square in SQUARES}


def table_of_puzzle(packed: Packed[NeomPuzzle], city: City, line: str) -> Document:
    """Return what all tables have."""
    puzzle = packed.puzzle
    price = price_asked(puzzle)
    return {
        "game": "neom",
        "line": line,
        "turns": len(line.split("~")) if line else 0,
        "of": 1,
        "players": [],
        **city_document(puzzle.catalogue, city),
        "cards": tiles_document(puzzle.catalogue, puzzle.question.tiles),
        "moves": [],
        "path": [],
        "notes": [puzzle.catalogue.note] if puzzle.catalogue.note else [],
        "ask": asked(puzzle, "Your answer", f"{question_in_words(puzzle)} {price}".rstrip()),
        "effects": [{"says": ""}],
    }


def asked(puzzle: NeomPuzzle, head: str, says: str) -> Document:
    """Return a question with the numbers that it needs and does not say itself."""
    numbers = [each for each in numbers_in_words(puzzle) if each and each not in says]
    return {"head": head, "says": says, "numbers": numbers}


def end_document(*, solved: bool, says: str, tells: bool = False) -> Document:
    """Return how it ended; ``tells`` says that who missed knows the answer now."""
    kind, head = ("solved", "Solved!") if solved else ("missed", "Not this time")
    said = says.removeprefix("No: ").removeprefix("Right: ")
    told = {"tells": True} if tells and not solved else {}
    return {"kind": kind, "head": head, "says": f"{said[0].upper()}{said[1:]}", **told}


def help_document(packed: Packed[NeomPuzzle], check: str, *, on_track: bool, line: str) -> Document:
    """Return help: hints as long as one is on track, and the solution, which plays the line."""
    puzzle, solution = packed.puzzle, packed.solution or {}
    hints = neom_hints(puzzle, solution, packed.document["themes"]) if on_track else ()
    moves = [with_names(packed, each) for each in solution_in_words(puzzle, solution)]
    return {
        "hints": [{"says": with_names(packed, each)} for each in hints],
        "check": {"on_track": on_track, "says": check},
        "solution": {"head": "The solution", "line": line, "moves": moves},
    }


def with_names(packed: Packed[NeomPuzzle], text: str) -> str:
    """Return a text with the names of tiles instead of their ids."""
    return named(packed.puzzle.catalogue, text)


def name_of(tile: Tile) -> str:
    """Return what players call a tile."""
    return tile.name or tile.id


def read_square_name(text: str) -> Square:
    """Return the square of a name in a line.

    :raises Malformed: if there is none of that name.
    """
    if text not in _SQUARES:
        raise Malformed(f"{text[:20]!r} is no square; they are A1 to E5", where="line")
    return _SQUARES[text]


def to_play(tile: str, square: Square) -> str:
    """Return how a line writes a tile placed on a square.

    >>> to_play("demo-I-08", (2, 1))
    'demo-I-08*B3'
    """
    return f"{tile}*{square_name(square)}"


def hand_document(
    packed: Packed[NeomPuzzle],
    city: City,
    hand: Iterable[tuple[str, dict[Square, int]]],
    reasons: Reasons,
) -> Document:
    """Return the hand: each tile with all squares, by the number of the claims on those that fit.

    ``reasons`` says why the others do not fit.
    """
    catalogue, numbered, lying = packed.puzzle.catalogue, Numbered(), dict(city.tiles)
    told = []
    for tile, fits in hand:
        card = _tile_document(catalogue.tile(tile))
        closed = [square for square in SQUARES if square not in fits]
        why = dict(zip(closed, reasons(tile, closed), strict=True))
        squares = list[Document]()
        for square in SQUARES:
            below = lying.get(square)
            says = f"over {name_of(catalogue.tile(below))}" if below else ""
            one: Document = {"at": cell_of(square), "says": says, "ways": [], "not": []}
            if square in fits:
                name = f"{card['name']} on {square_name(square)}{f', {says}' if says else ''}."
                way = {"turn": 0, "ask": name, "claims": fits[square]}
                one["ways"] = [{**way, "begins": to_play(tile, square)}]
            else:
                one["not"] = [[0, numbered.number(why[square])]]
            squares.append(one)
        says = f"{card['name']}: {card['kind']}"
        held = {"name": card["name"], "says": says, "art": [card["art"]], "card": tile}
        told.append({**held, "squares": squares})
    return {
        "hand": told,
        "reasons": numbered.listed,
        "rules": rules_document(sorted({rule for one in numbered.listed for rule in one["rules"]})),
    }


_COVERS = ".on-centre"
"""At the end of the name of a tile's drawing that shows it on the City Center."""


def neom_sheet(catalogue: TileCatalogue) -> str:
    """Return all drawings as one SVG of symbols, named like ``neom.demo-I-07``."""
    parts = (html(element("defs", patterns())), *_symbols(catalogue))
    return f'<svg xmlns="http://www.w3.org/2000/svg">{"".join(parts)}</svg>\n'


def tile_art(tile: str) -> str:
    """Return the name of the drawing of a tile by its id.

    >>> tile_art("demo-I-07")
    'neom.demo-I-07'
    """
    return f"neom.{tile}"


def _centre_art(board: str) -> str:
    """Return the name of the drawing of a board's bare City Center."""
    return f"neom-centre.{board}"


def _symbols(catalogue: TileCatalogue) -> Iterator[str]:
    for tile in catalogue.tiles:
        yield _tile_symbols(tile)
    for board in catalogue.boards:
        yield _symbol(_centre_art(board.id), centre_square(board))


@lru_cache(maxsize=1024)
def _tile_symbols(tile: Tile) -> str:
    """Return the drawings of a tile; a game asks for the same ones turn by turn."""
    plain = _symbol(tile_art(tile.id), tile_square(tile))
    if tile.type == "disaster":
        return plain
    covering = tile_square(tile, covers_centre=True)
    return plain + _symbol(f"{tile_art(tile.id)}{_COVERS}", covering)


def _symbol(name: str, parts: list[Element]) -> str:
    return html(element("symbol", parts, id=name, viewBox=f"0 0 {TILE_SIDE} {TILE_SIDE}"))


_NUMBERS = ("no", "one", "two", "three", "four")
_WORD = re.compile(r"\w(?:[\w.-]*[\w-])?")
"""What could be the id of a tile; a full stop after it ends a sentence."""

_TOLD = ("Disaster", "Income at the end of turn 7, as the city stands")
"""Reminders for puzzles about turns."""


def task_in_words(puzzle: NeomPuzzle) -> str:
    """Return a puzzle's task in a few words."""
    question = puzzle.question
    if isinstance(question, LinkQuestion):
        return f"Link {_NUMBERS[len(question.tiles_to_place)]} tiles"
    if isinstance(question, PurchaseQuestion):
        first, *others = (puzzle.catalogue.tile(tile) for tile in question.tiles_to_place)
        what = f"{_NUMBERS[len(others) + 1]} tiles" if others else (first.name or first.id)
        return f"Helpers for {what}" if question.helpers else f"The least money for {what}"
    if question.kind == "disaster":
        pack = (puzzle.catalogue.tile(each) for each in question.packs[0])
        name = next(tile.name for tile in pack if tile.type == "disaster")
        return f"Take the {name or 'Disaster'}, or leave it?"
    return f"The last {_NUMBERS[len(question.packs)]} turns"


def named(catalogue: TileCatalogue, text: str) -> str:
    """Return a text with the names of tiles instead of their ids.

    >>> from verifier.neom.tiles_document import demo_catalogue
    >>> named(demo_catalogue(), "Not: demo-I-14 Wayside Inn on C2, demo-I-02.")
    'Not: Wayside Inn on C2, Tent Rows.'
    """
    known = catalogue.tile_by_id

    for word in set(_WORD.findall(text)) & known.keys():
        text = text.replace(f"{word} {known[word].name}", known[word].name or word)

    def name(match: re.Match[str]) -> str:
        tile = known.get(match[0])
        return match[0] if tile is None else tile.name or tile.id

    return _WORD.sub(name, text)


def reason_document(catalogue: TileCatalogue, refusal: Document, tile: str = "") -> Document:
    """Return why something is not allowed; what is said of ``tile`` begins with no name."""
    says = refusal["sentence"].removeprefix("No: ")
    if tile:
        says = says.replace(f"{tile}: ", "").replace(f"{tile} ", "it ")
    says = named(catalogue, says)
    return {"says": says[0].upper() + says[1:], "rules": refusal["rules"]}


def refusal_document(catalogue: TileCatalogue, refusal: Document, turn: int) -> Document:
    """Return that a turn of a line cannot be made, with the sentences of its rules."""
    told = reason_document(catalogue, refusal)
    return {"says": told["says"], "rules": rules_document(told["rules"]), "turn": turn}


def rules_document(ids: Iterable[str]) -> dict[str, str]:
    """Return the sentences of rules by their ids."""
    known = {rule.id: rule.sentence for rule in CATALOGUE.rules}
    return {each: known[each] for each in ids}


def purse(engine: Engine, puzzle: NeomPuzzle, state: State) -> list[list[str]]:
    """Return what a player has, as headings and words: money, goods, routes, and when it is.

    Of a purchase the money is not told, as it is asked for.
    """
    asks_money = isinstance(puzzle.question, PurchaseQuestion)
    turn = "" if asks_money else f", turn {state.turn} of {TURNS}"
    told = [["Generation", f"{DECKS[state.generation - 1]}{turn}"]]
    if not asks_money:
        told.append(["Money", f"£{state.money}"])
    told.append(["Goods", goods_in_words(state.tokens)])
    return [*told, ["Routes left", _routes(_due(engine, puzzle, state).routes_left)]]


def reminded(engine: Engine, puzzle: NeomPuzzle, question: TurnsQuestion) -> list[str]:
    """Return what there is to remember of the Disaster and of income, once the pack lies open."""
    told = dict(reminders(_due(engine, puzzle, question.state, question.packs[0])))
    return [f"{heading}: {told[heading]}." for heading in _TOLD]


def _due(engine: Engine, puzzle: NeomPuzzle, state: State, pack: Pack = ()) -> Due:
    events = (Reveal(pack),) if pack else ()
    return engine.follow(puzzle.catalogue, Log(state.city.board, events, state))[-1].due


def _routes(left: tuple[int, int] | None) -> str:
    """Return which Trade Routes can still be used, and how often if more than once.

    >>> _routes((0, 0)), _routes((1, 2))
    ('none', 'west, east twice')
    """
    if left is None:
        return UNKNOWN
    times = {1: "", 2: " twice"}
    used = zip(("west", "east"), left, strict=True)
    sides = [f"{side}{times.get(uses, f' {uses} times')}" for side, uses in used if uses]
    return ", ".join(sides) or "none"
