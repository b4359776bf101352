"""Processes of this project: the command that starts one, and the processor time they take."""

from __future__ import annotations

import contextlib
import os
import sys

__all__ = ["cpu_seconds", "limit_memory", "module_command"]


def cpu_seconds() -> float:
    """Return the processor time used so far in seconds, with that of ended child processes."""
    times = os.times()
    return times.user + times.system + times.children_user + times.children_system


def limit_memory(most: int) -> None:
    """Have the system refuse this process more bytes than that, or than it may have already.

    Some systems know no such limit; there is none then.
    """
    import resource  # noqa: PLC0415 - not on every system that this module is imported on

    _, already = resource.getrlimit(resource.RLIMIT_AS)
    least = most if already == resource.RLIM_INFINITY else min(most, already)
    with contextlib.suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_AS, (least, least))


def module_command(module: str, *arguments: str) -> tuple[list[str], dict[str, str]]:
    """Return the command that runs a module of this project, and the environment for it.

    Modules are found where this process found them. Python's ``-m`` alone would search the current
    folder first, where another module may have the same name.

    >>> command, environment = module_command("verifier.constraints.cpsat_worker", "1000")
    >>> command[1:]
    ['-P', '-m', 'verifier.constraints.cpsat_worker', '1000']
    >>> all(map(os.path.isabs, environment["PYTHONPATH"].split(os.pathsep)))
    True
    """
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(map(os.path.abspath, sys.path))}
    return [sys.executable, "-P", "-m", module, *arguments], environment
