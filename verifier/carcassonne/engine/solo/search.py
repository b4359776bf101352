"""Exhaustive search for the lines with which the known tiles reach a goal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from math import inf
from typing import Any, TypeVar

from verifier.carcassonne.engine import kernel
from verifier.carcassonne.engine.pause import Pause, let_signals_in, until
from verifier.carcassonne.engine.solo.engine import Engine
from verifier.carcassonne.engine.solo.goals import Condition, kind_of, reached
from verifier.carcassonne.engine.solo.laid_out import (
    LaidOut,
    by_large,
    claim_name,
    lay_out,
    require_valid_table,
)
from verifier.carcassonne.solo.faults import require_valid
from verifier.carcassonne.solo.goals import Goal
from verifier.carcassonne.solo.position import LAKE, Position, with_row
from verifier.carcassonne.solo.rule_set import RuleSet, require_plain
from verifier.carcassonne.solo.turn import FEATURES, Outcome, Turn
from verifier.carcassonne.tiles import is_of_river
from verifier.errors import Illegal, Malformed

Line = tuple[Outcome, ...]
"""The outcomes of the turns of a line."""

_Step = tuple[int, int, int, int]
"""A turn in the kernel's numbers: cell, drawing, claim, features that brought points."""

_Found = TypeVar("_Found")
_NO_BOUND = 1 << 20
"""More than any feature or result is worth; larger bounds mean the same."""
_NO_LIMIT = 1 << 62
_MOST_COLOURS = 5
"""More colours than play; larger numbers mean the same."""
MOST_SEED = (1 << 53) - 1


@dataclass(frozen=True, slots=True)
class Solutions:
    """The lines that reach a goal, each ending when it is first reached.

    Lines that differ in their last turn only by claim or order are one. ``lines`` are the first
    in the engine's order, up to the limit; ``by_length`` counts them by number of turns, from 1. If
    the search was not ``exhaustive``, there may be more than were counted. ``lines_found`` is the
    number of lines; merged, they are fewer solutions, and ``lines`` has the first of each.
    """

    lines: tuple[Line, ...]
    by_length: tuple[int, ...]
    nodes: int
    exhaustive: bool
    lines_found: int = 0

    @property
    def count(self) -> int:
        """The number of lines counted, or of solutions where they are merged."""
        return sum(self.by_length)


def solve(  # noqa: PLR0913 - limits are given by name
    position: Position,
    goal: Goal,
    turns: int,
    *,
    lines: int = 100,
    shown: int | None = None,
    nodes: int = 0,
    seconds: float = 0,
    filtered: bool = True,
    merged: bool = False,
) -> Solutions:
    """Return the lines of at most ``turns`` turns that reach the goal.

    The search stops when it has found more than ``lines`` of them, visited ``nodes`` outcomes or
    taken so many ``seconds`` (0: no limit). The first ``shown`` of the lines found are returned, by
    default all. ``filtered`` leaves out turns after which the goal cannot be reached in time;
    without it the same lines are found by brute force. A line ends where the next tile is
    unknown. ``merged`` counts lines that are one solution once (contract 2).

    :raises Illegal: if the position has faults, the game is over or the goal reached already.
    :raises Malformed: if the number of turns does not suit the position, or a limit is negative.
    """
    require_valid_table(position)
    _check_question(position, goal, turns)
    lines, nodes = _limit("lines", lines), _limit("nodes", nodes)
    table = lay_out(position, kernel.Solver)
    set_goal(table, goal, position.rules)
    kept = lines if shown is None else _limit("lines shown", shown)
    bounds = filtered and _bounds_hold(position)
    found, counts, visited, exhaustive = table.kernel.solve(
        turns, lines, nodes, bounds, _pause(seconds), lines if merged else kept
    )
    lines_found = sum(counts)
    if merged:
        found, counts = firsts_of_solutions(found, [played(steps) for steps in found], turns)
    replay = _Replay(position, table)
    shown_lines = tuple(replay.line(steps) for steps in found[:kept])
    return Solutions(shown_lines, tuple(counts), visited, exhaustive, lines_found)


def solve_alike(
    position: Position,
    goal: Goal,
    turns: int,
    *,
    lines: int,
    nodes: int = 0,
    stopped_shown: bool = True,
) -> Solutions:
    """Return the lines that reach the goal; stop at the first that places tiles otherwise.

    That one is the last of the lines then: all before it place the tiles as the first one does.
    Without ``stopped_shown`` there are no lines if the search was stopped, which saves time.
    Limits and errors are those of :func:`solve`.

    >>> from verifier.carcassonne.solo.position import row, setup
    >>> position = row(setup(), ("base/A", "base/A"))
    >>> found = solve_alike(position, Goal("any road", "road", 3), 2, lines=10)
    >>> found.exhaustive, [str(outcome.turn) for outcome in found.lines[0]]
    (False, ['A1.1.0.W', 'A3.-1.0.M.E'])
    """
    require_valid_table(position)
    _check_question(position, goal, turns)
    table = lay_out(position, kernel.Solver)
    set_goal(table, goal, position.rules)
    most, bounds, alike = _limit("lines", lines), _bounds_hold(position), True
    found, counts, visited, exhaustive = table.kernel.solve(
        turns, most, _limit("nodes", nodes), bounds, let_signals_in, most, alike
    )
    replay = _Replay(position, table)
    told = found if exhaustive or stopped_shown else []
    shown = tuple(replay.line(steps) for steps in told)
    return Solutions(shown, tuple(counts), visited, exhaustive, sum(counts))


def firsts_of_solutions(
    found: Sequence[_Found], lines: Sequence[Sequence[Played]], turns: int
) -> tuple[list[_Found], list[int]]:
    """Return the first line found of each solution, and how many solutions have so many turns.

    ``lines`` are the placements and claims of those found.
    """
    firsts: dict[int, int] = {}
    for place, number in enumerate(numbered(lines)):
        firsts.setdefault(number, place)
    lengths = Counter(len(lines[place]) for place in firsts.values())
    kept = [found[place] for place in firsts.values()]
    return kept, [lengths[length] for length in range(1, turns + 1)]


def played(steps: list[_Step]) -> list[Played]:
    """Return the placements and claims of one of the kernel's lines, in its numbers."""
    return [((cell, drawing), claim) for cell, drawing, claim, _ in steps]


@dataclass(frozen=True, slots=True)
class Best:
    """The greatest worth with which a goal can be reached, and the first line found for it.

    ``worth`` counts points of the road or city, monasteries, the result, or tiles on the table, and
    is None if the goal was not reached. If the search was not ``exhaustive``, more may be possible.
    """

    worth: int | None
    line: Line
    nodes: int
    exhaustive: bool


def solve_best(
    position: Position,
    goal: Goal,
    turns: int,
    *,
    nodes: int = 0,
    seconds: float = 0,
    filtered: bool = True,
    told: bool = True,
) -> Best:
    """Return the line of at most ``turns`` turns that reaches the goal with the greatest worth.

    Limits and errors are those of :func:`solve`. The line may reach the goal with less before; if
    it is not to be ``told``, there is none, which saves time.

    >>> from verifier.carcassonne.solo.position import row, setup
    >>> position = row(setup(), ("base/U", "base/A", "base/V", "base/A"))
    >>> found = solve_best(position, Goal("any road", "road"), 4)
    >>> found.worth, len(found.line), found.exhaustive
    (5, 4, True)
    """
    require_valid_table(position)
    _check_question(position, goal, turns)
    table = lay_out(position, kernel.Solver)
    set_goal(table, goal, position.rules)
    worth, lines, visited, exhaustive = table.kernel.climb(
        turns, _limit("nodes", nodes), filtered and _bounds_hold(position), _pause(seconds)
    )
    if worth < 0:
        return Best(None, (), visited, exhaustive)
    line = _Replay(position, table).line(lines[0]) if told else ()
    return Best(worth, line, visited, exhaustive)


def _bounds_hold(position: Position) -> bool:
    """Return whether turns may be left out by bounds, which the base set's values prove.

    They count points a tile as in FACT-7 to FACT-10 and FACT-13, and every meeple as one, so they
    are off with other boxes and large meeples (SOLO-BOX-11).
    """
    return position.rules.plain


def tiles_in_box(position: Position) -> Counter[str]:
    """Return the tiles that unknown ones may be, by letter (BASE-TILE-1)."""
    left = Counter(position.rules.tile_counts())
    left.subtract(position.known_tiles())
    return +left


def tiles_to_draw(position: Position) -> Counter[str]:
    """Return the unknown tiles of which one may come next: of the river while it is to come.

    The lake is the last of these (SOLO-BOX-7).

    >>> from verifier.carcassonne.solo.position import setup
    >>> LAKE in tiles_to_draw(setup(RuleSet(boxes=("river",))))
    False
    """
    left, river = tiles_in_box(position), position.river
    if river.known:
        return Counter(river.known[:1])
    return Counter(
        {
            tile: number
            for tile, number in left.items()
            if is_of_river(tile) != river.empty and tile != LAKE
        }
    )


def require_seed(seed: int) -> None:
    """Do nothing for a seed of chance.

    :raises Malformed: if it is out of range.
    """
    if not 0 <= seed <= MOST_SEED:
        raise Malformed(f"seed {seed}: give a whole number from 0 to 2^53 - 1", where="seed")


def _pause(seconds: float) -> Pause:
    if not 0 <= seconds < inf:
        raise Malformed(f"a limit of {seconds} seconds: give 0 or more", where="seconds")
    return until(seconds) if seconds else let_signals_in


def _limit(name: str, number: int) -> int:
    if number < 0:
        raise Malformed(f"a limit of {number} {name}: give 0 or more", where=name)
    return min(number, _NO_LIMIT)


def _check_question(position: Position, goal: Goal, turns: int) -> None:
    _require_going_on(position)
    if not any(pile.known for pile in (*position.piles, position.river)):
        raise Malformed("no next tile is known; the piles must show some", where="/piles")
    most = sum(position.rules.tile_counts().values())
    if not 1 <= turns <= most:
        raise Malformed(f"{turns} turns: give 1 to {most}", where="tiles")
    why, where = kind_of(goal).reached_already(goal, position)
    if why:
        raise Illegal(f"goal {goal.id!r} is reached already: {why}", where=where, rule=goal.rule)


def _require_going_on(position: Position) -> None:
    if position.over:
        raise Illegal("the game is over, no turn can be played", rule="SOLO-END-7")


def set_goal(table: LaidOut[Any], goal: Goal, rules: RuleSet) -> None:
    """Tell the kernel which outcomes reach the goal."""
    aim = table.kernel
    first, *others = kind_of(goal).conditions(goal)
    aim.set_goal(
        *_numbers(first),
        rules.choose("goal.count", {"at_least": False, "exactly": True}),
        rules.choose("goal.colours", {"scoring": 0, "majority": 1, "present": 2}),
        rules.choose("goal.worth", {"value": False, "sum_over_colours": True}),
        rules.choose("goal.scored", {"yes": False, "completed_suffices": True}),
    )
    set_end_readings(table, rules)
    for other in others:
        aim.set_also(*_numbers(other))


def set_end_readings(table: LaidOut[Any], rules: RuleSet) -> None:
    """Tell the kernel by which readings the end of a game is judged."""
    starts = sum(start << 8 * colour for colour, start in enumerate(rules.start_scores))
    table.kernel.set_end_readings(
        rules.choose("goal.total", {"result": False, "sum": True}),
        rules.choose("result.offset", {"keep": 0, "subtract_own_start": starts}),
        rules.choose("goal.allTiles", {"piles_empty": False, "all_placed": True}),
        rules.choose("final.unit", {"meeple": False, "colour": True}),
    )


def _numbers(condition: Condition) -> tuple[int, int, int, int]:
    return (
        condition.measure,
        min(condition.at_least, _NO_BOUND),
        _NO_BOUND if condition.at_most is None else min(condition.at_most, _NO_BOUND),
        min(condition.colours, _MOST_COLOURS),
    )


class _Replay:
    """Replays the kernel's lines to get their outcomes; common beginnings are played once."""

    def __init__(self, position: Position, table: LaidOut[kernel.Solver]) -> None:
        self._start = position
        self._table = table
        self._engine = Engine()
        self._known: dict[tuple[_Step, ...], frozenset[Outcome]] = {}

    def line(self, steps: list[_Step]) -> Line:
        """Return the outcomes of one of the kernel's lines."""
        return tuple(self._after(tuple(steps[:turns])) for turns in range(1, len(steps) + 1))

    def _after(self, steps: tuple[_Step, ...]) -> Outcome:
        *before, step = steps
        choices = self._choices(tuple(before))
        return next(outcome for outcome in choices if _is_step(outcome, self._table, step))

    def _choices(self, steps: tuple[_Step, ...]) -> frozenset[Outcome]:
        if steps not in self._known:
            position = self._after(steps).after if steps else self._start
            self._known[steps] = self._engine.outcomes(position)
        return self._known[steps]


def _is_step(outcome: Outcome, table: LaidOut[kernel.Solver], step: _Step) -> bool:
    cell, drawing, claim, paid = step
    turn = outcome.turn
    if turn is None or turn.cell != table.cell(cell):
        return False
    if (turn.claim, turn.large) != (claim_name(claim), by_large(claim)):
        return False
    tile, rotation = table.tile(drawing), drawing % 4
    if (turn.tile, turn.rotation) != (tile, rotation):
        return False
    scorings = sorted(outcome.scorings, key=lambda scoring: FEATURES.index(scoring.feature))
    return paid == sum(bool(scoring.colours) << place for place, scoring in enumerate(scorings))


# --- Lines counted as solutions under contract 2, see :mod:`verifier.carcassonne.solo.puzzle`


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
    return [
        (one.turn and placement(one.turn), (one.turn.claim, one.turn.large) if one.turn else "")
        for one in line
    ]


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


# --- Rows of tiles with which a road or city goal can be reached


def seek(
    position: Position, goal: Goal, turns: int, *, seed: int, most: int = 1, nodes: int
) -> tuple[tuple[str, ...], ...]:
    """Return up to ``most`` rows of that many tiles whose last can be the first to reach the goal.

    Rows consist of tiles still in the piles, which must all be unknown. The seed decides which rows
    are tried; one may be tried twice, and there may be others than those returned. At most
    ``nodes`` outcomes are examined (0: no limit).

    :raises Illegal: if the position has faults, the game is over, or the goal is no road or city.
    :raises Malformed: if next tiles are known, a pile has too few for so many turns, or the seed or
        a limit is out of range.
    :raises Undecided: with other boxes or large meeples.

    >>> from verifier.carcassonne.solo.position import setup
    >>> goal = Goal("a road for two colours", "road", at_least=3, colours=2)
    >>> seek(setup(), goal, 3, seed=1, most=2, nodes=100_000)
    (('base/A', 'base/W', 'base/O'), ('base/A', 'base/L', 'base/P'))
    """
    require_valid(position)
    require_plain(position.rules, "seeking tiles for a goal")
    _check_question_of_rows(position, goal, turns)
    require_seed(seed)
    table = lay_out(position, kernel.Seeker)
    set_goal(table, goal, position.rules)
    left, kinds = tiles_in_box(position), table.tables.kinds
    bag = [left[tile] for tile in kinds]
    limits = (_limit("rows", most), _limit("nodes", nodes))
    rows = table.kernel.seek(bag, turns, seed, *limits, let_signals_in)
    return tuple(table.tiles(row) for row in rows)


def _check_question_of_rows(position: Position, goal: Goal, turns: int) -> None:
    if not kind_of(goal).sought(goal):
        raise Illegal(f"no tiles are sought for {goal.id!r}: ask for a road or city", where="goal")
    _require_going_on(position)
    if any(pile.known for pile in position.piles):
        raise Malformed("next tiles are known; tiles are sought for unknown ones", where="/piles")
    most = sum(pile.hidden for pile in position.piles)
    if not 1 <= turns <= most:
        raise Malformed(f"{turns} turns: ask for 1 to {most}", where="turns")
    # Whatever the tiles are, colours draw from their piles in turn.
    for number, pile in enumerate(with_row(position, ("?",) * turns).piles):
        if pile.hidden < 0:
            needed = len(pile.known)
            raise Malformed(
                f"{turns} turns ask for {needed} tiles of a pile of {needed + pile.hidden}",
                where=f"/piles/{number}",
            )
