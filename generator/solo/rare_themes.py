"""The predicates of ideas that hardly occur by themselves: most are about who is last, and when.

They were found missing by an editor who counted ideas over all stored solutions, and positions are
made for them on purpose (:mod:`generator.solo.sources.rare_ideas`). As with the common techniques,
a solution has one only if it fails without it: without the points that an idea is about, or, for
points that it renounces, with them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from generator.solo.analysis import (
    Analysis,
    CountedScoring,
    Part,
    board_of,
    owners,
    scored_parts,
)
from generator.solo.draft import outcomes_with
from generator.solo.themes import order_matters, scores_with, with_points
from verifier.carcassonne.engine.solo.features import feature_of
from verifier.carcassonne.solo.position import with_nothing_known
from verifier.carcassonne.solo.turn import Outcome, Scoring, Turn

_OWN_MONASTERY = "M"
_SORTS = frozenset(("road", "city", "monastery"))

Scores = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Event:
    """A scoring of a line with the number of its turn, and the scores before and after it."""

    turn: int
    scoring: Scoring
    before: Scores
    after: Scores


def events_of(scores: Scores, line: Sequence[Outcome]) -> list[Event]:
    """Return all scorings of a line in their order; it begins with these scores."""
    events = list[Event]()
    for number, outcome in enumerate(line):
        for scoring in outcome.scorings:
            after = with_points(scores, [scoring])
            events.append(Event(number, scoring, scores, after))
            scores = after
    return events


def _events(analysis: Analysis) -> list[Event]:
    return events_of(analysis.puzzle.position.scores, analysis.line)


def lowest(scores: Scores) -> frozenset[int]:
    """Return the colours in last place.

    >>> sorted(lowest((4, 7, 4)))
    [0, 2]
    """
    return frozenset(colour for colour, score in enumerate(scores) if score == min(scores))


# Majorities


def outvoting(analysis: Analysis) -> bool:
    """Return whether tiles of the solution give one colour more meeples than another on a feature.

    The feature is one that counts, or the goal is missed when a meeple of the majority is absent.
    """
    return any(
        outvotes(event.scoring)
        and _is_brought_about(analysis, event)
        and (_counted(analysis, event) is not None or _needs_the_majority(analysis, event))
        for event in _events(analysis)
    )


def outvotes(scoring: Scoring) -> bool:
    """Return whether one of the colours on the feature has fewer meeples there than another."""
    return len(scoring.majority) < len(scoring.present)


def _is_brought_about(analysis: Analysis, event: Event) -> bool:
    """Return whether no part of it has colours of the majority and others where the puzzle begins.

    A monastery has one meeple, so that nobody is outvoted there.
    """
    start = board_of(analysis.puzzle.position)
    majority = frozenset(event.scoring.majority)
    return not any(
        majority & colours and colours - majority
        for cell, segment in _parts(analysis, event)
        if cell in start
        for colours in [owners(start, feature_of(start, cell, segment)[0])]
    )


def _needs_the_majority(analysis: Analysis, event: Event) -> bool:
    """Return whether the goal is missed when any one meeple of the majority does not stand there.

    All stand there before the turn: an occupied feature cannot be claimed.
    """
    before, parts = analysis.before[event.turn], _parts(analysis, event)
    theirs = [
        placed
        for placed in before.placements
        if placed.meeple is not None
        and placed.meeple.colour in event.scoring.majority
        and any((placed.cell, placed.meeple.segment) == (cell, one.name) for cell, one in parts)
    ]
    absent = [
        tuple(replace(one, meeple=None) if one == placed else one for one in before.placements)
        for placed in theirs
    ]
    return bool(theirs) and not any(
        analysis.reaches_goal_from(event.turn, replace(before, placements=placements))
        for placements in absent
    )


def _parts(analysis: Analysis, event: Event) -> frozenset[Part]:
    outcome = analysis.line[event.turn]
    if outcome.turn is None:
        return frozenset()
    return scored_parts(board_of(outcome.after), outcome.turn, event.scoring)[0]


# Last place


def tie_for_last(analysis: Analysis) -> bool:
    """Return whether points make a tie for last place, and all that are tied are paid later."""
    start, events = analysis.puzzle.position.scores, _events(analysis)
    return any(
        is_new_tie(start, event) and pays_all_tied(event, events) and _helps(analysis, event)
        for event in events
    )


def is_new_tie(start: Scores, event: Event) -> bool:
    """Return whether these points make a tie for last place that was none at the start."""
    tied = lowest(event.after)
    return len(tied) > 1 and bool(tied & {*event.scoring.colours}) and not tied <= lowest(start)


def pays_all_tied(event: Event, events: Sequence[Event]) -> bool:
    """Return whether each of those that the event leaves in last place gets points later."""
    later = events[events.index(event) + 1 :]
    return lowest(event.after) <= {colour for one in later for colour in one.scoring.colours}


def levelling(analysis: Analysis) -> bool:
    """Return whether points bring the lowest level with a colour that scores as lowest, too.

    Without these points what counts would bring none.
    """
    start = analysis.puzzle.position.scores
    return any(
        is_new_tie(start, event) and uses_tie(event, last) and _helps(analysis, event)
        for _, last, earlier in _paid_and_earlier(analysis)
        for event in earlier
    )


def uses_tie(event: Event, last: Event) -> bool:
    """Return whether the tie lasts until another of the colours scores by it."""
    others = not {*last.scoring.majority} & {*event.scoring.colours}
    return others and bool(last.scoring.colours) and lowest(event.after) == lowest(last.before)


def lowest_round(analysis: Analysis) -> bool:
    """Return whether each colour is alone in last place in turn, before what counts is scored.

    Of the scorings by which last place passes on, none can be missed.
    """
    colours = analysis.puzzle.position.rules.colours
    return any(
        goes_round(earlier, colours) and all(_helps(analysis, one) for one in passing(earlier))
        for _, _, earlier in _paid_and_earlier(analysis)
    )


def goes_round(events: Sequence[Event], colours: int) -> bool:
    """Return whether so many colours are alone in last place in turn."""
    alone = {lowest(scores) for one in passing(events) for scores in (one.before, one.after)}
    return len(alone) == colours


def passing(events: Sequence[Event]) -> list[Event]:
    """Return those by which last place passes from one colour alone to another alone."""
    return [
        event
        for event in events
        for one, other in [(lowest(event.before), lowest(event.after))]
        if len(one) == len(other) == 1 and one != other
    ]


def monastery_given_up(analysis: Analysis) -> bool:
    """Return whether a monastery is completed for nothing, so that its colour stays behind.

    With the points that colour would not be last where it brings points to what counts.
    """
    return any(
        is_given_up(event, last)
        and not scores_with(analysis, counted, _with_all_points(last.before, event.scoring))
        for counted, last, earlier in _paid_and_earlier(analysis)
        for event in earlier
    )


def is_given_up(event: Event, last: Event) -> bool:
    """Return whether a monastery brings no points to a colour that then scores another feature."""
    unpaid = event.scoring.kind == "monastery" and not event.scoring.colours
    return unpaid and bool({*event.scoring.majority} & {*last.scoring.colours})


def _with_all_points(scores: Scores, scoring: Scoring) -> Scores:
    """Return the scores with the points that a scoring did not bring to its majority."""
    return with_points(scores, [replace(scoring, colours=scoring.majority)])


# Monasteries, and sorts of features


def monastery_at_once(analysis: Analysis) -> bool:
    """Return whether the tile of a monastery is claimed and completes it, and its points matter."""
    return any(
        claimed_at_once(analysis.line[event.turn].turn, event.scoring)
        and _needs_points(analysis, event)
        for event in _events(analysis)
    )


def claimed_at_once(turn: Turn | None, scoring: Scoring) -> bool:
    """Return whether it is the scoring of the monastery on the turn's tile, claimed with it."""
    return turn is not None and turn.claim == _OWN_MONASTERY == scoring.feature


def three_sorts(analysis: Analysis) -> bool:
    """Return whether a turn scores a road, a city and a monastery, and their order decides."""
    return any(
        has_three_sorts(analysis.line[number].scorings) and order_matters(analysis, number, turn)
        for number, turn in analysis.turns()
    )


def has_three_sorts(scorings: tuple[Scoring, ...]) -> bool:
    """Return whether there are a road, a city and a monastery among them."""
    return {scoring.kind for scoring in scorings} >= _SORTS


# Tiles


def laid_aside(analysis: Analysis) -> bool:
    """Return whether a tile is laid aside that had a place where the puzzle begins."""
    start = with_nothing_known(analysis.puzzle.position)
    return any(outcomes_with(start, tile) for outcome in analysis.line for tile in outcome.discards)


# What matters to what counts


def _counted(analysis: Analysis, event: Event) -> CountedScoring | None:
    """Return it as what the goal counts, None if the goal does not count it."""
    for counted in analysis.counted:
        if (counted.turn, counted.scoring) == (event.turn, event.scoring):
            return counted
    return None


def _paid_and_earlier(
    analysis: Analysis,
) -> Iterator[tuple[CountedScoring, Event, list[Event]]]:
    """Yield what the goal counts and was paid, with all scorings before it."""
    events = _events(analysis)
    for number, event in enumerate(events):
        counted = _counted(analysis, event)
        if counted is not None and event.scoring.colours:
            yield counted, event, events[:number]


def _needs_points(analysis: Analysis, event: Event) -> bool:
    """Return whether a scoring brings points without which the goal is missed."""
    counts = _counted(analysis, event) is not None and bool(event.scoring.colours)
    return counts or _helps(analysis, event)


def _helps(analysis: Analysis, event: Event) -> bool:
    """Return whether something that counts would bring no points without those of the event."""
    return bool(event.scoring.colours) and any(
        event in earlier
        and not scores_with(analysis, counted, _without_points(last.before, event.scoring))
        for counted, last, earlier in _paid_and_earlier(analysis)
    )


def _without_points(scores: Scores, scoring: Scoring) -> Scores:
    return with_points(scores, [replace(scoring, value=-scoring.value)])
