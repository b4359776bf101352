"""A puzzle of the house game: a position and a goal; its text and its id.

A goal is what is asked of the colour to move, or of a finished table.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Literal, TypeAlias

from verifier.carcassonne.house.notation import parse_position, position_text
from verifier.carcassonne.house.position import Placement, Position
from verifier.carcassonne.table.notation import parted_code
from verifier.carcassonne.tiles.tile import turned as turned_place
from verifier.documents.canonical_json import puzzle_id
from verifier.errors import Malformed

GoalKind: TypeAlias = Literal["farms", "points", "own", "double", "win", "save", "most"]
OwnedFeature: TypeAlias = Literal["city", "farm"]

_IDS_KEPT = 200
VERSION = "h1"
"""The version of the canonical form."""

STUDIES: tuple[GoalKind, ...] = ("win", "save", "most")
"""The goals of the last tiles, by best play of both players."""

_GOAL = re.compile(
    r"(farms)|(points|double)\.([1-9][0-9]{0,2})|own\.(city|farm)\.([0-9]{1,3})"
    r"|(win|save|most)\.(-?[0-9]{1,3})\.(-?[0-9]{1,3})"
)


@dataclass(frozen=True, slots=True)
class Goal:
    """What is to be done, by its kind.

    ``farms``: say what every colour gets for its farms. ``points``: the colour to move scores
    exactly ``number`` points in this part-turn. ``own``: with this part-turn it becomes an owner,
    alone or with others, of a ``feature`` that only other players owned, worth ``number`` points
    or more. ``double``: with both parts of its turn it scores ``number`` points or more.

    The last tiles lie open for ``win``, ``save`` and ``most``: the player to move, by best play of
    both, wins, does not lose, or ends with the best margin. ``handicaps`` are those of both
    players (AMB-34).
    """

    kind: GoalKind
    number: int = 0
    feature: OwnedFeature | None = None
    handicaps: tuple[int, int] = (0, 0)

    def __str__(self) -> str:
        """Return the goal as codes write it.

        >>> str(Goal("farms")), str(Goal("points", 9)), str(Goal("own", 12, "farm"))
        ('farms', 'points.9', 'own.farm.12')
        """
        if self.kind == "farms":
            return self.kind
        if self.kind in STUDIES:
            return f"{self.kind}.{self.handicaps[0]}.{self.handicaps[1]}"
        if self.feature is not None:
            return f"{self.kind}.{self.feature}.{self.number}"
        return f"{self.kind}.{self.number}"


@dataclass(frozen=True, slots=True)
class HousePuzzle:
    """A goal to reach from a position, or a question about a finished table."""

    goal: Goal
    position: Position

    @property
    def part_turns(self) -> int:
        """How many part-turns are judged: none where a table is only to be read."""
        return {"farms": 0, "double": 2}.get(self.goal.kind, 1)

    @property
    def code(self) -> str:
        """The whole puzzle as one short text."""
        return f"{position_text(self.position)}~g.{self.goal}"

    @property
    def id(self) -> str:
        """Its id of twelve characters, the same however the table is turned or moved.

        It is a hash of the canonical form of position and goal. Colours keep their places, as in
        a game of two each player has two of them, and mirror images differ: not every tile of the
        boxes has one.
        """
        return _id(self)


@lru_cache(_IDS_KEPT)
def _id(puzzle: HousePuzzle) -> str:
    return puzzle_id(f"{canonical_text(puzzle.position)}~g.{puzzle.goal}")


def canonical_text(position: Position) -> str:
    """Return the smallest text over the four turns of the table, moved to the origin.

    >>> canonical_text(parse_position("h3~b4.-2.E1D0~t1~nV"))
    'h1~h3~b0.0.D1.E2~t1~nV'
    """
    return f"{VERSION}~{min(position_text(_turned(position, turns)) for turns in range(4))}"


def _turned(position: Position, quarter_turns: int) -> Position:
    """Return the position turned clockwise and moved so that its least x and y are 0."""
    cells = [_turned_cell(laid.x, laid.y, quarter_turns) for laid in position.placements]
    west, south = min(x for x, _ in cells), min(y for _, y in cells)
    placements = tuple(
        _turned_placement(laid, (x - west, y - south), quarter_turns)
        for laid, (x, y) in zip(position.placements, cells, strict=True)
    )
    return replace(position, placements=placements)


def _turned_placement(laid: Placement, cell: tuple[int, int], quarter_turns: int) -> Placement:
    piece = laid.piece
    if piece is not None and piece.feature != "M":
        piece = replace(piece, feature=turned_place(piece.feature, quarter_turns))
    return Placement(laid.tile, (laid.rotation + quarter_turns) % 4, *cell, piece)


def _turned_cell(x: int, y: int, quarter_turns: int) -> tuple[int, int]:
    return ((x, y), (y, -x), (-x, -y), (-y, x))[quarter_turns % 4]


def parse_goal(text: str) -> Goal:
    """Return the goal that a code writes.

    :raises Malformed: for any other text.

    >>> parse_goal("own.city.0")
    Goal(kind='own', number=0, feature='city', handicaps=(0, 0))
    """
    match = _GOAL.fullmatch(text)
    if match is None:
        raise Malformed(
            f"there is no goal {text!r} in the house game; write farms, points.9, double.8, "
            "own.city.0, own.farm.12, win.0.7, save.0.7 or most.0.0",
            where="goal",
        )
    if match[1]:
        return Goal("farms")
    if match[4]:
        return Goal("own", int(match[5]), "city" if match[4] == "city" else "farm")
    if match[6]:
        kind = next(each for each in STUDIES if each == match[6])
        return Goal(kind, handicaps=(int(match[7]), int(match[8])))
    return Goal("points" if match[2] == "points" else "double", int(match[3]))


def parse_code(text: str) -> HousePuzzle:
    """Return the puzzle of a code: that of a position with a word ``g.`` and the goal.

    :raises Malformed: if it cannot be read.
    """
    goal, position = parted_code(text, "points.9")
    return HousePuzzle(parse_goal(goal), parse_position(position))
