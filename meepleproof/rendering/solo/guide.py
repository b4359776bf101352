"""What a newcomer needs: the rules in short, in our own words, and how to read the drawings."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from xml.etree.ElementTree import Element

from meepleproof.rendering.carcassonne.board import pawn_drawing, spent_pawn
from meepleproof.rendering.carcassonne.layout import SIZE
from meepleproof.rendering.carcassonne.tiles import tile_drawing
from meepleproof.rendering.markup import element, picture
from meepleproof.rendering.palette import PIGMENTS, STYLE
from verifier.carcassonne.solo.catalogue import CATALOGUE
from verifier.carcassonne.solo.puzzle import ESSENTIAL_RULES
from verifier.carcassonne.solo.rule_set import RuleSet
from verifier.carcassonne.tiles import drawing_of


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule: its heading and its text."""

    head: str
    text: str


def rules_in_short(rules: RuleSet) -> tuple[Rule, ...]:
    """Return what is needed to solve puzzles under these rules (SOLO-TURN-2 to SOLO-RESULT-1)."""
    order = ", ".join(str(colour + 1) for colour in range(rules.colours))
    guide = (
        Rule(
            "The table",
            f"You play all {rules.colours} colours, each with {rules.meeples} meeples. They take "
            f"turns in the order {order}, 1, and so on. Each tile to come belongs to the colour "
            "whose meeple is shown below it.",
        ),
        Rule(
            "1. Place the tile",
            "Turn it as you like and put it beside a tile on the table, so that road meets road, "
            "city meets city and field meets field on every edge. A tile that fits nowhere leaves "
            "the game, and the same colour draws again.",
        ),
        Rule(
            "2. Place a meeple",
            "Does the tile have a road, a city or a monastery on which nobody stands, counting "
            "all that is connected to it? Then the colour must put one meeple on one of these; "
            "which one is your choice. A colour that must but has none in hand ends the game after "
            "this turn. Nobody ever stands on a field.",
        ),
        Rule(
            "3. Score",
            "Everything the tile completes is scored, one after the other, in the order you "
            "choose. A road is worth 1 point a tile, a city 2 a tile and 2 more a shield, a "
            "monastery 9 when all eight places around it are filled. Only the colour with most "
            "meeples on it, or the colours tied for most, can get points; and they do only if one "
            "of them is lowest on the scoreboard at that moment, alone or tied. Then each of them "
            "gets the full worth; otherwise nobody gets anything. In either case all "
            "meeples on it go back to their hands.",
        ),
        Rule(
            "The end",
            "The game ends with the last tile, or when a meeple must be placed and none is in "
            "hand. Then each meeple on the table brings 2 points, one after the other, if its "
            "colour is lowest at that moment. The result is the score of the lowest colour.",
        ),
        Rule(
            "The goal",
            "Points for two or three colours must be given by one single scoring, and a road, city "
            "or monastery that brings no points meets no goal. A road or city is worth what each "
            "of its colours gets. The goal is to be reached with exactly the tiles shown, in their "
            "order.",
        ),
    )
    return (*guide, *_of_boxes(rules), *_of_switches(rules))


def _of_boxes(rules: RuleSet) -> Iterator[Rule]:
    of_boxes = [rule for rule in ESSENTIAL_RULES if rule.box and rule.is_in_play(rules)]
    if of_boxes:
        said = " ".join(rule.sentence for rule in of_boxes)
        yield Rule("Other boxes", f"{said} {_GOALS_STAY}")


def _of_switches(rules: RuleSet) -> Iterator[Rule]:
    answers = [f"{CATALOGUE.switch(key).question} {value}." for key, value in rules.switches]
    if answers:
        yield Rule("Open questions, answered otherwise", " ".join(answers))


_GOALS_STAY = "Goals stay as they are; pigs, builders, goods and cards are not used."
"""SOLO-BOX-9, SOLO-BOX-10."""
_PITCH = 40


@dataclass(frozen=True, slots=True)
class Sample:
    """A picture (SVG) and what it shows."""

    svg: str
    meaning: str


def legend(colours: int, *, on_paper: bool = True) -> tuple[Sample, ...]:
    """Return what a newcomer needs to read a board with that many colours, printed or played on.

    >>> [len(legend(3, on_paper=on_paper)) for on_paper in (True, False)]
    [8, 7]
    """
    return (*_tiles_and_meeples(colours), *(_printed() if on_paper else _played()))


def _tiles_and_meeples(colours: int) -> tuple[Sample, ...]:
    names = ", ".join(f"{PIGMENTS[colour].name} {colour + 1}" for colour in range(colours))
    return (
        _sample(
            _tile("base/O"),
            "Brown behind walls is a city, here with a shield. The light band is a road.",
        ),
        _sample(_tile("base/W"), "A village ends every road that meets it: here are three roads."),
        _sample(_tile("base/I"), "A field between two walls parts two cities."),
        _sample(_tile("base/A"), "A monastery, with a road that ends there."),
        _sample(
            [_moved(pawn_drawing(colour), colour) for colour in range(colours)],
            f"Meeples: {names}. Head and number tell the colours apart in any print.",
            width=colours * _PITCH,
            height=46,
        ),
    )


def _printed() -> tuple[Sample, ...]:
    """Return what is to be seen on a sheet or in a picture of its own."""
    return (
        _sample(
            [spent_pawn(0, (20, 24))],
            "Beside the score, a dashed meeple is not in hand: it stands on a tile.",
            width=_PITCH,
            height=46,
        ),
        _sample(
            [element("rect", class_="mp-cell", x=6, y=6, width=SIZE - 12, height=SIZE - 12, rx=6)],
            "An empty place beside a tile. The numbers at the rim name it: first across, then up.",
        ),
        _sample(
            [
                element("rect", class_="mp-row-active", x=2, y=4, width=86, height=42, rx=8),
                element("path", class_="mp-arrow", d="M10,15 L26,25 L10,35 Z"),
                element("g", pawn_drawing(1), transform="translate(52 26)"),
            ],
            "The arrow shows whose turn it is. The meeple below a tile to come shows who draws it.",
            width=90,
            height=50,
        ),
    )


def _played() -> tuple[Sample, ...]:
    """Return what is to be seen on a board that one plays on."""
    turn = f"M{SIZE + 61},43 A13,13 0 1 0 {SIZE + 62},56 M{SIZE + 63},35 l-1,9 l-9,-1"
    return (
        _sample(
            [element("g", [_moved(pawn_drawing(0), 0)], opacity="0.3")],
            "Beside the score, a pale meeple is not in hand: it stands on a tile.",
            width=_PITCH,
            height=46,
        ),
        _sample(
            [
                *_square(0, "M38,50 H62 M50,38 V62"),
                *_square(SIZE, turn),
            ],
            "The tile fits where a cross is. Where an arrow is, it fits when turned.",
            width=2 * SIZE,
        ),
    )


def _square(x: int, sign: str) -> tuple[Element, Element]:
    """Return an empty square with a sign on it."""
    cell = element("rect", class_="mp-cell", x=x + 6, y=6, width=SIZE - 12, height=SIZE - 12, rx=6)
    return cell, element("path", fill="none", stroke="#444", stroke_width=5, d=sign)


def _sample(parts: list[Element], meaning: str, *, width: int = SIZE, height: int = SIZE) -> Sample:
    style = element("style", text=STYLE)
    return Sample(picture((width, height), [style, *parts]), meaning)


def _tile(tile: str) -> list[Element]:
    return tile_drawing(drawing_of(tile, 0))


def _moved(parts: list[Element], column: int) -> Element:
    return element("g", parts, transform=f"translate({column * _PITCH + _PITCH // 2} 24)")
