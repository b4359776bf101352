"""Solutions at their plainest: every line there is, and the goal asked of every outcome.

Also positions and goals to search: near the end of features and games, with goals so low that many
of them can be reached.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import Any, NamedTuple

from tests import naive, naive_turn
from tests.games import ORACLE, TILES, random_rules, random_start
from tests.naive_goals import reached, result_of
from verifier.carcassonne.solo.catalogue import CATALOGUE
from verifier.carcassonne.solo.goals import Goal, goal_kinds
from verifier.carcassonne.solo.letters import tiles_of
from verifier.carcassonne.solo.position import Meeple, Pile, Placement, Position
from verifier.carcassonne.solo.rule_set import SOLO
from verifier.carcassonne.solo.turn import Outcome, Scoring
from verifier.carcassonne.table.cells import Cell
from verifier.errors import Malformed

Outcomes = Callable[[Position], frozenset[Outcome]]
Line = tuple[Outcome, ...]


class Solution(NamedTuple):
    """A solution as far as it differs from others: in its last turn only by the placement."""

    before: Line
    tile: str
    rotation: int
    cell: Cell

    @property
    def turns(self) -> int:
        return len(self.before) + 1


def solution_of(line: Line) -> Solution:
    """Return the solution that a line is."""
    *before, last = line
    assert last.turn is not None
    return Solution(tuple(before), last.turn.tile, last.turn.rotation, last.turn.cell)


def oracle(position: Position) -> frozenset[Outcome]:
    """Return the oracle's outcomes, with final scores by the unit the rules name (AMB-11)."""
    outcomes = ORACLE.outcomes(position)
    if position.rules.value("final.unit") == "meeple":
        return outcomes
    return frozenset(_in_blocks(outcome) if outcome.final else outcome for outcome in outcomes)


def _in_blocks(outcome: Outcome) -> Outcome:
    after = outcome.after
    (final,) = naive_turn.final_scores_in_every_order(
        after.scores, after.meeples_on_tiles(), unit="colour"
    )
    return replace(outcome, final=final, result=result_of(after.rules, final))


class Tree:
    """All lines of at most so many turns; the same tree serves all goals."""

    def __init__(self, position: Position, turns: int, outcomes: Outcomes = oracle) -> None:
        self.children: list[tuple[Outcome, Tree | None]] = []
        try:
            following = outcomes(position)
        except Malformed:  # the next tile is not known
            return
        for outcome in following:
            if outcome.turn is not None and not turns:
                return  # no turn is left; what follows can only be an end without one
            goes_on = outcome.turn is not None and not outcome.after.over
            after = Tree(outcome.after, turns - 1, outcomes) if goes_on else None
            self.children.append((outcome, after))

    @property
    def size(self) -> int:
        return sum(1 + (after.size if after else 0) for _, after in self.children)

    def outcomes(self) -> Iterator[Outcome]:
        """Yield every outcome in the tree."""
        for outcome, after in self.children:
            yield outcome
            if after is not None:
                yield from after.outcomes()

    def solutions(self, goal: Goal, before: Line = ()) -> Iterator[Solution]:
        """Yield the solutions, some more than once.

        When no tile is left that can be placed the game ends without a turn; if that reaches the
        goal, the turn before did.
        """
        for outcome, after in self.children:
            if reached(goal, outcome):
                line = before if outcome.turn is None else (*before, outcome)
                if line:
                    yield solution_of(line)
            elif after is not None:
                yield from after.solutions(goal, (*before, outcome))


READINGS = (
    "final.unit",
    "goal.allTiles",
    "goal.colours",
    "goal.count",
    "goal.monastery",
    "goal.scored",
    "goal.total",
    "goal.worth",
    "result.offset",
)
"""The switches that change whether a goal is reached, not what can be played."""


def puzzle_position(seed: int, turns: int) -> Position:
    """Return a position with that many known tiles, or a few less or more, and random readings."""
    rng = random.Random(f"puzzle {seed}")
    rules = random_rules(rng)
    chosen = {
        key: rng.choice(CATALOGUE.switch(key).values) for key in READINGS if rng.random() < 0.3
    }
    rules = rules.with_switches(chosen)
    position = random_start(rng, rules)
    if rng.random() < 0.25:
        position = _with_monasteries(rng, position)
    return replace(
        position, piles=_piles(rng, position, turns), monasteries=_monasteries(rng, position)
    )


def _with_monasteries(rng: random.Random, position: Position) -> Position:
    """Return the position with another table: a monastery or two nearly surrounded."""
    board: naive.Board = {(0, 0): naive.Lying(SOLO.sheet.orientation("base/B", 0), None)}
    near = [(i, j) for i in (-1, 0, 1) for j in (-1, 0, 1)]
    if rng.random() < 0.3:
        return _with_a_hole(rng, position)
    bag = [tile for tile, count in SOLO.sheet.counts().items() for _ in range(count)]
    bag.remove("base/B")
    if rng.random() < 0.5:
        bag.remove("base/B")
        board[1, 0] = naive.Lying(SOLO.sheet.orientation("base/B", 0), None)
        near += [(2, -1), (2, 0), (2, 1)]
    rng.shuffle(bag)
    missing = rng.choice((1, 1, 1, 2))
    while bag and sum(cell not in board for cell in near) > missing:
        tile = bag.pop()
        spots = [spot for spot in naive.legal_placements(board, tile) if spot[0] in near]
        if spots:
            cell, rotation = rng.choice(sorted(spots))
            board[cell] = naive.Lying(SOLO.sheet.orientation(tile, rotation), None)
    closing = [
        tile for tile in bag if any(cell in near for cell, _ in naive.legal_placements(board, tile))
    ]
    piles = tuple(Pile(tuple(closing[:1])) for _ in position.piles)
    return replace(position, piles=piles, **_claimed(rng, position, board))


def _with_a_hole(rng: random.Random, position: Position) -> Position:
    """Return the position with another table: a ring about a cell that the next tile may fill."""
    tile = rng.choice(("base/A", "base/B", "base/B"))
    filled = naive.Lying(SOLO.sheet.orientation(tile, rng.randrange(4)), None)
    board: naive.Board = {(0, 0): filled}
    bag = [tile for tile, count in SOLO.sheet.counts().items() for _ in range(count)]
    bag.remove(tile)
    rng.shuffle(bag)
    ring = [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)]
    for cell in ring:
        rest = [tile for tile in bag if any(c == cell for c, _ in _legal(board, tile))]
        chosen = rest[0]
        bag.remove(chosen)
        rotation = next(r for c, r in _legal(board, chosen) if c == cell)
        board[cell] = naive.Lying(SOLO.sheet.orientation(chosen, rotation), None)
    del board[0, 0]
    piles = tuple(Pile((tile,)) for _ in position.piles)
    return replace(position, piles=piles, **_claimed(rng, position, board))


def _legal(board: naive.Board, tile: str) -> list[tuple[Cell, int]]:
    return sorted(naive.legal_placements(board, tile))


def _claimed(rng: random.Random, position: Position, board: naive.Board) -> dict[str, Any]:
    """Return placements with meeples on monasteries and elsewhere, and the supplies left."""
    supplies = [position.rules.meeples] * position.rules.colours
    placements: list[Placement] = []
    for cell, lying in sorted(board.items()):
        colour, meeple = rng.randrange(position.rules.colours), None
        name = "M" if lying.drawing.id == "base/B" else lying.drawing.segments[0].name
        segment = lying.drawing.segment_named(name)
        assert segment is not None
        feature = naive.feature_of(board, cell, segment)
        taken = any((p.cell, p.meeple.segment) in feature.parts for p in placements if p.meeple)
        wanted = rng.random() < (0.9 if name == "M" else 0.2)
        if wanted and supplies[colour] and not taken and not feature.complete:
            supplies[colour] -= 1
            meeple = Meeple(name, colour)
        placements.append(Placement(lying.drawing.id, lying.drawing.rotation, *cell, meeple))
    return {"placements": tuple(placements), "supplies": tuple(supplies)}


def _piles(rng: random.Random, position: Position, turns: int) -> tuple[Pile, ...]:
    """Return piles with the known tiles first to come, often X or C, which often fit nowhere."""
    colours = position.rules.colours
    top = position.piles[position.pile_of(position.to_move)].known[:1]
    used = Counter(placement.tile for placement in position.placements)
    left = SOLO.sheet.counts()
    bag = [tile for tile in TILES for _ in range(left[tile] - used[tile])]
    tiles: list[str] = []
    often = rng.sample(tiles_of("XCW"), rng.randrange(2))
    for tile in (*top, *often, *rng.sample(bag, turns + 2)):
        if tile in bag:
            bag.remove(tile)
            tiles.append(tile)
    del tiles[turns + rng.choice((-1, 0, 0, 0, 1)) :]
    hidden = rng.choice((0, 0, 0, 1))
    if rng.random() < 0.4:
        return (Pile(tuple(tiles), hidden),)
    piles = [tuple[str, ...]()] * colours
    for number, tile in enumerate(tiles):
        piles[(position.to_move + number) % colours] += (tile,)
    if rng.random() < 0.2:
        rng.shuffle(piles)
    return tuple(Pile(known, hidden * rng.randrange(2)) for known in piles)


def _monasteries(rng: random.Random, position: Position) -> int:
    """Return how many monasteries may have been scored: none, or some that are complete."""
    cells = {placement.cell for placement in position.placements}
    complete = sum(
        p.drawing.segment_named("M") is not None
        and all((p.x + i, p.y + j) in cells for i in (-1, 0, 1) for j in (-1, 0, 1))
        for p in position.placements
    )
    return rng.randrange(complete + 1)


KINDS = tuple(goal_kinds())
PARTS = goal_kinds()["two-goals"].parts


def goals_for(seed: int, position: Position, outcomes: Iterable[Outcome]) -> list[Goal]:
    """Return goals of every kind, bounded above or not, with and without colours.

    They are low, or near what brought points or ended the game in one of the outcomes.
    """
    rng = random.Random(f"goals {seed}")
    among = sorted(outcomes, key=repr)
    done, low = position.monasteries, min(position.scores)
    totals = [sum(o.final) if rng.random() < 0.3 else o.result or 0 for o in among if o.final]
    bounds: list[tuple[str, int, int | None, int]] = [
        *(_feature_goal(rng, "road", position, among) for _ in range(4)),
        *(_feature_goal(rng, "city", position, among) for _ in range(4)),
        ("monasteries", done + 1, None, 0),
        ("monasteries", done + 1 + rng.randrange(2), done + 2, 0),
        ("total", rng.choice(totals) if totals else low, None, 0),
        ("total", total := max(0, rng.choice(totals or [low]) - rng.randrange(3)), total + 3, 0),
        ("best", max(0, *totals, low - (seed % 5 == 0)), None, 0),
        ("all-tiles", 0, None, 0),
        ("stay", len(position.placements) + rng.randrange(1, 4), None, 0),
        *_about_scores(seed, position, among),
    ]
    alone = [
        Goal(f"{kind}-{number}", kind, least, most, colours)
        for number, (kind, least, most, colours) in enumerate(bounds)
    ]
    scoring = [outcome for outcome in among if outcome.scorings]
    return [*alone, *(_two_goals(rng, place, alone, scoring) for place in "ab")]


def _about_scores(
    seed: int, position: Position, among: list[Outcome]
) -> list[tuple[str, int, int | None, int]]:
    """Return goals about the scores that one of the outcomes leaves, or ends the game with.

    They have a stream of their own, so that the other goals stay as they were.
    """
    rng = random.Random(f"goals about scores {seed}")
    left = [outcome.after.scores for outcome in among] or [position.scores]
    ended = [outcome.after.scores for outcome in among if outcome.after.over] or left
    scores = rng.choice(left)
    apart, together = max(scores) - min(scores), sum(rng.choice(ended))
    least = max(0, together - rng.randrange(4))
    return [
        ("level", apart, apart + rng.randrange(2), 0),
        ("restraint", least, rng.choice((None, together)), 0),
    ]


def _two_goals(rng: random.Random, place: str, alone: list[Goal], scoring: list[Outcome]) -> Goal:
    """Return two of the goals for one turn, or two that a turn meets with what it scores."""
    parts = rng.sample([goal for goal in alone if goal.kind in PARTS], 2)
    if scoring and rng.random() < 0.8:
        outcome = max(rng.sample(scoring, min(3, len(scoring))), key=lambda o: len(o.scorings))
        scored = [*outcome.scorings, outcome.scorings[0]]
        parts = [_met_with(rng, each, outcome) for each in scored[:2]]
    return Goal(f"two-goals-{place}", "two-goals", parts=tuple(parts))


def _met_with(rng: random.Random, scoring: Scoring, outcome: Outcome) -> Goal:
    if scoring.kind == "monastery":
        return Goal("monasteries", "monasteries", outcome.after.monasteries)
    less = rng.choice((0, 0, 1, 3))
    return Goal(scoring.kind, scoring.kind, max(0, scoring.value - less), None, rng.choice((0, 1)))


def _feature_goal(
    rng: random.Random, kind: str, position: Position, outcomes: list[Outcome]
) -> tuple[str, int, int | None, int]:
    scorings = [s for o in outcomes for s in o.scorings if s.kind == kind]
    if not scorings or rng.random() < 0.3:
        least, colours = rng.randrange(2, 9), rng.choice((0, 0, 1, 2, 3))
    else:
        # Large ones and those of many colours are rare, and what a filter could lose.
        best = max(rng.sample(scorings, min(3, len(scorings))), key=lambda s: (s.present, s.value))
        summed = position.rules.value("goal.worth") == "sum_over_colours"
        worth = best.value * (len(best.colours) if summed else 1)
        least = max(0, worth - rng.choice((0, 0, 1, 2)))
        numbers = {len(best.colours), len(best.majority), len(best.present)}
        colours = max(0, rng.choice(sorted(numbers)) - rng.choice((0, 0, 1, 9)))
    return (kind, least, rng.choice((None, None, least, least + 2)), colours)
