"""Key one: the engine plays. It answers by making every turn on the kernel's table."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

from verifier import __version__
from verifier.engine import ending, kernel, referee
from verifier.engine.features import KIND
from verifier.engine.table import (
    Table,
    claim_name,
    drawing_number,
    kind_number,
    laid_out,
    lay_out,
    require_table,
)
from verifier.engine.tables import base_tables
from verifier.errors import Malformed
from verifier.key import Scores
from verifier.position import Cell, Meeple, Pile, Placement, Position
from verifier.record import Record, Violation
from verifier.rules.ruleset import RuleSet
from verifier.tiles import Kind, base_sheet
from verifier.turn import FEATURES, Outcome, Scoring, Turn

_DRAWN, _UNKNOWN = 0, 1

# What the kernel lists for an outcome.
_Listed = tuple[
    int,
    int,
    int,
    tuple[int, ...],
    tuple[tuple[int, int, int, int, int], ...],
    int,
    tuple[int, ...],
    tuple[int, ...],
    int,
    bool,
    tuple[int, ...],
]


@dataclass(frozen=True, slots=True)
class Drawn:
    """A drawing of tiles: the pile drawn from last, how many tiles it took that are known.

    If the tile to be drawn is not ``known`` the drawing stopped at that pile. ``colour`` moves,
    ``discards`` were laid aside on the way, and if there is ``no_place`` for any tile, the game
    ends.
    """

    pile: int
    tiles: int
    known: bool
    colour: int
    discards: str
    no_place: bool


class Engine:
    """Key one. See :class:`verifier.key.Key` for what it answers."""

    name = "engine"
    version = __version__
    kernel = "compiled" if kernel.COMPILED else "python"

    def outcomes(
        self, position: Position, order: tuple[str, ...] | None = None
    ) -> frozenset[Outcome]:
        """Return everything that one turn can bring.

        With ``order`` given, only the turns that score exactly these features, in this order.

        >>> from verifier.position import row, setup
        >>> len(Engine().outcomes(row(setup(), "E")))
        4

        :raises Malformed: if the tile to be drawn is not known, or the order names no features.
        :raises Illegal: if the table cannot lie like this.
        """
        return frozenset(self.outcomes_in_order(position, order))

    def outcomes_in_order(
        self, position: Position, order: tuple[str, ...] | None = None
    ) -> list[Outcome]:
        """Return the outcomes in the order in which a search comes upon them."""
        return self._listed(position, order)

    def outcomes_of(self, position: Position, turn: Turn) -> tuple[Outcome, ...]:
        """Return what the turn brings, nothing if it is none of those that can be made.

        These are the ones of :meth:`outcomes` with this turn, found without making the others.
        There are several where points may be declined (AMB-10).

        :raises Malformed: if the tile to be drawn is not known, or the order names no features.
        :raises Illegal: if the table cannot lie like this.
        """
        found = self._listed(position, turn.order, cell=turn.cell)
        return tuple(outcome for outcome in found if outcome.turn == turn)

    def outcomes_at(
        self, position: Position, cell: Cell, order: tuple[str, ...] | None = None
    ) -> list[Outcome]:
        """Return the outcomes that lay the tile on a cell, found without making the others.

        An end without a turn is one outcome, and returned whatever the cell.

        :raises Malformed: if the tile to be drawn is not known, or the order names no features.
        :raises Illegal: if the table cannot lie like this.
        """
        return self._listed(position, order, cell=cell)

    def outcomes_laying(
        self, position: Position, lying: Mapping[Cell, Placement]
    ) -> tuple[int, list[Outcome]]:
        """Return how many outcomes there are, and those that lay the tile as it lies there.

        The others are not made up. An end without a turn is one outcome, and among those returned.

        :raises Malformed: if the tile to be drawn is not known.
        :raises Illegal: if the table cannot lie like this.
        """
        number = 0

        def lies_there(table: Table[Any], listed: _Listed) -> bool:
            nonlocal number
            number += 1
            there = lying.get(table.cell(listed[0]))
            return there is not None and drawing_number(there) == listed[1]

        found = self._listed(position, None, lies_there)
        return number or len(found), found

    def _listed(
        self,
        position: Position,
        order: tuple[str, ...] | None,
        wanted: Callable[[Table[Any], _Listed], bool] | None = None,
        cell: Cell | None = None,
    ) -> list[Outcome]:
        """Return the outcomes that are wanted, by what the kernel lists of them."""
        asked = None if order is None else _feature_numbers(order)
        if position.over:
            return []
        with laid_out(position, kernel.Lister) as table:
            drawn, kind, discards = _drawn(position, table)
            if kind is None:
                return [_end_without_turn(drawn, position.to_move, discards)]
            if cell is None:
                listed = table.kernel.outcomes(kind, asked)
            elif table.has_room_for(cell):
                listed = table.kernel.outcomes(kind, asked, table.number(cell))
            else:
                return []
        if wanted is not None:
            listed = [one for one in listed if wanted(table, one)]
        return _outcomes(drawn, table, discards, listed)

    def outcomes_of_each(
        self, drawn: Position, letters: Iterable[str], kinds: Collection[Kind] | None = None
    ) -> Iterator[Outcome]:
        """Yield what the turn can bring with each of these tiles, which are in no pile any more.

        Nothing is yielded for a tile without a place. With ``kinds`` given, only the turns that
        claim a feature of such a kind.

        :raises Illegal: if the table cannot lie like this.
        """
        table = lay_out(drawn, kernel.Lister)
        for letter in letters:
            listed = table.kernel.outcomes(kind_number(letter))
            if kinds is not None:
                listed = [one for one in listed if _kind_claimed(one[1], one[2]) in kinds]
            yield from _outcomes(drawn, table, "", listed)

    def draw(self, position: Position) -> Drawn:
        """Return what comes of drawing the next tile to be placed (SOLO-PLACE-1, -4, -5)."""
        with laid_out(position, kernel.Lister) as table:
            answer, _, pile, colour, marks, discarded = table.kernel.draw()
        return Drawn(
            pile,
            sum(marks),
            known=answer != _UNKNOWN,
            colour=colour,
            discards=_letters(discarded),
            no_place=answer not in (_DRAWN, _UNKNOWN),
        )

    def feature_names(self, position: Position, placement: Placement) -> dict[str, str]:
        """Return, by segment of a tile that could be laid, the name of its feature on the tile.

        :raises Illegal: if the tile cannot lie there.
        """
        # Without meeples, for the tile may complete what they stand on.
        tiles = tuple(replace(laid, meeple=None) for laid in (*position.placements, placement))
        none = tuple(Pile() for _ in position.piles)
        require_table(replace(position, placements=tiles, piles=none, discards=""))
        with laid_out(position, kernel.Lister) as table:
            names = table.kernel.names(table.number(placement.cell), drawing_number(placement))
        segments = placement.drawing.segments
        return {s.name: claim_name(name) for s, name in zip(segments, names, strict=True)}

    def outcomes_for_scores(
        self, position: Position, scores: Iterable[Scores]
    ) -> Iterator[tuple[Scores, frozenset[Outcome]]]:
        """Yield the outcomes of the position with each of the given scores in turn."""
        for triple in scores:
            yield triple, self.outcomes(replace(position, scores=triple))

    def violations(self, record: Record) -> tuple[Violation, ...]:
        """Return the rules the record breaks in its first broken turn; empty if it is legal."""
        return referee.violations(record, self)

    def final_scores(self, rules: RuleSet, scores: Scores, meeples: Scores) -> Scores:
        """Return the scores after final scoring, from scores and meeples on tiles by colour."""
        return ending.final_scores(rules, scores, meeples)


def _letters(kinds: Iterable[int]) -> str:
    return "".join(base_tables().letters[kind] for kind in kinds)


def _feature_numbers(order: tuple[str, ...]) -> list[int]:
    if not set(order) <= set(FEATURES) or len(set(order)) < len(order):
        raise Malformed(
            f"the order {'-'.join(order)!r}: name each feature once, of {' '.join(FEATURES)}",
            where="order",
        )
    return [FEATURES.index(feature) for feature in order]


@cache
def _kind_claimed(drawing: int, claim: int) -> Kind | None:
    """Return the kind of the feature that a turn with this drawing claims, None for no claim."""
    letter, rotation = base_tables().letters[drawing // 4], drawing % 4
    segment = base_sheet().orientation(letter, rotation).segment_named(claim_name(claim))
    return None if segment is None else segment.kind


def _end_without_turn(position: Position, colour: int, discards: str) -> Outcome:
    """Return the end of a game in which no tile can be placed any more (SOLO-END-6)."""
    after = replace(position, over=True, to_move=colour)
    return Outcome(colour, discards, None, (), after, _final(after))


def _final(after: Position) -> tuple[int, ...]:
    return ending.final_scores(after.rules, after.scores, after.meeples_on_tiles())


def _drawn(position: Position, table: Table[Any]) -> tuple[Position, int | None, str]:
    """Draw: the position with the tile in hand, the kernel's number of its kind, the discards.

    The number is None if no tile can be placed any more.
    """
    answer, kind, _, colour, marks, discarded = table.kernel.draw()
    if answer == _UNKNOWN:
        raise Malformed(f"the next tile of colour {colour + 1} is not known", where="/piles")
    discards = _letters(discarded)
    piles = tuple(
        Pile(pile.known[mark:], pile.hidden)
        for pile, mark in zip(position.piles, marks, strict=True)
    )
    discarded_now = position.discards + discards
    drawn = replace(position, piles=piles, to_move=colour, discards=discarded_now)
    return drawn, kind if answer == _DRAWN else None, discards


def _outcomes(
    drawn: Position, table: Table[Any], discards: str, listed: Iterable[_Listed]
) -> list[Outcome]:
    """Return the outcomes of which the kernel has listed what changes.

    What the kernel does not name stays as it is in the position, and what lies on the table then
    can lie there, so the outcomes for one turn's placement and claim share their placements.
    """
    standing = [n for n, laid in enumerate(drawn.placements) if laid.meeple is not None]
    last_tile = all(pile.empty for pile in drawn.piles)
    colour, colours = drawn.to_move, drawn.rules.colours
    outcomes = []
    laid_before, lying = None, drawn.lying
    for (
        number,
        drawing,
        claim,
        order,
        features,
        paid,
        scores,
        supplies,
        monasteries,
        end_a,
        gone_home,
    ) in listed:
        x, y = table.cell(number)
        letter, rotation = base_tables().letters[drawing // 4], drawing % 4
        scorings = tuple(_scoring(features[n], paid=bool(paid >> n & 1)) for n in order)
        scored = tuple(scoring.feature for scoring in scorings)
        turn = Turn(letter, rotation, x, y, claim_name(claim), scored)
        if (number, drawing, claim) != laid_before:
            laid_before = (number, drawing, claim)
            stays = claim >= 0 and turn.claim not in scored
            meeple = Meeple(turn.claim, colour) if stays else None
            lying = drawn.lying.with_one_more(
                Placement(letter, rotation, x, y, meeple), bare=[standing[n] for n in gone_home]
            )
            lying.laid_out_for = colours
        after = Position(
            rules=drawn.rules,
            placements=lying,
            scores=scores,
            supplies=supplies,
            to_move=(colour + 1) % colours,
            piles=drawn.piles,
            discards=drawn.discards,
            monasteries=monasteries,
            over=end_a or last_tile,
        )
        final = _final(after) if after.over else None
        outcomes.append(Outcome(colour, discards, turn, scorings, after, final))
    return outcomes


def _scoring(feature: tuple[int, int, int, int, int], *, paid: bool) -> Scoring:
    name, kind, value, present, majority = feature
    return Scoring(
        feature=FEATURES[name],
        kind=KIND[kind],
        value=value,
        present=_colours(present),
        majority=_colours(majority),
        colours=_colours(majority) if paid else (),
    )


def _colours(mask: int) -> tuple[int, ...]:
    return tuple(colour for colour in range(4) if mask >> colour & 1)
