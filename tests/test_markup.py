"""Drawings are written as HTML as the standard library would, only faster."""

from __future__ import annotations

from xml.etree.ElementTree import Element, tostring

from hypothesis import given, settings
from hypothesis import strategies as st

from meepleproof.rendering.carcassonne.tiles import tile_drawing
from meepleproof.service.pages.markup import Written, html
from meepleproof.service.pages.solo.board import board
from verifier.carcassonne.solo.notation import parse_position
from verifier.carcassonne.solo.rule_set import SOLO

TEXTS = st.text(st.sampled_from("ab &<>\"'\n\u00e9"), max_size=4)
TAGS = st.sampled_from(["a", "g", "path", "text", "title", "svg"])


def made_of(tag: str, text: str, *parts: Element, tail: str = "") -> Element:
    node = Element(tag, {"id": text, "data-x": text})
    node.text, node.tail = text, tail
    node.extend(parts)
    return node


LEAVES = st.builds(made_of, TAGS, TEXTS, tail=TEXTS)
TREES = st.recursive(
    LEAVES,
    lambda inner: st.builds(
        lambda tag, text, parts: made_of(tag, text, *parts),
        TAGS,
        TEXTS,
        st.lists(inner, max_size=4),
    ),
    max_leaves=8,
)


def written_by_the_library(made: Element) -> str:
    return tostring(made, encoding="unicode", method="html")


@settings(max_examples=60)
@given(TREES)
def test_html_is_that_of_the_library(made: Element) -> None:
    expected = written_by_the_library(made)
    assert expected == html(made)
    group = Element("g")
    group.extend([Written([made]), Written([made])])
    assert f"<g>{expected}{expected}</g>" == html(group)


def test_a_board_is_written_as_if_each_tile_were_drawn_anew() -> None:
    position = parse_position("s3.4~V2.-1.0~D0.0.0~U0.1.0.E2~B1.2.0.M2~p1.2.3~h4.2.4~t1~n")
    made = board(position)
    shared = [(parent, part) for parent in made.iter() for part in parent if part.tag == ""]
    assert [isinstance(part, Written) for _, part in shared] == [True] * 4
    before = html(made)
    for laid, (parent, part) in zip(position.placements, shared, strict=True):
        parent.remove(part)
        parent.extend(tile_drawing(SOLO.sheet.orientation(laid.tile, laid.rotation)))
    assert written_by_the_library(made) == before
