"""The ideas a solution may need, one predicate each.

:mod:`generator.techniques` lists them with the rules they live on.

That a solution does something is no proof that it must. So wherever that can be decided, a
predicate plays on without the idea and sees the solution fail: with another scoring order, with
one meeple fewer, with the scores as they were.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from generator.analysis import Counted, Part, Study, owners, same_placement, table_of
from verifier.carcassonne.engine import Engine
from verifier.carcassonne.engine.all_games import followed
from verifier.carcassonne.engine.goals import reached
from verifier.carcassonne.position import STEPS, Position
from verifier.carcassonne.turn import NO_CLAIM, Scoring, Turn

_A_HOLE = 3
_ALL_COLOURS = 3

# Joining


def joining(study: Study) -> bool:
    """Tell whether a tile joins features that carry meeples into one that counts."""
    return any(len(joined) > 1 for joined in _joins(study))


def third_colour(study: Study) -> bool:
    """Tell whether a tile joins features so that the third colour comes to one that counts."""
    return any(
        len(joined) > 1
        and len(frozenset[int]().union(*joined)) >= _ALL_COLOURS
        and all(len(colours) < _ALL_COLOURS for colours in joined)
        for joined in _joins(study)
    )


def _joins(study: Study) -> Iterator[list[frozenset[int]]]:
    """Yield, by segment laid of a feature that counts, the owners of each that it adds to."""
    for counted in study.counted:
        for number, turn in study.turns():
            if number <= counted.turn:
                for part in counted.parts:
                    if part[0] == turn.cell:
                        yield _owners_beside(study.before[number], part)


def _owners_beside(position: Position, part: Part) -> list[frozenset[int]]:
    table, beside = table_of(position), dict[frozenset[Part], frozenset[int]]()
    (x, y), segment = part
    for edge in segment.edges:
        beyond = (x + STEPS[edge][0], y + STEPS[edge][1])
        there = table[beyond].drawing.segment_at((edge + 2) % 4) if beyond in table else None
        if there is not None:
            parts, _ = followed(table, beyond, there)
            beside[frozenset(parts)] = owners(table, parts)
    return [colours for colours in beside.values() if colours]


# Meeples


def blocking(study: Study) -> bool:
    """Tell whether a tile with nothing free saves a meeple that cannot be spared."""
    return any(
        turn.claim == NO_CLAIM
        and study.before[number].supplies[study.line[number].colour] > 0
        and _misses(study, number, study.line[number].colour, 1)
        for number, turn in study.turns()
    )


def running_out(study: Study) -> bool:
    """Tell whether a colour without meeples stays in the game, or gains by having none."""
    return any(
        study.before[number].supplies[study.line[number].colour] == 0
        and (
            _the_end_was_near(study, number)
            if number < study.last or study.puzzle.goal.kind == "stay"
            else _one_more_harms(study, number, turn)
        )
        for number, turn in study.turns()
    )


def _the_end_was_near(study: Study, number: int) -> bool:
    """Tell whether the game would have ended had the tile been laid elsewhere."""
    return any(outcome.after.over for outcome in study.choices[number])


def _one_more_harms(study: Study, number: int, turn: Turn) -> bool:
    """Tell whether the goal would be missed if the colour had a meeple to place at the end."""
    before = study.before[number]
    supplies = _with(before.supplies, study.line[number].colour, 1)
    found = Engine().outcomes_in_order(replace(before, supplies=supplies))
    return not any(
        reached(study.puzzle.goal, outcome)
        for outcome in found
        if outcome.turn and same_placement(outcome.turn, turn)
    )


def coming_home(study: Study) -> bool:
    """Tell whether a meeple that came home cannot be spared."""
    return any(_sent_home_and_needed(study, number) for number, _ in study.turns())


def _sent_home_and_needed(study: Study, number: int) -> bool:
    """Tell whether a later turn cannot do without the meeples that came home in this one."""
    outcome, before = study.line[number], study.before[number]
    for colour, supply in enumerate(outcome.after.supplies):
        placed = bool(outcome.turn and outcome.turn.claim != NO_CLAIM and colour == outcome.colour)
        returned = supply - before.supplies[colour] + placed
        if returned and _misses(study, number, colour, returned):
            return True
    return False


def _misses(study: Study, number: int, colour: int, meeples: int) -> bool:
    """Tell whether after a turn the colour could not have spared so many meeples."""
    after = study.line[number].after
    if number == study.last:
        return False
    fewer = _with(after.supplies, colour, -meeples)
    return not study.works_from(number + 1, replace(after, supplies=fewer))


def _with(numbers: tuple[int, ...], colour: int, more: int) -> tuple[int, ...]:
    return (*numbers[:colour], numbers[colour] + more, *numbers[colour + 1 :])


def without_points(study: Study) -> bool:
    """Tell whether a feature is completed without points, for its meeple or because of that."""
    return any(
        number < study.last
        and not scoring.colours
        and (_sent_home_and_needed(study, number) or _points_would_harm(study, number, scoring))
        for number, _ in study.turns()
        for scoring in study.line[number].scorings
    )


def _points_would_harm(study: Study, number: int, scoring: Scoring) -> bool:
    """Tell whether the goal would be missed if those in the majority had got the points."""
    after = study.line[number].after
    scores = tuple(
        score + scoring.value * (colour in scoring.majority)
        for colour, score in enumerate(after.scores)
    )
    return not study.works_from(number + 1, replace(after, scores=scores))


# Scoring


def scoring_order(study: Study) -> bool:
    """Tell whether the goal is missed if the same turn scores in another order."""
    return any(_order_matters(study, number, turn) for number, turn in study.turns())


def _order_matters(study: Study, number: int, turn: Turn) -> bool:
    """Tell whether each claim of that placement that leads on can also be scored in vain."""
    leading, in_vain = set[str](), set[str]()
    for other in study.choices[number]:
        if other.turn and same_placement(other.turn, turn):
            into = leading if study.leads_on(number, other) else in_vain
            into.add(other.turn.claim)
    return bool(leading) and leading <= in_vain


def raising_the_lowest(study: Study) -> bool:
    """Tell whether what counts would bring no points had nothing been scored before it."""
    return any(
        counted.scoring.colours and not _scores_at_first(study, counted)
        for counted in study.counted
    )


def _scores_at_first(study: Study, counted: Counted) -> bool:
    """Tell whether the feature would also bring points if nothing had been scored before it."""
    outcome, feature = study.line[counted.turn], counted.scoring.feature
    if outcome.turn is None:
        return True
    first = (feature, *(name for name in outcome.turn.order if name != feature))
    as_it_was = replace(study.before[counted.turn], scores=study.puzzle.position.scores)
    found = Engine().outcomes(as_it_was, first)
    return any(
        scoring.feature == feature and scoring.colours
        for one in found
        if one.turn == replace(outcome.turn, order=first)
        for scoring in one.scorings
    )


def two_at_once(study: Study) -> bool:
    """Tell whether one tile completes two features that count."""
    return any(
        one.turn == other.turn and one is not other
        for one in study.counted
        for other in study.counted
    )


# Claims


def right_claim(study: Study) -> bool:
    """Tell whether a tile offers several claims, of which only the one taken leads on."""
    return any(_only_that_claim(study, number, turn) for number, turn in study.turns())


def _only_that_claim(study: Study, number: int, turn: Turn) -> bool:
    others = [
        other
        for other in study.choices[number]
        if other.turn and same_placement(other.turn, turn) and other.turn.claim != turn.claim
    ]
    return bool(others) and not any(study.leads_on(number, other) for other in others)


def claiming_at_the_end(study: Study) -> bool:
    """Tell whether what counts is claimed by the tile that completes it."""
    return any(
        turn.claim == counted.scoring.feature and number == counted.turn
        for counted in study.counted
        for number, turn in study.turns()
    )


# Places


def closing_a_hole(study: Study) -> bool:
    """Tell whether a tile is laid on a cell with three or four neighbours."""
    for number, turn in study.turns():
        table = table_of(study.before[number])
        neighbours = [(turn.x + x, turn.y + y) for x, y in STEPS]
        if sum(cell in table for cell in neighbours) >= _A_HOLE:
            return True
    return False


def from_afar(study: Study) -> bool:
    """Tell whether a part of the goal's road or city is laid apart from the rest of it."""
    return any(
        _lies_apart(study.before[number], counted, turn)
        for counted in study.counted
        for number, turn in study.turns()
        if number < counted.turn
    )


def _lies_apart(position: Position, counted: Counted, turn: Turn) -> bool:
    """Tell whether the tile is added to none of the feature's parts, some of which lie there."""
    table = table_of(position)
    there = {cell for cell, _ in counted.parts if cell in table}
    mine = [segment for cell, segment in counted.parts if cell == turn.cell]
    beside = {
        (turn.x + STEPS[edge][0], turn.y + STEPS[edge][1])
        for segment in mine
        for edge in segment.edges
    }
    return bool(there and mine) and not there & beside


def detour(study: Study) -> bool:
    """Tell whether a tile is laid that is no part of what the goal counts."""
    if study.puzzle.goal.kind not in ("road", "city", "monasteries"):
        return False
    return any(
        all(turn.cell not in counted.cells for counted in study.counted)
        for _, turn in study.turns()
    )


def loop(study: Study) -> bool:
    """Tell whether a road that counts closes on itself, or a feature meets a tile twice."""
    return any(
        (counted.scoring.kind == "road" and all(len(s.edges) > 1 for _, s in counted.parts))
        or len(counted.cells) < len(counted.parts)
        for counted in study.counted
        if counted.parts
    )
