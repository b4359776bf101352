"""Key two: the model, which answers the questions of a key by constraints."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from dataclasses import replace
from typing import TypeVar

from verifier.carcassonne.model.solo import constant_reading, questions
from verifier.carcassonne.model.solo import outcomes as final_scoring
from verifier.carcassonne.model.solo import outcomes as outcomes_module
from verifier.carcassonne.model.solo.draws import Draw, NoDraw, draw
from verifier.carcassonne.model.solo.open_reading import decided, decisions, open_game
from verifier.carcassonne.model.solo.outcomes import FoldedTurn
from verifier.carcassonne.model.solo.questions import KNOWN_TILES, Answer, Line, Terms
from verifier.carcassonne.model.solo.rules.placing import cells_in_reach, placements
from verifier.carcassonne.model.solo.rules.state import Game, begin, collect
from verifier.carcassonne.solo.goals import Goal
from verifier.carcassonne.solo.key import FinalScoring, Scores, StateAfterTurn
from verifier.carcassonne.solo.notation import turn_text
from verifier.carcassonne.solo.position import Pile, Position
from verifier.carcassonne.solo.rule_set import RuleSet
from verifier.carcassonne.solo.turn import Outcome, Record, Turn
from verifier.carcassonne.table.faults import Violation
from verifier.constraints.builder import TRUE, Builder, Lit
from verifier.constraints.cpsat import EVERY, CpSatSolver, Parameters
from verifier.errors import Undecided

_REMEMBERED = 64
"""How many tables and solved questions the model keeps for repeated questions."""

_OFTEN = 20
"""From so many scores on, compiling the rules is quicker than folding them each time."""

_AT_ONCE = Parameters(hasty=True)
"""A single turn is a small question: simplifying it takes longer than answering it."""

_Question = TypeVar("_Question")
_Answer = TypeVar("_Answer")


class Model:
    """Key two. Its solver's process starts with the first question that needs it."""

    name = "model"

    def __init__(
        self,
        solver: CpSatSolver | None = None,
        *,
        beside: Callable[[Game], frozenset[Turn]] | None = None,
    ) -> None:
        """Use that solver, or one of its own.

        ``beside`` is a second program that lists turns, such as :func:`listing.turns_of`; the model
        gives no answer if it lists other turns than the solver.
        """
        self.solver = CpSatSolver() if solver is None else solver
        self._beside = beside
        self._latest: dict[Position, tuple[Draw | NoDraw, list[list[FoldedTurn]]]] = {}
        self._solved: dict[Hashable, tuple[Mapping[Lit, bool], ...]] = {}

    def close(self) -> None:
        """End the solver's process."""
        self.solver.close()

    def outcomes(
        self, position: Position, order: tuple[str, ...] | None = None
    ) -> frozenset[Outcome]:
        """Return every outcome of the next turn: all placements, claims and scoring orders.

        With ``order`` given, only the turns that score exactly these features, in this order.
        The table must fit together; supplies may be any, even impossible ones.

        :raises Malformed: if the tile to be drawn is not known.
        """
        ((_, outcomes),) = self.outcomes_for_scores(position, [position.scores], order)
        return outcomes

    def outcomes_for_scores(
        self, position: Position, scores: Iterable[Scores], order: tuple[str, ...] | None = None
    ) -> Iterator[tuple[Scores, frozenset[Outcome]]]:
        """Yield the outcomes of the position with each of the given scores in turn.

        The turns are listed once, since no rule depends on scores before step 3.
        """
        if position.over:
            yield from ((points, frozenset()) for points in scores)
            return
        drawn, groups = self._ways(position)
        if isinstance(drawn, NoDraw):
            for points in scores:
                end = replace(position, scores=points)
                yield points, frozenset([_no_tile_left(end, drawn)])
            return
        if order is not None:
            groups = [
                ordered
                for alike in groups
                if (ordered := [way for way in alike if way.turn.order == order])
            ]
        vectors = list(scores)
        often = len(vectors) >= _OFTEN
        settlings = [outcomes_module.settling(alike, often=often) for alike in groups]
        for points in vectors:
            outcomes = (outcome for settle in settlings for outcome in settle(points))
            yield points, outcomes_module.merged(outcomes)

    def violations(self, record: Record) -> tuple[Violation, ...]:
        """Return the rules that a record breaks, see :func:`constant_reading.violations`."""
        return constant_reading.violations(record)

    def course(self, record: Record) -> tuple[StateAfterTurn, ...]:
        """Return the state after each turn of a record, see :func:`constant_reading.course`."""
        return constant_reading.course(record)

    def final_scoring(self, rules: RuleSet) -> FinalScoring:
        """Return the function for final scoring, see :func:`final_scoring.final_scoring`."""
        return final_scoring.final_scoring(rules)

    def reached(self, goal: Goal, outcome: Outcome) -> bool:
        """Return whether the turn meets the goal, see :func:`outcomes.reached`."""
        return outcomes_module.reached(goal, outcome)

    # Questions about several turns

    def decide(
        self,
        position: Position,
        turns: int,
        goal: Goal,
        *,
        terms: Terms = KNOWN_TILES,
        exactly_at: int | None = None,
        excluding: Iterable[Line] = (),
    ) -> Answer:
        """Return a line that reaches the goal, see :func:`questions.decide`."""
        return questions.decide(
            self.solver,
            position,
            turns,
            goal,
            terms=terms,
            exactly_at=exactly_at,
            excluding=excluding,
        )

    def lines(
        self, position: Position, turns: int, *, terms: Terms = KNOWN_TILES
    ) -> tuple[Line, ...]:
        """Return all lines of that many turns, see :func:`questions.lines`."""
        return questions.lines(self.solver, position, turns, terms=terms)

    def count_lines(self, position: Position, turns: int, *, terms: Terms = KNOWN_TILES) -> int:
        """Return how many lines of that many turns there are, see :func:`questions.lines`."""
        return questions.count_lines(self.solver, position, turns, terms=terms)

    def best(self, position: Position, turns: int, *, terms: Terms = KNOWN_TILES) -> Answer:
        """Return the line with the greatest result, see :func:`questions.best_result`."""
        return questions.best_result(self.solver, position, turns, terms=terms)

    def unplaceable_possible(
        self, position: Position, turns: int, *, terms: Terms = KNOWN_TILES
    ) -> Answer:
        """Return whether a known tile can be unplaceable when its turn comes."""
        return questions.unplaceable_possible(self.solver, position, turns, terms=terms)

    # Inside

    def _ways(self, position: Position) -> tuple[Draw | NoDraw, list[list[FoldedTurn]]]:
        """Return what is drawn and all turns with it, in groups that are scored alike.

        The answers for the latest tables are kept.
        """
        # Nothing that is kept may depend on these scores; as they differ, it would show if it did.
        table = replace(position, scores=tuple(reversed(range(len(position.scores)))))
        known = self._latest.get(table)
        if known is None:
            drawn = next_draw(table)
            groups = []
            if isinstance(drawn, Draw):
                collected, turns = collect(table), self._turns(table, drawn)
                ways = (outcomes_module.fold(table, drawn, turn, collected) for turn in turns)
                groups = outcomes_module.scored_alike(ways)
            known = drawn, groups
            _remember(self._latest, table, known)
        return known

    def _turns(self, position: Position, drawn: Draw) -> frozenset[Turn]:
        """Return every turn, each scoring order by itself, on which all programs agree."""
        game = open_game(position, [drawn], refusable=False)
        question = game.builder.question()
        known = self._solved.get(question)  # different tables can lead to the same question
        solutions = self._solutions(game) if known is None else known
        turns = frozenset(_turn(game, holds) for holds in solutions)
        if known is None:
            self._require_the_same_beside(game, turns)
            _remember(self._solved, question, solutions)
        return turns

    def _require_the_same_beside(self, game: Game, turns: frozenset[Turn]) -> None:
        if self._beside is None:
            return
        differing = sorted(map(turn_text, turns ^ self._beside(game)))
        if differing:
            why = f"the model's readings differ on whether {differing[0]} is a legal turn"
            raise Undecided(why, rule="SOLO-TURN-2")

    def _solutions(self, game: Game) -> tuple[Mapping[Lit, bool], ...]:
        reply = self.solver.ask(game.builder, decisions(game), _AT_ONCE, most=EVERY)
        if reply.status not in ("optimal", "infeasible"):
            raise Undecided(f"not all turns were listed: {reply.why}", rule="SOLO-TURN-2")
        return reply.found


def next_draw(position: Position) -> Draw | NoDraw:
    """Return what is drawn next; tiles without a legal placement are laid aside.

    :raises Malformed: if the tile to be drawn is not known.
    """
    game = begin(position, Builder())
    cells = cells_in_reach(game)

    def can_be_placed(tile: str) -> bool:
        # All is constant here, so one legal way shows it.
        return any(legal == TRUE for _, legal in placements(game, tile, cells))

    return draw(position, can_be_placed)


def _turn(game: Game, holds: Mapping[Lit, bool]) -> Turn:
    (turn,) = decided(game, holds)
    return turn


def _remember(memory: dict[_Question, _Answer], question: _Question, answer: _Answer) -> None:
    while len(memory) >= _REMEMBERED:
        del memory[next(iter(memory))]
    memory[question] = answer


def _no_tile_left(position: Position, drawn: NoDraw) -> Outcome:
    """SOLO-END-6: the game ends without another turn."""
    after = replace(
        position,
        piles=drawn.after,
        river=Pile(),
        discards=position.discards + drawn.discards,
        over=True,
    )
    ending = final_scoring.final_scoring(position.rules)
    final, result = ending(position.scores, position.meeples_on_tiles())
    return Outcome(position.to_move, drawn.discards, None, (), after, final, result)
