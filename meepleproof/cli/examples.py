"""Examples at the end of a command's ``--help``."""

from __future__ import annotations

__all__ = ["examples"]


def examples(*commands: str) -> str:
    r"""Return the last paragraph of a help page: commands to type, one a line.

    >>> print(examples("show road-10 --puzzle 2").replace("\b", "(not to be wrapped)"))
    (not to be wrapped)
    Examples:
      meepleproof show road-10 --puzzle 2
    """
    return "\n".join(["\b", "Examples:", *(f"  meepleproof {command}" for command in commands)])
