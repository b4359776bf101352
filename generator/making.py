"""Makes puzzles: drafts a game, asks the model for a line to the goal, cuts the puzzle out of it.

Every candidate is numbered, and number and seed alone fix it. A candidate becomes a puzzle if the
engine finds exactly one solution and the model finds no other; otherwise it says why not.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace

from generator.chance import Chance
from generator.draft import Draft, after_drawing, box, draft, with_next
from generator.proving import Proof, only_solution, prove, require_some_solution
from generator.puzzle import Puzzle
from verifier.engine import Engine
from verifier.errors import Illegal, KeysDisagree, Malformed
from verifier.goals import Goal
from verifier.model.cpsat import Parameters, Solver
from verifier.model.questions import Terms, decide
from verifier.notation import position_text, turn_text
from verifier.position import Pile, Position
from verifier.rules.ruleset import RuleSet
from verifier.turn import Turn

MOST_TILES = 7

_FIRST_TURNS = {"road": 5, "city": 5, "monasteries": 14}
"""The fewest drafted turns for a goal that asks for three colours, or for monasteries."""
_FAR = {"road": 9, "city": 13}
_LONGER = 3
"""More turns for a road or city worth so much: the tiles must come from somewhere."""
_SPREAD = 3
_CHANGED_ROWS = 60
_LINE_LIMIT = 12.0
"""Deterministic time for finding a line; most are found in a quarter of it."""


@dataclass(frozen=True, slots=True)
class Wish:
    """What is to be made: puzzles for a goal, with so many tiles, under a rule set."""

    goal: Goal
    tiles: int
    rules: RuleSet

    def __post_init__(self) -> None:
        """Refuse wishes that cannot be met."""
        if self.goal.kind not in _FIRST_TURNS:
            raise Illegal(
                f"puzzles for the goal {self.goal.id!r} cannot be generated: it is about the end "
                "of a whole game; choose a goal about roads, cities or monasteries",
                where="goal",
                rule=self.goal.rule,
            )
        if not 1 <= self.tiles <= MOST_TILES:
            raise Malformed(f"{self.tiles} tiles: give 1 to {MOST_TILES}", where="tiles")


@dataclass(frozen=True, slots=True)
class Made:
    """A puzzle with its solution, the game that leads to it, and what both keys said."""

    puzzle: Puzzle
    line: tuple[Turn, ...]
    game: tuple[Turn, ...]
    proof: Proof
    seed: int
    candidate: int


@dataclass(frozen=True, slots=True)
class Rejected:
    """A candidate that did not become a puzzle."""

    candidate: int
    reason: str


def candidates(wish: Wish, seed: int, solver: Solver) -> Iterator[Made | Rejected]:
    """Yield what becomes of candidate 0, 1, 2 and so on, without end."""
    number = 0
    while True:
        yield candidate(wish, seed, number, solver)
        number += 1


def candidate(wish: Wish, seed: int, number: int, solver: Solver) -> Made | Rejected:
    """Return what becomes of one candidate."""
    chance = Chance(seed, wish.goal.id, wish.tiles, number)
    drafted = draft(wish.goal, wish.rules, _drafted_turns(wish.goal, chance), chance)
    if drafted is None:
        return Rejected(number, "the drafted game ended early")
    if wish.goal.kind == "monasteries" and drafted.position.monasteries >= wish.goal.at_least:
        return Rejected(number, "the drafted game reached the goal already")
    line = _line(wish, drafted.position, chance, solver)
    if line is None:
        return Rejected(number, "no line to the goal was found")
    cut = len(line) - wish.tiles
    before = played(drafted, line[:cut])
    require_some_solution(_cut(wish, before.position, line[cut:]), line[cut:])
    for tiles in _rows("".join(turn.tile for turn in line[cut:]), box(before.position), chance):
        puzzle = Puzzle(wish.goal, with_row(before.position, tiles))
        only = only_solution(puzzle)
        if only is not None:
            proof = prove(puzzle, only, solver)
            if proof.trouble:
                return Rejected(number, proof.trouble)
            return Made(puzzle, proof.line, before.game, proof, seed, number)
    return Rejected(number, "no row of tiles has exactly one solution")


def _cut(wish: Wish, position: Position, line: tuple[Turn, ...]) -> Puzzle:
    return Puzzle(wish.goal, with_row(position, "".join(turn.tile for turn in line)))


def with_row(position: Position, tiles: str) -> Position:
    """Return the position with the next tiles known, dealt to the piles in turn order."""
    piles = list(position.piles)
    for turn, letter in enumerate(tiles):
        number = (position.to_move + turn) % len(piles)
        piles[number] = Pile(piles[number].known + letter, piles[number].hidden - 1)
    return replace(position, piles=tuple(piles))


def _rows(tiles: str, left: Counter[str], chance: Chance) -> Iterator[str]:
    """Yield the row of tiles, then rows in which one tile is another from the box."""
    yield tiles
    changes = [(place, letter) for place in range(len(tiles)) for letter in sorted(left)]
    for place, letter in chance.shuffled(changes)[:_CHANGED_ROWS]:
        changed = tiles[:place] + letter + tiles[place + 1 :]
        if changed != tiles and not Counter(changed) - left:
            yield changed


def _drafted_turns(goal: Goal, chance: Chance) -> int:
    fewest = _FIRST_TURNS[goal.kind] + chance.below(_SPREAD)
    if goal.kind == "monasteries":
        return fewest + 2 * max(goal.at_least - 3, 0)
    return fewest + (_LONGER if goal.at_least >= _FAR[goal.kind] else 0)


def _line(
    wish: Wish, position: Position, chance: Chance, solver: Solver
) -> tuple[Turn, ...] | None:
    """Return a line with tiles from the box that first reaches the goal in its last turn."""
    kinds = frozenset(box(position))
    parameters = Parameters(seed=1 + chance.below(1 << 30), limit=_LINE_LIMIT)
    turns = wish.tiles + 1
    answer = decide(
        solver, position, turns, wish.goal, terms=Terms(kinds, None, parameters), exactly_at=turns
    )
    return answer.line if answer.verdict == "found" else None


def played(drafted: Draft, line: tuple[Turn, ...]) -> Draft:
    """Return the game with the turns of the line added, played by the engine.

    :raises KeysDisagree: if it cannot be played so; the line is the model's.
    """
    game, position = drafted.game, drafted.position
    for turn in line:
        outcomes = Engine().outcomes(with_next(position, turn.tile), turn.order)
        outcome = next((outcome for outcome in outcomes if outcome.turn == turn), None)
        if outcome is None:
            raise KeysDisagree(
                f"the model plays {turn_text(turn)} at {position_text(position)}, the engine does "
                "not",
                where=f"turn {len(game) + 1}",
            )
        position = replace(outcome.after, piles=after_drawing(position, outcome.colour))
        game = (*game, turn)
    return Draft(game, position)
