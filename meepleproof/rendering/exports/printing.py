"""What every booklet and picture in print shares: Typst, square codes, and the frame of a booklet.

Typst comes with the extra ``print``. The same input gives the same bytes, as only our own fonts are
used, never those of the machine.
"""

from __future__ import annotations

import io
import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import cache
from importlib import import_module, resources
from importlib.util import find_spec
from typing import Any, ClassVar, Literal

from verifier.errors import Malformed, MeepleproofError

FONT = "Source Sans Pro"
_FONT_PACKAGE = "font_source_sans_pro"
_PPI = 96
"""Pixels of an SVG to the inch."""

_ALONE = b'#set page(width: auto, height: auto, margin: 0pt)\n#image("picture.svg")'


Paper = Literal["a4", "us-letter"]
_CODE_LINE = 118
"""Characters of a code that fit beside its square code."""


class NotInstalled(MeepleproofError):
    """This installation lacks what is needed; the message says what to install."""

    exit_code: ClassVar[int] = 2


def png(svg: str, scale: int = 2) -> bytes:
    """Return a drawing as PNG, ``scale`` times as wide and high in pixels as it states.

    :raises NotInstalled: without the extra ``print``.
    """
    files = {"main.typ": _ALONE, "picture.svg": svg.encode()}
    return _compiled(files, format="png", ppi=float(scale * _PPI))


def pdf(files: Mapping[str, bytes]) -> bytes:
    """Return the document ``main.typ``, which may use the other files, as PDF.

    :raises NotInstalled: without the extra ``print``.
    """
    return _compiled(files, format="pdf")


def require_installed() -> None:
    """Check that Typst is installed, before work is done in vain.

    :raises NotInstalled: without the extra ``print``.
    """
    missing = [name for name in ("typst", _FONT_PACKAGE, "segno") if find_spec(name) is None]
    if missing:
        raise NotInstalled(
            f"PNG and PDF need {' and '.join(missing)}, which come with the extra 'print': "
            "pip install 'meepleproof[print]'"
        )


def _compiled(files: Mapping[str, bytes], **options: Any) -> bytes:
    require_installed()
    typst = import_module("typst")
    result: bytes = typst.compile(
        dict(files), font_paths=_fonts(), ignore_system_fonts=True, **options
    )
    return result


@cache
def _fonts() -> Any:
    package = find_spec(_FONT_PACKAGE)
    places = [] if package is None else list(package.submodule_search_locations or [])
    return import_module("typst").Fonts(include_system_fonts=False, font_paths=places)


def square_code(text: str, *, border: int = 0) -> str:
    """Return the text as a QR code in SVG, with so many modules of white around it.

    It needs segno, which the extras ``print`` and ``serve`` bring.

    >>> square_code("http://localhost/").startswith("<svg")
    True
    """
    drawing = io.BytesIO()
    code = import_module("segno").make_qr(text, error="l")
    code.save(drawing, kind="svg", border=border, xmldecl=False, omitsize=bool(border))
    return drawing.getvalue().decode()


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
