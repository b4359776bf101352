"""Lines counted as solutions under contract 2, by the engine; see the module ``contract``."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from itertools import islice

from verifier.carcassonne.engine.solo.engine import Engine
from verifier.carcassonne.engine.solo.goals import reached
from verifier.carcassonne.solo.goals import Goal
from verifier.carcassonne.solo.position import Position
from verifier.carcassonne.solo.turn import Outcome, Turn
from verifier.errors import Illegal, Malformed

__all__ = [
    "Played",
    "lines_placing",
    "numbered",
    "one_for_each_claim",
    "placement",
    "played_in",
    "solutions_numbered",
    "ways_of",
]

Played = tuple[Hashable, Hashable]
"""The placement of a turn, and its claim."""


def numbered(lines: Sequence[Sequence[Played]]) -> list[int]:
    """Return for each line the number of its solution, from 0 in the order of the lines.

    All lines that reach the goal must be there, or two that are one may count as two.

    >>> numbered([[("a", "N"), ("b", "-")], [("a", "-"), ("b", "E")], [("c", "N"), ("b", "-")]])
    [0, 0, 1]

    Either claims the road, but one of them must:

    >>> red = [("a", "N"), ("b", "-"), ("c", "-")]
    >>> blue = [("a", "-"), ("b", "S"), ("c", "-")]
    >>> numbered([red, blue]), numbered([red, blue, [("a", "N"), ("b", "S"), ("c", "-")]])
    ([0, 1], [0, 0, 0])
    """
    leader = list(range(len(lines)))

    def leader_of(line: int) -> int:
        while leader[line] != line:
            leader[line] = leader[leader[line]]
            line = leader[line]
        return line

    first_with: dict[Hashable, int] = {}
    for line, turns in enumerate(lines):
        for but_one in _all_but_one_claim(turns):
            one, other = leader_of(line), leader_of(first_with.setdefault(but_one, line))
            leader[max(one, other)] = min(one, other)
    numbers: dict[int, int] = {}
    return [numbers.setdefault(leader_of(line), len(numbers)) for line in range(len(lines))]


def played_in(line: Sequence[Outcome]) -> list[Played]:
    """Return the placements and claims of a line."""
    return [(one.turn and placement(one.turn), one.turn.claim if one.turn else "") for one in line]


def solutions_numbered(lines: Sequence[Sequence[Outcome]]) -> list[int]:
    """Return for each line the number of its solution, see :func:`numbered`."""
    return numbered([played_in(line) for line in lines])


def placement(turn: Turn) -> Hashable:
    """Return where the tile of a turn goes, and how it is turned."""
    return (turn.tile, turn.rotation, turn.cell)


def ways_of(
    position: Position, goal: Goal, line: Sequence[Outcome], most: int
) -> tuple[tuple[Outcome, ...], ...]:
    """Return the lines that are the same solution as this one, one for each way to claim.

    They place the tiles as it does, and first reach the goal in the last turn. () if more than
    ``most`` lines do.
    """
    placed = [one.turn and placement(one.turn) for one in line]
    alike = list(islice(lines_placing(position, goal, placed), most + 1))
    if len(alike) > most:
        return ()
    numbers, played = solutions_numbered(alike), [played_in(each)[:-1] for each in alike]
    own = numbers[played.index(played_in(line)[:-1])]
    same = [each for each, number in zip(alike, numbers, strict=True) if number == own]
    return one_for_each_claim(same)


def one_for_each_claim(lines: Sequence[tuple[Outcome, ...]]) -> tuple[tuple[Outcome, ...], ...]:
    """Return the first line of those that place and claim the same in all turns but the last."""
    firsts: dict[Hashable, tuple[Outcome, ...]] = {}
    for line in lines:
        firsts.setdefault(tuple(played_in(line)[:-1]), line)
    return tuple(firsts.values())


def lines_placing(
    position: Position, goal: Goal, placed: Sequence[Hashable]
) -> Iterator[tuple[Outcome, ...]]:
    """Yield the lines with these placements that first reach the goal in the last turn.

    Of the last turn there is one outcome only, as its placement alone counts.
    """
    if not placed or position.over:
        return
    try:
        outcomes = Engine().outcomes_in_order(position)
    except (Illegal, Malformed):  # no tile is known, or none is left
        return
    here = [one for one in outcomes if one.turn and placement(one.turn) == placed[0]]
    if len(placed) == 1:
        yield from ((one,) for one in [one for one in here if reached(goal, one)][:1])
        return
    for one in here:
        if not reached(goal, one):
            yield from ((one, *rest) for rest in lines_placing(one.after, goal, placed[1:]))


def _all_but_one_claim(turns: Sequence[Played]) -> list[Hashable]:
    """Return the placements with all claims but one, for each claim before the last turn."""
    placements = tuple(placement for placement, _ in turns)
    claims = tuple(claim for _, claim in turns[:-1])
    changed = range(len(claims)) if claims else (-1,)
    return [
        (placements, turn, tuple(claim for place, claim in enumerate(claims) if place != turn))
        for turn in changed
    ]
