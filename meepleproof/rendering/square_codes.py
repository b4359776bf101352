"""Square codes (QR), by which a phone opens an address from a screen or from paper."""

from __future__ import annotations

import io
from importlib import import_module


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
