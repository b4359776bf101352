"""What lies on the table of the house game, in words, and where pieces stand on a drawing."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from meepleproof.rendering.house.board import spot
from meepleproof.rendering.palette import PIGMENTS
from meepleproof.rendering.wording import SIDES, listed
from verifier.carcassonne.house.part_turn import PartTurn
from verifier.carcassonne.house.position import Piece, Placement, StandingPiece
from verifier.carcassonne.house.puzzle import STUDIES, HousePuzzle
from verifier.carcassonne.tiles import EDGES
from verifier.carcassonne.tiles.drawing import Kind, Segment, lying, segment_named, segments

PIECE_NAMES: dict[Piece, str] = {
    "little": "follower",
    "big": "big follower",
    "builder": "builder",
}
_HALVES = {"Nl": "W", "Nr": "E", "El": "N", "Er": "S", "Sl": "E", "Sr": "W", "Wl": "S", "Wr": "N"}


def art_name(tile: str, rotation: int) -> str:
    """Return the name of a drawing of a tile, as the sheet of the house game has it.

    >>> art_name("tb/B", 1)
    'tb-B.1'
    """
    return f"{tile.replace('/', '-')}.{rotation}"


def piece_art(piece: Piece, kind: Kind | None) -> str:
    """Return the name of a drawing of a piece, without its colour; followers lie on fields.

    >>> piece_art("big", "field"), piece_art("little", "road")
    ('big-farmer', 'pawn')
    """
    if piece == "builder":
        return "builder"
    if kind == "field":
        return "farmer" if piece == "little" else "big-farmer"
    return "pawn" if piece == "little" else "big"


def colour_names(colours: Sequence[int]) -> str:
    """Return colours, numbered from 0, as they are listed in sentences.

    >>> colour_names((0, 2))
    'blue and yellow'
    """
    return listed([PIGMENTS[colour].name for colour in colours])


def place_of_feature(kind: Kind, name: str) -> str:
    """Return a feature of the tile in the words of the page.

    >>> place_of_feature("road", "N"), place_of_feature("field", "Sl"), place_of_feature("city", "")
    ('the road (north)', 'the field (south, east half)', 'the city')
    """
    what = "the city" if kind == "city" else f"the {kind}"
    if name in ("", "M"):
        return what
    if name in _HALVES:
        return f"{what} ({SIDES[name[0]]}, {SIDES[_HALVES[name]]} half)"
    if name in SIDES:
        return f"{what} ({SIDES[name]})"
    return f"{what} ({SIDES[name[0]]}-{SIDES[name[1]]} corner)"


def laid_in_words(turn: PartTurn, colour: int) -> str:
    """Return a part-turn as a sentence that names what is drawn on the tile, not the tile.

    >>> print(laid_in_words(PartTurn("base/V", 0, -1, 0, "big", "Sl"), 1))
    Red lays road south-west on (-1, 0), and a big follower on the field (south, east half).
    """
    drawn = drawn_in_words(turn.tile, turn.rotation)
    says = f"{PIGMENTS[colour].name.capitalize()} lays {drawn} on ({turn.x}, {turn.y})"
    segment = segment_named(turn.tile, turn.rotation, turn.feature)
    if turn.piece is not None and segment is not None:
        place = place_of_feature(segment.kind, turn.feature)
        says += f", and a {PIECE_NAMES[turn.piece]} on {place}"
    return f"{says}. The second part of the turn follows." if turn.second else f"{says}."


def task_in_words(puzzle: HousePuzzle) -> str:
    """Return what a puzzle asks for, in a few words.

    >>> from verifier.carcassonne.house.notation import parse_position
    >>> from verifier.carcassonne.house.puzzle import Goal
    >>> task_in_words(HousePuzzle(Goal("points", 9), parse_position("h2~b0.0.D0~t1~nEVW~u9")))
    'Score exactly 9 points with one tile'
    """
    goal, position = puzzle.goal, puzzle.position
    if goal.kind == "farms":
        return "Whose farm?"
    if goal.kind in STUDIES:
        tiles = len(position.hand) + len(position.bag)
        wish = {"win": "Win", "save": "Do not lose", "most": "Get the best margin"}[goal.kind]
        return f"{wish} with the last {tiles} tiles"
    if goal.kind == "points":
        return f"Score exactly {goal.number} points with one tile"
    if goal.kind == "double":
        return f"Score at least {goal.number} points with both parts of your turn"
    worth = f" worth at least {goal.number} points" if goal.number else ""
    return f"Become an owner of a {goal.feature}{worth} that only others own"


@cache
def stands_at(tile: str, rotation: int, feature: str) -> tuple[int, int]:
    """Return where a piece stands, or lies, on a feature of a tile: hundredths of the tile."""
    x, y = spot(Placement(tile, rotation, 0, 0), feature)
    return round(x), round(y)


@cache
def drawn_in_words(tile: str, rotation: int) -> str:
    """Return what is drawn on a tile, for a screen reader.

    >>> drawn_in_words("base/D", 0), drawn_in_words("ic/K", 0)
    ('city north, road east-west', 'city north-east-south-west with a cathedral')
    """
    parts = [
        _segment(tile, rotation, each) for each in segments(tile, rotation) if each.kind != "field"
    ]
    return ", ".join(parts) or "fields"


def placed_in_words(placement: Placement) -> str:
    """Return what is drawn on a tile of the table, and which piece stands where on it."""
    words, piece = drawn_in_words(placement.tile, placement.rotation), placement.piece
    if piece is None:
        return words
    segment = segment_named(placement.tile, placement.rotation, piece.feature)
    on = place_of_feature(segment.kind, piece.feature) if segment else "it"
    return f"{words}; {_owned(piece)} on {on}"


def _owned(piece: StandingPiece) -> str:
    return f"a {PIECE_NAMES[piece.piece]} of {PIGMENTS[piece.colour].name}"


def _segment(tile: str, rotation: int, segment: Segment) -> str:
    sides = "-".join(SIDES[place] for place in segment.places if place in EDGES)
    return f"{segment.kind} {sides}".rstrip() + _extras(tile, rotation, segment)


def _extras(tile: str, rotation: int, segment: Segment) -> str:
    drawn = lying(tile, rotation)
    if segment.kind == "road":
        return " with an inn" * drawn.roads[segment.number].inn
    if segment.kind != "city":
        return ""
    city = drawn.cities[segment.number]
    return " with a shield" * bool(city.shields) + " with a cathedral" * city.cathedral
