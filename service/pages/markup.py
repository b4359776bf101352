"""HTML as elements, so that whatever a stranger wrote is escaped by being text."""

from __future__ import annotations

from xml.etree.ElementTree import Element, tostring

from generator.pictures.markup import writable

Part = Element | str | None


def h(tag: str, *parts: Part, **attributes: str | int | bool | None) -> Element:
    """Return an element with texts and elements in it; None, and False, is left out.

    ``_`` in attribute names stands for ``-``, ``class_`` for ``class``.

    >>> html(h("p", "a < b ", h("b", "c"), class_="note", hidden=False))
    '<p class="note">a &lt; b <b>c</b></p>'
    """
    made = Element(tag)
    for name, value in attributes.items():
        if value is not None and value is not False:
            key = name.rstrip("_").replace("_", "-")
            made.set(key, "" if value is True else writable(str(value)))
    for part in parts:
        if isinstance(part, Element):
            made.append(part)
        elif part is not None:
            _add_text(made, writable(part))
    return made


def html(made: Element) -> str:
    """Return the element as HTML."""
    return tostring(made, encoding="unicode", method="html")


def _add_text(made: Element, text: str) -> None:
    if len(made):
        made[-1].tail = (made[-1].tail or "") + text
    else:
        made.text = (made.text or "") + text
