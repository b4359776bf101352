"""Final scoring of the house game for people: a line for each feature, and the table drawn.

In words and picture, scorings are numbered from 1 and the completed cities that touch a farm with
followers have letters.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product
from string import ascii_uppercase
from textwrap import wrap
from xml.etree.ElementTree import Element

from meepleproof.rendering.house.board import Mark, house_board
from meepleproof.rendering.markup import Point, words
from meepleproof.rendering.palette import colour_name
from meepleproof.rendering.solo.words import SIDES, listed
from verifier.carcassonne.house.drawing import Kind
from verifier.carcassonne.house.final_score import FinalScore
from verifier.carcassonne.house.part_turn import FeatureAt, FinalScoring
from verifier.carcassonne.house.position import Position

_KINDS: Mapping[Kind, str] = {
    "city": "open city",
    "road": "open road",
    "river": "river",
    "monastery": "unfinished monastery",
    "field": "farm",
}
_HALVES = {"Nl": "W", "Nr": "E", "El": "N", "Er": "S", "Sl": "E", "Sr": "W", "Wl": "S", "Wr": "N"}
"""The half-edges, each with the side of its edge on which it is."""

_PANEL, _LETTERS, _LINE = 480, 52, 24


def score_lines(position: Position, score: FinalScore) -> Iterator[str]:
    """Yield final scoring in words: features, the cities at farms, colours, players."""
    letters = city_letters(score)
    for number, scoring in enumerate(score.scorings, start=1):
        yield f"{number:3}. {scoring_in_words(scoring, letters)}"
    if not score.scorings:
        yield "No feature on the table has a follower on it."
    yield ""
    for city, letter in letters.items():
        yield f"City {letter}: the one {place_in_words(city)}"
    if letters:
        yield ""
    yield from _totals(position, score)


def scoring_in_words(scoring: FinalScoring, letters: Mapping[FeatureAt, str]) -> str:
    """Return what one feature brings, and to whom.

    >>> farm = FinalScoring(((0, 1, "Nl"),), "field", 3, ((0, 1), (1, 2)), (1,), ((0, 2, "S"),))
    >>> print(scoring_in_words(farm, {(0, 2, "S"): "A"}))
    The farm in the west half of the north edge of (0, 1), touching city A: 3 points to colour 2 \
(red), who has 2 to 1 of colour 1 (blue)
    """
    what = f"The {_KINDS[scoring.kind]} {place_in_words(scoring.feature)}"
    if scoring.kind == "field":
        touched = listed([letters[city] for city in scoring.cities])
        cities = "city" if len(scoring.cities) == 1 else "cities"
        what += f", touching {f'{cities} {touched}' if touched else 'no completed city'}"
    points = "1 point" if scoring.value == 1 else f"{scoring.value} points"
    each = " each" if len(scoring.owners) > 1 else ""
    owners = listed([colour_name(owner) for owner in scoring.owners])
    return f"{what}: {points}{each} to {owners}{_against(scoring)}"


def _against(scoring: FinalScoring) -> str:
    others = [
        f"{weight} of {colour_name(colour)}"
        for colour, weight in scoring.weights
        if colour not in scoring.owners
    ]
    if not others:
        return ""
    most = max(weight for _, weight in scoring.weights)
    return f", who {'has' if len(scoring.owners) == 1 else 'have'} {most} to {listed(others)}"


def place_in_words(feature: FeatureAt) -> str:
    """Return where a feature is, as players see it on the board.

    >>> place_in_words((0, -1, "M")), place_in_words((2, 3, "E")), place_in_words((2, 3, "SW"))
    ('on (0, -1)', 'at the east edge of (2, 3)', 'in the south-west corner of (2, 3)')
    """
    x, y, name = feature
    cell = f"({x}, {y})"
    if name == "M":
        return f"on {cell}"
    if name in SIDES:
        return f"at the {SIDES[name]} edge of {cell}"
    if name in _HALVES:
        return f"in the {SIDES[_HALVES[name]]} half of the {SIDES[name[0]]} edge of {cell}"
    return f"in the {SIDES[name[0]]}-{SIDES[name[1]]} corner of {cell}"


def city_letters(score: FinalScore) -> dict[FeatureAt, str]:
    """Return a letter for each completed city that touches a farm with followers: A to Z, AA on."""
    cities = dict.fromkeys(city for scoring in score.scorings for city in scoring.cities)
    doubled = ("".join(pair) for pair in product(ascii_uppercase, repeat=2))
    return dict(zip(cities, (*ascii_uppercase, *doubled), strict=False))


def score_svg(position: Position, score: FinalScore) -> str:
    """Return the table drawn, its farms in the colours of their owners, with the list beside it."""
    letters = city_letters(score)
    numbered = {scoring.feature: str(n) for n, scoring in enumerate(score.scorings, start=1)}
    at = {placement.cell: placement for placement in position.placements}
    marks = [
        Mark(text, at[x, y], name) for (x, y, name), text in (*numbered.items(), *letters.items())
    ]
    return house_board(
        position,
        title="Final scoring by the house rules",
        farms=_farms(score),
        marks=marks,
        beside=_panel(position, score),
    )


def _farms(score: FinalScore) -> dict[FeatureAt, tuple[int, ...]]:
    return {
        part: scoring.owners
        for scoring in score.scorings
        if scoring.kind == "field"
        for part in scoring.parts
    }


def _panel(position: Position, score: FinalScore) -> tuple[list[Element], Point]:
    parts, height = list[Element](), 0
    for line in [*_short_lines(score), "", *_totals(position, score)]:
        for text in wrap(line, _LETTERS) or [""]:
            height += _LINE
            parts.append(words(text, (0, height), "note"))
    return parts, (_PANEL, height)


def _short_lines(score: FinalScore) -> Iterator[str]:
    """Yield a line for each scoring; where it is can be seen on the board."""
    letters = city_letters(score)
    for number, scoring in enumerate(score.scorings, start=1):
        touched = " ".join(letters[city] for city in scoring.cities)
        cities = f" at {touched}" if touched else ""
        owners = listed([colour_name(owner) for owner in scoring.owners])
        yield f"{number}. {_KINDS[scoring.kind].capitalize()}{cities}: {scoring.value} to {owners}"


def _totals(position: Position, score: FinalScore) -> Iterator[str]:
    rules = position.rules
    for colour, (before, after) in enumerate(zip(position.scores, score.scores, strict=True)):
        yield f"{colour_name(colour).capitalize()}: {before} + {after - before} = {after}"
    for player, total in enumerate(score.totals):
        colours = [c for c in range(rules.colours) if rules.player_of(c) == player]
        summed = sum(score.scores[colour] for colour in colours)
        handicap = f", handicap {total - summed}" if total != summed else ""
        yield f"Player {player + 1}: {total} points{handicap}"
    winners = listed([str(winner + 1) for winner in score.winners])
    one = len(score.winners) == 1
    yield f"{'The winner is player' if one else 'A tie of players'} {winners}."
