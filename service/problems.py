"""Problems as RFC 9457 describes them: every refusal of the service is one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from verifier.errors import Ambiguous, Illegal, KeysDisagree, Malformed, MeepleproofError

__all__ = ["KINDS", "Kind", "Problem", "Violation", "of_error", "of_faults"]

PREFIX = "urn:meepleproof:problem:"
_REFUSED = 422


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of problem: the status it is answered with, and its title."""

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
    "undecided": Kind(503, "The question was left open"),
    "not-ready": Kind(503, "The service is not ready"),
}
"""All kinds of problems of requests, and of jobs that end as requests do, by their names."""


@dataclass(frozen=True, slots=True)
class Violation:
    """One thing that is wrong, and of which part of the request.

    ``pointer`` is a JSON Pointer into the body, empty for the body as a whole, and None where
    it is not in the body; ``parameter`` is that of the address or the query; ``rule`` the id of a
    rule.
    """

    detail: str
    pointer: str | None = None
    parameter: str = ""
    rule: str = ""

    def to_json(self) -> dict[str, str]:
        """Return it as a document; what it does not have is left out."""
        pointed = {} if self.pointer is None else {"pointer": self.pointer}
        told = {"parameter": self.parameter, "rule": self.rule}
        return {
            "detail": self.detail,
            **pointed,
            **{key: value for key, value in told.items() if value},
        }


class Problem(Exception):
    """A request that is not granted: what kind of problem it is, and what is wrong this time.

    ``where`` is a JSON Pointer into the body, or words; ``parameter`` is that of the address or the
    query that is meant; ``rule`` the id of a rule; ``headers`` go with the answer. Several
    ``violations`` are given where there are; else the one that follows from these is told.
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
        """The status it is answered with."""
        return KINDS[self.kind].status

    def to_json(self, path: str = "") -> dict[str, Any]:
        """Return it as a document, as the answer to a request of that path.

        >>> Problem("unknown", "there is no puzzle 'x'").to_json()["type"]
        'urn:meepleproof:problem:unknown'
        """
        told = {
            "type": f"{PREFIX}{self.kind}",
            "title": KINDS[self.kind].title,
            "status": self.status,
            "detail": self.detail,
            "instance": path[:999],
            "rule": self.rule,
            "where": self.where,
            "violations": [violation.to_json() for violation in self.violations],
        }
        return {key: value for key, value in told.items() if value}


def of_faults(faults: Sequence[Malformed]) -> Problem:
    """Return the problem of a body with these faults, of which the first is the most telling.

    >>> told = of_faults([Malformed("it lacks 'goal'"), Malformed("it is 0", where="/count")])
    >>> told.detail, [violation.pointer for violation in told.violations]
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
    """Return the problem that an error tells of that part of the body.

    Without a pointer it is the one that the error has, if it has one.

    >>> told = of_error(Illegal("a road meets a city", where="edge W"), "/puzzle")
    >>> told.status, told.detail, told.where
    (422, 'a road meets a city (at edge W)', '/puzzle')
    >>> told = of_error(Malformed("got 7", where="/claims/0 /turn"))
    >>> told.detail, told.where
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
    told = f"{error.message} (at {inside})" if inside not in ("", place) else error.message
    kind = kinds.get(type(error), "undecided")
    # What is wrong with the body is pointed to, if only as a whole.
    pointed = [Violation(told, place, rule=error.rule)] if KINDS[kind].status == _REFUSED else ()
    return Problem(kind, told, where=place, rule=error.rule, violations=pointed)
