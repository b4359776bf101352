"""Puzzles of one turn: score exactly so many points, become an owner, or use both parts of it.

A solution is judged by its placements, tile, drawing and cell: which piece goes with them is left
to the player where several do.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TypeAlias

from generator.chance import Chance
from generator.house.proved import BOUNDS, BothKeys, candidate_after
from generator.kind import Candidate, Proved, Reason, by_both
from verifier.carcassonne.engine.house import HouseEngine
from verifier.carcassonne.engine.house.players import deck, greedy_game, margins_if_ended
from verifier.carcassonne.house.part_turn import FeatureAt, FinalScoring, Outcome
from verifier.carcassonne.house.position import Position, set_up
from verifier.carcassonne.house.puzzle import Goal, HousePuzzle, OwnedFeature
from verifier.carcassonne.house.rule_set import RuleSet
from verifier.carcassonne.tiles.drawing import segment_named
from verifier.carcassonne.tiles.tile import turned
from verifier.documents.strict_json import Document
from verifier.errors import Illegal

NO_GOAL = "no position of the game has a goal with one placement"
NOT_ONE = "it has not exactly one placement"
NOT_TEMPTING = "no other placement scores"
AT_FIRST_SIGHT = "the best-looking placement solves it"

_PLAYERS = 2
_TILES = (34, 46)
_FEWEST_POINTS = 6
_WORTHS = (0, 6, 9, 12)
_FEWEST_DOUBLE = 8
_FEWEST_TEMPTING = 1
_SHOWN = 6
"""Wrong placements that are shown with their results, the best-looking first."""

_STEPS = {"N": (0, 1), "E": (1, 0), "S": (0, -1), "W": (-1, 0)}

Placed: TypeAlias = tuple[str, int, int, int]
"""A tile, its rotation, column and row."""
Line: TypeAlias = tuple[Outcome, ...]
Scorer: TypeAlias = Callable[[Position], tuple[FinalScoring, ...]]


@dataclass(frozen=True, slots=True)
class _Foreign:
    """The cities or farms of a table that only other players own, by all of their segments."""

    kind: str
    parts: frozenset[FeatureAt]


def prove_part_turns(puzzle: HousePuzzle) -> Proved[HousePuzzle]:
    """Return the puzzle with its lines of placements by both keys.

    :raises Illegal: if the game has ended or a tile that must be known is not.
    :raises KeysDisagree: if the keys list different part-turns, or score them differently.
    """
    require_play(puzzle)
    keys = BothKeys()
    lines = lines_of(puzzle, keys.outcomes)
    solving = lines_that_solve(puzzle, lines, keys.final_scorings)
    return _judged(puzzle, lines, solving)


def part_turn_candidates(chance: Chance, wanted: str) -> Iterator[Candidate[HousePuzzle] | Reason]:
    """Yield puzzles from the positions of a greedy game.

    ``wanted`` is ``points``, ``double``, or what is to be owned, ``city`` or ``farm``. They have
    one line of placements by the engine alone; that is proved afterwards.
    """
    rules = RuleSet(players=_PLAYERS)
    tiles = _TILES[0] + chance.below(_TILES[1] - _TILES[0] + 1)
    draw = tuple(chance.shuffled(sorted(deck(rules)))[:tiles])
    game = greedy_game(set_up(rules, draw), chance.below)
    for number in chance.shuffled(range(len(game) // 3, len(game))):
        before = game[number - 1].after
        if not before.second:
            position = _with_hidden_bag(before, known=int(wanted == "double"))
            for goal in _GOALS[wanted](position):
                puzzle = HousePuzzle(goal, position)
                # The model takes long to list both parts; what is dull is not put to it.
                if wanted != "double" or not _by_engine(puzzle).flaw:
                    yield candidate_after(puzzle, draw, game[:number])
    yield NO_GOAL


def _by_engine(puzzle: HousePuzzle) -> Proved[HousePuzzle]:
    engine = HouseEngine()
    lines = lines_of(puzzle, engine.outcomes)
    return _judged(puzzle, lines, lines_that_solve(puzzle, lines, engine.final_scorings))


def _with_hidden_bag(position: Position, known: int) -> Position:
    """Return the position as players see it: of the bag so many tiles at most are known."""
    bag = position.bag[:known]
    return replace(position, bag=bag, hidden=len(position.bag) - len(bag))


def _points_goals(position: Position) -> Iterator[Goal]:
    gains: dict[int, set[Placed]] = {}
    for outcome in HouseEngine().outcomes_in_order(position):
        gains.setdefault(gain_of((outcome,), position), set()).add(placement_in(outcome))
    for gain, placed in sorted(gains.items(), reverse=True):
        if gain >= _FEWEST_POINTS and len(placed) == 1:
            yield Goal("points", gain)


def _owner_goals(position: Position, feature: OwnedFeature) -> Iterator[Goal]:
    engine = HouseEngine()
    lines = [(outcome,) for outcome in engine.outcomes_in_order(position)]
    for least in _WORTHS:
        goal = Goal("own", least, feature)
        solving = lines_that_solve(HousePuzzle(goal, position), lines, engine.final_scorings)
        if not solving:
            return
        if len({placements_in(line) for line in solving}) == 1:
            yield goal
            return


def _double_goals(position: Position) -> Iterator[Goal]:
    puzzle = HousePuzzle(Goal("double", _FEWEST_DOUBLE), position)
    reached: dict[int, set[tuple[Placed, ...]]] = {}
    for line in lines_of(puzzle, lambda each: frozenset(HouseEngine().outcomes_in_order(each))):
        reached.setdefault(gain_of(line, position), set()).add(placements_in(line))
    most = max(reached, default=0)
    if most >= _FEWEST_DOUBLE and len(reached[most]) == 1:
        below = max((gain for gain in reached if gain < most), default=0)
        yield Goal("double", max(_FEWEST_DOUBLE, below + 1))


_GOALS: dict[str, Callable[[Position], Iterator[Goal]]] = {
    "points": _points_goals,
    "city": lambda position: _owner_goals(position, "city"),
    "farm": lambda position: _owner_goals(position, "farm"),
    "double": _double_goals,
}


def require_play(puzzle: HousePuzzle) -> None:
    """Refuse a puzzle of a turn whose turn cannot be played.

    :raises Illegal: if the game has ended or a tile that must be known is not.
    """
    position = puzzle.position
    if position.end:
        raise Illegal(
            "the game has ended, so no tile can be placed",
            where="/position/end",
            rule="HOUSE-END-1",
        )
    if len(position.hand) < position.rules.hand and position.hidden and not position.river:
        raise Illegal(
            f"the hand has {len(position.hand)} of {position.rules.hand} tiles and the bag is not "
            "empty: a puzzle shows the hand refilled",
            where="/position/hand",
            rule="HOUSE-TURN-2",
        )
    if puzzle.goal.kind == "double" and position.second:
        raise Illegal(
            "this is the second part of a turn already, and a turn has no third",
            where="/position/second",
            rule="HOUSE-TURN-8",
        )
    if puzzle.goal.kind == "double" and position.hidden and not position.bag:
        raise Illegal(
            "the tile drawn between the parts of the turn must be known",
            where="/position/bag",
            rule="HOUSE-TURN-2",
        )


def lines_of(puzzle: HousePuzzle, outcomes: Callable[[Position], frozenset[Outcome]]) -> list[Line]:
    """Return all that can be played: one part-turn, or both parts of a turn."""
    first = outcomes(puzzle.position)
    if puzzle.goal.kind != "double":
        return [(outcome,) for outcome in first]
    return [
        (one, other)
        for one in first
        if one.part_turn.second
        for other in outcomes(one.after)
        if not other.part_turn.second
    ]


def lines_that_solve(puzzle: HousePuzzle, lines: Sequence[Line], scorer: Scorer) -> list[Line]:
    """Return those of the lines that reach the goal, with final scoring by a key."""
    goal, position = puzzle.goal, puzzle.position
    if goal.kind == "points":
        return [line for line in lines if gain_of(line, position) == goal.number]
    if goal.kind == "double":
        return [line for line in lines if gain_of(line, position) >= goal.number]
    foreign = _foreign(position, "city" if goal.feature == "city" else "field", scorer)
    if not foreign.parts:
        return []
    return [line for line in lines if _becomes_owner(line[0], position, goal, foreign, scorer)]


def _foreign(position: Position, kind: str, scorer: Scorer) -> _Foreign:
    rules = position.rules
    player = rules.player_of(position.to_move)
    parts = [
        part
        for scoring in scorer(position)
        if scoring.kind == kind
        and all(rules.player_of(owner) != player for owner in scoring.owners)
        for part in scoring.parts
    ]
    return _Foreign(kind, frozenset(parts))


def _becomes_owner(
    outcome: Outcome, before: Position, goal: Goal, foreign: _Foreign, scorer: Scorer
) -> bool:
    """Return whether the part-turn makes its colour an owner of something foreign."""
    if foreign.kind == "city" and any(
        scoring.kind == "city"
        and outcome.colour in scoring.owners
        and scoring.value >= goal.number
        and _met(outcome, scoring.feature, before) & foreign.parts
        for scoring in outcome.scorings
    ):
        return True
    if not _touches(outcome, foreign):
        return False
    return any(
        scoring.kind == foreign.kind
        and outcome.colour in scoring.owners
        and scoring.value >= goal.number
        and foreign.parts & set(scoring.parts)
        for scoring in scorer(outcome.after)
    )


def _touches(outcome: Outcome, foreign: _Foreign) -> bool:
    """Return whether the tile lies beside something foreign: else nothing foreign can change."""
    x, y = outcome.part_turn.cell
    cells = {(x + dx, y + dy) for dx, dy in _STEPS.values()}
    return any((column, row) in cells for column, row, _ in foreign.parts)


def _met(outcome: Outcome, feature: str, before: Position) -> set[FeatureAt]:
    """Return the segments on the neighbouring tiles that a city of the tile placed joins."""
    turn = outcome.part_turn
    segment = segment_named(turn.tile, turn.rotation, feature)
    beside = {placement.cell: placement for placement in before.placements}
    found = set[FeatureAt]()
    for edge in segment.places if segment else ():
        cell = (turn.x + _STEPS[edge][0], turn.y + _STEPS[edge][1])
        if cell in beside:
            other = segment_named(beside[cell].tile, beside[cell].rotation, turned(edge, 2))
            if other is not None:
                found.add((*cell, other.name))
    return found


def gain_of(line: Line, before: Position) -> int:
    """Return the points that a line scores for the colour to move."""
    colour = before.to_move
    return line[-1].after.scores[colour] - before.scores[colour]


def placement_in(outcome: Outcome) -> Placed:
    """Return the placement that a part-turn makes."""
    turn = outcome.part_turn
    return (turn.tile, turn.rotation, turn.x, turn.y)


def placements_in(line: Line) -> tuple[Placed, ...]:
    """Return the placements of a line, by which solutions are told apart."""
    return tuple(map(placement_in, line))


def _judged(puzzle: HousePuzzle, lines: list[Line], solving: list[Line]) -> Proved[HousePuzzle]:
    right = {placements_in(line) for line in solving}
    looks = _looks(puzzle.position, lines)
    ranked = sorted(looks, key=lambda placed: (-looks[placed].margin, placed))
    first = next((place for place, placed in enumerate(ranked) if placed in right), 0)
    wrong = [looks[placed] for placed in ranked if placed not in right]
    flaw = ""
    if len(right) != 1:
        flaw = NOT_ONE
    elif puzzle.goal.kind != "own" and sum(look.gain > 0 for look in wrong) < _FEWEST_TEMPTING:
        flaw = NOT_TEMPTING
    elif first == 0:
        flaw = AT_FIRST_SIGHT
    return Proved(
        puzzle,
        _solution(puzzle, solving, wrong) if solving else {},
        flaw,
        themes=_themes(puzzle, solving),
        work=by_both(part_turns=len(lines)),
        tries=Fraction(first + 1),
        bounds=BOUNDS,
        solutions=len(right),
    )


def _solution(puzzle: HousePuzzle, solving: list[Line], wrong: list[_Look]) -> Document:
    shown = min(solving, key=_text)
    return {
        "line": list(_text(shown)),
        "ways": len(solving),
        "gain": gain_of(shown, puzzle.position),
        "others": [{"line": list(look.text), "gain": look.gain} for look in wrong[:_SHOWN]],
    }


@dataclass(frozen=True, slots=True, order=True)
class _Look:
    """How placements look at their best: the lead if the game ended then, and the points scored."""

    margin: int
    gain: int
    text: tuple[str, ...]


def _looks(position: Position, lines: list[Line]) -> dict[tuple[Placed, ...], _Look]:
    groups: dict[Position, list[Line]] = {}
    for line in lines:
        groups.setdefault(line[-2].after if len(line) > 1 else position, []).append(line)
    best: dict[tuple[Placed, ...], _Look] = {}
    for before, group in groups.items():
        margins = margins_if_ended([line[-1] for line in group], before)
        for line, margin in zip(group, margins, strict=True):
            placed = placements_in(line)
            look = _Look(margin, gain_of(line, position), _text(line))
            best[placed] = max(look, best.get(placed, look))
    return best


def _text(line: Line) -> tuple[str, ...]:
    return tuple(str(outcome.part_turn) for outcome in line)


def _themes(puzzle: HousePuzzle, solving: list[Line]) -> tuple[str, ...]:
    """Return the ideas that every way of the solution has."""
    themes = {"points": "exact-points", "double": "double-turn"}
    found = [themes.get(puzzle.goal.kind, f"foreign-{puzzle.goal.feature}")]
    pieces = [{outcome.part_turn.piece for outcome in line} for line in solving]
    found += [f"{piece}-piece" for piece in ("big", "builder") if all(piece in s for s in pieces)]
    if all(sum(len(outcome.scorings) for outcome in line) > 1 for line in solving):
        found.append("several-at-once")
    return tuple(found)
