"""Puzzles out of a line that the model finds: it goes on from a drafted game and reaches the goal.

The puzzle is cut out of the end of the line. Where its tiles have more than one solution, rows in
which one tile is another are tried.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from generator.chance import Chance
from generator.draft import Draft, turns_towards, with_turn
from generator.found import Found, Rejection, with_row
from generator.proving import require_some_solution
from generator.puzzle import Puzzle
from generator.rows import draft_towards, first_unique
from verifier.engine.playing import box
from verifier.errors import KeysDisagree
from verifier.goals import Goal
from verifier.model.cpsat import Parameters, Solver
from verifier.model.questions import Terms, decide
from verifier.model.synthesis import near
from verifier.notation import position_text, turn_text
from verifier.position import Position
from verifier.rules.ruleset import RuleSet
from verifier.turn import Turn

_CHANGED_ROWS = 60
_NEAR = 2
"""Steps from the table within which the line's tiles lie; it is found twice as fast so."""
_SHORTEST = 5
"""Turns of a line at least: with fewer the drafted game rarely comes to the goal."""
_LINE_LIMIT = 6.0
"""Deterministic time for finding a line; most are found in a third of it."""


def synthesised(
    goal: Goal, tiles: int, rules: RuleSet, chance: Chance, solver: Solver
) -> Found | Rejection:
    """Return a puzzle with exactly one solution, by the engine, or why there is none.

    :raises KeysDisagree: if the engine cannot play the model's line, or finds no solution.
    """
    drafted = draft_towards(goal, rules, turns_towards(goal, chance), chance)
    if isinstance(drafted, Rejection):
        return drafted
    line = _line(goal, tiles, drafted.position, chance, solver)
    if line is None:
        return "no line to the goal was found"
    cut = len(line) - tiles
    before = played(drafted, line[:cut])
    own = "".join(turn.tile for turn in line[cut:])
    require_some_solution(Puzzle(goal, with_row(before.position, own)), line[cut:])
    return first_unique(goal, before, _rows(own, box(before.position), chance))


def _rows(tiles: str, left: Counter[str], chance: Chance) -> Iterator[str]:
    """Yield the row of tiles, then rows in which one tile is another from the box."""
    yield tiles
    changes = [(place, letter) for place in range(len(tiles)) for letter in sorted(left)]
    for place, letter in chance.shuffled(changes)[:_CHANGED_ROWS]:
        changed = tiles[:place] + letter + tiles[place + 1 :]
        if changed != tiles and not Counter(changed) - left:
            yield changed


def _line(
    goal: Goal, tiles: int, position: Position, chance: Chance, solver: Solver
) -> tuple[Turn, ...] | None:
    """Return a line with tiles from the box that first reaches the goal in its last turn."""
    kinds = frozenset(box(position))
    parameters = Parameters(seed=1 + chance.below(1 << 30), limit=_LINE_LIMIT)
    terms = Terms(kinds, near(position, _NEAR), parameters)
    turns = max(tiles + 1, _SHORTEST)
    answer = decide(solver, position, turns, goal, terms=terms, exactly_at=turns)
    return answer.line if answer.verdict == "found" else None


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
