"""Makes puzzles: finds one, takes away what it does not need, asks whether it is worth solving.

Every candidate is numbered, and number and seed alone fix it. It becomes a puzzle if both keys
confirm what is claimed of it; otherwise it says why not.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import islice

from generator.chance import Chance
from generator.grading import Level, grade
from generator.proving import Proof, prove, require_game
from generator.quality import flaws
from generator.reduction import reduced
from generator.solved_puzzle import Reason, SolvedPuzzle, SolvedPuzzles
from generator.sources.dealt import dealt_puzzles
from generator.sources.endings import ending_puzzles
from generator.sources.scoring_order import order_decides, scoring_order_puzzles
from generator.sources.sought import sought_puzzles
from generator.sources.staying import staying_puzzles
from verifier.carcassonne.puzzle import Puzzle
from verifier.carcassonne.solo.goals import Goal, GoalKind
from verifier.carcassonne.solo.rule_set import RuleSet
from verifier.carcassonne.turn import Turn
from verifier.constraints.cpsat import Solver
from verifier.errors import Illegal, Malformed

MOST_TILES = 7
_RARE = 3
"""Rows of tiles that reach a goal for so many colours are too rare to be met by chance."""
_MOST_FINDS = 6
"""Puzzles of one candidate that are looked at: they have most of the table in common."""
ENDINGS: tuple[GoalKind, ...] = ("total", "all-tiles")


@dataclass(frozen=True, slots=True)
class Wish:
    """What is to be made: puzzles for a goal, with so many tiles, under a rule set.

    To stay in the game is asked for however many tiles lie there. With ``by_order`` the scoring
    order must decide, and the goal's numbers are what comes of it.
    """

    goal: Goal
    tiles: int
    rules: RuleSet
    by_order: bool = False

    def __post_init__(self) -> None:
        """Refuse wishes that cannot be met."""
        if not 1 <= self.tiles <= MOST_TILES:
            raise Malformed(f"{self.tiles} tiles: give 1 to {MOST_TILES}", where="tiles")
        if self.by_order and self.goal.kind not in ("road", "city"):
            raise Illegal(
                f"the scoring order cannot decide {self.goal.id!r}: ask for a road or city",
                where="goal",
                rule=self.goal.rule,
            )


@dataclass(frozen=True, slots=True)
class Difficulty:
    """What a pack tells of a puzzle's :class:`generator.grading.Grade`."""

    level: Level
    technique: int
    rating: int
    themes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ProvedPuzzle:
    """A puzzle with its solution and the game that leads to it, proved and graded."""

    puzzle: Puzzle
    line: tuple[Turn, ...]
    game: tuple[Turn, ...]
    proof: Proof
    difficulty: Difficulty
    seed: int
    candidate: int


@dataclass(frozen=True, slots=True)
class Rejection:
    """A candidate that did not become a puzzle."""

    candidate: int
    reason: str


def try_candidate(wish: Wish, seed: int, number: int, solver: Solver) -> ProvedPuzzle | Rejection:
    """Return what becomes of one candidate.

    :raises KeysDisagree: if one key denies what the other found.
    """
    words = (wish.goal.id, "by order") if wish.by_order else (wish.goal.id,)
    chance = Chance(seed, *words, wish.tiles, number)
    found = _worth_solving(_finds(wish, chance), wish)
    if isinstance(found, Reason):
        return Rejection(number, found)
    made = _finish(found, seed, number, solver)
    return Rejection(number, made) if isinstance(made, Reason) else made


def _finds(wish: Wish, chance: Chance) -> SolvedPuzzles:
    if wish.by_order:
        return scoring_order_puzzles(wish.goal.kind, wish.tiles, wish.rules, chance)
    if wish.goal.kind == "stay":
        return staying_puzzles(wish.tiles, wish.rules, chance)
    if wish.goal.kind in ENDINGS:
        return ending_puzzles(wish.goal, wish.tiles, wish.rules, chance)
    if wish.goal.colours < _RARE:
        return dealt_puzzles(wish.goal, wish.tiles, wish.rules, chance)
    return sought_puzzles(wish.goal, wish.tiles, wish.rules, chance)


def _worth_solving(finds: SolvedPuzzles, wish: Wish) -> SolvedPuzzle | Reason:
    """Return the first puzzle, reduced, that taste lets pass; or what was against the first."""
    rejection = ""
    for one in islice(finds, _MOST_FINDS):
        if isinstance(one, Reason):
            return rejection or one
        found = _reduced(one, wish)
        reasons = flaws(found.puzzle, found.solved.line)
        if not reasons:
            return found
        rejection = rejection or reasons[0]
    return rejection


def _reduced(found: SolvedPuzzle, wish: Wish) -> SolvedPuzzle:
    if wish.goal.kind in ENDINGS:
        return found  # all tiles lie there
    return reduced(found, order_decides) if wish.by_order else reduced(found)


def _finish(found: SolvedPuzzle, seed: int, number: int, solver: Solver) -> ProvedPuzzle | Reason:
    """Return the puzzle with all that is claimed of it, or why that cannot be."""
    puzzle, line = found.puzzle, found.solved.line
    proof = prove(puzzle, found.solved, solver)
    if proof.undecided:
        return proof.undecided
    require_game(found)
    told = grade(puzzle, line)
    difficulty = Difficulty(told.level, told.technique, told.rating, told.themes)
    return ProvedPuzzle(puzzle, proof.line, found.game, proof, difficulty, seed, number)
