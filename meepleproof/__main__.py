"""Start the command line: ``meepleproof`` or ``python -m meepleproof``."""

from __future__ import annotations

import io
import os
import signal
import sys
from typing import Any, Never

__all__ = ["main"]

_INTERRUPTED = 130
_ERRORS = 2
"""The file descriptor of stderr."""
_HANG_UP = [signal.SIGHUP] if hasattr(signal, "SIGHUP") else []
"""What a process is told when its terminal is closed, or the connection to it."""


class _Interrupted(KeyboardInterrupt):
    """Ctrl-C. After a plain KeyboardInterrupt Python may end by the signal, although handled."""


def main() -> None:
    """Run the command line on the arguments of this process and exit with its code."""
    # While modules are loaded, and at the very end, there is nothing to be closed.
    _on_interrupt(_end_at_once)
    from meepleproof.cli.completing import complete  # noqa: PLC0415 - as above
    from meepleproof.cli.console import run  # noqa: PLC0415 - as above
    from meepleproof.cli.group import group  # noqa: PLC0415 - takes long enough to be interrupted

    _open_streams()
    try:
        _on_interrupt(_interrupt)
        code = complete(group)
        if code is None:
            code = run(group, sys.argv[1:])
    except KeyboardInterrupt:  # a second one, while the first was being reported
        code = _INTERRUPTED
    _on_interrupt(_end_at_once)
    sys.exit(code)


def _open_streams() -> None:
    # JSON is UTF-8 with plain newlines, whatever the locale or the system prefers.
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(encoding="utf-8", newline="\n")
    if (
        sys.stderr is None
    ):  # closed: messages are not wanted, and must not get into a file that we open
        nowhere = open(os.devnull, "w", encoding="utf-8")  # noqa: PTH123, SIM115 - for good
        if nowhere.fileno() != _ERRORS:
            os.dup2(nowhere.fileno(), _ERRORS)
        os.set_inheritable(_ERRORS, True)  # noqa: FBT003 - as the system has it
        sys.stderr = nowhere


def _on_interrupt(handler: Any) -> None:
    """Set what happens when it is told to end, unless it was started to ignore that."""
    for number in (signal.SIGINT, signal.SIGTERM, *_HANG_UP):
        if signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, handler)


def _interrupt(*_: object) -> Never:
    raise _Interrupted


def _end_at_once(*_: object) -> Never:
    try:
        os.write(_ERRORS, b"Error: interrupted\n")
    finally:
        os._exit(_INTERRUPTED)


if __name__ == "__main__":
    main()
