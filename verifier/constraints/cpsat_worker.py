"""CP-SAT's own process: ``python -m verifier.constraints.cpsat_worker`` answers line by line.

CP-SAT can abort the process it runs in, so it never runs in the caller's.
"""

from __future__ import annotations

from typing import Any

import ortools

from verifier.constraints.cp_model_import import cp_model
from verifier.constraints.worker import serve

_VERSION: str = ortools.__version__  # type: ignore[attr-defined]  # it has no stubs
_NAMES = {
    cp_model.OPTIMAL: "optimal",
    cp_model.FEASIBLE: "feasible",
    cp_model.INFEASIBLE: "infeasible",
    cp_model.MODEL_INVALID: "invalid",
}


class _Collector(cp_model.CpSolverSolutionCallback):
    """Collects the values of the asked literals in every solution, as a text of 0 and 1."""

    def __init__(self, asked: list[Any], most: int) -> None:
        super().__init__()
        self.asked = asked
        self.most = most
        self.found: list[str] = []

    def on_solution_callback(self) -> None:
        self.found.append("".join("1" if self.boolean_value(lit) else "0" for lit in self.asked))
        if len(self.found) >= self.most:
            self.stop_search()


def solve(question: dict[str, Any]) -> dict[str, Any]:
    """Return status, solutions and costs of one program of :mod:`verifier.constraints.builder`."""
    model, literals = _build(question["program"])
    solver = cp_model.CpSolver()
    parameters = solver.parameters
    parameters.num_workers = 1
    parameters.random_seed = question["seed"]
    parameters.max_deterministic_time = question["limit"]
    parameters.enumerate_all_solutions = question["all"]
    if question["hasty"]:
        parameters.max_presolve_iterations = 1
        parameters.cp_model_probing_level = 0
        parameters.symmetry_level = 0
        parameters.linearization_level = 0
    collector = _Collector(literals, question["most"])
    status = solver.solve(model, collector)
    name = _NAMES.get(status, "unknown")
    answer: dict[str, Any] = {
        "status": name,
        "found": collector.found,
        "time": round(solver.response_proto.deterministic_time, 6),
        "version": _VERSION,
    }
    if "aim" in question["program"] and name in ("optimal", "feasible"):
        answer["value"] = round(solver.objective_value)
        answer["bound"] = round(solver.best_objective_bound)
    return answer


def _build(program: dict[str, Any]) -> tuple[cp_model.CpModel, list[Any]]:
    model = cp_model.CpModel()
    variables: dict[int, Any] = {}
    literals: dict[int, Any] = {}
    for number, low, high in program["variables"]:
        if (low, high) == (0, 1):
            variables[number] = literals[number] = model.new_bool_var("")
            literals[-number] = ~literals[number]
        else:
            variables[number] = model.new_int_var(low, high, "")

    def total(terms: list[list[int]]) -> Any:
        return cp_model.LinearExpr.weighted_sum(
            [variables[number] for number, _ in terms], [weight for _, weight in terms]
        )

    for clause in program["clauses"]:
        model.add_bool_or([literals[number] for number in clause])
    for terms, bound, condition in program["linear"]:
        constraint = model.add(total(terms) >= bound)
        if condition != 1:
            constraint.only_enforce_if(literals[condition])
    for number, condition, constant, terms in program["either"]:
        value = total(terms) + constant if terms else constant
        model.add(variables[number] == value).only_enforce_if(literals[condition])
    if "aim" in program:
        model.maximize(total(program["aim"]))
    return model, [literals[number] for number in program["asked"]]


def known_to_abort() -> cp_model.CpModel:
    """Return a model on which CP-SAT 9.15 without presolve ends its process instead of answering.

    It stands for all models with this effect that are not known yet.
    """
    model = cp_model.CpModel()
    a = model.new_int_var_from_domain(cp_model.Domain.from_values([1, 2]), "a")
    b = model.new_int_var_from_domain(cp_model.Domain.from_values([2, 4]), "b")
    model.add_allowed_assignments([b, a], [(2, 2), (4, 1)])
    model.add_allowed_assignments([a, b], [(2, 4)])
    return model


def _canary() -> dict[str, Any]:
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.cp_model_presolve = False
    return {"status": _NAMES.get(solver.solve(known_to_abort()), "unknown")}


def answer(question: Any) -> dict[str, Any]:
    """Return the answer to one question."""
    return _canary() if question == "canary" else solve(question)


if __name__ == "__main__":
    serve(answer)
