"""A builder's requirements as plain data, in the form in which they go to CP-SAT's process.

Variables have the builder's numbers; a literal is a signed variable. Only what the requirements,
the asked literals and the aim depend on is included.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, TypeAlias

from verifier.constraints.builder import (
    FALSE,
    TRUE,
    AllOf,
    AnyPair,
    AtLeast,
    Builder,
    IfThenElse,
    Lit,
    Sum,
)

Program: TypeAlias = dict[str, Any]


def program(builder: Builder, asked: Iterable[Lit], aim: Sum | None = None) -> Program:
    """Return the requirements, the literals asked about each solution, and the sum to maximise."""
    asked = list(asked)
    wire: Program = {"clauses": [], "linear": [], "either": [], "asked": asked}
    _flatten(builder, [requirement.literal for requirement in builder.requirements], wire)
    roots = [abs(literal) for clause in wire["clauses"] for literal in clause]
    roots += [variable for terms, _, _ in wire["linear"] for variable, _ in terms]
    roots += [abs(literal) for literal in asked]
    if aim is not None:
        roots += [variable for variable, _ in aim.terms]
        wire["aim"] = aim.terms
    wire["variables"] = [[variable, *builder.bounds[variable]] for variable in builder.cone(roots)]
    for variable, _, _ in wire["variables"]:
        _define(builder, variable, wire)
    return wire


def _flatten(builder: Builder, required: list[Lit], wire: Program) -> None:
    """State requirements without a variable for each: parts of "all", clauses, comparisons."""
    todo = required[::-1]
    seen: set[Lit] = set()
    while todo:
        literal = todo.pop()
        if literal in seen or literal == TRUE:
            continue
        seen.add(literal)
        definition = builder.definitions.get(abs(literal))
        if literal == FALSE:
            wire["clauses"].append([])
        elif isinstance(definition, AllOf) and literal > 0:
            todo += reversed(definition.parts)
        elif isinstance(definition, AllOf):
            wire["clauses"].append([-part for part in definition.parts])
        elif isinstance(definition, AtLeast):
            terms, bound = definition.terms, definition.bound
            if literal < 0:
                terms, bound = tuple((v, -w) for v, w in terms), 1 - bound
            wire["linear"].append([terms, bound, TRUE])
        else:
            wire["clauses"].append([literal])


def _define(builder: Builder, variable: int, wire: Program) -> None:
    match builder.definitions.get(variable):
        case AllOf(parts):
            wire["clauses"] += [[-variable, part] for part in parts]
            wire["clauses"].append([variable, *(-part for part in parts)])
        case AtLeast(terms, bound):
            wire["linear"].append([terms, bound, variable])
            opposite = tuple((term, -weight) for term, weight in terms)
            wire["linear"].append([opposite, 1 - bound, -variable])
        case AnyPair(pairs):
            for one, other in pairs:
                wire["clauses"].append([variable, -one, -other])
                wire["clauses"].append([-variable, -one, other])
            wire["clauses"].append([-variable, *(one for one, _ in pairs)])
        case IfThenElse(condition, holds, fails):
            wire["either"].append([variable, condition, holds.constant, holds.terms])
            wire["either"].append([variable, -condition, fails.constant, fails.terms])
