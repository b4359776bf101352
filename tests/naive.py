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

from verifier.carcassonne.solo.position import LAKE, Meeple, Pile, Position
from verifier.carcassonne.solo.rule_set import RuleSet
from verifier.carcassonne.solo.turn import OWN_FEATURES
from verifier.carcassonne.table.cells import AROUND, STEPS, Cell
from verifier.carcassonne.tiles import Kind, Orientation, Segment, drawing_of, tile_kind
from verifier.errors import Malformed

NONE = Pile()
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
    river: Pile = NONE


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


def standing_on(board: Board, feature: Feature) -> list[Meeple]:
    """Return the meeples that stand on the feature."""
    there = [(board[cell].meeple, name) for cell, name in feature.parts]
    return [meeple for meeple, name in there if meeple is not None and meeple.segment == name]


def meeples_on(board: Board, feature: Feature) -> Counter[int]:
    """Return how many meeples of each colour stand on the feature."""
    return Counter(meeple.colour for meeple in standing_on(board, feature))


def weights_on(board: Board, feature: Feature, large: int = 2) -> Counter[int]:
    """Return what each colour's meeples count for the majority (DEF-8, SOLO-BOX-5)."""
    weights: Counter[int] = Counter()
    for meeple in standing_on(board, feature):
        weights[meeple.colour] += large if meeple.large else 1
    return weights


def has_inn(board: Board, feature: Feature) -> bool:
    """Return whether an inn stands at the road: at this part of it, not just on its tile."""
    for cell, name in feature.parts:
        printed = board[cell].drawing.tile.turned(board[cell].drawing.rotation)
        if any(road.inn and name in road.edges for road in printed.roads):
            return True
    return False


def has_cathedral(board: Board, feature: Feature) -> bool:
    """Return whether a cathedral stands in the city."""
    for cell, name in feature.parts:
        printed = board[cell].drawing.tile.turned(board[cell].drawing.rotation)
        if any(city.cathedral and name in city.edges for city in printed.cities):
            return True
    return False


def value_of(board: Board, feature: Feature, rules: RuleSet) -> int:
    """Return what the completed feature is worth (SOLO-SCORE-2, BASE-COUNT-1, AMB-35)."""
    tiles = len({cell for cell, _ in feature.parts})
    if feature.kind == "monastery":
        return 9
    if feature.kind == "road" and rules.applies("inns") and has_inn(board, feature):  # SOLO-BOX-3
        return 2 * tiles
    if feature.kind == "road":
        return tiles
    if tiles == 2 and rules.value("city.two") == "2":
        return 2
    segments = [board[cell].drawing.segment_named(name) for cell, name in feature.parts]
    shields = sum(segment.shields for segment in segments if segment is not None)
    if rules.applies("cathedrals") and has_cathedral(board, feature):  # SOLO-BOX-4
        return 3 * tiles + 3 * shields
    return 2 * tiles + 2 * shields


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


def river_edges(drawing: Orientation) -> list[int]:
    """Return the edges over which the river flows: two, or one of spring and lake."""
    return [edge for edge, terrain in enumerate(drawing.terrain) if terrain == "river"]


def river_mouth(board: Board) -> set[Cell]:
    """Return the cell on which the river goes on, if it still does (SOLO-BOX-7)."""
    beyond = {beside(c, edge) for c, lying in board.items() for edge in river_edges(lying.drawing)}
    return beyond - set(board)


def bend(enters: int, leaves: int) -> str:
    """Return to which side the river turns that comes in over one edge and goes out by another."""
    return {1: "left", 2: "straight", 3: "right"}[(leaves - enters) % 4]


def turns_back(board: Board, cell: Cell, drawing: Orientation) -> bool:
    """Return whether the river would bend twice in a row to one side (HOUSE-RIVER-4)."""
    for enters in river_edges(drawing):
        before = board.get(beside(cell, enters))
        leaves = [edge for edge in river_edges(drawing) if edge != enters]
        if before is None or not leaves:
            continue
        came_out = (enters + 2) % 4
        came_in = [edge for edge in river_edges(before.drawing) if edge != came_out]
        if came_in and bend(came_in[0], came_out) == bend(enters, leaves[0]) != "straight":
            return True
    return False


def legal_placements(
    board: Board, tile: str, *, turning_back: bool = False
) -> list[tuple[Cell, int]]:
    """Return where the tile may go; equal drawings once (EC-G-24).

    A tile with a river goes on with the river, and nowhere else (SOLO-BOX-7).
    """
    kind = tile_kind(tile)
    of_river = bool(river_edges(kind.orientations[0]))
    return [
        (cell, rotation)
        for cell in (river_mouth(board) if of_river else frontier(board))
        for rotation in kind.rotations
        if fits(board, cell, kind.orientations[rotation])
        and (turning_back or not turns_back(board, cell, kind.orientations[rotation]))
    ]


def free_features(board: Board, cell: Cell) -> list[str]:
    """Return the names of the tile's features that carry no meeple (DEF-4)."""
    features = features_of_tile(board, cell)
    return [name for name, feature in features.items() if not meeples_on(board, feature)]


def allowed_placements(
    board: Board, tile: str, in_hand: int, rules: RuleSet
) -> list[tuple[Cell, int]]:
    """Return the placements that may be chosen (SOLO-PLACE-3, AMB-06).

    ``in_hand`` is how many meeples the colour could place, a large one among them.
    """
    legal = legal_placements(board, tile, turning_back=not rules.applies("river"))
    if rules.value("place.free") == "yes" or in_hand == 0:
        return legal
    drawings = tile_kind(tile).orientations
    with_meeple = [
        (cell, rotation)
        for cell, rotation in legal
        if free_features({**board, cell: Lying(drawings[rotation], None)}, cell)
    ]
    return with_meeple or legal


def draw(position: Position, revealed: tuple[str, ...] | None = None) -> Drawn:
    """Return what is drawn next (SOLO-PLACE-1, -4, -5; AMB-03, AMB-04; SOLO-BOX-7).

    A record says what was drawn: ``revealed`` has the discards and, last, the tile. They stand in
    for tiles not known; ``Broken`` is raised for one that does not lie on top, or for a discard
    that can be placed.
    """
    river, discards = position.river, tuple[str, ...]()
    while not river.empty:
        tile, gone, river = draw_from_river(position, river, len(discards), revealed)
        discards += gone
        if tile is not None:
            at = position.pile_of(position.to_move)
            return Drawn(position.to_move, tile, at, discards, position.piles, river)
    return draw_from_piles(position, discards, revealed)


def draw_from_piles(
    position: Position, discards: tuple[str, ...], revealed: tuple[str, ...] | None
) -> Drawn:
    """Return what is drawn after the river, if there was one and it left ``discards``."""
    rules, board, piles = position.rules, board_of(position), list(position.piles)
    colour, at = position.to_move, position.pile_of(position.to_move)
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


def draw_from_river(
    position: Position, river: Pile, done: int, revealed: tuple[str, ...] | None
) -> tuple[str | None, tuple[str, ...], Pile]:
    """Return the river tile drawn, those that leave the game, and the stack (SOLO-BOX-7).

    There is no tile if all that were drawn have left; ``done`` of the tiles ``revealed`` are
    accounted for.
    """
    board, recorded = board_of(position), () if revealed is None else revealed[done:]
    if position.rules.value("box.riverUnplaceable") == "under":
        tile, gone, rest = draw_above_lake(position, board, river, recorded)
    else:
        top, rest = next_of_river(position, river, recorded), without_top(river)
        back = not position.rules.applies("river")
        lies = legal_placements(board, top, turning_back=back) or recorded == (top,)
        tile, gone = (top, ()) if lies else (None, (top,))
    all_drawn = gone if tile is None else (*gone, tile)
    for number, (drawn, noted) in enumerate(zip(all_drawn, recorded, strict=False)):
        if drawn != noted:
            raise Broken("SOLO-BOX-7", f"{noted} was drawn, but {drawn} comes next")
        if number == len(recorded) - 1:  # whether it can lie where it was laid is asked later
            return noted, gone[:number], rest
    return tile, gone, rest


def draw_above_lake(
    position: Position, board: Board, river: Pile, recorded: tuple[str, ...]
) -> tuple[str | None, tuple[str, ...], Pile]:
    """Return what is drawn if a tile without a place goes under the stack, above the lake."""
    back = not position.rules.applies("river")
    top = next_of_river(position, river, recorded)
    if river.hidden:
        if legal_placements(board, top, turning_back=back) or recorded == (top,):
            return top, (), without_top(river)
        raise Malformed("below it are tiles not known", where="/river", rule="SOLO-BOX-7")
    others = river.known[:-1]
    for number, tile in enumerate(others):
        if legal_placements(board, tile, turning_back=back) or recorded == (tile,):
            return tile, (), Pile((*others[number + 1 :], *others[:number], LAKE))
    if legal_placements(board, LAKE, turning_back=back):
        return LAKE, others, NONE
    return None, (*others, LAKE), NONE


def next_of_river(position: Position, river: Pile, recorded: tuple[str, ...]) -> str:
    """Return the next tile of the river's stack; a record says which it was if it is unknown."""
    if river.known:
        return river.known[0]
    if not recorded:
        raise Malformed("the next river tile is not known", where="/river", rule="SOLO-BOX-7")
    if recorded[0] not in remaining_river(position):
        raise Broken("SOLO-BOX-7", f"{recorded[0]} is no river tile that comes before the lake")
    return recorded[0]


def remaining_river(position: Position) -> tuple[str, ...]:
    """Return the river tiles before the lake that may be among the unknown ones."""
    left = Counter(
        {tile: n for tile, n in position.rules.tile_counts().items() if tile.startswith("river/")}
    )
    left.subtract(p.tile for p in position.placements if p.tile in left)
    left.subtract(tile for tile in (*position.discards, *position.river.known) if tile in left)
    return tuple(tile for tile in left.elements() if tile != LAKE)


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
    if seen[tile] >= position.rules.tile_counts()[tile]:
        raise Broken("BASE-TILE-1", f"no tile {tile} is left")
    return tile


def compare_drawn(board: Board, tile: str, number: int, revealed: tuple[str, ...]) -> None:
    """Check one tile drawn against the record: all but the last are discards."""
    last = number == len(revealed) - 1
    if last and revealed[number] != tile and not legal_placements(board, tile):
        raise Broken("SOLO-PLACE-4", f"{tile} cannot be placed and was not discarded")
    if revealed[number] != tile:
        rule = "SOLO-BOX-7" if river_edges(drawing_of(revealed[number], 0)) else "SOLO-PLACE-1"
        raise Broken(rule, f"{revealed[number]} was drawn, but {tile} lies on top")
    if not last and legal_placements(board, tile):
        raise Broken("SOLO-PLACE-4", f"{tile} was discarded, but it can be placed")
