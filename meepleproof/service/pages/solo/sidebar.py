"""What stands beside the board of a plain page: scores, tiles to come, moves."""

from __future__ import annotations

from meepleproof.rendering.palette import PIGMENTS
from meepleproof.rendering.solo.notes import DRAWN, UNKNOWN, next_draws
from meepleproof.service.pages.markup import drawn
from meepleproof.service.pages.solo.board import pawn_picture, tile_picture
from verifier.carcassonne.solo.letters import letters_of
from verifier.carcassonne.solo.position import Position
from verifier.documents.strict_json import Document

_SMALL = 64


def scoreboard(
    position: Position, final: tuple[int, ...] | None = None, *, playing: bool = True
) -> Document:
    """Return the scores (final ones if given), the meeples in hand and whose turn it is."""
    hidden = " · ".join(str(pile.hidden) for pile in position.piles)
    notes = [
        f"Tiles face down: {hidden}" if any(pile.hidden for pile in position.piles) else "",
        f"Monasteries scored: {position.monasteries}" if position.monasteries else "",
        f"Out of the game: {' '.join(letters_of(position.discards))}" if position.discards else "",
        *(f"{key}: {value}" for key, value in position.rules.switches),
    ]
    colours = range(position.rules.colours)
    return {
        "rows": [_row(position, colour, final, playing=playing) for colour in colours],
        "meeples": position.rules.meeples,
        "notes": [note for note in notes if note],
    }


def _row(
    position: Position, colour: int, final: tuple[int, ...] | None, *, playing: bool
) -> Document:
    scores = position.scores if final is None else final
    score, supply = scores[colour], position.supplies[colour]
    to_move = playing and colour == position.to_move and not position.over
    pawns = [pawn_picture(colour, spent=index >= supply) for index in range(position.rules.meeples)]
    words = {"lowest": score == min(scores), "to move": to_move}
    return {
        "name": PIGMENTS[colour].name,
        "words": [word for word, holds in words.items() if holds],
        "score": score,
        "pawns": drawn(*pawns),
        "in_hand": supply,
        "active": to_move,
    }


def coming_tiles(position: Position, *, skip: int = 0) -> Document | None:
    """Return the tiles to come and who draws them, without the first ``skip``; None if none is."""
    draws = next_draws(position)[skip:]
    if not draws:
        return None
    return {
        "tiles": [
            {
                "tile": None
                if draw.tile == UNKNOWN
                else drawn(tile_picture(draw.tile, 0, pixels=_SMALL)),
                "pawn": drawn(pawn_picture(draw.colour)),
                "name": PIGMENTS[draw.colour].name,
            }
            for draw in draws[:DRAWN]
        ],
        "later": " ".join(draw.letter for draw in draws[DRAWN:]),
    }
