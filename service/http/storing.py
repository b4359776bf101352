"""The store of jobs as routes use it: beside the event loop, and perhaps out of reach."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from starlette.concurrency import run_in_threadpool

from service.http.observing import LOG
from service.jobs.job import Unreachable
from service.problems import Problem

__all__ = ["in_store"]

_SECONDS = "10"

T = TypeVar("T")


async def in_store(do: Callable[[], T]) -> T:
    """Return what is done in the store.

    :raises Problem: if it cannot be reached; why is for the log, as it tells of the house.
    """
    try:
        return await run_in_threadpool(do)
    except Unreachable as error:
        LOG.warning("store", extra={"facts": {"said": str(error)[:500]}})
        told = "the jobs cannot be reached just now; ask again later"
        raise Problem("not-ready", told, headers={"Retry-After": _SECONDS}) from None
