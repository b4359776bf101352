"""A naive third opinion on the rules, for tests only.

Written from the rule catalogue alone: a dict for the table, a flood fill for every question, every
permutation for every order. Nothing is kept from one question to the next. It must stay slow and
plain; where a key disagrees with it, one of them is wrong, and the catalogue says which.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import permutations, product
from typing import NamedTuple

from verifier.errors import Malformed
from verifier.key import Scores
from verifier.position import STEPS, Cell, Meeple, Pile, Placement, Position
from verifier.rules.ruleset import RuleSet
from verifier.tiles import Kind, Orientation, Segment, base_sheet
from verifier.turn import AROUND, NO_CLAIM, OWN_FEATURES, Outcome, Scoring, Turn, order_key

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


class Happening(NamedTuple):
    """What one way of scoring leaves behind, and how many orders lead to it."""

    order: tuple[str, ...]
    scorings: tuple[Scoring, ...]
    scores: Scores
    orders: int


@dataclass(frozen=True)
class Drawn:
    """What was drawn: by whom, from which pile, what was laid aside; no tile if the game ends."""

    colour: int
    tile: str | None
    pile: int
    discards: str
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


# Features


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


# Step 1: drawing and placing


def fits(board: Board, cell: Cell, drawing: Orientation) -> bool:
    """Tell whether every edge that touches a tile matches (BASE-PLACE-3)."""
    touching = [(edge, board.get(beside(cell, edge))) for edge in range(4)]
    return all(
        other is None or other.drawing.terrain[(edge + 2) % 4] == drawing.terrain[edge]
        for edge, other in touching
    )


def frontier(board: Board) -> set[Cell]:
    """Return the empty cells that share an edge with a tile (BASE-PLACE-2)."""
    return {beside(cell, edge) for cell in board for edge in range(4)} - set(board)


def legal_placements(board: Board, tile: str) -> list[tuple[Cell, int]]:
    """Return where the tile may go; equal drawings once (EC-G-24)."""
    kind = base_sheet().kind(tile)
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
    drawings = base_sheet().kind(tile).orientations
    with_meeple = [
        (cell, rotation)
        for cell, rotation in legal
        if free_features({**board, cell: Lying(drawings[rotation], None)}, cell)
    ]
    return with_meeple or legal


def draw(position: Position, revealed: str | None = None) -> Drawn:
    """Return what is drawn next (SOLO-PLACE-1, -4, -5; AMB-03, AMB-04).

    A record says what was drawn: ``revealed`` has the discards and, last, the tile. They stand in
    for tiles not known; ``Broken`` is raised for one that does not lie on top, or for a discard
    that can be placed.
    """
    rules, board, piles = position.rules, board_of(position), list(position.piles)
    colour, at, discards = position.to_move, position.pile_of(position.to_move), ""
    unplaceable, empty = rules.value("tile.unplaceable"), rules.value("pile.empty")
    while any(not pile.empty for pile in piles) and not (piles[at].empty and empty == "end_game"):
        if piles[at].empty:
            if empty == "borrow_next_pile":
                at = next_pile(piles, at)
            else:
                colour, at = next_colour(position, colour)
            continue
        tile = piles[at].known[:1] or revealed_tile(position, piles, discards, revealed)
        piles[at] = without_top(piles[at])
        if revealed is not None:
            compare_drawn(board, tile, len(discards), revealed)
        if legal_placements(board, tile) or revealed == discards + tile:
            return Drawn(colour, tile, at, discards, tuple(piles))
        discards += tile
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
    return Pile(pile.known[1:], pile.hidden) if pile.known else Pile("", pile.hidden - 1)


def revealed_tile(
    position: Position, piles: list[Pile], discards: str, revealed: str | None
) -> str:
    """Return the tile that a record says came from an unknown pile, if there is one left."""
    if revealed is None:
        raise Malformed("the next tile is not known", where="/piles", rule="SOLO-PLACE-1")
    tile = revealed[len(discards)]
    seen = Counter(p.tile for p in position.placements)
    seen.update(position.discards + discards + "".join(pile.known for pile in piles))
    if seen[tile] >= base_sheet().counts()[tile]:
        raise Broken("BASE-TILE-1", f"no tile {tile} is left")
    return tile


def compare_drawn(board: Board, tile: str, number: int, revealed: str) -> None:
    """Check one tile drawn against the record: all but the last are discards."""
    if revealed[number] != tile:
        raise Broken("SOLO-PLACE-1", f"{revealed[number]} was drawn, but {tile} lies on top")
    if number < len(revealed) - 1 and legal_placements(board, tile):
        raise Broken("SOLO-PLACE-4", f"{tile} was discarded, but it can be placed")


# Step 3: scoring


def lowest(scores: Scores) -> set[int]:
    """Return the colours with the least points, ties included (DEF-7)."""
    return {colour for colour, score in enumerate(scores) if score == min(scores)}


def qualifies(present: set[int], majority: set[int], scores: Scores, rules: RuleSet) -> bool:
    """Tell whether the majority gets points now (SOLO-SCORE-5 to -8, AMB-07, AMB-08)."""
    last = lowest(scores)
    if present == majority and len(present) == 1:
        return bool(present & last)
    if len(majority) == 1:
        reading = rules.value("score.soleMajority")
        who = {"lowest_only": majority, "any_present_lowest": present, "never": set[int]()}
    else:
        reading = rules.value("score.qualifier")
        who = {"majority_colours": majority, "any_present": present}
    return bool(who[reading] & last)


def score_in_order(
    board: Board,
    completed: list[tuple[str, Feature]],
    take: Iterable[bool],
    scores: Scores,
    rules: RuleSet,
) -> tuple[tuple[Scoring, ...], Scores]:
    """Score features one after the other; ``take`` says which points are wanted (AMB-10)."""
    done = []
    for (name, feature), wanted in zip(completed, take, strict=True):
        on = meeples_on(board, feature)
        majority = {colour for colour in on if on[colour] == max(on.values())}
        value = value_of(board, feature, rules)
        scores_now = wanted and qualifies(set(on), majority, scores, rules)
        gets = tuple(sorted(majority)) if scores_now else ()
        scores = tuple(s + value * (colour in gets) for colour, s in enumerate(scores))
        present, most = tuple(sorted(on)), tuple(sorted(majority))
        done.append(Scoring(name, feature.kind, value, present, most, gets))
    return tuple(done), scores


def all_scorings(
    board: Board, completed: dict[str, Feature], scores: Scores, rules: RuleSet
) -> list[Happening]:
    """Return what scoring can bring, orders with equal scores and scoring features merged."""
    ways: dict[tuple[Scores, frozenset[str]], list[tuple[str, ...]]] = {}
    best: dict[tuple[Scores, frozenset[str]], tuple[Scoring, ...]] = {}
    wishes = (True, False) if rules.value("score.optional") == "yes" else (True,)
    for order in sorted(permutations(completed), key=order_key):
        for take in product(wishes, repeat=len(order)):
            in_order = [(name, completed[name]) for name in order]
            scorings, after = score_in_order(board, in_order, take, scores, rules)
            key = (after, frozenset(s.feature for s in scorings if s.colours))
            ways.setdefault(key, []).append(order)
            best.setdefault(key, scorings)
    return [
        Happening(orders[0], best[key], key[0], len(set(orders))) for key, orders in ways.items()
    ]


def completed_by(board: Board, cell: Cell) -> dict[str, Feature]:
    """Return the completed features that carry a meeple (SOLO-SCORE-1, SOLO-SCORE-13)."""
    features = {**features_of_tile(board, cell), **monasteries_around(board, cell)}
    return {name: f for name, f in features.items() if f.complete and meeples_on(board, f)}


def without_meeples(board: Board, features: Iterable[Feature]) -> Board:
    """Return the table after the meeples of these features have gone home (SOLO-SCORE-11)."""
    after = dict(board)
    for feature in features:
        for cell, name in feature.parts:
            lying = after[cell]
            if lying.meeple is not None and lying.meeple.segment == name:
                after[cell] = Lying(lying.drawing, None)
    return after


# A whole turn


class Claimed(NamedTuple):
    """The table after steps 1 and 2, supplies likewise; ``end_a`` as in SOLO-END-1."""

    board: Board
    claim: str
    supplies: Scores
    end_a: bool


def claims(
    board: Board, cell: Cell, drawing: Orientation, colour: int, supplies: Scores
) -> list[Claimed]:
    """Return all that steps 1 and 2 can bring on that cell (SOLO-MEEPLE-1 to -11)."""
    board = {**board, cell: Lying(drawing, None)}
    free = free_features(board, cell)
    if not free or supplies[colour] == 0:
        return [Claimed(board, NO_CLAIM, supplies, bool(free))]
    fewer = tuple(n - (c == colour) for c, n in enumerate(supplies))
    return [
        Claimed({**board, cell: Lying(drawing, Meeple(name, colour))}, name, fewer, end_a=False)
        for name in free
    ]


def returned(board: Board, completed: dict[str, Feature], colours: int) -> Scores:
    """Return how many meeples of each colour go home."""
    home = sum((meeples_on(board, f) for f in completed.values()), Counter[int]())
    return tuple(home[colour] for colour in range(colours))


def add(one: Scores, other: Scores) -> Scores:
    """Return the sum, colour by colour."""
    return tuple(a + b for a, b in zip(one, other, strict=True))


def play(position: Position, drawn: Drawn, cell: Cell, rotation: int) -> Iterator[Outcome]:
    """Yield all outcomes of the drawn tile on that cell in that rotation."""
    rules, tile, colour = position.rules, drawn.tile, drawn.colour
    assert tile is not None
    drawing = base_sheet().orientation(tile, rotation)
    for claimed in claims(board_of(position), cell, drawing, colour, position.supplies):
        completed = completed_by(claimed.board, cell)
        for happening in all_scorings(claimed.board, completed, position.scores, rules):
            after = position_after(position, drawn, claimed, completed, happening)
            turn = Turn(tile, rotation, *cell, claimed.claim, happening.order)
            final = final_of(after) if after.over else None
            yield Outcome(colour, drawn.discards, turn, happening.scorings, after, final)


def position_after(
    position: Position,
    drawn: Drawn,
    claimed: Claimed,
    completed: dict[str, Feature],
    happening: Happening,
) -> Position:
    """Return the position after step 3 (SOLO-SCORE-11, SOLO-END-1 to -4)."""
    rules, colour = position.rules, drawn.colour
    home = returned(claimed.board, completed, rules.colours)
    rescued = rules.value("end.rescue") == "yes" and home[colour] > 0  # AMB-05
    return replace(
        position,
        placements=placements_of(without_meeples(claimed.board, completed.values())),
        scores=happening.scores,
        supplies=add(claimed.supplies, home),
        to_move=(colour + 1) % rules.colours,
        piles=drawn.piles,
        discards=position.discards + drawn.discards,
        monasteries=position.monasteries + counted(happening.scorings, rules),
        over=(claimed.end_a and not rescued) or all(pile.empty for pile in drawn.piles),
    )


def placements_of(board: Board) -> tuple[Placement, ...]:
    """Return the table as a position states it."""
    return tuple(
        Placement(lying.drawing.letter, lying.drawing.rotation, x, y, lying.meeple)
        for (x, y), lying in board.items()
    )


def counted(scorings: Iterable[Scoring], rules: RuleSet) -> int:
    """Return how many of them count for SOLO-GOAL-9 (AMB-17; AMB-14 says the same of all)."""
    any_completed = (
        rules.value("goal.monastery") == "completed"
        or rules.value("goal.scored") == "completed_suffices"
    )
    return sum(s.kind == "monastery" and (any_completed or bool(s.colours)) for s in scorings)


# The end


def final_of(position: Position) -> Scores:
    """Return the scores after final scoring of the position."""
    return final_scores(position.scores, position.meeples_on_tiles())


def final_scores(scores: Scores, meeples: Scores) -> Scores:
    """Score meeple by meeple while a lowest colour has one left (SOLO-FINAL-1 to -7)."""
    able = [colour for colour in lowest(scores) if meeples[colour]]
    if not able:
        return scores
    return final_scores(*with_meeple_scored(scores, meeples, min(able)))


def with_meeple_scored(scores: Scores, meeples: Scores, colour: int) -> tuple[Scores, Scores]:
    """Return scores and meeples left after one meeple of that colour was offered."""
    points = 2 if colour in lowest(scores) else 0  # SOLO-FINAL-2
    return (
        tuple(s + points * (c == colour) for c, s in enumerate(scores)),
        tuple(n - (c == colour) for c, n in enumerate(meeples)),
    )


def final_scores_in_every_order(
    scores: Scores, meeples: Scores, *, unit: str = "meeple", waste: bool = False
) -> set[Scores]:
    """Return all ends of final scoring, whatever the order (FACT-1 to FACT-3, AMB-11)."""
    able = [c for c, n in enumerate(meeples) if n and (waste or c in lowest(scores))]
    if not able:
        return {scores}
    ends: set[Scores] = set()
    for colour in able:
        after, left = with_meeple_scored(scores, meeples, colour)
        if unit == "colour":
            gain = 2 * meeples[colour] if colour in lowest(scores) else 0
            after = tuple(s + gain * (c == colour) for c, s in enumerate(scores))
            left = tuple(n * (c != colour) for c, n in enumerate(meeples))
        ends |= final_scores_in_every_order(after, left, unit=unit, waste=waste)
    return ends
