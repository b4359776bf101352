"""Problems as RFC 9457 describes them: every refusal of the service is one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from verifier.errors import Ambiguous, Illegal, KeysDisagree, Malformed, MeepleproofError

__all__ = ["KINDS", "PREFIX", "Kind", "Problem", "Violation", "of_error", "of_faults"]

PREFIX = "urn:meepleproof:problem:"
_REFUSED = 422


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of problem: the HTTP status of the answer, and its title."""

    status: int
    title: str


KINDS: Mapping[str, Kind] = {
    "not-json": Kind(400, "The body is not JSON as it must be"),
    "parameter": Kind(400, "A parameter cannot be read"),
    "malformed": Kind(422, "The request cannot be read"),
    "illegal": Kind(422, "The request breaks a rule of the game"),
    "ambiguous": Kind(422, "The request can be read in several ways"),
    "token": Kind(401, "A token is needed"),
    "foreign-page": Kind(403, "Pages of other sites may not do that"),
    "unknown": Kind(404, "There is no such thing here"),
    "method": Kind(405, "That cannot be done here"),
    "withdrawn": Kind(410, "The puzzle was withdrawn"),
    "too-large": Kind(413, "The request is too large"),
    "media-type": Kind(415, "The body is not of the kind that is read here"),
    "slow": Kind(408, "The request took too long to arrive"),
    "host": Kind(421, "The service does not go by that name"),
    "too-many": Kind(429, "Too many requests"),
    "quota": Kind(429, "Too many of your jobs are waiting"),
    "fault": Kind(500, "The service failed"),
    "not-installed": Kind(501, "This installation cannot do that"),
    "keys-disagree": Kind(500, "The two keys disagree, so nothing is claimed"),
    "busy": Kind(503, "The service is busy"),
    "queue-full": Kind(503, "Too many jobs are waiting"),
    "stopped": Kind(503, "The answer was stopped"),
    "undecided": Kind(503, "The question was left open"),
    "not-ready": Kind(503, "The service is not ready"),
}
"""All kinds of problems of requests, and of jobs that fail as requests do, by their names."""


@dataclass(frozen=True, slots=True)
class Violation:
    """One thing that is wrong, and the part of the request it is in.

    ``pointer`` is a JSON Pointer into the body, empty for the whole body, and None if it is not in
    the body; ``parameter`` names one of the path or query; ``rule`` is the id of a rule.
    """

    detail: str
    pointer: str | None = None
    parameter: str = ""
    rule: str = ""

    def to_json(self) -> dict[str, str]:
        """Return it as a document, without empty members."""
        pointed = {} if self.pointer is None else {"pointer": self.pointer}
        rest = {"parameter": self.parameter, "rule": self.rule}
        return {
            "detail": self.detail,
            **pointed,
            **{key: value for key, value in rest.items() if value},
        }


class Problem(Exception):
    """A refused request: the kind of problem, and what is wrong in this case.

    ``where`` is a JSON Pointer into the body, or words; ``parameter`` names one of the path or
    query; ``rule`` is the id of a rule; ``headers`` go with the answer. Without ``violations``
    there is one that follows from these.
    """

    def __init__(
        self,
        kind: str,
        detail: str,
        *,
        where: str = "",
        rule: str = "",
        parameter: str = "",
        violations: Sequence[Violation] = (),
        headers: Mapping[str, str] | None = None,
    ) -> None:
        super().__init__(detail)
        self.kind = kind
        self.detail = detail
        self.where = where
        self.rule = rule
        pointer = where if where.startswith("/") else None
        is_pointed = pointer is not None or parameter or rule
        only = (Violation(detail, pointer, parameter, rule),) if is_pointed else ()
        self.violations = tuple(violations) or only
        self.headers = dict(headers or {})

    @property
    def status(self) -> int:
        """The HTTP status of the answer."""
        return KINDS[self.kind].status

    def to_json(self, path: str = "") -> dict[str, Any]:
        """Return it as a document, as the answer to a request of that path.

        >>> Problem("unknown", "there is no puzzle 'x'").to_json()["type"]
        'urn:meepleproof:problem:unknown'
        """
        members = {
            "type": f"{PREFIX}{self.kind}",
            "title": KINDS[self.kind].title,
            "status": self.status,
            "detail": self.detail,
            "instance": path[:999],
            "rule": self.rule,
            "where": self.where,
            "violations": [violation.to_json() for violation in self.violations],
        }
        return {key: value for key, value in members.items() if value}


def of_faults(faults: Sequence[Malformed]) -> Problem:
    """Return the problem of a body with these faults, the most specific first.

    >>> problem = of_faults([Malformed("it lacks 'goal'"), Malformed("it is 0", where="/count")])
    >>> problem.detail, [violation.pointer for violation in problem.violations]
    ("it lacks 'goal' (the first of 2 faults)", ['', '/count'])
    """
    first = faults[0]
    more = f" (the first of {len(faults)} faults)" if len(faults) > 1 else ""
    return Problem(
        "malformed",
        f"{first.message}{more}",
        where=first.where,
        rule=first.rule,
        violations=[Violation(one.message, one.where, rule=one.rule) for one in faults],
    )


def of_error(error: MeepleproofError, pointer: str = "") -> Problem:
    """Return the problem of an error in the part of the body at ``pointer``.

    Without a pointer, it is that of the error, if it has one.

    >>> problem = of_error(Illegal("a road meets a city", where="edge W"), "/puzzle")
    >>> problem.status, problem.detail, problem.where
    (422, 'a road meets a city (at edge W)', '/puzzle')
    >>> problem = of_error(Malformed("got 7", where="/claims/0 /turn"))
    >>> problem.detail, problem.where
    ('got 7 (at /turn)', '/claims/0')
    """
    kinds: dict[type[MeepleproofError], str] = {
        Malformed: "malformed",
        Illegal: "illegal",
        Ambiguous: "ambiguous",
        KeysDisagree: "keys-disagree",
    }
    place, inside = pointer, error.where
    if not pointer and error.where.startswith("/"):
        place, _, inside = error.where.partition(" ")
    detail = f"{error.message} (at {inside})" if inside not in ("", place) else error.message
    kind = kinds.get(type(error), "undecided")
    # A fault of the body always has a pointer, if only to the whole.
    pointed = [Violation(detail, place, rule=error.rule)] if KINDS[kind].status == _REFUSED else ()
    return Problem(kind, detail, where=place, rule=error.rule, violations=pointed)
