"""Questions about several part-turns, put to CP-SAT: what can be scored with these tiles.

The line of an answer can be replayed, see :func:`replayed`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeAlias

from verifier.carcassonne.house.faults import require_valid
from verifier.carcassonne.house.part_turn import Outcome, PartTurn
from verifier.carcassonne.house.position import Position
from verifier.carcassonne.model.answers import (
    LineAnswer,
    chosen,
    combined_answer,
    cpsat_answer,
    holds_in,
    total_time,
)
from verifier.carcassonne.model.house.hand import drawn_by
from verifier.carcassonne.model.house.outcomes import every_outcome
from verifier.carcassonne.model.house.rules.claiming import Misplaced, Puts, allowed
from verifier.carcassonne.model.house.rules.game import goes_on, play
from verifier.carcassonne.model.house.rules.placing import cells_in_reach
from verifier.carcassonne.model.house.rules.state import (
    Drawing,
    Features,
    Game,
    PlacedTile,
    ScorableFeature,
    begin,
)
from verifier.carcassonne.table.cells import Cell
from verifier.carcassonne.tiles.drawing import NAMES, lying
from verifier.constraints.builder import FALSE, TRUE, Builder, Lit, Sum
from verifier.constraints.cpsat import CpSatSolver, Parameters
from verifier.constraints.csp import Choice
from verifier.errors import Illegal, Malformed

Line: TypeAlias = tuple[PartTurn, ...]
Answer: TypeAlias = LineAnswer[PartTurn]


@dataclass(frozen=True, slots=True)
class Points:
    """Which points are asked about: those that are scored in the part-turns of a line.

    ``colour`` is whose; None are those that any owner gets, once for each feature. With
    ``one_feature`` only the feature that brings most counts, else all together.
    """

    colour: int | None = None
    one_feature: bool = False


@dataclass(frozen=True, slots=True)
class Terms:
    """How a question is put; within a window of cells nothing is ever called impossible."""

    window: frozenset[Cell] | None = None
    parameters: Parameters = field(default_factory=Parameters)


ANYWHERE = Terms()


def decide(
    solver: CpSatSolver,
    position: Position,
    turns: int,
    points: Points,
    at_least: int,
    *,
    terms: Terms = ANYWHERE,
) -> Answer:
    """Return a line of at most so many part-turns that scores that much, a shortest one.

    :raises Malformed: for no part-turns at all, or if a tile of the bag is not known.
    :raises Illegal: if the position is not valid.
    """
    answers: list[Answer] = []
    for number in _lengths(position, turns):
        game, scored = _game_in_question(position, number, points, terms)
        b = game.builder
        b.require(b.at_least(scored, at_least), "goal", turn=number)
        answers.append(ask(solver, game, terms))
        if answers[-1].verdict == "found":
            break
    return _unless_tiles_go_aside(solver, position, turns, terms, _together(answers))


def best(
    solver: CpSatSolver,
    position: Position,
    turns: int,
    points: Points,
    *,
    terms: Terms = ANYWHERE,
) -> Answer:
    """Return the line of at most so many part-turns that scores most.

    ``value`` is what it scores and ``bound`` what no line exceeds; the answer is ``found`` once
    they are equal, or where a window or the limit left the bound higher.

    :raises Malformed: for no part-turns at all, or if a tile of the bag is not known.
    :raises Illegal: if the position is not valid.
    """
    answers: list[Answer] = []
    for number in _lengths(position, turns):
        game, scored = _game_in_question(position, number, points, terms)
        answers.append(ask(solver, game, terms, scored))
    found = [answer for answer in answers if answer.value is not None]
    if not found:
        return _unless_tiles_go_aside(solver, position, turns, terms, _together(answers))
    most = max(found, key=lambda answer: answer.value or 0)
    bounds = [answer.bound for answer in answers if answer.verdict != "impossible"]
    known = None not in bounds and terms.window is None
    bound = max(bound for bound in bounds if bound is not None) if known else None
    return replace(most, bound=bound, time=total_time(answers))


def replayed(position: Position, line: Iterable[PartTurn]) -> tuple[Outcome, ...]:
    """Return what the part-turns of a line bring, one after the other.

    :raises Illegal: if one of them is not legal.
    """
    found: list[Outcome] = []
    for part_turn in line:
        outcomes = every_outcome(position) if not position.end else ()
        outcome = next((each for each in outcomes if each.part_turn == part_turn), None)
        if outcome is None:
            raise Illegal(f"{part_turn} is not legal here", where=f"part-turn {len(found) + 1}")
        found.append(outcome)
        position = outcome.after
    return tuple(found)


def points_of(outcomes: Iterable[Outcome], points: Points) -> int:
    """Return how much the part-turns scored, by what they brought."""
    brought = [
        scored.value
        for outcome in outcomes
        for scored in outcome.scorings
        if points.colour is None or points.colour in scored.owners
    ]
    return max(brought, default=0) if points.one_feature else sum(brought)


# Putting them


def ask(solver: CpSatSolver, game: Game, terms: Terms, aim: Sum | None = None) -> Answer:
    """Return a line of an open game on those terms; with an aim, one that makes it greatest."""
    reply = solver.ask(game.builder, decisions(game), terms.parameters, aim=aim)
    line = decided(game, reply.found[-1]) if reply.found else None
    return cpsat_answer(reply, line, terms.parameters, everywhere=terms.window is None)


def _game_in_question(
    position: Position, turns: int, points: Points, terms: Terms
) -> tuple[Game, Sum]:
    """Return the open game, and what its part-turns score."""
    brought: list[Sum] = []

    def note(game: Game) -> None:
        completed = game.turns[-1].finished.values()
        brought.extend(_brought(game.builder, feature, points) for feature in completed)

    game = open_game(position, turns, window=terms.window, after_turn=note)
    b = game.builder
    return game, _greatest(b, brought) if points.one_feature else b.plus(*brought)


def _brought(b: Builder, feature: ScorableFeature, points: Points) -> Sum:
    owns = b.any_of(feature.owners) if points.colour is None else feature.owners[points.colour]
    return b.choose(b.both(feature.complete, owns), feature.value, Sum())


def _greatest(b: Builder, numbers: Sequence[Sum]) -> Sum:
    return b.times(-1, b.least([Sum(), *(b.times(-1, number) for number in numbers)]))


def _lengths(position: Position, turns: int) -> range:
    """Return the numbers of part-turns to ask about: no more than there are tiles."""
    require_valid(position)
    if turns < 1:
        raise Malformed(f"{turns} part-turns: ask about one at least", where="turns")
    if position.end:
        return range(0)
    tiles = len(position.hand) + len(position.river) + len(position.bag)
    if turns > tiles and position.hidden:
        raise Malformed("a tile of the bag is not known", where="/hidden")
    return range(1, min(turns, tiles) + 1)


def _together(answers: Sequence[Answer]) -> Answer:
    if not answers:
        return Answer("impossible", reason="the game has ended")
    return combined_answer(answers)


def _unless_tiles_go_aside(
    solver: CpSatSolver, position: Position, turns: int, terms: Terms, answer: Answer
) -> Answer:
    """Return the answer, or that it is open: lines on which tiles are laid aside are not searched.

    With the default switches, tiles go aside nowhere but on the river (AMB-39, AMB-28).
    """
    laid_aside = position.rules.choose(
        "house.unplayableHand", {"tie": False, "discard_and_continue": True}
    )
    if answer.verdict != "impossible" or not (laid_aside or position.river):
        return answer
    for number in _lengths(position, turns)[:-1]:
        game = open_game(position, number, window=terms.window)
        stuck = -goes_on(game, drawn_by(position, number).seen)
        game.builder.require(stuck, "HOUSE-TURN-11", turn=number)
        if ask(solver, game, terms).verdict != "impossible":
            why = "a hand may have no place on the way, and such games are not searched"
            return replace(answer, verdict="undecided", reason=why)
    return answer


# --- The reading in which every decision is open, for a solver to make


@dataclass(slots=True)
class OpenReading:
    """The reading of a part-turn of which nothing is decided but the tiles there are.

    ``tiles`` may be chosen; ``window`` restricts the cells, None does not.
    """

    tiles: Collection[str]
    window: Collection[Cell] | None = None

    def tile(self, game: Game) -> tuple[dict[Cell, Lit], dict[Drawing, Lit]]:
        """Return every cell in reach and every drawing of every tile."""
        b, turn = game.builder, game.latest
        at = {
            cell: b.decision(f"part-turn {turn} on {cell}")
            for cell in cells_in_reach(game)
            if self.window is None or cell in self.window
        }
        drawings = [(id_, turns) for id_ in self.tiles for turns in lying(id_, 0).rotations]
        # A tile with one drawing needs no decision.
        single = len(drawings) == 1
        return at, {
            drawing: TRUE if single else b.decision(f"part-turn {turn} {drawing}")
            for drawing in drawings
        }

    def puts(
        self, game: Game, tile: PlacedTile, around: Features
    ) -> tuple[Puts, tuple[Misplaced, ...]]:
        """Return every piece that may be put down."""
        b, turn = game.builder, tile.turn
        may = allowed(game, tile, around)
        return [
            (put, b.decision(f"part-turn {turn} {put[0]} on {NAMES[put[1]]}")) for put in may
        ], ()

    def second(self, game: Game, may: Lit) -> Lit:
        """Return the decision to go on with a second part, if there can be one."""
        return FALSE if may == FALSE else game.builder.decision(f"part-turn {game.latest} goes on")


def open_game(
    position: Position,
    turns: int,
    *,
    window: Collection[Cell] | None = None,
    after_turn: Callable[[Game], None] = lambda _: None,
) -> Game:
    """Return the game of exactly so many part-turns from a valid position, all decisions open.

    In it no hand is laid aside, and river tiles come in the order of their stack.
    """
    game = begin(position, Builder())
    for turn in range(turns):
        drawn = drawn_by(position, turn).seen
        play(game, drawn, OpenReading(sorted(drawn), window))
        after_turn(game)
    after = drawn_by(position, turns)
    if turns and game.turns[-1].second != FALSE and not after.short:
        b, why = game.builder, "no tile is left that can be placed"
        literal = b.implies(game.turns[-1].second, goes_on(game, after.ahead))
        b.require(literal, "HOUSE-TURN-8", turn=turns, why=why)
    return game


def decided(game: Game, holds: Mapping[Lit, bool]) -> tuple[PartTurn, ...]:
    """Return the part-turns of a game as a solver decided them.

    ``holds`` states for every literal of :func:`decisions` whether it holds.
    """
    line = []
    for played in game.turns:
        x, y = chosen(played.tile.at, holds)
        id_, rotation = chosen(played.tile.drawing, holds)
        put = next((put for put, literal in played.puts.items() if holds_in(literal, holds)), None)
        piece, feature = (None, "") if put is None else (put[0], NAMES[put[1]])
        second = holds_in(played.second, holds)
        line.append(PartTurn(id_, rotation, x, y, piece, feature, second))
    return tuple(line)


def decisions(game: Game) -> list[Lit]:
    """Return the literals that say what the players did."""
    found: dict[Lit, None] = {}
    for choice in _choices(game):
        found.update(dict.fromkeys(choice))
    return [literal for literal in found if literal not in (TRUE, FALSE)]


def choices(game: Game) -> list[Choice]:
    """Return the decisions of a game by what they decide."""
    found = (
        tuple(literal for literal in choice if literal not in (TRUE, FALSE))
        for choice in _choices(game)
    )
    return [choice for choice in found if choice]


def _choices(game: Game) -> list[Choice]:
    found: list[Choice] = []
    for played in game.turns:
        tile = played.tile
        found += [tuple(tile.at.values()), tuple(tile.drawing.values())]
        found += [tuple(played.puts.values()), (played.second,)]
    return found
