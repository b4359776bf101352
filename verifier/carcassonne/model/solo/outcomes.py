"""Outcomes of turns whose decisions are constants, so that all rules fold to constants."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import product
from typing import TypeAlias

from verifier.carcassonne.model.demands import broken_requirements
from verifier.carcassonne.model.solo.constant_reading import RecordReading
from verifier.carcassonne.model.solo.draws import Draw
from verifier.carcassonne.model.solo.rules import ending, goals, scoring
from verifier.carcassonne.model.solo.rules import ending as closing
from verifier.carcassonne.model.solo.rules.game import play
from verifier.carcassonne.model.solo.rules.goals import Left
from verifier.carcassonne.model.solo.rules.state import (
    Game,
    Ground,
    Key,
    PlayedTurn,
    ScorableFeature,
    begin,
)
from verifier.carcassonne.solo.goals import Goal
from verifier.carcassonne.solo.key import FinalScoring, Scores
from verifier.carcassonne.solo.position import Meeple, Placement, Position
from verifier.carcassonne.solo.rule_set import RuleSet
from verifier.carcassonne.solo.turn import NO_CLAIM, Outcome, Scoring, Turn, as_recorded, order_key
from verifier.carcassonne.table.cells import AROUND, Cell
from verifier.carcassonne.tiles import EDGES, Kind
from verifier.constraints.builder import TRUE, Builder, Lit, Sum
from verifier.constraints.csp import CompiledCsp
from verifier.errors import Illegal


@dataclass(frozen=True, slots=True)
class FoldedTurn:
    """A turn with constant decisions, evaluated except for its points.

    ``game`` includes the turn, ``turn`` names the scored features in order, and ``after`` is the
    position afterwards, still with the scores and monasteries of before.
    """

    game: Game
    turn: Turn
    after: Position


def fold(position: Position, drawn: Draw, turn: Turn, table: Ground | None = None) -> FoldedTurn:
    """Return the folded turn; ``table`` is the position's ground, if it was collected already.

    :raises Illegal: naming the first rule that the turn breaks.
    """
    game = begin(position, Builder(), table)
    played = play(game, drawn, RecordReading(as_recorded(turn, drawn.colour)))
    for violation in broken_requirements(game.builder.requirements):
        raise Illegal(violation.why, where=violation.where, rule=violation.rule)
    large = played.claim.large == TRUE
    turn = replace(turn, claim=next(iter(played.claims), NO_CLAIM), large=large)
    order = tuple(_name(next(iter(slot)), turn.cell) for slot in played.scored.slots)
    after = replace(
        position,
        placements=_placements(position, game, played, turn),
        supplies=_numbers(played.supplies),
        large=_numbers(played.large_supplies) if position.rules.large else (),
        to_move=(drawn.colour + 1) % position.rules.colours,
        piles=drawn.after,
        river=drawn.river,
        discards=position.discards + drawn.discards,
        over=played.over == TRUE,
    )
    turn = replace(turn, rotation=_rotation(after, turn.cell), order=order)
    return FoldedTurn(game, turn, after)


def scored_alike(ways: Iterable[FoldedTurn]) -> list[list[FoldedTurn]]:
    """Return the turns of one table in groups whose turns are the same to step 3.

    Turns of a group score the same features in the same order, by the same rules.
    """
    groups: dict[object, list[FoldedTurn]] = {}
    for way in ways:
        scored = way.game.turns[-1].scored
        places = tuple(tuple(slot.items()) for slot in scored.slots)
        same = (way.after.rules, way.after.monasteries, tuple(scored.features.items()), places)
        groups.setdefault(same, []).append(way)
    return list(groups.values())


def settling(
    alike: Sequence[FoldedTurn], *, often: bool = False
) -> Callable[[Scores], Iterator[Outcome]]:
    """Return the function from scores to the outcomes of one of :func:`scored_alike`'s groups.

    Each turn has one outcome, or several if score.optional (AMB-10) allows points to be declined.
    Asked ``often``, it is worth compiling.
    """
    first = alike[0]
    choices = (False, True) if scoring.may_be_declined(first.after.rules) else (False,)
    steps = [
        _by_compiling(first.game, declined) if often else _by_folding(first.game, declined)
        for declined in product(choices, repeat=len(first.turn.order))
    ]

    def settle(scores: Scores) -> Iterator[Outcome]:
        for step in steps:
            points = step(scores)
            if points is not None:
                for way in alike:
                    yield _outcome(way, points)

    return settle


def _outcome(folded: FoldedTurn, points: Points) -> Outcome:
    played = folded.game.turns[-1]
    after = replace(folded.after, scores=points.scores, monasteries=points.monasteries)
    final = result = None
    if after.over:
        b, scores, on_tiles = Builder(), _sums(points.scores), ending.on_tiles(folded.game)
        final = _numbers(ending.final_scores(b, after.rules, scores, on_tiles))
        result = ending.result_of(b, after.rules, scores, on_tiles).constant
    scorings = tuple(
        _scoring(name, played.scored.features[key], brought=points.brought[key])
        for name, slot in zip(folded.turn.order, played.scored.slots, strict=True)
        for key in slot
    )
    draw = played.draw
    return Outcome(draw.colour, draw.discards, folded.turn, scorings, after, final, result)


def merged(outcomes: Iterable[Outcome]) -> frozenset[Outcome]:
    """Return the outcomes with equivalent scoring orders merged into the first of them.

    Orders are equivalent if scores and features that brought points are equal.
    """
    first: dict[object, Outcome] = {}
    for outcome in outcomes:
        turn = outcome.turn
        if turn is None:
            return frozenset([outcome])
        brought = frozenset(scoring.feature for scoring in outcome.scorings if scoring.colours)
        place = (turn.tile, turn.rotation, turn.x, turn.y, turn.claim, turn.large)
        same = (place, outcome.after.scores, brought)
        known = first.get(same)
        if known is None or order_key(turn.order) < order_key(_order(known)):
            first[same] = outcome
    return frozenset(first.values())


def reached(goal: Goal, outcome: Outcome) -> bool:
    """Return whether the turn meets the goal, by the constraints that solvers get."""
    after = outcome.after
    b = Builder()
    left = Left(
        builder=b,
        rules=after.rules,
        features={scored.feature: _finished(b, scored, after) for scored in outcome.scorings},
        brought={scored.feature: b.const(bool(scored.colours)) for scored in outcome.scorings},
        scores=_sums(after.scores),
        supplies=_sums(after.supplies),
        on_tiles=_sums(after.meeples_on_tiles()),
        monasteries=Sum(after.monasteries),
        over=b.const(after.over),
        piles_empty=all(pile.empty for pile in (*after.piles, after.river)),
        laid_aside=bool(after.discards),
        tiles=len(after.placements),
    )
    return goals.met_by(left, goal) == TRUE


def _finished(b: Builder, scored: Scoring, after: Position) -> ScorableFeature:
    colours = range(after.rules.colours)
    return ScorableFeature(
        complete=TRUE,
        manned=TRUE,
        scored=TRUE,
        city=b.const(scored.kind == "city"),
        value=Sum(scored.value),
        present=tuple(b.const(colour in scored.present) for colour in colours),
        winners=tuple(b.const(colour in scored.majority) for colour in colours),
        judges=(),  # points were awarded already
    )


def _scoring(name: str, feature: ScorableFeature, *, brought: bool) -> Scoring:
    kind: Kind = "city" if feature.city == TRUE else "road"
    if ending.is_monastery(name):
        kind = "monastery"
    majority = _colours(feature.winners)
    return Scoring(
        feature=name,
        kind=kind,
        value=feature.value.constant,
        present=_colours(feature.present),
        majority=majority,
        colours=majority if brought else (),
    )


def _sums(numbers: Iterable[int]) -> list[Sum]:
    return [Sum(number) for number in numbers]


def _numbers(sums: Iterable[Sum]) -> Scores:
    """Return the values of constant sums."""
    found = tuple(sums)
    if any(number.terms for number in found):
        raise AssertionError(f"{found} do not fold")
    return tuple(number.constant for number in found)


def _placements(
    position: Position, game: Game, played: PlayedTurn, turn: Turn
) -> tuple[Placement, ...]:
    home = set(_cells_going_home(game, played, turn))
    lying = [
        replace(placement, meeple=None) if placement.cell in home else placement
        for placement in position.placements
    ]
    meeple = None
    if turn.claim != NO_CLAIM and turn.cell not in home:
        meeple = Meeple(turn.claim, played.tile.colour, turn.large)
    return (*lying, Placement(turn.tile, turn.rotation, turn.x, turn.y, meeple))


def _cells_going_home(game: Game, played: PlayedTurn, turn: Turn) -> Iterator[Cell]:
    """Yield the cells whose meeples return (SOLO-SCORE-11)."""
    for key in (next(iter(slot)) for slot in played.scored.slots):
        if key == turn.claim:
            yield turn.cell
        if isinstance(key, tuple):
            yield key
        if isinstance(key, str) and key in EDGES:
            for node in played.features.reach[EDGES.index(key)]:
                if node < len(game.table.features):
                    yield from game.table.features[node].manned


def _name(key: Key, cell: Cell) -> str:
    if not isinstance(key, tuple):
        return str(key)
    step = (key[0] - cell[0], key[1] - cell[1])
    return next(name for name, around in AROUND.items() if around == step)


def _rotation(position: Position, cell: Cell) -> int:
    return next(placed.rotation for placed in position.placements if placed.cell == cell)


def _order(outcome: Outcome) -> tuple[str, ...]:
    return () if outcome.turn is None else outcome.turn.order


def _colours(literals: Iterable[Lit]) -> tuple[int, ...]:
    return tuple(colour for colour, literal in enumerate(literals) if literal == TRUE)


# --- Final scoring and result, compiled once for a rule set


def final_scoring(rules: RuleSet) -> FinalScoring:
    """Return the function from scores and meeples on tiles to final scores and result.

    These are the constraints that solvers get (SOLO-FINAL-1 to -7, SOLO-RESULT-1, -2), with scores
    and meeples as given numbers.

    >>> from verifier.carcassonne.solo.rule_set import SOLO
    >>> final_scoring(SOLO)((10, 12, 15), (2, 1, 0))
    ((14, 14, 15), 14)
    """

    @cache
    def compiled(most_meeples: int) -> Callable[..., tuple[int, ...]]:
        b = Builder()
        scores = [b.given(0, MOST_POINTS) for _ in range(rules.colours)]
        meeples = [b.given(0, most_meeples) for _ in range(rules.colours)]
        finals = closing.final_scores(b, rules, scores, meeples)
        result = closing.result_of(b, rules, scores, meeples)
        given = [variables for _, variables in (*scores, *meeples)]
        return CompiledCsp(b, [(variable,) for ((variable, _),) in given]).values([*finals, result])

    def end(scores: Scores, meeples: Scores) -> tuple[Scores, int]:
        numbers = compiled(max(meeples))(*scores, *meeples)
        return numbers[:-1], numbers[-1]

    return end


# --- Step 3 of a turn whose decisions are constants, as a function of the scores before it
#
# No rule depends on scores before step 3, so the earlier steps are not evaluated again.


MOST_POINTS = 10**6
"""A bound beyond the points of any game; a given number must have one, and nothing folds by it."""


@dataclass(frozen=True, slots=True)
class Points:
    """The result of step 3: by feature whether it brought points, and the numbers afterwards."""

    brought: Mapping[Key, bool]
    scores: Scores
    monasteries: int


Step: TypeAlias = Callable[[Scores], Points | None]
"""From the scores before step 3 to its result by the rules; None if they forbid it."""


def _by_folding(game: Game, declined: Sequence[bool]) -> Step:
    """Return step 3 of the last turn; it folds the rules anew for all scores.

    ``declined`` says for each place of the scoring order whether its points are declined.
    """

    def step(scores: Scores) -> Points | None:
        b = Builder()
        brought, after, monasteries = _step(b, game, [Sum(score) for score in scores], declined)
        if b.requirements:
            return None
        came = {key: literal == TRUE for key, literal in brought.items()}
        return Points(came, tuple(points.constant for points in after), monasteries.constant)

    return step


def _by_compiling(game: Game, declined: Sequence[bool]) -> Step:
    """Return the same as :func:`_by_folding`, compiled once with the scores as given numbers."""
    b = Builder()
    before = [b.given(0, MOST_POINTS) for _ in range(game.rules.colours)]
    brought, after, monasteries = _step(b, game, before, declined)
    allowed = b.all_of([requirement.literal for requirement in b.requirements])
    told = [b.count([literal]) for literal in (allowed, *brought.values())]
    given = [(variable,) for ((variable, _),) in (number.terms for number in before)]
    values_of = CompiledCsp(b, given).values([*told, *after, monasteries])

    def step(scores: Scores) -> Points | None:
        is_allowed, *values = values_of(*scores)
        if not is_allowed:
            return None
        came = {key: value == 1 for key, value in zip(brought, values, strict=False)}
        return Points(came, tuple(values[len(brought) : -1]), values[-1])

    return step


def _step(
    b: Builder, game: Game, before: list[Sum], declined: Sequence[bool]
) -> tuple[Mapping[Key, Lit], list[Sum], Sum]:
    """State step 3: which features bring points, the scores afterwards, and the monasteries."""
    played = game.turns[-1]
    monasteries = Sum(game.table.position.monasteries)
    game = replace(game, builder=b, scores=before, monasteries=monasteries)
    refused = [b.const(no) for no in declined]
    scored, after = scoring.score(
        game, played.tile, played.scored.features, played.scored.slots, refused
    )
    return scored.brought, after, ending.monasteries(game, scored)
