"""A naive third opinion on the rules, for tests only.

Written from the rule catalogue alone: a dict for the table, a flood fill for every question, every
permutation for every order. Nothing is kept from one question to the next. It must stay slow and
plain; where a key disagrees with it, one of them is wrong, and the catalogue says which.

This half has the table, features, placing and drawing; :mod:`tests.naive_turn` has the rest.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import NamedTuple

from verifier.carcassonne.solo.position import Meeple, Pile, Position
from verifier.carcassonne.solo.rule_set import SOLO, RuleSet
from verifier.carcassonne.solo.turn import OWN_FEATURES
from verifier.carcassonne.table.cells import AROUND, STEPS, Cell
from verifier.carcassonne.tiles import Kind, Orientation, Segment
from verifier.errors import Malformed

Part = tuple[Cell, str]
"""A segment on the table: its cell and its name."""


class Lying(NamedTuple):
    """A tile on the table, and the meeple on it."""

    drawing: Orientation
    meeple: Meeple | None


Board = dict[Cell, Lying]


class Feature(NamedTuple):
    """A feature (DEF-3)."""

    kind: Kind
    parts: frozenset[Part]
    complete: bool


@dataclass(frozen=True)
class Drawn:
    """What was drawn: by whom, from which pile, what was laid aside; no tile if the game ends."""

    colour: int
    tile: str | None
    pile: int
    discards: tuple[str, ...]
    piles: tuple[Pile, ...]


class Broken(Exception):
    """A rule is broken; the replay of a record stops here."""

    def __init__(self, rule: str, why: str) -> None:
        super().__init__(why)
        self.rule, self.why = rule, why


def beside(cell: Cell, edge: int) -> Cell:
    """Return the neighbour of the cell over that edge (DEF-1)."""
    return (cell[0] + STEPS[edge][0], cell[1] + STEPS[edge][1])


def board_of(position: Position) -> Board:
    """Return the table of the position."""
    return {p.cell: Lying(p.drawing, p.meeple) for p in position.placements}


def feature_of(board: Board, cell: Cell, segment: Segment) -> Feature:
    """Return the feature that the segment belongs to, by flood fill."""
    if segment.kind == "monastery":  # BASE-MON-1
        x, y = cell
        around = [(x + i, y + j) for i in (-1, 0, 1) for j in (-1, 0, 1)]
        return Feature("monastery", frozenset({(cell, "M")}), all(c in board for c in around))
    parts: set[Part] = set()
    complete = True  # BASE-ROAD-1, BASE-CITY-1: no open end
    todo = [(cell, segment)]
    while todo:
        here, piece = todo.pop()
        if (here, piece.name) in parts:
            continue
        parts.add((here, piece.name))
        for edge in piece.edges:
            there = beside(here, edge)
            if there not in board:
                complete = False
                continue
            joined = board[there].drawing.segment_at((edge + 2) % 4)
            assert joined is not None, f"edges mismatch between {here} and {there}"
            todo.append((there, joined))
    return Feature(segment.kind, frozenset(parts), complete)


def features_of_tile(board: Board, cell: Cell) -> dict[str, Feature]:
    """Return the features on that tile, each under the first of its names (SOLO-MEEPLE-9)."""
    found: dict[str, Feature] = {}
    for name in OWN_FEATURES:
        segment = board[cell].drawing.segment_named(name)
        if segment is not None:
            feature = feature_of(board, cell, segment)
            if feature not in found.values():
                found[name] = feature
    return found


def monasteries_around(board: Board, cell: Cell) -> dict[str, Feature]:
    """Return the monasteries on the surrounding cells (SOLO-SCORE-1)."""
    found: dict[str, Feature] = {}
    for name, (dx, dy) in AROUND.items():
        there = (cell[0] + dx, cell[1] + dy)
        monastery = board[there].drawing.segment_named("M") if there in board else None
        if monastery is not None:
            found[name] = feature_of(board, there, monastery)
    return found


def meeples_on(board: Board, feature: Feature) -> Counter[int]:
    """Return how many meeples of each colour stand on the feature."""
    on: Counter[int] = Counter()
    for cell, name in feature.parts:
        meeple = board[cell].meeple
        if meeple is not None and meeple.segment == name:
            on[meeple.colour] += 1
    return on


def value_of(board: Board, feature: Feature, rules: RuleSet) -> int:
    """Return what the completed feature is worth (SOLO-SCORE-2, BASE-COUNT-1, AMB-35)."""
    tiles = len({cell for cell, _ in feature.parts})
    if feature.kind == "monastery":
        return 9
    if feature.kind == "road":
        return tiles
    if tiles == 2 and rules.value("city.two") == "2":
        return 2
    segments = [board[cell].drawing.segment_named(name) for cell, name in feature.parts]
    return 2 * tiles + 2 * sum(segment.shields for segment in segments if segment is not None)


def fits(board: Board, cell: Cell, drawing: Orientation) -> bool:
    """Return whether every edge that touches a tile matches (BASE-PLACE-3)."""
    for edge, terrain in enumerate(drawing.terrain):
        other = board.get(beside(cell, edge))
        if other is not None and other.drawing.terrain[(edge + 2) % 4] != terrain:
            return False
    return True


def frontier(board: Board) -> set[Cell]:
    """Return the empty cells that share an edge with a tile (BASE-PLACE-2)."""
    return {beside(cell, edge) for cell in board for edge in range(4)} - set(board)


def legal_placements(board: Board, tile: str) -> list[tuple[Cell, int]]:
    """Return where the tile may go; equal drawings once (EC-G-24)."""
    kind = SOLO.sheet.kind(tile)
    return [
        (cell, rotation)
        for cell in frontier(board)
        for rotation in kind.rotations
        if fits(board, cell, kind.orientations[rotation])
    ]


def free_features(board: Board, cell: Cell) -> list[str]:
    """Return the names of the tile's features that carry no meeple (DEF-4)."""
    features = features_of_tile(board, cell)
    return [name for name, feature in features.items() if not meeples_on(board, feature)]


def allowed_placements(
    board: Board, tile: str, supply: int, rules: RuleSet
) -> list[tuple[Cell, int]]:
    """Return the placements that may be chosen (SOLO-PLACE-3, AMB-06)."""
    legal = legal_placements(board, tile)
    if rules.value("place.free") == "yes" or supply == 0:
        return legal
    drawings = SOLO.sheet.kind(tile).orientations
    with_meeple = [
        (cell, rotation)
        for cell, rotation in legal
        if free_features({**board, cell: Lying(drawings[rotation], None)}, cell)
    ]
    return with_meeple or legal


def draw(position: Position, revealed: tuple[str, ...] | None = None) -> Drawn:
    """Return what is drawn next (SOLO-PLACE-1, -4, -5; AMB-03, AMB-04).

    A record says what was drawn: ``revealed`` has the discards and, last, the tile. They stand in
    for tiles not known; ``Broken`` is raised for one that does not lie on top, or for a discard
    that can be placed.
    """
    rules, board, piles = position.rules, board_of(position), list(position.piles)
    colour, at = position.to_move, position.pile_of(position.to_move)
    discards: tuple[str, ...] = ()
    unplaceable, empty = rules.value("tile.unplaceable"), rules.value("pile.empty")
    while any(not pile.empty for pile in piles) and not (piles[at].empty and empty == "end_game"):
        if piles[at].empty:
            if empty == "borrow_next_pile":
                at = next_pile(piles, at)
            else:
                colour, at = next_colour(position, colour)
            continue
        (tile,) = piles[at].known[:1] or (revealed_tile(position, piles, discards, revealed),)
        piles[at] = without_top(piles[at])
        if revealed is not None:
            compare_drawn(board, tile, len(discards), revealed)
        if legal_placements(board, tile) or revealed == (*discards, tile):
            return Drawn(colour, tile, at, discards, tuple(piles))
        discards += (tile,)
        if unplaceable == "end_game":
            break
        if unplaceable == "redraw_next_pile":
            at = next_pile(piles, at)
        elif unplaceable == "skip_turn":
            colour, at = next_colour(position, colour)
    return Drawn(position.to_move, None, at, discards, tuple(piles))


def next_colour(position: Position, colour: int) -> tuple[int, int]:
    """Return the next colour clockwise and the number of its pile (SOLO-TURN-1)."""
    following = (colour + 1) % position.rules.colours
    return following, position.pile_of(following)


def next_pile(piles: list[Pile], at: int) -> int:
    """Return the next pile clockwise that is not empty; the same if there is no other."""
    after = [(at + step) % len(piles) for step in range(1, len(piles) + 1)]
    return next((pile for pile in after if not piles[pile].empty), at)


def without_top(pile: Pile) -> Pile:
    """Return the pile after drawing from it."""
    return Pile(pile.known[1:], pile.hidden) if pile.known else Pile((), pile.hidden - 1)


def revealed_tile(
    position: Position,
    piles: list[Pile],
    discards: tuple[str, ...],
    revealed: tuple[str, ...] | None,
) -> str:
    """Return the tile that a record says came from an unknown pile, if there is one left."""
    if revealed is None:
        raise Malformed("the next tile is not known", where="/piles", rule="SOLO-PLACE-1")
    tile = revealed[len(discards)]
    seen = Counter(p.tile for p in position.placements)
    seen.update(position.discards + discards)
    for pile in piles:
        seen.update(pile.known)
    if seen[tile] >= SOLO.sheet.counts()[tile]:
        raise Broken("BASE-TILE-1", f"no tile {tile} is left")
    return tile


def compare_drawn(board: Board, tile: str, number: int, revealed: tuple[str, ...]) -> None:
    """Check one tile drawn against the record: all but the last are discards."""
    last = number == len(revealed) - 1
    if last and revealed[number] != tile and not legal_placements(board, tile):
        raise Broken("SOLO-PLACE-4", f"{tile} cannot be placed and was not discarded")
    if revealed[number] != tile:
        raise Broken("SOLO-PLACE-1", f"{revealed[number]} was drawn, but {tile} lies on top")
    if not last and legal_placements(board, tile):
        raise Broken("SOLO-PLACE-4", f"{tile} was discarded, but it can be placed")
