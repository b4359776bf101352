"""Makes puzzles in steps: find one, reduce it, reject it if it is dull, prove it, grade it.

Candidates are numbered; a candidate's number and the seed determine all of it. It becomes a puzzle
if both keys confirm what is claimed of it; otherwise it is rejected with a reason.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import islice

from generator.chance import Chance
from generator.grade import Grade, LevelForLength
from generator.kind import Rejection
from generator.solo import MOST_TILES
from generator.solo.analysis import analyse
from generator.solo.extension import MOST_EXAMINED, extended
from generator.solo.far_extension import extended_far
from generator.solo.goal_kinds import Source, kind_of
from generator.solo.grading import grade, require_possible
from generator.solo.needs import needed_by_engine, needs
from generator.solo.proving import Proof, prove, require_game, strands_a_tile
from generator.solo.quality import GREEDY, TRIVIAL, decoys, flaws
from generator.solo.reduction import reduced
from generator.solo.solved_puzzle import Reason, Solution, SolvedPuzzle, SolvedPuzzles
from generator.solo.sources.about_scores import level_puzzles, restrained_puzzles
from generator.solo.sources.cathedrals import NEED, cathedral_puzzles
from generator.solo.sources.dealt import dealt_puzzles
from generator.solo.sources.early import early_puzzles
from generator.solo.sources.endings import best_ending_puzzles, ending_puzzles
from generator.solo.sources.laid_aside import THEME as LAID_ASIDE
from generator.solo.sources.laid_aside import laid_aside_puzzles
from generator.solo.sources.rare_ideas import IDEAS, idea_puzzles
from generator.solo.sources.river import FEWEST, river_puzzles
from generator.solo.sources.scoring_order import order_decides, scoring_order_puzzles
from generator.solo.sources.sought import sought_puzzles
from generator.solo.sources.staying import staying_puzzles
from generator.solo.techniques import LATEST, needs_all
from generator.solo.tries import Try, proved_tries
from generator.solo.wanted import ANY_START, OTHER_ROW, Wanted, WantedStart
from verifier.carcassonne.engine.solo.goals import kind_of as kind_for_engine
from verifier.carcassonne.solo.goals import Goal
from verifier.carcassonne.solo.letters import letter_of
from verifier.carcassonne.solo.puzzle import (
    CONTRACT,
    Contract,
    Puzzle,
    essential_in_play,
    require_in_play,
)
from verifier.carcassonne.solo.rule_set import RuleSet
from verifier.carcassonne.solo.turn import Turn
from verifier.constraints.cpsat import CpSatSolver
from verifier.errors import Illegal, Malformed

_MOST_FOUND = {
    "by order": 3,
    "early": 3,
    "endings": 7,
    "best endings": 6,
    "staying": 7,
    "level": 3,
    "restraint": 3,
    **dict.fromkeys(IDEAS, 2),
    LAID_ASIDE: 3,
}
"""Up to so many tiles puzzles are found directly; longer ones are extended."""
_MOST_FOUND_ELSE = 6
_FEWEST_EXTENDED, _SPREAD = 3, 3
"""Puzzles of three to five tiles are extended; of two, where no more are found directly."""
_SAVED = "blocking"
"""To save a meeple needs turns before those that need it, and few meeples in hand."""
_MOST_FOUND_SAVED = 4
_MOST_FOUND_WITH_BOXES = 4
"""No bounds are known there, so every line is played (SOLO-BOX-11)."""
_MOST_FOUND_WITH_RIVER = 6
"""River tiles have one cell to go to, so that some more of them take no longer."""
_MOST_PUZZLES = 6
"""Puzzles of one candidate that are tried: they share most of their position."""
_MOST_FAR = 24
"""The same of long puzzles: they are found seldom, and many have a dull first turn."""
_MOST_DEEP = 8
"""Up to so many tiles one puzzle is extended as far as it goes; from there on, many at once."""
_MOST_EXTENDED = 20
"""Shorter puzzles of one candidate that are extended, if they can be."""
NOT_EXTENDED = "no shorter puzzle can be extended to so many tiles"
FEW_DECOYS = "it has fewer decoys than wished for"
NOT_MADE_AGAIN = "the puzzle is not among those of the candidate any more"

_SOURCES: dict[Source, Callable[[GoalWish, Chance], SolvedPuzzles]] = {
    "dealt": lambda wish, chance: dealt_puzzles(
        *_asked(wish), chance, wish.mid_game_for, wish.start
    ),
    "sought": lambda wish, chance: sought_puzzles(*_asked(wish), chance, wish.mid_game_for),
    "endings": lambda wish, chance: ending_puzzles(wish.goal, wish.tiles, wish.rules, chance),
    "best endings": lambda wish, chance: best_ending_puzzles(*_asked(wish), chance),
    "level": lambda wish, chance: level_puzzles(*_asked(wish), chance, wish.start),
    "restraint": lambda wish, chance: restrained_puzzles(*_asked(wish), chance, wish.start),
    "staying": lambda wish, chance: staying_puzzles(*_asked(wish)[1:], chance, wish.start),
}


_SHOWING = {**dict.fromkeys(IDEAS, idea_puzzles), LAID_ASIDE: laid_aside_puzzles}
"""By rare idea the source of puzzles that show it."""


def _asked(wish: GoalWish) -> tuple[Goal, int, RuleSet, Contract]:
    return wish.goal, wish.tiles, wish.rules, wish.contract


_ANY_GRADE = Wanted()


@dataclass(frozen=True, slots=True)
class GoalWish:
    """The puzzles wanted: for a goal, with so many tiles, under a rule set.

    Each puzzle sets the number of tiles of a goal to stay in the game, or the best result. With
    ``by_order`` the scoring order must decide, and the puzzle sets the goal's numbers. ``needs``
    are the rules that the puzzle must need, see :mod:`generator.solo.needs`. In ``mid_game`` few
    meeples are in hand or scores are uneven, as suits these rules; one that is ``early`` begins
    with few tiles on the table, and sets the goal's numbers as well. ``wanted`` is the wish for its
    grade, ``start`` for its tiles and of how it begins; it has so many ``decoys`` at least.
    Solutions are counted by the ``contract``, and themes are those of the list numbered ``ideas``.
    A puzzle for a rare idea among the themes sets the goal's numbers, too.
    """

    goal: Goal
    tiles: int
    rules: RuleSet
    by_order: bool = False
    needs: tuple[str, ...] = ()
    mid_game: bool = False
    wanted: Wanted = _ANY_GRADE
    contract: Contract = CONTRACT
    start: WantedStart = ANY_START
    decoys: int = 0
    early: bool = False
    ideas: int = LATEST

    def __post_init__(self) -> None:
        """Refuse wishes that cannot be met."""
        if not 1 <= self.tiles <= MOST_TILES:
            raise Malformed(f"{self.tiles} tiles: give 1 to {MOST_TILES}", where="tiles")
        if self.wanted.level:
            require_possible(self.wanted.level, self.tiles, MOST_TILES)
        for name in self.needs:
            require_in_play(name, self.rules)
        self._require_ideas()
        self._require_tiles_in_play()
        if self.by_order and not kind_of(self.goal).by_order:
            raise Illegal(
                f"the scoring order cannot decide {self.goal.id!r}: ask for a road or city",
                where="goal",
                rule=self.goal.rule,
            )
        if self.early:
            self._require_early()
        if self.is_extended and kind_of(self.goal).ending:
            message = f"{self.tiles} tiles: give 1 to {self.most_found} for the end of a game"
            raise Malformed(message, where="tiles")
        if kind_of(self.goal).sets_number and self.goal.at_least:
            raise Illegal(
                f"{self.goal.id!r} names a number, which each puzzle sets by itself: ask for "
                f"'{self.goal.kind}.0.x.0'",
                where="goal",
                rule=self.goal.rule,
            )
        if self.mid_game and (self.by_order or not kind_of(self.goal).drafted):
            raise Illegal(
                f"no games are drafted for {self.goal.id!r}, so it cannot be wished that they come "
                "to mid-game",
                where="mid_game",
            )

    def _require_ideas(self) -> None:
        if LAID_ASIDE in self.wanted.themes:
            self._require_laid_aside()
        if self.idea in IDEAS and self.ideas < LATEST:
            message = f'the theme {self.idea!r} is not on list {self.ideas}: give "ideas": {LATEST}'
            raise Malformed(message, where="themes")

    def _require_tiles_in_play(self) -> None:
        number = len(self.start.with_tiles)
        if number > self.tiles:
            message = f"{number} tiles are named, but the puzzle has {self.tiles}"
            raise Malformed(message, where="with_tiles")
        for tile in self.start.with_tiles:
            if tile not in self.rules.tile_counts():
                letter, box = letter_of(tile), tile.partition("/")[0]
                message = f"tile {letter} is of the box {box}, which is not in play"
                raise Illegal(message, where="with_tiles", rule="SOLO-BOX-1")
        if self.is_extended and not self.rules.plain:
            raise Malformed(
                f"{self.tiles} tiles: give 1 to {self.most_found} with other boxes or large "
                "meeples, where no turn is left out of the search",
                where="tiles",
            )

    def _require_laid_aside(self) -> None:
        sought = kind_for_engine(self.goal).sought(self.goal) and self.rules.plain
        if self.idea != LAID_ASIDE or not sought:
            raise Illegal(
                f"no tile is left without a place for {self.goal.id!r}: ask for a road or city, "
                "without other boxes or large meeples",
                where="themes",
                rule=self.goal.rule,
            )
        if not 1 < self.tiles <= self.most_found:
            message = f"{self.tiles} tiles: give 2 or 3 with the theme {LAID_ASIDE}"
            raise Malformed(message, where="tiles")

    def _require_early(self) -> None:
        if not kind_of(self.goal).of_features or self.by_order or self.mid_game:
            raise Illegal(
                f"no puzzle for {self.goal.id!r} begins early so: ask for a road, a city or "
                "monasteries, and neither --by-order nor --mid-game",
                where="early",
                rule=self.goal.rule,
            )
        most, least = self.most_found, FEWEST if self.rules.river_tiles else 1
        if not least <= self.tiles <= most:
            message = f"{self.tiles} tiles: give {least} to {most} with --early"
            raise Malformed(message, where="tiles")

    @property
    def most_found(self) -> int:
        """The most tiles of puzzles that are found directly."""
        most = _MOST_FOUND.get(self.chosen or self.source, _MOST_FOUND_ELSE)
        if not self.rules.plain:
            most = _MOST_FOUND_WITH_RIVER if self.rules.river_tiles else _MOST_FOUND_WITH_BOXES
        return min(most, _MOST_FOUND_SAVED) if self._saves_a_meeple else most

    @property
    def source(self) -> Source:
        """Where positions come from, unless an option chooses; rows are sought for base tiles."""
        source = kind_of(self.goal).source(self.goal)
        return "dealt" if source == "sought" and not self.rules.plain else source

    @property
    def chosen(self) -> str:
        """The source that was asked for by an option."""
        if self.by_order or self.early:
            return "by order" if self.by_order else "early"
        return self.idea or ("cathedrals" if self._needs_cathedral else "")

    @property
    def idea(self) -> str:
        """The theme for which lines are made that show it, if one is wished for."""
        rare = [name for name in self.wanted.themes if name in _SHOWING]
        made_for = kind_of(self.goal).of_features and not self.goal.parts
        return rare[0] if rare and made_for else ""

    @property
    def _needs_cathedral(self) -> bool:
        return NEED in self.needs and kind_of(self.goal).of_cities

    @property
    def is_extended(self) -> bool:
        """Whether puzzles of so many tiles are made by extending shorter ones."""
        return self.tiles > self.most_found

    @property
    def mid_game_for(self) -> tuple[str, ...]:
        """The rules that a drafted game is to suit; none if it may begin as it likes."""
        if self._saves_a_meeple:
            return ("supply",)
        return (self.needs or essential_in_play(self.rules)) if self.mid_game else ()

    @property
    def _saves_a_meeple(self) -> bool:
        """Whether games are drafted to have few meeples left, and a turn that saves one added."""
        drafted = kind_of(self.goal).drafted and not self.by_order
        return drafted and _SAVED in self.wanted.themes


@dataclass(frozen=True, slots=True)
class Difficulty:
    """The part of a puzzle's :class:`generator.solo.grading.Grade` that a pack holds."""

    level_for_length: LevelForLength
    technique: int
    rating: int
    themes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ProvedPuzzle:
    """A puzzle, proved and graded, with its solution and the game that leads to it.

    ``decoys`` is how many first placements nearly work. ``also`` are the other ways to claim that
    are the same solution, ``tries`` lines that nearly solve it. Its themes are those of the list
    numbered ``ideas``.
    """

    puzzle: Puzzle
    line: tuple[Turn, ...]
    game: tuple[Turn, ...]
    proof: Proof
    difficulty: Difficulty
    needs: tuple[str, ...]
    decoys: int
    seed: int
    candidate: int
    also: tuple[tuple[Turn, ...], ...] = ()
    tries: tuple[Try, ...] = ()
    ideas: int = LATEST


def try_candidate(
    wish: GoalWish, seed: int, number: int, solver: CpSatSolver
) -> ProvedPuzzle | Rejection:
    """Return the puzzle that the candidate becomes, or why it is rejected.

    :raises KeysDisagree: if one key contradicts what the other found.
    """
    found = _worth_solving(_of_candidate(wish, seed, number, solver), wish)
    if isinstance(found, Reason):
        return Rejection(number, found)
    graded = grade(found.puzzle, found.solution.line, wish.ideas)
    # What needs no idea that lives on a rule is adding up, where the best result is asked for.
    without_idea = TRIVIAL if kind_of(wish.goal).apart and not graded.themes else ""
    refusal = without_idea or wish.wanted.refusal(graded)
    if refusal:
        return Rejection(number, refusal)
    proved = _proved(found, wish, graded, (seed, number), solver)
    return Rejection(number, proved) if isinstance(proved, Reason) else proved


def make_again(
    wish: GoalWish, seed: int, number: int, identity: str, solver: CpSatSolver
) -> ProvedPuzzle | Rejection:
    """Return the candidate's puzzle of that id, proved and graded anew, whatever its grade.

    A candidate has several puzzles, and which of them comes first, or is worth solving, may change
    with the bounds of the search and with taste.

    :raises KeysDisagree: if one key contradicts what the other found.
    """
    for one in _needing(_of_candidate(wish, seed, number, solver), wish):
        if isinstance(one, Reason):
            break
        found = _reduced(one, wish)
        if found.puzzle.id == identity:
            graded = grade(found.puzzle, found.solution.line, wish.ideas)
            proved = _proved(found, wish, graded, (seed, number), solver)
            return Rejection(number, proved) if isinstance(proved, Reason) else proved
    return Rejection(number, NOT_MADE_AGAIN)


def _of_candidate(wish: GoalWish, seed: int, number: int, solver: CpSatSolver) -> SolvedPuzzles:
    words = (wish.goal.id, *([wish.chosen] if wish.chosen else []))
    chance = Chance(seed, *words, *wish.mid_game_for, wish.tiles, number)
    return _extended(wish, chance, solver) if wish.is_extended else _puzzles(wish, chance)


def _puzzles(wish: GoalWish, chance: Chance) -> SolvedPuzzles:
    if wish.by_order:
        return scoring_order_puzzles(wish.goal.kind, *_asked(wish)[1:], chance)
    if wish.early:
        begins = river_puzzles if wish.rules.river_tiles else early_puzzles
        return begins(*_asked(wish), chance)
    if wish.idea:
        return _SHOWING[wish.idea](wish.idea, *_asked(wish), chance)
    if wish.chosen:
        return cathedral_puzzles(*_asked(wish), chance, wish.start)
    return _SOURCES[wish.source](wish, chance)


def _extended(wish: GoalWish, chance: Chance, solver: CpSatSolver) -> SolvedPuzzles:
    """Yield puzzles made by extending those for the same wish with fewer tiles."""
    fewest = min(_FEWEST_EXTENDED, wish.most_found - 1)
    tiles = min(wish.most_found, wish.tiles - 1, fewest + chance.below(_SPREAD))
    shorter = replace(wish, tiles=tiles, start=ANY_START)
    found, reason = list[SolvedPuzzle](), NOT_EXTENDED
    of_any_theme = replace(shorter, wanted=_ANY_GRADE)
    for one in islice(_needing(_puzzles(shorter, chance), of_any_theme), _MOST_EXTENDED):
        if isinstance(one, SolvedPuzzle):
            found.append(one)
        elif not found:
            reason = one
    if wish.tiles <= _MOST_DEEP:
        yield from extended(found, wish.tiles, chance)
    else:
        # Most puzzles made of one that strands a tile do so, too.
        sound = (one for one in found if not strands_a_tile(one.puzzle, solver))
        yield from extended_far(sound, wish.tiles, chance)
    yield reason


def _worth_solving(puzzles: SolvedPuzzles, wish: GoalWish) -> SolvedPuzzle | Reason:
    """Return the first puzzle without flaws, reduced; if there is none, the first's first flaw."""
    first_flaw = ""
    most = _MOST_PUZZLES if wish.tiles <= _MOST_DEEP else _MOST_FAR
    for one in islice(_needing(puzzles, wish), most):
        if isinstance(one, Reason):
            return first_flaw or one
        smaller = _reduced(one, wish)
        refusal = wish.start.refusal(smaller.puzzle.position)
        found = (refusal,) if refusal else _flaws(smaller)
        if not found and wish.decoys and decoys(smaller.puzzle) < wish.decoys:
            found = (FEW_DECOYS,)
        if not found:
            return smaller
        first_flaw = first_flaw or found[0]
    return first_flaw


def _flaws(found: SolvedPuzzle) -> tuple[Reason, ...]:
    """Return why a puzzle is dull; taking the best turn with the only tile is no flaw."""
    own = (GREEDY,) if found.puzzle.tiles == 1 else ()
    return tuple(flaw for flaw in flaws(found.puzzle, found.solution) if flaw not in own)


def _needing(puzzles: SolvedPuzzles, wish: GoalWish) -> SolvedPuzzles:
    """Yield the puzzles with the requested tiles and needs; pass on the reason at the end."""
    reason: Reason = ""
    for one in puzzles:
        if isinstance(one, Reason):
            yield reason or one
        elif not wish.start.allows([turn.tile for turn in one.solution.turns]):
            reason = OTHER_ROW
        elif _fits(one.puzzle, one.solution, wish):
            yield one


def _reduced(puzzle: SolvedPuzzle, wish: GoalWish) -> SolvedPuzzle:
    if kind_of(wish.goal).ending:
        return puzzle  # all tiles of the box are in play
    most = MOST_EXAMINED if wish.is_extended else 0
    return reduced(puzzle, lambda smaller, solution: _fits(smaller, solution, wish), most)


def _fits(puzzle: Puzzle, solution: Solution, wish: GoalWish) -> bool:
    in_order = not wish.by_order or order_decides(puzzle, solution)
    themes = wish.wanted.themes
    return (
        in_order
        and (not themes or needs_all(analyse(puzzle, solution.line), themes))
        and all(needed_by_engine(puzzle, solution, name) for name in wish.needs)
    )


def _proved(
    found: SolvedPuzzle, wish: GoalWish, graded: Grade, source: tuple[int, int], solver: CpSatSolver
) -> ProvedPuzzle | Reason:
    """Return the puzzle with its proof and grade, or what the model left undecided."""
    puzzle = found.puzzle
    proof = prove(puzzle, found.solution, solver)
    if proof.undecided:
        return proof.undecided
    require_game(found)
    difficulty = Difficulty(graded.level_for_length, graded.technique, graded.rating, graded.themes)
    needed = needs(puzzle, found.solution, solver)
    # Packs of form 1, which contract 1 makes again, have no tries.
    tries = proved_tries(puzzle, found.solution, solver, proved=True) if wish.contract > 1 else ()
    return ProvedPuzzle(
        puzzle,
        proof.line,
        found.game,
        proof,
        difficulty,
        needed,
        decoys(puzzle),
        *source,
        also=found.solution.also,
        tries=tries,
        ideas=wish.ideas,
    )
