"""What questions to the model cost: each asked once, since seeds and limits fix the work.

To add a row, write what is asked as a function of the solvers and their parameters, and list it in
``QUESTIONS`` with the seconds to reach.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from statistics import median

from generator.chance import Chance
from tests.bench.positions import after_turns
from verifier.carcassonne.model.solo.questions import Answer, Terms
from verifier.carcassonne.model.solo.reach import reach_by_model
from verifier.carcassonne.model.solo.smallest import smallest_by_model
from verifier.carcassonne.model.solo.solvers import Solvers
from verifier.carcassonne.model.solo.synthesis import cells_near, game_to_total, synthesise
from verifier.carcassonne.solo.goals import checklist
from verifier.carcassonne.solo.position import Position, setup
from verifier.carcassonne.solo.rule_set import SOLO
from verifier.constraints.cpsat import Parameters
from verifier.processes import cpu_seconds

Ask = Callable[[Solvers, Parameters], Iterable[Answer]]
"""Asks with solvers of its own, whose start counts, too; the last answer tells."""

QUICK = Parameters(limit=0.0)
"""Enough to see that a question is put and an answer comes, if only that nothing was decided."""

TILES, GAMES = 10, 12
"""Tiles on the tables to which proof games lead, and how many such tables."""


@dataclass(frozen=True, slots=True)
class Question:
    """A row of the table: what is asked, and the seconds to reach."""

    name: str
    target: str
    ask: Ask


@dataclass(frozen=True, slots=True)
class Asked:
    """What an answer cost: processor seconds, those of the solvers' processes included.

    ``reading`` names the readings of the rules that were asked, and how often.
    """

    name: str
    target: str
    verdict: str
    reading: str
    seconds: float


@dataclass(frozen=True, slots=True)
class Arrivals:
    """What proof games cost, or finding out that there is none: by table, in seconds."""

    name: str
    target: str
    tables: int
    reading: str
    median: float
    most: float


def first_reaching(goal: str, turns: int) -> Ask:
    """Ask for a game that first reaches the goal in that turn, with any tiles on any cells."""

    def ask(solvers: Solvers, parameters: Parameters) -> list[Answer]:
        terms = Terms(tiles=True, parameters=parameters)
        return [solvers.decide(setup(), turns, checklist()[goal], terms)]

    return ask


def made(goal: str, turns: int) -> Ask:
    """Ask for a game that first reaches the goal in that turn, made near the start by a seed."""

    def ask(solvers: Solvers, parameters: Parameters) -> list[Answer]:
        terms = Terms(tiles=True, window=cells_near(setup(), 2), parameters=parameters)
        return [synthesise(solvers, setup(), turns, checklist()[goal], seed=1, terms=terms).answer]

    return ask


def shortest(goal: str) -> Ask:
    """Ask for the shortest game to the goal, and whether there is no shorter one."""

    def ask(solvers: Solvers, parameters: Parameters) -> Iterable[Answer]:
        return smallest_by_model(solvers, checklist()[goal], SOLO, parameters).answers

    return ask


def in_stages(goal: str) -> Ask:
    """Ask for a game to a total, made in stages."""

    def ask(solvers: Solvers, parameters: Parameters) -> list[Answer]:
        return [game_to_total(solvers.cpsat, setup(), checklist()[goal], parameters)]

    return ask


QUESTIONS = (
    Question("road-5-3c in turn 4", "0.3", first_reaching("road-5-3c", 4)),
    Question("road-5-3c in turn 5, made by seed 1", "1", made("road-5-3c", 5)),
    Question("road-5-3c, the shortest", "1", shortest("road-5-3c")),
    Question("city-8-10-3c, the shortest", "1", shortest("city-8-10-3c")),
    Question("city-16-3c, the shortest", "1", shortest("city-16-3c")),
    Question("road-10-3c, the shortest", "5", shortest("road-10-3c")),
    Question("monasteries-3, the shortest", "30", shortest("monasteries-3")),
    Question("monasteries-4, the shortest", "30", shortest("monasteries-4")),
    Question("total-60 in stages", "30", in_stages("total-60")),
)


def answered(quick: bool, tell: Callable[[str], None]) -> Iterator[Asked]:
    """Yield a row for each question."""
    parameters = QUICK if quick else Parameters()
    for question in QUESTIONS:
        tell(f"the model: {question.name}")
        began = cpu_seconds()
        with Solvers() as solvers:
            answers = list(question.ask(solvers, parameters))
        seconds = cpu_seconds() - began
        verdict, reading = answers[-1].verdict, readings(answers)
        yield Asked(question.name, question.target, verdict, reading, seconds)


def arrived(quick: bool, tell: Callable[[str], None]) -> Iterator[Arrivals]:
    """Yield a row for the tables of games, and one for tables like these but for a point."""
    games, tiles = (1, 4) if quick else (GAMES, TILES)
    tables = [table(game, tiles) for game in range(games)]
    positions = [*tables, *map(a_point_more, tables)]
    answers: list[Answer] = []
    seconds: list[float] = []
    for number, position in enumerate(positions, start=1):
        tell(f"the model: proof game {number} of {len(positions)}")
        began = cpu_seconds()
        with Solvers() as solvers:
            start = next(placed for placed in position.placements if placed.cell == (0, 0))
            answers.append(reach_by_model(solvers.cpsat, position, start, Parameters()))
        seconds.append(cpu_seconds() - began)
    for name, verdict in (("found", "found"), ("refuted", "impossible")):
        costs = [
            cost for cost, answer in zip(seconds, answers, strict=True) if answer.verdict == verdict
        ]
        found = [answer for answer in answers if answer.verdict == verdict]
        spread = (median(costs), max(costs)) if costs else (0.0, 0.0)
        yield Arrivals(
            f"proof game, {TILES} tiles: {name}", "2", len(costs), readings(found), *spread
        )


def table(game: int, tiles: int) -> Position:
    """Return the table of a random game."""
    return after_turns(tiles - 1, Chance("proof game", game))


def a_point_more(position: Position) -> Position:
    """Return the table with the markers as no game, or another one, leaves them."""
    first, *others = position.scores
    return replace(position, scores=(first + 1, *others))


def readings(answers: Iterable[Answer]) -> str:
    """Return in which reading the rules were put to solvers, in the order of asking."""
    solvers = ("CP-SAT" if "CP-SAT" in answer.solver else "clauses" for answer in answers)
    return ", ".join(dict.fromkeys(solvers))
