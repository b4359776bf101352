"""Counts of all turns of a fixed row of tiles by the naive rules.

The conventions: every colour draws from the one row; equal drawings once; a claim is a feature;
orders with the same scores and scoring features are one, and all of them in ``all_orders``; a tile
that cannot be placed is a forced pass, a node at its depth after which the same colour goes on; a
turn that ends the game by SOLO-END-1 counts at its depth and has no children. A claim by the large
meeple is another claim. River tiles that are to come are drawn before the row.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from tests import naive, naive_turn
from verifier.carcassonne.solo.key import Scores
from verifier.carcassonne.solo.position import Position, setup
from verifier.carcassonne.solo.rule_set import RuleSet
from verifier.carcassonne.table.cells import Cell
from verifier.carcassonne.tiles import drawing_of


class Table(NamedTuple):
    """What a turn starts from."""

    rules: RuleSet
    board: naive.Board
    scores: Scores
    hand: naive_turn.Hand
    colour: int


class Child(NamedTuple):
    """What a turn leads to, by how many orders, and whether it ended the game."""

    table: Table
    orders: int
    ended: bool


@dataclass
class Counts:
    """What a perft counts; ``chk`` sums s0 + 10^3 s1 + 10^6 s2 + 10^9 (supplies) over leaves.

    Supplies are the meeples in all hands, large ones too.
    """

    leaves: int = 0
    all_orders: int = 0
    nodes: int = 0
    placements: int = 0
    chk: int = 0


def perft(tiles: tuple[str, ...], depth: int, start: Position | None = None) -> Counts:
    """Count the turns of the first ``depth`` tiles from the start, by default the set-up."""
    counts, start = Counts(), start or setup()
    tiles = (*start.river.known, *tiles)
    board, hand = naive.board_of(start), naive_turn.hand_of(start)
    table = Table(start.rules, board, start.scores, hand, start.to_move)
    _count(table, tiles[:depth], 1, counts)
    return counts


def _count(table: Table, tiles: tuple[str, ...], orders: int, counts: Counts) -> None:
    placements = naive.legal_placements(table.board, tiles[0])
    counts.placements += len(placements)
    for child in _children(table, tiles[0], placements):
        counts.nodes += 1
        if len(tiles) == 1:
            counts.leaves += 1
            counts.all_orders += orders * child.orders
            points = sum(score * 1000**n for n, score in enumerate(child.table.scores[:3]))
            counts.chk += points + 10**9 * sum(map(sum, child.table.hand))
        elif not child.ended:
            _count(child.table, tiles[1:], orders * child.orders, counts)


def _children(table: Table, tile: str, placements: list[tuple[Cell, int]]) -> Iterator[Child]:
    if not placements:
        yield Child(table, 1, ended=False)
    rules, following = table.rules, (table.colour + 1) % table.rules.colours
    for cell, rotation in placements:
        drawing = drawing_of(tile, rotation)
        for claimed in naive_turn.claims(
            table.board, cell, drawing, table.colour, table.hand, rules
        ):
            completed = naive_turn.completed_by(claimed.board, cell)
            board = naive_turn.without_meeples(claimed.board, completed.values())
            hand = naive_turn.with_returned(claimed.hand, claimed.board, completed)
            for done in naive_turn.all_scorings(claimed.board, completed, table.scores, rules):
                after = Table(rules, board, done.scores, hand, following)
                yield Child(after, done.orders, claimed.end_a)
