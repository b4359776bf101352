"""Paints one picture as PNG in a process of its own: its memory returns when it ends.

The SVG comes from standard input, the PNG goes to standard output. Typst keeps tens of megabytes
for each picture, which no call gives back.
"""

from __future__ import annotations

import re
import subprocess
import sys

from meepleproof.rendering.exports.printing import png, require_installed
from meepleproof.service.problems import Problem
from verifier.processes import module_command

__all__ = ["painted", "scale_of"]

_SECONDS = 10.0
"""How long a picture may take; it takes a fifth of a second."""
_MOST_PIXELS = 5_000_000
"""Of the largest picture; of more, painting would take more than 100 MB."""
_SIZE = re.compile('width="([0-9]+)" height="([0-9]+)"')


def painted(svg: str) -> bytes:
    """Return a drawing as PNG.

    :raises NotInstalled: without the extra ``print``.
    :raises Problem: if it cannot be painted, or takes too long.
    """
    require_installed()
    command, environment = module_command("meepleproof.service.painter")
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


def scale_of(svg: str) -> int:
    """Return how many pixels wide and high a pixel of a drawing becomes: 2, or 1 of large ones.

    >>> scale_of('<svg width="1376" height="712">'), scale_of('<svg width="2076" height="1312">')
    (2, 1)
    """
    size = _SIZE.search(svg)
    assert size is not None  # noqa: S101 - our own drawings say it
    return 2 if 4 * int(size[1]) * int(size[2]) <= _MOST_PIXELS else 1


if __name__ == "__main__":
    drawing = sys.stdin.buffer.read().decode()
    sys.stdout.buffer.write(png(drawing, scale_of(drawing)))
