"""The workers of a Dask cluster. Dask is imported only when a cluster is asked for."""

from __future__ import annotations

import errno
import logging
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

import click

from generator.workers import Workers, close_solvers, versions
from verifier.errors import Malformed, Undecided

__all__ = ["cluster"]

_PATIENCE = 5
"""Seconds to wait for the scheduler's answer, and then for a first worker."""


@contextmanager
def cluster(address: str) -> Iterator[Workers]:
    """Yield the workers of the cluster whose scheduler has that address.

    When a worker dies, Dask itself tries the task again, and gives up after several deaths (its
    setting ``distributed.scheduler.allowed-failures``). Then we do not try it again.

    :raises click.UsageError: if Dask is not installed.
    :raises Malformed: if it is not an address.
    :raises OSError: if no scheduler answers there, or it has no workers.
    :raises Undecided: if other versions of meepleproof or the solver are installed there.
    """
    try:
        from distributed import Client  # noqa: PLC0415 - an extra, and heavy
        from distributed.comm import get_address_host  # noqa: PLC0415 - as above
        from distributed.scheduler import KilledWorker  # noqa: PLC0415 - as above
    except ModuleNotFoundError as error:
        raise click.UsageError(
            f"--cluster needs Dask, and there is no {error.name} here; run: "
            "pip install 'meepleproof[cluster]'"
        ) from None
    for logger in ("distributed", "distributed.client"):
        logging.getLogger(logger).setLevel(logging.CRITICAL)  # our own messages follow below
    try:
        get_address_host(address)  # a client that refuses it leaves a thread behind
        client = Client(address, timeout=_PATIENCE)
    except ValueError as error:
        raise Malformed(f"not the address of a scheduler: {error}", where="--cluster") from None
    except OSError:
        raise OSError(errno.EHOSTUNREACH, "no Dask scheduler answers there", address) from None
    with client:
        try:
            client.wait_for_workers(1, timeout=_PATIENCE)
        except TimeoutError:
            raise OSError(errno.ENODEV, "the cluster has no workers", address) from None
        _require_our_versions(client)
        executor = client.get_executor(pure=False)
        yield Workers(executor, lambda: _threads(client), KilledWorker, most_deaths=1)
        with suppress(OSError):  # if it cannot be reached any more
            client.run(close_solvers)


def _require_our_versions(client: Any) -> None:
    for worker, found in client.run(versions, on_error="return").items():
        if found != versions():
            raise Undecided(
                f"the worker {worker} must have meepleproof {versions()}, as here, so that "
                f"it makes the same puzzles; it reports {found}",
                where="--cluster",
            )


def _threads(client: Any) -> int:
    """Return how many threads the cluster's workers have; there may be none at the moment."""
    try:
        return sum(client.nthreads().values())
    except OSError:
        raise Undecided("the cluster cannot be reached any more") from None
