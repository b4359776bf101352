"""A final table of the house game that players lay out: its faults, and who owns what.

A board is written as words joined by ``~``: players, what the colours have on the board, and every
tile as part-turns write it, with the colour of its piece at the end.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache

from meepleproof.rendering.palette import PIGMENTS
from meepleproof.service.play.refusal import as_sentence
from verifier.carcassonne.engine.house import HouseEngine
from verifier.carcassonne.house.codec import (
    position_from_json,
)
from verifier.carcassonne.house.faults import faults
from verifier.carcassonne.house.key import FinalScore, final_score
from verifier.carcassonne.house.notation import parse_part_turn, parse_position
from verifier.carcassonne.house.position import (
    PIECES,
    START_TILE,
    Placement,
    Position,
    StandingPiece,
    normal_placement,
)
from verifier.carcassonne.house.rule_set import Pieces, RuleSet
from verifier.carcassonne.model.house.key import HouseModel
from verifier.carcassonne.table.cells import STEPS, Cell
from verifier.carcassonne.table.faults import Fault
from verifier.carcassonne.tiles import EDGES, SETS
from verifier.carcassonne.tiles.drawing import lying
from verifier.documents.strict_json import json_value
from verifier.errors import Malformed

_WORD = re.compile(
    r"(?P<tile>[a-z]+/[A-Z]+[0-3]\.-?[0-9]+\.-?[0-9]+)"
    r"(?:\.(?P<piece>[a-z]+\.[A-Za-z]+)\.(?P<colour>[1-6]))?"
)
_POINTS = re.compile(r"p[0-9]{1,4}(?:\.[0-9]{1,4})*")
_CELL = re.compile(r"\(?(-?[0-9]+), ?(-?[0-9]+)\)?")
_TOO_MANY = re.compile(
    r"(?P<number>\d+) tiles (?P<tile>[a-z]+/[A-Z]+) are in the game, there are (?P<copies>\d+)"
)
_NAMES = re.compile(r"(?: of)? [a-z]+/[A-Z]+\b| at \(-?\d+, -?\d+\)| \(?-?\d+, ?-?\d+\)?")
_COLOUR = re.compile(r"\bcolour ([1-6])\b")
_MOST_TILES = 140
_PLAYERS = "23456"


@dataclass(frozen=True, slots=True)
class Wrong:
    """What cannot be on a board: a sentence, the rule, and the cells it is about."""

    sentence: str
    rule: str
    cells: tuple[Cell, ...]


def read_board(text: str) -> Position:
    """Return the final table that a board describes, valid or not.

    :raises Malformed: if a word of it cannot be read.

    >>> table = read_board("h2~p3.0.0.9~base/D0.0.0~base/U1.0.-1.little.N.2")
    >>> table.rules.colours, table.placements[0].piece.colour
    (4, 1)
    """
    players, scores, placements = 2, "", list[Placement]()
    for word in text.split("~"):
        if re.fullmatch(f"h[{_PLAYERS}]", word):
            players = int(word[1])
        elif _POINTS.fullmatch(word):
            scores = word[1:]
        elif word:
            placements.append(_placement(word))
    if len(placements) > _MOST_TILES:
        raise Malformed(f"{len(placements)} tiles are more than all boxes hold", where="board")
    return finished(players, tuple(placements or (_START,)), scores)


_START = Placement(START_TILE, 0, 0, 0)


def finished(players: int, placements: tuple[Placement, ...], scores: str = "") -> Position:
    """Return a table with all tiles played, and the boxes that its tiles come from."""
    named = {placement.tile.partition("/")[0] for placement in placements}
    sets = tuple(name for name in SETS if name in named | {"base"})
    rules = RuleSet(players, _with_pieces(sets, placements))
    points = [int(each) for each in scores.split(".")] if scores else []
    padded = (*points, *(0 for _ in range(rules.colours)))[: rules.colours]
    return Position(
        rules=rules,
        placements=placements,
        scores=padded,
        supplies=_left(rules, placements),
        to_move=0,
        hand=(),
        end="played",
    )


def pasted(text: str) -> Position:
    """Return the final table of a code, or of a JSON document of a position or a record's start.

    Tiles that are still to come are left out: the table is scored as it lies.

    :raises Malformed: if it cannot be read.
    :raises Illegal: for rules that no text allows.
    """
    text = text.strip()
    if text.startswith("{"):
        position = position_from_json(json_value(text, "the board"), "the board")
    else:
        words = (word for word in text.split("~") if not word.startswith("g."))
        position = parse_position("~".join(words))
    return replace(
        position, hand=(), bag=(), hidden=0, river=(), discards=(), second=False, end="played"
    )


def wrongs(position: Position) -> tuple[Wrong, ...]:
    """Return what is wrong with a final table or a part of one, each with its rule and cells.

    A part need not have the tile that the game began with.
    """
    found = (fault for fault in faults(position) if fault.name != "no_start_tile")
    return tuple(_wrong(fault, position) for fault in found)


def scored(position: Position) -> FinalScore:
    """Return the final scoring of a valid table, by both keys.

    :raises KeysDisagree: if the keys do.
    """
    return final_score(position, (HouseEngine(), HouseModel()))


def without_wrongs(position: Position) -> Position | None:
    """Return what is left of a table without what is wrong on it; None if no change helps.

    Of the tiles that a fault names, or of all if it names none, the one laid last gives up its
    piece; if that does not help, it goes itself.

    >>> table = read_board("h2~base/D0.0.0~base/U1.1.0.little.E.1")
    >>> [str(laid.cell) for laid in without_wrongs(table).placements]
    ['(0, 0)']
    """
    while found := wrongs(position):
        mended = (one for one in _changes(position, found[0].cells) if found[0] not in wrongs(one))
        better = next(mended, None)
        if better is None:
            return None
        position = better
    return position


def _changes(position: Position, cells: tuple[Cell, ...]) -> Iterator[Position]:
    named = [one for one in reversed(position.placements) if not cells or one.cell in cells]
    for laid in named:
        if laid.piece is not None:
            yield _with(position, laid, (replace(laid, piece=None),))
    for laid in named:
        yield _with(position, laid, ())


def _with(position: Position, laid: Placement, instead: tuple[Placement, ...]) -> Position:
    placements = tuple(
        new for one in position.placements for new in (instead if one.cell == laid.cell else (one,))
    )
    return replace(position, placements=placements, supplies=_left(position.rules, placements))


def edges_wanted(position: Position) -> dict[Cell, str]:
    """Return for each empty cell beside a tile the edges it meets, from the north.

    Where it meets none stands ``?``.

    >>> edges_wanted(finished(2, (_START,)))[0, 1]
    '??C?'
    """
    table = {laid.cell: lying(laid.tile, laid.rotation).edges for laid in position.placements}
    beside = sorted({(x + i, y + j) for x, y in table for i, j in STEPS} - set(table))
    return {
        (x, y): "".join(
            table[x + i, y + j][(edge + 2) % len(EDGES)] if (x + i, y + j) in table else "?"
            for edge, (i, j) in enumerate(STEPS)
        )
        for x, y in beside
    }


@lru_cache(1 << 14)  # a table asks for few sorts of squares, again after each tile
def rotations_that_fit(tile: str, wanted: str) -> tuple[int, ...]:
    """Return the rotations in which a tile fits where such edges are wanted.

    :raises Malformed: if there is no such tile.

    >>> rotations_that_fit("base/U", "??C?"), rotations_that_fit("base/U", "R???")
    ((), (1,))
    """
    return tuple(
        rotation
        for rotation in lying(tile, 0).rotations
        if all(
            want in ("?", edge)
            for want, edge in zip(wanted, lying(tile, rotation).edges, strict=True)
        )
    )


def _placement(word: str) -> Placement:
    match = _WORD.fullmatch(word)
    if match is None:
        raise Malformed(f"{word[:60]!r} is no word of a board", where="board")
    standing = match["piece"]
    turn = parse_part_turn(match["tile"] if standing is None else f"{match['tile']}.{standing}")
    piece = None
    if turn.piece is not None:
        piece = StandingPiece(turn.piece, turn.feature, int(match["colour"]) - 1)
    return normal_placement(Placement(turn.tile, turn.rotation, turn.x, turn.y, piece))


def _with_pieces(sets: tuple[str, ...], placements: tuple[Placement, ...]) -> tuple[str, ...]:
    """Return the sets with the boxes that the pieces on the table come from."""
    standing = {laid.piece.piece for laid in placements if laid.piece is not None}
    boxes = {"ic": "big" in standing, "tb": "builder" in standing}
    return tuple(name for name in SETS if name in sets or boxes.get(name))


def _left(rules: RuleSet, placements: tuple[Placement, ...]) -> tuple[Pieces, ...]:
    standing = [laid.piece for laid in placements if laid.piece is not None]
    return tuple(
        Pieces(
            *(
                max(0, owned - sum((one.piece, one.colour) == (sort, colour) for one in standing))
                for sort, owned in zip(PIECES, rules.start_supply, strict=True)
            )
        )
        for colour in range(rules.colours)
    )


def _wrong(fault: Fault, position: Position) -> Wrong:
    cells = [(int(x), int(y)) for x, y in _CELL.findall(f"{fault.where} {fault.why}")]
    many = _TOO_MANY.fullmatch(fault.why)
    if many is not None:
        cells = [laid.cell for laid in position.placements if laid.tile == many["tile"]]
    return Wrong(_to_players(fault.why), fault.rule, tuple(dict.fromkeys(cells)))


def _to_players(why: str) -> str:
    """Return what is wrong as a sentence without names of tiles and cells, which are marked.

    >>> _to_players("road of base/U meets field of base/D at (0, 0)")
    'Road meets field.'
    >>> _to_players("2 tiles base/X are in the game, there are 1")
    'The marked tile is there 2 times, but the boxes have it 1 time.'
    >>> _to_players("colour 2 has a builder here, but no follower that owns it")
    'Red has a builder here, but no follower that owns it.'
    """
    many = _TOO_MANY.fullmatch(why)
    if many is not None:
        times = "time" if many["copies"] == "1" else "times"
        return (
            f"The marked tile is there {many['number']} times, "
            f"but the boxes have it {many['copies']} {times}."
        )
    told = _NAMES.sub("", why)
    return as_sentence(_COLOUR.sub(lambda found: PIGMENTS[int(found[1]) - 1].name, told))
