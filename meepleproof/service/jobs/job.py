"""What a job is: a request for long work, named by its content, and its progress."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from verifier.documents.canonical_json import canonical_bytes
from verifier.documents.strict_json import Document
from verifier.errors import Malformed

Kind: TypeAlias = Literal["verification", "generation"]
State: TypeAlias = Literal["queued", "running", "done", "failed", "cancelled"]

STATES: tuple[State, ...] = ("queued", "running", "done", "failed", "cancelled")
_ID = re.compile(r"j1-[0-9a-f]{64}")


class QueueFull(Exception):
    """So many jobs of a kind are ``waiting`` that only an owner with none of them may add one."""

    def __init__(self, waiting: int) -> None:
        super().__init__(f"{waiting} jobs are waiting already")
        self.waiting = waiting


class OverQuota(Exception):
    """So many jobs of this kind and owner are ``waiting`` that no more are accepted."""

    def __init__(self, waiting: int) -> None:
        super().__init__(f"{waiting} jobs of this owner are waiting already")
        self.waiting = waiting


class Unreachable(ConnectionError):
    """The store of jobs cannot be reached, or cannot be used.

    The call may be repeated: either nothing was changed, or only the answer was lost.
    """


@dataclass(frozen=True, slots=True)
class Job:
    """A request for work and its state.

    ``result`` is set when it is done, and ``problem`` (as in RFC 9457) when it failed. ``attempts``
    is how often the work was begun. ``created`` and ``ended`` are seconds since 1970.
    """

    id: str
    kind: Kind
    request: Document
    state: State
    progress: Document
    result: Document | None
    problem: Document | None
    attempts: int
    created: int
    ended: int | None

    @property
    def has_ended(self) -> bool:
        """Whether its state is final."""
        return self.state in {"done", "failed", "cancelled"}


@dataclass(frozen=True, slots=True)
class JournalEntry:
    """The outcome of one candidate of a generation, and the versions of the code it is from."""

    versions: str
    entry: Document


def job_id(kind: Kind, request: Document) -> str:
    """Return the id of the job with that request: the same request is the same job.

    :raises Malformed: if the request has a text that is half a character.

    >>> job_id("generation", {"goal": "road-5-3c"})[:11]
    'j1-62aba9bb'
    """
    try:
        content = canonical_bytes({"kind": kind, "request": request})
    except UnicodeEncodeError as error:
        half = ascii(error.object[error.start])
        raise Malformed(f"half a surrogate pair: {half}", where="request") from None
    return f"j1-{hashlib.sha256(content).hexdigest()}"


def is_job_id(text: str) -> bool:
    """Return whether a text has the form of a job's id."""
    return _ID.fullmatch(text) is not None


def job_of(row: Mapping[str, Any]) -> Job:
    """Return the job in a row of the store."""
    return Job(
        id=row["id"],
        kind=row["kind"],
        request=json.loads(row["request"]),
        state=row["state"],
        progress=json.loads(row["progress"]),
        result=None if row["result"] is None else json.loads(row["result"]),
        problem=None if row["problem"] is None else json.loads(row["problem"]),
        attempts=row["attempts"],
        created=row["created"] // 1000,
        ended=None if row["ended"] is None else row["ended"] // 1000,
    )


def as_text(document: Document) -> str:
    r"""Return a document as the store keeps it: in ASCII, as PostgreSQL takes no NUL character.

    >>> as_text({"why": "\0"})
    '{"why":"\\u0000"}'
    """
    return json.dumps(document, separators=(",", ":"))
