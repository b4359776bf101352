"""Why a job failed, with the members of a problem of RFC 9457."""

from __future__ import annotations

from typing import Final

from service.jobs.job import Document
from verifier.errors import (
    Ambiguous,
    Illegal,
    KeysDisagree,
    Malformed,
    MeepleproofError,
    Undecided,
)

_KINDS: Final[dict[type[MeepleproofError], tuple[str, str]]] = {
    Malformed: ("malformed", "The request cannot be read"),
    Illegal: ("illegal", "What was sent breaks a rule"),
    Ambiguous: ("ambiguous", "The request can be read in two ways"),
    Undecided: ("undecided", "The question was left open"),
    KeysDisagree: ("keys-disagree", "The two keys disagree, so nothing is claimed"),
}


def problem(name: str, title: str, detail: str) -> Document:
    """Return a problem of the type called ``name``."""
    return {"type": f"urn:meepleproof:problem:{name}", "title": title, "detail": detail}


def of_request(error: MeepleproofError) -> Document:
    """Return the problem that an error tells.

    It has the ``rule``, if there is one, and ``where``: a JSON Pointer into the request.

    >>> told = of_request(Illegal("8 meeples", where="/position", rule="SOLO-OPTION-1"))
    >>> told["type"], told["rule"], told["where"]
    ('urn:meepleproof:problem:illegal', 'SOLO-OPTION-1', '/position')
    """
    name, title = next(told for kind, told in _KINDS.items() if isinstance(error, kind))
    pointer, words = "", error.where
    if words.startswith("/"):  # and what follows is a place in there
        pointer, _, words = words.partition(" ")
    told = problem(name, title, f"{error.message} (at {words})" if words else error.message)
    for key, value in (("rule", error.rule), ("where", pointer)):
        if value:
            told[key] = value
    return told


OUT_OF_MEMORY: Final = problem(
    "out-of-memory",
    "The job needs too much memory",
    "It took more memory than a job may. Ask for less at once.",
)
FAULT: Final = problem(
    "fault",
    "The program has a fault",
    "The work broke off by a fault of the program, not of the request. Please report it.",
)
GIVEN_UP: Final = problem(
    "given-up",
    "The job was given up",
    "It was begun many times and never came to its end, as the service ended each time.",
)


def crashed(times: int, how: str) -> Document:
    """Return the problem of a job over which so many workers died, the last one so."""
    return problem(
        "worker-died",
        "The job was given up",
        f"It was tried {times} times, and each time its worker died ({how} at last).",
    )


def over_time(seconds: float) -> Document:
    """Return the problem of a job that took more time than it may."""
    return problem(
        "over-time",
        "The job took too long",
        f"It was stopped after {seconds:g} seconds. Ask for less at once.",
    )
