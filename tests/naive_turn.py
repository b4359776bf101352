"""The naive rules, second half: claims, scoring, the turn as a whole, the end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import permutations, product
from typing import NamedTuple

from tests.naive import (
    Board,
    Drawn,
    Feature,
    Lying,
    board_of,
    features_of_tile,
    free_features,
    meeples_on,
    monasteries_around,
    standing_on,
    value_of,
    weights_on,
)
from tests.naive_goals import counted, result_of
from verifier.carcassonne.solo.key import Scores
from verifier.carcassonne.solo.position import Meeple, Placement, Position
from verifier.carcassonne.solo.rule_set import RuleSet
from verifier.carcassonne.solo.turn import NO_CLAIM, Outcome, Scoring, Turn, order_key
from verifier.carcassonne.table.cells import Cell
from verifier.carcassonne.tiles import Orientation, drawing_of


class Happening(NamedTuple):
    """What one way of scoring leaves behind, and how many orders lead to it."""

    order: tuple[str, ...]
    scorings: tuple[Scoring, ...]
    scores: Scores
    orders: int


def lowest(scores: Scores) -> set[int]:
    """Return the colours with the least points, ties included (DEF-7)."""
    return {colour for colour, score in enumerate(scores) if score == min(scores)}


def qualifies(present: set[int], majority: set[int], scores: Scores, rules: RuleSet) -> bool:
    """Return whether the majority gets points now (SOLO-SCORE-5 to -8, AMB-07, AMB-08)."""
    last = lowest(scores) if rules.applies("lowest") else set(range(len(scores)))
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
    done, before = [], scores
    for (name, feature), wanted in zip(completed, take, strict=True):
        on = weights_on(board, feature, 2 if rules.applies("large") else 1)
        majority = {colour for colour in on if on[colour] == max(on.values())}
        value = value_of(board, feature, rules)
        compared = scores if rules.applies("order") else before
        scores_now = wanted and qualifies(set(on), majority, compared, rules)
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


class Hand(NamedTuple):
    """The supplies of all colours: ordinary meeples, and large ones where there are any."""

    ordinary: Scores
    large: Scores = ()

    def of(self, colour: int) -> int:
        """Return how many meeples a colour could place (SOLO-BOX-5)."""
        return self.ordinary[colour] + sum(self.large[colour : colour + 1])

    def without(self, colour: int, *, large: bool) -> Hand:
        """Return what is left when a colour has placed one of them."""
        one = tuple(-(c == colour) for c in range(len(self.ordinary)))
        if large:
            return Hand(self.ordinary, add(self.large, one))
        return Hand(add(self.ordinary, one), self.large)


def hand_of(position: Position) -> Hand:
    """Return the supplies of a position."""
    return Hand(position.supplies, position.large)


class Claimed(NamedTuple):
    """The table after steps 1 and 2, supplies likewise; ``end_a`` as in SOLO-END-1."""

    board: Board
    claim: str
    hand: Hand
    end_a: bool
    large: bool = False


def claims(
    board: Board, cell: Cell, drawing: Orientation, colour: int, hand: Hand, rules: RuleSet
) -> list[Claimed]:
    """Return all that steps 1 and 2 can bring on that cell (SOLO-MEEPLE-1 to -11, SOLO-BOX-5)."""
    board = {**board, cell: Lying(drawing, None)}
    free = free_features(board, cell)
    if not free or hand.of(colour) == 0:
        return [Claimed(board, NO_CLAIM, hand, bool(free))]
    sizes = [False] * (hand.ordinary[colour] > 0)
    if hand.of(colour) > hand.ordinary[colour]:
        sizes.append(True)
    kept = [] if rules.applies("duty") else [Claimed(board, NO_CLAIM, hand, end_a=False)]
    return kept + [
        Claimed(
            {**board, cell: Lying(drawing, Meeple(name, colour, large))},
            name,
            hand.without(colour, large=large),
            end_a=False,
            large=large,
        )
        for name in free
        for large in sizes
    ]


def returned(
    board: Board, completed: dict[str, Feature], colours: int, *, large: bool = False
) -> Scores:
    """Return how many meeples of each colour go home: the ordinary ones, or the large ones."""
    home = Counter[int]()
    for feature in completed.values():
        home.update(m.colour for m in standing_on(board, feature) if m.large == large)
    return tuple(home[colour] for colour in range(colours))


def with_returned(hand: Hand, board: Board, completed: dict[str, Feature]) -> Hand:
    """Return the supplies when all meeples of these features have gone home (SOLO-SCORE-11)."""
    colours = len(hand.ordinary)
    ordinary = add(hand.ordinary, returned(board, completed, colours))
    if not hand.large:
        return Hand(ordinary)
    return Hand(ordinary, add(hand.large, returned(board, completed, colours, large=True)))


def add(one: Scores, other: Scores) -> Scores:
    """Return the sum, colour by colour."""
    return tuple(a + b for a, b in zip(one, other, strict=True))


def play(position: Position, drawn: Drawn, cell: Cell, rotation: int) -> Iterator[Outcome]:
    """Yield all outcomes of the drawn tile on that cell in that rotation."""
    rules, tile, colour = position.rules, drawn.tile, drawn.colour
    assert tile is not None
    drawing = drawing_of(tile, rotation)
    for claimed in claims(board_of(position), cell, drawing, colour, hand_of(position), rules):
        completed = completed_by(claimed.board, cell)
        for happening in all_scorings(claimed.board, completed, position.scores, rules):
            after = position_after(position, drawn, claimed, completed, happening)
            turn = Turn(tile, rotation, *cell, claimed.claim, happening.order, claimed.large)
            final = final_of(after) if after.over else None
            result = None if final is None else result_of(rules, final)
            scorings = happening.scorings
            yield Outcome(colour, drawn.discards, turn, scorings, after, final, result)


def position_after(
    position: Position,
    drawn: Drawn,
    claimed: Claimed,
    completed: dict[str, Feature],
    happening: Happening,
) -> Position:
    """Return the position after step 3 (SOLO-SCORE-11, SOLO-END-1 to -4)."""
    rules, colour = position.rules, drawn.colour
    returning = completed if rules.applies("return") else {}
    hand = with_returned(claimed.hand, claimed.board, returning)
    rescued = rules.value("end.rescue") == "yes" and hand.of(colour) > 0  # AMB-05
    return replace(
        position,
        placements=placements_of(without_meeples(claimed.board, completed.values())),
        scores=happening.scores,
        supplies=hand.ordinary,
        large=hand.large,
        to_move=(colour + 1) % rules.colours,
        piles=drawn.piles,
        river=drawn.river,
        discards=position.discards + drawn.discards,
        monasteries=position.monasteries + counted(happening.scorings, rules),
        over=(claimed.end_a and not rescued) or all_drawn(drawn),
    )


def all_drawn(drawn: Drawn) -> bool:
    """Return whether no tile is left to be drawn (SOLO-END-4)."""
    return drawn.river.empty and all(pile.empty for pile in drawn.piles)


def placements_of(board: Board) -> tuple[Placement, ...]:
    """Return the table as a position states it."""
    return tuple(
        Placement(lying.drawing.id, lying.drawing.rotation, x, y, lying.meeple)
        for (x, y), lying in board.items()
    )


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
