"""Readings that list: every line of one part-turn or two, by python-constraint or by CP-SAT.

The game is the open one. For python-constraint each cell, drawing, piece and second part is one
variable of several values, and what is required of the same variables is one compiled function.
"""

from __future__ import annotations

from verifier.carcassonne.house.part_turn import PartTurn
from verifier.carcassonne.model.house.questions import choices, decided, decisions
from verifier.carcassonne.model.house.rules.state import Game
from verifier.constraints.clauses import formula
from verifier.constraints.cpsat import EVERY, CpSatSolver, Parameters
from verifier.constraints.csp import CompiledCsp, solutions
from verifier.constraints.sat import SatSolver
from verifier.errors import Undecided

Line = tuple[PartTurn, ...]


def lines_by_backtracking(game: Game) -> frozenset[Line]:
    """Return every line of an open game, by python-constraint."""
    literals = decisions(game)
    cones = CompiledCsp(game.builder, choices(game))
    values = cones.values([game.builder.count([literal]) for literal in literals])
    return frozenset(
        decided(game, {lit: n == 1 for lit, n in zip(literals, values(*found), strict=True)})
        for found in solutions(cones)
    )


def lines_by_cpsat(solver: CpSatSolver, game: Game, parameters: Parameters) -> frozenset[Line]:
    """Return every line of an open game, by CP-SAT.

    :raises Undecided: if the solver did not finish.
    """
    reply = solver.ask(game.builder, decisions(game), parameters, most=EVERY)
    if reply.status not in ("optimal", "infeasible"):
        raise Undecided(f"not all lines were listed: {reply.why}")
    return frozenset(decided(game, holds) for holds in reply.found)


def lines_by_clauses(solver: SatSolver, game: Game, parameters: Parameters) -> frozenset[Line]:
    """Return every line of an open game, by a SAT solver.

    :raises Undecided: if the solver did not finish.
    """
    literals = decisions(game)
    reply = solver.find(formula(game.builder, literals), parameters, most=EVERY)
    if reply.status != "exhausted":
        raise Undecided(f"not all lines were listed: {reply.why}")
    return frozenset(
        decided(game, dict(zip(literals, holds, strict=True))) for holds in reply.found
    )
