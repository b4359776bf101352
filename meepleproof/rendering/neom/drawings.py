"""Cities, tiles and puzzles of NEOM as SVG: one file, no script, the same bytes each time."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from textwrap import wrap
from typing import Any
from xml.etree.ElementTree import Element

from meepleproof.rendering.markup import Point, element, moved, picture, words
from meepleproof.rendering.neom.puzzles import (
    question_in_words,
    setting_in_words,
    solution_in_words,
)
from meepleproof.rendering.neom.squares import (
    SIDE,
    badge,
    border,
    centre_square,
    roads_drawn,
    tile_square,
)
from meepleproof.rendering.neom.style import LOOKS, NEOM_STYLE, patterns, swatch
from meepleproof.rendering.neom.words import tile_facts, tile_title
from verifier.neom.documents import read_square
from verifier.neom.puzzle import NeomPuzzle
from verifier.neom.state import CENTRE, SQUARES, City, Square, square_name
from verifier.neom.state import SIDE as ACROSS
from verifier.neom.tiles import Tile, TileCatalogue

__all__ = [
    "city_svg",
    "city_thumbnail",
    "neom_puzzle_svg",
    "neom_solution_svg",
    "pack_svg",
    "solved_city",
]

_MARGIN = 24
_RIM = 30
_HEAD = 44
_LINE = 22
_GAP = 16
_LEGEND = 132
"""From one entry of the legend to the next."""
_WIDE = 72
"""Characters of a note that fit below a city, also in the wide font of a system without others."""
_ACROSS = ACROSS * SIDE + 2 * _RIM
"""The side of a city with its rim."""


def city_svg(
    catalogue: TileCatalogue,
    city: City,
    *,
    title: str,
    notes: Sequence[str] = (),
    marked: Collection[Square] = (),
) -> str:
    """Return a drawing of a city with its legend; ``notes`` are written below it.

    The squares ``marked`` have a thick frame.

    >>> from verifier.neom.tiles_document import demo_catalogue
    >>> city_svg(demo_catalogue(), City("harbour"), title="The start").splitlines()[1]
    ' <title>The start</title>'
    """
    covered = "The dashed frame is the covered City Center." if city.at(CENTRE) else ""
    lines = [line for note in (*notes, covered, catalogue.note) for line in wrap(note, _WIDE)]
    marks = [moved([_mark()], _corner(square)) for square in sorted(marked)]
    below = _HEAD + _ACROSS + _GAP
    parts = [
        words(title, (0, 28), "goal"),
        moved([*_board(catalogue, city), *marks], (0, _HEAD)),
        moved(_legend(), (0, below)),
    ]
    below += 2 * _LINE + 6
    parts += [words(line, (0, below + _LINE * n), "note") for n, line in enumerate(lines)]
    return _drawn((_ACROSS, below + _LINE * len(lines)), title, _described(catalogue, city), parts)


def city_thumbnail(
    catalogue: TileCatalogue,
    city: City,
    *,
    title: str,
    names: bool = False,
    marked: Collection[Square] = (),
) -> str:
    """Return the squares of a city alone, for pictures that may be too small for their ``names``.

    The squares ``marked`` have a thick frame.
    """
    side = ACROSS * SIDE
    parts = [element("rect", class_="mp-table", width=side, height=side)]
    for square, lying in _squares(catalogue, city, names=names):
        row, column = square
        framed = [_mark()] if square in marked else []
        parts.append(moved([*lying, *framed], (column * SIDE, row * SIDE)))
    return _drawn((side, side), title, _described(catalogue, city), parts, margin=0)


def pack_svg(
    catalogue: TileCatalogue,
    tiles: Sequence[Tile],
    *,
    title: str,
    across: int = 3,
    note: bool = True,
) -> str:
    """Return the cards of some tiles, so many in a row, like a pack laid out.

    Below them is the catalogue's note, if it has one and it is wanted.

    >>> from verifier.neom.tiles_document import demo_catalogue
    >>> svg = pack_svg(demo_catalogue(), demo_catalogue().tiles[:2], title="Pack 1")
    >>> svg.count("mp-neom-card"), "invented" in svg
    (3, True)
    """
    parts, top = [words(title, (0, 28), "goal")], _HEAD
    for start in range(0, len(tiles), across):
        row = [_card(tile) for tile in tiles[start : start + across]]
        for column, (drawn, _) in enumerate(row):
            parts.append(moved(drawn, (column * (_CARD_WIDTH + _GAP), top)))
        top += max(height for _, height in row) + _GAP
    width = min(across, max(len(tiles), 1)) * (_CARD_WIDTH + _GAP) - _GAP
    for line in wrap(catalogue.note if note else "", width // 8):
        top += _LINE
        parts.append(words(line, (0, top), "note"))
    described = "; ".join(tile.name or tile.id for tile in tiles)
    return _drawn((width, top + 8), title, described, parts)


def _drawn(
    size: Point, title: str, described: str, parts: Iterable[Element], margin: int = _MARGIN
) -> str:
    width, height = size[0] + 2 * margin, size[1] + 2 * margin
    return picture(
        (width, height),
        [
            element("title", text=title),
            element("desc", text=described),
            element("style", text=NEOM_STYLE),
            element("defs", patterns()),
            element("rect", class_="mp-paper", width=width, height=height),
            moved(parts, (margin, margin)),
        ],
    )


def _board(catalogue: TileCatalogue, city: City) -> list[Element]:
    squares = _squares(catalogue, city)
    return [*_rim(), *(moved(parts, _corner(square)) for square, parts in squares)]


def _squares(
    catalogue: TileCatalogue, city: City, *, names: bool = True
) -> list[tuple[Square, list[Element]]]:
    """Return what is drawn on each square; ``names`` are written on empty ones."""
    lying = dict(city.tiles)
    found = []
    for square in SQUARES:
        if square in lying:
            tile = catalogue.tile(lying[square])
            found.append((square, tile_square(tile, covers_centre=square == CENTRE)))
        elif square == CENTRE:
            found.append((square, centre_square(catalogue.board(city.board))))
        else:
            found.append((square, _empty(square, named=names)))
    return found


def _mark() -> Element:
    return element("rect", class_="mp-neom-mark", x=4, y=4, width=SIDE - 8, height=SIDE - 8)


def _empty(square: Square, *, named: bool) -> list[Element]:
    cell = element("rect", class_="mp-cell", x=6, y=6, width=SIDE - 12, height=SIDE - 12, rx=6)
    name = words(square_name(square), (SIDE // 2, SIDE // 2 + 5), "neom-square")
    return [cell, name] if named else [cell]


def _corner(square: Square) -> Point:
    row, column = square
    return _RIM + column * SIDE, _RIM + row * SIDE


def _rim() -> list[Element]:
    parts = [element("rect", class_="mp-table", width=_ACROSS, height=_ACROSS, rx=12)]
    for number in range(ACROSS):
        name = square_name((number, number))
        middle = _RIM + number * SIDE + SIDE // 2
        parts += [words(name[0], (middle, near), "rim") for near in (21, _ACROSS - 9)]
        parts += [words(name[1], (near, middle + 8), "rim") for near in (15, _ACROSS - 15)]
    return parts


def _legend() -> list[Element]:
    parts = list[Element]()
    placed = [(kind, look) for kind, look in LOOKS.items() if kind != "disaster"]
    for number, (kind, look) in enumerate(placed):
        left = number * _LEGEND
        parts += swatch(kind, (left, 0), (22, 22))
        parts.append(words(f"{look.letter} {look.name}", (left + 28, 16), "neom-legend"))
    return parts


def _described(catalogue: TileCatalogue, city: City) -> str:
    lying = [f"{catalogue.tile(tile).name or tile} on {square_name(at)}" for at, tile in city.tiles]
    return f"City board {city.board}: {'; '.join(lying) or 'no tile yet'}."


def neom_puzzle_svg(puzzle: NeomPuzzle) -> str:
    """Return a picture of the city, below it the question and what a solver must know."""
    notes = (question_in_words(puzzle), *setting_in_words(puzzle))
    city = puzzle.question.city
    return city_svg(puzzle.catalogue, city, title=f"Puzzle {puzzle.id}", notes=notes)


def neom_solution_svg(
    puzzle: NeomPuzzle, solution: Mapping[str, Any], *, in_words: bool = True
) -> str:
    """Return a picture of the city with what the solution places, and the solution in words."""
    city, placed = solved_city(puzzle, solution)
    notes = tuple(solution_in_words(puzzle, solution)) if in_words else ()
    title = f"Solution of {puzzle.id}"
    return city_svg(puzzle.catalogue, city, title=title, notes=notes, marked=placed)


def solved_city(puzzle: NeomPuzzle, solution: Mapping[str, Any]) -> tuple[City, frozenset[Square]]:
    """Return the city with what a solution places, and the squares where it lies.

    That is all of it, or the first action alone where this is what is asked for.
    """
    city, squares = puzzle.question.city, set[Square]()
    first = [solution["first"]] if "square" in solution.get("first", ()) else []
    for step in (*solution.get("placed", ()), *solution.get("way", ()), *first):
        square = read_square(step["square"])
        city = city.with_tile(square, step["tile"])
        squares.add(square)
    return city, frozenset(squares)


_CARD_WIDTH = 330

_CARD_LINE = 20
_CARD_WIDE = 26
"""Characters of a fact that fit on a line of a card."""


def _card(tile: Tile) -> tuple[list[Element], int]:
    """Return a tile as a card of 330 in width with all its facts in words, and its height."""
    title, _, kind = tile_title(tile).partition(": ")
    heads = wrap(title, 27)
    top = 14 + _CARD_LINE * (len(heads) + 1)
    parts = [words(line, (44, 24 + _CARD_LINE * n), "neom-title") for n, line in enumerate(heads)]
    parts.append(words(kind, (44, 24 + _CARD_LINE * len(heads)), "neom-line"))
    at = top + 24
    if tile.type != "disaster":
        parts.append(moved(_little(tile), (_CARD_WIDTH - 58, top + 10)))
    for heading, said in tile_facts(tile):
        parts.append(words(heading, (14, at), "neom-head"))
        for line in wrap(said, _CARD_WIDE if at < top + 60 else _CARD_WIDE + 2):
            parts.append(words(line, (98, at), "neom-line"))
            at += _CARD_LINE
    height = max(at, top + 64)
    band = swatch(tile.type, (1, 1), (_CARD_WIDTH - 2, top), rounded=7)
    ground = element("rect", class_="mp-neom-card", width=_CARD_WIDTH, height=height, rx=8)
    return [ground, *band, *badge(tile.type, (24, 22)), *parts], height


def _little(tile: Tile) -> list[Element]:
    """Return the roads alone, on a square of 48 by 48."""
    ground = element("rect", fill=LOOKS[tile.type].fill, width=SIDE, height=SIDE)
    parts = [ground, *roads_drawn(tile.roads), border()]
    return [element("g", parts, transform="scale(.4)")]
