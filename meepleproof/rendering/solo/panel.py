"""The panel beside the board: goal, scoreboard, meeples in hand, colour to move, next tiles."""

from __future__ import annotations

from textwrap import wrap
from xml.etree.ElementTree import Element

from meepleproof.rendering.carcassonne.pieces import pawn, spent_pawn
from meepleproof.rendering.markup import Point, element, words
from meepleproof.rendering.palette import PIGMENTS
from meepleproof.rendering.solo.draws import DRAWN, UNKNOWN, Draw, next_draws
from meepleproof.rendering.solo.notes import notes, options
from verifier.carcassonne.solo.position import Position

WIDTH = 440
_ROW = 58
TILE_PITCH = (110, 174)
ACROSS = WIDTH // TILE_PITCH[0]
"""Tiles to come in one line of the panel."""
_LINES = DRAWN // ACROSS
"""Lines of tiles drawn; those after them are listed by letter."""


def panel(
    position: Position,
    title: str | None,
    goal: str | None,
    *,
    tiles: bool,
    any_order: bool = False,
) -> Panel:
    """Return the panel with its sections from top to bottom."""
    result = Panel()
    if title:
        result.lines(title, "title", letters=24, pitch=36)
    if goal:
        result.heading("Goal")
        result.lines(goal, "goal", letters=38, pitch=28)
    result.heading("Scoreboard and meeples in hand")
    for colour in range(position.rules.colours):
        result.colour(position, colour)
    result.notes(position)
    if tiles:
        result.tiles(position, ACROSS, any_order=any_order)
    return result


class Panel:
    """Parts of a picture, one below the other; ``height`` is where the next one would begin."""

    def __init__(self) -> None:
        self.parts: list[Element] = []
        self.height = 0

    def lines(self, text: str, kind: str, *, letters: int, pitch: int) -> None:
        """Add a text of several lines."""
        for line in wrap(text, letters):
            self.height += pitch
            self.parts.append(words(line, (0, self.height - pitch // 4), kind))

    def heading(self, text: str) -> None:
        """Add a small heading with some space above it."""
        self.height += 20
        self.lines(text, "head", letters=60, pitch=24)
        self.height += 6

    def colour(self, position: Position, colour: int) -> None:
        """Add the row of one colour: its pawn, name, score, and the meeples in its hand."""
        active = colour == position.to_move and not position.over
        top, middle = self.height, self.height + _ROW // 2 - 3
        row = element(
            "rect",
            class_="mp-row-active" if active else "mp-row",
            y=top,
            width=WIDTH,
            height=_ROW - 6,
            rx=8,
        )
        self.parts += [row, pawn(colour, (46, middle))]
        if active:
            arrow = f"M8,{middle - 10} L24,{middle} L8,{middle + 10} Z"
            self.parts.append(element("path", class_="mp-arrow", d=arrow))
        self.parts += _names(position, colour, top)
        for index in range(position.rules.meeples):
            place = (WIDTH - 26 - 34 * (position.rules.meeples - 1 - index), middle)
            in_hand = index < position.supplies[colour]
            self.parts.append(pawn(colour, place) if in_hand else spent_pawn(colour, place))
        self.height += _ROW

    def notes(self, position: Position) -> None:
        """Add the other facts that the rules depend on."""
        for note in (*notes(position), options(position)):
            self.lines(note, "note", letters=46, pitch=26)

    def tiles(self, position: Position, across: int, *, any_order: bool = False) -> None:
        """Add the tiles to come, in the order in which they are drawn or in any, so many a line."""
        draws = next_draws(position)
        if not draws:
            return
        order = "to be laid in any order" if any_order else "in the order in which they are drawn"
        self.heading(f"Next tiles, {order}")
        right, down = TILE_PITCH
        drawn = across * _LINES
        for index, draw in enumerate(draws[:drawn]):
            line, column = divmod(index, across)
            place = (column * right, self.height + line * down)
            if any_order:
                self.parts += _small_tile(draw, draw.letter, place)
                continue
            self.parts += _small_tile(draw, f"{index + 1}. {draw.letter}", place)
            self.parts.append(pawn(draw.colour, (place[0] + 47, place[1] + 146)))
        self.height += -(-min(len(draws), drawn) // across) * down
        rest = " ".join(draw.letter for draw in draws[drawn:])
        if rest:
            self.lines(f"and then {rest}", "note", letters=11 * across, pitch=26)


def _names(position: Position, colour: int, top: int) -> list[Element]:
    lowest = position.scores[colour] == min(position.scores)
    parts = [words(PIGMENTS[colour].name, (70, top + (23 if lowest else 33)), "note mp-strong")]
    if lowest:
        parts.append(words("lowest", (70, top + 44), "note"))
    parts.append(words(str(position.scores[colour]), (178, top + 37), "score"))
    return parts


def _small_tile(draw: Draw, name: str, place: Point) -> list[Element]:
    x, y = place
    parts = [words(name, (x + 47, y + 18), "next")]
    if draw.tile == UNKNOWN:
        blank = element("rect", class_="mp-cell", x=x, y=y + 26, width=95, height=95)
        parts += [blank, words(UNKNOWN, (x + 47, y + 84), "score")]
    else:
        scaled = f"translate({x} {y + 26}) scale(.95)"
        parts.append(element("use", href=f"#mp-tile-{draw.letter}0", transform=scaled))
    return parts
