"""The store of jobs for routes: used in a thread, and perhaps not reachable."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from starlette.concurrency import run_in_threadpool

from meepleproof.service.http.observing import LOG
from meepleproof.service.jobs.job import Unreachable
from meepleproof.service.problems import Problem

__all__ = ["ask_store"]

_SECONDS = "10"

T = TypeVar("T")


async def ask_store(function: Callable[[], T]) -> T:
    """Return what a function of the store returns.

    :raises Problem: if the store cannot be reached; the reason is only logged, as it is internal.
    """
    try:
        return await run_in_threadpool(function)
    except Unreachable as error:
        LOG.warning("store", extra={"facts": {"said": str(error)[:500]}})
        detail = "the jobs cannot be reached just now; ask again later"
        raise Problem("not-ready", detail, headers={"Retry-After": _SECONDS}) from None
