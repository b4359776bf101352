"""HTML as elements, so that all text from outside is escaped."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from html import escape
from xml.etree.ElementTree import Element

from rendering.markup import writable

Part = Element | str | None

_WITHOUT_END = frozenset(
    ("area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "wbr")
)
_AS_IT_IS = frozenset({"script", "style"})
"""Elements whose text browsers do not decode."""


class Written(Element):
    """Elements that are HTML already: what many pages share is written once.

    No text may follow it in its parent.
    """

    def __init__(self, parts: Iterable[Element]) -> None:
        super().__init__("")
        self.html = "".join(map(html, parts))


def h(tag: str, *parts: Part, **attributes: str | int | bool | None) -> Element:
    """Return an element with texts and elements in it; None, and False, is left out.

    ``_`` in attribute names stands for ``-``, ``class_`` for ``class``.

    >>> html(h("p", "a < b ", h("b", "c"), class_="note", hidden=False))
    '<p class="note">a &lt; b <b>c</b></p>'
    """
    node = Element(tag)
    for name, value in attributes.items():
        if value is not None and value is not False:
            key = name.rstrip("_").replace("_", "-")
            node.set(key, "" if value is True else writable(str(value)))
    for part in parts:
        if isinstance(part, Element):
            node.append(part)
        elif part is not None:
            _add_text(node, writable(part))
    return node


def html(node: Element) -> str:
    """Return the element as HTML, with the text after it."""
    pieces: list[str] = []
    _write(node, pieces.append)
    return "".join(pieces)


def _write(node: Element, write: Callable[[str], object]) -> None:
    # The standard library's writer takes three times as long, most of the time of a page.
    if isinstance(node, Written):
        write(node.html)
    else:
        tag = node.tag
        write(f"<{tag}")
        for name, value in node.items():
            write(f' {name}="{_quoted(value)}"')
        write(">")
        if node.text:
            write(node.text if tag in _AS_IT_IS else escape(node.text, quote=False))
        for part in node:
            _write(part, write)
        if tag not in _WITHOUT_END:
            write(f"</{tag}>")
    if node.tail:
        write(escape(node.tail, quote=False))


def _quoted(value: str) -> str:
    return value.replace("&", "&amp;").replace(">", "&gt;").replace('"', "&quot;")


def _add_text(node: Element, text: str) -> None:
    if len(node):
        node[-1].tail = (node[-1].tail or "") + text
    else:
        node.text = (node.text or "") + text
