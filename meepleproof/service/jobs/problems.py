"""Why a job failed, with the members of a problem of RFC 9457."""

from __future__ import annotations

from typing import Final

from meepleproof.service.problems import KINDS, PREFIX, of_error
from verifier.documents.strict_json import Document
from verifier.errors import MeepleproofError


def problem(name: str, title: str, detail: str) -> Document:
    """Return a problem of the type called ``name``."""
    return {"type": f"{PREFIX}{name}", "title": title, "detail": detail}


def of_request(error: MeepleproofError) -> Document:
    """Return the problem of an error, as if the request had been refused for it.

    It has the ``rule``, if there is one, and ``where``: a JSON Pointer into the request.

    >>> from verifier.errors import Illegal
    >>> error = Illegal("8 meeples", where="/claims/0 /supplies/0", rule="SOLO-OPTION-1")
    >>> document = of_request(error)
    >>> document["detail"], document["rule"], document["where"]
    ('8 meeples (at /supplies/0)', 'SOLO-OPTION-1', '/claims/0')
    """
    document = of_error(error).to_json()
    del document["status"]  # the answer that has the job has a status of its own
    return document


OUT_OF_MEMORY: Final = problem(
    "out-of-memory",
    "The job needs too much memory",
    "It took more memory than a job may. Ask for less at once.",
)
FAULT: Final = problem(
    "fault",
    KINDS["fault"].title,
    "The work broke off by a fault of the program, not of the request. Please report it.",
)
GIVEN_UP: Final = problem(
    "given-up",
    "The job was given up",
    "It was begun many times and never came to its end, as the service ended each time.",
)


def crashed(times: int, how: str) -> Document:
    """Return the problem of a job over which so many workers died; ``how`` the last one did."""
    return problem(
        "worker-died",
        "The job was given up",
        f"It was tried {times} times, and each time its worker died ({how} at last).",
    )


def over_time(seconds: float) -> Document:
    """Return the problem of a job that took too much time."""
    return problem(
        "over-time",
        "The job took too long",
        f"It was stopped after {seconds:g} seconds. Ask for less at once.",
    )
