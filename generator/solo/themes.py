"""The predicates of the techniques: whether a solution needs a technique.

:mod:`generator.solo.techniques` lists the techniques with the rules they rest on.

That a solution uses a technique does not prove that it needs it. Wherever this can be decided, a
predicate plays the solution without the technique and checks that it fails: with another scoring
order, with one meeple fewer, with the earlier scores.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from generator.solo.analysis import Analysis, CountedScoring, Part, board_of, owners, same_placement
from generator.solo.goal_kinds import kind_of
from verifier.carcassonne.engine.solo import Engine
from verifier.carcassonne.engine.solo.features import feature_of
from verifier.carcassonne.engine.solo.goals import reached
from verifier.carcassonne.solo.position import Position
from verifier.carcassonne.solo.turn import NO_CLAIM, Scoring, Turn
from verifier.carcassonne.table.cells import STEPS

_HOLE_NEIGHBOURS = 3
_ALL_COLOURS = 3

# Joining


def joining(analysis: Analysis) -> bool:
    """Return whether a tile joins features that carry meeples into one that counts."""
    return any(len(joined) > 1 for _, joined in joins(analysis))


def third_colour(analysis: Analysis) -> bool:
    """Return whether a tile joins features and so brings the third colour to one that counts."""
    return any(
        len(joined) > 1
        and len(frozenset[int]().union(*joined)) >= _ALL_COLOURS
        and all(len(colours) < _ALL_COLOURS for colours in joined)
        for _, joined in joins(analysis)
    )


def joins(analysis: Analysis) -> Iterator[tuple[int, list[frozenset[int]]]]:
    """Yield, for each segment laid of a counted feature, the owners of each feature it extends.

    With each comes the number of the turn that laid it, from 0.
    """
    for counted in analysis.counted:
        for number, turn in analysis.turns():
            if number <= counted.turn:
                for part in counted.parts:
                    if part[0] == turn.cell:
                        yield number, _owners_beside(analysis.before[number], part)


def _owners_beside(position: Position, part: Part) -> list[frozenset[int]]:
    board, beside = board_of(position), dict[frozenset[Part], frozenset[int]]()
    (x, y), segment = part
    for edge in segment.edges:
        beyond = (x + STEPS[edge][0], y + STEPS[edge][1])
        there = board[beyond].drawing.segment_at((edge + 2) % 4) if beyond in board else None
        if there is not None:
            parts, _ = feature_of(board, beyond, there)
            beside[frozenset(parts)] = owners(board, parts)
    return [colours for colours in beside.values() if colours]


# Meeples


def blocking(analysis: Analysis) -> bool:
    """Return whether a tile with no free feature saves a meeple that is needed later."""
    return any(
        turn.claim == NO_CLAIM
        and analysis.before[number].in_hand()[analysis.line[number].colour] > 0
        and _lacks(analysis, number, analysis.line[number].colour, 1)
        for number, turn in analysis.turns()
    )


def running_out(analysis: Analysis) -> bool:
    """Return whether a colour without meeples keeps the game going, or gains by having none."""
    return any(
        analysis.before[number].in_hand()[analysis.line[number].colour] == 0
        and (
            _could_have_ended(analysis, number)
            if number < analysis.last or kind_of(analysis.puzzle.goal).game_goes_on
            else _one_more_harms(analysis, number, turn)
        )
        for number, turn in analysis.turns()
    )


def _could_have_ended(analysis: Analysis, number: int) -> bool:
    """Return whether the game would have ended had the tile been placed elsewhere."""
    return any(outcome.after.over for outcome in analysis.choices[number])


def _one_more_harms(analysis: Analysis, number: int, turn: Turn) -> bool:
    """Return whether the goal would be missed if the colour had a meeple for the last turn."""
    before = analysis.before[number]
    supplies = _with(before.supplies, analysis.line[number].colour, 1)
    outcomes = Engine().outcomes_in_order(replace(before, supplies=supplies))
    return not any(
        reached(analysis.puzzle.goal, outcome)
        for outcome in outcomes
        if outcome.turn and same_placement(outcome.turn, turn)
    )


def coming_home(analysis: Analysis) -> bool:
    """Return whether a meeple that returned to its supply is needed later."""
    return any(_returned_and_needed(analysis, number) for number, _ in analysis.turns())


def _returned_and_needed(analysis: Analysis, number: int) -> bool:
    """Return whether a later turn needs the meeples that returned in this one."""
    outcome, before = analysis.line[number], analysis.before[number]
    for colour, in_hand in enumerate(outcome.after.in_hand()):
        placed = bool(outcome.turn and outcome.turn.claim != NO_CLAIM and colour == outcome.colour)
        returned = in_hand - before.in_hand()[colour] + placed
        if returned and _lacks(analysis, number, colour, returned):
            return True
    return False


def _lacks(analysis: Analysis, number: int, colour: int, meeples: int) -> bool:
    """Return whether the turns after this one fail if the colour has so many meeples fewer."""
    after = analysis.line[number].after
    if number == analysis.last:
        return False
    return not any(
        analysis.reaches_goal_from(number + 1, fewer) for fewer in _lacking(after, colour, meeples)
    )


def _lacking(position: Position, colour: int, meeples: int) -> Iterator[Position]:
    """Yield the position with so many of the colour's meeples fewer, the large one kept or not."""
    yield replace(position, supplies=_with(position.supplies, colour, -meeples))
    if position.large and position.large[colour]:
        large = _with(position.large, colour, -1)
        yield replace(position, supplies=_with(position.supplies, colour, 1 - meeples), large=large)


def _with(numbers: tuple[int, ...], colour: int, more: int) -> tuple[int, ...]:
    return (*numbers[:colour], numbers[colour] + more, *numbers[colour + 1 :])


def without_points(analysis: Analysis) -> bool:
    """Return whether a feature must be completed without points, or for its meeples alone."""
    return any(
        number < analysis.last
        and not scoring.colours
        and (
            _returned_and_needed(analysis, number) or _points_would_harm(analysis, number, scoring)
        )
        for number, _ in analysis.turns()
        for scoring in analysis.line[number].scorings
    )


def _points_would_harm(analysis: Analysis, number: int, scoring: Scoring) -> bool:
    """Return whether the goal would be missed if the majority had got the points."""
    after = analysis.line[number].after
    scores = tuple(
        score + scoring.value * (colour in scoring.majority)
        for colour, score in enumerate(after.scores)
    )
    return not analysis.reaches_goal_from(number + 1, replace(after, scores=scores))


# Scoring


def scoring_order(analysis: Analysis) -> bool:
    """Return whether the goal is missed if the same turn scores in another order."""
    return any(order_matters(analysis, number, turn) for number, turn in analysis.turns())


def order_matters(analysis: Analysis, number: int, turn: Turn) -> bool:
    """Return whether each claim that can reach the goal can also miss it, by another order."""
    reaching, missing = set[str](), set[str]()
    for other in analysis.choices[number]:
        if other.turn and same_placement(other.turn, turn):
            into = reaching if analysis.keeps_goal_reachable(number, other) else missing
            into.add(other.turn.claim)
    return bool(reaching) and reaching <= missing


def raising_the_lowest(analysis: Analysis) -> bool:
    """Return whether a counted scoring would bring no points without those of earlier ones."""
    return any(
        counted.scoring.colours
        and not all(
            scores_with(analysis, counted, scores)
            for scores in _scores_without_earlier(analysis, counted)
        )
        for counted in analysis.counted
    )


def _scores_without_earlier(
    analysis: Analysis, counted: CountedScoring
) -> Iterator[tuple[int, ...]]:
    """Yield the scores when the feature is scored, without an earlier scoring, and without all."""
    earlier = list(_earlier(analysis, counted))
    start = analysis.puzzle.position.scores
    for left_out in earlier:
        others = [one for one in earlier if one is not left_out]
        yield with_points(start, others)
    yield start


def _earlier(analysis: Analysis, counted: CountedScoring) -> Iterator[Scoring]:
    for number, outcome in enumerate(analysis.line[: counted.turn + 1]):
        for scoring in outcome.scorings:
            if number == counted.turn and scoring.feature == counted.scoring.feature:
                return
            if scoring.colours:
                yield scoring


def with_points(scores: tuple[int, ...], scorings: Iterable[Scoring]) -> tuple[int, ...]:
    """Return the scores when these scorings have brought their points."""
    for scoring in scorings:
        for colour in scoring.colours:
            scores = _with(scores, colour, scoring.value)
    return scores


def scores_with(analysis: Analysis, counted: CountedScoring, scores: tuple[int, ...]) -> bool:
    """Return whether the feature would bring points if it were scored first, with these scores."""
    outcome, feature = analysis.line[counted.turn], counted.scoring.feature
    if outcome.turn is None:
        return True
    first = (feature, *(name for name in outcome.turn.order if name != feature))
    as_it_was = replace(analysis.before[counted.turn], scores=scores)
    outcomes = Engine().outcomes(as_it_was, first)
    return any(
        scoring.feature == feature and scoring.colours
        for one in outcomes
        if one.turn == replace(outcome.turn, order=first)
        for scoring in one.scorings
    )


def two_at_once(analysis: Analysis) -> bool:
    """Return whether one tile completes two features that count."""
    return any(
        one.turn == other.turn and one is not other
        for one in analysis.counted
        for other in analysis.counted
    )


# Claims


def right_claim(analysis: Analysis) -> bool:
    """Return whether a tile offers several claims and only the one made can reach the goal."""
    return any(_only_that_claim(analysis, number, turn) for number, turn in analysis.turns())


def _only_that_claim(analysis: Analysis, number: int, turn: Turn) -> bool:
    others = [
        other
        for other in analysis.choices[number]
        if other.turn and same_placement(other.turn, turn) and other.turn.claim != turn.claim
    ]
    return bool(others) and not any(
        analysis.keeps_goal_reachable(number, other) for other in others
    )


def claiming_at_the_end(analysis: Analysis) -> bool:
    """Return whether a counted feature is claimed by the tile that completes it."""
    return any(
        turn.claim == counted.scoring.feature and number == counted.turn
        for counted in analysis.counted
        for number, turn in analysis.turns()
    )


# Places


def closing_a_hole(analysis: Analysis) -> bool:
    """Return whether a tile is placed on a cell with three or four neighbours."""
    for number, turn in analysis.turns():
        board = board_of(analysis.before[number])
        neighbours = [(turn.x + x, turn.y + y) for x, y in STEPS]
        if sum(cell in board for cell in neighbours) >= _HOLE_NEIGHBOURS:
            return True
    return False


def from_afar(analysis: Analysis) -> bool:
    """Return whether a part of the goal's road or city is placed apart from the rest of it."""
    return any(
        lies_apart(analysis.before[number], counted, turn)
        for counted in analysis.counted
        for number, turn in analysis.turns()
        if number < counted.turn
    )


def lies_apart(position: Position, counted: CountedScoring, turn: Turn) -> bool:
    """Return whether parts of the feature are on the board and the tile touches none of them."""
    board = board_of(position)
    there = {cell for cell, _ in counted.parts if cell in board}
    mine = [segment for cell, segment in counted.parts if cell == turn.cell]
    beside = {
        (turn.x + STEPS[edge][0], turn.y + STEPS[edge][1])
        for segment in mine
        for edge in segment.edges
    }
    return bool(there and mine) and not there & beside


def detour(analysis: Analysis) -> bool:
    """Return whether a tile is placed that is no part of what the goal counts."""
    if not kind_of(analysis.puzzle.goal).of_features:
        return False
    return any(
        all(turn.cell not in counted.cells for counted in analysis.counted)
        for _, turn in analysis.turns()
    )


def loop(analysis: Analysis) -> bool:
    """Return whether a counted road closes on itself, or a counted feature meets a tile twice."""
    return any(
        (counted.scoring.kind == "road" and all(len(s.edges) > 1 for _, s in counted.parts))
        or len(counted.cells) < len(counted.parts)
        for counted in analysis.counted
        if counted.parts
    )
