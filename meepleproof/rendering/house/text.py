"""The table of the house game drawn with characters.

A little follower is ``(1)`` by the number of its colour, a big one ``{1}``, a builder ``<1>``.
"""

from __future__ import annotations

from collections.abc import Iterator
from textwrap import wrap

from meepleproof.rendering.canvas import Canvas
from meepleproof.rendering.carcassonne.blocks import (
    ACROSS,
    DOWN,
    LETTER,
    block,
    board_parts,
    draw_block,
    half_edge_cell,
    parts,
    text_ground,
)
from meepleproof.rendering.house.words import place_in_words
from meepleproof.rendering.palette import PIGMENTS
from verifier.carcassonne.house.position import Placement, Position, StandingPiece
from verifier.carcassonne.tiles.drawing import lying, segment_named

_COLUMNS = 80
_SIGNS = {"little": "({})", "big": "{{{}}}", "builder": "<{}>"}
_LEGEND = (
    "city ▒   shield *   cathedral ‡   road ═   inn i   village o   monastery †   river ≈",
    "little follower (1)   big follower {1}   builder <1>   free cell ·",
)
_AT_AN_EDGE = {"N": (0, -1), "E": (2, 0), "S": (0, 1), "W": (-2, 0), "M": (0, 0)}
_IN_A_CORNER = {"NW": (-2, -1), "NE": (2, -1), "SE": (2, 1), "SW": (-2, 1)}


def house_text(position: Position, *, colour: bool, width: int | None = None) -> str:
    """Return the board, scores, supplies, what each piece stands on, and the shared hand as text.

    Everything can be distinguished without colour; ``colour`` adds ANSI escapes. A board wider than
    ``width`` comes in parts.

    >>> from verifier.carcassonne.house.position import set_up
    >>> from verifier.carcassonne.house.rule_set import RuleSet
    >>> text = house_text(set_up(RuleSet(players=2), ("base/V", "base/U", "tb/C")), colour=False)
    >>> print(text[text.index("Scores"):], end="")
    Scores
      (1) blue      0 points   7 followers, big follower, builder in hand   to move
      (2) red       0 points   7 followers, big follower, builder in hand
      (3) yellow    0 points   7 followers, big follower, builder in hand
      (4) black     0 points   7 followers, big follower, builder in hand
    <BLANKLINE>
    Shared hand: base/U base/V tb/C
    """
    cells = [placement.cell for placement in position.placements]
    parts = board_parts(_board(position), cells, width)
    board = [part.text(colour=colour) for part in parts]
    sections = [
        *board,
        "\n".join(_LEGEND),
        _scores(position).text(colour=colour),
        *(part.text(colour=colour) for part in _standing(position)),
        *_tiles_to_come(position, width or _COLUMNS),
    ]
    return "\n\n".join(sections) + "\n"


def _board(position: Position) -> Canvas:
    canvas, corner = text_ground([placement.cell for placement in position.placements])
    for placement in position.placements:
        left, top = corner(placement.cell)
        draw_block(canvas, (left, top), lying(placement.tile, 0), placement.rotation)
        letter = placement.tile.partition("/")[2]
        canvas.engrave(left + ACROSS + LETTER[0], top + DOWN + LETTER[1], letter)
        if placement.piece is not None:
            column, line = _place(placement, placement.piece)
            text = _sign(placement.piece)
            style = f"meeple{placement.piece.colour}"
            canvas.put(left + ACROSS + column - 1, top + DOWN + line, text, style)
    return canvas


def _sign(piece: StandingPiece) -> str:
    return _SIGNS[piece.piece].format(piece.colour + 1)


def _place(placement: Placement, piece: StandingPiece) -> tuple[int, int]:
    """Return the middle of a piece, from the middle of its tile: column and line."""
    if piece.feature in _AT_AN_EDGE:
        return _AT_AN_EDGE[piece.feature]
    segment = segment_named(placement.tile, placement.rotation, piece.feature)
    if segment is None or piece.feature in _IN_A_CORNER:
        return _IN_A_CORNER.get(piece.feature, (0, 0))
    drawn = block(lying(placement.tile, 0), placement.rotation).marks
    free = {cell for cell, (character, _) in drawn.items() if character in " -|"}
    rim = {half_edge_cell(half) for half in segment.places}
    field = set[tuple[int, int]]().union(*(part for part in parts(free) if part & rim))
    places = [(x, y) for x in (-2, -1, 0, 1, 2) for y in (-1, 0, 1)]
    return max(
        places,
        key=lambda at: (len({(at[0] + step, at[1]) for step in (-1, 0, 1)} & field), at),
    )


def _scores(position: Position) -> Canvas:
    canvas = Canvas()
    canvas.put(0, 0, "Scores", "rim")
    for colour in range(position.rules.colours):
        canvas.put(2, colour + 1, f"({colour + 1})", f"meeple{colour}")
        canvas.put(6, colour + 1, _row(position, colour), "plain")
    return canvas


def _row(position: Position, colour: int) -> str:
    supply = position.supplies[colour]
    followers = "1 follower" if supply.little == 1 else f"{supply.little} followers"
    pieces = [followers, *["big follower"] * supply.big, *["builder"] * supply.builder]
    points = position.scores[colour]
    score = f"{PIGMENTS[colour].name:7}{points:4} {'point ' if points == 1 else 'points'}"
    row = f"{score}   {', '.join(pieces)} in hand"
    if colour == position.to_move and not position.end:
        row += "   to move, second part" if position.second else "   to move"
    return row


def _standing(position: Position) -> Iterator[Canvas]:
    """Yield on what each piece stands, by colours: the drawing leaves that open at times."""
    pieces = sorted(
        (one.piece.colour, one.cell, _sign(one.piece), _feature(one, one.piece))
        for one in position.placements
        if one.piece is not None
    )
    if not pieces:
        return
    canvas = Canvas()
    canvas.put(0, 0, "On the table", "rim")
    for line, (colour, _, sign, feature) in enumerate(pieces, start=1):
        canvas.put(2, line, sign, f"meeple{colour}")
        canvas.put(6, line, feature, "plain")
    yield canvas


def _feature(placement: Placement, piece: StandingPiece) -> str:
    segment = segment_named(placement.tile, placement.rotation, piece.feature)
    kind = segment.kind if segment else "feature"
    return f"{kind} {place_in_words((*placement.cell, piece.feature))}"


def _tiles_to_come(position: Position, width: int) -> list[str]:
    if position.end:
        how = {"played": "All tiles are played.", "tie": "No tile of the hand fits: a tie."}
        return [how[position.end]]
    lines = [f"Shared hand: {' '.join(position.hand)}"]
    for heading, tiles in (("River", position.river), ("Bag", position.bag)):
        if tiles:
            lines += wrap(f"{heading}: {' '.join(tiles)}", width)
    if position.hidden:
        lines.append(f"Unknown tiles in the bag: {position.hidden}")
    return ["\n".join(lines)]
