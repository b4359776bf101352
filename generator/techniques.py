"""The ideas that a solution needs: a closed list, each with a weight and one predicate.

That a solution does something is no proof that it must. So wherever that can be decided, a
predicate plays on without the idea and sees the solution fail: with another scoring order, with
one meeple fewer, with the scores as they were.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from generator.study import Counted, Part, Study, owners, same_placement, table_of
from verifier.engine import Engine
from verifier.engine.playing import followed
from verifier.goals import reached
from verifier.position import STEPS, Position
from verifier.turn import NO_CLAIM, Turn

_A_HOLE = 3
_ALL_COLOURS = 3


@dataclass(frozen=True, slots=True)
class Technique:
    """An idea: its id, one sentence, how much it weighs, and whether a solution needs it."""

    id: str
    sentence: str
    weight: int
    needed: Callable[[Study], bool]


def themes(studies: Sequence[Study]) -> tuple[str, ...]:
    """Return the ids of the ideas that every one of the solutions needs, in the list's order."""
    return tuple(technique.id for technique in TECHNIQUES if all(map(technique.needed, studies)))


def weight_of(ids: Sequence[str]) -> int:
    """Return what the ideas weigh together.

    >>> weight_of(("joining", "closing-a-hole"))
    2
    """
    return sum(technique.weight for technique in TECHNIQUES if technique.id in ids)


# Joining


def _joining(study: Study) -> bool:
    return any(len(joined) > 1 for joined in _joins(study))


def _third_colour(study: Study) -> bool:
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


def _blocking(study: Study) -> bool:
    return any(
        turn.claim == NO_CLAIM
        and study.before[number].supplies[study.line[number].colour] > 0
        and _misses(study, number, study.line[number].colour, 1)
        for number, turn in study.turns()
    )


def _running_out(study: Study) -> bool:
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


def _coming_home(study: Study) -> bool:
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


def _without_points(study: Study) -> bool:
    return any(
        number < study.last
        and not scoring.colours
        and (_sent_home_and_needed(study, number) or _points_would_harm(study, number, value))
        for number, _ in study.turns()
        for scoring in study.line[number].scorings
        for value in [dict.fromkeys(scoring.majority, scoring.value)]
    )


def _points_would_harm(study: Study, number: int, points: dict[int, int]) -> bool:
    """Tell whether the goal would be missed if these colours had got these points, too."""
    after = study.line[number].after
    scores = tuple(score + points.get(colour, 0) for colour, score in enumerate(after.scores))
    return not study.works_from(number + 1, replace(after, scores=scores))


# Scoring


def _scoring_order(study: Study) -> bool:
    return any(
        not study.leads_on(number, other)
        for number, turn in study.turns()
        for other in study.choices[number]
        if other.turn
        and same_placement(other.turn, turn)
        and other.turn.claim == turn.claim
        and other != study.line[number]
    )


def _raising_the_lowest(study: Study) -> bool:
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


def _two_at_once(study: Study) -> bool:
    return any(
        one.turn == other.turn and one is not other
        for one in study.counted
        for other in study.counted
    )


# Claims


def _right_claim(study: Study) -> bool:
    return any(_only_that_claim(study, number, turn) for number, turn in study.turns())


def _only_that_claim(study: Study, number: int, turn: Turn) -> bool:
    others = [
        other
        for other in study.choices[number]
        if other.turn and same_placement(other.turn, turn) and other.turn.claim != turn.claim
    ]
    return bool(others) and not any(study.leads_on(number, other) for other in others)


def _claiming_at_the_end(study: Study) -> bool:
    return any(
        turn.claim == counted.scoring.feature and number == counted.turn
        for counted in study.counted
        for number, turn in study.turns()
    )


# Places


def _closing_a_hole(study: Study) -> bool:
    for number, turn in study.turns():
        table = table_of(study.before[number])
        neighbours = [(turn.x + x, turn.y + y) for x, y in STEPS]
        if sum(cell in table for cell in neighbours) >= _A_HOLE:
            return True
    return False


def _from_afar(study: Study) -> bool:
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


def _detour(study: Study) -> bool:
    if study.puzzle.goal.kind not in ("road", "city", "monasteries"):
        return False
    return any(
        all(turn.cell not in counted.cells for counted in study.counted)
        for _, turn in study.turns()
    )


def _loop(study: Study) -> bool:
    return any(
        (counted.scoring.kind == "road" and all(len(s.edges) > 1 for _, s in counted.parts))
        or len(counted.cells) < len(counted.parts)
        for counted in study.counted
        if counted.parts
    )


TECHNIQUES: tuple[Technique, ...] = (
    Technique(
        "joining",
        "A tile joins two features that carry meeples into one that counts.",
        1,
        _joining,
    ),
    Technique(
        "third-colour",
        "A tile joins features so that the third colour comes to one that counts.",
        1,
        _third_colour,
    ),
    Technique(
        "from-afar",
        "A part of the goal's road or city is laid apart from it and joined later.",
        1,
        _from_afar,
    ),
    Technique(
        "detour",
        "A tile is laid that is no part of what the goal counts.",
        1,
        _detour,
    ),
    Technique(
        "closing-a-hole",
        "A cell with tiles on three or four sides is filled.",
        1,
        _closing_a_hole,
    ),
    Technique(
        "loop",
        "A road that counts closes on itself, or a feature that counts meets a tile twice.",
        2,
        _loop,
    ),
    Technique(
        "right-claim",
        "Of several features that a tile offers only one may be claimed.",
        1,
        _right_claim,
    ),
    Technique(
        "claiming-at-the-end",
        "A feature is claimed by the tile that completes it.",
        1,
        _claiming_at_the_end,
    ),
    Technique(
        "blocking",
        "A tile is laid so that all its features are occupied, to keep a meeple for later.",
        3,
        _blocking,
    ),
    Technique(
        "running-out",
        "A colour without meeples lays its tile where nothing is free, or counts on having none.",
        3,
        _running_out,
    ),
    Technique(
        "coming-home",
        "A meeple that comes home from a feature is placed again.",
        2,
        _coming_home,
    ),
    Technique(
        "without-points",
        "A feature is completed although, or because, it brings no points.",
        3,
        _without_points,
    ),
    Technique(
        "scoring-order",
        "Features are completed at once, and in another order of scoring the goal is missed.",
        3,
        _scoring_order,
    ),
    Technique(
        "raising-the-lowest",
        "Points change who is lowest, without which what counts would bring none.",
        3,
        _raising_the_lowest,
    ),
    Technique(
        "two-at-once",
        "One tile completes two features that count.",
        2,
        _two_at_once,
    ),
)
