"""Building blocks of the drawings: elements, text that XML can carry, paths that turn."""

from __future__ import annotations

import re
from collections.abc import Iterable
from xml.etree.ElementTree import Element, indent, tostring

from meepleproof.rendering.visible import hidden

Point = tuple[int, int]

_POINT = re.compile(r"(-?\d+),(-?\d+)")
# Everything XML 1.0 has no way to write, escaped or not.
_UNWRITABLE = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_RULE = re.compile(r"\.([\w-]+) \{")
_UNUSUAL = re.compile("[^\n\t\x20-\x7e]")


def element(
    tag: str, children: Iterable[Element] = (), *, text: str = "", **attributes: str | int
) -> Element:
    """Return an element; ``_`` in attribute names stands for ``-``, ``class_`` for ``class``.

    >>> element("text", class_="mp-text", text_anchor="end", x=3).attrib
    {'class': 'mp-text', 'text-anchor': 'end', 'x': '3'}
    """
    root = Element(
        tag, {name.rstrip("_").replace("_", "-"): str(value) for name, value in attributes.items()}
    )
    if text:
        root.text = writable(text)
    root.extend(children)
    return root


def words(text: str, at: Point, kind: str) -> Element:
    """Return one line of text of the class ``mp-<kind>`` that starts, or is centred, at a point."""
    return element("text", text=text, class_=f"mp-text mp-{kind}", x=at[0], y=at[1])


def picture(size: Point, parts: Iterable[Element]) -> str:
    r"""Return the parts as the text of an SVG file of that width and height.

    Of its style sheets it keeps the rules for classes that it has, one a line, as a site has
    thousands of pictures.

    >>> sheet = element("style", text=".mp-road { fill: none; }\n.mp-city { fill: none; }")
    >>> "mp-city" in picture((1, 1), [sheet, element("path", class_="mp-road")])
    False
    """
    width, height = size
    root = element(
        "svg",
        parts,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {width} {height}",
        width=width,
        height=height,
        role="img",
    )
    classes = {name for node in root.iter() for name in node.get("class", "").split()}
    for sheet in root.iter("style"):
        rules = (sheet.text or "").splitlines(keepends=True)
        sheet.text = "".join(rule for rule in rules if _class_of(rule) in {"", *classes})
    indent(root, " ")
    return _UNUSUAL.sub(_shown, tostring(root, encoding="unicode")) + "\n"


def _class_of(rule: str) -> str:
    """Return the class that a rule of a style sheet is for; "" if it is for something else."""
    found = _RULE.match(rule)
    return found[1] if found else ""


def _shown(match: re.Match[str]) -> str:
    """Return a character as XML, by its number if a terminal would obey it."""
    return f"&#{ord(match[0])};" if hidden(match[0]) else match[0]


def writable(text: str) -> str:
    """Return the text with every character that XML cannot carry replaced by a question mark."""
    return _UNWRITABLE.sub("?", text)


def turned(path: str, quarter_turns: int) -> str:
    """Return a path of absolute points on a tile after that many clockwise quarter turns.

    >>> turned("M50,0 L50,40", 1)
    'M100,50 L60,50'
    """

    def turn(match: re.Match[str]) -> str:
        x, y = turned_point((int(match[1]), int(match[2])), quarter_turns)
        return f"{x},{y}"

    return _POINT.sub(turn, path)


def shifted(path: str, by: Point) -> str:
    """Return a path of absolute points moved by so much.

    >>> shifted("M50,0 L50,40", (-10, 5))
    'M40,5 L40,45'
    """
    return _POINT.sub(lambda match: f"{int(match[1]) + by[0]},{int(match[2]) + by[1]}", path)


def turned_point(point: Point, quarter_turns: int) -> Point:
    """Return a point on a tile of 100 by 100 after that many clockwise quarter turns.

    >>> turned_point((50, 0), 1)
    (100, 50)
    """
    x, y = point
    for _ in range(quarter_turns % 4):
        x, y = 100 - y, x
    return x, y


def moved(parts: Iterable[Element], to: Point) -> Element:
    """Return the parts as one, moved by so much."""
    return element("g", parts, transform=f"translate({to[0]} {to[1]})")


def html(node: Element) -> str:
    """Return an element as it is written in HTML, with the text after it.

    >>> html(element("title", text="a < b"))
    '<title>a &lt; b</title>'
    """
    return tostring(node, encoding="unicode", method="html")
