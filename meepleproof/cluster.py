"""The workers of a Dask cluster. Dask is imported only when a cluster is asked for."""

from __future__ import annotations

import errno
from collections.abc import Iterator
from contextlib import contextmanager

import click

from generator.hands import Hands
from verifier.errors import Malformed

__all__ = ["cluster"]

_PATIENCE = 10
"""Seconds in which the scheduler must answer, and then a worker be there."""


@contextmanager
def cluster(address: str) -> Iterator[Hands]:
    """Lend the workers of the cluster whose scheduler has that address.

    Dask itself tries a task again whose worker died; it gives up after several (its setting
    ``distributed.scheduler.allowed-failures``), and so do we then.

    :raises click.UsageError: if Dask is not installed.
    :raises Malformed: if it is no address.
    :raises OSError: if no scheduler answers there, or it has no workers.
    """
    try:
        from distributed import Client  # noqa: PLC0415 - an extra, and heavy
        from distributed.scheduler import KilledWorker  # noqa: PLC0415 - as above
    except ModuleNotFoundError as error:
        raise click.UsageError(
            f"--cluster needs Dask, and there is no {error.name} here; run: "
            "pip install 'meepleproof[cluster]'"
        ) from None
    try:
        client = Client(address, timeout=_PATIENCE)
    except ValueError as error:
        raise Malformed(f"no address of a scheduler: {error}", where="--cluster") from None
    except OSError:
        raise OSError(errno.EHOSTUNREACH, "no Dask scheduler answers there", address) from None
    with client:
        try:
            client.wait_for_workers(1, timeout=_PATIENCE)
        except TimeoutError:
            raise OSError(errno.ENODEV, "the cluster has no workers", address) from None
        executor = client.get_executor(pure=False)
        yield Hands(executor, lambda: sum(client.nthreads().values()), KilledWorker, deaths=1)
