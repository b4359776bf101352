"""Questions about several turns for CP-SAT: whether there is a line, the best one, and all lines.

Questions and answers are the same for SAT solvers, see :mod:`solvers`.

Most questions assume that known tiles are placeable when their turn comes;
:func:`unplaceable_possible` returns whether that can fail. Those whose terms say that tiles may be
laid aside (SOLO-PLACE-4) follow all courses of what is drawn.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import prod
from typing import Literal, TypeAlias

from verifier.carcassonne.model.answers import LineAnswer, combined_answer, cpsat_answer
from verifier.carcassonne.model.demands import broken_requirements
from verifier.carcassonne.model.solo import outcomes as outcomes_module
from verifier.carcassonne.model.solo.constant_reading import RecordReading
from verifier.carcassonne.model.solo.draws import (
    RIVER,
    UNKNOWN,
    Draw,
    courses,
    next_draws,
    not_known,
    schedule,
)
from verifier.carcassonne.model.solo.open_reading import decided, decisions, feature_name, open_game
from verifier.carcassonne.model.solo.outcomes import reached
from verifier.carcassonne.model.solo.rules import ending, goals
from verifier.carcassonne.model.solo.rules.game import play
from verifier.carcassonne.model.solo.rules.placing import placeable
from verifier.carcassonne.model.solo.rules.state import Game, begin
from verifier.carcassonne.solo.faults import require_valid
from verifier.carcassonne.solo.goals import Goal
from verifier.carcassonne.solo.position import Position
from verifier.carcassonne.solo.puzzle import Puzzle
from verifier.carcassonne.solo.turn import NO_CLAIM, Outcome, Turn, as_recorded
from verifier.carcassonne.table.cells import Cell
from verifier.constraints.builder import FALSE, TRUE, Builder, Lit, Sum
from verifier.constraints.cpsat import EVERY, CpSatSolver, Parameters
from verifier.errors import Illegal, Malformed, Undecided

__all__ = ["Wrong", "another_solution", "is_solution", "one_solution", "solution_after"]


Line = tuple[Turn, ...]
Answer: TypeAlias = LineAnswer[Turn]


@dataclass(frozen=True, slots=True)
class Terms:
    """The terms of a question.

    ``tiles``: with False all tiles must be known, with True an unknown one may be any still in the
    box, and with a collection of tiles any of these. With a ``hand`` the unknown tiles are those of
    the hand, in any order. ``window`` restricts the cells for speed; within a window nothing is
    called impossible. With ``aside`` tiles without a place may be laid aside where the next of
    their pile is known.
    """

    tiles: bool | frozenset[str] = False
    hand: tuple[str, ...] = ()
    window: frozenset[Cell] | None = None
    parameters: Parameters = field(default_factory=Parameters)
    aside: bool = False


KNOWN_TILES = Terms()
FREE_TILES = Terms(tiles=True)


def decide(
    solver: CpSatSolver,
    position: Position,
    turns: int,
    goal: Goal,
    *,
    terms: Terms = KNOWN_TILES,
    exactly_at: int | None = None,
    excluding: Iterable[Line] = (),
) -> Answer:
    """Return a line that first reaches the goal within ``turns`` turns, or in turn ``exactly_at``.

    ``excluding`` are solutions that do not count, nor do solutions equal to them: those with the
    same outcomes in all turns but the last, and the same placement in the last.

    :raises Malformed: if an unknown tile may not be any tile, or for no turns.
    """
    excluded = tuple(excluding)
    answers: list[Answer] = []
    for game in games_in_question(position, lengths(turns, exactly_at), terms, goal):
        for line in excluded:
            if len(line) == len(game.turns):
                game.builder.require(-same_solution(game, position, line), "excluded")
        answers.append(ask(solver, game, terms))
        if answers[-1].verdict == "found":
            break
    return combined_answer(answers)


def count_lines(
    solver: CpSatSolver, position: Position, turns: int, *, terms: Terms = KNOWN_TILES
) -> int:
    """Return how many lines of exactly that many turns there are, see :func:`lines`.

    :raises Undecided: if the solver did not finish.
    """
    return len(_all(solver, game_of_lines(position, turns, terms), terms))


def lines(
    solver: CpSatSolver, position: Position, turns: int, *, terms: Terms = KNOWN_TILES
) -> tuple[Line, ...]:
    """Return all lines of exactly that many turns, sorted.

    They differ in cells, drawings, claims or scoring orders, and equivalent orders are not merged.
    A line on which points may be declined (AMB-10) is one line; :func:`listing.plays` lists the
    ways of playing it.

    :raises Undecided: if the solver did not finish.
    """
    all_lines = (
        decided(game, holds)
        for game in games_in_question(position, [turns], terms, refusable=False)
        for holds in _all(solver, game, terms)
    )
    return tuple(sorted(all_lines, key=lambda line: [str(turn) for turn in line]))


def best_result(
    solver: CpSatSolver,
    position: Position,
    turns: int,
    *,
    goal: Goal | None = None,
    terms: Terms = KNOWN_TILES,
) -> Answer:
    """Return the line with the greatest result if the game ended after it (SOLO-RESULT-1).

    It has that many turns, or fewer if the game is over then; with a ``goal``, it ends with the
    turn that first reaches it. ``bound`` equals ``value`` if the solver proved that no such line
    is better.
    """
    answers: list[Answer] = []
    for last in lengths(turns):
        game = game_in_question(position, last, terms, goal)
        if last < turns:
            game.builder.require(game.over, "SOLO-END-1", why="shorter lines are games that ended")
        if not _folded(game):
            answers.append(ask(solver, game, terms, aim=ending.result(game)))
    return _greatest(answers)


def best_by_model(
    solver: CpSatSolver,
    position: Position,
    turns: int,
    *,
    terms: Terms = KNOWN_TILES,
    going_on: bool = False,
) -> Answer:
    """Return the line of exactly that many turns with the greatest lowest score at its end.

    Scores are those before final scoring. ``bound`` equals ``value`` if the solver proved that no
    line is better, within the window if there is one. With ``going_on`` every colour has a meeple
    left, and the game is not over.
    """
    game = game_in_question(position, lengths(turns)[-1], terms)
    if going_on:
        require_going_on(game)
    return ask(solver, game, terms, aim=game.builder.least(game.scores))


def line_such_that(
    solver: CpSatSolver,
    position: Position,
    turns: int,
    require: Callable[[Game], None],
    *,
    terms: Terms = KNOWN_TILES,
) -> Answer:
    """Return a line of exactly that many turns; ``require`` adds requirements on its end."""
    answers: list[Answer] = []
    for game in games_in_question(position, lengths(turns)[-1:], terms):
        require(game)
        answers.append(ask(solver, game, terms))
        if answers[-1].verdict == "found":
            break
    return combined_answer(answers)


def unplaceable_possible(
    solver: CpSatSolver, position: Position, turns: int, *, terms: Terms = KNOWN_TILES
) -> Answer:
    """Return a line after which the next known tile has no legal placement, if there is one.

    This is about every tile drawn within that many turns. ``impossible`` means that each can always
    be placed when its turn comes, in every game that goes on until then. Where tiles may be laid
    aside for known ones, it is about the last of these.
    """
    answer = Answer("impossible", seed=terms.parameters.seed, limit=terms.parameters.limit)
    for before in range(turns):
        for course in _courses(position, before, terms):
            after = course[-1].following(position) if course else position
            possible = list(next_draws(after))
            for drawn in possible[-1:] if terms.aside else possible[:1]:
                _require_known(drawn, KNOWN_TILES)
                game = _game_of(position, course, terms)
                b = game.builder
                b.require(-game.over, "SOLO-END-1", turn=before + 1)
                for tile in (*drawn.discards, drawn.tile):
                    b.require(-placeable(game, tile), "SOLO-PLACE-4", turn=before + 1)
                answer = ask(solver, game, terms)
                if answer.verdict != "impossible":
                    return answer
    return answer


def outcomes_of(position: Position, line: Line) -> tuple[Outcome, ...]:
    """Return the outcomes of the turns of a line.

    :raises Illegal: if a turn breaks a rule.
    """
    outcomes: list[Outcome] = []
    for turn in line:
        drawn = _drawn_in(begin(position, Builder()), position)
        outcome = next(
            outcomes_module.settling([outcomes_module.fold(position, drawn, turn)])(position.scores)
        )
        outcomes.append(outcome)
        position = outcome.after
    return tuple(outcomes)


def reaches(position: Position, line: Line, goal: Goal) -> bool:
    """Return whether the line first reaches the goal in its last turn.

    :raises Illegal: if a turn breaks a rule.
    """
    game = begin(position, Builder())
    met: list[Lit] = []
    for turn in line:
        drawn = _drawn_in(game, position)
        play(game, drawn, RecordReading(as_recorded(turn, drawn.colour)))
        met.append(goals.met(game, goal))
        position = drawn.following(position)
    for violation in broken_requirements(game.builder.requirements):
        raise Illegal(violation.why, where=violation.where, rule=violation.rule)
    return met == [FALSE] * (len(line) - 1) + [TRUE]


def finishes(
    solver: CpSatSolver, position: Position, line: Line, goal: Goal, *, terms: Terms = KNOWN_TILES
) -> bool:
    """Return whether the line first reaches the goal in its last turn, with any claim and order.

    False also if an earlier turn breaks a rule or reaches the goal.

    :raises Undecided: if the solver did not finish.
    """
    *earlier, last = line
    try:
        outcomes = outcomes_of(position, tuple(earlier))
    except Illegal:
        return False
    if any(outcomes_module.reached(goal, outcome) for outcome in outcomes):
        return False
    before = outcomes[-1].after if outcomes else position
    if before.over:
        return False

    def placed_so(game: Game) -> None:
        tile = game.turns[0].tile
        drawn = tile.drawing.get((last.tile, last.rotation), FALSE)
        here = game.builder.both(tile.at.get(last.cell, FALSE), drawn)
        game.builder.require(here, "the placement asked about")
        game.builder.require(goals.met(game, goal), "goal")

    answer = line_such_that(solver, before, 1, placed_so, terms=replace(terms, aside=True))
    if answer.verdict == "undecided":
        raise Undecided("whether the last turn can reach the goal was not decided")
    return answer.verdict == "found"


def folds_to_false(
    position: Position, turns: int, goal: Goal, *, terms: Terms = KNOWN_TILES
) -> bool:
    """Return whether folding alone shows that no line first reaches the goal in that turn."""
    return _folded(game_in_question(position, turns, terms, goal))


# Putting them


def _folded(game: Game) -> bool:
    return any(need.literal == FALSE for need in game.builder.requirements)


def game_in_question(
    position: Position,
    turns: int,
    terms: Terms,
    goal: Goal | None = None,
    *,
    refusable: bool = True,
) -> Game:
    """Return the open game of that many turns, in which the last and no other reaches the goal.

    With ``refusable`` points can be declined if AMB-10 allows it.

    :raises Malformed: if an unknown tile may not be any tile.
    """
    draws = tuple(schedule(position, turns))
    game = _game_of(position, draws, terms, goal, refusable=refusable)
    if len(draws) < turns:
        why = "no tile is left for this turn"
        game.builder.require(FALSE, "SOLO-END-4", turn=len(draws) + 1, why=why)
    return game


def games_in_question(
    position: Position,
    turns: Iterable[int],
    terms: Terms,
    goal: Goal | None = None,
    *,
    refusable: bool = True,
) -> Iterator[Game]:
    """Yield the open games of so many turns, one for each course of what is drawn in them.

    :raises Malformed: if an unknown tile may not be any tile.
    """
    for number in turns:
        found = list(courses(position, number)) if terms.aside else []
        for course in found:
            yield _game_of(position, course, terms, goal, refusable=refusable)
        if not found:
            yield game_in_question(position, number, terms, goal, refusable=refusable)


def _game_of(
    position: Position,
    draws: Sequence[Draw],
    terms: Terms,
    goal: Goal | None = None,
    *,
    refusable: bool = True,
) -> Game:
    """Return the open game of these draws, in which the last turn and no other reaches the goal.

    What is laid aside has no place then (SOLO-PLACE-4).
    """
    require_valid(position)
    for drawn in draws:
        _require_known(drawn, terms)
    kinds = None if isinstance(terms.tiles, bool) else terms.tiles
    reached: list[Lit] = []

    def note(game: Game) -> None:
        if goal is not None:
            reached.append(goals.met(game, goal))

    game = open_game(
        position,
        draws,
        kinds=kinds,
        hand=terms.hand,
        window=terms.window,
        refusable=refusable,
        after_turn=note,
    )
    for turn, met in enumerate(reached, start=1):
        wanted = met if turn == len(draws) else -met
        game.builder.require(wanted, "goal", turn=turn)
    return game


def game_of_lines(position: Position, turns: int, terms: Terms) -> Game:
    """Return the open game whose solutions are the lines of that many turns.

    No points are declined in it: turns do not state that, and since no rule about legal turns
    depends on scores, no line is left out.
    """
    return game_in_question(position, turns, terms, refusable=False)


def lengths(turns: int, exactly_at: int | None = None) -> range:
    """Return the numbers of turns to ask about.

    :raises Malformed: if there are none.
    """
    if exactly_at is not None:
        return lengths(exactly_at)[-1:]
    if turns < 1:
        raise Malformed(f"{turns} turns: ask about one at least")
    return range(1, turns + 1)


def require_going_on(game: Game, but: int | None = None) -> None:
    """Require that the game is not over, and that every colour but one has a meeple left."""
    b = game.builder
    b.require(-game.over, "SOLO-END-1", turn=len(game.turns))
    for colour in range(game.rules.colours):
        if colour != but:
            b.require(game.in_hand(colour), "SOLO-SETUP-3", turn=len(game.turns))


def ask(solver: CpSatSolver, game: Game, terms: Terms, aim: Sum | None = None) -> Answer:
    """Return a line of an open game; with an ``aim``, one that maximises it."""
    reply = solver.ask(game.builder, decisions(game), terms.parameters, aim=aim)
    line = decided(game, reply.found[-1]) if reply.found else None
    return cpsat_answer(reply, line, terms.parameters, everywhere=terms.window is None)


def same_solution(game: Game, position: Position, line: Line) -> Lit:
    """Return whether a game of these turns is this line, under the equalities of a solution."""
    b = game.builder
    outcomes = outcomes_of(position, line)
    same = [_same_placement(game, turn, outcome) for turn, outcome in enumerate(outcomes)]
    for turn, outcome in enumerate(outcomes[:-1]):
        played = game.turns[turn]
        same.append(_same_claim(game, turn, outcome.turn))
        pairs = zip(played.scores, outcome.after.scores, strict=True)
        same += [b.equals(score, points) for score, points in pairs]
        paid = {scoring.feature for scoring in outcome.scorings if scoring.colours}
        for key, brought in played.scored.brought.items():
            same.append(brought if feature_name(key, line, turn) in paid else -brought)
    return b.all_of(same)


# Inside


def _courses(position: Position, turns: int, terms: Terms) -> Iterable[tuple[Draw, ...]]:
    """Return the courses of exactly so many turns that the terms let a question follow."""
    if terms.aside:
        return courses(position, turns)
    plain = tuple(schedule(position, turns))
    return [plain] if len(plain) == turns else []


def _drawn_in(game: Game, position: Position) -> Draw:
    """Return the next draw of a game whose turns are decided.

    ``position`` has the piles and the colour to move. Where one draw alone is possible, its tile is
    assumed to be placeable.

    :raises Illegal: if no tile is left.
    """
    possible = list(next_draws(position))
    if len(possible) == 1:
        return possible[0]
    for drawn in possible:  # in their order, so all that it lays aside have no place
        if placeable(game, drawn.tile) == TRUE:
            return drawn
    raise Illegal("no tile is left that can be placed", rule="SOLO-END-6")


def _all(solver: CpSatSolver, game: Game, terms: Terms) -> Sequence[Mapping[Lit, bool]]:
    reply = solver.ask(game.builder, decisions(game), terms.parameters, most=EVERY)
    if reply.status not in ("optimal", "infeasible"):
        raise Undecided(f"not all lines were listed: {reply.why}")
    return reply.found


def _require_known(drawn: Draw, terms: Terms) -> None:
    if drawn.tile == UNKNOWN and terms.tiles is False and not terms.hand:
        if drawn.pile == RIVER:
            not_known(RIVER)
        raise Malformed(
            f"the next tile of colour {drawn.colour + 1} is not known", where=f"/piles/{drawn.pile}"
        )


def _greatest(answers: Sequence[Answer]) -> Answer:
    found = [answer for answer in answers if answer.value is not None]
    undecided = [answer for answer in answers if answer.verdict == "undecided"]
    if undecided or not found:
        return (undecided or [*answers, Answer("impossible")])[0]
    greatest = max(found, key=lambda answer: answer.value or 0)
    return replace(greatest, bound=max(answer.bound or 0 for answer in found))


def _same_placement(game: Game, turn: int, outcome: Outcome) -> Lit:
    tile, stated = game.turns[turn].tile, outcome.turn
    if stated is None:
        return FALSE
    here = tile.at.get(stated.cell, FALSE)
    return game.builder.both(here, tile.drawing.get((stated.tile, stated.rotation), FALSE))


def _same_claim(game: Game, number: int, turn: Turn | None) -> Lit:
    claim = (NO_CLAIM, False) if turn is None else (turn.claim, turn.large)
    return _claimed(game, number, claim)


# --- Lines counted as solutions under contract 2, see :mod:`verifier.carcassonne.solo.puzzle`


Wrong = Literal["placement", "claim", "order"]
"""What is wrong with a turn: where the tile lies, what it claims there, or what is scored first."""

_Claims = tuple[tuple[str, bool], ...]
"""By turn the name of what is claimed, and whether with the large meeple."""


def one_solution(ways: Sequence[Sequence[Turn]]) -> bool:
    """Return whether these lines, which all reach the goal, are one solution.

    >>> from verifier.carcassonne.solo.notation import parse_line
    >>> one_solution([parse_line("U0.1.0.E~V0.2.0.-"), parse_line("U0.1.0.-~V0.2.0.S")])
    True
    >>> one_solution([parse_line("U0.1.0.E~V0.2.0.-"), parse_line("U0.1.0.-~V0.3.0.S")])
    False
    """
    if len({_placements(way) for way in ways}) != 1:
        return False
    left = {_claims(way) for way in ways}
    reached = [left.pop()]
    while reached:
        claims = reached.pop()
        beside = {other for other in left if _differ(claims, other) == 1}
        left -= beside
        reached += beside
    return not left


def another_solution(
    solver: CpSatSolver, puzzle: Puzzle, ways: Sequence[Sequence[Turn]], terms: Terms
) -> Answer:
    """Return a line that reaches the goal and is not the solution that these lines are.

    Known tiles are assumed to be placeable, as in
    :mod:`~verifier.carcassonne.model.solo.questions`.

    :raises Malformed: if the lines are not one solution.
    """

    def not_that_one(game: Game, turns: int) -> None:
        if turns == len(ways[0]):
            game.builder.require(-is_solution(game, ways), "excluded")

    return _line_such_that(solver, puzzle, not_that_one, terms)


def solution_after(
    solver: CpSatSolver, puzzle: Puzzle, turns: Sequence[Turn], wrong: Wrong, terms: Terms
) -> Answer:
    """Return a line to the goal that goes on after these turns, the last of them being ``wrong``.

    If its placement is what is wrong, the line may claim and score otherwise there; if its claim
    is, it may score otherwise.

    :raises Illegal: if a turn breaks a rule.
    """
    if wrong == "order":
        return _after_order(solver, puzzle, tuple(turns), terms)
    *right, last = turns
    before = outcomes_of(puzzle.position, tuple(right))
    position = before[-1].after if before else puzzle.position

    def begins_so(game: Game, _: int) -> None:
        b = game.builder
        b.require(_placed(game, 0, last), "the placement asked about")
        if wrong == "claim":
            claimed = _claimed(game, 0, (last.claim, last.large))
            b.require(claimed, "the claim asked about")

    return _line_such_that(solver, replace(puzzle, position=position), begins_so, terms)


def _after_order(
    solver: CpSatSolver, puzzle: Puzzle, turns: tuple[Turn, ...], terms: Terms
) -> Answer:
    """Return a line to the goal that goes on after these turns as they stand, orders and all."""
    after = outcomes_of(puzzle.position, turns)[-1]
    if reached(puzzle.goal, after):
        return Answer("found", line=turns)
    following = replace(puzzle, position=after.after)
    if after.after.over or not following.tiles:
        return Answer("impossible")
    return _line_such_that(solver, following, lambda *_: None, terms)


def _line_such_that(
    solver: CpSatSolver, puzzle: Puzzle, require: Callable[[Game, int], None], terms: Terms
) -> Answer:
    """Return a line to the goal; ``require`` adds requirements on a game of so many turns."""
    answers: list[Answer] = []
    for game in games_in_question(puzzle.position, lengths(puzzle.tiles), terms, puzzle.goal):
        require(game, len(game.turns))
        answers.append(ask(solver, game, terms))
        if answers[-1].verdict == "found":
            break
    return combined_answer(answers)


def is_solution(game: Game, ways: Sequence[Sequence[Turn]]) -> Lit:
    """Return whether an open game places tiles and claims as one of these lines does.

    Of the last turn the placement alone counts, and scoring orders count nowhere.

    :raises Malformed: if the lines are not one solution.
    """
    if not one_solution(ways):
        raise Malformed("these lines are not one solution")
    b, line = game.builder, ways[0]
    placed = b.all_of(_placed(game, number, turn) for number, turn in enumerate(line))
    vectors = sorted({_claims(way) for way in ways})
    free = [sorted(set(each)) for each in zip(*vectors, strict=True)]
    if prod(map(len, free)) == len(vectors):  # any of them with any other
        each_turn = (
            b.any_of(_claimed(game, number, claim) for claim in claims)
            for number, claims in enumerate(free)
        )
        return b.both(placed, b.all_of(each_turn))
    together = b.any_of(
        b.all_of(_claimed(game, number, claim) for number, claim in enumerate(claims))
        for claims in vectors
    )
    return b.both(placed, together)


def _placements(line: Sequence[Turn]) -> tuple[tuple[object, ...], ...]:
    return tuple((turn.tile, turn.rotation, turn.cell) for turn in line)


def _claims(line: Sequence[Turn]) -> _Claims:
    return tuple((turn.claim, turn.large) for turn in line[:-1])


def _differ(one: _Claims, other: _Claims) -> int:
    return sum(a != b for a, b in zip(one, other, strict=True))


def _placed(game: Game, number: int, turn: Turn) -> Lit:
    tile = game.turns[number].tile
    drawn = tile.drawing.get((turn.tile, turn.rotation), FALSE)
    return game.builder.both(tile.at.get(turn.cell, FALSE), drawn)


def _claimed(game: Game, number: int, claim: tuple[str, bool]) -> Lit:
    b, (name, with_large), claimed = game.builder, claim, game.turns[number].claim
    if name == NO_CLAIM:
        return -b.any_of(claimed.names.values())
    size = claimed.large if with_large else -claimed.large
    return b.both(claimed.names.get(name, FALSE), size)
