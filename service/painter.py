"""Paints one picture as PNG in a process of its own: its memory returns when it ends.

The SVG comes from standard input, the PNG goes to standard output. Typst keeps tens of megabytes
for each picture, which no call gives back.
"""

from __future__ import annotations

import subprocess
import sys

from rendering.exports.typesetting import png, require_installed
from service.problems import Problem
from verifier.subprocess_command import module_command

__all__ = ["painted"]

_SECONDS = 10.0
"""How long a picture may take; it takes a fifth of a second."""


def painted(svg: str) -> bytes:
    """Return a drawing as PNG.

    :raises NotInstalled: without the extra ``print``.
    :raises Problem: if it cannot be painted, or takes too long.
    """
    require_installed()
    command, environment = module_command("service.painter")
    try:
        ended = subprocess.run(  # noqa: S603 - our own module
            command,
            env=environment,
            input=svg.encode(),
            capture_output=True,
            timeout=_SECONDS,
            check=True,
        )
    except subprocess.SubprocessError:
        detail = "the picture could not be painted; ask again later"
        raise Problem("stopped", detail, headers={"Retry-After": "2"}) from None
    return ended.stdout


if __name__ == "__main__":
    sys.stdout.buffer.write(png(sys.stdin.buffer.read().decode()))
