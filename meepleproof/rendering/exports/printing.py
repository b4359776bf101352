"""PNG and PDF by Typst, which comes with the extra ``print``, and square codes to be printed.

The same input gives the same bytes, as only our own fonts are used, never those of the machine.
"""

from __future__ import annotations

import io
from collections.abc import Mapping
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any, ClassVar

from verifier.errors import MeepleproofError

FONT = "Source Sans Pro"
_FONT_PACKAGE = "font_source_sans_pro"
_PPI = 96
"""Pixels of an SVG to the inch."""

_ALONE = b'#set page(width: auto, height: auto, margin: 0pt)\n#image("picture.svg")'


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
