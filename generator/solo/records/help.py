"""Help puzzles: a goal to reach with the tiles in hand, in the one order that works."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from generator.chance import Chance
from generator.kind import Candidate, Proved, Reason, Wish
from generator.solo.proving import record_of
from generator.solo.records.kind import BothKeys, Judged, RecordKind
from generator.solo.sources.played_games import stages
from verifier.carcassonne.engine.solo import Line, seek, solve
from verifier.carcassonne.engine.solo.engine import outcomes_along
from verifier.carcassonne.engine.solo.goals import reached
from verifier.carcassonne.engine.solo.players import GREEDY
from verifier.carcassonne.model.solo.constant_reading import violations
from verifier.carcassonne.model.solo.questions import Terms, decide, reaches
from verifier.carcassonne.solo.codec import (
    goal_from_json,
    goal_to_json,
    position_from_json,
    position_to_json,
)
from verifier.carcassonne.solo.faults import require_valid
from verifier.carcassonne.solo.letters import letter_of, letters_of, tiles_of
from verifier.carcassonne.solo.notation import line_text, parse_line
from verifier.carcassonne.solo.position import Position, with_row
from verifier.carcassonne.solo.puzzle import HelpPuzzle, essential_in_play, parse_goal, without
from verifier.carcassonne.solo.rule_set import RuleSet
from verifier.carcassonne.solo.turn import Turn, turns_of
from verifier.constraints.cpsat import Parameters
from verifier.constraints.process import undecided_by_model
from verifier.documents.strict_json import Document
from verifier.errors import Illegal, KeysDisagree, Malformed, Undecided

_GOALS = (
    "road.5.x.2",
    "road.6.x.2",
    "road.7.x.1",
    "city.6.x.2",
    "city.8.x.2",
    "city.10.x.1",
    "two-goals.road.3.x.2.city.4.x.1",
    "two-goals.road.4.x.1.city.6.x.2",
)
"""Goals for which it can matter who is lowest: fewer than three colours share."""
_TILES = (3, 4)
_EARLIEST, _LATEST = 5, 18
_STAGES = 6
"""So many turns of a game are tried."""
_MEEPLES = (3, 4)
_ROWS, _NODES = 120, 60_000
_MOST_NODES = 300_000
"""Outcomes examined at most for one order of the hand."""
_FEWEST_NODES = 400
"""With fewer outcomes left by the bounds, a few tries show how it goes."""
_MODEL_LIMIT = 120.0
_BOUNDS = (1150, 1300)


class _Help(RecordKind[HelpPuzzle]):
    """Exactly one order of the hand, and one line with it, reaches the goal."""

    name = "help"
    title = "Lay them in the right order"
    claim = "one order and one line"

    def candidates(
        self, wish: Wish, chance: Chance, number: int
    ) -> Iterator[Candidate[HelpPuzzle] | Reason]:
        rules = RuleSet(meeples=chance.choice(_MEEPLES))
        game = list(stages(GREEDY, chance.below(1 << 30), rules))[_EARLIEST:_LATEST]
        for stage, tile in chance.shuffled(game)[:_STAGES]:
            goal, tiles = parse_goal(chance.choice(_GOALS)), chance.choice(_TILES)
            if tile:
                seed = chance.below(1 << 30)
                rows = seek(stage.position, goal, tiles, seed=seed, most=_ROWS, nodes=_NODES)
                for hand in dict.fromkeys(tuple(sorted(row)) for row in rows):
                    puzzle = HelpPuzzle(stage.position, hand, goal)
                    found = _solutions(puzzle)
                    if not _flaw(found) and _needs(puzzle, found):
                        yield Candidate(puzzle)
        yield "no hand has one order and one line, and needs a rule of the Solo Variant"

    def prove(self, puzzle: HelpPuzzle, keys: BothKeys) -> Proved[Any]:
        found = _solutions(puzzle)
        flaw = _flaw(found)
        if flaw:
            return Proved(puzzle, {}, flaw)
        _require_by_model(puzzle, found.lines[0], keys)
        return Proved(
            puzzle,
            {"line": line_text(turns_of(found.lines[0]))},
            themes=_needs(puzzle, found),
            work={"engine": {"outcomes": found.nodes}, "model": {"questions": 2}},
            tries=Fraction(found.nodes),
            bounds=_BOUNDS,
        )

    def to_json(self, puzzle: HelpPuzzle) -> Document:
        return {
            "position": position_to_json(puzzle.position),
            "hand": letters_of(puzzle.hand),
            "goal": goal_to_json(puzzle.goal),
        }

    def from_json(self, document: Document, where: str) -> HelpPuzzle:
        position = position_from_json(document["position"], f"{where}/position")
        hand = tiles_of(document["hand"])
        require_valid(with_row(position, hand))
        return HelpPuzzle(position, hand, goal_from_json(document["goal"], f"{where}/goal"))

    def judge(self, puzzle: HelpPuzzle, answer: Document, solution: Document) -> Judged:
        turns = parse_line(answer["line"])
        laid = sorted(turn.tile for turn in turns)
        if laid != sorted(puzzle.hand):
            hand = " ".join(map(letter_of, puzzle.hand))
            raise Malformed(f"the line does not lay all tiles in hand, {hand}", where="/line")
        try:
            outcomes = outcomes_along(_dealt(puzzle, turns), turns)
        except Illegal as error:
            return Judged(solved=False, sentence=f"That cannot be played: {error.message}.")
        if not reached(puzzle.goal, outcomes[-1]):
            return Judged(solved=False, sentence="It can be played, but does not reach the goal.")
        return Judged(solved=True, sentence="Right: in this order alone the goal is reached.")


HELP = _Help()


@dataclass(frozen=True, slots=True)
class _Solutions:
    """What the engine finds with the hand in all its orders; of many lines the first ones."""

    lines: tuple[Line, ...]
    shorter: bool
    nodes: int
    exhaustive: bool


def _solutions(puzzle: HelpPuzzle) -> _Solutions:
    lines: tuple[Line, ...] = ()
    nodes, shorter, exhaustive = 0, False, True
    for position in puzzle.dealt:
        tiles = len(puzzle.hand)
        found = solve(position, puzzle.goal, tiles, lines=2, nodes=_MOST_NODES)
        lines, nodes = lines + found.lines, nodes + found.nodes
        shorter = shorter or any(found.by_length[:-1])
        exhaustive = exhaustive and found.exhaustive
        if shorter or len(lines) > 1:
            break
    return _Solutions(lines, shorter, nodes, exhaustive)


def _flaw(found: _Solutions) -> Reason:
    if found.shorter:
        return "fewer tiles suffice"
    if len(found.lines) != 1:
        return f"{'several lines reach' if found.lines else 'no line reaches'} the goal"
    if not found.exhaustive:
        return "the search was stopped at its limit"
    if any(outcome.discards for outcome in found.lines[0]):
        return "a tile is laid aside on the way"
    return "few tries show how it goes" if found.nodes < _FEWEST_NODES else ""


def _require_by_model(puzzle: HelpPuzzle, line: Line, keys: BothKeys) -> None:
    """Check by the model that the line solves the puzzle, and no other does.

    :raises KeysDisagree: if it denies that.
    :raises Undecided: if it leaves that open.
    """
    turns, where = turns_of(line), f"puzzle {puzzle.id}"
    position = _dealt(puzzle, turns)
    if violations(record_of(position, line)) or not reaches(position, turns, puzzle.goal):
        raise KeysDisagree(f"by the model {line_text(turns)} is no solution", where=where)
    terms = Terms(hand=puzzle.hand, parameters=Parameters(limit=_MODEL_LIMIT))
    asked = (puzzle.position, len(puzzle.hand), puzzle.goal)
    other = decide(keys.solver, *asked, terms=terms, excluding=[turns])
    if other.verdict == "found":
        message = f"the engine finds {line_text(turns)} alone, the model {line_text(other.line)}"
        raise KeysDisagree(message, where=where)
    if other.verdict == "undecided":
        raise Undecided(undecided_by_model(other.reason), where=where)


def _needs(puzzle: HelpPuzzle, found: _Solutions) -> tuple[str, ...]:
    """Return the rules without which the engine finds other solutions."""
    placed = turns_of(found.lines[0])[:-1]
    needed = []
    for name in essential_in_play(puzzle.position.rules, claims_count=True):
        freed = _solutions(replace(puzzle, position=without(name, puzzle.position)))
        if freed.shorter or [turns_of(line)[:-1] for line in freed.lines] != [placed]:
            needed.append(name)
    return tuple(needed)


def _dealt(puzzle: HelpPuzzle, turns: tuple[Turn, ...]) -> Position:
    return with_row(puzzle.position, tuple(turn.tile for turn in turns))


def _shown(puzzle: HelpPuzzle) -> Position:
    return with_row(puzzle.position, puzzle.hand)
