"""Tries: lines that nearly solve a puzzle, with what is wrong with them ("why not there?").

A try goes wrong in its first turn if possible, else in a later one. Both keys find that the goal is
out of reach after that turn: the engine searches on, and the model shows that no line to the goal
begins that way.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from generator.solo.analysis import Analysis, analyse
from generator.solo.evaluation import promise
from generator.solo.goal_kinds import kind_of
from generator.solo.near_goals import Misses, NearGoal
from generator.solo.solved_puzzle import Solution
from verifier.carcassonne.engine.solo import Line
from verifier.carcassonne.engine.solo.engine import outcomes_along, record_of_outcomes
from verifier.carcassonne.engine.solo.goals import kind_of as kind_for_engine
from verifier.carcassonne.engine.solo.search import placement
from verifier.carcassonne.model.solo.constant_reading import violations
from verifier.carcassonne.model.solo.questions import Terms, Wrong, solution_after
from verifier.carcassonne.solo.goals import Goal, bounds_in_words, goal_kinds
from verifier.carcassonne.solo.letters import letter_of
from verifier.carcassonne.solo.notation import line_text, parse_line
from verifier.carcassonne.solo.puzzle import Puzzle
from verifier.carcassonne.solo.turn import NO_CLAIM, Outcome, Turn, turns_of
from verifier.constraints.cpsat import CpSatSolver, Parameters
from verifier.documents.strict_json import Document
from verifier.errors import KeysDisagree
from verifier.wording import colour_name, listed

__all__ = [
    "MOST_TRIES",
    "Try",
    "near_in_words",
    "proved_tries",
    "tries_by_engine",
    "try_document",
    "try_of",
    "why_not",
]

MOST_TRIES = 2
_CONSIDERED = 12
"""How many of the most promising first turns are compared by how they look."""
_COMPARED = 10
"""The least similar tries are chosen from so many."""
_LINES = 100
"""How many lines to each near goal are examined."""
_LIMIT = 20.0
"""Deterministic time for each question to the model."""


@dataclass(frozen=True, slots=True)
class Try:
    """A line whose ``turn``, counted from 1, is ``wrong``, and how it ``misses`` the goal."""

    line: tuple[Turn, ...]
    turn: int
    wrong: Wrong
    misses: Misses
    why: str


def tries_by_engine(puzzle: Puzzle, solution: Solution) -> Iterator[Try]:
    """Yield tries of the puzzle by the engine alone, the best ones first.

    First come those near the goal, the ones that go wrong early and look best before the others;
    then first turns after which one tile is missing, or which look as good as the right one.
    """
    analysis = analyse(puzzle, solution.line)
    groups = [_groups(analysis, number) for number, _ in analysis.turns()]
    yield from _near_tries(analysis, groups)
    yield from _first_turns(analysis, groups[0])


@dataclass(frozen=True, slots=True)
class _Group:
    """Outcomes of a turn that are wrong together: with one placement, or claim, or order."""

    wrong: Wrong
    outcomes: list[Outcome]
    promise: int

    def fails(self, analysis: Analysis, number: int) -> bool:
        """Return whether the goal is certainly out of reach after each of them."""
        return not any(analysis.keeps_goal_reachable(number, one) for one in self.outcomes)


def _groups(analysis: Analysis, number: int) -> list[_Group]:
    """Return the turns that may be wrong, by placement, claim and order, best looks first."""
    right, goal = analysis.line[number].turn, analysis.puzzle.goal
    together = defaultdict[tuple[Wrong, Hashable], list[Outcome]](list)
    for one in analysis.choices[number]:
        if one.turn is None or right is None:
            continue
        if placement(one.turn) != placement(right):
            together["placement", placement(one.turn)].append(one)
        elif one.turn.claim != right.claim:
            together["claim", one.turn.claim].append(one)
        elif one.turn.order != right.order:
            together["order", one.turn.order].append(one)
    groups = [
        _Group(wrong, outcomes, max(promise(one.after, goal) for one in outcomes))
        for (wrong, _), outcomes in together.items()
    ]
    return sorted(groups, key=lambda group: -group.promise)


def _near_tries(analysis: Analysis, groups: Sequence[Sequence[_Group]]) -> Iterator[Try]:
    """Yield the tries among the lines that come near the goal."""
    puzzle, right = analysis.puzzle, turns_of(analysis.line)
    found = list[tuple[int, int, NearGoal, tuple[Turn, ...]]]()
    for near in kind_of(puzzle.goal).near_goals(puzzle):
        for line in near.lines(puzzle.position, puzzle.tiles, _LINES):
            pairs = zip(line, right, strict=False)
            number = next((n for n, (one, other) in enumerate(pairs) if one != other), len(line))
            there = groups[number] if number < len(line) else ()
            found += [
                (number, place, near, line)
                for place, group in enumerate(there)
                if _has(group, line[number])
            ]
    tried = set[tuple[int, int]]()
    for number, place, near, line in sorted(found, key=lambda one: one[:2]):
        group = groups[number][place]
        if (number, place) not in tried and group.fails(analysis, number):
            outcomes = outcomes_along(puzzle.position, line)
            sentence = near_in_words(puzzle.goal, near, outcomes[-1])
            yield _try(group, number, outcomes, near.misses, sentence)
        tried.add((number, place))


def _has(group: _Group, turn: Turn) -> bool:
    return any(one.turn == turn for one in group.outcomes)


def _first_turns(analysis: Analysis, groups: Sequence[_Group]) -> Iterator[Try]:
    """Yield first turns that look good; those after which one tile is missing come first."""
    puzzle, right = analysis.puzzle, promise(analysis.line[0].after, analysis.puzzle.goal)
    goal, left = puzzle.goal, puzzle.tiles - 1
    far = list[Try]()
    for group in groups[:_CONSIDERED] if left else ():
        if not group.fails(analysis, 0):
            continue
        best = max(group.outcomes, key=lambda one: promise(one.after, goal))
        if kind_of(goal).lacks_a_tile(goal, best.after, left):
            yield _try(group, 0, (best,), "tile", "One tile more would do.")
        elif group.promise >= right:
            far.append(_try(group, 0, (best,), "far", "It only looks as good as the right turn."))
    yield from far


def _try(group: _Group, number: int, line: Line, misses: Misses, sentence: str) -> Try:
    why = f"{_WRONG[group.wrong]} {sentence}"
    return Try(turns_of(line), number + 1, group.wrong, misses, why)


_WRONG: dict[Wrong, str] = {
    "placement": "With the tile there no line reaches the goal.",
    "claim": "With that claim no line reaches the goal.",
    "order": "Scored in that order no line reaches the goal.",
}


def why_not(one: Try) -> str:
    """Return a try in words, as a question with its answer.

    >>> from verifier.carcassonne.solo.notation import parse_line
    >>> why_not(Try(parse_line("U0.0.-1.E"), 1, "placement", "far", "It only looks good."))
    'Why not U on (0, -1) in turn 1? It only looks good.'
    """
    turn = one.line[one.turn - 1]
    letter = letter_of(turn.tile)
    asked = {
        "placement": f"{letter} on ({turn.x}, {turn.y})",
        "claim": f"claim {'nothing' if turn.claim == NO_CLAIM else turn.claim}",
        "order": f"score {' '.join(turn.order)} in that order",
    }[one.wrong]
    return f"Why not {asked} in turn {one.turn}? {one.why}"


def near_in_words(goal: Goal, near: NearGoal, last: Outcome) -> str:
    """Return in a sentence how an outcome that meets a near goal misses the goal itself."""
    if near.misses in _ENDS:
        return _ENDS[near.misses](goal, last)
    kind, rules = kind_for_engine(near.goal), last.after.rules
    met = [one for one in last.scorings if kind.met_by_scoring(near.goal, one, rules)]
    if near.misses == "colours" and met:
        scored = listed([colour_name(colour) for colour in met[0].colours])
        asked = f"{goal.colours} colours are asked for"
        return f"The {_feature(goal)} scores for {scored} only; {asked}."
    worth = met[0].value if met else "another number of"
    return f"The {_feature(goal)} is worth {worth} points; {bounds_in_words(goal)} are asked for."


_ENDS: dict[Misses, Callable[[Goal, Outcome], str]] = {
    "ended": lambda _, __: "The game ends too early.",
    "fewer": lambda goal, last: (
        "Only one of the two goals is met."
        if goal.parts
        else f"Only {last.after.monasteries} of {goal.at_least} monasteries score."
    ),
    "result": lambda goal, last: (
        f"The game ends with {last.result}; "
        + (
            "a better result can be had."
            if goal_kinds()[goal.kind].greatest
            else f"{bounds_in_words(goal)} is asked for."
        )
    ),
    "points": lambda goal, last: (
        f"It ends with {_worth(goal, last)}; {bounds_in_words(goal)} is asked for."
    ),
    "unpaid": lambda goal, _: (
        f"The {_feature(goal)} is completed without points: who holds it is not lowest."
    ),
}


def _worth(goal: Goal, last: Outcome) -> str:
    have = kind_for_engine(goal).progress(goal, last.after, (last,)).have
    return goal_kinds()[goal.kind].worth.format(worth=have)


def _feature(goal: Goal) -> str:
    return goal_kinds()[goal.kind].feature


# Both keys


def proved_tries(
    puzzle: Puzzle, solution: Solution, solver: CpSatSolver, *, proved: bool = False
) -> tuple[Try, ...]:
    """Return at most two tries whose wrong turns both keys find wrong.

    A try that the model does not decide within its limit is left out. If it has ``proved`` that the
    solution is the only one, it is not asked about tries that would be another.

    :raises KeysDisagree: if the model finds a line to the goal that begins as a try does, or a
        try's line illegal.
    """
    left = list(islice(tries_by_engine(puzzle, solution), _COMPARED))
    chosen = list[Try]()
    while left and len(chosen) < MOST_TRIES:
        one = min(left, key=lambda each: max((_alike(each, other) for other in chosen), default=0))
        left.remove(one)
        _require_legal(puzzle, one)
        known = proved and would_be_another(solution, one)
        if known or _is_wrong_by_model(puzzle, one, solver):
            chosen.append(one)
    return tuple(chosen)


def would_be_another(solution: Solution, one: Try) -> bool:
    """Return whether a line to the goal that goes wrong as the try does is another solution.

    By contract 2 it is if a placement is another, or if before the last turn none of the solution's
    ways claims so.
    """
    if one.wrong == "placement":
        return bool(solution.ways)
    begins = [turn.claim for turn in one.line[: one.turn]]
    return (
        one.wrong == "claim"
        and one.turn < len(solution.line)
        and bool(solution.ways)
        and all(
            [turn.claim for turn in turns_of(way[: one.turn])] != begins for way in solution.ways
        )
    )


def _alike(one: Try, other: Try) -> int:
    """Return how much two tries have in common; the second one should tell something new."""
    mine, theirs = one.line[one.turn - 1], other.line[other.turn - 1]
    return sum(
        (
            one.misses == other.misses,
            (one.turn, one.wrong) == (other.turn, other.wrong),
            mine.cell == theirs.cell,
            one.line[one.turn :] == other.line[other.turn :],
        )
    )


def _require_legal(puzzle: Puzzle, one: Try) -> None:
    """Check by the model that the try breaks no rule.

    :raises KeysDisagree: if it does.
    """
    outcomes = outcomes_along(puzzle.position, one.line)
    broken = violations(record_of_outcomes(puzzle.position, outcomes, official=False))
    if broken:
        raise KeysDisagree(
            f"the model finds the try {line_text(one.line)} illegal: {broken[0].why}",
            where=f"puzzle {puzzle.id}",
            rule=broken[0].rule,
        )


def _is_wrong_by_model(puzzle: Puzzle, one: Try, solver: CpSatSolver) -> bool:
    answer = solution_after(
        solver,
        puzzle,
        one.line[: one.turn],
        one.wrong,
        Terms(parameters=Parameters(limit=_LIMIT), aside=puzzle.has_spares),
    )
    if answer.verdict == "found":
        raise KeysDisagree(
            f"the engine finds no solution of {puzzle.code} after "
            f"{line_text(one.line[: one.turn])}, the model finds {line_text(answer.line)}",
            where=f"puzzle {puzzle.id}",
        )
    return answer.verdict == "impossible"


def try_document(one: Try) -> Document:
    """Return a try as the solutions of a pack hold it."""
    return {
        "line": line_text(one.line),
        "turn": one.turn,
        "wrong": one.wrong,
        "misses": one.misses,
        "why": one.why,
    }


def try_of(document: Document) -> Try:
    """Return the try of such a document."""
    line = parse_line(document["line"])
    return Try(line, document["turn"], document["wrong"], document["misses"], document["why"])
