"""The frame of a booklet, the same for every game: cover, paper, steps of hints, typesetting."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from importlib import resources
from typing import Any, Literal

from meepleproof.rendering.exports.printing import FONT, pdf, require_installed
from verifier.errors import Malformed

Paper = Literal["a4", "us-letter"]
_CODE_LINE = 118
"""Characters of a code that fit beside its square code."""


@dataclass(frozen=True, slots=True)
class Cover:
    """The pack that a booklet is made from, as its cover names it.

    ``address`` is that of a service which offers the pack, or empty.
    """

    title: str
    pack: str
    version: str
    licence: str
    attribution: str
    address: str = ""


def require_puzzles(cover: Cover, entries: Sequence[Any]) -> None:
    """Check that a booklet can be made, before work is done in vain.

    :raises NotInstalled: without the extra ``print``.
    :raises Malformed: without any puzzle.
    """
    require_installed()
    if not entries:
        raise Malformed(
            "a booklet needs puzzles, and the pack has none", where=f"pack {cover.pack}"
        )


def typeset(
    template: str, cover: Cover, paper: Paper, pictures: Mapping[str, str], data: Mapping[str, Any]
) -> bytes:
    """Return the booklet that a template makes of a cover, pictures by file name, and data.

    :raises NotInstalled: without the extra ``print``.
    """
    main = resources.files("meepleproof.rendering.exports").joinpath(template).read_bytes()
    content = {**data, "cover": asdict(cover), "font": FONT, "paper": paper}
    files = {name: picture.encode() for name, picture in pictures.items()}
    return pdf({**files, "main.typ": main, "booklet.json": json.dumps(content).encode()})


def code_lines(code: str) -> list[str]:
    """Return the code in lines, broken where one of its words ends.

    >>> [len(line) for line in code_lines("~".join(["D0.0.0"] * 20))]
    [112, 27]
    """
    lines = [""]
    for word in code.split("~"):
        if lines[-1] and len(lines[-1]) + len(word) >= _CODE_LINE:
            lines.append("")
        lines[-1] += f"{word}~"
    lines[-1] = lines[-1].removesuffix("~")
    return lines


@dataclass(frozen=True, slots=True)
class Step:
    """A kind of hint, and the hint of each puzzle by its number in the booklet."""

    title: str
    hints: tuple[tuple[int, str], ...]
