"""A city of NEOM and packs of its tiles as SVG: one file, no script, the same bytes each time."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from textwrap import wrap
from xml.etree.ElementTree import Element

from meepleproof.rendering.markup import Point, element, picture, words
from meepleproof.rendering.neom.style import LOOKS, NEOM_STYLE, patterns, swatch
from meepleproof.rendering.neom.tile import CARD_WIDTH, SIDE, card, centre_square, tile_square
from verifier.neom.state import CENTRE, SQUARES, City, Square, square_name
from verifier.neom.state import SIDE as ACROSS
from verifier.neom.tile_catalogue import Tile, TileCatalogue

__all__ = ["city_svg", "city_thumbnail", "pack_svg"]

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

    >>> from verifier.neom.demo import demo_catalogue
    >>> city_svg(demo_catalogue(), City("harbour"), title="The start").splitlines()[1]
    ' <title>The start</title>'
    """
    covered = "The dashed frame is the covered City Center." if city.at(CENTRE) else ""
    lines = [line for note in (*notes, covered, catalogue.note) for line in wrap(note, _WIDE)]
    marks = [_moved([_mark()], _corner(square)) for square in sorted(marked)]
    below = _HEAD + _ACROSS + _GAP
    parts = [
        words(title, (0, 28), "goal"),
        _moved([*_board(catalogue, city), *marks], (0, _HEAD)),
        _moved(_legend(), (0, below)),
    ]
    below += 2 * _LINE + 6
    parts += [words(line, (0, below + _LINE * n), "note") for n, line in enumerate(lines)]
    return _drawn((_ACROSS, below + _LINE * len(lines)), title, _described(catalogue, city), parts)


def city_thumbnail(catalogue: TileCatalogue, city: City, *, title: str) -> str:
    """Return the squares of a city alone, for pictures too small for their names."""
    side = ACROSS * SIDE
    parts = [element("rect", class_="mp-table", width=side, height=side)]
    for square, lying in _squares(catalogue, city, names=False):
        row, column = square
        parts.append(_moved(lying, (column * SIDE, row * SIDE)))
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

    >>> from verifier.neom.demo import demo_catalogue
    >>> svg = pack_svg(demo_catalogue(), demo_catalogue().tiles[:2], title="Pack 1")
    >>> svg.count("mp-neom-card"), "invented" in svg
    (3, True)
    """
    parts, top = [words(title, (0, 28), "goal")], _HEAD
    for start in range(0, len(tiles), across):
        row = [card(tile) for tile in tiles[start : start + across]]
        for column, (drawn, _) in enumerate(row):
            parts.append(_moved(drawn, (column * (CARD_WIDTH + _GAP), top)))
        top += max(height for _, height in row) + _GAP
    width = min(across, max(len(tiles), 1)) * (CARD_WIDTH + _GAP) - _GAP
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
            _moved(parts, (margin, margin)),
        ],
    )


def _board(catalogue: TileCatalogue, city: City) -> list[Element]:
    squares = _squares(catalogue, city)
    return [*_rim(), *(_moved(parts, _corner(square)) for square, parts in squares)]


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


def _moved(parts: Iterable[Element], by: Point) -> Element:
    return element("g", parts, transform=f"translate({by[0]} {by[1]})")


def _described(catalogue: TileCatalogue, city: City) -> str:
    lying = [f"{catalogue.tile(tile).name or tile} on {square_name(at)}" for at, tile in city.tiles]
    return f"City board {city.board}: {'; '.join(lying) or 'no tile yet'}."
