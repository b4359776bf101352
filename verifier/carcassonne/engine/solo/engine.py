"""Key one: the engine. It answers questions by playing every turn on the kernel."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Any, TypeAlias

from verifier import __version__
from verifier.carcassonne.engine import kernel
from verifier.carcassonne.engine.solo import goals, referee
from verifier.carcassonne.engine.solo.features import KIND
from verifier.carcassonne.engine.solo.laid_out import (
    FROM_RIVER,
    LaidOut,
    by_large,
    claim_name,
    laid_out,
    lay_out,
    require_table,
)
from verifier.carcassonne.engine.solo.referee import play, setup_violations
from verifier.carcassonne.solo.goals import Goal
from verifier.carcassonne.solo.key import FinalScoring, Scores, StateAfterTurn
from verifier.carcassonne.solo.notation import line_text, turn_text
from verifier.carcassonne.solo.position import Meeple, Pile, Placement, Position
from verifier.carcassonne.solo.rule_set import RuleSet
from verifier.carcassonne.solo.turn import (
    FEATURES,
    Outcome,
    Record,
    Scoring,
    Turn,
    as_recorded,
    turns_of,
)
from verifier.carcassonne.table.cells import Cell
from verifier.carcassonne.table.faults import Violation
from verifier.carcassonne.tiles import Kind, drawing_of
from verifier.errors import Illegal, KeysDisagree, Malformed

_DRAWN, _UNKNOWN = 0, 1


@dataclass(frozen=True, slots=True)
class Draw:
    """What is drawn for a turn: the last pile drawn from, and the number of tiles drawn.

    If the tile is not ``known``, drawing stopped at that pile, or at the river's stack, which has
    the number ``FROM_RIVER`` (SOLO-BOX-7). ``colour`` moves, ``discards`` were laid aside, and with
    ``no_place`` for any tile the game ends. ``tile`` is the one to place, empty if there is none or
    it is not known; ``left`` are the piles afterwards, ``river`` the stack of the river.
    """

    pile: int
    tiles: int
    known: bool
    colour: int
    discards: tuple[str, ...]
    no_place: bool
    tile: str
    left: tuple[Pile, ...]
    river: Pile

    @property
    def from_river(self) -> bool:
        """Whether the tile is one of the river."""
        return self.pile == FROM_RIVER


class Engine:
    """Key one. See :class:`verifier.carcassonne.solo.key.Key` for what it answers."""

    name = "engine"
    version = __version__
    kernel = "compiled" if kernel.COMPILED else "python"

    def outcomes(
        self, position: Position, order: tuple[str, ...] | None = None
    ) -> frozenset[Outcome]:
        """Return every outcome of the next turn.

        With ``order`` given, only the turns that score exactly these features, in this order.

        >>> from verifier.carcassonne.solo.position import row, setup
        >>> len(Engine().outcomes(row(setup(), ("base/E",))))
        4

        :raises Malformed: if the tile to be drawn is not known, or the order names no features.
        :raises Illegal: if the table cannot lie like this.
        """
        return frozenset(self.outcomes_in_order(position, order))

    def outcomes_in_order(
        self, position: Position, order: tuple[str, ...] | None = None
    ) -> list[Outcome]:
        """Return the outcomes in the order in which a search visits them."""
        return self._listed(position, order)

    def outcomes_of(self, position: Position, turn: Turn) -> tuple[Outcome, ...]:
        """Return the outcomes of this turn, empty if it is not legal.

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
        """Return the number of all outcomes, and those that lay the tile exactly so.

        Only these are built. An end without a turn is one outcome, and among those returned.

        :raises Malformed: if the tile to be drawn is not known.
        :raises Illegal: if the table cannot lie like this.
        """
        number = 0

        def lies_there(table: LaidOut[Any], listed: Listed) -> bool:
            nonlocal number
            number += 1
            there = lying.get(table.cell(listed[0]))
            return there is not None and table.drawing_number(there) == listed[1]

        found = self._listed(position, None, lies_there)
        return number or len(found), found

    def _listed(
        self,
        position: Position,
        order: tuple[str, ...] | None,
        wanted: Callable[[LaidOut[Any], Listed], bool] | None = None,
        cell: Cell | None = None,
    ) -> list[Outcome]:
        """Return the outcomes that are wanted, selected from the kernel's list."""
        in_order = None if order is None else _feature_numbers(order)
        if position.over:
            return []
        with laid_out(position, kernel.Lister) as table:
            drawn, kind, discards = _drawn(position, table)
            if kind is None:
                return [_end_without_turn(drawn, position.to_move, discards)]
            if cell is None:
                listed = table.kernel.outcomes(kind, in_order)
            elif table.has_room_for(cell):
                listed = table.kernel.outcomes(kind, in_order, table.number(cell))
            else:
                return []
        if wanted is not None:
            listed = [one for one in listed if wanted(table, one)]
        return outcomes_listed(drawn, table, discards, listed)

    def outcomes_of_each(
        self, drawn: Position, tiles: Iterable[str], kinds: Collection[Kind] | None = None
    ) -> Iterator[Outcome]:
        """Yield the outcomes with each of these tiles, which must have been taken off the piles.

        Nothing is yielded for a tile without a place. With ``kinds`` given, only the turns that
        claim a feature of such a kind.

        :raises Illegal: if the table cannot lie like this.
        """
        table = lay_out(drawn, kernel.Lister)
        for tile in tiles:
            listed = table.kernel.outcomes(table.kind_number(tile))
            if kinds is not None:
                listed = [one for one in listed if _kind_claimed(tile, one[1] % 4, one[2]) in kinds]
            yield from outcomes_listed(drawn, table, (), listed)

    def draw(self, position: Position) -> Draw:
        """Return what is drawn for the next turn (SOLO-PLACE-1, -4, -5)."""
        with laid_out(position, kernel.Lister) as table:
            answer, kind, pile, colour, marks, discarded = table.kernel.draw()
            river = _river_left(position, table)
        return Draw(
            pile,
            sum(marks),
            known=answer != _UNKNOWN,
            colour=colour,
            discards=table.tiles(discarded),
            no_place=answer not in (_DRAWN, _UNKNOWN),
            tile=table.tables.kinds[kind] if answer == _DRAWN else "",
            left=_left(position, marks),
            river=river,
        )

    def feature_names(self, position: Position, placement: Placement) -> dict[str, str]:
        """Return by segment of a tile, if it were laid so, the name of its feature on the tile.

        :raises Illegal: if the tile cannot lie there.
        """
        (names,) = self.feature_names_of_each(position, (placement,))
        return names

    def feature_names_of_each(
        self, position: Position, placements: Iterable[Placement]
    ) -> list[dict[str, str]]:
        """Return the answers of :meth:`feature_names` for several placements.

        :raises Illegal: if one of the tiles cannot lie there.
        """
        answers = []
        with laid_out(position, kernel.Lister) as table:
            for placement in placements:
                if not _fits(table, position, placement):
                    _require_room(position, placement)
                numbers = table.kernel.names(
                    table.number(placement.cell), table.drawing_number(placement)
                )
                named = zip(placement.drawing.segments, numbers, strict=True)
                answers.append({segment.name: claim_name(number) for segment, number in named})
        return answers

    def outcomes_for_scores(
        self, position: Position, scores: Iterable[Scores]
    ) -> Iterator[tuple[Scores, frozenset[Outcome]]]:
        """Yield the outcomes of the position with each of the given scores in turn."""
        for triple in scores:
            yield triple, self.outcomes(replace(position, scores=triple))

    def violations(self, record: Record) -> tuple[Violation, ...]:
        """Return the rules the record breaks in its first broken turn; empty if it is legal."""
        return referee.violations(record, self)

    def course(self, record: Record) -> tuple[StateAfterTurn, ...]:
        """Return the state after each turn of a legal record, see :func:`referee.course`."""
        return referee.course(record, self)

    def final_scoring(self, rules: RuleSet) -> FinalScoring:
        """Return the function for final scoring under these rules.

        >>> from verifier.carcassonne.solo.rule_set import SOLO
        >>> Engine().final_scoring(SOLO)((10, 12, 15), (2, 1, 0))
        ((14, 14, 15), 14)
        """
        return final_scoring(rules)

    def final_steps(
        self, rules: RuleSet, scores: Scores, meeples: Scores
    ) -> tuple[tuple[int, int], ...]:
        """Return final scoring step by step: each time which colour scores, and its points then.

        >>> from verifier.carcassonne.solo.rule_set import SOLO
        >>> Engine().final_steps(SOLO, (10, 12, 15), (2, 1, 0))
        ((0, 12), (0, 14), (1, 14))
        """
        return final_steps(rules, scores, meeples)

    def reached(self, goal: Goal, outcome: Outcome) -> bool:
        """Return whether the turn meets the goal.

        See :mod:`verifier.carcassonne.engine.solo.goals`.
        """
        return goals.reached(goal, outcome)


def _feature_numbers(order: tuple[str, ...]) -> list[int]:
    if not set(order) <= set(FEATURES) or len(set(order)) < len(order):
        raise Malformed(
            f"the order {'-'.join(order)!r}: name each feature once, of {' '.join(FEATURES)}",
            where="order",
        )
    return [FEATURES.index(feature) for feature in order]


@cache
def _kind_claimed(tile: str, rotation: int, claim: int) -> Kind | None:
    """Return the kind of the feature that a turn with this drawing claims, None for no claim."""
    segment = drawing_of(tile, rotation).segment_named(claim_name(claim))
    return None if segment is None else segment.kind


def _left(position: Position, marks: Iterable[int]) -> tuple[Pile, ...]:
    """Return the piles without so many tiles from their tops."""
    return tuple(
        Pile(pile.known[mark:], pile.hidden)
        for pile, mark in zip(position.piles, marks, strict=True)
    )


def _river_left(position: Position, table: LaidOut[Any]) -> Pile:
    """Return the stack of the river as it is after drawing."""
    if position.river.empty:
        return position.river
    known = table.tiles(table.kernel.river_stack())
    return Pile(known, position.river.hidden)


def _fits(table: LaidOut[Any], position: Position, placement: Placement) -> bool:
    """Return whether the tile, in the first of its equal drawings, can certainly be laid."""
    laid = sum(other.tile == placement.tile for other in position.placements)
    return (
        placement.tile in position.sheet
        and placement.rotation in position.sheet.kind(placement.tile).rotations
        and laid < position.rules.tile_counts()[placement.tile]
        and table.has_room_for(placement.cell)
        and table.kernel.takes(table.number(placement.cell), table.drawing_number(placement))
    )


def _require_room(position: Position, placement: Placement) -> None:
    """Check that the tile can be laid.

    :raises Illegal: if it cannot.
    """
    # Without meeples, since the tile may complete features that carry some.
    tiles = tuple(replace(laid, meeple=None) for laid in (*position.placements, placement))
    none = tuple(Pile() for _ in position.piles)
    require_table(replace(position, placements=tiles, piles=none, discards=()))


def _drawn(position: Position, table: LaidOut[Any]) -> tuple[Position, int | None, tuple[str, ...]]:
    """Return the position after drawing, the kernel's number of the tile's kind, and the discards.

    The number is None if no tile can be placed any more.
    """
    answer, kind, pile, colour, marks, discarded = table.kernel.draw()
    if answer == _UNKNOWN and pile == FROM_RIVER:
        why = "the next river tile is not known, or it would go under tiles that are not"
        raise Malformed(why, where="/river")
    if answer == _UNKNOWN:
        raise Malformed(f"the next tile of colour {colour + 1} is not known", where="/piles")
    discards = table.tiles(discarded)
    drawn = replace(
        position,
        piles=_left(position, marks),
        to_move=colour,
        discards=position.discards + discards,
        river=_river_left(position, table),
    )
    return drawn, kind if answer == _DRAWN else None, discards


# --- Outcomes from the kernel's list, sharing whatever a turn leaves unchanged


_COLOURS = tuple(
    tuple(colour for colour in range(4) if mask >> colour & 1) for mask in range(1 << 4)
)
"""The colours of a bit mask, in order."""

Listed: TypeAlias = tuple[
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
    tuple[int, ...],
]
"""What the kernel lists for an outcome: cell, drawing, claim, order, features, those paid, scores,
supplies, monasteries, whether the game ends for lack of a meeple, which meeples return, and the
supplies of large meeples."""


def outcomes_listed(
    drawn: Position, table: LaidOut[Any], discards: tuple[str, ...], listed: Iterable[Listed]
) -> list[Outcome]:
    """Return the outcomes from the kernel's list of changes.

    Whatever is not listed stays as it is in the position. The resulting tables need no check, and
    outcomes with the same placement and claim share their placements.
    """
    kinds, lying = table.tables.kinds, drawn.lying
    standing = [n for n, laid in enumerate(lying) if laid.meeple is not None]
    last_tile = all(pile.empty for pile in (*drawn.piles, drawn.river))
    colour, colours = drawn.to_move, drawn.rules.colours
    outcomes = []
    before: tuple[int, int, int] = (-1, -1, -1)
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
        large,
    ) in listed:
        if number != before[0]:
            x, y = table.cell(number)
            place = lying.place_for(x, y)
        tile, rotation, claimed = kinds[drawing // 4], drawing % 4, claim_name(claim)
        with_large = by_large(claim)
        scorings: tuple[Scoring, ...] = ()
        scored: tuple[str, ...] = ()
        if order:
            scorings = tuple(_scoring(features[n], paid=bool(paid >> n & 1)) for n in order)
            scored = tuple(scoring.feature for scoring in scorings)
        if (number, drawing, claim) != before:
            before = (number, drawing, claim)
            stays = claim >= 0 and claimed not in scored
            meeple = Meeple(claimed, colour, with_large) if stays else None
            laid = Placement(tile, rotation, x, y, meeple)
            placements = lying.with_one_more(place, laid, [standing[n] for n in gone_home])
            placements.laid_out_for = colours
        after = Position(
            drawn.rules,
            placements,
            scores,
            supplies,
            (colour + 1) % colours,
            drawn.piles,
            drawn.discards,
            monasteries,
            end_a or last_tile,
            large,
            drawn.river,
        )
        turn = Turn(tile, rotation, x, y, claimed, scored, with_large)
        final, result = _end(after) if after.over else (None, None)
        outcomes.append(Outcome(colour, discards, turn, scorings, after, final, result))
    return outcomes


def _scoring(feature: tuple[int, int, int, int, int], *, paid: bool) -> Scoring:
    name, kind, value, present, majority = feature
    return Scoring(
        feature=FEATURES[name],
        kind=KIND[kind],
        value=value,
        present=_COLOURS[present],
        majority=_COLOURS[majority],
        colours=_COLOURS[majority] if paid else (),
    )


def _end_without_turn(position: Position, colour: int, discards: tuple[str, ...]) -> Outcome:
    """Return the end of a game in which no tile can be placed any more (SOLO-END-6)."""
    after = replace(position, over=True, to_move=colour)
    return Outcome(colour, discards, None, (), after, *_end(after))


def _end(after: Position) -> tuple[tuple[int, ...], int]:
    return final_scoring(after.rules)(after.scores, after.meeples_on_tiles())


# --- Final scoring, meeple by meeple (SOLO-FINAL-1 to -7)


_PER_MEEPLE = 2  # SOLO-FINAL-1


def final_scoring(rules: RuleSet) -> FinalScoring:
    """Return the function from scores and meeples on tiles to final scores and result.

    >>> from verifier.carcassonne.solo.rule_set import SOLO
    >>> final_scoring(SOLO)((10, 12, 15), (2, 1, 0))
    ((14, 14, 15), 14)
    """
    whole_colour = _takes_whole_colour(rules)
    counted_from = rules.choose(  # AMB-01
        "result.offset", {"keep": (0,) * rules.colours, "subtract_own_start": rules.start_scores}
    )

    def end(scores: Scores, meeples: Scores) -> tuple[Scores, int]:
        final = _final_scores(scores, meeples, whole_colour=whole_colour)
        return final, _result(final, counted_from)

    return end


def final_steps(rules: RuleSet, scores: Scores, meeples: Scores) -> tuple[tuple[int, int], ...]:
    """Return final scoring step by step: each time which colour scores, and its points then.

    >>> from verifier.carcassonne.solo.rule_set import SOLO
    >>> final_steps(SOLO, (10, 12, 15), (2, 1, 0))
    ((0, 12), (0, 14), (1, 14))
    """
    return tuple(_steps(scores, meeples, whole_colour=_takes_whole_colour(rules)))


def _takes_whole_colour(rules: RuleSet) -> bool:
    return rules.choose("final.unit", {"meeple": False, "colour": True})  # AMB-11


def _final_scores(scores: Scores, meeples: Scores, *, whole_colour: bool) -> Scores:
    now = list(scores)
    for colour, points in _steps(scores, meeples, whole_colour=whole_colour):
        now[colour] = points
    return tuple(now)


def _steps(scores: Scores, meeples: Scores, *, whole_colour: bool) -> Iterator[tuple[int, int]]:
    """Yield the colours that score, each with its points then.

    As long as a lowest colour has a meeple left, it scores one (or all of them by final.unit:
    colour). The order does not matter (FACT-2).
    """
    now, left = list(scores), list(meeples)
    while True:
        least = min(now)
        for colour, points in enumerate(now):
            if points == least and left[colour]:
                break
        else:
            return
        taken = left[colour] if whole_colour else 1
        now[colour] += _PER_MEEPLE * taken
        left[colour] -= taken
        yield colour, now[colour]


def _result(final: Scores, counted_from: Scores) -> int:
    """Return the result of a game from its final scores (SOLO-RESULT-1, -2)."""
    return min(map(int.__sub__, final, counted_from))


# --- Lines of turns


def outcome_of(position: Position, turn: Turn) -> Outcome | None:
    """Return the outcome of the turn, None if it is illegal."""
    return next(iter(Engine().outcomes_of(position, turn)), None)


def outcomes_along(position: Position, line: Sequence[Turn]) -> tuple[Outcome, ...]:
    """Return the outcome of each turn of a line.

    :raises Illegal: if a turn cannot be made.
    """
    outcomes: list[Outcome] = []
    for number, turn in enumerate(line, start=1):
        outcome = outcome_of(position, turn)
        if outcome is None:
            why = f"the line cannot be played: {turn_text(turn)} is not possible"
            raise Illegal(why, where=f"turn {number}")
        outcomes.append(outcome)
        position = outcome.after
    return tuple(outcomes)


# --- Games of the model replayed by the engine, as records and as text


def record_of(line: tuple[Turn, ...], start: Position) -> Record:
    """Return a line from the official set-up as a record.

    >>> from verifier.carcassonne.solo.notation import parse_line
    >>> from verifier.carcassonne.solo.position import setup
    >>> [turn.colour for turn in record_of(parse_line("U0.1.0.E~U0.-1.0.-"), setup()).turns]
    [0, 1]
    """
    colours = start.rules.colours
    turns = (as_recorded(turn, number % colours) for number, turn in enumerate(line))
    return Record(start, tuple(turns))


def outcomes_by_engine(game: Record) -> tuple[Outcome, ...]:
    """Return the outcomes of a game's turns as the engine plays them.

    :raises KeysDisagree: if the engine finds the game illegal.
    """
    broken = setup_violations(game)
    if broken:
        raise KeysDisagree(f"the engine finds the model's set-up illegal: {broken[0].why}")
    outcomes: list[Outcome] = []
    position = game.start
    for number, turn in enumerate(game.turns, start=1):
        try:
            outcomes.append(play(position, turn, Engine()))
        except (Illegal, Malformed) as error:
            raise KeysDisagree(
                f"the engine finds the model's game illegal: {error.message}",
                where=f"turn {number}, {error.where}",
                rule=error.rule,
            ) from None
        position = outcomes[-1].after
    return tuple(outcomes)


def record_of_outcomes(
    start: Position, outcomes: tuple[Outcome, ...], *, official: bool = True
) -> Record:
    """Return outcomes as a record of their turns, by default from the official set-up."""
    turns = tuple(
        as_recorded(outcome.turn, outcome.colour, outcome.discards)
        for outcome in outcomes
        if outcome.turn is not None
    )
    return Record(start, turns, official)


def game_text(outcomes: tuple[Outcome, ...]) -> str:
    """Return the turns of these outcomes as one text."""
    return line_text(turns_of(outcomes))
