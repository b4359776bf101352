"""Start the command line: ``meepleproof`` or ``python -m meepleproof``."""

from __future__ import annotations

import io
import sys

from meepleproof.cli import group
from meepleproof.edges import run

__all__ = ["main"]


def main() -> None:
    """Run the command line on the arguments of this process and exit with its code."""
    # JSON is UTF-8 with plain newlines, whatever the locale or the system prefers.
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(encoding="utf-8", newline="\n")
    sys.exit(run(group, sys.argv[1:]))


if __name__ == "__main__":
    main()
