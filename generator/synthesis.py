"""Puzzles out of a line that the model finds: it goes on from a drafted game and reaches the goal.

The puzzles are cut out of the end of the line: with its own tiles, if these have one solution, and
with rows in which one or two tiles are others.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import combinations, islice, product

from generator.chance import Chance
from generator.draft import Draft, turns_towards, with_turn
from generator.found import Finds, Rejection, with_row
from generator.proving import require_some_solution
from generator.puzzle import Puzzle
from generator.rows import draft_towards, with_one_solution
from verifier.engine.playing import box
from verifier.errors import KeysDisagree
from verifier.goals import Goal
from verifier.model.cpsat import Parameters
from verifier.model.questions import Terms, decide
from verifier.model.solvers import Solvers
from verifier.model.synthesis import near
from verifier.notation import position_text, turn_text
from verifier.position import Position
from verifier.rules.ruleset import RuleSet
from verifier.tiles import base_sheet
from verifier.turn import Turn

_MOST_ROWS = 400
_MOST_CHANGES = 2
_NEAR = 2
"""Steps from the table within which the line's tiles lie; it is found twice as fast so."""
_SHORTEST = 5
"""Turns of a line at least: with fewer the drafted game rarely comes to the goal."""
_STRAIGHT = ([(0, 2)], [(1, 3)])
_ANY_END = 3
"""One line to a road in so many may end anyhow: who plays is not to know its end beforehand."""
_LINE_LIMIT = 6.0
"""Deterministic time for finding a line; most are found in a third of it."""


def synthesised(goal: Goal, tiles: int, rules: RuleSet, chance: Chance, solvers: Solvers) -> Finds:
    """Yield puzzles with exactly one solution, by the engine, all cut out of one line.

    :raises KeysDisagree: if the engine cannot play the model's line, or finds no solution.
    """
    drafted = draft_towards(goal, rules, turns_towards(goal, chance), chance)
    if isinstance(drafted, Rejection):
        yield drafted
        return
    line = _line(goal, tiles, drafted.position, chance, solvers)
    if line is None:
        yield "no line to the goal was found"
        return
    cut = len(line) - tiles
    before = played(drafted, line[:cut])
    own = "".join(turn.tile for turn in line[cut:])
    require_some_solution(Puzzle(goal, with_row(before.position, own)), line[cut:])
    rows = islice(_rows(own, box(before.position), chance), _MOST_ROWS)
    yield from with_one_solution(goal, before, rows)


def _rows(tiles: str, left: Counter[str], chance: Chance) -> Iterator[str]:
    """Yield the row of tiles, then rows in which one tile is another from the box, then two."""
    kinds = sorted(left)
    for changes in range(min(len(tiles), _MOST_CHANGES) + 1):
        rows = [
            _changed(tiles, dict(zip(places, letters, strict=True)))
            for places in combinations(range(len(tiles)), changes)
            for letters in product(kinds, repeat=changes)
            if all(tiles[place] != letter for place, letter in zip(places, letters, strict=True))
        ]
        yield from (row for row in chance.shuffled(rows) if not Counter(row) - left)


def _changed(tiles: str, letters: Mapping[int, str]) -> str:
    return "".join(letters.get(place, tile) for place, tile in enumerate(tiles))


def _line(
    goal: Goal, tiles: int, position: Position, chance: Chance, solvers: Solvers
) -> tuple[Turn, ...] | None:
    """Return a line with tiles from the box that first reaches the goal in its last turn."""
    kinds = frozenset(box(position))
    straight = goal.kind == "road" and chance.below(_ANY_END) > 0
    parameters = Parameters(1 + chance.below(1 << 30), _LINE_LIMIT, hasty=True)
    terms = Terms(kinds, near(position, _NEAR), parameters)
    turns = max(tiles + 1, _SHORTEST)
    if straight:
        answer = solvers.decide(position, turns, goal, terms, last_tile=_straight_roads())
    else:
        # SAT solvers find it as soon, but less often one from which a row has one solution.
        answer = decide(solvers.cpsat, position, turns, goal, terms=terms, exactly_at=turns)
    return answer.line if answer.verdict == "found" else None


def _straight_roads() -> frozenset[str]:
    """Return the tiles with one road that leads straight through.

    A line whose last tile is one of them is found twice as fast and has one solution twice as
    often: where the last two tiles close a road at its corners, they mostly can change places.
    """
    sheet = base_sheet()
    return frozenset(
        letter
        for letter in sheet.counts()
        if [s.edges for s in sheet.orientation(letter, 0).segments if s.kind == "road"] in _STRAIGHT
    )


def played(drafted: Draft, line: tuple[Turn, ...]) -> Draft:
    """Return the game with the turns of the line added, played by the engine.

    :raises KeysDisagree: if it cannot be played so; the line is the model's.
    """
    for turn in line:
        after = with_turn(drafted, turn)
        if after is None:
            raise KeysDisagree(
                f"the model plays {turn_text(turn)} at {position_text(drafted.position)}, the "
                "engine does not",
                where=f"turn {len(drafted.game) + 1}",
            )
        drafted = after
    return drafted
