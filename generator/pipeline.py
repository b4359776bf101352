"""Makes puzzles in steps: find one, reduce it, reject it if it is dull, prove it, grade it.

Candidates are numbered; a candidate's number and the seed determine all of it. It becomes a puzzle
if both keys confirm what is claimed of it; otherwise it is rejected with a reason.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import islice

from generator.chance import Chance
from generator.goal_kinds import Source, kind_of
from generator.grading import Grade, Level, grade
from generator.needs import needed_by_engine, needs
from generator.proving import Proof, prove, require_game
from generator.quality import flaws
from generator.reduction import reduced
from generator.solved_puzzle import Reason, Solution, SolvedPuzzle, SolvedPuzzles
from generator.sources.dealt import dealt_puzzles
from generator.sources.endings import ending_puzzles
from generator.sources.scoring_order import order_decides, scoring_order_puzzles
from generator.sources.sought import sought_puzzles
from generator.sources.staying import staying_puzzles
from generator.wanted import Wanted
from verifier.carcassonne.puzzle import Puzzle
from verifier.carcassonne.solo.essential import ESSENTIAL_NAMES, essential_rule
from verifier.carcassonne.solo.goals import Goal
from verifier.carcassonne.solo.rule_set import RuleSet
from verifier.carcassonne.turn import Turn
from verifier.constraints.cpsat import CpSatSolver
from verifier.errors import Illegal, Malformed

MOST_TILES = 7
_MOST_PUZZLES = 6
"""Puzzles of one candidate that are tried: they share most of their position."""

_SOURCES: dict[Source, Callable[[Wish, Chance], SolvedPuzzles]] = {
    "dealt": lambda wish, chance: dealt_puzzles(*_asked(wish), chance, wish.mid_game_for),
    "sought": lambda wish, chance: sought_puzzles(*_asked(wish), chance, wish.mid_game_for),
    "endings": lambda wish, chance: ending_puzzles(*_asked(wish), chance),
    "staying": lambda wish, chance: staying_puzzles(wish.tiles, wish.rules, chance),
}


def _asked(wish: Wish) -> tuple[Goal, int, RuleSet]:
    return wish.goal, wish.tiles, wish.rules


_ANY_GRADE = Wanted()


@dataclass(frozen=True, slots=True)
class Wish:
    """The puzzles wanted: for a goal, with so many tiles, under a rule set.

    For a goal to stay in the game, its number of tiles is set by each puzzle. With ``by_order`` the
    scoring order must decide, and the puzzle sets the goal's numbers. ``needs`` are the rules that
    the puzzle must need, see :mod:`generator.needs`. In ``mid_game`` few meeples are in hand or
    scores are uneven, as suits these rules. ``wanted`` is what is wished of its grade.
    """

    goal: Goal
    tiles: int
    rules: RuleSet
    by_order: bool = False
    needs: tuple[str, ...] = ()
    mid_game: bool = False
    wanted: Wanted = _ANY_GRADE

    def __post_init__(self) -> None:
        """Refuse wishes that cannot be met."""
        if not 1 <= self.tiles <= MOST_TILES:
            raise Malformed(f"{self.tiles} tiles: give 1 to {MOST_TILES}", where="tiles")
        for name in self.needs:
            essential_rule(name)
        if self.by_order and not kind_of(self.goal).by_order:
            raise Illegal(
                f"the scoring order cannot decide {self.goal.id!r}: ask for a road or city",
                where="goal",
                rule=self.goal.rule,
            )
        if kind_of(self.goal).game_goes_on and self.goal.at_least:
            raise Illegal(
                f"{self.goal.id!r} names a number of tiles, which each puzzle sets by itself: ask "
                "for 'stay.0.x.0'",
                where="goal",
                rule=self.goal.rule,
            )
        if self.mid_game and (self.by_order or not kind_of(self.goal).drafted):
            raise Illegal(
                f"no games are drafted for {self.goal.id!r}, so it cannot be wished that they come "
                "to mid-game",
                where="mid_game",
            )

    @property
    def mid_game_for(self) -> tuple[str, ...]:
        """The rules that a drafted game is to suit; none if it may begin as it likes."""
        return (self.needs or ESSENTIAL_NAMES) if self.mid_game else ()


@dataclass(frozen=True, slots=True)
class Difficulty:
    """The part of a puzzle's :class:`generator.grading.Grade` that a pack holds."""

    level: Level
    technique: int
    rating: int
    themes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ProvedPuzzle:
    """A puzzle, proved and graded, with its solution and the game that leads to it."""

    puzzle: Puzzle
    line: tuple[Turn, ...]
    game: tuple[Turn, ...]
    proof: Proof
    difficulty: Difficulty
    needs: tuple[str, ...]
    seed: int
    candidate: int


@dataclass(frozen=True, slots=True)
class Rejection:
    """A candidate that did not become a puzzle, and why."""

    candidate: int
    reason: str


def try_candidate(
    wish: Wish, seed: int, number: int, solver: CpSatSolver
) -> ProvedPuzzle | Rejection:
    """Return the puzzle that the candidate becomes, or why it is rejected.

    :raises KeysDisagree: if one key contradicts what the other found.
    """
    words = (wish.goal.id, "by order") if wish.by_order else (wish.goal.id,)
    chance = Chance(seed, *words, *wish.mid_game_for, wish.tiles, number)
    found = _worth_solving(_puzzles(wish, chance), wish)
    if isinstance(found, Reason):
        return Rejection(number, found)
    graded = grade(found.puzzle, found.solution.line)
    refusal = wish.wanted.refusal(graded)
    if refusal:
        return Rejection(number, refusal)
    proved = _proved(found, graded, (seed, number), solver)
    return Rejection(number, proved) if isinstance(proved, Reason) else proved


def _puzzles(wish: Wish, chance: Chance) -> SolvedPuzzles:
    if wish.by_order:
        return scoring_order_puzzles(wish.goal.kind, wish.tiles, wish.rules, chance)
    return _SOURCES[kind_of(wish.goal).source(wish.goal)](wish, chance)


def _worth_solving(puzzles: SolvedPuzzles, wish: Wish) -> SolvedPuzzle | Reason:
    """Return the first puzzle without flaws, reduced; if there is none, the first's first flaw."""
    first_flaw = ""
    for one in islice(_needing(puzzles, wish), _MOST_PUZZLES):
        if isinstance(one, Reason):
            return first_flaw or one
        smaller = _reduced(one, wish)
        found = flaws(smaller.puzzle, smaller.solution)
        if not found:
            return smaller
        first_flaw = first_flaw or found[0]
    return first_flaw


def _needing(puzzles: SolvedPuzzles, wish: Wish) -> SolvedPuzzles:
    """Yield the puzzles that need what is wished for; the reason at the end stays."""
    for one in puzzles:
        if isinstance(one, Reason) or _all_needed(one.puzzle, one.solution, wish):
            yield one


def _reduced(puzzle: SolvedPuzzle, wish: Wish) -> SolvedPuzzle:
    if kind_of(wish.goal).ending:
        return puzzle  # all tiles of the box are in play, none can be taken away

    def stays_wanted(smaller: Puzzle, solution: Solution) -> bool:
        in_order = not wish.by_order or order_decides(smaller, solution)
        return in_order and _all_needed(smaller, solution, wish)

    return reduced(puzzle, stays_wanted)


def _all_needed(puzzle: Puzzle, solution: Solution, wish: Wish) -> bool:
    return all(needed_by_engine(puzzle, solution, name) for name in wish.needs)


def _proved(
    found: SolvedPuzzle, graded: Grade, source: tuple[int, int], solver: CpSatSolver
) -> ProvedPuzzle | Reason:
    """Return the puzzle with its proof and grade, or what the model left undecided."""
    puzzle = found.puzzle
    proof = prove(puzzle, found.solution, solver)
    if proof.undecided:
        return proof.undecided
    require_game(found)
    difficulty = Difficulty(graded.level, graded.technique, graded.rating, graded.themes)
    needed = needs(puzzle, found.solution, solver)
    return ProvedPuzzle(puzzle, proof.line, found.game, proof, difficulty, needed, *source)
