"""The command that starts a module of this project in a process of its own."""

from __future__ import annotations

import os
import sys

__all__ = ["module_command"]


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
